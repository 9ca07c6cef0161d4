"""How far apart two bases are, edge to edge: exact for discs and boxes, negative when they overlap."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, hypot, inf, radians, sin
from typing import NamedTuple

from kktui.table.geometry import Base, Point, Pose

Place = tuple[float, ...]
"""A point, or the point that a pose stands on."""
QUARTERS = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
"""Exact, so that bases set square to the table touch along their whole side."""
TURNS = tuple(QUARTERS.get(d, (cos(radians(d)), sin(radians(d)))) for d in range(360))
"""Cosine and sine of every facing; a box has its right hand along (c, s) and its front along (s, -c)."""


class Axis(NamedTuple):
    """A direction in which two boxes may be apart, and how near their centres come along it on contact."""

    x: float
    y: float
    reach: float


def local(at: Place, frame: Pose) -> tuple[float, float]:
    """A point as a base sees it: how far to its right, how far ahead."""
    c, s = TURNS[frame[2]]
    dx, dy = at[0] - frame[0], at[1] - frame[1]
    return dx * c + dy * s, dx * s - dy * c


def span(base: Base, facing: int) -> tuple[float, float]:
    """Half the width and half the depth of the upright box round a base."""
    if not base.half_length:
        return base.half_width, base.half_width
    c, s = TURNS[facing]
    wide, long = base.half_width, base.half_length
    return abs(c) * wide + abs(s) * long, abs(s) * wide + abs(c) * long


def point_gap(at: Place, base: Base, pose: Pose) -> float:
    """From a point to the edge of a base; negative inside it."""
    if not base.half_length:
        return hypot(at[0] - pose[0], at[1] - pose[1]) - base.half_width
    c, s = TURNS[pose[2]]
    dx, dy = at[0] - pose[0], at[1] - pose[1]
    beside, beyond = abs(dx * c + dy * s) - base.half_width, abs(dx * s - dy * c) - base.half_length
    if beside <= 0.0 or beyond <= 0.0:
        return beside if beside > beyond else beyond
    return hypot(beside, beyond)


def signed_gap(base: Base, pose: Pose, other: Base, there: Pose) -> float:
    """From edge to edge; below 0 by as much as they overlap."""
    if not base.half_length:
        if not other.half_length:
            return hypot(pose[0] - there[0], pose[1] - there[1]) - base.half_width - other.half_width
        return point_gap(pose, other, there) - base.half_width
    if not other.half_length:
        return point_gap(there, base, pose) - other.half_width
    return _box_gap(base, pose, other, there)


def signed_gaps(base: Base, pose: Pose, others: Iterable[tuple[Base, Pose]]) -> list[float]:
    """`signed_gap` to each of many; of two discs, as most are, written out."""
    if base.half_length:
        return [signed_gap(base, pose, other, there) for other, there in others]
    x, y, _ = pose
    wide = base.half_width
    return [
        point_gap(pose, other, there) - wide
        if other.half_length
        else hypot(x - there[0], y - there[1]) - wide - other.half_width
        for other, there in others
    ]


def closer(base: Base, pose: Pose, others: Iterable[tuple[Base, Pose]], gap: float) -> bool:
    """Whether any of these is nearer than a gap of an inch at most; most are far enough off not to be measured."""
    x, y, _ = pose
    reach = base.reach + 1.0
    for other, there in others:
        wide = reach + other.reach
        near = -wide < there[0] - x < wide and -wide < there[1] - y < wide
        if near and signed_gap(base, pose, other, there) < gap:
            return True
    return False


def overlap(base: Base, pose: Pose, other: Base, there: Pose) -> float:
    """How deep two bases are in each other; 0 or less when they are not, but then no measure of the gap."""
    if base.half_length and other.half_length:
        return -_boxes_apart(base, pose, other, there)
    return -signed_gap(base, pose, other, there)


def axes(base: Base, pose: Pose, other: Base, there: Pose) -> tuple[Axis, ...]:
    """The four directions in which two boxes can be apart: together they bound the Minkowski sum of both."""
    c, s = TURNS[pose[2]]
    k, t = TURNS[there[2]]
    same, cross = abs(c * k + s * t), abs(s * k - c * t)
    wide, long = base.half_width, base.half_length
    broad, deep = other.half_width, other.half_length
    return (
        Axis(c, s, wide + same * broad + cross * deep),
        Axis(s, -c, long + cross * broad + same * deep),
        Axis(k, t, broad + same * wide + cross * long),
        Axis(t, -k, deep + cross * wide + same * long),
    )


def corners(base: Base, pose: Pose) -> tuple[tuple[float, float], ...]:
    """The four corners of a box, in order round it."""
    c, s = TURNS[pose[2]]
    x, y, wide, long = pose[0], pose[1], base.half_width, base.half_length
    ax, ay, bx, by = c * wide, s * wide, s * long, -c * long
    return (
        (x + ax + bx, y + ay + by),
        (x + ax - bx, y + ay - by),
        (x - ax - bx, y - ay - by),
        (x - ax + bx, y - ay + by),
    )


def _box_gap(base: Base, pose: Pose, other: Base, there: Pose) -> float:
    apart = _boxes_apart(base, pose, other, there)
    if apart <= 0.0:
        return apart
    return min(_corner_gap(base, pose, other, there), _corner_gap(other, there, base, pose))


def _corner_gap(base: Base, pose: Pose, other: Base, there: Pose) -> float:
    """From the nearest corner of one box to another that it is apart from; `point_gap` written out for its corners."""
    x, y, _ = there
    c, s = TURNS[there[2]]
    wide, long, least = other.half_width, other.half_length, inf
    for u, v in _corners_toward(base, pose, there, other.reach):
        dx, dy = u - x, v - y
        beside, beyond = abs(dx * c + dy * s) - wide, abs(dx * s - dy * c) - long
        gap = hypot(beside, beyond) if beside > 0.0 and beyond > 0.0 else max(beside, beyond)
        least = min(least, gap)
    return least


def _corners_toward(base: Base, pose: Pose, at: Place, reach: float) -> list[tuple[float, float]]:
    """The corners of a box that may be the nearest to what lies within this reach of a place.

    What lies wholly to its right is nearer to its right corners than to its left ones, and so on all round.
    """
    c, s = TURNS[pose[2]]
    x, y, wide, long = pose[0], pose[1], base.half_width, base.half_length
    dx, dy = at[0] - x, at[1] - y
    right, ahead = dx * c + dy * s, dx * s - dy * c
    ax, ay, bx, by = c * wide, s * wide, s * long, -c * long
    found = []
    if right >= -reach:
        if ahead >= -reach:
            found.append((x + ax + bx, y + ay + by))
        if ahead <= reach:
            found.append((x + ax - bx, y + ay - by))
    if right <= reach:
        if ahead <= reach:
            found.append((x - ax - bx, y - ay - by))
        if ahead >= -reach:
            found.append((x - ax + bx, y - ay + by))
    return found


def _boxes_apart(base: Base, pose: Pose, other: Base, there: Pose) -> float:
    """The widest gap between two boxes along any of their `axes`; written out, for it is asked very often."""
    c, s = TURNS[pose[2]]
    k, t = TURNS[there[2]]
    dx, dy = there[0] - pose[0], there[1] - pose[1]
    same, cross = abs(c * k + s * t), abs(s * k - c * t)
    wide, long = base.half_width, base.half_length
    broad, deep = other.half_width, other.half_length
    return max(
        abs(dx * c + dy * s) - (wide + same * broad + cross * deep),
        abs(dx * s + dy * -c) - (long + cross * broad + same * deep),
        abs(dx * k + dy * t) - (broad + same * wide + cross * long),
        abs(dx * t + dy * -k) - (deep + cross * wide + same * long),
    )


def segment_distance(at: Place, a: Place, b: Place) -> float:
    """From a point to the nearest place of the segment a-b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / square if square else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(at[0] - a[0] - along * dx, at[1] - a[1] - along * dy)


def segment_gap(a: Point, b: Point, base: Base, pose: Pose) -> float:
    """From the segment a-b to the edge of a base; 0 or less when it passes through."""
    if not base.half_length:
        return segment_distance(pose, a, b) - base.half_width
    start, end = local(a, pose), local(b, pose)
    if _passes(start, end, base):
        return 0.0
    ends = min(point_gap(a, base, pose), point_gap(b, base, pose))
    return min(ends, min(segment_distance(corner, a, b) for corner in corners(base, pose)))


def _passes(start: tuple[float, float], end: tuple[float, float], base: Base) -> bool:
    """Does a segment, as the box sees it, cross the box?"""
    enter, leave = 0.0, 1.0
    for p, q, half in zip(start, end, (base.half_width, base.half_length), strict=True):
        if p == q:
            if abs(p) > half:
                return False
            continue
        one, two = (-half - p) / (q - p), (half - p) / (q - p)
        enter, leave = max(enter, min(one, two)), min(leave, max(one, two))
    return enter <= leave
