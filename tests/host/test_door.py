"""What the door refuses, seen from outside: every request but a terminal, every limit, every borrowed name."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncssh

from kktui.engine.check import default_answer
from kktui.host.access import Access
from kktui.host.limits import Limits
from kktui.host.operator import status
from kktui.host.people import RESERVED, People, unfit
from kktui.store import Store
from tests.host.inn import LINES, MANY, SCREEN, Inn, inn, key_of, person, terms, until
from tests.store.battles import short_battle

RULES = "knights-sergeants"


def visit(folder: Path, script: Callable[[Inn], Awaitable[None]], limits: Limits = MANY, **given: object) -> None:
    async def run() -> None:
        access = Access(**{"anybody": True, **given})  # type: ignore[arg-type]
        async with inn(folder, limits, access) as house:
            await script(house)

    asyncio.run(asyncio.wait_for(run(), 100))


async def refused(work: Awaitable[object]) -> str:
    """The words of a refusal."""
    try:
        done = await work
    except (asyncssh.Error, asyncssh.ChannelListenError, OSError) as error:
        return str(error)
    raise AssertionError(f"{done} was allowed")


async def knock(house: Inn, name: str, *keys: asyncssh.SSHKey) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1", house.port, username=name, client_keys=list(keys), known_hosts=None, config=None,
        preferred_auth="publickey",
    )  # fmt: skip


def test_every_request_but_a_terminal_is_refused_and_the_battle_is_as_it_was(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        match = await house.match(room)
        before = match._keeper.game.digest()
        line = await house.connect("ann")
        for command in ("ls", "plain; ls", "plain x", "scp -t /", "sh", "PLAIN", "plain\nls"):
            assert await refused(line.create_process(command))
        assert await refused(line.start_sftp_client())
        assert await refused(line.create_process(subsystem="sftp"))
        assert await refused(line.create_process())
        assert await refused(line.open_connection("127.0.0.1", 22))
        assert await refused(line.open_unix_connection("/tmp/none"))
        assert await refused(line.forward_remote_port("", 0, "127.0.0.1", 22))
        assert await refused(line.forward_remote_path("/tmp/none", "/tmp/other"))
        line.abort()
        assert match._keeper.game.digest() == before

    visit(tmp_path, script)


def test_what_the_client_says_of_its_surroundings_counts_for_nothing(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        line = await house.connect("ann")
        process = await line.create_process(
            "plain", env={"LANG": "\x1b]0;x\x07", "KKTUI_HOME": "/", "NO_COLOR": "1"}, encoding=None
        )
        process.stdin.write(b"quit\n")
        said = await process.stdout.read()
        assert b"Welcome, ann" in said
        assert b"\x1b" not in said
        line.abort()

    visit(tmp_path, script)


def test_a_house_that_is_full_says_so(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        line = await house.connect("ann")
        assert "the house is full: 1 visitors" in await refused(house.connect("bob"))
        line.abort()
        await until(lambda: not len(house.server.gate), "the place is free")
        (await house.connect("bob")).abort()

    visit(tmp_path, script, Limits(visitors=1, per_address=9, knocks_per_minute=99))


def test_an_address_has_so_many_lines_and_so_many_knocks(tmp_path: Path) -> None:
    async def few(house: Inn) -> None:
        lines = [await house.connect("ann") for _ in range(2)]
        assert "2 connections already" in await refused(house.connect("bob"))
        for line in lines:
            line.abort()

    async def seldom(house: Inn) -> None:
        for _ in range(2):
            (await house.connect("ann")).abort()
        assert "at most 2 a minute" in await refused(house.connect("bob"))

    visit(tmp_path / "few", few, Limits(per_address=2))
    visit(tmp_path / "seldom", seldom, Limits(knocks_per_minute=2))


def test_those_who_say_nothing_are_few_and_are_shown_out(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        lines = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(2)]
        await until(lambda: house.server.gate.knocking == 2, "they knock")
        assert "at the door" in await refused(house.connect("ann"))
        for reader, writer in lines:
            await asyncio.wait_for(reader.read(), 30)
            writer.close()
        await until(lambda: not house.server.gate.knocking, "they are gone")
        (await house.connect("ann")).abort()

    visit(tmp_path, script, Limits(knocking=2, per_address=9, login_seconds=2, knocks_per_minute=99))


def test_six_keys_may_be_offered_and_no_more(tmp_path: Path) -> None:
    strange = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(8)]

    async def script(house: Inn) -> None:
        assert "more than 6 keys offered" in await refused(knock(house, "ann", *strange, key_of("ann")))
        (await knock(house, "ann", *strange[:3], key_of("ann"))).abort()

    visit(tmp_path, script, anybody=False, keys=frozenset({person("ann").key}))


def test_nobody_comes_in_without_a_key_or_with_a_banned_one(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        assert await refused(knock(house, "ann"))
        house.hall.people.ban(person("bob").key, "rude")
        assert "Permission denied" in await refused(house.connect("bob"))

    visit(tmp_path, script)


# Names.


def look_alikes() -> list[str]:
    """Two hundred names that look like somebody's: other alphabets, accents, widths, marks, things unseen."""
    swaps = {"a": "аɑａáâ", "e": "еéêｅ", "o": "оοｏö0", "i": "іíｉ", "n": "ո", "r": "г", "d": "ԁ", "t": "т", "s": "ѕ"}
    unseen = "\u200b\u200c\u200d\u2060\ufeff\u202e\u0301\u00ad\u3164\u180e\u2061"
    names = [f"{name}{mark}" for name in RESERVED for mark in unseen]
    for one, every in swaps.items():
        names += [name.replace(one, each) for name in RESERVED if one in name for each in every]
    names += [name.upper() for name in RESERVED] + [name.title() for name in RESERVED] + sorted(RESERVED)
    return list(dict.fromkeys(names))


def test_no_name_passes_for_another(tmp_path: Path) -> None:
    names = [name for name in look_alikes() if not name.isascii() or name.casefold() in RESERVED]
    assert len(names) >= 200
    assert [name for name in names if not unfit(name)] == []
    people = People(Store(tmp_path))
    people.person("k1", "Ann")
    for other in ("ann", "ANN", "aNN", unicodedata.normalize("NFKC", "Ａｎｎ")):
        assert isinstance(people.person("k2", other), str), other


def test_a_borrowed_name_is_refused_at_the_door(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        (await house.come("ann", LINES)).press("quit\n")
        for name, why in (("Ann", "belongs to another key"), ("аdmin", "a name is"), ("root", "nobody may be called")):
            line = await knock(house, name, key_of(f"thief of {name}"))
            process = await line.create_process("plain")
            assert why in await process.stdout.read()
            line.abort()
        line = await knock(house, "anybody", key_of("ann"))
        process = await line.create_process("plain")
        process.stdin.write("quit\n")
        assert "Welcome, ann." in await process.stdout.read(), "the key is the person"
        line.abort()

    visit(tmp_path, script)


# The operator, and those who come late.


def test_the_operator_sees_who_is_here_and_shows_somebody_out(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", SCREEN)
        bob = await house.come("bob", LINES)
        ann.press("p")
        await ann.until("2 visitors")
        assert any("host key SHA256:" in line for line in status(house.hall, house.server))
        ann.press("\x1b[B")
        await asyncio.sleep(0.2)
        ann.press("b")
        await until(lambda: len(house.server.visits) == 1, "bob is out")
        assert house.hall.people.banned(person("bob").key)
        assert "Permission denied" in await refused(house.connect("bob"))
        await bob.close()
        ann.press("u")
        await ann.until("Whose ban is lifted?")
        ann.press("\r")
        await until(lambda: not house.hall.people.banned(person("bob").key), "bob may come in again")
        (await house.connect("bob")).abort()

    visit(tmp_path, script, operators=frozenset({person("ann").key}))


def test_whoever_is_banned_is_shown_out_of_every_door(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", SCREEN)
        for face in (LINES, SCREEN):
            await house.come("bob", face)
        ann.press("p")
        await ann.until("3 visitors")
        ann.press("\x1b[B")
        await asyncio.sleep(0.2)
        ann.press("b")
        await until(lambda: len(house.server.visits) == 1, "bob is out")

    visit(tmp_path, script, operators=frozenset({person("ann").key}))


def test_a_guest_has_no_key_to_ban(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", SCREEN, (120, 40))
        connection = await asyncssh.connect("127.0.0.1", house.port, username="guest", known_hosts=None, config=None)
        await connection.create_process("plain", encoding=None)
        ann.press("p")
        await ann.until("guest-")
        ann.press("\x1b[B")
        await asyncio.sleep(0.2)
        ann.press("b")
        await ann.until("A guest has no key to ban")
        connection.abort()

    visit(tmp_path, script, operators=frozenset({person("ann").key}), guests=True)


def test_whoever_was_silenced_may_talk_again_when_the_operator_comes_back_to_the_page(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann, bob = await house.come("ann", SCREEN), await house.come("bob", LINES)
        ann.press("p")
        await ann.until("2 visitors")
        ann.press("\x1b[B")
        await asyncio.sleep(0.2)
        ann.press("s")
        await ann.until("bob is asked to be silent")
        bob.press("say hello\n")
        await bob.until("the host has asked you to be silent")
        ann.press("\x1b")
        await ann.until("Here now")
        ann.press("p")
        await ann.until("2 visitors")
        ann.press("\x1b[B")
        await asyncio.sleep(0.2)
        ann.press("s")
        await ann.until("bob may talk again")
        bob.press("say hello\n")
        await until(lambda: house.hall.chat.lines("", ""), "what he says")

    visit(tmp_path, script, operators=frozenset({person("ann").key}))


def test_an_operator_is_not_locked_out_by_a_slip_of_the_finger(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", SCREEN, (120, 40))
        ann.press("p")
        await ann.until("unsent bytes")
        ann.press("b")
        await ann.until("operator's key is not banned")
        assert not house.hall.people.banned(person("ann").key)

    visit(tmp_path, script, operators=frozenset({person("ann").key}))


def test_nobody_else_sees_the_operators_page(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", SCREEN)
        ann.press("p")
        await ann.until("that page is for whoever runs this host")

    visit(tmp_path, script)


def test_a_late_comer_is_told_the_whole_battle(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        match = await house.match(room)
        early = await house.come("cat", LINES)
        early.press(f"watch {room}\n")
        seat = match.join(["red", "blue"], lambda: None)
        for _ in range(8):
            await until(lambda: match.bulletin.pending or match.bulletin.over, "a question")
            seat.caught_up(match.bulletin.length)
            for side, request in match.bulletin.pending.items():
                await asyncio.wrap_future(seat.answer(side, request, default_answer(request)))
        seat.heard = 10**9
        await house.quiet(match)
        late = await house.come("dog", LINES)
        late.press(f"watch {room}\n")
        told = early.said.partition("The dice are fixed")[2]
        assert told
        await until(lambda: late.said.partition("The dice are fixed")[2] == told, "all of it")

    visit(tmp_path, script)
