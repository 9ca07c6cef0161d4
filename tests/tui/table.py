"""A battle screen at a table where the smallest ruleset asks whatever a test wants to be asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from textual.pilot import Pilot

from kktui.engine.events import Moved
from kktui.engine.game import Game, Setup
from kktui.engine.requests import Choose, Move, Option, Refusal
from kktui.engine.ruleset import Ring, Ruleset
from kktui.engine.scenario import Scenario
from kktui.match import Match
from kktui.table import Going, Pose
from kktui.tui.battle import BattleScreen
from kktui.tui.curtain import Curtain
from tests.engine.stub import BOOK, TWO_A_SIDE, Step, rules_of, scene
from tests.tui.stage import Act, perform

GOING = Going()
TRIES = 400


class Unkept:
    """A game that is played and kept nowhere."""

    def __init__(self, game: Game) -> None:
        self.id = "unkept"
        self.game = game

    def step(self) -> bool:
        return self.game.step()

    def advance(self) -> None:
        self.game.advance()

    def answer(self, side: str, value: Any) -> Refusal | None:
        return self.game.answer(side, value)

    def undo(self, side: str) -> Refusal | None:
        return self.game.undo(side)

    def resign(self, side: str) -> Refusal | None:
        return self.game.resign(side)

    def close(self) -> None:
        """Nothing is held."""


def rules(*steps: Step) -> Ruleset:
    """The smallest ruleset, in which everybody commands for six inches and strikes at twelve."""
    reach = (Ring("command", 6.0, "S-6", command=True), Ring("charge", 12.0, threat=True))
    return replace(rules_of(*steps), rings=lambda state, figure: reach)


def called(name: str) -> Scenario:
    """The usual scene, everybody and everything in it called so."""
    told = scene(TWO_A_SIDE)
    troops = tuple(
        replace(troop, name=name, recruits=tuple(replace(man, name=name) for man in troop.recruits))
        for troop in told.troops
    )
    parties = tuple(replace(party, name=name, brief=name) for party in told.parties)
    return replace(told, title=name, text=name, troops=troops, parties=parties)


def table(*steps: Step, scenario: Scenario | None = None) -> Match:
    """A match at which these steps are played and no computer plays."""
    setup = Setup(rules(*steps), scenario or scene(TWO_A_SIDE), BOOK, "stub")
    return Match(lambda: Unkept(Game(setup, {})))


def played(
    steps: Sequence[Step],
    act: Act | None = None,
    sides: Iterable[str] = ("red",),
    scenario: Scenario | None = None,
    **how: Any,
) -> tuple[Game, str]:
    """Play from a chair as `act` does; the game, and what is then seen."""
    match = table(*steps, scenario=scenario)

    async def ready(pilot: Pilot[Any]) -> None:
        await asked(pilot)
        if act is not None:
            await act(pilot)
        await pilot.pause(0.02)

    _, seen = perform(BattleScreen(match, sides, speed="off"), act=ready, **how)
    game = match.do(lambda keeper: keeper.game).result(10)
    match.close()
    return game, seen


def battle_of(pilot: Pilot[Any]) -> BattleScreen:
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, BattleScreen))


async def asked(pilot: Pilot[Any]) -> None:
    """Wait until something is asked, or nothing will be any more."""
    for _ in range(TRIES):
        await pilot.pause(0.01)
        if isinstance(pilot.app.screen, Curtain):
            return
        battle = next((each for each in pilot.app.screen_stack if isinstance(each, BattleScreen)), None)
        if battle is None or (battle.mode is not None and battle.asked is not None):
            return
        if battle.chair.seat.waiting_for and not battle.chair.behind:
            return
    raise AssertionError("nothing is asked")


async def pressed(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, each when the one before has been heard."""
    for key in keys:
        pilot.app.simulate_key(key)
        await pilot.pause()


async def answered(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys that give an answer, and wait for what is asked next."""
    before = battle_of(pilot).asked
    await pressed(pilot, *keys)
    for _ in range(TRIES):
        await pilot.pause(0.01)
        battle = next((each for each in pilot.app.screen_stack if isinstance(each, BattleScreen)), None)
        if battle is None or battle.asked is not before:
            break
    await asked(pilot)


# What is asked.


def choose(state: Any, ask: Any) -> None:
    options = (Option("hold"), Option("blue-1", "blue-1"), Option("blue-2", "blue-2"))
    ask.choose(Choose("red", "aim", "red-1", options, "S-1"))


def move(state: Any, ask: Any) -> None:
    walk = ask.place(Move("red", "march", "red-1", 6.0, GOING, "S-2", may_touch=()))
    state.record(Moved("red-1", walk.path, walk.end, walk.cost))


STAY = Pose(10.0, 40.0, 0)


def drawn() -> Scenario:
    """A scene with every kind of ground and obstacle on it, and a rider on either side."""
    from kktui.table import AREA_KINDS, LINE_KINDS, Area, Ground, Line, Point, Zone

    def patch(number: int, kind: str) -> Area:
        left, top = 2.0 + number % 4 * 11, 12.0 + number // 4 * 12
        corners = ((left, top), (left + 8, top), (left + 8, top + 6), (left, top + 6))
        return Area(kind, kind, tuple(Point(*corner) for corner in corners), steep=False)

    def fence(number: int, kind: str) -> Line:
        left = 1.0 + number * 5
        return Line(kind, kind, (Point(left, 20), Point(left + 4, 20), Point(left + 4, 22)))

    areas = tuple(patch(number, kind) for number, kind in enumerate(AREA_KINDS))
    lines = tuple(fence(number, kind) for number, kind in enumerate(LINE_KINDS))
    zone = Zone("mill", "The mill", (Point(20, 2), Point(28, 2), Point(28, 6), Point(20, 6)))
    men = {
        "red-1": ("red", Pose(10.0, 38.0, 0), "none"),
        "red-2": ("red", Pose(14.0, 38.0, 45), "war-horse"),
        "blue-1": ("blue", Pose(10.0, 8.0, 180), "none"),
        "blue-2": ("blue", Pose(14.0, 8.0, 270), "war-horse"),
    }
    return replace(scene(men), ground=Ground("drawn", "Drawn", 48.0, 48.0, areas, lines, (zone,)))
