"""Whose turn it is in the games that nobody has open, kept with the games."""

from __future__ import annotations

import json
from collections.abc import Mapping

from kktui.store.database import Store

TABLES = """
CREATE TABLE IF NOT EXISTS waiting (room TEXT PRIMARY KEY, sides TEXT NOT NULL) STRICT;
"""


class Waiting:
    """For each room the sides that were waited for when it was last looked at."""

    def __init__(self, store: Store) -> None:
        self._store = store
        with store.telling("opened"):
            store.base().executescript(TABLES)

    def all(self) -> dict[str, frozenset[str]]:
        """As it was written down."""
        with self._store.telling("read"):
            rows = self._store.base().execute("SELECT room, sides FROM waiting").fetchall()
        return {room: frozenset(json.loads(sides)) for room, sides in rows}

    def keep(self, changed: Mapping[str, frozenset[str]]) -> None:
        """Write down what has changed, in one transaction."""
        rows = [(room, json.dumps(sorted(sides))) for room, sides in changed.items()]
        if rows:
            with self._store.writing() as base:
                base.executemany("INSERT OR REPLACE INTO waiting VALUES (?, ?)", rows)
