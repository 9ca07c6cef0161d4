"""Dice and chances for the oracles: every face counted, every chance a Fraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import product
from typing import TypeVar

Outcome = TypeVar("Outcome", bound=Hashable)
Result = TypeVar("Result", bound=Hashable)

D2 = range(1, 3)
D3 = range(1, 4)
D4 = range(1, 5)
D6 = range(1, 7)
D8 = range(1, 9)
D10 = range(1, 11)  # the face 0 is 10
D12 = range(1, 13)
D100 = range(1, 101)


def spread(outcomes: Iterable[Outcome]) -> dict[Outcome, Fraction]:
    """The chance of each outcome, from a list of equally likely ones."""
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def add_up(parts: Iterable[tuple[Outcome, Fraction]]) -> dict[Outcome, Fraction]:
    """Join outcomes reached by several ways."""
    total: dict[Outcome, Fraction] = {}
    for outcome, chance in parts:
        if chance:
            total[outcome] = total.get(outcome, Fraction(0)) + chance
    return total


def then(first: dict[Outcome, Fraction], follow: Callable[[Outcome], dict[Result, Fraction]]) -> dict[Result, Fraction]:
    """What comes of a first roll when each of its outcomes is followed by its own next roll."""
    return add_up(
        (result, chance * its_chance)
        for outcome, chance in first.items()
        for result, its_chance in follow(outcome).items()
    )


def told(chances: dict[Outcome, Fraction], word: Callable[[Outcome], Result]) -> dict[Result, Fraction]:
    """The same chances under other names."""
    return add_up((word(outcome), chance) for outcome, chance in chances.items())


def sums(dice: Iterable[Iterable[int]]) -> dict[int, Fraction]:
    """The total of several dice thrown together."""
    return spread(sum(faces) for faces in product(*dice))


def certain(outcome: Outcome) -> dict[Outcome, Fraction]:
    return {outcome: Fraction(1)}
