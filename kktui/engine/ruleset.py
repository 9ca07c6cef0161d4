"""What the engine and the faces know of a ruleset: a record of plain functions, never a concrete one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from kktui.engine.events import Ended, Event
from kktui.engine.modifiers import Modifier
from kktui.engine.requests import Request
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import Scenario

if TYPE_CHECKING:
    from kktui.engine.state import AnyState
    from kktui.engine.turn import Phase


class Gauge(NamedTuple):
    """One figure of a roster line: `stamina 7 of 9`, as a bar where `most` is known."""

    name: str
    value: int | str
    most: int = 0
    rule: str = ""


class Ring(NamedTuple):
    """How far something of a figure reaches: command, the range of a weapon, a charge."""

    name: str
    inches: float
    rule: str = ""
    threat: bool = False
    """The enemy has to fear it."""
    command: bool = False
    """His own men have to keep within it."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The exact odds of one resolution before it is committed to, with all that goes into it."""

    title: str
    """Words with figure ids in braces: `{red-1} shoots at {blue-2}`."""
    rule: str
    needs: str
    modifiers: tuple[Modifier, ...]
    chances: Mapping[str, Fraction]
    back: Forecast | None = None
    """The same the other way round: what the enemy can do in return."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One of the five: its book, how it enlists and sets up, its turn, its end, and what it tells of itself."""

    book: Rulebook
    muster: Callable[[Scenario, Rulebook], AnyState]
    deploy: tuple[Phase, ...]
    phases: tuple[Phase, ...]
    opening: Callable[[AnyState], Iterable[Event]]
    """What happens by itself when a turn begins: decks made, reserves due, marks taken off."""
    turn_over: Callable[[AnyState], bool]
    """Asked after the last phase: False runs the phases again within the turn, as for the next card."""
    result: Callable[[AnyState], Ended | None]
    """Asked after the last phase: a battle that is decided at once."""
    turn_result: Callable[[AnyState], Ended | None]
    """Asked when a turn is over: goals, the turn limit, points."""
    gauges: Callable[[AnyState, str], Sequence[Gauge]]
    """What the roster shows of a figure or a unit, by id."""
    forecast: Callable[[AnyState, Request, str, Any], Sequence[Forecast]]
    """The odds behind answering a request with an option (of a part, for a plan)."""
    advise: Callable[[AnyState, Request], Any]
    """A sensible answer: what the soldier player does. It uses the odds of the rules themselves."""
    able: Callable[[AnyState, str], bool]
    """Whether a unit still obeys."""
    rings: Callable[[AnyState, str], Sequence[Ring]] = lambda state, figure: ()
    """How far a figure on the table commands, shoots and charges at most, from the edge of its base."""

    @property
    def id(self) -> str:
        return self.book.id
