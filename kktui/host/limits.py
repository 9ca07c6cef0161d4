"""How much of the host any one visitor may take up, and who has to wait outside."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Limits:
    """Every bound of the host in one place; the operator may set those that depend on the machine."""

    visitors: int = 200
    """Connections in all."""
    per_address: int = 5
    knocking: int = 10
    """Connections that have not shown a key yet."""
    knocks_per_minute: int = 10
    """New connections from one address."""
    handshakes: int = 8
    """A second, whoever knocks: each costs more than a hundred keys. The others wait."""
    refusals: int = 5
    """A second that are told why; the others are cut off."""
    addresses: int = 1000
    """Addresses remembered for that count."""
    attempts: int = 6
    """Keys one connection may offer."""
    sessions: int = 2
    """Terminals at once on one connection: each costs as much as a visitor."""
    login_seconds: int = 15
    keepalive_seconds: int = 30
    keepalives_missed: int = 3
    widest: int = 300
    narrowest: int = 20
    tallest: int = 100
    lowest: int = 10
    resizes: int = 4
    """Of a window, at once; afterwards one a second, the last one wins."""
    keys_per_second: int = 50
    unread_bytes: int = 4096
    """Input kept for a visitor who types faster than that."""
    pasted: int = 500
    """Characters of one paste."""
    unsent_bytes: int = 1 << 18
    """Output kept for a visitor who does not read; after that frames are dropped."""
    stalled_seconds: int = 30
    said: int = 200
    """Characters of one line of chat."""
    lines_of_chat: int = 200
    says_per_ten_seconds: int = 4
    games_each: int = 10
    """Unfinished games one player may have called."""


def clamped(columns: int, rows: int, limits: Limits) -> tuple[int, int]:
    """A window size that can be painted: what a client says of its window is input like any other."""
    return (
        min(max(columns, limits.narrowest), limits.widest),
        min(max(rows, limits.lowest), limits.tallest),
    )


class Allowance:
    """So much in so many seconds, filling up again steadily."""

    def __init__(self, many: int, seconds: float = 1.0, clock: Clock = monotonic) -> None:
        self._most = float(many)
        self._rate = many / seconds
        self._left = self._most
        self._clock = clock
        self._seen = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def owe(self) -> float:
        """Take one in any case; seconds until it is its turn."""
        self._fill()
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def wait(self) -> float:
        """Seconds until the next one is allowed."""
        self._fill()
        return max(0.0, (1 - self._left) / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._seen) * self._rate)
        self._seen = now


class Gate:
    """Counts who is inside and who is knocking, and says in plain words why somebody has to wait outside."""

    def __init__(self, limits: Limits, clock: Clock = monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._inside: dict[object, str] = {}
        self._knocking: set[object] = set()
        self._knocks: OrderedDict[str, Allowance] = OrderedDict()
        self._handshakes = Allowance(limits.handshakes, clock=clock)
        self._refusals = Allowance(limits.refusals, clock=clock)

    def __len__(self) -> int:
        return len(self._inside)

    @property
    def knocking(self) -> int:
        return len(self._knocking)

    def knock(self, who: object, address: str) -> str | None:
        """Let a connection in to show its key; otherwise the reason why not."""
        limits = self._limits
        if not self._may_knock(address):
            return f"too many connections from your address: at most {limits.knocks_per_minute} a minute"
        if len(self._inside) >= limits.visitors:
            return f"the house is full: {limits.visitors} visitors"
        if sum(each == address for each in self._inside.values()) >= limits.per_address:
            return f"your address has {limits.per_address} connections already"
        if len(self._knocking) >= limits.knocking:
            return "too many are at the door; try again in a moment"
        self._inside[who] = address
        self._knocking.add(who)
        return None

    def turn(self) -> float:
        """Seconds that one who was let in has to wait before the keys are exchanged."""
        return self._handshakes.owe()

    def may_explain(self) -> bool:
        """Whether one who was not let in is told why: that takes an exchange of keys as well."""
        return self._refusals.take()

    def known(self, who: object) -> None:
        """The connection has shown who it is."""
        self._knocking.discard(who)

    def left(self, who: object) -> None:
        """The connection is gone."""
        self._knocking.discard(who)
        self._inside.pop(who, None)

    def _may_knock(self, address: str) -> bool:
        allowance = self._knocks.pop(address, None)
        if allowance is None:
            allowance = Allowance(self._limits.knocks_per_minute, 60, self._clock)
        self._knocks[address] = allowance
        while len(self._knocks) > self._limits.addresses:
            self._knocks.popitem(last=False)
        return allowance.take()
