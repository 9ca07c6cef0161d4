"""A few battles of every shipped scenario, every event looked at; ``python -m tests.battles`` plays thousands."""

from __future__ import annotations

import pytest

from kktui.rules import PACKAGES
from tests.battles import Match, fought, matches, parsed, shelf

SCENARIOS = [name for name, _, _ in shelf().scenarios()]


@pytest.mark.parametrize("rules", PACKAGES)
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("level", "seeds"), [("random", 1), ("soldier", 1)])
def test_every_promise_holds_after_every_event(scenario: str, rules: str, level: str, seeds: int) -> None:
    for seed in range(seeds):
        told = fought(Match(scenario, f"ci-{seed}", level, rules))
        assert not told.error, f"{told.match.command()}\n{told.error}"
        assert not told.broken, f"{told.match.command()}\n" + "\n".join(told.broken)
        assert told.checks > told.events


def test_a_battle_comes_out_the_same_twice_in_one_process() -> None:
    match = Match("even-field", "twice", "soldier", "knights-sergeants")
    assert fought(match) == fought(match)


def test_battles_are_spread_over_all_scenarios() -> None:
    wanted = list(matches(parsed(["--times", str(2 * len(SCENARIOS) * len(PACKAGES))])))
    assert {each.scenario for each in wanted} == set(SCENARIOS)
    assert len(set(wanted)) == len(wanted)


def test_a_failing_run_says_how_to_repeat_it() -> None:
    command = Match("even-field", "7", "random", "knights-sergeants").command()
    again = list(matches(parsed(command.split()[3:])))
    assert again == [Match("even-field", "7", "random", "knights-sergeants")]
