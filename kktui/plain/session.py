"""A battle played line by line: events told, questions put, until it is over or somebody leaves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from kktui.engine.game import Game
from kktui.engine.requests import Plan, Request
from kktui.engine.state import AnyState
from kktui.engine.telling import name_of
from kktui.match import Played, Shown
from kktui.match.followed import SeatKeeper
from kktui.plain.asking import Asking
from kktui.plain.desk import Desk, Gone, Options
from kktui.plain.news import News
from kktui.plain.paper import Paper
from kktui.plain.typed import Source
from kktui.words import ending
from kktui.words.news import this_turn


class Session:
    """One keyboard, one or two sides, one battle."""

    def __init__(self, keeper: Played, seats: frozenset[str], source: Source, out: TextIO, options: Options) -> None:
        self.desk = Desk(keeper, source, out, options)
        self.keeper = keeper
        self.seats = seats
        self.paper = self.desk.paper
        self.news = News(self.paper)
        self.heard = dict.fromkeys(seats, this_turn(keeper.game.state.log))
        self.briefed: set[str] = set()
        self.chair = ""
        """Whose view was shown last."""
        if isinstance(keeper, SeatKeeper):
            keeper.idle = self._idle

    @property
    def game(self) -> Game:
        return self.keeper.game

    # The course of a battle.

    def run(self) -> int:
        self.paper.all(ending.opening(self.game))
        alone = len(self.seats) == 1
        side = next(iter(self.seats)) if alone else ""
        self.paper.all(ending.aims(self.game.view(side), self.seats if alone or not self._hidden else ()))
        self.paper.say("Type help at any prompt.")
        try:
            while self._next():
                pass
        except Gone:
            self._farewell()
        self.paper.close()
        return 0

    def _next(self) -> bool:
        """Go on to the next question and put it; False when nobody here has anything to decide."""
        self.keeper.advance()
        if self.game.over:
            self._over()
            return False
        waiting = [side for side in self.game.state.sides if side in self.seats and side in self.game.pending]
        if not waiting:
            self._hear(self._own)
            if self.game.pending:
                self.paper.say(_waiting(self.game.state, self.game.pending))
            raise Gone
        side = waiting[0]
        request = self.game.pending[side]
        self._sit_down(side, request)
        self._hear(side)
        Asking(self.desk, side, request).put()
        told = len(self.game.state.log)
        self.heard = {each: min(heard, told) for each, heard in self.heard.items()}
        return True

    def _idle(self, others: Iterable[str]) -> None:
        """Others have to decide first: tell what there is to tell so far, and whom we wait for."""
        self._hear(self._own)
        self.paper.exactly([_waiting(self.game.state, others)])

    @property
    def _own(self) -> str:
        """The side whose view is shown when none is asked."""
        return self.chair or next(iter(sorted(self.seats)), "")

    def _sit_down(self, side: str, request: Request) -> None:
        """Between two players at one keyboard a curtain falls when either has a secret."""
        if len(self.seats) > 1 and self.chair != side and self._secrets(request):
            for _ in range(self.desk.options.curtain):
                self.paper.gap()
            self.paper.heading(
                f"---- For {name_of(self.game.state, side)} only. Press Enter when the other looks away."
            )
            self.desk.read("")
            if side not in self.briefed:
                self.paper.all(ending.aims(self.game.view(side), (side,)))
                self.briefed.add(side)
        self.chair = side

    @property
    def _hidden(self) -> bool:
        return any(unit.hidden for unit in self.game.state.units.values())

    def _secrets(self, request: Request) -> bool:
        return self._hidden or (isinstance(request, Plan) and request.secret)

    def _hear(self, side: str) -> None:
        """Tell a side what it has not heard yet; with nothing hidden, both at one keyboard hear it."""
        log = self.game.state.log
        since = min(self.heard.get(side, 0), len(log))
        self.news.tell(self.game.view(side), side, log[since:])
        together = not self._hidden
        for each in self.heard:
            if each == side or together:
                self.heard[each] = len(log)

    def _over(self) -> None:
        side = self.chair if self.chair in self.seats else next(iter(sorted(self.seats)), "")
        self._hear(side)
        self.paper.heading("== The battle is over ==")
        self.paper.all(ending.result(self.game, self.game.state))

    def _farewell(self) -> None:
        self.paper.say(f"Saved. To go on: {self.desk.resume}")


def play(keeper: Played, seats: frozenset[str], source: Source, out: TextIO, options: Options | None = None) -> int:
    """Play a battle line by line from one keyboard; always 0, for leaving is no fault."""
    return Session(keeper, seats, source, out, options or Options()).run()


def watch(keeper: Shown, out: TextIO, options: Options | None = None) -> int:
    """Tell a battle to a spectator as it goes on by itself."""
    paper = Paper(out, (options or Options()).width)
    news, game = News(paper), keeper.game
    paper.all([*ending.opening(game), *ending.aims(game.view(""))])
    heard = 0
    going = True
    while going:
        log = keeper.game.state.log
        news.tell(keeper.game.view(""), "", log[heard:])
        heard = len(log)
        going = keeper.step()
    return _closing(keeper.game, paper)


def replay(keeper: Shown, out: TextIO, options: Options | None = None) -> int:
    """Tell a battle from its first event to its last; when it is over, with everything that was hidden."""
    paper = Paper(out, (options or Options()).width)
    game = keeper.game
    paper.all([*ending.opening(game), *ending.aims(game.view(""))])
    state = game.state if game.over else game.view("")
    events = [entry._replace(veils=None) for entry in game.state.log] if game.over else game.state.log
    News(paper).tell(state, "", events)
    return _closing(game, paper)


def _closing(game: Game, paper: Paper) -> int:
    if game.over:
        paper.heading("== The battle is over ==")
        paper.all(ending.result(game, game.state))
    else:
        paper.say(_waiting(game.view(""), game.pending) if game.pending else "That is how far it had come.")
    paper.close()
    return 0


def _waiting(state: AnyState, sides: Iterable[str]) -> str:
    return f"Waiting for {', '.join(name_of(state, side) for side in sides)}."
