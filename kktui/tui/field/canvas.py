"""What is drawn of a battlefield, in layers: the ground, the men on it, and the marks over both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.style import Style
from textual.geometry import Region, Size

from kktui.tui.field.glyphs import Glyphs
from kktui.tui.field.ground import Drawn, Spot
from kktui.tui.field.men import Piece
from kktui.tui.field.overlay import Mark, Marks, signs
from kktui.tui.field.palette import Palette, added
from kktui.tui.field.scale import Cell

Drawing = tuple[str, Style]
"""A cell: what is written in it, and how."""
Layer = dict[int, dict[int, Drawing]]
"""Cells by row and column."""
Ghost = tuple[Mapping[Cell, Piece], str]
"""A man where he might stand, and the style he is drawn in."""


class Canvas:
    """The drawing in the colours and glyphs of the day; with others it is begun anew."""

    def __init__(self, palette: Palette, glyphs: Glyphs) -> None:
        self.palette = palette
        self.glyphs = glyphs
        self.ground: list[list[Drawing]] = []
        self.men: Mapping[Cell, Piece] = {}
        self.over: Layer = {}
        """What is drawn instead of the ground, but for the cursor."""
        self._pieces: Layer = {}
        """The men alone."""

    def paint(self, ground: Drawn) -> None:
        """The ground with its colours and nothing over it; cells that look alike are one and the same."""
        known: dict[Spot, Drawing] = {}
        self.ground, self.over = [], {}
        for line in ground:
            drawn = []
            for spot in line:
                drawing = known.get(spot)
                if drawing is None:
                    drawing = known[spot] = spot.glyph, self.palette.ground(spot.kind, spot.level)
                drawn.append(drawing)
            self.ground.append(drawn)

    def stand(self, men: Mapping[Cell, Piece], ghosts: Iterable[Ghost]) -> None:
        """The men, and those drawn a second time where they might stand."""
        self.men = men
        self._pieces = {}
        self._put(men, None)
        for ghost, style in ghosts:
            self._put(ghost, self.palette.mark(style))

    def lay(self, overlays: Iterable[Marks]) -> dict[int, list[int]]:
        """Marks over the men, a later one higher; by row the columns that are drawn otherwise now."""
        was, self.over = self.over, self._merged(list(overlays))
        changed = {}
        for row in was.keys() | self.over.keys():
            before, after = was.get(row, {}), self.over.get(row, {})
            if before != after:
                changed[row] = [each for each in sorted({*before, *after}) if before.get(each) != after.get(each)]
        return changed

    def row(self, row: int, first: int, end: int) -> list[Drawing]:
        """The cells of a row from a column up to another."""
        cells = self.ground[row][first:end]
        for column, drawing in self.over.get(row, {}).items():
            if 0 <= column - first < len(cells):
                cells[column - first] = drawing
        return cells

    def _put(self, pieces: Mapping[Cell, Piece], over: Style | None) -> None:
        rows, columns = len(self.ground), len(self.ground[0])
        for cell, piece in pieces.items():
            if 0 <= cell.row < rows and 0 <= cell.column < columns:
                glyph, style = self._piece(cell, piece)
                drawing = glyph, style if over is None else added(style, over)
                self._pieces.setdefault(cell.row, {})[cell.column] = drawing

    def _merged(self, overlays: list[Marks]) -> Layer:
        """The men with all marks over them; without colours signs stand beside some."""
        if self.palette.colourless:
            overlays.append(signs(overlays, self.men, self.glyphs))
        rows, columns = len(self.ground), len(self.ground[0])
        over = {row: dict(line) for row, line in self._pieces.items()}
        for marks in overlays:
            for cell, mark in marks.items():
                if 0 <= cell.row < rows and 0 <= cell.column < columns:
                    line = over.setdefault(cell.row, {})
                    line[cell.column] = self._marked(cell, mark, line.get(cell.column))
        return over

    def _piece(self, cell: Cell, piece: Piece) -> Drawing:
        if piece.fallen:
            style = added(self.ground[cell.row][cell.column][1], self.palette.side(piece.side))
            return piece.glyph, added(style, self.palette.mark("corpse"))
        return piece.glyph, self.palette.man(piece.side, piece.tint, leads=piece.leads)

    def _marked(self, cell: Cell, mark: Mark, under: Drawing | None) -> Drawing:
        taken = cell.column in self._pieces.get(cell.row, ())
        if taken and not mark.over and (mark.glyph or mark.ground) and under is not None:
            return under
        glyph, style = under or self.ground[cell.row][cell.column]
        return mark.glyph or glyph, added(style, self.palette.mark(mark.style))


def stretches(row: int, columns: Iterable[int], camera: Cell, size: Size) -> list[Region]:
    """The stretches of the screen that hold these columns of a row, as far as they are seen."""
    y = row - camera.row
    if not 0 <= y < size.height:
        return []
    found: list[Region] = []
    last = None
    for x in (column - camera.column for column in columns):
        if not 0 <= x < size.width:
            continue
        if last is not None and x - last <= 3:
            found[-1] = Region(found[-1].x, y, x - found[-1].x + 1, 1)
        else:
            found.append(Region(x, y, 1, 1))
        last = x
    return found
