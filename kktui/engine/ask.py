"""A rule never rolls, draws or prompts: it asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from kktui.engine.requests import Arrange, Choose, Move, Plan, Request
from kktui.table import Walk
from kktui.table.geometry import Pose

T = TypeVar("T", bound=Hashable)


class Ask(Protocol):
    """Where a rule's dice, cards and decisions come from."""

    def roll(self, dice: str, why: str, who: str = "") -> int:
        """The total of a throw such as "1d10" or "3d6 best 2", with its reason."""

    def draw(self, deck: str, cards: Sequence[str]) -> str:
        """A card, any of those left with equal chance."""

    @overload
    def choose(self, request: Choose) -> str: ...
    @overload
    def choose(self, request: Plan) -> dict[str, Any]: ...
    def choose(self, request: Choose | Plan) -> str | dict[str, Any]:
        """What the side picks."""

    @overload
    def place(self, request: Move) -> Walk: ...
    @overload
    def place(self, request: Arrange) -> dict[str, Pose]: ...
    def place(self, request: Move | Arrange) -> Walk | dict[str, Pose]:
        """Where the side puts a base, as far as the table lets it go."""

    def part(self, resolve: Callable[..., T], *facts: Hashable) -> T:
        """A resolution within a resolution, which asks for itself; odds weigh its outcomes, not its dice."""

    def together(self, requests: Sequence[Request]) -> dict[str, Any]:
        """What each side decides, face down; nobody learns another's before all have answered."""


class Answer(NamedTuple):
    """One answer as it is kept: to what question, by whom, and the answer itself, all JSON."""

    kind: str
    """roll, draw, choose or place; or end, when the players end the battle themselves."""
    by: str
    """The side, or "table" for dice and cards."""
    what: str
    value: Any


class Waiting(BaseException):
    """The answers are spent and these sides must decide."""

    def __init__(self, requests: Sequence[Request]) -> None:
        super().__init__()
        self.requests = tuple(requests)


class BrokenOff(BaseException):
    """The players ended the battle while this was asked."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


class Drift(Exception):  # noqa: N818
    """Answers that do not fit the questions: another version of the rules, or a forged game."""
