"""When a moving base first touches another: rays against discs, rounded boxes and sums of boxes.

A base that merely grazes another by less than `GRAZE` slides past it: poses are rounded to a thousandth of an
inch, so two bases that touch on paper may overlap by 0.0007" and must still be able to part or slide.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, sqrt

from kktui.table.gaps import TURNS, Axis, axes, local
from kktui.table.geometry import GRAIN, Base, Point, Pose
from kktui.table.records import quick

GRAZE = 0.0008
"""Overlaps up to this come from rounding and stop nobody."""
SLIDE = 0.02
"""A base in contact that would sink no deeper than a graze over so many inches slides along until it has."""

Vector = tuple[float, float]


@quick
@dataclass(frozen=True, slots=True)
class Sweep:
    """Where a straight move ends, whom it touches there, and what stopped it.

    Nothing (""), a "base", the table's "edge", or a barred "line" or "area".
    """

    end: Point
    touched: tuple[str, ...]
    stopped: str


def first_touch(base: Base, pose: Pose, way: Vector, other: Base, there: Pose) -> float:
    """Inches along the unit vector `way` until the bases touch; infinite when they never do.

    0 when they touch already and the way leads further in.
    """
    if base.half_length:
        if other.half_length:
            return _boxes_touch(axes(base, pose, other, there), (there[0] - pose[0], there[1] - pose[1]), way)
        right, ahead = _turned(way, pose[2])
        return _box_and_disc(local(there, pose), (-right, -ahead), base, other.half_width)
    if other.half_length:
        return _box_and_disc(local(pose, there), _turned(way, there[2]), other, base.half_width)
    ex, ey, reach = there[0] - pose[0], there[1] - pose[1], base.half_width + other.half_width
    ahead = ex * way[0] + ey * way[1]
    if ahead <= 0.0:
        return inf
    aside = abs(ex * way[1] - ey * way[0])
    if aside >= reach - GRAZE:
        return inf
    near = ahead - sqrt(reach * reach - aside * aside)
    return near if near > 0.0 else 0.0


def _turned(way: Vector, facing: int) -> Vector:
    c, s = TURNS[facing]
    return way[0] * c + way[1] * s, way[0] * s - way[1] * c


def _box_and_disc(at: Vector, way: Vector, box: Base, radius: float) -> float:
    """A disc's centre moves past a box, both as the box sees them."""
    half = (box.half_width, box.half_length)
    inner = _into_round_box(at, way, half, radius - GRAZE)
    if inner == inf:
        return inf
    if inner <= 0.0:
        return 0.0 if _heads_into_box(at, way, half) else inf
    outer = max(0.0, _into_round_box(at, way, half, radius))
    slides = inner - outer > SLIDE and _into_round_box(at, way, half, radius + GRAIN) <= 0.0
    return inner if slides else outer


def _into_round_box(at: Vector, way: Vector, half: Vector, radius: float) -> float:
    """Where a ray enters a box with rounded corners: by the upright faces, or by the disc at one corner.

    Negative when it starts inside, infinite when it misses or has it behind.
    """
    in_x, out_x = _slab(at[0], way[0], half[0] + radius)
    in_y, out_y = _slab(at[1], way[1], half[1] + radius)
    enter, leave = max(in_x, in_y), min(out_x, out_y)
    if enter >= leave or leave <= 0.0:
        return inf
    first = max(enter, 0.0)
    x, y = at[0] + way[0] * first, at[1] + way[1] * first
    if abs(x) <= half[0] or abs(y) <= half[1]:
        return enter
    ex, ey = copysign(half[0], x) - at[0], copysign(half[1], y) - at[1]
    ahead, aside = ex * way[0] + ey * way[1], ex * way[1] - ey * way[0]
    if abs(aside) >= radius:
        return inf
    deep = sqrt(radius * radius - aside * aside)
    return ahead - deep if ahead + deep > 0.0 else inf


def _slab(at: float, way: float, half: float) -> tuple[float, float]:
    if way == 0.0:
        return (-inf, inf) if -half < at < half else (inf, -inf)
    one, two = (-half - at) / way, (half - at) / way
    return (one, two) if one < two else (two, one)


def _heads_into_box(at: Vector, way: Vector, half: Vector) -> bool:
    """For a disc deep in contact: does it move against the outward direction at its place by the box?"""
    x, y = at
    beside, beyond = abs(x) - half[0], abs(y) - half[1]
    if beside > 0.0 and beyond > 0.0:
        return way[0] * copysign(beside, x) + way[1] * copysign(beyond, y) < 0.0
    if beside > beyond:
        return way[0] * copysign(1.0, x) < 0.0
    return way[1] * copysign(1.0, y) < 0.0


def _boxes_touch(sides: tuple[Axis, ...], to: Vector, way: Vector) -> float:
    """Two boxes touch when the mover's centre enters the sum of both, which four pairs of sides enclose."""
    spans = [(to[0] * a.x + to[1] * a.y, way[0] * a.x + way[1] * a.y, a.reach) for a in sides]
    inner = _into_sum(spans, -GRAZE)
    if inner == inf:
        return inf
    if inner <= 0.0:
        _, at, speed = max((abs(at) - reach, at, speed) for at, speed, reach in spans)
        return 0.0 if at * speed > 0.0 else inf
    outer = max(0.0, _into_sum(spans, 0.0))
    slides = inner - outer > SLIDE and _into_sum(spans, GRAIN) <= 0.0
    return inner if slides else outer


def _into_sum(spans: list[tuple[float, float, float]], more: float) -> float:
    enter, leave = -inf, inf
    for at, speed, reach in spans:
        one, two = _slab(-at, speed, reach + more)
        enter, leave = max(enter, one), min(leave, two)
    return inf if enter >= leave or leave <= 0.0 else enter
