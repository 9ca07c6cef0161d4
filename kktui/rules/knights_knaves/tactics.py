"""What a sensible soldier would answer, by the odds of the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kktui.engine.check import walk_along
from kktui.engine.nearby import foes_within
from kktui.engine.objectives import objective
from kktui.engine.requests import FREELY, Arrange, Choose, Move, Plan, Request
from kktui.engine.steering import steered
from kktui.engine.ways import find_way, with_room
from kktui.rules.knights_knaves.aim import sight_on, targets
from kktui.rules.knights_knaves.charge import course
from kktui.rules.knights_knaves.figures import Battle, Man, foes_at_hand, leader_of, lord_of, nearest_open
from kktui.rules.knights_knaves.gaits import crossing_request, obstacle_before, rate
from kktui.rules.knights_knaves.movement import LEADS_ON, clear_of_foes
from kktui.rules.knights_knaves.orders import HOLD, ORDERS, order_of
from kktui.rules.knights_knaves.troops import THROWN, shoots_as
from kktui.rules.knights_knaves.weighing import best_charge, better_weapon, opponent_worth, shot_worth
from kktui.table import Walk
from kktui.table.geometry import Point

BOWSHOT = 24.0
"""Inches at which archers are content to stand."""
CLOSE = 8.0
"""Inches at which who is to defend stops waiting."""
LORDS_RISK = 0.3
"""What a charge has to be worth before a lord makes it himself."""
SPREAD = 0.7
"""What is left of a target's promise for each who aims at it already."""
BEARING_OFF = (25, -25, 50, -50)
"""Degrees by which a rider bears off who is held by friends."""
STOP_SHORT = 1.5
"""Inches before an enemy at which a march stops."""


def advise(battle: Battle, request: Request) -> Any:
    """A sensible answer to any question this ruleset asks."""
    if isinstance(request, Arrange):
        return {}
    if isinstance(request, Move):
        return where_to(battle, request)
    return CHOICES.get(request.what, first)(battle, request)


def first(battle: Battle, request: Any) -> Any:
    """The first option, which is always a fair one."""
    return request.options[0].id if isinstance(request, Choose) else {}


# Chits.


def choose_chits(battle: Battle, request: Plan) -> Mapping[str, str]:
    """A chit for each figure in command, the lord's last: he looks where his men go."""
    chosen: dict[str, str] = {}
    lord = battle.notes.lords.get(request.side)
    for key in sorted(request.parts, key=lambda each: each == lord):
        part = request.parts[key]
        assert isinstance(part, Choose)
        open_to = [option.id for option in part.options]
        chit = best_chit(battle, battle.figures[key], open_to)
        if key == lord and chit == HOLD and goes_along(battle, battle.figures[key], chosen):
            chit = "full"
        chosen[key] = chit if chit in open_to else HOLD
    return chosen


def goes_along(battle: Battle, lord: Man, chosen: Mapping[str, str]) -> bool:
    """Whether leaders in command go on, so that a lord who stays would lose them; in melee he stays."""
    others = [unit.leader for unit in battle.units.values() if unit.side == lord.side and unit.leader != lord.id]
    return not foes_at_hand(battle, lord) and any(chosen.get(each) in ("full", "charge", "run") for each in others)


def best_chit(battle: Battle, man: Man, open_to: list[str]) -> str:
    """In melee fight; bows shoot; the rest close in, charge and cross what is in the way."""
    at_hand = foes_at_hand(battle, man)
    if at_hand:
        return better_weapon(battle, man, battle.figures[at_hand[0]]) or HOLD
    if man.empty:
        return out_of_ammunition(battle, man, open_to)
    if shoots_as(battle.book, man.weapon) not in ("", *THROWN):
        return archers_chit(battle, man, open_to)
    if keeps_behind(battle, man) and not lord_goes_on(battle, man):
        return HOLD
    return fighters_chit(battle, man, open_to)


def fighters_chit(battle: Battle, man: Man, open_to: list[str]) -> str:
    """Charge if it pays, throw if there is somebody to throw at, else march."""
    if "charge" in open_to and charge_pays(battle, man):
        return "charge"
    if "shoot" in open_to and targets(battle, man):
        return "shoot"
    return march_chit(battle, man, open_to)


def out_of_ammunition(battle: Battle, man: Man, open_to: list[str]) -> str:
    """Rob the dead or fill up where that is open, else take a blade in hand."""
    for chit in ("rob", "resupply"):
        if chit in open_to:
            return chit
    foe = nearest_open(battle, man)
    return (better_weapon(battle, man, foe, 1.0) if foe is not None else "") or "full"


def archers_chit(battle: Battle, man: Man, open_to: list[str]) -> str:
    """Shoot at whom there is hope to hit, else come into range."""
    if "shoot" in open_to:
        seen = targets(battle, man).first(1)
        if seen and sight_on(battle, man, seen[0]).needs <= 9:
            return "shoot"
        return "full-shoot"
    return HOLD if waits(battle, man) or foes_within(battle, man, BOWSHOT) else "full"


def charge_pays(battle: Battle, man: Man) -> bool:
    """Whether the best charge is worth making; who waits would rather strike first, and a lord is not risked."""
    least = LORDS_RISK if man is lord_of(battle, man.side) else 0.1 if waits(battle, man) else -0.05
    return bool(best_charge(battle, man, least))


def march_chit(battle: Battle, man: Man, open_to: list[str]) -> str:
    """Wait if that is the order; cross what stands before the enemy; else close in."""
    if waits(battle, man):
        return HOLD
    if "cross" in open_to and wall_before(battle, man):
        return "cross" if crossing_request(battle, man).best else HOLD
    goal = goal_of(battle, man)
    return HOLD if goal is None or goal.to(man.place.at) < 1.0 else "full"


def waits(battle: Battle, man: Man) -> bool:
    """Who is to defend, or holds what has to be held, waits until the enemy is close."""
    unit = battle.units[man.unit]
    defends = unit.orders is not None and unit.orders.first == "defend" and not unit.second
    return (defends or holds_ground(battle, man)) and not foes_within(battle, man, CLOSE)


def holds_ground(battle: Battle, man: Man) -> bool:
    """Whether he stands in a zone that his side has to hold, or close to his leader who does."""
    zones = [goal.zone for goal in battle.scenario.goals if goal.side == man.side and goal.kind == "hold-zone"]
    leader = leader_of(battle, battle.units[man.unit]) if zones else None
    places = [man.place.at]
    if leader is not None and battle.table.gap(man.id, leader.id) <= CLOSE:
        places.append(leader.place.at)
    return any(battle.table.in_zone(zone, at) for zone in zones for at in places)


def wall_before(battle: Battle, man: Man) -> bool:
    """Whether an obstacle he has come to lies between him and where he wants to go."""
    goal = goal_of(battle, man)
    return goal is not None and obstacle_before(battle, man, goal)


def keeps_behind(battle: Battle, man: Man) -> bool:
    """Whether he is the lord and has no men of his own to lead, so that he keeps behind the leaders of others."""
    return man is lord_of(battle, man.side) and len(battle.men(man.unit)) == 1


def lord_goes_on(battle: Battle, man: Man) -> bool:
    """A lord moves when most of his leaders have left his reach, or the enemy is upon him."""
    leaders = [battle.figures[unit.leader] for unit in battle.units.values() if unit.side == man.side]
    others = [leader for leader in leaders if leader is not man and leader.able]
    far = [leader for leader in others if battle.table.gap(man.id, leader.id) > 3.0]
    return not others or 2 * len(far) >= len(others) or bool(foes_within(battle, man, CLOSE))


# Where to.


def where_to(battle: Battle, request: Move) -> dict[str, Any]:
    """Where the rules say, else toward the enemy, or whatever has to be held."""
    man = battle.figures[request.figure]
    if request.what == "cross":
        return {"path": request.best}
    goal = goal_of(battle, man)
    if goal is None or goal.to(man.place.at) < 0.5:
        return {"path": []}
    if request.toward and ORDERS[man.order].shoots and targets(battle, man):
        return {"path": []}
    if request.toward:
        goal = battle.table.poses[request.toward[0]].at
    walk = going_to(battle, request, man, goal)
    if request.toward and walk.end.at.to(goal) >= man.place.at.to(goal):
        return {"path": []}
    return {"path": walk.path[1:]}


def going_to(battle: Battle, request: Move, man: Man, goal: Point) -> Walk:
    """The way that the rules propose if they do; else the best way found, and room left to turn."""
    if request.best:
        return with_room(battle, request, walk_along(battle, request, request.best))
    if request.steering == FREELY:
        return find_way(battle, request, goal)
    return with_room(battle, request, ride(battle, request, man, goal))


def ride(battle: Battle, request: Move, man: Man, goal: Point) -> Walk:
    """A rider's way to a goal; where friends hold him at once, another that leads nearer, the way he looks first."""
    at, bearing = man.place.at, man.place.at.bearing(goal)
    best = _ridden(battle, request, man, goal)
    wanted = min(request.allowance, at.to(goal))
    if best.length >= min(LEADS_ON, wanted) or best.stopped != "base":
        return best
    for way in (man.place.facing, *(bearing + turn for turn in BEARING_OFF)):
        other = _ridden(battle, request, man, at.toward(way, wanted))
        if other.end.at.to(goal) < best.end.at.to(goal) - LEADS_ON / 2:
            best = other
    return best


def _ridden(battle: Battle, request: Move, man: Man, goal: Point) -> Walk:
    way = steered(request.steering, man.place, course(battle, man, goal))
    path = _within(man.place.at, way, request.allowance)
    return clear_of_foes(battle, request, walk_along(battle, request, path))


def _within(at: Point, path: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    """The part of a way that a move covers; both legs of a turn shrink alike."""
    length = sum(one.to(other) for one, other in zip((at, *path), path, strict=False))
    if length <= inches:
        return path
    part = (inches - 0.01) / length
    return tuple(Point(at.x + (p.x - at.x) * part, at.y + (p.y - at.y) * part).rounded() for p in path)


def goal_of(battle: Battle, man: Man) -> Point | None:
    """The place a figure wants to come to."""
    foe = nearest_open(battle, man)
    at = man.place.at
    wanted = objective(battle, man)
    if foe is None:
        return wanted
    near = foe.place.at
    if keeps_behind(battle, man):
        return beside_friends(battle, man, near)
    if shoots_as(battle.book, man.weapon) not in ("", *THROWN) and not man.empty:
        return near.toward(near.bearing(at), BOWSHOT - 4) if at.to(near) > BOWSHOT else None
    if wanted is not None and at.to(near) > CLOSE:
        return wanted
    return near.toward(near.bearing(at), STOP_SHORT)


def beside_friends(battle: Battle, man: Man, near: Point) -> Point | None:
    """A lord keeps close behind the nearest of his leaders."""
    leaders = [battle.figures[unit.leader] for unit in battle.units.values() if unit.side == man.side]
    others = [other for other in leaders if other is not man and other.able]
    if not others:
        return near.toward(near.bearing(man.place.at), STOP_SHORT)
    commanded = [other for other in others if other.commanded] or others
    friend = min(commanded, key=lambda other: (other.place.at.to(near), other.id))
    at = bound_to_be(battle, friend, near)
    return at.toward(near.bearing(at), 3.0)


def bound_to_be(battle: Battle, friend: Man, near: Point) -> Point:
    """Where a friend who is still to move will be about, if he goes for the enemy."""
    at, pace = friend.place.at, order_of(friend).pace
    if friend.id not in battle.notes.queue or not pace:
        return at
    inches = min(rate(battle, friend, friend.pace or pace), at.to(near) - STOP_SHORT)
    return at.toward(at.bearing(near), max(0.0, inches))


# The other questions.


def choose_declarations(battle: Battle, request: Plan) -> Mapping[str, str]:
    """Everybody for the foe that promises most."""
    chosen = {}
    for key, part in request.parts.items():
        assert isinstance(part, Choose)
        man = battle.figures[key]
        best = best_charge(battle, man) if man.order == "charge" else ""
        chosen[key] = best or part.options[0].id
    return chosen


def choose_over(battle: Battle, request: Choose) -> str:
    """Over the obstacle if that is the way to where he wants to be."""
    return "cross" if wall_before(battle, battle.figures[request.about]) else "walk"


def choose_targets(battle: Battle, request: Plan) -> Mapping[str, str]:
    """Everybody at the target that promises most, of the nearest few; who is shot at already promises less."""
    chosen: dict[str, str] = {}
    for key in request.parts:
        man = battle.figures[key]
        aimed = Counter(chosen.values())
        worths = [
            (shot_worth(battle, man, foe) * SPREAD ** aimed[foe.id], foe.id) for foe in targets(battle, man).first(5)
        ]
        chosen[key] = max(worths, key=lambda each: each[0])[1]
    return chosen


def choose_opponents(battle: Battle, request: Plan) -> Mapping[str, str]:
    """Everybody at the opponent that promises most."""
    chosen = {}
    for key, part in request.parts.items():
        assert isinstance(part, Choose)
        chosen[key] = max(part.options, key=lambda option: opponent_worth(battle, key, option.id)).id
    return chosen


def choose_signal(battle: Battle, request: Choose) -> str:
    """The signal is given when the enemy has come near to those who wait for it, or time runs out."""
    waiting = [unit for unit in battle.units.values() if unit.side == request.side and unit.orders is not None]
    men = [man for unit in waiting if unit.orders and unit.orders.until == "signal" for man in battle.men(unit.id)]
    late = 2 * battle.turn > battle.scenario.turns
    return "signal" if late or any(foes_within(battle, man, BOWSHOT / 2) for man in men) else "wait"


CHOICES: dict[str, Any] = {
    "chits": choose_chits,
    "declarations": choose_declarations,
    "targets": choose_targets,
    "opponents": choose_opponents,
    "signal": choose_signal,
    "over": choose_over,
}
