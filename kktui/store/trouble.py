"""Why a game cannot be kept, found or believed, each in one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.text import clean

LONGEST = 600
"""Characters of a sentence about a file that somebody else made."""
MISSHAPEN = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)
"""What comes of values in a game that nobody ever wrote there."""


class StoreTrouble(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """The store cannot do this now; nothing that was acknowledged is lost."""

    def __str__(self) -> str:
        return clean(super().__str__(), LONGEST)


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
