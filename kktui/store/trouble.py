"""Why a game cannot be kept, found or believed, each in one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence


class StoreTrouble(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """The store cannot do this now; nothing that was acknowledged is lost."""


class Taken(StoreTrouble):
    """Another process is playing this game."""


class Altered(StoreTrouble):
    """A game, a database or a file that is not what was once written."""


class Outgrown(StoreTrouble):
    """A game whose rules have changed since: it can be looked at but not played on."""


class NoGame(StoreTrouble):
    """No game has this id."""

    def __init__(self, name: str, suggestions: Sequence[str] = ()) -> None:
        self.suggestions = tuple(suggestions)
        guess = f", did you mean '{suggestions[0]}'?" if suggestions else "; 'kktui games' lists them"
        super().__init__(f"no game is called '{name}'{guess}")
