"""What counts as cover, for morale (KS-3.2), archery (KS-6.1) and a retreat (KS-3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot

from kktui.rules.knights_sergeants.figures import Battle, Man
from kktui.table.geometry import Point, Pose
from kktui.table.ground import Terrain

COVER_AREAS = ("woods", "crops", "bushes", "building")
COVER_LINES = ("fence", "low-wall", "high-wall", "hedge", "bank", "stakes", "ditch", "gate")
BESIDE = 1.5
"""Inches from a wall or fence within which a man shelters behind it."""


def in_cover(battle: Battle, man: Man) -> bool:
    """Whether a man stands in growth or a building, or close to something to crouch behind."""
    return covered(battle, man.place.at)


def covered(battle: Battle, at: Point) -> bool:
    """Whether a place is in cover."""
    terrain = battle.table.terrain
    return not terrain.bare and _covered(terrain, at)


@lru_cache(maxsize=16384)
def _covered(terrain: Terrain, at: Point) -> bool:
    """The ground does not change, so a place is looked at once."""
    if any(kind in COVER_AREAS for kind in terrain.kinds_at(at)):
        return True
    return any(line.kind in COVER_LINES for line in terrain.lines_near(at, BESIDE))


def half_covered(battle: Battle, places: Sequence[Pose]) -> bool:
    """Whether at least half of some places are in cover."""
    terrain = battle.table.terrain
    return not terrain.bare and _half_covered(terrain, tuple(places))


@lru_cache(maxsize=4096)
def _half_covered(terrain: Terrain, places: tuple[Pose, ...]) -> bool:
    """Looked at once as well, for units stand more than they go."""
    return bool(places) and 2 * len([each for each in places if _covered(terrain, each.at)]) >= len(places)


def nearest_cover(battle: Battle, man: Man) -> Point | None:
    """The nearest place in cover that is not nearer to the enemy than he is now; himself, if he is in cover."""
    at = man.place.at
    if covered(battle, at):
        return at
    enemies = [foe.place.at for foe in battle.enemies_of(man.side) if not battle.units[foe.unit].hidden]
    near = min((foe.to(at) for foe in enemies), default=0.0)
    places = [
        spot
        for spot in _cover_places(battle, at)
        if _on_table(battle, spot) and all(foe.to(spot) >= near for foe in enemies)
    ]
    return min(places, key=lambda spot: (at.to(spot), spot), default=None)


def _on_table(battle: Battle, spot: Point) -> bool:
    ground = battle.scenario.ground
    return 1 <= spot.x <= ground.width - 1 and 1 <= spot.y <= ground.depth - 1


def _cover_places(battle: Battle, at: Point) -> Iterator[Point]:
    """The near edge of every covering area, an inch in, and both sides of every covering line."""
    ground = battle.scenario.ground
    for area in ground.areas:
        if area.kind in COVER_AREAS and area.kind != "building":
            edge = min(_nearest_on(area.shape, at, closed=True), key=lambda spot: (at.to(spot), spot))
            middle = Point(
                sum(p.x for p in area.shape) / len(area.shape), sum(p.y for p in area.shape) / len(area.shape)
            )
            yield edge.toward(edge.bearing(middle), min(1.0, edge.to(middle))).rounded()
    for line in ground.lines:
        if line.kind in COVER_LINES:
            foot = min(_nearest_on(line.points, at, closed=False), key=lambda spot: (at.to(spot), spot))
            for side in (-0.9, 0.9):
                yield foot.toward(at.bearing(foot), side).rounded()


def _nearest_on(points: tuple[Point, ...], at: Point, *, closed: bool) -> Iterator[Point]:
    ends = (*points[1:], points[0]) if closed else points[1:]
    for one, other in zip(points, ends, strict=False):
        along = Point(other.x - one.x, other.y - one.y)
        length = hypot(*along)
        part = ((at.x - one.x) * along.x + (at.y - one.y) * along.y) / (length * length) if length else 0.0
        part = min(1.0, max(0.0, part))
        yield Point(one.x + along.x * part, one.y + along.y * part)
