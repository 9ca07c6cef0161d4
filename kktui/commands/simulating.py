"""A series of battles, printed as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from kktui.commands.common import Unhappy, fit_seed, two_players
from kktui.lab import Series, Summary, fight_all, summed_up
from kktui.lab.battles import Share
from kktui.store.offer import Battle

MOST_GAMES = 1_000_000
MOST_WORKERS = 256


def sim(fight: Battle, games: int, players: str, seed: str, workers: int) -> tuple[Series, Summary]:
    """Fight the series."""
    if not 1 <= games <= MOST_GAMES:
        raise Unhappy(f"games must be 1 to {MOST_GAMES}, not {games}")
    if not 1 <= workers <= MOST_WORKERS:
        raise Unhappy(f"workers must be 1 to {MOST_WORKERS}, not {workers}")
    seats = two_players(players, fight.sides)
    series = Series(fight.text, fight.ruleset, seats, fit_seed(seed), fight.house)
    return series, summed_up(fight_all(series, games, workers), fight.sides)


def as_json(fight: Battle, series: Series, summary: Summary) -> str:
    """The result for other programs."""
    named = {"scenario": fight.scenario.id, "ruleset": series.ruleset, "seed": series.seed}
    return json.dumps({**named, "players": dict(series.players), **asdict(summary)}, indent=2)


def as_table(fight: Battle, series: Series, summary: Summary) -> Iterator[str]:
    """The result for people."""
    yield f"{fight.scenario.title} by {series.ruleset}, {summary.games} battles, seed {series.seed}"
    yield f"{'':22}  {'battles':>7}  {'share':>6}  {'95 % interval':>15}  {'men lost':>8}"
    for side, share in summary.wins.items():
        yield _line(f"{side} ({series.players[side]}) won", share, f"{summary.losses[side]:8.1f}")
    yield _line("draws", summary.draws, "")
    yield f"mean length {summary.turns:.1f} turns; ended by {_reasons(summary.reasons)}"


def _line(name: str, share: Share, losses: str) -> str:
    interval = f"{share.low:6.1%} - {share.high:6.1%}"
    return f"{name:22}  {share.count:7}  {share.share:6.1%}  {interval:>15}  {losses}".rstrip()


def _reasons(reasons: Mapping[str, int]) -> str:
    return ", ".join(f"{why} {count}" for why, count in reasons.items())
