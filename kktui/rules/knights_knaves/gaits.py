"""KK-6.3 to KK-6.7 How fast and how freely a figure moves, and what the ground does to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf

from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import in_contact
from kktui.engine.requests import FREELY, Move, Steering
from kktui.engine.rulebook import Chart, Rulebook
from kktui.rules.knights_knaves.figures import CANTER, GALLOP, RUN, STAND, TROT, WALK, Battle, Man, band, half_spent
from kktui.table import Going, Walk
from kktui.table.geometry import GRAIN, Point
from kktui.table.ground import Terrain
from kktui.table.terrain import Line

HALF, FULL = "half", "full"
RIDDEN = {HALF: WALK, FULL: CANTER, RUN: GALLOP, WALK: WALK, TROT: TROT, CANTER: CANTER, GALLOP: GALLOP}
"""The gait of a horse under each chit: a half move is a walk, a full move a canter.  [KK-5.5, KK-6.3]"""
AT_IT = 0.6
"""Inches from the middle of a base within which it has come to an obstacle."""
CROSSING = 2.0
"""Inches a figure gets in the turn in which it crosses an obstacle."""
OVER = (0, 45, -45, 90, -90, 135, -135, 180)
"""Degrees off his facing in which a way over an obstacle is looked for."""
AHEAD_THEN_STRAIGHT = Steering(first=180, turns=0)
HALF_WAY = Steering(first=0, turns=1, sharp=45, halfway=True)
HALF_WAY_TOO = Steering(first=180, turns=1, sharp=45, halfway=True)
BY_CROSSING = {"touch": "KK-6.8"}
BY_FOOT = {"far": "KK-6.5", **BY_CROSSING}
BY_HORSE = {"turn": "KK-6.4", "far": "KK-6.3", **BY_CROSSING}
"""By which rules a move is refused that turns too sharply, leads too far or touches an enemy."""


def trained(man: Man) -> bool:
    """Only a trained war-horse gallops.  [KK-6.3]"""
    return man.mounted and man.horse in ("war-horse", "barded-war-horse")


# Rates.


def plain_rate(battle: Battle, man: Man, pace: str) -> float:
    """Inches by the chart: on horseback by gait, on foot by armour.  [KK-6.3, KK-6.5]"""
    if man.mounted:
        return float(battle.book.charts["mounted-movement"].rows[RIDDEN[pace]])
    walking, running = _foot_rates(battle.book.charts["foot-movement"], man.armour)
    if pace == HALF:
        return walking / 2
    return running if pace == RUN else walking


@lru_cache(maxsize=256)
def _foot_rates(chart: Chart, armour: int) -> tuple[float, float]:
    """Inches walking and running in this armour, looked up once."""
    walking, running = chart.rows[band(chart.rows, armour)]
    return float(walking), float(running)


def modifiers(battle: Battle, man: Man, *, routing: bool = False) -> Iterator[Modifier]:
    """Inches more and less on a move, whatever its pace.  [KK-6.7]"""
    rows = battle.book.charts["movement-modifiers"].rows
    if routing:
        yield Modifier("routing", int(rows["routing"]), "KK-6.7")
    if man.levels:
        yield Modifier("fatigue", int(rows["each level of fatigue"]) * man.levels, "KK-6.7")


def slowed(man: Man) -> bool:
    """Half of the original stamina or less: of the horse, when it carries him.  [KK-6.7]"""
    return 2 * man.horse_stamina <= man.horse_original if man.mounted else half_spent(man)


def rate(battle: Battle, man: Man, pace: str, *, routing: bool = False) -> float:
    """The inches of a move, halved first and before the ground takes its toll.  [KK-6.7]"""
    plain = plain_rate(battle, man, pace)
    halved = plain / 2 if slowed(man) else plain
    more = total(modifiers(battle, man, routing=routing)) if routing or man.tired or man.worn else 0
    return max(float(battle.book.switch("least-move")), halved + more)


def got_on(walk: Walk) -> bool:
    """Whether a walk led anywhere: less than a thousandth of an inch is no move.  [KK-7.2, KK-9.2]"""
    return any(step != walk.path[0] for step in walk.path)


def gait_ridden(battle: Battle, man: Man, pace: str, walk: Walk) -> str:
    """How a figure has moved: on horseback the slowest gait that covers the way, unless it galloped.  [KK-6.3]"""
    if not got_on(walk):
        return STAND
    if not man.mounted:
        return RUN if pace == RUN else WALK
    wanted = RIDDEN[pace]
    if wanted == GALLOP or battle.book.switch("pace") == "by the chit":
        return wanted
    slower = (WALK,) if wanted == WALK else (WALK, TROT)
    return next((gait for gait in slower if walk.cost <= rate(battle, man, gait) + GRAIN), wanted)


def costs_breath(man: Man, gait: str) -> int:
    """Levels of temporary fatigue: one for a run or a gallop, however often in the turn.  [KK-6.3, KK-6.5]"""
    return 1 if gait in (RUN, GALLOP) and man.gait not in (RUN, GALLOP) else 0


# Turning.


def steering(battle: Battle, man: Man) -> Steering:
    """Foot turn as they like; a mount freely first or, still in motion, by 45 degrees half-way.  [KK-6.4]"""
    if not man.mounted:
        return FREELY
    if man.before not in (STAND, WALK):
        return HALF_WAY
    return AHEAD_THEN_STRAIGHT if battle.book.switch("free-turn") == "straight" else HALF_WAY_TOO


# The ground.


def going_for(battle: Battle, man: Man, inches: float) -> Going:
    """Obstacles stop a move, slopes shorten it, but not below the least; the rest is as the chart says.

    [KK-6.6, KK-6.7]
    """
    tolls = _takes_toll(battle.table.terrain)
    spare = max(0.0, inches - float(battle.book.switch("least-move"))) if tolls else None
    return _going(battle.book, man.mounted, spare, False)


@lru_cache(maxsize=32)
def _takes_toll(terrain: Terrain) -> bool:
    """Whether there are slopes or stairs at all; the ground does not change."""
    return bool(terrain.slopes) or any(barrier.kind == "stairs" for barrier in terrain.barriers)


def crossing_for(battle: Battle, man: Man) -> Going:
    """For the turn in which an obstacle is crossed.  [KK-6.6]"""
    return _going(battle.book, man.mounted, 0.0, True)


Cells = tuple[tuple[tuple[str, float], ...], tuple[tuple[str, str], ...], tuple[float, float]]


@lru_cache(maxsize=32)
def _ground_of(book: Rulebook, mounted: bool) -> Cells:
    """The cells of the charts that matter to foot or horse, looked up once."""
    column = 1 if mounted else 0
    slopes = book.charts["movement-modifiers"].rows
    return (
        tuple((kind, float(cells[column])) for kind, cells in book.charts["ground"].rows.items()),
        tuple((kind, cells[column]) for kind, cells in book.charts["obstacles"].rows.items()),
        (-float(slopes["gentle slope"]), -float(slopes["steep slope, ladder or stairs"])),
    )


@lru_cache(maxsize=256)
def _going(book: Rulebook, mounted: bool, spare: float | None, crossing: bool) -> Going:
    """Slopes and stairs take no more than the spare inches; where the table has neither there is nothing to take."""
    ground, obstacles, (gentle, steep) = _ground_of(book, mounted)
    lines = {kind: inf for kind, how in obstacles if how == "barred" or (how == "cross" and not crossing)}
    areas = {**dict(ground), "building": inf}
    if spare is None:
        return Going(areas, lines)
    lines |= {kind: min(steep, spare) for kind, how in obstacles if how == "open"}
    tolls = {"slope": min(gentle, spare), "steep-slope": min(steep, spare)}
    return Going(areas, lines, tolls=tolls)


def obstacles_at(battle: Battle, man: Man, place: Point | None = None) -> list[Line]:
    """The obstacles that a figure has come to, or would at another place, and may cross.  [KK-6.6]"""
    terrain = battle.table.terrain
    if not terrain.barriers:
        return []
    column = "mounted" if man.mounted else "foot"
    chart = battle.book.charts["obstacles"]
    return [line for line in terrain.lines_near(place or man.place.at, AT_IT) if chart.at(line.kind, column) == "cross"]


def at_obstacle(battle: Battle, man: Man) -> bool:
    return bool(obstacles_at(battle, man))


def obstacle_before(battle: Battle, man: Man, goal: Point) -> bool:
    """Whether an obstacle he has come to lies between him and where he wants to go."""
    at_it = {line.id for line in obstacles_at(battle, man)}
    crossed = battle.table.terrain.stretches(man.place.at, goal)
    return any(stretch.line is not None and stretch.line.id in at_it for stretch in crossed)


# Requests.


def move_request(battle: Battle, man: Man, pace: str, what: str = "move") -> Move:
    """The question where a figure goes at a pace."""
    inches = rate(battle, man, pace, routing=what == "rout")
    return Move(
        side=man.side,
        what=what,
        figure=man.id,
        allowance=inches,
        going=going_for(battle, man, inches),
        rule="KK-6.4" if man.mounted else "KK-6.5",
        steering=steering(battle, man),
        may_touch=touching(battle, man),
        by=BY_HORSE if man.mounted else BY_FOOT,
    )


def touching(battle: Battle, man: Man) -> tuple[str, ...]:
    """The enemies a figure stands in contact with as it sets out, whom it may go on touching."""
    return tuple(in_contact(battle, man))


def crossing_request(battle: Battle, man: Man) -> Move:
    """The question where a figure goes that spends its turn on crossing an obstacle.  [KK-6.6]"""
    return Move(
        side=man.side,
        what="cross",
        figure=man.id,
        allowance=CROSSING,
        going=crossing_for(battle, man),
        rule="KK-6.6",
        steering=AHEAD_THEN_STRAIGHT if man.mounted else FREELY,
        may_touch=touching(battle, man),
        best=_over(battle, man),
        by=BY_CROSSING,
    )


def _over(battle: Battle, man: Man) -> tuple[Point, ...]:
    """Straight over the obstacle, first on the side that he faces, to where no enemy stands."""
    at, crossing, facing = man.place.at, crossing_for(battle, man), man.place.facing
    for turn in OVER:
        walk = battle.table.walk(man.id, (at.toward(facing + turn, CROSSING).rounded(),), crossing, CROSSING)
        if walk.lines and all(battle.figures[each].side == man.side for each in walk.touched):
            return walk.path[1:]
    return ()
