"""Many battles without a face: who wins how often, how long it takes, what it costs."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from multiprocessing import parent_process
from typing import Any

from kktui.engine.game import Game
from kktui.engine.victory import LOST
from kktui.store.keeper import Start, begun, players_of

TRIES = 3
"""How often a pool whose worker died is set up again."""
MOST_AT_ONCE = 2
"""Battles handed to a worker at once: who breaks off waits for no more than these."""
Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Series:
    """Battles that differ only by their seed."""

    scenario: str
    ruleset: str
    players: Mapping[str, str]
    seed: str
    house: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one battle came to."""

    number: int
    winner: str
    why: str
    turns: int
    losses: Mapping[str, int]
    digest: str


def fight(series: Series, number: int) -> Outcome:
    """One battle of a series; its seed is the series' and its number."""
    start = Start(series.scenario, series.ruleset, series.house)
    _, setup = begun(start, f"{series.seed}|{number}", series.players)
    game = Game(setup, players_of(series.players))
    game.advance()
    ended = game.state.result
    assert ended is not None
    lost = [man.side for man in game.state.figures.values() if man.standing in LOST]
    losses = {side: lost.count(side) for side in game.state.sides}
    return Outcome(number, ended.winner, ended.why, game.state.turn, losses, game.digest())


def collect_seldom() -> Callable[[], None]:
    """Search for garbage seldom while battle follows on battle, and never in what is loaded; how to go back to before.

    A battle makes records by the thousand that all live to its end: searching them again and again takes up to a
    twelfth of its time.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)

    def again() -> None:
        gc.unfreeze()
        gc.set_threshold(*before)

    return again


def fight_all(series: Series, games: int, workers: int = 1) -> list[Outcome]:
    """All battles of a series, the same whatever the number of workers."""
    return sorted(fights(series, games, workers), key=lambda outcome: outcome.number)


def fights(series: Series, games: int, workers: int = 1) -> Iterator[Outcome]:
    """The battles of a series as they come to an end."""
    if workers <= 1:
        again = collect_seldom()
        try:
            yield from (fight(series, number) for number in range(games))
        finally:
            again()
        return
    left = dict.fromkeys(range(games))
    for attempt in range(TRIES):
        try:
            for outcome in _spread(series, list(left), workers):
                del left[outcome.number]
                yield outcome
            return
        except BrokenProcessPool:
            if attempt == TRIES - 1:
                raise


def _spread(series: Series, numbers: Sequence[int], workers: int) -> Iterator[Outcome]:
    chunk = max(1, min(MOST_AT_ONCE, len(numbers) // (workers * 8)))
    with ProcessPoolExecutor(workers, initializer=_hired) as pool:
        try:
            yield from pool.map(partial(fight, series), numbers, chunksize=chunk)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _hired() -> None:
    """Ctrl-C is for the one who hands out the battles; the others finish theirs and are not asked again."""
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_leave_with_the_first, daemon=True).start()
    collect_seldom()


def _leave_with_the_first() -> None:
    """Nobody fights on for one who was killed and can hear of no outcome any more."""
    first = parent_process()
    if first is not None:
        first.join()
        os._exit(1)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> [round(x, 3) for x in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not trials:
        return 0.0, 1.0
    share, z2 = successes / trials, Z95 * Z95
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    reach = Z95 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Share:
    """How often something came about, with its interval."""

    count: int
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """A series in figures. `wins` has a line for each side; no winner is a draw."""

    games: int
    wins: Mapping[str, Share]
    draws: Share
    turns: float
    shortest: int
    longest: int
    losses: Mapping[str, float]
    reasons: Mapping[str, int]


def summed_up(outcomes: Sequence[Outcome], sides: Sequence[str]) -> Summary:
    """The figures of a series."""
    winners = [each.winner for each in outcomes]
    reasons = sorted(each.why for each in outcomes)
    return Summary(
        games=len(outcomes),
        wins={side: _share(winners.count(side), len(outcomes)) for side in sides},
        draws=_share(winners.count(""), len(outcomes)),
        turns=_mean([each.turns for each in outcomes]),
        shortest=min((each.turns for each in outcomes), default=0),
        longest=max((each.turns for each in outcomes), default=0),
        losses={side: _mean([each.losses[side] for each in outcomes]) for side in sides},
        reasons={why: reasons.count(why) for why in dict.fromkeys(reasons)},
    )


def _share(count: int, trials: int) -> Share:
    return Share(count, count / trials if trials else 0.0, *wilson(count, trials))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
