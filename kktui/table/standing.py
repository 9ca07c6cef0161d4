"""Which base stands where: plain dicts, and beside them pymunk's index to find those near a place."""

from __future__ import annotations

import atexit
from collections.abc import Container, Mapping
from weakref import WeakSet

from pymunk import BB, Body, Circle, Shape, ShapeFilter, Space

from kktui.table.gaps import Place
from kktui.table.geometry import Base, Pose
from kktui.table.ground import Box

ALL = ShapeFilter()
_ALIVE: WeakSet[Standing] = WeakSet()


class Standing:
    """All bases on the table. Names come out of the index in no order: sort before they matter."""

    def __init__(self) -> None:
        self.poses: dict[str, Pose] = {}
        self.bases: dict[str, Base] = {}
        self.reaches: dict[str, float] = {}
        self._space = Space()
        self._bodies: dict[str, Body] = {}
        self._names: dict[Shape, str] = {}
        _ALIVE.add(self)

    def put(self, name: str, pose: Pose, base: Base) -> None:
        """Set a base down here, whether or not it stood on the table before."""
        if self.bases.get(name) is not base and self.bases.get(name) != base:
            self.lift(name)
            self._add(name, base)
        elif self.poses[name] == pose:
            return
        elif self.poses[name][:2] == pose[:2]:
            self.poses[name] = pose
            return
        self.poses[name] = pose
        body = self._bodies[name]
        body.position = pose[0], pose[1]
        self._space.reindex_shapes_for_body(body)

    def _add(self, name: str, base: Base) -> None:
        """The index holds the disc round the whole base: a turn does not change it."""
        body = Body(body_type=Body.KINEMATIC)
        disc = Circle(body, base.reach)
        self._space.add(body, disc)
        self._bodies[name] = body
        self._names[disc] = name
        self.bases[name] = base
        self.reaches[name] = base.reach

    def lift(self, name: str) -> None:
        """Take a base off the table, if it is there."""
        body = self._bodies.pop(name, None)
        if body is None:
            return
        (disc,) = body.shapes
        self._space.remove(disc, body)
        del self._names[disc], self.bases[name], self.reaches[name]
        self.poses.pop(name, None)

    def sync(self, poses: Mapping[str, tuple[Pose, Base]]) -> None:
        """Make the table equal to this, touching only what differs."""
        for name in [name for name in self.poses if name not in poses]:
            self.lift(name)
        for name, (pose, base) in poses.items():
            if self.poses.get(name) != pose or self.bases[name] != base:
                self.put(name, pose, base)

    def clear(self) -> None:
        for name in list(self.poses):
            self.lift(name)

    def around(self, at: Place, inches: float) -> list[str]:
        """The bases whose box comes into the square round a point, in no order."""
        x, y = at[0], at[1]
        return self.within(x - inches, y - inches, x + inches, y + inches)

    def within(self, left: float, top: float, right: float, bottom: float) -> list[str]:
        names = self._names
        return [names[shape] for shape in self._space.bb_query(BB(left, top, right, bottom), ALL)]

    def strangers(self, box: Box, me: str, ignoring: Container[str]) -> list[str]:
        """The bases whose box comes into this one, but for `me` and those ignored."""
        names = self._names
        return [
            name
            for shape in self._space.bb_query(BB(*box), ALL)
            if (name := names[shape]) != me and name not in ignoring
        ]


@atexit.register
def _clear_all() -> None:
    """Clear every space while Python is still whole.

    One that outlives pymunk's own callbacks when the interpreter ends would crash it on being freed.
    """
    for standing in list(_ALIVE):
        standing.clear()
