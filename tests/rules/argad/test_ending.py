"""AR-6 The end, and the options that may bring it about."""

from __future__ import annotations

import pytest

from kktui.engine.events import Left
from kktui.engine.scenario import Goal
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import modifiers
from kktui.rules.argad.figures import Battle
from tests.drawn import events, last
from tests.rules.argad.drawn import drawn, man, phase
from tests.rules_shown import rule


def fell(battle: Battle, *names: str) -> None:
    for each in names:
        battle.record(Left(each, "dead"))


# AR-6.1


@rule("AR-6.1")
def test_there_is_no_morale_unless_it_is_wanted() -> None:
    battle = drawn("red men: al 20,60; bo 30,60", "blue foes: cy 20,20")
    fell(battle, "al")
    assert phase(battle, "Side morale").asked == []
    assert events(battle, "Wavered") == []


@rule("AR-6.1")
@pytest.mark.parametrize(("roll", "best", "stays"), [(4, "", True), (3, "", False), (3, "c5", True), (2, "c5", False)])
def test_a_side_that_has_lost_half_its_men_throws_4_or_more_or_leaves(roll: int, best: str, stays: bool) -> None:
    battle = drawn(
        f"red men: al 20,60; bo {best} 30,60; di 40,60", "blue foes: cy 20,20", rulings={"side-morale": True}
    )
    assert phase(battle, "Side morale").asked == []
    fell(battle, "di", "al")
    phase(battle, "Side morale", roll)
    assert (man(battle, "bo").standing == "fielded") is stays
    assert last(battle, "Wavered").outcome == ("stay" if stays else "leave")


@rule("AR-6.1")
def test_so_does_one_that_has_lost_its_leader() -> None:
    units = ("red men: al knight 20,60; bo 30,60; di 40,60; em 50,60", "blue foes: cy 20,20")
    battle = drawn(*units, rulings={"side-morale": True})
    fell(battle, "al")
    assert phase(battle, "Side morale", 6).asked == ["1d6 side morale"]


@rule("AR-6.1")
def test_a_leader_who_is_still_to_come_is_not_lost() -> None:
    units = ("red men: al 20,60; bo 30,60", "red late arrives4: di lord", "blue foes: cy 20,20")
    assert phase(drawn(*units, rulings={"side-morale": True}), "Side morale").asked == []


@rule("AR-6.1")
@pytest.mark.parametrize(("command", "gap", "bonus"), [(True, 19.9, 1), (True, 20.1, 0), (False, 20.1, 1)])
def test_beyond_20_cm_of_an_officer_there_are_no_bonuses_if_command_is_played(
    command: bool, gap: float, bonus: int
) -> None:
    units = (f"red men: al sergeant 20,60; bo c3 two-handed-axe 20,{58 - gap}", "blue foes: cy 20,20")
    battle = drawn(*units, rulings={"command": command})
    assert sum(each.value for each in modifiers(battle, man(battle, "bo"), man(battle, "cy"))) == bonus


@rule("AR-6.1")
def test_a_malus_stays_even_so() -> None:
    battle = drawn(
        "red men: al c2 two-handed-axe 20,25; bo sergeant 20,60", "blue foes: cy 20,20", rulings={"command": True}
    )
    assert [each.value for each in modifiers(battle, man(battle, "al"), man(battle, "cy"))] == [-1]


# AR-6.2


@rule("AR-6.2")
def test_the_side_that_alone_holds_the_field_has_won() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,20")
    assert RULESET.result(battle) is None
    fell(battle, "cy")
    end = RULESET.result(battle)
    assert end is not None
    assert (end.winner, end.why, end.rule) == ("red", "the field is held", "AR-6.2")


@rule("AR-6.2")
def test_reserves_still_to_come_keep_a_side_in_the_battle() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,20", "blue late arrives4: ed")
    fell(battle, "cy")
    assert RULESET.result(battle) is None


@rule("AR-6.2")
def test_the_scenarios_goal_comes_first() -> None:
    goal = Goal("blue", "kill-leader", figure="al")
    battle = drawn("red men: al 20,60; bo 30,60", "blue foes: cy 20,20; ed 30,20", goals=[goal], turns=1)
    fell(battle, "al", "cy", "ed")
    end = RULESET.result(battle)
    assert end is not None
    assert (end.winner, end.why) == ("blue", "kill-leader")


@rule("AR-6.2")
@pytest.mark.parametrize(("ruling", "winner"), [("class-points", "blue"), ("men-left", "red")])
def test_after_the_last_turn_class_points_decide_or_by_ruling_the_men_left(ruling: str, winner: str) -> None:
    battle = drawn(
        "red men: al c5 20,60; bo c2 30,60; di c2 40,60; em c2 50,60",
        "blue foes: cy c2 20,20; ed c2 30,20; flo c2 40,20",
        turns=1,
        rulings={"decided-by": ruling},
    )
    fell(battle, "al", "cy")
    end = RULESET.turn_result(battle)
    assert end is not None
    assert (end.winner, end.why) == (winner, "turn limit")
    if ruling == "class-points":
        assert end.points == {"red": 2, "blue": 5}


@rule("AR-6.2")
def test_before_that_it_goes_on() -> None:
    assert RULESET.turn_result(drawn("red men: al 20,60", "blue foes: cy 20,20", turns=2)) is None
