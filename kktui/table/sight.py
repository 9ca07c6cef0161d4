"""Who can see whom across the ground: what cuts a line of sight, what it crosses, what cover it leaves.

Figures do not count here. The two ends are put in order first, so that what one sees the other sees too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from kktui.table.gaps import Place
from kktui.table.geometry import Point
from kktui.table.ground import Barrier, Inside, Patch, Terrain, box_of, meeting, terrain_of
from kktui.table.terrain import Ground, line_height

WOODS_DEPTH = 2.0
"""Sight reaches so far into or through one wood."""
SHARED_WOODS_DEPTH = 3.0
"""Two who stand in the same wood see each other so far."""
BREAST_HIGH = 1.0
"""Obstacles no higher than this never cut sight."""
HEDGE_REACH = 1.0
"""Who is so near a hedge looks over it, and is seen."""
WALL_REACH = 1.5
"""Who is so near an obstacle is covered by it."""
DITCH_REACH = 0.5
"""Who is so near a ditch is down in it."""
PART, WHOLE = 1, 2
COVERING_GROUND = ("crops", "bushes")
NO_COVER = ("ditch", "stairs")
UNCROSSED = -1.0
"""Where a feature is met that covers an end without lying between."""
CACHE = 20_000
"""Answers remembered before they are all forgotten."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What lies between a viewer at a and a target at b."""

    clear: bool
    cut_by: str
    """The id of what cuts it, or empty."""
    cover: int
    """Of the target: 0 none, 1 part, 2 whole."""
    through: tuple[tuple[str, str, float], ...]
    """Id, kind and inches inside (0 for a line) of everything crossed, in order from a."""
    cuts: tuple[str, ...] = ()
    """The kinds of all that cuts it: a ruleset that sees further through woods judges for itself."""


OPEN = Sight(True, "", 0, ())


class End(NamedTuple):
    """One end of a line of sight: where, and how high the eye is above the bare table."""

    at: Point
    eye: float


class Finding(NamedTuple):
    """What one feature does to a line of sight."""

    start: float
    id: str
    kind: str
    inches: float
    cuts: bool = False
    covers: tuple[int, int] = (0, 0)


class Look:
    """One line of sight under examination."""

    def __init__(self, terrain: Terrain, one: End, two: End) -> None:
        self.terrain = terrain
        self.one, self.two = one, two
        a, b = one.at, two.at
        self.length = hypot(b[0] - a[0], b[1] - a[1])
        span = self.length or 1.0
        self.way = ((b[0] - a[0]) / span, (b[1] - a[1]) / span)
        self.findings: list[Finding] = []

    def place(self, inches: float) -> Point:
        return Point(self.one.at[0] + self.way[0] * inches, self.one.at[1] + self.way[1] * inches)

    def sight_height(self, inches: float) -> float:
        """How high the straight line between the eyes passes here."""
        share = inches / self.length if self.length else 0.0
        return self.one.eye + (self.two.eye - self.one.eye) * share

    def examine(self, patches: list[Patch], barriers: list[Barrier]) -> list[Finding]:
        for patch in patches:
            self._patch(patch)
        for barrier in barriers:
            self._barrier(barrier)
        self.findings.sort()
        return self.findings

    def _patch(self, patch: Patch) -> None:
        parts = patch.inside(self.one.at, self.way, self.length)
        within = (patch.holds(self.one.at), patch.holds(self.two.at))
        if not parts:
            parts = [Inside(0.0, 0.0, 0.0)] if any(within) else []
        if not parts:
            return
        inches = sum(part.end - part.start for part in parts)
        cuts = self._cut(patch, parts, within)
        self.findings.append(
            Finding(parts[0].start, patch.id, patch.kind, inches, cuts, _shelter(patch, parts, within))
        )

    def _cut(self, patch: Patch, parts: list[Inside], within: tuple[bool, bool]) -> bool:
        """Is sight cut by this area? Who stands in a building or on a slope looks out of it."""
        kind = patch.area.kind
        if kind == "woods":
            depth = SHARED_WOODS_DEPTH if all(within) else WOODS_DEPTH
            return sum(self._below(part, self._top(patch, part)) for part in parts) > depth
        if kind == "slope":
            return not any(within) and any(self._below(part, patch.height) for part in parts)
        if kind == "building":
            return not any(within) and any(self._below(part, self._top(patch, part)) for part in parts)
        return False

    def _top(self, patch: Patch, part: Inside) -> float:
        return self.terrain.height_at(self.place((part.start + part.end) / 2)) + patch.height

    def _below(self, part: Inside, top: float) -> float:
        """How many inches of a part the line of sight passes below a height."""
        start, end = self.sight_height(part.start), self.sight_height(part.end)
        if start < top and end < top:
            return part.end - part.start
        if start >= top and end >= top:
            return 0.0
        return (part.end - part.start) * (top - min(start, end)) / abs(end - start)

    def _barrier(self, barrier: Barrier) -> None:
        if barrier.kind == "ditch":
            self._ditch(barrier)
            return
        crossings = barrier.crossings(self.one.at, self.way, self.length)
        if not crossings:
            return
        height = line_height(barrier.line)
        near = (barrier.distance(self.one.at), barrier.distance(self.two.at))
        for hit in crossings:
            top = self.terrain.height_at(self.place(hit.at)) + height
            over = height <= BREAST_HIGH or top <= self.sight_height(hit.at)
            if barrier.kind == "hedge":
                over = over or min(near) <= HEDGE_REACH
            self.findings.append(Finding(hit.at, barrier.id, barrier.kind, 0.0, not over, _behind(barrier, near)))

    def _ditch(self, ditch: Barrier) -> None:
        """A ditch hides whoever is down in it, from whichever side he is seen."""
        crossings = ditch.crossings(self.one.at, self.way, self.length)
        down = tuple(PART if ditch.distance(end.at) <= DITCH_REACH else 0 for end in (self.one, self.two))
        if crossings or any(down):
            at = crossings[0].at if crossings else UNCROSSED
            self.findings.append(Finding(at, ditch.id, ditch.kind, 0.0, False, (down[0], down[1])))


def _shelter(patch: Patch, parts: list[Inside], within: tuple[bool, bool]) -> tuple[int, int]:
    """The cover that standing in an area gives either end against the other."""
    kind = patch.area.kind
    if kind == "building":
        return (0, 0) if all(within) else (WHOLE * within[0], WHOLE * within[1])
    if kind == "woods":
        first, last = parts[0].end - parts[0].start, parts[-1].end - parts[-1].start
        return _depth(first) * within[0], _depth(last) * within[1]
    if kind in COVERING_GROUND:
        return PART * within[0], PART * within[1]
    return 0, 0


def _depth(inches: float) -> int:
    return WHOLE if inches > WOODS_DEPTH else PART


def _behind(barrier: Barrier, near: tuple[float, float]) -> tuple[int, int]:
    """The cover that an obstacle between them gives either end close behind it."""
    if barrier.kind in NO_COVER:
        return 0, 0
    cover = WHOLE if barrier.kind in ("high-wall", "gate") else PART
    reach = HEDGE_REACH if barrier.kind == "hedge" else WALL_REACH
    return cover * (near[0] <= reach), cover * (near[1] <= reach)


class Sightlines:
    """The lines of sight of one ground, remembered both ways."""

    def __init__(self, terrain: Terrain) -> None:
        self.terrain = terrain
        self._known: dict[tuple[Place, Place, float, float], Sight] = {}

    def between(self, a: Place, b: Place, eye_a: float, eye_b: float) -> Sight:
        if self.terrain.bare:
            return OPEN
        key = (a, b, eye_a, eye_b)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= CACHE:
                self._known.clear()
            known = self._known[key] = self._look(on_grid(a), on_grid(b), eye_a, eye_b)
        return known

    def _look(self, a: Point, b: Point, eye_a: float, eye_b: float) -> Sight:
        """Always looked at from the same end, whoever asks."""
        terrain = self.terrain
        left, top, right, bottom = box = box_of(a, b)
        wider = (left - DITCH_REACH, top - DITCH_REACH, right + DITCH_REACH, bottom + DITCH_REACH)
        patches, barriers = meeting(terrain.patches, box), meeting(terrain.barriers, wider)
        if not patches and not barriers:
            return OPEN
        one, two = End(a, terrain.height_at(a) + eye_a), End(b, terrain.height_at(b) + eye_b)
        turned = two < one
        findings = Look(terrain, *((two, one) if turned else (one, two))).examine(patches, barriers)
        if not findings:
            return OPEN
        cut_by = next((found.id for found in findings if found.cuts), "")
        cover = max(found.covers[0 if turned else 1] for found in findings)
        through = [(found.id, found.kind, found.inches) for found in findings if found.start != UNCROSSED]
        cuts = tuple(sorted({found.kind for found in findings if found.cuts}))
        return Sight(not cut_by, cut_by, cover, tuple(through[::-1] if turned else through), cuts)


def on_grid(at: Place) -> Point:
    return Point(at[0], at[1]).rounded()


@lru_cache(maxsize=32)
def sightlines_of(ground: Ground) -> Sightlines:
    """Tables on the same ground share what they have seen."""
    return Sightlines(terrain_of(ground))
