"""The least that things can cost with the same tools: what the benchmark measures everything against."""

from __future__ import annotations

from math import hypot
from typing import Any

from pymunk import BB, Body, Circle, ShapeFilter, Space

from kktui.engine.dice import Luck, key_of
from kktui.table import Point, Table

ALL = ShapeFilter()


class Spike:
    """40 figures, 12 turns, swept moves in pymunk, d10 melee, morale on neighbours, events as tuples."""

    def __init__(self, seed: int) -> None:
        self.luck = Luck(key_of(str(seed)), "spike")
        self.space = Space()
        self.at: dict[int, tuple[float, float]] = {}
        self.bodies: dict[int, Body] = {}
        self.names: dict[Any, int] = {}
        self.events: list[tuple[Any, ...]] = []
        self.decisions = 0
        for name in range(40):
            self._add(name, 4.0 + name % 20 * 2, 34.0 if name < 20 else 14.0)

    def _add(self, name: int, x: float, y: float) -> None:
        body = Body(body_type=Body.KINEMATIC)
        body.position = x, y
        disc = Circle(body, 0.5)
        self.space.add(body, disc)
        self.at[name], self.bodies[name], self.names[disc] = (x, y), body, name

    def near(self, x: float, y: float, inches: float) -> list[int]:
        box = BB(x - inches, y - inches, x + inches, y + inches)
        return [self.names[shape] for shape in self.space.bb_query(box, ALL)]

    def fight(self) -> int:
        for turn in range(12):
            self.events.append(("turn", turn))
            for name in list(self.at):
                if name in self.at and (name + turn) % 2 == 0:
                    self.act(name)
        return len(self.events)

    def act(self, name: int) -> None:
        self.decisions += 1
        x, y = self.at[name]
        foes = [(hypot(u - x, v - y), other) for other, (u, v) in self.at.items() if (other < 20) != (name < 20)]
        if not foes:
            return
        gap, foe = min(foes)
        if gap <= 1.01:
            self.strike(name, foe)
        else:
            self.move(name, foe, min(6.0, gap - 1.0))

    def move(self, name: int, foe: int, inches: float) -> None:
        x, y = self.at[name]
        u, v = self.at[foe]
        away = hypot(u - x, v - y)
        dx, dy = (u - x) / away, (v - y) / away
        box = BB(min(x, u) - 1, min(y, v) - 1, max(x, u) + 1, max(y, v) + 1)
        for shape in self.space.bb_query(box, ALL):
            other = self.names[shape]
            if other != name:
                inches = min(inches, self._until(name, other, dx, dy))
        self.at[name] = x + dx * inches, y + dy * inches
        self.bodies[name].position = self.at[name]
        self.space.reindex_shapes_for_body(self.bodies[name])
        self.events.append(("moved", name, self.at[name]))

    def _until(self, name: int, other: int, dx: float, dy: float) -> float:
        ex, ey = self.at[other][0] - self.at[name][0], self.at[other][1] - self.at[name][1]
        ahead, aside = ex * dx + ey * dy, abs(ex * dy - ey * dx)
        if ahead <= 0 or aside >= 1:
            return 99.0
        return max(0.0, ahead - (1 - aside * aside) ** 0.5)

    def strike(self, name: int, foe: int) -> None:
        ours, theirs = self.luck.below(10), self.luck.below(10)
        self.events.append(("struck", name, foe, ours, theirs))
        if ours >= theirs + 3:
            self.fall(foe)

    def fall(self, foe: int) -> None:
        x, y = self.at.pop(foe)
        body = self.bodies.pop(foe)
        (disc,) = body.shapes
        self.space.remove(disc, body)
        del self.names[disc]
        self.events.append(("fell", foe))
        for other in self.near(x, y, 3.0):
            if self.luck.below(10) == 9:
                self.events.append(("shaken", other))


class BareSweeps:
    """The least a sweep can be with pymunk: `bb_query` over the swept box, then circles; no edge, grid or riders."""

    def __init__(self, table: Table) -> None:
        self.space = Space()
        self.at = {name: (pose.x, pose.y) for name, pose in table.poses.items()}
        self.names: dict[Any, str] = {}
        for name, place in self.at.items():
            disc = Circle(self.space.static_body, table.bases[name].reach, place)
            self.space.add(disc)
            self.names[disc] = name

    def sweep(self, name: str, to: Point) -> float:
        """Inches to the first touch, or the whole way."""
        (x, y), (u, v) = self.at[name], to
        inches = hypot(u - x, v - y)
        dx, dy = (u - x) / inches, (v - y) / inches
        box = BB(min(x, u) - 0.5, min(y, v) - 0.5, max(x, u) + 0.5, max(y, v) + 0.5)
        for shape in self.space.bb_query(box, ALL):
            other = self.names[shape]
            ex, ey = self.at[other][0] - x, self.at[other][1] - y
            ahead, aside = ex * dx + ey * dy, abs(ex * dy - ey * dx)
            if other != name and ahead > 0 and aside < 1:
                inches = min(inches, max(0.0, ahead - (1 - aside * aside) ** 0.5))
        return inches
