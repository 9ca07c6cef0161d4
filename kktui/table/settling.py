"""Those who halted on the march are set down on the grid, so that who touches goes on touching and nobody overlaps."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kktui.table.gaps import signed_gap
from kktui.table.geometry import GRAIN, Base, Pose
from kktui.table.sweep import GRAZE

Pair = tuple[str, str]
CELL = 3.0
"""Inches of a square in which neighbours are looked up: more than any two bases reach together."""
CLOSE = 0.01
"""Further apart than this bases cannot come to touch by being set down."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Where everybody has come to, not yet on the grid."""

    bases: Mapping[str, Base]
    ends: Mapping[str, Pose]
    moving: Container[str]
    """Who moved at all; the others stay as they are."""
    bodies: Mapping[str, tuple[str, ...]]
    met: Sequence[Pair]


def settled(halt: Halt) -> dict[str, Pose]:
    """The ends on the grid: who halted in contact stays so, nobody is pressed into another, a body stays rigid."""
    ends, bases = dict(halt.ends), halt.bases
    held = {(a, b) for a, b in halt.met if signed_gap(bases[a], ends[a], bases[b], ends[b]) <= GRAIN}
    squares = _squares(ends)
    done: set[str] = set()
    for name in sorted(ends, key=lambda each: ends[each]):
        if name not in done and name in halt.moving:
            body = halt.bodies.get(name, (name,))
            done.update(body)
            ends |= _set_down(bases, ends, body, _near(bases, halt.ends, body, squares), held)
    return ends


def _set_down(
    bases: Mapping[str, Base],
    ends: Mapping[str, Pose],
    body: Sequence[str],
    near: Sequence[Pair],
    held: Container[Pair],
) -> dict[str, Pose]:
    lead = ends[body[0]]
    if not near:
        return _shifted(ends, body, Pose(round(lead[0], 3) + 0.0, round(lead[1], 3) + 0.0, lead[2]))
    return min(
        (_shifted(ends, body, spot) for spot in _grid(lead)),
        key=lambda spot: (_strain(bases, {**ends, **spot}, near, held), round(lead.at.to(spot[body[0]].at), 9)),
    )


def _squares(ends: Mapping[str, Pose]) -> dict[tuple[int, int], list[str]]:
    """Everybody by the square he stands in."""
    squares: dict[tuple[int, int], list[str]] = {}
    for name, end in ends.items():
        squares.setdefault((int(end[0] // CELL), int(end[1] // CELL)), []).append(name)
    return squares


def _near(
    bases: Mapping[str, Base],
    ends: Mapping[str, Pose],
    body: Sequence[str],
    squares: Mapping[tuple[int, int], Sequence[str]],
) -> list[Pair]:
    """Men of a body and others so close to them that it matters where they are set down."""
    found = []
    for each in body:
        here, reach = ends[each], bases[each].reach + CLOSE
        column, row = int(here[0] // CELL), int(here[1] // CELL)
        for square in product((column - 1, column, column + 1), (row - 1, row, row + 1)):
            for other in squares.get(square, ()):
                there, room = ends[other], reach + bases[other].reach
                if -room <= here[0] - there[0] <= room and -room <= here[1] - there[1] <= room and other not in body:
                    found.append((each, other))
    return found


def _grid(pose: Pose) -> list[Pose]:
    x, y = round(pose[0], 3), round(pose[1], 3)
    return [
        Pose(round(x + i * GRAIN, 3) + 0.0, round(y + j * GRAIN, 3) + 0.0, pose[2])
        for i, j in product((0, -1, 1), repeat=2)
    ]


def _shifted(ends: Mapping[str, Pose], body: Sequence[str], lead: Pose) -> dict[str, Pose]:
    dx, dy = lead[0] - ends[body[0]][0], lead[1] - ends[body[0]][1]
    return {
        each: Pose(round(ends[each][0] + dx, 3) + 0.0, round(ends[each][1] + dy, 3) + 0.0, ends[each][2])
        for each in body
    }


def _strain(bases: Mapping[str, Base], ends: Mapping[str, Pose], near: Sequence[Pair], held: Container[Pair]) -> float:
    """How far some are pressed into others, or away from those who hold them."""
    strain = 0.0
    for a, b in near:
        gap = signed_gap(bases[a], ends[a], bases[b], ends[b])
        if gap < -GRAZE:
            strain += 10 * (-gap - GRAZE)
        elif gap > GRAIN * 0.9 and (min(a, b), max(a, b)) in held:
            strain += gap - GRAIN * 0.9
    return round(strain, 9)
