"""Whose keys come next: a few visitors' at once, and of those who wait, whoever has typed least of late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Protocol

from kktui.host.limits import Clock

AT_ONCE = 6
"""Visitors whose keys are worked on at the same time."""
FLOODS = 2
"""Of these, visitors who type faster than one reads."""
FLOOD = 40.0
"""Keys of late from which on somebody is one of those."""
LATELY = 4.0
"""Seconds in which a key is forgotten, more or less."""
MANY = 10
"""Keys of one visitor that are applied together while nobody else waits."""
LONGEST = 0.5
"""Seconds after which a visitor's picture is not waited for."""


class Typist(Protocol):
    """Somebody who types."""

    @property
    def pending(self) -> int:
        """Keys that wait."""
        ...

    def take_turn(self, keys: int, done: Callable[[], None]) -> None:
        """Apply so many keys at most, and say when the picture shows them."""
        ...


class Tally:
    """How much somebody has typed of late."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._count = 0.0
        self._seen = clock()

    @property
    def count(self) -> float:
        now = self._clock()
        self._count *= 0.5 ** ((now - self._seen) / LATELY)
        self._seen = now
        return self._count

    def add(self, keys: int) -> None:
        self._count = self.count + keys


class Turns:
    """Hands out turns. A flood of keys from some waits for the few keys of others, never the other way round."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock = clock
        self._busy: set[Typist] = set()
        self._waiting: dict[Typist, None] = {}
        self._tallies: dict[Typist, Tally] = {}

    def ask(self, who: Typist) -> None:
        """Somebody has typed."""
        self._waiting[who] = None
        self._go_on()

    def forget(self, who: Typist) -> None:
        """Somebody is gone."""
        self._waiting.pop(who, None)
        self._tallies.pop(who, None)
        self._busy.discard(who)
        self._go_on()

    def _go_on(self) -> None:
        while len(self._busy) < AT_ONCE and (who := self._next()) is not None:
            del self._waiting[who]
            self._busy.add(who)
            keys = min(who.pending, 1 if self._waiting else MANY)
            self._tally(who).add(keys)
            done = partial(self._done, who)
            giving_up = asyncio.get_running_loop().call_later(LONGEST, done)
            who.take_turn(keys, partial(_first, giving_up, done))

    def _next(self) -> Typist | None:
        """Whoever has typed least of late, what waits included, unless that is a flood and there are floods enough."""
        free = [who for who in self._waiting if who not in self._busy]
        if not free:
            return None
        who = min(free, key=lambda each: self._tally(each).count + each.pending)
        crowded = sum(self._tally(each).count >= FLOOD for each in self._busy) >= FLOODS
        return None if crowded and self._tally(who).count >= FLOOD else who

    def _tally(self, who: Typist) -> Tally:
        if who not in self._tallies:
            self._tallies[who] = Tally(self._clock)
        return self._tallies[who]

    def _done(self, who: Typist) -> None:
        if who in self._busy:
            self._busy.discard(who)
            if who.pending:
                self._waiting[who] = None
            self._go_on()


def _first(giving_up: asyncio.TimerHandle, done: Callable[[], None]) -> None:
    """Done in time: nothing is given up."""
    if not giving_up.cancelled():
        giving_up.cancel()
        done()
