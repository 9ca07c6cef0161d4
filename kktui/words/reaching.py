"""Who could get at a man where he means to stand, and whose command he would be in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from kktui.engine.ruleset import Ring, Ruleset
from kktui.engine.state import AnyState
from kktui.engine.telling import length_words, name_of
from kktui.table.geometry import Point


class Circle(NamedTuple):
    """How far something of a man reaches, from the middle of his base."""

    man: str
    at: Point
    inches: float
    ring: Ring


def circles(rules: Ruleset, state: AnyState, men: Iterable[str]) -> list[Circle]:
    """All rings of these men as circles on the table."""
    poses, bases = state.table.poses, state.table.bases
    return [
        Circle(man, poses[man].at, ring.inches + bases[man].reach, ring)
        for man in men
        if man in poses
        for ring in rules.rings(state, man)
    ]


def threats(rules: Ruleset, state: AnyState, side: str) -> list[Circle]:
    """How far every enemy can strike."""
    men = [man.id for man in state.enemies_of(side)]
    return [each for each in circles(rules, state, men) if each.ring.threat]


def commands(rules: Ruleset, state: AnyState, figure: str) -> list[Circle]:
    """How far those reach who may command a man: of his own unit, or captains on their own."""
    man = state.figures[figure]
    over = [
        other.id
        for other in state.fielded(man.side)
        if other.id != figure and (other.unit == man.unit or len(state.units[other.unit].figures) == 1)
    ]
    return [each for each in circles(rules, state, over) if each.ring.command]


def danger_words(found: Iterable[Circle], at: Point, reach: float) -> str:
    """Who could get at a base of this reach standing here."""
    there = [each for each in found if each.at.to(at) <= each.inches + reach]
    if not there:
        return "No enemy is known to reach him there."
    ways = Counter(each.ring.name for each in there)
    men = len({each.man for each in there})
    counted = "; ".join(f"{name} ({times})" for name, times in ways.items())
    return f"{men} {'enemy' if men == 1 else 'enemies'} could get at him there: {counted}."


def command_words(state: AnyState, found: Iterable[Circle], at: Point, reach: float) -> str:
    """Whose command a base standing here would be in, or how far it is from the nearest."""
    nearest = min(found, key=lambda each: each.at.to(at) - each.inches, default=None)
    if nearest is None:
        return ""
    beyond = nearest.at.to(at) - nearest.inches - reach
    name = f"{name_of(state, nearest.man)} ({nearest.ring.name} {length_words(state, nearest.ring.inches)})"
    return f"Within reach of {name}." if beyond <= 0 else f"{length_words(state, beyond)} beyond {name}."
