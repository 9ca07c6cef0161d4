"""Where a computer player wants to go for the scenario's sake."""

from __future__ import annotations

from kktui.engine.state import AnyState, Figure
from kktui.table.geometry import Point

LAST_TURNS = 4
FROM_THE_EDGE = 0.6
"""Inches from the edge that a man makes for who is to leave by it, at most."""
OFF_ITS_BASE = 0.1
"""The same, counted from his base: a small one has to come nearer."""


def time_presses(state: AnyState) -> bool:
    """Whether the battle is in its last turns, when ground counts for more than blood."""
    return state.turn > state.scenario.turns - LAST_TURNS


def objective(state: AnyState, man: Figure) -> Point | None:
    """The middle of a zone the side has to hold, or the edge it has to leave by."""
    ground = state.scenario.ground
    for goal in state.scenario.goals:
        if goal.side == man.side and goal.kind == "hold-zone":
            shape = next(zone.shape for zone in ground.zones if zone.id == goal.zone)
            return Point(sum(p.x for p in shape) / len(shape), sum(p.y for p in shape) / len(shape))
        if goal.side == man.side and goal.kind == "exit-table":
            at, near = man.place.at, min(FROM_THE_EDGE, man.base.reach + OFF_ITS_BASE)
            edges = {"north": (at.x, near), "south": (at.x, ground.depth - near), "west": (near, at.y)}
            return Point(*edges.get(goal.edge, (ground.width - near, at.y)))
    return None
