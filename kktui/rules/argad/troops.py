"""How neutral recruits are enlisted: AR-1.1 and AR-1.2."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.muster import set_up
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import Recruit, Scenario, Troop
from kktui.engine.state import RESERVE
from kktui.rules.argad.figures import (
    CAVALRY,
    FOOT,
    FOOT_BASE,
    MOUNTED_BASE,
    MOUNTED_FOOT,
    Band,
    Battle,
    Man,
    Notes,
    counts_as,
    weapon_length,
)

WAR_HORSES = ("war-horse", "barded-war-horse")
TRAINED = 3
"""The class from which a man on a war-horse is cavalry.  [AR-1.2]"""
OFFICERS = ("sergeant", "knight", "lord")
DRILLED = ("close-order", "pavise-wall", "schiltron")
"""Formations of a scenario that are close order here.  [AR-3.2]"""


def muster(scenario: Scenario, book: Rulebook) -> Battle:
    """The battle before its first event."""
    return set_up(scenario, book, enlist, form, Notes())


def enlist(recruit: Recruit, troop: Troop, book: Rulebook) -> Man:
    """A recruit as this sheet knows him; the scenario may override class and armour."""
    own = recruit.overrides.get(book.id, {})
    grade = int(own.get("class", class_of(recruit, book)))
    arm = arm_of(recruit, grade)
    weapons = recruit.weapons or ("bare-hands",)
    return Man(
        id=recruit.id,
        name=recruit.name,
        side=troop.side,
        unit=troop.id,
        base=FOOT_BASE if arm == FOOT else MOUNTED_BASE,
        pose=None,
        standing=RESERVE,
        grade=grade,
        armour=int(own.get("armour", armour_of(recruit, book))),
        arm=arm,
        weapons=weapons,
        weapon=best_in_hand(book, weapons),
        missile=missile_of(book, weapons),
        pavise=recruit.shield == "pavise" and arm == FOOT,
        officer=recruit.rank in OFFICERS or recruit.id == troop.leader,
    )


def class_of(recruit: Recruit, book: Rulebook) -> int:
    """Class 1 to 5 by rank and training.  [AR-1.1]"""
    return int(book.chart("class").at(recruit.rank, recruit.training))


def armour_of(recruit: Recruit, book: Rulebook) -> int:
    """None, 4 or 5 by the best piece he wears.  [AR-1.1]"""
    chart = book.chart("armour")
    return max((int(chart.at(piece)) for piece in recruit.armour), default=0)


def arm_of(recruit: Recruit, grade: int) -> str:
    """A trained man on a war-horse is cavalry, anybody else on a horse mounted foot.  [AR-1.2]"""
    if recruit.mount == "none":
        return FOOT
    return CAVALRY if recruit.mount in WAR_HORSES and grade >= TRAINED else MOUNTED_FOOT


def best_in_hand(book: Rulebook, weapons: Sequence[str]) -> str:
    """The weapon a man fights with: the longest, of equal ones the handiest.  [AR-1.3]"""

    def awkward(weapon: str) -> tuple[int, bool, bool, str]:
        kind = counts_as(book, weapon)
        return weapon_length(book, weapon), "improvised" in kind, "heavy" not in kind, weapon

    return min(weapons, key=awkward)


def missile_of(book: Rulebook, weapons: Sequence[str]) -> str:
    """The row of the shooting chart that a man has a weapon for, or nothing.  [AR-4.2, AR-4.9]"""
    rows = book.charts["weapons"].rows
    left_at_home = "" if book.switch("handgun") else "light handgun"
    return next((str(rows[each][2]) for each in weapons if rows[each][2] not in ("", left_at_home)), "")


def form(troop: Troop, men: Sequence[Man]) -> Band:
    """A unit of the scenario."""
    return Band(
        id=troop.id,
        name=troop.name,
        side=troop.side,
        leader=troop.leader or men[0].id,
        figures=tuple(man.id for man in men),
        hidden=troop.hidden,
        strength=len(men),
        drilled=troop.formation in DRILLED,
    )
