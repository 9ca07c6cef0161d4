"""SC-5 Melee."""

from typing import Any

import pytest

from kktui.engine.check import settle
from kktui.engine.modifiers import total
from kktui.engine.requests import Refusal
from kktui.engine.telling import tell
from kktui.rules.schiltron.fallback import give_way
from kktui.rules.schiltron.melee import (
    Bout,
    outcome,
    pairing_request,
    score,
    side_struck,
    strike,
    tactical_factors,
    terms_of,
    weapon_factor,
)
from kktui.table import Area, Point
from tests.drawn import Script, across, change, events, field, last
from tests.rules.schiltron.table import BOOK, drawn, man, phase, ranked
from tests.rules_shown import rule


def pair(ours: str = "", theirs: str = "", **facts: Any) -> tuple[Any, Any, Any]:
    """al comes from the south at ed, who looks at him."""
    battle = drawn(f"red foot: al 10,11 {ours}", f"blue foes: ed 10,10 {theirs}", **facts)
    return battle, man(battle, "al"), man(battle, "ed")


def factors(battle: Any, one: Any, other: Any) -> dict[str, int]:
    return {name: value for name, value, _ in tactical_factors(battle, one, other)}


@rule("SC-5.1")
def test_the_victory_margins() -> None:
    assert BOOK.chart("margins").rows == {"UA": 1, "PA": 2, "FA": 4, "PP": 5, "FP": 6}


@rule("SC-5.1")
@pytest.mark.parametrize(
    ("difference", "word"),
    [(9, "hit"), (4, "hit"), (3, "goes on"), (1, "goes on"), (0, "goes on"), (-1, "goes on"), (-2, "is hit")],
)
def test_the_higher_kills_if_the_difference_reaches_the_losers_margin(difference: int, word: str) -> None:
    assert outcome(Bout(0, 0, 0, 0, 4, 2, "die"), difference) == word


@rule("SC-5.1")
def test_both_add_stripes_weapon_and_tactical_factors_to_a_d12() -> None:
    battle, al, ed = pair("veteran sword gambeson", "raw two-handed-axe long-mail")
    terms = terms_of(battle, al, ed)
    assert terms.bout == Bout(0, 2 + 2, 0, 0 + 3, 4, 2, "die")
    blow = strike(Script(battle, 8, 5), terms.bout)  # type: ignore[arg-type]
    assert (blow.score, blow.target_score, blow.outcome) == (12, 8, "hit")


@rule("SC-5.1")
def test_a_kill_takes_the_loser_off_whichever_side_he_is_on() -> None:
    for dice, fallen in (((12, 1), "ed"), ((1, 12), "al")):
        battle, _, _ = pair()
        battle.notes.initiative = "red"
        phase(battle, "Melee", *dice)
        assert [each.figure for each in events(battle, "Left")] == [fallen]


@rule("SC-5.1")
def test_a_tie_goes_on() -> None:
    battle, al, ed = pair()
    phase(battle, "Melee", 7, 7)
    assert last(battle, "Struck").outcome == "goes on"
    assert (al.rounds, ed.rounds) == (1, 1)


@rule("SC-5.1")
def test_at_most_three_fight_one_each_against_a_fresh_die_of_his() -> None:
    around = "a 10,11; b 11,10; c 9,10; d 10,9"
    battle = drawn(f"red foot: {around}", "blue foes: ed 10,10 plate limb-plate")
    battle.notes.initiative = "red"
    script = phase(battle, "Melee", 6, 6, 6, 6, 6, 6)
    assert len(events(battle, "Struck")) == 3
    assert script.asked == ["1d12 melee"] * 6


@rule("SC-5.1")
def test_whom_a_man_fights_of_his_own_choice_is_one_of_the_three() -> None:
    battle = drawn("red foot: al 10,10; bo 12,10; cy 8,10", "blue foes: ed 10,11; flo 9,10; gus 10,9; hob 11,10")
    request = pairing_request(battle, "blue", [("al", "ed")])
    refused = settle(battle, request, {"flo": "al", "gus": "al", "hob": "al"})
    assert isinstance(refused, Refusal)
    assert refused.rule == "SC-5.1"
    two = {"gus": "al", "flo": "cy", "hob": "al"}
    assert settle(battle, request, two) == two


@rule("SC-5.1")
def test_the_side_with_the_initiative_names_its_foes_and_the_rest_name_theirs() -> None:
    battle = drawn("red foot: al 10,11", "blue foes: ed 9.5,10.134; flo 10.5,10.134")
    battle.notes.initiative = "red"
    script = phase(battle, "Melee", {"al": "flo"}, 6, 6, 6, 6)
    assert [(each.figure, each.target) for each in events(battle, "Struck")] == [("al", "flo"), ("ed", "al")]
    assert script.asked[0] == "pairs"


@rule("SC-5.1")
def test_who_has_fallen_fights_no_more() -> None:
    battle = drawn("red foot: al 10,11; bo 11,10", "blue foes: ed 10,10")
    battle.notes.initiative = "red"
    phase(battle, "Melee", 12, 1)
    assert last(battle, "FightOff").target == "ed"


@rule("SC-5.2")
@pytest.mark.parametrize(
    ("cap", "scores"),
    [("die", (12 + 5, 1 + 5, 8 + 5)), ("total", (12, 3, 12)), ("none", (14 + 5, -2 + 5, 8 + 5))],
)
def test_what_stays_within_1_and_12(cap: str, scores: tuple[int, ...]) -> None:
    assert tuple(score(die, tactical, 5, cap) for die, tactical in ((12, 2), (1, -3), (8, 0))) == scores


@rule("SC-5.2")
def test_the_die_with_its_factors_is_the_default_and_the_total_the_literal_switch() -> None:
    assert BOOK.switch("cap") == "die"
    battle, al, ed = pair(rulings={"cap": "total"})
    assert terms_of(battle, al, ed).bout.cap == "total"


@rule("SC-5.3")
def test_the_chart_of_tactical_factors() -> None:
    assert BOOK.chart("tactical").rows == {
        "mounted v foot": 1,
        "charging": 1,
        "v unshielded flank": 1,
        "axe or warhammer v PP or FP": 1,
        "v rear": 2,
        "v schiltron front": -2,
        "foot v mounted": -1,
        "v uphill": -1,
        "v obstacle": -1,
        "each wound": -1,
    }


@rule("SC-5.3")
def test_mounted_against_foot_and_foot_against_mounted_each_on_his_own_die() -> None:
    battle, al, ed = pair("mounted")
    assert factors(battle, al, ed) == {"mounted v foot": 1}
    assert factors(battle, ed, al) == {"foot v mounted": -1}
    battle, al, ed = pair("mounted", "mounted")
    assert factors(battle, al, ed) == {}


@rule("SC-5.3", "SC-5.4")
def test_charging_counts_in_the_first_round_and_not_against_spears_or_uphill() -> None:
    battle, al, ed = pair()
    al.charged = True
    assert factors(battle, al, ed) == {"charging": 1}
    al.rounds = 1
    assert factors(battle, al, ed) == {}
    battle, al, ed = pair("", "pike")
    al.charged = True
    assert factors(battle, al, ed) == {}
    battle, al, ed = pair(ground=HILL)
    al.charged = True
    assert factors(battle, al, ed) == {"v uphill": -1}


HILL = field(Area("hill", "slope", (Point(0, 0), Point(48, 0), Point(48, 10.5), Point(0, 10.5)), 2.0))


@rule("SC-5.3")
@pytest.mark.parametrize(
    ("facing", "struck", "shielded", "bare"),
    [
        (180, "front", 0, 0),
        (136, "front", 0, 0),
        (135, "front", 0, 0),
        (134, "right flank", 1, 1),
        (90, "right flank", 1, 1),
        (46, "right flank", 1, 1),
        (45, "rear", 2, 2),
        (44, "rear", 2, 2),
        (0, "rear", 2, 2),
        (316, "rear", 2, 2),
        (315, "rear", 2, 2),
        (314, "left flank", 0, 1),
        (270, "left flank", 0, 1),
        (226, "left flank", 0, 1),
        (225, "front", 0, 0),
        (224, "front", 0, 0),
    ],
)
def test_front_flank_and_rear_go_by_facing_and_the_shield_is_on_the_left(
    facing: int, struck: str, shielded: int, bare: int
) -> None:
    for words, bonus in (("shield", shielded), ("", bare)):
        battle = drawn("red foot: al 10,11", f"blue foes: ed 10,10,{facing} {words}")
        al, ed = man(battle, "al"), man(battle, "ed")
        assert side_struck(ed, al) == struck
        assert total(tactical_factors(battle, al, ed)) == bonus


@rule("SC-5.3")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_a_schiltron_is_front_all_round_and_two_off(facing: int) -> None:
    battle = drawn("red foot: al 10,11", f"blue foes: ed 10,10,{facing} spear")
    ranked(battle, "foes", "schiltron")
    assert factors(battle, man(battle, "al"), man(battle, "ed")) == {"v schiltron front": -2}
    ranked(battle, "foes", "formed")
    assert "v schiltron front" not in factors(battle, man(battle, "al"), man(battle, "ed"))


@rule("SC-5.3")
@pytest.mark.parametrize(("weapon", "bonus"), [("axe", 1), ("warhammer", 1), ("poleaxe", 1), ("sword", 0), ("mace", 0)])
def test_axes_and_warhammers_against_plate(weapon: str, bonus: int) -> None:
    for armour, here in (("plate", bonus), ("plate limb-plate", bonus), ("long-mail", 0), ("", 0)):
        battle, al, ed = pair(weapon, armour)
        assert total(tactical_factors(battle, al, ed)) == here


@rule("SC-5.3")
def test_an_enemy_uphill() -> None:
    battle, al, ed = pair(ground=HILL)
    assert factors(battle, al, ed) == {"v uphill": -1}
    assert factors(battle, ed, al) == {}


@rule("SC-5.3")
def test_an_enemy_behind_an_obstacle_that_one_has_come_up_to() -> None:
    battle, al, ed = pair(ground=field(across("fence", 10.5)))
    al.assails = True
    assert factors(battle, al, ed) == {"v obstacle": -1}
    assert factors(battle, ed, al) == {}


@rule("SC-5.3", "SC-8.1")
def test_each_wound_of_a_leader() -> None:
    battle = drawn("red foot: al sergeant 10,11", "blue foes: ed 10,10")
    change(battle, "al", hits=2)
    assert factors(battle, man(battle, "al"), man(battle, "ed")) == {"wounds": -2}


@rule("SC-5.3")
def test_a_man_with_nobody_before_him_turns_to_one_at_his_back_when_the_round_is_over() -> None:
    for ruling, facing in (("turn", 180), ("stay", 0)):
        battle = drawn("red foot: al 10,11 gambeson", "blue foes: ed 10,10,0 gambeson", rulings={"turning": ruling})
        battle.notes.initiative = "red"
        phase(battle, "Melee", 6, 8)
        struck = {each.figure: each.modifiers for each in events(battle, "Struck")}
        assert [each.name for each in struck["al"]] == ["v rear"]
        assert man(battle, "ed").place.facing == facing
        assert man(battle, "al").place.facing == 0


@rule("SC-5.4")
def test_the_chart_of_weapon_factors() -> None:
    assert BOOK.chart("weapon-factor").rows == {
        "improvised": 0,
        "spear/pike": 1,
        "single hand edged": 2,
        "double hand edged": 3,
        "mounted lance": 5,
        "lance, its shock spent": 2,
    }


@rule("SC-5.4")
@pytest.mark.parametrize(
    ("weapon", "factor"),
    [("club", 0), ("farm-tool", 0), ("spear", 1), ("pike", 1), ("sword", 2), ("axe", 2), ("bill", 3), ("halberd", 3)],
)
def test_weapons_count_as_the_chart_says(weapon: str, factor: int) -> None:
    battle, al, ed = pair(weapon)
    assert weapon_factor(battle, al, ed).value == factor


@rule("SC-5.4")
def test_a_lance_is_5_in_the_first_round_mounted_and_not_against_spears_or_uphill() -> None:
    battle, al, ed = pair("lance mounted")
    assert weapon_factor(battle, al, ed).value == 5
    al.rounds = 1
    assert weapon_factor(battle, al, ed).value == 2
    battle, al, ed = pair("lance mounted", "spear")
    assert weapon_factor(battle, al, ed).value == 2
    battle, al, ed = pair("lance mounted", ground=HILL)
    assert weapon_factor(battle, al, ed).value == 2
    battle, al, ed = pair("lance")
    assert weapon_factor(battle, al, ed).value == 1


@rule("SC-5.4")
def test_a_melee_is_a_new_one_after_a_turn_out_of_contact() -> None:
    battle, al, ed = pair("gambeson", "gambeson")
    phase(battle, "Melee", 6, 6)
    assert al.rounds == 1
    battle.notes = type(battle.notes)()
    battle.stand("ed", ed.place._replace(y=5.0))
    phase(battle, "Melee")
    assert (al.rounds, ed.rounds) == (0, 0)


@rule("SC-5.4")
@pytest.mark.parametrize(("name", "dice"), [("Morale", (1,)), ("Rally", (1,))])
def test_when_the_enemy_has_run_the_next_melee_begins_with_its_first_round(name: str, dice: tuple[int, ...]) -> None:
    battle = drawn("red horse: al lance mounted 10,11.5", "blue foes: ed raw 10,10; flo raw 40,5; gil raw 42,5")
    al = man(battle, "al")
    change(battle, "al", rounds=2, assails=True)
    change(battle, "ed", rounds=2, routed=name == "Rally")
    change(battle, "foes", causes=("cannon",) if name == "Morale" else ())
    assert weapon_factor(battle, al, man(battle, "flo")).value == 2
    phase(battle, name, *dice)
    assert man(battle, "ed").place.y < 8
    assert (al.rounds, al.assails) == (0, False)
    assert weapon_factor(battle, al, man(battle, "flo")).value == 5


@rule("SC-5.4")
def test_who_has_another_enemy_upon_him_is_in_the_same_melee_still() -> None:
    battle = drawn("red foot: al 10,11", "blue foes: ed 10,10", "blue others: flo 11,11")
    change(battle, "al", rounds=2)
    give_way(battle, [man(battle, "ed")])
    assert man(battle, "al").rounds == 2


@rule("SC-5.4")
def test_a_lance_on_foot_is_a_spear_to_whoever_charges_it() -> None:
    battle, al, ed = pair("lance mounted", "lance")
    al.charged = True
    assert weapon_factor(battle, al, ed).value == 2
    assert factors(battle, al, ed) == {"mounted v foot": 1}
    battle, al, ed = pair("lance mounted", "lance mounted")
    assert weapon_factor(battle, al, ed).value == 5


@rule("SC-5.3", "SC-5.4")
def test_a_lancer_takes_to_the_warhammer_at_his_side() -> None:
    battle, al, ed = pair("lance warhammer mounted", "plate mounted")
    assert factors(battle, al, ed) == {}
    al.rounds = 1
    assert factors(battle, al, ed) == {"axe or warhammer v PP or FP": 1}
    assert weapon_factor(battle, al, ed).value == 2


@rule("SC-5.1")
def test_a_tie_goes_on_whatever_the_margin() -> None:
    bout = Bout(0, 0, 0, 0, 0, 0, "die")
    assert [strike(Script(None, *dice), bout).outcome for dice in ((6, 6), (7, 6), (6, 7))] == [  # type: ignore[arg-type]
        "goes on",
        "hit",
        "is hit",
    ]


@rule("SC-5.1")
def test_nobody_is_left_out_for_one_who_could_fight_another() -> None:
    battle = drawn("red foot: al 10.866,10.5; bo 10,11; cy 9,10; di 10,9", "blue foes: ed 10,10; flo 11.732,11")
    battle.notes.initiative = "red"
    request = pairing_request(battle, "red", [])
    assert set(request.parts) == {"al", "bo", "cy", "di"}
    assert [option.id for option in request.parts["al"].options] == ["flo", "hold"]  # type: ignore[union-attr]


@rule("SC-5.2")
@pytest.mark.parametrize(("cap", "said"), [("die", "die"), ("total", "total"), ("none", "")])
def test_the_log_says_when_the_limits_told(cap: str, said: str) -> None:
    battle, _, _ = pair("mounted", "", rulings={"cap": cap})
    battle.notes.initiative = "red"
    phase(battle, "Melee", 12, 6)
    struck = last(battle, "Struck")
    assert (struck.capped, struck.target_capped) == (said, "")
    assert (f"the {said} kept within 1 and 12" in tell(battle, struck)) is bool(said)


@rule("SC-5.3")
def test_a_man_in_a_ring_turns_to_nobody() -> None:
    others = "; ".join(f"m{i} spear {12 + 2 * i},5" for i in range(4))
    battle = drawn("red foot: al 10,11 gambeson", f"blue foes: ed 10,10,0 gambeson spear; {others}")
    ranked(battle, "foes", "schiltron")
    phase(battle, "Melee", 8, 6)
    assert last(battle, "Struck").outcome == "goes on"
    assert man(battle, "ed").place.facing == 0


@rule("SC-5.4")
@pytest.mark.parametrize("facts", [{"rounds": 2}, {"assails": True}])
def test_one_who_was_come_to_and_one_who_came_are_both_out_of_a_melee_the_foe_ran_from(facts: dict[str, Any]) -> None:
    battle = drawn("red foot: al 10,11", "blue foes: ed raw 10,10")
    change(battle, "al", **facts)
    change(battle, "ed", routed=True)
    phase(battle, "Rally", 1)
    assert (man(battle, "al").rounds, man(battle, "al").assails) == (0, False)
