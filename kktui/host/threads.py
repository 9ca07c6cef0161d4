"""A line client waits for what is typed; each has a thread to wait on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from io import TextIOBase
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

MANY = 64
"""Lines that may wait to be read."""
T = TypeVar("T")


class TypedLines(TextIOBase):
    """Lines handed over from the loop, for a thread that waits for them."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str] = SimpleQueue()

    def put(self, line: str) -> None:
        """One line more, unless too many wait already: nobody reads while others decide."""
        if self._lines.qsize() < MANY:
            self._lines.put(f"{line}\n")

    def end(self) -> None:
        """No more lines will come."""
        self._lines.put("")

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = self._lines.get()
        if not line:
            self._lines.put("")
        return line


class Said(TextIOBase):
    """What a thread writes, handed to the loop."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._write = write

    def write(self, text: str, /) -> int:
        self._loop.call_soon_threadsafe(self._write, text)
        return len(text)

    def flush(self) -> None:
        """It is on its way already."""


async def apart(work: Callable[[], T]) -> T:
    """Have something done on a thread of its own, however long it takes."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = work()
        except BaseException as error:
            loop.call_soon_threadsafe(_fail, done, error)
        else:
            loop.call_soon_threadsafe(_finish, done, result)

    Thread(target=run, name="kktui-lines", daemon=True).start()
    return await done


def _fail(done: asyncio.Future[T], error: BaseException) -> None:
    if not done.cancelled():
        done.set_exception(error)


def _finish(done: asyncio.Future[T], result: T) -> None:
    if not done.cancelled():
        done.set_result(result)
