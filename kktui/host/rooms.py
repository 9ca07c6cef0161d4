"""The games of a host: called, joined, begun, and where they are kept while nobody is there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from secrets import token_hex
from typing import Any

from kktui.engine.codec import pack, unpack
from kktui.engine.dice import commitment
from kktui.host.people import Person
from kktui.store.database import Store
from kktui.store.names import new_name
from kktui.store.record import HUMAN
from kktui.text import clean

TABLES = """
CREATE TABLE IF NOT EXISTS room (id TEXT PRIMARY KEY, content TEXT NOT NULL, seed TEXT NOT NULL) STRICT;
"""
LONGEST_WORD = 40


class NotSo(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """Something a visitor may not do, and why."""


class Absent(StrEnum):
    """What happens when somebody whose turn it is stays away."""

    WAIT = "wait"
    COMPUTER = "the computer plays on"
    HAND_OVER = "the seat is open to others"


@dataclass(frozen=True, slots=True)
class Terms:
    """What whoever calls a game settles."""

    scenario: str
    """Its id in the served folders."""
    text: str
    """The scenario and its map as one text."""
    title: str
    ruleset: str
    house: Mapping[str, Any] = field(default_factory=dict)
    watching: bool = True
    delay: int = 0
    """Minutes by which onlookers lag behind; then they see everything."""
    absent: Absent = Absent.WAIT
    patience: int = 10
    """Minutes until that happens."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One side's place: somebody's, a computer player's, or free."""

    key: str = ""
    name: str = ""
    level: str = ""
    word: str = ""
    """What its player added to the seed."""
    ready: bool = False

    @property
    def free(self) -> bool:
        return not self.key and not self.level

    @property
    def settled(self) -> bool:
        return bool(self.level) or self.ready


@dataclass(frozen=True, slots=True)
class Room:
    """One game of the host, from the call to the end."""

    id: str
    caller: str
    """The key of whoever called it."""
    terms: Terms
    chairs: Mapping[str, Chair]
    commitment: str
    called: str
    game: str = ""
    """The game in the store, once it has begun."""
    over: bool = False

    @property
    def stage(self) -> str:
        return "finished" if self.over else "running" if self.game else "waiting"

    def sides_of(self, key: str) -> frozenset[str]:
        """The sides somebody plays."""
        return frozenset(side for side, chair in self.chairs.items() if key and chair.key == key)

    @property
    def complete(self) -> bool:
        return all(not chair.free and chair.settled for chair in self.chairs.values())

    def seats(self) -> dict[str, str]:
        """Who answers for each side, as a game is kept."""
        return {side: chair.level or HUMAN for side, chair in self.chairs.items()}

    def words(self) -> tuple[str, ...]:
        return tuple(chair.word for chair in self.chairs.values() if chair.word)

    # What visitors do; each gives the room as it is then.

    def seated(self, person: Person, side: str) -> Room:
        """Somebody takes a free chair."""
        if person.is_guest:
            raise NotSo("guests only look on; come with an ssh key to play")
        chair = self._chair(side)
        if not chair.free:
            raise NotSo(f"{chair.name or 'a computer player'} has that side")
        return self._with(side, Chair(person.key, person.name))

    def left(self, person: Person, side: str) -> Room:
        """Somebody gives a chair up before the battle begins."""
        if self.game:
            raise NotSo("the battle has begun; resign, or hand the seat over")
        self._own(person, side)
        return self._with(side, Chair())

    def opened(self, side: str) -> Room:
        """A chair is free for others to take, the battle going on."""
        return self._with(side, Chair(word=self._chair(side).word, ready=True))

    def computed(self, person: Person, side: str, level: str) -> Room:
        """Whoever called the game lets a computer player have a free chair."""
        self._callers(person)
        if self.game or not self._chair(side).free:
            raise NotSo("that side is taken")
        return self._with(side, Chair(level=level, name=level))

    def given_word(self, person: Person, side: str, word: str) -> Room:
        """A player adds a word to the seed, or none, and is ready."""
        if self.game:
            raise NotSo("the dice are cast already")
        chair = self._own(person, side)
        return self._with(side, replace(chair, word=clean(word.strip(), LONGEST_WORD), ready=True))

    def _chair(self, side: str) -> Chair:
        if side not in self.chairs:
            raise NotSo(f"there is no side {clean(side, 40)}")
        return self.chairs[side]

    def _own(self, person: Person, side: str) -> Chair:
        chair = self._chair(side)
        if not person.key or chair.key != person.key:
            raise NotSo("that is not your seat")
        return chair

    def _callers(self, person: Person) -> None:
        if not person.key or person.key != self.caller:
            raise NotSo("only whoever called the game may do that")

    def _with(self, side: str, chair: Chair) -> Room:
        return replace(self, chairs={**self.chairs, side: chair})


class Rooms:
    """Every room, kept with the games: what is here is on the disk."""

    def __init__(self, store: Store) -> None:
        self._store = store
        with store.telling("opened"):
            store.base().executescript(TABLES)
            rows = store.base().execute("SELECT content FROM room ORDER BY rowid").fetchall()
        self._rooms: dict[str, Room] = {}
        for (content,) in rows:
            room: Room = unpack(Room, json.loads(content))
            self._rooms[room.id] = room

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def __getitem__(self, name: str) -> Room:
        if name not in self._rooms:
            raise NotSo(f"there is no game {clean(name, 60)}")
        return self._rooms[name]

    def call(self, person: Person, terms: Terms, sides: list[str]) -> Room:
        """A new room. Its seed is drawn now and committed to before anybody adds a word."""
        if person.is_guest:
            raise NotSo("guests only look on; come with an ssh key to play")
        seed = token_hex(16)
        name = new_name(lambda name: name in self._rooms)
        called = datetime.now(UTC).isoformat(timespec="seconds")
        room = Room(name, person.key, terms, dict.fromkeys(sides, Chair()), commitment(seed), called)
        self._write(room, seed)
        return room

    def put(self, room: Room) -> Room:
        """The room as it is now."""
        self._write(room, self.seed(room.id))
        return room

    def drop(self, person: Person, name: str) -> None:
        """Whoever called a game that has not begun calls it off."""
        room = self[name]
        room._callers(person)
        if room.game:
            raise NotSo("the battle has begun")
        with self._store.writing() as base:
            base.execute("DELETE FROM room WHERE id = ?", (name,))
        del self._rooms[name]

    def seed(self, name: str) -> str:
        """The seed, for beginning the game; it goes nowhere else."""
        found = self._store.base().execute("SELECT seed FROM room WHERE id = ?", (name,)).fetchone()
        return str(found[0])

    def _write(self, room: Room, seed: str) -> None:
        with self._store.writing() as base:
            base.execute("INSERT OR REPLACE INTO room VALUES (?, ?, ?)", (room.id, json.dumps(pack(room)), seed))
        self._rooms[room.id] = room
