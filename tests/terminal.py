"""A real terminal for the tests: a program in a pty, its screen read as a person would."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence

import pexpect
import pyte

QUIET = 0.15
"""Seconds without output after which a screen is thought to be painted."""


class Terminal:
    """A program and what its screen shows."""

    def __init__(
        self, command: Sequence[str], size: tuple[int, int] = (80, 24), env: Mapping[str, str] | None = None
    ) -> None:
        columns, rows = size
        surroundings = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", **(env or {})}
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.process = pexpect.spawn(
            command[0], list(command[1:]), dimensions=(rows, columns), env=surroundings, timeout=1
        )
        self.received = 0

    @property
    def lines(self) -> list[str]:
        return list(self._screen.display)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def look(self, seconds: float = QUIET) -> str:
        """Read until nothing comes for a while; the screen then."""
        quiet_at = time.monotonic() + seconds
        while time.monotonic() < quiet_at:
            if self._read(seconds):
                quiet_at = time.monotonic() + seconds
            if not self.process.isalive():
                break
        return self.text

    def _read(self, seconds: float) -> int:
        try:
            data = self.process.read_nonblocking(65536, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return 0
        self.received += len(data)
        self._stream.feed(data)
        return len(data)

    def until(self, *wanted: str, seconds: float = 30) -> str:
        """Wait until one of these is on the screen; which one."""
        return self.until_so(lambda text: next((each for each in wanted if each in text), None), str(wanted), seconds)

    def until_so(self, found: Callable[[str], str | None], what: str, seconds: float = 30) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            hit = found(self.text)
            if hit is not None:
                return hit
            self._read(0.1)
            if not self.process.isalive() and not self._read(0.1):
                break
        raise AssertionError(f"{what} is not on the screen:\n{self.text}")

    def until_gone(self, seconds: float = 30) -> None:
        """Wait until the program has ended."""
        end = time.monotonic() + seconds
        while self.process.isalive():
            assert time.monotonic() < end, f"it does not end:\n{self.text}"
            self._read(0.1)

    def press(self, keys: str) -> None:
        """Type."""
        self.process.send(keys)

    def kill(self) -> None:
        """End it at once."""
        self.process.kill(9)
        self.process.close()

    def close(self) -> None:
        self.process.close(force=True)


def all_show(
    terminals: Sequence[Terminal], *wanted: str, reading: Sequence[Terminal] = (), seconds: float = 60
) -> None:
    """Each of these shows one of the words in the end. All are read by turns, for who is not read takes no keys."""
    end, unaware = time.monotonic() + seconds, list(terminals)
    while unaware:
        assert time.monotonic() < end, f"{wanted} not shown:\n" + "\n\n".join(each.text for each in unaware)
        for each in (*terminals, *reading):
            each.look(0.05)
        unaware = [each for each in unaware if not any(word in each.text for word in wanted)]


ENTER, ESCAPE, TAB, UP, DOWN = "\r", "\x1b", "\t", "\x1b[A", "\x1b[B"
F12 = "\x1b[24~"
