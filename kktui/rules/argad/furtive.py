"""AR-4.6 and AR-4.7 Who shows himself, where, and who does so only on his way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from kktui.rules.argad.figures import CROUCHED, Battle, Man, foes_upon
from kktui.rules.argad.hiding import why_hidden, why_unseen
from kktui.rules.argad.measure import cm, inches
from kktui.table.geometry import Point
from kktui.table.records import altered

STEP = inches(2.0)
"""How closely a way is looked at for places where somebody shows himself."""


class Showing(NamedTuple):
    """Where a shooter sees his target: from where, at what place, how many cm away, and whether only on the way."""

    eye: Point
    at: Point
    cm: float
    furtive: bool = False


def showing(battle: Battle, shooter: Man, target: Man) -> Showing | str:
    """Where a man can be shot at: as he stands, or where one of the two showed himself on his way; else why not.

    [AR-4.6, AR-4.7]
    """
    key = ("showing", shooter.id, target.id)
    found: Showing | str | None = battle.places.get(key)
    if found is None:
        found = battle.places[key] = _showing(battle, shooter, target)
    return found


def _showing(battle: Battle, shooter: Man, target: Man) -> Showing | str:
    here, there = shooter.place.at, target.place.at
    why = _why_not_there(battle, target, here, there)
    if not why:
        ran = bool(foes_upon(battle, target)) and _furtive(battle, target, here)
        return Showing(here, there, cm(battle.table.gap(shooter.id, target.id)), ran)
    if _furtive(battle, target, here):
        seen = next((at for at in _on_the_way(target) if not _why_hidden_at(battle, target, here, at)), None)
        if seen is not None:
            return Showing(here, seen, _distance(shooter, target, here, seen), True)
    if not _kept_out_of(battle, target) and _furtive(battle, shooter, there):
        eye = next((at for at in _on_the_way(shooter) if not _why_hidden_at(battle, target, at, there)), None)
        if eye is not None:
            return Showing(eye, there, _distance(shooter, target, eye, there))
    return why


def _why_not_there(battle: Battle, target: Man, here: Point, there: Point) -> str:
    hidden = _why_hidden_at(battle, target, here, there)
    if hidden:
        return hidden
    return "is in melee" if _kept_out_of(battle, target) else ""


def _kept_out_of(battle: Battle, target: Man) -> bool:
    """Whether a man is in a melee that nobody shoots into.  [AR-4.2]"""
    return bool(foes_upon(battle, target)) and not battle.book.switch("into-melee")


def _why_hidden_at(battle: Battle, target: Man, eye: Point, at: Point) -> str:
    if battle.table.terrain.bare:
        return ""
    return why_hidden(battle, target, at, eye)


def _furtive(battle: Battle, man: Man, eye: Point) -> bool:
    """Whether one who moved was hidden from the other, or in contact with his foes, before and after.  [AR-4.6]"""
    if man.tread is None:
        return False
    before = man.pinned or _unseen(battle, eye, man.tread.way[0]) or _lurked(battle, eye, man)
    return before and (bool(foes_upon(battle, man)) or _unseen(battle, eye, man.place.at))


def _lurked(battle: Battle, eye: Point, man: Man) -> bool:
    """Whether one who rose to go had been hidden as he crouched.  [AR-3.5, AR-4.6]"""
    if not man.rose or man.tread is None:
        return False
    return bool(_why_hidden_at(battle, altered(man, posture=CROUCHED, tread=None), eye, man.tread.way[0]))


def _unseen(battle: Battle, eye: Point, at: Point) -> bool:
    return not battle.table.terrain.bare and bool(why_unseen(battle, eye, at))


def _on_the_way(man: Man) -> Iterator[Point]:
    """Places along the way a man has gone, but for its ends."""
    assert man.tread is not None
    for one, other in pairwise(man.tread.way):
        steps = max(1, ceil(one.to(other) / STEP))
        for step in range(1, steps):
            part = step / steps
            yield Point(one.x + (other.x - one.x) * part, one.y + (other.y - one.y) * part).rounded()


def _distance(shooter: Man, target: Man, eye: Point, at: Point) -> float:
    return cm(max(0.0, eye.to(at) - shooter.base.half_width - target.base.half_width))
