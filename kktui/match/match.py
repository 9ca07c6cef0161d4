"""One battle and everybody who sits at it. All that changes it happens on one thread of its own."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any, TypeVar

from kktui.engine.game import Game, Setup
from kktui.engine.requests import Request
from kktui.engine.state import Entry
from kktui.match.drafts import Draft, fingerprint
from kktui.match.kept import Keeper
from kktui.match.seat import Seat
from kktui.store.trouble import StoreTrouble

AHEAD = 80
"""Entries of the log by which the battle may run ahead of the foremost seat."""
T = TypeVar("T")


class Occupied(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """Somebody else sits on this side already."""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """How a battle stands, as everybody at it is told. Nothing in it changes afterwards."""

    told: list[Entry]
    """The log; only the first `length` entries are meant, for it grows at its end."""
    length: int
    epoch: int
    """Grows when the log was cut short and written anew from `kept` entries on, as by an undo."""
    kept: int
    pending: Mapping[str, Request]
    """What is asked, by side; a seat shows only its own."""
    held: frozenset[str]
    """The sides that have answered face down while another still thinks."""
    over: bool
    settled: int = 0
    """Entries from before the step that waits for somebody; all of them when nobody is waited for."""
    trouble: str = ""
    """Why the battle does not go on: the disk is full, say. `Seat.retry` tries again."""
    turn: int = 0


class Match:
    """A battle at which seats play and look on.

    `opened` makes or opens the game, on the match's own thread; what it raises is raised here. Computer players
    answer on that thread too, so nothing a seat does ever waits for their thinking. A seat is told with a call
    of its `hear` from the match's thread; it then reads `Seat.bulletin`. `log` is where the seats are told to find
    the details of a fault, if they may know.
    """

    def __init__(self, opened: Callable[[], Keeper], log: str = "") -> None:
        self._log = log
        self._wake = Condition()
        self._jobs: deque[Callable[[], None]] = deque()
        self._seats: list[Seat] = []
        self.ears: list[Callable[[], None]] = []
        """Called like `Seat.hear`, for whoever has no seat."""
        self._closing = False
        self._untended = False
        self._trouble = ""
        self.held_up = False
        """Whether the trouble is one of the disk's, which may pass."""
        self.halves: dict[str, tuple[Request, Any]] = {}
        """What a side has half decided, for whoever sits down there again: the question, and what its face noted."""
        self.drafts: dict[str, Draft] = {}
        """The same, from before the game was put away."""
        self._noted: set[str] = set()
        ready: Future[Keeper] = Future()
        self._thread = Thread(target=self._live, args=(opened, ready), name="kktui-match", daemon=True)
        self._thread.start()
        self._keeper = ready.result()
        self.decided = dict.fromkeys(self._keeper.game.state.sides, 0)
        """For each side, how often its player has decided something here."""

    @property
    def id(self) -> str:
        return self._keeper.id

    @property
    def setup(self) -> Setup:
        return self._keeper.game.setup

    @property
    def humans(self) -> tuple[str, ...]:
        """The sides that no computer plays."""
        game = self._keeper.game
        return tuple(side for side in game.state.sides if side not in game.players)

    @property
    def secretive(self) -> bool:
        """Whether a unit is hidden from somebody as the battle begins."""
        return any(troop.hidden for troop in self.setup.scenario.troops)

    @property
    def ended(self) -> Game | None:
        """The whole game, once it is over and holds no secrets any more."""
        return self._keeper.game if self.bulletin.over else None

    # Coming and going.

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self._seats)

    def join(self, sides: Iterable[str], hear: Callable[[], None]) -> Seat:
        """Take a seat for these sides, or none to look on."""
        wanted = frozenset(sides)
        with self._wake:
            taken = wanted & {side for seat in self._seats for side in seat.sides}
            if taken:
                raise Occupied(f"somebody plays {', '.join(sorted(taken))} already")
            seat = Seat(self, wanted, hear)
            self._seats.append(seat)
            self._wake.notify()
        return seat

    def leave(self, seat: Seat) -> None:
        """Get up; the battle waits when nobody is left, unless it may go on untended."""
        with self._wake:
            if seat in self._seats:
                self._seats.remove(seat)
                self._wake.notify()

    def go_on_untended(self) -> None:
        """With nobody here, go on until one of the players has to decide: then they can be told."""
        with self._wake:
            self._untended = True
            self._wake.notify()

    def close(self) -> None:
        """End the thread and put the game away; everything acknowledged is on the disk already."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()

    # What is half decided.

    def note(self, side: str, request: Request, half: Any) -> None:
        """Remember how far a side has come with its question."""
        self.halves[side] = request, half
        self._noted.add(side)

    def noted(self, side: str, request: Request) -> Any:
        """How far the side had come with this very question, in this life or in one before; None if it had not."""
        asked, half = self.halves.get(side, (None, None))
        if asked is request:
            return half
        draft = self.drafts.pop(side, None)
        same = draft is not None and (draft.length, draft.question) == (self.bulletin.length, fingerprint(request))
        return draft.half if draft is not None and same else None

    def fresh_drafts(self) -> dict[str, Draft]:
        """What was noted since this was last asked for, as far as it is still asked."""
        news, noted = self.bulletin, self._noted
        self._noted = set()
        found = {side: self.halves[side] for side in sorted(noted)}
        return {
            side: Draft(news.length, fingerprint(request), half)
            for side, (request, half) in found.items()
            if news.pending.get(side) is request
        }

    # What seats ask of it.

    def nudge(self) -> None:
        """A seat has caught up: the battle may go on."""
        with self._wake:
            self._wake.notify()

    def do(self, job: Callable[[Keeper], T]) -> Future[T]:
        """Have something done to the game in its turn; the outcome comes when everybody has been told."""
        outcome: Future[T] = Future()

        def work() -> None:
            if not outcome.set_running_or_notify_cancel():
                return
            try:
                result = job(self._keeper)
            except Exception as error:
                self._tell(self._why(error))
                outcome.set_exception(error)
                return
            self._tell("")
            outcome.set_result(result)

        with self._wake:
            if self._closing:
                outcome.cancel()
            else:
                self._jobs.append(work)
                self._wake.notify()
        return outcome

    # The thread.

    def _live(self, opened: Callable[[], Keeper], ready: Future[Keeper]) -> None:
        try:
            self._keeper = opened()
        except BaseException as error:
            ready.set_exception(error)
            return
        log = self._keeper.game.state.log
        self.bulletin = self._bulletin(list(log), 0, len(log))
        ready.set_result(self._keeper)
        while (work := self._next()) is not None:
            work()
        self._keeper.close()

    def _next(self) -> Callable[[], None] | None:
        """What is to be done now: a job, a step of the battle; None when the match closes."""
        with self._wake:
            self._wake.wait_for(lambda: self._closing or self._jobs or self._may_step())
            if self._closing:
                return None
            return self._jobs.popleft() if self._jobs else self._step

    def _may_step(self) -> bool:
        game = self._keeper.game
        if self._trouble or game.over or game.pending:
            return False
        if not self._seats:
            return self._untended and bool(self.humans)
        return any(seat.heard + AHEAD > self.bulletin.length for seat in self._seats)

    def _step(self) -> None:
        try:
            self._keeper.step()
        except Exception as error:
            self._tell(self._why(error))
        else:
            self._tell("")

    def _why(self, error: Exception) -> str:
        """Why the battle does not go on; a fault of the program goes to the log in full."""
        self.held_up = isinstance(error, StoreTrouble)
        if self.held_up:
            return str(error)
        logging.getLogger(__name__).error("match %s", self.id, exc_info=error)
        details = f"; its details are in {self._log}" if self._log else ""
        return f"a fault of the program ({type(error).__name__}){details}; the game is saved as it was before"

    def _tell(self, trouble: str) -> None:
        """Publish how the battle stands and ring everybody's bell."""
        self._trouble = trouble
        self.held_up = self.held_up and bool(trouble)
        was, log = self.bulletin, self._keeper.game.state.log
        kept = _common(was, log)
        told, epoch = was.told, was.epoch
        if kept < was.length:
            told, epoch = told[:kept], epoch + 1
        told.extend(log[kept:])
        self.bulletin = self._bulletin(told, epoch, kept)
        for hear in [*(seat.hear for seat in self._seats), *self.ears]:
            try:
                hear()
            except Exception as error:  # one seat's trouble is not the others'
                logging.getLogger(__name__).error("a seat of match %s", self.id, exc_info=error)

    def _bulletin(self, told: list[Entry], epoch: int, kept: int) -> Bulletin:
        game = self._keeper.game
        held = frozenset(game.held)
        settled = min(game.settled, len(told))
        pending, turn = dict(game.pending), game.state.turn
        return Bulletin(told, len(told), epoch, kept, pending, held, game.over, settled, self._trouble, turn)


def _common(was: Bulletin, log: list[Entry]) -> int:
    """How many of the entries told are still true. The last one told is compared first: that settles most."""
    length = was.length
    if length <= len(log) and (not length or was.told[length - 1].event == log[length - 1].event):
        return length
    for i, (one, other) in enumerate(zip(was.told[:length], log, strict=False)):
        if one.event != other.event:
            return i
    return min(length, len(log))
