"""Bases on the march: their ways in legs, and where they are at any moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import NamedTuple

from kktui.table.geometry import GRAIN, Base, Point, Pose

_new = tuple.__new__
"""Makes a pose in half the time that calling its class takes."""


@dataclass(frozen=True, slots=True)
class March:
    """One base's part: its way points, the start included, and the inches it covers in the whole time."""

    path: tuple[Point, ...]
    pace: float
    facings: tuple[int, ...] = ()
    """One for each leg: those of a walk that was cut short of where it looks, or that of a close order going sideways.

    None at all faces along each leg.
    """


class Leg(NamedTuple):
    start: float
    end: float
    x: float
    y: float
    speed: tuple[float, float]
    facing: int

    def at(self, time: float) -> Pose:
        start, _, x, y, speed, facing = self
        past = time - start
        return _new(Pose, (x + speed[0] * past, y + speed[1] * past, facing))


@dataclass(slots=True)
class Mover:
    """A base on its way, or one that only stands there."""

    id: str
    base: Base
    legs: list[Leg]
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    halted: float = inf
    version: int = 0

    def __post_init__(self) -> None:
        xs, ys, reach = [leg.x for leg in self.legs], [leg.y for leg in self.legs], self.base.reach + GRAIN
        self.box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)

    def leg(self, time: float) -> Leg:
        return self.legs[leg_index(self.legs, 0, time)]

    def came_as(self, time: float) -> Pose:
        """Where it is at a moment, facing as it came."""
        return next((leg for leg in reversed(self.legs) if leg.start < time), self.legs[0]).at(time)

    def halt(self, time: float, stand: Pose) -> None:
        """Stand here from this moment on."""
        before = [leg for leg in self.legs if leg.start < time] or self.legs[:1]
        x, y, facing = stand
        self.legs = [
            *(leg._replace(end=min(leg.end, time)) for leg in before),
            Leg(time, inf, x, y, (0.0, 0.0), facing),
        ]
        self.halted = time
        self.version += 1
        self.__post_init__()

    @property
    def still(self) -> bool:
        """It never set out, or has halted."""
        return len(self.legs) == 1 or self.halted < inf

    @property
    def last(self) -> Pose:
        return self.legs[-1].at(self.legs[-1].start)


def leg_index(legs: Sequence[Leg], index: int, time: float) -> int:
    """Which leg, from one on, a moment belongs to; the last when there is no end to it."""
    last = len(legs) - 1
    while index < last and legs[index].end <= time:
        index += 1
    return index


def legs_of(pose: Pose, march: March | None) -> list[Leg]:
    if march is None:
        return [Leg(0.0, inf, pose.x, pose.y, (0.0, 0.0), pose.facing)]
    legs = [Leg(0.0, 0.0, pose.x, pose.y, (0.0, 0.0), pose.facing)]
    time, facing, here = 0.0, pose.facing, pose.at
    ways = list(pairwise(march.path))
    facings = march.facings[: len(ways)] or (None,) * len(ways)
    for (one, other), told in zip(ways, facings, strict=True):
        length = one.to(other)
        if length:
            facing = one.bearing(other) if told is None else told
            took = length / march.pace
            legs.append(
                Leg(
                    time,
                    time + took,
                    one.x,
                    one.y,
                    ((other.x - one.x) / took, (other.y - one.y) / took),
                    facing,
                )
            )
            time, here = time + took, other
    return [*legs, Leg(time, inf, here.x, here.y, (0.0, 0.0), facing)]
