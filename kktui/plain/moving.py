"""Take a base along a path, typed as points, directions or names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kktui.engine.check import settle, walk_along
from kktui.engine.codec import pack
from kktui.engine.requests import FREELY, Move, Refusal
from kktui.engine.steering import ARRIVED
from kktui.engine.telling import (
    COMPASS,
    ask_words,
    compass,
    length_words,
    name_of,
    point_words,
    refusal_words,
    rule_words,
)
from kktui.plain.course import Course, course
from kktui.plain.forms import How, Reply
from kktui.table import Walk
from kktui.table.geometry import Point
from kktui.words.finding import Unclear, man_of
from kktui.words.outlook import Outlook
from kktui.words.walking import WHY_STOPPED, walk_words

NEARER = 0.25
"""A way round is worth offering when it ends so many inches nearer to the goal."""


class Moving:
    """The form of a move."""

    how = How(("  Type n 6, 12.5 30, toward NAME, go X Y, stay; or reach, or help.",))

    def __init__(self, outlook: Outlook, request: Move) -> None:
        self._outlook = outlook
        self._state = outlook.state
        self._request = request

    def question(self) -> list[str]:
        request, pose = self._request, self._state.table.poses[self._request.figure]
        asked = f"{ask_words(self._state, request)} {rule_words(request.rule)}".rstrip()
        lines = [asked, f"  {self._name} is at {point_words(pose.at)}, facing {compass(pose.facing)},"]
        lines[1] += f" and may go {length_words(self._state, request.allowance)}."
        if request.only_on:
            lines.append(f"  The whole way has to keep to the {request.only_on}.")
        if request.best:
            must = "Contact can be made and must be" if request.must_touch else "Proposed"
            lines.append(f"  {must}: {self.describe({'path': pack(request.best)})} Enter does that.")
        return lines

    @property
    def _name(self) -> str:
        return name_of(self._state, self._request.figure)

    def help(self) -> list[str]:
        return [
            "n 6, sw 4.5, 120deg 5: so many inches in a direction; n alone goes as far as it can.",
            "12.5 30: straight to that point, inches from the left and from the far edge.",
            "toward NAME, toward NAME 4: toward a figure, a unit or a zone.",
            "go 12.5 30, go NAME: by the best way round whatever is between.",
            "n 3; e 2: several legs. Add facing E to say which way to look at the end.",
            "stay: no move. try ... tells what a move would come to without making it.",
            "reach: how far it goes each way, and who is near.",
        ]

    def odds(self, typed: str) -> list[str]:
        return ["No dice hang on where a base goes; they are thrown already."]

    def half(self) -> Any:
        return None

    def resume(self, half: Any) -> None:
        """A line is all there is to it: nothing can be half done."""

    def read(self, typed: str) -> Reply:
        request = self._request
        if not typed:
            said = (*self.question(), *self.how.full)
            return Reply(answer={"path": pack(request.best)}) if request.best else Reply(said)
        first, _, rest = typed.partition(" ")
        if first.lower() == "reach":
            return Reply(tuple(self.reach()))
        if first.lower() == "try":
            tried = self._attempt(course(self._outlook, request, rest))
            offers = tried.offers if tried.answer is None else {"ok": tried.answer}
            return Reply((*tried.said, *(["Type ok to do that."] if tried.answer is not None else [])), None, offers)
        return self._attempt(course(self._outlook, request, typed))

    def as_far(self, typed: str) -> dict[str, Any] | None:
        """The answer that comes nearest to a course typed for many at once; None when it is none for this one."""
        try:
            tried = self._attempt(course(self._outlook, self._request, typed))
        except Unclear:
            return None
        nearest: dict[str, Any] | None = tried.answer or tried.offers.get("short", tried.offers.get("ok"))
        return nearest

    # Trying it out.

    def _attempt(self, wanted: Course) -> Reply:
        """The answer for a course, or what it would come to instead and the offer of that."""
        if wanted.round_about:
            points = self._round(wanted.points[-1])
            if not points:
                return Reply(("There is no way to go there.",))
            wanted = Course(points, wanted.facing)
        answer = self._answer(wanted.points, wanted.facing)
        settled = settle(self._state, self._request, answer)
        if isinstance(settled, Refusal):
            nearest = self._nearest(settled, wanted.facing)
            return self._instead(wanted, refusal_words(self._state, settled), nearest)
        if self._as_typed(wanted, settled):
            return Reply((self._walked(settled),), answer)
        return self._instead(wanted, WHY_STOPPED.get(settled.stopped, settled.stopped).capitalize(), answer)

    def _as_typed(self, wanted: Course, walk: Walk) -> bool:
        """Whether a walk comes to what was typed: it arrives, or makes the contact it was to make."""
        arrived = not wanted.points or walk.end.at.to(wanted.points[-1]) <= ARRIVED
        return arrived or any(each in self._request.may_touch for each in walk.touched)

    def _instead(self, wanted: Course, why: str, nearest: dict[str, Any] | None) -> Reply:
        """Something else than was typed: the nearest move, and the way round if the straight is barred."""
        if wanted.at_most and nearest is not None:
            return Reply((self.describe(nearest),), nearest)
        said, offers = [f"{why}."], {}
        around = self._way_round(wanted)
        if around is not None:
            said.append(f"There is a way round: {self.describe(around)} Type ok to take it.")
            offers["ok"] = around
        if nearest is not None:
            said.append(f"Nearest: {self.describe(nearest)} Type {'short' if offers else 'ok'} to take it.")
            offers["short" if offers else "ok"] = nearest
        return Reply(tuple(said), None, offers)

    def _nearest(self, refused: Refusal, facing: int | None) -> dict[str, Any] | None:
        if not isinstance(refused.nearest, dict):
            return None
        nearest = dict(refused.nearest) if facing is None else {**refused.nearest, "facing": facing}
        return nearest if isinstance(settle(self._state, self._request, nearest), Walk) else None

    def _way_round(self, wanted: Course) -> dict[str, Any] | None:
        request = self._request
        if len(wanted.points) != 1 or request.steering != FREELY:
            return None
        goal = wanted.points[0]
        straight = walk_along(self._state, request, wanted.points)
        if straight.stopped not in ("base", "line", "area"):
            return None
        points = self._round(goal)
        answer = self._answer(points, wanted.facing)
        walk = settle(self._state, request, answer)
        if not points or isinstance(walk, Refusal) or walk.end.at.to(goal) > straight.end.at.to(goal) - NEARER:
            return None
        return answer

    def _round(self, goal: Point) -> tuple[Point, ...]:
        """As far along the best way to a goal as the move allows."""
        request, ground = self._request, self._state.scenario.ground
        if not (0 <= goal.x <= ground.width and 0 <= goal.y <= ground.depth):
            return ()
        path = self._state.table.route(request.figure, goal, request.going, request.ignoring)
        return walk_along(self._state, request, path).path[1:]

    def _answer(self, points: Sequence[Point], facing: int | None) -> dict[str, Any]:
        answer: dict[str, Any] = {"path": pack(tuple(points))}
        return answer if facing is None else {**answer, "facing": facing}

    # In words.

    def describe(self, answer: Any) -> str:
        settled = settle(self._state, self._request, answer)
        if isinstance(settled, Walk):
            return self._walked(settled)
        return f"{refusal_words(self._state, settled)}."

    def _walked(self, walk: Walk) -> str:
        return walk_words(self._state, self._request, walk)

    def reach(self) -> list[str]:
        """How far the base gets each way, and how far everybody else is."""
        request = self._request
        start = self._state.table.poses[request.figure].at
        lines = [f"{self._name} may go {length_words(self._state, request.allowance)}:"]
        for i, wind in enumerate(COMPASS):
            walk = walk_along(self._state, request, (start.toward(45 * i, request.allowance).rounded(),))
            why = WHY_STOPPED.get(walk.stopped, "") if walk.stopped != "allowance" or walk.areas else ""
            lines.append(f"  {wind}: {length_words(self._state, walk.length)}, to {point_words(walk.end.at)}")
            lines[-1] += f" ({why})" if why else ""
        return [*lines, *self._neighbours(start)]

    def _neighbours(self, start: Point) -> list[str]:
        state, request = self._state, self._request
        mine = state.figures[request.figure].unit
        gaps = []
        for unit in state.units:
            if unit != mine and state.men(unit):
                man = man_of(state, unit, start)
                gaps.append((state.table.gap(request.figure, man), unit, man))
        poses = state.table.poses
        return [
            f"  {name_of(state, unit)}: {length_words(state, gap)} {compass(start.bearing(poses[man].at))}"
            for gap, unit, man in sorted(gaps)
        ]
