"""A fault of the program in the middle of a battle: a calm sentence, the game saved, the details in a file."""

from __future__ import annotations

import io
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from kktui.cli import run
from kktui.commands import playing
from kktui.commands.common import battle
from kktui.engine import game
from kktui.store import Keeper, Store
from kktui.tui.app import KktuiApp
from kktui.tui.battle import BattleScreen
from kktui.tui.thinker import Thinker
from tests.tui.stage import shown

WORDS = "the rule is torn"
TRIES = 300
Play = Callable[[Pilot[int]], Coroutine[Any, Any, None]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path))
    return tmp_path


def torn(*_: object) -> None:
    raise LookupError(WORDS)


def tear(monkeypatch: pytest.MonkeyPatch, events: int) -> None:
    """From so many events on every rule raises."""
    whole = game.take_step

    def step(rules: Any, state: Any, ask: Any) -> None:
        whole(rules, state, ask)
        if len(state.log) > events:
            torn()

    monkeypatch.setattr(game, "take_step", step)


def on_screen(monkeypatch: pytest.MonkeyPatch, play: Play) -> int:
    """A battle in the app without a terminal, played so; the exit code."""
    headless = partial(App.run, headless=True, size=(100, 30), auto_pilot=play)
    monkeypatch.setattr(KktuiApp, "run", lambda app, **_: headless(app))
    return playing.play(battle("even-field", "knights-sergeants"), "red", "soldier", "5", playing.Face.SCREEN)


async def until(pilot: Pilot[int], true: Callable[[], bool]) -> None:
    for _ in range(TRIES):
        if true():
            return
        await pilot.pause(0.02)
    pytest.fail("it never came about")


def screen_of(pilot: Pilot[int]) -> BattleScreen:
    return next(each for each in pilot.app.screen_stack if isinstance(each, BattleScreen))


async def asked(pilot: Pilot[int]) -> None:
    await until(pilot, lambda: any(isinstance(each, BattleScreen) for each in pilot.app.screen_stack))
    await until(pilot, lambda: screen_of(pilot).mode is not None)


def only_game(home: Path) -> Keeper:
    found = Store(home).list()
    assert len(found) == 1
    return Keeper.open(Store(home), found[0].id)


def test_line_by_line_a_torn_rule_ends_in_one_sentence_and_the_game_goes_on_later(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n4\n" * 200))
    with monkeypatch.context() as broken:
        tear(broken, 20)
        assert run(["play", "even-field", "--rules", "knights-sergeants", "--plain", "--seed", "5"]) == 1
    err = capsys.readouterr().err
    assert (err.count("\n"), "Traceback" in err, WORDS in err) == (1, False, False)
    assert str(home / "kktui.log") in err
    assert WORDS in (home / "kktui.log").read_text("utf-8")
    keeper = only_game(home)
    assert f"kktui resume {keeper.id}" in err
    assert 0 < len(keeper.game.state.log) <= 20
    keeper.advance()
    assert keeper.game.pending
    keeper.close()


def test_on_the_screen_a_torn_rule_stops_the_battle_with_a_sentence_and_an_answer_can_be_given_again(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []

    async def play(pilot: Pilot[int]) -> None:
        await asked(pilot)
        match = screen_of(pilot).match
        with monkeypatch.context() as broken:
            tear(broken, 0)
            await pilot.press("space")
            await until(pilot, lambda: bool(match.bulletin.trouble))
            await pilot.pause(0.3)
            seen.append(shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: not match.bulletin.trouble and screen_of(pilot).mode is not None)
        tear(monkeypatch, 0)
        await pilot.press("space")
        await until(pilot, lambda: bool(match.bulletin.trouble))
        await pilot.press("q", "enter")

    assert on_screen(monkeypatch, play) == 1
    assert "The battle has stopped: a fault of the program" in " ".join(seen[0].split())
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    assert WORDS not in told.out + told.err
    assert str(home / "kktui.log") in told.err
    monkeypatch.undo()
    keeper = only_game(home)
    assert f"kktui resume {keeper.id}" in told.err
    keeper.close()
    assert (home / "kktui.log").read_text("utf-8").count(WORDS) == 2


def test_a_fault_of_the_screen_itself_ends_it_without_a_traceback(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await asked(pilot)
        screen_of(pilot).call_later(torn)
        await until(pilot, lambda: not pilot.app.is_running)

    assert on_screen(monkeypatch, play) == 1
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err
    assert f"its details are in {home / 'kktui.log'}" in told.err
    assert "kktui resume" in told.err
    assert WORDS in (home / "kktui.log").read_text("utf-8")


def test_advice_and_odds_that_fail_are_done_without(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Thinker, about: object) -> Any:
        return whole(self, torn)

    whole = Thinker.think
    monkeypatch.setattr(Thinker, "think", fail)

    async def play(pilot: Pilot[int]) -> None:
        await asked(pilot)
        await pilot.press("a")
        await until(pilot, lambda: "at a loss" in shown(pilot.app))
        await pilot.press("space")
        await asked(pilot)
        await pilot.press("q", "enter")

    assert on_screen(monkeypatch, play) == 0
    assert WORDS in (home / "kktui.log").read_text("utf-8")
