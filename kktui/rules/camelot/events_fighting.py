"""What can happen when figures fight or shoot, and by the two tables of events."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.events import WOUND, Event
from kktui.engine.modifiers import Modifier
from kktui.rules.camelot.events import OfFigure
from kktui.rules.camelot.figures import BARE_HANDS, GRUESOME, KILLED, NOTHING, SHOCK, Battle, Find


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
            _lose_weapon(state, self.figure, self.weapon)


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
    rule: str = "CA-8.1"

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
        elif self.wound == GRUESOME:
            man.fell = 0


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
            state.figures[self.figure].caught = True


@dataclass(frozen=True, slots=True)
class GotAway(OfFigure):
    """Nobody holds him any more: he may move."""

    rule: str = "CA-9.1"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].free = True


# Melee combat events.


@dataclass(frozen=True, slots=True)
class MeleeEvent(Event):
    """A natural 1 in melee brings an event."""

    figure: str
    target: str
    roll: int
    what: str
    rule: str


@dataclass(frozen=True, slots=True)
class Tested(OfFigure):
    """A Luck test or a Virtue check."""

    test: str
    why: str
    roll: int
    needs: int
    passed: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Thrown(OfFigure):
    """A D6 whether something breaks or somebody falls or is pinned."""

    what: str
    roll: int
    most: int
    happens: bool
    rule: str


@dataclass(frozen=True, slots=True)
class ShieldBroken(OfFigure):
    rule: str

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].shield = False


@dataclass(frozen=True, slots=True)
class NewShield(OfFigure):
    """His dwarf has another for him."""

    rule: str = "CA-5.3"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].shield = True


@dataclass(frozen=True, slots=True)
class WeaponBroken(OfFigure):
    weapon: str
    rule: str

    def apply(self, state: Battle) -> None:
        _lose_weapon(state, self.figure, self.weapon)


@dataclass(frozen=True, slots=True)
class NewWeapon(OfFigure):
    """His dwarf has another like it for him."""

    weapon: str
    rule: str = "CA-5.4"

    def apply(self, state: Battle) -> None:
        man = state.figures[self.figure]
        man.weapons, man.weapon = (*man.weapons, self.weapon), self.weapon


@dataclass(frozen=True, slots=True)
class Truce(Event):
    """Two agree to fight each other no more."""

    figure: str
    target: str
    rule: str = "CA-5.7"

    def apply(self, state: Battle) -> None:
        state.notes.truces = (*state.notes.truces, (self.figure, self.target))


@dataclass(frozen=True, slots=True)
class Chivalry(OfFigure):
    """He gives an advantage up, or lets a man go: his Virtue Level is one better."""

    target: str
    virtue: int
    rule: str = "CA-5.13"

    def apply(self, state: Battle) -> None:
        state.figures[self.figure].virtue = self.virtue


@dataclass(frozen=True, slots=True)
class Pressed(OfFigure):
    """He uses an advantage over an opponent."""

    target: str
    rule: str = "CA-5.13"

    def apply(self, state: Battle) -> None:
        notes = state.notes
        notes.advantages = tuple(sorted({*notes.advantages, (self.figure, self.target)}))


@dataclass(frozen=True, slots=True)
class AtMercy(OfFigure):
    """A pinned man is at another's mercy, who has decided."""

    by: str
    choice: str
    rule: str = "CA-5.13"


@dataclass(frozen=True, slots=True)
class SecondFound(Event):
    """A knight of the road takes the part of the one who fights here, and waits near at hand."""

    figure: str
    knight: str
    roll: int
    rule: str = "CA-5.12"

    def apply(self, state: Battle) -> None:
        state.notes.seconds = (*state.notes.seconds, (self.figure, self.knight))
        state.notes.joined += 1


# Combat events.


@dataclass(frozen=True, slots=True)
class EventChecked(Event):
    """A side threw whether something happens before it acts."""

    side: str
    roll: int
    rule: str = "CA-6.1"

    def apply(self, state: Battle) -> None:
        state.notes.checked = True


@dataclass(frozen=True, slots=True)
class WildCard(Event):
    """The Wild Card is up, and a die says whose event it brings."""

    side: str
    roll: int
    rule: str = "CA-2.3"


@dataclass(frozen=True, slots=True)
class CombatEvent(Event):
    """An event comes about, by the d100, a card (roll 0) or choice."""

    side: str
    roll: int
    what: str
    rule: str


@dataclass(frozen=True, slots=True)
class Befell(OfFigure):
    """An event falls to a figure."""

    what: str
    rule: str

    def apply(self, state: Battle) -> None:
        man, notes = state.figures[self.figure], state.notes
        if self.what in MARKS:
            setattr(man, *MARKS[self.what])
        elif self.what in GIFTS:
            man.extra = (*man.extra, GIFTS[self.what])
            notes.gifted = (*notes.gifted, self.figure)


MARKS = {
    "confused": ("confused", True),
    "accident": ("down", True),
    "fumbled": ("fumbled", True),
    "hiding spot": ("sheltered", True),
    "bravery": ("broken", False),
}
"""What an event makes of a figure."""
GIFTS = {"furious assault": "move", "seize the moment": "action", "rapid fire": "shot"}
"""What an event lets a figure do on top of its turn."""


@dataclass(frozen=True, slots=True)
class Fizzled(Event):
    """An event for which there is nobody and nothing."""

    side: str
    what: str
    rule: str


@dataclass(frozen=True, slots=True)
class Discovered(Event):
    """Something valuable lies there."""

    side: str
    find: Find
    feature: str
    rule: str = "CA-6.7"

    def apply(self, state: Battle) -> None:
        state.notes.finds = (*state.notes.finds, self.find)


@dataclass(frozen=True, slots=True)
class SupportRolled(Event):
    """The die on the support table."""

    side: str
    roll: int
    number: int
    who: str
    rule: str = "CA-6.5"

    def apply(self, state: Battle) -> None:
        state.notes.joined += 1


def _lose_weapon(state: Battle, figure: str, weapon: str) -> None:
    """It is gone; another that he carries comes to hand, or nothing."""
    man = state.figures[figure]
    left = list(man.weapons)
    if weapon in left:
        left.remove(weapon)
    man.weapons = tuple(left)
    if man.weapon == weapon and weapon not in left:
        man.weapon = left[0] if left else BARE_HANDS
