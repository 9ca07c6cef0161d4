"""Odds are the rule itself, run over every die."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, TypeVar, cast

from kktui.engine.ask import Ask
from kktui.engine.dice import faces_of
from kktui.engine.requests import Arrange, Choose, Move, Plan, Request
from kktui.table import Walk
from kktui.table.geometry import Pose

T = TypeVar("T", bound=Hashable)


class _Fork(BaseException):
    """A die, a card or a part not yet decided on this branch: in how many ways each outcome comes, out of `whole`."""

    def __init__(self, ways: Mapping[Any, int], whole: int) -> None:
        super().__init__()
        self.ways = ways
        self.whole = whole


class _Branch:
    """An Ask that knows the first outcomes and forks at the next one.

    A choice is answered by the sensible default, its first option.
    """

    __slots__ = ("_left",)

    def __init__(self, known: tuple[Any, ...]) -> None:
        self._left = iter(known)

    def roll(self, dice: str, why: str, who: str = "") -> int:
        for total in self._left:
            return int(total)
        ways = faces_of(dice)
        raise _Fork(ways, sum(ways.values()))

    def draw(self, deck: str, cards: Sequence[str]) -> str:
        for card in self._left:
            return str(card)
        ways: dict[str, int] = {}
        for card in cards:
            ways[card] = ways.get(card, 0) + 1
        raise _Fork(ways, len(cards))

    def part(self, resolve: Callable[..., T], *facts: Hashable) -> T:
        for outcome in self._left:
            return cast(T, outcome)
        raise _Fork(*_ways_of(resolve, *facts))

    def choose(self, request: Choose | Plan) -> Any:
        return default(request)

    def place(self, request: Move | Arrange) -> Walk | dict[str, Pose]:
        raise TypeError("odds of a move are not asked: only of a pure resolution")

    def together(self, requests: Sequence[Request]) -> dict[str, Any]:
        return {request.side: default(request) for request in requests}


def default(request: Request) -> Any:
    """What odds assume a side decides: the first option of each choice."""
    if isinstance(request, Choose):
        return request.options[0].id
    if isinstance(request, Plan):
        return {key: default(part) for key, part in request.parts.items()}
    raise TypeError("odds of a move are not asked: only of a pure resolution")


def odds(resolve: Callable[[Ask], T]) -> dict[T, Fraction]:
    """The exact chance of every outcome of a pure resolution.

    >>> from kktui.engine.odds import odds
    >>> odds(lambda ask: ask.roll("2d6", "example") >= 11)[True]
    Fraction(1, 12)
    """
    found: dict[T, dict[int, int]] = {}
    branches: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    while branches:
        known, ways, out_of = branches.pop()
        try:
            outcome = resolve(cast(Ask, _Branch(known)))
        except _Fork as fork:
            out_of *= fork.whole
            branches += [((*known, face), ways * times, out_of) for face, times in fork.ways.items()]
        else:
            counts = found.setdefault(outcome, {})
            counts[out_of] = counts.get(out_of, 0) + ways
    return {outcome: _sum(counts) for outcome, counts in found.items()}


def _sum(counts: Mapping[int, int]) -> Fraction:
    common = lcm(*counts)
    return Fraction(sum(ways * (common // out_of) for out_of, ways in counts.items()), common)


@lru_cache(maxsize=65536)
def odds_of(resolve: Callable[..., T], *facts: Hashable) -> Mapping[T, Fraction]:
    """The odds of `resolve(ask, *facts)`, remembered: equal facts have equal odds."""
    return odds(lambda ask: resolve(ask, *facts))


@lru_cache(maxsize=65536)
def chance(outcome: Hashable, resolve: Callable[..., Any], *facts: Hashable) -> float:
    """The chance of one outcome of `resolve(ask, *facts)`, near enough to weigh a decision by."""
    return float(odds_of(resolve, *facts).get(outcome, 0))


@lru_cache(maxsize=65536)
def _ways_of(resolve: Callable[..., Any], *facts: Hashable) -> tuple[Mapping[Any, int], int]:
    """The outcomes of a part as so many ways each out of a whole number."""
    chances = odds_of(resolve, *facts)
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return {outcome: int(chance * whole) for outcome, chance in chances.items()}, whole


def expected(chances: Mapping[T, Fraction], worth: Callable[[T], float]) -> float:
    """The mean worth of the outcomes."""
    return sum(float(chance) * worth(outcome) for outcome, chance in chances.items())
