"""The app of one visitor: the lobby, and the tables they sit down at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from kktui.host.battle import HostedBattle
from kktui.host.chat import LOBBY, Said
from kktui.host.guest import Guest
from kktui.host.hall import Hall
from kktui.host.lobby import LobbyScreen
from kktui.host.operator import OperatorScreen
from kktui.host.painter import Painter
from kktui.host.rooms import NotSo
from kktui.host.server import Server
from kktui.host.terminals import Look
from kktui.host.visit import Visit
from kktui.tui import ways
from kktui.tui.app import KktuiApp
from kktui.tui.ending import EndingScreen
from kktui.tui.replay import ReplayScreen
from kktui.tui.settings import Config, Settings
from kktui.tui.themes import THEMES

NOWHERE = Path("/nonexistent")
THEME = {Look.MONO: "mono", Look.FEW: "sixteen"}
GLYPHS = {Look.MONO: "ascii"}


def settings_for(look: Look) -> Config:
    """How the game looks on a terminal of this kind; nothing of the host's own environment counts."""
    chosen = Settings(glyphs=GLYPHS.get(look, "unicode"))
    return Config(NOWHERE, replace(chosen, theme=THEME.get(look, chosen.theme)))


class HostApp(KktuiApp):
    """What a visitor sees. Nothing they do here touches the host's files but the games."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+z", "nothing", show=False)]

    def __init__(self, hall: Hall, server: Server, painter: Painter, visit: Visit) -> None:
        super().__init__(settings_for(visit.look), first=HostApp._stay)
        self.no_color = False
        self._disable_tooltips = True  # nothing has one here, and each screen would pay for them
        self._hall = hall
        self._server = server
        self._painter = painter
        self._guest = Guest(visit.caller.person, self._told, self._heard)
        self._operates = visit.caller.person.key in server.access.operators
        self._lobby = LobbyScreen(hall, self._guest, self.sit)
        self._table: HostedBattle | None = None
        self._telling = False
        self._environ = {}  # what the host was started with says nothing of this visitor
        self._dress()

    def _dress(self) -> None:
        """Wear the right colours from the start, lest the first picture be painted twice."""
        for theme in THEMES:
            self.register_theme(theme)
        self.set_reactive(App.theme, self.chosen.theme_in(self._environ))
        self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> Screen[Any]:
        """The lobby is the first that is painted, and at the bottom of everything."""
        return self._lobby

    def on_load(self) -> None:
        self._hall.enter(self._guest)

    def on_ready(self) -> None:
        self._lobby.call_after_refresh(self._lobby.open)

    @staticmethod
    async def _stay(app: KktuiApp) -> None:
        await asyncio.Event().wait()

    def gone(self) -> None:
        """The visitor has left, in whatever way."""
        self._hall.leave(self._guest)

    # What the house tells, on its own time.

    def _told(self) -> None:
        if self._table is None:
            self._painter.ask_at_leisure(self._lobby, self._lobby_told)
        elif not self._telling:
            self._telling = True
            self.call_later(self._table_told)

    def _lobby_told(self) -> None:
        if self.screen is self._lobby:
            self._lobby.told()

    def _table_told(self) -> None:
        self._telling = False
        if self._table is not None:
            self._table.told()

    def _heard(self, room: str, said: Said) -> None:
        if room == LOBBY:
            self.call_later(self._lobby.heard, said)
        elif self._table is not None and room == self._guest.room:
            self.call_later(self._table.heard, said)

    # At a table.

    async def sit(self, name: str) -> None:
        """Sit down at a game until it is over or left, then look back on it."""
        match, sides = await self._hall.sit(self._guest, name)
        if match.ended is None:
            table = self._table = HostedBattle(self._hall, self._guest, self._painter, match, sides)
            self._guest.moved_out = self._moved
            try:
                await self.push_screen_wait(table)
            finally:
                self._table = None
                self._hall.get_up(self._guest)
        else:
            self._hall.get_up(self._guest)
        if match.ended is not None:
            at: int | None = 0
            while at is not None:
                at = (await self.push_screen_wait(EndingScreen(match.ended, seen=at))).replay_at
                if at is not None:
                    await self.push_screen_wait(ReplayScreen(match.ended, at=at))
        self._lobby.told()

    async def _moved(self, room: str) -> None:
        """The same person sits down there from elsewhere: this seat is theirs no longer."""
        if self._table is not None:
            self._table.chair.leave()
            self.call_later(self._table.dismiss, "left")
            self.call_later(self.notify, "You have sat down at that game from elsewhere.", markup=False)

    # What is not for visitors.

    def take(self, config: Config) -> str:
        """Other settings, for this visit."""
        self._config = config
        self._use()
        return ""

    def action_picture(self) -> None:
        """No pictures on the host's disk."""
        self.notify("Pictures are not taken for visitors: they would stay with the host.", markup=False)

    def action_rules(self) -> None:
        self.run_worker(ways.rules(self), exclusive=True, group="ways")

    def action_operate(self) -> None:
        if self._operates:
            self.push_screen(OperatorScreen(self._hall, self._server))
        else:
            self.notify(str(NotSo("that page is for whoever runs this host")), markup=False)

    def action_nothing(self) -> None:
        """A visitor's app is never put in the background."""

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What a visitor may do."""
        return (each for each in super().get_system_commands(screen) if each.title != "Screenshot")

    def deliver_screenshot(self, *_: Any, **__: Any) -> str | None:
        return None
