"""The desk a battle is played from: the game that is kept, the lines typed, the paper written on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

from kktui.engine.game import Game
from kktui.engine.requests import Request
from kktui.match import Played
from kktui.plain.forms import How
from kktui.plain.paper import WIDTH, Paper
from kktui.plain.typed import Lines, Source

OFTEN = 3
"""So many times one hears in full how a kind of question is answered."""


class Notes(Protocol):
    """Remembers how far a side has come with its question."""

    def note(self, side: str, request: Request, half: Any) -> None: ...

    def noted(self, side: str, request: Request) -> Any: ...


@dataclass(frozen=True, slots=True)
class Options:
    """How the line client shows itself."""

    width: int = WIDTH
    resume: str = ""
    """The command that resumes this game; `kktui resume ID` unless told."""
    echo: bool = False
    """Write down what was typed, as for a script whose transcript is kept."""
    notes: Notes | None = None
    """Where a decision half made is kept for whoever comes back to it."""
    curtain: int = 0
    """Empty lines let down between two players at one keyboard when something is secret."""


class Gone(Exception):  # noqa: N818 - not an error: whoever sat here has left
    """No more lines are typed, or the player quits."""


class Desk:
    """One keyboard, one paper, one game."""

    def __init__(self, keeper: Played, source: Source, out: TextIO, options: Options) -> None:
        self.keeper = keeper
        self.options = options
        self.paper = Paper(out, options.width)
        self._lines = Lines(source)
        self._heard = Counter[How]()

    @property
    def game(self) -> Game:
        return self.keeper.game

    @property
    def resume(self) -> str:
        """The command that resumes this game."""
        return self.options.resume or f"kktui resume {self.keeper.id}"

    def reminder(self, how: How) -> tuple[str, ...]:
        """How to answer; who has heard it a few times is not told all of it again."""
        self._heard[how] += 1
        return how.full if self._heard[how] <= OFTEN else how.brief

    def read(self, prompt: str = "> ") -> str:
        """The next typed line; Gone when there is none."""
        self.paper.prompt(prompt)
        typed = self._lines.next()
        if typed is None:
            self.paper.gap()
            raise Gone
        if self.options.echo:
            self.paper.exactly([typed])
        return typed
