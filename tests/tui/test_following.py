"""What happens while nothing is asked: held, let go, told; and how a battle comes to its end on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from textual.pilot import Pilot

from kktui.engine.events import ROUT, Event, Left
from kktui.engine.requests import Choose, Option
from kktui.match import Match
from kktui.tui.battle import OVER, BattleScreen, following
from kktui.tui.battle.words import waiting_words
from kktui.tui.stage import scene_of
from tests.tui.stage import LARGE, SMALL, perform, shown
from tests.tui.table import asked, battle_of, choose, move, played, pressed, table


@dataclass(frozen=True, slots=True)
class Broke(Event):
    """A unit takes to its heels."""

    unit: str

    @property
    def mark(self) -> str:
        return ROUT


def losses(state: Any, ask: Any) -> None:
    for each in ("blue-1", "blue-2", "red-2"):
        state.record(Left(each, "dead", "red-1"))


def seen_by(match: Match, act: Any, sides: tuple[str, ...] = (), size: tuple[int, int] = LARGE) -> Any:
    """The app after `act` from a chair at this match."""

    async def ready(pilot: Pilot[Any]) -> None:
        await asked(pilot)
        await act(pilot)
        await pilot.pause(0.05)

    app, _ = perform(BattleScreen(match, sides, speed="off"), act=ready, size=size)
    match.close()
    return app


def said(pilot: Pilot[Any]) -> int:
    """How many events the log tells of."""
    return sum(each.event is not None for each in battle_of(pilot).panes.log_pane.said)


async def until(pilot: Pilot[Any], true: Any) -> None:
    for _ in range(200):
        await pilot.pause(0.01)
        if true():
            return
    raise AssertionError(shown(pilot.app))


def test_who_looks_on_holds_the_battle_sees_it_event_by_event_and_lets_it_go_on() -> None:
    match = table(choose, losses, choose)

    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "p")
        match.do(lambda keeper: keeper.answer("red", "hold")).result(10)
        await until(pilot, lambda: "Space go on" in shown(pilot.app).splitlines()[-1])
        assert "Held." in shown(pilot.app)
        before = said(pilot)
        for more in (1, 2):
            await pressed(pilot, "enter")
            await until(pilot, lambda more=more: said(pilot) == before + more)
            await pilot.pause(0.1)
            assert said(pilot) == before + more
        await pressed(pilot, "space")
        await until(pilot, lambda: said(pilot) > before + 3)
        await until(pilot, lambda: "Held." not in shown(pilot.app))

    seen_by(match, act)


def test_who_looks_on_sees_men_from_the_beginning() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        field = battle_of(pilot).field
        assert all(field.sees(cell) for cell in field.cells_of("red-1"))

    seen_by(table(choose), act, size=SMALL)


def test_what_happened_last_is_told_where_a_question_would_be_and_advice_is_not_offered() -> None:
    match = table(losses, choose)

    async def act(pilot: Pilot[Any]) -> None:
        assert "red-2" in "".join(each.text.plain for each in battle_of(pilot).panel.rows).casefold()
        assert "advice" not in shown(pilot.app).splitlines()[-1]

    seen_by(match, act, size=SMALL)


def test_a_battle_that_ends_under_an_open_book_waits_until_it_is_closed() -> None:
    match = table(choose)

    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "question_mark")
        await until(pilot, lambda: "Signs on the field" in shown(pilot.app))
        match.do(lambda keeper: keeper.resign("red")).result(10)
        await until(pilot, lambda: battle_of(pilot).over)
        assert "Signs on the field" in shown(pilot.app)
        await pressed(pilot, "escape")
        await until(pilot, lambda: pilot.app.given == OVER)
        assert not any(isinstance(each, BattleScreen) for each in pilot.app.screen_stack)

    seen_by(match, act, ("red",))


def test_the_battle_is_not_said_to_be_over_before_its_end_is_shown() -> None:
    match = table(choose)

    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "p")
        match.do(lambda keeper: keeper.resign("red")).result(10)
        battle = battle_of(pilot)
        await until(pilot, lambda: battle.chair.seat.bulletin.over)
        assert waiting_words(battle.chair) == "The battle goes on ..."

    seen_by(match, act)


def test_the_last_moment_is_seen_until_somebody_has_seen_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LINGER", 60)
    match = table(choose)

    async def act(pilot: Pilot[Any]) -> None:
        battle_of(pilot).stage.speed = 1.0
        match.do(lambda keeper: keeper.resign("red")).result(10)
        await until(pilot, lambda: "Victory for" in shown(pilot.app))
        assert pilot.app.given is None
        await until(pilot, lambda: "Enter look back" in shown(pilot.app).splitlines()[-1])
        await pressed(pilot, "enter")
        await until(pilot, lambda: pilot.app.given == OVER)

    seen_by(match, act, ("red",))


def test_who_falls_and_whose_heart_fails_him_flash_where_they_are() -> None:
    match = table(choose)
    state = match.do(lambda keeper: keeper.game.state).result(10)
    fall = scene_of(state, Left("blue-1", "dead", "red-1"))
    rout = scene_of(state, Broke("blue-men"))
    assert (fall.struck, fall.lost) == (("blue-1",), True)
    assert (rout.struck, rout.lost) == (("blue-1", "blue-2"), True)
    match.close()


@pytest.mark.parametrize(("step", "key"), [(choose, "tab"), (choose, "down"), (move, "up"), (move, "r")])
def test_what_was_said_of_one_choice_is_not_said_of_the_next(step: Any, key: str) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "a")
        battle_of(pilot).say("A sensible captain would do this; confirm to do it.", "success")
        await until(pilot, lambda: "sensible captain" in shown(pilot.app))
        await pressed(pilot, key)
        await until(pilot, lambda: "sensible captain" not in shown(pilot.app))

    played([step], act)


def test_advice_taken_is_not_told_of_any_more() -> None:
    def other(state: Any, ask: Any) -> None:
        ask.choose(Choose("blue", "aim", "blue-1", (Option("hold"),), "S-1"))

    match = table(choose, other)

    async def act(pilot: Pilot[Any]) -> None:
        battle_of(pilot).say("A sensible captain would do this; confirm to do it.", "success")
        await until(pilot, lambda: "sensible captain" in shown(pilot.app))
        await pressed(pilot, "enter")
        await until(pilot, lambda: "Waiting for" in shown(pilot.app))
        assert "sensible captain" not in shown(pilot.app)

    seen_by(match, act, ("red",))
