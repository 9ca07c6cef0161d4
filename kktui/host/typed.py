"""Lines typed by a visitor without an app, edited here when their terminal does not."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable

LONGEST = 500
ENDS = "\r\n"
RUBOUT = "\x7f\b"
LEAVE = "\x03\x04"
STAR = "*"


class Typed:
    """The lines, one after the other; None when no more will come."""

    def __init__(self) -> None:
        self.echo: Callable[[str], None] = lambda text: None
        """Told of what is typed, as it is to be shown."""
        self.hidden = False
        """For an invitation: stars instead of letters."""
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._lines: asyncio.Queue[str | None] = asyncio.Queue(64)
        self._present = ""
        self._last = ""
        self.closed = False
        """Whether nothing more will be typed."""

    def feed(self, data: bytes) -> None:
        """Take in what was typed; a line too long is cut, lines too many are dropped."""
        for char in self._decode(data):
            if char in ENDS:
                self._end(char)
            elif char in RUBOUT:
                self._rub_out()
            elif char in LEAVE:
                self.close()
            elif char.isprintable() and len(self._present) < LONGEST:
                self._present += char
                self.echo(STAR if self.hidden else char)
            self._last = char

    def _end(self, char: str) -> None:
        if char == "\n" and self._last == "\r":
            return
        self.echo("\n")
        line, self._present = self._present, ""
        self._put(line)

    def _rub_out(self) -> None:
        if self._present:
            self._present = self._present[:-1]
            self.echo("\b \b")

    def _put(self, line: str | None) -> None:
        if not self._lines.full():
            self._lines.put_nowait(line)

    def close(self) -> None:
        """Nothing more will be typed."""
        self.closed = True
        self._put(None)

    @property
    def shown(self) -> str:
        """The line that is being typed, as it is shown."""
        return STAR * len(self._present) if self.hidden else self._present

    @property
    def waiting(self) -> bool:
        """Whether a line can be read at once."""
        return self.closed or not self._lines.empty()

    async def read(self) -> str | None:
        """The next line; None at the end."""
        if self.closed and self._lines.empty():
            return None
        return await self._lines.get()
