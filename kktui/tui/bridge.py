"""From other threads to the screen's own."""

from __future__ import annotations

import asyncio
import logging
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


async def come_if_ever(future: Future[T]) -> T | None:
    """The same for something one can do without: a fault in it is logged, and nothing comes."""
    try:
        return await come(future)
    except Exception as error:
        logging.getLogger(__name__).error("a thought came to nothing", exc_info=error)
        return None


async def come(future: Future[T]) -> T:
    """Wait for what another thread works out."""
    return await asyncio.wrap_future(future)
