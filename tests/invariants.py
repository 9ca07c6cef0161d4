"""What must hold after every event of every battle, whatever its rules, scenario and dice.

game = Watched(setup, players)
with game.watching() as watch:
    game.advance()
assert not watch.broken
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any
from unittest.mock import patch

from kktui.engine.check import settle
from kktui.engine.codec import pack
from kktui.engine.events import Event, Joined, Moved, UnitMoved
from kktui.engine.game import Game
from kktui.engine.requests import Arrange, Choose, Move, Plan, Refusal, Request
from kktui.engine.state import FIELDED, RESERVE, STANDINGS, AnyState, State
from kktui.table.gaps import signed_gap, span
from kktui.table.geometry import GRAIN, Base, Pose
from tests.packed import everything, strings, unlike

HAIR = 1e-6
"""What sums of inches may be off by."""
SAMPLED = 8
"""One request in so many has all its options tried; one event in so many has all views read."""
ENOUGH = 20
"""Broken promises after which a battle is told no further."""
COMING = ("Arrived", "Placed", "SteppedIn")
"""Events by which a man who was still to come stands on the table."""
COMING_BACK = ("JustAScratch",)
"""Events by which one comes back who was thought lost."""
NOT_ACTING = (
    "FightOff",
    "Revealed",
    "Left",
    "Ended",
    "TreasureRolled",
    "Done",
    "MeleeEvent",
    "SecondFound",
    "Aftermath",
    "Drawn",
    *COMING,
    *COMING_BACK,
)
"""Events that may name a figure which is not on the table."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A promise that did not hold, and at which event of the log."""

    promise: str
    at: int
    detail: str

    def __str__(self) -> str:
        return f"event {self.at}: {self.promise}: {self.detail}"


class Watched(Game):
    """A game that tries the options of what it asks, and knows who looks on."""

    watch: Watch | None = None

    def choose_for(self, request: Request) -> Any:
        if self.watch is not None:
            self.watch.asked(request)
        settled = super().choose_for(request)
        if self.watch is not None:
            self.watch.answered(request, settled)
        return settled

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """Look at every event of this game's own state, and at no view's."""
        watch = self.watch = Watch(self)
        plain = State.record

        def record(state: AnyState, event: Event) -> None:
            if state is not self.state:
                plain(state, event)
                return
            watch.before(event)
            plain(state, event)
            watch.after(event)

        with patch.object(State, "record", record):
            yield watch


class Watch:
    """Looks on and writes down what is broken."""

    def __init__(self, game: Watched) -> None:
        self.game = game
        self.state = game.state
        self.broken: list[Broken] = []
        self.checks = 0
        self.roster = {key: man.unit for key, man in self.state.figures.items()}
        self._poses: dict[str, Pose] = {}
        self._bases: dict[str, Base] = {}
        self._contacts_seen: dict[str, list[str]] = {}
        """Worked out since anybody last moved, came or went."""
        self._standings = {key: man.standing for key, man in self.state.figures.items()}
        self._turn = self.state.turn
        self._hits = {key: getattr(man, "hits", 0) for key, man in self.state.figures.items()}
        self._asked = 0
        self._cards: dict[str, int] = {}
        self._rolled: dict[str, int] = {}
        self._look_at_all()

    def hold(self, promise: str, kept: bool, detail: Callable[[], str] | str = "") -> None:
        """Count a check; write it down when it fails."""
        self.checks += 1
        if not kept and len(self.broken) < ENOUGH:
            said = detail if isinstance(detail, str) else detail()
            self.broken.append(Broken(promise, len(self.state.log), said))

    # Before and after an event.

    def before(self, event: Event) -> None:
        poses, bases = dict(self.state.table.poses), dict(self.state.table.bases)
        if poses != self._poses or bases != self._bases:
            self._contacts_seen.clear()
        self._poses, self._bases = poses, bases
        self.hold("a battle that is over goes no further", self.state.result is None, event.kind)
        self._memory_is_true()
        self._only_the_living_act(event)
        self._rules_of_the_sheet(event)

    def after(self, event: Event) -> None:
        state = self.state
        name = type(event).__name__
        self.hold("nothing is remembered across an event", not state.memo, lambda: f"{name}: {list(state.memo)}")
        self.hold("turns never go back", state.turn >= self._turn, f"{self._turn} then {state.turn}")
        self._turn = state.turn
        self._standing_is_lawful(event)
        self._table_agrees(name)
        self._moved_bases_have_room(name)
        self._path_is_where_it_ended(event)
        self._gauges_are_in_bounds(_named(event, state))
        self._hits_come_one_by_one(event)
        self._nobody_is_told(event)

    def _look_at_all(self) -> None:
        """The battle as it is set up."""
        self._table_agrees("set up")
        self._moved_bases_have_room("set up")
        self._gauges_are_in_bounds(self.state.figures)

    def _memory_is_true(self) -> None:
        """What was worked out since the last event is still so."""
        for key, known in {**self.state.memo, **self.state.places}.items():
            if isinstance(key, tuple) and key[0] == "contact" and len(key) == 2:
                true = self._contacts_seen.get(key[1])
                if true is None:
                    true = self._contacts_seen[key[1]] = self._contacts(key[1])
                self.hold("remembered contacts are true", known == true, str(key))
        for unit in self.state.units.values():
            men = [self.state.figures[each] for each in unit.figures]
            there = [man for man in men if man.standing == FIELDED]
            self.hold("the men of a unit are those on the table", self.state.men(unit.id) == there, unit.id)

    def _contacts(self, figure: str) -> list[str]:
        state, man = self.state, self.state.figures[figure]
        return sorted(
            other.id
            for other in state.fielded()
            if other.side != man.side and signed_gap(man.base, man.pose, other.base, other.pose) <= GRAIN
        )

    def _only_the_living_act(self, event: Event) -> None:
        name = type(event).__name__
        if name in NOT_ACTING:
            return
        for figure in _named(event, self.state):
            standing = self.state.figures[figure].standing
            self.hold("only the living act or are aimed at", standing == FIELDED, f"{name}: {figure} is {standing}")

    def _standing_is_lawful(self, event: Event) -> None:
        """Everybody is somewhere, comes on once and does not come back."""
        figures = self.state.figures
        if isinstance(event, Joined):
            new = {key: man.unit for key, man in figures.items() if key not in self.roster}
            self.roster |= new
            self._standings |= {key: figures[key].standing for key in new}
        self.hold("the roster stays the roster", figures.keys() == self.roster.keys())
        name = type(event).__name__
        for key, man in figures.items():
            was = self._standings[key]
            if man.standing != was:
                lawful = was == FIELDED or (was == RESERVE and name in COMING) or name in COMING_BACK
                self.hold("nobody comes back", lawful, f"{key} was {was}, is {man.standing}")
                self.hold("a standing is one of those there are", man.standing in STANDINGS, man.standing)
                self._standings[key] = man.standing

    def _table_agrees(self, name: str) -> None:
        """On the table stand just the fielded, where they believe to be."""
        table = self.state.table
        fielded = {man.id: (man.pose, man.base) for man in self.state.figures.values() if man.standing == FIELDED}
        there = {key: (pose, table.bases[key]) for key, pose in table.poses.items()}
        self.hold("the table holds just the fielded", there == fielded, lambda: f"{name}: {unlike(there, fielded)}")

    def _moved_bases_have_room(self, name: str) -> None:
        table = self.state.table
        for key, pose in table.poses.items():
            if self._poses.get(key) != pose or self._bases.get(key) != table.bases[key]:
                self.hold("nobody hangs over the edge", self._on_table(key), lambda k=key: f"{name}: {k}")
                self._stands_on_nobody(name, key)

    def _on_table(self, key: str) -> bool:
        ground, pose, base = self.state.scenario.ground, self.state.table.poses[key], self.state.table.bases[key]
        wide, deep = span(base, pose.facing)
        across = wide - GRAIN - HAIR <= pose.x <= ground.width - wide + GRAIN + HAIR
        return across and deep - GRAIN - HAIR <= pose.y <= ground.depth - deep + GRAIN + HAIR

    def _stands_on_nobody(self, name: str, key: str) -> None:
        poses, bases = self.state.table.poses, self.state.table.bases
        pose, base = poses[key], bases[key]
        for other, there in poses.items():
            if other != key and abs(there[0] - pose[0]) < 3 and abs(there[1] - pose[1]) < 3:
                gap = signed_gap(base, pose, bases[other], there)
                self.hold(
                    "no base stands on another",
                    gap >= -GRAIN - HAIR,
                    lambda o=other, g=gap: f"{name}: {key} and {o} overlap by {-g:.4f}",
                )

    def _path_is_where_it_ended(self, event: Event) -> None:
        if not isinstance(event, Moved | UnitMoved):
            return
        end = event.end if isinstance(event, Moved) else event.ends[event.leader]
        self.hold("a path ends where the base stands", event.path[-1] == end.at, f"{event.path[-1]} {end}")
        length = sum(one.to(other) for one, other in zip(event.path, event.path[1:], strict=False))
        within = isinstance(event, Moved) or length <= event.cost + 0.01
        self.hold("a move costs at least its length", within, f"{length:.3f} for {event.cost:.3f}")

    def _gauges_are_in_bounds(self, figures: Iterator[str] | Mapping[str, Any]) -> None:
        for figure in list(figures):
            for gauge in self.game.setup.rules.gauges(self.state, figure):
                within = not gauge.most or (isinstance(gauge.value, int) and 0 <= gauge.value <= gauge.most)
                self.hold("numbers stay in bounds", within, f"{figure} {gauge.name} {gauge.value} of {gauge.most}")

    # What only some rulesets have.

    def _hits_come_one_by_one(self, event: Event) -> None:
        """Counted here and not read off the roster, which may round what it shows."""
        for key, man in self.state.figures.items():
            hits, was = getattr(man, "hits", 0), self._hits.get(key, 0)
            if hits != was:
                struck = type(event).__name__ == "Hit" and getattr(event, "figure", "") == key
                self.hold(
                    "a hit is one hit, and only on whom it tells", struck and hits == was + 1, f"{key} {was} {hits}"
                )
                self._hits[key] = hits

    def _rules_of_the_sheet(self, event: Event) -> None:
        """Cards come once a turn, and a move stays within its dice."""
        name = type(event).__name__
        if name == "TurnBegan":
            self._cards, self._rolled = {}, {}
        elif name == "CardUp":
            unit = vars_of(event)["unit"]
            self._cards[unit] = self._cards.get(unit, 0) + 1
            self.hold("a card comes up once a turn", self._cards[unit] == 1, unit)
        elif name == "MoveRolled":
            facts = vars_of(event)
            self._rolled[facts["unit"]] = facts["total"]
        elif isinstance(event, UnitMoved) and event.unit in self._rolled:
            rolled = self._rolled[event.unit]
            self.hold("a move stays within its dice", event.cost <= rolled + 0.01, f"{event.cost} of {rolled}")

    # What others may see.

    def hidden_from(self, viewer: str) -> frozenset[str]:
        """The ids and names of what a viewer may not know of."""
        secret: set[str] = set()
        for unit in self.state.units.values():
            if unit.hidden and unit.side != viewer:
                secret |= {unit.id, unit.name, *unit.figures}
                secret |= {self.state.figures[each].name for each in unit.figures}
        known = {man.name for man in self.state.figures.values() if man.id not in secret}
        return frozenset(secret - known)

    def _nobody_is_told(self, event: Event) -> None:
        """What is seen of an event names nothing hidden; now and then the whole view is gone through."""
        if not any(unit.hidden for unit in self.state.units.values()):
            return
        whole = len(self.state.log) % SAMPLED == 0 or event.kind == "TurnBegan"
        for viewer in self.state.viewers:
            secret = self.hidden_from(viewer)
            seen = self.state.log[-1].seen_by(viewer)
            told = secret & set(strings(pack(seen))) if seen is not None else set()
            self.hold("no event names what is hidden", not told, f"{event.kind} tells {viewer!r} of {sorted(told)}")
            if whole:
                told = secret & set(strings(everything(self.game.view(viewer))))
                self.hold("no view names what is hidden", not told, f"{viewer!r} knows of {sorted(told)}")

    # What is asked.

    def asked(self, request: Request) -> None:
        """A request names nobody dead, and whatever it offers is taken."""
        self._asked += 1
        self.hold("a finished battle asks nothing", self.state.result is None, request.what)
        for part in request.parts.values() if isinstance(request, Plan) else (request,):
            for figure in _asked_about(part, self.state):
                standing = self.state.figures[figure].standing
                self.hold(
                    "only the living are asked about",
                    standing in (FIELDED, RESERVE),
                    f"{request.what} {figure} {standing}",
                )
        secret = self.hidden_from(request.side)
        told = secret & set(strings(pack(request))) if secret else secret
        self.hold("no request names what is hidden", not told, f"{request.what} {sorted(told)}")
        if self._asked % SAMPLED == 0 or isinstance(request, Move):
            self._offers_stand(request)

    def _offers_stand(self, request: Request) -> None:
        length, before = len(self.state.log), everything(self.state) if self._asked % 64 == 0 else None
        for answer in offered(request):
            refused = settle(self.state, request, answer)
            self.hold("what is offered is accepted", not isinstance(refused, Refusal), f"{request.what}: {refused}")
        for answer in ("no-such-thing", {"no-such-figure": 1}, None):
            refused = settle(self.state, request, answer)
            self.hold("what is not offered is refused", isinstance(refused, Refusal), f"{request.what} {answer}")
        same = length == len(self.state.log) and (before is None or before == everything(self.state))
        self.hold("looking at an answer changes nothing", same, request.what)

    def answered(self, request: Request, settled: Any) -> None:
        if isinstance(request, Move) and settled is not None:
            within = settled.cost <= request.allowance + HAIR
            self.hold("a move stays within its allowance", within, f"{settled.cost} of {request.allowance}")


def vars_of(event: Event) -> dict[str, Any]:
    """The facts of an event of a kind only its ruleset knows."""
    return {each.name: getattr(event, each.name) for each in fields(event)}


def _named(event: Event, state: AnyState) -> list[str]:
    """The figures that an event says do something or have it done to them."""
    found: list[str] = []
    for each in fields(event):
        if each.name in ("by", "facts", "rule"):
            continue
        value = getattr(event, each.name)
        names = value if isinstance(value, tuple | Mapping) else (value,)
        found += [name for name in names if isinstance(name, str) and name in state.figures]
    return found


def _asked_about(request: Request, state: AnyState) -> Iterator[str]:
    """The figures a request is about."""
    if isinstance(request, Choose):
        yield from (option.target for option in request.options if option.target in state.figures)
    elif isinstance(request, Move):
        yield from (request.figure, *request.may_touch)
    elif isinstance(request, Arrange):
        yield from request.figures


def offered(request: Request) -> Iterator[Any]:
    """The answers a request itself proposes."""
    if isinstance(request, Choose):
        yield from (option.id for option in request.options)
    elif isinstance(request, Move):
        if request.best or request.must_touch:
            yield {"path": pack(request.best)}
        else:
            yield {"path": []}
    else:
        yield {}
