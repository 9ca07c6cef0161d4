"""The pictures of the README, painted by the app itself: ``python -m tests.pictures [NAME ...]``."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from textual.pilot import Pilot

from kktui.engine.game import Game
from kktui.store import Keeper, Start, Store
from kktui.store.offer import offer
from kktui.story import course_of, reel_of
from kktui.story.course import TURN
from kktui.tui import ways
from kktui.tui.app import KktuiApp
from kktui.tui.browser import BrowserScreen
from kktui.tui.ending import EndingScreen
from kktui.tui.picture import svg_of
from kktui.tui.replay import ReplayScreen
from kktui.tui.rulebook import RulebookScreen
from kktui.tui.settings import Config, Settings

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SIZE = 132, 38
WIDE = 144, 40
SCENARIO, SEED = "raid-on-thornby", "7"
Act = Callable[["Pilot[Any]"], Awaitable[None]]


@dataclass(frozen=True)
class Fought:
    """A battle fought to its end, to take pictures of."""

    game: Game
    keeper: Keeper

    def at_turn(self, turn: int) -> int:
        """How many answers had been given when a turn began."""
        course = course_of(reel_of(self.game), self.game.setup.rules)
        return self.game.answers_before(course.stops[TURN][turn - 1])


def fought(store: Store) -> Fought:
    battle = offer(SCENARIO)
    seats = dict.fromkeys(battle.sides, "soldier")
    keeper = Keeper.create(store, Start(battle.text, battle.ruleset, seed=SEED), seats)
    keeper.advance()
    keeper.close()
    return Fought(keeper.game, keeper)


def first(then: Fought, name: str) -> Callable[[KktuiApp], Awaitable[None]] | None:
    """What the app begins with for a picture; the title when nothing is said."""
    seats = {**then.keeper.header.seats, next(iter(then.keeper.header.seats)): "human"}

    async def battle(host: KktuiApp) -> None:
        answers = then.at_turn(5)
        await ways.fight(host, lambda: Keeper.branch(Store(), then.keeper.record, SEED, answers, seats), seats)

    screens: dict[str, Callable[[], Any]] = {
        "browser": BrowserScreen,
        "replay": lambda: ReplayScreen(then.game),
        "ending": lambda: EndingScreen(then.game),
        "rulebook": lambda: RulebookScreen(then.game.setup.book, at="KS-6.1"),
    }

    async def screen(host: KktuiApp) -> None:
        await host.push_screen_wait(screens[name]())

    return battle if name == "battle" else screen if name in screens else None


KEYS = {
    "title": ("down",),
    "browser": ("end", "up"),
    "battle": ("enter",),
    "replay": ("c", "c", "c", "c"),
    "ending": (),
    "rulebook": (),
}


async def paint(then: Fought, name: str) -> str:
    """One picture."""
    app = KktuiApp(Config(Path("config.toml"), Settings(glyphs="unicode", speed="off")), first(then, name))
    async with app.run_test(size=WIDE if name == "ending" else SIZE) as pilot:
        await pilot.pause(2.0 if name == "battle" else 0.5)
        for key in KEYS[name]:
            await pilot.press(key)
        await pilot.pause(2.0 if name == "battle" else 0.5)
        return svg_of(app)


def main(names: list[str]) -> int:
    """Paint the pictures named, or all."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as home:
        os.environ["KKTUI_HOME"] = home
        then = fought(Store())
        for name in names or KEYS:
            path = FOLDER / f"{name}.svg"
            path.write_text(asyncio.run(paint(then, name)), "utf-8")
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
