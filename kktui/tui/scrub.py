"""The scrub bar of a replay: where one is in the battle, and where its losses and routs are."""

from __future__ import annotations

from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from kktui.engine.events import CASUALTY, ROUT
from kktui.story import Course
from kktui.story.course import TURN

MARKS = {True: {TURN: "│", CASUALTY: "×", ROUT: "!"}, False: {TURN: "|", CASUALTY: "x", ROUT: "!"}}
BAR = {True: ("━", "●", "─"), False: ("=", "O", "-")}


class ScrubBar(Widget):
    """Two lines: the marks of the battle, and how far it is told."""

    DEFAULT_CSS = """
    ScrubBar { height: 2; width: 1fr; padding: 0 1; }
    """

    class Jumped(Message):
        """Somebody clicked on a moment."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, course: Course, *, unicode: bool) -> None:
        super().__init__()
        self._course, self._unicode = course, unicode
        self._at = 0

    def show(self, at: int) -> None:
        """The battle is at this event now."""
        self._at = at
        self.refresh()

    def render(self) -> Content:
        return Content("\n").join([self._marks(), self._bar()])

    def _column(self, at: int) -> int:
        return round(at * (max(self.content_size.width, 2) - 1) / max(self._course.length, 1))

    def _marks(self) -> Content:
        cells = [" "] * max(self.content_size.width, 2)
        for kind, char in MARKS[self._unicode].items():
            for at in self._course.stops.get(kind, ()):
                cells[self._column(at)] = char
        styles = {MARKS[self._unicode][ROUT]: "$warning", MARKS[self._unicode][CASUALTY]: "$error"}
        return Content.assemble(*((char, styles[char]) if char in styles else char for char in cells))

    def _bar(self) -> Content:
        done, here, left = BAR[self._unicode]
        at, width = self._column(self._at), max(self.content_size.width, 2)
        return Content.assemble((done * at, "$primary"), (here, "bold $accent"), (left * (width - at - 1), "dim"))

    def on_click(self, event: Click) -> None:
        share = (event.x - 1) / max(self.content_size.width - 1, 1)
        self.post_message(self.Jumped(round(min(max(share, 0), 1) * self._course.length)))
