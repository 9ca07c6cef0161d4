"""What a sensible soldier would answer, by the odds of the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any

from kktui.engine.nearby import foes_within, in_contact, nearest_foe
from kktui.engine.objectives import objective, time_presses
from kktui.engine.odds import chance
from kktui.engine.requests import Arrange, Choose, Move, Plan, Request
from kktui.engine.scenario import StandingOrder
from kktui.engine.ways import find_way
from kktui.rules.argad.close_order import guide
from kktui.rules.argad.figures import CLOSE_ORDER, CROUCHED, OPEN, UPRIGHT, Band, Battle, Man
from kktui.rules.argad.furtive import showing
from kktui.rules.argad.ground import easy_going
from kktui.rules.argad.measure import inches
from kktui.rules.argad.odds import chances_now, flight, gain, hope
from kktui.rules.argad.orders import FORMATION, POSTURE, RANKS, rate
from kktui.rules.argad.shooting import HOLD, aim_at, needed, reach_of, row_of, targets, why_not_shoot
from kktui.rules.argad.traffic import untangled
from kktui.table import Walk
from kktui.table.geometry import Point
from kktui.table.records import altered

GOOD_SHOT = 6
"""The number needed up to which it is worth standing still to shoot."""
STANDOFF = 36
"""Centimetres at which bowmen stop before the enemy."""
NEAR = 20
"""Centimetres at which nobody lies low any more."""
STEP = 0.4
"""Inches not worth taking."""
WARY = 40
"""Centimetres from which a man thinks twice before he goes for a foe."""
BAD_ODDS = -1.2
"""What an exchange may cost, by class, before a man would rather be come upon."""
FEW_TARGETS = 5


def advise(battle: Battle, request: Request) -> Any:
    """A sensible answer to any question this ruleset asks."""
    if isinstance(request, Plan):
        return PLANS.get(request.what, _first)(battle, request)
    if isinstance(request, Arrange):
        return {}
    return {"path": []} if isinstance(request, Move) else request.options[0].id


def _first(battle: Battle, request: Plan) -> Mapping[str, Any]:
    """The first option of each part, which is always a fair one."""
    return {}


# Orders.


def choose_orders(battle: Battle, request: Plan) -> Mapping[str, Any]:
    """Everybody's orders."""
    orders: dict[str, Any] = {}
    goals: dict[str, Point | None] = {}
    for key, part in request.parts.items():
        if isinstance(part, Move) and key.endswith(f":{RANKS}"):
            orders[key] = advance(battle, part, key)
        elif isinstance(part, Move):
            goals[key] = destination(battle, battle.figures[key])
            orders[key] = where_to(battle, part, goals[key])
    orders = untangled(battle, request, orders, goals)
    for key, part in request.parts.items():
        if isinstance(part, Choose):
            orders[key] = _stance(battle, part, key, orders)
    return orders


def _stance(battle: Battle, part: Choose, key: str, orders: Mapping[str, Any]) -> str:
    if key.endswith(f":{POSTURE}"):
        man = battle.figures[key.removesuffix(f":{POSTURE}")]
        return CROUCHED if not orders[man.id]["path"] and lies_low(battle, man) else UPRIGHT
    band = battle.units[key.removesuffix(f":{FORMATION}")]
    stuck = part.options[0].id == CLOSE_ORDER and _stuck(battle, band, orders.get(f"{band.id}:{RANKS}"))
    return OPEN if stuck else part.options[0].id


def _stuck(battle: Battle, band: Band, order: Mapping[str, Any] | None) -> bool:
    """Whether a close order that is to attack finds no way: then it is better broken up."""
    lead = guide(battle, band)
    if lead is None or order is None or order["path"] or not attacks(battle, band, lead):
        return False
    return not foes_within(battle, lead, inches(STANDOFF))


def lies_low(battle: Battle, man: Man) -> bool:
    """Whether a man is better hidden: nobody near, nobody to shoot at, and somebody who might shoot at him."""
    if foes_within(battle, man, inches(NEAR)) or (
        not why_not_shoot(battle, man) and any(True for _ in targets(battle, man))
    ):
        return False
    return any(foe.missile for foe in battle.enemies_of(man.side))


def attacks(battle: Battle, band: Band, man: Man) -> bool:
    """Whether a unit is to go for the enemy, by its standing orders or for want of time."""
    orders = _standing(battle, band)
    if orders is None or (time_presses(battle) and objective(battle, man) is not None):
        return True
    return (orders.then if _triggered(battle, orders, band, man) else orders.first) == "attack"


def _standing(battle: Battle, band: Band) -> StandingOrder | None:
    return next((troop.orders for troop in battle.scenario.troops if troop.id == band.id), None)


def _triggered(battle: Battle, orders: StandingOrder, band: Band, man: Man) -> bool:
    if orders.until == "turn":
        return battle.turn >= orders.number
    if orders.until == "enemy-within":
        return bool(foes_within(battle, man, orders.number))
    attacked = len(battle.men(band.id)) < band.strength or any(in_contact(battle, each) for each in battle.men(band.id))
    return orders.until == "attacked" and attacked


def destination(battle: Battle, man: Man) -> Point | None:
    """Who is fighting stays; shooters stand where their shots tell; the rest close in if the odds allow."""
    foe = nearest_foe(battle, man)
    if foe is None:
        return objective(battle, man)
    if in_contact(battle, man):
        return None
    goal = goal_of(battle, man, foe)
    return None if goal is None or goal.to(man.place.at) < STEP else goal


def where_to(battle: Battle, part: Move, goal: Point | None) -> dict[str, Any]:
    """Toward his goal, or he stands and looks at the nearest enemy."""
    man = battle.figures[part.figure]
    order = _toward(battle, part, goal)
    return order if order["path"] else _stay(man, nearest_foe(battle, man))


def _stay(man: Man, foe: Man | None) -> dict[str, Any]:
    """Stand, and look at the nearest enemy."""
    if man.mounted or foe is None:
        return {"path": []}
    return {"path": [], "facing": man.place.at.bearing(foe.place.at)}


def _toward(battle: Battle, part: Move, goal: Point | None) -> dict[str, Any]:
    """By a way that slows nobody if there is one, else straight on."""
    if goal is None:
        return {"path": []}
    man = battle.figures[part.figure]
    easy = part if part.body else altered(part, going=easy_going(battle, man))
    walk = find_way(battle, easy, goal)
    if not part.body and (walk.length <= STEP or _falls_short(man, walk, part.allowance, goal)):
        straight = find_way(battle, part, goal)
        if walk.length <= STEP or not _falls_short(man, straight, part.allowance, goal):
            walk = straight
    return {"path": walk.path[1:]} if walk.length > STEP else {"path": []}


def _falls_short(man: Man, walk: Walk, inches: float, goal: Point) -> bool:
    """Whether a walk does not come to a goal that is no further off than a man can go."""
    return man.place.at.to(goal) <= inches and not walk.touched and walk.end.at.to(goal) > STEP


def goal_of(battle: Battle, man: Man, foe: Man) -> Point | None:
    """The place a man wants to come to; None to stay."""
    band = battle.units[man.unit]
    wanted = objective(battle, man)
    if wanted is not None and time_presses(battle):
        return wanted
    if man.missile and not _only_throws(battle, man):
        return _shooting_place(battle, man, foe)
    if not attacks(battle, band, man):
        return None
    return _at_the_enemy(battle, man, foe, wanted)


def _only_throws(battle: Battle, man: Man) -> bool:
    return bool(battle.book.charts["handling"].rows[man.missile][3])


def _shooting_place(battle: Battle, man: Man, foe: Man) -> Point | None:
    """A shooter stays while he loads or has a good shot, else comes into range."""
    if man.to_load or _has_good_shot(battle, man):
        return None
    if not attacks(battle, battle.units[man.unit], man) and battle.turn < battle.scenario.turns / 2:
        return None
    there, here = foe.place.at, man.place.at
    stop = inches(min(STANDOFF, reach_of(battle, row_of(battle, man))))
    return there.toward(there.bearing(here), stop) if here.to(there) > stop + STEP else there


def _has_good_shot(battle: Battle, man: Man) -> bool:
    row = row_of(battle, man)
    for foe in islice(targets(battle, man), FEW_TARGETS):
        shown = showing(battle, man, foe)
        if not isinstance(shown, str) and needed(battle, row, shown.cm) <= GOOD_SHOT:
            aim, _ = aim_at(battle, man, foe, shown)
            if chance("kill", flight, aim) > 0:
                return True
    return False


def _at_the_enemy(battle: Battle, man: Man, foe: Man, wanted: Point | None) -> Point | None:
    """Upon the nearest foe; with bad odds a man waits for one who has his hands free, or goes where he is wanted."""
    there, away = foe.place.at, man.place.at.to(foe.place.at)
    wary = away <= inches(WARY) and not in_contact(battle, foe) and not time_presses(battle)
    if wary and gain(battle, man, foe) < BAD_ODDS:
        return wanted
    if wanted is not None and wanted.to(man.place.at) < away and away > inches(rate(battle, man)):
        return wanted
    return there


def advance(battle: Battle, part: Move, key: str) -> dict[str, Any]:
    """A close order looks at the nearest enemy, and goes for him if it is to attack."""
    lead, band = battle.figures[part.figure], battle.units[key.removesuffix(f":{RANKS}")]
    foe = nearest_foe(battle, lead)
    fighting = any(in_contact(battle, battle.figures[each]) for each in (part.figure, *part.body))
    if foe is None or fighting:
        return {"path": []}
    facing = lead.place.at.bearing(foe.place.at)
    if not attacks(battle, band, lead):
        return {"path": [], "facing": facing}
    order = _toward(battle, part, objective(battle, lead) if time_presses(battle) else foe.place.at)
    return {**order, "facing": facing}


# Shots and blows.


def choose_targets(battle: Battle, request: Plan) -> Mapping[str, str]:
    return {key: best_shot(battle, battle.figures[key]) for key in request.parts}


def best_shot(battle: Battle, man: Man) -> str:
    """Whom a man best shoots at: by the chance to kill and the class of the target."""
    best, most = HOLD, 0.0
    for foe in islice(targets(battle, man), FEW_TARGETS):
        shown = showing(battle, man, foe)
        assert not isinstance(shown, str)
        aim, _ = aim_at(battle, man, foe, shown)
        worth = chance("kill", flight, aim) * (2 + foe.grade)
        if worth > most:
            best, most = foe.id, worth
    return best


def choose_blows(battle: Battle, request: Plan) -> Mapping[str, str]:
    """Everybody strikes at the foe from whom he has most to hope."""
    chosen: dict[str, str] = {}
    for key, part in request.parts.items():
        assert isinstance(part, Choose)
        man = battle.figures[key]
        chosen[key] = max(
            (option.id for option in part.options),
            key=lambda foe: hope(man, battle.figures[foe], chances_now(battle, man, battle.figures[foe])),
        )
    return chosen


PLANS: dict[str, Callable[[Battle, Plan], Mapping[str, Any]]] = {
    "orders": choose_orders,
    "targets": choose_targets,
    "blows": choose_blows,
}
