"""What can happen in archery and melee: shots, blows, hits and what they do."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.events import WOUND, Event, Veils
from kktui.engine.modifiers import Modifier
from kktui.rules.knights_sergeants.figures import Battle
from kktui.table.geometry import FOOT


@dataclass(frozen=True, slots=True)
class LancesHome(Event):
    """These men come into contact at the end of a straight charge with the lance."""

    figures: tuple[str, ...]
    rule: str = "KS-7.4"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].lance_home = True


@dataclass(frozen=True, slots=True)
class Loaded(Event):
    """Crossbows are spanned: one load action nearer to the next shot."""

    unit: str
    figures: tuple[str, ...]
    rule: str = "KS-6.2"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].to_load -= 1

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class TookAim(Event):
    unit: str
    figures: tuple[str, ...]
    rule: str = "KS-6.1"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].aimed = True

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class AimLost(Event):
    """Whoever moves or is hit has to aim anew."""

    figures: tuple[str, ...]
    rule: str = "KS-6.1"

    def apply(self, state: Battle) -> None:
        for each in self.figures:
            state.figures[each].aimed = False

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(state.figures[self.figures[0]].unit)


@dataclass(frozen=True, slots=True)
class Shot(Event):
    """One shot: the die, what it came to, and what stopped it if it hit."""

    figure: str
    target: str
    weapon: str
    inches: float
    at: str
    """foot, mounted (undeclared), rider or mount."""
    modifiers: tuple[Modifier, ...]
    roll: int
    part: int
    """The die for mount or rider, 0 when none was thrown."""
    armour: int
    save: int
    """The armour die, 0 when none was thrown."""
    outcome: str
    reload: int
    save_modifiers: tuple[Modifier, ...] = ()
    """What the target's wound adds to his armour die."""
    rule: str = "KS-6.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.aimed = False
        man.to_load = self.reload


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """One pair in melee: both dice with their modifiers, and who had the better of it."""

    figure: str
    target: str
    modifiers: tuple[Modifier, ...]
    roll: int
    target_modifiers: tuple[Modifier, ...]
    target_roll: int
    armour: int
    outcome: str
    rule: str = "KS-7.1"

    def apply(self, state: Battle) -> None:
        one, other = state.figures[self.figure], state.figures[self.target]
        ours, theirs = self.outcome in WON, self.outcome in LOST_IT
        one.rounds = (*(each for each in one.rounds if each[0] != other.id), (other.id, ours))
        other.rounds = (*(each for each in other.rounds if each[0] != one.id), (one.id, theirs))
        state.notes.fights = state.notes.fights[1:]


WON = ("hit", "push", "unhorse")
LOST_IT = ("pushed", "unhorsed")


@dataclass(frozen=True, slots=True)
class FightOff(Event):
    """A fight that was named does not come about: one of the two has fallen."""

    figure: str
    target: str
    rule: str = "KS-7.1"

    def apply(self, state: Battle) -> None:
        state.notes.fights = state.notes.fights[1:]


@dataclass(frozen=True, slots=True)
class Paired(Event):
    """Who fights whom on this card."""

    unit: str
    fights: tuple[tuple[str, str], ...]
    rule: str = "KS-7.1"

    def apply(self, state: Battle) -> None:
        state.notes.paired = True
        state.notes.fights = state.notes.named = self.fights

    def veils(self, state: Battle) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class Hit(Event):
    """A hit tells: a flesh wound, a wound, or death."""

    figure: str
    by: str
    effect: str
    rule: str = "KS-1.4"

    @property
    def mark(self) -> str:
        return "" if self.effect == "death" else WOUND

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.hits, man.hurt, man.aimed = man.hits + 1, self.effect, False


@dataclass(frozen=True, slots=True)
class Stunned(Event):
    """Laid flat, but whole: he misses his next card."""

    figure: str
    by: str
    rule: str = "KS-7.5"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.daze = "stunned"
        man.aimed = False


@dataclass(frozen=True, slots=True)
class Unhorsed(Event):
    """A rider comes off; the horse is gone. A fall from a killed horse costs him his next action."""

    figure: str
    by: str
    thrown: bool
    rule: str = "KS-7.1"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.horse, man.mounted, man.base, man.aimed = "", False, FOOT, False
        if self.thrown and not man.daze:
            man.daze = "thrown"
        state.stand(man.id, man.place)
