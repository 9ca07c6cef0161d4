"""Names for games that can be said aloud and typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from secrets import choice, randbelow

LOOKS = (
    "bold", "brave", "bright", "broad", "cold", "deep", "early", "fair", "gilded", "grey", "hard",
    "high", "iron", "late", "lean", "long", "loud", "merry", "old", "pale", "proud", "quiet", "rough",
    "rusty", "sharp", "slow", "stern", "swift", "tall", "wild", "wind", "young",
)  # fmt: skip
THINGS = (
    "arrow", "axe", "banner", "barrow", "bell", "bridge", "buckle", "drum", "ford", "gate", "hawk",
    "heath", "helm", "hill", "horn", "hound", "keep", "lance", "mail", "marsh", "mill", "moor", "oak",
    "raven", "saddle", "shield", "spear", "stag", "sword", "tower", "wagon", "wolf",
)  # fmt: skip


def new_name(known: Callable[[str], bool]) -> str:
    """A name that no game has yet."""
    while True:
        name = f"{choice(LOOKS)}-{choice(THINGS)}-{100 + randbelow(900)}"
        if not known(name):
            return name


def near(wanted: str, games: Sequence[str]) -> list[str]:
    """The name that was probably meant, also when only its beginning was typed."""
    begun = [name for name in games if wanted and name.startswith(wanted[:60])]
    return (begun or get_close_matches(wanted[:60].lower(), games, n=1, cutoff=0.6))[:1]
