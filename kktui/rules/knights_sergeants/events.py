"""What can happen under Knights & Sergeants, beyond what happens in any battle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from kktui.engine.events import RALLY, ROUT, Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.rules.knights_sergeants.figures import RETREATING, STEADY, Battle, lost
from kktui.table.geometry import FOOT, MOUNTED


@dataclass(frozen=True, slots=True)
class CardUp(Event):
    """A unit's card is up: it takes its turn."""

    unit: str
    rule: str = "KS-2.1"

    def apply(self, state: Battle) -> None:
        notes, unit = state.notes, state.units[self.unit]
        notes.up, notes.acted, notes.paired = self.unit, False, False
        notes.fights, notes.named, notes.passed = (), (), ()
        notes.held = tuple(each for each in notes.held if each != self.unit)
        notes.queue = tuple(each for each in notes.queue if each != self.unit)
        unit.checked = unit.tested = False
        for man in state.men(self.unit):
            man.sits, man.daze = man.daze, ""
        for other in state.units.values():
            if other.rallied_by:
                other.rallied_by = tuple(each for each in other.rallied_by if each not in unit.figures)

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class CardDone(Event):
    """A unit has taken its turn."""

    unit: str
    rule: str = "KS-2.3"

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        state.notes.up = ""
        unit.seen_losses = lost(state, unit)
        for each in unit.figures:
            man = state.figures[each]
            man.sits, man.lance_home = "", False

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class SideUp(Event):
    """A side's card is up, when there is one card per side."""

    side: str
    units: tuple[str, ...]
    rule: str = "KS-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.queue = self.units

    def veils(self, state: Battle) -> Veils:
        if not any(state.units[each].hidden for each in self.units):
            return None
        known = tuple(each for each in self.units if not state.units[each].hidden)
        return {each: SideUp(self.side, known) for each in state.viewers if each != self.side}


@dataclass(frozen=True, slots=True)
class Held(Event):
    """A hidden unit keeps its card for later in the turn."""

    unit: str
    rule: str = "KS-2.2"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.held = (*(each for each in notes.held if each != self.unit), self.unit)
        notes.passed = (*notes.passed, self.unit)
        notes.queue = tuple(each for each in notes.queue if each != self.unit)

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class Lapsed(Event):
    """A card held to the end of the turn is worth nothing in the next."""

    unit: str
    rule: str = "KS-2.2"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.held = tuple(each for each in notes.held if each != self.unit)
        notes.passed = tuple(each for each in notes.passed if each != self.unit)

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """A unit has spent its action."""

    unit: str
    action: str
    rule: str = "KS-2.3"

    def apply(self, state: Battle) -> None:
        state.notes.acted = True
        if self.action != "aim":
            for man in state.men(self.unit):
                man.aimed = False

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class MoraleChecked(Event):
    """A unit looked to its courage: the die against its morale, both with their modifiers."""

    unit: str
    cause: str
    base: int
    modifiers: tuple[Modifier, ...]
    needs: int
    roll: int
    worse: int
    """What a wounded leader adds to the die."""
    mood: str
    broken: bool = False
    """It was in full retreat before."""
    rule: str = "KS-3.2"

    @property
    def mark(self) -> str:
        if self.mood == RETREATING:
            return "" if self.broken else ROUT
        return RALLY if self.broken else ""

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        unit.mood = self.mood
        if self.cause in ("casualties", "retreating"):
            unit.checked = True
        if self.mood == STEADY:
            unit.tested = True


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A new turn: what was shaken last turn may obey again."""

    unit: str
    rule: str = "KS-3.3"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].mood = STEADY

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class Appointed(Event):
    """A knight picks a new sergeant."""

    unit: str
    figure: str
    by: str
    rule: str = "KS-3.5"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].leader = self.figure
        man = state.figures[self.figure]
        man.rank = "sergeant" if man.rank == "man" else man.rank


@dataclass(frozen=True, slots=True)
class Rallying(Event):
    """A knight spends his action on giving heart to a unit."""

    unit: str
    by: str
    rule: str = "KS-3.2"

    def apply(self, state: Battle) -> None:
        unit = state.units[self.unit]
        unit.rallied_by = (*unit.rallied_by, self.by)

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class MoveRolled(Event):
    """The dice for a move."""

    unit: str
    dice: str
    total: int
    modifiers: tuple[Modifier, ...]
    why: str
    rule: str = "KS-4.1"

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class TookHorse(Event):
    """Men mount, or dismount."""

    unit: str
    mounted: Mapping[str, bool]
    rule: str = "KS-2.3"

    def apply(self, state: Battle) -> None:
        for each, up in self.mounted.items():
            man = state.figures[each]
            man.mounted, man.base = up, MOUNTED if up else FOOT
            state.stand(each, man.place)

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class ChangedWeapon(Event):
    unit: str
    weapons: Mapping[str, str]
    rule: str = "KS-2.3"

    def apply(self, state: Battle) -> None:
        for each, weapon in self.weapons.items():
            man = state.figures[each]
            man.weapon, man.aimed = weapon, False

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class ChargeDeclared(Event):
    reveals: ClassVar[bool] = True
    unit: str
    target: str
    rule: str = "KS-5.1"


@dataclass(frozen=True, slots=True)
class ChargeShort(Event):
    """The dice did not carry a charge home: it was a move."""

    unit: str
    target: str
    rule: str = "KS-5.2"
