"""A few lines of which only those that change are painted anew."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from textual.content import Content
from textual.geometry import Region
from textual.visual import VisualType
from textual.widget import Widget

from kktui.tui.parts import lines


class Slate(Widget):
    """Lines that are none of a visitor's own: told often in a full house, and mostly the same."""

    DEFAULT_CSS = "Slate { height: auto; }"

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: Sequence[Content] = ()

    def render(self) -> VisualType:
        return lines(self._lines)

    def show(self, lines: Sequence[Content]) -> None:
        """Show these lines."""
        was, self._lines = self._lines, lines
        changed = [y for y, (old, new) in enumerate(zip_longest(was, lines)) if not _same(old, new)]
        if changed and self.styles.is_auto_height:
            self.refresh(layout=True)
        elif changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))


class Tail(Slate):
    """The last of its lines, as many as there is room for."""

    def render(self) -> VisualType:
        return lines(self._lines[-max(1, self.size.height) :])

    def show(self, lines: Sequence[Content]) -> None:
        self._lines = lines
        self.refresh()


def _same(old: Content | None, new: Content | None) -> bool:
    return old is not None and new is not None and old.is_same(new)
