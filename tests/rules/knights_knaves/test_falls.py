"""KK-8.8 to KK-8.11 Falls and the stunned."""

import pytest

from kktui.rules.knights_knaves.blows import how_it_unseats, weapon_value
from kktui.rules.knights_knaves.falls import (
    DOWN,
    FOOT_SPEAR,
    GALLOPING_LANCE,
    PLAIN,
    Body,
    body_of,
    height_under,
    keeps_seat,
    tumble,
    what_it_does,
    why_he_may_fall,
)
from kktui.rules.knights_knaves.figures import Battle
from kktui.rules.knights_knaves.finis import badly_hurt
from kktui.rules.knights_knaves.melee import bout_of
from kktui.rules.knights_knaves.wounds import Hit, disable, hurt
from kktui.table import Area, Line, Point
from tests.rules.knights_knaves.field import BOOK, Says, at, change, drawn, events, field, last, man, run, stretch
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"
RIDER = "red horse: al 20,20 war-horse armour=8"


def body(battle: Battle) -> Body:
    return body_of(battle, man(battle, "al"))


# When.


@rule("KK-8.8")
@pytest.mark.parametrize(
    ("rider", "how", "loss", "tests"),
    [
        (True, GALLOPING_LANCE, 0, True),
        (False, GALLOPING_LANCE, 0, True),
        (True, FOOT_SPEAR, 0, True),
        (False, FOOT_SPEAR, 5, False),
        (True, PLAIN, 1, False),
        (True, PLAIN, 2, True),
        (False, PLAIN, 7, False),
        (True, PLAIN, 0, False),
        (True, DOWN, 0, True),
    ],
)
def test_who_is_struck_tests_for_a_fall(rider: bool, how: str, loss: int, tests: bool) -> None:
    battle = drawn(RIDER if rider else "red foot: al 20,20 armour=8", FAR)
    assert bool(why_he_may_fall(body(battle), loss, how)) == tests


@rule("KK-8.8")
def test_a_quarter_of_his_remaining_stamina_in_one_turn_counts_blow_by_blow() -> None:
    battle = drawn(RIDER, FAR)
    change(battle, "al", stamina=7, fresh=8)
    assert why_he_may_fall(body(battle), 1, PLAIN) == "badly hurt in the saddle"
    change(battle, "al", stamina=7, fresh=7)
    assert not why_he_may_fall(body(battle), 1, PLAIN)


@rule("KK-8.8")
@pytest.mark.parametrize(
    ("words", "mounted", "how"),
    [
        ("spear", False, FOOT_SPEAR),
        ("pike", False, FOOT_SPEAR),
        ("halberd", False, FOOT_SPEAR),
        ("spear nag", True, PLAIN),
        ("sword", False, PLAIN),
        ("lance nag", True, PLAIN),
    ],
)
def test_spears_and_halberds_unseat_only_in_the_hands_of_foot(words: str, mounted: bool, how: str) -> None:
    battle = drawn(f"red foot: al 20,20 {words}", "blue foes: bo 20,18 nag")
    assert man(battle, "al").mounted == mounted
    assert how_it_unseats(battle, man(battle, "al"), man(battle, "bo")) == how


@rule("KK-8.8")
def test_a_lance_unseats_only_whom_it_rode_down_at_the_gallop() -> None:
    battle = drawn("red foot: al 20,20 lance nag", "blue foes: bo 20,18 nag; cy 22,18")
    change(battle, "al", ridden_down=("bo",))
    assert how_it_unseats(battle, man(battle, "al"), man(battle, "bo")) == GALLOPING_LANCE
    assert how_it_unseats(battle, man(battle, "al"), man(battle, "cy")) == PLAIN


@rule("KK-8.8")
def test_who_is_wounded_on_stairs_a_wall_or_a_precipice_tests_too() -> None:
    steps = Line("steps", "stairs", (Point(0, 20.3), Point(48, 20.3)))
    battle = drawn("red foot: al 20,20", FAR, ground=field(steps))
    assert why_he_may_fall(body(battle), 1, PLAIN) == "wounded on a height"
    assert not why_he_may_fall(body(battle), 0, PLAIN)
    cliff = Area("cliff", "slope", (Point(0, 0), Point(48, 0), Point(48, 48), Point(0, 48)), 3.0, True)
    assert body(drawn("red foot: al 20,20", FAR, ground=field(cliff))).perched
    wall = drawn("red foot: al 20,20", FAR, ground=field(Line("wall", "low-wall", (Point(0, 20.5), Point(48, 20.5)))))
    assert not body(wall).perched
    change(wall, "al", over=True)
    assert body(wall).perched
    ditch = drawn("red foot: al 20,20", FAR, ground=field(Line("dip", "ditch", (Point(0, 20.5), Point(48, 20.5)))))
    change(ditch, "al", over=True)
    assert not body(ditch).perched
    assert not body(drawn("red foot: al 20,20", FAR, ground=field(stretch("woods", 0, 0, 48, 48)))).perched


@rule("KK-8.8")
@pytest.mark.parametrize(("away", "perched"), [(1.2, True), (1.3, False)])
def test_who_has_just_crossed_a_wall_is_on_it_within_an_inch_and_a_fifth(away: float, perched: bool) -> None:
    wall = Line("wall", "low-wall", (Point(0, 20 + away), Point(48, 20 + away)))
    battle = drawn("red foot: al 20,20", FAR, ground=field(wall))
    change(battle, "al", over=True)
    assert body(battle).perched == perched


@rule("KK-8.8")
def test_a_fall_is_tested_at_once_before_the_next_pairing() -> None:
    battle = drawn("red horse: al knight 20,20 war-horse steel", "blue foes: bo 20,18.5 spear; cy 21,20.8 sword")
    dice = {"melee": 1, "melee bo on al": 10, "melee cy on al": 10, "damage": 1, "fall": 10}
    run(battle, "Melee", Says(battle, dice, opponents={"al": "bo"}))
    kinds = [type(entry.event).__name__ for entry in battle.log if type(entry.event).__name__ in ("Struck", "Tested")]
    assert kinds == ["Struck", "Tested", "Struck"]


# Whether.


@rule("KK-8.9")
@pytest.mark.parametrize(("gait", "limit"), [("stand", 1), ("walk", 1), ("trot", 2), ("canter", 3), ("gallop", 4)])
def test_he_falls_at_the_number_of_his_gait_or_less(gait: str, limit: int) -> None:
    battle = drawn(RIDER, FAR)
    change(battle, "al", gait=gait)
    for roll in range(1, 11):
        fall = tumble(Says(battle, {"fall": roll, "effect of a fall": 2}), body(battle), 0)
        assert fall.falls == (roll <= limit)
    assert BOOK.chart("falls").rows == {"on foot": 1, "stand": 1, "walk": 1, "trot": 2, "canter": 3, "gallop": 4}


@rule("KK-8.9")
def test_on_foot_he_falls_at_1_whatever_his_gait() -> None:
    battle = drawn("red foot: al 20,20", FAR)
    change(battle, "al", gait="run")
    assert body(battle).seat == 1


@rule("KK-8.9")
@pytest.mark.parametrize(
    ("facts", "more"),
    [
        ({}, 0),
        ({"tired": 2}, -2),
        ({"worn": 2}, 0),
        ({"stamina": 5}, -3),
        ({"melee": 8}, 1),
        ({"melee": 7}, 0),
        ({"melee": 10, "stamina": 7, "tired": 1}, -1),
    ],
)
def test_fatigue_wounds_and_skill_bear_on_it(facts: dict[str, int], more: int) -> None:
    battle = drawn(RIDER, FAR)
    change(battle, "al", **facts)
    assert keeps_seat(body(battle), 4) == more
    assert BOOK.chart("fall-modifiers").rows == {
        "each temporary level of fatigue": -1,
        "each point of stamina lost": -1,
        "melee skill 8 or more": 1,
    }


@rule("KK-8.9")
def test_by_ruling_this_blow_counts_among_the_stamina_lost() -> None:
    battle = drawn(RIDER, FAR, rulings={"fall-loss": "with"})
    assert keeps_seat(body(battle), 4) == -4


# What it does.

EFFECTS = {
    **dict.fromkeys(range(2, 5), (0, 0)),
    5: (0, 3),
    6: (0, 3),
    7: (0, 4),
    8: (0, 4),
    **dict.fromkeys(range(9, 12), (2, 5)),
    **dict.fromkeys(range(12, 16), (4, 6)),
    **dict.fromkeys(range(16, 19), (6, 8)),
    **dict.fromkeys(range(19, 23), (7, 0)),
}


@rule("KK-8.10")
@pytest.mark.parametrize("total", EFFECTS)
def test_the_effect_of_a_fall_with_7_stamina_left(total: int) -> None:
    battle = drawn(RIDER, FAR)
    assert what_it_does(body(battle), 7, total) == EFFECTS[total]


@rule("KK-8.10")
@pytest.mark.parametrize(("left", "quarter", "half", "most"), [(1, 1, 1, 1), (4, 1, 2, 3), (5, 2, 3, 4), (8, 2, 4, 6)])
def test_shares_of_what_is_left_are_rounded_up(left: int, quarter: int, half: int, most: int) -> None:
    facts = body(drawn(RIDER, FAR))
    assert [what_it_does(facts, left, total)[0] for total in (9, 12, 16)] == [quarter, half, most]


@rule("KK-8.10")
@pytest.mark.parametrize(("ruling", "lost"), [(None, 4), ("down", 3)])
def test_three_quarters_are_rounded_up_or_by_ruling_down(ruling: str | None, lost: int) -> None:
    assert what_it_does(body(drawn(RIDER, FAR, rulings={"three-quarters": ruling})), 5, 17)[0] == lost


@rule("KK-8.10")
@pytest.mark.parametrize(("ruling", "stunned"), [(None, (0, 0, 0, 3)), (3, (0, 2, 2, 3))])
def test_the_overlap_of_the_printed_table_is_read_as_5_or_by_ruling_as_3(
    ruling: int | None, stunned: tuple[int, ...]
) -> None:
    facts = body(drawn(RIDER, FAR, rulings={"fall-overlap": ruling}))
    assert tuple(what_it_does(facts, 7, total)[1] for total in (2, 3, 4, 5)) == stunned


@rule("KK-8.10")
@pytest.mark.parametrize(("stamina", "effect", "stunned"), [(4, 4, 0), (3, 4, 3), (3, 3, 3), (3, 2, 0)])
def test_2_more_with_less_than_half_the_stamina(stamina: int, effect: int, stunned: int) -> None:
    battle = drawn(RIDER, FAR)
    change(battle, "al", stamina=stamina)
    fall = tumble(Says(battle, {"fall": 1, "effect of a fall": effect}), body(battle), 0)
    assert fall.stunned == stunned


@rule("KK-8.10")
@pytest.mark.parametrize(("height", "dead"), [(4.0, False), (4.1, True)])
def test_a_fall_of_more_than_24_feet_kills(height: float, dead: bool) -> None:
    cliff = Area("cliff", "slope", (Point(0, 0), Point(48, 0), Point(48, 48), Point(0, 48)), height, True)
    battle = drawn("red foot: al 20,20 steel", FAR, ground=field(cliff))
    assert height_under(battle, man(battle, "al"))[0]
    hurt(battle, Says(battle, {"fall": 1, "effect of a fall": 2}), man(battle, "al"), Hit(1, "zed"))
    assert (man(battle, "al").standing == "dead") == dead
    told = ("dies", "killed") if dead else ("", "none the worse")
    assert (man(battle, "al").fate, last(battle, "Fell").outcome) == told
    assert badly_hurt(battle) == []


@rule("KK-8.10")
@pytest.mark.parametrize(("ruling", "stunned"), [(None, (3, 3, 4, 4)), ("dice", (2, 2, 3, 3))])
def test_the_weak_lie_for_half_the_roll_or_by_ruling_half_of_what_the_dice_show(
    ruling: str | None, stunned: tuple[int, ...]
) -> None:
    battle = drawn(RIDER, FAR, rulings={"stunned-for": ruling})
    change(battle, "al", stamina=3)
    says = [Says(battle, {"fall": 1, "effect of a fall": dice}) for dice in (3, 4, 5, 6)]
    assert tuple(tumble(each, body(battle), 0).stunned for each in says) == stunned


@rule("KK-8.10")
@pytest.mark.parametrize(("ruling", "horse"), [(None, ""), ("waits", "war-horse")])
def test_a_rider_who_falls_is_on_foot_and_his_horse_gone_or_by_ruling_waits(ruling: str | None, horse: str) -> None:
    battle = drawn(RIDER, FAR, rulings={"riderless": ruling})
    hurt(battle, Says(battle, {"fall": 1, "effect of a fall": 7}), man(battle, "al"), Hit(2, "zed"))
    al = man(battle, "al")
    assert (al.mounted, al.base.round, al.horse, al.stunned) == (False, True, horse, 4)
    assert al.horse_stamina == (10 if horse else 0)
    assert (al.tether is not None) == (ruling == "waits")


@rule("KK-8.10", "KK-1.6")
def test_a_bad_fall_disables() -> None:
    battle = drawn(RIDER, FAR)
    hurt(battle, Says(battle, {"fall": 1, "effect of a fall": 19}), man(battle, "al"), Hit(2, "zed"))
    assert man(battle, "al").standing == "dead"
    assert last(battle, "Fell").outcome == "disabled"


def test_the_table_of_effects_is_the_sheets() -> None:
    assert BOOK.chart("fall-effects").rows == {
        "2-4": [0, "0"],
        "5-8": [0, "half the roll"],
        "9-11": [1, "5"],
        "12-15": [2, "6"],
        "16-18": [3, "8"],
        "19-20": [4, "0"],
    }


# The stunned.


@rule("KK-8.11")
def test_the_stunned_fight_with_weapon_value_0_and_cannot_strike_home() -> None:
    battle = drawn("red foot: al knight 20,20", "blue foes: bo sergeant 20,19")
    change(battle, "al", stunned=3)
    assert weapon_value(battle, man(battle, "al"), man(battle, "bo")) == 0
    run(battle, "Melee", Says(battle, {"melee al on bo": 10, "melee bo on al": 1}))
    assert last(battle, "Struck").outcome == "denied"


@rule("KK-8.11")
def test_by_ruling_they_do_not_even_throw() -> None:
    battle = drawn("red foot: al knight 20,20", "blue foes: bo sergeant 20,19", rulings={"stunned": "helpless"})
    change(battle, "al", stunned=3)
    assert not bout_of(battle, man(battle, "al"), man(battle, "bo"), {}).one.throws
    says = run(battle, "Melee", Says(battle, {"melee bo on al": 1, "damage": 1}))
    assert says.rolled == ["melee bo on al", "damage bo"]


@rule("KK-8.11")
def test_they_do_nothing_and_count_down_in_the_fatigue_phase() -> None:
    battle = drawn("red foot: al lord 20,20", FAR)
    change(battle, "al", stunned=2)
    run(battle, "Command determination", Says(battle, usual=1))
    assert run(battle, "Action", Says(battle, usual=1)).rolled == []
    assert man(battle, "al").order == ""
    for left in (1, 0):
        battle.notes.done = ()
        run(battle, "Fatigue", Says(battle))
        assert man(battle, "al").stunned == left
    assert len(events(battle, "CameRound")) == 2


@rule("KK-8.11", "KK-3.11")
def test_who_lies_stunned_and_loses_heart_lies_where_he_is_until_he_comes_round() -> None:
    battle = drawn("red foot: al 20,20; bo sergeant 18.5,20", "blue foes: zed sergeant 20,10")
    change(battle, "al", stunned=2)
    disable(battle, man(battle, "bo"), "zed")
    run(battle, "Melee", Says(battle, usual=10))
    assert man(battle, "al").routing
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al") == (20, 20)
    change(battle, "al", stunned=0)
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al") == (20, 42)
