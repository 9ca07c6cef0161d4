"""What happened. Only `State.record` applies an event, and nothing else changes a battle.

An event is a fact: who, what, how much, by which rule. The faces find the words for it in the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kktui.engine.codec import pack, unpack
from kktui.table.geometry import Point, Pose
from kktui.table.records import quick

if TYPE_CHECKING:
    from kktui.engine.state import AnyState

UNKNOWN = "?"
"""What a side sees of a card that names a unit it does not know of."""

KINDS: dict[str, type[Event]] = {}

CASUALTY, WOUND, ROUT, RALLY = "casualty", "wound", "rout", "rally"
MARKS = (CASUALTY, WOUND, ROUT, RALLY)
"""What somebody who looks back on a battle leafs for."""

Veils = Mapping[str, "Event | None"] | None
"""What each side that may not see an event sees in its stead; "" stands for the spectators."""


@quick
@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events; a ruleset adds its own kinds."""

    kind: ClassVar[str] = ""
    reveals: ClassVar[bool] = False
    """Something hidden came to light: no undo beyond this."""

    def __init_subclass__(cls) -> None:
        """Write the kind down. `dataclass` makes a slotted class anew out of the bare one: then it has its fields."""
        if "__dataclass_fields__" in vars(cls):
            quick(cls)
        ruleset = cls.__module__.partition("kktui.rules.")[2].partition(".")[0]
        cls.kind = f"{ruleset}.{cls.__name__}" if ruleset else cls.__name__
        KINDS[cls.kind] = cls

    @property
    def mark(self) -> str:
        """Which of the MARKS this is: a man lost, a wound, a body that breaks or takes heart; most are none."""
        return ""

    def apply(self, state: AnyState) -> None:
        """Change the state; nothing but the log changes by default."""

    def veils(self, state: AnyState) -> Veils:
        """Who sees something else instead, or nothing; by default everybody sees all."""
        return None


def to_json(event: Event) -> dict[str, Any]:
    """An event as it is kept and sent."""
    return {"event": event.kind, **pack(event)}


def from_json(value: Mapping[str, Any]) -> Event:
    """The event that was kept."""
    facts = dict(value)
    event = unpack(KINDS[facts.pop("event")], facts)
    assert isinstance(event, Event)
    return event


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    turn: int

    def apply(self, state: AnyState) -> None:
        state.turn = self.turn
        state.phase = -1


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The battle comes to another phase of the turn; `index` counts the ruleset's phases."""

    name: str
    index: int

    def apply(self, state: AnyState) -> None:
        state.phase = self.index


@dataclass(frozen=True, slots=True)
class PhasesOver(Event):
    """The table of phases starts over within the turn, as for the next card."""

    def apply(self, state: AnyState) -> None:
        state.phase = -1


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A base went along a path, or was pushed along it."""

    figure: str
    path: tuple[Point, ...]
    end: Pose
    cost: float = 0.0
    rule: str = ""
    how: str = "moves"

    def apply(self, state: AnyState) -> None:
        state.stand(self.figure, self.end)

    def veils(self, state: AnyState) -> Veils:
        return state.kept_secret(state.figures[self.figure].unit)


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """Several bases of a unit went to new places at once, the leader along his path."""

    unit: str
    leader: str
    path: tuple[Point, ...]
    ends: Mapping[str, Pose]
    cost: float = 0.0
    rule: str = ""
    how: str = "moves"

    def apply(self, state: AnyState) -> None:
        for figure, end in self.ends.items():
            state.stand(figure, end)

    def veils(self, state: AnyState) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class AllMoved(Event):
    """Many bases went their ways at the same time: where each came to stand, and how."""

    units: tuple[str, ...]
    """Whose men they are."""
    ends: Mapping[str, Pose]
    paths: Mapping[str, tuple[Point, ...]]
    """Of those who went anywhere, the start included; the others only turned."""
    rule: str = ""
    how: str = "moves"

    def apply(self, state: AnyState) -> None:
        for figure, end in self.ends.items():
            state.stand(figure, end)

    def veils(self, state: AnyState) -> Veils:
        if not any(state.units[each].hidden for each in self.units):
            return None
        return {side: self._known_to(state, side) for side in state.viewers}

    def _known_to(self, state: AnyState, side: str) -> AllMoved:
        """The part of it that a viewer may see."""
        units = tuple(each for each in self.units if not state.hidden_from(side, each))
        seen = [each for each in self.ends if not state.hidden_from(side, state.figures[each].unit)]
        ends = {each: self.ends[each] for each in seen}
        return AllMoved(
            units, ends, {each: self.paths[each] for each in seen if each in self.paths}, self.rule, self.how
        )


@dataclass(frozen=True, slots=True)
class DrewUp(Event):
    """A unit is placed where it starts the battle."""

    unit: str
    ends: Mapping[str, Pose]

    def apply(self, state: AnyState) -> None:
        state.drawn_up = tuple(sorted((*state.drawn_up, self.unit)))
        for figure, end in self.ends.items():
            state.stand(figure, end)

    def veils(self, state: AnyState) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class Arrived(Event):
    """A reserve comes on to the table."""

    unit: str
    ends: Mapping[str, Pose]
    rule: str = ""

    def apply(self, state: AnyState) -> None:
        for figure, end in self.ends.items():
            state.field(figure, end)

    def veils(self, state: AnyState) -> Veils:
        return state.kept_secret(self.unit)


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """Men whom nobody had reckoned with come to a side: a unit of their own, on the table or near at hand."""

    unit: str
    facts: Mapping[str, Any]
    """The unit and its figures, packed."""
    rule: str = ""

    def apply(self, state: AnyState) -> None:
        state.learn(self.unit, self.facts)


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A figure is on the table no longer: dead, out of action, captured, let go, or over the edge."""

    figure: str
    standing: str
    by: str = ""
    rule: str = ""

    @property
    def mark(self) -> str:
        return "" if self.standing == "exited" else CASUALTY

    def apply(self, state: AnyState) -> None:
        state.leave(self.figure, self.standing)

    def veils(self, state: AnyState) -> Veils:
        return state.kept_secret(state.figures[self.figure].unit)


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A hidden unit shows itself: the other side learns of it and of its men all at once."""

    reveals: ClassVar[bool] = True
    unit: str
    why: str
    facts: Mapping[str, Any]
    """The unit and its figures as they stand, packed, for those who did not know them."""
    rule: str = ""

    def apply(self, state: AnyState) -> None:
        state.reveal(self.unit, self.facts)


@dataclass(frozen=True, slots=True)
class DeckMade(Event):
    """A deck is put together and shuffled; its order is nowhere written."""

    deck: str
    cards: tuple[str, ...]

    def apply(self, state: AnyState) -> None:
        state.decks[self.deck] = self.cards
        state.discards[self.deck] = ()

    def veils(self, state: AnyState) -> Veils:
        if not any(state.hidden_from(side, card) for side in state.viewers for card in self.cards):
            return None
        return {side: DeckMade(self.deck, state.masked(self.cards, side)) for side in state.viewers}


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """A card comes off a deck."""

    reveals: ClassVar[bool] = True
    deck: str
    card: str
    rule: str = ""

    def apply(self, state: AnyState) -> None:
        left = list(state.decks[self.deck])
        left.remove(self.card)
        state.decks[self.deck] = tuple(left)
        state.discards[self.deck] += (self.card,)

    def veils(self, state: AnyState) -> Veils:
        hidden = state.kept_secret(self.card)
        return hidden and dict.fromkeys(hidden, Drawn(self.deck, UNKNOWN, self.rule))


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The battle is over; no winner means a draw."""

    winner: str
    why: str
    rule: str = ""
    points: Mapping[str, int] | None = None

    def apply(self, state: AnyState) -> None:
        state.result = self
