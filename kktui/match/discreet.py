"""What a seat is told of a battle in which others have hidden units: not even that something hidden is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kktui.engine.events import Event, PhaseBegan, PhasesOver, TurnBegan
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import Entry

if TYPE_CHECKING:
    from kktui.match.match import Bulletin

HEADINGS = PhaseBegan, PhasesOver


class Discreet:
    """The log as one side, or an onlooker (""), may read it.

    A phase is told of when something in it can be seen and said: alone it would tell that somebody hidden acts. A step
    that waits for somebody else is told of when it is done: where it halts would tell the same.
    """

    def __init__(self, side: str, book: Rulebook) -> None:
        self._side = side
        self._words = book.words.get("event", {})
        self._nothing: Mapping[str, Event | None] = {side: None}
        self._start(-1)

    def _start(self, epoch: int) -> None:
        self._epoch = epoch
        self._told: list[Entry] = []
        self._given = 0
        """Entries that have been given out; they stay as they are."""
        self._heading: int | None = None
        """A heading under which nothing has been seen yet."""

    def of(self, news: Bulletin, asked: bool) -> Bulletin:
        """A bulletin for this side; `asked` when it is this side that is waited for."""
        if news.epoch != self._epoch:
            self._start(news.epoch)
        done = news.length if asked else news.settled
        for entry in news.told[len(self._told) : done]:
            self._take(entry)
        shown = done if asked or self._heading is None else self._heading
        self._given = max(self._given, shown)
        return replace(news, told=self._told, length=self._given)

    def _take(self, entry: Entry) -> None:
        event = entry.seen_by(self._side)
        if isinstance(event, HEADINGS):
            self._drop_heading()
            self._heading = len(self._told)
        elif isinstance(event, TurnBegan):
            self._drop_heading()
        elif event is not None and self._words.get(event.kind) != "":
            self._heading = None
        self._told.append(entry)

    def _drop_heading(self) -> None:
        """Nothing was seen under the last heading."""
        at = self._heading
        if at is not None and at >= self._given:
            self._told[at] = self._told[at]._replace(veils=self._nothing)
        self._heading = None
