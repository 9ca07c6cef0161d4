"""Textual on the other end of an ssh channel: what the app writes goes down the line, what is typed comes up it."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from textual import events
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from kktui.host.lean import forgetful
from kktui.host.limits import Allowance, Clock, Limits, clamped
from kktui.host.line import Line

BEGIN = "\x1b[?1049h\x1b[?25l\x1b[?1004h\x1b[?2004h\x1b[?2026$p"
END = "\x1b[?2004l\x1b[?1004l\x1b[?25h\x1b[?1049l"
PASTE = "\x1b[200~"
PASTED = "\x1b[201~"
TYPED = events.Key, events.Paste, events.AppFocus, events.AppBlur, TerminalSupportsSynchronizedOutput
"""What may be typed besides the mouse. A parser finds more, such as windows of any size."""
MOUSE_ON = "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"
MOUSE_OFF = "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"


class Parser(XTermParser):
    """Textual's, without its memory: that holds on to a thousand parsers, and by their last key to whole apps."""

    _parse_extended_key = forgetful(XTermParser._parse_extended_key)  # type: ignore[assignment]


class Keyboard:
    """Bytes from a stranger turned into keys: no faster than hands, no paste longer than a sentence or two."""

    def __init__(self, limits: Limits, clock: Clock = monotonic) -> None:
        self._limits = limits
        self._parser = Parser()
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._pastes = Pastes(limits.pasted)
        self._waiting: deque[Message] = deque()
        self._allowance = Allowance(limits.keys_per_second, clock=clock)

    def feed(self, data: bytes) -> None:
        """Take in what was typed."""
        self._take(self._parser.feed, self._pastes.shortened(self._decode(data)))

    def tick(self) -> None:
        """A lone Escape counts as a key when nothing follows it."""
        self._take(self._parser.tick)

    def _take(self, parse: Callable[..., Iterable[Message]], *typed: str) -> None:
        try:
            self._waiting.extend(filter(self._may_be_typed, parse(*typed)))
        except (ValueError, OverflowError):  # a number that no terminal sends
            self._parser = Parser()

    def _may_be_typed(self, message: Message) -> bool:
        if isinstance(message, events.MouseEvent):
            return 0 <= message.x < self._limits.widest and 0 <= message.y < self._limits.tallest
        return isinstance(message, TYPED)

    def ready(self) -> Iterator[Message]:
        """What may be applied now."""
        while self._waiting and self._allowance.take():
            yield self._waiting.popleft()

    @property
    def pending(self) -> int:
        """Keys that have not been applied."""
        return len(self._waiting)

    def wait(self) -> float | None:
        """Seconds until there is more to apply; None when all is applied."""
        return self._allowance.wait() if self._waiting else None


class Pastes:
    """Cuts what is pasted before it is looked at, wherever the stream happens to be broken."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left: int | None = None
        """Characters of the present paste that still pass; None outside of one."""
        self._end = ""
        """The end of what came before, when it may be the start of a mark."""

    def shortened(self, text: str) -> str:
        """The text with its pastes cut. Outside of a paste nothing is kept waiting, for it may be a lone Escape."""
        kept: list[str] = []
        while text:
            inside = self._left is not None
            before, mark, rest = (self._end + text).partition(PASTED if inside else PASTE)
            shown = len(self._end)
            self._end = "" if mark else _start_of(PASTED if inside else PASTE, before)
            if inside:
                kept.append(self._passing(before.removesuffix(self._end)) + mark)
            else:
                kept.append((before + mark)[shown:])
            if mark:
                self._left = None if inside else self._most
            text = rest
        return "".join(kept)

    def _passing(self, text: str) -> str:
        assert self._left is not None
        text = text[: self._left]
        self._left -= len(text)
        return text


def _start_of(mark: str, text: str) -> str:
    """The end of the text that may become the mark."""
    sizes = range(min(len(mark) - 1, len(text)), 0, -1)
    return next((text[-size:] for size in sizes if text.endswith(mark[:size])), "")


class RemoteDriver(Driver):
    """A driver without a terminal of its own."""

    line: Line
    """Set by `driver_for`."""

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        self.line.write(data)

    def start_application_mode(self) -> None:
        self.write(BEGIN + (MOUSE_ON if self._mouse else ""))
        self.resized(*(self._size or (80, 24)))

    def disable_input(self) -> None:
        """Nothing is read here: the session feeds the keys."""

    def stop_application_mode(self) -> None:
        self.write((MOUSE_OFF if self._mouse else "") + END)

    def resized(self, columns: int, rows: int) -> None:
        """The window has another size now."""
        self._size = columns, rows
        size = Size(columns, rows)
        self.send_message(events.Resize(size, size))

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing is opened on the host."""


def driver_for(line: Line) -> type[RemoteDriver]:
    """The driver class of one visitor; Textual makes the driver itself."""
    return type("LineDriver", (RemoteDriver,), {"line": line})


def resize(app: App[object], columns: int, rows: int, limits: Limits) -> None:
    """Tell an app of its window, whatever the client says of it."""
    driver = app._driver
    if isinstance(driver, RemoteDriver):
        driver.resized(*clamped(columns, rows, limits))
