"""A place at a match: what it may see, what it is asked, and its answers."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from kktui.engine.requests import Refusal, Request
from kktui.engine.view import View
from kktui.match.discreet import Discreet

if TYPE_CHECKING:
    from kktui.match.kept import Keeper
    from kktui.match.match import Bulletin, Match


class Seat:
    """Somebody who plays one side, both sides at one keyboard, or none: a spectator.

    `hear` is called from the match's thread whenever something is new. `heard` is how many entries of the log
    the seat has shown: the battle does not run far ahead of that.
    """

    def __init__(self, match: Match, sides: frozenset[str], hear: Callable[[], None]) -> None:
        self.match = match
        self.sides = sides
        self.hear = hear
        self.heard = 0
        secrets = match.secretive and not (sides and sides.issuperset(match.humans))
        self._discreet = Discreet(next(iter(sorted(sides)), ""), match.setup.book) if secrets else None
        self._known: tuple[Bulletin, Bulletin] | None = None
        """The last bulletin, and what of it was for this seat."""

    @property
    def bulletin(self) -> Bulletin:
        """How the battle stands, for this seat."""
        news, known = self.match.bulletin, self._known
        if known is None or known[0] is not news:
            known = self._known = news, self._own(news)
        return known[1]

    def _own(self, news: Bulletin) -> Bulletin:
        if self._discreet is None:
            return news
        return self._discreet.of(news, not self.sides.isdisjoint(news.pending))

    @property
    def asked(self) -> dict[str, Request]:
        """What is asked of the sides that sit here, in the sides' order."""
        pending = self.match.bulletin.pending
        return {side: request for side, request in pending.items() if side in self.sides}

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The sides that others have to decide for. Where units are hidden nobody is told: they may be asked, too."""
        if self.match.secretive:
            return ()
        return tuple(side for side in self.match.bulletin.pending if side not in self.sides)

    def view(self, side: str = "") -> View:
        """A fresh picture of the battle before its first event, for a side of this seat or for a spectator.

        It belongs to the caller, who records the entries in it at his own pace.
        """
        if side and side not in self.sides:
            raise ValueError(f"{side} does not sit here")
        setup = self.match.setup
        return View(setup.rules.muster(setup.scenario, setup.book), side)

    def caught_up(self, entries: int) -> None:
        """So many entries have been shown."""
        self.heard = entries
        self.match.nudge()

    def answer(self, side: str, request: Request, value: Any) -> Future[Refusal | None]:
        """Answer a question put to this seat; one that is no longer put is refused."""

        def give(keeper: Keeper) -> Refusal | None:
            if side not in self.sides or keeper.game.pending.get(side) is not request:
                return Refusal("", "that is not asked any more")
            refused = keeper.answer(side, value)
            if refused is None:
                self.match.decided[side] += 1
            return refused

        return self.match.do(give)

    # What is not decided yet outlives the line to whoever decides it.

    def note(self, side: str, request: Request, half: Any) -> None:
        """Remember how far the side has come with its question."""
        if side in self.sides and self in self.match.seats:
            self.match.note(side, request, half)

    def noted(self, side: str, request: Request) -> Any:
        """How far the side had come with this very question; None if nothing is known."""
        return self.match.noted(side, request) if side in self.sides else None

    def undo(self, side: str) -> Future[Refusal | None]:
        """Take back the side's last choice."""

        def back(keeper: Keeper) -> Refusal | None:
            if side not in self.sides:
                return Refusal("", "you do not play that side")
            if side not in keeper.game.held and self._discreet is not None:
                return Refusal("", "where units are hidden a choice is taken back by consent alone")
            return keeper.undo(side)

        return self.match.do(back)

    def resign(self, side: str) -> Future[Refusal | None]:
        """Give the battle up for a side."""

        def give_up(keeper: Keeper) -> Refusal | None:
            return keeper.resign(side) if side in self.sides else Refusal("", "you do not play that side")

        return self.match.do(give_up)

    def retry(self) -> Future[None]:
        """Try to go on after trouble."""
        return self.match.do(lambda keeper: None)

    def leave(self) -> None:
        self.match.leave(self)
