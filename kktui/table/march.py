"""Many bases on the march at once, each until it meets another: whoever is listed first makes no difference.

All start together. In the time of a whole move each covers its pace along its own way. The earliest meeting of
all is found, those who meet there halt, and the rest go on; so nothing is stepped through and nothing depends on
an order.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heapify, heappop, heappush
from math import hypot, inf

from kktui.table.casting import Caster
from kktui.table.gaps import signed_gap
from kktui.table.geometry import GRAIN, Base, Point, Pose
from kktui.table.movers import March, Mover, leg_index, legs_of
from kktui.table.settling import Halt, settled
from kktui.table.sweep import first_touch
from kktui.table.turning import HAIR, Turn, all_within, placed, pressed_on, turn_of, turned_into, turned_together

SAME = 1e-9
"""Meetings nearer in time than this are one."""
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Marched:
    """Where a march left everybody."""

    ends: Mapping[str, Pose]
    paths: Mapping[str, tuple[Point, ...]]
    met: tuple[Pair, ...]
    """Who halted whom, each pair sorted, in the order of time."""
    halts: Mapping[str, tuple[str, ...]]
    """Who was held himself, not with his body only, and by whom: by nobody when he just had no room to turn."""


def _meeting(one: Mover, two: Mover, since: float) -> float:
    """When two bases first meet from a moment on, by going or by turning; infinite when they never do."""
    turning, near = not (one.base.round and two.base.round), one.base.reach + two.base.reach + GRAIN
    i, j, start = leg_index(one.legs, 0, since), leg_index(two.legs, 0, since), since
    while start < inf:
        a, b = one.legs[i], two.legs[j]
        end = min(a.end, b.end)
        here, there = a.at(start), b.at(start)
        away = hypot(here[0] - there[0], here[1] - there[1]) - near
        if turning and away <= HAIR and (start > since or not since) and turned_into(one, two, start):
            return start
        vx, vy = a.speed[0] - b.speed[0], a.speed[1] - b.speed[1]
        speed = hypot(vx, vy)
        if speed > SAME and away <= speed * (end - start):
            inches = first_touch(one.base, here, (vx / speed, vy / speed), two.base, there)
            if inches < inf and start + inches / speed < end - SAME:
                return start + inches / speed
        start, i, j = end, leg_index(one.legs, i, end), leg_index(two.legs, j, end)
    return inf


@dataclass(slots=True)
class Marching:
    """The march of many as it unfolds."""

    movers: dict[str, Mover]
    foes: Callable[[str, str], bool]
    overhang: Callable[[Base, Pose], float]
    bodies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    met: list[Pair] = field(default_factory=list)
    halts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _queue: list[tuple[float, str, str, int, int]] = field(default_factory=list)

    def run(self) -> None:
        by_left = sorted(self.movers.values(), key=lambda mover: mover.box[0])
        for index, one in enumerate(by_left):
            _, top, right, bottom = one.box
            for two in by_left[index + 1 :]:
                box = two.box
                if box[0] > right:
                    break
                if box[1] <= bottom and box[3] >= top:
                    self._expect(min(one.id, two.id), max(one.id, two.id), 0.0)
        heapify(self._queue)
        while self._queue:
            self._halt_those(self._next_meetings())

    def _expect(self, one: str, two: str, since: float) -> None:
        a, b = self.movers[one], self.movers[two]
        body = self.bodies.get(one)
        if (a.still and b.still) or (body is not None and body is self.bodies.get(two)):
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
        """Foes who touch, of friends he who runs into the other, and whoever cannot turn as he would."""
        now, pairs = meetings
        turned = self._wheeled(pairs, now)
        held = {name for name, pose in turned.items() if pose.facing != self.movers[name].leg(now).facing}
        stopped: dict[str, list[str]] = {name: [] for name in sorted(held)}
        missed: list[Pair] = []
        for pair in sorted({*pairs, *self._upon(held, turned, now)}):
            who = self._who_halts(pair, turned, held, now)
            _by_each_other(pair, who, stopped)
            if not who:
                missed.append(pair)
            elif pair not in self.met:
                self.met.append(pair)
        halting = self._moving(stopped)
        for name in halting:
            mover = self.movers[name]
            mover.halt(now, turned.get(name) or mover.came_as(now))
        self.halts.update({name: tuple(stopped[name]) for name in halting if name in stopped})
        for one, two in missed:
            if one not in halting and two not in halting:
                self._expect(one, two, max(now, SAME))
        self._look_again(halting, now)

    def _look_again(self, halting: Sequence[str], now: float) -> None:
        """Whom those who have just halted are in the way of."""
        for name in halting:
            left, top, right, bottom = self.movers[name].box
            for other, mover in self.movers.items():
                box = mover.box
                if box[0] > right or box[2] < left or box[1] > bottom or box[3] < top or other == name:
                    continue
                if not (other in halting and other < name):
                    self._expect(min(name, other), max(name, other), now)

    def _moving(self, stopped: Iterable[str]) -> list[str]:
        """Who halts of those who have not yet, whole bodies of them."""
        names = {each for name in stopped for each in self.bodies.get(name, (name,))}
        return sorted(each for each in names if self.movers[each].halted == inf)

    def _wheeled(self, pairs: Iterable[Pair], now: float) -> dict[str, Pose]:
        """How all come to stand who turn at this moment and so near to those who meet that it may matter to them."""
        turns = self._turns_about({each for pair in pairs for each in pair}, now)
        if not turns:
            return {}
        near = {two.id for turn in turns for two in all_within(turn.who, self.movers.values(), now)}
        others = placed([self.movers[each] for each in sorted(near - {turn.who.id for turn in turns})], now)
        ends = turned_together(turns, others, now)
        poses = {turn.who.id: end for turn, end in ends}
        for turn, end in sorted(ends, key=lambda each: each[1]):
            if turn.held(end):
                who = turn.who
                there = [(self.movers[each].base, pose) for each, pose in poses.items() if each != who.id]
                poses[who.id] = pressed_on(who, end, [*there, *others], self.overhang)
        return poses

    def _turns_about(self, names: Iterable[str], now: float) -> list[Turn]:
        """The turns of some at this moment, and of all who turn beside one who turns."""
        turns: dict[str, Turn] = {}
        asked = sorted(names)
        for name in asked:
            turn = turn_of(self.movers[name], now) if name not in turns and name not in self.bodies else None
            if turn is not None:
                turns[name] = turn
                asked += sorted(two.id for two in all_within(turn.who, self.movers.values(), now))
        return [turn for _, turn in sorted(turns.items())]

    def _upon(self, held: Iterable[str], turned: Mapping[str, Pose], now: float) -> Iterator[Pair]:
        """Those whom one touches who cannot turn as he would."""
        for name in sorted(held):
            for two in all_within(self.movers[name], self.movers.values(), now):
                pair = min(name, two.id), max(name, two.id)
                if self._touch(pair, turned, now):
                    yield pair

    def _touch(self, pair: Pair, turned: Mapping[str, Pose], now: float) -> bool:
        one, two = (self.movers[each] for each in pair)
        here, there = (turned.get(each.id) or each.leg(now).at(now) for each in (one, two))
        return signed_gap(one.base, here, two.base, there) <= GRAIN

    def _who_halts(self, pair: Pair, turned: Mapping[str, Pose], held: Container[str], now: float) -> Sequence[str]:
        """Foes both, if they touch; of friends only he who runs or turns into the other."""
        touch = self._touch(pair, turned, now)
        if self.foes(*pair):
            return pair if touch else ()
        one, two = (self.movers[each] for each in pair)
        into = [a.id for a, b in ((one, two), (two, one)) if a.id in held or _runs_into(a, b, now)]
        return into or (pair if touch else ())


def _by_each_other(pair: Pair, who: Iterable[str], stopped: dict[str, list[str]]) -> None:
    """Those of a pair who halt do so because of the other."""
    one, two = pair
    for name in who:
        stopped.setdefault(name, []).append(two if name == one else one)


def _runs_into(one: Mover, two: Mover, now: float) -> bool:
    leg, there = one.leg(now), two.leg(now).at(now)
    speed = hypot(*leg.speed)
    if not speed:
        return False
    way = (leg.speed[0] / speed, leg.speed[1] / speed)
    return first_touch(one.base, leg.at(now), way, two.base, there) <= GRAIN


def march(
    caster: Caster,
    marches: Mapping[str, March],
    foes: Callable[[str, str], bool],
    bodies: Iterable[tuple[str, ...]] = (),
) -> Marched:
    """Everybody sets out at once; see `Table.march`."""
    poses, bases = caster.poses, caster.bases
    groups = [tuple(sorted(body)) for body in bodies]
    ways = _kept_together(poses, marches, groups)
    movers = {name: Mover(name, bases[name], legs_of(poses[name], ways.get(name))) for name in poses}
    marching = Marching(movers, foes, caster.overhang, {name: body for body in groups for name in body})
    marching.run()
    halted = {name: mover.last for name, mover in movers.items()}
    moving = frozenset(name for name, mover in movers.items() if len(mover.legs) > 1)
    ends = settled(Halt(bases, halted, moving, marching.bodies, marching.met, caster.overhang))
    paths = {name: _trod(movers[name], ends[name]) for name in sorted(marches)}
    return Marched({name: ends[name] for name in sorted(marches)}, paths, tuple(marching.met), marching.halts)


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


def _trod(mover: Mover, end: Pose) -> tuple[Point, ...]:
    points = [Point(leg.x, leg.y).rounded() for leg in mover.legs[:-1]]
    return tuple(dict.fromkeys([*points, end.at]))
