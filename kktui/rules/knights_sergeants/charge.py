"""KS-5 Charge."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.check import settle
from kktui.engine.formation import press_home
from kktui.engine.nearby import foes_within, in_contact, pressed, sight_of, some_foes_within
from kktui.engine.requests import Choose, Move, Option, Refusal
from kktui.engine.ways import Way
from kktui.rules.knights_sergeants.approach import furthest_charge, meets, onset_request, way_foreseen, way_home
from kktui.rules.knights_sergeants.events import ChargeDeclared, ChargeShort
from kktui.rules.knights_sergeants.events_fighting import LancesHome
from kktui.rules.knights_sergeants.figures import RETREATING, STEADY, Battle, Group, Man, able_men, guide, up_to
from kktui.rules.knights_sergeants.morale import take_check
from kktui.rules.knights_sergeants.movement import (
    arrange_request,
    finish,
    going_for,
    pace_of,
    retreat,
    roll_move,
)
from kktui.rules.knights_sergeants.troops import arm
from kktui.table import Walk
from kktui.table.geometry import GRAIN, Point
from kktui.table.records import altered

LANCE_RUN = 9.0
"""Inches in a straight line that a lance needs.  [KS-7.4]"""


def charge_targets(battle: Battle, unit: Group) -> list[Group]:
    """The enemy units a charge could reach with the best of dice and that the leader can see, nearest first."""
    key = ("charge targets", unit.id)
    found: list[Group] | None = battle.memo.get(key)
    if found is None:
        leader = guide(battle, unit)
        found = battle.memo[key] = _targets_of(battle, unit, leader) if leader is not None else []
    return found


def may_charge(battle: Battle, unit: Group) -> bool:
    """Whether there is any enemy to charge."""
    leader = guide(battle, unit)
    if leader is None:
        return False
    near = some_foes_within(battle, leader, up_to(furthest_charge(battle, unit)))
    return any(_may_charge(battle, leader, foe) for foe in near)


def _targets_of(battle: Battle, unit: Group, leader: Man) -> list[Group]:
    found: dict[str, float] = {}
    for gap, _, foe in _in_reach(battle, unit, leader):
        if foe.unit not in found and _may_charge(battle, leader, foe):
            found[foe.unit] = gap
    return [battle.units[each] for each in sorted(found, key=lambda each: (found[each], each))]


def _in_reach(battle: Battle, unit: Group, leader: Man) -> list[tuple[float, str, Man]]:
    """The enemies that the best of dice would carry a charge to, nearest first."""
    return foes_within(battle, leader, up_to(furthest_charge(battle, unit)))


def nearest_in_reach(battle: Battle, unit: Group, leader: Man) -> dict[str, tuple[float, Man]]:
    """By enemy units in reach, the man whom a charge on them would come to first, and the gap to him."""
    nearest: dict[str, tuple[float, Man]] = {}
    for gap, _, foe in _in_reach(battle, unit, leader):
        nearest.setdefault(foe.unit, (gap, foe))
    return nearest


def _may_charge(battle: Battle, leader: Man, foe: Man) -> bool:
    return not battle.units[foe.unit].hidden and sight_of(battle, leader, foe).clear


def charge(battle: Battle, ask: Ask, unit: Group) -> bool:
    """The charger tests, then its target; who fails does so at once. False when it dared not.  [KS-5.1]"""
    foes = charge_targets(battle, unit)
    options = tuple(Option(each.id, each.id) for each in foes)
    named = ask.choose(Choose(unit.side, "charge-target", unit.id, options, "KS-5.1"))
    target = battle.units[named]
    battle.record(ChargeDeclared(unit.id, target.id))
    if not unit.tested and take_check(battle, ask, unit, "charging") != STEADY:
        return False
    if not fighting(battle, unit, target):
        receive(battle, ask, target)
    charge_home(battle, ask, unit, target)
    return True


def fighting(battle: Battle, unit: Group, target: Group) -> bool:
    """Whether the two are in melee already: then it is no charge that the other receives."""
    if not pressed(battle, unit.id):
        return False
    return any(each in target.figures for man in battle.men(unit.id) for each in in_contact(battle, man))


def receive(battle: Battle, ask: Ask, target: Group) -> None:
    """The unit charged tests; failing badly it is gone before the charge comes home.  [KS-5.1, KS-3.3]"""
    if take_check(battle, ask, target, "charged") == RETREATING:
        retreat(battle, ask, target)


def charge_home(battle: Battle, ask: Ask, unit: Group, target: Group) -> None:
    """Into contact if the dice carry that far, else a move to where they allow.  [KS-5.2]"""
    allowance = roll_move(battle, ask, unit, pace_of(battle, unit, charging=True), "charge")
    request = charge_request(battle, unit, target, allowance)
    before = {man.id: man.place.at for man in able_men(battle, unit)}
    walk = ask.place(request)
    home = _comes_home(battle, request, walk)
    if not home:
        request = altered(request, may_touch=())
    arrange = press_home(battle, arrange_request(battle, unit, request, walk))
    places = ask.place(arrange) if arrange.figures else {}
    finish(battle, unit, request, walk, places)
    touching = [man for man in able_men(battle, unit) if in_contact(battle, man)]
    if not home:
        battle.record(ChargeShort(unit.id, target.id))
    lances = [man for man in touching if _lance_ran(battle, man, before[man.id], walk)]
    if lances:
        battle.record(LancesHome(tuple(man.id for man in lances)))


def _comes_home(battle: Battle, request: Move, walk: Walk) -> bool:
    """Whether the leader, for whom a charge is measured, ends it in contact.  [KS-4.4, KS-5.2]"""
    leader = battle.figures[request.figure]
    touched = battle.table.contacts_at(leader.base, walk.end, (leader.id,))
    return any(each in request.may_touch for each in touched)


def _lance_ran(battle: Battle, man: Man, start: Point, walk: Walk) -> bool:
    """A lance strikes home after 9 inches straight; the men go with their leader."""
    run = min(walk.straight, start.to(man.place.at)) if len(walk.path) > 2 else start.to(man.place.at)
    return arm(battle.book, man.weapon) == "lance" and man.mounted and run >= LANCE_RUN - GRAIN


def charge_request(battle: Battle, unit: Group, target: Group, allowance: float) -> Move:
    """The question how the charge goes: contact must be made where it can be."""
    request = onset_request(battle, unit, target, allowance)
    if not request.may_touch:
        return request
    way = way_home(battle, request)
    if not meets(request, way.walk):
        way = way_foreseen(battle, unit, target, request) or way
    if meets(request, way.walk):
        return _to_contact(battle, request, way)
    return altered(request, best=_short_of_others(battle, request, way.walk))


def _short_of_others(battle: Battle, request: Move, walk: Walk) -> tuple[Point, ...]:
    """The way points of a walk, ending a little short of enemies that were not charged."""
    answer = {"path": walk.path[1:]}
    refused = settle(battle, request, answer)
    allowed = refused.nearest if isinstance(refused, Refusal) else answer
    return tuple(Point(*each) for each in allowed["path"])


def _to_contact(battle: Battle, request: Move, way: Way) -> Move:
    """Contact can be made, and must be; enemies beside the unit charged may be touched along with it.

    Who lies hidden there is not told of: one whom the side does not see may be run into anyhow.
    """
    others = [battle.figures[each] for each in way.walk.touched]
    seen = [man.id for man in others if man.side != request.side and not battle.units[man.unit].hidden]
    may_touch = tuple(dict.fromkeys((*request.may_touch, *seen)))
    return altered(request, must_touch=True, best=way.path, may_touch=may_touch)


__all__ = ["charge", "charge_targets", "going_for", "may_charge"]
