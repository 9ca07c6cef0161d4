"""What players have half decided, kept with the games, so that it outlives the host's process."""

from __future__ import annotations

from collections.abc import Mapping

from kktui.match.drafts import Draft, read, written
from kktui.store.database import Store

TABLES = """
CREATE TABLE IF NOT EXISTS draft (
    game TEXT NOT NULL, side TEXT NOT NULL, content TEXT NOT NULL, PRIMARY KEY (game, side)
) STRICT;
"""


class Drafts:
    """The drafts of every game. One transaction writes what has changed, not one for every key."""

    def __init__(self, store: Store) -> None:
        self._store = store
        with store.telling("opened"):
            store.base().executescript(TABLES)

    def of(self, game: str) -> dict[str, Draft]:
        """What was half decided in a game when it was last looked at."""
        rows = self._store.base().execute("SELECT side, content FROM draft WHERE game = ?", (game,))
        return {side: read(content) for side, content in rows}

    def keep(self, changed: Mapping[str, Mapping[str, Draft]]) -> None:
        """Write down what has changed, by game and side."""
        rows = [(game, side, written(draft)) for game, drafts in changed.items() for side, draft in drafts.items()]
        if rows:
            with self._store.writing() as base:
                base.executemany("INSERT OR REPLACE INTO draft VALUES (?, ?, ?)", [row for row in rows if row[2]])

    def drop(self, game: str) -> None:
        """The game is over."""
        with self._store.writing() as base:
            base.execute("DELETE FROM draft WHERE game = ?", (game,))
