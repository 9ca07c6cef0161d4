"""The cheapest way to a goal round bases and bad ground: a search over a coarse grid, then pulled straight.

Every step of the grid is checked exactly against the ground and the discs round the bases; the way points
that come out are proved once more by walking them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil, floor, hypot, inf
from typing import TYPE_CHECKING, NamedTuple

from kktui.table.casting import Mover
from kktui.table.gaps import Place, segment_distance
from kktui.table.geometry import GRAIN, Base, Point, Pose
from kktui.table.going import Going, Purse, account, bar
from kktui.table.ground import Terrain, terrain_of
from kktui.table.sweep import GRAZE
from kktui.table.terrain import Ground
from kktui.table.walk import Walk, Walker

if TYPE_CHECKING:
    from kktui.table.space import Table

CELLS = 72
"""At most so many cells along either side of the table, and never smaller than an inch."""
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
NEARER = 0.05
"""A way round is worth walking only if it ends so many inches nearer to the goal."""

TIGHTENINGS = 6
"""How often a corner is drawn in."""

Cell = tuple[int, int]
Prices = dict[Cell, list[tuple[Cell, float]]]
"""What the steps from a cell cost that are not barred."""
PRICE_LISTS = 16
"""Terrain tables of movers that a grid remembers before it forgets them all."""


class Grid:
    """The cells of one ground, and what the ground costs between neighbouring ones."""

    def __init__(self, terrain: Terrain) -> None:
        ground = terrain.ground
        self.terrain = terrain
        self.size = max(1.0, max(ground.width, ground.depth) / CELLS)
        self.columns, self.rows = ceil(ground.width / self.size), ceil(ground.depth / self.size)
        self.centres = {
            (column, row): Point((column + 0.5) * self.size, (row + 0.5) * self.size).rounded()
            for column in range(self.columns)
            for row in range(self.rows)
        }
        self._prices: dict[tuple[object, ...], Prices] = {}

    def cell(self, at: Place) -> Cell:
        column = min(self.columns - 1, max(0, floor(at[0] / self.size)))
        return column, min(self.rows - 1, max(0, floor(at[1] / self.size)))

    def around(self, at: Place, inches: float) -> Iterator[Cell]:
        """The cells in the square round a point."""
        left, top = self.cell((at[0] - inches, at[1] - inches))
        right, bottom = self.cell((at[0] + inches, at[1] + inches))
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield column, row

    def prices(self, going: Going) -> Prices:
        """The price list for movers with the same terrain table, filled in as cells are come to."""
        key = (tuple(sorted(going.areas.items())), tuple(sorted(going.lines.items())))
        if key not in self._prices and len(self._prices) >= PRICE_LISTS:
            self._prices.clear()
        return self._prices.setdefault(key, {})

    def steps(self, cell: Cell, going: Going) -> list[tuple[Cell, float]]:
        """The neighbours of a cell and what the way there costs, but for those that are barred."""
        beside = [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS]
        priced = [(step, self._cost(cell, step, going)) for step in beside if step in self.centres]
        return [(step, cost) for step, cost in priced if cost < inf]

    def _cost(self, one: Cell, two: Cell, going: Going) -> float:
        here, there = self.centres[one], self.centres[two]
        if self.terrain.is_open(here, there):
            return here.to(there)
        stretches = self.terrain.stretches(here, there)
        if bar(stretches, going)[1]:
            return inf
        purse = Purse(Going(going.areas, going.lines), inf)
        account(stretches, stretches[-1].end, purse)
        return purse.cost


@lru_cache(maxsize=32)
def grid_of(ground: Ground) -> Grid:
    return Grid(terrain_of(ground))


class Found(NamedTuple):
    """A cell that the search has come to: at what cost, and from where."""

    cost: float
    came_from: Cell | None


LEAST = 1 - 1e-9
"""What is kept off the least that a walk may cost, so that rounding cannot carry it beyond what it does cost."""


class Search:
    """A* from where a mover stands to the cell nearest the goal that can be reached.

    The cells about the start are put at the least they may cost, and walked to when their turn comes.
    """

    def __init__(self, router: Router, goal: Point, enough: float) -> None:
        self.router = router
        self.grid = router.grid
        self.goal = goal
        self.enough = enough
        self.prices = self.grid.prices(router.going)
        self.found: dict[Cell, Found] = {}
        self.heap: list[tuple[float, Cell]] = []
        self.untried = dict.fromkeys(router.first_cells())
        self.starts = sorted((self._least(cell) + self._left(cell), cell) for cell in self.untried)

    def _least(self, cell: Cell) -> float:
        """What the walk from the start costs at least."""
        return self.router.mover.pose.at.to(self.grid.centres[cell]) * self.router.cheapest * LEAST

    def _try(self, cell: Cell) -> None:
        """Walk to a cell about the start: it is found if the mover comes there."""
        del self.untried[cell]
        walk = self.router.walk((self.grid.centres[cell],))
        if not walk.stopped:
            self.found[cell] = Found(walk.cost, None)
            heappush(self.heap, (walk.cost + self._left(cell), cell))

    def _left(self, cell: Cell) -> float:
        centre, goal = self.grid.centres[cell], self.goal
        return hypot(centre[0] - goal[0], centre[1] - goal[1]) * self.router.cheapest

    def trail(self) -> list[tuple[Point, float]]:
        """The cells to walk through, each with what it costs to come there."""
        best = self._run()
        cells = [best] if best else []
        while cells and (before := self.found[cells[-1]].came_from) is not None:
            cells.append(before)
        return [(self.grid.centres[cell], self.found[cell].cost) for cell in reversed(cells)]

    def _run(self) -> Cell | None:
        done: dict[Cell, None] = {}
        best: tuple[float, float, Cell] | None = None
        while (cell := self._next()) is not None:
            if cell in done:
                continue
            done[cell] = None
            here = (self.grid.centres[cell].to(self.goal), self.found[cell].cost, cell)
            best = min(best, here) if best else here
            if here[0] <= self.enough:
                return cell
            self._spread(cell)
        return best[2] if best else None

    def _next(self) -> Cell | None:
        """The cell that promises most, once no cell about the start can promise more."""
        heap, starts = self.heap, self.starts
        while starts and (not heap or starts[0] < heap[0]):
            _, cell = heappop(starts)
            if cell in self.untried:
                self._try(cell)
        return heappop(heap)[1] if heap else None

    def _spread(self, cell: Cell) -> None:
        steps = self.prices.get(cell)
        if steps is None:
            steps = self.prices[cell] = self.grid.steps(cell, self.router.going)
        found, so_far = self.found, self.found[cell].cost
        for step, price in steps:
            if step in self.untried:
                self._try(step)
            cost = so_far + price
            known = found.get(step)
            if (known is None or cost < known.cost) and self.router.passes(cell, step):
                found[step] = Found(cost, cell)
                heappush(self.heap, (cost + self._left(step), step))


class Router:
    """One search for one mover."""

    def __init__(self, table: Table, mover: Mover, going: Going) -> None:
        self.table = table
        self.mover = mover
        self.going = going
        self.grid = grid_of(table.ground)
        self.cheapest = min([1.0, *going.areas.values()])
        self._crowd: dict[Cell, list[tuple[Pose, float]]] = {}

    def find(self, goal: Point) -> tuple[Point, ...]:
        """Straight when nothing is in the way; else round, if that leads nearer or costs less."""
        goal = self._on_table(goal)
        straight = self.walk((goal,))
        if not straight.stopped and straight.cost <= straight.length * self.cheapest + 1e-6:
            return (goal,) if straight.length else ()
        if straight.stopped == "base" and self._stands_on(goal, straight.touched):
            return self._proved(straight.path[1:])
        trail = Search(self, goal, self._enough(goal)).trail()
        pulled = self._pulled(trail, goal)
        tight = self._better(straight, self._tightened(list(pulled)), goal)
        way = tight if tight != straight.path[1:] else self._better(straight, tuple(pulled[1:]), goal)
        return self._proved(way)

    def _proved(self, way: tuple[Point, ...]) -> tuple[Point, ...]:
        """A way that was cut short may turn a long base by a degree less, and so lead it a hair's breadth elsewhere."""
        if self.mover.base.round or not way:
            return way
        walk = self.walk(way)
        return way if walk.end.at.to(way[-1]) <= 2 * GRAIN else walk.path[1:]

    def walk(self, path: Sequence[Point]) -> Walk:
        return Walker(self.table, self.mover, self.going, inf).follow(path)

    def _leg(self, a: Point, b: Point) -> Walk:
        """A walk from one way point to the next, already turned toward it."""
        start = Pose(a[0], a[1], a.bearing(b))
        mover = Mover(self.mover.id, self.mover.base, start, self.mover.ignoring)
        return Walker(self.table, mover, self.going, inf).follow((b,))

    def _on_table(self, goal: Point) -> Point:
        """A goal off the table stands for the nearest place on it."""
        margin, ground = self.mover.base.half_width, self.table.ground
        x = min(max(goal[0], margin), ground.width - margin)
        return Point(x, min(max(goal[1], margin), ground.depth - margin)).rounded()

    def _stands_on(self, goal: Point, touched: tuple[str, ...]) -> bool:
        """Does one of the touched bases take up the goal, so that no way leads nearer?"""
        return any(name in touched for name in self._holders(goal))

    def _holders(self, goal: Point) -> tuple[str, ...]:
        """The bases that keep the mover from standing at the goal."""
        return self.table.contacts_at(Base(self.mover.base.half_width), Pose(*goal, 0), self.mover)

    def _enough(self, goal: Point) -> float:
        """How near a cell has to be: in the goal's own, or in reach of a base that stands there."""
        poses, bases = self.table.poses, self.table.bases
        held = [goal.to(poses[name].at) + bases[name].reach for name in self._holders(goal)]
        return self.grid.size * 0.71 + (max(held) + self.mover.reach if held else 0.0)

    def _better(self, straight: Walk, way: tuple[Point, ...], goal: Point) -> tuple[Point, ...]:
        if not way:
            return straight.path[1:]
        round_about = self.walk(way)
        gain = straight.end.at.to(goal) - round_about.end.at.to(goal)
        if gain > NEARER or (abs(gain) <= NEARER and round_about.cost < straight.cost):
            return round_about.path[1:]
        return straight.path[1:]

    def _crowd_at(self, cell: Cell) -> list[tuple[Pose, float]]:
        """The discs to be minded on a step into a cell, looked for only where the search comes to."""
        crowd = self._crowd.get(cell)
        if crowd is None:
            table, reach = self.table, self.mover.reach
            about = table.around(self.grid.centres[cell], self.grid.size + reach)
            minded = [name for name in about if name not in self.mover]
            crowd = [(table.poses[name], table.bases[name].reach + reach - GRAZE) for name in minded]
            self._crowd[cell] = crowd
        return crowd

    def _fits(self, cell: Cell) -> bool:
        """Is the mover on the table at a cell's centre, whichever way it faces?"""
        at, reach, ground = self.grid.centres[cell], self.mover.reach, self.table.ground
        return reach <= at[0] <= ground.width - reach and reach <= at[1] <= ground.depth - reach

    def passes(self, one: Cell, two: Cell) -> bool:
        """Is there room for the mover between two neighbouring cells?"""
        if not self._fits(two):
            return False
        crowd = self._crowd_at(two)
        if not crowd:
            return True
        a, b = self.grid.centres[one], self.grid.centres[two]
        return all(segment_distance(pose, a, b) >= reach for pose, reach in crowd)

    def first_cells(self) -> list[Cell]:
        """The cells about the start that the mover may be able to walk to at once."""
        return [cell for cell in self.grid.around(self.mover.pose, 1.5 * self.grid.size) if self._fits(cell)]

    def _pulled(self, trail: list[tuple[Point, float]], goal: Point) -> list[Point]:
        """Start, corners and goal: way points are left out while the way still leads on and costs no more."""
        if not trail:
            return []
        last = trail[-1]
        points = [(self.mover.pose.at, 0.0), *trail, (goal, last[1] + self._leg(last[0], goal).cost)]
        kept, at = [points[0][0]], 0
        while at < len(points) - 1:
            at = self._skip(points, at)
            kept.append(points[at][0])
        return kept

    def _skip(self, points: list[tuple[Point, float]], at: int) -> int:
        """The furthest way point that can be walked to directly from this one, found by halving steps."""
        last = at + 1
        step = len(points) - 1 - last
        while step > 0:
            if last + step < len(points) and self._straight(points[at], points[last + step]):
                last += step
            else:
                step //= 2
        return last

    def _straight(self, one: tuple[Point, float], two: tuple[Point, float]) -> bool:
        leg = self._leg(one[0], two[0])
        return not leg.stopped and leg.cost <= two[1] - one[1] + 1e-6

    def _tightened(self, points: list[Point]) -> tuple[Point, ...]:
        """Draw every corner in toward the straight line past it, while the way stays open and cheaper."""
        for i in range(1, len(points) - 1):
            before, corner, after = points[i - 1 : i + 2]
            middle = Point((before[0] + after[0]) / 2, (before[1] + after[1]) / 2)
            cost, share = self._by(before, corner, after), 0.5
            for _ in range(TIGHTENINGS):
                tried = Point(
                    corner[0] + (middle[0] - corner[0]) * share, corner[1] + (middle[1] - corner[1]) * share
                ).rounded()
                price = self._by(before, tried, after)
                if price < cost:
                    points[i], corner, cost = tried, tried, price
                else:
                    share /= 2
        return tuple(points[1:])

    def _by(self, before: Point, corner: Point, after: Point) -> float:
        """What the way past a corner costs; infinite when it is closed."""
        there = self._leg(before, corner)
        if there.stopped:
            return inf
        on = self._leg(corner, after)
        return there.cost + on.cost if not on.stopped else inf
