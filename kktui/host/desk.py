"""A thread that writes what nobody at the keys waits for: a disk that is slow, or busy with a battle, delays none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from kktui.store import Store

T = TypeVar("T")


class Desk:
    """One thing after another, with a connection to the games of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._thread = ThreadPoolExecutor(1, "kktui-desk")
        self._store: Store | None = None

    async def do(self, work: Callable[[Store], T]) -> T:
        """Have something done, and wait for it while others go on."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Callable[[Store], T]) -> T:
        if self._store is None:
            self._store = Store(self._folder)
        return work(self._store)

    def close(self) -> None:
        """Finish what was begun."""
        self._thread.submit(self._let_go)
        self._thread.shutdown()

    def _let_go(self) -> None:
        if self._store is not None:
            self._store.close()
