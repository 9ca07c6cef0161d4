"""Long bases on the march turn at the corners of their ways: how far, and into whom."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import hypot, inf
from typing import NamedTuple

from kktui.table.gaps import overlap, signed_gap
from kktui.table.geometry import GRAIN, Base, Pose
from kktui.table.movers import Mover
from kktui.table.sweep import GRAZE, first_touch

HAIR = 0.04
"""More than the corner of a base moves when it turns by a degree."""
PRESSING = (0, 30, -30, 60, -60, 90, -90)
"""Degrees beside the way to another's middle in which the last hair's breadth to him is looked for."""


def within(one: Mover, two: Mover, now: float) -> bool:
    """Are two bases so near that one can turn into the other?"""
    here, there, room = one.leg(now).at(now), two.leg(now).at(now), one.base.reach + two.base.reach + HAIR
    return abs(here[0] - there[0]) <= room and abs(here[1] - there[1]) <= room


def all_within(one: Mover, others: Iterable[Mover], now: float) -> list[Mover]:
    """Those of some others so near to a base; most keep away from it on the whole of their ways."""
    x, y, _ = one.leg(now).at(now)
    reach = one.base.reach + HAIR
    left, top, right, bottom = x - reach, y - reach, x + reach, y + reach
    return [
        two
        for two in others
        if (box := two.box)[0] <= right
        and box[2] >= left
        and box[1] <= bottom
        and box[3] >= top
        and two is not one
        and within(one, two, now)
    ]


def turned_into(one: Mover, two: Mover, time: float) -> bool:
    """Does a long base, turning at its corner, sweep into another?"""
    if not within(one, two, time):
        return False
    turns = [turn for each in (one, two) if (turn := turn_of(each, time)) is not None]
    still = [each for each in (one, two) if all(each is not turn.who for turn in turns)]
    return any(turn.held(end) for turn, end in turned_together(turns, placed(still, time), time))


class Turn(NamedTuple):
    """A long base about to turn at a corner of its way: from where, which way round, and by how many degrees."""

    who: Mover
    pose: Pose
    way: int
    degrees: int

    def after(self, share: float) -> Pose:
        """How it stands when it has done a share of its turn."""
        return self.pose.facing_to(self.pose.facing + self.way * round(self.degrees * share))

    def held(self, end: Pose) -> bool:
        """Whether it stands here short of its whole turn."""
        return end.facing != self.after(1.0).facing

    def rest(self, pose: Pose) -> Turn:
        """What is left of it from this pose on."""
        return Turn(self.who, pose, self.way, (self.after(1.0).facing - pose.facing) * self.way % 360)


def turn_of(one: Mover, time: float) -> Turn | None:
    """The turn a base makes at a moment, if it makes any."""
    free = not one.base.round and one.halted == inf
    old = next((leg for leg in one.legs if leg.end == time), None) if free else None
    if old is None:
        return None
    pose, facing = old.at(time), one.leg(time).facing
    way = 1 if (facing - pose.facing) % 360 <= 180 else -1
    degrees = (facing - pose.facing) * way % 360
    return Turn(one, pose, way, degrees) if degrees else None


def placed(movers: Iterable[Mover], time: float) -> list[tuple[Base, Pose]]:
    """Those who do not turn at this moment, where they are."""
    return [(each.base, each.leg(time).at(time)) for each in movers]


def turned_together(turns: Sequence[Turn], there: Sequence[tuple[Base, Pose]], time: float) -> list[tuple[Turn, Pose]]:
    """How bases stand that turn at the same time.

    Each turns until its next degree would bring it into another, and on when that one has turned out of its way. As
    they set out, who has room where all have turned backs a little and so turns at once.
    """
    crowd = _crowd(turns, there)
    creeping = set(range(len(turns))) if time else set()
    while True:
        ends = _turned(turns, crowd, creeping)
        pressed = crowd.pressed(ends, range(len(turns))) - creeping
        if not pressed:
            return list(zip(turns, ends, strict=False))
        creeping |= pressed


class Crowd(NamedTuple):
    """Turning bases, then those that stand about them: how they stand, and how deep each that turns may be in whom."""

    bases: Sequence[Base]
    poses: Sequence[Pose]
    limits: Sequence[Sequence[tuple[int, float]]]

    def pressed(self, poses: Sequence[Pose], turning: Iterable[int]) -> set[int]:
        """Which of those turning would be pressed into another, deeper than they were to begin with."""
        bases = self.bases
        return {
            n
            for n in turning
            if any(overlap(bases[n], poses[n], bases[m], poses[m]) > limit for m, limit in self.limits[n])
        }


def _crowd(turns: Sequence[Turn], there: Sequence[tuple[Base, Pose]]) -> Crowd:
    """Nobody who turns on the spot comes to one whose outer disc keeps clear of his own."""
    bases = [*(turn.who.base for turn in turns), *(base for base, _ in there)]
    poses = [*(turn.pose for turn in turns), *(at for _, at in there)]
    limits = [
        [
            (m, max(GRAZE, overlap(bases[n], poses[n], base, at)))
            for m, (base, at) in enumerate(zip(bases, poses, strict=True))
            if m != n and hypot(at[0] - poses[n][0], at[1] - poses[n][1]) < bases[n].reach + base.reach
        ]
        for n in range(len(turns))
    ]
    return Crowd(bases, poses, limits)


def _turned(turns: Sequence[Turn], crowd: Crowd, creeping: Container[int]) -> list[Pose]:
    """Where all stand when those who creep have turned by degrees, as long as any of them gets on."""
    now = [turn.pose if n in creeping else turn.after(1.0) for n, turn in enumerate(turns)]
    now += crowd.poses[len(turns) :]
    while True:
        rests = {n: turn.rest(now[n]) for n, turn in enumerate(turns) if n in creeping}
        then = _in_step({n: rest for n, rest in rests.items() if rest.degrees}, now, crowd)
        if then == now:
            return now
        now = then


def _in_step(turns: Mapping[int, Turn], start: list[Pose], crowd: Crowd) -> list[Pose]:
    """Where all stand when each has turned until its next degree would bring it into another."""
    now, turning = start, set(turns)
    steps = max((turn.degrees for turn in turns.values()), default=0)
    for step in range(1, steps + 1):
        while turning:
            then = [turns[n].after(step / steps) if n in turning else at for n, at in enumerate(now)]
            stopped = crowd.pressed(then, turning)
            if not stopped:
                now = then
                break
            turning -= stopped
    return now


def pressed_on(
    one: Mover, pose: Pose, there: Sequence[tuple[Base, Pose]], overhang: Callable[[Base, Pose], float]
) -> Pose:
    """The hair's breadth that a base, turned as far as whole degrees let it, lacks to touch the one it turned into.

    It does not press over the edge.
    """
    gaps = [signed_gap(one.base, pose, base, at) for base, at in there]
    if min(gaps) <= GRAIN:
        return pose
    base, near = there[gaps.index(min(gaps))]
    ahead = pose.at.bearing(near.at)
    for turn in PRESSING:
        to = pose.at.toward(ahead + turn, 1.0)
        way = (to.x - pose.x, to.y - pose.y)
        inches = first_touch(one.base, pose, way, base, near)
        if inches <= HAIR and all(first_touch(one.base, pose, way, *other) >= inches for other in there):
            pressed = Pose(pose.x + way[0] * inches, pose.y + way[1] * inches, pose.facing)
            if overhang(one.base, pressed) <= max(GRAZE, overhang(one.base, pose)):
                return pressed
    return pose
