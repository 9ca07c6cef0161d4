"""AR-4.5 What the ground or a pavise does for a target: only the worst counts."""

from __future__ import annotations

from collections.abc import Container, Iterator

from kktui.engine.modifiers import Modifier
from kktui.engine.state import FIELDED
from kktui.engine.steering import turned
from kktui.rules.argad.figures import FOOT, Battle, Man, ranks_of
from kktui.rules.argad.hiding import behind_growth, in_low_growth, wood_between
from kktui.rules.argad.measure import inches, up_to
from kktui.table import Sight
from kktui.table.geometry import GRAIN, Point
from kktui.table.terrain import area_height

WALLS = ("low-wall", "high-wall", "hedge", "bank", "fence", "gate")
"""Linear obstacles that cover a man close behind them; stakes do not.  [AR-3.4, AR-4.5]"""
FRONT = 90
"""Degrees to either side that a pavise covers."""


def cover_of(battle: Battle, target: Man, at: Point, eye: Point, busy: Container[str]) -> Modifier | None:
    """The worst that ground or pavise does to a shot from `eye` at a target here.  [AR-4.5]

    `busy` are those who shoot themselves in this phase.
    """
    if target.id in busy and target.missile == "sling":
        return None
    return max(_covers(battle, target, at, eye, busy), key=lambda each: (-each.value, each.name), default=None)


def _covers(battle: Battle, target: Man, at: Point, eye: Point, busy: Container[str]) -> Iterator[Modifier]:
    chart = battle.book.charts["cover"].rows
    for name in _of_all_ground(battle, target, at, eye):
        yield Modifier(name, int(chart[name]), "AR-4.5")
    if at == target.place.at:
        shield = _of_pavise(battle, target, eye, busy)
        if shield:
            yield Modifier(shield, int(chart[shield]), "AR-4.5")


def _of_all_ground(battle: Battle, target: Man, at: Point, eye: Point) -> tuple[str, ...]:
    """What the ground does for a man here, remembered until somebody moves."""
    if battle.table.terrain.bare:
        return ()
    key = ("ground cover", target.id, at, eye)
    found: tuple[str, ...] | None = battle.places.get(key)
    if found is None:
        sight = battle.table.sight(eye, at)
        found = battle.places[key] = tuple(_of_ground(battle, target, at, eye, sight))
    return found


def _of_ground(battle: Battle, target: Man, at: Point, eye: Point, sight: Sight) -> Iterator[str]:
    """Walls, growth and openings for men on foot; woods for all but riders at their edge.  [AR-4.5]"""
    inside = battle.table.kinds_at(at)
    if _in_or_behind_wood(battle, target, at, eye, sight):
        yield "wood"
    if target.arm != FOOT:
        return
    if "building" in inside and not same_house(battle, eye, at):
        yield opening(battle, at)
    if (
        in_low_growth(battle, at)
        or behind_growth(battle, at, eye, _close_behind(battle))
        or _behind_wall(battle, at, eye, sight)
    ):
        yield "partial cover"


def _in_or_behind_wood(battle: Battle, target: Man, at: Point, eye: Point, sight: Sight) -> bool:
    """At the edge of a wood, but not mounted, or with 10 cm of it or less before him.  [AR-4.5]

    Who shoots out of the edge of a wood himself has none of it before him.
    """
    deep, edge = wood_between(sight), float(battle.book.charts["cover-reach"].rows["edge of a wood"])
    if not deep:
        return False
    within, looks_out = ("woods" in battle.table.kinds_at(each) for each in (at, eye))
    return deep > edge or not (target.mounted if within else looks_out)


def same_house(battle: Battle, one: Point, other: Point) -> bool:
    """Whether two places are inside the same building."""
    houses = (patch for patch in battle.table.terrain.patches if patch.kind == "building")
    return any(house.holds(one) and house.holds(other) for house in houses)


def _close_behind(battle: Battle) -> float:
    return up_to(battle.book.charts["cover-reach"].rows["behind a wall, at most"]) + inches(1.0)


def _behind_wall(battle: Battle, at: Point, eye: Point, sight: Sight) -> bool:
    """Whether an obstacle between them is close before him, or he stands right in it; not one the shooter stands in."""
    near = [line.id for line in battle.table.lines_near(at, _close_behind(battle)) if line.kind in WALLS]
    if not near:
        return False
    between = {line for line, _, _ in sight.through} | {line.id for line in battle.table.lines_near(at, GRAIN)}
    between -= {line.id for line in battle.table.lines_near(eye, GRAIN)}
    return any(line in between for line in near)


def opening(battle: Battle, at: Point) -> str:
    """What a man in a building stands behind: a window is partial cover, a strong wall has arrow slits.  [AR-4.5]"""
    ruling = battle.book.switch("openings")
    if ruling == "by-height":
        above = battle.book.charts["cover-reach"].rows["arrow slits, in inches of height above"]
        here = [patch for patch in battle.table.terrain.patches if patch.kind == "building" and patch.holds(at)]
        ruling = "arrow-slits" if any(area_height(patch.area) > above for patch in here) else "windows"
    return "arrow slit" if ruling == "arrow-slits" else "partial cover"


def _of_pavise(battle: Battle, target: Man, eye: Point, busy: Container[str]) -> str:
    """A pavise, or a wall of them for the armoured who do nothing else.  [AR-4.5]"""
    if target.arm != FOOT:
        return ""
    bearer = sheltered_by(battle, target, eye)
    if bearer is None:
        return ""
    idle = target.armour > 0 and target.id not in busy
    return "pavise wall" if idle and in_pavise_wall(battle, bearer) else "pavise"


def sheltered_by(battle: Battle, target: Man, eye: Point) -> Man | None:
    """Whose pavise is between a man and a shooter: his own, or that of one he stands close behind.  [AR-4.5]"""
    if target.pavise and _faces(target, eye):
        return target
    return next((bearer for bearer in bearers(battle, target.side) if behind(battle, bearer, eye) is target), None)


def bearers(battle: Battle, side: str) -> list[Man]:
    """The men of a side with a pavise, by id."""
    key = ("bearers", side)
    found: list[Man] | None = battle.places.get(key)
    if found is None:
        men = (man for _, man in sorted(battle.figures.items()))
        found = [man for man in men if man.pavise and man.side == side and man.standing == FIELDED]
        battle.places[key] = found
    return found


def behind(battle: Battle, bearer: Man, eye: Point) -> Man | None:
    """The one man who stands close behind a pavise as the shooter sees it: the nearest to its bearer.  [AR-4.5]"""
    if not _faces(bearer, eye):
        return None
    reach = up_to(battle.book.charts["cover-reach"].rows["close behind a man"])
    here = bearer.place.at
    near = [battle.figures[each] for each in battle.table.near(here, bearer.base.reach + reach) if each != bearer.id]
    line = eye.bearing(here)
    rear = [
        man
        for man in near
        if man.side == bearer.side
        and man.arm == FOOT
        and not man.pavise
        and turned(line, here.bearing(man.place.at)) <= FRONT / 2
    ]
    return min(rear, key=lambda man: (round(here.to(man.place.at), 3), man.id), default=None)


def _faces(bearer: Man, eye: Point) -> bool:
    return turned(bearer.place.facing, bearer.place.at.bearing(eye)) <= FRONT


def in_pavise_wall(battle: Battle, bearer: Man) -> bool:
    """Whether a bearer stands in close order with another.  [AR-3.2, AR-4.5]"""
    ranks = ranks_of(battle, battle.units[bearer.unit])
    return bearer.id in ranks and any(each != bearer.id and battle.figures[each].pavise for each in ranks)
