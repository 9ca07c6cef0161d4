"""What of the log a viewer may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from kktui.engine.events import AllMoved, Event, PhaseBegan, TurnBegan
from kktui.engine.state import AnyState, Entry
from kktui.engine.telling import name_of, tell, way_words
from kktui.table.geometry import Point

A_HAIR = 0.05
"""Inches too few to be told."""


def this_turn(log: Sequence[Entry]) -> int:
    """Where in the log the present turn begins: who takes a battle up again hears it from there."""
    return next((i for i in range(len(log) - 1, -1, -1) if isinstance(log[i].event, TurnBegan)), 0)


def seen(entries: Iterable[Entry], side: str) -> Iterator[Event]:
    """The events as a side sees them; "" is a spectator."""
    for entry in entries:
        event = entry.seen_by(side)
        if event is not None:
            yield event


def told(state: AnyState, event: Event) -> list[str]:
    """An event in lines; where everybody moves at once, how each unit fared stands below, for whoever sees no map."""
    text = tell(state, event)
    if not text:
        return []
    return [text, *(f"  {each}" for each in courses(state, event))] if isinstance(event, AllMoved) else [text]


def courses(state: AnyState, event: AllMoved) -> Iterator[str]:
    """`The lances: 5 of 6 move, Amaury 13.9 cm south to 23.2 22.2`, the way of the leader or of the first of them."""
    for unit in event.units:
        went = [man for man, path in event.paths.items() if state.figures[man].unit == unit and _leads_on(path)]
        if not went:
            continue
        leader = state.units[unit].leader
        man = leader if leader in went else went[0]
        way, men = way_words(state, event.paths[man]), len(state.men(unit))
        yield f"{name_of(state, unit)}: {f'{len(went)} of {men} move, {name_of(state, man)} ' if men > 1 else ''}{way}."


def _leads_on(path: Sequence[Point]) -> bool:
    return path[0].to(path[-1]) >= A_HAIR


def sentences(state: AnyState, side: str, number: int) -> list[str]:
    """The last lines of the log that a side may read."""
    events = (event for event in seen(state.log, side) if not isinstance(event, PhaseBegan))
    return [line for event in events for line in told(state, event)][-number:]


def last_roll(state: AnyState, side: str) -> Event | None:
    """The last event a side saw for which dice were thrown."""
    for event in reversed(list(seen(state.log, side))):
        if modifiers_of(event) or any(hasattr(event, name) for name in ("roll", "rolls", "dice")):
            return event
    return None


def modifiers_of(event: Event) -> dict[str, Any]:
    """The lists of modifiers of an event, by the field they are in: whatever its ruleset calls them."""
    return {each.name: getattr(event, each.name) for each in fields(event) if each.type == "tuple[Modifier, ...]"}
