"""Where an enemy can strike and how far command reaches, as cells of the field."""

from __future__ import annotations

from collections.abc import Iterable

from kktui.tui.field import Cell, Field, Mark
from kktui.tui.field.ground import filled
from kktui.tui.field.overlay import circle, ring_marks, text_marks
from kktui.words.reaching import Circle

LABEL = "label"
"""How words on the field are marked."""


def danger_cells(field: Field, found: Iterable[Circle]) -> set[Cell]:
    """Every cell that somebody can strike at. Of a man only his longest reach counts."""
    longest: dict[str, Circle] = {}
    for each in found:
        if each.man not in longest or each.inches > longest[each.man].inches:
            longest[each.man] = each
    cells: set[Cell] = set()
    for each in longest.values():
        cells.update(filled(list(circle(each.at, each.inches, field.scale)), field.scale, *field.extent))
    return cells


def danger_marks(field: Field, cells: Iterable[Cell]) -> dict[Cell, Mark]:
    sign = field.glyphs.danger
    marks = Mark("threat", ground=True), Mark("struck", sign, ground=True)
    return {cell: marks[_spare(cell)] for cell in cells}


def ring_with_name(field: Field, each: Circle, words: str) -> dict[Cell, Mark]:
    """A circle with what it is written at its top, or inside at the edge of the table."""
    marks = ring_marks(each.at, each.inches, field.scale, Mark("ring", field.glyphs.ring))
    top = field.scale.cell(each.at.toward(0, each.inches))
    first = max(0, min(top.column - len(words) // 2, field.extent[0] - len(words)))
    return {**marks, **text_marks(words, Cell(first, max(0, top.row)), LABEL)}


def _spare(cell: Cell) -> bool:
    """A few cells of an area, evenly spread."""
    return cell.column % 6 == cell.row % 2 * 3
