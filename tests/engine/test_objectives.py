"""Where the scenario wants a computer player to go."""

from __future__ import annotations

import pytest

from kktui.engine.events import Left
from kktui.engine.muster import exits
from kktui.engine.objectives import FROM_THE_EDGE, objective, time_presses
from kktui.engine.scenario import Goal
from kktui.rules import PACKAGES, ruleset
from kktui.table import Point, Zone, pose
from tests.drawn import drawn, field

RED = "red foot: al sergeant 10,40; bo 12,40"
BLUE = "blue foes: cy sergeant 10,5"
FORD = Zone("ford", "The ford", (Point(20, 20), Point(30, 20), Point(30, 28), Point(20, 28)))
NEAR, FAR = FROM_THE_EDGE, 48 - FROM_THE_EDGE


@pytest.mark.parametrize(
    ("edge", "goal"), [("north", (10, NEAR)), ("south", (10, FAR)), ("west", (NEAR, 40)), ("east", (FAR, 40))]
)
def test_who_is_to_leave_by_an_edge_makes_straight_for_it(edge: str, goal: tuple[float, float]) -> None:
    battle = drawn(RED, BLUE, goals=(Goal("red", "exit-table", edge=edge, number=1),))
    assert objective(battle, battle.figures["al"]) == pytest.approx(goal)


@pytest.mark.parametrize("mount", ["none", "war-horse"])
@pytest.mark.parametrize("name", PACKAGES)
def test_who_comes_to_where_he_leaves_by_an_edge_is_away_whatever_his_base(name: str, mount: str) -> None:
    goals = (Goal("red", "exit-table", edge="south", number=1),)
    scenario = drawn(f"red foot: al sergeant {mount} 10,40", BLUE, goals=goals).scenario
    battle = ruleset(name).muster(scenario, ruleset(name).book)
    battle.field("al", pose(Point(10, 40), 180))
    goal = objective(battle, battle.figures["al"])
    assert goal is not None
    battle.field("al", pose(goal, 180))
    assert [event.figure for event in exits(battle) if isinstance(event, Left)] == ["al"]


def test_who_is_to_hold_a_zone_makes_for_its_middle() -> None:
    battle = drawn(RED, BLUE, ground=field(FORD), goals=(Goal("red", "hold-zone", zone="ford"),))
    assert objective(battle, battle.figures["bo"]) == Point(25, 24)


@pytest.mark.parametrize("kind", ["hold-zone", "exit-table"])
def test_the_goals_of_the_enemy_are_nobodys_objective(kind: str) -> None:
    goals = (Goal("blue", kind, zone="ford", edge="south", number=1), Goal("red", "last-standing"))
    battle = drawn(RED, BLUE, ground=field(FORD), goals=goals)
    assert objective(battle, battle.figures["al"]) is None
    assert objective(battle, battle.figures["cy"]) is not None


def test_time_presses_in_the_last_four_turns() -> None:
    battle = drawn(RED, BLUE, turns=12)
    pressing = []
    for turn in range(1, 13):
        battle.turn = turn
        pressing.append(time_presses(battle))
    assert pressing == [False] * 8 + [True] * 4
