"""What the two tables of events bring."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.events import Event
from kktui.rules.camelot.events import OfFigure
from kktui.rules.camelot.events_fighting import lose_weapon
from kktui.rules.camelot.figures import Battle, Find, hides_until


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
        lose_weapon(state.figures[self.figure], self.weapon)


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
        if self.what == "hiding spot":
            man.sheltered = hides_until(state, man)
        elif self.what in MARKS:
            setattr(man, *MARKS[self.what])
        elif self.what in GIFTS:
            man.extra = (*man.extra, GIFTS[self.what])
            notes.gifted = (*notes.gifted, self.figure)


MARKS = {
    "confused": ("confused", True),
    "accident": ("down", True),
    "fumbled": ("fumbled", True),
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
    support: str
    """How many of whom: `1 squire`."""
    rule: str = "CA-6.5"
