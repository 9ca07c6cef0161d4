"""Ctrl-C that is never lost: a library that was busy may have swallowed it, the next question has not forgotten it."""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import TextIO


class Keyboard:
    """The typed lines, and whether somebody has pressed Ctrl-C."""

    def __init__(self, source: TextIO | None = None) -> None:
        self._source = sys.stdin if source is None else source
        self._pressed = False
        if hasattr(self._source, "reconfigure"):
            self._source.reconfigure(errors="replace")

    def listen(self) -> None:
        """From now on Ctrl-C is remembered as well as raised."""
        signal.signal(signal.SIGINT, self._press)

    def _press(self, number: int, frame: FrameType | None) -> None:
        self._pressed = True
        raise KeyboardInterrupt

    def readline(self, size: int = -1) -> str:
        """The next line; Ctrl-C pressed before counts as pressed now."""
        if self._pressed:
            raise KeyboardInterrupt
        return self._source.readline(size)
