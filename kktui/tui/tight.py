"""Less to send for a small change.

Textual 8 sends a changed line from the left edge of its widget on; on a battlefield that is most of a line for one
cell. This sends the changed cells alone. It stands on private parts of Textual: a test holds it to what they paint.
"""

from __future__ import annotations

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


class TightUpdate(ChopsUpdate):
    """A partial update whose lines are cut at both ends."""

    def render_segments(self, console: Console) -> str:
        sent: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x > right or end <= left:
                    continue
                start = max(x, left)
                shown = strip if start == x and end <= right else strip.crop(start - x, min(end, right) - x)
                if shown.cell_length:
                    sent += (Control.move_to(start, y).segment.text, shown.render(console))
        return "".join(sent)


class TightCompositor(Compositor):
    """Puts a screen together as Textual does, and sends less of it."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        if type(update) is ChopsUpdate:
            return TightUpdate(update.chops, update.spans, update.chop_ends)
        return update
