"""Long bases on the march turn at the corners of their ways: how far, and into whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import NamedTuple

from kktui.table.gaps import overlap, signed_gap
from kktui.table.geometry import Base, Pose
from kktui.table.movers import Mover
from kktui.table.sweep import GRAZE, first_touch

HAIR = 0.04
"""More than the corner of a base moves when it turns by a degree."""
STRIDE = 5
"""Degrees between two looks at a turning base, until something is in its way."""
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
    turns = _turns(one, two, time)
    if len(turns) > 1:
        return in_each_others_way(turns, time)
    return any(turned_as_far(turn.who, (two if turn.who is one else one,), time) is not None for turn in turns)


def turns_into(one: Mover, two: Mover, time: float) -> bool:
    if one.base.round or not within(one, two, time):
        return False
    turns = _turns(one, two, time)
    if len(turns) > 1:
        return in_each_others_way(turns, time)
    return turned_as_far(one, (two,), time) is not None


def _turns(one: Mover, two: Mover, time: float) -> list[Turn]:
    return [turn for each in (one, two) if (turn := turn_of(each, time)) is not None]


def turned_as_far(one: Mover, others: Sequence[Mover], time: float) -> Pose | None:
    """A long base turning at its corner, at the last degree before it would sweep into another; None if it does not.

    As it sets out it may turn wherever it then has room: it backs a little to do so.
    """
    old = next((leg for leg in one.legs if leg.end == time), None)
    if one.base.round or old is None:
        return None
    new, pose = one.leg(time), old.at(time)
    there = [(other.base, at, other.came_as(time)) for other in others for at in other.turning(time)]
    limits = [(base, at, max(GRAZE, overlap(one.base, pose, base, before))) for base, at, before in there]

    def clear(turned: Pose) -> bool:
        return all(overlap(one.base, turned, base, at) <= limit for base, at, limit in limits)

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


class Turn(NamedTuple):
    """A long base about to turn at a corner of its way: from where, which way round, and by how many degrees."""

    who: Mover
    pose: Pose
    way: int
    degrees: int

    def after(self, share: float) -> Pose:
        """How it stands when it has done a share of its turn."""
        return self.pose.facing_to(self.pose.facing + self.way * round(self.degrees * share))


def turn_of(one: Mover, time: float) -> Turn | None:
    """The turn a base makes at a moment, if it makes any."""
    old = None if one.base.round else next((leg for leg in one.legs if leg.end == time), None)
    if old is None:
        return None
    pose, facing = old.at(time), one.leg(time).facing
    way = 1 if (facing - pose.facing) % 360 <= 180 else -1
    degrees = (facing - pose.facing) * way % 360
    return Turn(one, pose, way, degrees) if degrees else None


def in_each_others_way(turns: Sequence[Turn], time: float) -> bool:
    """Whether bases that turn at the same moment cannot all do so; setting out, only how they come to stand counts."""
    crowd = _crowd(turns, ())
    if not time and not crowd.pressed([turn.after(1.0) for turn in turns], range(len(turns))):
        return False
    return any(end != turn.after(1.0) for turn, end in zip(turns, _stopped(turns, crowd), strict=True))


def turned_together(turns: Sequence[Turn], there: Sequence[tuple[Base, Pose]]) -> dict[str, Pose]:
    """How bases stand that turn at the same time: each until its next degree would bring it into another."""
    ends = _stopped(turns, _crowd(turns, there))
    return {turn.who.id: end for turn, end in zip(turns, ends, strict=True)}


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


def _stopped(turns: Sequence[Turn], crowd: Crowd) -> Sequence[Pose]:
    """Where each turning base stops, all turning in step."""
    now = list(crowd.poses)
    turning = set(range(len(turns)))
    steps = max(turn.degrees for turn in turns)
    for step in range(1, steps + 1):
        while turning:
            then = [turns[n].after(step / steps) if n in turning else at for n, at in enumerate(now)]
            stopped = crowd.pressed(then, turning)
            if not stopped:
                now = then
                break
            turning -= stopped
    return now[: len(turns)]


def pressed_on(
    one: Mover,
    pose: Pose,
    there: Sequence[tuple[Base, Pose]],
    overhang: Callable[[Base, Pose], float],
    either: Sequence[tuple[Base, Pose]] = (),
) -> Pose:
    """The hair's breadth that a base, turned as far as whole degrees let it, lacks to touch the one it turned into.

    It presses neither over the edge nor into those who would turn out of its way at this moment but may yet be held.
    """
    base, near = min(there, key=lambda other: signed_gap(one.base, pose, *other))
    ahead = pose.at.bearing(near.at)
    for turn in PRESSING:
        to = pose.at.toward(ahead + turn, 1.0)
        way = (to.x - pose.x, to.y - pose.y)
        inches = first_touch(one.base, pose, way, base, near)
        if inches <= HAIR and all(first_touch(one.base, pose, way, *other) >= inches for other in (*there, *either)):
            pressed = Pose(pose.x + way[0] * inches, pose.y + way[1] * inches, pose.facing)
            if overhang(one.base, pressed) <= max(GRAZE, overhang(one.base, pose)):
                return pressed
    return pose
