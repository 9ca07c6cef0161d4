"""How a base that cannot turn freely may go: how sharp its turns, how many, and where on the way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, inf
from typing import NamedTuple

from kktui.engine.requests import FREELY, Steering
from kktui.table.gaps import segment_distance
from kktui.table.geometry import GRAIN, Point, Pose

ARRIVED = 0.005
"""How near to the last point counts as there: a path cut short and rounded is still the same path."""
HALF_DEGREE = 0.5
"""Facings are kept to whole degrees."""


def why_not_steered(steering: Steering, pose: Pose, path: Sequence[Point]) -> str:
    """Why a base that cannot turn freely may not go this way, or nothing."""
    legs = _legs(pose, path) if steering != FREELY else []
    if not legs:
        return ""
    if turned(pose.facing, legs[0].bearing) > steering.first + HALF_DEGREE + legs[0].slack:
        return f"the first leg may turn at most {steering.first}°"
    if len(legs) - 1 > steering.turns:
        return f"at most {steering.turns} turn on the way"
    if any(turned(a.bearing, b.bearing) > steering.sharp + HALF_DEGREE + a.slack + b.slack for a, b in pairwise(legs)):
        return f"no turn on the way may be sharper than {steering.sharp}°"
    if steering.halfway and any(b.inches > a.inches + ARRIVED * 2 for a, b in pairwise(legs)):
        return "the turn comes half-way, not earlier"
    return ""


class _Leg(NamedTuple):
    bearing: float
    inches: float

    @property
    def slack(self) -> float:
        """Degrees by which rounding to the grid may have turned it."""
        return degrees(atan2(GRAIN * 1.5, self.inches))


def _legs(pose: Pose, path: Sequence[Point]) -> list[_Leg]:
    """The straight parts of a path: way points that lie on one line, or on each other, make no turn."""
    corners = [pose.at]
    for point in path:
        if point.to(corners[-1]) <= ARRIVED:
            continue
        if len(corners) > 1 and segment_distance(corners[-1], corners[-2], point) <= GRAIN * 2:
            corners.pop()
        corners.append(point)
    return [_Leg(degrees(atan2(b.x - a.x, a.y - b.y)), a.to(b)) for a, b in pairwise(corners)]


def steered(steering: Steering, pose: Pose, path: Sequence[Point]) -> tuple[Point, ...]:
    """The path as near to this one as the steering allows: turns as sharp and legs as long as they may be."""
    at, heading, limit, before = pose.at, float(pose.facing), steering.first, inf
    points = []
    for leg in _legs(pose, path)[: steering.turns + 1]:
        turn = (leg.bearing - heading + 180) % 360 - 180
        heading += max(-limit, min(limit, turn))
        inches = min(leg.inches, before) if steering.halfway else leg.inches
        at = at.toward(heading, inches).rounded()
        points.append(at)
        limit, before = steering.sharp, inches
    return tuple(points)


def turned(one: float, other: float) -> float:
    """The angle between two facings."""
    return abs((one - other + 180) % 360 - 180)
