"""A key is painted once."""

from __future__ import annotations

from typing import Any

from textual.app import App
from textual.pilot import Pilot

from kktui.tui.asking import Looking
from tests.tui.stage import LARGE
from tests.tui.table import battle_of, choose, played, pressed


def test_a_key_that_changes_the_field_and_the_words_under_it_is_painted_once(monkeypatch: Any) -> None:
    painted: list[Any] = []
    display = App._display

    def counted(self: Any, screen: Any, renderable: Any) -> None:
        painted.append(renderable)
        display(self, screen, renderable)

    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "x", "right")
        assert isinstance(battle_of(pilot).mode, Looking)
        for key in ("right", "down", "left", "up"):
            await pilot.pause(0.05)
            painted.clear()
            words = battle_of(pilot).panel.rows[0].text.plain
            pilot.app.simulate_key(key)
            await pilot.pause(0.1)
            assert battle_of(pilot).panel.rows[0].text.plain != words
            assert sum(each is not None for each in painted) == 1

    monkeypatch.setattr(App, "_display", counted)
    played([choose], act, ("red",), size=LARGE)
