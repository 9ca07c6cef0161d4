"""A small list in the middle of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from kktui.tui.parts import Heading, Menu, one_line, plain


class PickerScreen(ModalScreen[str | None]):
    """Pick one of a few; returns its id."""

    DEFAULT_CSS = """
    PickerScreen { align: center middle; }
    PickerScreen #box { width: 50; height: auto; border: round $primary; background: $surface; padding: 0 1; }
    PickerScreen #few { height: auto; max-height: 16; border: none; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "Back", id="picker.back")]

    def __init__(self, heading: str, few: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._heading, self._few = heading, few

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Heading(plain(self._heading))
            yield Menu(*(Option(one_line(words, 44), id=each) for each, words in self._few), id="few")

    @on(Menu.OptionSelected, "#few")
    def _picked(self, event: Menu.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def action_leave(self) -> None:
        self.dismiss(None)
