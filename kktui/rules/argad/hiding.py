"""AR-3.5 Hiding: who can crouch, who is hidden from whom."""

from __future__ import annotations

from functools import lru_cache

from kktui.engine.ask import Ask
from kktui.rules.argad.figures import CROUCHED, FOOT, Battle, Man, in_ranks
from kktui.rules.argad.measure import HUNDREDTHS, cm, inches, up_to
from kktui.table import Sight
from kktui.table.geometry import Point
from kktui.table.ground import Patch, Terrain
from kktui.table.sight import OPEN

LOW_GROWTH = ("bushes", "crops")


def may_crouch(battle: Battle, man: Man) -> bool:
    """Whether there is anything a man could crouch in or behind.  [AR-3.5]"""
    if battle.table.terrain.bare or man.arm != FOOT or in_ranks(battle, man):
        return False
    at = man.place.at
    return in_low_growth(battle, at) or bool(banks_by(battle, at)) or bool(growth_by(battle, at, _crouching(battle)))


def in_low_growth(battle: Battle, at: Point) -> bool:
    """Whether a place is in bushes or high crops."""
    return any(kind in LOW_GROWTH for kind in battle.table.kinds_at(at))


@lru_cache(maxsize=32)
def _growing(terrain: Terrain) -> tuple[Patch, ...]:
    """All bushes and crops; the ground does not change, so it is looked at once."""
    return tuple(patch for patch in terrain.patches if patch.kind in LOW_GROWTH)


@lru_cache(maxsize=32)
def _banked(terrain: Terrain) -> bool:
    return any(barrier.kind == "bank" for barrier in terrain.barriers)


def growth_by(battle: Battle, at: Point, reach: float) -> frozenset[str]:
    """The bushes and crops so near that a man here can be behind them."""
    terrain = battle.table.terrain
    return _growth_by(terrain, at, reach) if _growing(terrain) else frozenset()


@lru_cache(maxsize=16384)
def _growth_by(terrain: Terrain, at: Point, reach: float) -> frozenset[str]:
    """The ground does not change, so a place is looked at once."""
    box = (at.x - reach, at.y - reach, at.x + reach, at.y + reach)
    return frozenset(patch.id for patch in _growing(terrain) if patch.meets(box) and patch.distance(at) <= reach)


def behind_growth(battle: Battle, at: Point, eye: Point, reach: float) -> bool:
    """Whether bushes or crops stand close before a place, as one sees it who is not in them himself.  [AR-4.5]"""
    through = battle.table.sight(eye, at).through
    crossed = {each for each, kind, _ in through if kind in LOW_GROWTH}
    if not crossed or not (crossed := crossed & growth_by(battle, at, reach)):
        return False
    return any(patch.id in crossed and not patch.holds(eye) for patch in _growing(battle.table.terrain))


def _crouching(battle: Battle) -> float:
    return up_to(battle.book.charts["hiding"].rows["behind a bank or bushes, at most"])


def banks_by(battle: Battle, at: Point) -> frozenset[str]:
    """The earth banks so near that a man here can crouch behind them."""
    if not _banked(battle.table.terrain):
        return frozenset()
    return frozenset(line.id for line in battle.table.lines_near(at, _crouching(battle)) if line.kind == "bank")


def crawl(ask: Ask, least: int, who: str = "") -> int:
    """Moving crouched: 2 cm and one die.  [AR-3.5]"""
    return least + ask.roll("1d6", "crawling", who)


def wood_between(sight: Sight) -> float:
    """How many centimetres of wood a line of sight passes through."""
    return round(cm(sum(inches for _, kind, inches in sight.through if kind == "woods")), HUNDREDTHS)


def why_unseen(battle: Battle, eye: Point, at: Point) -> str:
    """Why two places cannot see each other, or nothing.  [AR-3.5]"""
    sight = battle.table.sight(eye, at)
    if sight is OPEN:
        return ""
    most = float(battle.book.charts["hiding"].rows["wood that hides"])
    if wood_between(sight) > most:
        return f"is behind more than {most:g} cm of wood"
    solid = [kind for kind in sight.cuts if kind != "woods"]
    if "gate" in solid and at_the_gates(battle, sight, eye, at):
        solid.remove("gate")
    return f"is out of sight behind a {solid[0].replace('-', ' ')}" if solid else ""


def at_the_gates(battle: Battle, sight: Sight, eye: Point, at: Point) -> bool:
    """Whether at every gate between two places one of them stands right there, and so sees through it.  [AR-3.5]"""
    if battle.book.switch("gates") == "shut":
        return False
    reach = up_to(battle.book.charts["cover-reach"].rows["behind a wall, at most"]) + inches(1.0)
    near = {line.id for end in (eye, at) for line in battle.table.lines_near(end, reach)}
    return all(line in near for line, kind, _ in sight.through if kind == "gate")


def why_hidden(battle: Battle, man: Man, at: Point, eye: Point) -> str:
    """Why nobody who looks at a man from there can shoot at him here, or nothing.  [AR-3.5]"""
    unseen = why_unseen(battle, eye, at)
    if unseen or man.posture != CROUCHED:
        return unseen
    if man.immobile and (in_low_growth(battle, at) or behind_growth(battle, at, eye, _crouching(battle))):
        return "is hidden, crouched and still"
    behind = banks_by(battle, at)
    covered = any(line in behind for line, _, _ in battle.table.sight(eye, at).through)
    return "is crouched behind a bank" if covered else ""
