"""The goals of a scenario, as every ruleset judges them."""

from __future__ import annotations

import pytest

from kktui.engine.scenario import Goal
from kktui.engine.state import CAPTURED, DEAD, EXITED, FLED, OUT, RESERVE, AnyState
from kktui.engine.victory import by_points, first_met, goal_reached, met, points
from kktui.table import Point, Zone
from tests.drawn import change, drawn, field

RED = "red foot: al sergeant 22,24; bo 24,24"
BLUE = "blue foes: cy sergeant 10,5; di 12,5"
FORD = Zone("ford", "The ford", (Point(20, 20), Point(30, 20), Point(30, 28), Point(20, 28)))


def one_each(man: object) -> int:
    return 1


def winner(state: AnyState) -> str:
    """Who has reached a goal, or nobody."""
    ended = goal_reached(state, one_each)
    return ended.winner if ended is not None else ""


@pytest.mark.parametrize(("number", "won"), [(0, "red"), (1, "red"), (2, "red"), (3, "")])
def test_a_zone_is_held_by_enough_men(number: int, won: str) -> None:
    goals = (Goal("red", "hold-zone", zone="ford", number=number),)
    assert winner(drawn(RED, BLUE, ground=field(FORD), goals=goals)) == won


def test_no_zone_is_held_with_an_enemy_in_it() -> None:
    goals = (Goal("red", "hold-zone", zone="ford"),)
    assert winner(drawn(RED, "blue foes: cy sergeant 28,21; di 12,5", ground=field(FORD), goals=goals)) == ""


def test_no_zone_is_held_by_nobody() -> None:
    goals = (Goal("red", "hold-zone", zone="ford"),)
    assert winner(drawn("red foot: al sergeant 2,40", BLUE, ground=field(FORD), goals=goals)) == ""


@pytest.mark.parametrize(
    ("standing", "won"), [(DEAD, "red"), (OUT, "red"), (CAPTURED, "red"), (FLED, ""), (EXITED, "")]
)
def test_a_leader_has_fallen_who_is_dead_out_or_taken(standing: str, won: str) -> None:
    battle = drawn(RED, BLUE, goals=(Goal("red", "kill-leader", figure="cy"),))
    change(battle, "cy", standing=standing)
    assert winner(battle) == won


def test_who_left_by_the_edge_is_counted_and_who_fled_is_not() -> None:
    battle = drawn(RED, BLUE, goals=(Goal("red", "exit-table", edge="north", number=2),))
    change(battle, "al", standing=EXITED)
    change(battle, "bo", standing=FLED)
    assert winner(battle) == ""
    change(battle, "bo", standing=EXITED)
    assert winner(battle) == "red"


def test_who_is_still_to_come_stands() -> None:
    battle = drawn(RED, BLUE, goals=(Goal("red", "last-standing"),))
    change(battle, "cy", standing=DEAD)
    change(battle, "di", standing=RESERVE)
    assert winner(battle) == ""
    change(battle, "di", standing=FLED)
    assert winner(battle) == "red"


def test_points_win_as_soon_as_there_are_enough() -> None:
    battle = drawn(RED, BLUE, goals=(Goal("red", "points", number=2),))
    change(battle, "cy", standing=CAPTURED)
    assert winner(battle) == ""
    change(battle, "di", standing=FLED)
    assert winner(battle) == "red"
    assert points(battle, one_each) == {"red": 2, "blue": 0}


@pytest.mark.parametrize(("turn", "won"), [(4, ""), (5, "red"), (6, "")])
def test_a_goal_with_its_turn_is_judged_as_that_turn_ends_only(turn: int, won: str) -> None:
    battle = drawn(RED, BLUE, ground=field(FORD), goals=(Goal("red", "hold-zone", zone="ford", by_turn=5),))
    battle.turn = turn
    assert winner(battle) == won


@pytest.mark.parametrize(("turn", "reached"), [(4, True), (5, True), (6, False)])
def test_who_is_all_gone_has_not_done_in_time_what_was_to_be_done_earlier(turn: int, reached: bool) -> None:
    goal = Goal("red", "exit-table", edge="south", number=2, by_turn=5)
    battle = drawn(RED, BLUE, goals=(goal,))
    for man in ("al", "bo"):
        change(battle, man, standing=EXITED)
    battle.turn = turn
    assert met(battle, goal, {}) is reached


def test_of_several_goals_the_first_that_is_reached_counts() -> None:
    goals = (Goal("blue", "points", number=9), Goal("red", "hold-zone", zone="ford"), Goal("blue", "points"))
    ended = first_met(drawn(RED, BLUE, ground=field(FORD), goals=goals), {"red": 0, "blue": 3})
    assert ended is not None
    assert (ended.winner, ended.why, ended.points) == ("red", "hold-zone", {"red": 0, "blue": 3})


@pytest.mark.parametrize(("fallen", "won"), [("cy", "red"), ("al", "blue"), ("", "")])
def test_more_points_win_and_equal_points_are_a_draw(fallen: str, won: str) -> None:
    battle = drawn(RED, BLUE)
    if fallen:
        change(battle, fallen, standing=DEAD)
    assert by_points(battle, one_each, "turn limit", "KS-8.1").winner == won
