"""Heading for a place: straight as long as that leads on, else round what is in the way."""

from __future__ import annotations

from kktui.engine.check import walk_along
from kktui.engine.requests import Move
from kktui.engine.state import AnyState
from kktui.table import Walk
from kktui.table.geometry import Point

LEADS_ON = 0.6
"""A straight way that goes this part of what it could is good enough."""
FAN = (25, -25, 50, -50, 80, -80)
"""Degrees to either side in which a way round is looked for."""


def head_for(state: AnyState, request: Move, goal: Point) -> Walk:
    """As far toward a goal as one straight leg leads, bearing off to either side if need be."""
    straight = walk_along(state, request, (goal,))
    wanted = min(request.allowance, straight.path[0].to(goal))
    if straight.stopped in ("", "allowance") or straight.length >= LEADS_ON * wanted:
        return straight
    start = straight.path[0]
    bearing = start.bearing(goal)
    best, least = straight, straight.end.at.to(goal)
    for turn in FAN:
        walk = walk_along(state, request, (start.toward(bearing + turn, wanted).rounded(),))
        left = walk.end.at.to(goal)
        if left < least - 0.1:
            best, least = walk, left
    return best


def find_way(state: AnyState, request: Move, goal: Point) -> Walk:
    """Toward a goal even out of a dead end: where no straight leg leads on, the table looks for a way round."""
    walk = head_for(state, request, goal)
    start = walk.path[0]
    if walk.length >= 1.0 or start.to(goal) < 1.0 or request.allowance < 1.0:
        return walk
    return walk_along(state, request, state.table.route(request.figure, goal, request.going, request.ignoring))


def pressed(walk: Walk) -> tuple[Point, ...]:
    """The way points of a walk that ended in contact, its last leg pressed on a little, so that it surely does again."""
    *before, last = walk.path
    if not before:
        return ()
    return (*before[1:], last.toward(before[-1].bearing(last), 0.25).rounded())
