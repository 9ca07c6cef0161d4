"""KS-1 Figures and groups."""

import pytest

from kktui.engine.rulebook import Chart
from kktui.engine.scenario import ARMOUR, Recruit
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.archery import aim_at
from kktui.rules.knights_sergeants.archery import modifiers as archery_modifiers
from kktui.rules.knights_sergeants.hits import effect, take_hit
from kktui.rules.knights_sergeants.melee import modifiers as melee_modifiers
from kktui.rules.knights_sergeants.morale import nerve
from kktui.rules.knights_sergeants.movement import pace_of, wound
from kktui.rules.knights_sergeants.troops import armour_rating, commonest, morale_class
from tests.drawn import change, drawn
from tests.rules_shown import rule

BOOK = RULESET.book


def chart(name: str) -> Chart:
    return BOOK.chart(name)


@rule("KS-1.1")
def test_the_morale_classes_are_those_of_the_sheet() -> None:
    assert chart("morale-class").rows == {"peasant": 7, "man-at-arms": 8, "veteran": 9, "elite": 10}


@rule("KS-1.1")
@pytest.mark.parametrize(
    ("rank", "training", "morale"),
    [
        ("peasant", "trained", 7),
        ("servant", "veteran", 7),
        ("soldier", "raw", 7),
        ("soldier", "trained", 8),
        ("man-at-arms", "trained", 8),
        ("soldier", "veteran", 9),
        ("knight", "elite", 10),
    ],
)
def test_training_makes_the_morale_class(rank: str, training: str, morale: int) -> None:
    assert morale_class(Recruit("al", "Al", rank, training), BOOK) == morale


@rule("KS-1.1")
def test_a_group_checks_with_its_commonest_class_and_the_lower_of_two_as_common() -> None:
    assert commonest([8, 8, 9]) == 8
    assert commonest([9, 9, 8, 8, 10]) == 8
    battle = drawn("red foot: al sergeant elite 10,20; bo peasant 12,20; cy peasant 14,20")
    assert battle.units["foot"].morale == 7


@rule("KS-1.2")
def test_each_of_the_four_pieces_of_armour_is_worth_a_point() -> None:
    assert chart("armour").rows == {"helmet-and-jack": 1, "shield": 1, "mail": 1, "plate": 1}


@rule("KS-1.2")
@pytest.mark.parametrize(
    ("armour", "shield", "rating"),
    [
        ((), "none", 0),
        (("helmet",), "none", 1),
        (("helmet", "gambeson", "leather"), "none", 1),
        ((), "large", 1),
        (("mail-shirt", "limb-mail"), "none", 1),
        (("plate", "limb-plate"), "none", 1),
        (("helmet", "long-mail"), "small", 3),
        (ARMOUR, "large", 4),
    ],
)
def test_armour_adds_up_by_kind_to_no_more_than_four(armour: tuple[str, ...], shield: str, rating: int) -> None:
    assert armour_rating(Recruit("al", "Al", armour=armour, shield=shield), BOOK) == rating


@rule("KS-1.2")
def test_a_scenario_may_give_another_rating() -> None:
    battle = drawn("red foot: al sergeant 10,20 AR3; bo 12,20")
    assert (battle.figures["al"].armour, battle.figures["bo"].armour) == (3, 0)


@rule("KS-1.3")
def test_a_group_has_a_sergeant_and_a_man_by_himself_has_none() -> None:
    battle = drawn("red foot: al 10,20; bo 12,20; cy sergeant 14,20", "red lord: sir knight 20,20 mounted")
    foot, lord = battle.units["foot"], battle.units["lord"]
    assert (foot.leader, foot.alone, foot.strength) == ("cy", False, 3)
    assert (lord.leader, lord.alone) == ("sir", True)
    assert battle.figures["sir"].mounted
    assert not battle.figures["cy"].mounted


@rule("KS-1.3")
def test_a_group_listed_without_a_sergeant_makes_its_first_man_one() -> None:
    battle = drawn("red foot: al 10,20; bo 12,20")
    assert [battle.figures[each].rank for each in ("al", "bo")] == ["sergeant", "man"]
    assert battle.units["foot"].leader == "al"


@rule("KS-1.3")
def test_a_knight_is_set_over_groups() -> None:
    battle = drawn("red foot under-lord: al sergeant 10,20; bo 12,20", "red lord: sir knight 20,20")
    assert battle.units["foot"].commander == "sir"


@rule("KS-1.4")
def test_the_chart_of_hits_is_what_hits_do() -> None:
    assert chart("hits").rows == {
        "man": ["death", "", ""],
        "sergeant": ["wound", "death", ""],
        "knight": ["flesh wound", "wound", "death"],
    }
    for rank, cells in chart("hits").rows.items():
        told = [effect(RULESET.book, rank, hit) for hit in (1, 2, 3)]
        assert told[: len([each for each in cells if each])] == [each for each in cells if each]


@rule("KS-1.4")
@pytest.mark.parametrize(("rank", "hits"), [("soldier", 1), ("sergeant", 2), ("knight", 3), ("lord", 3)])
def test_a_man_falls_at_his_last_hit_and_not_before(rank: str, hits: int) -> None:
    battle = drawn(f"red lone: al {rank} 10,20", "blue foes: cy sergeant 20,20")
    al = battle.figures["al"]
    for _ in range(hits):
        assert al.standing == "fielded"
        take_hit(battle, al, "cy")
    assert al.standing == "dead"


@rule("KS-1.4")
def test_only_a_hit_beyond_the_flesh_wound_troubles_a_knight() -> None:
    battle = drawn("red lord: sir knight 10,20", "red foot: al sergeant 20,20; bo 22,20")
    sir, al = battle.figures["sir"], battle.figures["al"]
    take_hit(battle, sir, "x")
    take_hit(battle, al, "x")
    assert not sir.wounded
    assert al.wounded
    take_hit(battle, sir, "x")
    assert sir.wounded


@rule("KS-1.5")
@pytest.mark.parametrize(("reading", "low"), [("worse", 1), ("literal", -1)])
def test_a_wound_is_one_off_high_dice_and_by_ruling_on_to_or_off_low_dice(reading: str, low: int) -> None:
    battle = drawn(
        "red bows: al sergeant 10,20 longbow AR2; bo 12,20",
        "blue foes: cy sergeant 10,5; di 12,5 longbow",
        rulings={"wounded-die": reading},
    )
    al, cy, di = (battle.figures[each] for each in ("al", "cy", "di"))
    change(battle, "al", hits=1, hurt="wound")
    wounded = ("wounded", -1, "KS-1.5")
    assert wounded in tuple(archery_modifiers(battle, al, cy, "foot"))
    assert wounded in tuple(melee_modifiers(battle, al, cy))
    assert wound(pace_of(battle, battle.units["bows"])) == (wounded,)
    assert nerve(battle, battle.units["bows"])[0].worse == low
    assert aim_at(battle, di, al, "foot")[0].armour_worse == low


@rule("KS-1.5")
def test_a_man_without_a_wound_has_nothing_on_any_die() -> None:
    battle = drawn("red bows: al sergeant 10,20 longbow; bo 12,20", "blue foes: cy sergeant 10,5 longbow; di 12,5")
    al, cy = battle.figures["al"], battle.figures["cy"]
    assert not [each for each in archery_modifiers(battle, al, cy, "foot") if each.name == "wounded"]
    assert not [each for each in melee_modifiers(battle, al, cy) if each.name == "wounded"]
    assert wound(pace_of(battle, battle.units["bows"])) == ()
    assert nerve(battle, battle.units["bows"])[0].worse == 0
    assert aim_at(battle, cy, al, "foot")[0].armour_worse == 0
    assert BOOK.rulings["wounded-die"].default == "worse"
