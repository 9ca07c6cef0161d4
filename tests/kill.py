"""Kill a playing process again and again: ``python -m tests.kill --times 200``.

The process plays through a keeper and prints a line for everything acknowledged. It is killed with SIGKILL at
random moments; afterwards every acknowledged entry must be there, and the game must open.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from kktui.store import Keeper, Store
from kktui.store.record import Record
from tests.store.battles import BOTH, answer_one, begin

PROJECT = Path(__file__).resolve().parent.parent
TURNS = 4


@dataclass(slots=True)
class Figures:
    """What came of the killing."""

    kills: int = 0
    acked: int = 0
    lost: int = 0
    unacked: int = 0
    """The most entries found beyond the last acknowledged one."""
    unopened: int = 0

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.acked} entries acknowledged, {self.lost} lost, "
            f"at most {self.unacked} written but not acknowledged, {self.unopened} games that did not open"
        )


def play_for_ever(folder: Path) -> None:
    """Answer and acknowledge, one battle after the other."""
    store = Store(folder)
    while True:
        running = [game.id for game in store.list() if game.result is None]
        keeper = Keeper.open(store, running[0]) if running else begin(folder, BOTH, os.urandom(8).hex(), TURNS)
        go_on(keeper)
        while not keeper.game.over:
            answer_one(keeper)
            acknowledge(keeper)
            go_on(keeper)
        keeper.close()


def go_on(keeper: Keeper) -> None:
    """As far as the next question; the step that comes to it is written too."""
    while keeper.step():
        acknowledge(keeper)
    acknowledge(keeper)


def acknowledge(keeper: Keeper) -> None:
    """Say that this much is done."""
    print(f"{keeper.id} {len(keeper.record.entries)} {keeper.record.tip}", flush=True)


def kill_once(folder: Path, luck: random.Random, figures: Figures) -> None:
    """Start a player, kill it, and see whether all it acknowledged is there."""
    env = {**os.environ, "PYTHONPATH": str(PROJECT)}
    command = [sys.executable, "-m", "tests.kill", "--child", str(folder)]
    lines: list[str] = []
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, cwd=PROJECT) as child:
        assert child.stdout is not None
        lines.append(child.stdout.readline())
        reader = Thread(target=lambda: lines.extend(child.stdout or ()))
        reader.start()
        time.sleep(luck.uniform(0, 0.3))
        child.kill()
        reader.join()
    acked = [line.split() for line in lines if line.endswith("\n")]
    figures.kills += 1
    figures.acked += len(acked)
    _check(folder, acked, figures)


def _check(folder: Path, acked: list[list[str]], figures: Figures) -> None:
    store = Store(folder)
    records = {name: store.read(name) for name in {name for name, _, _ in acked}}
    tips = {name: _tips(record) for name, record in records.items()}
    figures.lost += sum(tips[name][int(length) :][:1] != [tip] for name, length, tip in acked)
    name, length, _ = acked[-1]
    figures.unacked = max(figures.unacked, len(tips[name]) - 1 - int(length))
    try:
        Keeper.open(store, name).close()
    except Exception as trouble:
        print(trouble)
        figures.unopened += 1
    store.close()


def _tips(record: Record) -> list[str]:
    """The hash of the chain after each entry."""
    again = Record(record.header)
    tips = [again.tip]
    for step in record.entries:
        again.add(step)
        tips.append(again.tip)
    return tips


def kill(times: int, seed: int = 1) -> Figures:
    """Kill so many times in one folder, where games go on from kill to kill; the figures."""
    figures, luck = Figures(), random.Random(seed)
    with TemporaryDirectory() as folder:
        for _ in range(times):
            kill_once(Path(folder), luck, figures)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--child", type=Path)
    options = parser.parse_args()
    if options.child:
        play_for_ever(options.child)
    figures = kill(options.times)
    print(figures)
    return 1 if figures.lost or figures.unopened else 0


if __name__ == "__main__":
    sys.exit(main())
