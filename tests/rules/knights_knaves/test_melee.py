"""KK-8.1 to KK-8.7 Melee."""

import pytest

from kktui.engine.modifiers import Modifier, total
from kktui.engine.odds import odds_of
from kktui.rules.knights_knaves.blows import (
    Fighter,
    above,
    bout_outcome,
    combat_factor,
    contest,
    damage_dice,
    how_it_unseats,
    modifiers,
    weapon_value,
)
from kktui.rules.knights_knaves.falls import GALLOPING_LANCE, Body
from kktui.rules.knights_knaves.melee import bout_of, opponent_request, pairings
from kktui.rules.knights_knaves.wounds import hurt_horse
from kktui.table import Area, Point
from tests.rules.knights_knaves.field import BOOK, Says, across, change, drawn, events, field, last, man, run, stretch
from tests.rules_shown import rule


def named(battle: object) -> dict[str, int]:
    """What bears on al's factor against bo."""
    return {each.name: each.value for each in modifiers(battle, man(battle, "al"), man(battle, "bo"))}  # type: ignore[arg-type]


# Pairings.


@rule("KK-8.1")
def test_each_names_one_opponent_and_in_other_pairings_throws_only_to_deny() -> None:
    battle = drawn("red foot: al knight 20,20", "blue foes: bo sergeant 20,19; cy 21,20; di 20,21")
    dice = {"melee": 1, "melee al on bo": 10, "melee al on cy": 10, "melee al on di": 1, "melee di on al": 10}
    says = Says(battle, {**dice, "damage": 1}, opponents={"al": "bo"})
    run(battle, "Melee", says)
    assert {(each.figure, each.foe): each.outcome for each in events(battle, "Struck")} == {
        ("al", "bo"): "struck",
        ("cy", "al"): "denied",
        ("di", "al"): "struck",
    }


@rule("KK-8.1")
def test_each_strikes_home_once_a_turn() -> None:
    battle = drawn("red foot: al knight 20,20 mace", "blue foes: bo sergeant 20,19")
    run(battle, "Melee", Says(battle, {"melee al on bo": 10, "melee bo on al": 1, "damage": 2}))
    assert man(battle, "al").struck
    bout = bout_of(battle, man(battle, "al"), man(battle, "bo"), {"al": "bo", "bo": "al"})
    assert (bout.one.strikes, bout.other.strikes) == (False, True)


@rule("KK-8.1")
@pytest.mark.parametrize(("ruling", "outcome"), [(None, "denied"), ("first won", "lost")])
def test_the_blow_falls_on_whom_he_named_or_by_ruling_in_the_first_pairing_won(
    ruling: str | None, outcome: str
) -> None:
    battle = drawn("red foot: al knight 20,20", "blue foes: bo 20,19; cy 21,20", rulings={"one-blow": ruling})
    says = Says(battle, {"melee": 1, "melee al on bo": 1, "melee bo on al": 10, "melee al on cy": 10, "damage": 2})
    run(battle, "Melee", says)
    outcomes = {(each.figure, each.foe): each.outcome for each in events(battle, "Struck")}
    assert outcomes == {("al", "bo"): "lost", ("cy", "al"): outcome}


@rule("KK-8.1")
def test_those_who_named_each_other_fight_first_and_nobody_twice() -> None:
    assert pairings({"a": "z", "z": "b", "b": "z", "c": "z"}) == (("b", "z"), ("a", "z"), ("c", "z"))
    assert pairings({"a": "z:horse", "z": "a"}) == (("a", "z"),)


@rule("KK-8.1", "KK-1.4")
def test_on_foot_one_may_strike_at_a_riders_horse() -> None:
    battle = drawn("red foot: al knight 20,20 two-handed-axe", "blue foes: bo sergeant 20,18.5 war-horse")
    options = [option.id for option in opponent_request(battle, man(battle, "al"), ["bo"]).options]
    assert options == ["bo", "bo:horse"]
    dice = {"melee al on bo": 10, "melee bo on al": 1, "damage": 9}
    run(battle, "Melee", Says(battle, dice, opponents={"al": "bo:horse"}))
    assert (man(battle, "bo").horse_stamina, man(battle, "bo").stamina) == (4, 3)


@rule("KK-8.1")
def test_a_rider_may_not_nor_anybody_by_ruling() -> None:
    rider = drawn("red foot: al knight 20,20 nag", "blue foes: bo sergeant 20,17.5 war-horse")
    assert len(opponent_request(rider, man(rider, "al"), ["bo"]).options) == 1
    foot = drawn("red foot: al 20,20", "blue foes: bo 20,18.5 nag", rulings={"strike-horse": False})
    assert len(opponent_request(foot, man(foot, "al"), ["bo"]).options) == 1


@rule("KK-8.1")
def test_a_pairing_with_the_fallen_does_not_come_about() -> None:
    battle = drawn("red foot: al knight 20,20", "blue foes: bo sergeant 20,19 mace; cy 21,20 mace")
    dice = {"melee al on bo": 1, "melee bo on al": 10, "damage": 20}
    run(battle, "Melee", Says(battle, dice, opponents={"al": "bo"}))
    assert man(battle, "al").standing == "dead"
    assert len(events(battle, "FightOff")) == 1


# Factors.


@rule("KK-8.2")
def test_the_combat_factor_is_skill_and_weapon_value_cell_by_cell() -> None:
    chart = BOOK.chart("combat-factors")
    assert chart.columns == ("0", "2", "3", "4", "6")
    assert list(chart.rows) == [str(skill) for skill in range(3, 11)]
    for skill in range(3, 11):
        for value in (0, 2, 3, 4, 6):
            assert chart.at(str(skill), str(value)) == combat_factor(BOOK, skill, value) == skill + value
    assert combat_factor(BOOK, 2, 5) == 7


VALUES = {
    "sword": (4, 4),
    "falchion": (4, 4),
    "mace": (3, 3),
    "axe": (3, 3),
    "warhammer": (3, 3),
    "two-handed-sword": (4, 3),
    "two-handed-axe": (4, 3),
    "halberd": (4, 2),
    "bill": (4, 2),
    "poleaxe": (4, 2),
    "goedendag": (4, 2),
    "spear": (4, 2),
    "javelin": (4, 2),
    "lance": (6, 0),
    "long-spear": (6, 0),
    "pike": (6, 0),
    "short-sword": (3, 3),
    "dagger": (3, 3),
    "farm-tool": (2, 2),
    "staff": (2, 2),
    "club": (2, 2),
    "longbow": (2, 2),
    "crossbow": (2, 2),
    "handgun": (2, 2),
}


@rule("KK-8.3", "KK-8.4")
@pytest.mark.parametrize("weapon", VALUES)
def test_weapon_values_at_first_and_after_a_round_without_striking_home(weapon: str) -> None:
    battle = drawn(f"red foot: al 20,20 {weapon}", "blue foes: bo 20,19; cy 21,20")
    al, bo, cy = (man(battle, each) for each in ("al", "bo", "cy"))
    assert weapon_value(battle, al, bo) == VALUES[weapon][0]
    change(battle, "al", failed=((weapon, "bo"),))
    assert (weapon_value(battle, al, bo), weapon_value(battle, al, cy)) == (VALUES[weapon][1], VALUES[weapon][0])


def test_the_chart_of_weapons_is_the_sheets() -> None:
    assert BOOK.chart("weapon-values").rows == {
        "sword": [1, 4, 4, 1],
        "mace": [2, 3, 3, 2],
        "axe": [2, 3, 3, 2],
        "two-handed sword": [3, 4, 3, 3],
        "two-handed axe": [3, 4, 3, 3],
        "pole arm": [4, 4, 2, 3],
        "short spear": [4, 4, 2, 1],
        "javelin": [4, 4, 2, 1],
        "lance": [5, 6, 0, 2],
        "long spear": [5, 6, 0, 2],
        "short sword": [6, 3, 3, 1],
        "dagger": [6, 3, 3, 1],
        "farm tool": [7, 2, 2, 1],
        "other": [7, 2, 2, 1],
    }


@rule("KK-8.4")
def test_who_keeps_striking_home_keeps_the_first_value_who_does_not_loses_it_as_long_as_they_fight() -> None:
    battle = drawn("red foot: al knight 20,20 long-spear", "blue foes: bo knight 20,19 two-handed-sword steel")
    run(battle, "Melee", Says(battle, {"melee al on bo": 10, "melee bo on al": 1, "damage": 2}))
    assert (man(battle, "al").failed, man(battle, "bo").failed) == ((), (("two-handed-sword", "al"),))
    battle.notes.done, man(battle, "al").struck = (), False
    run(battle, "Melee", Says(battle, {"melee al on bo": 4, "melee bo on al": 7}))
    assert (last(battle, "Struck").outcome, man(battle, "al").failed) == ("tie", (("long-spear", "bo"),))
    battle.notes.done = ()
    run(battle, "Melee", Says(battle, {"melee al on bo": 10, "melee bo on al": 1, "damage": 2}))
    struck = last(battle, "Struck")
    assert (struck.factor, struck.modifiers) == (15, (Modifier("second value of the weapon", -6, "KK-8.4"),))
    assert man(battle, "al").failed == (("long-spear", "bo"),)


@rule("KK-8.4")
def test_when_they_have_parted_the_first_value_is_back() -> None:
    battle = drawn("red foot: al knight 20,20 long-spear", "blue foes: bo 20,30; cy 20,19")
    change(battle, "al", failed=(("long-spear", "bo"), ("long-spear", "cy")))
    run(battle, "Melee", Says(battle, usual=5))
    assert man(battle, "al").failed == (("long-spear", "cy"),)


@rule("KK-8.4")
def test_it_is_back_even_when_nobody_at_all_fought_that_turn() -> None:
    battle = drawn("red foot: al knight 20,20 long-spear", "blue foes: bo 20,30")
    change(battle, "al", failed=(("long-spear", "bo"),))
    run(battle, "Melee", Says(battle))
    assert man(battle, "al").failed == ()


@rule("KK-8.4")
def test_the_fallen_fight_nobody_any_more() -> None:
    battle = drawn("red foot: al knight 20,20; ed 30,20 pike", "blue foes: bo 20,19")
    change(battle, "ed", failed=(("pike", "bo"),), standing="dead")
    battle.table.lift("ed")
    run(battle, "Melee", Says(battle, usual=5))
    assert last(battle, "Paired").still == {}


@rule("KK-8.4")
def test_who_stays_in_contact_remains_in_combat_though_neither_names_the_other() -> None:
    battle = drawn("red foot: al knight 20,20 long-spear; ed 22,20", "blue foes: bo sergeant 21,20; cy 20,19")
    change(battle, "al", failed=(("long-spear", "bo"),))
    run(battle, "Melee", Says(battle, usual=5, opponents={"al": "cy", "bo": "ed"}))
    assert {(each.figure, each.foe) for each in events(battle, "Struck")} == {("al", "cy"), ("bo", "ed")}
    assert ("long-spear", "bo") in man(battle, "al").failed


@rule("KK-8.4")
def test_a_denied_blow_is_a_round_without_striking_home() -> None:
    battle = drawn("red foot: al knight 20,20 pike", "blue foes: bo 20,19; cy 21,20")
    dice = {"melee": 1, "melee al on bo": 10, "melee al on cy": 10, "damage": 2}
    run(battle, "Melee", Says(battle, dice, opponents={"al": "bo"}))
    assert man(battle, "al").failed == (("pike", "cy"),)


@rule("KK-8.4")
def test_a_weapon_laid_aside_and_taken_up_again_against_the_same_opponent_keeps_its_second_value() -> None:
    battle = drawn("red foot: al lord 20,20 lance mace", "blue foes: bo knight 20,19 steel")
    for chit, factor in (("hold", 16), ("swap:mace", 13), ("swap:lance", 10)):
        battle.notes.done = ()
        change(battle, "al", order=chit)
        run(battle, "Movement", Says(battle, usual=5))
        run(battle, "Melee", Says(battle, {"melee al on bo": 1, "melee bo on al": 10, "damage": 2}))
        struck = last(battle, "Struck")
        assert struck.factor + total(struck.modifiers) == factor
        change(battle, "bo", struck=False)


@rule("KK-8.4", "KK-8.11", "KK-8.2")
def test_what_a_weapon_is_short_of_its_first_value_is_told_with_its_rule() -> None:
    battle = drawn("red foot: al lord 20,20 lance", "blue foes: bo knight 20,19 sword")
    assert bout_of(battle, man(battle, "al"), man(battle, "bo"), {}).ours == ()
    change(battle, "al", failed=(("lance", "bo"),))
    change(battle, "bo", failed=(("sword", "al"),))
    bout = bout_of(battle, man(battle, "al"), man(battle, "bo"), {})
    assert (bout.one.factor, bout.ours) == (10, (Modifier("second value of the weapon", -6, "KK-8.4"),))
    assert (bout.other.factor, bout.theirs) == (13, ())
    change(battle, "al", stunned=2)
    bout = bout_of(battle, man(battle, "al"), man(battle, "bo"), {})
    assert (bout.one.factor, bout.ours) == (10, (Modifier("stunned", -6, "KK-8.11"),))


# Modifiers.


@rule("KK-8.5")
@pytest.mark.parametrize(("one", "other", "more"), [("nag", "", 1), ("", "nag", 0), ("nag", "nag", 0), ("", "", 0)])
def test_on_horseback_against_foot(one: str, other: str, more: int) -> None:
    battle = drawn(f"red foot: al 20,20 {one}", f"blue foes: bo 20,17 {other}")
    assert sum(named(battle).values()) == more


@rule("KK-8.5")
def test_uphill_of_an_opponent_is_the_same_1_and_not_another() -> None:
    hill = Area("hill", "slope", (Point(0, 19.6), Point(48, 19.6), Point(48, 48), Point(0, 48)), 2.0)
    battle = drawn("red foot: al 20,20 nag", "blue foes: bo 20,18.5", ground=field(hill))
    assert named(battle) == {"on horseback, up-slope or up-stairs": 1}
    assert not above(battle, man(battle, "bo"), man(battle, "al"))
    foot = drawn("red foot: al 20,20", "blue foes: bo 20,18.5 nag", ground=field(hill))
    assert above(foot, man(foot, "al"), man(foot, "bo"))
    assert above(foot, man(foot, "bo"), man(foot, "al"))


@rule("KK-8.5")
def test_close_woods_and_doorways_are_restricted_terrain() -> None:
    woods = field(stretch("woods", 0, 19.5, 48, 48))
    battle = drawn("red foot: al 20,20", "blue foes: bo 20,19", ground=woods)
    assert named(battle) == {"restricted terrain": -1}
    gate = drawn("red foot: al 20,20", "blue foes: bo 20,19", ground=field(across("gate", 19.6)))
    assert named(gate) == {"restricted terrain": -1}


@rule("KK-8.5")
@pytest.mark.parametrize(
    ("words", "off"),
    [
        ("small sword", -1),
        ("large sword", -2),
        ("pavise sword", 0),
        ("large two-handed-axe", 0),
        ("large halberd", 0),
        ("large spear", -2),
        ("large lance", -2),
    ],
)
def test_the_opponents_shield_unless_he_wields_two_hands(words: str, off: int) -> None:
    battle = drawn("red foot: al 20,20", f"blue foes: bo 20,19 {words}")
    assert sum(named(battle).values()) == off


@rule("KK-8.5")
@pytest.mark.parametrize(("stamina", "off"), [(9, 0), (8, -1), (6, -1), (5, -2), (3, -2), (2, -3)])
def test_wounds_and_every_level_of_fatigue(stamina: int, off: int) -> None:
    battle = drawn("red foot: al 20,20 steel", "blue foes: bo 20,19")
    change(battle, "al", stamina=stamina, tired=1, worn=2)
    assert sum(named(battle).values()) == off - 3


def test_the_chart_of_modifiers_is_the_sheets() -> None:
    assert list(BOOK.chart("melee-modifiers").rows.values()) == [1, -1, -1, -2, -1, -2, -3, -1]


# Blows.


@rule("KK-8.6")
@pytest.mark.parametrize(
    ("lead", "roll", "other", "higher"), [(0, 5, 5, 0), (1, 5, 5, 1), (0, 4, 5, -1), (-3, 10, 6, 1)]
)
def test_the_higher_total_strikes_home_a_tie_nobody(lead: int, roll: int, other: int, higher: int) -> None:
    battle = drawn("red foot: al 20,20", "blue foes: bo 20,19")
    says = Says(battle, {"melee  on ": [roll, other]})
    assert contest(says, lead).higher == higher


@rule("KK-8.6")
def test_the_defender_strikes_home_as_well_as_the_attacker() -> None:
    battle = drawn("red foot: al knight 20,20", "blue foes: bo 20,19 mace")
    run(battle, "Melee", Says(battle, {"melee al on bo": 1, "melee bo on al": 10, "damage": 5}))
    assert (last(battle, "Struck").outcome, man(battle, "al").standing) == ("lost", "fielded")
    assert man(battle, "al").stamina == 1


DICE = {
    "sword": 1,
    "spear": 1,
    "javelin": 1,
    "short-sword": 1,
    "dagger": 1,
    "farm-tool": 1,
    "axe": 2,
    "mace": 2,
    "long-spear": 2,
    "pike": 2,
    "lance": 2,
    "halberd": 3,
    "bill": 3,
    "poleaxe": 3,
    "two-handed-sword": 3,
    "two-handed-axe": 3,
}


@rule("KK-8.7")
@pytest.mark.parametrize("weapon", DICE)
def test_damage_by_weapon_and_one_die_more_for_spear_and_lance_at_the_gallop(weapon: str) -> None:
    battle = drawn(f"red foot: al 20,20 {weapon}", "blue foes: bo 20,19 lance")
    al, bo = man(battle, "al"), man(battle, "bo")
    more = 1 if weapon in ("spear", "long-spear", "pike", "lance") else 0
    assert damage_dice(battle, al, bo) == DICE[weapon]
    change(battle, "al", ridden_down=("bo",))
    assert damage_dice(battle, al, bo) == DICE[weapon] + more
    change(battle, "al", ridden_down=())
    change(battle, "bo", ridden_down=("al",))
    assert damage_dice(battle, al, bo) == DICE[weapon] + more
    change(battle, "al", ridden_down=("bo",))
    assert damage_dice(battle, al, bo) == DICE[weapon] + more
    assert BOOK.chart("gallop-damage").rows == {"spear or lance charging or charged at the gallop": 1}


@rule("KK-8.7")
def test_only_a_charge_that_comes_home_at_the_gallop_rides_anybody_down() -> None:
    from tests.rules.knights_knaves.field import commanded, ordered

    for gait, down in (("gallop", ("bo",)), ("canter", ())):
        battle = drawn("red horse: al lord 20,30 war-horse lance", "blue foes: bo sergeant 20,18 mace")
        ordered(commanded(battle, "al"), al="charge")
        run(battle, "Movement", Says(battle, usual=1, declarations={"al": f"bo:{gait}"}))
        assert man(battle, "al").ridden_down == down


@rule("KK-8.7")
def test_fatigue_takes_a_point_each_off_damage_and_armour_takes_the_rest() -> None:
    battle = drawn("red foot: al knight 20,20 mace", "blue foes: bo 20,19 mail")
    change(battle, "al", tired=1, worn=1)
    run(battle, "Melee", Says(battle, {"melee al on bo": 10, "melee bo on al": 1, "damage": 12}))
    struck = last(battle, "Struck")
    assert (struck.damage, struck.armour, struck.loss) == (10, 6, 4)
    assert man(battle, "bo").stamina == 2


@rule("KK-8.6")
def test_two_men_with_the_very_same_facts_have_the_same_chances() -> None:
    body = Body(armour=5, stamina=5, original=5)
    fighter = Fighter(factor=9, strikes=True, dice=1, less=0, how="", body=body)
    chances = odds_of(bout_outcome, fighter, fighter)
    assert chances["disabled"] == chances["disabled himself"] > 0


@rule("KK-8.7")
def test_a_weapon_that_house_rules_leave_no_dice_does_no_damage() -> None:
    rulings = {"chart": {"weapon-values": {"sword": [1, 4, 4, 0]}}}
    battle = drawn("red foot: al knight 20,20 sword", "blue foes: bo 20,19", rulings=rulings)
    run(battle, "Melee", Says(battle, {"melee al on bo": 10, "melee bo on al": 1}))
    assert (last(battle, "Struck").outcome, last(battle, "Struck").loss) == ("struck", 0)


@rule("KK-8.7", "KK-8.8", "KK-1.4")
def test_whose_horse_goes_down_under_him_charges_no_more() -> None:
    battle = drawn("red horse: al lord 20,20 war-horse lance", "blue foes: bo 20,18.5 axe; cy 20,21.5 spear")
    change(battle, "al", ridden_down=("bo", "cy"), gait="gallop")
    hurt_horse(battle, Says(battle, {"fall": 10}), man(battle, "al"), 10, "bo")
    al, cy = man(battle, "al"), man(battle, "cy")
    assert not al.mounted
    assert (damage_dice(battle, al, cy), damage_dice(battle, cy, al)) == (2, 1)
    assert how_it_unseats(battle, al, cy) == ""


@rule("KK-8.7", "KK-8.8")
@pytest.mark.parametrize(("foe", "both"), [("al", True), ("ed", False)])
def test_two_who_charge_each_other_at_the_gallop_are_both_charging(foe: str, both: bool) -> None:
    from tests.rules.knights_knaves.field import commanded, ordered

    battle = drawn(
        "red horse: al lord 20,30 war-horse lance; ed 26,30 war-horse",
        "blue horse: bo lord 20,14 war-horse lance",
    )
    ordered(commanded(battle, "al", "bo"), al="charge", bo="charge")
    says = Says(battle, usual=1, declarations={"al": "bo:gallop", "bo": f"{foe}:gallop"})
    run(battle, "Movement", says)
    al, bo = man(battle, "al"), man(battle, "bo")
    assert (al.ridden_down, bo.ridden_down) == (("bo",), ("al",) if both else ())
    assert (bo.gait, bo.tired) == (("gallop", 1) if both else ("stand", 0))
    assert damage_dice(battle, bo, al) == 3
    assert (how_it_unseats(battle, bo, al) == GALLOPING_LANCE) == both
