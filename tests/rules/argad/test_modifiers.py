"""AR-5.5 What bears on a blow, and AR-5.6 the charge, recoil and following up."""

from __future__ import annotations

from typing import Any

import pytest

from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import modifiers
from kktui.rules.argad.figures import Battle
from kktui.table import Area, Line
from tests.drawn import last
from tests.rules.argad.drawn import across, drawn, field, man, melee, move, next_turn, patch, place, to
from tests.rules_shown import rule

BOOK = RULESET.book


def named(battle: Battle, one: str, other: str) -> dict[str, int]:
    return {each.name: each.value for each in modifiers(battle, man(battle, one), man(battle, other))}


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
