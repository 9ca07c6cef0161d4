"""What a sensible soldier would answer, by the odds of the rules themselves."""

from __future__ import annotations

from typing import Any

from kktui.engine.requests import Arrange, Choose, Move, Request
from kktui.rules.camelot.figures import Battle


def advise(battle: Battle, request: Request) -> Any:
    """A sensible answer to any question this ruleset asks."""
    if isinstance(request, Arrange):
        return {}
    if isinstance(request, Move):
        return {"path": request.best}
    assert isinstance(request, Choose)
    return request.options[0].id
