"""What can happen under Knights & Knaves before anybody moves: the turn, morale, command and chits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from kktui.engine.events import RALLY, ROUT, Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.engine.scenario import StandingOrder
from kktui.rules.knights_knaves.figures import STAND, Battle, Man, waiting_for_signal


class OfFigure:
    """An event about one figure: nobody else sees it while his unit is hidden."""

    __slots__ = ()
    figure: str

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.figure)


class OfUnit:
    """An event about one unit: nobody else sees it while it is hidden."""

    __slots__ = ()
    unit: str

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


# The turn.


@dataclass(frozen=True, slots=True)
class TurnedOver(Event):
    """A new turn: yesterday's chits, moves and blows are wiped off."""

    rule: str = "KK-2.1"

    def apply(self, state: Battle) -> None:
        for man in state.figures.values():
            man.before, man.gait, man.order, man.foe, man.pace = man.gait, STAND, "", "", ""
            man.commanded = man.ready = man.moved = man.over = man.shot = man.fought = man.struck = False
            man.held, man.ridden_down, man.fresh, man.grief, man.checked = False, (), man.stamina, (), ()
        for unit in state.units.values():
            unit.turned, unit.leader_rolled = False, ""
        state.notes.done = ()


@dataclass(frozen=True, slots=True)
class Done(Event):
    """A part of a phase is over."""

    step: str
    rule: str = "KK-2.1"

    def apply(self, state: Battle) -> None:
        state.notes.done = (*state.notes.done, self.step)


# Morale.


@dataclass(frozen=True, slots=True)
class Checked(OfFigure, Event):
    """A figure looked to its courage."""

    figure: str
    cause: str
    base: int
    modifiers: tuple[Modifier, ...]
    needs: int
    """The modified morale that the die has to be below."""
    roll: int
    outcome: str
    """passes or routs."""
    key: str
    """The phase and the cause, which do not come again this turn."""
    rule: str = "KK-3.10"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.checked = (*man.checked, self.key)


@dataclass(frozen=True, slots=True)
class Routed(OfFigure, Event):
    """A figure takes to its heels, or goes on running."""

    figure: str
    beside: tuple[str, ...]
    """Adjacent friends, who see it."""
    behind: tuple[str, ...]
    """Friends within 2 inches who have him before them, though a wall is between."""
    rule: str = "KK-3.11"

    @property
    def mark(self) -> str:
        return ROUT

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.routing, man.order, man.foe = True, "", ""
        witness(state, self.beside, self.behind, man)


@dataclass(frozen=True, slots=True)
class Rallied(OfFigure, Event):
    """A routing figure takes heart again."""

    figure: str
    rule: str = "KK-3.1"

    @property
    def mark(self) -> str:
        return RALLY

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].routing = False


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """All who had to check their morale have, or need not any more."""

    rule: str = "KK-3.12"

    def apply(self, state: Battle) -> None:
        state.notes.to_check = ()


def witness(state: Battle, beside: Iterable[str], behind: Iterable[str], gone: Man) -> None:
    """Friends saw him go: the adjacent grieve, once for him, and all of them have to check.  [KK-3.5, KK-3.9]"""
    notes = state.notes
    for friend in (state.figures[each] for each in beside):
        if gone.id not in friend.grief:
            friend.grief = (*friend.grief, gone.id)
    every = state.book.switch("checks") == "every friend"
    cause = f"friend {gone.id}" if every else "friend"
    due = [(each, cause) for each in (*beside, *behind)]
    notes.to_check = (*notes.to_check, *(each for each in due if each not in notes.to_check))


# Command and orders.


@dataclass(frozen=True, slots=True)
class Ordered(OfUnit, Event):
    """A unit's standing order is written."""

    unit: str
    words: str
    orders: StandingOrder | None
    rule: str = "KK-4.5"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].orders = self.orders


@dataclass(frozen=True, slots=True)
class Written(Event):
    """All standing orders are written."""

    rule: str = "KK-4.5"

    def apply(self, state: Battle) -> None:
        state.notes.written = True


@dataclass(frozen=True, slots=True)
class Signalled(Event):
    """A lord gives the signal, or waits; that he waits on account of hidden units alone nobody else is told."""

    side: str
    given: bool
    rule: str = "KK-4.5"

    def veils(self, state: Battle) -> Veils:
        if self.given or not all(unit.hidden for unit in waiting_for_signal(state, self.side)):
            return None
        return {viewer: None for viewer in state.viewers if viewer != self.side}

    def apply(self, state: Battle) -> None:
        if self.given:
            state.notes.signalled = (*state.notes.signalled, self.side)


@dataclass(frozen=True, slots=True)
class Commanded(OfUnit, Event):
    """Whom of a unit the lord's word reaches this turn."""

    unit: str
    within: tuple[str, ...]
    """Those in command."""
    beyond: tuple[str, ...]
    rule: str = "KK-4.1"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].called = state.turn
        for each in self.within:
            state.figures[each].commanded = True


@dataclass(frozen=True, slots=True)
class Heeded(OfUnit, Event):
    """The leader of a unit whose moment has come acts on his standing order, or misses it."""

    unit: str
    roll: int
    needs: int
    heeded: bool
    rule: str = "KK-4.5"

    def apply(self, state: Battle) -> None:
        if self.heeded:
            unit = state.units[self.unit]
            unit.second = unit.turned = True


@dataclass(frozen=True, slots=True)
class Readied(OfUnit, Event):
    """Who of a unit in command is ready to shoot, by the dice."""

    unit: str
    rolls: Mapping[str, int]
    again: Mapping[str, int]
    """The second dice of handgunners."""
    ready: tuple[str, ...]
    rule: str = "KK-4.2"

    def apply(self, state: Battle) -> None:
        for each in self.ready:
            state.figures[each].ready = True


@dataclass(frozen=True, slots=True)
class Turned(OfUnit, Event):
    """The chits of a unit are turned up."""

    reveals: ClassVar[bool] = True
    unit: str
    chits: Mapping[str, str]
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        for each, chit in self.chits.items():
            state.figures[each].order = chit


@dataclass(frozen=True, slots=True)
class Uncontrolled(OfFigure, Event):
    """A figure out of command does as the dice will."""

    figure: str
    row: str
    roll: int
    modifiers: tuple[Modifier, ...]
    result: str
    leads: bool
    """He is his unit's leader: his men look to him."""
    rule: str = "KK-5.2"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.order = self.result
        if self.leads:
            state.units[man.unit].leader_rolled = self.result


@dataclass(frozen=True, slots=True)
class Marked(OfUnit, Event):
    """All of a unit have their orders."""

    unit: str
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        state.units[self.unit].marked = state.turn
