"""Many bases on the march at once, each until it meets another: whoever is listed first makes no difference.

All start together. In the time of a whole move each covers its pace along its own way. The earliest meeting of
all is found, those who meet there halt, and the rest go on; so nothing is stepped through and nothing depends on
an order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import hypot, inf
from typing import NamedTuple

from kktui.table.gaps import signed_gap
from kktui.table.geometry import GRAIN, Base, Point, Pose
from kktui.table.settling import Halt, settled
from kktui.table.sweep import GRAZE, first_touch

SAME = 1e-9
"""Meetings nearer in time than this are one."""
HAIR = 0.04
"""More than the corner of a base moves when it turns by a degree."""
STRIDE = 5
"""Degrees between two looks at a turning base, until something is in its way."""
PRESSING = (0, 30, -30, 60, -60, 90, -90)
"""Degrees beside the way to another's middle in which the last hair's breadth to him is looked for."""
Pair = tuple[str, str]
_new = tuple.__new__
"""Makes a pose in half the time that calling its class takes."""


@dataclass(frozen=True, slots=True)
class March:
    """One base's part: its way points, the start included, and the inches it covers in the whole time."""

    path: tuple[Point, ...]
    pace: float
    facing: int | None = None
    """Kept all the way, as by a close order going sideways; None faces along each leg."""


@dataclass(frozen=True, slots=True)
class Marched:
    """Where a march left everybody."""

    ends: Mapping[str, Pose]
    paths: Mapping[str, tuple[Point, ...]]
    met: tuple[Pair, ...]
    """Who halted whom, each pair sorted, in the order of time."""


class _Leg(NamedTuple):
    start: float
    end: float
    x: float
    y: float
    speed: tuple[float, float]
    facing: int

    def at(self, time: float) -> Pose:
        start, _, x, y, speed, facing = self
        past = time - start
        return _new(Pose, (x + speed[0] * past, y + speed[1] * past, facing))


@dataclass(slots=True)
class _Mover:
    """A base on its way, or one that only stands there."""

    id: str
    base: Base
    legs: list[_Leg]
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    halted: float = inf
    version: int = 0

    def __post_init__(self) -> None:
        xs, ys, reach = [leg.x for leg in self.legs], [leg.y for leg in self.legs], self.base.reach + GRAIN
        self.box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)

    def leg(self, time: float) -> _Leg:
        return self.legs[_index(self.legs, 0, time)]

    def came_as(self, time: float) -> Pose:
        """Where it is at a moment, facing as it came."""
        return next((leg for leg in reversed(self.legs) if leg.start < time), self.legs[0]).at(time)

    def turning(self, time: float) -> tuple[Pose, ...]:
        """How it stands at a moment: before and after its turn, if it turns just then."""
        before, after = self.came_as(time), self.leg(time).at(time)
        return (after,) if self.base.round or before.facing == after.facing else (before, after)

    def halt(self, time: float, stand: Pose) -> None:
        """Stand here from this moment on."""
        before = [leg for leg in self.legs if leg.start < time] or self.legs[:1]
        x, y, facing = stand
        self.legs = [
            *(leg._replace(end=min(leg.end, time)) for leg in before),
            _Leg(time, inf, x, y, (0.0, 0.0), facing),
        ]
        self.halted = time
        self.version += 1
        self.__post_init__()

    @property
    def still(self) -> bool:
        """It never set out, or has halted."""
        return len(self.legs) == 1 or self.halted < inf

    @property
    def last(self) -> Pose:
        return self.legs[-1].at(self.legs[-1].start)


def _legs(pose: Pose, march: March | None) -> list[_Leg]:
    if march is None:
        return [_Leg(0.0, inf, pose.x, pose.y, (0.0, 0.0), pose.facing)]
    legs = [_Leg(0.0, 0.0, pose.x, pose.y, (0.0, 0.0), pose.facing)]
    time, facing, here = 0.0, pose.facing, pose.at
    for one, other in pairwise(march.path):
        length = one.to(other)
        if length:
            facing = one.bearing(other) if march.facing is None else march.facing
            took = length / march.pace
            legs.append(
                _Leg(
                    time,
                    time + took,
                    one.x,
                    one.y,
                    ((other.x - one.x) / took, (other.y - one.y) / took),
                    facing,
                )
            )
            time, here = time + took, other
    return [*legs, _Leg(time, inf, here.x, here.y, (0.0, 0.0), facing)]


def _meeting(one: _Mover, two: _Mover, since: float) -> float:
    """When two bases first meet from a moment on, by going or by turning; infinite when they never do."""
    turning, near = not (one.base.round and two.base.round), one.base.reach + two.base.reach + GRAIN
    i, j, start = _index(one.legs, 0, since), _index(two.legs, 0, since), since
    while start < inf:
        a, b = one.legs[i], two.legs[j]
        end = min(a.end, b.end)
        if turning and (start > since or not since) and _turned_into(one, two, start):
            return start
        vx, vy = a.speed[0] - b.speed[0], a.speed[1] - b.speed[1]
        speed = hypot(vx, vy)
        if speed > SAME:
            here, there = a.at(start), b.at(start)
            if hypot(here[0] - there[0], here[1] - there[1]) - near <= speed * (end - start):
                inches = first_touch(one.base, here, (vx / speed, vy / speed), two.base, there)
                if inches < inf and start + inches / speed < end - SAME:
                    return start + inches / speed
        start, i, j = end, _index(one.legs, i, end), _index(two.legs, j, end)
    return inf


def _index(legs: Sequence[_Leg], index: int, time: float) -> int:
    """Which leg, from one on, a moment belongs to; the last when there is no end to it."""
    last = len(legs) - 1
    while index < last and legs[index].end <= time:
        index += 1
    return index


def _turned_into(one: _Mover, two: _Mover, time: float) -> bool:
    """Does a long base, turning at its corner, sweep into another?"""
    return any(_turns_into(a, b, time) for a, b in ((one, two), (two, one)))


def _turns_into(one: _Mover, two: _Mover, time: float) -> bool:
    if one.base.round or not _within(one, two, time):
        return False
    return _turned_as_far(one, (two,), time) is not None


def _turned_as_far(one: _Mover, others: Sequence[_Mover], time: float) -> Pose | None:
    """A long base turning at its corner, at the last degree before it would sweep into another; None if it does not.

    As it sets out it may turn wherever it then has room: it backs a little to do so.
    """
    old = next((leg for leg in one.legs if leg.end == time), None)
    if one.base.round or old is None:
        return None
    new, pose = one.leg(time), old.at(time)
    there = [(other.base, at, other.came_as(time)) for other in others for at in other.turning(time)]
    limits = [max(GRAZE, -signed_gap(one.base, pose, base, before)) for base, _, before in there]

    def clear(turned: Pose) -> bool:
        gaps = (signed_gap(one.base, turned, base, at) for base, at, _ in there)
        return all(-gap <= limit for gap, limit in zip(gaps, limits, strict=True))

    if not time and clear(pose.facing_to(new.facing)):
        return None
    way = 1 if (new.facing - pose.facing) % 360 <= 180 else -1
    left, stride = (new.facing - pose.facing) * way % 360, STRIDE
    while left:
        step = min(stride, left)
        turned = pose.facing_to(pose.facing + way * step)
        if clear(turned):
            pose, left = turned, left - step
        elif step == 1:
            return pose
        else:
            stride = 1
    return None


def _pressed_on(one: _Mover, pose: Pose, others: Sequence[_Mover], time: float) -> Pose:
    """The hair's breadth that a base, turned as far as whole degrees let it, lacks to touch the one it turned into."""
    there = [(other.base, other.leg(time).at(time)) for other in others]
    base, near = min(there, key=lambda other: signed_gap(one.base, pose, *other))
    ahead = pose.at.bearing(near.at)
    for turn in PRESSING:
        to = pose.at.toward(ahead + turn, 1.0)
        way = (to.x - pose.x, to.y - pose.y)
        inches = first_touch(one.base, pose, way, base, near)
        if inches <= HAIR and all(first_touch(one.base, pose, way, *other) >= inches for other in there):
            return Pose(pose.x + way[0] * inches, pose.y + way[1] * inches, pose.facing)
    return pose


@dataclass(slots=True)
class Marching:
    """The march of many as it unfolds."""

    movers: dict[str, _Mover]
    foes: Callable[[str, str], bool]
    bodies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    met: list[Pair] = field(default_factory=list)
    _queue: list[tuple[float, str, str, int, int]] = field(default_factory=list)

    def run(self) -> None:
        by_left = sorted(self.movers.values(), key=lambda mover: mover.box[0])
        for index, one in enumerate(by_left):
            for two in by_left[index + 1 :]:
                if two.box[0] > one.box[2]:
                    break
                self._expect(min(one.id, two.id), max(one.id, two.id), 0.0)
        heapify(self._queue)
        while self._queue:
            self._halt_those(self._next_meetings())

    def _expect(self, one: str, two: str, since: float) -> None:
        a, b = self.movers[one], self.movers[two]
        body = self.bodies.get(one)
        if _apart(a, b) or (a.still and b.still) or (body is not None and body is self.bodies.get(two)):
            return
        time = _meeting(a, b, since)
        if time < inf:
            heappush(self._queue, (time, one, two, a.version, b.version))

    def _next_meetings(self) -> tuple[float, list[Pair]]:
        """All the meetings of the next moment there are any."""
        now, found = inf, []
        while self._queue and self._queue[0][0] <= now + SAME:
            time, one, two, *versions = heappop(self._queue)
            if versions == [self.movers[one].version, self.movers[two].version]:
                now = min(now, time)
                found.append((one, two))
        return now, found

    def _halt_those(self, meetings: tuple[float, list[Pair]]) -> None:
        now, pairs = meetings
        halting = {each for pair in pairs for each in self._who_halts(pair, now)}
        halting = {each for name in halting for each in self.bodies.get(name, (name,))}
        self.met += pairs
        moving = sorted(each for each in halting if self.movers[each].halted == inf)
        stands = {name: self._stand(name, now) for name in moving}
        for name in moving:
            self.movers[name].halt(now, stands[name])
        for name in moving:
            left, top, right, bottom = self.movers[name].box
            for other, mover in self.movers.items():
                box = mover.box
                if box[0] > right or box[2] < left or box[1] > bottom or box[3] < top or other == name:
                    continue
                if not (other in halting and other < name):
                    self._expect(min(name, other), max(name, other), now)

    def _stand(self, name: str, now: float) -> Pose:
        """Where one halts: as it came, or turned as far as it could into another."""
        one = self.movers[name]
        if one.base.round or name in self.bodies:
            return one.came_as(now)
        about = [two for two in self.movers.values() if two is not one and _within(one, two, now)]
        if any(len(two.turning(now)) > 1 for two in about):
            return one.came_as(now)
        turned = _turned_as_far(one, about, now)
        return one.came_as(now) if turned is None else _pressed_on(one, turned, about, now)

    def _who_halts(self, pair: Pair, now: float) -> Iterable[str]:
        """Foes both; of friends only he who runs into the other."""
        one, two = (self.movers[each] for each in pair)
        if self.foes(*pair):
            return pair
        return [a.id for a, b in ((one, two), (two, one)) if _runs_into(a, b, now) or _turns_into(a, b, now)] or pair


def _runs_into(one: _Mover, two: _Mover, now: float) -> bool:
    leg, there = one.leg(now), two.leg(now).at(now)
    speed = hypot(*leg.speed)
    if not speed:
        return False
    way = (leg.speed[0] / speed, leg.speed[1] / speed)
    return first_touch(one.base, leg.at(now), way, two.base, there) <= GRAIN


def _within(one: _Mover, two: _Mover, now: float) -> bool:
    """Are two bases so near that one can turn into the other?"""
    here, there, room = one.leg(now).at(now), two.leg(now).at(now), one.base.reach + two.base.reach + HAIR
    return abs(here[0] - there[0]) <= room and abs(here[1] - there[1]) <= room


def _apart(one: _Mover, two: _Mover) -> bool:
    """Do the boxes round two ways keep clear of each other?"""
    a, b = one.box, two.box
    return a[0] > b[2] or b[0] > a[2] or a[1] > b[3] or b[1] > a[3]


def march(
    poses: Mapping[str, Pose],
    bases: Mapping[str, Base],
    marches: Mapping[str, March],
    foes: Callable[[str, str], bool],
    bodies: Iterable[tuple[str, ...]] = (),
) -> Marched:
    """Everybody sets out at once; see `Table.march`."""
    groups = [tuple(sorted(body)) for body in bodies]
    ways = _kept_together(poses, marches, groups)
    movers = {name: _Mover(name, bases[name], _legs(poses[name], ways.get(name))) for name in poses}
    marching = Marching(movers, foes, {name: body for body in groups for name in body})
    marching.run()
    halted = {name: mover.last for name, mover in movers.items()}
    moving = frozenset(name for name, mover in movers.items() if len(mover.legs) > 1)
    ends = settled(Halt(bases, halted, moving, marching.bodies, marching.met))
    paths = {name: _trod(movers[name], ends[name]) for name in sorted(marches)}
    return Marched({name: ends[name] for name in sorted(marches)}, paths, tuple(marching.met))


def _kept_together(
    poses: Mapping[str, Pose], marches: Mapping[str, March], bodies: Iterable[tuple[str, ...]]
) -> Mapping[str, March]:
    """The marches, but all of a body go by the way of its first man, so that nothing rounds them apart."""
    ways = dict(marches)
    for body in bodies:
        lead, first = marches.get(body[0]), poses[body[0]]
        if lead is not None:
            for each in body:
                dx, dy = poses[each].x - first.x, poses[each].y - first.y
                ways[each] = replace(lead, path=tuple(Point(at.x + dx, at.y + dy) for at in lead.path))
    return ways


def _trod(mover: _Mover, end: Pose) -> tuple[Point, ...]:
    points = [Point(leg.x, leg.y).rounded() for leg in mover.legs[:-1]]
    return tuple(dict.fromkeys([*points, end.at]))
