"""What can happen in shooting and melee: shots, blows, wounds, falls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kktui.engine.events import WOUND, Event
from kktui.engine.modifiers import Modifier
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.events import OfFigure, witness
from kktui.rules.knights_knaves.figures import DIES, STAND, Battle
from kktui.table.geometry import FOOT

# Shooting.


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """Who shoots at whom."""

    shots: tuple[tuple[str, str], ...]
    rule: str = "KK-7.4"

    def apply(self, state: Battle) -> None:
        state.notes.shots = self.shots


@dataclass(frozen=True, slots=True)
class Shot(OfFigure, Event):
    """One shot: skill, range, dice, and what it comes to when all have shot."""

    figure: str
    target: str
    weapon: str
    inches: float
    right: tuple[Modifier, ...]
    """What moves the range to the right in the table."""
    skill: int
    modifiers: tuple[Modifier, ...]
    column: int
    """The column of the table, in inches; 0 beyond the last."""
    needs: int
    """The hit number; 11 is an automatic miss."""
    roll: int
    part: int
    """The die between horse and rider, 0 when none was thrown."""
    at: str
    """man, rider or horse."""
    dice: int
    """D10s of damage, 0 for a miss."""
    more: int
    damage: int
    armour: int
    loss: int
    outcome: str
    rule: str = "KK-7.4"

    def apply(self, state: Battle) -> None:
        notes, target = state.notes, state.figures[self.target]
        state.figures[self.figure].shot = True
        state.units[target.unit].attacked = True
        notes.shots = tuple(each for each in notes.shots if each[0] != self.figure)
        if self.loss:
            notes.hurts = (*notes.hurts, (self.target, self.at, self.loss, self.figure))


@dataclass(frozen=True, slots=True)
class Volley(Event):
    """All have shot; what was hit tells now."""

    rule: str = "KK-7.5"

    def apply(self, state: Battle) -> None:
        state.notes.hurts = ()


# Wounds and falls.


@dataclass(frozen=True, slots=True)
class Wounded(OfFigure, Event):
    """A man loses stamina."""

    figure: str
    loss: int
    left: int
    by: str
    rule: str = "KK-7.5"

    @property
    def mark(self) -> str:
        return WOUND

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].stamina = self.left


@dataclass(frozen=True, slots=True)
class HorseWounded(OfFigure, Event):
    """A horse loses stamina."""

    figure: str
    loss: int
    left: int
    by: str
    rule: str = "KK-1.4"

    @property
    def mark(self) -> str:
        return WOUND

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].horse_stamina = self.left


@dataclass(frozen=True, slots=True)
class Disabled(OfFigure, Event):
    """A figure can fight no more."""

    figure: str
    by: str
    beside: tuple[str, ...]
    behind: tuple[str, ...]
    rule: str = "KK-1.6"

    def apply(self, state: Battle) -> None:
        man, notes = state.figures[self.figure], state.notes
        unit = state.units[man.unit]
        witness(state, self.beside, self.behind, man)
        if unit.leader == man.id:
            shaken(state, (each for each in unit.figures if each != man.id), "leader")
        if notes.lords.get(man.side) == man.id:
            notes.lords_lost = {**notes.lords_lost, man.side: state.turn}
            shaken(state, (each.id for each in state.fielded(man.side) if each is not man), "lord")


def shaken(state: Battle, figures: Iterable[str], cause: str) -> None:
    """These have to check for their leader or lord.  [KK-3.2, KK-3.3]"""
    men = [state.figures[each] for each in figures]
    due = [(man.id, cause) for man in men if man.standing == FIELDED and not state.units[man.unit].hidden]
    state.notes.to_check = (*state.notes.to_check, *due)


@dataclass(frozen=True, slots=True)
class Tested(OfFigure, Event):
    """A man in danger of falling."""

    figure: str
    roll: int
    modifiers: tuple[Modifier, ...]
    needs: int
    """He falls at this or less."""
    falls: bool
    why: str
    rule: str = "KK-8.9"


@dataclass(frozen=True, slots=True)
class Fell(OfFigure, Event):
    """A man falls: the dice, what he loses and how long he lies stunned."""

    figure: str
    roll: int
    more: int
    loss: int
    stunned: int
    outcome: str
    rule: str = "KK-8.10"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.stunned = max(man.stunned, self.stunned)
        man.stamina -= self.loss
        if self.outcome == "killed":
            man.fate = DIES


@dataclass(frozen=True, slots=True)
class Unhorsed(OfFigure, Event):
    """A rider is on his feet, or on his back, and charges no more; his horse is down, gone, or waits."""

    figure: str
    horse: str
    """down, gone or waits."""
    rule: str = "KK-8.10"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.mounted, man.base, man.tether, man.gait, man.ridden_down = False, FOOT, None, STAND, ()
        if self.horse == "waits":
            man.tether = man.place
        else:
            man.horse, man.horse_stamina = "", 0
        state.stand(man.id, man.place)


# Melee.


@dataclass(frozen=True, slots=True)
class Paired(Event):
    """Who has named whom, and the pairings that come of it."""

    named: Mapping[str, str]
    fights: tuple[tuple[str, str], ...]
    still: Mapping[str, tuple[str, ...]]
    """Those down to the second value of their weapons, and against whom they still are.  [KK-8.4]"""
    rule: str = "KK-8.1"

    def apply(self, state: Battle) -> None:
        state.notes.named, state.notes.fights = self.named, self.fights
        for each in {figure for pair in self.fights for figure in pair}:
            state.figures[each].fought = True
        for each, foes in self.still.items():
            man = state.figures[each]
            man.failed = tuple(pair for pair in man.failed if pair[1] in foes)


@dataclass(frozen=True, slots=True)
class Struck(OfFigure, Event):
    """One pairing: both factors with their dice, and who strikes home."""

    figure: str
    foe: str
    factor: int
    modifiers: tuple[Modifier, ...]
    roll: int
    foe_factor: int
    foe_modifiers: tuple[Modifier, ...]
    foe_roll: int
    outcome: str
    """struck: the first strikes home; lost: the other does; denied, and tie: nobody."""
    at: str
    """man or horse."""
    dice: int
    """D10s of damage, 0 when nobody struck home."""
    tired: int
    """Points of it that fatigue took off."""
    damage: int
    armour: int
    loss: int
    extra: tuple[Modifier, ...] = ()
    """What adds to the D10s of damage."""
    rule: str = "KK-8.6"

    def apply(self, state: Battle) -> None:
        one, other = state.figures[self.figure], state.figures[self.foe]
        notes = state.notes
        notes.fights = notes.fights[1:]
        for man, foe, home in ((one, other, self.outcome == "struck"), (other, one, self.outcome == "lost")):
            man.struck = man.struck or home
            if not home and (man.weapon, foe.id) not in man.failed:
                man.failed = (*man.failed, (man.weapon, foe.id))
            state.units[man.unit].attacked = True


@dataclass(frozen=True, slots=True)
class FightOff(Event):
    """A pairing that does not come about: one of the two has fallen."""

    figure: str
    foe: str
    rule: str = "KK-8.1"

    def apply(self, state: Battle) -> None:
        state.notes.fights = state.notes.fights[1:]
