"""The oracle of Argad! agrees with figures stated or worked out by hand from the sheet."""

from fractions import Fraction

import pytest

from tests.oracle import argad as ar
from tests.oracle.argad import Fighter


def percent(chance: Fraction) -> int:
    return round(chance * 100)


def parts(number: int, whole: int = 36) -> Fraction:
    return Fraction(number, whole)


KILLS_AND_RECOILS = {
    2: [(50, 17), (67, 17), (83, 0), (83, 0)],
    3: [(33, 17), (50, 17), (67, 17), (83, 0)],
    4: [(17, 17), (33, 17), (50, 17), (67, 17)],
    5: [(3, 14), (17, 17), (33, 17), (50, 17)],
}


@pytest.mark.parametrize("enemy_class", KILLS_AND_RECOILS)
def test_a_blow_kills_and_throws_back_as_often_as_stated(enemy_class: int) -> None:
    blows = [ar.blow(modifier, enemy_class, enemy_class) for modifier in (-1, 0, 1, 2)]
    stated = [(percent(chances["killed"]), percent(chances.get("recoils", Fraction(0)))) for chances in blows]
    assert stated == KILLS_AND_RECOILS[enemy_class]


def test_armour_four_on_class_two_recoils_on_two_to_four() -> None:
    assert [ar.blow_result(die, 0, 2, 4) for die in range(1, 8)] == [
        *["missed", "recoils", "recoils", "recoils"],
        *["killed", "killed", "killed"],
    ]


def test_a_six_thrown_twice_is_a_seven() -> None:
    assert ar.natural() == {1: parts(6), 2: parts(6), 3: parts(6), 4: parts(6), 5: parts(6), 6: parts(5), 7: parts(1)}


def test_natural_one_misses_and_natural_seven_kills_whatever_the_modifiers() -> None:
    assert ar.blow(9, 2)["missed"] == parts(6)
    assert ar.blow(-9, 5) == {"killed": parts(1), "missed": parts(35)}


@pytest.mark.parametrize(
    ("needs", "malus", "kills"),
    [
        (5, 0, 12),
        (5, -1, 6),
        (5, -2, 1),
        (5, -3, 0),
        (6, 0, 6),
        (6, -1, 1),
        (6, -2, 0),
        (7, 0, 1),
        (7, -1, 0),
        (8, 0, 0),
    ],
)
def test_a_shot_kills_by_number_and_malus(needs: int, malus: int, kills: int) -> None:
    assert ar.shot(needs, malus).get("killed", Fraction(0)) == parts(kills)


def test_range_bounds_are_included() -> None:
    assert [ar.needed("crossbow", cm) for cm in (20, 20.1, 40, 60, 60.1)] == [5, 6, 6, 7, ar.OUT_OF_RANGE]
    assert [ar.needed("cavalry javelin", cm) for cm in (10, 10.1, 20, 20.1)] == [5, 6, 6, ar.OUT_OF_RANGE]
    assert ar.needed("javelin", 1) == 6


def test_exterior_cells_of_the_sheet() -> None:
    assert ar.may_shoot_out("longbow", 20)
    assert not ar.may_shoot_out("longbow", 21)
    assert ar.may_shoot_out("other bow", 40)
    assert not ar.may_shoot_out("sling", 5)
    assert ar.may_shoot_out("crossbow", 60)


def test_the_target_causes_two_at_the_worst_and_the_shooter_one_more() -> None:
    assert ar.target_malus("other bow", 5, ["pavise wall"], furtive=True) == -2
    assert ar.target_malus("longbow", 4, ["partial cover", "pavise"]) == -1
    assert ar.target_malus("crossbow", 5, ["arrow slit"]) == -2
    assert ar.target_malus("crossbow", 5, ["partial cover"], on_foot=False) == 0
    assert ar.target_malus("sling", 0, ["pavise"], slinging=True) == 0
    assert ar.shooter_malus("other bow", moving=True, furtive=True) == -1
    assert ar.shooter_malus("javelin", moving=True) == 0


def test_slowing_dice() -> None:
    sixth = Fraction(1, 6)
    assert ar.move(20, "difficult") == dict.fromkeys([19, 18, 17, 16, 15, "blocked"], sixth)
    assert ar.move(40, "difficult", mounted=True)["blocked"] == parts(1)
    assert ar.move(40, "very difficult", mounted=True)["blocked"] == parts(11)
    assert ar.move(40, "very difficult", mounted=True)[18] == parts(1)
    assert ar.ground("hard slope", "cavalry", 5) == "very difficult"
    assert ar.ground("hard slope", "cavalry", 4) == "difficult"
    assert ar.ground("woods", "foot", 5) == "difficult"
    assert ar.crawl()[3] == sixth


def test_melee_modifiers_of_charger_and_charged() -> None:
    lancer = ar.melee_modifiers(kind="cavalry", charging=True, couched_lance=True)
    assert sum(lancer.values()) == 3
    assert sum(ar.melee_modifiers(kind="cavalry", enemy="cavalry", charging=True, couched_lance=True).values()) == 2
    spear = ar.melee_modifiers(enemy="cavalry", weapon="spear", charged=True, immobile=True)
    assert sum(spear.values()) == 0
    bill = ar.melee_modifiers(enemy="cavalry", weapon="bill", charged=True, immobile=True)
    assert sum(bill.values()) == 0
    assert sum(ar.melee_modifiers(enemy="cavalry", weapon="bill").values()) == 0
    assert sum(ar.melee_modifiers(two_handed=True, improvised=True, character_class=2).values()) == 0
    assert sum(ar.melee_modifiers(enemy="cavalry", ground_for_cavalry="very difficult").values()) == 0
    assert sum(ar.in_disorder(lancer).values()) == 0


def test_a_longer_weapon_leaves_only_what_it_missed_to_reply() -> None:
    spear, sword = Fighter(3, length="long"), Fighter(3)
    chances = ar.exchange(spear, sword)
    ours = ar.blow(0, 3)
    missed = ours["missed"]
    assert chances["stands", "killed"] == ours["killed"]
    assert chances["stands", "recoils"] == ours["recoils"]
    assert chances["killed", "stands"] == missed * ours["killed"]
    assert chances["stands", "stands"] == missed * missed


def test_equal_men_striking_at_once_fall_to_the_higher_die() -> None:
    chances = ar.exchange(Fighter(3), Fighter(3))
    faces = {4: 6, 5: 6, 6: 5, 7: 1}
    higher = sum(ours * theirs for die, ours in faces.items() for other, theirs in faces.items() if die > other)
    alone = 18 * 12  # ours kills, theirs misses
    assert chances["stands", "killed"] == chances["killed", "stands"] == Fraction(higher + alone, 1296)
    assert chances["recoils", "killed"] == Fraction(18 * 6, 1296)
    even = sum(count * count for count in faces.values())
    assert chances["recoils", "recoils"] == Fraction(even + 36, 1296)
    only_kills = ar.exchange(Fighter(3), Fighter(3), mixed="kill")
    assert ("recoils", "killed") not in only_kills


def test_class_then_armour_settle_blows_struck_at_once() -> None:
    better = ar.exchange(Fighter(4, 4), Fighter(3, 5))
    assert ("killed", "killed") not in better
    both_hit = parts(12) * parts(6)  # 5 and more beats class 4; a 6 or 7 beats armour 5
    assert better["stands", "killed"] >= both_hit
    armoured = ar.exchange(Fighter(3, 4), Fighter(3, 0))
    assert armoured["stands", "killed"] == Fraction(1, 2) * (1 - ar.blow(0, 3, 4)["recoils"])


def test_a_lone_man_against_two() -> None:
    alone = ar.against_many(Fighter(3), [Fighter(3)])
    assert alone == ar.exchange(Fighter(3), Fighter(3))
    two = ar.against_many(Fighter(3), [Fighter(3, length="long"), Fighter(3, length="long")])
    falls = sum(chance for (lone, _), chance in two.items() if lone == "killed")
    assert falls == 1 - Fraction(1, 2) ** 2
    assert sum(two.values()) == 1


def test_side_morale_counts_the_best_men() -> None:
    assert [ar.side_morale(men)["stays"] for men in range(4)] == [Fraction(1, 2), Fraction(2, 3), Fraction(5, 6), 1]


def test_all_chances_sum_to_one() -> None:
    men = [
        Fighter(rated, armour, length, mods)
        for rated in (2, 5)
        for armour in (0, 5)
        for length in ar.LENGTHS[:2]
        for mods in (-1, 2)
    ]
    assert all(sum(ar.exchange(one, other).values()) == 1 for one in men for other in men)
    assert all(sum(ar.shot(needs, malus).values()) == 1 for needs in (5, 6, 7, 99) for malus in (0, -3))
