"""What is typed: one cleaned line at a time."""

from __future__ import annotations

from typing import Protocol

from kktui.text import clean

LONGEST = 500
"""Characters of a line that are looked at."""
_PIECE = 8192


class Source(Protocol):
    """Where lines come from."""

    def readline(self, size: int = -1, /) -> str: ...


class Lines:
    """The typed lines, cut and cleaned; None when there are no more."""

    def __init__(self, source: Source) -> None:
        self._source = source
        reconfigure = getattr(source, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")

    def next(self) -> str | None:
        line = self._source.readline(_PIECE)
        if not line:
            return None
        rest = line
        while rest and not rest.endswith("\n"):
            rest = self._source.readline(_PIECE)
        shown = clean(line.rstrip("\r\n").replace("\t", " ")[:LONGEST], LONGEST)
        return " ".join(shown.split())
