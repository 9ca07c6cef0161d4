"""AR-1 Figures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kktui.engine.nearby import in_contact
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import FIELDED, Figure, State, Unit
from kktui.rules.argad.measure import inches
from kktui.table.geometry import Base, Point
from kktui.table.ground import Terrain

FOOT_BASE = Base(inches(1.0))
MOUNTED_BASE = Base(inches(1.25), inches(2.5))
"""A disc of 2 cm, a box of 2.5 by 5 cm.  [AR-1.2]"""

FOOT, CAVALRY, MOUNTED_FOOT = "foot", "cavalry", "mounted foot"
UPRIGHT, CROUCHED = "upright", "crouch"
OPEN, CLOSE_ORDER = "open", "close-order"
FEWEST = 2
"""Men it takes to stand in close order."""


@dataclass(frozen=True, slots=True)
class Tread:
    """How a man moved this turn."""

    cm: float
    easy: bool
    """On easy ground all the way."""
    straight: float
    """Centimetres of the last straight stretch."""
    way: tuple[Point, ...]
    """The way points, the start included."""


@dataclass(slots=True)
class Man(Figure):
    """One figure: what the sheet asks of it, and what it has done."""

    grade: int
    """The sheet's class, 1 to 5."""
    armour: int
    """0, 4 (mail) or 5 (man-at-arms)."""
    arm: str
    """Foot, cavalry or mounted foot."""
    weapons: tuple[str, ...]
    weapon: str
    """The one he fights with."""
    missile: str
    """The row of the shooting chart he has a weapon for, or nothing."""
    pavise: bool
    officer: bool
    posture: str = UPRIGHT
    rose: bool = False
    """He stood up this turn from where he was crouched."""
    tread: Tread | None = None
    """How he moved this turn, if he did."""
    pinned: bool = False
    """He was in contact with an enemy when this turn's movement began."""
    charging: tuple[str, ...] = ()
    """Whom he charges this turn."""
    came_at: tuple[str, ...] = ()
    """The enemies in contact whom he came upon, and not they upon him."""
    to_load: int = 0
    """Immobile turns still wanted before the next shot."""
    shot: bool = False
    """He has shot this turn."""
    fought: bool = False
    """He was in melee this turn."""
    thrown: bool = False
    """He was made to recoil this turn."""
    cramped: int = 0
    """The turn in which he had no room to recoil."""

    @property
    def mounted(self) -> bool:
        return self.arm != FOOT

    @property
    def immobile(self) -> bool:
        """He has not moved this turn; turning on the spot does not count."""
        return self.tread is None


@dataclass(slots=True)
class Band(Unit):
    """A unit as the scenario names it; the sheet knows only men, and those of them in close order."""

    strength: int
    drilled: bool
    """The scenario puts it on the table in close order."""
    ranks: tuple[str, ...] = ()
    """Its men who stand in close order, those who have fallen since included."""


@dataclass(slots=True)
class Notes:
    """How far the turn has come."""

    moved: bool = False
    shot: bool = False
    named: bool = False
    """Everybody in melee has named the one he strikes at."""
    blows: tuple[tuple[str, str], ...] = ()
    """Who strikes at whom, while his weapon's turn is still to come."""
    tested: bool = False
    """Side morale has been looked to."""


Battle = State[Man, Band, Notes]


def weapon_length(book: Rulebook, weapon: str) -> int:
    """How soon a weapon strikes: 1 for long ones, 5 for bare hands.  [AR-1.3, AR-5.1]"""
    return int(book.charts["lengths"].rows[book.charts["weapons"].rows[weapon][0]])


def counts_as(book: Rulebook, weapon: str) -> str:
    """What a weapon is in melee: heavy, improvised, bill, braced, couched, several of these or none.  [AR-1.3]"""
    return str(book.charts["weapons"].rows[weapon][1])


def armour_column(armour: int) -> int:
    """Which column of a chart a man's armour stands in: light, armour 4, armour 5."""
    return max(0, armour - 3)


def in_ranks(battle: Battle, man: Man) -> bool:
    """Whether a man stands in close order; the last of one is a man by himself.  [AR-3.2]"""
    band = battle.units[man.unit]
    return man.id in band.ranks and len(ranks_of(battle, band)) >= FEWEST


def ranks_of(battle: Battle, band: Band) -> tuple[str, ...]:
    """Those of a band's close order who are still there."""
    figures = battle.figures
    return tuple(each for each in band.ranks if figures[each].standing == FIELDED)


def foes_upon(battle: Battle, man: Man) -> list[str]:
    """The enemies a man is in melee with: in contact, and no high wall between.  [AR-4.2, AR-5.7]"""
    touching = in_contact(battle, man)
    if not touching:
        return touching
    return [each for each in touching if not divided(battle, man.place.at, battle.figures[each].place.at)]


def divided(battle: Battle, one: Point, other: Point) -> bool:
    """Whether a high wall stands between two places.  [AR-5.7]"""
    terrain = battle.table.terrain
    if not _has_high_walls(terrain):
        return False
    stretches = terrain.stretches(one, other)
    return any(each.line is not None and each.line.kind == "high-wall" for each in stretches)


@lru_cache(maxsize=32)
def _has_high_walls(terrain: Terrain) -> bool:
    """The ground does not change, so it is looked at once."""
    return any(barrier.kind == "high-wall" for barrier in terrain.barriers)


def is_lost(man: Figure) -> bool:
    """Whether a man is on the table no longer and did not leave it as he was told to."""
    return man.standing in ("dead", "captured", "fled", "out", "yielded")
