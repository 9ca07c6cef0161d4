"""Points, poses and bases on the table, in inches.

The origin is the far left corner, x grows to the right and y toward the viewer: a map reads as it is drawn.
A facing of 0 looks at the far edge and grows clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

GRAIN = 0.001
"""Poses are kept to a thousandth of an inch, and bases nearer than that touch."""
GRAINS = 1000
"""Grains to the inch. `round(x * GRAINS) / GRAINS` is on the grid in a third of the time of `round(x, 3)`."""


fresh = tuple.__new__
"""Makes a point, a pose or another named tuple in half the time that calling its class takes: for those made by the
thousand."""


class Point(NamedTuple):
    """A place on the table, in inches."""

    x: float
    y: float

    def to(self, other: Point) -> float:
        """The distance to another point."""
        return hypot(other[0] - self[0], other[1] - self[1])

    def bearing(self, other: Point) -> int:
        """The facing, in whole degrees, that looks from here at another point."""
        return round(degrees(atan2(other[0] - self[0], self[1] - other[1]))) % 360

    def toward(self, facing: float, inches: float) -> Point:
        """The point so many inches away along a facing."""
        turn = radians(facing)
        return fresh(Point, (self[0] + sin(turn) * inches, self[1] - cos(turn) * inches))

    def rounded(self) -> Point:
        """The same place on the grid of a thousandth of an inch."""
        return fresh(Point, (round(self[0] * GRAINS) / GRAINS, round(self[1] * GRAINS) / GRAINS))


class Pose(NamedTuple):
    """Where a base stands and which way it faces."""

    x: float
    y: float
    facing: int

    @property
    def at(self) -> Point:
        return fresh(Point, self[:2])

    def facing_to(self, facing: float) -> Pose:
        """The same place, facing another way."""
        return fresh(Pose, (self[0], self[1], round(facing) % 360))


def pose(at: Point, facing: float) -> Pose:
    """A pose on the grid: a thousandth of an inch, one degree."""
    return fresh(Pose, (round(at[0] * GRAINS) / GRAINS, round(at[1] * GRAINS) / GRAINS, round(facing) % 360))


@dataclass(frozen=True)
class Base:
    """What a figure stands on: a disc (half length 0) or a box `2 * half_length` long along its facing."""

    half_width: float
    half_length: float = 0.0

    @cached_property
    def round(self) -> bool:
        return self.half_length == 0.0

    @cached_property
    def reach(self) -> float:
        """The radius of the circle round the whole base."""
        return self.half_width if self.half_length == 0.0 else hypot(self.half_width, self.half_length)


FOOT = Base(0.5)
MOUNTED = Base(0.5, 1.0)
