"""The ssh door: who is let in, and that nothing is asked of us but a terminal to play in."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import asyncssh
from asyncssh import (
    DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    DISC_TOO_MANY_CONNECTIONS,
    OPEN_RESOURCE_SHORTAGE,
    SSHServerConnection,
)
from asyncssh.auth import KbdIntChallenge, KbdIntResponse

from kktui.host.access import Access, fingerprint
from kktui.host.limits import Gate, Limits
from kktui.host.people import GUEST, People, Person, guest
from kktui.store.trouble import StoreTrouble
from kktui.text import clean

LOG = logging.getLogger("kktui.host")
CHALLENGE: KbdIntChallenge = ("", "", "", [])
"""Nothing is asked of a guest."""
PARTING = 0.3
"""Seconds before somebody is turned away: a client told at once has not begun to listen and sees a broken line."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who has come through the door, or why they may not stay."""

    person: Person
    address: str
    refused: str = ""
    invited: bool = True
    """False while the invitation is still to be said."""


class Stay(asyncssh.SSHServerSession[bytes]):
    """One session of a connection."""

    over: Callable[[], None]
    """Called when its line has ended."""


@dataclass(frozen=True, slots=True)
class House:
    """What every door of one host shares."""

    limits: Limits
    access: Access
    people: People
    gate: Gate
    session: Callable[[Caller, SSHServerConnection], Stay]


class Door(asyncssh.SSHServer):
    """One connection, from the first byte to its session."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._connection: SSHServerConnection | None = None
        self._address = "?"
        self._refused = ""
        """Why they have to wait outside."""
        self._user = ""
        self._key = ""
        self._offered: set[str] = set()
        self._sessions = 0

    # Coming and going.

    def connection_made(self, conn: SSHServerConnection) -> None:
        self._connection = conn
        self._address = str((conn.get_extra_info("peername") or ("?",))[0])
        gate, loop = self._house.gate, asyncio.get_running_loop()
        self._refused = gate.knock(self, self._address) or ""
        if not self._refused:
            self._listen_in(gate.turn())
            return
        LOG.info("turned away", extra={"address": self._address, "why": self._refused})
        if gate.may_explain():
            loop.call_later(PARTING, self._turn_away)
        else:
            loop.call_soon(conn.abort)

    def _listen_in(self, seconds: float) -> None:
        """Listen to what they say after so long."""
        transport = self._connection._transport if self._connection is not None else None
        if seconds and isinstance(transport, asyncio.ReadTransport):
            loop = asyncio.get_running_loop()
            loop.call_soon(transport.pause_reading)
            loop.call_later(seconds, transport.resume_reading)

    def _turn_away(self) -> None:
        """Say why, now that they listen."""
        if self._connection is not None:
            self._connection.disconnect(DISC_TOO_MANY_CONNECTIONS, self._refused)

    def connection_lost(self, exc: Exception | None) -> None:
        self._house.gate.left(self)
        self._connection = None

    # Who is it?

    def begin_auth(self, username: str) -> bool:
        self._user = username
        if self._refused:
            self._turn_away()
            return True
        return not (self._house.access.guests and username == GUEST.rstrip("-"))

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Whether this key may come in; the client then proves that it is theirs."""
        print_of_key = fingerprint(key)
        self._offered.add(print_of_key)
        if self._refused:
            return False
        if len(self._offered) > self._house.limits.attempts:
            self._too_many()
            return False
        if self._house.people.banned(print_of_key):
            return False
        if not (self._house.access.lets_in(print_of_key) or self._house.access.asks_for_invitation):
            return False
        self._key = print_of_key
        return True

    def _too_many(self) -> None:
        if self._connection is not None:
            reason = f"more than {self._house.limits.attempts} keys offered; name the right one with ssh -i"
            self._connection.disconnect(DISC_NO_MORE_AUTH_METHODS_AVAILABLE, reason)

    def password_auth_supported(self) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        """Somebody without a key may come in as a guest, where guests are welcome; nothing is asked of them."""
        return self._house.access.guests and not self._refused

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        self._key = ""
        return CHALLENGE if self._house.access.guests else False

    def validate_kbdint_response(self, username: str, responses: KbdIntResponse) -> bool:
        return self._house.access.guests and not responses

    def auth_completed(self) -> None:
        self._house.gate.known(self)

    # What do they want?

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[bytes], Awaitable[asyncssh.SSHServerSession[bytes]]]:
        assert self._connection is not None
        if self._sessions >= self._house.limits.sessions:
            raise asyncssh.ChannelOpenError(OPEN_RESOURCE_SHORTAGE, "this connection has terminals enough")
        self._sessions += 1
        small = self._house.limits.unread_bytes
        channel = self._connection.create_server_channel(encoding=None, window=small, max_pktsize=small)
        return channel, self._session(self._connection)

    async def _session(self, connection: SSHServerConnection) -> asyncssh.SSHServerSession[bytes]:
        session = self._house.session(await self._caller(), connection)
        session.over = self._session_over
        return session

    def _session_over(self) -> None:
        self._sessions -= 1

    async def _caller(self) -> Caller:
        """Who this is, by the key they came with."""
        if not self._key:
            return Caller(guest(f"{self._address} {id(self._connection)}"), self._address)
        try:
            found = await self._house.people.met(self._key, self._user)
        except StoreTrouble as trouble:
            LOG.error("nobody new can come in", extra={"why": str(trouble)})
            found = "the host can write nothing down now; come again later"
        if isinstance(found, str):
            return Caller(Person(self._key, clean(self._user, 20)), self._address, refused=found)
        invited = self._house.access.lets_in(self._key) or self._house.people.admitted(self._key)
        return Caller(found, self._address, invited=invited)
