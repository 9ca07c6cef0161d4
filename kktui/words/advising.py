"""What a sensible captain would answer."""

from __future__ import annotations

from typing import Any

from kktui.engine.check import default_answer, settle
from kktui.engine.requests import Plan, Refusal, Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState


def advice(rules: Ruleset, state: AnyState, request: Request) -> Any:
    """A sensible answer that is allowed, or None when even a captain is at a loss."""
    advised = rules.advise(state, request)
    settled = settle(state, request, advised)
    if isinstance(settled, Refusal):
        advised = settled.nearest
    if advised is None or isinstance(settle(state, request, advised), Refusal):
        return None
    return advised


def proposal(rules: Ruleset, state: AnyState, request: Plan) -> dict[str, Any]:
    """For each part of a plan what a sensible player would answer, or else its first option."""
    plain = {key: default_answer(part) for key, part in request.parts.items()}
    advised = rules.advise(state, request)
    if isinstance(advised, dict):
        whole = {**plain, **{key: value for key, value in advised.items() if key in plain}}
        if not isinstance(settle(state, request, whole), Refusal):
            return whole
    return plain
