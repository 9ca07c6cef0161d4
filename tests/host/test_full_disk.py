"""Nothing can be written down for a while: visitors are told so, nobody is thrown out, and it goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kktui.host import hall
from kktui.host.rooms import Room
from kktui.store.database import Store
from kktui.store.trouble import Altered
from tests.host.inn import LINES, Inn, person, terms, until
from tests.host.test_door import RULES, visit
from tests.store.battles import short_battle

ENTER, ESCAPE = "\r", "\x1b"
TOLD = "readonly database"


@asynccontextmanager
async def full(house: Inn) -> AsyncIterator[None]:
    """For as long as this lasts nothing can be written by anybody."""
    await all_refuse(house, "ON")
    yield
    await all_refuse(house, "OFF")


async def all_refuse(house: Inn, how: str) -> None:
    def refuse(store: Store) -> None:
        store.base().execute(f"PRAGMA query_only={how}")

    refuse(house.hall._store)
    await house.hall._desk.do(refuse)
    for table in house.hall._tables.values():
        await asyncio.wrap_future(table.match.do(lambda keeper: refuse(keeper.store)))  # type: ignore[attr-defined]


def test_who_talks_is_told_and_stays(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        cat, eve = await house.come("cat", size=(120, 40)), await house.come("eve", LINES)
        ann = await house.come("ann", size=(120, 40))
        ann.press(ENTER)
        await ann.until("before the battle")
        eve.press(f"watch {room}\n")
        await eve.until("The dice are fixed")
        async with full(house):
            cat.press("/")
            await house.still()
            cat.press("hello" + ENTER)
            await cat.until(TOLD)
            eve.press("/say hello\n")
            await eve.until(TOLD)
            ann.press("t")
            await ann.until("To all at this table")
            ann.press("hello" + ENTER)
            await ann.until(TOLD)
        assert len(house.server.visits) == 3
        ann.press(ESCAPE)
        cat.press(ENTER)
        await cat.until("cat: hello")

    visit(tmp_path, script)


def test_who_joins_calls_or_is_ready_is_told_and_stays(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = house.hall.call(person("ann"), terms(short_battle(1), RULES), ["red", "blue"])
        ann, bob = await house.come("ann", size=(120, 40)), await house.come("bob", LINES)
        bob.press("games\n")
        async with full(house):
            ann.press(ENTER)
            await ann.until("Which side?")
            ann.press(ENTER)
            await ann.until(TOLD)
            bob.press(f"join {room.id}\n")
            await bob.until(TOLD)
            ann.press("cd")
            await house.still()
        assert room.id in [each.id for each in house.hall.rooms]
        assert all(chair.free for chair in house.hall.rooms[room.id].chairs.values()), "nothing of it has happened"
        assert len(house.server.visits) == 2

    visit(tmp_path, script)


def test_a_battle_that_could_not_begin_begins_when_there_is_room_again(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = house.hall.call(person("ann"), terms(short_battle(1), RULES), ["red", "blue"])
        for name, side in (("ann", "red"), ("bob", "blue")):
            house.hall.people.person(person(name).key, name)
            house.hall.change(room.id, Room.seated, person(name), side)
        house.hall.change(room.id, Room.given_word, person("bob"), "blue", "")
        ann = await house.come("ann", LINES)
        house.hall.change(room.id, Room.given_word, person("ann"), "red", "")
        async with full(house):
            ann.press(f"ready {room.id}\n")
            await ann.until(TOLD)
            assert not house.hall.rooms[room.id].game
            assert not house.hall.open_games
        await until(lambda: house.hall.rooms[room.id].game, "it begins")

    visit(tmp_path, script)


def test_somebody_new_is_told_why_they_cannot_come_in(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", LINES)
        async with full(house):
            line = await house.connect("new")
            process = await line.create_process("plain")
            assert "the host can write nothing down now" in await process.stdout.read()
            line.abort()
            known = await house.connect("ann")
            known.abort()
        ann.press("who\n")
        await ann.until("ann ")

    visit(tmp_path, script)


def test_a_battle_that_has_stopped_goes_on_by_itself_for_who_plays_line_by_line(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        ann = await house.come("ann", LINES)
        ann.press(f"play {room}\n")
        await ann.until("Sir Roger: where")
        match = await house.match(room)
        length = match.bulletin.length
        async with full(house):
            ann.press("\n")
            await ann.until(TOLD)
            assert match.bulletin.length == length, "nothing is taken that is not on the disk"
        before = len(ann.got)
        ann.press(f"play {room}\n")
        await ann.until("Sir Roger: where", since=before)
        await until(lambda: not match.bulletin.trouble, "the battle goes on")
        ann.press("\n")
        await until(lambda: match.bulletin.length > length, "the answer")

    visit(tmp_path, script)


def test_what_cannot_be_done_for_one_game_is_logged_once_and_done_for_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(house: Inn) -> None:
        bad, good = [await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"}) for _ in range(2)]
        looked: list[str] = []
        look_after = house.hall.look_after

        async def look(name: str) -> None:
            looked.append(name)
            if name == bad:
                raise Altered("it was altered")
            await look_after(name)

        monkeypatch.setattr(house.hall, "look_after", look)
        await until(lambda: looked.count(bad) > 2 and looked.count(good) > 2, "both are looked after")
        assert [record.message for record in caplog.records].count("a game could not be looked after") == 1

    monkeypatch.setattr(hall, "GLANCE", 0.05)
    visit(tmp_path, script)
