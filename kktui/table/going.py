"""What the ground costs a mover, and the purse it is paid from along a way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from kktui.table.ground import TINY, Stretch

CLEARANCE = 0.01
"""How far before a line or an area that it may not enter a mover stops."""


@dataclass(frozen=True, slots=True, eq=False)
class Going:
    """The ruleset's terrain table: a factor per area kind, extra inches per line kind; infinite is barred.

    A steep slope is asked for as "steep-slope". With `whole` the worst factor met counts for the whole move.
    """

    areas: Mapping[str, float] = field(default_factory=dict)
    lines: Mapping[str, float] = field(default_factory=dict)
    whole: bool = False
    aside: float = 0.0
    """What an inch costs that does not lead forward, for one who looks the same way all along; 0 turns to each leg."""
    tolls: Mapping[str, float] = field(default_factory=dict)
    """Inches that a move loses once for setting foot on a kind of ground; of several kinds met the dearest counts."""

    def factor(self, kinds: tuple[str, ...]) -> float:
        """The cost per inch: a road carries its own over whatever it crosses, else the worst kind counts."""
        if not kinds:
            return 1.0
        if "road" in kinds:
            return self.areas.get("road", 1.0)
        return max(self.areas.get(kind, 1.0) for kind in kinds)

    def toll(self, kinds: tuple[str, ...]) -> float:
        """What setting foot on this ground costs a move."""
        return max((self.tolls.get(kind, 0.0) for kind in kinds), default=0.0) if self.tolls else 0.0


@dataclass(slots=True)
class Purse:
    """Inches spent so far of an allowance."""

    going: Going
    allowance: float
    length: float = 0.0
    spent: float = 0.0
    """Paid inch by inch and line by line; with `whole` going, before the factor."""
    worst: float = 0.0
    toll: float = 0.0
    """The dearest toll paid so far."""
    pace: float = 1.0
    """What an inch of this leg costs on open ground: more for one who goes sideways."""

    @property
    def cost(self) -> float:
        return self.spent * self.worst if self.going.whole else self.spent

    def room(self, factor: float) -> float:
        """How many inches can still be paid at this factor."""
        factor *= self.pace
        if self.going.whole:
            worst = max(self.worst, factor)
            return self.allowance / worst - self.spent if worst else inf
        return (self.allowance - self.spent) / factor if factor else inf

    def walk(self, inches: float, factor: float) -> None:
        factor *= self.pace
        self.length += inches
        self.worst = max(self.worst, factor)
        self.spent += inches if self.going.whole else inches * factor

    def go(self, limit: float) -> tuple[float, str]:
        """Over open ground up to a limit: how far, and whether the allowance stops it; paid for at once."""
        room = self.room(1.0)
        inches, stopped = (max(0.0, room), "allowance") if room < limit - TINY else (limit, "")
        self.walk(inches, 1.0)
        return inches, stopped

    def cross(self, inches: float) -> None:
        self.spent += inches

    def set_foot(self, kinds: tuple[str, ...]) -> bool:
        """Pay what this ground asks beyond the tolls paid already; whether it asks anything."""
        more = self.going.toll(kinds) - self.toll
        if more <= 0.0:
            return False
        self.toll += more
        self.spent += more
        return True

    def copy(self) -> Purse:
        return Purse(self.going, self.allowance, self.length, self.spent, self.worst, self.toll, self.pace)


def clearance(sine: float) -> float:
    """How far to stop before an edge met at this angle, so that rounding cannot carry the mover over it."""
    return min(1.0, CLEARANCE / max(sine, CLEARANCE))


def bar(stretches: list[Stretch], going: Going) -> tuple[float, str]:
    """How far a way is open before a barred "line" or "area"; infinite when it is open all along.

    Who already stands in a barred area may leave it.
    """
    before = 1.0
    for stretch in stretches:
        factor = going.factor(stretch.kinds)
        if stretch.line is not None and going.lines.get(stretch.line.kind, 0.0) == inf:
            return max(0.0, stretch.start - clearance(stretch.sine)), "line"
        if stretch.sine and factor == inf > before:
            return max(0.0, stretch.start - clearance(stretch.sine)), "area"
        before = factor
    return inf, ""


def comes_to(stretch: Stretch, inches: float) -> bool:
    """Whether so many inches of a way come to a stretch. Who steps on to a line has crossed it, and leaves it free."""
    if stretch.line is not None:
        return stretch.start <= inches + TINY
    return stretch.start < inches or stretch.start <= 0.0


def furthest(stretches: list[Stretch], limit: float, purse: Purse) -> tuple[float, str]:
    """How far up to a limit the bars and the purse let a mover go along these, and what stops it."""
    if len(stretches) == 1 and not stretches[0].sine and not purse.going.tolls:
        room = purse.room(footing(stretches[0], purse.going))
        return (max(0.0, room), "allowance") if room < limit - TINY else (limit, "")
    purse = purse.copy()
    end, stop = bar(stretches, purse.going)
    if end >= limit:
        end, stop = limit, ""
    for stretch in stretches:
        if not comes_to(stretch, end):
            break
        if _unpaid(stretch, purse):
            return max(0.0, stretch.start - clearance(stretch.sine)), "allowance"
        factor = footing(stretch, purse.going)
        run, room = min(stretch.end, end) - stretch.start, purse.room(factor)
        if room < run - TINY:
            return stretch.start + max(0.0, room), "allowance"
        purse.walk(run, factor)
    return end, stop


def _unpaid(stretch: Stretch, purse: Purse) -> bool:
    """Pays for the line and the toll, and says whether that leaves less than a step beyond.

    Likewise for ground so bad that it would make the whole move dearer.
    """
    factor = footing(stretch, purse.going)
    dearer = stretch.sine and purse.going.whole and factor > purse.worst
    tolled = purse.set_foot(stretch.kinds)
    if stretch.line is not None:
        purse.cross(purse.going.lines.get(stretch.line.kind, 0.0))
    elif not dearer and not tolled:
        return False
    return purse.room(factor) < CLEARANCE


def footing(stretch: Stretch, going: Going) -> float:
    """The cost per inch; barred ground underfoot costs as open ground, so that nobody is shut in for good."""
    if not stretch.kinds:
        return 1.0
    factor = going.factor(stretch.kinds)
    return 1.0 if factor == inf else factor


def account(stretches: list[Stretch], end: float, purse: Purse) -> None:
    """Pay for the way up to here."""
    for stretch in stretches:
        if not comes_to(stretch, end):
            return
        purse.set_foot(stretch.kinds)
        if stretch.line is not None:
            purse.cross(purse.going.lines.get(stretch.line.kind, 0.0))
        purse.walk(min(stretch.end, end) - stretch.start, footing(stretch, purse.going))
