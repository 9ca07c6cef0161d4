"""What of the log a viewer may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from kktui.engine.events import Event, PhaseBegan, TurnBegan
from kktui.engine.state import AnyState, Entry
from kktui.engine.telling import tell


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
    """The last event a side saw for which dice were thrown."""
    for event in reversed(list(seen(state.log, side))):
        if modifiers_of(event) or any(hasattr(event, name) for name in ("roll", "rolls", "dice")):
            return event
    return None


def modifiers_of(event: Event) -> dict[str, Any]:
    """The lists of modifiers of an event, by the field they are in: whatever its ruleset calls them."""
    return {each.name: getattr(event, each.name) for each in fields(event) if each.type == "tuple[Modifier, ...]"}
