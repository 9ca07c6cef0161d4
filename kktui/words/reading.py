"""The numbers, directions and places in what somebody typed."""

from __future__ import annotations

import re

from kktui.engine.telling import COMPASS
from kktui.table.geometry import Point

_NUMBER = re.compile(r"[+-]?[0-9]{1,4}(\.[0-9]{0,6})?|[+-]?\.[0-9]{1,6}")
_SHORT = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_WINDS = {name: 45 * i for names in (COMPASS, _SHORT) for i, name in enumerate(names)}
_WINDS |= {name.replace("-", ""): 45 * i for i, name in enumerate(COMPASS)}
_DEGREES = re.compile(r"([0-9]{1,3})(d|deg|degrees)")


def as_number(word: str) -> float | None:
    """A plain number of at most four digits before the point."""
    return float(word) if _NUMBER.fullmatch(word) else None


def as_count(word: str) -> int | None:
    """A whole number from 0 up."""
    return int(word) if re.fullmatch(r"[0-9]{1,4}", word) else None


def as_facing(word: str) -> int | None:
    """`ne`, `north-east`, `45` or `45deg`, in degrees from the far edge."""
    wind = _WINDS.get(word.lower())
    if wind is not None:
        return wind
    degrees = _DEGREES.fullmatch(word.lower())
    count = int(degrees[1]) if degrees else as_count(word)
    return count % 360 if count is not None and count <= 360 else None


def as_wind(word: str) -> int | None:
    """A direction that cannot be taken for a number of inches: `ne`, `45deg`."""
    return as_facing(word) if as_count(word) is None else None


def as_point(words: list[str]) -> Point | None:
    """Two numbers."""
    numbers = [as_number(word) for word in words]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return Point(numbers[0], numbers[1]).rounded()
