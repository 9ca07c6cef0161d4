"""Ctrl-C that is never lost: a library that was busy may have swallowed it, the next question has not forgotten it.

A line that hangs up and a machine that shuts down are Ctrl-C by other names.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TextIO

LEAVING = ("SIGINT", "SIGTERM", "SIGHUP")


class Keyboard:
    """The typed lines, and whether somebody has pressed Ctrl-C."""

    def __init__(self, source: TextIO | None = None) -> None:
        self._source = sys.stdin if source is None else source
        self.signal = 0
        """Which signal told us to leave; none yet."""
        if hasattr(self._source, "reconfigure"):
            self._source.reconfigure(errors="replace")

    def listen(self) -> None:
        """From now on Ctrl-C is remembered as well as raised."""
        for name in LEAVING:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._press)

    def _press(self, number: int, frame: FrameType | None) -> None:
        self.signal = number
        raise KeyboardInterrupt

    def readline(self, size: int = -1) -> str:
        """The next line; Ctrl-C pressed before counts as pressed now."""
        if self.signal:
            raise KeyboardInterrupt
        return self._source.readline(size)

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Listen for a while, and leave everything as it was."""
        before = {name: signal.getsignal(getattr(signal, name)) for name in LEAVING if hasattr(signal, name)}
        self.listen()
        try:
            yield
        finally:
            for name, handler in before.items():
                signal.signal(getattr(signal, name), handler)

    @property
    def code(self) -> int:
        """The exit code of whoever was told to leave."""
        return 128 + (self.signal or signal.SIGINT)
