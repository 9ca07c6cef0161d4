"""What a host promises besides the battle: lines looked after, dice committed to, copies on the side."""

from __future__ import annotations

import asyncio
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from kktui.engine.check import default_answer
from kktui.engine.requests import Plan
from kktui.store import Store
from tests.host.inn import LINES, MANY, Inn, person, terms, until
from tests.host.test_door import RULES, visit
from tests.store.battles import short_battle


def test_a_line_that_has_gone_dead_is_noticed_and_let_go(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        line = await house.connect("ann")
        await line.create_process("plain", encoding=None)
        await until(lambda: house.server.visits, "a visit")
        line._transport.pause_reading()  # type: ignore[union-attr]
        await until(lambda: not house.server.visits, "the end of the visit")
        line.abort()

    visit(tmp_path, script, replace(MANY, keepalive_seconds=1, keepalives_missed=2))


def test_neither_an_agent_nor_a_display_is_passed_on(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        line = await house.connect("ann")
        process = await line.create_process("plain", encoding=None)
        channel = process.channel
        assert not await channel._make_request(b"auth-agent-req@openssh.com")
        facts = b"\0" + b"\0\0\0\x12MIT-MAGIC-COOKIE-1" + b"\0\0\0\x04" + b"abcd" + b"\0\0\0\0"
        assert not await channel._make_request(b"x11-req", facts)
        line.abort()

    visit(tmp_path, script)


def test_the_dice_are_committed_to_before_the_first_turn_on_the_screen_and_in_lines(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = house.hall.call(person("ann"), terms(short_battle(1), RULES), ["red", "blue"])
        line = await house.come("bob", LINES)
        line.press(f"join {room.id}\n")
        await line.until(f"Fingerprint of its dice: {room.commitment}")
        screen = await house.come("cat", size=(120, 40))
        await screen.until(room.commitment[:16])
        assert not house.hall.rooms[room.id].game, "the battle has not begun"

    visit(tmp_path, script)


def test_games_are_copied_while_they_are_played(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        match = await house.match(room)
        seat = match.join(("red", "blue"), lambda: None)
        await until(lambda: seat.asked, "a question")
        side, request = next(iter(seat.asked.items()))
        assert not isinstance(request, Plan)
        answer = default_answer(request)
        assert await asyncio.wrap_future(seat.answer(side, request, answer)) is None
        copy = tmp_path / "copy"
        copy.mkdir()
        Store(house.hall._folder).backup(copy / "games.db")
        with closing(Store(copy)) as copied:
            assert len(copied.read(match.id).answers) == 1
        side, request = next(iter(seat.asked.items()))
        assert not isinstance(request, Plan)
        assert await asyncio.wrap_future(seat.answer(side, request, default_answer(request))) is None, "it goes on"

    visit(tmp_path, script)
