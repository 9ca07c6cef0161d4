"""KK-6.1, KK-6.4, KK-6.8 Charges: whom they can reach, how they are declared, and how they go home."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, cos, degrees, hypot, radians
from typing import NamedTuple

from kktui.engine.lazily import Finding
from kktui.engine.nearby import near_foes
from kktui.engine.requests import Choose, Option
from kktui.rules.knights_knaves.figures import CANTER, GALLOP, RUN, WALK, Battle, Man, apart, sees
from kktui.rules.knights_knaves.gaits import HALF_WAY, rate, steering, trained
from kktui.table.geometry import GRAIN, Point

BEND = 22.5
"""Degrees off its facing at which a mount in motion can still come to: a turn of 45 half-way."""


class Reach(NamedTuple):
    """A foe that a charge can come to, at which gait, and how far it is."""

    foe: Man
    gait: str
    inches: float


def charge_gaits(man: Man) -> tuple[str, ...]:
    """The paces at which a figure in command may charge, the usual one first.  [KK-6.3, KK-6.5]"""
    if not man.mounted:
        return (WALK, RUN)
    return (GALLOP, CANTER) if trained(man) else (CANTER,)


def charge_targets(battle: Battle, man: Man, gaits: tuple[str, ...]) -> Finding[Reach]:
    """Whom a figure could charge at these paces, nearest first.  [KK-6.1]"""
    key = ("charge targets", man.id, gaits)
    found: Finding[Reach] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = Finding(reaches(battle, man, gaits))
    return found


def may_charge(battle: Battle, man: Man) -> bool:
    """Whether there is anybody to charge at any pace.  [KK-6.1]"""
    return next(reaches(battle, man, charge_gaits(man)), None) is not None


def reaches(battle: Battle, man: Man, gaits: tuple[str, ...]) -> Iterator[Reach]:
    """The same one after another: who weighs the first few does not look for the rest."""
    rates = {gait: rate(battle, man, gait) for gait in gaits}
    furthest = max(rates.values())
    near = [(apart(battle, man, foe), foe.id, foe) for foe in near_foes(battle, man, furthest)]
    for gap, _, foe in sorted(each for each in near if each[0] <= furthest):
        if straight_enough(battle, man, foe) and sees(battle, man, foe):
            yield from (Reach(foe, gait, gap) for gait, inches in rates.items() if gap <= inches)


def straight_enough(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether a mount's facing lets it come to a foe.  [KK-6.4]"""
    if steering(battle, man) is not HALF_WAY:
        return True
    return abs(off_course(man, foe.place.at)) <= BEND


def off_course(man: Man, goal: Point) -> float:
    """Degrees by which a goal lies to the right of where a figure faces."""
    bearing = degrees(atan2(goal.x - man.place.x, man.place.y - goal.y))
    return (bearing - man.place.facing + 180) % 360 - 180


def course(battle: Battle, man: Man, goal: Point) -> tuple[Point, ...]:
    """The way to a goal: straight, or for a mount in motion with one turn half-way, as far as that may be.

    [KK-6.4]
    """
    if steering(battle, man) is not HALF_WAY:
        return (goal,)
    at = man.place.at
    off = max(-BEND, min(BEND, off_course(man, goal)))
    length = hypot(goal.x - at.x, goal.y - at.y)
    if abs(off) < GRAIN:
        return (at.toward(man.place.facing, length).rounded(),)
    leg = length / (2 * cos(radians(off)))
    corner = at.toward(man.place.facing, leg).rounded()
    return corner, corner.toward(man.place.facing + 2 * off, leg).rounded()


def declare_request(battle: Battle, man: Man) -> Choose:
    """The question whom a figure under a charge chit charges, and at what pace.  [KK-6.1]"""
    options = tuple(
        Option(f"{reach.foe.id}:{reach.gait}", reach.foe.id, reach.gait)
        for reach in charge_targets(battle, man, charge_gaits(man)).all()
    )
    return Choose(man.side, "declare", man.id, options, "KK-6.1")
