"""What one screen sees of a match: through whose eyes, and how far it has followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kktui.engine.events import Event
from kktui.engine.requests import Plan, Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.engine.view import View
from kktui.match import Match
from kktui.words.outlook import Outlook


class Chair:
    """A seat, and the picture of the battle that is shown from it. The picture is the screen's own."""

    def __init__(self, match: Match, sides: Iterable[str], hear: Callable[[], None]) -> None:
        self.match = match
        self.seat = match.join(sides, hear)
        self.side = next((side for side in self._order() if side in self.seat.sides), "")
        self._epoch = self.seat.bulletin.epoch
        self._view: View = self.seat.view(self.side)

    def _order(self) -> tuple[str, ...]:
        return tuple(party.id for party in self.match.setup.scenario.parties)

    @property
    def rules(self) -> Ruleset:
        return self.match.setup.rules

    @property
    def state(self) -> AnyState:
        """The battle as it is shown."""
        return self._view.state

    @property
    def shown(self) -> int:
        """Entries of the log that have been taken in."""
        return self._view.seen

    @property
    def behind(self) -> int:
        """Entries of the log that have not."""
        return self.seat.bulletin.length - self._view.seen

    def outlook(self, request: Request | None = None) -> Outlook:
        return Outlook(self.rules, self.state, self.side, request)

    # Following.

    def next(self) -> Event | None:
        """Take in the next entry; what of it can be seen from here."""
        entry = self.seat.bulletin.told[self._view.seen]
        event = entry.seen_by(self.side)
        if event is not None:
            self.state.record(event)
        self._view.seen += 1
        self.seat.caught_up(self._view.seen)
        return event

    def peek(self) -> Event | None:
        """What the next entry will be, before it changes anything."""
        return self.seat.bulletin.told[self._view.seen].seen_by(self.side)

    def catch_up(self) -> None:
        """Take in everything at once."""
        while self.behind > 0:
            self.next()

    def rewound(self) -> bool:
        """Whether something was taken back; the picture then starts anew and has all that is still true."""
        news = self.seat.bulletin
        if news.epoch == self._epoch:
            return False
        self._epoch = news.epoch
        self._start(self.side, news.length)
        return True

    def sit(self, side: str) -> None:
        """Look through another side's eyes."""
        if side == self.side:
            return
        if any(entry.veils is not None for entry in self.seat.bulletin.told[: self.shown]) or self.secretive:
            self._start(side, self.shown)
        self.side = self._view.side = side

    def _start(self, side: str, length: int) -> None:
        self._view = self.seat.view(side)
        self._view.follow(self.seat.bulletin.told[:length])
        self.seat.caught_up(length)

    # What is asked here.

    @property
    def asked(self) -> tuple[str, Request] | None:
        """The first question put to this chair, of the side in it if there are several."""
        asked = self.seat.asked
        if self.side in asked:
            return self.side, asked[self.side]
        return next(iter(asked.items()), None)

    @property
    def secretive(self) -> bool:
        """Whether a unit is hidden from somebody."""
        return self.match.secretive

    def curtain_before(self, side: str, request: Any) -> bool:
        """Whether the other player at this keyboard has to look away first."""
        if len(self.seat.sides) < 2 or side == self.side:
            return False
        return self.secretive or (isinstance(request, Plan) and request.secret) or bool(self.seat.bulletin.held)

    def leave(self) -> None:
        self.seat.leave()
