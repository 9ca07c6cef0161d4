"""The Textual app: battles you want to play, by keyboard, in any terminal.

The screens around the battle are imported when they are wanted: a battle asked for by name opens the sooner.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from threading import Timer
from types import FrameType
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from kktui.engine.game import Game
from kktui.match import Keeper, Match
from kktui.store import faults
from kktui.text import clean
from kktui.tui import keys, plainer, settings
from kktui.tui.sheets import SharedStylesheet
from kktui.tui.themes import SIDES, THEMES

SWITCH = 0.0005
"""Seconds for which a thread that thinks may keep the screen's own waiting."""
PATIENCE = 3.0
"""Seconds for which a terminal that hung up is waited for."""
ARROWS = {"left": "<- ", "right": "-> "}
"""What the keys beside each other at the foot of a screen are called in ASCII."""
First = Callable[["KktuiApp"], Awaitable[object]]
"""What the app does instead of showing its title; when it is done, so is the app."""


class KktuiApp(App[int]):
    """The app, as `ways.Host` wants it. `first` is a battle or a replay that was asked for on the command line."""

    TITLE = "kktui"
    CSS = """
    SearchIcon { display: none; }
    ToastRack { dock: top; align: right top; margin: 1 0 0 0; }
    Toast { margin: 0 0 1 0; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon", "command_palette", "Palette", show=False, id="app.palette"),
        Binding("question_mark", "keys", "Keys", show=False, id="app.keys"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True, id="app.stop"),
        Binding("f12", "picture", "Screenshot", show=False, priority=True, id="app.picture"),
    ]

    def __init__(self, config: settings.Config | None = None, first: First | None = None, **driver: Any) -> None:
        self._environ = dict(os.environ)
        os.environ.pop("NO_COLOR", None)  # Textual would paint our colourless theme black on black
        super().__init__(**driver)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self._config = config or settings.load()
        self._first = first
        self.trouble = ""
        """Why the last battle did not go on, if it did not."""
        self.keymap_in_use: dict[str, str] = {}
        """The keys that the player gave to bindings."""

    @property
    def config(self) -> settings.Config:
        return self._config

    @property
    def chosen(self) -> settings.Settings:
        return self._config.settings

    @property
    def unicode(self) -> bool:
        """Whether glyphs beyond ASCII are shown."""
        return self.chosen.unicode()

    @property
    def confirms(self) -> bool:
        """Whether something that cannot be taken back is asked about first."""
        return self.chosen.confirm

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self._use()
        if self._first is None:
            from kktui.tui.title import TitleScreen

            self.push_screen(TitleScreen())
        else:
            self.run_worker(self._do_first(self._first), name="first", group="first")

        for fault in (*map(str, self._config.problems), *keys.faults(self.chosen.keymap)):
            self.notify(clean(fault, 400), title="Options", severity="warning", markup=False, timeout=12)

    def get_line_filters(self) -> Sequence[LineFilter]:
        return plainer.filters(self, super().get_line_filters())

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is printed on the keyboard, here as on the battle screen; the arrows by their signs."""
        first = binding.key.partition(",")[0]
        if not binding.key_display and not self.unicode and first in ARROWS:
            return ARROWS[first]
        if binding.key_display or first in ("up", "down", "left", "right"):
            return super().get_key_display(binding)
        from kktui.tui.battle.bindings import key_words

        return key_words(first)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers on every screen, after what the screen itself offers."""
        yield SystemCommand("Options", "colours, glyphs, speed, keys, mouse", self.action_options)
        for theme in settings.THEMES:
            yield SystemCommand(f"Colours: {theme}", "for this and every later time", partial(self._wear, theme))
        yield SystemCommand("Screenshot", "the screen as SVG and as text", self.action_picture)
        yield SystemCommand("Quit kktui", "everything is saved already", self.action_quit)

    def action_options(self) -> None:
        from kktui.tui.options import OptionsScreen

        self.push_screen(OptionsScreen(self.config, self.take))

    def _wear(self, theme: str) -> None:
        if trouble := self.take(self.config.changed(theme=theme)):
            self.notify(clean(trouble, 400), severity="error", markup=False)

    def action_picture(self) -> None:
        from kktui.tui import picture

        self.notify(clean(picture.take(self), 400), markup=False)

    def action_keys(self) -> None:
        """Every key that does something on the screen that is shown."""
        from kktui.tui.battle.bindings import help_rows
        from kktui.tui.curtain import Sheet

        everywhere = [each for each in self.BINDINGS if isinstance(each, Binding)]
        heard = [each for each in everywhere if each.priority] if self.screen.is_modal else everywhere
        places: list[tuple[str, Sequence[BindingType]]] = [("Here", type(self.screen).BINDINGS), ("Anywhere", heard)]
        if self.focused is not None:
            places.insert(1, ("In this list", type(self.focused).BINDINGS))
        self.push_screen(Sheet("Keys", help_rows(places, self.keymap_in_use)))

    @property
    def fault(self) -> Exception | None:
        """What ended the app before its time."""
        return self._exception

    def _fatal_error(self) -> None:
        """End after a fault without painting it over the terminal: whoever runs the app tells and notes it."""
        self._close_messages_no_wait()

    async def _do_first(self, first: First) -> None:
        await first(self)
        self.exit(0)

    # Settings.

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours of the sides in a theme that does not name them."""
        first, second = SIDES[settings.THEMES[0]]
        return {"side-first": first, "side-second": second}

    def _use(self) -> None:
        self.theme = self.chosen.theme_in(self._environ)
        self.keymap_in_use = keys.sound(self.chosen.keymap)
        self.set_keymap(self.keymap_in_use)

    def take(self, config: settings.Config) -> str:
        """Use other settings and write them down; why that could not be, or nothing."""
        was, self._config = self.unicode, config
        self._use()
        if self.unicode is not was:
            plainer.paint_anew(self)
        return settings.save(config)

    # Battles.

    async def fight(self, opened: Callable[[], Keeper], sides: Collection[str]) -> Game | None:
        """Open a game and fight it from these sides' chairs, or look on from none; the battle when it is over."""
        return await self.fight_at(await asyncio.to_thread(Match, opened, str(faults.file())), sides)

    async def fight_at(self, match: Match, sides: Collection[str]) -> Game | None:
        """The same at a match that is open already; it is closed afterwards."""
        from kktui.tui.battle import OVER, BattleScreen

        try:
            how = await self.push_screen_wait(BattleScreen(match, sides, speed=self.chosen.speed))
            return match.ended if how == OVER else None
        finally:
            self.trouble = match.bulletin.trouble
            await asyncio.to_thread(match.close)


def fight_first(match: Match) -> First:
    """Begin with this battle, and look back on it when it is over."""

    async def first(app: KktuiApp) -> None:
        game = await app.fight_at(match, match.humans)
        if game is not None:
            from kktui.tui import ways

            await ways.look_back(app, game, match.id)

    return first


def run(first: First | None = None) -> int:
    """Run the app in this terminal; the exit status. A fault of the program is told in a sentence when it has ended."""
    app = KktuiApp(first=first)
    _leave_tidily()
    sys.setswitchinterval(SWITCH)
    with faults.noting():
        app.run(mouse=app.chosen.mouse)
    trouble = app.trouble if app.fault is None else f"{faults.told(app.fault)}; everything decided is saved"
    if trouble:
        print(f"kktui: {trouble}", file=sys.stderr)
        return 1
    return app.return_code or 0


def _leave_tidily() -> None:
    """A line that hangs up and a machine that shuts down are Ctrl-C: the terminal is given back as it was.

    They are heard once: a second Ctrl-C would break into the leaving. Everything is saved, so where there is no
    terminal any more to give back, and the leaving waits for one, it is cut short.
    """
    known = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

    def leave(number: int, frame: FrameType | None) -> None:
        for each in known:
            signal.signal(each, signal.SIG_IGN)
        cut_short = Timer(PATIENCE, os._exit, (128 + number,))
        cut_short.daemon = True
        cut_short.start()
        signal.raise_signal(signal.SIGINT)

    for each in known:
        signal.signal(each, leave)
