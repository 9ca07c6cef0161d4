"""One way of answering for every kind of question, and ways of looking about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kktui.engine.requests import Arrange, Choose, Plan
from kktui.tui.asking.arranging import Arranging
from kktui.tui.asking.choosing import Choosing
from kktui.tui.asking.looking import Looking, Measuring
from kktui.tui.asking.mode import Answering, Desk, Mode, Question
from kktui.tui.asking.moving import Moving
from kktui.tui.asking.planning import Planning

__all__ = ["Answering", "Desk", "Looking", "Measuring", "Mode", "Question", "mode_for"]


def mode_for(desk: Desk, question: Question, open_part: Callable[[Question, Any], None]) -> Answering:
    """The way to answer a question; `open_part` puts one part of a plan on its own."""
    request = question.request
    if isinstance(request, Plan):
        return Planning(desk, question, open_part)
    if isinstance(request, Choose):
        return Choosing(desk, question)
    if isinstance(request, Arrange):
        return Arranging(desk, question)
    return Moving(desk, question)
