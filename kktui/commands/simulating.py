"""A series of battles, printed as a table or as JSON; the same battle by several rulesets side by side."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kktui.commands.breaking import Keyboard
from kktui.commands.common import battle, fit_seed, say, two_players
from kktui.lab import Outcome, Series, Summary, fights, summed_up
from kktui.lab.battles import Share
from kktui.store.offer import Battle

ALL = "all"


@dataclass(frozen=True, slots=True)
class Run:
    """How a series is fought: how many battles, by whom, from which seed, in how many processes."""

    games: int
    players: str
    seed: str
    workers: int


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle, the series of it and what came of that."""

    fight: Battle
    series: Series
    summary: Summary


def sim(fights: Sequence[Battle], run: Run) -> tuple[list[Fought], int]:
    """Fight a series of each, and give an exit code; who breaks off gets what there is so far."""
    seats, seed = two_players(run.players, fights[0].sides), fit_seed(run.seed)
    fought: list[Fought] = []
    for fight in fights:
        series = Series(fight.text, fight.ruleset, seats, seed, fight.house)
        outcomes, code = _outcomes(series, run)
        if outcomes:
            fought.append(Fought(fight, series, summed_up(outcomes, fight.sides)))
        if code:
            return fought, code
    return fought, 0


def _outcomes(series: Series, run: Run) -> tuple[list[Outcome], int]:
    """What was fought, and 0 if that is all of it, else the exit code of whoever was told to leave."""
    outcomes: list[Outcome] = []
    keyboard = Keyboard()
    try:
        with keyboard.heard():
            for outcome in fights(series, run.games, run.workers):
                outcomes.append(outcome)
                _progress(series.ruleset, len(outcomes), run.games)
    except KeyboardInterrupt:
        summed = "; these are summed up" if outcomes else ""
        say(f"\nStopped after {len(outcomes)} of {run.games} battles by {series.ruleset}{summed}.")
        return outcomes, keyboard.code
    return outcomes, 0


def _progress(ruleset: str, done: int, games: int) -> None:
    """A line that counts up, for whoever waits at a terminal."""
    if not sys.stderr.isatty():
        return
    end = "\r" + " " * 60 + "\r" if done == games else ""
    print(f"\r{ruleset}: {done} of {games} battles{end}", end="", file=sys.stderr, flush=True)


def battles(name: str, rules: str | None, house: Path | None) -> list[Battle]:
    """The battle by the ruleset that was asked for, or by each of several, or by all."""
    from kktui.rules import PACKAGES

    words = [word.strip() for word in rules.split(",")] if rules is not None else [None]
    wanted = [each for word in words for each in (PACKAGES if word == ALL else (word,))]
    return [battle(name, each, house) for each in dict.fromkeys(wanted)]


def as_json(fought: Sequence[Fought]) -> str:
    """The result for other programs: an object, or a list of them for several rulesets."""
    told = [_facts(each) for each in fought]
    return json.dumps(told[0] if len(told) == 1 else told, indent=2)


def _facts(fought: Fought) -> dict[str, Any]:
    series = fought.series
    named = {"scenario": fought.fight.scenario.id, "ruleset": series.ruleset, "seed": series.seed}
    return {**named, "players": dict(series.players), **asdict(fought.summary)}


def as_table(fought: Sequence[Fought]) -> Iterator[str]:
    """The result for people."""
    if fought:
        yield from _one(fought[0]) if len(fought) == 1 else _side_by_side(fought)


def _one(fought: Fought) -> Iterator[str]:
    series, summary = fought.series, fought.summary
    yield f"{fought.fight.scenario.title} by {series.ruleset}, {summary.games} battles, seed {series.seed}"
    yield f"{'':22}  {'battles':>7}  {'share':>6}  {'95 % interval':>15}  {'men lost':>13}"
    for side, share in summary.wins.items():
        lost = f"{summary.losses[side]:.1f} of {_men(fought.fight, side)}"
        yield _line(f"{side} ({series.players[side]}) won", share, f"{lost:>13}")
    yield _line("draws", summary.draws, "")
    length = f"{summary.turns:.1f} turns ({summary.shortest} to {summary.longest})"
    yield f"mean length {length}; ended by {_reasons(summary.reasons)}"


def _men(fight: Battle, side: str) -> int:
    return sum(len(troop.recruits) for troop in fight.scenario.troops if troop.side == side)


def _line(name: str, share: Share, losses: str) -> str:
    interval = f"{share.low:6.1%} - {share.high:6.1%}"
    return f"{name:22}  {share.count:7}  {share.share:6.1%}  {interval:>15}  {losses}".rstrip()


def _side_by_side(fought: Sequence[Fought]) -> Iterator[str]:
    """A line for each ruleset: who won how often, how long it took, what it cost."""
    first = fought[0]
    one, other = first.fight.sides
    sides = f"{one} ({first.series.players[one]}) against {other} ({first.series.players[other]})"
    games = " or ".join(str(number) for number in dict.fromkeys(each.summary.games for each in fought))
    yield f"{first.fight.scenario.title}: {sides}, {games} battles by each ruleset, seed {first.series.seed}"
    widths = [max(len(side) + 4, 16) for side in (one, other)]
    heads = [f"{f'{side} won':>{wide}}" for side, wide in zip((one, other), widths, strict=True)]
    yield f"{'':17}  {'  '.join(heads)}  {'draws':>5}  {'turns':>5}  men lost"
    for each in fought:
        summary = each.summary
        shares = [f"{_interval(summary.wins[side]):>{w}}" for side, w in zip((one, other), widths, strict=True)]
        lost = " and ".join(f"{summary.losses[side]:4.1f}" for side in (one, other))
        draws = f"{summary.draws.share:5.0%}"
        yield f"{each.series.ruleset:17}  {'  '.join(shares)}  {draws}  {summary.turns:5.1f}  {lost}"
    yield "In brackets the 95 % interval of a share."
    yield f"Men at the start: {one} {_men(first.fight, one)}, {other} {_men(first.fight, other)}. Ended by:"
    for each in fought:
        yield f"  {each.series.ruleset}: {_reasons(each.summary.reasons)}"


def _interval(share: Share) -> str:
    return f"{share.share:.0%} ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _reasons(reasons: Mapping[str, int]) -> str:
    return ", ".join(f"{why} {count}" for why, count in sorted(reasons.items(), key=lambda each: -each[1]))
