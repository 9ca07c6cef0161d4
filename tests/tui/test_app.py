"""The app opens a battle from a match, puts every question, and ends when the battle is left."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from kktui.match import Match
from kktui.tui.app import KktuiApp, fight_first
from kktui.tui.battle import BattleScreen
from kktui.tui.settings import THEMES, Config, Settings
from tests.store.battles import ALONE, begin
from tests.tui.stage import shown


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


def test_the_keys_of_any_screen_are_told_on_it(tmp_path: Path) -> None:
    async def look() -> None:
        app = KktuiApp(Config(tmp_path / "config.toml", Settings(keymap={"title.play": "f7"})))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.1)
            await pilot.press("question_mark")
            await pilot.pause(0.2)
            seen = shown(app)
            assert "F7" in seen
            assert "In this list" in seen
            assert "Screenshot" in seen

    asyncio.run(look())


@pytest.mark.parametrize("ways", [("p",), ("p", "f1"), ("r",), ("o",), ("o", "end", "enter"), ("question_mark",)])
@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_the_app_is_left_from_any_screen(tmp_path: Path, ways: tuple[str, ...], key: str) -> None:
    async def leave() -> None:
        app = KktuiApp(Config(tmp_path / "config.toml"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.1)
            for each in ways:
                await pilot.press(each)
                await pilot.pause(0.2)
            assert app.screen.is_modal
            await pilot.press(key)
            await pilot.pause(0.2)
            assert not app.is_running

    asyncio.run(leave())


def test_what_is_told_in_passing_leaves_the_question_free(tmp_path: Path) -> None:
    async def look() -> None:
        match = Match(lambda: begin(tmp_path, ALONE))
        app = KktuiApp(Config(tmp_path / "config.toml", Settings(speed="off")), fight_first(match))
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause(0.3)
            for words in ("ann is away", "ann is here", "ann: well met"):
                app.notify(words)
            await pilot.pause(0.3)
            battle = app.screen
            assert isinstance(battle, BattleScreen)
            toasts = list(battle.query(Toast))
            assert len(toasts) == 3
            assert all(toast.region.bottom <= battle.panel.region.y for toast in toasts)

    asyncio.run(look())


def test_the_keys_are_told_over_the_list_of_battles_too(tmp_path: Path) -> None:
    async def look() -> None:
        app = KktuiApp(Config(tmp_path / "config.toml"))
        async with app.run_test(size=(80, 40)) as pilot:
            await pilot.pause(0.1)
            await pilot.press("p")
            await pilot.pause(0.3)
            await pilot.press("question_mark")
            await pilot.pause(0.2)
            seen = shown(app)
            assert "How to play it" in seen
            assert "Quit" in seen
            assert "Palette" not in seen

    asyncio.run(look())


def test_keys_are_called_as_on_the_keyboard_wherever_they_are_hinted_at(tmp_path: Path) -> None:
    async def look() -> None:
        app = KktuiApp(Config(tmp_path / "config.toml"))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause(0.2)
            assert "F1 Rules" in shown(app).splitlines()[-1]
            await pilot.press("p")
            await pilot.pause(0.5)
            assert "PgDn Read on  Tab How to play it  Esc Back" in shown(app).splitlines()[-1]

    asyncio.run(look())


def test_the_palette_offers_our_own_colours_and_no_others(tmp_path: Path) -> None:
    async def look() -> None:
        match = Match(lambda: begin(tmp_path, ALONE))
        app = KktuiApp(Config(tmp_path / "config.toml", Settings(speed="off")), fight_first(match))
        async with app.run_test(size=(80, 50)) as pilot:
            await pilot.pause(0.3)
            offered = [each.title for each in app.get_system_commands(app.screen)]
            assert offered == ["Options", *(f"Colours: {theme}" for theme in THEMES), "Screenshot", "Quit kktui"]
            await pilot.press("colon")
            await pilot.press(*"parch")
            await pilot.pause(0.3)
            await pilot.press("enter")
            await pilot.pause(0.3)
            assert app.theme == "parchment"
            assert 'theme = "parchment"' in (tmp_path / "config.toml").read_text("utf-8")
            assert isinstance(app.screen, BattleScreen)
            assert app.screen.mode is not None
        assert app.fault is None

    asyncio.run(look())
