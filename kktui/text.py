"""Text that came from people, made safe to show in anybody's terminal."""

from __future__ import annotations

import re
from unicodedata import category, normalize

LIMIT = 200
BLOCK_LIMIT = 4000
MARKS = 2
"""Combining marks kept on one base character."""

UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
_ID = re.compile(r"[a-z0-9-]{1,40}")


def clean(text: str, limit: int = LIMIT) -> str:
    """One line without a character that could steer a terminal, at most `limit` characters long.

    >>> clean("Sir\\x1b[2J Guy")
    'Sir\N{REPLACEMENT CHARACTER}[2J Guy'
    """
    composed = normalize("NFC", text[: limit * 4])
    shown = "".join(char if char.isprintable() else UNPRINTABLE for char in composed)
    return _few_marks(shown)[:limit]


def clean_block(text: str, limit: int = BLOCK_LIMIT) -> str:
    """The same for several lines: line feeds stay and nothing else that cannot be printed."""
    lines = text[: limit * 4].replace("\r\n", "\n").split("\n")
    return "\n".join(clean(line, limit) for line in lines)[:limit]


def is_id(name: str) -> bool:
    """Whether this may name a file, a side, a unit: 1 to 40 of a-z, 0-9 and the hyphen."""
    return _ID.fullmatch(name) is not None


def _few_marks(text: str) -> str:
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if category(char).startswith("M") else 0
        if marks <= MARKS:
            kept.append(char)
    return "".join(kept)
