"""Who is who: a name belongs to the first key that used it, and the key is the person."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from kktui.host.desk import Desk
from kktui.store.database import Store

TABLES = """
CREATE TABLE IF NOT EXISTS person (
    key TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, since TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS admitted (key TEXT PRIMARY KEY, since TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS ban (key TEXT PRIMARY KEY, why TEXT NOT NULL, since TEXT NOT NULL) STRICT;
"""
RESERVED = frozenset({"admin", "administrator", "host", "operator", "root", "server", "system", "everybody", "nobody"})
_NAME = re.compile(r"[A-Za-z0-9_-]{2,20}")
GUEST = "guest-"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the door or inside."""

    key: str
    """The fingerprint of their ssh key; empty for a guest."""
    name: str

    @property
    def is_guest(self) -> bool:
        return not self.key

    @property
    def mark(self) -> str:
        """Four characters of the fingerprint, to tell look-alikes apart."""
        return self.key.removeprefix("SHA256:")[:4]


class People:
    """The people this host knows, kept with its games."""

    def __init__(self, store: Store, desk: Desk | None = None) -> None:
        self._store = store
        self._desk = desk
        with store.telling("opened"):
            store.base().executescript(TABLES)

    async def met(self, key: str, wanted: str) -> Person | str:
        """The same, with nobody kept waiting while a new name is written down."""
        known = self.known(key)
        if known is not None or self._desk is None:
            return known or self.person(key, wanted)
        return await self._desk.do(lambda store: People(store).person(key, wanted))

    def person(self, key: str, wanted: str) -> Person | str:
        """The person of this key: under the name they have, or under the one they wish; otherwise why not."""
        known = self.known(key)
        if known is not None:
            return known
        if fault := unfit(wanted):
            return fault
        with self._store.writing() as base:
            try:
                row = (key, wanted, wanted.casefold(), _today())
                base.execute("INSERT INTO person VALUES (?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                return f"the name {wanted} belongs to another key; choose another with: ssh NAME@host"
        return Person(key, wanted)

    def known(self, key: str) -> Person | None:
        """The person who came with this key before."""
        found = self._store.base().execute("SELECT name FROM person WHERE key = ?", (key,)).fetchone()
        return Person(key, found[0]) if found else None

    def named(self, name: str) -> Person | None:
        """The person of this name."""
        row = self._store.base().execute("SELECT key, name FROM person WHERE folded = ?", (name.casefold(),)).fetchone()
        return Person(*row) if row else None

    def ban(self, key: str, why: str) -> None:
        """Never let this key in again."""
        with self._store.writing() as base:
            row = (key, why, _today())
            base.execute("INSERT OR REPLACE INTO ban VALUES (?, ?, ?)", row)

    def banned_people(self) -> list[Person]:
        """Who may not come in, the last first."""
        rows = self._store.base().execute(
            "SELECT ban.key, coalesce(name, '') FROM ban LEFT JOIN person USING (key) ORDER BY ban.rowid DESC"
        )
        return [Person(*row) for row in rows]

    def pardon(self, key: str) -> None:
        """Let this key in again."""
        with self._store.writing() as base:
            base.execute("DELETE FROM ban WHERE key = ?", (key,))

    def admit(self, key: str) -> None:
        """Remember that this key came with the invitation."""
        with self._store.writing() as base:
            base.execute("INSERT OR IGNORE INTO admitted VALUES (?, ?)", (key, _today()))

    def admitted(self, key: str) -> bool:
        return self._store.base().execute("SELECT 1 FROM admitted WHERE key = ?", (key,)).fetchone() is not None

    def banned(self, key: str) -> bool:
        return self._store.base().execute("SELECT 1 FROM ban WHERE key = ?", (key,)).fetchone() is not None


def _today() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def unfit(name: str) -> str | None:
    """Why nobody may be called this, or None."""
    if not _NAME.fullmatch(name):
        return "a name is 2 to 20 of A-Z, a-z, 0-9, _ and -; come in with: ssh NAME@host"
    if name.casefold() in RESERVED or name.casefold().startswith(GUEST):
        return f"nobody may be called {name}; come in with another name: ssh NAME@host"
    return None


def guest(seed: str) -> Person:
    """Somebody without a key."""
    return Person("", f"{GUEST}{int(sha256(seed.encode()).hexdigest(), 16) % 9000 + 1000}")
