"""What one side sees, and what it is asked."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.requests import Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import FIELDED, AnyState
from kktui.words.finding import Unclear, man_of


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
        """The figure on the table that the question is about, if it is about one."""
        about = self.request.about if self.request is not None else ""
        if about in self.state.units:
            try:
                return man_of(self.state, about)
            except Unclear:
                return ""
        man = self.state.figures.get(about)
        return about if man is not None and man.standing == FIELDED else ""
