"""A unit that moves with its leader: where its men come to stand when nobody places them one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kktui.engine.check import reachable
from kktui.engine.requests import Arrange
from kktui.engine.state import AnyState, Figure
from kktui.table.gaps import signed_gap
from kktui.table.geometry import GRAIN, Base, Point, Pose, pose

STEP = 1.1
"""Inches from one spot tried to the next."""


def follow(state: AnyState, request: Arrange) -> dict[str, Pose]:
    """The men keep their places round the leader; who cannot stands as near to his place as there is a way to.

    A man with no way to any place within reach of the leader stays where he is.
    """
    lead = request.lead
    assert lead is not None
    start, end = lead.path[0], lead.end.at
    shift = Point(end.x - start.x, end.y - start.y)
    men = sorted((state.figures[key] for key in request.figures), key=lambda man: _order(man, shift))
    if _all_clear(state, request, men, shift):
        return {man.id: _shifted(man, shift, lead.end.facing) for man in men}
    places: dict[str, Pose] = {}
    taken: list[tuple[Base, Pose]] = [(state.figures[request.leader].base, lead.end)]
    staying = {man.id: man for man in men}
    for man in men:
        del staying[man.id]
        place = _place(state, request, man, taken, staying)
        places[man.id] = place
        taken.append((man.base, place))
    return places


def _order(man: Figure, shift: Point) -> tuple[float, str]:
    """Who stands furthest along the move goes first, out of the way of those behind."""
    assert man.pose is not None
    return (-(man.pose.x * shift.x + man.pose.y * shift.y), man.id)


def _shifted(man: Figure, shift: Point, facing: int) -> Pose:
    assert man.pose is not None
    return pose(Point(man.pose.x + shift.x, man.pose.y + shift.y), facing)


def _all_clear(state: AnyState, request: Arrange, men: Sequence[Figure], shift: Point) -> bool:
    """Whether the whole unit may simply shift: nothing at all in the box it sweeps over, and all near the leader."""
    assert request.lead is not None
    if any(not man.base.round for man in men) or not men:
        return False
    leader = state.figures[request.leader]
    reach = leader.base.half_width + request.radius
    ends = [_shifted(man, shift, request.lead.end.facing) for man in men]
    if any(each.at.to(request.lead.end.at) > reach + man.base.half_width for each, man in zip(ends, men, strict=True)):
        return False
    xs = [man.pose.x for man in men if man.pose] + [each.x for each in ends]
    ys = [man.pose.y for man in men if man.pose] + [each.y for each in ends]
    box = (min(xs) - STEP, min(ys) - STEP, max(xs) + STEP, max(ys) + STEP)
    ground = state.scenario.ground
    if box[0] < 0 or box[1] < 0 or box[2] > ground.width or box[3] > ground.depth:
        return False
    going = request.going
    if going is None or not state.table.open_ground(box, going):
        return False
    return state.table.clear_box(*box, (*request.figures, request.leader))


def _place(
    state: AnyState,
    request: Arrange,
    man: Figure,
    taken: Sequence[tuple[Base, Pose]],
    staying: Collection[str],
) -> Pose:
    assert request.lead is not None and man.pose is not None
    moving = (*request.figures, request.leader)
    tries = 0
    for spot in _spots(state, request, man):
        free = state.table.is_free(man.base, spot, moving) and all(
            signed_gap(man.base, spot, base, place) >= -GRAIN for base, place in taken
        )
        if not free or _touches_enemy(state, request, man, spot) or _covers(state, man, spot, staying):
            continue
        if reachable(state, request, man.id, spot):
            return spot
        tries += 1
        if tries >= 6:
            break
    return man.pose


def _covers(state: AnyState, man: Figure, spot: Pose, staying: Collection[str]) -> bool:
    """Whether a spot is still held by a man of the unit who has not been placed yet and may have to stay."""
    return any(
        signed_gap(man.base, spot, state.figures[key].base, there) < -GRAIN
        for key in staying
        if (there := state.figures[key].pose) is not None
    )


def _touches_enemy(state: AnyState, request: Arrange, man: Figure, spot: Pose) -> bool:
    touched = state.table.contacts_at(man.base, spot, request.figures)
    return any(state.figures[key].side != man.side and key not in request.may_touch for key in touched)


def _spots(state: AnyState, request: Arrange, man: Figure) -> Iterator[Pose]:
    """His old place beside the leader, then others nearer and nearer to him, all within the radius."""
    lead = request.lead
    assert lead is not None and man.pose is not None
    leader = state.figures[request.leader]
    centre, facing = lead.end.at, lead.end.facing
    offset = Point(man.pose.x - lead.path[0].x, man.pose.y - lead.path[0].y)
    reach = request.radius + leader.base.half_width + man.base.half_width - 0.01
    away = min(Point(0, 0).to(offset), reach)
    bearing = Point(0, 0).bearing(offset)
    tight = leader.base.reach + man.base.reach + GRAIN * 2
    for ring in (away, tight, tight + STEP, tight + 2 * STEP, tight + 3 * STEP):
        if ring > reach:
            continue
        for turn in (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180):
            yield pose(centre.toward(bearing + turn, max(ring, tight)), facing)
