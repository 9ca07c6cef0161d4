"""What a match and the line client know of the game that is being kept."""

from __future__ import annotations

from typing import Any, Protocol

from kktui.engine.game import Game
from kktui.engine.requests import Refusal


class Keeper(Protocol):
    """A game that is being kept: every step it takes is safe before it is shown."""

    @property
    def id(self) -> str: ...

    @property
    def game(self) -> Game: ...

    def step(self) -> bool: ...

    def advance(self) -> None: ...

    def answer(self, side: str, value: Any) -> Refusal | None: ...

    def undo(self, side: str) -> Refusal | None: ...

    def close(self) -> None: ...
