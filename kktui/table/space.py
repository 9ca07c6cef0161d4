"""The table: which base stands where, and every question about room, contact, sight and ways.

pymunk keeps the bases in its index and answers which of them may matter; poses are kept beside it in plain
dicts and the answers are worked out exactly from those. Only `put`, `lift` and `sync` move a base.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import inf

from kktui.table.casting import Caster, Mover, chunks
from kktui.table.gaps import Place, point_gap, segment_gap, signed_gap, signed_gaps
from kktui.table.geometry import GRAIN, Base, Point, Pose
from kktui.table.going import Going, bar
from kktui.table.ground import Box, meeting, terrain_of
from kktui.table.march import Marched, march
from kktui.table.movers import March
from kktui.table.route import Router
from kktui.table.sight import Sight, sightlines_of
from kktui.table.standing import Standing
from kktui.table.sweep import Sweep
from kktui.table.terrain import Ground, Line
from kktui.table.walk import Walk, Walker


class Table:
    """All bases of a battle on its ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._standing = Standing()
        self.poses = self._standing.poses
        self.bases = self._standing.bases
        self.stirred = self._standing.stirred
        self.terrain = terrain_of(ground)
        self.caster = Caster(ground, self._standing)
        self._sight = sightlines_of(ground)

    def put(self, id: str, pose: Pose, base: Base) -> None:  # noqa: A002
        """Set a base down here, whether or not it stood on the table before."""
        self._standing.put(id, pose, base)

    def lift(self, id: str) -> None:  # noqa: A002
        """Take a base off the table, if it is there."""
        self._standing.lift(id)

    def sync(self, poses: Mapping[str, tuple[Pose, Base]]) -> None:
        """Make the table equal to this, touching only what differs."""
        self._standing.sync(poses)

    def contacts(self, id: str) -> tuple[str, ...]:  # noqa: A002
        """The bases touching this one, sorted."""
        return self.contacts_at(self.bases[id], self.poses[id], (id,))

    def contacts_at(self, base: Base, pose: Pose, ignoring: Container[str] = ()) -> tuple[str, ...]:
        """The bases that one standing here would touch or overlap, sorted."""
        return self._closer(base, pose, ignoring, GRAIN)

    def is_free(self, base: Base, pose: Pose, ignoring: Container[str] = ()) -> bool:
        """May a base stand here?"""
        return self.caster.overhang(base, pose) <= GRAIN and not self._any_closer(base, pose, ignoring, -GRAIN)

    def is_inside(self, base: Base, pose: Pose) -> bool:
        """Does a base that stands here hang over no edge?"""
        return self.caster.overhang(base, pose) <= GRAIN

    def is_clear(self, base: Base, pose: Pose, ignoring: Container[str] = ()) -> bool:
        """May a base stand here and touch nobody?"""
        return self.caster.overhang(base, pose) <= GRAIN and not self._any_closer(base, pose, ignoring, GRAIN)

    def _closer(self, base: Base, pose: Pose, ignoring: Container[str], gap: float) -> tuple[str, ...]:
        about = self._standing.around(pose, base.reach + GRAIN)
        if not about:
            return ()
        poses, bases = self.poses, self.bases
        found = [
            name for name in about if name not in ignoring and signed_gap(base, pose, bases[name], poses[name]) <= gap
        ]
        found.sort()
        return tuple(found)

    def _any_closer(self, base: Base, pose: Pose, ignoring: Container[str], gap: float) -> bool:
        poses, bases = self.poses, self.bases
        for name in self._standing.around(pose, base.reach + GRAIN):
            if name not in ignoring and signed_gap(base, pose, bases[name], poses[name]) <= gap:
                return True
        return False

    def gap(self, a: str, b: str) -> float:
        """From edge to edge of two bases; 0 when they touch."""
        poses, bases = self.poses, self.bases
        gap = signed_gap(bases[a], poses[a], bases[b], poses[b])
        return gap if gap > GRAIN else 0.0

    def gaps(self, id: str, others: Sequence[str]) -> list[float]:  # noqa: A002
        """From edge to edge of a base and each of some others, as `gap` has it, for who measures to many."""
        poses, bases = self.poses, self.bases
        found = signed_gaps(bases[id], poses[id], [(bases[other], poses[other]) for other in others])
        return [gap if gap > GRAIN else 0.0 for gap in found]

    def gap_between(self, base_a: Base, pose_a: Pose, base_b: Base, pose_b: Pose) -> float:
        """From edge to edge of two bases wherever they might stand; 0 when they touch."""
        gap = signed_gap(base_a, pose_a, base_b, pose_b)
        return gap if gap > GRAIN else 0.0

    def near(self, at: Point, inches: float) -> tuple[str, ...]:
        """The bases that come within so many inches of a point, nearest first."""
        poses, bases = self.poses, self.bases
        found = [(point_gap(at, bases[name], poses[name]), name) for name in self._standing.around(at, inches)]
        return tuple(name for gap, name in sorted(found) if gap <= inches)

    def around(self, at: Place, inches: float) -> list[str]:
        """The bases that may stand so near to a place, in no order, as `within` has them."""
        return self._standing.around(at, inches)

    def within(self, box: Box) -> list[str]:
        """The bases that may stand in this box, in no order: a quick look before anything is measured."""
        return self._standing.within(box)

    def clear_box(self, left: float, top: float, right: float, bottom: float, ignoring: Container[str] = ()) -> bool:
        """No base but those ignored may stand in this box: one question, to accept a group's move at once."""
        return all(name in ignoring for name in self._standing.within((left, top, right, bottom)))

    def open_ground(self, box: Box, going: Going) -> bool:
        """Nothing drawn in this box bars or delays this mover's way: no line, no area it may not enter."""
        terrain = self.terrain
        if terrain.bare:
            return True
        if any(each.kind in going.lines for each in meeting(terrain.barriers, box)):
            return False
        return not any(going.areas.get(each.kind) == inf for each in meeting(terrain.patches, box))

    def has_lines(self, box: Box) -> bool:
        """Some line is drawn in this box."""
        return bool(meeting(self.terrain.barriers, box))

    def off_the_edge(self, box: Box) -> bool:
        """Some of this box lies beyond the table."""
        return box[0] < 0 or box[1] < 0 or box[2] > self.ground.width or box[3] > self.ground.depth

    def is_plain(self, box: Box) -> bool:
        """Nothing at all is drawn in this box."""
        terrain = self.terrain
        return terrain.bare or (not meeting(terrain.patches, box) and not meeting(terrain.barriers, box))

    def between(self, a: Point, b: Point, width: float = 0.0, ignoring: Container[str] = ()) -> tuple[str, ...]:
        """The bases within `width` of the line a-b, in the order that it comes to their middles."""
        poses, bases = self.poses, self.bases
        names: dict[str, None] = {}
        for _, box in chunks(a, b, width):
            names.update(dict.fromkeys(self._standing.within(box)))
        dx, dy = b[0] - a[0], b[1] - a[1]
        found = [
            ((poses[name][0] - a[0]) * dx + (poses[name][1] - a[1]) * dy, name)
            for name in names
            if name not in ignoring and segment_gap(a, b, bases[name], poses[name]) <= width
        ]
        return tuple(name for _, name in sorted(found))

    def sweep(self, id: str, to: Point, ignoring: Container[str] = ()) -> Sweep:  # noqa: A002
        """Straight to a point without turning, as far as the first base or the table's edge."""
        mover = Mover(id, self.bases[id], self.poses[id], ignoring)
        cast = self.caster.cast(mover, mover.pose, to.rounded())
        pose, touched = self.caster.settle(mover, cast, cast.inches)
        return Sweep(Point(pose[0], pose[1]), touched, cast.stopped)

    def push(self, id: str, facing: float, inches: float, going: Going | None = None) -> Sweep:  # noqa: A002
        """Pushed along a facing as far as there is room; the base keeps its own facing."""
        mover = Mover(id, self.bases[id], self.poses[id], ())
        to = mover.pose.at.toward(facing, inches).rounded()
        cast = self.caster.cast(mover, mover.pose, to)
        inches, stopped = cast.inches, cast.stopped
        if going is not None and not self.terrain.bare:
            open_for, reason = bar(self.terrain.stretches(mover.pose.at, to), going)
            if open_for < inches:
                inches, stopped = open_for, reason
        pose, touched = self.caster.settle(mover, cast, inches)
        return Sweep(pose.at, touched, stopped)

    def turn(self, id: str, facing: float) -> Pose:  # noqa: A002
        """Turn on the spot the shorter way; a long base stops at the last whole degree that is free."""
        mover = Mover(id, self.bases[id], self.poses[id], ())
        return self.caster.turned(mover, mover.pose, round(facing) % 360)

    def walk(
        self,
        id: str,  # noqa: A002
        path: Sequence[Point],
        going: Going,
        allowance: float = inf,
        ignoring: Container[str] = (),
    ) -> Walk:
        """Along way points, facing along each leg, as far as bases, edge, ground and allowance permit."""
        mover = Mover(id, self.bases[id], self.poses[id], ignoring)
        return Walker(self, mover, going, allowance).follow(path)

    def march(
        self,
        marches: Mapping[str, March],
        foes: Callable[[str, str], bool],
        bodies: Iterable[tuple[str, ...]] = (),
    ) -> Marched:
        """Many bases set out at once, each on a way the ground permits (see `walk`); foes who meet both halt.

        Of two friends he halts who runs into the other. When one of a body halts, so does the whole body. The table
        is not changed, and neither the order of the marches nor the names of the bases make a difference.
        """
        return march(self.caster, marches, foes, bodies)

    def sight(self, a: Place, b: Place, eye_a: float = 1.0, eye_b: float = 1.0) -> Sight:
        """What the ground lets two places see of each other; figures do not hide one another here."""
        return self._sight.between(a, b, eye_a, eye_b)

    def kinds_at(self, at: Point) -> tuple[str, ...]:
        """The kinds of area at a point."""
        return self.terrain.kinds_at(at)

    def height_at(self, at: Point) -> float:
        """How high the ground lies here."""
        return self.terrain.height_at(at)

    def in_zone(self, zone_id: str, at: Point) -> bool:
        """Is the point in this zone?"""
        return self.terrain.zones[zone_id].holds(at)

    def lines_near(self, at: Point, inches: float) -> tuple[Line, ...]:
        """The lines within so many inches of a point, as drawn."""
        return self.terrain.lines_near(at, inches)

    def route(self, id: str, goal: Point, going: Going, ignoring: Container[str] = ()) -> tuple[Point, ...]:  # noqa: A002
        """Way points round terrain and bases to as near the goal as can be reached."""
        mover = Mover(id, self.bases[id], self.poses[id], ignoring)
        return Router(self, mover, going).find(goal.rounded())
