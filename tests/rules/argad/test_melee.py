"""AR-5 Melee: longer weapons first, class and armour, recoil and following up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from kktui.engine.odds import odds_of
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import Blow as Struck
from kktui.rules.argad.blows import Edge, at_once, effect, modifiers, strike
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.odds import exchange
from kktui.table import Area, Line
from tests.drawn import events, last
from tests.rules.argad.drawn import across, drawn, field, man, melee, move, next_turn, patch, place, to
from tests.rules_shown import rule

BOOK = RULESET.book


def named(battle: Battle, one: str, other: str) -> dict[str, int]:
    return {each.name: each.value for each in modifiers(battle, man(battle, one), man(battle, other))}


def edge(bonus: int = 0, grade: int = 3, armour: int = 0, length: int = 3, own: tuple[int, int] = (3, 0)) -> Edge:
    return Edge(bonus, grade, armour, length, *own)


def outcomes(battle: Battle) -> dict[str, str]:
    return {each.figure: each.outcome for each in events(battle, "Struck")}


# AR-5.1


@rule("AR-5.1")
@pytest.mark.parametrize(
    ("first", "then"), [("spear", "two-handed-axe"), ("staff", "sword"), ("axe", "dagger"), ("dagger", "cannon")]
)
def test_the_longer_weapon_strikes_first_and_who_is_hit_does_not_reply(first: str, then: str) -> None:
    units = (f"red men: al {first} c3 20,40", f"blue foes: cy {then} c3 20,38")
    battle = drawn(*units)
    melee(battle, 5)
    assert outcomes(battle) == {"al": "kill"}
    thrown = drawn(*units)
    script = melee(thrown, 4 if first == "staff" else 3, {"al": "stay"})
    assert outcomes(thrown) == {"al": "recoil"}
    assert script.asked[0] == "1d6 melee"
    missed = drawn(*units)
    melee(missed, 1, 1)
    assert [each.figure for each in events(missed, "Struck")] == ["al", "cy"]


@rule("AR-5.1")
def test_equal_lengths_strike_at_once() -> None:
    battle = drawn("red men: al sword c3 20,40", "blue foes: cy axe c3 20,38")
    melee(battle, 4, 5)
    assert [each.figure for each in events(battle, "Struck")] == ["al", "cy"]


# AR-5.2, AR-5.3

KILLS_AND_RECOILS = """
    2   50/17  67/17  83/0   83/0
    3   33/17  50/17  67/17  83/0
    4   17/17  33/17  50/17  67/17
    5    3/14  17/17  33/17  50/17
"""


@rule("AR-5.2", "AR-5.3", "AR-4.1")
def test_the_chances_of_a_blow_by_class_and_modifier() -> None:
    for line in KILLS_AND_RECOILS.strip().splitlines():
        grade, *cells = line.split()
        for bonus, cell in zip((-1, 0, 1, 2), cells, strict=True):
            chances = {"kill": Fraction(0), "recoil": Fraction(0), "miss": Fraction(0)}
            for blow, chance in odds_of(strike, edge(bonus, int(grade), int(grade))).items():
                chances[blow.outcome] += chance
            assert f"{round(chances['kill'] * 100)}/{round(chances['recoil'] * 100)}" == cell, (grade, bonus)


@rule("AR-5.2")
@pytest.mark.parametrize(
    ("grade", "armour", "results"),
    [
        (3, 0, {2: "miss", 3: "recoil", 4: "kill", 5: "kill"}),
        (2, 4, {2: "recoil", 3: "recoil", 4: "recoil", 5: "kill"}),
        (4, 5, {3: "miss", 4: "recoil", 5: "recoil", 6: "kill"}),
        (5, 4, {4: "miss", 5: "recoil", 6: "kill"}),
    ],
)
def test_above_class_and_armour_kills_and_as_much_as_the_class_makes_recoil(
    grade: int, armour: int, results: dict[int, str]
) -> None:
    assert {roll: effect(edge(0, grade, armour), roll) for roll in results} == results


@rule("AR-5.3")
def test_a_1_misses_and_a_7_kills_whatever_the_modifiers() -> None:
    assert effect(edge(+9, 1), 1) == "miss"
    assert effect(edge(-9, 5, 5), 7) == "kill"


# AR-5.4


@rule("AR-5.4")
@pytest.mark.parametrize(
    ("one", "other", "rolls", "wins"),
    [
        ((4, 0), (3, 5), (6, 6), "one"),
        ((3, 4), (3, 0), (6, 6), "one"),
        ((3, 0), (3, 0), (5, 6), "other"),
        ((3, 4), (4, 0), (7, 6), "other"),
    ],
)
@pytest.mark.parametrize("result", ["kill", "recoil"])
def test_of_like_blows_the_higher_class_then_armour_then_die_counts(
    one: tuple[int, int], other: tuple[int, int], rolls: tuple[int, int], wins: str, result: str
) -> None:
    came = at_once(edge(own=one), Struck(result, rolls[0]), edge(own=other), Struck(result, rolls[1]), "both-recoil")
    assert came == ((result, "miss") if wins == "one" else ("miss", result))


@rule("AR-5.4")
@pytest.mark.parametrize("result", ["kill", "recoil"])
def test_all_equal_both_recoil_or_by_ruling_nothing_comes_of_it(result: str) -> None:
    blow = Struck(result, 5)
    assert at_once(edge(), blow, edge(), blow, "both-recoil") == ("recoil", "recoil")
    assert at_once(edge(), blow, edge(), blow, "nothing") == ("miss", "miss")


@rule("AR-5.4")
def test_a_kill_and_a_recoil_both_count() -> None:
    assert at_once(edge(), Struck("kill", 5), edge(), Struck("recoil", 3), "both-recoil") == ("kill", "recoil")


@rule("AR-5.4")
@pytest.mark.parametrize(("ruling", "recoiled"), [("both-recoil", 2), ("nothing", 0)])
def test_the_chain_on_the_table(ruling: str, recoiled: int) -> None:
    battle = drawn("red men: al c3 20,40", "blue foes: cy c3 20,38", rulings={"equal-blows": ruling})
    melee(battle, 5, 5)
    assert len(events(battle, "Recoiled")) == recoiled
    assert {man(battle, each).standing for each in ("al", "cy")} == {"fielded"}
    better = drawn("red men: al c4 20,40", "blue foes: cy c3 20,38")
    melee(better, 5, 5)
    assert outcomes(better) == {"al": "kill", "cy": "outdone"}


# AR-5.5


@rule("AR-5.5")
def test_the_melee_chart_is_the_sheets() -> None:
    assert BOOK.chart("melee").rows == {
        "heavy weapon in both hands": 1,
        "improvised weapon or class 2": -1,
        "foe attacks across an obstacle": 1,
        "foe on higher ground": -1,
        "cavalry against foot": 1,
        "against cavalry": -1,
        "bill against a rider": 1,
        "charging": 1,
        "couched lance": 1,
        "braced against the charge": 1,
    }


@rule("AR-5.5")
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("c3 two-handed-axe", {"heavy weapon in both hands": 1}),
        ("c3 goedendag", {"heavy weapon in both hands": 1}),
        ("c3 two-handed-tool", {"heavy weapon in both hands": 1, "improvised weapon or class 2": -1}),
        ("c3 farm-tool", {"improvised weapon or class 2": -1}),
        ("c3 staff", {"improvised weapon or class 2": -1}),
        ("c2 sword", {"improvised weapon or class 2": -1}),
        ("c2 farm-tool", {"improvised weapon or class 2": -1}),
        ("c3 sword", {}),
        ("c1 sword", {}),
    ],
)
def test_what_the_weapon_and_the_class_add(words: str, wanted: dict[str, int]) -> None:
    assert named(drawn(f"red men: al {words} 20,40", "blue foes: cy 20,38"), "al", "cy") == wanted


@rule("AR-5.5")
def test_a_ruling_counts_class_1_as_untrained_too() -> None:
    units = ("red men: al c1 sword 20,40", "blue foes: cy 20,38")
    battle = drawn(*units, rulings={"untrained": "classes-1-and-2"})
    assert named(battle, "al", "cy") == {"improvised weapon or class 2": -1}


@rule("AR-5.5", "AR-3.2")
def test_a_heavy_weapon_is_of_no_use_indoors_or_in_close_order() -> None:
    indoors = drawn(
        "red men: al two-handed-axe 20,40", "blue foes: cy 20,38", ground=field(patch("building", 0, 0, 60, 60))
    )
    assert named(indoors, "al", "cy") == {}
    ranks = drawn("red men close-order: al sergeant two-handed-axe 20,40; bo spear 22.2,40", "blue foes: cy 20,30")
    assert named(ranks, "al", "cy") == {}


@rule("AR-5.5")
@pytest.mark.parametrize("kind", ["bank", "low-wall", "stakes", "gate"])
def test_who_is_attacked_across_an_obstacle_on_foot_has_1_on(kind: str) -> None:
    ground = field(across(kind, 40))
    battle = drawn("red men: al 20,52; bo 60,41.2", "blue foes: cy 20,38.8; ed war-horse 60,30", ground=ground)
    move(battle, {"al": to((20, 38))}, {"ed": to((60, 40.5))}, 3, *([] if kind == "stakes" else [1, 1]))
    assert named(battle, "cy", "al") == {"foe attacks across an obstacle": 1}
    assert named(battle, "al", "cy") == {}
    assert "foe attacks across an obstacle" in named(battle, "bo", "ed")
    assert "foe attacks across an obstacle" not in named(battle, "ed", "bo")
    next_turn(battle)
    assert named(battle, "cy", "al") == {"foe attacks across an obstacle": 1}


@rule("AR-5.5")
def test_stairs_are_no_obstacle_and_neither_is_a_wall_to_two_who_came_upon_each_other() -> None:
    stairs = drawn("red men: al 20,50", "blue foes: cy 20,38.8", ground=field(across("stairs", 40)))
    move(stairs, {"al": to((20, 38))}, {}, 1)
    assert (man(stairs, "al").came_at, named(stairs, "cy", "al")) == (("cy",), {})
    both = drawn("red men: al 20,44", "blue foes: cy 20,36", ground=field(across("low-wall", 40)))
    move(both, {"al": to((20, 40.5))}, {"cy": to((20, 39.5))})
    assert (man(both, "al").came_at, man(both, "cy").came_at) == (("cy",), ("al",))
    assert (named(both, "al", "cy"), named(both, "cy", "al")) == ({}, {})


@rule("AR-5.5")
def test_so_has_who_is_attacked_through_the_door_of_a_house_from_either_side() -> None:
    ground = field(patch("building", 10, 20, 60, 40))
    battle = drawn("red men: al 20,52; bo 40,41.2", "blue foes: cy 20,39; ed 40,30", ground=ground)
    move(battle, {"al": to((20, 40.5))}, {"ed": to((40, 39.5))}, 1)
    assert named(battle, "cy", "al") == {"foe attacks across an obstacle": 1}
    assert named(battle, "al", "cy") == {}
    assert named(battle, "bo", "ed") == {"foe attacks across an obstacle": 1}
    inside = drawn("red men: al 20,36", "blue foes: cy 20,30", ground=ground)
    move(inside, {"al": to((20, 31))}, {}, 1)
    assert named(inside, "cy", "al") == {}


@rule("AR-5.5")
def test_a_foe_on_higher_ground_is_1_off() -> None:
    ground = field(patch("slope", 0, 0, 120, 39, height=2.0))
    battle = drawn("red men: al 20,40", "blue foes: cy 20,38", ground=ground)
    assert (named(battle, "al", "cy"), named(battle, "cy", "al")) == ({"foe on higher ground": -1}, {})


RIDER, NAG, FOOT = "war-horse a4 sword", "nag sword", "sword"


@rule("AR-5.5")
@pytest.mark.parametrize(
    ("ours", "theirs", "wanted", "back"),
    [
        (RIDER, FOOT, {"cavalry against foot": 1}, {"against cavalry": -1}),
        (RIDER, NAG, {"cavalry against foot": 1}, {"against cavalry": -1}),
        (RIDER, RIDER, {}, {}),
        (NAG, FOOT, {}, {}),
        (RIDER, "bill", {"cavalry against foot": 1}, {"against cavalry": -1, "bill against a rider": 1}),
        (NAG, "bill", {}, {"bill against a rider": 1}),
        (NAG, "bill nag", {}, {}),
    ],
)
def test_horse_and_foot(ours: str, theirs: str, wanted: dict[str, int], back: dict[str, int]) -> None:
    battle = drawn(f"red men: al {ours} 20,41.5", f"blue foes: cy {theirs} 20,36.5")
    assert (named(battle, "al", "cy"), named(battle, "cy", "al")) == (wanted, back)


@rule("AR-5.5")
@pytest.mark.parametrize(
    ("kind", "wanted", "back"),
    [
        ("crops", {}, {"against cavalry": -1}),
        ("woods", {}, {}),
    ],
)
def test_cavalry_gains_nothing_in_hard_ground_and_foot_loses_nothing_in_very_hard(
    kind: str, wanted: dict[str, int], back: dict[str, int]
) -> None:
    battle = drawn(
        f"red men: al {RIDER} 20,41.5", "blue foes: cy 20,38; ed nag 23,38", ground=field(patch(kind, 0, 0, 60, 60))
    )
    for foe in ("cy", "ed"):
        assert (named(battle, "al", foe), named(battle, foe, "al")) == (wanted, back)


@rule("AR-5.5")
def test_a_ruling_spares_only_foot_the_malus_in_very_hard_ground() -> None:
    battle = drawn(
        f"red men: al {RIDER} 20,41.5",
        "blue foes: cy 20,38; ed nag 23,38",
        ground=field(patch("woods", 0, 0, 60, 60)),
        rulings={"spared": "foot"},
    )
    assert (named(battle, "cy", "al"), named(battle, "ed", "al")) == ({}, {"against cavalry": -1})


@rule("AR-5.5")
def test_stakes_between_them_are_very_difficult_for_a_horse() -> None:
    battle = drawn(f"red men: al {RIDER} 20,42.5", "blue foes: cy 20,38.8", ground=field(across("stakes", 39.9)))
    assert (named(battle, "al", "cy"), named(battle, "cy", "al")) == ({}, {})


CHARGE = "red men: al war-horse a5 lance c5 20,60; bo war-horse a4 spear c4 40,60; di nag lance 60,60"


def charged(foes: str, **facts: Any) -> Battle:
    battle = drawn(CHARGE, foes, **facts)
    move(battle, {"al": to((20, 40)), "bo": to((40, 40)), "di": to((60, 40))}, {})
    return battle


@rule("AR-5.5", "AR-5.6")
def test_a_charge_of_cavalry_and_a_couched_lance_add_to_each_other() -> None:
    battle = charged("blue foes: cy c3 20,38; ed c3 40,38; flo c3 60,38")
    assert named(battle, "al", "cy") == {"cavalry against foot": 1, "charging": 1, "couched lance": 1}
    assert named(battle, "bo", "ed") == {"cavalry against foot": 1, "charging": 1}
    assert named(battle, "di", "flo") == {}
    against = charged("blue foes: cy war-horse a4 20,36; ed 90,10; flo 100,10")
    assert named(against, "al", "cy") == {"charging": 1, "couched lance": 1}


@rule("AR-5.5")
@pytest.mark.parametrize(
    ("weapon", "wanted"),
    [
        ("spear", {"against cavalry": -1, "braced against the charge": 1}),
        ("bill", {"against cavalry": -1, "braced against the charge": 1}),
        ("sword", {"against cavalry": -1}),
    ],
)
def test_immobile_foot_with_a_spear_or_bill_braces_against_the_charge(weapon: str, wanted: dict[str, int]) -> None:
    assert named(charged(f"blue foes: cy {weapon} 20,38"), "cy", "al") == wanted
    if weapon != "sword":
        moving = drawn(CHARGE, f"blue foes: cy {weapon} 20,36")
        move(moving, {"al": to((20, 30))}, {"cy": to((20, 38))})
        assert "braced against the charge" not in named(moving, "cy", "al")


@rule("AR-5.5")
def test_a_bill_gains_nothing_against_cavalry_that_charges_another() -> None:
    battle = drawn(CHARGE, "blue foes: cy bill 20,38; ed bill 36,40")
    move(battle, {"al": to((20, 40))}, {"ed": to((20, 40))})
    assert (man(battle, "al").charging, man(battle, "ed").came_at) == (("cy",), ("al",))
    assert named(battle, "ed", "al") == {"against cavalry": -1}
    next_turn(battle)
    assert named(battle, "ed", "al") == {"against cavalry": -1, "bill against a rider": 1}


@rule("AR-5.5")
def test_a_goedendag_braces_and_is_heavy() -> None:
    wanted = {"against cavalry": -1, "braced against the charge": 1, "heavy weapon in both hands": 1}
    assert named(charged("blue foes: cy goedendag 20,38"), "cy", "al") == wanted


# AR-5.6


@rule("AR-5.6")
@pytest.mark.parametrize(
    ("ruling", "run", "is_charge"), [(12, 13, True), (12, 11, False), (8, 9, True), (16, 15, False)]
)
def test_a_charge_needs_12_cm_straight_or_what_is_ruled(ruling: int, run: float, is_charge: bool) -> None:
    battle = drawn(f"red men: al {RIDER} 20,{41.5 + run}", "blue foes: cy 20,38", rulings={"charge": ruling})
    move(battle, {"al": to((20, 38))}, {})
    assert (man(battle, "al").charging == ("cy",)) is is_charge


@rule("AR-5.6")
def test_a_bend_or_hard_ground_on_the_way_is_no_charge() -> None:
    bent = drawn(f"red men: al {RIDER} 10,62", "blue foes: cy 17,42")
    move(bent, {"al": to((10, 48), (20, 38))}, {})
    assert man(bent, "al").came_at == ("cy",)
    assert man(bent, "al").charging == ()
    hard = drawn(f"red men: al {RIDER} 20,70", "blue foes: cy 20,38", ground=field(patch("crops", 10, 60, 30, 66)))
    move(hard, {"al": to((20, 38))}, {}, 1, 1)
    assert man(hard, "al").came_at == ("cy",)
    assert man(hard, "al").charging == ()


@rule("AR-5.6", "AR-5.5")
@pytest.mark.parametrize(
    "ground",
    [across("stakes", 39.9), across("low-wall", 39.9), patch("woods", 0, 0, 60, 39.5), patch("crops", 0, 0, 60, 39.5)],
)
def test_nobody_charges_over_stakes_or_into_hard_ground(ground: Area | Line) -> None:
    for facts, charging in ({}, ("cy",)), ({"ground": field(ground)}, ()):
        battle = drawn(f"red men: al {RIDER} 20,60", "blue foes: cy 20,38", **facts)
        move(battle, {"al": to((20, 41.5))}, {})
        assert man(battle, "al").came_at == ("cy",)
        assert man(battle, "al").charging == charging


@rule("AR-5.6")
def test_a_charge_counts_in_the_turn_it_is_made() -> None:
    battle = charged("blue foes: cy c5 a5 20,38")
    next_turn(battle)
    assert named(battle, "al", "cy") == {"cavalry against foot": 1}


@rule("AR-5.6")
def test_recoil_is_2_cm_straight_back_and_the_winner_may_follow() -> None:
    for choice, end in (("follow", (20, 38)), ("stay", (20, 40))):
        battle = drawn("red men: al spear c3 20,40", "blue foes: cy c3 20,38")
        melee(battle, 3, {"al": choice})
        assert place(battle, "cy") == (20, 36)
        assert place(battle, "al") == end


@rule("AR-5.6")
@pytest.mark.parametrize(("ruling", "malus"), [(-1, -1), (-2, -2), (0, 0)])
def test_without_room_he_stands_and_is_worse_next_round(ruling: int, malus: int) -> None:
    battle = drawn("red men: al spear c3 20,40", "blue foes: cy c3 20,38; ed 20,36", rulings={"no-room": ruling})
    melee(battle, 3)
    assert place(battle, "cy") == (20, 38)
    assert last(battle, "Recoiled").room == "cramped"
    assert named(battle, "cy", "al") == {}
    next_turn(battle)
    assert named(battle, "cy", "al") == ({"had no room to recoil": malus} if malus else {})
    next_turn(battle)
    assert named(battle, "cy", "al") == {}


@rule("AR-5.6", "AR-3.2")
def test_who_is_thrown_back_or_follows_is_out_of_the_ranks() -> None:
    battle = drawn(
        "red men close-order: al spear 20,40; bo spear 22.2,40; ci spear 24.4,40",
        "blue foes: cy c3 spear 20,36; ed 60,20",
    )
    move(battle, {}, {"cy": to((20, 38.5))})
    melee(battle, 1, 3, {"cy": "stay"})
    assert battle.units["men"].ranks == ("bo", "ci")


# AR-5.7


@rule("AR-5.7")
def test_who_has_several_foes_names_one_before_any_die() -> None:
    battle = drawn("red men: al sword c4 20,40", "blue foes: cy dagger c2 20,38; ed dagger c2 22,40")
    script = melee(battle, {"al": "ed"}, 5, 1)
    assert script.asked[0] == "blows"
    assert outcomes(battle) == {"al": "kill", "cy": "miss"}


@rule("AR-5.7")
def test_one_die_a_man_and_a_blow_at_one_already_gone_is_lost() -> None:
    battle = drawn("red men: al spear c4 20,40; bo dagger c3 22,38", "blue foes: cy sword c2 20,38")
    script = melee(battle, {"cy": "al"}, 6, 1)
    assert outcomes(battle) == {"al": "kill"}
    assert [each for each in script.asked if "1d6" in each] == ["1d6 melee", "1d6 melee, after a 6"]


@rule("AR-5.1", "AR-5.2", "AR-5.4")
def test_the_odds_of_an_exchange_are_those_of_its_blows() -> None:
    long, short = edge(0, 3, 0, 1), edge(0, 3, 0, 3)
    chances = odds_of(exchange, long, short, "both-recoil")
    assert chances["kill"] == Fraction(1, 2)
    assert chances["killed"] == Fraction(1, 3) * Fraction(1, 2)
    assert sum(chances.values()) == 1
