"""Which base stands where: plain dicts, and beside them pymunk's index to find those near a place."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any
from weakref import finalize

from pymunk import ShapeFilter
from pymunk._chipmunk_cffi import ffi, lib

from kktui.table.gaps import Place
from kktui.table.geometry import Base, Pose
from kktui.table.ground import Box

ALL = ffi.new("cpShapeFilter *", ShapeFilter())[0]
"""Made once in the library's own form: `Space.bb_query` makes it anew for every question."""

NULL = ffi.NULL
MANY = 6
"""Places where somebody stirred that are worth telling one by one; beyond that one more makes no difference."""


class Standing:
    """All bases on the table. Names come out of the index in no order: sort before they matter.

    The space and its discs are the library's own, without pymunk's objects round them: those cost ten times as much
    to make, and a battle is laid out anew for every view and every replay.
    """

    def __init__(self) -> None:
        self.poses: dict[str, Pose] = {}
        self.bases: dict[str, Base] = {}
        self.reaches: dict[str, float] = {}
        self.changes = 0
        """Grows whenever a base comes, moves, turns or goes: what was worked out before holds no longer."""
        self.stirred: list[tuple[Pose, float]] = []
        """Where bases came, went and turned, and how far each reaches, for who remembers what he saw there.

        The list is his to clear; more than `MANY` stand for everywhere.
        """
        self._space = lib.cpSpaceNew()
        self._ground = lib.cpSpaceGetStaticBody(self._space)
        self._discs: dict[str, Any] = {}
        self._names: dict[Any, str] = {}
        """By the library's own pointer to the disc."""
        self._hits: list[str] = []
        self._found = _collector(self._names, self._hits)
        finalize(self, _free, self._space, self._discs)

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
        self._stirs(was, known.reach)
        self._stirs(pose, known.reach)
        if was[0] != pose[0] or was[1] != pose[1]:
            disc = self._discs[name]
            lib.cpCircleShapeSetOffset(disc, pose[:2])
            lib.cpSpaceReindexShape(self._space, disc)

    def _add(self, name: str, pose: Pose, base: Base) -> None:
        """The index holds the disc round the whole base: a turn does not change it.

        All discs hang on the space's one body, each at its own offset: a body for each would cost as much again.
        """
        self._stirs(pose, base.reach)
        disc = lib.cpSpaceAddShape(self._space, lib.cpCircleShapeNew(self._ground, base.reach, pose[:2]))
        self._discs[name] = disc
        self._names[disc] = name
        self.poses[name] = pose
        self.bases[name] = base
        self.reaches[name] = base.reach

    def lift(self, name: str) -> None:
        """Take a base off the table, if it is there."""
        disc = self._discs.pop(name, None)
        if disc is None:
            return
        self._stirs(self.poses[name], self.reaches[name])
        lib.cpSpaceRemoveShape(self._space, disc)
        lib.cpShapeFree(disc)
        del self._names[disc], self.poses[name], self.bases[name], self.reaches[name]

    def _stirs(self, place: Pose, reach: float) -> None:
        self.changes += 1
        if len(self.stirred) <= MANY:
            self.stirred.append((place, reach))

    def sync(self, poses: Mapping[str, tuple[Pose, Base]]) -> None:
        """Make the table equal to this, touching only what differs."""
        for name in [name for name in self.poses if name not in poses]:
            self.lift(name)
        for name, (pose, base) in poses.items():
            if self.poses.get(name) != pose or self.bases[name] != base:
                self.put(name, pose, base)

    def around(self, at: Place, inches: float) -> list[str]:
        """The bases whose box comes into the square round a point, in no order."""
        x, y = at[0], at[1]
        return self.within((x - inches, y - inches, x + inches, y + inches))

    def within(self, box: Box) -> list[str]:
        """The bases whose box comes into this one, in no order."""
        hits = self._hits
        lib.cpSpaceBBQuery(self._space, box, ALL, self._found, NULL)
        if not hits:
            return []
        found = hits.copy()
        hits.clear()
        return found

    def strangers(self, box: Box, me: str, ignoring: Container[str]) -> list[str]:
        """The bases whose box comes into this one, but for `me` and those ignored."""
        hits = self._hits
        lib.cpSpaceBBQuery(self._space, box, ALL, self._found, NULL)
        if not hits:
            return []
        found = [name for name in hits if name != me and name not in ignoring]
        hits.clear()
        return found


def _collector(names: Mapping[Any, str], hits: list[str]) -> Any:
    """What the index calls for each disc in a box: one for each table, made once, for it is called very often."""

    @ffi.callback("void(cpShape *, void *)")  # type: ignore[untyped-decorator]
    def found(shape: Any, _: Any) -> None:
        hits.append(names[shape])

    return found


def _free(space: Any, discs: Mapping[str, Any]) -> None:
    """Give the library back what it made."""
    for disc in discs.values():
        lib.cpSpaceRemoveShape(space, disc)
        lib.cpShapeFree(disc)
    lib.cpSpaceFree(space)
