"""Pick one option: from the list, by its number, or by what it points at on the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from kktui.engine.requests import Choose, Option, Request
from kktui.engine.ruleset import Forecast
from kktui.engine.telling import option_words, refusal_words
from kktui.table.geometry import Point
from kktui.tui.asking.mode import Answering, Desk, Question
from kktui.tui.field import Cell, Mark, Marks
from kktui.tui.field.overlay import path_marks
from kktui.tui.panes.lines import Row, row
from kktui.words.aiming import Aim, aim
from kktui.words.chances import short_odds
from kktui.words.places import middle_of

BARRED = "barred "


class Choosing(Answering):
    """The form of a choice."""

    keys = (("next", "next"), ("confirm", "choose"), ("go-on", "the first"), ("advice", "advice"))

    def __init__(self, desk: Desk, question: Question, picked: str = "") -> None:
        super().__init__(desk, question)
        self.request: Choose = question.request
        self._picked = picked or self.request.options[0].id
        self._odds: dict[str, Sequence[Forecast]] = {}

    def begin(self) -> None:
        actor = self._actor()
        if actor is not None:
            self.desk.field.bring(actor)
        for option in self.request.options:
            self._think(option.id)

    def _think(self, option: str) -> None:
        request, key = self.question.whole or self.request, self.question.key

        def came(forecasts: Sequence[Forecast]) -> None:
            self._odds[option] = forecasts
            self.desk.changed()

        self.desk.think(lambda thinker: thinker.forecasts(request, key, option), came)

    def rows(self) -> list[Row]:
        state, ink = self.desk.state, self.desk.ink
        rows = self._aim_rows()
        for number, option in enumerate(self.request.options, 1):
            odds = short_odds(state, self._odds.get(option.id, ()))
            tail = Text(f"  {odds}" if odds else "", style=ink("muted"))
            label = option_words(state, self.request, option)
            rows.append(Row(ink.line(f"{number:>2} ", label, tail), option.id, 3))
        for barred in self.request.barred:
            label = f"   {option_words(state, self.request, barred)}: {refusal_words(state, barred.why)}"
            rows.append(row(label, ink("muted"), BARRED + barred.id, 5))
        return rows

    def _aim_rows(self) -> list[Row]:
        """How far it is to whom the option points at, and what lies between."""
        aims = [self._aim(option) for option in self.request.options]
        if not any(aims):
            return []
        option = self.option()
        found = self._aim(option) if option is not None else None
        words = found.words if found is not None else ""
        return [row(words, self.desk.ink("muted" if found is None or found.clear else "warning"), hang=2)]

    def _aim(self, option: Option) -> Aim | None:
        return aim(self.desk.state, self.request.about, option.target) if option.target else None

    def cursor(self) -> str:
        return self._picked

    def option(self) -> Option | None:
        return next((each for each in self.request.options if each.id == self._picked), None)

    def wanted_odds(self) -> tuple[Request, str, Any] | None:
        if self._picked.startswith(BARRED):
            return None
        return self.question.whole or self.request, self.question.key, self._picked

    def overlays(self) -> Mapping[str, Marks]:
        """Where the options point at, and a line to the one under the cursor."""
        targets: dict[Cell, Mark] = {}
        for each in self.request.options:
            if each.id != self._picked:
                targets |= self._cells(each, Mark("possible"))
        option = self.option()
        line: dict[Cell, Mark] = {}
        acting = self.cells_about(self.request.about, Mark("acting"))
        if option is not None:
            targets |= self._cells(option, Mark("target"))
            line = self._line(option)
        return {"line": line, "acting": acting, "targets": targets}

    def _line(self, option: Option) -> dict[Cell, Mark]:
        """From whoever acts to whom or what the option points at; crossed out where the ground is in between."""
        field, found = self.desk.field, self._aim(option)
        if found is not None:
            mark = Mark("path", field.glyphs.path) if found.clear else Mark("blocked", field.glyphs.blocked)
            return path_marks((found.one, found.other), field.scale, mark)
        one, other = self._actor(), self._place(option)
        if one is None or other is None or one == other:
            return {}
        return path_marks((one, other), field.scale, Mark("path", field.glyphs.path))

    def _cells(self, option: Option, mark: Mark) -> dict[Cell, Mark]:
        return self.cells_about(option.target, mark)

    def _actor(self) -> Point | None:
        return middle_of(self.desk.state, [self.request.about])

    def _place(self, option: Option) -> Point | None:
        return middle_of(self.desk.state, [option.target]) if option.target else None

    def places(self) -> tuple[Point, Point] | None:
        one, option = self._actor(), self.option()
        other = self._place(option) if option is not None else None
        return (one, other or one) if one is not None else None

    # What is pressed.

    def enter(self) -> None:
        self.give(self._picked.removeprefix(BARRED))

    def space(self) -> None:
        self.give(self.request.options[0].id)

    def cycle(self, step: int) -> None:
        ids = [option.id for option in self.request.options]
        at = ids.index(self._picked) if self._picked in ids else -1
        self._pick(ids[(at + step) % len(ids)])

    def highlight(self, key: str) -> None:
        if key and key != self._picked:
            self._pick(key)

    def _pick(self, key: str) -> None:
        self._picked = key
        option = self.option()
        place = self._place(option) if option is not None else None
        if place is not None:
            self.desk.field.bring_both(self._actor() or place, place)
        self.desk.changed()

    def pointed(self, at: Point, *, chosen: bool = False) -> None:
        """Whoever stands there is picked, if an option points at him or at his unit."""
        state = self.desk.state
        who = self.desk.field.who_at(at)
        aims = {who, state.figures[who].unit} if who else set()
        found = next((option.id for option in self.request.options if option.target in aims and option.target), "")
        if found and found != self._picked:
            self._pick(found)
        elif found and chosen:
            self.enter()

    def command(self, name: str) -> bool:
        if name.startswith("digit "):
            number = int(name.removeprefix("digit "))
            if 1 <= number <= len(self.request.options):
                self._pick(self.request.options[number - 1].id)
                return True
        if name in ("left", "right"):
            self.cycle(1 if name == "right" else -1)
            return True
        return False

    def take(self, answer: Any) -> None:
        self._pick(str(answer))

    def half(self) -> Any:
        return self._picked

    def resume(self, half: Any) -> None:
        self._pick(half)
