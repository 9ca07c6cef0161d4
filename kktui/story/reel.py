"""A battle on a reel: it can be wound to any of its events, forward and back."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.events import Event
from kktui.engine.game import Game
from kktui.engine.state import AnyState, Entry, Snapshot
from kktui.engine.view import masked

STRIDE = 64
"""Events between two moments that are remembered whole."""


class Reel:
    """`state` is the battle as it stood when the first `at` events had happened."""

    def __init__(self, start: AnyState, events: Sequence[Event]) -> None:
        """`start` is the battle before its first event; it becomes the reel's own."""
        self.state = start
        self.events = tuple(events)
        self.at = 0
        self._entries: list[Entry] = []
        self._kept: dict[int, Snapshot] = {0: start.snapshot()}

    def __len__(self) -> int:
        return len(self.events)

    def wind(self, to: int) -> AnyState:
        """The battle after so many events."""
        to = min(max(to, 0), len(self.events))
        near = max(at for at in self._kept if at <= to)
        if to < self.at or near > self.at:
            self._come_back(near)
        while self.at < to:
            self._step()
        return self.state

    def _come_back(self, at: int) -> None:
        self.state.log[:] = self._entries[:at]
        self.state.restore(self._kept[at])
        self.at = at

    def _step(self) -> None:
        self.state.record(self.events[self.at])
        self.at += 1
        if self.at > len(self._entries):
            self._entries.append(self.state.log[-1])
        if self.at % STRIDE == 0 and self.at not in self._kept:
            self._kept[self.at] = self.state.snapshot()


def reel_of(game: Game, side: str = "") -> Reel:
    """A battle from its first event: all of it once it is over, till then what a side or a spectator ("") sees."""
    start = game.setup.rules.muster(game.setup.scenario, game.setup.book)
    if game.over:
        return Reel(start, [entry.event for entry in game.state.log])
    seen = (entry.seen_by(side) for entry in game.state.log)
    return Reel(masked(start, side), [event for event in seen if event is not None])
