"""Moves that the rules make: falling back and running away, as far as there is any way."""

from __future__ import annotations

from kktui.engine.check import settle, walk_along
from kktui.engine.placing import friends_of
from kktui.engine.requests import Move, Refusal
from kktui.engine.state import AnyState
from kktui.engine.ways import BETTER, LEADS_ON, Way, along, friends_only, head_for
from kktui.table import Walk
from kktui.table.geometry import Point
from kktui.table.records import altered

BACK, CLEAR_OF = 0.25, 2.0
"""Inches after which a long base has room to turn: off one at its head or tail, or past one at its side."""
STEP = 0.5
"""Inches by which a way through friends is cut short until there is room to stand."""


def forced_walk(state: AnyState, request: Move, goal: Point) -> Walk:
    """As far toward a goal as the allowance lets, through friends, round what is in the way, and clear of the enemy."""
    best = backing_off(state, request, goal, head_for(state, request, goal))
    if not leads_on(state, request, goal, best):
        bold = altered(request, ignoring=tuple(sorted(friends_of(state, request.side) - {request.figure})))
        through = through_friends(state, request, bold, goal)
        if through is not None and left(through, goal) < left(best, goal) - BETTER:
            return clear_of_foes(state, bold, through.walk)
        best = by_route(state, request, goal, best)
    return clear_of_foes(state, request, best.walk)


def left(way: Way, goal: Point) -> float:
    """How far from the goal it ends."""
    return way.walk.end.at.to(goal)


def leads_on(state: AnyState, request: Move, goal: Point, way: Way) -> bool:
    """Whether a way brings him nearer by most of what it could, or is straight and only slow."""
    if way.path == (goal,) and way.walk.stopped in ("", "allowance"):
        return True
    away = state.table.poses[request.figure].at.to(goal)
    return left(way, goal) <= away - LEADS_ON * min(request.allowance, away)


def backing_off(state: AnyState, request: Move, goal: Point, best: Way) -> Way:
    """A long base too near to another to turn to its way goes a little back, or ahead, and turns there."""
    base, start = state.table.bases[request.figure], state.table.poses[request.figure]
    least, away = left(best, goal), start.at.to(goal)
    if base.round or least <= away - min(request.allowance, away) + BACK:
        return best
    for inches in (BACK, CLEAR_OF):
        for way in (start.facing + 180, start.facing):
            tried = along(state, request, (start.at.toward(way, inches).rounded(), goal))
            if left(tried, goal) < least - BETTER:
                best, least = tried, left(tried, goal)
    return best


def through_friends(state: AnyState, request: Move, bold: Move, goal: Point) -> Way | None:
    """Straight on through friends, cut short to where there is room to stand; nothing where there is none."""
    start, base = state.table.poses[request.figure].at, state.table.bases[request.figure]
    way = along(state, bold, (goal,))
    bearing, inches = start.bearing(goal), way.walk.length
    while not state.table.is_clear(base, way.walk.end, (request.figure, *request.ignoring)):
        inches -= STEP
        if inches < STEP:
            return None
        way = along(state, bold, (start.toward(bearing, inches).rounded(),))
    return way


def by_route(state: AnyState, request: Move, goal: Point, best: Way) -> Way:
    """The way round, where the straight one is barred, if it leads anywhere."""
    route = along(state, request, state.table.route(request.figure, goal, request.going, request.ignoring))
    return route if route.walk.length > best.walk.length else best


def clear_of_foes(state: AnyState, request: Move, walk: Walk) -> Walk:
    """The walk, ending a little short of enemies."""
    if friends_only(state, request, walk):
        return walk
    refused = settle(state, request, {"path": walk.path[1:]})
    short = refused.nearest["path"] if isinstance(refused, Refusal) else walk.path[1:]
    return walk_along(state, request, tuple(Point(*each) for each in short))
