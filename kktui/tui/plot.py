"""A plot in character cells: one line for each side, told apart by colour and by what it is drawn with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content
from textual.widget import Widget

STYLES = ("$side-first", "$side-second")
PENS = {True: ("━┃┓┗┛┏", "╌╎┐└┘┌"), False: ("=|.''.", "-:.''.")}
"""For glyphs beyond ASCII or not, and for each side: what runs along and what runs down, then the corners of a step:
where it leaves the line above, where it comes upon that below, and the same upwards."""
BOTH = {True: "═║╗╚╝╔╬", False: "#######"}
"""The same for two lines that are one there, and what stands where one goes across the other."""
ALONG, DOWN, LEAVES, COMES, RISES, TOPS = range(6)


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
    """What each side draws in each cell, as a place in its pen."""

    def __init__(self, columns: int, rows: int, *, unicode: bool) -> None:
        self._columns, self._unicode = columns, unicode
        self._cells: list[list[dict[int, int]]] = [[{} for _ in range(columns)] for _ in range(rows)]

    def draw(self, side: int, rows: Sequence[int]) -> None:
        """A stair from left to right."""
        step = self._columns / max(len(rows), 1)
        for place, row in enumerate(rows):
            first, last = round(place * step), round((place + 1) * step)
            for column in range(first, last):
                self._cells[row][column][side] = ALONG
            if place and rows[place - 1] != row:
                self._step(side, first, rows[place - 1], row)

    def _step(self, side: int, column: int, before: int, row: int) -> None:
        """From one line to another."""
        for between in range(min(before, row) + 1, max(before, row)):
            self._cells[between][column][side] = DOWN
        self._cells[before][column][side] = LEAVES if before < row else RISES
        self._cells[row][column][side] = COMES if before < row else TOPS

    def line(self, row: int) -> Content:
        return Content.assemble(*map(self._drawn, self._cells[row]))

    def _drawn(self, cell: Mapping[int, int]) -> str | tuple[str, str]:
        if not cell:
            return " "
        (side, place), *others = cell.items()
        if not others:
            return PENS[self._unicode][side % 2][place], STYLES[side % 2]
        return BOTH[self._unicode][place if others[0][1] == place else -1]
