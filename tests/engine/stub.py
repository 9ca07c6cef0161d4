"""The smallest ruleset there can be, for tests of the engine alone: a few phases of one step each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from json import dumps, loads
from typing import Any

from kktui.engine.ask import Answer, Ask
from kktui.engine.codec import pack
from kktui.engine.events import Ended, Event, to_json
from kktui.engine.game import Game, Player, Setup
from kktui.engine.muster import set_up
from kktui.engine.rulebook import Rulebook
from kktui.engine.ruleset import Ruleset
from kktui.engine.scenario import Party, Recruit, Scenario, Troop
from kktui.engine.state import RESERVE, AnyState, Figure, Unit
from kktui.engine.turn import Phase
from kktui.table import FOOT, MOUNTED, Ground, Pose

BOOK = Rulebook("stub", "Stub", "", "inches", {}, {}, {}, {})
EDGES = {"red": "south", "blue": "north"}

Men = Mapping[str, tuple[str, Pose, str]]
"""By id the side, the place and the mount of each."""
Step = Callable[[Any, Ask], None]


@dataclass(slots=True)
class StubMan(Figure):
    """A man who may lie under a chit."""

    chit: str = ""


@dataclass(slots=True)
class StubNotes:
    """The steps that have been taken."""

    done: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StubDone(Event):
    """A step was taken."""

    name: str

    def apply(self, state: AnyState) -> None:
        state.notes.done += (self.name,)


@dataclass(frozen=True, slots=True)
class StubSaid(Event):
    """Something happened that everybody may know."""

    what: str


def mustered(scenario: Scenario, book: Rulebook = BOOK) -> AnyState:
    def enlist(recruit: Recruit, troop: Troop, _: Rulebook) -> StubMan:
        base = FOOT if recruit.mount == "none" else MOUNTED
        return StubMan(recruit.id, recruit.name, troop.side, troop.id, base, None, RESERVE)

    def form(troop: Troop, men: Sequence[StubMan]) -> Unit:
        return Unit(troop.id, troop.name, troop.side, troop.leader, tuple(man.id for man in men), troop.hidden)

    return set_up(scenario, book, enlist, form, StubNotes())


def scene(men: Men, order: Sequence[str] = ("red", "blue")) -> Scenario:
    """An open table with one unit a side."""
    troops = tuple(
        Troop(f"{side}-men", side, side, recruits, recruits[0].id)
        for side in order
        if (
            recruits := tuple(
                Recruit(key, key, at=at, mount=mount) for key, (of, at, mount) in men.items() if of == side
            )
        )
    )
    parties = tuple(Party(side, side, EDGES[side]) for side in order)
    return Scenario("stub", "Stub", "", Ground("open", "Open", 48.0, 48.0), parties, troops)


def rules_of(*steps: Step) -> Ruleset:
    """A battle of one turn in which each step is taken once."""
    phases = tuple(_once(f"step {number}", step) for number, step in enumerate(steps, 1))
    return Ruleset(
        book=BOOK,
        muster=mustered,
        deploy=(),
        phases=phases,
        opening=lambda state: (),
        turn_over=lambda state: True,
        result=lambda state: None,
        turn_result=lambda state: Ended("", "turns"),
        gauges=lambda state, key: (),
        forecast=lambda state, request, option, part: (),
        advise=lambda state, request: None,
        able=lambda state, unit: True,
    )


def _once(name: str, step: Step) -> Phase:
    def who(state: AnyState, ask: Ask) -> str | None:
        return None if name in state.notes.done else name

    def do(state: AnyState, ask: Ask, actor: str) -> None:
        step(state, ask)
        state.record(StubDone(name))

    return Phase(name, who, do)


TWO_A_SIDE: Men = {
    "red-1": ("red", Pose(10.0, 40.0, 0), "none"),
    "red-2": ("red", Pose(14.0, 40.0, 0), "none"),
    "blue-1": ("blue", Pose(10.0, 8.0, 180), "none"),
    "blue-2": ("blue", Pose(14.0, 8.0, 180), "none"),
}


@dataclass(frozen=True, slots=True)
class Stub:
    """A battle of these steps, to be begun as often as a test likes."""

    steps: tuple[Step, ...]
    men: Men = field(default_factory=lambda: TWO_A_SIDE)
    seed: str = "stub"
    order: tuple[str, ...] = ("red", "blue")

    def begin(self, players: Mapping[str, Player] | None = None, answers: Sequence[Answer] = ()) -> Game:
        """Played up to the first decision nobody has made yet."""
        scenario = scene(self.men, self.order)
        game = Game(Setup(rules_of(*self.steps), scenario, BOOK, self.seed), players or {}, answers)
        game.advance()
        return game

    def resumed(self, game: Game) -> Game:
        """The same battle from what would be written down of it."""
        answers = [Answer(*each) for each in through_json([list(given) for given in game.answers])]
        again = self.begin(answers=answers)
        again.hold(through_json(game.held))
        return again


def through_json(value: Any) -> Any:
    return loads(dumps(pack(value)))


def give(game: Game, side: str, answer: Any) -> None:
    """A legal answer, and on to the next decision."""
    refused = game.answer(side, answer)
    assert refused is None, refused
    game.advance()


def said(game: Game) -> list[str]:
    return [entry.event.what for entry in game.state.log if isinstance(entry.event, StubSaid)]


def reach_of(game: Game, side: str) -> str:
    """Everything a side, or a spectator, can get at."""
    view = game.view(side)
    seen = [to_json(event) for entry in game.state.log if (event := entry.seen_by(side)) is not None]
    facts = [view.figures, view.units, view.notes, view.decks, view.turn, view.phase]
    return dumps([pack(facts), seen, repr(game.pending.get(side)), sorted(map(repr, view.memo))], sort_keys=True)
