"""The listening host: one port, one process, one loop for everybody."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

import asyncssh

from kktui.host.access import Access, fingerprint
from kktui.host.door import Caller, Door, House
from kktui.host.limits import Gate, Limits
from kktui.host.people import People
from kktui.host.sweeping import Sweeper
from kktui.host.visit import Manners, Serve, Visit

LOG = logging.getLogger("kktui.host")
GLANCE = 0.25
"""Seconds between looks at who does not read."""
SOFTWARE = "kktui"


class BadHostKey(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """A host key that cannot be used, and why."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen."""

    host: str = ""
    port: int = 2222


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key this host is known by, made once and for its owner alone."""
    path = folder / "host_key"
    try:
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.touch(mode=0o600, exist_ok=False)
            path.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        if path.stat().st_mode & 0o077:
            raise BadHostKey(f"{path} can be read by others; set it right with: chmod 600 {path}")
        return asyncssh.read_private_key(path)
    except OSError as error:
        raise BadHostKey(f"{path}: {error.strerror}") from None
    except asyncssh.KeyImportError as error:
        raise BadHostKey(f"{path} holds no private key: {error}") from None


@dataclass
class Server:
    """Listens, and knows who is here."""

    folder: Path
    limits: Limits
    access: Access
    people: People
    serve: Serve
    visits: set[Visit] = field(default_factory=set)
    key: asyncssh.SSHKey = field(init=False)
    gate: Gate = field(init=False)
    _sweeper: Sweeper = field(init=False, default_factory=Sweeper)
    _manners: Manners = field(init=False, default_factory=Manners)

    def __post_init__(self) -> None:
        self.key = host_key(self.folder)
        self.gate = Gate(self.limits)

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.key)

    async def listen(self, address: Address) -> asyncssh.SSHAcceptor:
        """Open the port. Everything asyncssh would do besides a terminal is off."""
        house = House(self.limits, self.access, self.people, self.gate, self._session)
        return await asyncssh.listen(
            address.host,
            address.port,
            server_factory=lambda: Door(house),
            server_host_keys=[self.key],
            server_version=SOFTWARE,
            login_timeout=self.limits.login_seconds,
            keepalive_interval=self.limits.keepalive_seconds,
            keepalive_count_max=self.limits.keepalives_missed,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            line_editor=False,
            gss_host=None,
            config=None,
        )

    def _session(self, caller: Caller, connection: asyncssh.SSHServerConnection) -> Visit:
        return Visit(caller, connection, self.limits, self._staying, self._manners)

    async def _staying(self, visit: Visit) -> int:
        self.visits.add(visit)
        who = {"visitor": visit.caller.person.name, "key": visit.caller.person.key}
        LOG.info("came in", extra={**who, "address": visit.caller.address, "look": visit.look.value})
        try:
            return await self.serve(visit)
        finally:
            self.visits.discard(visit)
            LOG.info("left", extra={**who, "seconds": round(monotonic() - visit.since), "sent": visit.line.sent})
            self._sweeper.visit_over()

    async def keep_watch(self) -> None:
        """Look after the lines, for as long as the host runs."""
        while True:
            await asyncio.sleep(GLANCE)
            self._glance()

    def _glance(self) -> None:
        for visit in list(self.visits):
            visit.tick()
        self._sweeper.look(len(self.visits))


def tuned_gc() -> Callable[[], None]:
    """Keep full collections out of the way of everybody's keys: a sweeper sees to them. What is loaded now stays."""
    gc.collect()
    gc.freeze()
    first, second, _ = gc.get_threshold()
    gc.set_threshold(max(first, 5000), second, 1000)
    return lambda: gc.set_threshold(first, second)
