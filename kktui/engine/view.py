"""A viewer's picture of a battle: the fold of the events that viewer may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kktui.engine.state import AnyState, Entry, State, clone
from kktui.table import Table


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
        notes=clone(state.notes),
        turn=state.turn,
        phase=state.phase,
        decks={deck: state.masked(cards, side) for deck, cards in state.decks.items()},
        discards={deck: state.masked(cards, side) for deck, cards in state.discards.items()},
        drawn_up=state.drawn_up,
        result=state.result,
    )
    copy.lay_table()
    return copy
