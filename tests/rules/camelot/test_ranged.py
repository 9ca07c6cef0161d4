"""CA-7 Ranged."""

from typing import Any

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.events_round import RoundBegan
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.ranged import (
    IN_MELEE,
    NO_AMMUNITION,
    NOT_LOADED,
    Aim,
    aim_at,
    furthest,
    range_of,
    shoot,
    targets,
    why_not_at,
    why_not_shoot,
)
from kktui.table import Point, pose
from tests.drawn import Script, across, change, events, field, last, stretch
from tests.rules.camelot.table import BOOK, camelot, one, turn_of
from tests.rules_shown import rule

MISSILES = {
    "thrown": [4, 3, 5, 7, 1, 0],
    "stone": [2, 3, 5, 7, 1, 0],
    "bow": [3, 7, 14, 21, 1, -1],
    "longbow": [4, 8, 16, 24, 1, -1],
    "crossbow": [5, 8, 16, 24, 2, -1],
    "sling": [3, 5, 10, 15, 1, -1],
}


def range_to(inches: float, weapon: str = "longbow", **facts: object) -> Battle:
    ground = facts.pop("ground", field())
    return camelot(
        f"red bows: al 10,40 {weapon} ranged=3",
        f"blue foes: ed 10,{39 - inches} tough=4; flo 40,5",
        ground=ground,
        rulings=facts,
    )


def aimed(battle: Battle, walking: bool = False) -> tuple[Aim, dict[str, int]]:
    aim, named = aim_at(battle, one(battle, "al"), one(battle, "ed"), walking)
    return aim, {each.name: each.value for each in named}


@rule("CA-7.1")
def test_the_range_table_cell_by_cell() -> None:
    assert BOOK.chart("ranges").rows == {"short": 5, "medium": 7, "long": 9}


@rule("CA-7.1")
def test_the_chart_of_ranged_weapons() -> None:
    assert BOOK.chart("missiles").rows == MISSILES


@rule("CA-7.1")
@pytest.mark.parametrize(("inches", "needs"), [(1, 5), (8, 5), (8.1, 7), (16, 7), (16.1, 9), (24, 9)])
def test_the_number_needed_goes_by_the_range(inches: float, needs: int) -> None:
    aim, named = aimed(range_to(inches))
    assert (aim.needs, named) == (needs, {"Ranged": 3})


@rule("CA-7.1")
@pytest.mark.parametrize("degrees", range(3, 90, 11))
@pytest.mark.parametrize(("inches", "needs"), [(8, 5), (16, 7), (24, 9)])
def test_the_upper_bound_of_a_range_is_included_whichever_way_they_stand(inches: int, needs: int, degrees: int) -> None:
    """The table's places are thousandths of an inch, so that nobody stands just so far off."""
    at = Point(10.0123, 10.0377)
    there = at.toward(degrees, inches + 1)
    battle = camelot(f"red bows: al {at.x},{at.y} longbow ranged=3", f"blue foes: ed {there.x},{there.y}")
    assert [each.id for each in targets(battle, one(battle, "al")).all()] == ["ed"]
    assert aimed(battle)[0].needs == needs


@rule("CA-7.1")
@pytest.mark.parametrize(("way", "named"), [([], {"Ranged": 3}), ([(10, 40.5)], {"Ranged": 3, "moving": -1})])
def test_who_uses_his_move_up_where_he_stands_has_not_moved(
    way: list[tuple[float, float]], named: dict[str, int]
) -> None:
    battle = range_to(12)
    turn_of(battle, "al", "move", way, "shoot", 2)
    assert {each.name: each.value for each in last(battle, "Shot").modifiers} == named
    assert one(battle, "al").moves == 0


@rule("CA-7.1")
@pytest.mark.parametrize(("die", "outcome"), [(1, "miss"), (2, "hit"), (6, "hit")])
def test_a_die_and_the_ranged_score_have_to_reach_it(die: int, outcome: str) -> None:
    assert shoot(Script(range_to(5), die), Aim(3, 5)).outcome == outcome


@rule("CA-7.2")
@pytest.mark.parametrize(("die", "outcome"), [(5, "hit"), (6, "double hit")])
def test_double_the_number_needed_doubles_the_strength(die: int, outcome: str) -> None:
    battle = range_to(5)
    change(battle, "al", ranged=4)
    turn_of(battle, "al", "shoot", die, 1, 2)
    shot, rule_shown = last(battle, "Shot"), "CA-7.2" if outcome == "double hit" else "CA-7.1"
    assert (shot.outcome, shot.rule, shot.inches) == (outcome, rule_shown, 5)
    assert last(battle, "Wounded").strength == (8 if outcome == "double hit" else 4)


@rule("CA-7.1")
def test_beyond_the_range_there_is_no_shot() -> None:
    battle = range_to(24.1)
    assert not targets(battle, one(battle, "al"))
    assert range_of(BOOK, "longbow", 24.1) == ""
    assert furthest(BOOK, "sling") == 15


@rule("CA-7.1")
def test_moving_before_is_one_off() -> None:
    battle = range_to(20)
    turn_of(battle, "al", "move", [(10, 36)], "shoot", 4)
    assert {each.name: each.value for each in last(battle, "Shot").modifiers} == {"Ranged": 3, "moving": -1}


@rule("CA-7.1")
def test_moving_after_is_one_off_too() -> None:
    battle = range_to(12)
    turn_of(battle, "al", "shoot-moving", 3, "move", [(10, 38)])
    assert last(battle, "Shot").modifiers[1].name == "moving"
    assert one(battle, "al").place.y == 38


@rule("CA-7.1")
def test_who_stands_to_shoot_gives_up_his_move() -> None:
    battle = range_to(12)
    script = turn_of(battle, "al", "shoot", 3)
    assert last(battle, "Shot").modifiers[1:] == ()
    assert script.asked == ["act", "1d6 to hit"]


@rule("CA-7.1")
def test_thrown_weapons_may_move_without_it() -> None:
    battle = range_to(8, "javelin")
    turn_of(battle, "al", "move", [(10, 37)], "shoot", 3)
    assert [each.name for each in last(battle, "Shot").modifiers] == ["Ranged"]
    other = range_to(5, "javelin")
    turn_of(other, "al", "shoot", 3, "move", [(10, 42)])
    assert one(other, "al").place.y == 42


@rule("CA-7.1")
def test_a_target_in_cover_or_behind_a_figure_is_partly_obscured() -> None:
    hedge = range_to(10, ground=field(across("low-wall", 29.9)))
    assert aimed(hedge)[1]["partly obscured"] == -1
    crops = range_to(10, ground=field(stretch("crops", 8, 27, 12, 31)))
    assert aimed(crops)[1]["partly obscured"] == -1
    behind = camelot("red bows: al 10,40 longbow; bo 10,35", "blue foes: ed 10,29")
    assert aimed(behind)[1]["partly obscured"] == -1
    assert "partly obscured" not in aimed(range_to(10))[1]


@rule("CA-7.1", "CA-8.3")
def test_wounds_count() -> None:
    battle = range_to(10)
    change(battle, "al", wound="serious", poison=("Ranged",))
    assert aimed(battle)[1] == {"Ranged": 3, "serious wound": -2, "poisoned": -1}


@rule("CA-7.1")
def test_by_ruling_the_ranged_score_is_not_added() -> None:
    battle = range_to(10, **{"ranged-score": False})
    assert aimed(battle)[0] == Aim(0, 7)
    assert RULESET.book.rulings["ranged-score"].default is True


@rule("CA-7.1")
def test_nobody_shoots_into_or_out_of_a_melee() -> None:
    battle = camelot("red bows: al 10,40 longbow; bo 20,20", "blue foes: ed 20,19; flo 30,30")
    assert why_not_at(battle, one(battle, "al"), one(battle, "ed")) == "is in melee"
    assert why_not_shoot(battle, one(battle, "bo"))
    change(battle, "bo", weapon="longbow", weapons=("longbow",))
    assert why_not_shoot(battle, one(battle, "bo")) == IN_MELEE


@rule("CA-7.1")
def test_nobody_shoots_at_what_he_does_not_see() -> None:
    battle = range_to(14, ground=field(stretch("woods", 0, 28, 48, 36)))
    assert why_not_at(battle, one(battle, "al"), one(battle, "ed")) == "is out of sight"
    battle.record(Acts("al", 1, 1, 0))
    refused = settle(battle, act_request(battle, one(battle, "al")), "shoot")
    assert isinstance(refused, Refusal)
    assert refused.rule == "CA-7.1"


@rule("CA-7.1")
def test_a_crossbow_shoots_every_other_turn() -> None:
    battle = range_to(10, "crossbow")
    turn_of(battle, "al", "shoot", 2)
    change(battle, "al", done=False)
    for turn, why in ((2, NOT_LOADED), (3, ())):
        battle.turn = turn
        assert why_not_shoot(battle, one(battle, "al")) == why


@rule("CA-7.1", "CA-6.12")
@pytest.mark.parametrize("gifts", [(), ("shot",)])
def test_a_crossbow_that_is_not_loaded_keeps_nobody_from_throwing_a_javelin(gifts: tuple[str, ...]) -> None:
    battle = range_to(3, "crossbow javelin")
    change(battle, "al", ranged=0)
    turn_of(battle, "al", "shoot", 2)
    battle.turn = 2
    battle.record(RoundBegan(2))
    change(battle, "al", weapon="javelin", extra=gifts)
    turn_of(battle, "al", "shoot", 2)
    assert [(each.weapon, each.loads) for each in events(battle, "Shot")] == [("crossbow", 3), ("javelin", 3)]
    assert [each.what for each in events(battle, "Spent")] == ["shot", "shot"]
    change(battle, "al", weapon="crossbow")
    assert why_not_shoot(battle, one(battle, "al")) == NOT_LOADED


@rule("CA-7.1", "CA-7.3")
@pytest.mark.parametrize(
    ("facts", "rule_id", "why"),
    [
        ({"weapon": "dagger"}, "CA-7.1", "nothing in hand to shoot with"),
        ({"spent": ("crossbow",)}, "CA-7.3", "out of ammunition"),
        ({"loads": 3}, "CA-7.1", "not loaded yet"),
    ],
)
def test_who_may_not_shoot_is_told_why(facts: dict[str, Any], rule_id: str, why: str) -> None:
    battle = range_to(10, "crossbow dagger")
    change(battle, "al", **facts)
    battle.record(Acts("al", 1, 1, 0))
    refused = settle(battle, act_request(battle, one(battle, "al")), "shoot")
    assert isinstance(refused, Refusal)
    assert (refused.rule, why in refused.reason) == (rule_id, True)


@rule("CA-5.7", "CA-6.13", "CA-7.1")
@pytest.mark.parametrize(
    ("friend", "facts", "truces", "told"),
    [
        ("10,34", {}, (), "CA-7.1 the nearest whom he sees in range is in melee"),
        ("30,44", {"sheltered": 1}, (), "CA-6.13 the nearest whom he sees in range has found a hiding spot"),
        ("30,44", {}, (("al", "ed"),), "CA-5.7 the nearest whom he sees in range has made peace with him"),
        ("30,44", {"pose": pose(Point(10, 2), 0)}, (), "CA-7.1 nobody is in range and sight of what he has in hand"),
    ],
)
def test_who_has_nobody_to_shoot_at_is_told_what_is_the_matter(
    friend: str, facts: dict[str, Any], truces: tuple[tuple[str, str], ...], told: str
) -> None:
    battle = camelot(f"red bows: al 10,40 longbow; bo {friend}", "blue foes: ed 10,33; flo 44,3")
    change(battle, "ed", **facts)
    battle.lay_table()
    battle.notes.truces = truces
    battle.record(Acts("al", 1, 1, 0))
    refused = settle(battle, act_request(battle, one(battle, "al")), "shoot")
    assert isinstance(refused, Refusal)
    assert f"{refused.rule} {refused.reason}" == told


@rule("CA-7.3")
@pytest.mark.parametrize(
    ("die", "what"), [(1, "the weapon breaks"), (2, "out of ammunition"), (3, "nothing"), (6, "nothing")]
)
def test_a_natural_one_may_break_the_weapon_or_empty_the_quiver(die: int, what: str) -> None:
    battle = camelot("red bows: al 10,40 longbow dagger", "blue foes: ed 10,28; flo 40,5")
    turn_of(battle, "al", "shoot", 1, die)
    man = one(battle, "al")
    assert last(battle, "Mishap").what == what
    assert ("longbow" in man.weapons) == (die != 1)
    assert man.weapon == ("dagger" if die == 1 else "longbow")
    assert (why_not_shoot(battle, man) == NO_AMMUNITION) == (die == 2)


@rule("CA-7.3")
def test_the_chart_of_ranged_events_and_its_switch() -> None:
    assert BOOK.chart("ranged-events").rows == {"1": "the weapon breaks", "2": "out of ammunition", "3-6": "nothing"}
    battle = range_to(10, **{"ranged-events": False})
    turn_of(battle, "al", "shoot", 1)
    assert not events(battle, "Mishap")
    assert RULESET.book.rulings["ranged-events"].default is True


@rule("CA-7.3")
def test_a_natural_one_that_hits_all_the_same_still_breaks() -> None:
    battle = range_to(5)
    change(battle, "al", ranged=9)
    turn_of(battle, "al", "shoot", 1, 1, 2, 1)
    assert last(battle, "Shot").outcome == "double hit"
    assert last(battle, "Mishap").what == "the weapon breaks"


@rule("CA-8.7")
def test_a_poisoned_arrow_poisons() -> None:
    battle = range_to(5, "longbow poisoned-weapon")
    turn_of(battle, "al", "shoot", 4, 3, 4, 2)
    assert one(battle, "ed").poison == ("TOUGH",)
