"""Terrain drawn with characters: equal cells that touch become polygons, obstacle cells become lines."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from kktui.table.geometry import Point

Cell = tuple[int, int]
"""Column and row of a character."""
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


def regions(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells in groups that touch side by side and have no hole, in reading order."""
    left = set(cells)
    found: list[list[Cell]] = []
    for start in sorted(left, key=_reading):
        if start in left:
            region = _flood(start, left)
            left -= region
            found.extend(_without_holes(region))
    return found


def _reading(cell: Cell) -> Cell:
    return cell[1], cell[0]


def _flood(start: Cell, among: set[Cell]) -> set[Cell]:
    region, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for dx, dy in _SIDES:
            near = (x + dx, y + dy)
            if near in among and near not in region:
                region.add(near)
                edge.append(near)
    return region


def _without_holes(region: set[Cell]) -> list[list[Cell]]:
    """The region itself, or its parts on both sides of a line down through the middle hole."""
    loops = _loops(region)
    if len(loops) == 1:
        return [sorted(region, key=_reading)]
    holes = sorted(min(x for x, _ in loop) for loop in loops if _doubled_surface(loop) < 0)
    column = holes[len(holes) // 2] + 1
    halves = ([cell for cell in region if cell[0] < column], [cell for cell in region if cell[0] >= column])
    return [part for half in halves for part in regions(half)]


def outline(region: Iterable[Cell]) -> list[Cell]:
    """The corners of a region without holes, clockwise, in cells."""
    return _corners(_loops(set(region))[0])


def _loops(region: set[Cell]) -> list[list[Cell]]:
    """Every closed edge of a region: the outer one clockwise, holes the other way round."""
    ways: dict[Cell, list[Cell]] = {}
    for x, y in sorted(region, key=_reading):
        ring = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if (x + dx, y + dy) not in region:
                ways.setdefault(ring[side], []).append(ring[(side + 1) % 4])
    loops = []
    while ways:
        loops.append(_loop(ways))
    return loops


def _loop(ways: dict[Cell, list[Cell]]) -> list[Cell]:
    start = next(iter(ways))
    before, here = start, _take(ways, start, start)
    loop = [start]
    while here != start:
        loop.append(here)
        before, here = here, _take(ways, here, before)
    return loop


def _take(ways: dict[Cell, list[Cell]], here: Cell, before: Cell) -> Cell:
    """The next corner; where two cells touch only by a corner the way bends left, to keep loops apart."""
    ends = ways[here]
    came = (here[0] - before[0], here[1] - before[1])
    ends.sort(key=lambda end: came[0] * (end[1] - here[1]) - came[1] * (end[0] - here[0]))
    end = ends.pop(0)
    if not ends:
        del ways[here]
    return end


def _corners(loop: list[Cell]) -> list[Cell]:
    count = len(loop)
    return [
        loop[i]
        for i in range(count)
        if not (loop[i - 1][0] == loop[i][0] == loop[(i + 1) % count][0])
        and not (loop[i - 1][1] == loop[i][1] == loop[(i + 1) % count][1])
    ]


def _doubled_surface(loop: list[Cell]) -> int:
    return sum(loop[i - 1][0] * y - x * loop[i - 1][1] for i, (x, y) in enumerate(loop))


def lines(cells: Iterable[Cell], others: set[Cell]) -> list[list[Point]]:
    """Obstacle cells joined from middle to middle, and to the border of an obstacle of another kind."""
    own = set(cells)
    joins: dict[Point, list[Point]] = {}
    for cell in sorted(own, key=_reading):
        middle = Point(cell[0] + 0.5, cell[1] + 0.5)
        ends = joins.setdefault(middle, [])
        ends.extend(Point(x + 0.5, y + 0.5) for x, y in _near(cell, own))
        for dx, dy in _SIDES:
            if (cell[0] + dx, cell[1] + dy) in others:
                border = Point(middle.x + dx / 2, middle.y + dy / 2)
                ends.append(border)
                joins.setdefault(border, []).append(middle)
    return [_straightened(line) for line in _traced(joins)]


def _near(cell: Cell, own: set[Cell]) -> list[Cell]:
    """Neighbours side by side, and by a corner where no side leads there."""
    x, y = cell
    near = [(x + dx, y + dy) for dx, dy in _SIDES if (x + dx, y + dy) in own]
    for dx, dy in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        if (x + dx, y + dy) in own and (x + dx, y) not in own and (x, y + dy) not in own:
            near.append((x + dx, y + dy))
    return near


def _traced(joins: dict[Point, list[Point]]) -> list[list[Point]]:
    """The joins as long lines: first from every end and fork, then the rings."""
    alone = [spot for spot, ends in joins.items() if not ends]
    found = [[Point(spot.x - 0.5, spot.y), Point(spot.x + 0.5, spot.y)] for spot in alone]
    forks = {spot: None for spot, ends in joins.items() if len(ends) not in (0, 2)}
    for spot in (*forks, *joins):
        while joins[spot]:
            found.append(_walk(joins, spot, forks.keys()))
    return found


def _walk(joins: dict[Point, list[Point]], spot: Point, forks: Collection[Point]) -> list[Point]:
    line = [spot]
    while joins[spot]:
        after = joins[spot].pop(0)
        joins[after].remove(spot)
        line.append(after)
        spot = after
        if spot in forks:
            break
    return line


def _straightened(line: list[Point]) -> list[Point]:
    kept = line[:1]
    for before, here, after in zip(line, line[1:], line[2:], strict=False):
        if _bends(before, here, after):
            kept.append(here)
    return [*kept, line[-1]]


def _bends(a: Point, b: Point, c: Point) -> bool:
    return abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) > 1e-9
