"""The drawn ground made ready for questions: what a straight way crosses, how high a place lies."""

from __future__ import annotations

from functools import lru_cache
from math import hypot, inf
from typing import NamedTuple, TypeVar

from kktui.table.gaps import Place, segment_distance
from kktui.table.geometry import Point
from kktui.table.terrain import Area, Ground, Line, area_height

TINY = 1e-9
CACHE = 20_000
"""Places remembered before they are all forgotten."""

Edge = tuple[float, float, float, float]
"""Where a side begins and how it runs: x, y, dx, dy."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Hit(NamedTuple):
    """Where a way meets an edge: inches along it, and the sine of the angle between them."""

    at: float
    sine: float


class Inside(NamedTuple):
    """A part of a way that lies within an area; `sine` is 0 when it does not enter but starts inside."""

    start: float
    end: float
    sine: float


class Stretch(NamedTuple):
    """A part of a way on unchanging ground, with the line that is crossed to come onto it."""

    start: float
    end: float
    kinds: tuple[str, ...]
    line: Line | None = None
    sine: float = 0.0
    """Of the angle at which it is entered; 0 when the way starts on it."""


def _edges(points: tuple[Point, ...], closed: bool) -> tuple[Edge, ...]:
    ends = (*points[1:], points[0]) if closed else points[1:]
    pairs = zip(points, ends, strict=closed)
    return tuple((a[0], a[1], b[0] - a[0], b[1] - a[1]) for a, b in pairs if a != b)


def _box(points: tuple[Point, ...]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def box_of(a: Point, b: Point) -> Box:
    """The upright box that a straight way is the diagonal of."""
    left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    top, bottom = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    return left, top, right, bottom


def _passes_by(box: Box, a: Point, way: tuple[float, float]) -> bool:
    """Whether a way leaves the whole of a box on one side, and so meets nothing in it."""
    left, top, right, bottom = box
    wide, high = (right - left) / 2 + TINY, (bottom - top) / 2 + TINY
    aside = (left + wide - a[0]) * way[1] - (top + high - a[1]) * way[0]
    return abs(aside) > wide * abs(way[1]) + high * abs(way[0]) + TINY


def _hits(feature: Feature, a: Point, way: tuple[float, float], length: float) -> list[Hit]:
    """Every meeting of a way with a feature's edges, nearest first; edges along the way are not met."""
    if _passes_by(feature.box, a, way):
        return []
    ax, ay, ux, uy = a[0], a[1], way[0], way[1]
    hits = []
    for x, y, dx, dy in feature.edges:
        turn = ux * dy - uy * dx
        if -TINY < turn < TINY:
            continue
        ex, ey = x - ax, y - ay
        along = (ex * uy - ey * ux) / turn
        if -TINY <= along <= 1.0 + TINY:
            at = (ex * dy - ey * dx) / turn
            if -TINY <= at <= length + TINY:
                hits.append(Hit(at if at > TINY else 0.0, abs(turn) / hypot(dx, dy)))
    hits.sort()
    return hits


class Feature:
    """What an area and a line have in common: an id, a kind, edges and the box round them."""

    __slots__ = ("box", "edges", "id", "kind", "points")

    def __init__(self, source: Area | Line, points: tuple[Point, ...], closed: bool) -> None:
        self.id = source.id
        self.kind = "steep-slope" if source.kind == "slope" and getattr(source, "steep", False) else source.kind
        self.points = points
        self.box = _box(points)
        self.edges = _edges(points, closed)

    def meets(self, box: Box) -> bool:
        left, top, right, bottom = self.box
        return left <= box[2] and right >= box[0] and top <= box[3] and bottom >= box[1]

    def distance(self, at: Point) -> float:
        """From a point to the nearest edge."""
        return min((segment_distance(at, (x, y), (x + dx, y + dy)) for x, y, dx, dy in self.edges), default=inf)


class Patch(Feature):
    """An area made ready."""

    __slots__ = ("area", "height")

    def __init__(self, area: Area) -> None:
        super().__init__(area, area.shape, closed=True)
        self.area = area
        self.height = area_height(area)

    def holds(self, at: Place) -> bool:
        """Is the point inside? Counted by the edges that a ray to the right crosses."""
        x, y = at[0], at[1]
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        inside = False
        for ex, ey, dx, dy in self.edges:
            if (ey > y) != (ey + dy > y) and x < ex + dx * (y - ey) / dy:
                inside = not inside
        return inside

    def inside(self, a: Point, way: tuple[float, float], length: float) -> list[Inside]:
        """The parts of a way within the area, clipped at its edges."""
        parts: list[Inside] = []
        start, angle = 0.0, 0.0
        for end, sine in (*_hits(self, a, way, length), (length, 0.0)):
            if end - start > TINY:
                middle = (start + end) / 2
                if self.holds((a[0] + way[0] * middle, a[1] + way[1] * middle)):
                    parts.append(Inside(start, end, angle))
            start, angle = end, sine
        return _joined(parts) if len(parts) > 1 else parts


def _joined(parts: list[Inside]) -> list[Inside]:
    """Parts that meet at a corner of the area are one."""
    whole: list[Inside] = []
    for part in parts:
        if whole and part.start - whole[-1].end <= TINY:
            whole[-1] = whole[-1]._replace(end=part.end)
        else:
            whole.append(part)
    return whole


class Barrier(Feature):
    """A line made ready."""

    __slots__ = ("line",)

    def __init__(self, line: Line) -> None:
        super().__init__(line, line.points, closed=False)
        self.line = line

    def crossings(self, a: Point, way: tuple[float, float], length: float) -> list[Hit]:
        """Where a way crosses the line; a corner of the line counts once, a start on the line not at all."""
        crossings: list[Hit] = []
        for hit in _hits(self, a, way, length):
            if hit.at > TINY and not (crossings and hit.at - crossings[-1].at < 1e-6):
                crossings.append(hit)
        return crossings


F = TypeVar("F", bound=Feature)


def meeting(features: tuple[F, ...], box: Box) -> list[F]:
    """The features whose box meets this one; `meets` written out, for every way and every look asks it of all."""
    left, top, right, bottom = box
    return [
        each
        for each in features
        if (edges := each.box)[0] <= right and edges[2] >= left and edges[1] <= bottom and edges[3] >= top
    ]


class Terrain:
    """All areas, lines and zones of one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.patches = tuple(Patch(area) for area in ground.areas)
        self.barriers = tuple(Barrier(line) for line in ground.lines)
        self.slopes = tuple(p for p in self.patches if p.area.kind == "slope")
        self.zones = {z.id: Patch(Area(z.id, "zone", z.shape)) for z in ground.zones}
        self.bare = not self.patches and not self.barriers
        self.boxes = tuple(each.box for each in (*self.patches, *self.barriers))
        self._kinds: dict[Point, tuple[str, ...]] = {}
        self._lines: dict[tuple[Point, float], tuple[Line, ...]] = {}

    def kinds_at(self, at: Point) -> tuple[str, ...]:
        """The kinds of area at a point; remembered, for figures stand more than they go."""
        kinds = self._kinds.get(at)
        if kinds is None:
            if len(self._kinds) >= CACHE:
                self._kinds.clear()
            kinds = self._kinds[at] = tuple(dict.fromkeys(patch.kind for patch in self.patches if patch.holds(at)))
        return kinds

    def height_at(self, at: Point) -> float:
        """The highest slope here lifts the ground; slopes drawn one on another do not add up."""
        if not self.slopes:
            return 0.0
        return max((patch.height for patch in self.slopes if patch.holds(at)), default=0.0)

    def lines_near(self, at: Point, inches: float) -> tuple[Line, ...]:
        """The lines within so many inches of a point, as drawn; remembered as well."""
        lines = self._lines.get((at, inches))
        if lines is None:
            if len(self._lines) >= CACHE:
                self._lines.clear()
            lines = self._lines[at, inches] = self._look_for_lines(at, inches)
        return lines

    def _look_for_lines(self, at: Point, inches: float) -> tuple[Line, ...]:
        box = (at[0] - inches, at[1] - inches, at[0] + inches, at[1] + inches)
        near = (b for b in self.barriers if b.meets(box))
        return tuple(b.line for b in near if b.distance(at) <= inches)

    def is_open(self, a: Point, b: Point) -> bool:
        """Whether nothing is drawn about the way from a to b, as is true of most."""
        if self.bare:
            return True
        left, top, right, bottom = box_of(a, b)
        for box in self.boxes:
            if box[0] <= right and box[2] >= left and box[1] <= bottom and box[3] >= top:
                return False
        return True

    def stretches(self, a: Point, b: Point) -> list[Stretch]:
        """The way from a to b cut wherever the ground changes or a line is crossed."""
        length = hypot(b[0] - a[0], b[1] - a[1])
        if self.bare:
            return [Stretch(0.0, length, ())]
        box = box_of(a, b)
        patches, barriers = meeting(self.patches, box), meeting(self.barriers, box)
        if (not patches and not barriers) or length == 0.0:
            return [Stretch(0.0, length, ())]
        way = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        parts = [(p.kind, part) for p in patches for part in p.inside(a, way, length)]
        crossed = [(hit, f.line) for f in barriers for hit in f.crossings(a, way, length)]
        if not parts and not crossed:
            return [Stretch(0.0, length, ())]
        return _cut(length, parts, crossed)


def _cut(length: float, parts: list[tuple[str, Inside]], crossed: list[tuple[Hit, Line]]) -> list[Stretch]:
    """Put the areas and the lines that a way meets in order along it."""
    marks: list[tuple[float, str, float, Line | None]] = [(0.0, "", 0.0, None)]
    marks += [(hit.at, line.id, hit.sine, line) for hit, line in crossed]
    marks += [(part.start, "", part.sine, None) for _, part in parts]
    marks += [(part.end, "", 1.0, None) for _, part in parts]
    marks.sort(key=lambda mark: mark[:3])
    ends = [mark[0] for mark in marks[1:]] + [length]
    stretches: list[Stretch] = []
    for (start, _, sine, line), end in zip(marks, ends, strict=True):
        if line is None and end - start <= TINY:
            continue
        middle = (start + end) / 2
        kinds = tuple(dict.fromkeys(kind for kind, part in parts if part.start <= middle < part.end))
        stretches.append(Stretch(start, end, kinds, line, sine))
    return stretches


@lru_cache(maxsize=32)
def terrain_of(ground: Ground) -> Terrain:
    """The same ground is made ready once, however many tables are laid out on it."""
    return Terrain(ground)
