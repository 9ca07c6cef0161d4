"""KK-3.11 Running away, and leaving the table."""

from __future__ import annotations

from dataclasses import replace

from kktui.engine.check import walk_along
from kktui.engine.events import Left, Moved
from kktui.engine.muster import edge_point, home_edge
from kktui.engine.requests import FREELY
from kktui.engine.state import FLED
from kktui.engine.ways import forced_walk
from kktui.rules.knights_knaves.events import Went
from kktui.rules.knights_knaves.figures import CANTER, GALLOP, RUN, Battle, Man, foes_by_distance
from kktui.rules.knights_knaves.gaits import CROSSING, at_obstacle, crossing_request, move_request, trained
from kktui.table import Walk
from kktui.table.geometry import Point

FAR = 200.0
"""Beyond any edge."""


def rout_gait(battle: Battle, man: Man) -> str:
    """On foot a run; on horseback a gallop if the horse is trained, else a canter.  [KK-3.11]"""
    if not man.mounted:
        return RUN
    return GALLOP if trained(man) and battle.book.switch("rout-gait") == GALLOP else CANTER


def run_away(battle: Battle, man: Man) -> None:
    """A full running move and 2 inches more away from the enemy; over the edge he is gone.  [KK-3.11]"""
    gait = rout_gait(battle, man)
    request = replace(move_request(battle, man, gait, "rout"), steering=FREELY, rule="KK-3.11")
    goal = refuge(battle, man)
    walk = walk_along(battle, request, (goal,))
    if walk.stopped != "edge":
        walk = forced_walk(battle, request, goal)
    if walk.stopped == "line" and walk.length < CROSSING and at_obstacle(battle, man):
        walk = forced_walk(battle, replace(crossing_request(battle, man), what="rout", steering=FREELY), goal)
    tired = 1 if gait != CANTER and battle.book.switch("rout-fatigue") else 0
    flee_along(battle, man, walk, gait, tired)


def flee_along(battle: Battle, man: Man, walk: Walk, gait: str, tired: int) -> None:
    """Write a flight down; who has come to the edge leaves by it."""
    battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-3.11", "routs"))
    battle.record(Went(man.id, gait, tired, "KK-3.11"))
    if walk.stopped == "edge":
        battle.record(Left(man.id, FLED, rule="KK-3.11"))


def refuge(battle: Battle, man: Man) -> Point:
    """Straight away from the nearest enemy; with none, or by ruling, for the own edge.  [KK-3.11]"""
    at = man.place.at
    foe = next(iter(foes_by_distance(battle, man)), None)
    if foe is None or battle.book.switch("rout-way") == "home":
        edge = edge_point(battle, home_edge(battle, man.side), man)
        return at.toward(at.bearing(edge), FAR).rounded()
    return at.toward(foe.place.at.bearing(at), FAR).rounded()
