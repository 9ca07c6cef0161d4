"""One tab of a browser: what it shows and types goes to the host as any ssh client's does.

textual-serve starts this for every tab and talks to it in packets: a letter, four bytes of length, the content.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import asyncssh

from kktui.host.people import unfit
from kktui.host.server import host_key
from kktui.host.typed import Typed
from kktui.store.home import home

PRELUDE = b"__GANGLION__\n"
DATA, META = b"D", b"M"
TERM = "xterm-direct"


class Tab:
    """The packets of one tab."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._out = sys.stdout.buffer
        self.size = int(os.environ.get("COLUMNS", "80")), int(os.environ.get("ROWS", "24"))

    def begin(self) -> None:
        self._out.write(PRELUDE)
        self._out.flush()

    def show(self, data: bytes) -> None:
        self._send(DATA, data)

    def end(self) -> None:
        self._send(META, json.dumps({"type": "exit"}).encode())

    def _send(self, kind: bytes, content: bytes) -> None:
        self._out.write(kind + len(content).to_bytes(4, "big") + content)
        self._out.flush()

    async def next(self) -> tuple[bytes, bytes] | None:
        """The next packet; None when the tab is closed."""
        try:
            kind = await self._reader.readexactly(1)
            size = int.from_bytes(await self._reader.readexactly(4), "big")
            return kind, await self._reader.readexactly(size)
        except asyncio.IncompleteReadError:
            return None


async def name_of(tab: Tab) -> str | None:
    """Ask who is there until it is a name somebody may have."""
    typed = Typed()
    typed.echo = lambda text: tab.show(text.replace("\n", "\r\n").encode())
    while True:
        tab.show(b"\r\nWho are you? ")
        while not typed.waiting:
            packet = await tab.next()
            if packet is None:
                return None
            _heed(tab, typed, *packet)
        name = (await typed.read() or "").strip()
        if not (fault := unfit(name)):
            return name
        tab.show(f"\r\n{fault.partition(';')[0]}.".encode())


def _heed(tab: Tab, typed: Typed, kind: bytes, content: bytes) -> None:
    if kind == DATA:
        typed.feed(content)
    elif (size := resized(content)) is not None:
        tab.size = size


def resized(content: bytes) -> tuple[int, int] | None:
    """The size of the window, if that is what a packet tells."""
    told = json.loads(content)
    return (int(told["width"]), int(told["height"])) if told.get("type") == "resize" else None


def key_of(folder: Path, name: str) -> asyncssh.SSHKey:
    """The key by which the host knows whoever uses this name in a browser of this machine."""
    path = folder / "web-keys" / name.casefold()
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    return asyncssh.read_private_key(path)


async def visit(tab: Tab, port: int, name: str) -> None:
    """Be a visitor of the host until either end goes."""
    folder = home()
    async with asyncssh.connect(
        "127.0.0.1",
        port,
        username=name,
        client_keys=[key_of(folder, name)],
        known_hosts=([host_key(folder).convert_to_public()], [], []),
        config=None,
    ) as connection:
        process = await connection.create_process(term_type=TERM, term_size=tab.size, encoding=None)
        typing = asyncio.create_task(_pass_on(tab, process))
        try:
            while data := await process.stdout.read(1 << 16):
                tab.show(data)
        finally:
            typing.cancel()


async def _pass_on(tab: Tab, process: asyncssh.SSHClientProcess[bytes]) -> None:
    while (packet := await tab.next()) is not None:
        kind, content = packet
        if kind == DATA:
            process.stdin.write(content)
        elif (size := resized(content)) is not None:
            process.change_terminal_size(*size)
        elif json.loads(content).get("type") == "quit":
            break
    process.close()


async def _main(port: int) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    tab = Tab(reader)
    tab.begin()
    try:
        name = await name_of(tab)
        if name is not None:
            await visit(tab, port, name)
    except (OSError, asyncssh.Error):
        tab.show(b"\r\nThe host cannot be reached; load the page again.\r\n")
    tab.end()


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1])))
