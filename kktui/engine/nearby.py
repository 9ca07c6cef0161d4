"""Who is near whom: contacts, foes within reach, what a man sees. All remembered until somebody moves."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import hypot
from typing import Any, TypeVar

from kktui.engine.state import AnyState, Figure, State
from kktui.table.geometry import GRAIN, MOUNTED
from kktui.table.sight import Sight

F = TypeVar("F", bound=Figure)


def in_contact(state: AnyState, man: Figure) -> list[str]:
    """The enemies touching a figure."""
    key = ("contact", man.id)
    found: list[str] | None = state.places.get(key)
    if found is None:
        figures, side = state.figures, man.side
        close = state.table.contacts(man.id) if man.id in pressed(state) else ()
        found = state.places[key] = [each for each in close if figures[each].side != side]
    return found


def pressed(state: AnyState) -> set[str]:
    """The men who have an enemy so near that their bases may touch: a cheap look at everybody at once."""
    found: set[str] | None = state.places.get("pressed")
    if found is None:
        found = state.places["pressed"] = set()
        near = 2 * MOUNTED.reach + GRAIN
        one, other = (sorted((x, y, foe.id) for foe, x, y in _foes(state, side)) for side in state.sides)
        for x, y, name in one:
            beside = other[bisect_left(other, (x - near,)) : bisect_right(other, (x + near,))]
            close = [foe for _, v, foe in beside if -near <= v - y <= near]
            if close:
                found.update(close, (name,))
    return found


def sight_of(state: AnyState, man: Figure, other: Figure) -> Sight:
    """What a man sees of another."""
    key = ("sight", man.id, other.id)
    found: Sight | None = state.places.get(key)
    if found is None:
        found = state.places[key] = state.table.sight(man.place.at, other.place.at)
    return found


def nearest_foe(state: State[F, Any, Any], man: F) -> F | None:
    """The enemy whose middle is nearest to his."""
    at_x, at_y, _ = man.place
    near = min(((hypot(at_x - x, at_y - y), foe.id, foe) for foe, x, y in _foes(state, man.side)), default=None)
    return near[2] if near is not None else None


def near_foes(state: State[F, Any, Any], man: F, inches: float) -> list[F]:
    """The enemies that may be within so many inches: a cheap look before anything is measured."""
    x, y, _ = man.place
    reach = inches + 2 * MOUNTED.reach
    limit = reach * reach
    return [foe for foe, u, v in _foes(state, man.side) if (u - x) * (u - x) + (v - y) * (v - y) <= limit]


def foes_within(state: State[F, Any, Any], man: F, inches: float) -> list[tuple[float, str, F]]:
    """The enemies whose bases are within so many inches, nearest first: the gap, his id, and he."""
    key = ("within", man.id, inches)
    found: list[tuple[float, str, F]] | None = state.places.get(key)
    if found is None:
        gap, own = state.table.gap, man.id
        measured = [(gap(own, foe.id), foe.id, foe) for foe in near_foes(state, man, inches)]
        found = state.places[key] = sorted(each for each in measured if each[0] <= inches)
    return found


def _foes(state: State[F, Any, Any], side: str) -> list[tuple[F, float, float]]:
    key = ("foes", side)
    foes: list[tuple[F, float, float]] | None = state.places.get(key)
    if foes is None:
        foes = [(foe, at[0], at[1]) for foe in state.enemies_of(side) if (at := foe.pose) is not None]
        state.places[key] = foes
    return foes
