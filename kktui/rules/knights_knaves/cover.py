"""What shelters a figure: in morale (KK-3.9) and from shots (KK-7.1)."""

from __future__ import annotations

from functools import lru_cache

from kktui.engine.nearby import sight_of
from kktui.rules.knights_knaves.figures import Battle, Man, nearest_open
from kktui.table.geometry import Point
from kktui.table.ground import Terrain
from kktui.table.sight import DITCH_REACH, WALL_REACH

COVER_AREAS = ("woods", "crops", "bushes", "building")
COVER_LINES = ("low-wall", "high-wall", "hedge", "fence", "ditch", "stakes", "gate", "bank")


def in_cover(battle: Battle, man: Man) -> bool:
    """In growth or a building, or close behind something that stands before the nearest enemy.  [KK-3.9]"""
    terrain, at = battle.table.terrain, man.place.at
    if terrain.bare:
        return False
    inside, lines = _cover_at(terrain, at)
    if inside or not lines:
        return inside
    foe = nearest_open(battle, man)
    return foe is None or any(each.line and each.line.id in lines for each in terrain.stretches(at, foe.place.at))


@lru_cache(maxsize=16384)
def _cover_at(terrain: Terrain, at: Point) -> tuple[bool, frozenset[str]]:
    """Whether a place is covered all round, and the lines close to it; the ground does not change."""
    inside = any(kind in COVER_AREAS for kind in terrain.kinds_at(at))
    return inside, frozenset(each.id for each in terrain.lines_near(at, WALL_REACH) if each.kind in COVER_LINES)


def shelters(battle: Battle, shooter: Man, target: Man) -> set[str]:
    """What a target is sheltered by as the chart of steps names it: walls close before him, growth on the way.

    A ditch shelters only who is down in it.  [KK-7.1]
    """
    terrain = battle.table.terrain
    if terrain.bare:
        return set()
    crossed = sight_of(battle, shooter, target).through
    near, around = _shelter_at(terrain, target.place.at)
    walls = battle.book.chart("walls").rows
    found = {walls[kind] for _, kind, inches in crossed if kind in walls and inches and kind != "building"}
    found |= {walls[kind] for name, kind, inches in crossed if kind in walls and not inches and name in near}
    return found | {walls[kind] for kind in around}


@lru_cache(maxsize=16384)
def _shelter_at(terrain: Terrain, at: Point) -> tuple[frozenset[str], tuple[str, ...]]:
    """The lines close to a place, but for ditches, and what it is sheltered in from all sides."""
    near = frozenset(line.id for line in terrain.lines_near(at, WALL_REACH) if line.kind != "ditch")
    inside = "building" in terrain.kinds_at(at)
    below = any(line.kind == "ditch" for line in terrain.lines_near(at, DITCH_REACH))
    return near, ("building",) * inside + ("ditch",) * below


def in_the_way(battle: Battle, shooter: Man, target: Man) -> bool:
    """Whether a figure stands in the line of sight, or so near to it as the ruling says; who lies hidden does not.

    [KK-7.1]
    """
    wide = float(battle.book.switch("obstructed"))
    between = battle.table.between(shooter.place.at, target.place.at, wide, (shooter.id, target.id))
    return any(not battle.units[battle.figures[each].unit].hidden for each in between)
