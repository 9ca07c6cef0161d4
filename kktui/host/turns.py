"""Whose keys come next: a few visitors' at once, and of those who wait, whoever has typed least."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

AT_ONCE = 6
"""Visitors whose keys are worked on at the same time."""
MANY = 10
"""Keys of one visitor that are applied together while nobody else waits."""
LONGEST = 0.5
"""Seconds after which a visitor's picture is not waited for."""

SLOWEST = 2.0
"""Seconds for which one who comes in keeps the next one waiting at most."""
BREATH = 0.05
"""Seconds between one who was shown in and the next, for those who are here."""


class Typist(Protocol):
    """Somebody who types."""

    @property
    def pending(self) -> int:
        """Keys that wait."""
        ...

    def take_turn(self, keys: int, done: Callable[[], None]) -> None:
        """Apply so many keys at most, and say when the picture shows them."""
        ...


class Turns:
    """Hands out turns. A flood of keys from some waits for the few keys of others, never the other way round."""

    def __init__(self) -> None:
        self._busy: set[Typist] = set()
        self._waiting: dict[Typist, None] = {}
        self._last_in: asyncio.Event | None = None

    async def come_in(self, shown: asyncio.Event) -> None:
        """Wait until whoever came before has been shown in; `shown` is set by this one then."""
        before, self._last_in = self._last_in, shown
        if before is not None and not before.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(before.wait(), SLOWEST)
            await asyncio.sleep(BREATH)

    def ask(self, who: Typist) -> None:
        """Somebody has typed."""
        self._waiting[who] = None
        self._go_on()

    def forget(self, who: Typist) -> None:
        """Somebody is gone."""
        self._waiting.pop(who, None)
        self._busy.discard(who)
        self._go_on()

    def _go_on(self) -> None:
        while len(self._busy) < AT_ONCE:
            free = [who for who in self._waiting if who not in self._busy]
            if not free:
                return
            who = min(free, key=lambda each: each.pending)
            del self._waiting[who]
            self._busy.add(who)
            done = partial(self._done, who)
            giving_up = asyncio.get_running_loop().call_later(LONGEST, done)
            who.take_turn(1 if self._waiting else MANY, partial(_first, giving_up, done))

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
