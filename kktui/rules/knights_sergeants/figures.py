"""KS-1 Figures and groups."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.rulebook import Rulebook
from kktui.engine.state import CAPTURED, DEAD, FIELDED, FLED, Figure, State, Unit
from kktui.table.geometry import GRAIN

LOST = (DEAD, CAPTURED, FLED)
STEADY, SHAKEN, RETREATING = "steady", "shaken", "retreating"


@dataclass(slots=True)
class Man(Figure):
    """One figure: what the sheet asks of it, and what has happened to it."""

    rank: str
    """man, sergeant or knight."""
    morale: int
    armour: int
    """The armour rating, the shield's point included."""
    shield: bool
    weapons: tuple[str, ...]
    weapon: str
    """The weapon in hand."""
    horse: str
    """Empty, horse or barded."""
    mounted: bool
    hits: int = 0
    hurt: str = ""
    """What his last hit did: a flesh wound, a wound or death."""
    to_load: int = 0
    """Load actions still wanted before the next shot."""
    aimed: bool = False
    daze: str = ""
    """What costs him his next card ("stunned") or action ("thrown")."""
    sits: str = ""
    """The daze that is costing him the card that is up."""
    lance_home: bool = False
    """He charged home with the lance on the card that is up."""
    rounds: tuple[tuple[str, bool], ...] = ()
    """Whom he has fought, and whether he won the last round."""

    @property
    def wounded(self) -> bool:
        """Whether a hit beyond any flesh wound troubles him.  [KS-1.4]"""
        return self.hurt == "wound"


def hits_of(book: Rulebook, rank: str) -> list[str]:
    """What each hit on a rank does, the last being death.  [KS-1.4]"""
    return [cell for cell in book.chart("hits").rows[rank] if cell]


@dataclass(slots=True)
class Group(Unit):
    """A sergeant and his men, or a knight by himself."""

    commander: str
    """The knight set over it: a figure id."""
    morale: int
    strength: int
    alone: bool
    """A knight who moves by himself."""
    mood: str = STEADY
    seen_losses: int = 0
    """How many it had lost when its last card was up."""
    tested: bool = False
    """It has passed a morale check on the card that is up, or this turn.  [KS-3.4]"""
    checked: bool = False
    """Its morale step for the card that is up is done."""
    rallied_by: tuple[str, ...] = ()
    """The knights who spend their action on it."""


@dataclass(slots=True)
class Notes:
    """The card that is up and what goes with it."""

    up: str = ""
    queue: tuple[str, ...] = ()
    """Units of the side whose card is up, still to act, when cards are per side."""
    held: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    """Held units that let the moment after the last card go by."""
    acted: bool = False
    paired: bool = False
    fights: tuple[tuple[str, str], ...] = ()
    """Pairs still to fight on this card."""
    named: tuple[tuple[str, str], ...] = ()
    """All pairs named on this card."""


Battle = State[Man, Group, Notes]


def up_to(inches: float) -> float:
    """Where so many inches end: places are kept to a thousandth, and what arithmetic adds to a gap is nobody's step."""
    return inches + GRAIN / 2


def lost(battle: Battle, unit: Group) -> int:
    """Figures the unit has lost in the whole battle: dead, taken or fled."""
    key = ("lost", unit.id)
    found: int | None = battle.ranks.get(key)
    if found is None:
        figures = battle.figures
        found = battle.ranks[key] = len([each for each in unit.figures if figures[each].standing in LOST])
    return found


def leader_of(battle: Battle, unit: Group) -> Man | None:
    """The sergeant, or the lone knight, while he is there."""
    leader = battle.figures.get(unit.leader)
    return leader if leader is not None and leader.standing == FIELDED else None


def leaderless(battle: Battle, unit: Group) -> bool:
    """A group whose sergeant is gone and not yet replaced.  [KS-3.5]"""
    return not unit.alone and leader_of(battle, unit) is None


def able_men(battle: Battle, unit: Group) -> list[Man]:
    """The men of a unit that may act on its card."""
    men: list[Man] | None = battle.memo.get(unit.id)
    if men is None:
        men = battle.memo[unit.id] = [man for man in battle.men(unit.id) if not man.sits and man.daze != "stunned"]
    return men


def worse(battle: Battle, man: Man | None) -> int:
    """What a man's wound adds to a die that is better low; read literally it takes 1 off.  [KS-1.5]"""
    if man is None or not man.wounded:
        return 0
    return 1 if battle.book.switch("wounded-die") == "worse" else -1


def guide(battle: Battle, unit: Group) -> Man | None:
    """Whom a move is measured for: the leader, or the first man who can walk."""
    men = able_men(battle, unit)
    leader = leader_of(battle, unit)
    return leader if leader in men else next(iter(men), None)
