"""What a typed line comes to, and the form that every kind of request has at a keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Reply:
    """What a typed line comes to: words to say, an answer to give, or answers to offer by a word each."""

    said: tuple[str, ...] = ()
    answer: Any = None
    offers: Mapping[str, Any] = field(default_factory=dict)


class How(NamedTuple):
    """How a kind of question is answered: in full, and for whoever has often heard it."""

    full: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()


class Form(Protocol):
    """One request as it is put to somebody at a keyboard."""

    how: How

    def question(self) -> list[str]:
        """The question and what may be answered."""

    def read(self, typed: str) -> Reply:
        """What a typed line means here; Unclear when it means nothing."""

    def describe(self, answer: Any) -> str:
        """An answer in words."""

    def odds(self, typed: str) -> list[str]:
        """The full odds behind an answer."""

    def help(self) -> list[str]:
        """How to answer."""

    def half(self) -> Any:
        """What has been changed of the proposal so far; None when nothing can be."""

    def resume(self, half: Any) -> None:
        """Go on from there."""
