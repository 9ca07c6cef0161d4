"""The oracle of Knights & Knaves agrees with figures stated or worked out by hand from the sheet."""

from fractions import Fraction
from itertools import product

import pytest

from tests.oracle import knights_knaves as kk
from tests.oracle import knights_knaves_fighting as fighting
from tests.oracle.chances import D10


def tenths(number: int) -> Fraction:
    return Fraction(number, 10)


def test_every_cell_of_the_restored_table_obeys_the_formula() -> None:
    assert sorted(fighting.SHOOTING_TABLE) == list(range(-7, 11))
    for skill, row in fighting.SHOOTING_TABLE.items():
        needs = [max(2, column // 4 + 2 - skill) for column in fighting.COLUMNS]
        assert row == [str(need) if need <= 10 else fighting.MISS for need in needs]


def test_a_range_is_rounded_up_to_a_column_and_72_inches_is_the_end() -> None:
    assert fighting.hit_number(10, 60) == 7
    assert fighting.hit_number(10, 60.5) == 10
    assert fighting.hit_number(10, 72.1) is None
    assert fighting.hit_number(15, 72) == 10
    assert fighting.hit_number(-8, 1) is None


@pytest.mark.parametrize(
    ("weapon", "right"),
    [("longbow", 0), ("heavy crossbow", 0), ("medium crossbow", 1), ("short bow", 2), ("handgun", 4), ("javelin", 5)],
)
def test_a_weapon_moves_the_range_to_the_right(weapon: str, right: int) -> None:
    assert fighting.hit_number(0, 4, weapon=weapon) == 3 + right
    if right < 4:
        assert fighting.hit_number(0, 4, weapon=weapon, target_moved=True) == 7 + right
    assert fighting.hit_number(0, 4, weapon="handgun", target_moved=True) is None


def test_thrown_weapons_have_a_reach() -> None:
    assert fighting.hit_number(10, 12, weapon="javelin") == 2
    assert fighting.hit_number(10, 12.1, weapon="javelin") is None
    assert fighting.hit_number(10, 8.1, weapon="thrown") is None


def test_a_moving_shooter_halves_first() -> None:
    assert fighting.shooting_skill(7, moved=True, mounted_target=True) == 2
    assert fighting.shooting_skill(7, moved=True, mounted_target=True, halve_last=True) == 3
    assert fighting.shooting_skill(7, moved=True, weapon="javelin") == 7
    assert fighting.shooting_skill(8, shield="pavise", wall="window", obstructed=True, permanent=2) == -11
    assert [fighting.shooting_skill(8, stamina=left, original=8) for left in (6, 5, 4, 3, 2, 1)] == [8, 7, 7, 6, 6, 5]


def test_a_longbow_shot_at_a_soldier() -> None:
    chances = fighting.shot(fighting.hit_number(8, 24), 24, 6, 6)
    assert chances["miss"] == tenths(1)
    assert chances["unhurt"] == tenths(9) * tenths(4)
    assert chances["disabled"] == tenths(9) * tenths(1)
    assert fighting.shot(fighting.hit_number(8, 24), 24, 6, 6, "short bow").get("disabled") is None


def test_half_the_hits_on_a_rider_strike_his_horse() -> None:
    struck = fighting.hurt(2, 10, 10, horse_armour=3)
    by_whom = {who: sum(chance for (whose, _), chance in struck.items() if whose == who) for who in ("horse", "man")}
    assert by_whom == {"horse": tenths(9) / 2, "man": tenths(9) / 2}


def test_damage_dice_by_the_inches_measured() -> None:
    assert [fighting.shooting_dice(inches) for inches in (5.9, 6, 20, 20.1)] == [3, 2, 2, 1]
    assert fighting.shooting_damage(30, 3, "sling")[7] == tenths(1)
    assert fighting.shooting_damage(30, 3)[9] == tenths(1)


def test_a_one_die_weapon_never_hurts_armour_ten() -> None:
    assert fighting.weapon_damage("sword", 10) == {0: Fraction(1)}
    assert fighting.weapon_damage("sword", 9)[1] == tenths(1)


def test_two_valued_weapons_keep_the_first_value_while_they_strike_home() -> None:
    assert fighting.weapon_value("lance") == 6
    assert fighting.weapon_value("lance", [True, True]) == 6
    assert fighting.weapon_value("lance", [True, False, True]) == 0
    assert fighting.weapon_value("two-handed sword", [False]) == 3
    assert fighting.weapon_value("sword", [False]) == 4


def test_a_tie_strikes_nobody() -> None:
    assert fighting.strike(10, 10) == {
        "nobody": tenths(1),
        "strikes home": Fraction(45, 100),
        "is struck": Fraction(45, 100),
    }
    assert fighting.strike(20, 10).get("is struck") is None


def test_a_blow_at_an_opponent_who_named_another_costs_nothing() -> None:
    chances = fighting.blow(10, 10, fighting.weapon_damage("axe", 6))
    assert chances["nobody", 0] == Fraction(55, 100)
    assert sum(chance for (who, _), chance in chances.items() if who == "self") == 0


def test_spears_gain_a_die_at_the_gallop_once() -> None:
    thrown = sum(one + two + three - 12 > 0 for one, two, three in product(D10, D10, D10))
    lost = fighting.weapon_damage("lance", 12, gallop=True)
    assert 1 - lost[0] == Fraction(thrown, 1000)
    assert fighting.weapon_damage("axe", 12, gallop=True) == fighting.weapon_damage("axe", 12)


def test_combat_modifiers_by_facts() -> None:
    facts = fighting.combat_modifiers(
        mounted=True, uphill=True, opponent_shield="large", stamina=1, original=8, fatigue=2
    )
    assert sum(facts.values()) == 1 - 2 - 3 - 2
    assert fighting.combat_modifiers(opponent_shield="large", opponent_two_handed=True)["opponent's shield"] == 0


def test_morale_is_strictly_below_with_both_ends_fixed() -> None:
    assert kk.morale(7)["passes"] == tenths(6)
    assert kk.morale(30)["passes"] == tenths(9)
    assert kk.morale(-30)["passes"] == tenths(1)
    assert kk.morale(2)["passes"] == tenths(1)
    assert kk.rally(4)["rallies"] == tenths(3)


def test_morale_at_just_half_stamina_is_still_the_first_step() -> None:
    assert kk.morale_modifiers(stamina=4, original=8)["stamina"] == -2
    assert kk.morale_modifiers(stamina=3, original=8)["stamina"] == -4
    assert kk.morale_modifiers(stamina=1, original=8)["stamina"] == -6
    assert kk.morale_modifiers(leader="man-at-arms")["unit leader"] == 0
    assert [kk.unit_modifier(size) for size in (4, 5, 10, 11)] == [0, 2, 2, 4]
    assert kk.morale_modifiers(figure="knight", mounted_attackers=2)["attacked by cavalry"] == 0


def test_shooters_in_command_may_fail_to_shoot() -> None:
    shoots = {who: kk.may_shoot(who)["shoots"] for who in ("archer", "crossbow team", "crossbow", "handgunner")}
    assert shoots == {
        "archer": tenths(8),
        "crossbow team": tenths(8),
        "crossbow": tenths(5),
        "handgunner": Fraction(14, 100),
    }


def test_uncontrolled_action_is_clamped_to_the_table() -> None:
    assert kk.action("others", 20) == {"full and melee": Fraction(1)}
    assert kk.action("others", -20) == {"stay put": Fraction(1)}
    assert kk.action("others", 5)["full and melee"] == tenths(7)
    assert kk.action("others", strayed=True) == {"rejoins its unit": tenths(9), "toward the enemy": tenths(1)}
    assert kk.member_action("others")["stay put"] == tenths(2) * tenths(4)


def test_horse_panic_by_stamina() -> None:
    assert kk.horse_panic(5) == {
        "will not move": tenths(4),
        "charges": tenths(4),
        "no effect": tenths(2),
    }
    assert kk.horse_panic(1, "nag")["bolts"] == tenths(6)
    assert kk.horse_panic(9, "war-horse")["no effect"] == tenths(9)


def test_a_fall_by_pace_and_skill() -> None:
    assert fighting.falls("gallop")["falls"] == tenths(4)
    assert fighting.falls("gallop", melee_skill=8)["falls"] == tenths(3)
    assert fighting.falls("canter", lost_before=3, temporary=1)["falls"] == tenths(7)
    assert fighting.falls("on foot", melee_skill=9) == {"stays up": Fraction(1)}


def test_what_a_fall_does() -> None:
    effect = fighting.fall_effect(8, 8)
    percent = {how: chance * 100 for how, chance in effect.items()}
    assert percent == {
        ("okay", 0, 0): 1 + 2 + 3,
        ("stunned", 0, 3): 4 + 5,
        ("stunned", 0, 4): 6 + 7,
        ("hurt", 2, 5): 8 + 9 + 10,
        ("hurt", 4, 6): 9 + 8 + 7 + 6,
        ("hurt", 6, 8): 5 + 4 + 3,
        ("disabled", 8, 0): 2 + 1,
    }
    weak = fighting.fall_effect(3, 8)
    assert weak["okay", 0, 0] == Fraction(1, 100)
    assert weak["disabled", 3, 0] == Fraction(7 + 6 + 5 + 4 + 3 + 2 + 1, 100)  # all of 3
    assert fighting.fall_effect(3, 8, three_quarters="down")["hurt", 2, 8] == Fraction(7 + 6 + 5, 100)
    assert fighting.fall_effect(8, 8, feet=25) == {("dead", 8, 0): Fraction(1)}


def test_a_rider_who_loses_a_quarter_tests_for_a_fall() -> None:
    two_lost = fighting.struck_rider({2: Fraction(1)}, "gallop", 8, 8)
    assert two_lost["stays up", 2, 0] == tenths(6)
    assert fighting.struck_rider({1: Fraction(1)}, "gallop", 8, 8) == {("stays up", 1, 0): Fraction(1)}
    assert fighting.struck_rider({1: Fraction(1)}, "gallop", 8, 8, always_tested=True)["stays up", 1, 0] == tenths(6)
    assert fighting.struck_rider({8: Fraction(1)}, "gallop", 8, 8) == {("disabled", 8, 0): Fraction(1)}


def test_fatigue_ammunition_and_the_end() -> None:
    assert (kk.tires()["one level"], kk.tires(wounded=True)["one level"]) == (tenths(2), tenths(3))
    assert (kk.rests()["one level off"], kk.rests(idle=True)["one level off"]) == (tenths(5), tenths(7))
    assert [kk.ammunition(level)["has some"] for level in (0, 1, 2, 3)] == [1, tenths(8), tenths(6), tenths(4)]
    assert kk.rob()["resupplied"] == tenths(6)
    assert kk.finis(2).get("withdraws") is None
    assert kk.finis(3)["withdraws"] == Fraction(1, 100)
    assert kk.finis(0, 4) == {"withdraws": Fraction(1)}
    assert kk.permanent_levels(40) == 4


def test_aftermath_of_the_armoured_and_the_disabled() -> None:
    assert kk.aftermath(12, 2, 12) == {"recovers": tenths(9), "dies": tenths(1)}
    assert kk.aftermath(6, 0, 6, disabled=True) == {"recovers": tenths(2), "lingers": tenths(7), "dies": tenths(1)}
    assert kk.aftermath(6, 3, 6) == {"no roll": Fraction(1)}


def test_movement_by_armour_and_modifiers() -> None:
    assert [kk.foot_rate(armour) for armour in (5, 6, 7, 8, 9, 10, 12)] == [10, 8, 8, 6, 6, 4, 4]
    assert kk.move_inches(kk.foot_rate(10, running=True), routing=True) == 10
    assert kk.move_inches(8, half_stamina=True, slope="gentle") == 2
    assert kk.move_inches(8, half_stamina=True, slope="gentle", halve_last=True) == 3
    assert kk.move_inches(4, slope="steep", fatigue=3) == 1


def test_all_chances_sum_to_one() -> None:
    spreads = [
        *[kk.morale(value, mods) for value in (4, 10) for mods in (-9, 0, 9)],
        *[kk.action(troops, mods) for troops in kk.ACTIONS for mods in (-5, 0, 5)],
        *[fighting.shot(number, 7, 6, 6, horse_armour=3, horse_stamina=8) for number in (None, 2, 10)],
        *[kk.horse_panic(stamina) for stamina in range(1, 10)],
        kk.member_action("archers", -2, leader_total=2),
    ]
    assert all(sum(chances.values()) == 1 for chances in spreads)
    assert sum(fighting.fall("canter", 5, 11, temporary=1, lost_before=2).values()) == 1
    assert (
        sum(fighting.blow(9, 11, fighting.weapon_damage("lance", 8), fighting.weapon_damage("sword", 6)).values()) == 1
    )
    assert sum(fighting.stamina_after(6, [fighting.weapon_damage("axe", 6)] * 3).values()) == 1
