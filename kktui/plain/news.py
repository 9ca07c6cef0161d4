"""What has happened, line by line, under headings for turns and phases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kktui.engine.events import Ended, Event, PhaseBegan, TurnBegan
from kktui.engine.state import AnyState, Entry
from kktui.engine.telling import tell
from kktui.plain.paper import Paper


class News:
    """Tells events as they come; a phase in which there is nothing to tell gets no heading."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._phase = ""

    def tell(self, state: AnyState, side: str, entries: Iterable[Entry]) -> None:
        for event in seen(entries, side):
            self._one(state, event)

    def _one(self, state: AnyState, event: Event) -> None:
        text = tell(state, event)
        if isinstance(event, TurnBegan):
            self._paper.heading(f"== {text} of {state.scenario.turns} ==")
        elif isinstance(event, PhaseBegan):
            self._phase = text
        elif text and not isinstance(event, Ended):
            if self._phase:
                self._paper.say(f"-- {self._phase} --")
                self._phase = ""
            self._paper.say(text)


def this_turn(log: Sequence[Entry]) -> int:
    """Where in the log the present turn begins: who takes a battle up again hears it from there."""
    return next((i for i in range(len(log) - 1, -1, -1) if isinstance(log[i].event, TurnBegan)), 0)


def seen(entries: Iterable[Entry], side: str) -> Iterator[Event]:
    """The events as a side sees them; "" is a spectator."""
    for entry in entries:
        event = entry.seen_by(side)
        if event is not None:
            yield event


def sentences(state: AnyState, side: str, number: int) -> list[str]:
    """The last lines of the log that a side may read."""
    told = [tell(state, event) for event in seen(state.log, side) if not isinstance(event, PhaseBegan)]
    return [text for text in told if text][-number:]


def last_roll(state: AnyState, side: str) -> Event | None:
    """The last event a side saw that had modifiers."""
    for event in reversed(list(seen(state.log, side))):
        if modifiers_of(event):
            return event
    return None


def modifiers_of(event: Event) -> dict[str, Any]:
    """The lists of modifiers of an event, by the field they are in."""
    fields = ("modifiers", "target_modifiers")
    return {name: getattr(event, name) for name in fields if hasattr(event, name)}
