"""Where a terminal shows ASCII alone: what every part of every screen paints, Textual's own as well, is made so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

from kktui.tui.field.glyphs import PLAINER


class InAscii(LineFilter):
    """Paints the sign in ASCII that stands for another; names keep their letters."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [each if each.control or each.text.isascii() else _plainer(each) for each in segments]


def _plainer(segment: Segment) -> Segment:
    return Segment(segment.text.translate(PLAINER), segment.style)


IN_ASCII = InAscii()


def filters(app: App[Any], usual: Sequence[LineFilter]) -> Sequence[LineFilter]:
    """What goes over every line that an app paints."""
    return usual if getattr(app, "unicode", True) else [*usual, IN_ASCII]


def paint_anew(app: App[Any]) -> None:
    """Paint everything again: what has been painted is of other signs."""
    for screen in app.screen_stack:
        for widget in screen.walk_children(with_self=True):
            widget.refresh()
