"""What has happened, line by line, under headings for turns and phases."""

from __future__ import annotations

from collections.abc import Iterable

from kktui.engine.events import Ended, Event, PhaseBegan, TurnBegan
from kktui.engine.state import AnyState, Entry
from kktui.engine.telling import tell
from kktui.plain.paper import Paper
from kktui.words.news import seen, told


class News:
    """Tells events as they come; a phase in which there is nothing to tell gets no heading."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._phase = ""

    def tell(self, state: AnyState, side: str, entries: Iterable[Entry]) -> None:
        for event in seen(entries, side):
            self._one(state, event)

    def _one(self, state: AnyState, event: Event) -> None:
        if isinstance(event, TurnBegan):
            self._paper.heading(f"== {tell(state, event)} of {state.scenario.turns} ==")
        elif isinstance(event, PhaseBegan):
            self._phase = tell(state, event)
        elif not isinstance(event, Ended) and (lines := told(state, event)):
            if self._phase:
                self._paper.say(f"-- {self._phase} --")
                self._phase = ""
            self._paper.all(lines)
