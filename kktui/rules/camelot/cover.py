"""What counts as cover, for shooting (CA-7.1) and for the events that speak of it (CA-6.8, CA-6.13)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot

from kktui.rules.camelot.figures import Battle
from kktui.table.geometry import Point
from kktui.table.ground import Terrain
from kktui.table.terrain import Area, Line

COVER_AREAS = ("woods", "crops", "bushes", "building")
COVER_LINES = ("fence", "low-wall", "high-wall", "hedge", "bank", "stakes", "ditch", "gate")
ROUGH = ("rough", "water")
INSIDE = 1.0
"""Inches that a man goes into a wood to be in it."""


def in_cover(battle: Battle, at: Point) -> bool:
    """Whether a place is among growth or walls, or close to something to crouch behind."""
    terrain = battle.table.terrain
    return not terrain.bare and _covered(terrain, at, float(battle.book.chart("distances").at("beside cover")))


@lru_cache(maxsize=16384)
def _covered(terrain: Terrain, at: Point, beside: float) -> bool:
    """The ground does not change, so a place is looked at once."""
    if any(kind in COVER_AREAS for kind in terrain.kinds_at(at)):
        return True
    return any(line.kind in COVER_LINES for line in terrain.lines_near(at, beside))


def hard_to_find(battle: Battle, at: Point) -> bool:
    """In cover or on rough ground.  [CA-6.13]"""
    return in_cover(battle, at) or any(kind in ROUGH for kind in battle.table.kinds_at(at))


def cover_near(battle: Battle, at: Point) -> Iterator[tuple[str, Point]]:
    """Every piece of cover, and the place in it nearest to a point.  [CA-6.8]"""
    ground = battle.scenario.ground
    for area in ground.areas:
        if area.kind in COVER_AREAS and area.kind != "building":
            edge = nearest_in(area, at)
            middle = _middle(area.shape)
            yield area.id, edge.toward(edge.bearing(middle), min(INSIDE, edge.to(middle))).rounded()
    for line in ground.lines:
        if line.kind in COVER_LINES:
            foot = nearest_in(line, at)
            yield line.id, foot.toward(foot.bearing(at), INSIDE).rounded()


def nearest_in(feature: Area | Line, at: Point) -> Point:
    """The place on the outline of a feature that is nearest to a point."""
    points = (*feature.shape, feature.shape[0]) if isinstance(feature, Area) else feature.points
    places = [_foot(one, other, at) for one, other in pairwise(points)]
    return min(places, key=lambda spot: (at.to(spot), spot)).rounded()


def _middle(shape: tuple[Point, ...]) -> Point:
    return Point(sum(p.x for p in shape) / len(shape), sum(p.y for p in shape) / len(shape))


def _foot(one: Point, other: Point, at: Point) -> Point:
    """The place between two points that is nearest to a third."""
    along = Point(other.x - one.x, other.y - one.y)
    length = hypot(*along)
    part = ((at.x - one.x) * along.x + (at.y - one.y) * along.y) / (length * length) if length else 0.0
    part = min(1.0, max(0.0, part))
    return Point(one.x + along.x * part, one.y + along.y * part)
