"""The standard streams, whatever state whoever started the program left them in."""

from __future__ import annotations

import errno
import io
import os
import sys

UNWRITABLE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF})
"""What a full disk and a terminal that went away answer."""


def make_sure() -> None:
    """A stream that was closed before we started is an empty one; what a terminal cannot show becomes '?'."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the program runs
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def no_more_output() -> None:
    """Nobody reads our output any longer, or it has no room: let the rest of it go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def width() -> int:
    """How long a line may be: as the terminal is wide, and as always where there is none."""
    from shutil import get_terminal_size

    from kktui.plain.paper import WIDTH

    return min(WIDTH, get_terminal_size((WIDTH, 24)).columns - 1) if sys.stdout.isatty() else WIDTH


def refusal(error: Exception) -> str:
    """The sentence about output that cannot be written; empty when the error is another one."""
    if not isinstance(error, OSError) or error.filename is not None or error.errno not in UNWRITABLE:
        return ""
    return f"the output cannot be written: {error.strerror or error}"
