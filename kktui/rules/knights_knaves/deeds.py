"""Chits that take the whole turn: crossing (KK-6.6), mounting, dismounting, another weapon; and a horse that bolts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kktui.engine.ask import Ask
from kktui.engine.events import Moved
from kktui.engine.flight import forced_walk
from kktui.engine.requests import FREELY
from kktui.rules.knights_knaves.events_moving import Swapped, TookHorse, Went
from kktui.rules.knights_knaves.figures import CANTER, GALLOP, STAND, WALK, Battle, Man
from kktui.rules.knights_knaves.gaits import costs_breath, crossing_request, got_on, move_request, trained
from kktui.rules.knights_knaves.orders import SWAP
from kktui.rules.knights_knaves.rout import refuge
from kktui.table.geometry import MOUNTED


def cross(battle: Battle, ask: Ask, man: Man) -> None:
    """A turn spent on crossing.  [KK-6.6]"""
    request = crossing_request(battle, man)
    walk = ask.place(request)
    battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-6.6", "crosses"))
    battle.record(Went(man.id, WALK if got_on(walk) else STAND, 0, "KK-6.6", over=bool(walk.lines)))


def mount(battle: Battle, ask: Ask, man: Man) -> None:
    """Into the saddle, if there is room."""
    if battle.table.is_free(MOUNTED, man.place, (man.id,)):
        battle.record(TookHorse(man.id, "up"))
    else:
        battle.record(Went(man.id, STAND, 0))


def dismount(battle: Battle, ask: Ask, man: Man) -> None:
    """Out of the saddle; the horse waits where it stands."""
    battle.record(TookHorse(man.id, "down"))


def swap(battle: Battle, ask: Ask, man: Man) -> None:
    """Another weapon in hand."""
    battle.record(Swapped(man.id, man.order.partition(":")[2]))


def flight_gait(man: Man) -> str:
    """As fast as a horse in panic can.  [KK-6.2, KK-6.3]"""
    return GALLOP if trained(man) else CANTER


def bolt(battle: Battle, ask: Ask, man: Man) -> None:
    """A horse in panic bolts from the enemy, as fast as it can.  [KK-6.2]"""
    gait = flight_gait(man)
    request = replace(move_request(battle, man, gait, "bolt"), steering=FREELY, rule="KK-6.2")
    walk = forced_walk(battle, request, refuge(battle, man))
    battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-6.2", "bolts"))
    gait = gait if got_on(walk) else STAND
    battle.record(Went(man.id, gait, costs_breath(man, gait), "KK-6.2"))


DEEDS: dict[str, Callable[[Battle, Ask, Man], None]] = {
    "cross": cross,
    "mount": mount,
    "dismount": dismount,
    SWAP: swap,
    "bolt": bolt,
}
