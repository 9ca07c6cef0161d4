"""The line to one visitor's terminal: what they do not read is dropped and painted afresh, never kept."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Protocol

from kktui.host.limits import Clock, Limits


class Channel(Protocol):
    """What a line needs of an ssh channel."""

    def write(self, data: bytes) -> None: ...

    def backlog(self) -> int:
        """Bytes that have not left this machine."""
        ...


class Line:
    """Writes frames while the visitor reads them. A frame that finds no room is lost, and the next is a whole one."""

    def __init__(self, channel: Channel, limits: Limits, clock: Clock = monotonic) -> None:
        self._channel = channel
        self._limits = limits
        self._clock = clock
        self._behind_since: float | None = None
        self.repaint: Callable[[], None] = lambda: None
        """Called when there is room again after frames were lost."""
        self.sent = 0
        self.lost = 0

    @property
    def behind(self) -> bool:
        """Whether frames are lost because what was sent before is not read."""
        return self._behind_since is not None

    def write(self, text: str) -> None:
        """Send a piece of a frame, or lose it."""
        if self._behind_since is not None or self._channel.backlog() > self._limits.unsent_bytes:
            self._fall_behind()
            self.lost += 1
            return
        data = text.encode("utf-8", "replace")
        self._channel.write(data)
        self.sent += len(data)

    def _fall_behind(self) -> None:
        if self._behind_since is None:
            self._behind_since = self._clock()

    def look(self) -> bool:
        """Catch up if there is room again; False when the visitor has not read for too long."""
        if self._behind_since is None:
            return True
        if self._channel.backlog() <= self._limits.unsent_bytes // 4:
            self._behind_since = None
            self.repaint()
            return True
        return self._clock() - self._behind_since < self._limits.stalled_seconds
