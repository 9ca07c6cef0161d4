"""Whole battles by real ssh clients on their screens, a third looking on; one through a host that is killed."""

from __future__ import annotations

import re
import shutil
import time
import tomllib
from collections.abc import Iterator

import pexpect
import pytest

from kktui.rules import PACKAGES
from kktui.store import Store
from kktui.store.carry import exported, read_file
from kktui.store.proof import prove
from tests.host.house import House, does
from tests.store.battles import short_battle
from tests.terminal import ENTER, Terminal, all_show

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="no ssh client on this machine")
SIZE = (100, 30)
PATIENCE = 240
"""Seconds for one battle on a busy machine."""
OVER = ("Men left", "Victory for", "A draw", "r Replay")
KILLED = "schiltron"
"""The battle in which the host is killed."""


def few_men() -> str:
    """The even field for one turn, with three men where there were nine."""
    scenario: str = tomllib.loads(short_battle(1))["scenario"]
    return re.sub(r"count = \d+", "count = 1", scenario)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"), "--open")
    house.offer("few", few_men())
    yield house
    said = house.close()
    assert "Traceback" not in said
    assert "badly" not in said


def begun(house: House, rules: str) -> str:
    """A game of two players who are ready, called by lines for short."""
    ann, bob = house.lines("ann"), house.lines("bob")
    game = does(ann, f"call few {rules}").split("Game ")[1].split(" ")[0]
    does(bob, f"join {game}")
    does(ann, f"ready {game} plum")
    does(bob, f"ready {game} pear")
    ann.close()
    bob.close()
    return game


def at_table(house: House, name: str) -> Terminal:
    """Somebody at the first game of the list, which is the one that is played."""
    terminal = Terminal(house.ssh(name, "-t"), SIZE)
    terminal.until("Here now", seconds=60)
    terminal.until("running", "your turn", seconds=60)
    terminal.press(ENTER)
    terminal.until("before the battle", "turn 1 of", seconds=60)
    return terminal


def asked(text: str) -> bool:
    return "Waiting for" not in text and "goes on ..." not in text and "Space" in text


def take_turns(*players: Terminal, answers: int = 10_000) -> None:
    """Let whoever is asked do as proposed, so often or until the battle is over."""
    end = time.monotonic() + PATIENCE
    while answers:
        assert time.monotonic() < end, "\n\n".join(player.text for player in players)
        for player in players:
            text = player.look(0.04)
            if any(word in text for word in OVER):
                return
            if asked(text):
                player.press(" ")
                answers -= 1
                if not answers:
                    return


@pytest.mark.parametrize("rules", PACKAGES)
def test_two_play_to_the_end_and_a_third_looks_on(house: House, rules: str) -> None:
    game = begun(house, rules)
    ann, bob, cat = (at_table(house, name) for name in ("ann", "bob", "cat"))
    if rules == KILLED:
        take_turns(ann, bob, answers=4)
        shown = cat.look(1.5)
        ann, bob, cat = (killed_and_back(house, each) for each in ((ann, "ann"), (bob, "bob"), (cat, "cat")))
        assert cat.look(1.5).splitlines()[0].rstrip() == shown.splitlines()[0].rstrip(), "nothing is lost"
    take_turns(ann, bob)
    all_show((ann, bob, cat), *OVER, seconds=60)
    for each in (ann, bob, cat):
        each.close()
    watcher = house.lines("cat")
    assert_told(watcher, f"{game}: finished")
    watcher.close()
    assert_proven(house, rules)


def assert_told(watcher: pexpect.spawn[str], what: str) -> None:
    """The lobby tells it; the host looks after its games once a second."""
    end = time.monotonic() + PATIENCE
    while what not in (told := does(watcher, "games")):
        assert time.monotonic() < end, told
        time.sleep(0.2)


def killed_and_back(house: House, visitor: tuple[Terminal, str]) -> Terminal:
    """The host dies while somebody is at a table, the first of them starts it anew, and they come back."""
    terminal, name = visitor
    if name == "ann":
        house.kill()
        house.open()
    terminal.until_gone(60)
    terminal.close()
    return at_table(house, name)


def assert_proven(house: House, rules: str) -> None:
    """The last game, exported, proves its dice and holds the words of both."""
    store, path = Store(house.folder / "home"), house.folder / f"{rules}.toml"
    path.write_text(exported(store, store.name_of("last")), "utf-8")
    found = read_file(path)
    assert found.record.header.ruleset == rules
    assert found.record.header.words == ("plum", "pear")
    assert prove(found.record, found.seed).lines()
