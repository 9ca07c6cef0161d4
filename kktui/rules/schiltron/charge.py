"""SC-3.4 Charging."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.check import settle, walk_along
from kktui.engine.hiding import reveal
from kktui.engine.nearby import foes_within, in_contact, sight_of, some_foes_within
from kktui.engine.requests import Choose, Move, Option, Plan, Refusal
from kktui.engine.ways import Way, head_for
from kktui.rules.schiltron.events import Charged, ChargeDeclared, ChargesDeclared, UnitDone
from kktui.rules.schiltron.figures import Battle, Company, Man, up_to
from kktui.rules.schiltron.movement import (
    Pace,
    allowances,
    arrange_request,
    finish,
    foes_to_touch,
    guide,
    move_request,
    movers,
    normal_move,
    pace_of,
    roll_move,
)
from kktui.table import Walk
from kktui.table.geometry import GRAIN, Point
from kktui.table.records import altered

HOLD = "hold"
D6 = 6


def why_not_charge(battle: Battle, unit: Company) -> Refusal | None:
    """Why a unit may not charge this turn, or nothing.  [SC-3.2, SC-3.4, SC-6.5]"""
    lead = guide(battle, unit)
    if lead is None:
        return Refusal("SC-3.4", "nobody in it is free to move")
    if lead.in_ranks:
        return Refusal("SC-3.2", "a formation may not charge")
    if lead.winded >= battle.turn:
        return Refusal("SC-3.4", "it has to rest this turn after a charge or after falling back")
    return None


def chargers(battle: Battle, unit: Company) -> list[Man]:
    """The men who take part in a charge: all who can go and need not rest."""
    return [man for man in movers(battle, unit) if not man.in_ranks and man.winded < battle.turn]


def farthest(pace: Pace) -> int:
    """How far the best of dice would carry a charge."""
    return pace.die or pace.inches + D6 * pace.adds


def shortest(pace: Pace) -> int:
    """How far the worst of dice would carry a charge."""
    return 1 if pace.die else pace.inches + pace.adds


def charge_targets(battle: Battle, unit: Company) -> list[Company]:
    """The enemy units in sight that the best of dice would carry a charge to, nearest first."""
    key = ("charge targets", unit.id)
    found: list[Company] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = [] if why_not_charge(battle, unit) else _targets(battle, unit)
    return found


def _targets(battle: Battle, unit: Company) -> list[Company]:
    lead = guide(battle, unit)
    assert lead is not None
    near: dict[str, float] = {}
    for gap, _, foe in foes_within(battle, lead, up_to(farthest(pace_of(battle, unit, charging=True)))):
        if foe.unit not in near and _in_sight(battle, lead, foe):
            near[foe.unit] = gap
    return [battle.units[each] for each in sorted(near, key=lambda each: (near[each], each))]


def _in_sight(battle: Battle, lead: Man, foe: Man) -> bool:
    return not battle.units[foe.unit].hidden and sight_of(battle, lead, foe).clear


def may_charge(battle: Battle, unit: Company) -> bool:
    """Whether there is any enemy to charge."""
    lead = guide(battle, unit)
    if lead is None or why_not_charge(battle, unit):
        return False
    near = some_foes_within(battle, lead, up_to(farthest(pace_of(battle, unit, charging=True))))
    return any(_in_sight(battle, lead, foe) for foe in near)


def who_declares(battle: Battle, ask: Ask) -> str | None:
    """Once a turn both sides say who charges, if anybody can.  [SC-2.1]"""
    if battle.notes.declared or not any(may_charge(battle, unit) for unit in battle.units.values()):
        return None
    return "both"


def declare(battle: Battle, ask: Ask, actor: str) -> None:
    """Both sides declare their charges face down, and all are shown.  [SC-2.1, SC-3.4]"""
    requests = [request for side in battle.sides if (request := charge_request(battle, side)).parts]
    answers = ask.together(requests)
    for side in battle.sides:
        for unit, target in answers.get(side, {}).items():
            if target != HOLD:
                if battle.units[unit].hidden:
                    reveal(battle, battle.units[unit], "acts", "SC-2.1")
                battle.record(ChargeDeclared(unit, target))
    battle.record(ChargesDeclared())


def charge_request(battle: Battle, side: str) -> Plan:
    """The question which units charge, and whom."""
    parts = {
        unit.id: Choose(
            side,
            "charge-target",
            unit.id,
            (Option(HOLD), *(Option(target.id, target.id) for target in targets)),
            "SC-3.4",
        )
        for unit in battle.units.values()
        if unit.side == side and (targets := charge_targets(battle, unit))
    }
    return Plan(side, "charges", side, parts, "SC-3.4", secret=True)


def charge_home(battle: Battle, ask: Ask, unit: Company) -> None:
    """The usual move and 1D6: into contact if that carries, else as far as it goes. Then it has to rest.  [SC-3.4]"""
    target = battle.units[unit.charging]
    men = chargers(battle, unit)
    lead = guide(battle, unit)
    if why_not_charge(battle, unit) or lead is None or not battle.men(target.id):
        battle.record(UnitDone(unit.id, {}))
        return
    pace = pace_of(battle, unit, charging=True)
    gone = roll_move(battle, ask, unit, pace)
    request = way_in(battle, unit, target, gone.total)
    walk = ask.place(request)
    if not comes_home(battle, request, walk):
        request = altered(request, may_touch=())
    followers = [man for man in men if man is not lead]
    arrange = arrange_request(battle, request, walk, allowances(battle, followers, pace, gone))
    places = ask.place(arrange) if arrange.figures else {}
    before = {man.id: man.place.at for man in men}
    finish(battle, unit, request, walk, places)
    ran = {man.id: walk.length if man is lead else before[man.id].to(man.place.at) for man in men}
    home = tuple(man.id for man in men if in_contact(battle, man) and runs_up(battle, man, ran[man.id]))
    rest = battle.turn + int(battle.book.chart("charge").at("turns of rest"))
    battle.record(Charged(unit.id, target.id, tuple(man.id for man in men), home, rest))


def runs_up(battle: Battle, man: Man, inches: float) -> bool:
    """A charge needs a run-up: mounted half the normal move, on foot 2 inches.  [SC-3.4]"""
    chart = battle.book.chart("charge")
    part, least = chart.at("mounted run-up, part of the move"), chart.at("run-up on foot")
    needs = normal_move(battle.book, man) * float(part) if man.mounted else float(least)
    return inches >= needs - GRAIN


def comes_home(battle: Battle, request: Move, walk: Walk) -> bool:
    """Whether the charge ends in contact for him it is measured for."""
    man = battle.figures[request.figure]
    touched = battle.table.contacts_at(man.base, walk.end, (man.id,))
    return any(each in request.may_touch for each in touched)


def way_in(battle: Battle, unit: Company, target: Company, allowance: float) -> Move:
    """The question how a charge goes: contact must be made where it can be.  [SC-3.4]"""
    request = onset_request(battle, unit, target, allowance)
    way = way_home(battle, request)
    if meets(request, way.walk):
        return _to_contact(battle, battle.figures[request.figure], request, way)
    return altered(request, best=_short_of_others(battle, request, way.walk))


def onset_request(battle: Battle, unit: Company, target: Company, allowance: float) -> Move:
    """A charge before a way has been looked for: who goes, and whom he may touch."""
    plain = move_request(battle, unit, allowance)
    resting = tuple(man.id for man in movers(battle, unit) if man.winded >= battle.turn)
    ignoring = tuple(each for each in plain.ignoring if each not in resting)
    foes = tuple(man.id for man in battle.men(target.id))
    return altered(plain, what="charge", rule="SC-3.4", may_touch=foes, ignoring=ignoring)


def way_home(battle: Battle, request: Move) -> Way:
    """Straight at one of the three nearest, else bearing off to one side of what is between; it may lead to nobody."""
    gaps = battle.table.gaps(request.figure, request.may_touch)
    nearest = [battle.figures[each] for _, each in sorted(zip(gaps, request.may_touch, strict=True))[:3]]
    for foe in nearest:
        way = Way((foe.place.at,), walk_along(battle, request, (foe.place.at,)))
        if meets(request, way.walk):
            return way
    return head_for(battle, request, nearest[0].place.at)


def meets(request: Move, walk: Walk) -> bool:
    """Whether a charge comes to one of those it is on."""
    return any(each in request.may_touch for each in walk.touched)


def _to_contact(battle: Battle, lead: Man, request: Move, way: Way) -> Move:
    """Contact can be made and must be; enemies beside the unit charged may be touched along with it."""
    beside = foes_to_touch(battle, lead, request.allowance)
    may_touch = tuple(dict.fromkeys((*request.may_touch, *beside)))
    return altered(request, must_touch=True, best=way.path, may_touch=may_touch)


def _short_of_others(battle: Battle, request: Move, walk: Walk) -> tuple[Point, ...]:
    """The way points of a walk, ending a little short of enemies that were not charged."""
    answer = {"path": walk.path[1:]}
    refused = settle(battle, request, answer)
    allowed = refused.nearest if isinstance(refused, Refusal) else answer
    return tuple(Point(*each) for each in allowed["path"])
