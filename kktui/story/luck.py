"""The luck ledger: what the dice showed against what was to be expected of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import erf, sqrt

from kktui.engine.ask import Answer
from kktui.engine.dice import faces_of, throw
from kktui.engine.game import Game
from kktui.engine.state import AnyState
from kktui.engine.telling import find_word

HIGH, LOW = "high", "low"


@dataclass(frozen=True, slots=True)
class Tally:
    """All throws of one kind that a side made for one reason. Dice of nobody's own have no side."""

    side: str
    why: str
    dice: str
    thrown: int
    rolled: float
    """The average."""
    expected: float
    off: float
    """How far the sum is from the expected one, in standard deviations."""
    good: str
    """Which end is good for the thrower: high, low, or nothing when that is nowhere said."""

    @property
    def favour(self) -> float:
        """How far the dice were on the side's side, in standard deviations."""
        return {HIGH: self.off, LOW: -self.off}.get(self.good, 0.0)


@dataclass(frozen=True, slots=True)
class Fortune:
    """How lucky a side was over all its dice that can be judged."""

    side: str
    thrown: int
    favour: float
    """In standard deviations."""

    @property
    def better_than(self) -> float:
        """The share of battles in which these dice would have been worse."""
        return (1 + erf(self.favour / sqrt(2))) / 2


def tallies(game: Game) -> list[Tally]:
    """The ledger, side by side, reason by reason."""
    sums: dict[tuple[str, str, str], list[int]] = {}
    for side, why, dice, total in _throws(game.state, game.answers):
        sums.setdefault((side, why, dice), []).append(total)
    order = {side: place for place, side in enumerate((*game.state.sides, ""))}
    return [
        _tally(game.state, *key, totals) for key, totals in sorted(sums.items(), key=lambda each: _by(order, each[0]))
    ]


def _by(order: Mapping[str, int], key: tuple[str, str, str]) -> tuple[int, str, str]:
    return order[key[0]], key[1], key[2]


def _throws(state: AnyState, answers: Iterable[Answer]) -> Iterator[tuple[str, str, str, int]]:
    """Whose throw it was, why, with what, and what it came to."""
    for answer in answers:
        if answer.kind == "roll":
            dice, why, who = (*answer.what.split("|"), "", "")[:3]
            yield _side(state, who.split(" ")[0]), why, dice, throw(dice).total(tuple(answer.value))


def _side(state: AnyState, who: str) -> str:
    owner = state.figures.get(who) or state.units.get(who)
    return owner.side if owner is not None else who if who in state.sides else ""


def _tally(state: AnyState, side: str, why: str, dice: str, totals: list[int]) -> Tally:
    mean, spread = chances(dice)
    count = len(totals)
    off = (sum(totals) - count * mean) / (spread * sqrt(count)) if spread else 0.0
    good = find_word(state, "luck", why) or ""
    return Tally(side, why, dice, count, sum(totals) / count, mean, off, good)


@lru_cache(maxsize=256)
def chances(dice: str) -> tuple[float, float]:
    """The mean of a throw and its standard deviation.

    >>> [round(x, 3) for x in chances("2d6")]
    [7.0, 2.415]
    """
    thrown = throw(dice)
    if thrown.keep == thrown.number:
        mean, variance = thrown.number * (thrown.sides + 1) / 2, thrown.number * (thrown.sides**2 - 1) / 12
        return mean, sqrt(variance)
    ways = faces_of(dice)
    whole = sum(ways.values())
    mean = sum(total * times for total, times in ways.items()) / whole
    variance = sum((total - mean) ** 2 * times for total, times in ways.items()) / whole
    return mean, sqrt(variance)


def fortunes(game: Game) -> list[Fortune]:
    """How lucky each side was, over the throws of which one end is known to be good."""
    found = []
    for side in game.state.sides:
        judged = [each for each in tallies(game) if each.side == side and each.good in (HIGH, LOW)]
        thrown = sum(each.thrown for each in judged)
        if thrown:
            sum_of = sum(each.favour * sqrt(each.thrown) for each in judged)
            found.append(Fortune(side, thrown, sum_of / sqrt(thrown)))
    return found
