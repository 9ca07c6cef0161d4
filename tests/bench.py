"""What things cost, beside a bare spike measured in the same run: ``python -m tests.bench [--quick]``.

Machines wander by a factor of two within the hour, so the floor is measured between the battles and the ratios
are what counts. Nothing here is a test: nothing fails.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import cos, log, radians, sin
from pathlib import Path
from typing import Any, NamedTuple

import kktui.engine.dice
import kktui.engine.odds
from kktui.engine.codec import pack
from kktui.engine.dice import Luck, key_of
from kktui.engine.game import Game, Setup
from kktui.engine.odds import odds, odds_of
from kktui.engine.requests import Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.lab.battles import collect_seldom
from kktui.players import LEVELS
from kktui.rules import PACKAGES
from kktui.rules.knights_sergeants.archery import Aim
from kktui.rules.knights_sergeants.melee import Bout
from kktui.rules.knights_sergeants.morale import Nerve
from kktui.rules.knights_sergeants.movement import Pace
from kktui.rules.knights_sergeants.odds import Onset, blow, flight, mood, onset, reaches
from kktui.table import FOOT, MOUNTED, Ground, Point, Pose, Table
from tests.battles import prepared
from tests.engine.fields import KS, advice, field_of, seats, setup_of
from tests.spike import BareSweeps, Spike

PROJECT = Path(__file__).resolve().parent.parent


def row(what: str, figure: str, ratio: str = "", goal: str = "") -> None:
    print(f"  {what:44}{figure:>24}  {ratio:20}{goal}", flush=True)


def heading(words: str) -> None:
    print(f"\n{words}", flush=True)


def cpu(work: Callable[[], Any]) -> float:
    """Seconds of this process for one run."""
    began = time.process_time()
    work()
    return time.process_time() - began


def each_of(work: Callable[[], Any], times: int, rounds: int = 5) -> float:
    """Microseconds for one of many, the middle of some rounds."""

    def run() -> None:
        for _ in range(times):
            work()

    return statistics.median(cpu(run) for _ in range(rounds)) / times * 1e6


# (a) The floor: the least that a battle of this size can be, toy rules and no thinking.


def spike(times: int) -> Iterator[int]:
    for number in range(times):
        yield Spike(number).fight()


# (b) Battles, and (d) how many questions they ask.


class Counting:
    """A player that counts what it is asked."""

    def __init__(self, level: str) -> None:
        self.player = LEVELS[level]
        self.asked = 0

    def answer(self, rules: Ruleset, state: AnyState, request: Request, luck: Luck) -> Any:
        self.asked += 1
        return self.player.answer(rules, state, request, luck)


def battle(setup: Setup, level: str, number: int) -> Game:
    """One battle of the computer against itself."""
    game = Game(Setup(setup.rules, setup.scenario, setup.book, f"bench-{number}"), seats(setup, level))
    game.advance()
    return game


def middle(values: Sequence[float]) -> float:
    return statistics.median(values)


def between(values: Sequence[float], form: str = ".1f") -> str:
    """The least and the most, which say how far the middle is to be trusted."""
    return f"{min(values):{form}}-{max(values):{form}}"


LEVEL_GOALS = (("random", 3, 60), ("soldier", 6, 30))
"""How many floors a battle may cost at most at each level, and battles a second in a fast hour."""


class Timing(NamedTuple):
    """Seconds a battle of one ruleset at one level in each round, each with the floor measured just before."""

    spent: list[float]
    floor: list[float]

    @property
    def ratios(self) -> list[float]:
        return [cost / bare for cost, bare in zip(self.spent, self.floor, strict=True)]


def interleaved(rounds: int, batch: int) -> dict[tuple[str, str], Timing]:
    """All rulesets and levels by turns, each beside a floor of its own: a slow minute is slow for all.

    Garbage is collected as `kktui sim` does it. Every round fights the same battles; Knights & Sergeants, which is the
    quickest, fights more of them.
    """
    setups = {rules: prepared("even-field", rules) for rules in PACKAGES}
    matches = [(rules, level) for rules in PACKAGES for level, _, _ in LEVEL_GOALS]
    times = {match: Timing([], []) for match in matches}
    sum(spike(5))
    for rules, level in matches:
        battle(setups[rules], level, 0)
    collect_seldom()
    for _ in range(rounds):
        for rules, level in matches:
            number = batch if rules == KS else 1
            times[rules, level].floor.append(floor_now(3))
            spent = cpu(lambda r=rules, lv=level, n=number: [battle(setups[r], lv, each) for each in range(n)])
            times[rules, level].spent.append(spent / number)
    return times


def floor_now(times: int) -> float:
    """Seconds of one spike at this moment."""
    return cpu(lambda: sum(spike(times))) / times


def the_battles(quick: bool) -> None:
    times = interleaved(3 if quick else 9, 2 if quick else 4)
    floor, sample = [bare for each in times.values() for bare in each.floor], Spike(1)
    heading("(a) the floor: a bare spike")
    counted = f"{sample.fight()} events, {sample.decisions} decisions"
    each = f"{middle(floor) * 1e3:.2f} ms"
    row(f"40 figures, 12 turns, {counted}", f"{1 / middle(floor):.0f} battles/s", each)
    heading("(b) 20 v 20, even-field, computer against itself, CPU time; ratio to the floor measured just before")
    for level, most, wanted in LEVEL_GOALS:
        for rules in PACKAGES:
            spent, ratios = times[rules, level].spent, times[rules, level].ratios
            ratio = f"{middle(ratios):.1f}x ({between(ratios)})"
            row(f"{rules}, {level}", f"{1 / middle(spent):.1f} battles/s", ratio, f"goal: at most {most}x, {wanted}/s")
    heading("(d) questions and answers, Knights & Sergeants")
    for level, _, _ in LEVEL_GOALS:
        the_questions(prepared("even-field", KS), level, middle(times[KS, level].spent))


def the_questions(setup: Setup, level: str, seconds: float) -> None:
    player = Counting(level)
    games = []
    for number in range(3):
        players = {party.id: player for party in setup.scenario.parties}
        games.append(Game(Setup(setup.rules, setup.scenario, setup.book, f"bench-{number}"), players))
        games[-1].advance()
    asked = player.asked / len(games)
    answers = sum(len(game.answers) for game in games) / len(games)
    events = sum(len(game.state.log) for game in games) / len(games)
    row(f"{level}: {asked:.0f} questions a battle", f"{asked / seconds:,.0f} questions/s")
    row(f"{level}: {answers:.0f} answers (dice, cards, choices)", f"{answers / seconds:,.0f} answers/s")
    row(f"{level}: {events:.0f} events", f"{events / seconds:,.0f} events/s")


# (c) Growth.


def the_growth(quick: bool) -> None:
    """Battles of all sizes by turns, each beside a floor of its own; the exponents are of the ratios."""
    heading("(c) growth, soldier against soldier, open field as crowded as 20 v 20, lines 12 inches apart")
    sizes = (20, 50, 100) if quick else (20, 50, 100, 200)
    spent: dict[int, list[tuple[float, float, int]]] = {size: [] for size in sizes}
    for number in range(2 if quick else 5):
        for size in sizes:
            setup, floor = setup_of(field_of(size), ""), floor_now(8)
            began = time.process_time()
            turns = battle(setup, "soldier", number).state.turn
            spent[size].append((time.process_time() - began, floor, turns))
    turn = {size: middle([cost / floor / turns for cost, floor, turns in spent[size]]) for size in sizes}
    for before, size in zip((0, *sizes), sizes, strict=False):
        costs = [cost * 1e3 for cost, _, _ in spent[size]]
        grown = f"n^{_growth(turn, before, size):.2f}" if before else ""
        each = middle([cost * 1e3 / turns for cost, _, turns in spent[size]])
        row(f"{size} v {size}", f"{middle(costs):.0f} ms a battle", f"{each:.1f} ms a turn", grown)
    first, last = sizes[0], sizes[-1]
    allowed = log(last / first * log(2 * last) / log(2 * first)) / log(last / first)
    row(f"{first} to {last} a side", "", f"n^{_growth(turn, first, last):.2f}", f"goal: n log n, n^{allowed:.2f}")


def _growth(turn: Mapping[int, float], small: int, large: int) -> float:
    return log(turn[large] / turn[small]) / log(large / small)


# (e) Sweeps.


def spread(number: int, riders: float) -> Table:
    """So many bases as crowded as 40 on 48 by 48 inches."""
    side = 48.0 * (number / 40) ** 0.5
    table = Table(Ground("bare", "Bare", side, side))
    luck = Luck(key_of("spread"), f"{number}")
    for name in range(number):
        base = MOUNTED if name < number * riders else FOOT
        while True:
            place = Pose(
                round(2 + luck.part() * (side - 4), 3), round(2 + luck.part() * (side - 4), 3), luck.below(360)
            )
            if table.is_free(base, place):
                table.put(f"f{name}", place, base)
                break
    return table


def ways(table: Table, number: int) -> list[tuple[str, Point]]:
    """Moves of 6 to 10 inches in any direction."""
    luck = Luck(key_of("ways"), "way")
    found = []
    for _ in range(number):
        name = f"f{luck.below(len(table.poses))}"
        at, turn, far = table.poses[name], radians(luck.below(360)), 6 + 4 * luck.part()
        found.append((name, Point(round(at.x + sin(turn) * far, 3), round(at.y - cos(turn) * far, 3))))
    return found


def the_sweeps(quick: bool) -> None:
    """All tables by turns: the middle, and the least, which is what a busy machine disturbs least."""
    heading("(e) one swept move of 6 to 10 inches on a bare table: middle (least-most of the rounds)")
    sizes = [(number, riders) for number in ((40, 200) if quick else (40, 200, 1000)) for riders in (0.0, 0.3)]
    tables = {size: spread(*size) for size in sizes}
    moves = {size: ways(tables[size], 300) for size in sizes}
    bare = {size: BareSweeps(tables[size]) for size in sizes}
    sweeps: dict[Any, list[float]] = {size: [] for size in sizes}
    least: dict[Any, list[float]] = {size: [] for size in sizes}
    for _ in range(10 if quick else 40):
        for size in sizes:
            spent = cpu(lambda t=tables[size], m=moves[size]: [t.sweep(*way) for way in m])
            sweeps[size].append(spent / len(moves[size]) * 1e6)
            spent = cpu(lambda b=bare[size], m=moves[size]: [b.sweep(*way) for way in m])
            least[size].append(spent / len(moves[size]) * 1e6)
    for number, riders in sizes:
        found, asked = sweeps[number, riders], least[number, riders]
        name = f"{number} figures, {'30% mounted' if riders else 'all foot'}"
        figure = f"{middle(found):.1f} us ({between(found)})"
        ratio = middle([one / other for one, other in zip(found, asked, strict=True)])
        row(name, figure, f"bare {middle(asked):.1f} us, {ratio:.1f}x", "goal: at most 15 us")


# (f) Odds.


def the_odds() -> None:
    heading("(f) exact odds: nothing remembered, its dice and parts remembered, all remembered")
    pace = Pace(4, 0, False)
    aim, bout, nerve = Aim(1, "mounted", 3, 1, 0), Bout(2, 0, 3, False, True), Nerve(7, 0)
    charge = Onset(nerve, Nerve(6, 0), pace, 14, bout)
    chains: tuple[tuple[str, Callable[..., Any], tuple[Any, ...]], ...] = (
        ("a shot", flight, (aim,)),
        ("a blow", blow, (bout,)),
        ("a morale check", mood, (nerve,)),
        ("a move of 4d6", reaches, (pace, 14)),
        ("a whole charge", onset, (charge,)),
    )
    for name, resolve, facts in chains:
        known = each_of(lambda r=resolve, f=facts: odds_of(r, *f), 2000)
        parts = each_of(lambda r=resolve, f=facts: odds(lambda ask: r(ask, *f)), 50)
        row(name, f"{_cold(resolve, facts):.0f} us", f"parts {parts:.0f} us", f"known {known:.2f} us")


def _forget_all() -> None:
    """Empty every cache of the odds and the dice, whichever there are."""
    for module in (kktui.engine.odds, kktui.engine.dice):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def _cold(resolve: Callable[..., Any], facts: tuple[Any, ...]) -> float:
    """With nothing remembered: no odds, no parts of them, no ways of the dice."""

    def once() -> float:
        _forget_all()
        return cpu(lambda: odds(lambda ask: resolve(ask, *facts)))

    once()
    return statistics.median(once() for _ in range(51)) * 1e6


# (g) Start-up.


def the_start(quick: bool) -> None:
    heading("(g) start-up")
    bare, ours = [], []
    for _ in range(5 if quick else 15):
        bare.append(_wall(["-c", "pass"]))
        ours.append(_wall(["-m", "kktui", "--version"]))
    one, other = statistics.median(bare), statistics.median(ours)
    row("python -c pass", f"{one * 1e3:.1f} ms")
    row("kktui --version", f"{other * 1e3:.1f} ms", f"{other / one:.2f}x", "goal: at most 3x")
    for module in ("kktui.engine.game", "kktui.lab"):
        program = f"import sys, {module}; print('textual' in sys.modules)"
        said = _python(["-c", program]).stdout.strip()
        row(f"{module} imports textual", {"True": "yes", "False": "no"}.get(said, said), "", "goal: no")


def _python(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=PROJECT, capture_output=True, text=True, check=False)


def _wall(words: list[str]) -> float:
    began = time.perf_counter()
    _python(words)
    return time.perf_counter() - began


# (h) Coming back, and keeping.


def the_keeping() -> None:
    heading("(h) snapshots and saving")
    for size in (20, 200):
        setup = setup_of(field_of(size), "bench")
        state = setup.rules.muster(setup.scenario, setup.book)
        was = state.snapshot()
        times = 4000 // size
        taken = each_of(state.snapshot, times)
        back = each_of(lambda s=state, w=was: s.restore(w), times)
        row(f"{2 * size} figures: snapshot, restore", f"{taken:.0f} us", f"{back:.0f} us")
    the_saves()


def the_saves() -> None:
    """Answers taken through the keeper, the disk included, beside the same answers taken by the game alone."""
    from kktui.files import bundle
    from kktui.files.shelf import shipped_folder
    from kktui.store.database import Store
    from kktui.store.keeper import Keeper, Start

    text = bundle(shipped_folder("scenarios") / "even-field.toml")
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        keeper = Keeper.create(store, Start(text, KS, seed="bench"), {"red": "human", "blue": "human"})
        alone = Game(keeper.game.setup, {})
        kept, bare = _answers_taken(keeper, alone, 150)
        keeper.close()
        store.close()
    row("an answer kept on the disk", f"{middle(kept) * 1e3:.2f} ms", f"p95 {_p95(kept) * 1e3:.1f} ms")
    row("the same answer, the game alone", f"{middle(bare) * 1e3:.2f} ms", f"p95 {_p95(bare) * 1e3:.1f} ms")


def _p95(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _answers_taken(keeper: Any, alone: Game, times: int) -> tuple[list[float], list[float]]:
    """Wall time of each answer that is taken, a soldier's, by the one and by the other."""
    kept: list[float] = []
    bare: list[float] = []
    for one in (keeper, alone):
        one.advance()
    while len(kept) < times and not alone.over:
        side, request = next(iter(alone.pending.items()))
        value = pack(advice(alone, request, "soldier"))
        for one, spent in ((keeper, kept), (alone, bare)):
            began = time.perf_counter()
            refused = one.answer(side, value)
            spent.append(time.perf_counter() - began)
            assert refused is None, refused
            one.advance()
    assert keeper.game.digest() == alone.digest()
    return kept, bare


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, no 200 v 200")
    quick = parser.parse_args().quick
    the_battles(quick)
    the_growth(quick)
    the_sweeps(quick)
    the_odds()
    the_start(quick)
    the_keeping()
    return 0


if __name__ == "__main__":
    sys.exit(main())
