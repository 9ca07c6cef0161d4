"""Whether bases may be placed where an answer puts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from kktui.engine.codec import pack
from kktui.engine.nearby import foe_in_box
from kktui.engine.requests import Arrange, Refusal
from kktui.engine.spots import is_number, point_in
from kktui.engine.state import AnyState
from kktui.engine.steering import ARRIVED
from kktui.table.gaps import signed_gap
from kktui.table.geometry import GRAIN, Point, Pose

SHY = 0.05
"""How far from his place one may end who is said to have come there."""


def settle_places(state: AnyState, request: Arrange, answer: Any) -> dict[str, Pose] | Refusal:
    if not isinstance(answer, Mapping) or any(key not in request.figures for key in answer):
        return Refusal(request.rule, f"places are given for {', '.join(request.figures)} only", {})
    places = dict(request.default)
    for key, item in answer.items():
        point = point_in(item[:2]) if isinstance(item, Sequence) and not isinstance(item, str) else None
        if point is None or len(item) != 3 or not is_number(item[2]):
            return Refusal(request.rule, f"{key}: a place is [x, y, facing]", {})
        places[key] = Pose(point.x, point.y, round(item[2]) % 360)
    if not answer:
        return places
    for key in answer:
        why = why_not_there(state, request, key, places)
        if why:
            return Refusal(request.rule, f"{key}: {why}", {key: pack(request.default[key])})
    return places


def why_not_there(state: AnyState, request: Arrange, figure: str, places: Mapping[str, Pose]) -> str:
    """Why a figure may not be placed there among the others, or nothing."""
    reasons = (_why_not_ground, _why_not_room, _why_not_company, _why_not_contact, _why_no_way)
    return next((why for reason in reasons if (why := reason(state, request, figure, places))), "")


def _why_not_ground(state: AnyState, request: Arrange, figure: str, places: Mapping[str, Pose]) -> str:
    pose = places[figure]
    if request.zone and not state.table.in_zone(request.zone, pose.at):
        return f"that is outside the zone {request.zone}"
    if request.lead is None and any(kind in ("water", "building") for kind in state.table.kinds_at(pose.at)):
        return "nobody starts in water or inside a building"
    return ""


def _why_no_way(state: AnyState, request: Arrange, figure: str, places: Mapping[str, Pose]) -> str:
    if reachable(state, request, figure, places[figure]):
        return ""
    limit = request.allowances.get(figure)
    within = "" if limit is None else f" within his {limit:g} inches"
    return f"there is no way there{within} that passes neither an enemy nor an obstacle"


def _why_not_room(state: AnyState, request: Arrange, figure: str, places: Mapping[str, Pose]) -> str:
    base, pose = state.figures[figure].base, places[figure]
    if not state.table.is_free(base, pose, (*request.figures, request.leader)):
        return "another base, or the table edge, is in the way"
    others = [(key, state.figures[key].base, places[key]) for key in request.figures if key != figure]
    if request.lead is not None:
        others.append((request.leader, state.figures[request.leader].base, request.lead.end))
    for key, other, there in others:
        if signed_gap(base, pose, other, there) < -GRAIN:
            return f"that overlaps {key}"
    return ""


def _why_not_company(state: AnyState, request: Arrange, figure: str, places: Mapping[str, Pose]) -> str:
    if request.lead is None:
        return ""
    leader = state.figures[request.leader]
    gap = state.table.gap_between(state.figures[figure].base, places[figure], leader.base, request.lead.end)
    return f"that is more than {request.radius:g} from the leader" if gap > request.radius + GRAIN / 2 else ""


def _why_not_contact(state: AnyState, request: Arrange, figure: str, places: Mapping[str, Pose]) -> str:
    man = state.figures[figure]
    touched = state.table.contacts_at(man.base, places[figure], (*request.figures, request.leader))
    wrong = [key for key in touched if state.figures[key].side != man.side and key not in request.may_touch]
    return f"that would touch {', '.join(wrong)}" if wrong else ""


def reachable(state: AnyState, request: Arrange, figure: str, pose: Pose) -> bool:
    """Straight there or along the leader's path, through friends, but no enemy and no obstacle he did not cross.

    And no further than he may go.
    """
    going, lead, table = request.going, request.lead, state.table
    if going is None or lead is None:
        return True
    side = state.figures[figure].side
    start, reach = table.poses[figure], table.bases[figure].reach
    limit = request.allowances.get(figure, inf) + ARRIVED
    if start.at.to(pose.at) > limit:
        return False
    left, right = (start.x, pose.x) if start.x < pose.x else (pose.x, start.x)
    top, bottom = (start.y, pose.y) if start.y < pose.y else (pose.y, start.y)
    box = (left - reach, top - reach, right + reach, bottom + reach)
    open_ground = table.open_ground(box, going)
    if open_ground and not foe_in_box(state, side, box):
        return True
    friends = friends_of(state, side)
    ways: list[tuple[Point, ...]] = [(pose.at,), (*lead.path, pose.at)]
    if open_ground and limit == inf and table.bases[figure].round and not table.has_lines(box):
        if table.sweep(figure, pose.at, friends).end.to(pose.at) <= SHY:
            return True
        del ways[0]
    for way in ways:
        walk = table.walk(figure, way, going, limit, friends)
        arrived = walk.end.at.to(pose.at) <= SHY
        if arrived and all(line in lead.lines for line in walk.lines):
            return True
    return False


def friends_of(state: AnyState, side: str) -> frozenset[str]:
    """The ids of a side's figures on the table; remembered until somebody comes or goes."""
    found = state.ranks.get(("friends", side))
    if found is None:
        found = state.ranks["friends", side] = frozenset(man.id for man in state.fielded(side))
    assert isinstance(found, frozenset)
    return found
