"""AR-3.3 and AR-3.4 Difficult ground and the slowing dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.muster import edge_gap
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import EDGES
from kktui.rules.argad.figures import CAVALRY, FOOT, Battle, Man, armour_column
from kktui.rules.argad.measure import inches
from kktui.table import AREA_KINDS, LINE_KINDS, Going, Line
from kktui.table.geometry import Point
from kktui.table.going import clearance

EASY, DIFFICULT, VERY_DIFFICULT, BARRED = "easy", "difficult", "very difficult", "barred"
HARDNESS = (EASY, DIFFICULT, VERY_DIFFICULT, BARRED)
SIX = 6
KINDS = (*AREA_KINDS, "steep-slope", *LINE_KINDS)


def column(man: Man) -> int:
    """Which column of the terrain chart a man goes by.  [AR-3.4]"""
    if man.arm == FOOT:
        return 0
    return 1 if man.arm == CAVALRY and armour_column(man.armour) < 2 else 2


def hardness(book: Rulebook, kind: str, at: int) -> str:
    """How hard a kind of ground or an obstacle is in one column of the chart.  [AR-3.4]"""
    sheet, ours = book.charts["terrain"].rows, book.charts["other-ground"].rows
    return str((sheet.get(kind) or ours.get(kind) or (EASY, EASY, EASY))[at])


def hardest(book: Rulebook, kinds: Sequence[str], at: int) -> str:
    """The worst of several kinds of ground that lie on each other; a road is easy over all of them.  [AR-3.4]"""
    if not kinds or "road" in kinds:
        return EASY
    return max((hardness(book, kind, at) for kind in kinds), key=HARDNESS.index)


def going_of(battle: Battle, man: Man) -> Going:
    """Where a man may go at all."""
    key = ("going", column(man))
    found: Going | None = battle.places.get(key)
    if found is None:
        closed = [kind for kind in KINDS if hardness(battle.book, kind, column(man)) == BARRED]
        found = battle.places[key] = _closed_to(tuple(closed), 0.0)
    return found


def easy_going(battle: Battle, man: Man) -> Going:
    """Where a prudent man goes if he can: nowhere that he would be slowed much, a rider nowhere that slows him."""
    key = ("easy going", column(man))
    found: Going | None = battle.places.get(key)
    if found is None:
        shunned = (VERY_DIFFICULT, BARRED) if man.arm == FOOT else (DIFFICULT, VERY_DIFFICULT, BARRED)
        closed = [kind for kind in KINDS if hardness(battle.book, kind, column(man)) in shunned]
        found = battle.places[key] = _closed_to(tuple(closed), 0.0)
    return found


def going_in_ranks(book: Rulebook) -> Going:
    """Close order goes nowhere but on easy ground, and slower sideways and back.  [AR-3.2]"""
    closed = [kind for kind in KINDS if hardness(book, kind, 0) != EASY]
    rates = book.charts["close-order"].rows
    return _closed_to(tuple(closed), rates["forward"] / rates["sideways or back"])


@lru_cache(maxsize=64)
def _closed_to(kinds: tuple[str, ...], aside: float) -> Going:
    """One table for equal movers, so that what is known of a way is known for all of them."""
    closed = dict.fromkeys(kinds, inf)
    areas = {kind: cost for kind, cost in closed.items() if kind not in LINE_KINDS}
    return Going(areas, {kind: cost for kind, cost in closed.items() if kind in LINE_KINDS}, aside=aside)


class Footing(NamedTuple):
    """The hardest ground of a way, and how many inches along it the first hard ground begins."""

    ground: str
    begins: float


OPEN_WAY = Footing(EASY, inf)


def footing(battle: Battle, man: Man, path: Sequence[Point]) -> Footing:
    """What ground a way leads over.  [AR-3.4]"""
    terrain = battle.table.terrain
    if terrain.bare or len(path) < 2:
        return OPEN_WAY
    found, gone = OPEN_WAY, 0.0
    at, book = column(man), battle.book
    for one, other in pairwise(path):
        for stretch in () if terrain.is_open(one, other) else terrain.stretches(one, other):
            hard = hardest(book, stretch.kinds, at)
            if stretch.line is not None and not from_behind(battle, stretch.line, one, other):
                hard = max(hard, hardness(book, stretch.line.kind, at), key=HARDNESS.index)
            if hard != EASY:
                worst = max(found.ground, hard, key=HARDNESS.index)
                short = 0.0 if stretch.line is None else clearance(stretch.sine)
                found = Footing(worst, min(found.begins, max(0.0, gone + stretch.start - short)))
        gone += one.to(other)
    return found


def from_behind(battle: Battle, line: Line, one: Point, other: Point) -> bool:
    """Whether a way crosses stakes from behind: away from the edge of the side they stand nearest to.  [AR-3.4]"""
    if line.kind != "stakes" or battle.book.switch("stakes") == "both-ways":
        return False
    middle = Point(sum(p.x for p in line.points) / len(line.points), sum(p.y for p in line.points) / len(line.points))
    homes = [party.edge for party in battle.scenario.parties]
    edge = min(sorted(homes, key=EDGES.index), key=lambda each: edge_gap(battle, each, middle))
    return edge_gap(battle, edge, other) > edge_gap(battle, edge, one)


class Slowing(NamedTuple):
    """A move over hard ground: all that decides it but the dice."""

    rate: int
    ground: str
    dice: int
    sixes: int
    """How many of them block it."""


class Slow(NamedTuple):
    """What the slowing dice left of a move."""

    cm: float
    blocked: bool
    dice: tuple[int, ...]


def slow(ask: Ask, move: Slowing, who: str = "") -> Slow:
    """Halved in very difficult ground, then the dice are taken off; enough sixes block it.  [AR-3.3]"""
    faces = tuple(ask.roll("1d6", f"slowing die {number + 1}", who) for number in range(move.dice))
    if faces.count(SIX) >= move.sixes:
        return Slow(0.0, True, faces)
    whole = move.rate / 2 if move.ground == VERY_DIFFICULT else move.rate
    return Slow(max(0.0, whole - sum(faces)), False, faces)


def slowing(book: Rulebook, man: Man, rate: int, ground: str) -> Slowing:
    """The slowing dice of a man on this ground.  [AR-3.3]"""
    dice, difficult, very = book.charts["slowing"].rows["mounted" if man.mounted else "foot"]
    return Slowing(rate, ground, int(dice), int(very if ground == VERY_DIFFICULT else difficult))


def way_left(battle: Battle, way: Footing, outcome: Slow, rate: int) -> float:
    """How many inches a slowed man goes: to where the hard ground begins at least.  [AR-3.3]"""
    open_way = min(way.begins, inches(rate))
    if outcome.blocked:
        return open_way if battle.book.switch("blocked") == "at-the-edge" else 0.0
    return max(open_way, inches(outcome.cm))
