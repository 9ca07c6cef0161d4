"""Less to work out and less to send for a small change.

Textual 8 renders every line of every widget near a change, and sends a changed line from the left edge of its widget
on; on a battlefield that is most of the screen for one cell. This renders the lines that hold a change and sends the
changed cells alone. It stands on private parts of Textual: a test holds it to what they paint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import cast

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

Span = tuple[int, int, int]
"""A line, and the columns of it from and to which it has changed."""
Chops = dict[int, dict[int, Strip | None]]
"""For each line that has changed: what is painted from each column on at which one widget ends and another begins."""


class TightUpdate(ChopsUpdate):
    """A partial update whose lines are cut at both ends."""

    def render_segments(self, console: Console) -> str:
        sent: list[str] = []
        for y, left, right in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is None or x >= right or end <= left:
                    continue
                start = max(x, left)
                shown = strip if start == x and end <= right else strip.crop(start - x, min(end, right) - x)
                if shown.cell_length:
                    sent += (Control.move_to(start, y).segment.text, shown.render(console))
        return "".join(sent)


class TightCompositor(Compositor):
    """Puts a screen together as Textual does, with less work, and sends less of it."""

    def render_partial_update(self) -> ChopsUpdate | None:
        regions = self._dirty_regions.copy()
        self._dirty_regions.clear()
        if not regions:
            return None
        spans = [span for span in self._regions_to_spans(regions) if 0 <= span[0] < len(self.cuts)]
        ends = {y: self.cuts[y][1:] for y, _, _ in spans}
        chops = cast("Sequence[Mapping[int, Strip]]", self._chops(spans))
        return TightUpdate(chops, spans, cast("list[list[int]]", ends))

    def _chops(self, spans: Iterable[Span]) -> Chops:
        """The changed lines, put together from what is in front to what is behind."""
        changed: dict[int, list[tuple[int, int]]] = {}
        for y, left, right in spans:
            changed.setdefault(y, []).append((left, right))
        chops: Chops = {y: dict.fromkeys(self.cuts[y][:-1]) for y in changed}
        for widget, (region, clip) in self.visible_widgets.items():
            shown = region.intersection(clip)
            lines = [y for y in shown.line_range if y in changed and self._wanted(chops[y], y, shown, changed[y])]
            for first, last in _runs(lines):
                part = Region(shown.x - region.x, first - region.y, shown.width, last - first + 1)
                for y, strip in zip(range(first, last + 1), widget.render_lines(part), strict=False):
                    self._put(chops[y], y, shown, strip)
        return chops

    def _wanted(
        self, line: Mapping[int, Strip | None], y: int, shown: Region, changes: Sequence[tuple[int, int]]
    ) -> bool:
        """Whether a widget shown there has something to add to a changed line: nothing in front of it covers it all."""
        left, right = shown.column_span
        return any(
            line[x] is None and any(x < end and to > start for start, end in changes)
            for x, to in pairwise(self.cuts[y])
            if left <= x < right
        )

    def _put(self, line: dict[int, Strip | None], y: int, shown: Region, strip: Strip) -> None:
        """Fill in what nothing in front has filled."""
        left, right = shown.column_span
        cuts = [cut for cut in self.cuts[y] if left <= cut <= right]
        for cut, piece in zip(cuts, strip.divide([cut - shown.x for cut in cuts[1:]]), strict=False):
            if line.get(cut) is None:
                line[cut] = piece


def gathered(widgets: Iterable[Widget]) -> None:
    """Have what these want painted anew painted together.

    Each would tell its screen when it comes to rest, the first of them would be painted at once and the others a
    frame later.
    """
    for widget in widgets:
        widget._check_refresh()


def _runs(lines: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Lines that follow one another, as the first and the last of each run."""
    first = last = None
    for y in lines:
        if first is None or last is None:
            first = last = y
        elif y == last + 1:
            last = y
        else:
            yield first, last
            first = last = y
    if first is not None and last is not None:
        yield first, last
