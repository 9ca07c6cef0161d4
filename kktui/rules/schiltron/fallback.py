"""SC-6.5 Falling back and rout: one and a half moves toward the own edge, and over it."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.events import Moved
from kktui.engine.flight import forced_walk
from kktui.engine.muster import edge_gap, edge_point, home_edge
from kktui.engine.nearby import in_contact, nearest_foe
from kktui.engine.requests import Move
from kktui.engine.state import FLED
from kktui.rules.schiltron.events_fighting import CannonLost, MeleeLeft
from kktui.rules.schiltron.figures import Battle, Man, missile
from kktui.rules.schiltron.leaders import fall
from kktui.rules.schiltron.movement import going_for, normal_move
from kktui.table.geometry import Pose

AT_THE_EDGE = 0.1
"""Inches from the edge at which a man in rout is over it."""


def give_way(battle: Battle, men: Sequence[Man]) -> None:
    """Who is nearest to the edge runs first; who has nobody upon him afterwards is in no melee.  [SC-6.5, SC-5.4]"""
    for man in sorted(men, key=lambda man: (_from_edge(battle, man), man.id)):
        run(battle, man)
    left = tuple(man.id for man in battle.fielded() if (man.rounds or man.assails) and not in_contact(battle, man))
    if left:
        battle.record(MeleeLeft(left))


def _from_edge(battle: Battle, man: Man) -> float:
    return edge_gap(battle, home_edge(battle, man.side), man.place.at)


def run(battle: Battle, man: Man) -> None:
    """One and a half moves to his own edge, whatever the ground; in rout, off the table is out.  [SC-6.5]"""
    if missile(battle.book, man.missile) == "cannon":
        battle.record(CannonLost(man.id))
    edge = home_edge(battle, man.side)
    inches = normal_move(battle.book, man) * float(battle.book.chart("fall-back").at("moves"))
    request = Move(man.side, "fall-back", man.id, inches, going_for(battle, [man]), "SC-6.5")
    walk = forced_walk(battle, request, edge_point(battle, edge, man))
    how = "routs" if man.routed else "falls back"
    battle.record(Moved(man.id, walk.path, facing_away(battle, man, walk.end), round(walk.cost, 3), "SC-6.5", how))
    if man.routed and edge_gap(battle, edge, man.place.at) <= man.base.reach + AT_THE_EDGE:
        fall(battle, man, FLED, "")


def facing_away(battle: Battle, man: Man, end: Pose) -> Pose:
    """He ends facing away from the nearest enemy; a horse faces the way it went.  [SC-6.5]"""
    foe = nearest_foe(battle, man) if man.base.round else None
    return end if foe is None else end.facing_to(foe.place.at.bearing(end.at))
