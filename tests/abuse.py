"""Hostile clients beside an honest battle: ``python -m tests.abuse --minutes 1``.

All at once: hundreds of connections that say nothing, readers that do not read, windows of 65535x65535, a thousand
resizes a second, pastes of a megabyte, logins that fail, floods of talk. Two honest players play on all the while.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncssh

from tests.host.house import House
from tests.soak import Figures, Host, Visitor, battle

HUGE = (65535, 65535)
TYPED_WINDOW = "\x1b[48;65535;65535;0;0t"
"""The report of a terminal that tells of its window in the stream of its keys."""
STALLED = 50
GROWTH = 50 << 20
"""Bytes by which the host may grow under attack."""
AFTER = 10.0
"""Seconds after which all is as before."""
DOOR = ("--visitors", "120", "--per-address", "120", "--knocks", "100000")
"""Everybody comes from one address here, so the counts of one address are out of the way."""

Attack = Callable[["Siege", float], Coroutine[Any, Any, None]]


class Siege:
    """The attackers, and what came of it. They have a process of their own, so that they delay no honest key."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.refused = 0
        """Connections that were turned away."""
        self.held = 0
        """Those that were taken."""

    async def visitor(self, name: str) -> Visitor:
        return Visitor(self.port, name, asyncssh.generate_private_key("ssh-ed25519"), Figures())


async def silent(siege: Siege, end: float) -> None:
    """Five hundred connections that never say a word."""
    lines: list[asyncio.StreamWriter] = []
    for _ in range(500):
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", siege.port)
            lines.append(writer)
    siege.held += len(lines)
    await asyncio.sleep(max(0.0, end - time.monotonic()))
    for writer in lines:
        writer.close()


async def failing(siege: Siege, end: float) -> None:
    """Two hundred logins that show no key."""
    for _ in range(200):
        if time.monotonic() > end:
            return
        try:
            async with asyncio.timeout(10):
                await asyncssh.connect(
                    "127.0.0.1", siege.port, username="root", password="x", client_keys=[], known_hosts=None,
                    config=None,
                )  # fmt: skip
        except (asyncssh.Error, OSError, TimeoutError):
            siege.refused += 1
        await asyncio.sleep(0.05)


async def stalled(siege: Siege, end: float) -> None:
    """Readers that do not read, each with a picture that is painted over and over."""
    await asyncio.gather(*(_at_a_screen(siege, f"stall{number}", end, _stall) for number in range(STALLED)))


async def _stall(visitor: Visitor, end: float) -> None:
    visitor._process.channel.pause_reading()
    while time.monotonic() < end and not visitor._reading.done():
        visitor.press("\x1b[B\x1b[A")
        await asyncio.sleep(0.05)


async def huge(siege: Siege, end: float) -> None:
    """A window that cannot be, told of and typed, and a thousand sizes a second."""
    await _at_a_screen(siege, "huge", end, _resize)


async def _resize(visitor: Visitor, end: float) -> None:
    width = 0
    while time.monotonic() < end and not visitor._reading.done():
        for _ in range(50):
            width += 1
            visitor._process.change_terminal_size(*(HUGE if width % 2 else (20 + width % 300, 40)))
        visitor.press(TYPED_WINDOW)
        await asyncio.sleep(0.05)


async def pasting(siege: Siege, end: float) -> None:
    """A megabyte pasted into the lobby, again and again."""
    await _at_a_screen(siege, "paster", end, _paste)


async def _paste(visitor: Visitor, end: float) -> None:
    while time.monotonic() < end and not visitor._reading.done():
        visitor.press("/\x1b[200~" + "x" * (1 << 20) + "\x1b[201~")
        with suppress(TimeoutError):
            await asyncio.wait_for(visitor._process.stdin.drain(), 5)


async def talking(siege: Siege, end: float) -> None:
    """Talk without end, line by line."""
    visitor = await siege.visitor("talker")
    with suppress(asyncssh.Error, OSError):
        connection = await visitor.connect()
        process = await connection.create_process("plain")
        reading = asyncio.create_task(process.stdout.read())
        while time.monotonic() < end and not reading.done():
            process.stdin.write("say " + "blah " * 60 + "\n")
            await asyncio.sleep(0.005)
        connection.abort()
        reading.cancel()


async def _at_a_screen(
    siege: Siege, name: str, end: float, attack: Callable[[Visitor, float], Coroutine[Any, Any, None]]
) -> None:
    visitor = await siege.visitor(name)
    with suppress(asyncssh.Error, OSError, AssertionError):
        await visitor.come()
        try:
            await attack(visitor, end)
        finally:
            await visitor.leave()


ATTACKS: tuple[Attack, ...] = (silent, failing, stalled, huge, pasting, talking)


NAMES = tuple(attack.__name__ for attack in ATTACKS)


async def besieged(house: House, seconds: float, attacks: Collection[str]) -> tuple[Figures, Figures, str]:
    """The honest battle under attack, and once more when it is over."""
    during, afterwards, host = Figures(2), Figures(2), Host(house)
    pair = [Visitor(house.port, n, asyncssh.generate_private_key("ssh-ed25519"), during) for n in ("ann", "bob")]
    await battle(house, 0, pair)
    for player in pair:
        await player.come()
        await player.sit_down(0)
    before, spent, began = host.memory, host.seconds, time.monotonic()
    during.before = host.held
    end = began + seconds
    attackers = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.abuse", "--minutes", str(seconds / 60), "--port", str(house.port),
        "--attacks", ",".join(attacks), stdout=PIPE,
    )  # fmt: skip
    players = [asyncio.create_task(player.play(end, 0.3, answers=True)) for player in pair]
    while time.monotonic() < end:
        await asyncio.sleep(0.5)
        during.memory = max(during.memory, host.memory - before)
    during.cpu = (host.seconds - spent) / (time.monotonic() - began)
    told, _ = await attackers.communicate()
    await asyncio.gather(*players, return_exceptions=True)
    gone = time.monotonic() + AFTER
    while time.monotonic() < gone and host.held[0] > during.before[0]:
        await asyncio.sleep(0.2)
    during.after = host.held
    for player in pair:
        player.figures = afterwards
    await asyncio.gather(*(player.play(time.monotonic() + 4, 0.2, answers=True) for player in pair))
    for player in pair:
        await player.leave()
    return during, afterwards, told.decode().strip()


async def besiege(port: int, seconds: float, attacks: Collection[str]) -> Siege:
    """All attacks at once."""
    siege, end = Siege(port), time.monotonic() + seconds
    attackers = [asyncio.create_task(attack(siege, end)) for attack in ATTACKS if attack.__name__ in attacks]
    await asyncio.wait(attackers, timeout=seconds + 15)
    for attacker in attackers:
        attacker.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    return siege


def run(seconds: float, attacks: Collection[str] = NAMES) -> tuple[Figures, Figures, str, str]:
    with TemporaryDirectory() as folder:
        house = House(Path(folder), "--open", *DOOR)
        try:
            during, afterwards, told = asyncio.run(besieged(house, seconds, attacks))
        finally:
            said = house.close()
        return during, afterwards, told, said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--attacks", default=",".join(NAMES), help="some of them, with commas between")
    parser.add_argument("--port", type=int, help="only attack the host at this port")
    given = parser.parse_args()
    attacks = given.attacks.split(",")
    if given.port:
        siege = asyncio.run(besiege(given.port, given.minutes * 60, attacks))
        print(f"{siege.held} silent lines, {siege.refused} logins refused")
        return 0
    during, afterwards, told, said = run(given.minutes * 60, attacks)
    for name, figures in (("under attack", during), ("afterwards", afterwards)):
        p50, p95 = (f"{1000 * figures.percentile(share):.0f} ms" for share in (0.5, 0.95))
        print(f"{name}: {len(figures.times)} honest keys, p50 {p50}, p95 {p95}, {figures.unanswered} not answered")
    print(f"{told}, the host grew by {during.memory >> 20} MB and took {100 * during.cpu:.0f} % of a core")
    print(f"files and threads before {during.before}, after {during.after}; honest lines lost: {during.broken}")
    met = during.percentile(0.95) <= 0.3 and during.memory <= GROWTH and not during.broken and "Traceback" not in said
    print("the battle went on" if met else "NOT within the budget")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
