"""What can happen as a turn, or the battle, ends: fatigue, ammunition, withdrawal, the day after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kktui.engine.events import Event
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.events import OfFigure, OfUnit
from kktui.rules.knights_knaves.figures import Battle


@dataclass(frozen=True, slots=True)
class Wearied(Event):
    """Who fought looks whether it has tired him."""

    rolls: Mapping[str, int]
    tired: tuple[str, ...]
    rule: str = "KK-9.1"

    def apply(self, state: Battle) -> None:
        for each in self.tired:
            state.figures[each].tired += 1


@dataclass(frozen=True, slots=True)
class Rested(Event):
    """Who is tired and out of the fight gets his breath back, or not."""

    rolls: Mapping[str, int]
    rested: tuple[str, ...]
    rule: str = "KK-9.2"

    def apply(self, state: Battle) -> None:
        for each in self.rested:
            state.figures[each].tired -= 1


@dataclass(frozen=True, slots=True)
class CameRound(Event):
    """The stunned are a turn nearer to their senses."""

    figures: tuple[str, ...]
    rule: str = "KK-8.11"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].stunned -= 1


@dataclass(frozen=True, slots=True)
class WornOut(Event):
    """A tenth turn is over: everybody takes a permanent level of fatigue."""

    level: int
    rule: str = "KK-9.3"

    def apply(self, state: Battle) -> None:
        for man in state.figures.values():
            if man.standing == FIELDED:
                man.worn += 1


@dataclass(frozen=True, slots=True)
class Quivers(Event):
    """Who shot looks to his ammunition."""

    rolls: Mapping[str, int]
    needs: int
    """The die has to be above this."""
    empty: tuple[str, ...]
    rule: str = "KK-9.4"

    def apply(self, state: Battle) -> None:
        for each in self.empty:
            state.figures[each].empty = True


@dataclass(frozen=True, slots=True)
class Resupplied(OfFigure, Event):
    """A turn at the baggage; the second brings ammunition."""

    figure: str
    turns: int
    full: bool
    rule: str = "KK-9.5"

    @property
    def filled(self) -> str:
        """How far it has come: all, some, or nothing for who has left off."""
        return "all" if self.full else "some" if self.turns else ""

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.stocking, man.empty = 0 if self.full else self.turns, man.empty and not self.full


@dataclass(frozen=True, slots=True)
class Robbed(OfFigure, Event):
    """A turn spent on a corpse."""

    figure: str
    by: str
    """The corpse."""
    roll: int
    found: bool
    needs: int
    """He finds something at this or less."""
    rule: str = "KK-9.5"

    def apply(self, state: Battle) -> None:
        if self.found:
            state.figures[self.figure].empty = False


@dataclass(frozen=True, slots=True)
class Plundered(Event):
    """A side's baggage is taken."""

    side: str
    by: str
    rule: str = "KK-9.8"

    def apply(self, state: Battle) -> None:
        state.notes.plundered = (*state.notes.plundered, self.side)


@dataclass(frozen=True, slots=True)
class Wavered(OfUnit, Event):
    """A leader out of command counts his losses."""

    unit: str
    roll: int
    losses: int
    withdraws: bool
    rule: str = "KK-9.6"


@dataclass(frozen=True, slots=True)
class Aftermath(Event):
    """The day after, for one who was hurt badly."""

    figure: str
    roll: int
    more: int
    armour: int
    outcome: str
    """recovers, lingers or dies."""
    rule: str = "KK-9.7"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].fate = self.outcome
