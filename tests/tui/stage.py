"""A stage to try one screen on, and what its audience sees."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from textual.app import App
from textual.filter import LineFilter
from textual.pilot import Pilot
from textual.screen import Screen

from kktui.tui import plainer, themes
from kktui.tui.picture import text_of
from kktui.tui.settings import Config

SMALL, LARGE = (80, 24), (160, 50)
HOSTILE = "[/b] [Sir] [/ [red]x \x1b]0;owned\x07\x1b[2J\u202e{red}\ud800\x9b31m"
Act = Callable[[Pilot[Any]], Awaitable[None]]


class Stage(App[Any]):
    """An app with nothing on it but the screen that is tried; `given` is what the screen returns."""

    def __init__(self, screen: Screen[Any], theme: str, *, unicode: bool) -> None:
        super().__init__()
        self.config = Config(Path("config.toml"))
        self.unicode = unicode
        self.given: Any = None
        self._first, self._theme = screen, theme

    def get_line_filters(self) -> Sequence[LineFilter]:
        return plainer.filters(self, super().get_line_filters())

    def on_mount(self) -> None:
        for theme in themes.THEMES:
            self.register_theme(theme)
        self.theme = self._theme
        self.push_screen(self._first, self._take)

    def _take(self, given: Any) -> None:
        self.given = given


def shown(app: App[Any]) -> str:
    """The characters on the screen."""
    return text_of(app).rstrip("\n")


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys one after the other, without the pauses a pilot makes."""
    for key in keys:
        pilot.app.simulate_key(key)
        await pilot.pause()


def perform(
    screen: Screen[Any],
    keys: Sequence[str] = (),
    size: tuple[int, int] = SMALL,
    act: Act | None = None,
    theme: str = "dusk",
    *,
    unicode: bool = True,
) -> tuple[Stage, str]:
    """Press keys on a screen; the app, and what is then seen."""
    app = Stage(screen, theme, unicode=unicode)

    async def run() -> str:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await press(pilot, *keys)
            if act is not None:
                await act(pilot)
            await pilot.pause()
            return shown(app)

    seen = asyncio.run(run())
    assert app.return_code in (None, 0)
    return app, seen


def is_harmless(seen: str) -> bool:
    """Whether nothing on the screen could steer a terminal."""
    return all(char.isprintable() for char in seen.replace("\n", ""))
