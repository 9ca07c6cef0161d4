"""How far a base can go, turn and stand: straight ways cast among the bases, and ends settled on the grid."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from math import ceil, floor, hypot, inf
from typing import NamedTuple

from kktui.table.gaps import Place, overlap, point_gap, signed_gap, span
from kktui.table.geometry import GRAIN, GRAINS, Base, Point, Pose, fresh
from kktui.table.ground import Box
from kktui.table.standing import Standing
from kktui.table.sweep import GRAZE, Vector, first_touch
from kktui.table.terrain import Ground

CHUNK = 8.0
"""A long diagonal way is asked about in boxes of so many inches: one big box would hold half the table."""
EDGE = "edge"
EASINGS = 40
"""How many thousandths a base may give way for rounding before it rather stays where it was."""


class _Everybody:
    """All bases there are: for a base that only the ground and the edge stop."""

    def __contains__(self, name: object) -> bool:
        return True


EVERYBODY = _Everybody()


class Mover:
    """A base on the move, and whom it passes through: itself and those the caller leaves out."""

    __slots__ = ("base", "id", "ignoring", "pose", "reach")

    def __init__(self, name: str, base: Base, pose: Pose, ignoring: Container[str]) -> None:
        self.id = name
        self.base = base
        self.pose = pose
        self.reach = base.reach
        self.ignoring = ignoring

    def __contains__(self, name: object) -> bool:
        return name == self.id or name in self.ignoring


class Cast(NamedTuple):
    """How far a straight way is open, what closes it, and the bases that lie about it."""

    start: Pose
    to: Point
    way: Vector
    inches: float
    stopped: str
    others: list[str]

    def place(self, inches: float) -> Place:
        if inches == self.inches and not self.stopped:
            return self.to
        return self.start[0] + self.way[0] * inches, self.start[1] + self.way[1] * inches


class Room(NamedTuple):
    """How deep a mover turning on one spot may sink into others, and the facings it was found to fit in or not."""

    limit: float
    fits: dict[int, bool]


STRIDE = 5
"""Degrees between two looks at a turning base, until something is in its way."""


class Caster:
    """Straight ways and turns of movers among the standing bases."""

    def __init__(self, ground: Ground, standing: Standing) -> None:
        self.ground = ground
        self.standing = standing
        self.poses = standing.poses
        self.bases = standing.bases
        self._changes = standing.changes
        self._rooms: dict[tuple[object, ...], Room] = {}

    def turned(self, mover: Mover, pose: Pose, facing: int) -> Pose:
        """Turn a mover standing here as far as it has room, to the degree.

        Between looks five degrees apart the corner of a long base bulges by less than two thousandths of an inch.
        """
        if mover.base.round or pose.facing == facing:
            return pose.facing_to(facing)
        others = self._about(mover, pose)
        if not others and self._clear_of_edge(pose, mover.reach):
            return pose.facing_to(facing)
        room = self._room_to_turn(mover, pose, others)
        at = pose.facing
        way = 1 if (facing - at) % 360 <= 180 else -1
        left, stride = (facing - at) * way % 360, STRIDE
        while left:
            step = min(stride, left)
            following = (at + way * step) % 360
            if following not in room.fits:
                room.fits[following] = self._fits(mover, pose.facing_to(following), others, room.limit)
            if room.fits[following]:
                at, left = following, left - step
            elif step == 1:
                break
            else:
                stride = 1
        return pose.facing_to(at)

    def setting_out(self, mover: Mover, pose: Pose, facing: int) -> Pose:
        """Turn a mover that is about to go: it backs a little, and so turns wherever it has room when it has turned.

        Where all march at once there is none to back from but the edge, and the march sees to the others.
        """
        turned = self.turned(mover, pose, facing)
        if turned[2] == facing or mover.ignoring is EVERYBODY:
            return turned
        others = self._about(mover, pose)
        room, there = self._room_to_turn(mover, pose, others), pose.facing_to(facing)
        return there if self._fits(mover, there, others, room.limit) else turned

    def _about(self, mover: Mover, pose: Pose) -> list[str]:
        """The bases so near that a mover may turn into them."""
        if mover.ignoring is EVERYBODY:
            return []
        reach, bases, poses = mover.reach, self.bases, self.poses
        about = self.standing.around(pose, reach)
        return [name for name in about if name not in mover and point_gap(pose, bases[name], poses[name]) < reach]

    def _room_to_turn(self, mover: Mover, pose: Pose, others: list[str]) -> Room:
        """What is known of a mover's room here; players try many ways from one place before anybody moves."""
        if self._changes != self.standing.changes:
            self._changes = self.standing.changes
            self._rooms.clear()
        key = (mover.id, mover.base, pose, *others)
        room = self._rooms.get(key)
        if room is None:
            room = self._rooms[key] = Room(max(GRAZE, self._sunk(mover, pose, others)), {})
        return room

    def _sunk(self, mover: Mover, pose: Pose, others: Sequence[str]) -> float:
        """How far a mover standing here is over the edge or into its neighbours; negative when clear."""
        sunk = self.overhang(mover.base, pose)
        for name in others:
            sunk = max(sunk, overlap(mover.base, pose, self.bases[name], self.poses[name]))
        return sunk

    def _fits(self, mover: Mover, pose: Pose, others: Sequence[str], limit: float) -> bool:
        """Whether a mover standing here is sunk no deeper than this limit, which is above 0."""
        base, bases, poses = mover.base, self.bases, self.poses
        for name in others:
            if overlap(base, pose, bases[name], poses[name]) > limit:
                return False
        return self.overhang(base, pose) <= limit

    def _clear_of_edge(self, at: Place, reach: float) -> bool:
        """Whether a disc of this radius lies wholly on the table."""
        ground = self.ground
        return reach <= at[0] <= ground.width - reach and reach <= at[1] <= ground.depth - reach

    def cast(self, mover: Mover, here: Pose, to: Point) -> Cast:
        """How far a mover standing here can go straight toward a point on the grid."""
        dx, dy = to[0] - here[0], to[1] - here[1]
        length = hypot(dx, dy)
        if length == 0.0:
            return Cast(here, to, (0.0, 0.0), 0.0, "", [])
        way, reach = (dx / length, dy / length), mover.reach
        inches, stopped = length, ""
        if not self._clear_of_edge(to, reach):
            room = self._room_to_edge(mover.base, here, to, way)
            inches, stopped = (room, EDGE) if room < length else (length, "")
        others: list[str] = []
        if mover.ignoring is EVERYBODY:
            return Cast(here, to, way, inches, stopped, others)
        for end, box in chunks(here, to, reach + GRAIN):
            found = self.standing.strangers(box, mover.id, mover.ignoring)
            if found:
                others += found
                touch = self._first(mover, here, way, found, inches)
                if touch < inches:
                    inches, stopped = touch, "base"
            if inches <= end * length:
                break
        return fresh(Cast, (here, to, way, inches, stopped, others))

    def _first(self, mover: Mover, here: Pose, way: Vector, names: list[str], limit: float) -> float:
        """Inches to the nearest touch, if within the limit.

        Bases whose outer disc lies beside the way, behind or beyond the nearest touch need no closer look.
        """
        poses, reaches, bases = self.poses, self.standing.reaches, self.bases
        x, y, _ = here
        ux, uy = way
        base, reach, nearest = mover.base, mover.reach, inf
        for name in names:
            there = poses[name]
            wide = reach + reaches[name]
            ex, ey = there[0] - x, there[1] - y
            if -wide < ex * uy - ey * ux < wide and -wide - GRAIN < ex * ux + ey * uy < limit + wide + GRAIN:
                touch = first_touch(base, here, way, bases[name], there)
                if touch < nearest:
                    nearest = touch
                    limit = min(limit, touch)
        return nearest

    def _room_to_edge(self, base: Base, here: Pose, to: Point, way: Vector) -> float:
        """Inches along the way until the base reaches the table's edge; infinite when it stays on."""
        wide, deep = span(base, here[2])
        ground, room = self.ground, inf
        for at, goal, step, low, high in (
            (here[0], to[0], way[0], wide, ground.width - wide),
            (here[1], to[1], way[1], deep, ground.depth - deep),
        ):
            if step > 0.0 and goal > high + GRAZE:
                room = min(room, max(0.0, (high - at) / step))
            elif step < 0.0 and goal < low - GRAZE:
                room = min(room, max(0.0, (low - at) / step))
        return room

    def settle(self, mover: Mover, cast: Cast, inches: float) -> tuple[Pose, tuple[str, ...]]:
        """The pose on the grid after so many inches of a cast way, and who is in contact there."""
        at = cast.place(inches)
        pose = fresh(Pose, (round(at[0] * GRAINS) / GRAINS, round(at[1] * GRAINS) / GRAINS, cast.start[2]))
        if not cast.others:
            return pose, ()
        gaps = self._gaps(mover, pose, cast.others)
        if gaps and gaps[0][0] < -GRAZE:
            pose = self._eased(mover, cast, inches)
            gaps = self._gaps(mover, pose, cast.others)
        return pose, tuple(sorted({name: None for gap, name in gaps if gap <= GRAIN})) if gaps else ()

    def _gaps(self, mover: Mover, pose: Pose, others: list[str]) -> list[tuple[float, str]]:
        """The gaps to all that might be in contact with a mover standing here, smallest first."""
        poses, reaches = self.poses, self.standing.reaches
        x, y, _ = pose
        reach = mover.reach + GRAIN
        near = []
        for name in others:
            there = poses[name]
            wide = reach + reaches[name]
            if -wide <= there[0] - x <= wide and -wide <= there[1] - y <= wide:
                near.append((signed_gap(mover.base, pose, self.bases[name], there), name))
        near.sort()
        return near

    def _eased(self, mover: Mover, cast: Cast, inches: float) -> Pose:
        """When rounding presses a base into another: the nearest free grid point, or one further back."""
        limit = max(GRAZE, self._sunk(mover, cast.start, cast.others))
        for back in range(EASINGS):
            at = cast.place(inches - back * GRAIN) if back * GRAIN < inches else cast.start
            for pose in _grid_points(at[0], at[1], cast.start[2]):
                if self._fits(mover, pose, cast.others, limit):
                    return pose
        return cast.start

    def overhang(self, base: Base, pose: Pose) -> float:
        """How far a base hangs over the table's edge; negative when it does not."""
        wide, deep = span(base, pose[2])
        x, y = pose[0], pose[1]
        return max(wide - x, x + wide - self.ground.width, deep - y, y + deep - self.ground.depth)


def chunks(a: Place, b: Place, margin: float) -> list[tuple[float, Box]]:
    """The boxes that hold a straight way and so much beside it, each with the share of the way at its end."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if -CHUNK <= dx <= CHUNK or -CHUNK <= dy <= CHUNK:
        return [(1.0, _box_round(a[0], a[1], b[0], b[1], margin))]
    count = ceil(hypot(dx, dy) / CHUNK)
    marks = [(k / count, a[0] + dx * k / count, a[1] + dy * k / count) for k in range(count + 1)]
    return [(q[0], _box_round(p[1], p[2], q[1], q[2], margin)) for p, q in pairwise(marks)]


def _box_round(x: float, y: float, u: float, v: float, margin: float) -> Box:
    left, right = (x, u) if x < u else (u, x)
    top, bottom = (y, v) if y < v else (v, y)
    return left - margin, top - margin, right + margin, bottom + margin


def _grid_points(x: float, y: float, facing: int) -> list[Pose]:
    """The four poses on the grid round a place, nearest first."""
    xs = (floor(x * GRAINS) / GRAINS, ceil(x * GRAINS) / GRAINS)
    ys = (floor(y * GRAINS) / GRAINS, ceil(y * GRAINS) / GRAINS)
    poses = [Pose(u, v, facing) for u in xs for v in ys]
    return sorted(poses, key=lambda pose: (hypot(pose[0] - x, pose[1] - y), pose))
