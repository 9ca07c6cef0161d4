"""From other threads to the screen's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


class Bridge:
    """Has things done on the thread, and in the context, in which it was made."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()

    def call(self, work: Callable[[], object]) -> None:
        """Have this done there soon; nothing happens when nobody is there any more."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, context=self._context)


async def come(future: Future[T]) -> T:
    """Wait for what another thread works out."""
    return await asyncio.wrap_future(future)
