"""Between inches of the table and cells of the screen. A cell is twice as high as it is wide."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from kktui.table.geometry import Base, Point, Pose
from kktui.table.terrain import Ground

ZOOMS = (4.0, 2.0, 1.0, 0.5, 0.25)
"""Inches of the table in one column, from afar to close by."""


class Cell(NamedTuple):
    """A place on the drawn table, whatever part of it the screen shows."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Scale:
    """How many inches one column stands for; a row stands for twice as many."""

    inches: float

    def cell(self, at: Point | Pose) -> Cell:
        """The cell that a point lies in."""
        return Cell(int(at[0] // self.inches), int(at[1] // (2 * self.inches)))

    def point(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return Point((cell.column + 0.5) * self.inches, (cell.row + 0.5) * 2 * self.inches).rounded()

    def size(self, ground: Ground) -> tuple[int, int]:
        """Columns and rows of the whole table."""
        return ceil(ground.width / self.inches), ceil(ground.depth / (2 * self.inches))

    def box(self, base: Base, pose: Pose) -> tuple[Cell, int, int]:
        """The cells a base is drawn in: the first one, how many across and how many down.

        A base always has the same number of cells for a way it looks, so that it does not flicker as it goes.
        """
        across, down = spread(base, pose.facing)
        columns = max(1, round(2 * across / self.inches))
        rows = max(1, round(down / self.inches))
        left = round(pose.x / self.inches - columns / 2)
        top = round(pose.y / (2 * self.inches) - rows / 2)
        return Cell(left, top), columns, rows


def spread(base: Base, facing: float) -> tuple[float, float]:
    """Half the width and half the depth of a base as drawn, in inches."""
    if base.round:
        return base.half_width, base.half_width
    turn = round(facing / 45) % 4
    if turn % 2:
        middle = (base.half_width + base.half_length) / 2
        return middle, middle
    return (base.half_length, base.half_width) if turn == 2 else (base.half_width, base.half_length)


def fitting(ground: Ground, columns: int, rows: int) -> Scale:
    """The closest scale at which the whole table is seen."""
    inches = max(ground.width / max(1, columns), ground.depth / max(1, 2 * rows))
    snug = next((zoom for zoom in reversed(ZOOMS) if zoom >= inches), inches)
    return Scale(snug if snug <= inches * 1.2 else inches)
