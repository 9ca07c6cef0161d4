"""A viewer's picture of a battle: the fold of the events that viewer may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from kktui.engine.codec import names
from kktui.engine.state import AnyState, Entry, State
from kktui.table import Table
from kktui.table.records import clone


class View:
    """What one side, or a spectator (""), knows. `state` is theirs to read, never the battle's own."""

    __slots__ = ("seen", "side", "state")

    def __init__(self, start: AnyState, side: str) -> None:
        """`start` is the battle before its first event, or any later moment to begin from."""
        self.side = side
        self.state = masked(start, side)
        self.seen = len(start.log)

    def follow(self, log: Sequence[Entry]) -> None:
        """Take in what happened since."""
        for entry in log[self.seen :]:
            event = entry.seen_by(self.side)
            if event is not None:
                self.state.record(event)
        self.seen = len(log)


def masked(state: AnyState, side: str) -> AnyState:
    """A copy of a state without the units hidden from a side."""
    units = {key: clone(unit) for key, unit in state.units.items() if not state.hidden_from(side, key)}
    figures = {key: clone(man) for key, man in state.figures.items() if man.unit in units}
    copy: AnyState = State(
        scenario=replace(state.scenario, troops=tuple(t for t in state.scenario.troops if t.id in units)),
        book=state.book,
        table=Table(state.scenario.ground),
        sides=state.sides,
        figures=figures,
        units=units,
        notes=_without(state.notes, {*state.units, *state.figures} - {*units, *figures}),
        turn=state.turn,
        phase=state.phase,
        decks={deck: state.masked(cards, side) for deck, cards in state.decks.items()},
        discards={deck: state.masked(cards, side) for deck, cards in state.discards.items()},
        drawn_up=tuple(each for each in state.drawn_up if each in units),
        result=state.result,
        kinds=state.kinds,
    )
    copy.lay_table()
    return copy


def _without(notes: Any, secret: Set[str]) -> Any:
    """A ruleset's notes with every id left out that nobody may know."""
    copy = clone(notes)
    for name in names(type(notes)):
        setattr(copy, name, _cleared(getattr(notes, name), secret))
    return copy


def _cleared(value: Any, secret: Set[str]) -> Any:
    """A tuple loses what is secret, and pairs that name it; a lone id becomes empty."""
    if isinstance(value, tuple):
        return tuple(each for each in value if not secret & set(each if isinstance(each, tuple) else (each,)))
    if isinstance(value, Mapping):
        return {key: _cleared(each, secret) for key, each in value.items() if key not in secret}
    return "" if isinstance(value, str) and value in secret else value
