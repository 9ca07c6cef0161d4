"""A series of battles gives the same figures however it is fought."""

import subprocess
import sys
from pathlib import Path

import pytest

from kktui.lab import Outcome, Series, fight_all, summed_up, wilson
from tests.store.battles import RULES, short_battle

PROJECT = Path(__file__).resolve().parent.parent.parent
SIDES = ("red", "blue")


def series(seed: str = "1") -> Series:
    return Series(short_battle(), RULES, {"red": "random", "blue": "soldier"}, seed)


def test_two_workers_fight_the_same_battles_as_one() -> None:
    assert fight_all(series(), 4, workers=2) == fight_all(series(), 4, workers=1)


def test_battles_of_a_series_differ_and_another_seed_is_another_series() -> None:
    ours = fight_all(series(), 3)
    assert len({each.digest for each in ours}) == 3
    assert ours != fight_all(series("2"), 3)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_the_interval_is_the_one_of_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


def test_wins_draws_turns_and_losses_are_summed_up() -> None:
    outcomes = [
        Outcome(0, "red", "points", 4, {"red": 1, "blue": 5}, ""),
        Outcome(1, "", "turn limit", 6, {"red": 2, "blue": 2}, ""),
    ]
    summary = summed_up(outcomes, SIDES)
    assert (summary.wins["red"].count, summary.wins["blue"].count, summary.draws.count) == (1, 0, 1)
    assert (summary.turns, summary.losses) == (5.0, {"red": 1.5, "blue": 3.5})
    assert summary.reasons == {"points": 1, "turn limit": 1}


def test_the_lab_never_imports_textual_or_the_command_line() -> None:
    code = "import sys, kktui.lab, kktui.store; sys.exit('textual' in sys.modules or 'argparse' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=PROJECT, check=False).returncode == 0
