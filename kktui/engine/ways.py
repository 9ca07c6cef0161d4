"""Heading for a place: straight as long as that leads on, else round what is in the way."""

from __future__ import annotations

from typing import NamedTuple

from kktui.engine.check import settle, walk_along
from kktui.engine.requests import Move, Refusal
from kktui.engine.state import AnyState
from kktui.table import Walk
from kktui.table.gaps import segment_distance
from kktui.table.geometry import GRAIN, Point

LEADS_ON = 0.6
"""A straight way that goes this part of what it could is good enough."""
BETTER = 0.1
"""Inches that another way has to lead nearer to be worth it."""
FAN = (25, -25, 50, -50, 80, -80)
"""Degrees to either side in which a way round is looked for."""


class Way(NamedTuple):
    """The way points aimed at, and how far they lead."""

    path: tuple[Point, ...]
    walk: Walk


def head_for(state: AnyState, request: Move, goal: Point) -> Way:
    """As far toward a goal as one straight leg leads, bearing off to either side if need be."""
    best = _along(state, request, (goal,))
    start = best.walk.path[0]
    wanted = min(request.allowance, start.to(goal))
    if best.walk.stopped in ("", "allowance") or best.walk.length >= LEADS_ON * wanted:
        return best
    bearing, least = start.bearing(goal), best.walk.end.at.to(goal)
    for turn in FAN:
        end = start.toward(bearing + turn, wanted).rounded()
        if segment_distance(goal, start, end) >= least - BETTER + GRAIN:
            continue
        way = _along(state, request, (end,))
        left = way.walk.end.at.to(goal)
        if left < least - BETTER:
            best, least = way, left
    return best


def find_way(state: AnyState, request: Move, goal: Point) -> Way:
    """Toward a goal even past a wall: where the ground lets no straight leg lead on, a way round is looked for."""
    way = head_for(state, request, goal)
    walk = way.walk
    held_up = walk.stopped in ("line", "area") and walk.length < 1.0 <= min(walk.path[0].to(goal), request.allowance)
    if not held_up:
        return way
    return _along(state, request, state.table.route(request.figure, goal, request.going, request.ignoring))


def _along(state: AnyState, request: Move, path: tuple[Point, ...]) -> Way:
    return Way(path, walk_along(state, request, path))


def forced_walk(state: AnyState, request: Move, goal: Point) -> Walk:
    """As far toward a goal as the allowance lets, round what is in the way, and clear of the enemy."""
    walk = head_for(state, request, goal).walk
    if any(state.figures[each].side != request.side for each in walk.touched):
        refused = settle(state, request, {"path": walk.path[1:]})
        short = refused.nearest["path"] if isinstance(refused, Refusal) else walk.path[1:]
        return walk_along(state, request, tuple(Point(*each) for each in short))
    return walk
