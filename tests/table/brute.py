"""Slow, plain geometry to hold the table's answers against; it shares no code with the table."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from kktui.table import Base, Pose

XY = tuple[float, float]


def outline(base: Base, at: XY, facing: float) -> list[XY]:
    """The points of a box, or the middle of a disc."""
    if base.half_length == 0.0:
        return [at]
    right = (cos(radians(facing)), sin(radians(facing)))
    ahead = (sin(radians(facing)), -cos(radians(facing)))
    return [
        (
            at[0] + i * base.half_width * right[0] + j * base.half_length * ahead[0],
            at[1] + i * base.half_width * right[1] + j * base.half_length * ahead[1],
        )
        for i, j in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]


def point_to_segment(p: XY, a: XY, b: XY) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    if dx == dy == 0:
        return hypot(p[0] - a[0], p[1] - a[1])
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def sides(points: list[XY]) -> list[tuple[XY, XY]]:
    return list(zip(points, points[1:] + points[:1], strict=True))


def contains(points: list[XY], p: XY) -> bool:
    if len(points) == 1:
        return False
    turns = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for a, b in sides(points)]
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def depth(one: list[XY], two: list[XY]) -> float:
    """How far two convex outlines are into each other, along the best of their sides' directions."""
    best = float("inf")
    for a, b in [s for points in (one, two) if len(points) > 1 for s in sides(points)]:
        length = hypot(b[0] - a[0], b[1] - a[1])
        n = ((b[1] - a[1]) / length, (a[0] - b[0]) / length)
        p, q = ([n[0] * v[0] + n[1] * v[1] for v in points] for points in (one, two))
        best = min(best, max(p) - min(q), max(q) - min(p))
    return best


def gap(base: Base, pose: Pose | tuple[float, float, float], other: Base, there: Pose) -> float:
    """Edge to edge, negative by the depth of an overlap."""
    one, two = outline(base, (pose[0], pose[1]), pose[2]), outline(other, (there[0], there[1]), there[2])
    radii = sum(b.half_width for b in (base, other) if b.half_length == 0.0)
    deep = depth(one, two) if len(one) + len(two) > 2 else -1.0
    if deep > 0:
        return -deep - radii
    near = min(point_to_segment(p, a, b) for p in one for a, b in sides(two))
    return min(near, min(point_to_segment(p, a, b) for p in two for a, b in sides(one))) - radii


def first_contact(base: Base, pose: Pose, to: XY, others: list[tuple[Base, Pose]], step: float) -> float:
    """Inches until something overlaps, found by small steps."""
    length = hypot(to[0] - pose[0], to[1] - pose[1])
    for k in range(int(length / step) + 1):
        s = k * step / length if length else 0.0
        x, y = pose[0] + (to[0] - pose[0]) * s, pose[1] + (to[1] - pose[1]) * s
        if any(gap(base, (x, y, pose[2]), other, there) < 0 for other, there in others):
            return k * step
    return length


def in_polygon(points: tuple[XY, ...], p: XY) -> bool:
    inside = False
    for a, b in sides(list(points)):
        if (a[1] > p[1]) != (b[1] > p[1]) and p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]):
            inside = not inside
    return inside
