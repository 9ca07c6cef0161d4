"""The app in a real terminal: what it sends, and how it leaves."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import pexpect
import pyte
import pytest

from tests.store.battles import NOBODY, begin, play_out

PROJECT = Path(__file__).resolve().parents[2]
COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38;|48;)[0-9;]*m")


class Terminal:
    """A screen of 80 by 24 in which a command runs."""

    def __init__(self, home: Path, *arguments: str, **environ: str) -> None:
        plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLORTERM", "LC_ALL")}
        env = {
            **plain,
            "PYTHONPATH": str(PROJECT),
            "KKTUI_HOME": str(home),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        command = ["-m", "kktui", *arguments]
        self.process = pexpect.spawn(
            sys.executable, command, env={**env, **environ}, dimensions=(24, 80), cwd=str(PROJECT)
        )
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = b""

    def until(self, words: str, seconds: float = 60) -> None:
        """Wait for words on the screen."""
        end = time.monotonic() + seconds
        while not any(words in line for line in self.screen.display):
            assert time.monotonic() < end, "\n".join(self.screen.display)
            self._read()

    def _read(self) -> None:
        try:
            raw = self.process.read_nonblocking(65536, 0.2)
        except pexpect.TIMEOUT:
            return
        self.sent += raw
        self._stream.feed(raw)

    def leave(self, key: str) -> int:
        """Press a key that ends it; the exit status."""
        self.process.send(key)
        self.process.expect(pexpect.EOF, timeout=60)
        self.process.close()
        return int(self.process.exitstatus or 0)


@pytest.mark.parametrize(("no_color", "coloured"), [("1", False), ("", True)])
def test_no_color_means_no_colour_and_words_that_can_be_read(tmp_path: Path, no_color: str, coloured: bool) -> None:
    terminal = Terminal(tmp_path, NO_COLOR=no_color)
    terminal.until("Options")
    assert terminal.leave("q") == 0
    assert bool(COLOUR.search(terminal.sent)) is coloured


def test_a_replay_opens_in_a_terminal_and_stays_lines_where_there_is_none(tmp_path: Path) -> None:
    keeper = begin(tmp_path, NOBODY, turns=1)
    play_out(keeper)
    keeper.close()
    terminal = Terminal(tmp_path, "replay", "last")
    terminal.until("event 0 of")
    terminal.process.send("c")
    terminal.until("event ")
    assert terminal.leave("q") == 0
    lines = Terminal(tmp_path, "replay", "last", "--plain")
    lines.until("fingerprint")
    assert b"\x1b[" not in lines.sent
