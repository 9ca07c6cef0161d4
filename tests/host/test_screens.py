"""Real ssh clients play on the battlefield, by keys alone."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.host.house import House, does
from tests.terminal import DOWN, ENTER, ESCAPE, F12, Terminal, all_show

SIZE = (100, 30)
PATIENCE = 60
"""Seconds for the answers asked for."""
OVER = ("What it came to", "Victory for", "A draw")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"), "--open")
    yield house
    said = house.close()
    assert "Traceback" not in said
    assert "badly" not in said


def visitor(house: House, name: str, size: tuple[int, int] = SIZE, term: str = "xterm-256color") -> Terminal:
    terminal = Terminal(house.ssh(name, "-t"), size, {"TERM": term})
    titles = f"kktui · {name}", f"kktui - {name}"
    terminal.until_so(
        lambda text: "" if any(title in text for title in titles) and "Here now" in text else None, "the lobby"
    )
    return terminal


def called(house: House, rules: str) -> str:
    """A game of two players who are ready, called by lines for short."""
    ann, bob = house.lines("ann"), house.lines("bob")
    game = does(ann, f"call even-field {rules}").split("Game ")[1].split(" ")[0]
    does(bob, f"join {game}")
    does(ann, f"ready {game}")
    does(bob, f"ready {game}")
    ann.close()
    bob.close()
    return game


def take_turns(*players: Terminal, answers: int = 10_000) -> None:
    """Let whoever is asked do as proposed, until the battle is over."""
    end = time.monotonic() + PATIENCE
    while answers > 0:
        assert time.monotonic() < end, "\n\n".join(player.text for player in players)
        for player in players:
            text = player.look(0.05)
            if any(word in text for word in OVER):
                return
            if "Waiting for" not in text:
                player.press(" ")
                answers -= "Space" in text


def test_two_play_and_a_third_looks_on_and_a_killed_client_comes_back(house: House) -> None:
    called(house, "knights-sergeants")
    ann, bob, cat = (visitor(house, name) for name in ("ann", "bob", "cat"))
    for each in (ann, bob, cat):
        each.press(ENTER)
        each.until("before the battle")
    take_turns(ann, bob, answers=12)
    ann.kill()
    ann = visitor(house, "ann", (80, 24))
    ann.press(ENTER)
    ann.until("turn 1", "before the battle")
    take_turns(ann, bob, answers=6)
    bob.press("t")
    bob.until("To all at this table")
    bob.press("well met")
    bob.until("well met")
    bob.press(ENTER)
    all_show((ann, cat), "bob: well met", reading=(bob,))
    bob.until_so(lambda text: None if "To all at this table" in text else "", "the table")
    bob.press("D")
    bob.until("resign")
    for key in (DOWN, DOWN, ENTER):
        bob.look()
        bob.press(key)
    bob.until("Give the battle up?")
    bob.press(ENTER)
    all_show((ann, bob, cat), *OVER)
    for each in (ann, bob, cat):
        each.close()


@pytest.mark.parametrize("term", ["vt100", "linux", "xterm", "xterm-kitty", "no-such\x1b]0;x\x07"])
def test_a_terminal_gets_what_it_can_show(house: House, term: str) -> None:
    ann = visitor(house, "ann", term=term)
    assert ann.text.isascii() is (term == "vt100")
    ann.press("q")
    ann.until_gone()


def test_a_window_of_any_size_is_painted(house: House) -> None:
    ann = visitor(house, "ann")
    for columns, rows in ((20, 10), (300, 100), (80, 24)):
        ann.process.setwinsize(rows, columns)
        ann.look(0.4)
    ann.press("q")
    ann.until_gone()


def test_a_visitor_changes_colours_for_himself_and_stays_in_the_lobby(house: House) -> None:
    ann = visitor(house, "ann")
    ann.press("o")
    ann.until("Animation")
    ann.press(ESCAPE)
    ann.until("Here now")
    bob = house.lines("bob")
    assert "ann" in does(bob, "who")
    bob.close()
    ann.press(F12)
    ann.until("not taken for visitors")
    ann.kill()
