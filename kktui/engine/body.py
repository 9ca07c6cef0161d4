"""A body of men that moves as one: all go the same way, and all halt when one of them is held."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kktui.engine.requests import Move
from kktui.engine.state import AnyState
from kktui.table import Walk
from kktui.table.gaps import signed_gap
from kktui.table.geometry import GRAIN, Point, Pose, pose
from kktui.table.records import altered
from kktui.table.sweep import GRAZE

HAIR = 1e-6
"""What sums of inches may be off by."""
AROUND = ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
"""Places on the grid next to the exact one, where rounding may have to put a body."""


def walk_together(state: AnyState, request: Move, path: Sequence[Point]) -> Walk:
    """The walk of him for whom the move is measured, cut short where he or anybody of his body is held."""
    table, body = state.table, (request.figure, *request.body)
    ignoring = request.passing if request.at_once else frozenset((*request.ignoring, *body))
    start = table.poses[request.figure].at
    walks = {
        each: table.walk(each, _beside(path, start, table.poses[each]), request.going, request.allowance, ignoring)
        for each in body
    }
    lead = walks[request.figure]
    shortest = min(walks.values(), key=lambda walk: walk.length)
    if lead.length - shortest.length > HAIR or shortest.touched:
        way = _fitted(state, body, first_part(lead.path, min(shortest.length, lead.length)))
        lead = table.walk(request.figure, way[1:], request.going, request.allowance, ignoring)
        lead = altered(lead, stopped=shortest.stopped, aim=tuple(path))
    return altered(lead, touched=_touched(state, body, lead) if lead.length and not request.at_once else ())


def places_after(state: AnyState, request: Move, walk: Walk) -> dict[str, Pose]:
    """Where the men of a body stand after its walk, each facing as he did."""
    start, poses = walk.path[0], state.table.poses
    return {each: _shifted(poses[each], start, walk.end.at) for each in request.body}


def _beside(path: Sequence[Point], start: Point, place: Pose) -> list[Point]:
    return [Point(at.x + place.x - start.x, at.y + place.y - start.y).rounded() for at in path]


def _shifted(place: Pose, start: Point, end: Point) -> Pose:
    return pose(Point(place.x + end.x - start.x, place.y + end.y - start.y), place.facing)


def first_part(path: Sequence[Point], inches: float) -> list[Point]:
    """The way points of a path up to so many inches along it; the last not yet on the grid."""
    way = [path[0]]
    for one, other in pairwise(path):
        leg = one.to(other)
        if leg >= inches:
            part = inches / leg if leg else 0.0
            return [*way, Point(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part)]
        way.append(other)
        inches -= leg
    return way


def _fitted(state: AnyState, body: Sequence[str], way: list[Point]) -> list[Point]:
    """The way with its end on the grid, where the body presses into nobody and stays in touch with whom it met."""
    end = way[-1]
    spots = [Point(end.x + i * GRAIN, end.y + j * GRAIN).rounded() for i, j in AROUND]
    near = [(each, other) for each in body for other in _about(state, body, each, way[0], end)]
    best = min(spots, key=lambda spot: _strain(state, near, way[0], spot))
    return [*way[:-1], best]


def _about(state: AnyState, body: Sequence[str], man: str, start: Point, end: Point) -> list[str]:
    table = state.table
    place = _shifted(table.poses[man], start, end.rounded())
    return [each for each in table.near(place.at, table.bases[man].reach + 4 * GRAIN) if each not in body]


def _strain(state: AnyState, near: Sequence[tuple[str, str]], start: Point, end: Point) -> float:
    table, strain = state.table, 0.0
    for man, other in near:
        place = _shifted(table.poses[man], start, end)
        gap = signed_gap(table.bases[man], place, table.bases[other], table.poses[other])
        strain += 10 * max(0.0, -gap - GRAZE) + max(0.0, min(gap, 3 * GRAIN) - GRAIN * 0.9)
    return round(strain, 9)


def _touched(state: AnyState, body: Sequence[str], walk: Walk) -> tuple[str, ...]:
    table, start = state.table, walk.path[0]
    found: set[str] = set()
    for each in body:
        found.update(table.contacts_at(table.bases[each], _shifted(table.poses[each], start, walk.end.at), body))
    return tuple(sorted(found))
