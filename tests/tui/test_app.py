"""The app opens a battle from a match, puts every question, and ends when the battle is left."""

from __future__ import annotations

import asyncio
from pathlib import Path

from kktui.match import Match
from kktui.tui.app import KktuiApp, fight_first
from kktui.tui.battle import BattleScreen
from kktui.tui.settings import Config, Settings
from tests.store.battles import ALONE, begin


def test_a_battle_is_opened_and_left(tmp_path: Path) -> None:
    async def play() -> None:
        match = Match(lambda: begin(tmp_path, ALONE))
        app = KktuiApp(Config(tmp_path / "config.toml", Settings(speed="off")), fight_first(match))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.3)
            assert isinstance(app.screen, BattleScreen)
            assert app.screen.mode is not None
            before = len(match.bulletin.told)
            await pilot.press("space")
            await pilot.pause(0.3)
            assert len(match.bulletin.told) > before
            await pilot.press("q", "enter")
            await pilot.pause(0.3)
        assert app.return_code == 0

    asyncio.run(play())
