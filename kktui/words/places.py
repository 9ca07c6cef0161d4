"""Who and where an event is about, found by its fields alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from kktui.engine.events import Event
from kktui.engine.state import AnyState
from kktui.table.geometry import Point


def named_in(state: AnyState, event: Event) -> list[str]:
    """The figures and units an event names, in the order of its fields, each once."""
    found: dict[str, None] = {}
    for field in fields(event):
        for each in _ids(getattr(event, field.name)):
            if each in state.figures or each in state.units:
                found[each] = None
    return list(found)


def _ids(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (key for key in value if isinstance(key, str))
    elif isinstance(value, tuple | list):
        yield from (each for each in value if isinstance(each, str))


def figures_in(state: AnyState, event: Event) -> list[str]:
    """The figures with a place on the table that an event names."""
    return [each for each in named_in(state, event) if each in state.figures and state.figures[each].pose is not None]


def middle_of(state: AnyState, keys: Iterable[str]) -> Point | None:
    """The middle of figures and of units' men, as far as they are on the table."""
    places = []
    for key in keys:
        if key in state.figures and state.figures[key].pose is not None:
            places.append(state.figures[key].pose.at)
        elif key in state.units:
            places += [man.pose.at for man in state.men(key)]
        else:
            shape = next((zone.shape for zone in state.scenario.ground.zones if zone.id == key), ())
            places += shape
    if not places:
        return None
    return Point(sum(p.x for p in places) / len(places), sum(p.y for p in places) / len(places)).rounded()


def place_in(state: AnyState, event: Event) -> Point | None:
    """Where an event happened, if it happened anywhere."""
    named = figures_in(state, event) or named_in(state, event)
    return middle_of(state, named[:2])
