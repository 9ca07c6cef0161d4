"""Who is shown in next: one after another, with a rest after each for those who are here already."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from time import thread_time

SLOWEST = 2.0
"""Seconds for which one who comes in keeps the next one waiting at most."""
BREATH = 0.05
"""Seconds of rest at least after each."""
REST = 2.0
"""The same, as a multiple of the work it took to show that one in: the first picture takes far more than any other."""


class Rank(IntEnum):
    """In which order those who wait are shown in."""

    PLAYER = 0
    """Plays in a battle that goes on."""
    OTHER = 1


class Entrance:
    """Lets visitors in. However many knock, those who play are not kept from it."""

    def __init__(self) -> None:
        self._queue: list[tuple[Rank, int, asyncio.Future[None], asyncio.Event]] = []
        self._numbers = count()
        self._busy: asyncio.Task[None] | None = None

    async def come_in(self, rank: Rank, shown: asyncio.Event) -> None:
        """Wait for one's turn, which lasts until `shown` is set: also by one who goes away instead."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._queue, (rank, next(self._numbers), turn, shown))
        if self._busy is None:
            self._let_in()
        await turn

    async def _attend(self, shown: asyncio.Event) -> None:
        """Until this one is shown in and the others have had their rest."""
        before = thread_time()
        with suppress(TimeoutError):
            await asyncio.wait_for(shown.wait(), SLOWEST)
        await asyncio.sleep(max(BREATH, REST * (thread_time() - before)))
        self._let_in()

    def _let_in(self) -> None:
        """The turn of the first who has not gone away meanwhile."""
        self._busy = None
        while self._queue and self._busy is None:
            *_, turn, shown = heappop(self._queue)
            if not turn.done():
                self._busy = asyncio.create_task(self._attend(shown))
                turn.set_result(None)
