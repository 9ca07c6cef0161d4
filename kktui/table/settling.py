"""Those who halted on the march are set down on the grid, so that who touches goes on touching and nobody overlaps."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kktui.table.gaps import signed_gap
from kktui.table.geometry import GRAIN, GRAINS, Base, Pose, fresh
from kktui.table.sweep import GRAZE

Pair = tuple[str, str]
CELL = 3.0
"""Inches of a square in which neighbours are looked up: more than any two bases reach together."""
CLOSE = 0.01
"""Further apart than this bases cannot come to touch by being set down."""
PASSES = 4
"""How often those are set down anew, a thousandth of an inch further each time, whom all the others still press."""


@dataclass(frozen=True, slots=True)
class Halt:
    """Where everybody has come to, not yet on the grid."""

    bases: Mapping[str, Base]
    ends: Mapping[str, Pose]
    moving: Container[str]
    """Who moved at all; the others stay as they are."""
    bodies: Mapping[str, tuple[str, ...]]
    met: Sequence[Pair]
    overhang: Callable[[Base, Pose], float]
    """How far a base would hang over the table's edge."""


def settled(halt: Halt) -> dict[str, Pose]:
    """The ends on the grid: who halted in contact stays so, nobody is pressed into another, a body stays rigid."""
    bases, ends = halt.bases, halt.ends
    held = frozenset((a, b) for a, b in halt.met if signed_gap(bases[a], ends[a], bases[b], ends[b]) <= GRAIN)
    setting, squares = _Setting(halt, held, dict(ends)), _squares(ends)
    tight = []
    for body in _bodies(halt):
        near = _near(bases, ends, body, squares)
        setting.set_down(body, near, 1)
        if near:
            tight.append((body, near))
    for reach in range(2, 2 + PASSES):
        strained = [each for each in tight if setting.strain(*each, {})]
        if not strained:
            break
        for body, near in strained:
            setting.set_down(body, near, reach)
    return setting.ends


def _bodies(halt: Halt) -> Iterator[tuple[str, ...]]:
    """All who moved, those as one who move as one, by where they are and not by their names."""
    done: set[str] = set()
    for name in sorted(halt.ends, key=lambda each: halt.ends[each]):
        if name not in done and name in halt.moving:
            body = halt.bodies.get(name, (name,))
            done.update(body)
            yield body


@dataclass(frozen=True, slots=True)
class _Setting:
    """Where everybody stands while one after the other is set down."""

    halt: Halt
    held: Container[Pair]
    """Who halted in contact."""
    ends: dict[str, Pose]

    def set_down(self, body: Sequence[str], near: Sequence[Pair], reach: int) -> None:
        """One body on the grid, at most so many thousandths of an inch from where it came to, with least strain."""
        lead = self.halt.ends[body[0]]
        nearest = self._shifted(body, *lead.at.rounded())
        if not near or not self.strain(body, near, nearest):
            self.ends.update(nearest)
            return
        spots = [self._shifted(body, x, y) for x, y in _grid(lead, reach)]
        best = min(spots, key=lambda spot: (self.strain(body, near, spot), _off(lead, spot[body[0]])))
        self.ends.update(best)

    def strain(self, body: Sequence[str], near: Sequence[Pair], moved: Mapping[str, Pose]) -> float:
        """How far a body is pressed into others, over the edge, or away from those who hold it, if it were moved."""
        bases, ends = self.halt.bases, self.ends
        over = (self.halt.overhang(bases[each], moved.get(each) or ends[each]) for each in body)
        strain = sum(10 * (inches - GRAZE) for inches in over if inches > GRAZE)
        for a, b in near:
            gap = signed_gap(bases[a], moved.get(a) or ends[a], bases[b], ends[b])
            if gap < -GRAZE:
                strain += 10 * (-gap - GRAZE)
            elif gap > GRAIN * 0.9 and (min(a, b), max(a, b)) in self.held:
                strain += gap - GRAIN * 0.9
        return round(strain, 9)

    def _shifted(self, body: Sequence[str], x: float, y: float) -> dict[str, Pose]:
        """A body whose first man stands here."""
        ends = self.halt.ends
        dx, dy = x - ends[body[0]][0], y - ends[body[0]][1]
        places = {each: ends[each] for each in body}
        return {
            each: fresh(Pose, (round((u + dx) * GRAINS) / GRAINS, round((v + dy) * GRAINS) / GRAINS, facing))
            for each, (u, v, facing) in places.items()
        }


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


def _grid(pose: Pose, reach: int) -> list[tuple[float, float]]:
    """The places on the grid round a pose, itself first, at most so many thousandths of an inch away."""
    x, y = pose.at.rounded()
    steps = sorted(range(-reach, reach + 1), key=lambda step: (abs(step), step))
    return [(x + i * GRAIN, y + j * GRAIN) for i, j in product(steps, repeat=2)]


def _off(pose: Pose, other: Pose) -> float:
    return round(pose.at.to(other.at), 9)
