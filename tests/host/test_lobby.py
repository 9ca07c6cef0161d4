"""The lobby on the screen: what it shows, and that it costs little however many come and go."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh
import pytest
from textual.css.query import NoMatches

from kktui.host.access import Access
from kktui.host.app import HostApp, settings_for
from kktui.host.driver import END, MOUSE_OFF, MOUSE_ON
from kktui.host.guest import Guest
from kktui.host.limits import Limits
from kktui.host.lobby import LobbyScreen
from kktui.host.people import Person
from kktui.host.terminals import Look
from tests.host.inn import LINES, MANY, SCREEN, Client, Inn, inn, person, terms, until
from tests.store.battles import short_battle

NEWCOMER = 1500
"""Bytes, at most, that somebody who comes in costs somebody who is here."""


def visit(folder: Path, script: Callable[[Inn], Awaitable[None]], limits: Limits = MANY) -> None:
    async def run() -> None:
        async with inn(folder, limits, Access(anybody=True)) as house:
            await script(house)

    asyncio.run(asyncio.wait_for(run(), 100))


def test_the_first_picture_is_painted_once_and_a_newcomer_changes_a_line_or_two(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", size=(120, 40))
        await house.still()
        assert ann.got.count(b"Here now") == 1
        before = len(ann.got)
        await house.come("bob", size=(120, 40))
        await ann.until("bob")
        await house.still()
        assert ann.got.count(b"Here now") == 1
        assert len(ann.got) - before < NEWCOMER

    visit(tmp_path, script)


def test_those_for_whom_there_is_no_room_are_counted(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        for number in range(40):
            person = Person(f"SHA256:{number:04}", f"man{number}")
            house.hall.enter(Guest(person, lambda: None, lambda room, said: None))
        ann = await house.come("ann", size=(80, 24))
        await ann.until("41 here")
        shown = sum("man" in line for line in ann.screen.splitlines())
        await ann.until(f"and {41 - shown} more")
        assert shown > 5

    visit(tmp_path, script)


def test_the_last_line_names_the_keys_and_a_click_there_is_the_key(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", size=(80, 24))
        await ann.until("n New game")
        last = ann.screen.splitlines()[-1]
        assert "q Leave" in last
        ann.press(f"\x1b[<0;{last.index('q Leave') + 1};24M\x1b[<0;{last.index('q Leave') + 1};24m")
        await ann.until("Farewell")

    visit(tmp_path, script)


def test_one_connection_has_two_terminals_at_once_and_no_more(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        line = await house.connect("ann")
        open_now = [await line.create_process("plain", encoding=None) for _ in range(2)]
        with pytest.raises(asyncssh.ChannelOpenError, match="terminals enough"):
            await line.create_process("plain", encoding=None)
        open_now[0].stdin.write(b"quit\n")
        await open_now[0].wait_closed()
        again = await line.create_process("plain", encoding=None)
        assert b"lobby" in await again.stdout.read(4096)
        line.abort()

    visit(tmp_path, script)


def test_many_terminals_asked_for_at_once_on_one_connection_are_no_more(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        line = await house.connect("ann")
        asked = [line.create_process(term_type=SCREEN, encoding=None) for _ in range(20)]
        came = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(not isinstance(each, Exception) for each in came) == MANY.sessions
        line.abort()

    visit(tmp_path, script)


def test_the_keys_of_somebody_who_does_not_read_wait_until_they_do(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann")
        (seen,) = house.server.visits
        seen.line._fall_behind()
        backlog, seen.backlog = seen.backlog, lambda: house.hall.limits.unsent_bytes  # type: ignore[method-assign]
        ann.press("q")
        await asyncio.sleep(0.6)
        assert seen in house.server.visits
        seen.backlog = backlog  # type: ignore[method-assign]
        await until(lambda: seen not in house.server.visits, "the key is taken")

    visit(tmp_path, script)


def test_what_the_host_was_started_with_says_nothing_of_a_visitors_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")

    async def script(house: Inn) -> None:
        await house.come("ann")
        (seen,) = house.server.visits
        assert isinstance(seen._app, HostApp)
        assert seen._app.theme == settings_for(Look.MANY).settings.theme

    visit(tmp_path, script)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_what_was_said_before_is_there_for_whoever_comes_in_and_the_newest_is_never_cut_off(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def script(house: Inn) -> None:
        for number in range(20):
            house.hall.chat.say(Person(f"SHA256:{number}", "bob"), f"line {number}")
        ann = await house.come("ann", size=size)
        await ann.until("bob: line 19")
        house.hall.chat.say(Person("SHA256:bob", "bob"), "and one more")
        await ann.until("bob: and one more")
        assert "bob: line 19" in ann.screen

    visit(tmp_path, script)


def test_a_screen_that_falls_while_its_visitor_leaves_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def script(house: Inn) -> None:
        async def late(screen: LobbyScreen) -> None:
            (seen,) = house.server.visits
            seen._connection.abort()
            await until(lambda: seen._gone, "she leaves")
            raise NoMatches("nothing")

        monkeypatch.setattr(LobbyScreen, "on_mount", late)
        connection = await house.connect("ann")
        await connection.create_process(term_type=SCREEN, encoding=None)
        await until(lambda: "left in the middle of a picture" in caplog.text, "it is told")
        assert not [each for each in caplog.records if each.name == "kktui.host" and each.levelname == "ERROR"]

    with caplog.at_level("INFO", "kktui.host"):
        visit(tmp_path, script)


def test_whoever_is_shown_out_has_their_terminal_back(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann")
        (seen,) = house.server.visits
        assert MOUSE_ON.encode() in ann.got
        seen.hang_up("the host closes")
        await until(lambda: not house.server.visits, "she is gone")
        await until(lambda: (MOUSE_OFF + END).encode() in ann.got, "the end of the picture")

    visit(tmp_path, script)


async def in_turn(visitor: Client, *asked: str) -> None:
    """Enter to each of these as it comes."""
    for words in asked:
        await visitor.until(words)
        visitor.press("\r")


def test_a_game_is_called_on_the_screen_by_what_counts_and_no_more(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", size=(100, 36))
        ann.press("n")
        await ann.until("Call a battle (Enter goes on)")
        assert "Against" not in ann.screen
        assert "Seed" not in ann.screen
        await in_turn(ann, "Call a battle (Enter goes on)", "Played by", "say that you are ready", "Add a word")
        await ann.until("the others are waited for")

    visit(tmp_path, script)


def test_a_game_just_called_is_the_one_that_is_chosen(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        house.hall.call(person("ann"), terms(short_battle(1), "knights-sergeants"), ["red", "blue"])
        ann = await house.come("ann", size=(100, 36))
        ann.press("n")
        await in_turn(ann, "Call a battle (Enter goes on)", "Played by")
        await ann.until("Enter: say that you are ready")

    visit(tmp_path, script)


def test_house_rulings_of_a_game_are_told_before_somebody_joins_it(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        given = terms(short_battle(1), "knights-sergeants", house={"cards": "per-side"})
        house.hall.call(person("bob"), given, ["red", "blue"])
        ann = await house.come("ann", size=(120, 40))
        await ann.until("House rulings: cards")
        assert "per-side" in ann.screen
        line = await house.come("cat", LINES)
        assert "House rulings: cards" in line.said

    visit(tmp_path, script)


def test_who_comes_from_a_bare_terminal_is_shown_ascii_alone(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", "vt100", (80, 24))
        await house.still()
        assert ann.screen.isascii()

    visit(tmp_path, script)
