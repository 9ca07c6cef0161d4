"""What can happen in the movement phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kktui.engine.events import Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.rules.knights_knaves.events import OfFigure, OfUnit
from kktui.rules.knights_knaves.figures import GAITS, GALLOP, REFUSES, STAND, Battle
from kktui.table.geometry import FOOT, MOUNTED


@dataclass(frozen=True, slots=True)
class Panicked(OfFigure, Event):
    """A wounded horse is looked to."""

    figure: str
    roll: int
    modifiers: tuple[Modifier, ...]
    result: str
    rule: str = "KK-6.2"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        if self.result == REFUSES:
            man.held = True
        elif self.result != "no effect":
            man.order, man.foe = f"horse {self.result}", ""


@dataclass(frozen=True, slots=True)
class Declared(OfFigure, Event):
    """A figure is to charge."""

    figure: str
    foe: str
    gait: str
    rule: str = "KK-6.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.foe, man.pace = self.foe, self.gait


@dataclass(frozen=True, slots=True)
class MarchOrder(Event):
    """Who moves when, by horse, speed and die."""

    figures: tuple[str, ...]
    roll: int
    """The die between the sides, 0 when none was thrown."""
    side: str
    """Whose figures go first among equals."""
    rule: str = "KK-6.1"

    def apply(self, state: Battle) -> None:
        state.notes.queue = self.figures

    def veils(self, state: Battle) -> Veils:
        secret = {side: [each for each in self.figures if state.hidden_from(side, each)] for side in state.viewers}
        if not any(secret.values()):
            return None
        return {
            side: MarchOrder(tuple(each for each in self.figures if each not in hidden), self.roll, self.side)
            for side, hidden in secret.items()
        }


@dataclass(frozen=True, slots=True)
class Following(OfUnit, Event):
    """Men go with their leader, each to his place beside him."""

    unit: str
    places: Mapping[str, tuple[float, float]]
    rule: str = "KK-6.1"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.following = {**notes.following, **self.places}
        notes.queue = (*self.places, *(each for each in notes.queue if each not in self.places))


@dataclass(frozen=True, slots=True)
class Went(OfFigure, Event):
    """How a figure has moved, and what it cost; of several moves in a turn the fastest counts.  [KK-6.3, KK-6.4]"""

    figure: str
    gait: str
    tired: int
    """Temporary levels of fatigue it costs."""
    rule: str = "KK-6.3"
    over: bool = False
    """Over an obstacle."""

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.gait, man.over = max(man.gait, self.gait, key=GAITS.index), self.over
        man.moved = man.moved or self.gait != STAND
        man.tired += self.tired
        drop_from_queue(state, self.figure)


def drop_from_queue(state: Battle, figure: str) -> None:
    """He has had his move."""
    notes = state.notes
    if figure in notes.queue:
        notes.queue = tuple(each for each in notes.queue if each != figure)
    if figure in notes.following:
        notes.following = {key: place for key, place in notes.following.items() if key != figure}


@dataclass(frozen=True, slots=True)
class ChargedHome(OfFigure, Event):
    """A charge ends in base contact."""

    figure: str
    foes: tuple[str, ...]
    gait: str
    rule: str = "KK-6.8"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.foe = man.foe if man.foe in self.foes else ""
        man.ridden_down = self.foes if self.gait == GALLOP else ()
        for each in self.foes:
            state.units[state.figures[each].unit].attacked = True


@dataclass(frozen=True, slots=True)
class FellShort(OfFigure, Event):
    """A charge does not come home: out of reach, or nobody left to charge."""

    figure: str
    rule: str = "KK-6.8"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].foe = ""


@dataclass(frozen=True, slots=True)
class TookHorse(OfFigure, Event):
    """A man mounts, or dismounts and leaves his horse where it stands."""

    figure: str
    mounted: str
    """up or down."""
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        up = self.mounted == "up"
        man.mounted, man.base, man.tether = up, MOUNTED if up else FOOT, None if up else man.place
        state.stand(man.id, man.place)
        drop_from_queue(state, man.id)


@dataclass(frozen=True, slots=True)
class Swapped(OfFigure, Event):
    """A man takes another weapon in hand."""

    figure: str
    weapon: str
    rule: str = "KK-5.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.weapon = self.weapon
        drop_from_queue(state, man.id)
