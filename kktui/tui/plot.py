"""A plot in character cells: one line for each side, told apart by colour and by what it is drawn with."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

STYLES = ("$side-first", "$side-second")
PENS = {True: (("━", "┃"), ("╌", "╎")), False: (("=", "|"), ("-", ":"))}
"""For glyphs beyond ASCII or not, and for each side: what runs along and what runs down."""
BOTH = {True: "═", False: "#"}


class Plot(Widget):
    """The lines, as wide as there is room."""

    DEFAULT_CSS = """
    Plot { width: 1fr; height: 30vh; min-height: 9; }
    """

    def __init__(self, series: Sequence[Sequence[int]], *, unicode: bool) -> None:
        super().__init__()
        self._series, self._unicode = series, unicode

    def render(self) -> Content:
        width, height = self.content_size
        return Content("\n").join(plot(self._series, width, height, unicode=self._unicode))


def plot(series: Sequence[Sequence[int]], width: int, height: int, *, unicode: bool) -> list[Content]:
    """Lines of numbers from left to right, with their scale at the left and turns below."""
    most = max((number for line in series for number in line), default=0) or 1
    margin = len(str(most)) + 2
    columns, rows = max(width - margin, 4), max(height - 1, 2)
    cells = _Cells(columns, rows, unicode=unicode)
    for side, numbers in enumerate(series):
        cells.draw(side, [_row(number, most, rows) for number in numbers])
    frame = "┤" if unicode else "|"
    shown = [
        Content.assemble(f"{_label(row, rows, most):>{margin - 2}} {frame}", cells.line(row)) for row in range(rows)
    ]
    return [*shown, Content(" " * margin + _axis(columns, max((len(line) for line in series), default=1)))]


def _row(number: int, most: int, rows: int) -> int:
    return round((1 - number / most) * (rows - 1))


def _label(row: int, rows: int, most: int) -> str:
    return str(round(most * (1 - row / (rows - 1)))) if row in (0, rows - 1, (rows - 1) // 2) else ""


def _axis(columns: int, points: int) -> str:
    """The turns below the lines, as many as there is room for."""
    marks = [" "] * columns
    step = columns / max(points, 1)
    free = 0
    for point in range(points):
        text, at = str(point), round(point * step)
        if at >= free and at + len(text) <= columns:
            marks[at : at + len(text)] = text
            free = at + len(text) + 1
    return "".join(marks).rstrip()


class _Cells:
    """What stands in each cell: a character, and whose it is."""

    def __init__(self, columns: int, rows: int, *, unicode: bool) -> None:
        self._columns, self._unicode = columns, unicode
        self._cells: list[list[tuple[str, int]]] = [[(" ", -1)] * columns for _ in range(rows)]

    def draw(self, side: int, rows: Sequence[int]) -> None:
        """A stair from left to right."""
        along, down = PENS[self._unicode][side % 2]
        step = self._columns / max(len(rows), 1)
        for place, row in enumerate(rows):
            first, last = round(place * step), round((place + 1) * step)
            for column in range(first, last):
                self._put(row, column, along, side)
            before = rows[place - 1] if place else row
            for between in range(min(before, row) + 1, max(before, row)):
                self._put(between, first, down, side)

    def _put(self, row: int, column: int, char: str, side: int) -> None:
        there = self._cells[row][column]
        mixed = there[1] not in (-1, side)
        self._cells[row][column] = (BOTH[self._unicode], 2) if mixed else (char, side)

    def line(self, row: int) -> Content:
        return Content.assemble(*((char, STYLES[side]) if side in (0, 1) else char for char, side in self._cells[row]))
