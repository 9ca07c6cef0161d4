"""A walk along way points: legs, turns at the corners, and everything that may stop it on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kktui.table.geometry import Point, Pose, fresh
from kktui.table.going import Going, Purse, account, comes_to, furthest
from kktui.table.records import quick

if TYPE_CHECKING:
    from kktui.table.casting import Mover
    from kktui.table.space import Table

FORWARD = 45
"""Degrees to either side that still lead forward for one who keeps his facing."""


@quick
@dataclass(frozen=True, slots=True)
class Walk:
    """What really came of a path."""

    end: Pose
    path: tuple[Point, ...]
    """The way points really walked, the start included."""
    length: float
    cost: float
    touched: tuple[str, ...]
    """The bases in contact at the end, sorted; none when it did not move at all and nothing held it."""
    stopped: str
    """What ended it early: "base", "edge", "line", "area" or "allowance"; empty on arrival."""
    areas: tuple[str, ...]
    """The kinds of ground walked on, in the order met."""
    lines: tuple[str, ...]
    """The ids of the lines crossed, in order."""
    straight: float
    """The length of the last leg; legs on the same bearing count as one."""
    aim: tuple[Point, ...] = ()
    """The way points that were to be walked, of which `path` is what came."""
    facings: tuple[int, ...] = ()
    """How it looked on each leg of the path: a leg that was cut to a hair's breadth no longer tells."""


class Walker:
    """A base under way: where it has come to, what it has paid and met."""

    __slots__ = ("areas", "facings", "lines", "mover", "path", "pose", "purse", "straight", "table", "touched")

    def __init__(self, table: Table, mover: Mover, going: Going, allowance: float) -> None:
        self.table = table
        self.mover = mover
        self.pose = mover.pose
        self.purse = Purse(going, allowance)
        self.path = [mover.pose.at]
        self.facings: list[int] = []
        self.touched: tuple[str, ...] = ()
        self.areas: dict[str, None] = {}
        self.lines: list[str] = []
        self.straight = 0.0

    def follow(self, path: Sequence[Point]) -> Walk:
        stopped = ""
        for point in path:
            at, to = self.path[-1], point.rounded()
            if to != at:
                stopped = self._leg(at, to)
            if stopped:
                break
        purse = self.purse
        return Walk(
            self.pose,
            tuple(self.path),
            purse.length,
            purse.cost,
            self.touched,
            stopped,
            tuple(self.areas),
            tuple(self.lines),
            self.straight,
            tuple(path),
            tuple(self.facings),
        )

    def _leg(self, at: Point, to: Point) -> str:
        """One straight leg: turn, sweep, then see how much of it the ground and the allowance permit."""
        bearing = at.bearing(to)
        if not self._face(bearing):
            self.touched = self.table.contacts_at(self.mover.base, self.pose, self.mover)
            return "base"
        caster = self.table.caster
        cast = caster.cast(self.mover, self.pose, to)
        if self.table.terrain.is_open(at, to):
            inches, stopped = self.purse.go(cast.inches)
        else:
            inches, stopped = self._over_ground(at, to, cast.inches)
        pose, self.touched = caster.settle(self.mover, cast, inches)
        self._arrive(pose, inches, bearing)
        return stopped or cast.stopped

    def _over_ground(self, at: Point, to: Point, limit: float) -> tuple[float, str]:
        """Over all that is drawn between two places: how far, and what stops it; paid for and written down.

        Who goes no further pays nothing, whatever he would have set foot on.
        """
        stretches = self.table.terrain.stretches(at, to)
        if len(stretches) == 1 and not stretches[0].kinds:
            return self.purse.go(limit)
        inches, stopped = furthest(stretches, limit, self.purse)
        if not inches:
            return inches, stopped
        account(stretches, inches, self.purse)
        for stretch in stretches:
            if comes_to(stretch, inches):
                self.areas.update(dict.fromkeys(stretch.kinds))
                if stretch.line is not None:
                    self.lines.append(stretch.line.id)
        return inches, stopped

    def _face(self, bearing: int) -> bool:
        """Turn toward the leg, or keep the facing; False when a long base is held before it faces that way."""
        aside = self.purse.going.aside
        if aside:
            forward = abs((bearing - self.pose.facing + 180) % 360 - 180) <= FORWARD
            self.purse.pace = 1.0 if forward else aside
            return True
        if self.mover.base.round:
            self.pose = fresh(Pose, (self.pose[0], self.pose[1], bearing))
            return True
        caster = self.table.caster
        turn = caster.turned if len(self.path) > 1 else caster.setting_out
        self.pose = turn(self.mover, self.pose, bearing)
        return self.pose.facing == bearing

    def _arrive(self, pose: Pose, inches: float, bearing: int) -> None:
        same = self.straight and self.path[-2].bearing(self.path[-1]) == bearing
        self.straight = self.straight + inches if same else inches
        self.pose = pose
        at = pose.at
        if at != self.path[-1]:
            self.path.append(at)
            self.facings.append(pose.facing)
