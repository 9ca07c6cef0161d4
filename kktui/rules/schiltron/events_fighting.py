"""What can happen under Schiltron in shooting and melee: shots, blows, hits."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.events import WOUND, Event
from kktui.engine.modifiers import Modifier
from kktui.rules.schiltron.figures import Battle
from kktui.table.geometry import Pose


@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """Who shoots at whom, all together."""

    shots: tuple[tuple[str, str], ...]
    rule: str = "SC-4.1"

    def apply(self, state: Battle) -> None:
        state.notes.aimed, state.notes.shots = True, self.shots


@dataclass(frozen=True, slots=True)
class Shot(Event):
    """One shot: the die, and the target's to block. Both are better low."""

    figure: str
    target: str
    weapon: str
    inches: float
    band: str
    needs: int
    roll: int
    protection: str
    steps: tuple[Modifier, ...]
    """What moves the protection up or down the scale."""
    blocks: int
    block: int
    """The die to block, 0 when there was nothing to block."""
    outcome: str
    ready: int
    """The first turn in which the shooter may shoot again."""
    rule: str = "SC-4.1"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.shots = notes.shots[1:]
        state.figures[self.figure].ready = self.ready
        if self.outcome == "hit":
            notes.hits = (*notes.hits, (self.target, self.figure, self.weapon))


@dataclass(frozen=True, slots=True)
class HitTold(Event):
    """The next of the hits that were scored together is looked at."""

    by: str
    rule: str = "SC-4.1"

    def apply(self, state: Battle) -> None:
        state.notes.hits = state.notes.hits[1:]


@dataclass(frozen=True, slots=True)
class Paired(Event):
    """Who fights whom this turn."""

    fights: tuple[tuple[str, str], ...]
    rule: str = "SC-5.1"

    def apply(self, state: Battle) -> None:
        state.notes.paired, state.notes.fights = True, self.fights


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """One pair's round: both dice with the tactical factors, then stripes and weapon. High wins."""

    figure: str
    target: str
    modifiers: tuple[Modifier, ...]
    roll: int
    adds: tuple[Modifier, ...]
    score: int
    capped: str
    """What had to be kept within 1 and 12: the die, the total, or nothing."""
    target_modifiers: tuple[Modifier, ...]
    target_roll: int
    target_adds: tuple[Modifier, ...]
    target_score: int
    target_capped: str
    margin: int
    """What he must win by to kill."""
    target_margin: int
    outcome: str
    rule: str = "SC-5.1"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.fights = notes.fights[1:]
        notes.fought = tuple(dict.fromkeys((*notes.fought, self.figure, self.target)))


@dataclass(frozen=True, slots=True)
class FightOff(Event):
    """A fight that was named does not come about: one of the two has fallen."""

    figure: str
    target: str
    rule: str = "SC-5.1"

    def apply(self, state: Battle) -> None:
        state.notes.fights = state.notes.fights[1:]


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """The melee round is over: who is still in contact goes on next turn, all others are out of it."""

    engaged: tuple[str, ...]
    rule: str = "SC-5.4"

    def apply(self, state: Battle) -> None:
        state.notes.round_over = True
        fought, engaged = frozenset(state.notes.fought), frozenset(self.engaged)
        for man in state.figures.values():
            if man.id in engaged:
                man.rounds += man.id in fought
            else:
                man.rounds, man.assails = 0, False


@dataclass(frozen=True, slots=True)
class MeleeLeft(Event):
    """These have no enemy upon them any more, for somebody has run: whatever they fight next is another melee."""

    figures: tuple[str, ...]
    rule: str = "SC-5.4"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            man = state.figures[each]
            man.rounds, man.assails = 0, False


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A man with nobody before him turns to face an enemy who touches him."""

    figure: str
    end: Pose
    target: str
    rule: str = "SC-5.3"

    def apply(self, state: Battle) -> None:
        state.stand(self.figure, self.end)


@dataclass(frozen=True, slots=True)
class Hit(Event):
    """A leader who is hit: the die says whether he dies, low is deadly; else he has one hit more."""

    figure: str
    by: str
    roll: int
    needs: int
    """On this or less he dies."""
    hits: int
    most: int
    effect: str
    rule: str = "SC-8.1"

    @property
    def mark(self) -> str:
        return WOUND if self.effect == "wound" else ""

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].hits += 1


@dataclass(frozen=True, slots=True)
class CannonLost(Event):
    """Who runs from his cannon leaves it behind."""

    figure: str
    rule: str = "SC-4.4"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].missile = ""
