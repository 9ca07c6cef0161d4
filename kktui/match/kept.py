"""What a match and the line client know of the game that is being kept."""

from __future__ import annotations

from typing import Any, Protocol

from kktui.engine.game import Game
from kktui.engine.requests import Refusal


class Shown(Protocol):
    """A game to look on at."""

    @property
    def id(self) -> str: ...

    @property
    def game(self) -> Game: ...

    def step(self) -> bool: ...


class Played(Shown, Protocol):
    """A game whose questions are answered here."""

    def advance(self) -> None: ...

    def answer(self, side: str, value: Any) -> Refusal | None: ...

    def undo(self, side: str) -> Refusal | None: ...

    def resign(self, side: str) -> Refusal | None: ...

    def close(self) -> None: ...


class Keeper(Played, Protocol):
    """A game that is being kept: every step it takes is safe before it is shown."""

    def take_back(self, side: str) -> None: ...

    def resign(self, side: str) -> Refusal | None: ...

    def agree_on_draw(self) -> Refusal | None: ...

    def stand_in(self, side: str, level: str) -> None: ...

    def stand_aside(self, side: str) -> None: ...
