"""Armies on the march, for the tests of it: drawn ones, lines that run at each other, throngs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from kktui.table import FOOT, MOUNTED, Base, Ground, March, Marched, Point, Pose, Table
from kktui.table.gaps import signed_gap

SIDE = 96.0
SLACK = 1e-6
"""Of the arithmetic, beyond the thousandth of an inch that is allowed."""
SWAP = {"r": "b", "b": "r"}


class Mover(NamedTuple):
    """A base, where it stands and the way points it is sent along."""

    pose: Pose
    path: tuple[Point, ...] = ()
    base: Base = FOOT
    pace: float = 8.0
    facings: tuple[int, ...] = ()


Army = Mapping[str, Mover]
"""Ids begin with the letter of the side."""


def foes(one: str, two: str) -> bool:
    return one[0] != two[0]


def marched(army: Army, order: Iterable[str] = (), bodies: Iterable[tuple[str, ...]] = ()) -> Marched:
    table = Table(Ground("open", "Open", SIDE, SIDE))
    keys = list(order) or list(army)
    for key in keys:
        table.put(key, army[key].pose, army[key].base)
    marches = {
        key: March((army[key].pose.at, *army[key].path), army[key].pace, army[key].facings)
        for key in keys
        if army[key].path
    }
    return table.march(marches, foes, bodies)


def gap(army: Army, after: Marched, one: str, two: str) -> float:
    here, there = (after.ends.get(key, army[key].pose) for key in (one, two))
    return signed_gap(army[one].base, here, army[two].base, there)


def gap_before(army: Army, one: str, two: str) -> float:
    return signed_gap(army[one].base, army[one].pose, army[two].base, army[two].pose)


def battle(seed: int, men: int = 30) -> dict[str, Mover]:
    """Two ragged lines, a third of them mounted, that run at each other with a bend in every other way."""
    luck = Random(seed)
    table, army = Table(Ground("open", "Open", SIDE, SIDE)), {}
    for number in range(men):
        for side, line, ahead in (("r", 57, 0), ("b", 39, 180)):
            base = luck.choice((FOOT, FOOT, MOUNTED))
            facing = (ahead + luck.choice((-30, 0, 20))) % 360
            pose = Pose(round(luck.uniform(8, 88), 3), round(line + luck.uniform(-8, 8), 3), facing)
            if not table.is_free(base, pose):
                continue
            table.put(f"{side}{number}", pose, base)
            corner = pose.at.toward(facing, luck.uniform(1, 8)).rounded()
            end = corner.toward(facing + luck.uniform(-40, 40), luck.uniform(1, 8)).rounded()
            path = luck.choice(((corner,), (corner, end)))
            army[f"{side}{number}"] = Mover(pose, path, base, 8.0 if base.round else 16.0)
    return army


def mirrored(army: Army) -> dict[str, Mover]:
    """The sides changed and the table seen from the other edge."""

    def flip(point: Point) -> Point:
        return Point(point.x, SIDE - point.y).rounded()

    return {
        SWAP[key[0]] + key[1:]: each._replace(
            pose=Pose(*flip(each.pose.at), (180 - each.pose.facing) % 360), path=tuple(map(flip, each.path))
        )
        for key, each in army.items()
    }


def throng(seed: int, men: int = 40) -> dict[str, Mover]:
    """Friends and foes from all sides, crowding in on one spot."""
    luck = Random(seed)
    table, army = Table(Ground("open", "Open", SIDE, SIDE)), {}
    for number in range(men):
        base = luck.choice((FOOT, FOOT, FOOT, Base(0.394), MOUNTED))
        bearing = luck.randrange(360)
        pose = Pose(*Point(48, 48).toward(bearing, luck.uniform(2, 9)).rounded(), (bearing + 180) % 360)
        if table.is_free(base, pose):
            key = f"{luck.choice('rb')}{number}"
            table.put(key, pose, base)
            army[key] = Mover(pose, (Point(48 + luck.randrange(3), 48),), base)
    return army


def crush(seed: int, men: int = 60) -> dict[str, Mover]:
    """Friends and foes, many of them mounted, who stand close about each other and set out every way."""
    luck = Random(seed)
    table, army = Table(Ground("open", "Open", SIDE, SIDE)), {}
    for number in range(men):
        base = luck.choice((FOOT, MOUNTED))
        at = Point(48 + luck.uniform(-6, 6), 48 + luck.uniform(-6, 6)).rounded()
        pose = Pose(*at, luck.randrange(360))
        if table.is_free(base, pose):
            key = f"{luck.choice('rb')}{number}"
            table.put(key, pose, base)
            army[key] = Mover(pose, (at.toward(luck.randrange(360), luck.uniform(1, 7)).rounded(),), base)
    return army
