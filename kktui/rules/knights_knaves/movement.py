"""KK-6 Movement: turning the chits into moves."""

from __future__ import annotations

from collections.abc import Callable

from kktui.engine.ask import Ask
from kktui.engine.check import walk_along
from kktui.engine.events import Moved
from kktui.engine.hiding import find_hidden_within
from kktui.engine.requests import FREELY, Choose, Move, Option
from kktui.engine.state import FIELDED
from kktui.engine.steering import steered
from kktui.rules.knights_knaves.action import REJOIN, TOWARD
from kktui.rules.knights_knaves.charge import course
from kktui.rules.knights_knaves.charging import brace, charge_causes, charge_home, chargers, declare
from kktui.rules.knights_knaves.deeds import DEEDS, cross, flight_gait
from kktui.rules.knights_knaves.events import Done
from kktui.rules.knights_knaves.events_moving import Following, MarchOrder, Went
from kktui.rules.knights_knaves.figures import DRIVEN, STAND, Battle, Man, mates_of, nearest_open, visible_foe
from kktui.rules.knights_knaves.gaits import at_obstacle, costs_breath, gait_ridden, move_request, obstacle_before, rate
from kktui.rules.knights_knaves.morale import check_wave, who_must_check
from kktui.rules.knights_knaves.orders import ORDERS, order_of
from kktui.rules.knights_knaves.panic import look_to_horses, wounded_horses
from kktui.rules.knights_knaves.rout import rout_gait, run_away
from kktui.table import Walk
from kktui.table.geometry import GRAIN, Point
from kktui.table.records import altered

LEADS_ON = 2.0
"""Inches that make a straight way good enough, so that none to either side is looked for."""
ASIDE = (40, -40)
"""Degrees by which a figure bears off when friends stand in its way."""
TRIES = 3
"""How often a way is walked again before it is given up."""
SHORT = 0.25
"""Inches before an enemy at which a move stops that may not touch him."""
UNHURRIED = ("resupply", "rob")
"""Deeds that are done in the fatigue phase."""


# The phase.


def who_moves(battle: Battle, ask: Ask) -> str | None:
    """Panic, declarations, the checks of charges, the order of moves, each move, the morale of those who saw."""
    done = battle.notes.done
    if "line up" not in done:
        for step, (needed, _) in STEPS.items():
            if step not in done and needed(battle):
                return step
    if battle.notes.queue:
        return battle.notes.queue[0]
    return who_must_check(battle)


def move(battle: Battle, ask: Ask, actor: str) -> None:
    """One part of the movement phase."""
    if actor in STEPS:
        battle.record(Done(actor))
        STEPS[actor][1](battle, ask)
    elif actor == "morale":
        check_wave(battle, ask)
    else:
        move_one(battle, ask, battle.figures[actor])


# The order of moves.


def line_up(battle: Battle, ask: Ask) -> None:
    """Horsemen first, then the faster, then a die between the sides; of one side leaders, then who is in front,
    and last a lord without men of his own, who looks where the others go.

    [KK-6.1]
    """
    movers = who_must_move(battle)
    first, second = battle.sides
    both = len({man.side for man in movers}) > 1
    roll = ask.roll("1d10", "who moves first") if both else 0
    ahead = second if roll > 5 else first
    by_die = battle.book.switch("clashes") == "die"

    lords = {each for each in battle.notes.lords.values() if len(battle.units[battle.figures[each].unit].figures) == 1}

    def turn(man: Man) -> tuple[bool, float, bool, bool, bool, float]:
        foe = nearest_open(battle, man)
        depth = foe.place.at.to(man.place.at) if foe is not None else 0.0
        speedy = (False, 0.0) if by_die else (not man.mounted, -speed(battle, man))
        return (*speedy, man.side != ahead, man.id in lords, battle.units[man.unit].leader != man.id, depth)

    battle.record(MarchOrder(tuple(man.id for man in sorted(movers, key=turn)), roll, ahead if both else ""))


def who_must_move(battle: Battle) -> list[Man]:
    """The figures that have anything to do in this phase: a move, a deed, a rout."""
    return [
        man for man in battle.figures.values() if man.standing == FIELDED and not man.stunned and _stirs(battle, man)
    ]


def _stirs(battle: Battle, man: Man) -> bool:
    if man.routing and not man.carried:
        return not any(each.startswith(f"{battle.phase} ") for each in man.checked)
    order = order_of(man)
    return bool(order.pace) or (bool(order.deed) and order.deed not in UNHURRIED)


def speed(battle: Battle, man: Man) -> float:
    """How fast a figure is about to go."""
    if man.routing and not man.carried:
        return rate(battle, man, rout_gait(battle, man), routing=True)
    order = order_of(man)
    pace = flight_gait(man) if order.deed == "bolt" else order.pace
    return rate(battle, man, man.pace or pace) if pace else 0.0


# One move.


def move_one(battle: Battle, ask: Ask, man: Man) -> None:
    """A figure does what its order says; a hidden enemy it comes near to is found."""
    if man.standing != FIELDED or man.stunned:
        battle.record(Went(man.id, STAND, 0))
        return
    if man.routing and not man.carried:
        run_away(battle, man)
    elif man.id in battle.notes.following:
        follow(battle, man)
    elif order_of(man).deed:
        DEEDS[order_of(man).deed](battle, ask, man)
    elif man.foe:
        charge_home(battle, man)
    else:
        walk_on(battle, ask, man)
    find_hidden_within(battle, float(battle.book.switch("found-within")) + GRAIN / 2, "KK-6.1")


def walk_on(battle: Battle, ask: Ask, man: Man) -> None:
    """A move under a chit goes where the player likes; one out of command at the enemy, or back to the unit.

    [KK-6.3, KK-6.5, KK-5.4, KK-5.5]
    """
    order = ORDERS[man.order]
    if man.order in ("charge", DRIVEN):
        battle.record(Went(man.id, STAND, 0))
        return
    if not man.commanded and climbs(battle, ask, man):
        cross(battle, ask, man)
        return
    if man.order == REJOIN:
        walk = rejoin_walk(battle, man, move_request(battle, man, order.pace))
    else:
        walk = ask.place(walk_request(battle, man, order.pace))
    went(battle, man, walk, order.pace)
    lead_on(battle, ask, man, walk)


def climbs(battle: Battle, ask: Ask, man: Man) -> bool:
    """Whether one out of command spends his move on crossing what he has come to: if it lies before the enemy he
    sees or the unit he goes back to; who may go anywhere does as his player likes.  [KK-6.6, KK-5.4, KK-5.5]
    """
    if not at_obstacle(battle, man):
        return False
    goal = nearest_mate(battle, man) if man.order == REJOIN else bound_for(battle, man)
    if goal is not None:
        return obstacle_before(battle, man, goal.place.at)
    if man.order == REJOIN:
        return False
    options = (Option("walk"), Option("cross"))
    return ask.choose(Choose(man.side, "over", man.id, options, "KK-6.6")) == "cross"


def bound_for(battle: Battle, man: Man) -> Man | None:
    """The enemy toward whom a figure out of command has to go: the nearest it sees; none for skirmishers.  [KK-5.5]"""
    if "skirmisher" in man.traits and man.order != TOWARD:
        return None
    return visible_foe(battle, man)


def walk_request(battle: Battle, man: Man, pace: str) -> Move:
    """The question where a figure goes; out of command only toward an enemy it sees.  [KK-5.5]"""
    request = move_request(battle, man, pace)
    foe = None if man.commanded else bound_for(battle, man)
    if foe is None:
        return request
    walk = steady(battle, request, toward(battle, request, man, foe.place.at))
    nearer = walk.end.at.to(foe.place.at) < man.place.at.to(foe.place.at)
    return altered(request, rule="KK-5.5", toward=(foe.id,), best=walk.path[1:] if nearer else ())


def steady(battle: Battle, request: Move, walk: Walk) -> Walk:
    """A walk that comes to the same when its own way is walked: past a corner, be it of ground or of a base, a hair
    matters.
    """
    for _ in range(TRIES):
        again = clear_of_foes(battle, request, walk_along(battle, request, walk.path[1:]))
        if again.end.at == walk.end.at:
            return walk
        walk = again
    return walk_along(battle, request, ())


def toward(battle: Battle, request: Move, man: Man, goal: Point) -> Walk:
    """As far toward a place as the move leads, bearing off where friends stand, and no contact that is not allowed."""
    path = steered(request.steering, man.place, course(battle, man, goal)) if man.mounted else (goal,)
    best = clear_of_foes(battle, request, walk_along(battle, request, path))
    if best.length >= LEADS_ON or request.steering != FREELY:
        return best
    at, bearing = man.place.at, man.place.at.bearing(goal)
    for turn in ASIDE:
        aside = walk_along(battle, request, (at.toward(bearing + turn, request.allowance).rounded(),))
        aside = clear_of_foes(battle, request, aside)
        if aside.end.at.to(goal) < best.end.at.to(goal) - GRAIN:
            best = aside
    return best


def clear_of_foes(battle: Battle, request: Move, walk: Walk) -> Walk:
    """A walk cut short before enemies it may not touch."""
    if not touches_wrongly(battle, request, walk):
        return walk
    *before, last = walk.path
    leg = before[-1].to(last) if before else 0.0
    path = (*before[1:], before[-1].toward(before[-1].bearing(last), leg - SHORT).rounded()) if leg > SHORT else ()
    short = walk_along(battle, request, path)
    return walk_along(battle, request, ()) if touches_wrongly(battle, request, short) else short


def touches_wrongly(battle: Battle, request: Move, walk: Walk) -> bool:
    """Whether a walk ends in contact with an enemy that it may not touch."""
    figures = battle.figures
    return any(figures[each].side != request.side and each not in request.may_touch for each in walk.touched)


def rejoin_walk(battle: Battle, man: Man, request: Move) -> Walk:
    """Back to the nearest of the unit.  [KK-5.4]"""
    near = nearest_mate(battle, man)
    return walk_along(battle, request, ()) if near is None else toward(battle, request, man, near.place.at)


def nearest_mate(battle: Battle, man: Man) -> Man | None:
    """The nearest other of his unit."""
    mates = mates_of(battle, man)
    return min(mates, key=lambda other: (other.place.at.to(man.place.at), other.id), default=None)


def went(battle: Battle, man: Man, walk: Walk, pace: str, how: str = "moves") -> None:
    """Write a move down, with its gait and the breath it cost.  [KK-6.3, KK-6.5]"""
    gait = gait_ridden(battle, man, pace, walk)
    rule = "KK-6.3" if man.mounted else "KK-6.5"
    if walk.length or walk.end != man.pose:
        battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), rule, how))
    battle.record(Went(man.id, gait, costs_breath(man, gait), rule))


# Following the leader.


def lead_on(battle: Battle, ask: Ask, leader: Man, walk: Walk) -> None:
    """Men under the same chit as their leader may go with him, if the player likes.  [KK-6.1]"""
    followers = may_follow(battle, leader)
    if not followers or not walk.length:
        return
    options = (Option("follow"), Option("one by one"))
    if ask.choose(Choose(leader.side, "follow", leader.unit, options, "KK-6.1")) == "follow":
        start, end = walk.path[0], walk.end
        dx, dy = end.x - start.x, end.y - start.y
        ahead = sorted(followers, key=lambda man: (-(man.place.x * dx + man.place.y * dy), man.id))
        places = {man.id: (round(man.place.x + dx, 3), round(man.place.y + dy, 3)) for man in ahead}
        battle.record(Following(leader.unit, places))


def may_follow(battle: Battle, leader: Man) -> list[Man]:
    """The men of his unit still to move under the same chit as their leader.  [KK-6.1]"""
    unit = battle.units[leader.unit]
    if unit.leader != leader.id or not leader.commanded:
        return []
    men = [battle.figures[each] for each in battle.notes.queue if each in unit.figures]
    return [man for man in men if man.order == leader.order and man.able and not man.foe]


def follow(battle: Battle, man: Man) -> None:
    """To his old place beside the leader, as far as his own move leads.  [KK-6.1]"""
    pace = order_of(man).pace
    goal = Point(*battle.notes.following[man.id])
    request = move_request(battle, man, pace)
    went(battle, man, toward(battle, request, man, goal), pace)


STEPS: dict[str, tuple[Callable[[Battle], object], Callable[[Battle, Ask], None]]] = {
    "panic": (wounded_horses, look_to_horses),
    "declare": (chargers, declare),
    "brace": (charge_causes, brace),
    "line up": (who_must_move, line_up),
}
"""What comes before anybody moves, in the order of the sheet: when it is needed, and what is done."""
