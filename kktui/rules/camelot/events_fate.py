"""What becomes of figures and of what they find: courage, leaving, coming back, treasure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kktui.engine.events import RALLY, ROUT, Event
from kktui.engine.modifiers import Modifier
from kktui.engine.state import DEAD, OUT
from kktui.rules.camelot.events import OfFigure
from kktui.rules.camelot.figures import Battle
from kktui.table.geometry import Pose


@dataclass(frozen=True, slots=True)
class MoraleChecked(OfFigure):
    """A figure looked to its courage."""

    cause: str
    roll: int
    modifiers: tuple[Modifier, ...]
    needs: int
    holds: bool
    rule: str = "CA-10.1"

    @property
    def mark(self) -> str:
        if self.holds:
            return RALLY if self.cause == "rally" else ""
        return "" if self.cause == "rally" else ROUT

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].broken = not self.holds


@dataclass(frozen=True, slots=True)
class HalfGone(Event):
    """A side is down to half its strength."""

    side: str
    rule: str = "CA-10.1"

    def apply(self, state: Battle) -> None:
        state.notes.halved = (*state.notes.halved, self.side)


@dataclass(frozen=True, slots=True)
class SteppedIn(Event):
    """The knight who was near at hand takes the place of the one who fell."""

    figure: str
    whom: str
    end: Pose
    rule: str = "CA-5.12"

    def apply(self, state: Battle) -> None:
        state.field(self.figure, self.end)
        state.notes.seconds = tuple(each for each in state.notes.seconds if each[1] != self.figure)


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """What he carried lies where he was."""

    find: str
    by: str
    x: float
    y: float
    rule: str = "CA-6.7"

    def apply(self, state: Battle) -> None:
        state.notes.finds = tuple(
            each._replace(holder="", x=self.x, y=self.y) if each.id == self.find else each for each in state.notes.finds
        )


@dataclass(frozen=True, slots=True)
class TreasureRolled(Event):
    """What was found turns out to be something."""

    reveals: ClassVar[bool] = True
    find: str
    side: str
    roll: int
    what: str
    points: int
    rule: str = "CA-6.7"

    def apply(self, state: Battle) -> None:
        state.notes.treasure = (*state.notes.treasure, (self.find, self.side, self.points))


@dataclass(frozen=True, slots=True)
class JustAScratch(Event):
    """One who was thought lost is on his feet again."""

    figure: str
    end: Pose
    wound: str
    rule: str = "CA-6.14"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        assert man.standing in (DEAD, OUT)
        man.wound, man.fell, man.ready = self.wound, 0, state.turn + 1
        man.down = man.broken = False
        man.stunned = man.shocked = 0
        state.field(self.figure, self.end)
