"""How a game asks: answers given before come first, then the table's dice, the players, or waiting."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kktui.engine.ask import Answer, BrokenOff, Drift, T, Waiting
from kktui.engine.check import recalled, unfit
from kktui.engine.dice import Dice, throw
from kktui.engine.requests import Arrange, Choose, Move, Plan, Request
from kktui.table.geometry import fresh

if TYPE_CHECKING:
    from kktui.engine.game import Game


PLACED = (Move, Arrange)
"""What is answered by putting bases somewhere."""


class Taken(NamedTuple):
    """When an answer was taken: after how many events, and the first of the answers it was given together with."""

    events: int
    first: int


class Mark:
    """Where a step began: how many answers were used, and what dice thrown."""

    __slots__ = ("cursor", "thrown")

    def __init__(self, cursor: int, thrown: Mapping[str, int]) -> None:
        self.cursor = cursor
        self.thrown = thrown


class Asking:
    """The Ask of a game: answers given before come first, then the table's dice, players, or waiting."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.dice = Dice(game.key)
        self.cursor = 0

    def mark(self) -> Mark:
        return Mark(self.cursor, self.dice.mark())

    def back_to(self, mark: Mark) -> None:
        self.cursor = mark.cursor
        self.dice.back_to(mark.thrown)

    def roll(self, dice: str, why: str, who: str = "") -> int:
        what = f"{dice}|{why}|{who}"
        purpose = f"{self._game.state.turn}|{why}|{who}"
        thrown = throw(dice)
        given = self._given("roll", "table", what)
        if given is not None:
            if not thrown.shows(given.value):
                raise Drift(f"{dice} cannot show {given.value}")
            self.dice.skip(purpose)
            return thrown.total(tuple(given.value))
        faces = self.dice.throw(purpose, thrown.sides, thrown.number)
        self._keep(fresh(Answer, ("roll", "table", what, faces)))
        return thrown.total(faces)

    def draw(self, deck: str, cards: Sequence[str]) -> str:
        purpose = f"{self._game.state.turn}|draw {deck}|"
        what = deck if deck in self._game.state.decks else f"{deck}|{','.join(sorted(cards))}"
        given = self._given("draw", "table", what)
        if given is not None:
            if given.value not in cards:
                raise Drift(f"there is no card {given.value} in {deck}")
            self.dice.skip(purpose)
            return str(given.value)
        face = self.dice.throw(purpose, len(cards), 1)[0]
        card = sorted(cards)[face - 1]
        self._keep(Answer("draw", "table", what, card))
        return card

    def part(self, resolve: Callable[..., T], *facts: Hashable) -> T:
        return resolve(self, *facts)

    def choose(self, request: Choose | Plan) -> Any:
        return self._one(request)

    def place(self, request: Move | Arrange) -> Any:
        return self._one(request)

    def _one(self, request: Request) -> Any:
        """What one side decides by itself."""
        game, first = self._game, self.cursor
        if first < len(game.answers):
            return self._recalled(request, first)
        settled = game.choose_for(request)
        if settled is None:
            game.held = {}
            raise Waiting((request,))
        self.take(request, settled, first)
        self.cursor = first + 1
        return settled

    def together(self, requests: Sequence[Request]) -> dict[str, Any]:
        assert len({each.side for each in requests}) == len(requests), "several questions to one side are a Plan"
        if self.cursor < len(self._game.answers):
            first = self.cursor
            return {each.side: self._recalled(each, first) for each in requests}
        settled = {each.side: self._game.choose_for(each) for each in requests}
        if any(decision is None for decision in settled.values()):
            self._game.held = {side: each for side, each in settled.items() if each is not None}
            raise Waiting(requests)
        first = len(self._game.answers)
        for each in requests:
            self.take(each, settled[each.side], first)
            self.cursor = len(self._game.answers)
        return settled

    def take(self, request: Request, value: Any, first: int) -> None:
        """Write a decision down, given together with those from the first."""
        game, kind = self._game, "place" if isinstance(request, PLACED) else "choose"
        game.answers.append(fresh(Answer, (kind, request.side, f"{request.what}|{request.about}", value)))
        game.taken.append(fresh(Taken, (len(game.state.log), first)))

    def _recalled(self, request: Request, first: int) -> Any:
        kind = "place" if isinstance(request, PLACED) else "choose"
        given = self._given(kind, request.side, f"{request.what}|{request.about}", first)
        if given is None:
            raise Drift(f"no answer of {request.side} is written down beside those given with it")
        return recall(request, given.value)

    def _keep(self, answer: Answer) -> None:
        self._game.answers.append(answer)
        self._game.taken.append(fresh(Taken, (len(self._game.state.log), self.cursor)))
        self.cursor += 1

    def _given(self, kind: str, by: str, what: str, first: int | None = None) -> Answer | None:
        if self.cursor >= len(self._game.answers):
            return None
        given = self._game.answers[self.cursor]
        if given.kind == "end":
            raise BrokenOff(given)
        if (given.kind, given.by, given.what) != (kind, by, what):
            raise Drift(
                f"answer {self.cursor + 1} is {given.kind} {given.what!r} by {given.by}, "
                f"but the rules ask {by} for {kind} {what!r}"
            )
        if len(self._game.taken) == self.cursor:
            self._game.taken.append(Taken(len(self._game.state.log), self.cursor if first is None else first))
        self.cursor += 1
        return given


def recall(request: Request, value: Any) -> Any:
    """A decision that was written down, if it can have been one."""
    why = unfit(request, value)
    if why:
        raise Drift(f"{request.side} cannot have answered {request.what} so: {why}")
    return recalled(request, value)
