"""The games that are kept: to go on with, or to see again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Input, Static
from textual.widgets.option_list import Option

from kktui.store import Listed
from kktui.tui.parts import Heading, Menu, WholeScreen, one_line, plain

TITLE, LONGEST, WHEN = 28, 44, 16
"""Cells for what a line tells, at most: each part takes no more than it needs."""


class SavedScreen(WholeScreen[str | None]):
    """A list of games; returns the id of the one chosen."""

    DEFAULT_CSS = """
    SavedScreen { background: $background; }
    SavedScreen #find { height: 1; border: none; padding: 0 1; background: $panel; }
    SavedScreen #games { height: 1fr; border: none; background: $background; text-wrap: nowrap; text-overflow: ellipsis;
                         scrollbar-size-vertical: 1; }
    SavedScreen #details { height: 3; padding: 0 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="saved.back"),
        Binding("slash", "find", "Find", id="saved.find"),
    ]

    def __init__(self, heading: str, games: Sequence[Listed], empty: str) -> None:
        """`empty` is said when there are none."""
        super().__init__()
        self._heading, self._games, self._empty = heading, list(games), empty

    def compose(self) -> ComposeResult:
        yield Heading(plain(self._heading))
        yield Input(placeholder="find a game by any words", id="find", compact=True)
        yield Menu(id="games")
        yield Static(id="details")
        yield Footer()

    def on_mount(self) -> None:
        self._list("")
        self.query_one("#games").focus()

    def _list(self, words: str) -> None:
        menu = self.query_one("#games", Menu)
        menu.clear_options()
        wanted = words.casefold().split()
        title = _room(TITLE, [game.title for game in self._games])
        room = _room(LONGEST, [game.standing for game in self._games])
        for game in self._games:
            line = game_line(game, title, room)
            if all(word in line.plain.casefold() for word in wanted):
                menu.add_option(Option(line, id=game.id))
        if menu.option_count:
            menu.highlighted = 0
        else:
            self.query_one("#details", Static).update(
                plain(self._empty if not words else "No game has all these words.")
            )

    @on(Menu.OptionHighlighted, "#games")
    def _detail(self, event: Menu.OptionHighlighted) -> None:
        game = next(each for each in self._games if each.id == event.option_id)
        said = [
            one_line(game.title, style="bold"),
            one_line(f"{game.ruleset}; {game.players}"),
            one_line(f"{game.id}, last played {_when(game)}", style="dim"),
        ]
        self.query_one("#details", Static).update(Content("\n").join(said))

    @on(Menu.OptionSelected, "#games")
    def _chosen(self, event: Menu.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_find(self) -> None:
        self.query_one("#find").focus()

    @on(Input.Changed, "#find")
    def _find(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted, "#find")
    def _found(self) -> None:
        self.query_one("#games").focus()

    def action_leave(self) -> None:
        self.dismiss(None)


def _room(most: int, said: Sequence[str]) -> int:
    """Cells for the longest of these, if they are not too many."""
    return min(most, max((one_line(each).cell_length for each in said), default=0))


def _when(game: Listed) -> str:
    return game.updated[:WHEN].replace("T", " ")


def game_line(game: Listed, called: int, stands: int) -> Content:
    """`Meeting at the Ford  turn 4  2026-11-18 11:02  bold-axe-100`, with room for the first two parts."""
    title, standing = one_line(game.title, called), one_line(game.standing, stands)
    gaps = [" " * (2 + called - title.cell_length), " " * (2 + stands - standing.cell_length)]
    return Content.assemble(title, gaps[0], standing, gaps[1], plain(f"{_when(game)}  {game.id}", "dim"))
