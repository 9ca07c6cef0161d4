"""Pictures of the screens, as text and some as SVG. KKTUI_PICTURES=write paints them anew: look at what differs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from kktui import __version__
from kktui.engine.pages import Lit
from kktui.engine.rulebook import read
from kktui.store import Listed
from kktui.tui.ending import EndingScreen
from kktui.tui.options import OptionsScreen
from kktui.tui.picture import svg_of
from kktui.tui.replay import ReplayScreen
from kktui.tui.rulebook import RulebookScreen
from kktui.tui.saved import SavedScreen
from kktui.tui.settings import Config, Settings
from kktui.tui.title import TitleScreen
from tests.tui.skirmish import skirmish
from tests.tui.stage import LARGE, SMALL, perform
from tests.tui.table import choose, drawn, move, played, pressed
from tests.tui.test_asking import shots
from tests.tui.test_battle import fall

FOLDER = Path(__file__).parent / "pictures"
BOOK = read(
    {
        "id": "demo",
        "title": "A Small Book",
        "credits": "Nobody",
        "unit": "inches",
        "rule": {
            "D-1.1": {"heading": "Moving", "says": "On foot six inches, on horseback ten."},
            "D-2.1": {"heading": "Shooting", "says": "A die of 9 or more hits.", "house": True},
            "D-2.2": {"heading": "Shooting", "says": "Nobody shoots into a melee."},
        },
        "ruling": {"far": {"rule": "D-2.1", "says": "How far a bow carries.", "default": 24, "options": [24, 30]}},
        "chart": {
            "moves": {"rule": "D-1.1", "title": "Moves", "columns": ["walk", "run"], "rows": {"foot": [6, 9]}},
            "to-hit": {"rule": "D-2.1", "title": "To hit", "rows": {"close range": 1, "cover": -1}},
        },
    }
)
LIT = Lit(("D-2.1",), frozenset({("D-2.1", "cover")}))
GAMES = [
    Listed(
        "bold-axe-100",
        "The Ford",
        "knights-sergeants",
        {"red": "human", "blue": "soldier"},
        4,
        "2026-11-18T11:02",
        None,
    ),
    Listed("iron-hawk-200", "The Moor", "camelot", {"red": "soldier"}, 9, "2026-11-17T09:00", {"winner": "red"}),
]


@dataclass(frozen=True)
class Picture:
    """One screen in one pose."""

    make: Callable[[], Screen[Any]]
    keys: Sequence[str] = ()
    size: tuple[int, int] = SMALL
    theme: str = "dusk"
    unicode: bool = True
    svg: bool = False


def title() -> TitleScreen:
    return TitleScreen()


def options() -> OptionsScreen:
    return OptionsScreen(Config(Path("config.toml"), Settings(keymap={"battle.look": "f7"})), lambda config: "")


PICTURES = {
    "title": Picture(title, ["down"], svg=True),
    "title-large-mono": Picture(title, size=LARGE, theme="mono", unicode=False),
    "options": Picture(options, ["down"], svg=True),
    "options-large": Picture(options, size=LARGE),
    "options-mono": Picture(options, ["down"], theme="mono", unicode=False, svg=True),
    "rulebook-large": Picture(lambda: RulebookScreen(BOOK, LIT), size=LARGE),
    "saved-mono": Picture(lambda: SavedScreen("Resume", GAMES, ""), ["down"], theme="mono", unicode=False),
    "saved": Picture(lambda: SavedScreen("Resume", GAMES, ""), ["down"]),
    "rulebook": Picture(lambda: RulebookScreen(BOOK, LIT), svg=True),
    "rulebook-mono": Picture(lambda: RulebookScreen(BOOK, LIT), theme="mono", unicode=False, svg=True),
    "rulings": Picture(lambda: RulebookScreen(BOOK, changing=True), ["home", "tab"]),
    "ending": Picture(lambda: EndingScreen(skirmish())),
    "ending-large": Picture(lambda: EndingScreen(skirmish()), size=LARGE, svg=True),
    "ending-mono": Picture(lambda: EndingScreen(skirmish()), theme="mono", unicode=False),
    "replay": Picture(lambda: ReplayScreen(skirmish()), ["c"]),
    "replay-large": Picture(lambda: ReplayScreen(skirmish()), ["end"], LARGE, svg=True),
    "replay-mono": Picture(lambda: ReplayScreen(skirmish()), ["end"], theme="mono", unicode=False, svg=True),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KKTUI_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("name", PICTURES)
def test_the_screen_looks_as_in_its_picture(name: str) -> None:
    picture = PICTURES[name]
    svg: list[str] = []

    async def paint(pilot: Any) -> None:
        await pilot.pause()
        svg.append(svg_of(pilot.app))

    act = paint if picture.svg else None
    how = picture.keys, picture.size, act, picture.theme
    _, seen = perform(picture.make(), *how, unicode=picture.unicode)
    compare(FOLDER / f"{name}.txt", seen.replace(__version__, "X") + "\n")
    for painted in svg:
        compare(FOLDER / f"{name}.svg", painted.replace(__version__, "X"))


QUESTIONS = {
    "choose": (choose, ["tab"]),
    "move": (move, ["up", "up", "up"]),
    "plan": (lambda state, ask: ask.choose(shots("red")), ["tab"]),
    "measure": (choose, ["m", "tab", "o", "f"]),
}
SIGHTS = {"": (SMALL, "dusk"), "-large": (LARGE, "dusk"), "-mono": (SMALL, "mono")}


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_battle_looks_as_in_its_picture(question: str, sight: str) -> None:
    svg: list[str] = []
    asks, keys = QUESTIONS[question]
    size, theme = SIGHTS[sight]

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        await pressed(pilot, *keys)
        await pilot.pause(0.1)
        svg.append(svg_of(pilot.app))

    _, seen = played([fall, asks], act, scenario=drawn(), size=size, theme=theme, unicode=theme != "mono")
    compare(FOLDER / f"battle-{question}{sight}.txt", seen + "\n")
    compare(FOLDER / f"battle-{question}{sight}.svg", svg[0])


def test_a_battle_that_is_held_looks_as_in_its_picture() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "p")
        await pilot.pause(0.1)

    for sight, (size, theme) in SIGHTS.items():
        _, seen = played([fall, choose], act, (), drawn(), size=size, theme=theme, unicode=theme != "mono")
        compare(FOLDER / f"battle-held{sight}.txt", seen + "\n")


def compare(path: Path, seen: str) -> None:
    if os.environ.get("KKTUI_PICTURES") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(seen, "utf-8")
    assert path.read_text("utf-8") == seen, f"{path.name} differs; KKTUI_PICTURES=write paints it anew"


@pytest.mark.parametrize(
    "path", sorted((FOLDER.parents[2] / "docs" / "pictures").glob("*.svg")), ids=lambda path: path.stem
)
def test_the_pictures_of_the_readme_need_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert set(re.findall(r"https?://[^\"' )]+", text)) <= {"http://www.w3.org/2000/svg", "https://www.textualize.io"}
