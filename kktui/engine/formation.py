"""A unit that moves with its leader: where its men come to stand when nobody places them one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, nextafter

from kktui.engine.placing import reachable
from kktui.engine.requests import Arrange
from kktui.engine.state import AnyState, Figure
from kktui.table.gaps import Place, closer
from kktui.table.geometry import GRAIN, Base, Point, Pose, pose
from kktui.table.ground import Box

STEP = 1.1
"""Inches from one spot tried to the next."""
TURNS = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)
MARGIN = 0.52
"""What a round base takes up beside its middle, and a little air."""
FAN = (0, 30, -30, 60, -60)
"""Degrees to either side of the way to his leader that a man behind tries."""
TRIES = 4
"""Good spots without a way to them before a man gives up."""
STEPS_UP = 8
"""Steps in which a man comes up to a base of any shape."""
HERE = Point(0.0, 0.0)
TOUCHING = nextafter(GRAIN, 1.0)
"""A gap below this is contact."""


class Placing:
    """One unit being placed man by man round its leader: whom it must keep clear of, and what is taken."""

    def __init__(self, state: AnyState, request: Arrange) -> None:
        assert request.lead is not None
        self.state, self.request, self.lead = state, request, request.lead
        self.moving = frozenset((*request.figures, request.leader))
        leader = state.figures[request.leader]
        self.leader = leader
        self.taken: list[tuple[Base, Pose]] = [(leader.base, self.lead.end)]
        men = [state.figures[key] for key in request.figures]
        self.reaches = {man.id: man.base.reach for man in men}
        self.waiting = {man.id: man.place for man in men}
        self._look_about(men)

    def _look_about(self, men: Sequence[Figure]) -> None:
        """One look at all the ground between where the men stand and where they may come to, for all of them."""
        table, figures, leader = self.state.table, self.state.figures, self.leader
        widest = max(self.reaches.values())
        far = max(self.request.radius + leader.base.half_width, leader.base.reach + GRAIN * 2) + widest
        x, y, _ = self.lead.end
        corners = [(x - far, y - far), (x + far, y + far)]
        places = [*self.waiting.values(), *corners]
        self.area, around = _box(places, 0.0), _box(places, widest + GRAIN)
        about = [each for each in table.within(around) if each not in self.moving]
        self.others = [(table.bases[each], table.poses[each]) for each in about]
        self.foes = [
            (table.poses[each], table.bases[each].reach) for each in about if figures[each].side != leader.side
        ]
        self.open_ground = self.request.going is None or table.open_ground(around, self.request.going)
        self.inland = not table.off_the_edge(around)

    def place(self, man: Figure) -> Pose:
        """The first good spot there is a way to; after a few without a way he stays."""
        del self.waiting[man.id]
        tries = 0
        for spot in _spots(self, man):
            if not self._open(man, spot):
                continue
            if self._has_way(man, spot):
                return self._take(man, spot)
            tries += 1
            if tries >= TRIES:
                break
        nearer = self._toward(man) if man.id in self.request.allowances else None
        if nearer is not None:
            return self._take(man, nearer)
        return self._take(man, man.place if self._apart(man, man.place) else self._aside(man, man.place))

    def _has_way(self, man: Figure, spot: Pose) -> bool:
        """Whether he can get there; where neither the ground nor a foe hinders him that needs no looking at."""
        free = self.open_ground and man.id not in self.request.allowances and _holds(self.area, spot)
        return (free and self._no_foe_about(man, spot)) or reachable(self.state, self.request, man.id, spot)

    def _no_foe_about(self, man: Figure, spot: Pose) -> bool:
        """No foe's base comes into the box that his way to a spot is the diagonal of, as `Table.clear_box` asks."""
        if not self.foes:
            return True
        left, top, right, bottom = _box((man.place, spot), self.reaches[man.id])
        for (x, y, _), wide in self.foes:
            if x - wide <= right and x + wide >= left and y - wide <= bottom and y + wide >= top:
                return False
        return True

    def _toward(self, man: Figure) -> Pose | None:
        """Too far off to come up with the leader: as near to him as he may go."""
        goal, start, far = self.lead.end.at, man.place.at, self.request.allowances[man.id]
        bearing, gap = start.bearing(goal), start.to(goal)
        inches = [part * min(far, gap) for part in (1.0, 0.7, 0.4)]
        spots = [pose(start.toward(bearing + turn, each), self.lead.end.facing) for each in inches for turn in FAN]
        nearer = (spot for spot in spots if spot.at.to(goal) < gap and self._open(man, spot))
        return next((spot for spot in nearer if reachable(self.state, self.request, man.id, spot)), None)

    def _aside(self, man: Figure, stood: Pose) -> Pose:
        """Somebody has come to stand where he stood: the nearest spot he can step to, else the nearest there is."""
        rings = (stood.at.toward(turn, 0.25 * ring) for ring in range(1, 33) for turn in range(0, 360, 15))
        spots = (pose(at, stood.facing) for at in rings)
        nearest: Pose | None = None
        for spot in (each for each in spots if self._open(man, each)):
            if reachable(self.state, self.request, man.id, spot):
                return spot
            nearest = nearest or spot
        return nearest or stood

    def _take(self, man: Figure, spot: Pose) -> Pose:
        self.taken.append((man.base, spot))
        return spot

    def _open(self, man: Figure, spot: Pose) -> bool:
        """On the table, nobody else there, and no man of the unit who may yet have to stay."""
        if not self._apart(man, spot) or self._in_the_way(man, spot):
            return False
        table, base = self.state.table, man.base
        if not _holds(self.area, spot):
            return table.is_clear(base, spot, self.moving)
        return (self.inland or table.is_inside(base, spot)) and not closer(base, spot, self.others, TOUCHING)

    def _apart(self, man: Figure, spot: Pose) -> bool:
        """On nobody of the unit who has his place already."""
        return not closer(man.base, spot, self.taken, -GRAIN)

    def _in_the_way(self, man: Figure, spot: Pose) -> bool:
        """On somebody of the unit who has not got his place yet."""
        x, y, _ = spot
        reach, reaches = man.base.reach, self.reaches
        for key, there in self.waiting.items():
            room = reach + reaches[key] - GRAIN
            dx, dy = x - there[0], y - there[1]
            if dx * dx + dy * dy < room * room:
                return True
        return False


def follow(state: AnyState, request: Arrange) -> dict[str, Pose]:
    """The men keep their places round the leader; who cannot stands as near to his place as there is a way to.

    A man with no way to any place within reach of the leader stays where he is.
    """
    lead = request.lead
    assert lead is not None
    start, end = lead.path[0], lead.end
    shift = Point(end.x - start.x, end.y - start.y)
    men = sorted((state.figures[key] for key in request.figures), key=lambda man: _order(man, shift))
    if _all_clear(state, request, men, shift):
        return {man.id: _shifted(man, shift, lead.end.facing) for man in men}
    placing = Placing(state, request)
    return {man.id: placing.place(man) for man in men}


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
    going = request.going
    if going is None or any(not man.base.round for man in men):
        return False
    if request.allowances and any(request.allowances.get(man.id, inf) < HERE.to(shift) for man in men):
        return False
    leader, lead = state.figures[request.leader].base, request.lead.end
    reach, end = leader.half_width + request.radius, lead.at
    ends = [_shifted(man, shift, 0) for man in men]
    if any(end.to(each.at) > reach + man.base.half_width for each, man in zip(ends, men, strict=True)):
        return False
    if not leader.round and any(closer(men[0].base, each, [(leader, lead)], -GRAIN) for each in ends):
        return False
    box = _box([*ends, *(man.place for man in men)], MARGIN)
    table = state.table
    if table.off_the_edge(box):
        return False
    return table.clear_box(*box, (*request.figures, request.leader)) and table.open_ground(box, going)


def _box(places: Sequence[Place], margin: float) -> Box:
    """The upright box round some places, and so much beside them."""
    xs, ys = [each[0] for each in places], [each[1] for each in places]
    return (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)


def _holds(box: Box, spot: Pose) -> bool:
    return box[0] <= spot[0] <= box[2] and box[1] <= spot[1] <= box[3]


def _spots(placing: Placing, man: Figure) -> Iterator[Pose]:
    """His old place beside the leader, then others nearer and nearer to him, all within the radius."""
    lead, leader = placing.lead, placing.leader
    assert man.pose is not None
    centre, facing = lead.end.at, lead.end.facing
    offset = Point(man.pose.x - lead.path[0].x, man.pose.y - lead.path[0].y)
    reach = placing.request.radius + leader.base.half_width + man.base.half_width - 0.01
    tight = leader.base.reach + man.base.reach + GRAIN * 2
    bearing = HERE.bearing(offset)
    for ring in (min(HERE.to(offset), reach), tight, tight + STEP, tight + 2 * STEP, tight + 3 * STEP):
        if ring <= reach:
            for turn in TURNS:
                yield pose(centre.toward(bearing + turn, max(ring, tight)), facing)


def press_home(state: AnyState, arrange: Arrange) -> Arrange:
    """The men of a charging group go for the nearest foes of the unit charged, as far as there is a way."""
    if not arrange.figures or not arrange.may_touch or arrange.lead is None:
        return arrange
    places = dict(arrange.default)
    for key in arrange.figures:
        taken = [(state.figures[k].base, p) for k, p in places.items() if k != key]
        taken.append((state.figures[arrange.leader].base, arrange.lead.end))
        spot = next(_spots_home(state, arrange, state.figures[key], places[key], taken), None)
        if spot is not None:
            places[key] = spot
    return replace(arrange, default=places)


def _spots_home(
    state: AnyState, arrange: Arrange, man: Figure, place: Pose, taken: list[tuple[Base, Pose]]
) -> Iterator[Pose]:
    """Places in contact with a foe, within reach of the leader, that nobody else has."""
    assert arrange.lead is not None
    leader = state.figures[arrange.leader]
    moving = (*arrange.figures, arrange.leader)
    foes = sorted(
        (state.figures[each] for each in arrange.may_touch),
        key=lambda foe: (foe.place.at.to(place.at), foe.id),
    )
    for foe in foes[:2]:
        bearing = foe.place.at.bearing(place.at)
        for turn in (0, 45, -45, 90, -90):
            spot = _beside(state, man, foe, bearing + turn)
            gap = state.table.gap_between(man.base, spot, leader.base, arrange.lead.end)
            if gap > arrange.radius or closer(man.base, spot, taken, -GRAIN):
                continue
            if not state.table.is_free(man.base, spot, moving):
                continue
            touched = state.table.contacts_at(man.base, spot, moving)
            foreign = [each for each in touched if state.figures[each].side != man.side]
            if all(each in arrange.may_touch for each in foreign) and reachable(state, arrange, man.id, spot):
                yield spot


def _beside(state: AnyState, man: Figure, foe: Figure, bearing: float) -> Pose:
    """Face to face with a foe on this side of him: from where no bases meet, up to his until they do."""
    goal = foe.place.at
    at = goal.toward(bearing, foe.base.reach + man.base.reach)
    facing = at.bearing(goal)
    for _ in range(STEPS_UP):
        gap = state.table.gap_between(man.base, pose(at, facing), foe.base, foe.place)
        if gap <= GRAIN:
            break
        at = at.toward(facing, gap)
    return pose(at, facing)
