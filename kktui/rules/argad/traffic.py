"""How a captain keeps his men out of each other's way: orders are rehearsed before they are given."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import pairwise
from typing import Any

from kktui.engine.check import walk_along
from kktui.engine.requests import Move, Plan
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.movement import Intent, march
from kktui.table.geometry import Point

HARDLY = 0.4
"""Who comes no further than this part of his way is held up."""
SPREAD = 10
"""Degrees by which two bear off who get into each other's way side by side."""
WHEEL = 90
"""Degrees by which a rider turns off who has a friend just before his horse's head."""


def untangled(
    battle: Battle, request: Plan, orders: Mapping[str, Any], goals: Mapping[str, Point | None]
) -> dict[str, Any]:
    """The orders of a side, but whom friends would hold up bears off, and if that does not help goes round them."""
    better = dict(orders)
    for attempt in (_bear_off, _go_round):
        intents = list(_intents(battle, request, better))
        held = held_up(battle, intents)
        if not held:
            break
        moving = {each for intent in intents for each in intent.men} - held.keys()
        for key in sorted(held.keys() & goals.keys()):
            part, goal = request.parts[key], goals[key]
            if isinstance(part, Move) and goal is not None:
                way = attempt(battle, part, goal, held[key], moving)
                better[key] = {"path": walk_along(battle, part, way).path[1:]}
    return better


def _bear_off(battle: Battle, part: Move, goal: Point, friend: str, moving: Container[str]) -> tuple[Point, ...]:
    """A little away from the friend at his side."""
    return _aside(battle, part, goal, friend, SPREAD)


def _aside(battle: Battle, part: Move, goal: Point, friend: str, degrees: int) -> tuple[Point, ...]:
    here, there = (battle.table.poses[each].at for each in (part.figure, friend))
    ahead = here.bearing(goal)
    to_the_right = (here.bearing(there) - ahead) % 360 < 180
    return (here.toward(ahead - degrees if to_the_right else ahead + degrees, here.to(goal)).rounded(),)


def _go_round(battle: Battle, part: Move, goal: Point, friend: str, moving: Container[str]) -> tuple[Point, ...]:
    """Round everybody who stands where he stands, or for want of a way well aside of the friend before him."""
    found = battle.table.route(part.figure, goal, part.going, moving)
    return found or _aside(battle, part, goal, friend, WHEEL)


def _intents(battle: Battle, request: Plan, orders: Mapping[str, Any]) -> Iterator[Intent]:
    """What all are to do, if no slowing dice come in between."""
    for key, part in request.parts.items():
        if isinstance(part, Move) and orders[key]["path"]:
            walk = walk_along(battle, part, tuple(orders[key]["path"]))
            yield Intent((part.figure, *part.body), walk, walk.path, part.allowance)


def held_up(battle: Battle, intents: list[Intent]) -> dict[str, str]:
    """Who would run into a friend almost at once if the enemy stood still, and into whom."""
    marched = march(battle, intents)
    first: dict[str, str] = {}
    for one, two in marched.met:
        first.setdefault(one, two)
        first.setdefault(two, one)
    leads = {intent.men[0]: intent.walk.length for intent in intents}
    slow = (lead for lead, inches in leads.items() if _length(marched.paths.get(lead, ())) < HARDLY * inches)
    sides = {key: man.side for key, man in battle.figures.items()}
    return {lead: first[lead] for lead in slow if lead in first and sides[lead] == sides[first[lead]]}


def _length(path: tuple[Point, ...]) -> float:
    return sum(one.to(other) for one, other in pairwise(path))
