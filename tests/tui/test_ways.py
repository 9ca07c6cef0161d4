"""From the title through a whole evening, by keys alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from kktui.store import Keeper, Start, Store
from kktui.store.shown import shown as shown_again
from kktui.tui import ways
from kktui.tui.app import KktuiApp
from kktui.tui.battle import BattleScreen
from kktui.tui.browser import BrowserScreen
from kktui.tui.ending import EndingScreen
from kktui.tui.options import OptionsScreen
from kktui.tui.replay import ReplayScreen
from kktui.tui.rulebook import RulebookScreen
from kktui.tui.saved import SavedScreen
from kktui.tui.settings import Config, Settings, load
from kktui.tui.title import TitleScreen
from tests.store.battles import ALONE, NOBODY, begin, play_out, short_battle
from tests.tui.stage import press, shown


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path))
    return tmp_path


def evening(home: Path, act: Callable[[Pilot[Any]], Awaitable[None]], first: Any = None) -> KktuiApp:
    """The app from its start, with somebody at the keys."""
    app = KktuiApp(Config(home / "config.toml", Settings(speed="off")), first)

    async def spend() -> None:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            await pilot.pause(0.1)
            await act(pilot)

    asyncio.run(spend())
    assert app.return_code in (None, 0)
    return app


async def until(pilot: Pilot[Any], screen: type) -> Any:
    """Wait for a screen."""
    for _ in range(100):
        if isinstance(pilot.app.screen, screen):
            await pilot.pause()
            return pilot.app.screen
        await pilot.pause(0.05)
    raise AssertionError(f"{screen.__name__} did not come; {pilot.app.screen} is there")


def test_every_way_comes_back_to_the_title(home: Path) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        for key, screen in (
            ("p", BrowserScreen), ("r", SavedScreen), ("w", BrowserScreen), ("y", SavedScreen), ("o", OptionsScreen),
        ):  # fmt: skip
            await until(pilot, TitleScreen)
            await press(pilot, key)
            await until(pilot, screen)
            await press(pilot, "escape")
        await until(pilot, TitleScreen)
        await press(pilot, "q")

    assert evening(home, act).return_code == 0


def test_a_battle_is_chosen_begun_left_and_taken_up_again(home: Path) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await press(pilot, "p")
        await until(pilot, BrowserScreen)
        await press(pilot, "enter")
        await until(pilot, BattleScreen)
        await press(pilot, "f1")
        await until(pilot, RulebookScreen)
        await press(pilot, "escape", "q", "enter")
        await until(pilot, TitleScreen)
        await press(pilot, "r")
        await until(pilot, SavedScreen)
        await press(pilot, "enter")
        await until(pilot, BattleScreen)

    evening(home, act)
    assert len(Store(home).list()) == 1


def test_a_finished_battle_is_seen_again_and_played_on(home: Path) -> None:
    keeper = begin(home, NOBODY)
    play_out(keeper)
    keeper.close()

    async def act(pilot: Pilot[Any]) -> None:
        await press(pilot, "y")
        await until(pilot, SavedScreen)
        await press(pilot, "enter")
        await until(pilot, ReplayScreen)
        await press(pilot, "t", "t", "p", "enter")
        await until(pilot, BattleScreen)

    evening(home, act)
    assert len(Store(home).list()) == 2


def test_a_battle_watched_to_its_end_is_looked_back_on(home: Path) -> None:
    start = Start(short_battle(1), "knights-sergeants", seed="7")

    async def first(host: KktuiApp) -> None:
        await ways.fight(host, lambda: Keeper.create(Store(), start, NOBODY), NOBODY)

    async def act(pilot: Pilot[Any]) -> None:
        for _ in range(100):
            if isinstance(pilot.app.screen, EndingScreen):
                break
            await press(pilot, "enter")
            await pilot.pause(0.05)
        await until(pilot, EndingScreen)
        assert "What decided it" in shown(pilot.app)
        await press(pilot, "r")
        await until(pilot, ReplayScreen)
        await press(pilot, "escape")
        await until(pilot, EndingScreen)
        await press(pilot, "r")
        await until(pilot, ReplayScreen)

    evening(home, act, first)


def test_what_cannot_be_opened_is_told_and_the_title_stays(home: Path) -> None:
    keeper = begin(home, ALONE)

    async def act(pilot: Pilot[Any]) -> None:
        await press(pilot, "r")
        await until(pilot, SavedScreen)
        await press(pilot, "enter")
        await pilot.pause(0.5)
        await until(pilot, TitleScreen)
        assert "is being" in shown(pilot.app)

    evening(home, act)
    keeper.close()


def test_a_carried_game_is_shown_without_a_way_to_play_on(home: Path) -> None:
    keeper = begin(home, ALONE)
    keeper.advance()
    record = keeper.record
    keeper.close()

    async def first(host: KktuiApp) -> None:
        await ways.see(host, record, "", shown_again("carried", record, "").game)

    async def act(pilot: Pilot[Any]) -> None:
        await until(pilot, ReplayScreen)
        await press(pilot, "end", "p")
        assert isinstance(pilot.app.screen, ReplayScreen)

    evening(home, act, first)


def test_house_rulings_and_options_are_kept(home: Path) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await press(pilot, "f1")
        await pilot.pause(0.2)
        if not isinstance(pilot.app.screen, RulebookScreen):
            await press(pilot, *"jjjjj", "home", "enter")
        book = await until(pilot, RulebookScreen)
        await press(pilot, "home", "tab", "enter", "escape")
        await until(pilot, TitleScreen)
        house = load(home / "config.toml").settings.house
        assert list(house) == [book._book.id]
        await press(pilot, "o")
        await until(pilot, OptionsScreen)
        await press(pilot, "right", "escape")
        await until(pilot, TitleScreen)
        assert pilot.app.theme == "parchment"

    evening(home, act)


def test_faults_of_the_options_are_told_at_the_start(home: Path) -> None:
    (home / "config.toml").write_text('theme = "dsuk"\n[keymap]\n"title.play" = "wobble"\n')

    async def spend() -> str:
        app = KktuiApp(load(home / "config.toml"))
        async with app.run_test(size=(120, 30), notifications=True) as pilot:
            await pilot.pause(0.3)
            return shown(app)

    seen = asyncio.run(spend())
    told = " ".join(line.partition("▌")[2].strip() for line in seen.splitlines())
    assert "did you mean 'dusk'" in told
    assert "is no key" in told


def test_a_theme_of_textuals_own_has_sides_too(home: Path) -> None:
    keeper = begin(home, ALONE)
    keeper.close()

    async def act(pilot: Pilot[Any]) -> None:
        pilot.app.theme = "nord"
        await press(pilot, "r")
        await until(pilot, SavedScreen)
        await press(pilot, "enter")
        await until(pilot, BattleScreen)
        await pilot.pause(0.3)

    evening(home, act)


def test_a_picture_of_the_screen_is_kept_as_svg_and_as_text(home: Path) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await press(pilot, "f12", "f12")

    evening(home, act)
    kept = sorted((home / "pictures").iterdir())
    assert sorted(path.suffix for path in kept) == [".svg", ".svg", ".txt", ".txt"]
    assert "Play" in next(path for path in kept if path.suffix == ".txt").read_text()
    drawn = next(path for path in kept if path.suffix == ".svg").read_text()
    assert '<svg xml:space="preserve" ' in drawn
    assert "@font-face" not in drawn
