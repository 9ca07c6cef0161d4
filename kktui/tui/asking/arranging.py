"""Place several bases: one after another or all at once, as proposed or elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kktui.engine.check import settle
from kktui.engine.codec import pack
from kktui.engine.requests import Arrange, Refusal
from kktui.engine.telling import compass, length_words, name_of, point_words, refusal_words
from kktui.table.geometry import Point, Pose, pose
from kktui.tui.asking.mode import ARROWS, MAP, Answering, Desk, Question, said
from kktui.tui.field import Cell, Mark, Marks
from kktui.tui.field.overlay import outline_marks, path_marks, ring_marks
from kktui.tui.panes.lines import Row, row


class Arranging(Answering):
    """The form of an arrangement: whoever is picked goes along with the cursor."""

    focus = MAP

    def __init__(self, desk: Desk, question: Question) -> None:
        super().__init__(desk, question)
        self.request: Arrange = question.request
        self._places: dict[str, Pose] = dict(self.request.default)
        self._order = list(self._places)
        self._picked = 0
        self._everybody = len(self._order) > 1
        self._refused: Refusal | None = None
        several = (("next", "next man"), ("everybody", "everybody")) if len(self._order) > 1 else ()
        self.keys = (
            (ARROWS, "place"), ("confirm", "done"), ("go-on", "as proposed"), *several, ("turn-right", "turn"),
            ("reset", "reset"),
        )  # fmt: skip

    @property
    def _man(self) -> str:
        return self._order[self._picked]

    def begin(self) -> None:
        field = self.desk.field
        field.cursor = self._places[self._man].at
        field.bring(self._places[self._man].at)

    def end(self) -> None:
        field = self.desk.field
        for each in (*self._order, self.request.leader):
            field.elsewhere.pop(each, None)
        field.point_to(None)

    # What is shown.

    def rows(self) -> list[Row]:
        state, ink = self.desk.state, self.desk.ink
        rows: list[Row] = []
        if self._refused is not None:
            rows += said([f"Not so: {refusal_words(state, self._refused)}. Backspace undoes it."], ink, "error")
        there = self._places[self._man]
        who = "Everybody together" if self._everybody else name_of(state, self._man)
        where = f"{name_of(state, self._man)} at {point_words(there.at)}, facing {compass(there.facing)}"
        rows.append(row(f"{who}." if self._everybody else f"{where}.", ink("strong")))
        changed = sum(self._places[key] != self.request.default[key] for key in self._order)
        bounds = self._bounds()
        rows.append(row(f"{len(self._order)} to place, {changed} moved. {bounds}", ink("muted"), hang=2))
        return rows

    def _bounds(self) -> str:
        request, state = self.request, self.desk.state
        if request.lead is not None:
            return f"Within {length_words(state, request.radius)} of {name_of(state, request.leader)}."
        return f"Where: {name_of(state, request.zone)}." if request.zone else ""

    def overlays(self) -> Mapping[str, Marks]:
        field, request = self.desk.field, self.request
        scale, glyphs = field.scale, field.glyphs
        field.elsewhere |= self._places
        bounds: dict[Cell, Mark] = {}
        if request.lead is not None:
            field.elsewhere[request.leader] = request.lead.end
            reach = request.radius + self.desk.state.figures[request.leader].base.reach
            bounds |= ring_marks(request.lead.end.at, reach, scale, Mark("ring", glyphs.ring))
            bounds |= path_marks(request.lead.path, scale, Mark("path", glyphs.path))
        for zone in self.desk.state.scenario.ground.zones:
            if zone.id == request.zone:
                bounds |= outline_marks(zone.shape, scale, Mark("zone", glyphs.zone))
        field.redraw()
        style = "wrong" if self._refused is not None else "acting"
        moved = self._order if self._everybody else [self._man]
        placed = {cell: Mark(style) for each in moved for cell in field.cells_of(each)}
        return {"bounds": bounds, "placed": placed}

    # What is pressed.

    def pointed(self, at: Point, *, chosen: bool = False) -> None:
        if chosen and (who := self.desk.field.who_at(at)) in self._places and who != self._man:
            self._pick(self._order.index(who))
            return
        was = self._places[self._man]
        if at == was.at:
            return
        if not self._everybody:
            self._put({self._man: pose(at, was.facing)})
            return
        dx, dy = at.x - was.x, at.y - was.y
        self._put({key: pose(Point(p.x + dx, p.y + dy), p.facing) for key, p in self._places.items()})

    def _put(self, places: Mapping[str, Pose]) -> None:
        self._places |= places
        settled = settle(self.desk.state, self.request, self._answer())
        self._refused = settled if isinstance(settled, Refusal) else None
        self.desk.changed()

    def _answer(self) -> dict[str, Any]:
        default = self.request.default
        return {key: pack(place) for key, place in self._places.items() if place != default[key]}

    def _pick(self, index: int) -> None:
        self._picked = index
        self._everybody = False
        at = self._places[self._man].at
        self.desk.field.cursor = at
        self.desk.field.bring(at)
        self.desk.changed()

    def enter(self) -> None:
        self.give(self._answer())

    def space(self) -> None:
        self.give({})

    def cycle(self, step: int) -> None:
        self._pick((self._picked + (step if not self._everybody else 0)) % len(self._order))

    def command(self, name: str) -> bool:
        if name == "reset":
            self._put(self.request.default)
            self.desk.field.cursor = self._places[self._man].at
        elif name == "everybody":
            self._everybody = not self._everybody
            self.desk.field.cursor = self._places[self._man].at
            self.desk.changed()
        elif name.startswith("turn "):
            by = int(name.removeprefix("turn "))
            moved = self._order if self._everybody else [self._man]
            self._put({key: self._places[key].facing_to(self._places[key].facing + by) for key in moved})
        else:
            return False
        return True

    def half(self) -> Any:
        return dict(self._places), self._picked, self._everybody

    def resume(self, half: Any) -> None:
        places, self._picked, self._everybody = half
        self.desk.field.cursor = places[self._man].at
        self._put(places)

    def take(self, answer: Any) -> None:
        self._put({**self.request.default, **{key: Pose(*place) for key, place in answer.items()}})
