"""Reading the sheet's charts: a number looked up in rows such as "1-7", "0 or less" or "19 or more"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import Any

LOWEST, HIGHEST = " or less", " or more"


def looked_up(rows: Mapping[str, Any], number: int) -> Any:
    """The cells of the row that a number falls into."""
    return rows[row_of(tuple(rows), number)]


@lru_cache(maxsize=4096)
def row_of(names: Sequence[str], number: int) -> str:
    """The name of the row that a number falls into."""
    return next(name for name in names if _holds(name, number))


def _holds(name: str, number: int) -> bool:
    low, high = _ends(name)
    return low <= number <= high


def _ends(name: str) -> tuple[float, float]:
    if name.endswith(LOWEST):
        return -inf, int(name.removesuffix(LOWEST))
    if name.endswith(HIGHEST):
        return int(name.removesuffix(HIGHEST)), inf
    low, _, high = name.partition("-")
    return int(low), int(high or low)
