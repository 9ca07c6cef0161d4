"""The mouse on the battlefield: it points first, and answers when it is pressed on the same place again."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from kktui.engine.events import UnitMoved
from kktui.engine.requests import Arrange
from kktui.table.geometry import Point, Pose
from tests.tui.stage import LARGE, shown
from tests.tui.table import answered, battle_of, choose, move, played, pressed
from tests.tui.test_asking import last_answer


async def click(pilot: Pilot[Any], at: Point) -> None:
    """Click on a place of the field."""
    field = battle_of(pilot).field
    cell = field.scale.cell(at)
    await pilot.click(field, offset=(cell.column - field.camera.column, cell.row - field.camera.row))
    await pilot.pause(0.05)


def test_the_first_click_shows_a_move_and_the_second_on_the_same_place_goes() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        mode = battle_of(pilot).mode
        await click(pilot, Point(12.0, 38.0))
        assert battle_of(pilot).mode is mode
        assert "goes" in shown(pilot.app)
        await click(pilot, Point(12.0, 38.0))

    game, _ = played([move], act)
    assert game.answers


def test_the_first_click_on_an_enemy_aims_at_him_and_the_second_is_the_answer() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        target = battle_of(pilot).chair.state.figures["blue-2"].pose.at
        await click(pilot, target)
        assert battle_of(pilot).mode.cursor() == "blue-2"
        await click(pilot, target)

    game, _ = played([choose], act, size=LARGE)
    assert last_answer(game) == "blue-2"


def test_a_click_on_another_man_who_is_placed_takes_him_up_and_leaves_the_first_where_he_is() -> None:
    places = {"red-1": Pose(10.0, 40.0, 0), "red-2": Pose(14.0, 40.0, 0)}

    def arrange(state: Any, ask: Any) -> None:
        ends = ask.place(Arrange("red", "stand", "red-men", tuple(places), places, "S-3"))
        state.record(UnitMoved("red-men", "red-1", (), ends))

    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "tab")
        await click(pilot, Point(14.0, 40.0))
        await click(pilot, Point(16.0, 38.0))
        await answered(pilot, "enter")

    game, _ = played([arrange], act, size=LARGE)
    assert game.state.figures["red-1"].pose == places["red-1"]
    assert game.state.figures["red-2"].pose.at.to(Point(16.0, 38.0)) < 1
