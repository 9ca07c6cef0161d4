"""What can happen to a whole side: deployment, surprise, initiative, rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kktui.engine.events import Event, Veils
from kktui.engine.state import RESERVE
from kktui.rules.camelot.events import OfFigure
from kktui.rules.camelot.figures import Battle
from kktui.table.geometry import Pose


@dataclass(frozen=True, slots=True)
class StrategicRoll(Event):
    """Both sides threw for the better ground; the winner is known."""

    totals: Mapping[str, int]
    scores: Mapping[str, int]
    """What each adds to its die: Discipline and Leadership."""
    winner: str
    placing: tuple[str, ...]
    """Who places, in this order: alternately, or all of one side before the other."""
    rule: str = "CA-1.1"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.winner, notes.placing = self.winner, self.placing
        for troop in state.scenario.troops:
            for man in state.men(troop.id) if troop.zone else ():
                if man.id in (each.id for each in troop.recruits if each.at is None):
                    state.leave(man.id, RESERVE)


@dataclass(frozen=True, slots=True)
class GoesFirst(Event):
    """Which side begins the first round."""

    side: str
    rule: str = "CA-1.1"

    def apply(self, state: Battle) -> None:
        state.notes.first = self.side


@dataclass(frozen=True, slots=True)
class Placed(OfFigure):
    """A figure is set down where it starts the battle; the other side places next."""

    end: Pose
    following: tuple[str, ...]
    rule: str = "CA-1.1"

    def apply(self, state: Battle) -> None:
        state.field(self.figure, self.end)
        state.notes.placing = self.following

    def veils(self, state: Battle) -> Veils:
        """That somebody was placed and whose turn it is everybody may know."""
        return state.kept_secret(self.figure, PlacedUnseen(self.following))


@dataclass(frozen=True, slots=True)
class PlacedUnseen(Event):
    """A figure was set down that this viewer does not know of."""

    following: tuple[str, ...]
    rule: str = "CA-1.1"

    def apply(self, state: Battle) -> None:
        state.notes.placing = self.following


@dataclass(frozen=True, slots=True)
class LeftInRanks(Event):
    """A side has no more wishes: the rest of its figures are placed in turn where they stand in the ranks."""

    side: str
    rule: str = "CA-1.1"

    def apply(self, state: Battle) -> None:
        state.notes.in_ranks = (*state.notes.in_ranks, self.side)


@dataclass(frozen=True, slots=True)
class Surprise(Event):
    """Who, if anybody, is taken by surprise and has no part in the first round."""

    totals: Mapping[str, int]
    surprised: str
    rule: str = "CA-1.3"

    def apply(self, state: Battle) -> None:
        state.notes.surprised = self.surprised


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """What lasts for a round is over."""

    round: int
    rule: str = "CA-2.2"

    def apply(self, state: Battle) -> None:
        state.notes.gifted = ()
        since = self.round - (1 if state.book.switch("shock-lasts") == "next" else 0)
        for man in state.figures.values():
            man.done = man.confused = man.fumbled = man.tried = False
            man.extra, man.lance = (), ""
            if man.sheltered < self.round:
                man.sheltered = 0
            if man.shocked < since:
                man.shocked = 0


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Event):
    """Both sides threw for the initiative, or have it from the strategic roll or by surprise."""

    totals: Mapping[str, int]
    order: tuple[str, ...]
    rule: str = "CA-2.2"
    scores: Mapping[str, int] = field(default_factory=dict)
    """What each adds to its die: INI, or Discipline and Leadership."""

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.ordered, notes.order, notes.checked = state.turn, self.order, False


@dataclass(frozen=True, slots=True)
class SideDone(Event):
    """A side has acted; the other's turn comes."""

    side: str
    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.order, notes.checked = notes.order[1:], False
        for man in state.fielded(self.side):
            man.done = True
