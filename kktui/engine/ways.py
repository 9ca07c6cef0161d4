"""Heading for a place: straight as long as that leads on, else round what is in the way."""

from __future__ import annotations

from typing import NamedTuple

from kktui.engine.check import short_of, walk_along
from kktui.engine.requests import Move
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
ROOM = 0.7
"""Inches from a friend at which long bases can still turn on the spot, his and one's own."""
SIDESTEP = 3.0
"""Inches aside, or back a little, after which the way past friends may be open."""
SIDES = (80, -80, 110, -110)
"""Degrees off the way to the goal in which such a step is tried."""


class Way(NamedTuple):
    """The way points aimed at, and how far they lead."""

    path: tuple[Point, ...]
    walk: Walk


def head_for(state: AnyState, request: Move, goal: Point) -> Way:
    """As far toward a goal as one straight leg leads, bearing off to either side if need be."""
    best = along(state, request, (goal,))
    start = best.walk.path[0]
    wanted = min(request.allowance, start.to(goal))
    if best.walk.stopped in ("", "allowance") or best.walk.length >= LEADS_ON * wanted:
        return best
    bearing, least = start.bearing(goal), best.walk.end.at.to(goal)
    for turn in FAN:
        end = start.toward(bearing + turn, wanted).rounded()
        if segment_distance(goal, start, end) >= least - BETTER + GRAIN:
            continue
        way = along(state, request, (end,))
        left = way.walk.end.at.to(goal)
        if left < least - BETTER:
            best, least = way, left
    return best


def find_way(state: AnyState, request: Move, goal: Point) -> Walk:
    """Toward a goal even past a wall or friends, with room left to turn."""
    return with_room(state, request, way_round(state, request, goal).walk)


def with_room(state: AnyState, request: Move, walk: Walk) -> Walk:
    """A walk that does not end so close upon a friend that horses, his or one's own, are locked where they stand."""
    if walk.stopped != "base" or not friends_only(state, request, walk):
        return walk
    if all(state.table.bases[each].round for each in (request.figure, *walk.touched)):
        return walk
    return walk_along(state, request, tuple(short_of(walk, ROOM)))


def way_round(state: AnyState, request: Move, goal: Point) -> Way:
    """Toward a goal; where no straight leg leads on, a way round is looked for."""
    way = head_for(state, request, goal)
    walk = way.walk
    if walk.length >= 1.0 or min(walk.path[0].to(goal), request.allowance) < 1.0:
        return way
    if walk.stopped in ("line", "area"):
        return along(state, request, state.table.route(request.figure, goal, request.going, request.ignoring))
    held = walk.stopped == "base" and friends_only(state, request, walk)
    return past_friends(state, request, goal, way) if held else way


def past_friends(state: AnyState, request: Move, goal: Point, best: Way) -> Way:
    """A step aside and on to the goal: the first that leads on well, else the best of those that lead nearer.

    A long base among friends has no room to turn at once, so it also tries to go the way it looks.
    """
    start, facing = best.walk.path[0], state.table.poses[request.figure].facing
    bearing, least = start.bearing(goal), best.walk.end.at.to(goal)
    enough = least - LEADS_ON * min(request.allowance, least)
    for way in (facing, *(bearing + turn for turn in SIDES)):
        tried = along(state, request, (start.toward(way, SIDESTEP).rounded(), goal))
        left = tried.walk.end.at.to(goal)
        if left < least - BETTER:
            best, least = tried, left
        if least <= enough:
            break
    return best


def friends_only(state: AnyState, request: Move, walk: Walk) -> bool:
    """Whether no enemy is touched."""
    return all(state.figures[each].side == request.side for each in walk.touched)


def along(state: AnyState, request: Move, path: tuple[Point, ...]) -> Way:
    return Way(path, walk_along(state, request, path))
