"""What can happen in a figure's turn under Camelot, and what all events about one figure have in common."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.events import Event, Veils
from kktui.engine.nearby import in_contact
from kktui.rules.camelot.figures import Battle
from kktui.table.geometry import FOOT, MOUNTED, Pose


@dataclass(frozen=True, slots=True)
class OfFigure(Event):
    """Something that happens to one figure: nobody learns of it while the figure's unit is hidden."""

    figure: str

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.figure)


@dataclass(frozen=True, slots=True)
class Acts(OfFigure):
    """A figure's turn begins: a move and an action, and what events gave it on top."""

    moves: int
    actions: int
    shots: int
    rule: str = "CA-3.1"
    walked: bool = False
    """He has moved this round already: by an event, or in the turn before what an event gave him on top."""

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        notes = state.notes
        notes.up, notes.gifted = self.figure, tuple(each for each in notes.gifted if each != self.figure)
        man.moves, man.actions, man.shots, man.extra = self.moves, self.actions, self.shots, ()
        man.walked, man.free, man.lance = self.walked, False, ""
        forget_advantages(state)


@dataclass(frozen=True, slots=True)
class ActsNot(OfFigure):
    """A figure loses its turn: confused, or stunned."""

    why: str
    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.stunned = max(0, man.stunned - 1) if self.why == "stunned" else man.stunned
        man.done, man.extra = True, ()
        state.notes.gifted = tuple(each for each in state.notes.gifted if each != self.figure)


@dataclass(frozen=True, slots=True)
class MoveGone(OfFigure):
    """The move of his next turn is used up beforehand, whether it led him anywhere or not."""

    moved: bool = True
    rule: str = "CA-6.15"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.extra = (*man.extra, NO_MOVE, MOVED) if self.moved else (*man.extra, NO_MOVE)


@dataclass(frozen=True, slots=True)
class MovedBefore(OfFigure):
    """An event makes him move before his turn, which spoils his aim as any move does."""

    rule: str = "CA-7.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.extra = (*man.extra, MOVED)


NO_MOVE, MOVED = "no move", "moved"


@dataclass(frozen=True, slots=True)
class Done(OfFigure):
    """A figure's turn is over."""

    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        man, notes = state.figures[self.figure], state.notes
        notes.up, man.done = "", True
        man.moves = man.actions = man.shots = 0
        forget_advantages(state)


@dataclass(frozen=True, slots=True)
class Spent(OfFigure):
    """A move or an action of the turn is used up."""

    what: str
    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        if self.what in ("move", "move not made"):
            man.moves, man.walked = man.moves - 1, man.walked or self.what == "move"
        elif self.what == "shot given":
            man.shots -= 1
        else:
            man.actions -= 1


@dataclass(frozen=True, slots=True)
class StoodStill(OfFigure):
    """He takes his time over the shot and does not move this turn."""

    rule: str = "CA-7.1"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].moves = 0


@dataclass(frozen=True, slots=True)
class MeansToMove(OfFigure):
    """He shoots before he moves, and it shows."""

    rule: str = "CA-7.1"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].walked = True


@dataclass(frozen=True, slots=True)
class LanceCouched(OfFigure):
    """A mounted charge comes home with the lance."""

    target: str
    rule: str = "CA-4.1"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].lance = self.target


@dataclass(frozen=True, slots=True)
class Saddled(OfFigure):
    """He mounts: his own horse, or the spare one."""

    end: Pose
    spare: bool = False
    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.horse = man.mounted = True
        man.base = MOUNTED
        man.spare = man.spare and not self.spare
        state.stand(man.id, self.end)


@dataclass(frozen=True, slots=True)
class Unsaddled(OfFigure):
    """He is on foot: he got down, was thrown, or his horse is dead."""

    how: str
    rule: str = "CA-3.1"
    for_good: bool = False
    """He will not remount: nobody brings him his spare horse either."""

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.mounted, man.base, man.lance = False, FOOT, ""
        man.horse = self.how == "dismounts"
        man.spare = man.spare and not self.for_good
        state.stand(man.id, man.place)


@dataclass(frozen=True, slots=True)
class ChangedWeapon(OfFigure):
    weapon: str
    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].weapon = self.weapon


@dataclass(frozen=True, slots=True)
class GotUp(OfFigure):
    """Who was knocked down is on his feet."""

    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].down = False


@dataclass(frozen=True, slots=True)
class PickedUp(OfFigure):
    """Somebody has the thing that was found."""

    find: str
    rule: str = "CA-6.7"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.finds = tuple(each._replace(holder=self.figure) if each.id == self.find else each for each in notes.finds)


def forget_advantages(state: Battle) -> None:
    """An advantage is pressed only as long as the two stay in contact.  [CA-5.13]"""
    notes = state.notes
    if notes.advantages:
        pairs = notes.advantages
        notes.advantages = tuple(pair for pair in pairs if pair[1] in in_contact(state, state.figures[pair[0]]))
