"""The course of a battle: where its turns, losses and routs are, how strong each side was, what decided it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kktui.engine.events import CASUALTY, ROUT, Ended, Event, Left, PhaseBegan, TurnBegan
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import FIELDED, RESERVE, AnyState
from kktui.story.reel import Reel

EVENT, PHASE, TURN = "event", "phase", "turn"
MOST = 5
"""Moments that are called decisive."""
LEADER = 0.1
"""What the fall of a leader weighs, as a share of the side's strength."""
BROKEN = 0.5
"""What a man in a broken unit weighs against one who is lost."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How strong the sides were when a turn was over; turn 0 is the start."""

    turn: int
    men: Mapping[str, int]
    """On the table or still to come."""
    units: Mapping[str, int]
    """Units that obey."""


@dataclass(slots=True)
class Moment:
    """What one phase did to the sides: the men each lost, the leaders that fell, the units that broke."""

    at: int
    """How many events had happened when it was over."""
    turn: int
    phase: str
    lost: dict[str, list[str]] = field(default_factory=dict)
    leaders: list[str] = field(default_factory=list)
    broke: dict[str, int] = field(default_factory=dict)
    """Unit to the men it still had."""

    def harm(self, state: AnyState, full: Mapping[str, int]) -> dict[str, float]:
        """What it cost each side, as a share of its strength at the start."""
        harm = {side: len(self.lost.get(side, ())) / max(1, full[side]) for side in full}
        for unit, men in self.broke.items():
            harm[state.units[unit].side] += BROKEN * men / max(1, full[state.units[unit].side])
        for figure in self.leaders:
            harm[state.figures[figure].side] += LEADER
        return harm


@dataclass(frozen=True, slots=True)
class Course:
    """Where to find things in a battle of so many events."""

    length: int
    stops: Mapping[str, Sequence[int]]
    """For turns, phases and each mark: how many events have happened when it has."""
    strengths: Sequence[Strength]
    decisive: Sequence[Moment]
    """In the order of time."""

    def after(self, at: int, kind: str) -> int:
        """The next stop of a kind, or the end."""
        if kind == EVENT:
            return min(at + 1, self.length)
        stops = self.stops.get(kind, ())
        place = bisect_right(stops, at)
        return stops[place] if place < len(stops) else self.length

    def before(self, at: int, kind: str) -> int:
        """The stop of a kind before this, or the beginning."""
        if kind == EVENT:
            return max(at - 1, 0)
        stops = self.stops.get(kind, ())
        place = bisect_left(stops, at)
        return stops[place - 1] if place else 0


def course_of(reel: Reel, rules: Ruleset) -> Course:
    """The course of a whole battle; the reel is at its end afterwards."""
    walk = _Walk(reel, rules)
    while reel.at < len(reel):
        walk.step()
    return walk.course()


class _Walk:
    """Goes through a battle once and notes what there is to note."""

    def __init__(self, reel: Reel, rules: Ruleset) -> None:
        self._reel, self._rules = reel, rules
        reel.wind(0)
        self._stops: dict[str, list[int]] = {}
        self._strengths: list[Strength] = []
        self._moments = [Moment(0, 0, "")]
        self._obeyed: set[str] = set()
        self._watch()

    def step(self) -> None:
        reel, event = self._reel, self._reel.events[self._reel.at]
        if isinstance(event, TurnBegan | Ended):
            self._strengths.append(_strength(self._rules, reel.state))
        leads = self._leads(event)
        state = reel.wind(reel.at + 1)
        marks = {event.mark} - {""}
        if isinstance(event, TurnBegan | PhaseBegan):
            marks.add(TURN if isinstance(event, TurnBegan) else PHASE)
            self._moments.append(Moment(reel.at, state.turn, getattr(event, "name", "")))
        moment = self._moments[-1]
        if isinstance(event, Left) and event.mark == CASUALTY:
            moment.lost.setdefault(state.figures[event.figure].side, []).append(event.figure)
            moment.leaders += [event.figure] if leads else []
        broke = self._watch()
        if broke:
            marks.add(ROUT)
            moment.broke |= {unit: len(state.men(unit)) for unit in broke}
        moment.at = reel.at
        for mark in marks:
            self._stops.setdefault(mark, []).append(reel.at)

    def _leads(self, event: Event) -> bool:
        """Whether somebody who led others falls now."""
        if not isinstance(event, Left):
            return False
        unit = self._reel.state.units.get(self._reel.state.figures[event.figure].unit)
        return unit is not None and unit.leader == event.figure

    def _watch(self) -> list[str]:
        """The units that obeyed before this event and do so no longer, though they have men."""
        state = self._reel.state
        obey = {unit for unit in state.units if self._rules.able(state, unit)}
        broke = [unit for unit in state.units if unit in self._obeyed and unit not in obey and state.men(unit)]
        self._obeyed = obey
        return broke

    def course(self) -> Course:
        state = self._reel.state
        if state.result is None:
            self._strengths.append(_strength(self._rules, state))
        full = _men(state, all_of=True)
        weights = {id(each): _swing(each.harm(state, full)) for each in self._moments}
        heaviest = sorted(self._moments, key=lambda each: (-weights[id(each)], each.at))[:MOST]
        decisive = [each for each in heaviest if weights[id(each)] > 0]
        return Course(len(self._reel), self._stops, self._strengths, sorted(decisive, key=lambda each: each.at))


def _swing(harm: Mapping[str, float]) -> float:
    """How much more a moment cost one side than the other."""
    return max(harm.values()) - min(harm.values())


def _strength(rules: Ruleset, state: AnyState) -> Strength:
    units = dict.fromkeys(state.sides, 0)
    for unit in state.units.values():
        units[unit.side] += rules.able(state, unit.id)
    return Strength(state.turn, _men(state), units)


def _men(state: AnyState, *, all_of: bool = False) -> dict[str, int]:
    men = dict.fromkeys(state.sides, 0)
    for man in state.figures.values():
        men[man.side] += all_of or man.standing in (FIELDED, RESERVE)
    return men
