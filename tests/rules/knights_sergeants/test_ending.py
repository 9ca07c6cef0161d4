"""KS-8 End."""

import pytest

from kktui.engine.scenario import Goal
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.ending import able, result, turn_result, worth_by
from kktui.table import Point, Zone
from tests.drawn import card, change, drawn, events, field
from tests.rules_shown import rule

RED = "red foot: al sergeant 10,40; bo peasant 12,40"
LORD = "red lord: sir knight 20,40"
BLUE = "blue foes: cy sergeant 10,5; di 12,5"


@rule("KS-8.1")
def test_the_chart_of_points() -> None:
    assert RULESET.book.chart("points").rows == {"peasant": 1, "man-at-arms": 2, "sergeant": 4, "knight": 8}


@rule("KS-8.1")
def test_a_figure_is_worth_its_rank_or_its_class() -> None:
    battle = drawn(RED, LORD, BLUE)
    worth = worth_by(battle)
    assert {each: worth(battle.figures[each]) for each in ("al", "bo", "sir", "di")} == {
        "al": 4,
        "bo": 1,
        "sir": 8,
        "di": 2,
    }


@rule("KS-8.1")
@pytest.mark.parametrize(("mood", "obeys"), [("steady", True), ("shaken", True), ("retreating", False)])
def test_a_unit_obeys_unless_it_is_in_full_retreat_or_gone(mood: str, obeys: bool) -> None:
    battle = drawn(RED, BLUE)
    change(battle, "foot", mood=mood)
    assert able(battle, "foot") == obeys
    change(battle, "al", standing="dead")
    change(battle, "bo", standing="fled")
    assert not able(battle, "foot")


@rule("KS-8.1")
def test_a_side_without_a_unit_able_to_obey_has_lost_at_once() -> None:
    battle = drawn(RED, LORD, BLUE)
    change(battle, "foot", mood="retreating")
    assert result(battle) is None
    change(battle, "sir", standing="dead")
    ended = result(battle)
    assert ended is not None
    assert (ended.winner, ended.rule, ended.points) == ("blue", "KS-8.1", {"red": 0, "blue": 8})


@rule("KS-8.1")
def test_when_nobody_obeys_on_either_side_nobody_wins() -> None:
    battle = drawn(RED, BLUE)
    change(battle, "foot", mood="retreating")
    change(battle, "foes", mood="retreating")
    ended = result(battle)
    assert ended is not None
    assert ended.winner == ""


@rule("KS-8.1")
def test_a_side_with_reserves_to_come_has_not_lost() -> None:
    battle = drawn(RED, BLUE, "red late arrives3: ed sergeant 30,40; flo 32,40")
    change(battle, "foot", mood="retreating")
    assert result(battle) is None


@rule("KS-8.1")
@pytest.mark.parametrize(("turn", "over"), [(11, False), (12, True)])
def test_after_the_last_turn_points_decide(turn: int, over: bool) -> None:
    battle = drawn(RED, LORD, BLUE)
    battle.turn = turn
    change(battle, "di", standing="captured")
    change(battle, "bo", standing="fled")
    ended = turn_result(battle)
    assert (ended is not None) == over
    if ended is not None:
        assert (ended.winner, ended.points) == ("red", {"red": 2, "blue": 1})


@rule("KS-8.1")
def test_equal_points_are_a_draw() -> None:
    battle = drawn(RED, BLUE, turns=1)
    ended = turn_result(battle)
    assert ended is not None
    assert ended.winner == ""


@rule("KS-8.1")
def test_the_goal_of_the_scenario_comes_before_points() -> None:
    ground = field(Zone("hill", "Hill", (Point(8, 38), Point(14, 38), Point(14, 42), Point(8, 42))))
    battle = drawn(RED, BLUE, ground=ground, goals=[Goal("red", "hold-zone", zone="hill", number=2)])
    change(battle, "foot", seen_losses=0)
    ended = turn_result(battle)
    assert ended is not None
    assert (ended.winner, ended.why) == ("red", "hold-zone")
    change(battle, "bo", standing="dead")
    assert turn_result(battle) is None


@rule("KS-8.1")
@pytest.mark.parametrize("by_turn", [0, 8])
def test_a_side_that_got_away_as_it_should_has_not_lost_for_being_gone(by_turn: int) -> None:
    goals = [Goal("red", "exit-table", edge="south", number=2, by_turn=by_turn)]
    battle = drawn("red foot: al sergeant 10,46; bo 12,46", BLUE, goals=goals)
    card(battle, "foot", "move", 7, [(10, 47.4)])
    assert [battle.figures[each].standing for each in ("al", "bo")] == ["exited", "exited"]
    ended = result(battle)
    assert ended is not None
    assert (ended.winner, ended.why) == ("red", "exit-table")


@rule("KS-8.1")
def test_men_away_from_their_edge_stay_on_the_table() -> None:
    battle = drawn(
        "red foot: al sergeant 10,40; bo 12,40",
        BLUE,
        goals=[Goal("red", "exit-table", edge="south", number=2)],
    )
    card(battle, "foot", "move", 5, [(10, 45)])
    assert not events(battle, "Left")


@rule("KS-8.1")
def test_reserves_of_the_enemy_keep_nobody_from_losing() -> None:
    battle = drawn(RED, BLUE, "blue late arrives3: ed sergeant 30,5; flo 32,5")
    change(battle, "foot", mood="retreating")
    ended = result(battle)
    assert ended is not None
    assert ended.winner == "blue"
