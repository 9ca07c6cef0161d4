"""The log: turn and phase headings, every event in words, repeats counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kktui.engine.events import Ended, Event, PhaseBegan, TurnBegan
from kktui.engine.state import AnyState
from kktui.engine.telling import tell
from kktui.text import clean
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Lines, Row, row
from kktui.words.news import modifiers_of

MOST = 1500
"""Lines that are kept to be scrolled back to."""


@dataclass(slots=True)
class Said:
    """One line of the log."""

    text: str
    style: str
    event: Event | None = None
    times: int = 1


class Chronicle(Lines):
    """The log pane."""

    DEFAULT_CSS = """
    Chronicle { height: 1fr; }
    """
    FOLLOWS = True

    def __init__(self, *, title: str = "", id: str | None = None) -> None:  # noqa: A002
        super().__init__(title=title, id=id)
        self.said: list[Said] = []
        self._phase = ""
        self._first = 0
        self.find = ""

    def clear_all(self) -> None:
        self.said = []
        self._phase = ""
        self.set_rows([])

    def tell(self, state: AnyState, events: Iterable[Event], ink: Ink) -> None:
        """Add what happened."""
        before, repeated = len(self.said), False
        for event in events:
            repeated |= self._add(state, event)
        if repeated or self.find or len(self.said) > MOST:
            self.said = self.said[-MOST:]
            self.write(ink)
        else:
            self.add_rows([self._row(i, ink) for i in range(before, len(self.said))])

    def _add(self, state: AnyState, event: Event) -> bool:
        """One event; whether it only made an earlier line say it once more."""
        text = tell(state, event)
        if isinstance(event, TurnBegan):
            self.said.append(Said(f"{text} of {state.scenario.turns}", "heading", event))
        elif isinstance(event, PhaseBegan):
            self._phase = text
        elif text:
            if self._phase:
                self.said.append(Said(self._phase, "phase"))
                self._phase = ""
            if self.said and self.said[-1].text == text:
                self.said[-1].times += 1
                return True
            self.said.append(Said(text, style_of(event), event))
        return False

    def write(self, ink: Ink) -> None:
        """Write all lines anew; only those that are searched for."""
        self.head(f"Log: {clean(self.find, 40)}" if self.find else "Log")
        shown = [i for i, each in enumerate(self.said) if self.find.casefold() in each.text.casefold()]
        nothing = (
            [] if shown or not self.find else [row(f"Nothing here says '{clean(self.find, 40)}'.", ink("warning"))]
        )
        self.set_rows([self._row(i, ink) for i in shown] or nothing, follow=True)

    def _row(self, index: int, ink: Ink) -> Row:
        each = self.said[index]
        key = f"said {index}" if each.event is not None else ""
        if each.style == "heading":
            return row(f"══ {each.text} ══" if ink.glyphs.full == "█" else f"== {each.text} ==", ink("primary"), key)
        if each.style == "phase":
            return row(f"{ink.glyphs.pointer} {each.text}", ink("accent"))
        times = f" {ink.glyphs.times}{each.times}" if each.times > 1 else ""
        return row(f"{clean(each.text, 1000)}{times}", ink(each.style) if each.style else "", key, hang=2)

    def event_at(self, key: str) -> Event | None:
        """The event of a line."""
        number = key.removeprefix("said ")
        return self.said[int(number)].event if number.isdigit() and int(number) < len(self.said) else None


def style_of(event: Event) -> str:
    """The ink that an event is told in: losses stand out, what was rolled for is plain, the rest steps back."""
    if isinstance(event, Ended):
        return "primary"
    if type(event).__name__ == "Left":
        return "error"
    return "" if modifiers_of(event) else "muted"
