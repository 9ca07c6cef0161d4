"""A match played line by line: the game as one seat sees it, for whoever can wait."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Condition
from typing import Any

from kktui.engine.game import Game
from kktui.engine.requests import Refusal
from kktui.engine.state import AnyState
from kktui.match.match import Bulletin
from kktui.match.seat import Seat


class Followed(Game):
    """The battle as one seat sees it; it goes on only by what the match tells."""

    def __init__(self, seat: Seat, side: str) -> None:
        super().__init__(seat.match.setup, {})
        self._seat = seat
        self._side = side
        self._epoch = -1
        self.follow(seat.bulletin)

    def follow(self, bulletin: Bulletin) -> None:
        """Take in what the match has told."""
        if bulletin.epoch != self._epoch:
            self._epoch = bulletin.epoch
            self._view = self._seat.view(self._side)
            self.state = self._view.state
        self._view.follow(bulletin.told[: bulletin.length])
        self.pending = self._seat.asked
        ended = self._seat.match.ended
        self.answers = list(ended.answers) if ended is not None else []
        self._seat.caught_up(bulletin.length)

    def view(self, side: str) -> AnyState:
        return self.state

    def step(self) -> bool:
        return False


class SeatKeeper:
    """Keeps a seat's game for somebody who waits: every call returns when there is something to do."""

    def __init__(self, seat: Seat, withdrawn: Callable[[], None] = lambda: None) -> None:
        """`withdrawn` is called, on another thread, when what was asked here is not asked any more."""
        self._seat = seat
        self._withdrawn = withdrawn
        self.idle: Callable[[tuple[str, ...]], None] = lambda sides: None
        """Called once for each wait, when others have to decide first."""
        self._news = Condition()
        self._told = self._seen = 0
        self._gone = False
        self.id = seat.match.id
        self.sides = seat.sides
        self.game = Followed(seat, next(iter(sorted(seat.sides)), ""))
        seat.hear = self._ring
        self._ring()

    def _ring(self) -> None:
        """Called by the match."""
        with self._news:
            self._told += 1
            self._news.notify_all()
        asked = self._seat.asked
        if any(asked.get(side) is not request for side, request in self.game.pending.items()):
            self.game.pending = asked
            self._withdrawn()

    def step(self) -> bool:
        """Wait until something has happened; False when the battle is over or we leave."""
        if not self.game.over:
            self._wait()
        return not (self.game.over or self._gone)

    def advance(self) -> None:
        """Wait until something is asked here, or the battle is over, or we leave."""
        self._catch_up()
        told = False
        while not (self.game.pending or self.game.over or self._gone):
            if not told and (others := self._seat.waiting_for):
                told = True
                self.idle(others)
            self._wait()

    def _wait(self) -> None:
        with self._news:
            self._news.wait_for(lambda: self._told != self._seen or self._gone)
            self._seen = self._told
        self._catch_up()

    def _catch_up(self) -> None:
        self.game.follow(self._seat.bulletin)

    def answer(self, side: str, value: Any) -> Refusal | None:
        request = self.game.pending.get(side)
        if request is None:
            return Refusal("", "nothing is asked of you now")
        return self._ours(lambda: self._seat.answer(side, request, value))

    def undo(self, side: str) -> Refusal | None:
        return self._ours(lambda: self._seat.undo(side))

    def _ours(self, done: Callable[[], Future[Refusal | None]]) -> Refusal | None:
        """What we do ourselves withdraws no question from us."""
        asked, self.game.pending = self.game.pending, {}
        refused = done().result()
        if refused is not None:
            self.game.pending = asked
        return refused

    def close(self) -> None:
        """Leave: whoever waits is woken."""
        with self._news:
            self._gone = True
            self._news.notify_all()
        self._seat.leave()
