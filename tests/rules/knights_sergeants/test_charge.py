"""KS-5 Charge."""

import pytest

from kktui.engine.check import settle
from kktui.engine.nearby import in_contact
from kktui.engine.requests import Arrange, Refusal
from kktui.rules.knights_sergeants.charge import charge_request, charge_targets, may_charge
from kktui.rules.knights_sergeants.rings import rings
from kktui.table import Pose
from tests.drawn import DEFAULT, across, at, card, change, drawn, events, field, last, stretch
from tests.rules_shown import rule

FOOT = "red foot: al sergeant 10,30; bo 12,30"
FOES = "blue foes: ed sergeant 10,20; flo 12,20"


@rule("KS-5.1")
@pytest.mark.parametrize(("words", "y", "open_to"), [("", 11, 1), ("", 10.9, 0), ("mounted", 5, 1), ("mounted", 3, 0)])
def test_a_unit_may_charge_what_the_best_of_dice_would_reach(words: str, y: float, open_to: int) -> None:
    battle = drawn(f"red foot: al sergeant 10,30 {words}; bo 14,30 {words}", f"blue foes: ed sergeant 10,{y}; flo 40,5")
    assert len(charge_targets(battle, battle.units["foot"])) == open_to


@rule("KS-5.1", "KS-1.5")
@pytest.mark.parametrize(("y", "open_to"), [(12, 1), (11.9, 0)])
def test_a_wounded_leader_charges_an_inch_less_far(y: float, open_to: int) -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 14,30", f"blue foes: ed sergeant 10,{y}; flo 40,5")
    change(battle, "al", hits=1, hurt="wound")
    assert len(charge_targets(battle, battle.units["foot"])) == open_to
    assert may_charge(battle, battle.units["foot"]) == bool(open_to)
    assert [each.inches for each in rings(battle, "al") if each.name == "charge"] == [17]


@rule("KS-5.1")
def test_nobody_charges_what_he_cannot_see() -> None:
    wood = field(stretch("woods", 0, 23, 48, 27))
    behind = drawn(FOOT, FOES, ground=wood)
    assert not charge_targets(behind, behind.units["foot"])
    hidden = drawn(FOOT, FOES.replace("foes:", "foes hidden:"))
    assert not charge_targets(hidden, hidden.units["foot"])


@rule("KS-5.1")
def test_the_charger_checks_first_and_a_faint_heart_leaves_the_target_untested() -> None:
    battle = drawn(FOOT, FOES)
    script = card(battle, "foot", "charge", "foes", 9, "hold")
    assert [each.unit for each in events(battle, "MoraleChecked")] == ["foot"]
    assert battle.units["foot"].mood == "shaken"
    asked = script.requests[-1]
    assert [option.id for option in asked.options] == ["retreat", "hold"]  # type: ignore[union-attr]


@rule("KS-5.1", "KS-3.3")
def test_a_charger_that_fails_by_three_retreats_at_once() -> None:
    battle = drawn("red foot: al sergeant peasant 10,30; bo peasant 12,30", FOES)
    card(battle, "foot", "charge", "foes", 10, 6)
    assert at(battle, "al") == (10, 36)


@rule("KS-5.1")
def test_a_target_that_stands_receives_the_charge() -> None:
    battle = drawn(FOOT, FOES)
    card(battle, "foot", "charge", "foes", 1, 8, 12, DEFAULT, 5, 5, 5, 5)
    assert at(battle, "al") == (10, 21)
    assert in_contact(battle, battle.figures["al"]) == ["ed"]
    assert last(battle, "UnitMoved").how == "charges"


@rule("KS-5.1", "KS-3.3")
def test_a_target_shaken_by_the_charge_stays_and_fights() -> None:
    battle = drawn(FOOT, FOES)
    card(battle, "foot", "charge", "foes", 1, 10, 12, DEFAULT, 5, 5, 5, 5)
    assert battle.units["foes"].mood == "shaken"
    assert at(battle, "ed") == (10, 20)


@rule("KS-5.1", "KS-3.3")
def test_a_target_that_fails_by_three_is_gone_before_the_charge_comes_home() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant peasant 10,20; flo peasant 12,20")
    card(battle, "foot", "charge", "foes", 1, 10, 12, 9, DEFAULT)
    assert at(battle, "ed") == (10, 8)
    assert at(battle, "al") == (10, 21)
    assert events(battle, "ChargeShort")


@rule("KS-5.1")
def test_a_charger_goes_after_a_target_that_leaves_with_its_own_dice() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant peasant 10,20; flo peasant 12,20")
    card(battle, "foot", "charge", "foes", 1, 10, 3, 18, DEFAULT, 5, 5, 5, 5)
    assert at(battle, "ed") == (10, 17)
    assert in_contact(battle, battle.figures["al"]) == ["ed"]
    assert battle.units["foes"].mood == "retreating"


@rule("KS-5.1", "KS-3.1", "KS-3.3")
@pytest.mark.parametrize(("roll", "y", "mood"), [(8, 20, "steady"), (9, 16, "retreating")])
def test_a_unit_in_retreat_checks_too_when_it_is_charged(roll: int, y: float, mood: str) -> None:
    battle = drawn(FOOT, FOES)
    change(battle, "foes", mood="retreating")
    flight = () if mood == "steady" else (4,)
    card(battle, "foot", "charge", "foes", 1, roll, *flight, 3, DEFAULT)
    assert (at(battle, "ed"), battle.units["foes"].mood) == ((10, y), mood)


@rule("KS-5.1")
def test_a_man_stunned_does_not_run_with_his_unit() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant peasant 10,20; flo peasant 12,20")
    change(battle, "flo", daze="stunned")
    card(battle, "foot", "charge", "foes", 1, 10, 12, 3, [(10, 28)])
    assert (at(battle, "ed"), at(battle, "flo")) == ((10, 8), (12, 20))


@rule("KS-5.2")
@pytest.mark.parametrize(("thrown", "home"), [(9, True), (8, False)])
def test_a_charge_that_can_reach_contact_must_and_one_that_cannot_is_a_move(thrown: int, home: bool) -> None:
    battle = drawn(FOOT, FOES)
    request = charge_request(battle, battle.units["foot"], battle.units["foes"], thrown)
    assert request.must_touch == home
    answer = settle(battle, request, {"path": [(10, 27)]})
    assert isinstance(answer, Refusal) == home
    if isinstance(answer, Refusal):
        assert answer.rule == "KS-5.2"
        assert not isinstance(settle(battle, request, answer.nearest), Refusal)


@rule("KS-5.2", "KS-2.2")
def test_a_charge_names_nobody_who_lies_hidden_where_it_comes_home_and_finds_him() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant 10,20; flo 40,5", "blue ambush hidden: gil sergeant 11,21; hob 40,8")
    request = charge_request(battle, battle.units["foot"], battle.units["foes"], 12)
    assert request.may_touch == ("ed", "flo")
    card(battle, "foot", "charge", "foes", 1, 1, 12, DEFAULT, DEFAULT, 5, 5)
    assert at(battle, "al") == (10, 21)
    assert last(battle, "Revealed").why == "found"
    assert in_contact(battle, battle.figures["al"]) == ["ed", "gil"]


@rule("KS-5.2", "KS-4.4")
def test_when_the_leader_falls_short_none_of_his_men_comes_home_either() -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 12,26", FOES)
    script = card(battle, "foot", "charge", "foes", 1, 1, 8, DEFAULT)
    assert events(battle, "ChargeShort")
    assert not [man for man in battle.men("foot") if in_contact(battle, man)]
    places = next(each for each in script.requests if isinstance(each, Arrange))
    assert places.may_touch == ()


@rule("KS-5.2")
def test_the_men_of_a_charge_that_comes_home_go_for_the_foe() -> None:
    battle = drawn(FOOT, FOES)
    card(battle, "foot", "charge", "foes", 1, 1, 9, DEFAULT, 5, 5, 5, 5)
    assert [bool(in_contact(battle, man)) for man in battle.men("foot")] == [True, True]
    assert not events(battle, "ChargeShort")


@rule("KS-5.2")
def test_the_men_of_a_charge_come_up_to_riders_too_whichever_way_their_horses_look() -> None:
    foes = "blue foes: ed sergeant 10,20 mounted; flo 12,20 mounted; gus 14,20 mounted"
    battle = drawn(f"{FOOT}; cy 14,30", foes)
    change(battle, "gus", pose=Pose(14, 20, 30))
    battle.lay_table()
    card(battle, "foot", "charge", "foes", 1, 1, 12, DEFAULT, 5, 5, 5, 5, 5, 5)
    assert last(battle, "Paired").fights == (("al", "ed"), ("bo", "flo"), ("cy", "gus"))


@rule("KS-5.2", "KS-4.3")
def test_a_charge_pays_for_the_ground_like_any_move() -> None:
    battle = drawn(FOOT, FOES, ground=field(across("fence", 25)))
    units = battle.units["foot"], battle.units["foes"]
    assert not charge_request(battle, *units, 11.9).must_touch
    assert charge_request(battle, *units, 12).must_touch


@rule("KS-5.2")
def test_a_charge_into_two_units_side_by_side_may_touch_both() -> None:
    battle = drawn(
        "red riders: al sergeant 10,30 mounted; bo 20,30 mounted",
        "blue foes: ed sergeant 10,20 mounted; flo 40,5",
        "blue lord: sir knight 11,20 mounted",
    )
    request = charge_request(battle, battle.units["riders"], battle.units["foes"], 12)
    assert {"ed", "sir"} <= set(request.may_touch)
    assert not isinstance(settle(battle, request, {"path": request.best}), Refusal)


@rule("KS-5.2")
def test_a_charge_that_touches_just_as_its_dice_end_has_come_home() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant 10.1,20; flo 12,20")
    card(battle, "foot", "charge", "foes", 1, 8, 9, [(10.1, 20)], 5, 5, 5, 5)
    assert in_contact(battle, battle.figures["al"]) == ["ed"]
    assert not events(battle, "ChargeShort")


@rule("KS-5.1")
def test_a_charge_is_announced_before_anybody_checks_and_shows_a_hidden_unit() -> None:
    battle = drawn(FOOT.replace("foot:", "foot hidden:"), FOES)
    card(battle, "foot", "charge", "foes", 9, "hold")
    names = [type(entry.event).__name__ for entry in battle.log]
    assert names.index("Revealed") < names.index("ChargeDeclared") < names.index("MoraleChecked")
    assert (last(battle, "ChargeDeclared").unit, last(battle, "ChargeDeclared").target) == ("foot", "foes")


@rule("KS-5.1")
def test_those_who_fight_the_charger_already_do_not_check_again() -> None:
    battle = drawn("red foot: al sergeant 10,21; bo 14,24", FOES.replace("12,20", "14,20"))
    card(battle, "foot", "charge", "foes", 1, 3, [], {"bo": [14, 21, 0]}, 5, 5, 5, 5)
    assert [each.cause for each in events(battle, "MoraleChecked")] == ["charging"]


@rule("KS-5.2")
def test_a_charge_bears_off_to_one_side_where_that_comes_to_a_man_of_the_unit() -> None:
    foes = "blue foes: ed sergeant 9.3,20.7; flo 10.7,20.7; gus 10,19.9; hob 13.66,20.48"
    battle = drawn("red foot: al sergeant 10,30; bo 40,40", foes, "red others: zoe sergeant 10,26; yan 40,44")
    request = charge_request(battle, battle.units["foot"], battle.units["foes"], 14)
    assert request.must_touch
    assert request.best[-1].x > 12


@rule("KS-5.1", "KS-6.1")
def test_men_who_run_from_a_charge_lose_their_aim() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant peasant 10,20 longbow; flo peasant 12,20")
    change(battle, "ed", aimed=True)
    card(battle, "foot", "charge", "foes", 1, 10, 12, 9, DEFAULT)
    assert not battle.figures["ed"].aimed


@rule("KS-7.4")
def test_a_lance_on_foot_strikes_home_no_harder() -> None:
    battle = drawn("red lord: sir knight 10,31.5 lance", "blue foes: ed sergeant 10,20; flo 40,5")
    card(battle, "lord", "charge", "foes", 1, 1, 18, DEFAULT, 5, 6)
    assert not events(battle, "LancesHome")


@rule("KS-5.1", "KS-7.5")
def test_a_unit_of_stunned_men_stays_where_it_lies_however_badly_it_fails() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant peasant 10,20; flo peasant 12,20")
    for each in ("ed", "flo"):
        change(battle, each, daze="stunned")
    card(battle, "foot", "charge", "foes", 1, 10, 3, DEFAULT)
    assert (at(battle, "ed"), battle.units["foes"].mood) == ((10, 20), "retreating")
