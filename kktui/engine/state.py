"""The state of a battle: figures on a table, units, decks, the turn, and the log of what happened.

Every field of a figure, a unit or a ruleset's own notes holds a value that does not change under you; an event
replaces it. So a snapshot is a shallow copy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from kktui.engine.codec import unpack
from kktui.engine.events import UNKNOWN, Ended, Event, Veils
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import Scenario
from kktui.table import Table
from kktui.table.geometry import Base, Pose, fresh
from kktui.table.records import clone

FIELDED = "fielded"
RESERVE = "reserve"
DEAD = "dead"
CAPTURED = "captured"
FLED = "fled"
EXITED = "exited"
OUT = "out"
YIELDED = "yielded"
STANDINGS = (FIELDED, RESERVE, DEAD, CAPTURED, FLED, EXITED, OUT, YIELDED)
"""On the table, still to come, or out of the battle: dead, taken, routed over the edge, gone where it was sent, out of
action but alive, let go on his word."""


@dataclass(slots=True)
class Figure:
    """What every ruleset knows of one man; each adds its own profile."""

    id: str
    name: str
    side: str
    unit: str
    base: Base
    pose: Pose | None
    standing: str

    @property
    def place(self) -> Pose:
        """Where he stands; asked only of one who is on the table, or fell there."""
        assert self.pose is not None
        return self.pose


@dataclass(slots=True)
class Unit:
    """What every ruleset knows of a body of men."""

    id: str
    name: str
    side: str
    leader: str
    figures: tuple[str, ...]
    hidden: bool


F = TypeVar("F", bound=Figure)
U = TypeVar("U", bound=Unit)
N = TypeVar("N")


class Entry(NamedTuple):
    """One line of the log: the event, and what those see who may not see it."""

    event: Event
    veils: Veils

    def seen_by(self, side: str) -> Event | None:
        """What a side sees of it; "" is a spectator."""
        return self.event if self.veils is None else self.veils.get(side, self.event)


class Snapshot(NamedTuple):
    turn: int
    phase: int
    figures: dict[str, Figure]
    units: dict[str, Unit]
    notes: Any
    decks: dict[str, tuple[str, ...]]
    discards: dict[str, tuple[str, ...]]
    drawn_up: tuple[str, ...]
    result: Ended | None
    length: int


@dataclass(slots=True)
class State(Generic[F, U, N]):
    """A battle as it stands. `N` are the notes a ruleset keeps beside figures and units."""

    scenario: Scenario
    book: Rulebook
    table: Table
    sides: tuple[str, ...]
    figures: dict[str, F]
    units: dict[str, U]
    notes: N
    turn: int = 0
    phase: int = -1
    decks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    discards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    drawn_up: tuple[str, ...] = ()
    """Units whose deployment is settled."""
    result: Ended | None = None
    log: list[Entry] = field(default_factory=list)
    memo: dict[Any, Any] = field(default_factory=dict)
    """What was worked out and holds until the next event; never part of the battle itself."""
    places: dict[Any, Any] = field(default_factory=dict)
    """What was worked out from where everybody stands, and holds until somebody moves, comes or goes."""
    touching: dict[str, list[str]] = field(default_factory=dict)
    """Whom each figure is in contact with among the enemies, as far as anybody has asked; see `in_contact`."""
    ranks: dict[Any, Any] = field(default_factory=dict)
    """What was worked out from who is there, and holds until somebody comes or goes."""
    veiled: bool = False
    """Something has happened that not everybody may see."""
    kinds: tuple[type[F], type[U]] | None = None
    """What a figure and a unit are here, for a viewer who knows of none yet."""

    def __post_init__(self) -> None:
        if self.kinds is None and self.figures:
            self.kinds = type(next(iter(self.figures.values()))), type(next(iter(self.units.values())))

    def record(self, event: Event) -> None:
        """Apply an event and log it: the only way anything changes."""
        veils = event.veils(self)
        if veils is not None:
            self.veiled = True
        self.log.append(fresh(Entry, (event, veils)))
        if self.memo:
            self.memo.clear()
        event.apply(self)

    def men(self, unit: str) -> list[F]:
        """The figures of a unit that are on the table."""
        men: list[F] | None = self.ranks.get(unit)
        if men is None:
            figures = self.figures
            men = [man for each in self.units[unit].figures if (man := figures[each]).standing == FIELDED]
            self.ranks[unit] = men
        return men

    def fielded(self, side: str = "") -> list[F]:
        """The figures on the table, of one side or of all."""
        men: list[F] | None = self.ranks.get(("fielded", side))
        if men is None:
            there = [man for man in self.figures.values() if man.standing == FIELDED]
            men = self.ranks["fielded", side] = [man for man in there if not side or man.side == side]
        return men

    def enemies_of(self, side: str) -> list[F]:
        """The figures on the table that are not this side's."""
        men: list[F] | None = self.ranks.get(("enemies", side))
        if men is None:
            there = [man for man in self.figures.values() if man.standing == FIELDED]
            men = self.ranks["enemies", side] = [man for man in there if man.side != side]
        return men

    def other(self, side: str) -> str:
        """The opposing side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @property
    def viewers(self) -> tuple[str, ...]:
        """Who may look on: the sides, and "" for the spectators."""
        return (*self.sides, "")

    def body_of(self, key: str) -> U | None:
        """The unit of this id, or that of the figure of this id."""
        man = self.figures.get(key)
        return self.units.get(key if man is None else man.unit)

    def hidden_from(self, side: str, key: str) -> bool:
        """Whether a unit, or the figure's of this id, is hidden from a viewer."""
        body = self.body_of(key)
        return body is not None and body.hidden and body.side != side

    def kept_secret(self, key: str, instead: Event | None = None) -> Veils:
        """Veils for what only the side of a hidden unit, or of a figure in one, may see."""
        body = self.units.get(key) or self.body_of(key)
        if body is None or not body.hidden:
            return None
        return {side: instead for side in self.viewers if side != body.side}

    def masked(self, cards: Sequence[str], side: str) -> tuple[str, ...]:
        """Cards as a viewer knows them."""
        return tuple(UNKNOWN if self.hidden_from(side, card) else card for card in cards)

    # What events do to the table and the roster.

    def stand(self, figure: str, pose: Pose) -> None:
        man = self.figures[figure]
        man.pose = pose
        self.places.clear()
        self.table.put(figure, pose, man.base)

    def field(self, figure: str, pose: Pose) -> None:
        self.figures[figure].standing = FIELDED
        self.ranks.clear()
        self.stand(figure, pose)

    def leave(self, figure: str, standing: str) -> None:
        """The figure keeps its last pose: that is where it fell or left."""
        self.figures[figure].standing = standing
        self.touching.pop(figure, None)
        self.ranks.clear()
        self.places.clear()
        self.table.lift(figure)

    def reveal(self, unit: str, facts: Mapping[str, Any]) -> None:
        if unit not in self.units:
            self.learn(unit, facts)
        self.units[unit].hidden = False

    def learn(self, unit: str, facts: Mapping[str, Any]) -> None:
        """A unit that was not known is taken in with all its men."""
        assert self.kinds is not None
        man_kind, unit_kind = self.kinds
        self.units[unit] = unpack(unit_kind, facts["unit"])
        for packed in facts["figures"]:
            man = unpack(man_kind, packed)
            self.figures[man.id] = man
            if man.standing == FIELDED:
                self.stand(man.id, man.pose)
        self.ranks.clear()
        self.places.clear()
        if facts["drawn up"]:
            self.drawn_up = tuple(sorted((*self.drawn_up, unit)))
        for piles, known in ((self.decks, facts["left"]), (self.discards, facts["drawn"])):
            for deck, cards in known.items():
                for card in cards:
                    piles[deck] = _name_card(piles[deck], card)

    # Snapshots.

    def snapshot(self) -> Snapshot:
        """The battle as it stands, to come back to."""
        return Snapshot(
            self.turn,
            self.phase,
            {key: clone(man) for key, man in self.figures.items()},
            {key: clone(unit) for key, unit in self.units.items()},
            clone(self.notes),
            dict(self.decks),
            dict(self.discards),
            self.drawn_up,
            self.result,
            len(self.log),
        )

    def restore(self, was: Snapshot) -> None:
        """Come back to a snapshot, which stays good for another time."""
        self.turn, self.phase, self.result = was.turn, was.phase, was.result
        self.figures = {key: clone(man) for key, man in was.figures.items()}  # type: ignore[misc]
        self.units = {key: clone(unit) for key, unit in was.units.items()}  # type: ignore[misc]
        self.notes, self.drawn_up = clone(was.notes), was.drawn_up
        self.decks, self.discards = dict(was.decks), dict(was.discards)
        self.memo.clear()
        self.ranks.clear()
        self.places.clear()
        del self.log[was.length :]
        self.lay_table()

    def lay_table(self) -> None:
        """Put on the table just the figures that stand there."""
        self.touching.clear()
        self.table.sync({m.id: (m.pose, m.base) for m in self.figures.values() if m.standing == FIELDED and m.pose})


AnyState = State[Any, Any, Any]
T = TypeVar("T")


def _name_card(cards: Sequence[str], card: str) -> tuple[str, ...]:
    """An unknown card turns out to be this one."""
    named = list(cards)
    if UNKNOWN in named and card not in named:
        named[named.index(UNKNOWN)] = card
    return tuple(named)
