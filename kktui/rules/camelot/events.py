"""What can happen to a battle and its figures under Camelot: deployment, rounds, turns, moves, states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from kktui.engine.events import RALLY, ROUT, Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.engine.nearby import in_contact
from kktui.engine.state import DEAD, FIELDED, OUT, RESERVE
from kktui.rules.camelot.figures import Battle
from kktui.table.geometry import FOOT, MOUNTED, Pose


@dataclass(frozen=True, slots=True)
class OfFigure(Event):
    """Something that happens to one figure: nobody learns of it while the figure's unit is hidden."""

    figure: str

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.figure)


# Deployment and initiative.


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
        for man in state.figures.values():
            man.done = man.confused = man.fumbled = man.sheltered = man.caught = False
            man.extra = ()
            if man.shocked < self.round - 1:
                man.shocked = 0


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Event):
    """Both sides threw for the initiative, or have it from the strategic roll or by surprise."""

    totals: Mapping[str, int]
    order: tuple[str, ...]
    rule: str = "CA-2.2"

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


# A figure's turn.


@dataclass(frozen=True, slots=True)
class Acts(OfFigure):
    """A figure's turn begins: a move and an action, and what events gave it on top."""

    moves: int
    actions: int
    shots: int
    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        notes = state.notes
        notes.up, notes.gifted = self.figure, tuple(each for each in notes.gifted if each != self.figure)
        man.moves, man.actions, man.shots, man.extra = self.moves, self.actions, self.shots, ()
        man.walked = man.free = False
        man.lance = ""


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
    """The move of his next turn is used up beforehand."""

    rule: str = "CA-6.15"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.extra = (*man.extra, NO_MOVE)


NO_MOVE = "no move"


@dataclass(frozen=True, slots=True)
class Done(OfFigure):
    """A figure's turn is over."""

    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        man, notes = state.figures[self.figure], state.notes
        notes.up, man.done = "", True
        man.moves = man.actions = man.shots = 0
        if notes.advantages:
            notes.advantages = tuple(pair for pair in notes.advantages if _in_contact(state, *pair))


@dataclass(frozen=True, slots=True)
class Spent(OfFigure):
    """A move or an action of the turn is used up."""

    what: str
    rule: str = "CA-3.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        if self.what == "move":
            man.moves, man.walked = man.moves - 1, True
        elif self.what == "shot" and not man.actions:
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

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.mounted, man.base, man.lance = False, FOOT, ""
        man.horse = self.how == "dismounts"
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


# Morale and leaving.


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


def _in_contact(state: Battle, one: str, other: str) -> bool:
    """Whether two are still on the table and at each other."""
    return state.figures[one].standing == FIELDED and other in in_contact(state, state.figures[one])
