"""The first screen: what there is to do."""

from __future__ import annotations

import asyncio
from typing import ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.widgets.option_list import Option

from kktui import __version__
from kktui.store import Listed, Store, StoreTrouble
from kktui.tui import ways
from kktui.tui.parts import Menu, one_line, plain

LETTERS = {
    "k": ("#  #", "# # ", "##  ", "# # ", "#  #"),
    "t": ("#####", "  #  ", "  #  ", "  #  ", "  #  "),
    "u": ("#   #", "#   #", "#   #", "#   #", " ### "),
    "i": ("#", "#", "#", "#", "#"),
}
TALL = 5
HOSTS = {True: ("▐▌▐▌▐▌ ▲▲▲▲▲▲ ▶▶▶", "◀◀◀ ▽▽▽▽▽▽ ▐▌▐▌▐▌"), False: ("[][][] AAAAAA >>>", "<<< vvvvvv [][][]")}

PLAY, RESUME, WATCH, REPLAYS, RULES, OPTIONS, QUIT = "play", "resume", "watch", "replays", "rules", "options", "quit"
ENTRIES = {
    PLAY: ("Play", "Choose a battle, a ruleset, a side and an enemy."),
    RESUME: ("Resume", "Go on with a battle where you left it."),
    WATCH: ("Watch", "Let the computer fight itself."),
    REPLAYS: ("Replays", "See a battle again, event by event, and play on from any moment of it."),
    RULES: ("Rules", "The rulebooks with their charts, and your house rulings."),
    OPTIONS: ("Options", "Colours, glyphs, speed, keys, mouse."),
    QUIT: ("Quit", "Everything is saved already."),
}


class TitleScreen(Screen[None]):
    """The title and the ways on from it."""

    DEFAULT_CSS = """
    TitleScreen { align: center middle; }
    TitleScreen #banner { width: 100%; content-align: center middle; text-align: center; height: auto; }
    TitleScreen #subtitle { width: 100%; text-align: center; color: $foreground 70%; margin: 1 0; }
    TitleScreen Center { height: auto; }
    TitleScreen #ways { width: 16; height: auto; border: none; background: $background; padding: 0; }
    TitleScreen #about { width: 100%; text-align: center; margin: 1 0 0 0; height: 2; }
    TitleScreen #version { dock: bottom; width: 100%; text-align: right; color: $foreground 50%; margin: 0 1 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "way('play')", "Play", id="title.play"),
        Binding("r", "way('resume')", "Resume", id="title.resume"),
        Binding("w", "way('watch')", "Watch", id="title.watch"),
        Binding("y", "way('replays')", "Replays", show=False, id="title.replays"),
        Binding("f1", "way('rules')", "Rules", id="title.rules"),
        Binding("o", "way('options')", "Options", id="title.options"),
        Binding("q", "way('quit')", "Quit", id="title.quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[Listed] = []

    def compose(self) -> ComposeResult:
        yield Static(id="banner")
        yield Static(plain("medieval battles on a table of characters"), id="subtitle")
        with Center():
            yield Menu(*(Option(plain(f"   {words}"), id=way) for way, (words, _) in ENTRIES.items()), id="ways")
        yield Static(id="about")
        yield Static(plain(f"kktui {__version__}"), id="version")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#banner", Static).update(banner(unicode=bool(getattr(self.app, "unicode", True))))
        self.query_one("#ways").focus()

    @work(exclusive=True, group="games")
    async def on_screen_resume(self) -> None:
        """Look at the games that are kept, without holding the screen up."""
        self._games = await asyncio.to_thread(games)
        menu = self.query_one("#ways", Menu)
        if menu.highlighted is not None:
            self._tell(str(menu.get_option_at_index(menu.highlighted).id))

    @on(Menu.OptionHighlighted, "#ways")
    def _describe(self, event: Menu.OptionHighlighted) -> None:
        self._tell(str(event.option_id))

    def _tell(self, way: str) -> None:
        said = [plain(ENTRIES[way][1], "$foreground 80%")]
        last = next((game for game in self._games if game.result is None), None) if way == RESUME else None
        if way == RESUME:
            words = (
                f"Last played: {last.title}, {last.standing} ({last.id})" if last else "There is no battle going on."
            )
            said.append(one_line(words, 76, "$primary"))
        self.query_one("#about", Static).update(Content("\n").join(said))

    @on(Menu.OptionSelected, "#ways")
    def _choose(self, event: Menu.OptionSelected) -> None:
        self.action_way(str(event.option_id))

    def action_way(self, way: str) -> None:
        """Go one of the ways; the title waits until one comes back."""
        self.app.run_worker(ways.WAYS[way](cast(ways.Host, self.app)), name=way, exclusive=True, group="ways")


def games() -> list[Listed]:
    """The games that are kept; none when they cannot be read, which the lists then tell."""
    try:
        return Store().list()
    except StoreTrouble:
        return []


def banner(*, unicode: bool) -> Content:
    """The name in big letters, one half in each side's colour, over the two hosts."""
    ink = "██" if unicode else "##"
    rows = []
    for row in range(TALL):
        halves = ("  ".join(_row(letter, row, ink) for letter in word) for word in ("kk", "tui"))
        first, second = halves
        rows.append(Content.assemble((first, "$side-first"), "   ", (second, "$side-second")))
    first, second = HOSTS[unicode]
    rows += [Content(""), Content.assemble((first, "$side-first"), "      ", (second, "$side-second"))]
    return Content("\n").join(rows)


def _row(letter: str, row: int, ink: str) -> str:
    return LETTERS[letter][row].replace("#", ink[0]).replace(" ", "\0").replace(ink[0], ink).replace("\0", "  ")
