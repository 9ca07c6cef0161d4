"""Where the line client writes: plain wrapped lines, repeats condensed, nothing to steer a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import TextIO

from kktui.text import UNPRINTABLE, clean

WIDTH = 79
LONGEST = 4000
_PLAINER = str.maketrans(
    {
        "°": " degrees", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-",
        "\u2014": "-", "\u2026": "...", "\u00a0": " ", UNPRINTABLE: "?",
    }
)  # fmt: skip


class Paper:
    """A stream of lines for an eye, a screen reader or a pipe."""

    def __init__(self, out: TextIO, width: int = WIDTH) -> None:
        self._out = out
        self.width = max(30, width)
        self._last = ""
        self._times = 0

    def say(self, text: str, indent: int = 0) -> None:
        """One sentence; the same one again only counts."""
        shown = " " * indent + clean(text.translate(_PLAINER), LONGEST).translate(_PLAINER)
        if shown == self._last:
            self._times += 1
            return
        self._flush()
        self._last, self._times = shown, 1

    def all(self, lines: Iterable[str]) -> None:
        """Several lines, each with the indent it has."""
        for line in lines:
            text = line.lstrip(" ")
            self.say(text, len(line) - len(text))

    def exactly(self, lines: Iterable[str]) -> None:
        """Lines whose spaces matter: a map, a chart."""
        self._flush()
        for line in lines:
            self._write(clean(line, LONGEST).translate(_PLAINER).rstrip() + "\n")

    def heading(self, text: str) -> None:
        self.gap()
        self.say(text)

    def gap(self) -> None:
        """An empty line."""
        self._flush()
        self._write("\n")

    def prompt(self, text: str) -> None:
        """What stands before the typed line; it does not end one."""
        self._flush()
        self._write(text)
        self._out.flush()

    def close(self) -> None:
        self._flush()
        self._out.flush()

    def _flush(self) -> None:
        if not self._times:
            return
        text = f"{self._last} (x{self._times})" if self._times > 1 else self._last
        indent = len(text) - len(text.lstrip(" "))
        lines = wrap(
            text,
            self.width,
            subsequent_indent=" " * (indent + 2),
            break_on_hyphens=False,
        )
        self._times, self._last = 0, ""
        for line in lines:
            self._write(line + "\n")

    def _write(self, text: str) -> None:
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        self._out.write(text.encode(encoding, "replace").decode(encoding))
