"""A sensible player: it asks the ruleset what a soldier would do, and falls back on the first option."""

from __future__ import annotations

from typing import Any

from kktui.engine.dice import Luck
from kktui.engine.requests import Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState


class Soldier:
    """Moves to fight or to shoot, takes cover, keeps its leader out of harm's way; by the odds of the rules."""

    def answer(self, rules: Ruleset, state: AnyState, request: Request, luck: Luck) -> Any:
        return rules.advise(state, request)
