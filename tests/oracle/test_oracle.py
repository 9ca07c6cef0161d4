"""The oracle agrees with figures worked out by hand from the sheet."""

from fractions import Fraction
from itertools import product

import pytest

from tests.oracle import knights_sergeants as ks
from tests.oracle.chances import D10, spread


def percent(chance: Fraction) -> Fraction:
    return chance * 100


@pytest.mark.parametrize(
    ("net", "armour", "hits"),
    [
        *[(0, 0, 45), (0, 1, 45), (0, 2, 36), (0, 3, 28), (0, 4, 21)],
        *[(2, 0, 64), (2, 1, 64), (2, 2, 55), (2, 3, 45), (2, 4, 36)],
    ],
)
def test_a_blow_hits_as_often_as_the_melee_numbers_say(net: int, armour: int, hits: int) -> None:
    assert percent(ks.blow(net, 0, armour)["hit"]) == hits
    assert ks.blow(net + 3, 3, armour) == ks.blow(net, 0, armour)


@pytest.mark.parametrize(("net", "wins"), [(0, 45), (2, 64)])
def test_an_attacker_wins_as_often_whatever_the_armour(net: int, wins: int) -> None:
    for armour in range(5):
        chances = ks.blow(net, 0, armour)
        assert percent(chances["hit"] + chances.get("push", Fraction(0))) == wins


def test_a_defender_never_wounds_whatever_the_attacker_wears() -> None:
    for armour in range(5):
        assert ks.blow(0, 0, 4, armour) == ks.blow(0, 0, 4, 0)
    assert set(ks.blow(-20, 0, 0)) == {"attacker pushed"}


def test_a_mounted_loser_is_unhorsed() -> None:
    chances = ks.blow(0, 0, 4, 4, attacker_mounted=True, defender_mounted=True)
    assert {outcome: percent(chance) for outcome, chance in chances.items()} == {
        "hit": 21,
        "unhorse": 24,
        "tie": 10,
        "attacker unhorsed": 45,
    }


def test_morale_of_a_peasant_group_by_losses() -> None:
    assert ks.morale(7, 0) == {"pass": Fraction(7, 10), "shaken": Fraction(2, 10), "retreat": Fraction(1, 10)}
    assert ks.morale(7, -3) == {
        "pass": Fraction(4, 10),
        "shaken": Fraction(2, 10),
        "retreat": Fraction(4, 10),
    }
    assert ks.morale(10, 0) == {"pass": Fraction(1)}
    assert ks.morale(10, 0, wounded=True) == {"pass": Fraction(9, 10), "shaken": Fraction(1, 10)}


def test_morale_modifiers_add_up() -> None:
    facts = ks.morale_modifiers(lost=3, sergeant_killed=True, knight_killed=True, cover=True, rallied=True)
    assert sum(facts.values()) == -3 - 1 - 2 + 1 + 2


def test_a_shot_at_an_armoured_man_on_foot() -> None:
    chances = ks.shot(1, 3)
    assert chances == {"miss": Fraction(7, 10), "saved": Fraction(9, 100), "hit": Fraction(21, 100)}
    assert ks.shot(1, 3, target_wounded=True)["hit"] == Fraction(24, 100)
    assert ks.shot(1, 0, shooter_wounded=True)["hit"] == Fraction(2, 10)
    assert ks.shot(0, 1, target_wounded=True) == ks.shot(0, 0)


def test_an_undeclared_shot_at_a_rider_mostly_strikes_the_mount() -> None:
    assert ks.shot(0, 4, target="mounted undeclared", horse_ar=1) == {
        "miss": Fraction(80, 100),
        "horse saved": Fraction(14, 1000),
        "horse killed": Fraction(126, 1000),
        "saved": Fraction(24, 1000),
        "hit": Fraction(36, 1000),
    }


def test_a_declared_rider_is_harder_to_hit_and_a_declared_mount_is_not() -> None:
    assert ks.shot(0, 0, target="rider declared") == {"miss": Fraction(9, 10), "hit": Fraction(1, 10)}
    assert ks.shot(0, 0, target="mount declared") == {
        "miss": Fraction(8, 10),
        "horse killed": Fraction(2, 10),
    }


def test_archery_modifiers_by_range_aim_and_cover() -> None:
    assert sum(ks.archery_modifiers("crossbow", 9, aimed=True, cover="part").values()) == 1
    assert sum(ks.archery_modifiers("longbow", 12.1, cover="whole").values()) == -2
    with pytest.raises(ValueError, match="out of range"):
        ks.archery_modifiers("crossbow", 18.1)


def test_melee_modifiers_by_facts() -> None:
    lancer = ks.melee_modifiers(lance_charge=9, first_round=True, mounted=True, knight=True)
    assert sum(lancer.values()) == 3
    halberdier = ks.melee_modifiers(polearm=True, enemies=3, wounded=True)
    assert sum(halberdier.values()) == -4
    assert sum(ks.melee_modifiers(polearm=True, won_last_round=True).values()) == 1


def test_a_move_on_foot_is_two_dice_and_a_wound_costs_an_inch() -> None:
    assert ks.move(2)[7] == Fraction(1, 6)
    assert ks.move(2, wounded=True)[6] == Fraction(1, 6)
    assert ks.move(2, charging=True) == ks.move(3)


def test_a_road_drops_the_lowest_of_one_more_die() -> None:
    assert ks.move(2, road=True)[12] == Fraction(16, 216)
    assert ks.move(2, road=True)[2] == Fraction(1, 216)


def test_rough_ground_halves_before_fences_cost() -> None:
    assert ks.ground_covered({9: Fraction(1)}, rough=True, obstacles=1) == {Fraction(3, 2): Fraction(1)}
    assert ks.ground_covered({5: Fraction(1)}, obstacles=2) == {Fraction(0): Fraction(1)}
    assert ks.reaches(11, ks.move(2)) == Fraction(3, 36)


def test_a_charge_asks_the_charger_first() -> None:
    certain = {"pass": Fraction(1)}
    assert ks.charge_tests(certain, ks.morale(7, 0))["target shaken"] == Fraction(2, 10)
    assert ks.charge_tests(ks.morale(7, 0), certain)["charger retreat"] == Fraction(1, 10)


def test_ranks_take_one_two_or_three_hits() -> None:
    assert [ks.condition("knight", hits) for hits in range(4)] == ["unhurt", "flesh wound", "wounded", "dead"]
    assert [ks.condition("sergeant", hits) for hits in range(3)] == ["unhurt", "wounded", "dead"]
    assert [ks.condition("man", hits) for hits in range(3)] == ["unhurt", "dead", "dead"]


def test_a_volley_at_a_sergeant_is_every_die_of_it_thrown() -> None:
    def hits_after(dice: tuple[int, ...]) -> int:
        hits = 0
        for to_hit, save in (dice[:2], dice[2:]):
            if to_hit + 1 >= 9 and save + hits > 2:
                hits += 1
        return hits

    thrown = spread(hits_after(dice) for dice in product(D10, repeat=4))
    assert ks.volley(2, 1, 2, "sergeant") == thrown


def test_a_volley_kills_a_man_unless_every_shot_fails() -> None:
    assert ks.end_of("man", ks.volley(5, 0, 0))["dead"] == 1 - Fraction(8, 10) ** 5


def test_a_thrown_rider_is_shot_at_on_foot() -> None:
    chances = ks.mounted_volley(2, 0, 0, "knight", aim_at="mount declared")
    assert chances[1, False] == Fraction(2, 10) ** 2
    assert chances[0, True] == Fraction(8, 10) ** 2


def test_a_shield_does_not_stop_shots_from_behind() -> None:
    assert ks.armour_rating(["shield", "mail"]) == 2
    assert ks.armour_rating(["shield", "mail"], shot_from_behind=True) == 1


def test_points_are_counted_by_rank() -> None:
    assert ks.points(["peasant", "man-at-arms", "sergeant", "knight"]) == 15


def test_all_chances_sum_to_one() -> None:
    kinds = ("foot", "mounted undeclared", "rider declared", "mount declared")
    spreads = [
        *[ks.shot(mods, 2, target=kind, horse_ar=1) for mods in (-9, 0, 9) for kind in kinds],
        *[ks.blow(mods, 0, 2) for mods in (-12, -1, 0, 1, 12)],
        *[ks.morale(base, mods) for base in ks.MORALE_CLASS.values() for mods in (-9, 0, 3)],
        ks.charge_tests(ks.morale(8, -1), ks.morale(7, -1)),
    ]
    assert all(sum(chances.values()) == 1 for chances in spreads)
    assert sum(ks.move(3, charging=True, road=True, wounded=True).values()) == 1
    assert sum(ks.mounted_volley(3, 1, 2, "knight").values()) == 1
