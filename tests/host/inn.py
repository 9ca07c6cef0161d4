"""A host in this very process, with ssh clients of its own: every byte that is sent to them can be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import asyncssh
import pyte

from kktui.host.access import Access, fingerprint
from kktui.host.hall import Hall
from kktui.host.limits import Limits
from kktui.host.notify import Notifier
from kktui.host.people import Person
from kktui.host.reception import Reception
from kktui.host.rooms import Room, Terms
from kktui.host.server import Address, Server
from kktui.match import Match

PATIENCE = 60
"""Seconds for whatever is waited for."""
MANY = Limits(visitors=500, per_address=500, knocking=500, knocks_per_minute=10_000)
SCREEN, LINES = "xterm-256color", ""


@lru_cache
def key_of(name: str) -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


def person(name: str) -> Person:
    return Person(fingerprint(key_of(name)), name)


async def until(happens: Callable[[], object], what: str = "it") -> None:
    """Wait for something, for long if need be."""
    end = asyncio.get_running_loop().time() + PATIENCE
    while not happens():
        assert asyncio.get_running_loop().time() < end, f"{what} does not happen"
        await asyncio.sleep(0.01)


@dataclass(eq=False)
class Client:
    """A visitor by ssh, and all that was ever sent to them."""

    connection: asyncssh.SSHClientConnection
    process: asyncssh.SSHClientProcess[bytes]
    size: tuple[int, int]
    got: bytearray = field(default_factory=bytearray)
    looked: int = 0
    """How much of it the screen shows."""

    def __post_init__(self) -> None:
        self._screen = pyte.Screen(*(max(1, each) for each in self.size))
        self._stream = pyte.ByteStream(self._screen)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(1 << 16):
                self.got += data

    @property
    def said(self) -> str:
        return self.got.decode("utf-8", "replace")

    @property
    def screen(self) -> str:
        self._stream.feed(bytes(self.got[self.looked :]))
        self.looked = len(self.got)
        return "\n".join(self._screen.display)

    def press(self, keys: str) -> None:
        self.process.stdin.write(keys.encode())

    async def until(self, wanted: str, since: int = 0) -> None:
        """Wait until this was said (lines) or is shown (a screen)."""
        if self.size == (0, 0):
            return await until(lambda: wanted in self.said[since:], f"{wanted!r}")
        try:
            await until(lambda: wanted in self.screen, f"{wanted!r}")
        except AssertionError as error:
            raise AssertionError(f"{error}:\n{self.screen}") from None

    async def close(self) -> None:
        self.connection.abort()
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading


@dataclass
class Inn:
    """The host: its hall is in reach."""

    hall: Hall
    server: Server
    port: int
    clients: list[Client] = field(default_factory=list)

    async def connect(self, name: str) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1", self.port, username=name, client_keys=[key_of(name)], known_hosts=None, config=None
        )

    async def come(self, name: str, term: str = SCREEN, size: tuple[int, int] = (100, 30)) -> Client:
        """Somebody comes in, to the screen or to the lines."""
        connection = await self.connect(name)
        if term == LINES:
            process = await connection.create_process("plain", encoding=None)
            client = Client(connection, process, (0, 0))
            await until(lambda: client.said.endswith("lobby> "), "the lobby")
        else:
            process = await connection.create_process(term_type=term, term_size=size, encoding=None)
            client = Client(connection, process, size)
            await client.until("Here now")
        self.clients.append(client)
        return client

    async def begun(self, terms: Terms, players: dict[str, str]) -> str:
        """A game of these players, by side, that has begun."""
        first = person(next(iter(players.values())))
        room = self.hall.call(first, terms, list(players))
        for side, name in players.items():
            self.hall.people.person(person(name).key, name)
            self.hall.change(room.id, Room.seated, person(name), side)
            self.hall.change(room.id, Room.given_word, person(name), side, "")
        await self.hall.begin(room.id)
        return room.id

    async def match(self, room: str) -> Match:
        return (await self.hall.table(room)).match

    async def still(self, happens: Callable[[], bool] = lambda: True, written: Callable[[], int] | None = None) -> None:
        """Until this is so, and no more is sent or written."""
        count = written or (lambda: sum(len(client.got) for client in self.clients))
        still, before = 0, -1
        while still < 3:
            await until(happens, "the battle comes to rest")
            await asyncio.sleep(0.01)
            now = count()
            still = still + 1 if now == before and happens() else 0
            before = now

    async def quiet(self, match: Match) -> None:
        """Until the battle waits, everybody at it has been shown all, and no more comes."""

        def told() -> bool:
            news = match.bulletin
            waits = bool(news.pending) or news.over
            return waits and all(seat.heard >= seat.bulletin.length for seat in match._seats)

        await self.still(told)


@asynccontextmanager
async def inn(folder: Path, limits: Limits = MANY, access: Access | None = None) -> AsyncIterator[Inn]:
    """A host for as long as this lasts."""
    access = access or Access(anybody=True)
    hall = Hall(folder, limits, Notifier())
    reception = Reception(hall, access)
    server = reception.server = Server(folder, limits, access, hall.people, reception.serve)
    listening = await server.listen(Address("127.0.0.1", 0))
    tasks = [asyncio.create_task(each) for each in (server.keep_watch(), hall.keep_house(), reception.keep_painting())]
    house = Inn(hall, server, listening.get_port())
    try:
        yield house
    finally:
        for client in house.clients:
            await client.close()
        await until(lambda: not server.visits, "everybody leaves")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        listening.close()
        hall.close()


def terms(text: str, ruleset: str, **given: object) -> Terms:
    return replace(Terms("battle", text, "A Battle", ruleset), **given)
