"""What others did is shown to everybody in turn, within a share of the processor; one's own keys never wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any

from textual.screen import Screen

SHARE = 0.8
"""Of the processor, for painting what others did."""
LEISURE = 0.25
"""The same, for the lobby."""
PAUSE = 0.01
"""Seconds between looks whether it is the lobby's turn."""
BEAT = 0.1
"""Seconds between looks at how late everything is."""
CALM = 0.03
"""Seconds by which things may be late before walks and shots are no longer acted out."""
LONGEST = 0.5
"""Seconds after which a screen that does not finish is not waited for."""


class Painter:
    """Lets one screen after another catch up. A screen asked for twice catches up once, with the newest."""

    def __init__(self) -> None:
        self._waiting: dict[Screen[Any], Callable[[], None]] = {}
        self._leisurely: dict[Screen[Any], Callable[[], None]] = {}
        self._something = asyncio.Event()
        self.late = 0.0
        """Seconds by which what is due is late, on the whole."""

    @property
    def calm(self) -> bool:
        """Whether there is time for more than what has to be shown."""
        return self.late < CALM

    async def keep_time(self) -> None:
        """Know how late everything is, for as long as the host runs."""
        while True:
            began = perf_counter()
            await asyncio.sleep(BEAT)
            self.late = 0.7 * self.late + 0.3 * max(0.0, perf_counter() - began - BEAT)

    def ask(self, screen: Screen[Any], show: Callable[[], None]) -> None:
        """Have a screen catch up when its turn comes."""
        self._waiting.setdefault(screen, show)
        self._something.set()

    def ask_at_leisure(self, screen: Screen[Any], show: Callable[[], None]) -> None:
        """The same for what is no battle: it takes a lesser share, and battles go on meanwhile."""
        self._leisurely.setdefault(screen, show)
        self._something.set()

    async def paint(self) -> None:
        """Go on for as long as the host runs."""
        leisure = perf_counter()
        while True:
            await self._something.wait()
            while self._waiting or self._leisurely:
                if self._leisurely and leisure <= perf_counter():
                    spent = await self._next(self._leisurely)
                    leisure = perf_counter() + spent * (1 - LEISURE) / LEISURE
                elif self._waiting:
                    spent = await self._next(self._waiting)
                    await asyncio.sleep(spent * (1 - SHARE) / SHARE)
                else:
                    await asyncio.sleep(PAUSE)
            self._something.clear()

    async def _next(self, waiting: dict[Screen[Any], Callable[[], None]]) -> float:
        """Let the first of them catch up; the seconds that took."""
        screen = next(iter(waiting))
        return await self._painted(screen, waiting.pop(screen))

    async def _painted(self, screen: Screen[Any], show: Callable[[], None]) -> float:
        """Seconds from the showing until the screen was painted."""
        began = perf_counter()
        if not screen.is_running:
            return 0.0
        done = asyncio.Event()
        show()
        screen.call_after_refresh(done.set)
        try:
            await asyncio.wait_for(done.wait(), LONGEST)
        except TimeoutError:
            return 0.0
        return perf_counter() - began
