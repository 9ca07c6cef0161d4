"""Who is near whom: contacts, foes within reach, what a man sees. All remembered until somebody moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Any, TypeVar

from kktui.engine.state import AnyState, Figure, State
from kktui.table.geometry import GRAIN, MOUNTED
from kktui.table.ground import Box
from kktui.table.sight import OPEN, Sight
from kktui.table.standing import MANY

F = TypeVar("F", bound=Figure)


def in_contact(state: AnyState, man: Figure) -> list[str]:
    """The enemies touching a figure; remembered until somebody stirs about it."""
    touching = state.touching
    if state.table.stirred:
        _forget_touching(state)
    found = touching.get(man.id)
    if found is None:
        men = state.men(man.unit)
        if len(men) == 1 or pressed(state, man.unit):
            found = touching[man.id] = _touching(state, man)
        else:
            found = []
            touching.update(dict.fromkeys([each.id for each in men], found))
    return found


def _touching(state: AnyState, man: Figure) -> list[str]:
    close = state.table.contacts(man.id) if man.id in state.table.poses else ()
    return [each for each in close if state.figures[each].side != man.side]


def _forget_touching(state: AnyState) -> None:
    """Of all about whom somebody has stirred; where many have, of everybody."""
    table, touching = state.table, state.touching
    if len(table.stirred) > MANY:
        touching.clear()
    elif touching:
        for place, reach in table.stirred:
            for name in table.around(place, reach + GRAIN):
                touching.pop(name, None)
    table.stirred.clear()


def pressed(state: AnyState, unit: str) -> bool:
    """Whether an enemy is so near to a unit that bases may touch: one cheap look for all its men."""
    key = ("pressed", unit)
    found: bool | None = state.places.get(key)
    if found is None:
        found = state.places[key] = _pressed(state, state.men(unit))
    return found


def _pressed(state: AnyState, men: Sequence[Figure]) -> bool:
    """Looked for among the enemies: the index would first of all find the unit's own men."""
    if not men:
        return False
    near = max([man.base.reach for man in men]) + MOUNTED.reach + GRAIN
    places = [place for man in men if (place := man.pose) is not None]
    xs, ys = [place[0] for place in places], [place[1] for place in places]
    left, right, top, bottom = min(xs) - near, max(xs) + near, min(ys) - near, max(ys) + near
    close = [foe for foe, x, y in _foes(state, men[0].side) if left <= x <= right and top <= y <= bottom]
    return bool(close)


def sight_of(state: AnyState, man: Figure, other: Figure) -> Sight:
    """What a man sees of another; on bare ground there is nothing to remember."""
    if state.table.terrain.bare:
        return OPEN
    key = ("sight", man.id, other.id)
    found: Sight | None = state.places.get(key)
    if found is None:
        found = state.places[key] = state.table.sight(man.place, other.place)
    return found


def nearest_foe(state: State[F, Any, Any], man: F) -> F | None:
    """The enemy whose middle is nearest to his."""
    key = ("nearest", man.side, man.pose)
    if key not in state.places:
        at_x, at_y, _ = man.place
        near = [(hypot(at_x - x, at_y - y), foe.id, foe) for foe, x, y in _foes(state, man.side)]
        state.places[key] = min(near)[2] if near else None
    found: F | None = state.places[key]
    return found


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
        foes = near_foes(state, man, inches)
        gaps = state.table.gaps(man.id, [foe.id for foe in foes])
        found = [(gap, foe.id, foe) for gap, foe in zip(gaps, foes, strict=True) if gap <= inches]
        found.sort()
        state.places[key] = found
    return found


def some_foes_within(state: State[F, Any, Any], man: F, inches: float) -> Iterator[F]:
    """The same enemies one by one and in no order, for whom any one will do: most need not be measured."""
    x, y, _ = man.place
    near, sure = inches + 2 * MOUNTED.reach, inches + man.base.half_width - GRAIN
    for foe, u, v in _foes(state, man.side):
        away = hypot(u - x, v - y)
        if away <= sure + foe.base.half_width or (away <= near and state.table.gap(man.id, foe.id) <= inches):
            yield foe


def any_within(state: AnyState, man: Figure, others: Iterable[Figure], inches: float) -> bool:
    """Whether one of some others is within so many inches of a man; most need not be measured."""
    x, y, _ = man.place
    near, sure = inches + man.base.reach, inches + man.base.half_width - GRAIN
    for other in others:
        u, v, _ = other.place
        away = hypot(u - x, v - y)
        if away <= sure + other.base.half_width:
            return True
        if away <= near + other.base.reach and state.table.gap(man.id, other.id) <= inches:
            return True
    return False


def units_about(state: AnyState, man: Figure, inches: float) -> set[str]:
    """The units of which somebody may be within so many inches: one cheap look before anything is measured."""
    figures = state.figures
    return {figures[each].unit for each in state.table.around(man.place, inches + man.base.reach + GRAIN)}


def foe_in_box(state: AnyState, side: str, box: Box) -> bool:
    """Whether the disc round an enemy's base comes into a box.

    Looked for among the enemies: the index would first of all find the friends, of whom most boxes are full.
    """
    left, top, right, bottom = box
    for foe, x, y in _foes(state, side):
        reach = foe.base.reach
        if x - reach <= right and x + reach >= left and y - reach <= bottom and y + reach >= top:
            return True
    return False


def _foes(state: State[F, Any, Any], side: str) -> list[tuple[F, float, float]]:
    key = ("foes", side)
    foes: list[tuple[F, float, float]] | None = state.places.get(key)
    if foes is None:
        foes = [(foe, at[0], at[1]) for foe in state.enemies_of(side) if (at := foe.pose) is not None]
        state.places[key] = foes
    return foes
