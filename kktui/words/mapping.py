"""The table drawn in plain characters: one side's units in capitals, the other's in small letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase

from kktui.engine.state import AnyState
from kktui.engine.telling import name_of
from kktui.table.geometry import Point

AREAS = {
    "woods": "%", "crops": ":", "bushes": ";", "rough": ",", "water": "~", "building": "#", "slope": "^",
    "road": "_",
}  # fmt: skip
LINES = {
    "low-wall": "-", "high-wall": "=", "hedge": '"', "fence": "|", "ditch": "(", "stakes": "!", "gate": "/",
    "stairs": "<", "bank": ")",
}  # fmt: skip
OPEN, BOTH, CROWDED = ".", "&", "*"
MARGIN = 4
"""Characters for the ruler at the left."""
MOST = 100
"""Characters across, however wide the paper."""


def letters(state: AnyState) -> dict[str, str]:
    """A letter for each unit; the units beyond the alphabet share an asterisk."""
    given: dict[str, str] = {}
    for side, alphabet in zip(state.sides, (ascii_uppercase, ascii_lowercase), strict=False):
        mine = [unit.id for unit in state.units.values() if unit.side == side]
        given |= {unit: alphabet[i] if i < len(alphabet) else CROWDED for i, unit in enumerate(mine)}
    return given


def drawn(state: AnyState, width: int) -> tuple[list[str], list[str]]:
    """The map with rulers in inches, and its legend. A character is twice as high as it is wide."""
    ground = state.scenario.ground
    columns = max(10, min(MOST, width - MARGIN))
    inch = ground.width / columns
    rows = max(5, round(ground.depth / (2 * inch)))
    cells = _ground(state, columns, rows)
    _fences(state, cells)
    _bases(state, cells)
    lines = [" " * MARGIN + _ruler(columns, inch)]
    for row, line in enumerate(cells):
        lines.append(f"{round((row + 0.5) * ground.depth / rows):>3} {''.join(line)}")
    return lines, [f"North is up; a character is {inch:.1f} inches wide.", *_legend(state, cells)]


def _ruler(columns: int, inch: float) -> str:
    marks = [" "] * (columns + 4)
    for column in range(0, columns, 10):
        for i, char in enumerate(str(round(column * inch))):
            marks[column + i] = char
    return "".join(marks).rstrip()


def _ground(state: AnyState, columns: int, rows: int) -> list[list[str]]:
    ground = state.scenario.ground
    across, down = ground.width / columns, ground.depth / rows
    return [
        [_char(state, Point((column + 0.5) * across, (row + 0.5) * down)) for column in range(columns)]
        for row in range(rows)
    ]


def _char(state: AnyState, at: Point) -> str:
    kinds = [kind.removeprefix("steep-") for kind in state.table.kinds_at(at)]
    return next((AREAS[kind] for kind in reversed(kinds) if kind in AREAS), OPEN)


def _fences(state: AnyState, cells: list[list[str]]) -> None:
    for line in state.scenario.ground.lines:
        for one, other in pairwise(line.points):
            for row, column in _along(state, cells, one, other):
                cells[row][column] = LINES.get(line.kind, "+")


def _along(state: AnyState, cells: list[list[str]], one: Point, other: Point) -> Iterator[tuple[int, int]]:
    steps = max(1, round(one.to(other) * 4))
    for i in range(steps + 1):
        part = i / steps
        yield _cell(state, cells, Point(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part))


def _cell(state: AnyState, cells: list[list[str]], at: Point) -> tuple[int, int]:
    ground = state.scenario.ground
    row = int(at.y / ground.depth * len(cells))
    column = int(at.x / ground.width * len(cells[0]))
    return min(max(row, 0), len(cells) - 1), min(max(column, 0), len(cells[0]) - 1)


def _bases(state: AnyState, cells: list[list[str]]) -> None:
    given = letters(state)
    there: dict[tuple[int, int], str] = {}
    for man in state.fielded():
        spot = _cell(state, cells, man.pose.at)
        mixed = spot in there and there[spot] != man.side
        there[spot] = BOTH if mixed else man.side
        cells[spot[0]][spot[1]] = BOTH if mixed else given[man.unit]


def _legend(state: AnyState, cells: list[list[str]]) -> list[str]:
    shown = {char for line in cells for char in line}
    ground = state.scenario.ground
    present = {area.kind for area in ground.areas} | {line.kind for line in ground.lines}
    kinds = {**AREAS, **LINES}
    signs = [f"{kind.replace('-', ' ')} '{kinds[kind]}'" for kind in kinds if kind in present]
    lines = ["Ground: " + ", ".join([f"open '{OPEN}'", *signs])]
    given = letters(state)
    for side in state.sides:
        mine = [
            f"{given[u.id]} {name_of(state, u.id)}" for u in state.units.values() if u.side == side and state.men(u.id)
        ]
        lines.append(f"{name_of(state, side)}: {', '.join(mine) or 'nobody'}")
    return [*lines, f"{BOTH} both sides"] if BOTH in shown else lines
