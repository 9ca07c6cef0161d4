"""Small screens that stand before the battle: a curtain between two players, a question, a word of help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from kktui.text import clean, clean_block
from kktui.tui.panes.lines import Lines, Row
from kktui.tui.parts import WholeScreen


class Curtain(WholeScreen[None]):
    """Hides everything until the right player says that he is alone with it."""

    DEFAULT_CSS = """
    Curtain { background: $background; align: center middle; }
    Curtain Static { width: auto; max-width: 70; height: auto; text-align: center; text-style: bold;
                     border: heavy $primary; padding: 1 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "open", "Open", id="curtain.open")]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player = name

    def compose(self) -> ComposeResult:
        yield Static(Content(f"For {clean(self._player)} only.\n\nPress Enter when the other looks away."))

    def action_open(self) -> None:
        self.dismiss()


class Sure(ModalScreen[bool]):
    """Asks before something that cannot be taken back."""

    DEFAULT_CSS = """
    Sure { align: center middle; background: $background 60%; }
    Sure Static { width: auto; max-width: 70; height: auto; border: heavy $warning; padding: 1 3;
                  background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,y,Y", "answer(True)", "Yes", id="sure.yes"),
        Binding("escape,n,N", "answer(False)", "No", id="sure.no"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        yield Static(Content(f"{clean_block(self._question)}\n\nEnter or y: yes    Esc or n: no"))

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class Sheet(ModalScreen[None]):
    """Lines to read, over the whole screen."""

    DEFAULT_CSS = """
    Sheet { align: center middle; background: $background 60%; }
    Sheet > Vertical { width: 90%; max-width: 100; height: auto; max-height: 90%; border: round $primary;
                       background: $surface; padding: 0 1; }
    Sheet Lines { height: auto; max-height: 86vh; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,space", "leave", "Back", id="sheet.back")
    ]

    def __init__(self, title: str, rows: Sequence[Row]) -> None:
        super().__init__()
        self._heading = title
        self._rows = rows

    def compose(self) -> ComposeResult:
        frame = Vertical(Lines(id="sheet"))
        frame.border_title = Content(clean(self._heading))
        frame.border_subtitle = Content("Esc back")
        yield frame

    def on_mount(self) -> None:
        self.query_one("#sheet", Lines).focus()
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        self.query_one("#sheet", Lines).set_rows(self._rows)

    def action_leave(self) -> None:
        self.dismiss()
