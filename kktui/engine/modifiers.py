"""Modifiers are named, then summed: log, odds, refusals and tests read one list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Modifier(NamedTuple):
    """One reason why a number is not the plain one, and the rule that says so."""

    name: str
    value: int
    rule: str


def total(modifiers: Iterable[Modifier]) -> int:
    """What the modifiers come to."""
    return sum([modifier[1] for modifier in modifiers])
