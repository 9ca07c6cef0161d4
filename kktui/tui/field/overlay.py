"""What is laid over the field: marks in cells, made from inches."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil, pi
from typing import NamedTuple

from kktui.table.geometry import Point
from kktui.tui.field.glyphs import Glyphs
from kktui.tui.field.ground import along, filled
from kktui.tui.field.scale import Cell, Scale


class Mark(NamedTuple):
    """How a cell is marked: the name of a style, and a sign where one is to be seen."""

    style: str
    glyph: str = ""
    """Shown on the ground; over a base only when `over` says so."""
    over: bool = False
    ground: bool = False
    """The ground alone is marked, not whoever stands on it."""


Marks = Mapping[Cell, Mark]


def signs(overlays: Iterable[Marks], men: Container[Cell], glyphs: Glyphs) -> dict[Cell, Mark]:
    """Signs beside those who act and whom they aim at, where the ground is free: what colours say elsewhere."""
    found: dict[Cell, Mark] = {}
    beside = {"acting": (-1, Mark("label", glyphs.pointer)), "target": (1, Mark("label", glyphs.aimed))}
    for marks in overlays:
        for (column, row), mark in marks.items():
            side, sign = beside.get(mark.style, (0, mark))
            if side and Cell(column + side, row) not in men:
                found[Cell(column + side, row)] = sign
    return found


def path_marks(path: Sequence[Point], scale: Scale, mark: Mark) -> dict[Cell, Mark]:
    """A way from point to point."""
    return {cell: mark for one, other in pairwise(path) for cell in along(one, other, scale)}


def ring_marks(middle: Point, inches: float, scale: Scale, mark: Mark) -> dict[Cell, Mark]:
    """A circle."""
    return {scale.cell(point): mark for point in circle(middle, inches, scale)}


def circle(middle: Point, inches: float, scale: Scale) -> Iterator[Point]:
    """Points close together on a circle."""
    steps = max(8, ceil(2 * pi * inches / scale.inches))
    for i in range(steps):
        yield middle.toward(360 * i / steps, inches)


def arc_marks(middle: Point, facing: float, half: float, inches: float, scale: Scale, mark: Mark) -> dict[Cell, Mark]:  # noqa: PLR0913, PLR0917 - a sector is all of these
    """The border of a sector: two sides and the arc between them."""
    left, right = middle.toward(facing - half, inches), middle.toward(facing + half, inches)
    marks = path_marks((left, middle, right), scale, mark)
    steps = max(4, ceil(2 * half))
    bow = (middle.toward(facing - half + 2 * half * i / steps, inches) for i in range(steps + 1))
    return {**marks, **{scale.cell(point): mark for point in bow}}


def area_marks(shape: Sequence[Point], scale: Scale, size: tuple[int, int], mark: Mark) -> dict[Cell, Mark]:
    """The inside of a polygon."""
    return dict.fromkeys(filled(shape, scale, *size), mark) if len(shape) > 2 else {}


def outline_marks(shape: Sequence[Point], scale: Scale, mark: Mark) -> dict[Cell, Mark]:
    """The border of a polygon."""
    return path_marks((*shape, shape[0]), scale, mark)


def text_marks(text: str, at: Cell, style: str) -> dict[Cell, Mark]:
    """Words written on the field."""
    return {Cell(at.column + i, at.row): Mark(style, char, over=True) for i, char in enumerate(text)}
