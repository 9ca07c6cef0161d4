"""What a curtain hides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from kktui.engine.requests import Choose, Option
from kktui.tui import settings
from kktui.tui.curtain import Curtain, Sure
from tests.engine.stub import TWO_A_SIDE, scene
from tests.tui.stage import LARGE, SMALL, perform
from tests.tui.table import answered, battle_of, choose, played, pressed


def test_a_question_that_cannot_be_taken_back_takes_y_and_n_for_an_answer() -> None:
    for key, yes in (("y", True), ("n", False), ("enter", True), ("escape", False)):
        app, _ = perform(Sure("Well?"), [key])
        assert app.given is yes


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("theme", settings.THEMES)
def test_nothing_shows_through_a_curtain_in_any_theme(theme: str, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        pilot.app.push_screen(Curtain("Blue"))
        await pilot.pause(0.1)

    _, seen = played([choose], act, theme=theme, size=size)
    lines = [line.strip() for line in seen.splitlines() if line.strip()]
    assert len(lines) == 7, lines
    assert "For Blue only." in lines[2]


def test_where_units_are_hidden_nothing_is_left_of_what_the_side_before_looked_for() -> None:
    told = scene(TWO_A_SIDE)
    hidden = replace(told, troops=tuple(replace(each, hidden=each.side == "red") for each in told.troops))

    def theirs(state: Any, ask: Any) -> None:
        ask.choose(Choose("blue", "aim", "blue-1", (Option("hold"), Option("red-1", "red-1")), "S-1"))

    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        if isinstance(pilot.app.screen, Curtain):
            await pressed(pilot, "enter")
            await pilot.pause(0.1)
        assert battle.chair.side == "red"
        await pressed(pilot, "plus", "plus", "c", "d", "slash", "x", "escape", "slash", "z", "enter")
        battle.field.look_at(battle.chair.state.figures["red-1"].pose.at)
        battle.focus_mode()
        await answered(pilot, "enter")
        assert isinstance(pilot.app.screen, Curtain)
        await pressed(pilot, "enter")
        await pilot.pause(0.2)
        assert battle.chair.side == "blue"
        assert (battle.rings_of, battle.dangers, battle.panes.log_pane.find) == ("", False, "")
        poses = [battle.chair.state.figures[each].pose.at for each in ("blue-1", "blue-2")]
        assert battle.field.middle.to(poses[0]) < 24
        assert "red-1" not in battle.chair.state.table.poses

    played([choose, theirs], act, sides=("red", "blue"), scenario=hidden)
