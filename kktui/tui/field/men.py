"""The men as cells: a letter for the unit, an arrow for the way they look, more the closer one is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kktui.engine.state import DEAD, FIELDED, AnyState, Figure
from kktui.table.geometry import Pose
from kktui.text import clean
from kktui.tui.field.glyphs import Glyphs
from kktui.tui.field.scale import Cell, Scale
from kktui.words.mapping import letters

NAMED = 4
"""Columns a base must have to show a name."""


class Piece(NamedTuple):
    """One cell of a man: what is written there, and whose it is."""

    glyph: str
    figure: str
    side: int
    tint: int
    leads: bool
    fallen: bool = False


class Ranks(NamedTuple):
    """What all men of a state have in common while they are drawn."""

    letters: Mapping[str, str]
    sides: Mapping[str, int]
    tints: Mapping[str, int]
    leaders: frozenset[str]


def ranks_of(state: AnyState, tints: int) -> Ranks:
    sides = {side: number for number, side in enumerate(state.sides)}
    shade: dict[str, int] = {}
    counts = dict.fromkeys(state.sides, 0)
    for unit in state.units.values():
        shade[unit.id] = counts[unit.side] % tints
        counts[unit.side] += 1
    leaders = frozenset(unit.leader for unit in state.units.values())
    return Ranks(letters(state), sides, shade, leaders)


def men_cells(
    state: AnyState, ranks: Ranks, scale: Scale, glyphs: Glyphs, elsewhere: Mapping[str, Pose]
) -> dict[Cell, Piece]:
    """Everybody who stands on the table or fell there; `elsewhere` are places that differ for a moment."""
    cells: dict[Cell, Piece] = {}
    for man in state.figures.values():
        if man.standing == DEAD and man.pose is not None and man.id not in elsewhere:
            cells[scale.cell(man.pose)] = Piece(glyphs.corpse, man.id, ranks.sides[man.side], 0, False, True)
    letters: dict[Cell, Piece] = {}
    for man in state.figures.values():
        pose = elsewhere.get(man.id, man.pose)
        if pose is not None and (man.standing == FIELDED or man.id in elsewhere):
            drawn = man_cells(man, pose, ranks, scale, glyphs)
            first = next(iter(drawn))
            letters[first] = drawn[first]
            cells.update(drawn)
    return cells | letters


def man_cells(man: Figure, pose: Pose, ranks: Ranks, scale: Scale, glyphs: Glyphs) -> dict[Cell, Piece]:
    """The cells of one man standing here."""
    (left, top), columns, rows = scale.box(man.base, pose)
    leads = man.id in ranks.leaders
    side, tint = ranks.sides[man.side], ranks.tints[man.unit]
    drawn = _face(man, pose, ranks.letters[man.unit], (columns, rows), glyphs)
    return {
        Cell(left + i, top + j): Piece(glyph, man.id, side, tint, leads)
        for j, line in enumerate(drawn)
        for i, glyph in enumerate(line)
    }


def _face(man: Figure, pose: Pose, letter: str, size: tuple[int, int], glyphs: Glyphs) -> Iterator[str]:
    """What is written on a base, row by row."""
    columns, rows = size
    mounted = not man.base.round
    arrow = glyphs.arrow(pose.facing)
    if columns == 1:
        yield from (letter, arrow, *" " * rows)[:rows]
        return
    first = letter + arrow
    if mounted and rows == 1 and columns > 2:
        first = f"{letter}{glyphs.horse}{arrow}"
    yield first[:columns].center(columns) if columns > 3 else first[:columns].ljust(columns)
    second = glyphs.horse if mounted else ""
    if columns >= NAMED:
        second = _short(man.name, columns - (2 if mounted else 0)) + (f" {glyphs.horse}" if mounted else "")
    for row in range(1, rows):
        yield (second if row == 1 else "")[:columns].ljust(columns)


def _short(name: str, columns: int) -> str:
    """The name by which a man is called, as much of it as there is room for; wide letters are left out."""
    last = clean(name).split(" ")[-1]
    plain = "".join(char for char in last if char.isascii())
    return plain[: max(0, columns)]
