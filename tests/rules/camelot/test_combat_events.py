"""CA-6 Combat events."""

from typing import Any

import pytest

from kktui.engine.events import Left
from kktui.engine.modifiers import total
from kktui.engine.state import DEAD
from kktui.engine.telling import tell
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.combat_events import EVENTS, RULES, event_of, meet_event, take_event
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.events_round import RoundBegan
from kktui.rules.camelot.figures import Battle, engaged, hurts
from kktui.rules.camelot.ranged import why_not_at
from kktui.rules.camelot.support import RECRUITS
from kktui.rules.camelot.wounds import Dealt, Gash, hurt
from kktui.table import Ground
from tests.drawn import OPEN, Script, across, at, change, events, field, last, stretch
from tests.rules.camelot.table import BOOK, camelot, one, steps, turn_of
from tests.rules_shown import rule

TABLE = {
    "confused": (1, 7),
    "accident": (8, 14),
    "furious assault": (15, 21),
    "reinforcements": (22, 28),
    "seize the moment": (29, 35),
    "discovery": (36, 42),
    "take cover": (43, 49),
    "bravery": (50, 56),
    "spooked horses": (57, 63),
    "fumbled": (64, 70),
    "rapid fire": (71, 77),
    "hiding spot": (78, 84),
    "just a scratch": (85, 91),
    "cold feet": (92, 99),
    "fortune's favor": (100, 100),
}
RED = "red knights: al 10,30; bo 14,30"
BLUE = "blue foes: ed 10,10; flo 14,10; gus 18,10"
BEFORE_ACTING = 1


def field_of(red: str = RED, blue: str = BLUE, ground: Ground = OPEN, **rulings: Any) -> Battle:
    return camelot(red, blue, ground=ground, rulings={"stun": False, **rulings})


def event(battle: Battle, *answers: Any) -> Script:
    """Red meets an event: the D6 is a 1, the script begins with the d100."""
    script = Script(battle, BEFORE_ACTING, *answers)
    meet_event(battle, script, "red")
    assert not script.left, f"the rules did not ask for {script.left}"
    return script


@rule("CA-6.1")
def test_the_table_of_combat_events_cell_by_cell() -> None:
    names = [f"{low}-{high}" if low != high else f"{low}" for low, high in TABLE.values()]
    assert BOOK.chart("combat-events").rows == dict(zip(names, TABLE, strict=True))
    assert list(EVENTS) == list(TABLE)
    assert [RULES[name] for name in TABLE] == [f"CA-6.{number}" for number in range(2, 17)]


@rule("CA-6.1")
def test_every_number_of_the_d100_has_its_event() -> None:
    battle = field_of()
    for roll in range(1, 101):
        low, high = TABLE[event_of(battle, roll)]
        assert low <= roll <= high


@rule("CA-6.1")
@pytest.mark.parametrize("die", [1, 2, 6])
def test_before_a_side_acts_it_throws_and_on_a_one_there_is_an_event(die: int) -> None:
    battle = field_of()
    battle.notes.checked = False
    steps(battle, die, *([50] if die == 1 else []), "nobody-else")
    assert last(battle, "EventChecked").roll == die
    assert bool(events(battle, "CombatEvent")) == (die == 1)


@rule("CA-6.1")
def test_each_side_throws_once_a_round() -> None:
    battle = field_of()
    battle.notes.checked = False
    steps(battle, 2, "al", "done", "nobody-else", 3, "ed", "done", "nobody-else")
    assert [each.side for each in events(battle, "EventChecked")] == ["red", "blue"]


@rule("CA-6.1")
@pytest.mark.parametrize(("ruling", "number"), [("acting", 2), ("any", 5)])
def test_a_random_figure_is_one_of_the_acting_side_or_by_ruling_anybody(ruling: str, number: int) -> None:
    battle = field_of(**{"random-figure": ruling})
    assert f"draw of {number}" in event(battle, 1, "al").asked
    assert RULESET.book.rulings["random-figure"].default == "acting"


@rule("CA-6.2")
def test_confused_a_random_figure_may_not_act_this_turn() -> None:
    battle = field_of()
    event(battle, 7, "bo")
    steps(battle, "al", "done")
    assert last(battle, "ActsNot").figure == "bo"
    battle.record(RoundBegan(2))
    assert not one(battle, "bo").confused


@rule("CA-6.3")
def test_accident_a_random_figure_is_knocked_down() -> None:
    battle = field_of()
    event(battle, 8, "al")
    assert one(battle, "al").down


@rule("CA-6.4")
def test_furious_assault_one_figure_makes_an_extra_move() -> None:
    battle = field_of()
    event(battle, 15, "al")
    turn_of(battle, "al", "move", [(10, 25)], "move", [(10, 21)])
    assert at(battle, "al") == (10, 21)
    assert events(battle, "Acts")[-1].moves == 2


@rule("CA-6.4")
def test_a_gift_may_be_declined() -> None:
    battle = field_of()
    event(battle, 15, "nobody")
    assert last(battle, "Fizzled").what == "furious assault"


@rule("CA-6.6")
def test_seize_the_moment_one_figure_takes_another_action() -> None:
    battle = field_of("red knights: al 10,20; bo 30,30", "blue foes: ed 10,19; flo 14,10", **{"melee-events": False})
    event(battle, 29, "al")
    turn_of(battle, "al", "attack", 2, 6, "attack", 2, 6)
    assert len(events(battle, "Struck")) == 2


GROVE = field(stretch("woods", 8, 18, 14, 24), across("hedge", 44))


@rule("CA-6.8")
def test_take_cover_a_figure_in_the_open_moves_if_that_ends_in_cover() -> None:
    battle = field_of("red knights: al 10,26; bo 40,30", ground=GROVE)
    script = event(battle, 43, "al")
    assert [option.id for option in script.requests[0].options] == ["al", "nobody"]
    assert [round(part) for part in at(battle, "al")] == [10, 23]


@rule("CA-6.8")
def test_take_cover_he_says_where_if_there_is_a_choice() -> None:
    ground = field(stretch("woods", 8, 18, 14, 24), across("low-wall", 30))
    battle = field_of("red knights: al 10,27; bo 40,40", ground=ground)
    event(battle, 43, "al", "low-wall")
    assert at(battle, "al")[1] > 27


@rule("CA-6.8")
def test_take_cover_is_nothing_to_those_in_cover_already_or_too_far() -> None:
    battle = field_of("red knights: al 10,20; bo 40,30", ground=GROVE)
    event(battle, 43)
    assert last(battle, "Fizzled").what == "take cover"


@rule("CA-6.8")
@pytest.mark.parametrize(("y", "offered"), [(20, True), (22.4, False)])
def test_take_cover_is_no_charge_at_an_enemy_who_is_there(y: float, offered: bool) -> None:
    battle = field_of("red knights: al 10,26; bo 40,30", f"blue foes: ed 10,{y}; flo 40,5", GROVE)
    script = event(battle, 43, *(["nobody"] if offered else []))
    assert bool(script.requests) is offered


@rule("CA-6.8")
def test_take_cover_is_not_for_one_whom_others_keep_from_it() -> None:
    row = "; ".join(f"x{x} {x},25.6" for x in range(5, 16))
    battle = field_of(f"red knights: al 10,27; {row}", ground=GROVE)
    for x in range(5, 16):
        change(battle, f"x{x}", broken=True)
    event(battle, 43)
    assert last(battle, "Fizzled").what == "take cover"


@rule("CA-1.1", "CA-6.8")
def test_take_cover_is_as_open_as_if_nobody_hid_there_and_he_runs_into_him() -> None:
    words = ("red knights: al 10,28; bo 30,40", "blue foes: ed 10,10")
    battle = camelot(*words, "blue ambush hidden: zed 10,24.5", ground=GROVE, rulings={"stun": False})
    event(battle, 43, "al")
    assert (battle.units["ambush"].hidden, engaged(battle, one(battle, "al"))) == (False, ["zed"])


@rule("CA-6.9")
def test_bravery_one_broken_figure_rallies() -> None:
    battle = field_of()
    change(battle, "bo", broken=True)
    event(battle, 50, "bo")
    assert not one(battle, "bo").broken


@rule("CA-6.10")
@pytest.mark.parametrize(("hour", "x", "y"), [(3, 17, 30), (12, 10, 23), (9, 3, 30)])
def test_spooked_horses_go_a_medium_move_in_a_random_direction(hour: int, x: float, y: float) -> None:
    battle = field_of("red knights: al mounted 10,30; bo 30,40")
    event(battle, 57, "al", hour)
    assert at(battle, "al") == (x, y)
    assert tell(battle, last(battle, "Befell")) == "Al: spooked horses. [CA-6.10]"


@rule("CA-6.10")
@pytest.mark.parametrize(
    ("hour", "x", "y"), [(3, 17, 30), (6, 10, 37), (9, 3, 30), (12, 10, 30), (1, 10, 30), (11, 10, 30)]
)
def test_a_spooked_horse_turns_from_an_enemy_before_its_head_unless_it_goes_at_him(
    hour: int, x: float, y: float
) -> None:
    battle = field_of("red knights: al mounted 10,30", "blue foes: ed 10,28.5")
    event(battle, 57, "al", hour)
    assert at(battle, "al") == pytest.approx((x, y), abs=0.01)


@rule("CA-6.15")
@pytest.mark.parametrize("ed", ["10,28.5", "mounted 10,28"])
def test_cold_feet_take_a_rider_from_before_his_enemys_head_no_further_than_his_move(ed: str) -> None:
    battle = field_of("red knights: al mounted 10,30; bo 20,30", f"blue foes: ed {ed}")
    event(battle, 92, "al")
    assert at(battle, "al") == pytest.approx((10, 39), abs=0.01)


@rule("CA-6.10")
def test_spooked_horses_are_thrown_again_when_nobody_is_mounted() -> None:
    battle = field_of()
    event(battle, 57, 60, 8, "al")
    assert [each.what for each in events(battle, "CombatEvent")] == ["accident"]


@rule("CA-6.11")
def test_fumbled_a_random_figure_in_melee_may_only_defend() -> None:
    battle = field_of("red knights: al 10,20; bo 30,30", "blue foes: ed 10,19; flo 14,10")
    assert "draw of 1" in event(battle, 64, "al").asked
    battle.record(Acts("al", 1, 1, 0))
    request = act_request(battle, one(battle, "al"))
    assert [option.id for option in request.options] == ["done"]
    assert next(each for each in request.barred if each.id == "attack").why.rule == "CA-6.11"


@rule("CA-6.11")
def test_fumbled_he_only_defends_even_if_his_foe_is_gone_before_his_turn() -> None:
    battle = field_of("red knights: al 10,20; bo 11,19", "blue foes: ed 10,19; flo 10,15")
    event(battle, 64, "al")
    battle.record(Left("ed", DEAD, "bo"))
    battle.record(Acts("al", 1, 1, 0))
    request = act_request(battle, one(battle, "al"))
    assert [option.id for option in request.options] == ["done"]
    assert {each.id: each.why.rule for each in request.barred if each.id in ("move", "charge")} == {
        "move": "CA-6.11",
        "charge": "CA-6.11",
    }


@rule("CA-6.12")
def test_rapid_fire_one_figure_with_a_ranged_weapon_shoots_once_more() -> None:
    battle = field_of("red bows: al crossbow 10,30; bo 30,30")
    script = event(battle, 71, "al")
    assert [option.id for option in script.requests[0].options] == ["al", "nobody"]
    turn_of(battle, "al", "shoot", "ed", 2, "shoot", "flo", 2)
    assert len(events(battle, "Shot")) == 2


@rule("CA-6.13")
def test_hiding_spot_a_random_figure_in_cover_or_rough_ground_is_not_to_be_shot_at() -> None:
    ground = field(stretch("rough", 8, 28, 12, 32), stretch("woods", 38, 28, 42, 32))
    battle = field_of("red knights: al 10,30; bo 40,30; cy 20,30; di 6,30", "blue bows: ed longbow 10,20", ground)
    assert "draw of 2" in event(battle, 78, "al").asked
    script = turn_of(battle, "ed", "shoot", "cy", 2)
    assert sorted(option.id for option in script.requests[1].options) == ["cy", "di"]
    battle.record(RoundBegan(2))
    assert not one(battle, "al").sheltered


@rule("CA-6.13")
@pytest.mark.parametrize(
    ("ruling", "order", "lasts"),
    [("enemy", ("red", "blue"), 1), ("enemy", ("red",), 2), ("this", ("red",), 1)],
)
def test_a_hiding_spot_serves_against_an_enemy_who_has_had_his_turn(
    ruling: str, order: tuple[str, ...], lasts: int
) -> None:
    ground = field(stretch("rough", 8, 28, 12, 32))
    battle = field_of(
        "red knights: al 10,30; bo 30,30", "blue bows: ed longbow 10,20", ground, **{"hiding-lasts": ruling}
    )
    battle.notes.order = order
    event(battle, 78, "al")
    for number in range(2, lasts + 2):
        assert why_not_at(battle, one(battle, "ed"), one(battle, "al"))
        battle.turn = number
        battle.record(RoundBegan(number))
    assert not why_not_at(battle, one(battle, "ed"), one(battle, "al"))


@rule("CA-6.13", "CA-2.3")
@pytest.mark.parametrize(("initiative", "lasts"), [("cards", 1), ("initiative", 2), ("leadership", 2)])
def test_a_hiding_spot_that_comes_by_a_card_serves_for_the_round_alone(initiative: str, lasts: int) -> None:
    battle = field_of(ground=field(stretch("rough", 8, 28, 12, 32)), initiative=initiative)
    battle.notes.order = ()
    take_event(battle, Script(battle, "al"), "red", "hiding spot")
    assert one(battle, "al").sheltered == lasts


@rule("CA-6.14")
@pytest.mark.parametrize(("fell", "returns"), [(3, True), (4, True), (2, False)])
def test_just_a_scratch_a_figure_taken_out_since_last_turn_returns_where_it_fell(fell: int, returns: bool) -> None:
    battle = field_of(morale=False)
    battle.turn = fell
    hurt(battle, Script(battle), one(battle, "al"), Gash(6, 6, 6, "", "killed"), Dealt("ed", 4, 4))
    battle.turn = 4
    event(battle, 85, *(["al"] if returns else []))
    man = one(battle, "al")
    assert (man.standing == "fielded") == returns
    if returns:
        assert (at(battle, "al"), man.wound, man.ready) == ((10, 30), "serious", 5)


@rule("CA-6.14")
def test_just_a_scratch_is_for_ones_own_men() -> None:
    battle = field_of(morale=False)
    hurt(battle, Script(battle), one(battle, "ed"), Gash(6, 6, 6, "", "killed"), Dealt("al", 4, 4))
    event(battle, 85)
    assert last(battle, "Fizzled").what == "just a scratch"


@rule("CA-6.14")
def test_just_a_scratch_nobody_returns_from_a_gruesome_death() -> None:
    battle = field_of(morale=False)
    hurt(battle, Script(battle), one(battle, "al"), Gash(3, 6, 20, "body", "gruesome"), Dealt("ed", 9, 1))
    event(battle, 85)
    assert last(battle, "Fizzled").what == "just a scratch"


@rule("CA-6.14")
@pytest.mark.parametrize(
    ("wound", "att", "told"),
    [
        ("light", -1, "just a scratch (lightly wounded, 1 off). [CA-6.14]"),
        ("critical", -3, "just a scratch (critically wounded, 3 off). [CA-6.14]"),
        ("nothing", 0, "just a scratch. [CA-6.14]"),
    ],
)
def test_just_a_scratch_by_ruling_with_another_wound_or_none(wound: str, att: int, told: str) -> None:
    battle = field_of(morale=False, scratch=wound)
    hurt(battle, Script(battle), one(battle, "al"), Gash(6, 6, 6, "", "killed"), Dealt("ed", 4, 4))
    event(battle, 85, "al")
    assert total(hurts(battle.book, one(battle, "al"), "ATT")) == att
    assert tell(battle, last(battle, "JustAScratch")).endswith(told)


@rule("CA-6.15")
def test_cold_feet_a_random_figure_must_move_toward_its_own_edge() -> None:
    battle = field_of()
    event(battle, 99, "al")
    assert at(battle, "al") == (10, 36)
    assert tell(battle, last(battle, "Befell")) == "Al: cold feet. [CA-6.15]"
    battle.record(RoundBegan(1))
    change(battle, "al", extra=("no move",))
    script = turn_of(battle, "al")
    assert script.asked == []


@rule("CA-6.15")
def test_cold_feet_uses_up_the_move_of_this_turn() -> None:
    battle = field_of("red knights: al sword mace 10,30; bo 14,30")
    event(battle, 92, "al")
    script = turn_of(battle, "al", "change-weapon")
    assert "move" not in [option.id for option in script.requests[0].options]


@rule("CA-6.16")
def test_fortunes_favor_on_a_hundred_the_side_picks_any_event() -> None:
    battle = field_of()
    script = event(battle, 100, "accident", "bo")
    assert [option.id for option in script.requests[0].options] == list(TABLE)[:-1]
    assert one(battle, "bo").down


@rule("CA-6.16")
def test_by_ruling_of_a_hundred_every_lesser_number_is_as_it_was() -> None:
    battle = field_of(fortune="card")
    assert [event_of(battle, low) for low, _ in TABLE.values()][:-1] == list(TABLE)[:-1]


@rule("CA-6.16", "CA-6.10")
def test_fortunes_favor_spooks_no_horses_where_there_are_none() -> None:
    battle = field_of()
    event(battle, 100, "spooked horses")
    assert last(battle, "Fizzled").what == "spooked horses"


@rule("CA-6.16")
def test_by_ruling_a_hundred_is_cold_feet_and_fortune_only_a_card() -> None:
    battle = field_of(fortune="card")
    assert event_of(battle, 100) == "cold feet"
    take_event(battle, Script(battle, "confused", "al"), "red", "fortune's favor")
    assert one(battle, "al").confused
    assert RULESET.book.rulings["fortune"].default == "hundred"


@rule("CA-6.16")
def test_the_support_and_treasure_tables_cell_by_cell() -> None:
    assert list(BOOK.chart("support").rows.values()) == [
        [2, "peasant"],
        [1, "brigand"],
        [1, "archer"],
        [1, "man-at-arms"],
        [1, "squire"],
        [1, "knight"],
    ]
    assert {who for _, who in BOOK.chart("support").rows.values()} == set(RECRUITS)
    assert BOOK.chart("treasure").rows == {
        "1-2": ["coin", 1],
        "3-4": ["rich gear", 2],
        "5": ["a relic", 3],
        "6": ["a blessed blade", 3],
    }
