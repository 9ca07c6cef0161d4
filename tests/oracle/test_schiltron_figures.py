"""The oracle of Schiltron agrees with figures stated or worked out by hand from the sheet."""

from fractions import Fraction

import pytest

from tests.oracle import schiltron as sc
from tests.oracle.schiltron import Fighter


def is_about(chance: Fraction, percent: int) -> bool:
    """Stated as a whole percentage; halves were rounded either way."""
    return abs(chance * 100 - percent) <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("protection", "short", "long"),
    [("UA", 37, 19), ("PA", 29, 15), ("FA", 25, 12), ("PP", 17, 8), ("FP", 12, 6)],
)
def test_a_shot_kills_as_often_as_stated(protection: str, short: int, long: int) -> None:
    assert is_about(sc.shot("short", protection)["killed"], short)
    assert is_about(sc.shot("long", protection)["killed"], long)


def rounds(cap: str) -> list[dict[str, Fraction]]:
    """The four fights of the stated table."""
    average = Fighter(1, 2, 0, "PA")
    elite = Fighter(3, 2, 0, "FP")
    lancer = sc.tactical_factors(mounted=True, charging=True)
    bill = sc.tactical_factors(enemy_mounted=True)
    jouster = sc.tactical_factors(mounted=True, enemy_mounted=True, charging=True)
    charger = Fighter(3, 5, sum(lancer.values()), "FP")
    billman = Fighter(1, 3, sum(bill.values()), "FA")
    knight = Fighter(3, 5, sum(jouster.values()), "FP")
    return [
        sc.melee(average, average, cap=cap),
        sc.melee(elite, elite, cap=cap),
        sc.melee(charger, billman, cap=cap),
        sc.melee(knight, knight, cap=cap),
    ]


@pytest.mark.parametrize(
    ("cap", "stated"),
    [
        ("total", [(34, 34), (4, 4), (41, 0), (0, 0)]),
        ("die", [(38, 38), (15, 15), (75, 0), (14, 14)]),
        ("none", [(38, 38), (15, 15), (75, 0), (15, 15)]),
    ],
)
def test_melee_kills_by_the_three_readings_of_the_limit(cap: str, stated: list[tuple[int, int]]) -> None:
    for chances, (kills, killed) in zip(rounds(cap), stated, strict=True):
        assert is_about(chances.get("kills", Fraction(0)), kills)
        assert is_about(chances.get("is killed", Fraction(0)), killed)


def test_two_charging_lancers_never_hurt_each_other_under_the_literal_limit() -> None:
    assert rounds("total")[3] == {"goes on": Fraction(1)}


def test_protection_moves_by_cover_and_weapon_and_stops_at_the_ends() -> None:
    assert sc.protection_against("FA", "bow", "short", cover=True) == "PP"
    assert sc.protection_against("FA", "longbow", "short") == "PA"
    assert sc.protection_against("FA", "longbow", "long") == "FA"
    assert sc.protection_against("FA", "crossbow", "long", cover=True) == "FA"
    assert sc.protection_against("PA", "handgun", "long") == "UA"
    assert sc.protection_against("FP", "cannon", "long", cover=True) == "UA"
    assert sc.protection_against("FP", "javelin", "short", cover=True) == "FP"
    assert sc.protection_against("FP", "crossbow", "short", cover=True) == "FP"
    assert sc.protection_against("FP", "crossbow", "short", cover=True, stepwise=True) == "PP"


def test_ranges_include_their_limits() -> None:
    assert [sc.range_band("handgun", inches) for inches in (6, 6.1, 18, 18.1)] == ["short", "long", "long", "out"]
    assert sc.shot_at("cannon", 49, "UA") == {"missed": Fraction(1)}
    assert sc.shot_at("cannon", 30, "FP")["killed"] == Fraction(3, 12) * Fraction(9, 12)


def test_a_lance_is_a_side_arm_after_the_first_round_and_against_spears() -> None:
    assert sc.weapon_factor("lance") == 5
    assert sc.weapon_factor("lance", first_round=False) == 2
    assert sc.weapon_factor("lance", enemy_spears=True) == 2
    assert sc.weapon_factor("lance", enemy_uphill=True) == 2
    assert sc.tactical_factors(charging=True, enemy_spears=True)["charging"] == 0


def test_tactical_factors_add_up() -> None:
    facts = sc.tactical_factors(
        mounted=True, charging=True, enemy_side="rear", axe=True, enemy_protection="PP", wounds=2
    )
    assert sum(facts.values()) == 1 + 1 + 2 + 1 - 2
    assert sum(sc.tactical_factors(enemy_mounted=True, enemy_uphill=True, obstacle=True).values()) == -3


def test_morale_by_quality_and_modifiers() -> None:
    assert sc.morale("elite") == {"FB": Fraction(2, 12), "NE": Fraction(10, 12)}
    assert sc.morale("militia", -3)["RT"] == Fraction(7, 12)
    assert sc.morale("militia", 3) == {"RT": Fraction(1, 12), "FB": Fraction(2, 12), "NE": Fraction(9, 12)}
    assert sc.morale("veteran", 12) == {"NE": Fraction(1)}
    assert sc.morale("veteran", -12) == {"RT": Fraction(1)}


def test_morale_columns_move_and_stop_at_the_ends() -> None:
    assert sc.column("elite", near_leader_or_formed=True) == "elite"
    assert sc.column("militia", standard_unseen=True) == "militia"
    assert sc.column("average", near_leader_or_formed=True, standard_unseen=True) == "average"
    assert sc.unit_morale(["veteran", "average"])["FB", "RT"] == Fraction(1, 12)


def test_when_morale_is_checked() -> None:
    assert not sc.morale_is_checked(lost_this_turn=1, unit_size=10)
    assert sc.morale_is_checked(lost_this_turn=2, unit_size=10)
    assert sc.fifths_lost(5, 15) == 1


def test_rally_by_quality() -> None:
    assert [sc.rally(quality)["rallies"] for quality in ("elite", "veteran", "average", "militia")] == [
        *[Fraction(12, 12), Fraction(9, 12)],
        *[Fraction(6, 12), Fraction(3, 12)],
    ]


def test_a_leader_takes_hits_before_he_falls() -> None:
    assert sc.leader_hit() == {"dies": Fraction(1, 4), "hit": Fraction(3, 4)}
    assert sc.leader_hit(2) == {"dies": Fraction(1, 4), "eliminated": Fraction(3, 4)}
    assert sc.shot_at_leader(sc.shot("short", "FP"))["dies"] == Fraction(1, 32)


def test_a_charge_adds_a_die() -> None:
    assert sc.reaches(14, sc.charge("FP", mounted=True)) == Fraction(3, 6)
    assert sc.charge("FP", rough=True) == {inches: Fraction(1, 4) for inches in (1, 2, 3, 4)}
    assert sc.move("FP", mounted=True, barded=True) == {8: Fraction(1)}
    assert sc.move("UA", formation="schiltron") == {4: Fraction(1)}
    assert sc.initiative()["ours"] == Fraction(1, 2)


def test_all_chances_sum_to_one() -> None:
    for cap in ("die", "total", "none"):
        assert all(sum(chances.values()) == 1 for chances in rounds(cap))
    for weapon in sc.RANGES:
        for protection in sc.PROTECTION:
            assert sum(sc.shot_at(weapon, 5, protection, cover=True).values()) == 1
