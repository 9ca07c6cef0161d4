"""A match as those see it who look on some time later, and then see everything."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import monotonic

from kktui.engine.game import Game, Setup
from kktui.engine.view import View
from kktui.match.match import Bulletin, Match
from kktui.match.seat import Seat


class LateSeat(Seat):
    """A place behind glass: nothing is hidden from it, and nothing it does reaches the table."""

    def view(self, side: str = "") -> View:
        setup = self.match.setup
        start = setup.rules.muster(setup.scenario, setup.book)
        view = View(start, "")
        view.state = start
        return view


class LateMatch(Match):
    """The match, so many seconds ago. Only for looking on."""

    def __init__(self, match: Match, seconds: float, clock: Callable[[], float] = monotonic, age: float = 0.0) -> None:
        """`age` is how many seconds old what has been played already is."""
        self._match = match
        self._seconds = seconds
        self._clock = clock
        self._due: deque[tuple[float, Bulletin]] = deque()
        self._late: list[LateSeat] = []
        self._ear: Seat | None = None
        """A seat at the match itself, lest it waits for others while somebody looks on here."""
        self.bulletin = self._open(replace(match.bulletin, length=0, pending={}, held=frozenset(), over=False))
        self._due.append((clock() - age, match.bulletin))
        match.ears.append(self._hear)

    # What a screen asks of a match.

    @property
    def id(self) -> str:
        return self._match.id

    @property
    def setup(self) -> Setup:
        return self._match.setup

    @property
    def humans(self) -> tuple[str, ...]:
        return self._match.humans

    @property
    def ended(self) -> Game | None:
        return self._match.ended if self.bulletin.over else None

    def join(self, sides: Iterable[str], hear: Callable[[], None]) -> Seat:
        seat = LateSeat(self, frozenset(), hear)
        self._late.append(seat)
        if self._ear is None:
            self._ear = self._match.join((), lambda: None)
            self._ear.caught_up(self._match.bulletin.length)
        return seat

    def leave(self, seat: Seat) -> None:
        self._late = [each for each in self._late if each is not seat]
        if self._ear is not None and not self._late:
            self._ear.leave()
            self._ear = None

    def nudge(self) -> None:
        """The battle does not wait for those behind glass."""

    def close(self) -> None:
        self._match.ears.remove(self._hear)

    # Being late.

    def _hear(self) -> None:
        news, ear = self._match.bulletin, self._ear
        self._due.append((self._clock(), news))
        if ear is not None:
            ear.caught_up(news.length)

    def release(self) -> None:
        """Show what is old enough by now; to be called every now and then."""
        then = self._clock() - self._seconds
        latest = None
        while self._due and self._due[0][0] <= then:
            latest = self._due.popleft()[1]
        if latest is not None:
            self.bulletin = self._open(latest)
            for seat in list(self._late):
                seat.hear()

    def _open(self, news: Bulletin) -> Bulletin:
        """A bulletin with nothing veiled, and nothing asked of anybody here."""
        told = [entry._replace(veils=None) for entry in news.told[: news.length]]
        return replace(news, told=told, length=len(told), pending={}, held=frozenset())
