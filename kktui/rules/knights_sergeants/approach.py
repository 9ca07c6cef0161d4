"""KS-5.2 How a charge would come home: whom the leader meets, by what way, and on how many inches."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from kktui.engine.check import walk_along
from kktui.engine.modifiers import total
from kktui.engine.requests import Move
from kktui.engine.ways import Way, head_for
from kktui.rules.knights_sergeants.figures import Battle, Group, Man, guide
from kktui.rules.knights_sergeants.movement import move_request, pace_of, wound
from kktui.table import Walk
from kktui.table.geometry import GRAIN, Point
from kktui.table.records import altered


def most_inches(battle: Battle, unit: Group) -> float:
    """The best that the dice of a charge can show.  [KS-4.1]"""
    return 6.0 * pace_of(battle, unit, charging=True).dice


def furthest_charge(battle: Battle, unit: Group) -> float:
    """How far the best of dice would carry a charge, less what a wounded leader loses.  [KS-4.1, KS-1.5]"""
    return most_inches(battle, unit) + total(wound(pace_of(battle, unit, charging=True)))


def onset_request(battle: Battle, unit: Group, target: Group, allowance: float) -> Move:
    """A charge before a way has been looked for: who goes, and whom he may touch."""
    foes = tuple(man.id for man in battle.men(target.id))
    return altered(move_request(battle, unit, allowance), what="charge", rule="KS-5.2", may_touch=foes)


def way_home(battle: Battle, request: Move) -> Way:
    """Straight at one of the three nearest, else bearing off to one side of what is between; it may lead to nobody."""
    leader = battle.figures[request.figure]
    gaps = battle.table.gaps(leader.id, request.may_touch)
    nearest = [battle.figures[each] for _, each in sorted(zip(gaps, request.may_touch, strict=True))[:3]]
    start, reach = leader.place.at, leader.base.reach
    for foe in nearest:
        there = foe.place.at
        if start.to(there) - reach - foe.base.reach > request.allowance:
            continue
        way = Way((there,), walk_along(battle, request, (there,)))
        if meets(request, way.walk):
            return way
    return head_for(battle, request, nearest[0].place.at)


def meets(request: Move, walk: Walk) -> bool:
    """Whether a charge comes to one of those it is on."""
    return any(each in request.may_touch for each in walk.touched)


class Approach(NamedTuple):
    """How a charge would come home."""

    foe: str
    """Whom the leader meets, or nobody."""
    needs: int
    """The inches the dice must show for it."""
    path: tuple[Point, ...] = ()
    """The way points he goes by."""


def way_to(battle: Battle, unit: Group, target: Group) -> Approach:
    """The fewest inches on which a charge would be asked to make contact, as it would be made now.  [KS-5.2]"""
    key = ("way", unit.id, target.id)
    found: Approach | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = _way_to(battle, unit, target)
    return found


def _way_to(battle: Battle, unit: Group, target: Group) -> Approach:
    least = least_way(battle, unit, target)
    found = a_way_to(battle, unit, target)
    while found.needs - 1 >= least and (shorter := _way_within(battle, unit, target, found.needs - 1)) is not None:
        found = shorter
    return found


def a_way_to(battle: Battle, unit: Group, target: Group) -> Approach:
    """The way that a charge would be asked to go with the best of dice, be there a shorter one or not."""
    key = ("a way", unit.id, target.id)
    found: Approach | None = battle.memo.get(key)
    if found is None:
        most = int(most_inches(battle, unit))
        found = battle.memo[key] = _way_within(battle, unit, target, most) or Approach("", most + 1)
    return found


def _way_within(battle: Battle, unit: Group, target: Group, inches: int) -> Approach | None:
    """How a charge would come home if the dice showed so much."""
    request = onset_request(battle, unit, target, inches)
    path, walk = way_home(battle, request)
    met = next((each for each in walk.touched if each in target.figures), None)
    return Approach(met, ceil(round(walk.cost, 3)), path) if met is not None else None


def way_foreseen(battle: Battle, unit: Group, target: Group, request: Move) -> Way | None:
    """The way on which the odds had the charge come home, if the move goes so far: it is looked for with more inches
    than the dice may have shown, and so may bear off otherwise.
    """
    if least_way(battle, unit, target) > request.allowance:
        return None
    found = way_to(battle, unit, target)
    if found.needs > request.allowance:
        return None
    return Way(found.path, walk_along(battle, request, found.path))


def least_way(battle: Battle, unit: Group, target: Group) -> float:
    """Inches that no way to contact can be shorter than, whatever stands between."""
    leader, men = guide(battle, unit), battle.men(target.id)
    if leader is None or not men:
        return 0.0
    return least_over(leader, min(battle.table.gaps(leader.id, [man.id for man in men])))


def least_over(leader: Man, gap: float) -> float:
    """The same where the gap to the nearest man is known: less what a long base saves by turning."""
    return max(0.0, gap - (leader.base.reach - leader.base.half_width) - 2 * GRAIN)
