"""SC-1 Figures and units."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.nearby import in_contact, pressed
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import CAPTURED, DEAD, FIELDED, FLED, Figure, State, Unit
from kktui.table.geometry import GRAIN

LOST = (DEAD, CAPTURED, FLED)
FORMED, SCHILTRON = "formed", "schiltron"
SHOULDER = 1.003
"""Inches from man to man who stand shoulder to shoulder: their bases touch but for the grain of the table."""
RAISED, FALLEN, TAKEN = "raised", "fallen", "captured"
FALL_BACK, ROUT, NO_EFFECT = "FB", "RT", "NE"


@dataclass(slots=True)
class Man(Figure):
    """One figure: what the sheet asks of it, and what has happened to it."""

    protection: str
    """UA, PA, FA, PP or FP."""
    quality: str
    """elite, veteran, average or militia."""
    stripes: int
    """What he adds to his melee die, a leader's own stripe included."""
    shield: bool
    missile: str
    """What he shoots with, or nothing."""
    weapon: str
    """What he fights with."""
    side_arm: str
    """What he takes to when a lance has done its work."""
    mounted: bool
    barded: bool
    hits: int = 0
    in_ranks: bool = False
    """He stands in his unit's formation."""
    routed: bool = False
    fate: str = ""
    """FB or RT from this turn's morale check, still to be carried out."""
    winded: int = 0
    """The last turn in which he may not charge."""
    moved: float = 0.0
    """Inches he has gone this turn."""
    whole: float = 0.0
    """What his whole move was this turn where that was not his own: in formation, or by a die."""
    charged: bool = False
    """He came into contact this turn by a charge with its run-up."""
    assails: bool = False
    """He came into this melee by a move of his own."""
    rounds: int = 0
    """Rounds he has fought in the melee he is in."""
    ready: int = 0
    """The first turn in which he may shoot again."""


@dataclass(slots=True)
class Company(Unit):
    """A unit: its men, leader and standard, and how it is formed."""

    strength: int
    bearer: str = ""
    """Who bears its standard."""
    standard: str = ""
    """raised, fallen or captured; nothing for a unit that never had one."""
    fell_with: str = ""
    """Who bore the standard that lies where he fell; nothing when it is gone with him."""
    formation: str = ""
    drilled: bool = False
    """Its first formation has been seen to."""
    lost_before: int = 0
    """How many it had lost when the turn began."""
    causes: tuple[str, ...] = ()
    """Why it must check its morale this turn."""
    checked: bool = False
    rallied: bool = False
    """It has thrown its rally die this turn."""
    charging: str = ""
    """The unit it has declared a charge on."""
    moved: bool = False


@dataclass(slots=True)
class Notes:
    """How far the turn has come."""

    initiative: str = ""
    """The side that won it."""
    first: str = ""
    """The side that moves first."""
    up: str = ""
    """The unit whose card is up, when initiative goes by cards."""
    declared: bool = False
    done: tuple[str, ...] = ()
    """Sides that have moved."""
    aimed: bool = False
    shots: tuple[tuple[str, str], ...] = ()
    """Shots still to be made: who, at whom."""
    hits: tuple[tuple[str, str, str], ...] = ()
    """Hits still to tell: on whom, by whom, with what."""
    paired: bool = False
    fights: tuple[tuple[str, str], ...] = ()
    """Pairs still to fight."""
    fought: tuple[str, ...] = ()
    """Who has fought this turn."""
    round_over: bool = False


Battle = State[Man, Company, Notes]


def up_to(inches: float) -> float:
    """Where so many inches end: places are kept to a thousandth, and what arithmetic adds to a gap is nobody's step."""
    return inches + GRAIN / 2


def is_leader(battle: Battle, man: Man) -> bool:
    """Whether he leads his unit."""
    return battle.units[man.unit].leader == man.id


def leader_of(battle: Battle, unit: Company) -> Man | None:
    """The unit's leader while he is on the table."""
    leader = battle.figures.get(unit.leader)
    return leader if leader is not None and leader.standing == FIELDED else None


def lost(battle: Battle, unit: Company) -> int:
    """Figures the unit has lost in the whole battle: dead, taken or fled."""
    key = ("lost", unit.id)
    found: int | None = battle.places.get(key)
    if found is None:
        figures = battle.figures
        found = battle.places[key] = len([each for each in unit.figures if figures[each].standing in LOST])
    return found


def fifths(unit: Company, men: int) -> int:
    """How many whole fifths of the unit so many men are.  [SC-1.2]"""
    return 5 * men // unit.strength


def steady_men(battle: Battle, unit: Company) -> list[Man]:
    """The men of a unit who obey: all but those in rout."""
    key = ("steady", unit.id)
    men: list[Man] | None = battle.memo.get(key)
    if men is None:
        men = battle.memo[key] = [man for man in battle.men(unit.id) if not man.routed]
    return men


def free_men(battle: Battle, unit: Company) -> list[Man]:
    """The men of a unit who may move: in obedience, and not held by an enemy who touches them.  [SC-3.1]"""
    key = ("free", unit.id)
    men: list[Man] | None = battle.memo.get(key)
    if men is None:
        steady = steady_men(battle, unit)
        held = pressed(battle, unit.id)
        men = battle.memo[key] = [man for man in steady if not in_contact(battle, man)] if held else steady
    return men


def in_formation(battle: Battle, unit: Company) -> list[Man]:
    """The men who stand in the unit's ranks or ring."""
    return [man for man in battle.men(unit.id) if man.in_ranks]


def formation_of(battle: Battle, man: Man) -> str:
    """formed, schiltron, or nothing for a man by himself."""
    return battle.units[man.unit].formation if man.in_ranks else ""


def arm(book: Rulebook, weapon: str) -> str:
    """What a weapon counts as in melee: improvised, spear/pike, single or double hand edged, mounted lance."""
    return str(book.chart("arms").rows.get(weapon, ("improvised", ""))[0])


def wields(book: Rulebook, man: Man) -> str:
    """What a man's weapon counts as in his hand: a lance is a spear to one on foot.  [SC-5.4]"""
    kind = arm(book, man.weapon)
    return "spear/pike" if kind == "mounted lance" and not man.mounted else kind


def missile(book: Rulebook, weapon: str) -> str:
    """The row of the missile chart a weapon shoots by, or nothing."""
    return str(book.chart("arms").rows.get(weapon, ("", ""))[1])
