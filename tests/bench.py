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
from math import cos, hypot, log, radians, sin
from pathlib import Path
from typing import Any

from pymunk import BB, Body, Circle, ShapeFilter, Space

import kktui.engine.dice
import kktui.engine.odds
from kktui.engine.codec import pack
from kktui.engine.dice import Luck, key_of
from kktui.engine.game import Game, Setup
from kktui.engine.odds import odds, odds_of
from kktui.engine.requests import Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.players import LEVELS
from kktui.rules.knights_sergeants.archery import Aim
from kktui.rules.knights_sergeants.melee import Bout
from kktui.rules.knights_sergeants.morale import Nerve
from kktui.rules.knights_sergeants.movement import Pace
from kktui.rules.knights_sergeants.odds import Onset, blow, flight, mood, onset, reaches
from kktui.table import FOOT, MOUNTED, Ground, Point, Pose, Table
from tests.battles import prepared
from tests.engine.fields import KS, advice, field_of, seats, setup_of

PROJECT = Path(__file__).resolve().parent.parent
ALL = ShapeFilter()


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


class Spike:
    """40 figures, 12 turns, swept moves in pymunk, d10 melee, morale on neighbours, events as tuples."""

    def __init__(self, seed: int) -> None:
        self.luck = Luck(key_of(str(seed)), "spike")
        self.space = Space()
        self.at: dict[int, tuple[float, float]] = {}
        self.bodies: dict[int, Body] = {}
        self.names: dict[Any, int] = {}
        self.events: list[tuple[Any, ...]] = []
        self.decisions = 0
        for name in range(40):
            self._add(name, 4.0 + name % 20 * 2, 34.0 if name < 20 else 14.0)

    def _add(self, name: int, x: float, y: float) -> None:
        body = Body(body_type=Body.KINEMATIC)
        body.position = x, y
        disc = Circle(body, 0.5)
        self.space.add(body, disc)
        self.at[name], self.bodies[name], self.names[disc] = (x, y), body, name

    def near(self, x: float, y: float, inches: float) -> list[int]:
        box = BB(x - inches, y - inches, x + inches, y + inches)
        return [self.names[shape] for shape in self.space.bb_query(box, ALL)]

    def fight(self) -> int:
        for turn in range(12):
            self.events.append(("turn", turn))
            for name in list(self.at):
                if name in self.at and (name + turn) % 2 == 0:
                    self.act(name)
        return len(self.events)

    def act(self, name: int) -> None:
        self.decisions += 1
        x, y = self.at[name]
        foes = [(hypot(u - x, v - y), other) for other, (u, v) in self.at.items() if (other < 20) != (name < 20)]
        if not foes:
            return
        gap, foe = min(foes)
        if gap <= 1.01:
            self.strike(name, foe)
        else:
            self.move(name, foe, min(6.0, gap - 1.0))

    def move(self, name: int, foe: int, inches: float) -> None:
        x, y = self.at[name]
        u, v = self.at[foe]
        away = hypot(u - x, v - y)
        dx, dy = (u - x) / away, (v - y) / away
        box = BB(min(x, u) - 1, min(y, v) - 1, max(x, u) + 1, max(y, v) + 1)
        for shape in self.space.bb_query(box, ALL):
            other = self.names[shape]
            if other != name:
                inches = min(inches, self._until(name, other, dx, dy))
        self.at[name] = x + dx * inches, y + dy * inches
        self.bodies[name].position = self.at[name]
        self.space.reindex_shapes_for_body(self.bodies[name])
        self.events.append(("moved", name, self.at[name]))

    def _until(self, name: int, other: int, dx: float, dy: float) -> float:
        ex, ey = self.at[other][0] - self.at[name][0], self.at[other][1] - self.at[name][1]
        ahead, aside = ex * dx + ey * dy, abs(ex * dy - ey * dx)
        if ahead <= 0 or aside >= 1:
            return 99.0
        return max(0.0, ahead - (1 - aside * aside) ** 0.5)

    def strike(self, name: int, foe: int) -> None:
        ours, theirs = self.luck.below(10), self.luck.below(10)
        self.events.append(("struck", name, foe, ours, theirs))
        if ours >= theirs + 3:
            self.fall(foe)

    def fall(self, foe: int) -> None:
        x, y = self.at.pop(foe)
        body = self.bodies.pop(foe)
        (disc,) = body.shapes
        self.space.remove(disc, body)
        del self.names[disc]
        self.events.append(("fell", foe))
        for other in self.near(x, y, 3.0):
            if self.luck.below(10) == 9:
                self.events.append(("shaken", other))


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


def interleaved(setup: Setup, rounds: int, batch: int) -> dict[str, list[float]]:
    """Seconds a battle, floor and levels by turns: a slow minute is slow for all, and every round fights the same."""
    times: dict[str, list[float]] = {"floor": [], "random": [], "soldier": []}
    sum(spike(5))
    for level in LEVELS:
        battle(setup, level, 0)
    for _ in range(rounds):
        times["floor"].append(floor_now(batch * 2))
        for level in ("random", "soldier"):
            spent = cpu(lambda lv=level: [battle(setup, lv, each) for each in range(batch)])
            times[level].append(spent / batch)
    return times


def floor_now(times: int) -> float:
    """Seconds of one spike at this moment."""
    return cpu(lambda: sum(spike(times))) / times


def the_battles(quick: bool) -> None:
    setup = prepared("even-field", KS)
    times = interleaved(setup, 3 if quick else 9, 2 if quick else 4)
    floor, sample = times["floor"], Spike(1)
    heading("(a) the floor: a bare spike")
    counted = f"{sample.fight()} events, {sample.decisions} decisions"
    each = f"{middle(floor) * 1e3:.2f} ms"
    row(f"40 figures, 12 turns, {counted}", f"{1 / middle(floor):.0f} battles/s", each)
    heading("(b) 20 v 20, even-field, computer against itself, CPU time; ratio to the floor of the same round")
    for level, most, wanted in (("random", 3, 60), ("soldier", 6, 30)):
        ratios = [spent / bare for spent, bare in zip(times[level], floor, strict=True)]
        ratio = f"{middle(ratios):.1f}x ({between(ratios)})"
        row(level, f"{1 / middle(times[level]):.1f} battles/s", ratio, f"goal: at most {most}x, {wanted}/s")
        best = f"{min(times[level]) / min(floor):.1f}x"
        row(f"{level}, least disturbed round of each", f"{1 / min(times[level]):.1f} battles/s", best)
    heading("(d) questions and answers")
    for level in ("random", "soldier"):
        the_questions(setup, level, middle(times[level]))


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
    boxes = {size: [_box(tables[size], *way) for way in moves[size]] for size in sizes}
    sweeps: dict[Any, list[float]] = {size: [] for size in sizes}
    queries: dict[Any, list[float]] = {size: [] for size in sizes}
    for _ in range(10 if quick else 40):
        for size in sizes:
            table, space = tables[size], tables[size]._standing
            spent = cpu(lambda t=table, m=moves[size]: [t.sweep(*way) for way in m])
            sweeps[size].append(spent / len(moves[size]) * 1e6)
            spent = cpu(lambda s=space, b=boxes[size]: [s.within(each) for each in b])
            queries[size].append(spent / len(moves[size]) * 1e6)
    for number, riders in sizes:
        found, asked = sweeps[number, riders], queries[number, riders]
        name = f"{number} figures, {'30% mounted' if riders else 'all foot'}"
        figure = f"{middle(found):.1f} us ({between(found)})"
        row(name, figure, f"query {middle(asked):.1f} us", "goal: at most 15 us")


def _box(table: Table, name: str, to: Point) -> BB:
    at, reach = table.poses[name], table.bases[name].reach
    left, right = sorted((at.x, to.x))
    top, bottom = sorted((at.y, to.y))
    return BB(left - reach, top - reach, right + reach, bottom + reach)


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
