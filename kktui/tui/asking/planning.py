"""Answer several things in one go: each part has a proposal, changed or not before all are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from kktui.engine.check import default_answer, settle
from kktui.engine.codec import pack
from kktui.engine.requests import Choose, Move, Plan, Refusal, Request, Single
from kktui.engine.telling import ask_words, name_of, option_words, point_words, refusal_words
from kktui.table import Walk
from kktui.table.geometry import Point
from kktui.tui.asking.mode import Answering, Desk, Question, said
from kktui.tui.field import Cell, Mark, Marks
from kktui.tui.field.overlay import path_marks
from kktui.tui.panes.lines import Row, row
from kktui.words.places import middle_of
from kktui.words.walking import walk_words

GIVE = "give all"
PART = "part "
ONE, UNIT, ALL = SCOPES = ("one", "his whole unit", "everybody")
"""Whom a change is for."""


class Planning(Answering):
    """The form of a plan. `opened` is a part that is being answered on its own."""

    keys = (
        ("next", "next"), ("right", "other option"), ("confirm", "change"), ("go-on", "give all"),
        ("everybody", "one, unit, all"),
    )  # fmt: skip

    def __init__(self, desk: Desk, question: Question, open_part: Any) -> None:
        """`open_part` puts a part on its own to the player: it is handed its question and its present answer."""
        super().__init__(desk, question)
        self.request: Plan = question.request
        self._open = open_part
        self._keys = list(self.request.parts)
        self._picks: dict[str, Any] = {key: default_answer(part) for key, part in self.request.parts.items()}
        self._touched = False
        self._proposed = True
        """Whether what a sensible player would do is to be shown when it is known."""
        self._scope = ONE
        self._at = PART + self._keys[0] if self._keys else GIVE

    def begin(self) -> None:
        self._bring()
        if self._touched:
            return
        self._touched = True
        self.desk.think(lambda thinker: thinker.proposal(self.request), self._propose)

    def _propose(self, answer: Any) -> None:
        if self._proposed:
            self._pick(answer)
            self._bring()

    def _bring(self) -> None:
        """Bring into sight whom the part is about and where its answer leads."""
        places = self.places()
        if places is not None:
            self.desk.field.bring(places[0])
            self.desk.field.bring_both(*places)

    def places(self) -> tuple[Point, Point] | None:
        start, key = middle_of(self.desk.state, [self.about]), self._key
        if start is None:
            return None
        goals = self._goals(key) if key is not None else []
        return start, goals[-1] if goals else start

    def title(self) -> str:
        hidden = f" {self.desk.ink.glyphs.face_down} face down" if self.request.secret else ""
        return super().title() + hidden

    def rows(self) -> list[Row]:
        ink = self.desk.ink
        rows = [] if self._scope == ONE else said([f"What you change is for {self._scope}."], ink, "warning")
        rows += [
            Row(ink.line(f"{number:>2} ", self._asked(key), ": ", self._pick_words(key)), PART + key, 5)
            for number, key in enumerate(self._keys, 1)
        ]
        rows.append(row(f"{ink.glyphs.pointer}  Give all of this", ink("accent"), GIVE))
        if self.request.at_most:
            rows += said([f"No more than {self.request.at_most} may pick the same."], ink, "muted")
        return rows

    def _asked(self, key: str) -> str:
        """What a part asks; a move says itself what it does."""
        part = self.request.parts[key]
        if isinstance(part, Move):
            return name_of(self.desk.state, part.figure)
        return ask_words(self.desk.state, self.request.parts[key]).rstrip("?:.")

    def _pick_words(self, key: str) -> Text:
        state, part, pick = self.desk.state, self.request.parts[key], self._picks[key]
        return Text(_answer_words(state, part, pick), style=self.desk.ink("strong"))

    def cursor(self) -> str:
        return self._at

    def wanted_odds(self) -> tuple[Request, str, Any] | None:
        key = self._key
        if key is None or not isinstance(self.request.parts[key], Choose):
            return None
        return self.request, key, self._picks[key]

    @property
    def about(self) -> str:
        return super().about if self._key is None else self.request.parts[self._key].about

    @property
    def _key(self) -> str | None:
        return self._at.removeprefix(PART) if self._at.startswith(PART) else None

    def overlays(self) -> Mapping[str, Marks]:
        """Whom each part is about, and where its answer leads; the part under the cursor lies over the others."""
        lines: dict[Cell, Mark] = {}
        men: dict[Cell, Mark] = {}
        for key in sorted(self._keys, key=lambda each: each == self._key):
            here = key == self._key
            men |= self.cells_about(self.request.parts[key].about, Mark("acting" if here else "possible"))
            lines |= self._line(key, Mark("path" if here else "dimmed", self.desk.field.glyphs.path))
        target = self._target(self._key) if self._key is not None else ""
        return {"line": lines, "targets": men | (self.cells_about(target, Mark("target")) if target else {})}

    def _target(self, key: str) -> str:
        """Whom the answer to a part points at, if it is a choice that points at somebody."""
        part, pick = self.request.parts[key], self._picks[key]
        if not isinstance(part, Choose):
            return ""
        return next((option.target for option in part.options if option.id == pick), "")

    def _goals(self, key: str) -> list[Point]:
        """The places that the answer to a part leads by."""
        part, pick = self.request.parts[key], self._picks[key]
        if isinstance(part, Choose):
            target = self._target(key)
            goal = middle_of(self.desk.state, [target]) if target else None
            return [goal] if goal is not None else []
        return [Point(*point) for point in pick.get("path", ())] if isinstance(part, Move) else []

    def _line(self, key: str, mark: Mark) -> dict[Cell, Mark]:
        start, goals = middle_of(self.desk.state, [self.request.parts[key].about]), self._goals(key)
        if start is None or not goals:
            return {}
        return path_marks((start, *goals), self.desk.field.scale, mark)

    # What is pressed.

    def enter(self) -> None:
        key = self._key
        if key is None:
            self.give(dict(self._picks))
            return
        part = self.request.parts[key]
        self._open(Question(part, lambda answer: self._change(key, answer), self.request, key), self._picks[key])

    def space(self) -> None:
        self.give(dict(self._picks))

    def _change(self, key: str, answer: Any) -> None:
        """Keep what was picked, for everybody it is meant for, if the whole plan allows it."""
        picks = {**self._picks, key: answer}
        for other in self._meant(key):
            picks[other] = self._likewise(key, answer, other)
        settled = settle(self.desk.state, self.request, picks)
        if isinstance(settled, Refusal):
            self.desk.tell(f"Not so: {refusal_words(self.desk.state, settled)}.", "error")
        else:
            self._picks = picks
        self.desk.changed()

    def _meant(self, key: str) -> list[str]:
        """The other parts that a change of this one is meant for."""
        about = {each: self.request.parts[each].about for each in self._keys if each != key}
        if self._scope == UNIT:
            mine = self._unit_of(self.request.parts[key].about)
            return [each for each, man in about.items() if self._unit_of(man) == mine]
        return list(about) if self._scope == ALL else []

    def _unit_of(self, about: str) -> str:
        man = self.desk.state.figures.get(about)
        return man.unit if man is not None else about

    def _likewise(self, key: str, answer: Any, other: str) -> Any:
        """The same for another part: the same option, or the same way from where he stands, as far as he may go."""
        part, model, was = self.request.parts[other], self.request.parts[key], self._picks[other]
        if isinstance(part, Choose):
            return answer if any(option.id == answer for option in part.options) else was
        if not isinstance(part, Move) or not isinstance(model, Move):
            return was
        poses = self.desk.state.table.poses
        dx, dy = (b - a for a, b in zip(poses[model.figure].at, poses[part.figure].at, strict=True))
        path = [pack(Point(x + dx, y + dy).rounded()) for x, y in answer.get("path", ())]
        wanted = {**answer, "path": path}
        settled = settle(self.desk.state, part, wanted)
        if not isinstance(settled, Refusal):
            return wanted
        return settled.nearest if isinstance(settled.nearest, dict) else was

    def cycle(self, step: int) -> None:
        every = [*(PART + key for key in self._keys), GIVE]
        self.highlight(every[(every.index(self._at) + step) % len(every)])

    def highlight(self, key: str) -> None:
        if key and key != self._at:
            self._at = key
            if self._key is not None:
                self._bring()
            self.desk.changed()

    def pointed(self, at: Point, *, chosen: bool = False) -> None:
        """The part about whoever stands there."""
        who = self.desk.field.who_at(at)
        aims = {who, self.desk.state.figures[who].unit} if who else set()
        found = next((key for key in self._keys if self.request.parts[key].about in aims), "")
        if found:
            self.highlight(PART + found)

    def command(self, name: str) -> bool:
        key = self._key
        if name == "everybody":
            self._scope = SCOPES[(SCOPES.index(self._scope) + 1) % len(SCOPES)]
            self.desk.changed()
            return True
        if name in ("left", "right") and key is not None:
            self._turn(key, 1 if name == "right" else -1)
            return True
        if name.startswith("digit ") and 1 <= (number := int(name.removeprefix("digit "))) <= len(self._keys):
            self.highlight(PART + self._keys[number - 1])
            return True
        return False

    def _turn(self, key: str, step: int) -> None:
        """Another option for a part."""
        part = self.request.parts[key]
        if isinstance(part, Choose):
            ids = [option.id for option in part.options]
            self._change(key, ids[(ids.index(self._picks[key]) + step) % len(ids)])

    def take(self, answer: Any) -> None:
        self._at = GIVE
        self._pick(answer)

    def _pick(self, answer: Any) -> None:
        """Pick what is answered, if the plan allows it."""
        whole = {**self._picks, **{key: value for key, value in answer.items() if key in self._picks}}
        if not isinstance(settle(self.desk.state, self.request, whole), Refusal):
            self._picks = whole
        self.desk.changed()

    def half(self) -> Any:
        return dict(self._picks), self._at

    def resume(self, half: Any) -> None:
        """What was picked stands; no proposal is waited for any more."""
        self._picks, at = dict(half[0]), half[1]
        self._proposed = False
        self.highlight(at)
        self.desk.changed()


def _answer_words(state: Any, part: Single, pick: Any) -> str:
    """What is answered to a part."""
    if isinstance(part, Choose):
        option = next((each for each in part.options if each.id == pick), None)
        return option_words(state, part, option) if option is not None else str(pick)
    if isinstance(part, Move):
        walk = settle(state, part, pick)
        if not isinstance(walk, Walk):
            return refusal_words(state, walk)
        return walk_words(state, part, walk).removeprefix(f"{name_of(state, part.figure)} ").rstrip(".")
    if not pick:
        return "as proposed"
    return "; ".join(f"{name_of(state, key)} at {point_words(Point(*place[:2]))}" for key, place in pick.items())
