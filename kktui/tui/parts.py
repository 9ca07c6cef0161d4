"""Small parts that the screens around the battle are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.renderables.blank import Blank
from textual.screen import ModalScreen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import OptionList, Static

from kktui.text import BLOCK_LIMIT, clean, clean_block

Given = TypeVar("Given")
LABEL = 12
"""Cells for the name of a choice; a longer one is cut."""


def plain(text: str, style: str = "", limit: int = BLOCK_LIMIT) -> Content:
    """Text from people as a widget may show it: no markup in it means anything, no character steers a terminal."""
    shown = clean_block(text, limit)
    return Content.styled(shown, style) if style else Content(shown)


def one_line(text: str, width: int = 0, style: str = "") -> Content:
    """The same on one line, cut at a width in cells if one is given."""
    shown = plain(clean(text), style)
    return shown.truncate(width, ellipsis=True) if width else shown


def lines(parts: Sequence[Content]) -> Content:
    """Several lines as one text."""
    return Content("\n").join(parts)


class WholeScreen(ModalScreen[Given]):
    """A screen that hides what is under it.

    Textual takes the terminal's own background for a thin one, through which the screen under it shows. What the app
    does by keys it does not do over such a screen, but for those that come first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "app.keys", "Keys", show=False, id="screen.keys")]

    def render(self) -> Any:
        return Blank(self.styles.background)


class Menu(OptionList):
    """A list to choose from; j and k move as the arrows do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="menu.down"),
        Binding("k", "cursor_up", "Up", show=False, id="menu.up"),
        Binding("l", "select", "Choose", show=False, id="menu.choose"),
    ]

    def get_visual_style(self, *component_classes: str, partial: bool = False) -> Style:
        """The style of a part, reversed ones too: Textual leaves that out, and without colours nothing else shows."""
        style = super().get_visual_style(*component_classes, partial=partial)
        reverse = any(self.get_component_styles(name).text_style.reverse for name in component_classes)
        return style + Style(reverse=True) if reverse else style


class Choice(Widget, can_focus=True):
    """One line with a name and a value that the arrows change."""

    DEFAULT_CSS = """
    Choice { height: 1; width: 1fr; padding: 0 1; }
    Choice:focus { background: $block-cursor-background; color: $block-cursor-foreground;
                   text-style: $block-cursor-text-style; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space", "turn(1)", "Next value", show=False, id="choice.next"),
        Binding("left,h", "turn(-1)", "Value before", show=False, id="choice.before"),
        Binding("enter", "submit", "Choose", show=False, id="choice.choose"),
        Binding("down,j", "app.focus_next", "Down", show=False, id="choice.down"),
        Binding("up,k", "app.focus_previous", "Up", show=False, id="choice.up"),
    ]

    value: var[str] = var("", init=False)

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: Choice) -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> Choice:
            return self.choice

    class Submitted(Changed):
        """Enter was pressed here."""

    def __init__(
        self,
        label: str,
        values: Sequence[tuple[str, str]],
        value: str = "",
        *,
        id: str,  # noqa: A002
        room: int = LABEL,
    ) -> None:
        """`values` are pairs of a value and the words for it; `room` is what the name of the choice may take."""
        super().__init__(id=id)
        self._label, self._room = label, room
        self._values = dict(values)
        self.set_reactive(Choice.value, value if value in self._values else next(iter(self._values), ""))

    def offer(self, values: Sequence[tuple[str, str]], value: str = "") -> None:
        """Other values than before; the present one stays if it is among them."""
        self._values = dict(values)
        kept = value or self.value
        self.set_reactive(Choice.value, kept if kept in self._values else next(iter(self._values), ""))
        self.refresh()

    def render(self) -> Content:
        ends = ("◂ ", " ▸") if getattr(self.app, "unicode", True) else ("< ", " >")
        value = one_line(self._values.get(self.value, self.value))
        label = one_line(self._label, self._room)
        return Content.assemble(label, " " * (self._room + 1 - label.cell_length), ends[0], value, ends[1])

    def action_turn(self, step: int) -> None:
        values = list(self._values)
        if len(values) > 1:
            self.value = values[(values.index(self.value) + step) % len(values)]
            self.refresh()
            self.post_message(self.Changed(self))

    def action_submit(self) -> None:
        self.post_message(self.Submitted(self))

    def on_click(self) -> None:
        self.action_turn(1)


class Heading(Static):
    """What stands over a part of a screen."""

    DEFAULT_CSS = """
    Heading { width: 1fr; height: 1; text-style: bold; color: $primary; }
    """
