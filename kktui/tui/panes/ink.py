"""What panes write with: the theme's colours and the set of glyphs."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from kktui.engine.state import AnyState
from kktui.engine.telling import name_of
from kktui.text import clean
from kktui.tui.field.glyphs import Glyphs
from kktui.tui.field.men import ranks_of
from kktui.tui.field.palette import TINTS, Palette


class Ink(NamedTuple):
    """Colours and signs."""

    palette: Palette
    glyphs: Glyphs

    def __call__(self, name: str) -> Style:
        return self.palette.ink(name)

    def bar(self, value: float, most: float, cells: int) -> str:
        """A bar of so many cells."""
        full = min(cells, max(0, round(cells * value / most))) if most else 0
        if value > 0 and most and not full:
            full = 1
        return self.glyphs.full * full + self.glyphs.hollow * (cells - full)

    def side(self, state: AnyState, side: str) -> Style:
        """The colour of a side's words."""
        return self.palette.side(state.sides.index(side)) if side in state.sides else Style()

    def badge(self, state: AnyState, unit: str) -> Text:
        """A unit's letter as it stands on the field."""
        ranks = ranks_of(state, TINTS)
        body = state.units[unit]
        style = self.palette.man(ranks.sides[body.side], ranks.tints[unit], leads=False)
        return Text(ranks.letters[unit], style=style)

    def named(self, state: AnyState, key: str) -> Text:
        """The name of a figure, unit or side in its side's colour."""
        owner = state.figures.get(key) or state.units.get(key)
        side = owner.side if owner is not None else key
        return Text(name_of(state, key), style=self.side(state, side))

    def line(self, *parts: Text | str) -> Text:
        """Parts put together; strings are made safe to show."""
        text = Text(end="")
        for part in parts:
            text.append_text(part) if isinstance(part, Text) else text.append(clean(part, 2000))
        return text
