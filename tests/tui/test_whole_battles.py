"""Whole battles of every ruleset in a real terminal, by keys alone, from the first question to the end screen."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from kktui.files.scenario import bundle_texts
from kktui.rules import PACKAGES
from kktui.store import Store
from kktui.store.keeper import Keeper
from tests.store.battles import short_battle
from tests.terminal import ENTER, TAB, UP, Terminal

PATIENCE = 300
OVER = ("Men left", "Victory for", "A draw", "r Replay")
"""Words of the end screen, however far it is scrolled."""


def few_men() -> str:
    """The even field for one turn, with three men where there were nine."""
    text = tomllib.loads(short_battle(1))
    return bundle_texts(text["id"], re.sub(r"count = \d+", "count = 1", text["scenario"]), text["map-id"], text["map"])


def keys_for(text: str, number: int) -> str:
    """What somebody who tries things out would press."""
    if "Arrows where" in text and number % 3 == 0:
        return UP + UP + ENTER
    if "choose" in text and number % 2 == 0:
        return TAB + ENTER
    return " "


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80x24", "160x50"])
@pytest.mark.parametrize("rules", PACKAGES)
def test_a_battle_is_played_to_its_end(tmp_path: Path, rules: str, size: tuple[int, int]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text('speed = "off"\n', "utf-8")
    (tmp_path / "short.toml").write_text(few_men(), "utf-8")
    command = [sys.executable, "-m", "kktui", "play", str(tmp_path / "short.toml"), "--rules", rules, "--seed", "3"]
    terminal = Terminal([*command, "--against", "random"], size, {"KKTUI_HOME": str(home)})
    terminal.until("before the battle", "turn 1", seconds=PATIENCE)
    end, number = time.monotonic() + PATIENCE, 0
    while not any(word in terminal.look(0.06) for word in OVER):
        assert time.monotonic() < end, terminal.text
        terminal.press(keys_for(terminal.text, number))
        number += 1
    assert number >= 3
    terminal.press("q")
    terminal.until_gone(60)
    terminal.close()
    kept = Keeper.open(Store(home), "last")
    assert kept.game.over
    kept.close()


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_battle_that_is_shut_down_gives_the_terminal_back(tmp_path: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "kktui", "play", "even-field", "--seed", "3"]
    terminal = Terminal(command, (80, 24), {"KKTUI_HOME": str(tmp_path)})
    terminal.until("where to stand", seconds=PATIENCE)
    terminal.process.kill(number)
    terminal.until(f"kktui resume {Store(tmp_path).list()[0].id}", seconds=60)
    terminal.until_gone(60)
    terminal.close()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_where_nobody_reads_the_terminal_any_more_the_app_ends_all_the_same(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    os.set_blocking(ours, False)
    environ = {**os.environ, "KKTUI_HOME": str(tmp_path), "TERM": "xterm-256color", "COLUMNS": "160", "LINES": "50"}
    command = [sys.executable, "-m", "kktui", "play", "even-field", "--seed", "3"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ) as playing:
        os.close(theirs)
        try:
            end = time.monotonic() + PATIENCE
            while not Store(tmp_path).list():
                assert time.monotonic() < end
                time.sleep(0.1)
            time.sleep(1)  # by now it waits for somebody to read what it has painted
            playing.send_signal(signal.SIGTERM)
            assert playing.wait(60) == 128 + signal.SIGTERM
        finally:
            playing.kill()
    os.close(ours)
    assert len(Store(tmp_path).list()) == 1
