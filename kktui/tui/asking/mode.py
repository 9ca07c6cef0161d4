"""What every way of answering has in common, and what it works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ClassVar

from kktui.engine.requests import Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.engine.telling import ask_words, rule_words
from kktui.table.geometry import Point
from kktui.tui.field import Cell, Field, Mark, Marks
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Row, row
from kktui.tui.thinker import Thinker
from kktui.words.outlook import Outlook

LIST, MAP = "list", "field"
ARROWS = "Arrows"
"""Stands for the keys that move the cursor among those that matter."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a mode works with; `changed` has the screen show again what the mode says."""

    rules: Ruleset
    state: AnyState
    side: str
    field: Field
    think: Callable[[Callable[[Thinker], Future[Any]], Callable[[Any], None]], None]
    """Have something worked out, and go on with it when it is."""
    changed: Callable[[], None]
    tell: Callable[[str, str], None]
    """Say something: the words, and how (an ink)."""

    @property
    def ink(self) -> Ink:
        """The colours and glyphs of now: others may be chosen while something is asked."""
        return Ink(self.field.palette, self.field.glyphs)

    def outlook(self, request: Request | None) -> Outlook:
        return Outlook(self.rules, self.state, self.side, request)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as a mode is handed it: within a plan, `whole` and `key` name the plan and the part."""

    request: Any
    give: Callable[[Any], None]
    whole: Request | None = None
    key: str = ""


class Mode:
    """A way of using the keys. The screen passes on what is pressed and shows what `rows` says.

    Every command answers whether it meant anything here.
    """

    focus: ClassVar[str] = LIST
    keys: tuple[tuple[str, str], ...] = ()
    """The keys that matter most here: the ids of their bindings (after `battle.`), or ARROWS, and what they do."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    # What is shown.

    def title(self) -> str:
        return ""

    def rows(self) -> list[Row]:
        """The lines under the title."""
        return []

    def cursor(self) -> str:
        """The key of the row that the cursor is on."""
        return ""

    def overlays(self) -> Mapping[str, Marks]:
        """What lies over the field, by name. All names of a mode, an empty one when there is nothing."""
        return {}

    def places(self) -> tuple[Point, Point] | None:
        """Whoever acts and where the answer leads: both are to be seen."""
        return None

    def wanted_odds(self) -> tuple[Request, str, Any] | None:
        """The answer whose odds are to be shown."""
        return None

    # What is pressed.

    def enter(self) -> None:
        """Confirm."""

    def space(self) -> None:
        """As proposed, and on."""
        self.enter()

    def cycle(self, step: int) -> None:
        """The next thing, or the one before."""

    def highlight(self, key: str) -> None:
        """The cursor of the list has come to a row."""

    def pointed(self, at: Point, *, chosen: bool = False) -> None:
        """The cursor of the field has come to a place."""

    def command(self, name: str) -> bool:
        """A command by its name: turn, via, round, reset, everybody, left, right, digit ..."""
        return False

    def back(self) -> bool:
        """Escape: True when there was something to step back from here."""
        return False

    def take(self, answer: Any) -> None:
        """Make this answer the one that Enter gives."""

    def half(self) -> Any:
        """How far the decision has come, in words that the same mode elsewhere can take up again."""
        return None

    def resume(self, half: Any) -> None:
        """Go on from what `half` told."""

    def begin(self) -> None:
        """The mode comes on."""

    def end(self) -> None:
        """The mode goes off."""


class Answering(Mode):
    """A mode that answers a request."""

    def __init__(self, desk: Desk, question: Question) -> None:
        super().__init__(desk)
        self.question = question
        self.request = question.request
        self.give = question.give

    def title(self) -> str:
        return f"{ask_words(self.desk.state, self.request)} {rule_words(self.request.rule)}".rstrip()

    @property
    def about(self) -> str:
        """The figure or unit that is being decided for."""
        return str(self.request.about)

    def cells_about(self, key: str, mark: Mark) -> dict[Cell, Mark]:
        """Marks on a figure, or on all men of a unit."""
        state, field = self.desk.state, self.desk.field
        men = [man.id for man in state.men(key)] if key in state.units else [key]
        return {cell: mark for man in men for cell in field.cells_of(man)}


def said(lines: Sequence[str], ink: Ink, style: str = "") -> list[Row]:
    """Sentences as rows."""
    return [row(line, ink(style) if style else "", hang=2) for line in lines if line]
