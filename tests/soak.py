"""Many players and onlookers at once: ``python -m tests.soak --players 50 --spectators 50 --minutes 10``.

A host in a process of its own; every visitor is an ssh client with a screen of 120x40. Players look about and answer,
onlookers look about. Timed are the keys that move the cursor of one who looks about: from the key to the first byte of
the answer.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import resource
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncssh

from tests.host.house import House

RULESETS = ("knights-sergeants", "schiltron", "camelot", "knights-knaves", "argad")
SIZE = (120, 40)
RIGHT, LEFT, DOWN, ENTER, ESCAPE = "\x1b[C", "\x1b[D", "\x1b[B", "\r", "\x1b"
LATE = 10.0
"""Seconds after which a key counts as not answered."""
POOL = 4
"""Threads that a host keeps for thinking, once somebody has made it think."""
TASKS = 8
"""Tasks of a host with nobody in it: its own."""
SETTLES = 30.0
"""Seconds that a host has to forget those who have left."""


@dataclass(slots=True)
class Figures:
    """What was seen."""

    sessions: int = 0
    times: list[float] = field(default_factory=list)
    unanswered: int = 0
    overtaken: int = 0
    """Keys that changed nothing because a new question had ended the looking about meanwhile."""
    broken: int = 0
    """Visitors whose line ended before they hung up."""
    received: int = 0
    memory: int = 0
    """The most the host has had, in bytes."""
    half_way: int = 0
    cpu: float = 0.0
    """The host's share of one core."""
    before: tuple[int, int] = (0, 0)
    after: tuple[int, int] = (0, 0)
    """Files and threads of the host, before the first and after the last visitor."""
    said: str = ""

    def percentile(self, share: float) -> float:
        times = sorted(self.times)
        return times[min(len(times) - 1, int(len(times) * share))] if times else float("inf")

    @property
    def budget(self) -> int:
        return (100 + 4 * self.sessions) << 20

    def __str__(self) -> str:
        p50, p95, p99 = (f"{1000 * self.percentile(share):.0f}" for share in (0.5, 0.95, 0.99))
        return "\n".join(
            [
                f"{self.sessions} sessions, {len(self.times)} keys, {self.unanswered} not answered, "
                f"{self.overtaken} overtaken by a question, {self.broken} lines lost",
                f"key to paint: p50 {p50} ms, p95 {p95} ms, p99 {p99} ms",
                f"memory {self.memory >> 20} MB of {self.budget >> 20} MB, half way {self.half_way >> 20} MB; "
                f"{self.received >> 10} kB painted; {100 * self.cpu:.0f} % of a core",
                f"files and threads before {self.before}, after {self.after}",
            ]
        )


class Host:
    """What the machine tells of a host's process."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._proc = Path(f"/proc/{house.process.pid}")

    @property
    def memory(self) -> int:
        pages = int((self._proc / "statm").read_text().split()[1])
        return pages * resource.getpagesize()

    @property
    def held(self) -> tuple[int, int]:
        return len(list((self._proc / "fd").iterdir())), len(list((self._proc / "task").iterdir()))

    @property
    def seconds(self) -> float:
        facts = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


class Visitor:
    """One ssh client."""

    def __init__(self, port: int, name: str, key: asyncssh.SSHKey, figures: Figures) -> None:
        self.port, self.name, self.key, self.figures = port, name, key, figures
        self._came = asyncio.Event()
        self._text = bytearray()
        self._looking = True
        """What is painted is kept only while something is looked for in it: the clients are to cost little."""

    async def connect(self) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1", self.port, username=self.name, client_keys=[self.key], known_hosts=None, config=None
        )

    async def lines(self, *commands: str) -> str:
        """Say something in the lobby, line by line; all that was answered."""
        connection = await self.connect()
        process = await connection.create_process("plain")
        process.stdin.write("".join(f"{each}\n" for each in (*commands, "quit")))
        said = await process.stdout.read()
        connection.abort()
        return str(said)

    async def come(self) -> None:
        self._connection = await self.connect()
        self._process = await self._connection.create_process(term_type="xterm-256color", term_size=SIZE, encoding=None)
        self._reading = asyncio.create_task(self._read())
        await self.until(b"Here now")

    async def _read(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while data := await self._process.stdout.read(1 << 16):
                self.figures.received += len(data)
                if self._looking:
                    self._text = (self._text + data)[-65536:]
                self._came.set()
        self._came.set()

    async def until(self, *wanted: bytes) -> None:
        end = time.monotonic() + 90
        while not any(each in self._text for each in wanted):
            self._came.clear()
            if self._reading.done() or time.monotonic() > end:
                raise AssertionError(f"{self.name} does not see {wanted!r}: {bytes(self._text[-300:])!r}")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._came.wait(), 1)

    def press(self, keys: str) -> None:
        self._process.stdin.write(keys.encode())

    async def timed(self, key: str) -> None:
        """Press a key and wait for the picture."""
        self._came.clear()
        began = time.perf_counter()
        self.press(key)
        try:
            await asyncio.wait_for(self._came.wait(), LATE)
        except TimeoutError:
            if await self.looks_about():
                self.figures.unanswered += 1
            else:
                self.figures.overtaken += 1
        else:
            self.figures.times.append(time.perf_counter() - began)

    async def looks_about(self) -> bool:
        """Whether a fresh picture shows that: only then a key that moves the cursor must change something."""
        self._text.clear()
        self._looking = True
        for width in (SIZE[0] - 1, SIZE[0]):
            self._process.change_terminal_size(width, SIZE[1])
            await asyncio.sleep(2)
        self._looking = False
        return b"Looking at" in self._text

    async def sit_down(self, below: int) -> None:
        """At the game so far down the list."""
        for _ in range(below):
            self.press(DOWN)
            await asyncio.sleep(0.05)
        self.press(ENTER)
        await self.until(b"before the battle", b"turn 1 of", b"turn 2 of")
        self._looking = False
        self._text.clear()

    async def play(self, end: float, pace: float, answers: bool) -> None:
        """Look about, and every now and then do as proposed."""
        rounds = random.Random(self.name)
        while time.monotonic() < end and not self._reading.done():
            self.press("x")
            for key in (RIGHT, LEFT) * 3:
                await asyncio.sleep(pace * rounds.uniform(0.5, 1.5))
                await self.timed(key)
            self.press(ESCAPE)
            await asyncio.sleep(pace)
            if answers:
                self.press(" ")
                await asyncio.sleep(pace)
        self.figures.broken += self._reading.done()

    async def leave(self) -> None:
        self._connection.abort()
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading


async def battle(house: House, number: int, pair: Sequence[Visitor]) -> None:
    """Two players call a game and begin it."""
    one, other = pair
    said = await one.lines(f"call even-field {RULESETS[number % len(RULESETS)]}")
    game = said.split("Game ")[1].split(" ")[0]
    await other.lines(f"join {game}", f"ready {game} pear")
    await one.lines(f"ready {game} plum")


async def soak(house: House, players: int, spectators: int, seconds: float) -> Figures:
    """Let them all come, play for so long, and go."""
    figures, host = Figures(players + spectators), Host(house)
    names = [f"p{n}" for n in range(players)] + [f"s{n}" for n in range(spectators)]
    everybody = [Visitor(house.port, n, asyncssh.generate_private_key("ssh-ed25519"), figures) for n in names]
    for number in range(players // 2):
        await battle(house, number, everybody[2 * number : 2 * number + 2])
    await asyncio.sleep(1)
    figures.before = host.held
    for number, visitor in enumerate(everybody):
        await visitor.come()
        await visitor.sit_down(0 if number < players else number % (players // 2))
    figures.times.clear()
    began, spent = time.monotonic(), host.seconds
    end = began + seconds
    figures.received = 0
    crowd = [
        asyncio.create_task(visitor.play(end, 1.0 if number < players else 3.0, number < players))
        for number, visitor in enumerate(everybody)
    ]
    while time.monotonic() < end:
        await asyncio.sleep(min(1.0, seconds / 10))
        figures.memory = max(figures.memory, host.memory)
        if time.monotonic() < began + seconds / 2:
            figures.half_way = host.memory
    figures.cpu = (host.seconds - spent) / (time.monotonic() - began)
    await asyncio.gather(*crowd)
    for visitor in everybody:
        await visitor.leave()
    await everybody_gone(Visitor(house.port, "last", asyncssh.generate_private_key("ssh-ed25519"), figures))
    gone = time.monotonic() + SETTLES
    while time.monotonic() < gone and host.held[0] > figures.before[0]:
        await asyncio.sleep(0.2)
    figures.after = host.held
    return figures


async def everybody_gone(last: Visitor) -> None:
    """Until the host knows of nobody but the one who asks, or for long enough."""
    end = time.monotonic() + SETTLES
    while time.monotonic() < end:
        said = (await last.lines("who")).partition("lobby> ")[2]
        if len([line for line in said.splitlines() if line.startswith("  ")]) <= 1:
            return
        await asyncio.sleep(0.5)


def run(players: int, spectators: int, seconds: float) -> Figures:
    with TemporaryDirectory() as folder:
        house = House(Path(folder), "--open")
        try:
            figures = asyncio.run(soak(house, players, spectators, seconds))
        finally:
            said = house.close()
        figures.said = said
        return figures


def verdicts(seen: Figures) -> list[tuple[str, str, str, bool]]:
    """What is asked of a full house, one row each: what, how it was, how it should be, whether it is."""
    p95, keys = seen.percentile(0.95), len(seen.times) + seen.unanswered
    closing = re.search(r"closing .*?visitors=(\d+) tasks=(\d+)", seen.said)
    visitors, tasks = (int(closing[1]), int(closing[2])) if closing else (-1, -1)
    (files, threads), (files_left, threads_left) = seen.before, seen.after
    faults = seen.said.count("Traceback") + seen.said.count("badly")
    return [
        ("key to paint, p95", f"{1000 * p95:.0f} ms", "at most 150 ms", p95 <= 0.150),
        (
            "keys not answered in 10 s",
            f"{seen.unanswered} of {keys}",
            "at most 1 in 1000",
            1000 * seen.unanswered <= keys,
        ),
        ("memory", f"{seen.memory >> 20} MB", f"at most {seen.budget >> 20} MB", seen.memory <= seen.budget),
        ("lines lost", str(seen.broken), "none", not seen.broken),
        ("files left open", f"{files_left - files:+}", "none", files_left <= files),
        ("threads left", f"{threads_left - threads:+}", f"at most +{POOL}", threads_left <= threads + POOL),
        ("sessions left", str(visitors), "none", visitors == 0),
        ("tasks at the end", str(tasks), f"at most {TASKS}", 0 <= tasks <= TASKS),
        ("faults in the log", str(faults), "none", not faults),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--spectators", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10)
    given = parser.parse_args()
    figures = run(given.players, given.spectators, given.minutes * 60)
    print(figures)
    rows = verdicts(figures)
    for what, seen, wanted, met in rows:
        print(f"{'PASS' if met else 'FAIL'}  {what:<28} {seen:>14}   {wanted}")
    met = all(row[-1] for row in rows)
    print("within the budget" if met else "NOT within the budget")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
