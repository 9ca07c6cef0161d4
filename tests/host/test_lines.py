"""Real ssh clients play line by line; they and the host may die at any moment."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.host.house import House, does

SOON = 20


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"), "--open", "--guests")
    yield house
    assert "Traceback" not in house.close()


def called(one: pexpect.spawn[str], other: pexpect.spawn[str]) -> str:
    """A game in which both sit and the battle has begun."""
    found = re.search(r"Game (\S+) is called", does(one, "call even-field"))
    assert found
    game = found[1]
    assert "You have joined" in does(other, f"join {game}")
    assert "Noted" in does(one, f"ready {game} plum")
    assert "has begun" in does(other, f"ready {game} pear")
    return game


def turns(*players: pexpect.spawn[str], answers: int) -> None:
    """Let whoever is asked take the captain's advice, so many times in all."""
    while answers:
        for player in players:
            if player.expect_exact(["\n> ", pexpect.TIMEOUT], timeout=0.3) == 0:
                player.sendline("hint")
                player.expect_exact("> ", timeout=SOON)
                player.sendline("ok")
                answers -= 1
                break


def test_two_play_while_a_third_looks_on_and_a_client_killed_comes_back(house: House) -> None:
    ann, bob, cat = house.lines("ann"), house.lines("bob"), house.lines("cat")
    game = called(ann, bob)
    ann.sendline(f"play {game}")
    bob.sendline(f"play {game}")
    cat.sendline(f"watch {game}")
    turns(ann, bob, answers=10)
    ann.kill(9)
    ann = house.lines("ann")
    ann.sendline(f"play {game}")
    turns(ann, bob, answers=6)
    ann.sendline("/say well met")
    bob.expect_exact("ann: well met", timeout=SOON)
    again = house.lines("bob")
    again.sendline(f"play {game}")
    bob.expect_exact("from elsewhere", timeout=SOON)
    again.sendline("/resign")
    for each in (ann, again, cat):
        each.expect_exact("Victory for Red: the enemy has resigned", timeout=SOON)
        each.expect_exact("lobby> ", timeout=SOON)
    for each in (ann, bob, cat, again):
        each.close()


def test_a_host_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    ann, bob = house.lines("ann"), house.lines("bob")
    game = called(ann, bob)
    ann.sendline(f"play {game}")
    bob.sendline(f"play {game}")
    turns(ann, bob, answers=9)
    bob.sendline("/say still here")
    ann.expect_exact("still here", timeout=SOON)
    house.kill()
    ann.expect(pexpect.EOF, timeout=SOON)
    house.open()
    ann, bob = house.lines("ann"), house.lines("bob")
    assert f"{game}: running" in does(ann, "games")
    ann.sendline(f"play {game}")
    bob.sendline(f"play {game}")
    turns(ann, bob, answers=6)
    ann.sendline("/draw")
    ann.expect_exact("Offered", timeout=SOON)
    bob.sendline("/draw")
    for each in (ann, bob):
        each.expect_exact("A draw: the sides agree", timeout=SOON)
    house.close()


REFUSED = {
    "another command": ["ls"],
    "a shell without a terminal": [],
    "sftp": ["-s", "sftp"],
}


@pytest.mark.parametrize("asked", REFUSED, ids=str)
def test_nothing_but_a_terminal_or_the_word_plain(house: House, asked: str) -> None:
    before = [word for word in REFUSED[asked] if word.startswith("-")]
    after = [word for word in REFUSED[asked] if not word.startswith("-")]
    command = [*house.ssh("dan", "-T", *before), *after]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SOON, check=False)
    assert done.returncode == 255
    assert "request failed" in done.stderr
    assert not done.stdout


@pytest.mark.parametrize("forward", [["-R", "0:127.0.0.1:22"], ["-W", "127.0.0.1:22"]])
def test_nothing_is_forwarded(house: House, forward: list[str]) -> None:
    words = ["-o", "ExitOnForwardFailure=yes", *forward]
    command = house.ssh("dan", *words) + ([] if "-W" in forward else ["plain"])
    done = subprocess.run(command, input="", capture_output=True, text=True, timeout=SOON, check=False)
    assert done.returncode == 255
    assert re.search("forwarding failed|prohibited|refused", done.stderr)


def test_a_guest_looks_on_and_does_not_play(house: House) -> None:
    command, *arguments = [*house.ssh("guest", key=False), "plain"]
    guest = pexpect.spawn(command, arguments, encoding="utf-8", timeout=SOON, echo=False)
    guest.expect(r"Welcome, guest-\d{4}")
    guest.expect_exact("lobby> ")
    assert "guests only look on" in does(guest, "call even-field")
    guest.close()


def test_a_name_belongs_to_its_key(house: House) -> None:
    house.lines("ann").close()
    command = [*house.ssh("ann", "-o", f"IdentityFile={house.key('thief')}"), "plain"]
    command[command.index("-i") + 1] = str(house.key("thief"))
    done = subprocess.run(command, input="", capture_output=True, text=True, timeout=SOON, check=False)
    assert done.returncode == 1
    assert "belongs to another key" in done.stdout


def test_an_invitation_is_asked_for_once(tmp_path: Path) -> None:
    house = House(tmp_path, "--invite", "swordfish")
    command = [*house.ssh("ann"), "plain"]
    done = subprocess.run(command, input="x\ny\nz\n", capture_output=True, text=True, timeout=SOON, check=False)
    assert done.returncode == 1
    assert "for the invited" in done.stdout
    done = subprocess.run(command, input="swordfish\nquit\n", capture_output=True, text=True, timeout=SOON, check=False)
    assert done.returncode == 0
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, timeout=SOON, check=False)
    assert "Invitation" not in done.stdout
    assert "Farewell" in done.stdout
    house.close()


def test_only_the_keys_of_the_file_come_in(tmp_path: Path) -> None:
    friends = tmp_path / "friends"
    friends.write_text("")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key-ann"], check=True)
    friends.write_text((tmp_path / "key-ann.pub").read_text())
    house = House(tmp_path, "--allow-keys", str(friends))
    house.lines("ann").close()
    command = [*house.ssh("bob", "-o", "BatchMode=yes"), "plain"]
    done = subprocess.run(command, input="", capture_output=True, text=True, timeout=SOON, check=False)
    assert done.returncode == 255
    assert "Permission denied" in done.stderr
    house.close()


def test_a_command_that_lacks_what_it_is_about_says_so(house: House) -> None:
    ann = house.lines("ann")
    for line, wanted in (("join", "join GAME"), ("play", "play GAME"), ("call", "call SCENARIO")):
        assert f"No: say which: {wanted}" in does(ann, line)
    ann.close()
