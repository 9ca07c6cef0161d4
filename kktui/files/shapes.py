"""Polygons as a map needs them: thick paths, discs, outlines, and water cut open where a road crosses."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from kktui.files.limits import MAX_DRAWN
from kktui.table.geometry import Point

Polygon = tuple[Point, ...]
TINY = 1e-6
SLIVER = 0.01
"""Square inches below which a piece left by a cut is dropped."""
DISC_CORNERS = 16
MOST_PIECES = 2 * MAX_DRAWN + 1
"""A polygon in so many pieces is cut no further; its map is refused anyway."""


def rectangle(x: float, y: float, width: float, depth: float) -> Polygon:
    """The four corners, from the far left one clockwise."""
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return tuple(Point(*corner).rounded() for corner in corners)


def disc(x: float, y: float, radius: float) -> Polygon:
    """A circle as a polygon of sixteen corners."""
    turns = [2 * pi * step / DISC_CORNERS for step in range(DISC_CORNERS)]
    return tuple(Point(x + radius * sin(turn), y - radius * cos(turn)).rounded() for turn in turns)


def ribbon(course: Sequence[Point], width: float) -> Polygon:
    """A path of a width, with mitred bends, as one polygon."""
    left = [_beside(course, index, width / 2) for index in range(len(course))]
    right = [_beside(course, index, -width / 2) for index in range(len(course))]
    return tuple(point.rounded() for point in (*left, *reversed(right)))


def _beside(course: Sequence[Point], index: int, off: float) -> Point:
    """The point at this distance beside a bend of the course, on the line that halves the bend."""
    here = course[index]
    before = _normal(course[index - 1], here) if index else None
    after = _normal(here, course[index + 1]) if index + 1 < len(course) else None
    one, two = before or after or (0.0, 0.0), after or before or (0.0, 0.0)
    sum_x, sum_y = one[0] + two[0], one[1] + two[1]
    scale = 2 / max(sum_x**2 + sum_y**2, 0.5)
    return Point(here.x + sum_x * scale * off, here.y + sum_y * scale * off)


def _normal(one: Point, two: Point) -> tuple[float, float]:
    long = hypot(two.x - one.x, two.y - one.y) or 1.0
    return (two.y - one.y) / long, -(two.x - one.x) / long


def surface(shape: Sequence[Point]) -> float:
    """The signed surface in square inches: positive when the corners run clockwise on the drawn map."""
    return sum(a.x * b.y - b.x * a.y for a, b in _edges(shape)) / 2


def _edges(shape: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(shape, (*shape[1:], shape[0]), strict=True))


def turn(a: Point, b: Point, c: Point) -> float:
    """Positive when the way a, b, c bends clockwise on the drawn map."""
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def inside(shape: Sequence[Point], spot: Point) -> bool:
    """Whether a point lies in a polygon."""
    within = False
    for a, b in _edges(shape):
        if (a.y > spot.y) != (b.y > spot.y) and spot.x < (b.x - a.x) * (spot.y - a.y) / (b.y - a.y) + a.x:
            within = not within
    return within


def crosses_itself(shape: Sequence[Point]) -> bool:
    """Whether two edges of a polygon that are not neighbours meet."""
    edges = _edges(shape)
    count = len(edges)
    pairs = ((i, j) for i in range(count) for j in range(i + 2, count) if (j + 1) % count != i)
    return any(_meet(*edges[i], *edges[j]) for i, j in pairs)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    one, two = turn(a, b, c), turn(a, b, d)
    three, four = turn(c, d, a), turn(c, d, b)
    if one * two < 0 and three * four < 0:
        return True
    ends = ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    return any(abs(bend) < TINY and _between(p, q, spot) for bend, p, q, spot in ends)


def _between(a: Point, b: Point, spot: Point) -> bool:
    in_x = min(a.x, b.x) - TINY <= spot.x <= max(a.x, b.x) + TINY
    return in_x and min(a.y, b.y) - TINY <= spot.y <= max(a.y, b.y) + TINY


def clockwise(shape: Sequence[Point]) -> Polygon:
    """The same polygon with its corners running clockwise on the drawn map."""
    return tuple(shape) if surface(shape) >= 0 else tuple(reversed(shape))


def convex_parts(shape: Sequence[Point]) -> list[Polygon]:
    """A simple polygon as convex ones: triangles cut off ear by ear, then joined while they stay convex."""
    parts: list[Polygon] = []
    for ear in _ears(list(clockwise(shape))):
        if parts:
            joined = _joined(parts[-1], ear)
            if joined:
                parts[-1] = joined
                continue
        parts.append(ear)
    return parts


def _ears(rest: list[Point]) -> list[Polygon]:
    ears: list[Polygon] = []
    while len(rest) > 3:
        count = len(rest)
        index = next((i for i in range(count) if _is_ear(rest, i)), None)
        if index is None:
            break
        corner = (rest[index - 1], rest[index], rest[(index + 1) % count])
        if turn(*corner) > TINY:
            ears.append(corner)
        del rest[index]
    return [*ears, tuple(rest)] if len(rest) == 3 else ears


def _is_ear(rest: list[Point], index: int) -> bool:
    a, b, c = rest[index - 1], rest[index], rest[(index + 1) % len(rest)]
    if turn(a, b, c) < -TINY:
        return False
    others = (spot for spot in rest if spot not in (a, b, c))
    return not any(
        turn(a, b, spot) > -TINY and turn(b, c, spot) > -TINY and turn(c, a, spot) > -TINY for spot in others
    )


def _joined(one: Polygon, two: Polygon) -> Polygon | None:
    """Two clockwise convex polygons that share an edge, as one when that is convex too."""
    for i in range(len(one)):
        a, b = one[i], one[(i + 1) % len(one)]
        if a in two and two[(two.index(a) - 1) % len(two)] == b:
            j = two.index(a)
            outside = [two[(j + step) % len(two)] for step in range(1, len(two) - 1)]
            joined = (*one[: i + 1], *outside, *one[i + 1 :])
            return joined if _is_convex(joined) else None
    return None


def _is_convex(shape: Polygon) -> bool:
    count = len(shape)
    return all(turn(shape[i - 1], shape[i], shape[(i + 1) % count]) > -TINY for i in range(count))


def cut(shape: Polygon, knives: Sequence[Polygon]) -> list[Polygon]:
    """What is left of a polygon after taking out convex clockwise ones; itself when none touches it."""
    pieces, whole = convex_parts(shape), True
    for knife in knives:
        if len(pieces) >= MOST_PIECES:
            break
        left = [_without(piece, knife) for piece in pieces]
        if any(rest is not None for rest in left):
            whole = False
            pieces = [
                part for piece, rest in zip(pieces, left, strict=True) for part in ([piece] if rest is None else rest)
            ]
    return [shape] if whole else [tuple(point.rounded() for point in piece) for piece in pieces]


def clip(piece: Polygon, knife: Polygon) -> Polygon:
    """The common part of two convex polygons."""
    for a, b in _edges(knife):
        piece = _half(piece, a, b)
    return piece


def _without(piece: Polygon, knife: Polygon) -> list[Polygon] | None:
    """What a knife leaves of a piece; None when it does not touch it."""
    if _apart(piece, knife) or not _is_some(clip(piece, knife)):
        return None
    left: list[Polygon] = []
    for a, b in _edges(knife):
        beyond = _half(piece, b, a)
        if _is_some(beyond):
            left.append(beyond)
        piece = _half(piece, a, b)
    return left


def _apart(one: Polygon, other: Polygon) -> bool:
    """Whether the boxes around two polygons do not meet."""
    ours, theirs = _box(one), _box(other)
    return ours[0] > theirs[2] or theirs[0] > ours[2] or ours[1] > theirs[3] or theirs[1] > ours[3]


def _box(shape: Polygon) -> tuple[float, float, float, float]:
    across, down = [spot.x for spot in shape], [spot.y for spot in shape]
    return min(across), min(down), max(across), max(down)


def _is_some(piece: Polygon) -> bool:
    return len(piece) > 2 and surface(piece) > SLIVER


def _half(piece: Polygon, a: Point, b: Point) -> Polygon:
    """The part of a convex polygon on the clockwise side of the line from a to b."""
    if not piece:
        return ()
    kept: list[Point] = []
    for here, after in _edges(piece):
        one, two = turn(a, b, here), turn(a, b, after)
        if one >= 0:
            kept.append(here)
        if one * two < 0:
            share = one / (one - two)
            kept.append(Point(here.x + (after.x - here.x) * share, here.y + (after.y - here.y) * share))
    return tuple(kept)
