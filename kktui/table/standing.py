"""Which base stands where: plain dicts, and beside them pymunk's index to find those near a place."""

from __future__ import annotations

import atexit
from collections.abc import Container, Mapping
from typing import Any
from weakref import WeakSet

from pymunk import Body, Circle, ShapeFilter, Space
from pymunk._chipmunk_cffi import ffi, lib

from kktui.table.gaps import Place
from kktui.table.geometry import Base, Pose
from kktui.table.ground import Box

ALL = ffi.new("cpShapeFilter *", ShapeFilter())[0]
"""Made once in the library's own form, like the callback below: `Space.bb_query` makes both anew for every question."""
_ALIVE: WeakSet[Standing] = WeakSet()


@ffi.callback("void(cpShape *, void *)")  # type: ignore[untyped-decorator]
def _found(shape: Any, hits: Any) -> None:
    """The index calls this for each disc in a box."""
    ffi.from_handle(hits).append(shape)


class Standing:
    """All bases on the table. Names come out of the index in no order: sort before they matter."""

    def __init__(self) -> None:
        self.poses: dict[str, Pose] = {}
        self.bases: dict[str, Base] = {}
        self.reaches: dict[str, float] = {}
        self.changes = 0
        """Grows whenever a base comes, moves, turns or goes: what was worked out before holds no longer."""
        self._space = Space()
        self._ground = Body(body_type=Body.STATIC)
        self._space.add(self._ground)
        self._discs: dict[str, Circle] = {}
        self._names: dict[Any, str] = {}
        """By the library's own pointer to the disc."""
        self._hits: list[Any] = []
        self._handle = ffi.new_handle(self._hits)
        _ALIVE.add(self)

    def put(self, name: str, pose: Pose, base: Base) -> None:
        """Set a base down here, whether or not it stood on the table before."""
        known = self.bases.get(name)
        if known is not base and known != base:
            self.lift(name)
            self._add(name, pose, base)
            return
        was = self.poses[name]
        if was == pose:
            return
        self.poses[name] = pose
        self.changes += 1
        if was[0] != pose[0] or was[1] != pose[1]:
            disc = self._discs[name]
            disc.unsafe_set_offset((pose[0], pose[1]))
            self._space.reindex_shape(disc)

    def _add(self, name: str, pose: Pose, base: Base) -> None:
        """The index holds the disc round the whole base: a turn does not change it.

        All discs hang on the space's one body, each at its own offset: a body for each would cost as much again.
        """
        reach = base.reach
        self.changes += 1
        disc = Circle(self._ground, reach, (pose[0], pose[1]))
        self._space.add(disc)
        self._discs[name] = disc
        self._names[disc._shape] = name
        self.poses[name] = pose
        self.bases[name] = base
        self.reaches[name] = reach

    def lift(self, name: str) -> None:
        """Take a base off the table, if it is there."""
        disc = self._discs.pop(name, None)
        if disc is None:
            return
        self.changes += 1
        self._space.remove(disc)
        disc.body = None
        del self._names[disc._shape], self.poses[name], self.bases[name], self.reaches[name]

    def sync(self, poses: Mapping[str, tuple[Pose, Base]]) -> None:
        """Make the table equal to this, touching only what differs."""
        for name in [name for name in self.poses if name not in poses]:
            self.lift(name)
        for name, (pose, base) in poses.items():
            if self.poses.get(name) != pose or self.bases[name] != base:
                self.put(name, pose, base)

    def close(self) -> None:
        """Leave nothing in the space; no base can be put down any more."""
        for name in list(self.poses):
            self.lift(name)
        self._space.remove(self._ground)

    def around(self, at: Place, inches: float) -> list[str]:
        """The bases whose box comes into the square round a point, in no order."""
        x, y = at[0], at[1]
        return self.within(x - inches, y - inches, x + inches, y + inches)

    def within(self, left: float, top: float, right: float, bottom: float) -> list[str]:
        hits = self._hits
        lib.cpSpaceBBQuery(self._space._space, (left, top, right, bottom), ALL, _found, self._handle)
        if not hits:
            return []
        names = self._names
        found = [names[shape] for shape in hits]
        hits.clear()
        return found

    def strangers(self, box: Box, me: str, ignoring: Container[str]) -> list[str]:
        """The bases whose box comes into this one, but for `me` and those ignored."""
        return [name for name in self.within(*box) if name != me and name not in ignoring]


@atexit.register
def _clear_all() -> None:
    """Clear every space while Python is still whole.

    One that outlives pymunk's own callbacks when the interpreter ends would crash it on being freed.
    """
    for standing in list(_ALIVE):
        standing.close()
