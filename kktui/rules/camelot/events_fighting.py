"""What can happen when figures fight, shoot, bleed or break off."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.events import WOUND, Event
from kktui.engine.modifiers import Modifier
from kktui.rules.camelot.events import OfFigure
from kktui.rules.camelot.figures import BARE_HANDS, KILLED, NOTHING, SHOCK, Battle, Man


@dataclass(frozen=True, slots=True)
class Struck(Event):
    """One attack: both dice with their modifiers, and who is hit with how many wound rolls."""

    figure: str
    target: str
    modifiers: tuple[Modifier, ...]
    roll: int
    target_modifiers: tuple[Modifier, ...]
    target_roll: int
    outcome: str
    rule: str = "CA-4.1"


@dataclass(frozen=True, slots=True)
class FreeAttack(Event):
    """A blow at somebody who turns away: no defence roll."""

    figure: str
    target: str
    roll: int
    outcome: str
    rule: str = "CA-9.2"


@dataclass(frozen=True, slots=True)
class Shot(Event):
    """One shot: the die with its modifiers, and what it needed."""

    figure: str
    target: str
    weapon: str
    inches: float
    range: str
    modifiers: tuple[Modifier, ...]
    roll: int
    needs: int
    outcome: str
    loads: int
    rule: str = "CA-7.1"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].loads = self.loads


@dataclass(frozen=True, slots=True)
class Mishap(OfFigure):
    """A natural 1 to hit: the die for what comes of it."""

    roll: int
    what: str
    weapon: str
    rule: str = "CA-7.3"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        if self.what == "out of ammunition":
            man.spent = (*man.spent, self.weapon)
        elif self.what == "the weapon breaks":
            lose_weapon(man, self.weapon)


@dataclass(frozen=True, slots=True)
class Wounded(OfFigure):
    """A wound roll that counts: the dice, the row, the cell, and what it makes of the figure."""

    by: str
    low: int
    high: int
    strength: int
    toughness: int
    row: int
    """High die + STR - TOUGH."""
    place: str
    result: str
    """What the table says."""
    wound: str
    """What the figure suffers from now."""
    besides: tuple[str, ...] = ()
    """The wound rolls that did not count, where two were made."""
    rule: str = "CA-8.1"

    @property
    def modifiers(self) -> tuple[Modifier, ...]:
        """What the high die is raised by; by ruling nothing.  [CA-8.1]"""
        if self.row - self.high != self.strength - self.toughness:
            return ()
        return Modifier("STR", self.strength, "CA-8.1"), Modifier("TOUGH", -self.toughness, "CA-8.1")

    @property
    def mark(self) -> str:
        return WOUND if self.result not in (NOTHING, SHOCK) else ""

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.wound = self.wound
        if self.result == SHOCK:
            man.shocked = state.turn
        if self.wound == KILLED:
            man.fell = state.turn


@dataclass(frozen=True, slots=True)
class StunRolled(OfFigure):
    """The roll for a blow to the head."""

    roll: int
    modifiers: tuple[Modifier, ...]
    rounds: int
    rule: str = "CA-8.6"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.stunned = max(man.stunned, self.rounds)


@dataclass(frozen=True, slots=True)
class Poisoned(OfFigure):
    """A poisoned wound weakens him."""

    roll: int
    what: str
    rule: str = "CA-8.7"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.poison = (*man.poison, self.what)


@dataclass(frozen=True, slots=True)
class BreaksOff(Event):
    """He tries to get away from one who holds him."""

    figure: str
    target: str
    modifiers: tuple[Modifier, ...]
    roll: int
    target_modifiers: tuple[Modifier, ...]
    target_roll: int
    outcome: str
    rule: str = "CA-9.1"

    def apply(self, state: Battle) -> None:
        if self.outcome == "caught":
            state.figures[self.figure].tried = True


@dataclass(frozen=True, slots=True)
class GotAway(OfFigure):
    """Nobody holds him any more: he may move."""

    rule: str = "CA-9.1"

    def apply(self, state: Battle) -> None:
        man, notes = state.figures[self.figure], state.notes
        man.free = man.tried = man.walked = True
        notes.advantages = tuple(pair for pair in notes.advantages if man.id not in pair)


def lose_weapon(man: Man, weapon: str) -> None:
    """It is gone; another that he carries comes to hand, or nothing."""
    left = list(man.weapons)
    if weapon in left:
        left.remove(weapon)
    man.weapons = tuple(left)
    if man.weapon == weapon and weapon not in left:
        man.weapon = left[0] if left else BARE_HANDS
