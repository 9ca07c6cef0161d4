"""Setting a scenario up: men enlisted, placed where the author put them or drawn up in their zone; reserves later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot
from typing import TypeVar

from kktui.engine.events import Arrived, Event, Left
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import Recruit, Scenario, Troop
from kktui.engine.state import EXITED, RESERVE, AnyState, Figure, State, Unit
from kktui.table import Table
from kktui.table.gaps import TURNS
from kktui.table.geometry import Base, Point, Pose, pose

F = TypeVar("F", bound=Figure)
U = TypeVar("U", bound=Unit)
N = TypeVar("N")

ROOM = 0.15
"""Inches left between bases that are drawn up."""
NO_PLACE_TO_STAND = ("water", "building")


def set_up(
    scenario: Scenario,
    book: Rulebook,
    enlist: Callable[[Recruit, Troop, Rulebook], F],
    form: Callable[[Troop, Sequence[F]], U],
    notes: N,
) -> State[F, U, N]:
    """The battle before its first event."""
    table = Table(scenario.ground)
    figures: dict[str, F] = {}
    units: dict[str, U] = {}
    for troop in scenario.troops:
        men = [enlist(recruit, troop, book) for recruit in troop.recruits]
        figures |= {man.id: man for man in men}
        units[troop.id] = form(troop, men)
    sides = tuple(party.id for party in scenario.parties)
    state = State(scenario, book, table, sides, figures, units, notes)
    _stand_fixed(state)
    _draw_up_all(state, places_in_zone)
    return state


def close_up(state: AnyState) -> None:
    """Before the first event: draw up again whoever has no fixed place, the men of each troop close together."""
    fixed = {recruit.id for troop in state.scenario.troops for recruit in troop.recruits if recruit.at is not None}
    for man in state.fielded():
        if man.id not in fixed:
            state.leave(man.id, RESERVE)
    _draw_up_all(state, places_together)


_Bases = tuple[tuple[str, Base, str], ...]
_Places = Callable[[AnyState, Troop, Sequence[Figure]], list[Pose]]
_DRAWN_UP: dict[tuple[int, _Places, _Bases], tuple[Scenario, dict[str, Pose]]] = {}
"""Where the men of a scenario were drawn up: the same men on the same ground come to stand where they did before.

By the scenario's identity, for it cannot be hashed; it is kept beside, so that no other can take its number.
"""
MOST_KNOWN = 16


def _draw_up_all(state: AnyState, places: _Places) -> None:
    """Every troop that is there from the start; looked for once, however many battles of a scenario are fought."""
    scenario = state.scenario
    key = (id(scenario), places, tuple((man.id, man.base, man.standing) for man in state.figures.values()))
    known = _DRAWN_UP.get(key)
    if known is not None:
        for man, place in known[1].items():
            state.field(man, place)
        return
    fixed = {*state.table.poses}
    for troop in scenario.troops:
        if troop.arrives <= 1:
            draw_up(state, troop, places)
    if len(_DRAWN_UP) >= MOST_KNOWN:
        _DRAWN_UP.clear()
    _DRAWN_UP[key] = (scenario, {man: place for man, place in state.table.poses.items() if man not in fixed})


def _stand_fixed(state: AnyState) -> None:
    for troop in state.scenario.troops:
        for recruit in troop.recruits:
            if recruit.at is not None and troop.arrives <= 1:
                state.field(recruit.id, recruit.at)


def draw_up(state: AnyState, troop: Troop, places: _Places) -> None:
    """Place the men of a troop that have no place yet, in rows from the front of their zone."""
    waiting = [man for man in _men(state, troop) if man.standing == RESERVE]
    for man, place in zip(waiting, places(state, troop, waiting), strict=True):
        state.field(man.id, place)


def _men(state: AnyState, troop: Troop) -> list[Figure]:
    """The men of a troop, its leader in the middle of the first row."""
    men = [state.figures[recruit.id] for recruit in troop.recruits]
    others = [man for man in men if man.id != troop.leader]
    middle = min(2, len(others))
    return others[:middle] + [man for man in men if man.id == troop.leader] + others[middle:]


def places_in_zone(state: AnyState, troop: Troop, men: Sequence[Figure]) -> list[Pose]:
    """Where the men stand when nobody says otherwise: their zone first, else as near to it as there is room."""
    taken: list[tuple[Base, Pose]] = []
    found: list[Pose] = []
    spots = _spots(state, troop, max((man.base.reach for man in men), default=0.5))
    for man in men:
        place = next(each for each in spots if _stands(state.table, man.base, each, taken))
        taken.append((man.base, place))
        found.append(place)
    return found


def places_together(state: AnyState, troop: Troop, men: Sequence[Figure]) -> list[Pose]:
    """The first man takes the first place that is open; the others close up on him, beside rather than behind."""
    taken: list[tuple[Base, Pose]] = []
    found: list[Pose] = []
    spots = list(_spots(state, troop, max((man.base.reach for man in men), default=0.5)))
    for man in men:
        place = next(each for each in spots if _stands(state.table, man.base, each, taken))
        if not found:
            spots = sorted(spots, key=lambda spot: _apart(place, spot))
        taken.append((man.base, place))
        found.append(place)
    return found


def _apart(first: Pose, spot: Pose) -> float:
    """How far a place is from the first man's; a rank behind counts twice."""
    c, s = TURNS[first.facing]
    x, y = spot.x - first.x, spot.y - first.y
    return round(hypot(x * c + y * s, 2 * (x * s - y * c)), 3)


def _stands(table: Table, base: Base, place: Pose, taken: Iterable[tuple[Base, Pose]]) -> bool:
    if not table.is_free(base, place) or any(kind in NO_PLACE_TO_STAND for kind in table.kinds_at(place.at)):
        return False
    return all(table.gap_between(base, place, other, there) > 0 for other, there in taken)


def _spots(state: AnyState, troop: Troop, reach: float) -> Iterator[Pose]:
    """Places in rows, front row first, each from the middle outward; after the zone, the rest of the table."""
    step = 2 * reach + ROOM
    ground = state.scenario.ground
    zone = next((each for each in ground.zones if each.id == troop.zone), None)
    everywhere = (
        Point(0, 0),
        Point(ground.width, 0),
        Point(ground.width, ground.depth),
        Point(0, ground.depth),
    )
    shape = zone.shape if zone else everywhere
    for place in _rows(shape, troop.facing, step):
        if zone is None or state.table.in_zone(zone.id, place.at):
            yield place
    middle = _middle(shape)
    yield from sorted(_rows(everywhere, troop.facing, step), key=lambda p: (p.at.to(middle), p.x, p.y))


def _middle(shape: Sequence[Point]) -> Point:
    return Point(sum(p.x for p in shape) / len(shape), sum(p.y for p in shape) / len(shape))


def _rows(shape: Sequence[Point], facing: int, step: float) -> Iterator[Pose]:
    """A grid over a shape's box, by rows from the front of a facing (to the nearest quarter)."""
    left, right = min(p.x for p in shape), max(p.x for p in shape)
    top, bottom = min(p.y for p in shape), max(p.y for p in shape)
    across = _ticks(left, right, step)
    down = _ticks(top, bottom, step)
    quarter = round(facing / 90) % 4
    ranks = {0: down, 1: across[::-1], 2: down[::-1], 3: across}[quarter]
    files = across if quarter in (0, 2) else down
    middle = (files[0] + files[-1]) / 2 if files else 0.0
    for rank in ranks:
        for file in sorted(files, key=lambda f: (round(abs(f - middle), 3), f)):
            yield pose(Point(file, rank) if quarter in (0, 2) else Point(rank, file), facing)


def _ticks(low: float, high: float, step: float) -> list[float]:
    """Evenly spaced places between two edges, half a step from each, centred."""
    number = int((high - low) / step)
    start = (low + high - (number - 1) * step) / 2
    return [round(start + i * step, 3) for i in range(number)]


def arrivals(state: AnyState) -> Iterator[Arrived]:
    """The reserves due this turn, along their edge of the table."""
    for troop in state.scenario.troops:
        if not 1 < troop.arrives <= state.turn or troop.id not in state.units:
            continue
        due = [man for man in _men(state, troop) if man.standing == RESERVE]
        if due:
            spots = _edge_spots(state, troop, max(man.base.reach for man in due))
            ends: dict[str, Pose] = {}
            taken: list[tuple[Base, Pose]] = []
            for man in due:
                place = next(each for each in spots if _stands(state.table, man.base, each, taken))
                taken.append((man.base, place))
                ends[man.id] = place
            yield Arrived(troop.id, ends)


def _edge_spots(state: AnyState, troop: Troop, reach: float) -> list[Pose]:
    ground = state.scenario.ground
    party = next(party for party in state.scenario.parties if party.id == troop.side)
    edge = troop.edge or party.edge
    corners = (Point(0, 0), Point(ground.width, 0), Point(ground.width, ground.depth), Point(0, ground.depth))
    facing = {"north": 180, "east": 270, "south": 0, "west": 90}[edge]
    places = _rows(corners, facing, 2 * reach + ROOM)
    middle = Point(ground.width / 2, ground.depth / 2)
    return sorted(places, key=lambda p: (edge_gap(state, edge, p.at) // (2 * reach), p.at.to(middle), p.x, p.y))


def edge_gap(state: AnyState, edge: str, at: Point) -> float:
    """How far a point is from an edge of the table."""
    ground = state.scenario.ground
    gaps = {"north": at.y, "west": at.x, "south": ground.depth - at.y, "east": ground.width - at.x}
    return gaps[edge]


def exits(state: AnyState) -> Iterator[Event]:
    """Men who were to leave by an edge and have come to it are safely away."""
    for goal in state.scenario.goals:
        if goal.kind == "exit-table":
            for man in state.fielded(goal.side):
                if man.pose and edge_gap(state, goal.edge, man.pose.at) <= man.base.reach + ROOM:
                    yield Left(man.id, EXITED)


def home_edge(state: AnyState, side: str) -> str:
    """The table edge a side came from."""
    return next(party.edge for party in state.scenario.parties if party.id == side)


def edge_point(state: AnyState, edge: str, man: Figure) -> Point:
    """The place at an edge of the table that is straight before a man."""
    ground, at, reach = state.scenario.ground, man.place.at, man.base.reach
    return {
        "north": Point(at.x, reach),
        "south": Point(at.x, ground.depth - reach),
        "west": Point(reach, at.y),
        "east": Point(ground.width - reach, at.y),
    }[edge].rounded()
