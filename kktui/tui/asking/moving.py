"""Take a base along a path: point at the goal, see the way, its cost and where it ends, then confirm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kktui.engine.check import settle, walk_along
from kktui.engine.codec import pack
from kktui.engine.requests import FREELY, Move, Refusal
from kktui.engine.steering import turned
from kktui.engine.telling import compass, length_words, refusal_words
from kktui.table import Walk
from kktui.table.geometry import Point
from kktui.tui.asking.danger import danger_cells, danger_marks
from kktui.tui.asking.mode import ARROWS, MAP, Answering, Desk, Question, said
from kktui.tui.field import Cell, Mark, Marks
from kktui.tui.field.overlay import area_marks, path_marks, ring_marks
from kktui.tui.panes.lines import Row, row
from kktui.words.reaching import Circle, circles, command_words, commands, danger_words, threats
from kktui.words.walking import WHY_STOPPED, walk_words

RAYS = 48
"""Directions in which the reach is tried."""
HERE = 0.26
"""The goal is where he stands already."""


class Moving(Answering):
    """The form of a move."""

    focus = MAP

    def __init__(self, desk: Desk, question: Question) -> None:
        super().__init__(desk, question)
        self.request: Move = question.request
        self.keys = (
            (ARROWS, "where"), ("next", "foe"), ("confirm", "go"),
            ("go-on", "as proposed" if self.request.best else "stay"), ("advice", "advice"), ("round", "go round"),
            ("via", "via"), ("turn-right", "turn"), ("reset", "back"),
        )  # fmt: skip
        self._start = desk.state.table.poses[self.request.figure]
        self._via: list[Point] = []
        self._goal: Point | None = self.request.best[-1] if self.request.best else None
        self._path: tuple[Point, ...] = self.request.best
        self._facing: int | None = None
        self._outcome: Walk | Refusal = self._settled()
        self._offer: Any = None
        """The nearest answer that is allowed, once a move was refused."""
        self._reach: tuple[Point, ...] = ()
        self._threats: list[Circle] = []
        self._commands: list[Circle] = []
        self._danger: tuple[Any, set[Cell]] = (None, set())
        """The cells that an enemy can strike at, and the scale they were found for."""

    def begin(self) -> None:
        field, state, rules = self.desk.field, self.desk.state, self.desk.rules
        self._reach = self._rays()
        self._threats = threats(rules, state, self.desk.side)
        self._commands = commands(rules, state, self.request.figure) if not self._leads() else []
        field.point_to(self._goal or self._start.at)
        field.bring(self._start.at)

    def _leads(self) -> list[Circle]:
        """His own circle of command, if he has one."""
        rules, state = self.desk.rules, self.desk.state
        return [each for each in circles(rules, state, [self.request.figure]) if each.ring.command]

    def end(self) -> None:
        self.desk.field.haunt(self.request.figure)
        self.desk.field.point_to(None)

    # What it comes to.

    def _answer(self) -> dict[str, Any]:
        answer: dict[str, Any] = {"path": pack(self._path)}
        return answer if self._facing is None else {**answer, "facing": self._facing}

    def _settled(self) -> Walk | Refusal:
        settled: Walk | Refusal = settle(self.desk.state, self.request, self._answer())
        return settled

    def _rays(self) -> tuple[Point, ...]:
        """How far it gets straight on, all round."""
        request, start = self.request, self._start
        ends: list[Point] = []
        for i in range(RAYS):
            bearing = 360 * i / RAYS
            if request.steering != FREELY and turned(start.facing, bearing) > request.steering.first:
                if not ends or ends[-1] != start.at:
                    ends.append(start.at)
                continue
            goal = start.at.toward(bearing, request.allowance).rounded()
            ends.append(walk_along(self.desk.state, request, (goal,)).end.at)
        return tuple(ends)

    def _aim(self, goal: Point) -> Point:
        """The goal itself, or whoever is drawn there: a walk to him stops at contact."""
        who = self.desk.field.who_at(goal)
        pose = self.desk.state.figures[who].pose if who and who != self.request.figure else None
        return pose.at if pose is not None and who in self.desk.state.table.poses else goal

    def _try(self) -> None:
        self._outcome, self._offer = self._settled(), None
        self.desk.changed()

    # What is shown.

    def rows(self) -> list[Row]:
        state, ink, request = self.desk.state, self.desk.ink, self.request
        rows = []
        if isinstance(self._outcome, Walk):
            rows += said([walk_words(state, request, self._outcome)], ink)
            why = WHY_STOPPED.get(self._outcome.stopped)
            if why and not self._there(self._outcome):
                rows.append(row(f"{why[0].upper()}{why[1:]}.", ink("warning")))
        else:
            rows += said([f"Not so: {refusal_words(state, self._outcome)}."], ink, "error")
            nearest = self._nearest()
            if nearest is not None:
                rows += said([f"Enter takes the nearest: {walk_words(state, request, nearest[1])}"], ink, "warning")
        limits = f"may go {length_words(state, request.allowance)}"
        if request.must_touch:
            limits += "; contact can be made and must be"
        if request.only_on:
            limits += f"; the whole way keeps to the {request.only_on}"
        if self._facing is not None:
            limits += f"; to face {compass(self._facing)}"
        return [*rows, *said([f"{limits[0].upper()}{limits[1:]}."], ink, "muted"), *self._outlook_rows()]

    def _outlook_rows(self) -> list[Row]:
        """Who could get at him where the move ends, and whose command he would be in."""
        walk = self._shown()
        if walk is None:
            return []
        state, reach = self.desk.state, self.desk.state.figures[self.request.figure].base.reach
        words = [command_words(state, self._commands, walk.end.at, reach)]
        if self._threats:
            words.append(danger_words(self._threats, walk.end.at, reach))
        return said(words, self.desk.ink, "muted")

    def _shown(self) -> Walk | None:
        """The walk that Enter would take."""
        if isinstance(self._outcome, Walk):
            return self._outcome
        nearest = self._nearest()
        return nearest[1] if nearest is not None else None

    def _there(self, walk: Walk) -> bool:
        goal = self._path[-1] if self._path else self._start.at
        return walk.end.at.to(goal) < HERE

    def _nearest(self) -> tuple[Any, Walk] | None:
        """The nearest answer to the one refused, and what it comes to."""
        refused = self._outcome
        if not isinstance(refused, Refusal) or not isinstance(refused.nearest, dict):
            return None
        answer = dict(refused.nearest) if self._facing is None else {**refused.nearest, "facing": self._facing}
        walk = settle(self.desk.state, self.request, answer)
        return (answer, walk) if isinstance(walk, Walk) else None

    def overlays(self) -> Mapping[str, Marks]:
        field = self.desk.field
        scale, glyphs = field.scale, field.glyphs
        walk = self._shown()
        path: dict[Cell, Mark] = {}
        touch: dict[Cell, Mark] = {}
        if self._path:
            wanted = (self._start.at, *self._path)
            path |= path_marks(wanted, scale, Mark("danger" if walk is None else "dimmed", glyphs.ring))
        moves = walk is not None and (len(walk.path) > 1 or walk.end != self._start)
        field.haunt(self.request.figure, walk.end if walk is not None and moves else None)
        if walk is not None and moves:
            path |= path_marks(walk.path, scale, Mark("path", glyphs.path))
            touch = {cell: Mark("touch") for each in walk.touched for cell in field.cells_of(each)}
        path |= {scale.cell(point): Mark("way", glyphs.way) for point in self._via}
        reach = area_marks(self._reach, scale, field.extent, Mark("reach", glyphs.reach))
        acting = dict.fromkeys(field.cells_of(self.request.figure), Mark("acting"))
        danger = danger_marks(field, self._danger_cells() & reach.keys())
        zones = self._zones(walk)
        return {"reach": reach, "danger": danger, "zones": zones, "path": path, "touch": touch, "acting": acting}

    def _danger_cells(self) -> set[Cell]:
        field = self.desk.field
        if self._danger[0] != field.scale:
            self._danger = field.scale, danger_cells(field, self._threats)
        return self._danger[1]

    def _zones(self, walk: Walk | None) -> dict[Cell, Mark]:
        """His own circle of command where he would stand, or that of the nearest who commands him."""
        field = self.desk.field
        end = walk.end.at if walk is not None else self._start.at
        zones = [each._replace(at=end) for each in self._leads()]
        if not zones and self._commands:
            zones = [min(self._commands, key=lambda each: each.at.to(end) - each.inches)]
        mark = Mark("ring", field.glyphs.ring)
        return {cell: mark for each in zones for cell in ring_marks(each.at, each.inches, field.scale, mark)}

    # What is pressed.

    def pointed(self, at: Point, *, chosen: bool = False) -> None:
        if chosen and self._goal is not None and at == self._goal:
            self.enter()
            return
        self._goal = at
        staying = not self._via and at.to(self._start.at) < HERE * 2 * self.desk.field.scale.inches + HERE
        self._path = () if staying else (*self._via, self._aim(at))
        self._try()

    def enter(self) -> None:
        if isinstance(self._outcome, Walk):
            self.give(self._answer())
            return
        nearest = self._nearest()
        if nearest is not None:
            self.give(nearest[0])

    def space(self) -> None:
        """What the move is for, or staying put."""
        self.give({"path": pack(self.request.best)})

    def cycle(self, step: int) -> None:
        """To the next enemy, the nearest first: the move stops where it touches him."""
        foes = self._foes()
        if not foes:
            self.desk.tell("No enemy is known of.", "")
            return
        at = next((i for i, each in enumerate(foes) if each == self._goal), -1 if step > 0 else 0)
        self.desk.field.point_to(foes[(at + step) % len(foes)])

    def _foes(self) -> list[Point]:
        """Where the enemy stands, the nearest first."""
        state, mine = self.desk.state, self.desk.state.figures[self.request.figure].side
        places = (pose.at for man in state.fielded() if man.side != mine and (pose := man.pose) is not None)
        return sorted(places, key=lambda at: (at.to(self._start.at), at.x, at.y))

    def command(self, name: str) -> bool:
        if name == "via" and self._goal is not None:
            self._via.append(self._aim(self._goal))
            self._try()
        elif name == "reset":
            self._reset()
        elif name == "round" and self._goal is not None:
            self._round(self._goal)
        elif name.startswith("turn "):
            facing = self._facing if self._facing is not None else self._end_facing()
            self._facing = (facing + int(name.removeprefix("turn "))) % 360
            self._try()
        else:
            return False
        return True

    def _end_facing(self) -> int:
        return self._outcome.end.facing if isinstance(self._outcome, Walk) else self._start.facing

    def _reset(self) -> None:
        """Take back the last way point, then the facing, then the goal."""
        if self._via:
            self._via.pop()
        elif self._facing is not None:
            self._facing = None
        self.pointed(self._goal or self._start.at) if self._via or self._facing else self._home()

    def _home(self) -> None:
        self._goal, self._path, self._facing = self._start.at, (), None
        self.desk.field.point_to(self._start.at)
        self._try()

    def _round(self, goal: Point) -> None:
        """As far along the best way round to the goal as the move allows."""
        request, table = self.request, self.desk.state.table
        route = table.route(request.figure, self._aim(goal), request.going, request.ignoring)
        points = walk_along(self.desk.state, request, route).path[1:]
        if not points:
            self.desk.tell("There is no way to go there.", "warning")
            return
        self._path = points
        self._try()

    def take(self, answer: Any) -> None:
        self._path = tuple(Point(*point) for point in answer.get("path", ()))
        self._facing = answer.get("facing")
        self._via = list(self._path[:-1])
        self._goal = self._path[-1] if self._path else self._start.at
        self.desk.field.cursor = self._goal
        self.desk.field.bring(self._goal)
        self._try()

    def half(self) -> Any:
        return self._path, tuple(self._via), self._goal, self._facing

    def resume(self, half: Any) -> None:
        self._path, via, self._goal, self._facing = half
        self._via = list(via)
        self.desk.field.cursor = self._goal
        self.desk.field.bring(self._goal or self._start.at)
        self._try()
