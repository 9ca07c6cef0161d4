"""One visitor's session: a terminal to play in or the one word `plain`, and nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from itertools import islice
from time import monotonic
from typing import Any

from asyncssh import DISC_CONNECTION_LOST, SSHServerChannel, SSHServerConnection
from rich.console import Console
from textual.app import App

from kktui.host.door import Caller, Stay
from kktui.host.driver import Keyboard, RemoteDriver, driver_for
from kktui.host.entrance import Entrance, Rank
from kktui.host.limits import Allowance, Limits, clamped
from kktui.host.line import Line
from kktui.host.terminals import DEPTH, Look, look_of
from kktui.host.turns import Turns
from kktui.host.typed import Typed

LOG = logging.getLogger("kktui.host")
PLAIN = "plain"
ESCAPE_WAIT = 0.11
RESIZED = 4.0
"""Seconds in which a window may be resized so often: each time costs a whole new picture."""
WENT_WRONG = "Something went wrong on this side. Your game is safe: connect again."

Serve = Callable[["Visit"], Awaitable[int]]
"""What happens between coming in and going out; returns the exit status."""


@dataclass(frozen=True, slots=True)
class Manners:
    """Who comes before whom in one house."""

    turns: Turns = field(default_factory=Turns)
    entrance: Entrance = field(default_factory=Entrance)


class Visit(Stay):
    """What one visitor sees and types."""

    def __init__(
        self, caller: Caller, connection: SSHServerConnection, limits: Limits, serve: Serve, manners: Manners
    ) -> None:
        self.caller = caller
        self.limits = limits
        self.look = Look.LINES
        self.size = (80, 24)
        self.since = monotonic()
        self.typed = Typed()
        """What is typed while no app is shown."""
        self.line: Line
        self.over: Callable[[], None] = lambda: None
        self._channel: SSHServerChannel[bytes]
        self._connection = connection
        self._serve = serve
        self._turns = manners.turns
        self._entrance = manners.entrance
        self._pty = False
        self._prompt = ""
        """What was written since the last line ended."""
        self._app: App[Any] | None = None
        self._task: asyncio.Task[None] | None = None
        self._keyboard = Keyboard(limits)
        self._resizes = Allowance(limits.resizes, RESIZED)
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._gone = False

    # What is asked of us.

    def connection_made(self, chan: SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self.line = Line(self, self.limits)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._pty = True
        self.look = look_of(term_type)
        self.size = clamped(*term_size[:2], self.limits)
        return True

    def shell_requested(self) -> bool:
        return self._pty

    def exec_requested(self, command: str) -> bool:
        self.look = Look.LINES
        return command.strip() == PLAIN

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self.typed.echo = self._echo
        self._task = asyncio.create_task(self._stay(), name=f"visit of {self.caller.person.name}")

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        self.over()
        for timer in self._later.values():
            timer.cancel()
        self._turns.forget(self)
        self.typed.close()
        if self._app is not None:
            self._app.exit()
        elif self._task is not None:
            self._task.cancel()

    # Being here.

    async def _stay(self) -> None:
        status = 1
        try:
            status = await self._serve(self)
        except Exception:
            LOG.exception("a visit ended badly", extra={"visitor": self.caller.person.name})
            self.say(WENT_WRONG)
        finally:
            self._channel.exit(status)

    async def show(self, app: App[Any], rank: Rank) -> None:
        """Run an app on the visitor's terminal until it ends."""
        app.driver_class = driver_for(self.line)
        app.console._color_system = DEPTH[self.look]
        app.error_console = Console(file=StringIO())
        self._app = app
        self.line.repaint = partial(_repaint, app)
        try:
            await self._begin(app, rank)
        finally:
            self._app = None
            self.line.repaint = lambda: None
        if app._exception is not None:
            who = {"visitor": self.caller.person.name}
            if self._gone:  # a screen that was just being laid out finds nothing of itself
                LOG.info("left in the middle of a picture", exc_info=app._exception, extra=who)
                return
            LOG.error("an app ended badly", exc_info=app._exception, extra=who)
            self.say(WENT_WRONG)

    async def _begin(self, app: App[Any], rank: Rank) -> None:
        """Wait for one's turn to be shown in, and be here until the app ends."""
        shown = asyncio.Event()
        try:
            await self._entrance.come_in(rank, shown)
            if not self._channel.is_closing():
                await app.run_async(size=self.size, auto_pilot=lambda _: _when_painted(app, shown))
        finally:
            shown.set()

    def say(self, text: str) -> None:
        """A line to a visitor who sees no app; on a terminal what they are typing stands after it again.

        Without one a program may count the prompts.
        """
        typing = self._prompt + self.typed.shown
        again = typing if self._pty and not self.typed.closed else ""
        if not again:
            self._prompt = ""
        self._write(f"\n{text}\n{again}" if typing else f"{text}\n")

    def ring(self) -> None:
        """The bell, for a visitor who sees no app."""
        self._write("\a")

    def write_text(self, text: str) -> None:
        """What is written; what it leaves without an end is a prompt."""
        self._prompt = (self._prompt + text).rpartition("\n")[2]
        self._write(text)

    def _echo(self, text: str) -> None:
        """What is typed is shown by us, if the terminal does not show it itself."""
        if text == "\n":
            self._prompt = ""
        if self._pty:
            self._write(text)

    def _write(self, text: str) -> None:
        self.line.write(text.replace("\n", "\r\n") if self._pty else text)

    def hang_up(self, reason: str) -> None:
        """End the connection, politely if the line still carries it: the terminal is left as it was."""
        driver = self._app._driver if self._app is not None else None
        if isinstance(driver, RemoteDriver):
            driver.stop_application_mode()
        self._connection.disconnect(DISC_CONNECTION_LOST, reason)

    def tick(self) -> None:
        """Called a few times a second: somebody who does not read is let go."""
        if not self.line.look():
            LOG.info("stalled", extra={"visitor": self.caller.person.name})
            self._connection.abort()
        elif self._keyboard.pending and not self.line.behind:
            self._apply()

    # The channel, as a line sees it.

    def write(self, data: bytes) -> None:
        if not self._channel.is_closing():
            self._channel.write(data)

    def backlog(self) -> int:
        """The channel holds back what the client has no window for; the transport, what it does not read."""
        transport = self._connection._transport
        unsent = transport.get_write_buffer_size() if isinstance(transport, asyncio.WriteTransport) else 0
        return self._channel.get_write_buffer_size() + unsent

    # The window.

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self.size = clamped(width, height, self.limits)
        if "resize" not in self._later:
            self._soon("resize", 0.0 if self._resizes.take() else self._resizes.wait(), self._resize)

    def _resize(self) -> None:
        driver = self._app._driver if self._app is not None else None
        if isinstance(driver, RemoteDriver):
            driver.resized(*self.size)

    # The keyboard.

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._app is None:
            self.typed.feed(data)
            return
        self._keyboard.feed(data)
        self._apply()
        self._soon("escape", ESCAPE_WAIT, self._tick_keyboard)

    def eof_received(self) -> bool:
        self.typed.close()
        return True

    def _tick_keyboard(self) -> None:
        self._keyboard.tick()
        self._apply()

    @property
    def pending(self) -> int:
        """Keys that wait for their turn and may be applied now: none of one who does not read what they bring about."""
        shown = self._app is not None and self._app._driver is not None and not self.line.behind
        return self._keyboard.pending if shown and self._keyboard.wait() == 0.0 else 0

    def _apply(self) -> None:
        """Ask for a turn if there are keys; read no more while there are too many."""
        wait = self._keyboard.wait()
        if wait is None:
            self._channel.resume_reading()
            return
        self._channel.pause_reading()
        if wait:
            self._soon("keys", wait, self._apply)
        elif not self.line.behind:
            self._turns.ask(self)

    def take_turn(self, keys: int, done: Callable[[], None]) -> None:
        """Hand on the keys that may be applied now."""
        app = self._app
        driver = app._driver if app is not None else None
        if app is None or driver is None:
            done()
            return
        for message in islice(self._keyboard.ready(), keys):
            driver.process_message(message)
        app.call_later(lambda: app.screen.call_after_refresh(done))
        self._apply()

    def _soon(self, name: str, seconds: float, work: Callable[[], None]) -> None:
        """Do this later, once."""
        if name in self._later:
            self._later[name].cancel()

        def now() -> None:
            del self._later[name]
            work()

        self._later[name] = asyncio.get_running_loop().call_later(seconds, now)


async def _when_painted(app: App[Any], shown: asyncio.Event) -> None:
    app.screen.call_after_refresh(shown.set)


def _repaint(app: App[Any]) -> None:
    """Paint the whole screen afresh."""
    app.screen.refresh()
