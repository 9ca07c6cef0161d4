"""What lies between whoever acts and whom he might aim at."""

from __future__ import annotations

from typing import NamedTuple

from kktui.engine.state import AnyState
from kktui.engine.telling import compass, length_words, listed, name_of
from kktui.table.geometry import Point
from kktui.words.finding import man_of
from kktui.words.places import middle_of

CONTACT = 0.01
"""Inches within which two bases touch."""
LOW = ("slope", "road", "rough", "water")
"""Ground that stands in nobody's way to see."""


class Aim(NamedTuple):
    """A line from one man to another, whether the ground lets it pass, and that in words."""

    one: Point
    other: Point
    clear: bool
    words: str


def aim(state: AnyState, one: str, other: str) -> Aim | None:
    """From a figure or the nearest man of a unit to another; nothing when either is not on the table."""
    pair = _pair(state, one, other)
    if pair is None:
        return None
    one, other = pair
    a, b = (state.table.poses[each].at for each in pair)
    gap = state.table.gap(one, other)
    if gap < CONTACT:
        return Aim(a, b, True, f"In contact with {name_of(state, other)}.")
    sight = state.table.sight(a, b)
    far = f"{length_words(state, gap)} {compass(a.bearing(b))} to {name_of(state, other)}"
    if not sight.clear:
        return Aim(a, b, False, f"{far}, hidden by {name_of(state, sight.cut_by)}.")
    crossed = [_crossed(state, kind, inches) for _, kind, inches in sight.through if kind not in LOW]
    return Aim(a, b, True, f"{far}, {listed(crossed) if crossed else 'nothing between'}.")


def how_far(state: AnyState, one: str, other: str) -> str:
    """`16.2 inches north`, from one to the other, edge to edge; nothing when either is not on the table."""
    pair = _pair(state, one, other)
    if pair is None:
        return ""
    gap = state.table.gap(*pair)
    a, b = (state.table.poses[each].at for each in pair)
    return "in contact" if gap < CONTACT else f"{length_words(state, gap)} {compass(a.bearing(b))}"


def _pair(state: AnyState, one: str, other: str) -> tuple[str, str] | None:
    """The two men nearest to each other where units are named; nothing when either is not on the table."""
    a, b = middle_of(state, [one]), middle_of(state, [other])
    if a is None or b is None or one == other:
        return None
    other = man_of(state, other, a) if other in state.units else other
    one = man_of(state, one, b) if one in state.units else one
    poses = state.table.poses
    return (one, other) if one in poses and other in poses else None


def _crossed(state: AnyState, kind: str, inches: float) -> str:
    words = kind.replace("-", " ")
    return f"through {words} for {length_words(state, inches)}" if inches else f"over a {words}"
