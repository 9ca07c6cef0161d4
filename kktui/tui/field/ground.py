"""The ground as cells: drawn once for a table and a scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from kktui.table.geometry import Point
from kktui.table.terrain import Area, Ground, area_height
from kktui.tui.field.glyphs import Glyphs, Strokes
from kktui.tui.field.scale import Cell, Scale

GRID = 6
"""Inches between the dots of the open ground."""
OPEN, LINE = "open", "line"
DENSITY = {"woods": 2, "crops": 2, "bushes": 3, "rough": 3, "water": 2, "building": 1, "road": 3}
"""Of so many cells of an area one has its sign; the cells at its border all have."""
SPARSE = 9
STEP = 2.0
"""Inches of height from one shade of the ground to the next."""


class Spot(NamedTuple):
    """One cell of the ground: its sign, the kind of ground and the shade of its height."""

    glyph: str
    kind: str
    level: int


Drawn = tuple[tuple[Spot, ...], ...]


@lru_cache(maxsize=32)
def _raster(ground: Ground, inches: float) -> tuple[list[list[str]], list[list[float]], set[Cell]]:
    """Kind and height of every cell, and the cells at the border of an area."""
    scale = Scale(inches)
    columns, rows = scale.size(ground)
    kinds = [[OPEN] * columns for _ in range(rows)]
    heights = [[0.0] * columns for _ in range(rows)]
    border: set[Cell] = set()
    for area in ground.areas:
        cells = set(filled(area.shape, scale, columns, rows))
        edge = {cell for cell in cells if any(each not in cells for each in _beside(cell))}
        for column, row in cells:
            if area.kind == "slope":
                heights[row][column] += area_height(area)
            if area.kind != "slope" or kinds[row][column] == OPEN:
                kinds[row][column] = _kind(area)
        border = (border - cells) | edge if area.kind != "slope" else border | edge
    return kinds, heights, border


def _kind(area: Area) -> str:
    return "steep" if area.kind == "slope" and area.steep else area.kind


def _beside(cell: Cell) -> Iterator[Cell]:
    column, row = cell
    yield Cell(column - 1, row)
    yield Cell(column + 1, row)
    yield Cell(column, row - 1)
    yield Cell(column, row + 1)


@lru_cache(maxsize=32)
def ground_cells(ground: Ground, scale: Scale, glyphs: Glyphs) -> Drawn:
    """Every cell of a table at a scale; remembered."""
    kinds, heights, border = _raster(ground, scale.inches)
    rows = [
        [
            Spot(
                _sign(kind, Cell(column, row), border, scale, glyphs), kind, min(3, round(heights[row][column] / STEP))
            )
            for column, kind in enumerate(line)
        ]
        for row, line in enumerate(kinds)
    ]
    for line in ground.lines:
        _draw_line(rows, line.points, glyphs.lines[line.kind], scale)
    return tuple(tuple(row) for row in rows)


def _sign(kind: str, cell: Cell, border: set[Cell], scale: Scale, glyphs: Glyphs) -> str:
    column, row = cell
    if kind == OPEN:
        return glyphs.grid if _on_grid(cell, scale) else " "
    if kind in ("slope", "steep"):
        every = 1 if cell in border else (SPARSE if kind == "slope" else SPARSE // 2)
        return glyphs.areas["slope"] if (column * 2 + row * 5) % every == 0 else " "
    every = 1 if cell in border and kind not in ("road", "water") else DENSITY[kind]
    return glyphs.areas[kind] if (column + row * (every - 1)) % every == 0 else " "


def _on_grid(cell: Cell, scale: Scale) -> bool:
    """Whether a point of the grid lies in the cell."""
    across, down = scale.inches, 2 * scale.inches
    return (cell.column * across) % GRID < across and (cell.row * down) % GRID < down


def _draw_line(rows: list[list[Spot]], points: Sequence[Point], strokes: Strokes, scale: Scale) -> None:
    for one, other in pairwise(points):
        glyph = _stroke(one, other, strokes)
        for column, row in along(one, other, scale):
            if 0 <= row < len(rows) and 0 <= column < len(rows[row]):
                rows[row][column] = Spot(glyph, LINE, rows[row][column].level)


def _stroke(one: Point, other: Point, strokes: Strokes) -> str:
    dx, dy = other.x - one.x, other.y - one.y
    if abs(dx) >= 2.4 * abs(dy):
        return strokes.across
    if abs(dy) >= 2.4 * abs(dx):
        return strokes.down
    return strokes.rising if dx * dy < 0 else strokes.falling


def along(one: Point, other: Point, scale: Scale) -> list[Cell]:
    """The cells on the straight line between two points, in order."""
    steps = max(1, round(one.to(other) / scale.inches * 2))
    found: dict[Cell, None] = {}
    for i in range(steps + 1):
        part = i / steps
        found[scale.cell(Point(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part))] = None
    return list(found)


def filled(shape: Sequence[Point], scale: Scale, columns: int, rows: int) -> Iterator[Cell]:
    """The cells whose middle lies inside a polygon."""
    top = max(0, int(min(point.y for point in shape) / (2 * scale.inches)) - 1)
    bottom = min(rows, int(max(point.y for point in shape) / (2 * scale.inches)) + 2)
    closed = [*shape, shape[0]]
    for row in range(top, bottom):
        y = (row + 0.5) * 2 * scale.inches
        crossings = sorted(
            a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) for a, b in pairwise(closed) if (a.y <= y) != (b.y <= y)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            first = max(0, round(left / scale.inches))
            for column in range(first, min(columns, round(right / scale.inches))):
                yield Cell(column, row)
