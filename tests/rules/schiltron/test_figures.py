"""SC-1 Figures."""

import pytest

from kktui.engine.scenario import Recruit
from kktui.rules.schiltron.figures import fifths
from kktui.rules.schiltron.troops import protection, quality
from tests.rules.schiltron.table import BOOK, drawn
from tests.rules_shown import rule


@rule("SC-1.1")
@pytest.mark.parametrize(
    ("armour", "code"),
    [
        ((), "UA"),
        (("helmet",), "PA"),
        (("helmet", "gambeson"), "PA"),
        (("leather",), "PA"),
        (("mail-shirt",), "PA"),
        (("limb-mail",), "PA"),
        (("long-mail",), "FA"),
        (("mail-shirt", "limb-mail"), "FA"),
        (("coat-of-plates",), "PP"),
        (("long-mail", "limb-plate"), "PP"),
        (("plate",), "PP"),
        (("coat-of-plates", "limb-plate"), "PP"),
        (("closed-helm", "plate", "limb-plate"), "FP"),
    ],
)
def test_armour_makes_the_protection(armour: tuple[str, ...], code: str) -> None:
    assert protection(Recruit("al", "Al", armour=armour), BOOK) == code


@rule("SC-1.1")
@pytest.mark.parametrize(
    ("rank", "training", "named"),
    [
        ("soldier", "raw", "militia"),
        ("soldier", "trained", "average"),
        ("soldier", "veteran", "veteran"),
        ("soldier", "elite", "elite"),
        ("peasant", "trained", "militia"),
        ("peasant", "veteran", "average"),
        ("servant", "raw", "militia"),
        ("knight", "trained", "veteran"),
        ("lord", "veteran", "elite"),
        ("knight", "elite", "elite"),
    ],
)
def test_training_and_rank_make_the_quality(rank: str, training: str, named: str) -> None:
    assert quality(Recruit("al", "Al", rank, training)) == named


@rule("SC-1.1")
def test_stripes_go_by_quality_and_a_leader_has_one_more() -> None:
    assert BOOK.chart("stripes").rows == {"militia": 0, "average": 1, "veteran": 2, "elite": 3, "leader adds": 1}
    battle = drawn("red foot: al sergeant veteran 10,20; bo raw 12,20; cy 14,20; di veteran 16,20; ed elite 18,20")
    stripes = {each: battle.figures[each].stripes for each in ("al", "bo", "cy", "di", "ed")}
    assert stripes == {"al": 3, "bo": 0, "cy": 1, "di": 2, "ed": 3}


@rule("SC-1.1")
def test_a_house_rule_may_change_the_stripes() -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20", rulings={"chart": {"stripes": {"leader adds": 2}}})
    assert battle.figures["al"].stripes == 3


@rule("SC-1.2")
def test_a_unit_of_five_has_a_leader_and_the_first_man_after_him_bears_the_standard() -> None:
    battle = drawn(
        "red foot: al sergeant 10,20; bo 12,20; cy 14,20; di 16,20; ed 18,20", "red few: flo sergeant 10,30; gus 12,30"
    )
    foot, few = battle.units["foot"], battle.units["few"]
    assert (foot.leader, foot.bearer, foot.standard) == ("al", "bo", "raised")
    assert (few.bearer, few.standard) == ("", "")


@rule("SC-1.2")
def test_a_scenario_may_name_the_bearer_and_by_ruling_only_named_ones_count() -> None:
    men = "red foot: al sergeant 10,20; bo 12,20; cy 14,20 standard-bearer; di 16,20; ed 18,20"
    others = "blue foes: flo sergeant 10,10; gus 12,10; hob 14,10; ivo 16,10; jan 18,10"
    assert drawn(men).units["foot"].bearer == "cy"
    battle = drawn(men, others, rulings={"standards": "named"})
    assert (battle.units["foot"].bearer, battle.units["foes"].bearer) == ("cy", "")


@rule("SC-1.2")
def test_losses_are_counted_in_fifths_of_the_unit() -> None:
    battle = drawn("red foot: " + "; ".join(f"m{i} {i},20" for i in range(2, 12)))
    assert [fifths(battle.units["foot"], lost) for lost in (1, 2, 3, 4, 10)] == [0, 1, 1, 2, 5]
