"""KK-3.11 Running away, and leaving the table."""

from __future__ import annotations

from dataclasses import replace

from kktui.engine.check import walk_along
from kktui.engine.events import Left, Moved
from kktui.engine.flight import forced_walk
from kktui.engine.muster import edge_point, home_edge
from kktui.engine.placing import friends_of
from kktui.engine.requests import FREELY, Move
from kktui.engine.state import FLED
from kktui.rules.knights_knaves.events_moving import Went
from kktui.rules.knights_knaves.figures import CANTER, GALLOP, RUN, STAND, Battle, Man, nearest_open
from kktui.rules.knights_knaves.gaits import (
    CROSSING,
    at_obstacle,
    costs_breath,
    crossing_request,
    got_on,
    move_request,
    obstacles_at,
    trained,
)
from kktui.table import Walk
from kktui.table.geometry import Point
from kktui.table.records import altered

FAR = 200.0
"""Beyond any edge."""
BARRED = ("line", "area")
"""What stops a flight for good, unless it is an obstacle that can be crossed."""
STEP = 0.5
"""Inches by which a flight is cut short until there is room."""


def rout_gait(battle: Battle, man: Man) -> str:
    """On foot a run; on horseback a gallop if the horse is trained, else a canter.  [KK-3.11]"""
    if not man.mounted:
        return RUN
    return GALLOP if trained(man) and battle.book.switch("rout-gait") == GALLOP else CANTER


def run_away(battle: Battle, man: Man) -> None:
    """A full running move and 2 inches more away from the enemy; over the edge he is gone.

    At an obstacle he stops, and crosses it next; what he cannot cross he goes round.  [KK-3.11, KK-6.6]
    """
    gait, goal = rout_gait(battle, man), refuge(battle, man)
    request = replace(move_request(battle, man, gait, "rout"), steering=FREELY, rule="KK-3.11")
    bold = altered(request, ignoring=tuple(sorted(friends_of(battle, man.side) - {man.id})))
    straight = walk_along(battle, bold, (goal,))
    walk = with_room(battle, man, bold, straight)
    if walk is None or (straight.stopped in BARRED and not obstacles_at(battle, man, straight.end.at)):
        ways = (walk, forced_walk(battle, request, goal))
        walk = min([each for each in ways if each is not None], key=lambda each: each.end.at.to(goal))
    if walk.stopped == "line" and walk.length < CROSSING and at_obstacle(battle, man):
        walk = forced_walk(battle, replace(crossing_request(battle, man), what="rout", steering=FREELY), goal)
    flee_along(battle, man, walk, gait)
    if "edge" in (straight.stopped, walk.stopped):
        battle.record(Left(man.id, FLED, rule="KK-3.11"))


def with_room(battle: Battle, man: Man, request: Move, walk: Walk) -> Walk | None:
    """A flight through friends, cut short to where there is room to stand; None when that is nowhere."""
    at, bearing, length = man.place.at, man.place.at.bearing(walk.end.at), walk.length
    while not battle.table.is_clear(man.base, walk.end, (man.id,)):
        length -= STEP
        if length < STEP:
            return None
        walk = walk_along(battle, request, (at.toward(bearing, length).rounded(),))
    return walk


def flee_along(battle: Battle, man: Man, walk: Walk, gait: str) -> None:
    """Write a flight down; who has got away is out of breath.  [KK-3.11]"""
    battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-3.11", "routs"))
    tired = costs_breath(man, gait) if got_on(walk) and battle.book.switch("rout-fatigue") else 0
    battle.record(Went(man.id, gait if got_on(walk) else STAND, tired, "KK-3.11", over=bool(walk.lines)))


def refuge(battle: Battle, man: Man) -> Point:
    """Straight away from the nearest enemy; with none, or by ruling, for the own edge.  [KK-3.11]"""
    at = man.place.at
    foe = nearest_open(battle, man)
    if foe is None or battle.book.switch("rout-way") == "home":
        edge = edge_point(battle, home_edge(battle, man.side), man)
        return at.toward(at.bearing(edge), FAR).rounded()
    return at.toward(foe.place.at.bearing(at), FAR).rounded()
