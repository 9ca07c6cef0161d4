"""With glyphs in ASCII no screen shows anything else, whoever paints it; names keep their letters."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.screen import Screen

from kktui.store import Listed
from kktui.tui.app import KktuiApp
from kktui.tui.browser import BrowserScreen
from kktui.tui.curtain import Curtain, Sheet, Sure
from kktui.tui.ending import EndingScreen
from kktui.tui.field.glyphs import PLAINER
from kktui.tui.options import KeyScreen, OptionsScreen
from kktui.tui.picker import PickerScreen
from kktui.tui.replay import ReplayScreen
from kktui.tui.rulebook import RulebookScreen
from kktui.tui.saved import SavedScreen
from kktui.tui.settings import ASCII, UNICODE, Config, Settings
from kktui.tui.title import TitleScreen
from tests.story.fought import fought
from tests.tui.skirmish import skirmish
from tests.tui.stage import LARGE, SMALL, perform, shown
from tests.tui.table import answered, battle_of, choose, drawn, move, played, pressed
from tests.tui.test_asking import shots
from tests.tui.test_battle import SURFACES, fall
from tests.tui.test_pictures import BOOK, LIT


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path))
    return tmp_path


LONG = "The battle of the ford of the broken bridge at the mill of Hale by the river of the same name"
KEPT = [Listed(f"bold-axe-{i}", LONG, "camelot", {"red": "human"}, 4, "2026-11-18T11:02", None) for i in range(60)]
SCREENS: dict[str, Callable[[], Screen[Any]]] = {
    "title": TitleScreen,
    "browser": BrowserScreen,
    "options": lambda: OptionsScreen(Config(Path("config.toml")), lambda config: ""),
    "key": lambda: KeyScreen("battle.look", "Look about"),
    "rulebook": lambda: RulebookScreen(BOOK, LIT),
    "a whole rulebook": lambda: RulebookScreen(fought().setup.book),
    "saved": lambda: SavedScreen("Resume", KEPT, ""),
    "picker": lambda: PickerScreen("Which?", [(str(i), LONG) for i in range(40)]),
    "ending": lambda: EndingScreen(fought()),
    "replay": lambda: ReplayScreen(fought()),
    "curtain": lambda: Curtain("Blue"),
    "sure": lambda: Sure("Well?"),
    "sheet": lambda: Sheet("Keys", []),
}


def strange(seen: str) -> set[str]:
    """What no bare terminal can show."""
    return {char for char in seen if char != "\n" and not " " <= char <= "~"}


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_in_ascii_shows_nothing_else(name: str) -> None:
    async def leaf(pilot: Pilot[Any]) -> None:
        for key in ("down", "right", "end", "tab", "pagedown", "pagedown"):
            await pressed(pilot, key)
            pilot.app.notify("Told in passing: turned by 90\N{DEGREE SIGN} \N{EM DASH} so.", title="Told")
            assert not strange(shown(pilot.app)), key

    for size, theme in ((SMALL, "mono"), (LARGE, "dusk")):
        _, seen = perform(SCREENS[name](), act=leaf, size=size, theme=theme, unicode=False)
        assert not strange(seen)


@pytest.mark.parametrize("size", [SMALL, (120, 36)])
def test_a_battle_in_ascii_shows_nothing_else(size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        for answer in (("enter",), ("up", "up", "t", "enter"), ("enter",)):
            for keys in SURFACES:
                await pressed(pilot, *keys)
                await pilot.pause(0.02)
                assert not strange(shown(pilot.app)), keys
            await pressed(pilot, "escape", "escape", "escape")
            if battle_of(pilot).asked is not None:
                await answered(pilot, *answer)
            pilot.app.notify("Somebody is away.", title="Told", severity="warning")
            await pilot.pause(0.05)
            assert not strange(shown(pilot.app))

    def aim(state: Any, ask: Any) -> None:
        ask.choose(shots("red"))

    played([fall, choose, move, aim], act, scenario=drawn(), size=size, unicode=False)


def test_degrees_are_told_in_words() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "m", "tab")
        await pilot.pause(0.05)
        assert "(90 degrees) to" in shown(pilot.app)

    played([choose], act, scenario=drawn(), size=LARGE, unicode=False)


def test_names_keep_their_letters() -> None:
    _, seen = perform(EndingScreen(skirmish("\u00c9tienne \u2018Fitz\u2019")), unicode=False)
    assert "\u00c9tienne 'Fitz'" in seen


def test_every_sign_is_as_wide_as_it_was() -> None:
    for code in (*range(0xA0, 0x3000), *range(0xFF00, 0xFFFE), *range(0x1F300, 0x1F700)):
        assert cell_len(chr(code).translate(PLAINER)) == cell_len(chr(code)), hex(code)


def test_other_glyphs_are_shown_at_once(home: Path) -> None:
    async def look() -> None:
        app = KktuiApp(Config(home / "config.toml", Settings(glyphs=UNICODE)))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause(0.2)
            assert strange(shown(app))
            app.take(app.config.changed(glyphs=ASCII))
            app.push_screen(ReplayScreen(fought()))
            for _ in range(200):
                await pilot.pause(0.05)
                if "-> <-  event" in shown(app).lower():
                    break
            else:
                raise AssertionError(shown(app))
            assert not strange(shown(app))
            app.pop_screen()
            await pilot.pause(0.2)
            assert not strange(shown(app))
            await pilot.press("colon")
            await pilot.pause(0.3)
            assert not strange(shown(app))

    asyncio.run(look())


def test_the_first_screen_is_of_ascii_as_well(home: Path) -> None:
    async def look() -> None:
        app = KktuiApp(Config(home / "config.toml", Settings(glyphs=ASCII)))
        async with app.run_test(size=SMALL, notifications=True) as pilot:
            await pilot.pause(0.2)
            assert not strange(shown(app))
            await pilot.press("colon", *"o")
            await pilot.pause(0.4)
            assert not strange(shown(app))

    asyncio.run(look())
