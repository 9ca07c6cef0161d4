"""AR-1 Figures: class and armour, foot and horse, weapons and their length."""

from __future__ import annotations

import pytest

from kktui.engine.scenario import MOUNTS, RANKS, TRAINING, Recruit, Troop
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import length
from kktui.rules.argad.figures import FOOT_BASE, MOUNTED_BASE
from kktui.rules.argad.measure import cm
from kktui.rules.argad.troops import enlist
from tests.rules.argad.drawn import drawn, man, melee, move, to
from tests.rules_shown import rule

BOOK = RULESET.book
CLASSES = """
    servant      1 1 2 2
    peasant      2 2 3 3
    soldier      2 3 4 4
    sergeant     3 4 4 5
    squire       3 4 4 5
    man-at-arms  4 5 5 5
    knight       4 5 5 5
    lord         5 5 5 5
"""
LONG, HALF_LONG, SHORT, VERY_SHORT, BARE_HANDS = 1, 2, 3, 4, 5


def enlisted(**facts: object) -> object:
    return enlist(Recruit("al", "Al", **facts), Troop("men", "Men", "red", ()), BOOK)  # type: ignore[arg-type]


@rule("AR-1.1")
def test_class_goes_by_rank_and_training() -> None:
    rows = {name: cells for name, *cells in (line.split() for line in CLASSES.strip().splitlines())}
    assert set(rows) == set(RANKS)
    for rank, cells in rows.items():
        for training, wanted in zip(TRAINING, cells, strict=True):
            assert enlisted(rank=rank, training=training).grade == int(wanted)  # type: ignore[attr-defined]


@rule("AR-1.1")
@pytest.mark.parametrize(
    ("worn", "armour"),
    [
        ((), 0),
        (("helmet", "gambeson"), 0),
        (("closed-helm", "leather"), 0),
        (("helmet", "mail-shirt"), 4),
        (("long-mail",), 4),
        (("limb-mail",), 4),
        (("long-mail", "coat-of-plates"), 5),
        (("plate",), 5),
        (("mail-shirt", "limb-plate"), 5),
    ],
)
def test_armour_is_none_mail_or_that_of_a_man_at_arms(worn: tuple[str, ...], armour: int) -> None:
    assert enlisted(armour=worn).armour == armour  # type: ignore[attr-defined]


@rule("AR-1.1")
def test_a_shield_changes_neither_and_a_scenario_may_change_both() -> None:
    shielded = enlisted(shield="large")
    assert (shielded.grade, shielded.armour) == (3, 0)  # type: ignore[attr-defined]
    own = enlisted(overrides={"argad": {"class": 5, "armour": 4}})
    assert (own.grade, own.armour) == (5, 4)  # type: ignore[attr-defined]


@rule("AR-1.2")
@pytest.mark.parametrize(
    ("mount", "training", "arm"),
    [
        ("none", "elite", "foot"),
        ("war-horse", "trained", "cavalry"),
        ("barded-war-horse", "veteran", "cavalry"),
        ("war-horse", "raw", "mounted foot"),
        ("riding-horse", "elite", "mounted foot"),
        ("nag", "trained", "mounted foot"),
    ],
)
def test_cavalry_is_a_trained_man_on_a_war_horse(mount: str, training: str, arm: str) -> None:
    assert mount in MOUNTS
    rider = enlisted(mount=mount, training=training)
    assert rider.arm == arm  # type: ignore[attr-defined]
    assert rider.base == (FOOT_BASE if arm == "foot" else MOUNTED_BASE)  # type: ignore[attr-defined]


@rule("AR-1.2")
def test_bases_are_2_cm_round_and_2_and_a_half_by_5() -> None:
    assert cm(2 * FOOT_BASE.half_width) == pytest.approx(2)
    assert FOOT_BASE.round
    assert cm(2 * MOUNTED_BASE.half_width) == pytest.approx(2.5)
    assert cm(2 * MOUNTED_BASE.half_length) == pytest.approx(5)


LENGTHS = {
    LONG: "spear long-spear pike lance bill halberd",
    HALF_LONG: "two-handed-axe two-handed-sword two-handed-tool goedendag poleaxe staff farm-tool javelin",
    SHORT: "sword short-sword falchion mace axe warhammer club throwing-axe",
    VERY_SHORT: "dagger stones sling short-bow longbow light-crossbow crossbow heavy-crossbow handgun",
    BARE_HANDS: "cannon bare-hands",
}


@rule("AR-1.3")
@pytest.mark.parametrize("wanted", LENGTHS)
def test_every_weapon_has_its_length(wanted: int) -> None:
    for weapon in LENGTHS[wanted].split():
        assert BOOK.chart("lengths").at(BOOK.chart("weapons").at(weapon, "length")) == wanted
    assert sum(len(each.split()) for each in LENGTHS.values()) == len(BOOK.chart("weapons").rows)


@rule("AR-1.3")
@pytest.mark.parametrize(
    ("carried", "used"),
    [
        ("sword dagger", "sword"),
        ("longbow short-sword", "short-sword"),
        ("crossbow dagger", "dagger"),
        ("sword spear", "spear"),
        ("staff two-handed-axe", "two-handed-axe"),
        ("longbow", "longbow"),
    ],
)
def test_a_man_fights_with_his_longest_weapon_and_of_equal_ones_with_the_handiest(carried: str, used: str) -> None:
    battle = drawn(f"red men: al {carried} 20,40", "blue foes: cy 20,20")
    assert man(battle, "al").weapon == used


@rule("AR-1.3")
def test_a_spear_strikes_over_a_friends_shoulder_as_a_half_long_weapon() -> None:
    battle = drawn(
        "red men close-order: al spear c3 20,40; bo spear c3 20,42.2; cy sword c3 40,40",
        "blue foes: ed two-handed-axe c3 20,36; flo sword c3 60,20",
    )
    move(battle, {}, {"ed": to((20, 38.5))})
    al, bo, ed = (man(battle, each) for each in ("al", "bo", "ed"))
    assert (length(battle, al, ed), length(battle, bo, ed)) == (LONG, HALF_LONG)
    script = melee(battle, 2, 2, 2)  # al misses first; then bo and ed together
    assert len(script.asked) == 3


@rule("AR-1.3")
@pytest.mark.parametrize("broken", ["no close order", "a sword"])
def test_nobody_else_strikes_from_behind(broken: str) -> None:
    formation = "" if broken == "no close order" else "close-order"
    weapon = "sword" if broken == "a sword" else "spear"
    battle = drawn(
        f"red men {formation}: al spear 20,40; bo sergeant {weapon} 20,42.2", "blue foes: ed 20,36; flo 60,20"
    )
    move(battle, {}, {"ed": to((20, 38.5))})
    assert len(melee(battle, 2, 2).asked) == 2
