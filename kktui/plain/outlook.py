"""What one side sees, and what it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from kktui.engine.requests import Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.plain.finding import Unclear, man_of


@dataclass(frozen=True, slots=True)
class Outlook:
    """The battle from one side's chair."""

    rules: Ruleset
    state: AnyState
    """The view of the side, never the battle's own when anything is hidden."""
    side: str
    request: Request | None = None

    @property
    def actor(self) -> str:
        """The figure that the question is about, if it is about one."""
        about = self.request.about if self.request is not None else ""
        if about in self.state.units:
            try:
                return man_of(self.state, about)
            except Unclear:
                return ""
        man = self.state.figures.get(about)
        return about if man is not None and man.pose is not None else ""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a typed line comes to: words to say, an answer to give, or answers to offer by a word each."""

    said: tuple[str, ...] = ()
    answer: Any = None
    offers: Mapping[str, Any] = field(default_factory=dict)


class Form(Protocol):
    """One request as it is put to somebody at a keyboard."""

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
