"""What visitors say: in the lobby, and at a game to all or to their own side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic

from kktui.host.limits import Allowance, Clock, Limits
from kktui.host.people import Person
from kktui.host.rooms import NotSo
from kktui.store.database import Store
from kktui.text import clean

TABLES = """
CREATE TABLE IF NOT EXISTS said (
    room TEXT NOT NULL, at TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, side TEXT NOT NULL, text TEXT NOT NULL
) STRICT;
"""
LOBBY = ""
ONLOOKERS = "onlookers"


@dataclass(frozen=True, slots=True)
class Said:
    """One line of chat."""

    at: str
    person: Person
    text: str
    side: str = ""
    """Only for those of this side; empty for all."""


class Chat:
    """The lines of every room and of the lobby, kept with the games and bounded."""

    def __init__(self, store: Store, limits: Limits, clock: Clock = monotonic) -> None:
        self._store = store
        self._limits = limits
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}
        self._muted: set[str] = set()
        self.hear: Callable[[str, Said], None] = lambda room, said: None
        """Told of every line, with its room."""
        with store.telling("opened"):
            store.base().executescript(TABLES)

    def say(self, person: Person, text: str, room: str = LOBBY, side: str = "") -> None:
        """Say something; too much of it is refused."""
        line = clean(text.strip(), self._limits.said)
        if not line:
            return
        who = person.key or person.name
        if who in self._muted:
            raise NotSo("the host has asked you to be silent")
        if not self._allowance(who).take():
            raise NotSo(f"slowly: {self._limits.says_per_ten_seconds} lines in ten seconds")
        said = Said(datetime.now(UTC).isoformat(timespec="seconds"), person, line, side)
        self._keep(room, said)
        self.hear(room, said)

    def lines(self, room: str, side: str) -> list[Said]:
        """What was said in a room, as far as a side may hear it."""
        rows = self._store.base().execute(
            "SELECT at, key, name, text, side FROM said WHERE room = ? ORDER BY rowid", (room,)
        )
        every = [Said(at, Person(key, name), text, to) for at, key, name, text, to in rows]
        return [said for said in every if may_hear(said, side)]

    def mute(self, key: str, quiet: bool) -> None:
        """Whether somebody's lines are taken."""
        (self._muted.add if quiet else self._muted.discard)(key)

    def muted(self, key: str) -> bool:
        return key in self._muted

    def _allowance(self, who: str) -> Allowance:
        if who not in self._allowances:
            if len(self._allowances) >= self._limits.addresses:
                self._allowances.clear()
            self._allowances[who] = Allowance(self._limits.says_per_ten_seconds, 10, self._clock)
        return self._allowances[who]

    def _keep(self, room: str, said: Said) -> None:
        with self._store.writing() as base:
            row = (room, said.at, said.person.key, said.person.name, said.side, said.text)
            base.execute("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", row)
            base.execute(
                "DELETE FROM said WHERE room = ?1 AND rowid NOT IN"
                " (SELECT rowid FROM said WHERE room = ?1 ORDER BY rowid DESC LIMIT ?2)",
                (room, self._limits.lines_of_chat),
            )


def may_hear(said: Said, side: str) -> bool:
    """Whether a line is meant for this side."""
    return said.side in ("", side)
