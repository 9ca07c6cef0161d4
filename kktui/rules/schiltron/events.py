"""What can happen under Schiltron, beyond what happens in any battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from kktui.engine.events import RALLY as MARK_RALLY
from kktui.engine.events import ROUT as MARK_ROUT
from kktui.engine.events import Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.rules.schiltron.figures import FALLEN, NO_EFFECT, RAISED, ROUT, TAKEN, Battle, Company, Notes, lost
from kktui.table.geometry import Pose


@dataclass(frozen=True, slots=True)
class TurnPrepared(Event):
    """A new turn: what was noted for the last one is wiped off, but for what befell a unit after its morale check."""

    rule: str = "SC-2.1"

    def apply(self, state: Battle) -> None:
        state.notes = Notes()
        for unit in state.units.values():
            if not unit.checked:
                unit.lost_before, unit.causes = lost(state, unit), ()
            unit.charging = ""
            unit.checked = unit.rallied = unit.moved = False
        for man in state.figures.values():
            man.moved, man.whole, man.charged, man.fate = 0.0, 0.0, False, ""


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Event):
    """Both sides roll for the initiative; no winner on a tie."""

    rolls: Mapping[str, int]
    winner: str
    rule: str = "SC-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.initiative = self.winner


@dataclass(frozen=True, slots=True)
class MovesFirst(Event):
    """The winner of the initiative has said who moves first."""

    side: str
    rule: str = "SC-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.first = self.side


@dataclass(frozen=True, slots=True)
class CardUp(Event):
    """The unit whose card was drawn moves, when initiative goes by cards."""

    unit: str
    rule: str = "SC-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.up = self.unit

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class SideMoved(Event):
    """A side has moved all it wants to."""

    side: str
    rule: str = "SC-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.done = (*state.notes.done, self.side)


@dataclass(frozen=True, slots=True)
class RallyRolled(Event):
    """A unit's die to rally its men in rout."""

    unit: str
    roll: int
    needs: Mapping[str, int]
    """The lowest die for each quality among them."""
    rallied: tuple[str, ...]
    running: tuple[str, ...]
    rests: int
    """The last turn in which those who run on may not charge."""
    rule: str = "SC-7.1"

    @property
    def mark(self) -> str:
        return MARK_RALLY if self.rallied else ""

    def apply(self, state: Battle) -> None:
        state.units[self.unit].rallied = True
        for each in self.rallied:
            state.figures[each].routed = False
        for each in self.running:
            state.figures[each].winded = self.rests


@dataclass(frozen=True, slots=True)
class ChargesDeclared(Event):
    """Both sides have said who charges; nobody may any more this turn."""

    rule: str = "SC-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.declared = True


@dataclass(frozen=True, slots=True)
class ChargeDeclared(Event):
    """A unit will charge another."""

    reveals: ClassVar[bool] = True
    unit: str
    target: str
    rule: str = "SC-3.4"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].charging = self.target


@dataclass(frozen=True, slots=True)
class MoveRolled(Event):
    """A die decides how far a unit goes: on rough ground it is the whole move, charging it adds to the usual one."""

    unit: str
    dice: str
    roll: int
    total: int
    why: str
    rule: str = "SC-3.3"

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class UnitDone(Event):
    """A unit has had its move, and how far each man went."""

    unit: str
    inches: Mapping[str, float]
    whole: float = 0.0
    """What the whole move was where it was not each man's own: in formation, or by a die."""
    rule: str = "SC-3.1"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].moved = True
        if state.notes.up == self.unit:
            state.notes.up = ""
        for each, gone in self.inches.items():
            state.figures[each].moved, state.figures[each].whole = gone, self.whole

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class CameUp(Event):
    """The loose men of a unit in formation come up to it."""

    unit: str
    ends: Mapping[str, Pose]
    inches: Mapping[str, float]
    rule: str = "SC-3.1"

    def apply(self, state: Battle) -> None:
        for each, end in self.ends.items():
            state.stand(each, end)
            state.figures[each].moved = self.inches[each]

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class Closed(Event):
    """These men came into contact by a move of their own."""

    figures: tuple[str, ...]
    rule: str = "SC-5.3"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].assails = True


@dataclass(frozen=True, slots=True)
class Charged(Event):
    """A charge was made: who struck home after the run-up, and that all who charged must rest."""

    unit: str
    target: str
    figures: tuple[str, ...]
    home: tuple[str, ...]
    rests: int
    """The last turn in which they may not charge again."""
    rule: str = "SC-3.4"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].winded = self.rests
        for each in self.home:
            state.figures[each].charged = True


@dataclass(frozen=True, slots=True)
class FormedUp(Event):
    """A unit forms ranks or a ring; nobody is named when there was no room for it."""

    unit: str
    formation: str
    ends: Mapping[str, Pose]
    rule: str = "SC-3.2"

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        unit.drilled = True
        if not self.ends:
            return
        unit.formation = self.formation
        for each in unit.figures:
            state.figures[each].in_ranks = each in self.ends
        for each, end in self.ends.items():
            state.stand(each, end)

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class FormationLost(Event):
    """A formation is given up, or has too few men left for it."""

    unit: str
    formation: str
    why: str
    rule: str = "SC-3.2"

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        unit.formation = ""
        for each in unit.figures:
            state.figures[each].in_ranks = False

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class MustCheck(Event):
    """Something has happened that puts a unit's morale in question."""

    unit: str
    causes: str
    rule: str = "SC-6.1"

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        unit.causes = tuple(dict.fromkeys((*unit.causes, self.causes)))

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class MoraleChecked(Event):
    """A unit's morale die with its modifiers, and what each man's column of the chart makes of it."""

    unit: str
    causes: tuple[str, ...]
    roll: int
    modifiers: tuple[Modifier, ...]
    row: str
    fates: Mapping[str, str]
    rests: int
    """The last turn in which those who give way may not charge."""
    rule: str = "SC-6.3"

    @property
    def mark(self) -> str:
        return MARK_ROUT if 2 * sum(each == ROUT for each in self.fates.values()) > len(self.fates) else ""

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        unit.checked, unit.causes, unit.lost_before = True, (), lost(state, unit)
        for each, fate in self.fates.items():
            if fate != NO_EFFECT:
                man = state.figures[each]
                man.fate, man.in_ranks, man.winded = fate, False, self.rests
                man.routed = man.routed or fate == ROUT

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class GaveWay(Event):
    """The men of a unit who had to fall back or rout have done so."""

    unit: str
    rule: str = "SC-6.5"

    def apply(self, state: Battle) -> None:
        for each in state.units[self.unit].figures:
            state.figures[each].fate = ""

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class StandardFell(Event):
    """A standard is down; it lies where its bearer fell, or is gone with him."""

    unit: str
    lies: bool
    """Whether it lies there still."""
    rule: str = "SC-8.2"

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        _set_standard(unit, "", FALLEN, unit.bearer if self.lies else "")


@dataclass(frozen=True, slots=True)
class StandardTaken(Event):
    """An enemy has the fallen standard."""

    unit: str
    by: str
    rule: str = "SC-8.2"

    def apply(self, state: Battle) -> None:
        _set_standard(state.units[self.unit], "", TAKEN, "")


@dataclass(frozen=True, slots=True)
class StandardRaised(Event):
    """A man of the unit takes the fallen standard up."""

    unit: str
    figure: str
    rule: str = "SC-8.2"

    def apply(self, state: Battle) -> None:
        _set_standard(state.units[self.unit], self.figure, RAISED, "")


def _set_standard(unit: Company, bearer: str, standard: str, fell_with: str) -> None:
    unit.bearer, unit.standard, unit.fell_with = bearer, standard, fell_with
