"""Many battles, every event of them looked at: ``python -m tests.battles --times 2000 --level soldier``."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from typing import NamedTuple

from kktui.engine.game import Setup
from kktui.files import Shelf
from kktui.files.shelf import shipped_folder
from kktui.players import LEVELS
from kktui.rules import PACKAGES, ruleset
from tests.closing import closing, play
from tests.invariants import Watched

WORKERS = 2
CHUNK = 8


class Match(NamedTuple):
    """One battle to be played."""

    scenario: str
    seed: str
    level: str
    rules: str

    def command(self) -> str:
        """How to play it again."""
        words = f"--scenario {self.scenario} --seed {self.seed} --level {self.level} --rules {self.rules}"
        return f"python -m tests.battles {words} --times 1"


@dataclass(frozen=True, slots=True)
class Told:
    """What came of it."""

    match: Match
    events: int = 0
    checks: int = 0
    turns: int = 0
    why: str = ""
    digest: str = ""
    broken: tuple[str, ...] = ()
    error: str = ""


def shelf() -> Shelf:
    """The shipped scenarios only."""
    return Shelf([shipped_folder("scenarios")], [shipped_folder("maps")])


@lru_cache(maxsize=64)
def prepared(scenario: str, rules: str) -> Setup:
    """A scenario under a ruleset, without a seed."""
    book = ruleset(rules).book
    read = shelf().scenario(scenario)
    return Setup(ruleset(rules), read, book.with_house_rules(read.rulings.get(book.id, {})), "")


def staged(match: Match) -> Watched:
    """The game of a match, not begun."""
    plain = prepared(match.scenario, match.rules)
    setup = Setup(plain.rules, plain.scenario, plain.book, match.seed)
    return Watched(setup, {party.id: LEVELS[match.level] for party in plain.scenario.parties})


def fought(match: Match) -> Told:
    """Play one battle under watch; an exception is told, not raised."""
    game = staged(match)
    try:
        watch = play(game)
    except Exception:
        seen = tuple(str(each) for each in game.watch.broken) if game.watch else ()
        return Told(match, len(game.state.log), broken=seen, error=_short(traceback.format_exc()))
    why = game.state.result.why if game.state.result else ""
    broken = tuple(str(each) for each in watch.broken)
    return Told(match, len(game.state.log), watch.checks, game.state.turn, why, game.digest(), broken)


def _short(trace: str) -> str:
    """The last places and the message of a traceback."""
    return "\n      ".join(trace.strip().splitlines()[-5:])


def matches(arguments: argparse.Namespace) -> Iterator[Match]:
    """As many battles as wanted, spread evenly over the scenarios and rulesets."""
    names = arguments.scenario or [name for name, _, _ in shelf().scenarios()]
    kinds = arguments.rules or list(PACKAGES)
    pairs = [(name, rules) for name in names for rules in kinds]
    for number in range(arguments.times):
        name, rules = pairs[number % len(pairs)]
        yield Match(name, arguments.seed or f"{arguments.start + number // len(pairs)}", arguments.level, rules)


def fight_all(wanted: Sequence[Match], workers: int) -> Iterator[Told]:
    """The battles by several processes, as they come in."""
    if workers == 1 or len(wanted) == 1:
        yield from map(fought, wanted)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(fought, wanted, chunksize=CHUNK)


def report(told: Sequence[Told]) -> None:
    """One line a scenario, then the sum."""
    print(f"{'scenario':28}{'battles':>8}{'events':>10}{'checks':>12}{'broken':>8}{'errors':>8}{'turns':>7}  ends")
    for name in sorted({each.match.scenario for each in told}):
        _line(name, [each for each in told if each.match.scenario == name])
    _line("all", told)


def _line(name: str, told: Sequence[Told]) -> None:
    ends: dict[str, int] = {}
    for each in told:
        ends[each.why or "none"] = ends.get(each.why or "none", 0) + 1
    turns = sum(each.turns for each in told) / len(told)
    sums = [len(told), sum(t.events for t in told), sum(t.checks for t in told)]
    bad = [sum(bool(t.broken) for t in told), sum(bool(t.error) for t in told)]
    counted = "".join(f"{n:>{w}}" for n, w in zip([*sums, *bad], (8, 10, 12, 8, 8), strict=True))
    print(f"{name:28}{counted}{turns:7.1f}  {', '.join(f'{why} {n}' for why, n in sorted(ends.items()))}")


def tell(each: Told) -> None:
    """A failing run, and how to repeat it."""
    print(f"\n{each.match.scenario}, seed {each.match.seed}, {each.events} events: {each.match.command()}")
    for line in (*each.broken[:5], *([each.error] if each.error else [])):
        print(f"   {line}")


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.battles", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how many battles in all")
    parser.add_argument("--level", choices=sorted(LEVELS), default="random")
    parser.add_argument("--rules", action="append", choices=sorted(PACKAGES), help="all of them unless given")
    parser.add_argument("--scenario", action="append", help="all shipped ones unless given")
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", default="", help="just this seed")
    parser.add_argument("--workers", type=int, default=WORKERS)
    return parser.parse_args(words)


def main() -> int:
    arguments = parsed()
    began = time.perf_counter()
    told: list[Told] = []
    for each in fight_all(list(matches(arguments)), arguments.workers):
        told.append(each)
        if each.broken or each.error:
            tell(each)
    report(told)
    print(f"{time.perf_counter() - began:.0f} s, {arguments.level}")
    return 1 if any(each.broken or each.error for each in told) else 0


__all__ = ["Match", "Told", "closing", "fought", "matches", "parsed", "prepared", "staged"]

if __name__ == "__main__":
    sys.exit(main())
