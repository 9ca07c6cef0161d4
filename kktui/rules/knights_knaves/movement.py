"""KK-6 Movement: turning the chits into moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.check import steered, walk_along
from kktui.engine.events import Moved
from kktui.engine.hiding import find_hidden_within
from kktui.engine.modifiers import Modifier, total
from kktui.engine.requests import FREELY, Choose, Move, Option, Plan
from kktui.engine.state import FIELDED
from kktui.engine.ways import forced_walk, head_for
from kktui.rules.knights_knaves.action import REJOIN, TOWARD
from kktui.rules.knights_knaves.charge import charge_targets, course, declare_request
from kktui.rules.knights_knaves.events import (
    ChargedHome,
    Declared,
    Done,
    FellShort,
    Following,
    MarchOrder,
    Panicked,
    Swapped,
    TookHorse,
    Went,
)
from kktui.rules.knights_knaves.figures import (
    CANTER,
    GALLOP,
    RUN,
    STAND,
    WALK,
    Battle,
    Man,
    band,
    foes_at_hand,
    foes_by_distance,
    mates_of,
    visible_foe,
)
from kktui.rules.knights_knaves.gaits import (
    RIDDEN,
    costs_breath,
    crossing_request,
    gait_ridden,
    move_request,
    rate,
    trained,
)
from kktui.rules.knights_knaves.morale import CHARGED, SPEARS, check_all, check_wave, rout_all, who_must_check
from kktui.rules.knights_knaves.orders import ORDERS, SWAP, order_of
from kktui.rules.knights_knaves.rout import refuge, run_away
from kktui.rules.knights_knaves.troops import arm_of
from kktui.table import Walk
from kktui.table.geometry import GRAIN, MOUNTED, Point

LEADS_ON = 2.0
"""Inches that make a straight way good enough, so that none to either side is looked for."""
ASIDE = (40, -40)
"""Degrees by which a figure bears off when friends stand in its way."""
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


# Horse panic.


class Panic(NamedTuple):
    """What a wounded horse does."""

    result: str
    roll: int


class Mount(NamedTuple):
    """All that decides what a wounded horse does but the die."""

    more: int
    bounds: tuple[str, ...]
    cells: tuple[str, ...]


def panic(ask: Ask, mount: Mount, who: str = "") -> Panic:
    """D10 and remaining stamina, 3 more for a war-horse, 3 less for a nag.  [KK-6.2]"""
    roll = ask.roll("1d10", "horse panic", who)
    return Panic(mount.cells[mount.bounds.index(band(mount.bounds, roll + mount.more))], roll)


def mount_of(battle: Battle, man: Man) -> tuple[Mount, tuple[Modifier, ...]]:
    """A wounded horse as it is now, and why.  [KK-6.2]"""
    bred = int(battle.book.chart("mounts").at(man.horse, "panic"))
    named = [Modifier("remaining stamina", man.horse_stamina, "KK-6.2")]
    if bred:
        named.append(Modifier("war-horse" if bred > 0 else "nag", bred, "KK-6.2"))
    rows = battle.book.chart("horse-panic").rows
    return Mount(total(named), tuple(rows), tuple(rows.values())), tuple(named)


def wounded_horses(battle: Battle) -> list[Man]:
    """The riders of wounded horses.  [KK-6.2]"""
    return [man for man in battle.figures.values() if hurt_under(man) and man.standing == FIELDED]


def hurt_under(man: Man) -> bool:
    return man.mounted and man.horse_stamina < man.horse_original


def look_to_horses(battle: Battle, ask: Ask) -> None:
    """Every wounded horse is thrown for before anybody moves.  [KK-6.2]"""
    for man in wounded_horses(battle):
        facts, named = mount_of(battle, man)
        result = panic(ask, facts, man.id)
        battle.record(Panicked(man.id, result.roll, named, result.result))


# Declaring.


def chargers(battle: Battle) -> list[Man]:
    """Those whose order takes them into melee."""
    return [man for man in battle.figures.values() if man.order and man.able and order_of(man).melee]


def declare(battle: Battle, ask: Ask) -> None:
    """Who charges under a chit names his foe and pace, both sides at once; the others go for the nearest.

    [KK-6.1, KK-5.2, KK-6.2]
    """
    men = chargers(battle)
    chosen = [man for man in men if man.order == "charge"]
    plans = [declare_plan(battle, side, [man for man in chosen if man.side == side]) for side in battle.sides]
    answers = ask.together([each for each in plans if each.parts])
    named = {figure: answer for side in battle.sides for figure, answer in answers.get(side, {}).items()}
    for man in men:
        foe, gait = named[man.id].split(":") if man.id in named else _driven(battle, man)
        if foe:
            battle.record(Declared(man.id, foe, gait))


def declare_plan(battle: Battle, side: str, men: Sequence[Man]) -> Plan:
    """The question whom each figure under a charge chit charges.  [KK-6.1]"""
    parts = {man.id: request for man in men if (request := declare_request(battle, man)).options}
    return Plan(side, "declarations", side, parts, "KK-6.1")


def _driven(battle: Battle, man: Man) -> tuple[str, str]:
    """Whom a figure goes for that nobody tells: the nearest it can reach.  [KK-5.2, KK-6.2]"""
    pace = order_of(man).pace
    gait = RIDDEN[pace] if man.mounted else pace
    if gait == GALLOP and not trained(man):
        gait = CANTER
    if foes_at_hand(battle, man):
        return "", ""
    reach = next(iter(charge_targets(battle, man, (gait,))), None)
    return (reach.foe.id, gait) if reach is not None else ("", "")


# The checks of charges.


def charge_causes(battle: Battle) -> list[tuple[Man, str]]:
    """Horsemen who charge spears check, and foot whom horsemen charge.  [KK-3.4, KK-3.7]"""
    found: dict[tuple[str, str], None] = {}
    for man in battle.figures.values():
        foe = battle.figures.get(man.foe)
        if man.foe and man.able and man.mounted and foe is not None and not foe.mounted:
            if arm_of(battle.book, foe.weapon).spear:
                found[man.id, SPEARS] = None
            found[foe.id, CHARGED] = None
    return [(battle.figures[each], cause) for each, cause in sorted(found)]


def brace(battle: Battle, ask: Ask) -> None:
    """The checks of charges, once and with effect at once; by ruling twice.  [KK-3.4, KK-3.7]"""
    rout_all(battle, check_all(battle, ask, charge_causes(battle)))
    if battle.book.switch("charge-checks") == "twice":
        again = [(man, f"{cause} again") for man, cause in charge_causes(battle)]
        rout_all(battle, check_all(battle, ask, again))


# The order of moves.


def line_up(battle: Battle, ask: Ask) -> None:
    """Horsemen first, then the faster, then a die between the sides; of one side leaders, then who is in front.

    [KK-6.1]
    """
    movers = who_must_move(battle)
    first, second = battle.sides
    both = len({man.side for man in movers}) > 1
    roll = ask.roll("1d10", "who moves first") if both else 0
    ahead = second if roll > 5 else first
    by_die = battle.book.switch("clashes") == "die"

    def turn(man: Man) -> tuple[bool, float, bool, bool, float]:
        foe = next(iter(foes_by_distance(battle, man)), None)
        depth = foe.place.at.to(man.place.at) if foe is not None else 0.0
        speedy = (False, 0.0) if by_die else (not man.mounted, -speed(battle, man))
        return (*speedy, man.side != ahead, battle.units[man.unit].leader != man.id, depth)

    battle.record(MarchOrder(tuple(man.id for man in sorted(movers, key=turn)), roll, ahead if both else ""))


def who_must_move(battle: Battle) -> list[Man]:
    """The figures that have anything to do in this phase: a move, a deed, a rout."""
    return [
        man for man in battle.figures.values() if man.standing == FIELDED and not man.stunned and _stirs(battle, man)
    ]


def _stirs(battle: Battle, man: Man) -> bool:
    if man.routing:
        return not any(each.startswith(f"{battle.phase} ") for each in man.checked)
    order = order_of(man)
    return bool(order.pace) or (bool(order.deed) and order.deed not in UNHURRIED)


def speed(battle: Battle, man: Man) -> float:
    """How fast a figure is about to go."""
    if man.routing:
        return rate(battle, man, RUN if not man.mounted else CANTER, routing=True)
    order = order_of(man)
    return rate(battle, man, man.pace or order.pace) if order.pace else 0.0


# One move.


def move_one(battle: Battle, ask: Ask, man: Man) -> None:
    """A figure does what its order says; a hidden enemy it comes near to is found."""
    if man.standing != FIELDED or man.stunned:
        battle.record(Went(man.id, STAND, 0))
        return
    if man.routing:
        run_away(battle, man)
    elif man.id in battle.notes.following:
        follow(battle, man)
    elif order_of(man).deed:
        DEEDS[order_of(man).deed](battle, ask, man)
    elif man.foe:
        charge_home(battle, man)
    else:
        walk_on(battle, ask, man)
    find_hidden_within(battle, float(battle.book.switch("found-within")), "KK-6.1")


def walk_on(battle: Battle, ask: Ask, man: Man) -> None:
    """A move under a chit goes where the player likes; one out of command at the enemy, or back to the unit.

    [KK-6.3, KK-6.5, KK-5.4, KK-5.5]
    """
    order = ORDERS[man.order]
    if man.order in ("charge", "horse charges"):
        battle.record(Went(man.id, STAND, 0))
        return
    request = walk_request(battle, man, order.pace)
    walk = rejoin_walk(battle, man, request) if man.order == REJOIN else ask.place(request)
    went(battle, man, walk, order.pace)
    lead_on(battle, ask, man, walk)


def walk_request(battle: Battle, man: Man, pace: str) -> Move:
    """The question where a figure goes; out of command only toward an enemy it sees.  [KK-5.5]"""
    request = move_request(battle, man, pace)
    if man.commanded or ("skirmisher" in man.traits and man.order != TOWARD):
        return request
    foe = visible_foe(battle, man)
    if foe is None:
        return request
    walk = toward(battle, request, man, foe.place.at)
    nearer = walk.end.at.to(foe.place.at) < man.place.at.to(foe.place.at)
    return replace(request, rule="KK-5.5", toward=(foe.id,), best=walk.path[1:] if nearer else ())


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
    mates = mates_of(battle, man)
    if not mates:
        return walk_along(battle, request, ())
    near = min(mates, key=lambda other: (other.place.at.to(man.place.at), other.id))
    return toward(battle, request, man, near.place.at)


def went(battle: Battle, man: Man, walk: Walk, pace: str, how: str = "moves") -> None:
    """Write a move down, with its gait and the breath it cost.  [KK-6.3, KK-6.5]"""
    gait = gait_ridden(battle, man, pace, walk.length)
    rule = "KK-6.3" if man.mounted else "KK-6.5"
    if walk.length or walk.end != man.pose:
        battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), rule, how))
    battle.record(Went(man.id, gait, costs_breath(gait), rule))


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


# Charging.


def charge_home(battle: Battle, man: Man) -> None:
    """At the foe he named, into contact with him or whoever is first in the way.  [KK-6.8]"""
    foe = still_there(battle, man)
    if foe is None:
        battle.record(FellShort(man.id))
        battle.record(Went(man.id, STAND, 0))
        return
    walk = charge_walk(battle, man, foe, man.pace)
    battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-6.8", "charges"))
    gait = STAND if not walk.length else man.pace if man.mounted or man.pace == RUN else WALK
    battle.record(Went(man.id, gait, costs_breath(gait), "KK-6.3" if man.mounted else "KK-6.5"))
    touched = foes_at_hand(battle, man)
    battle.record(ChargedHome(man.id, tuple(touched), gait) if touched else FellShort(man.id))


def still_there(battle: Battle, man: Man) -> Man | None:
    """The foe a charge goes for: if he has run beyond reach or is gone, the nearest other in reach.  [KK-6.1]"""
    foe = battle.figures[man.foe]
    reaches = charge_targets(battle, man, (man.pace,))
    if foe.standing == FIELDED and (not reaches or any(each.foe is foe for each in reaches)):
        return foe
    return reaches[0].foe if reaches else None


def charge_walk(battle: Battle, man: Man, foe: Man, gait: str) -> Walk:
    """The way of a charge: straight, or round a friend on foot, or with a mount's one turn.  [KK-6.4]"""
    plain = move_request(battle, man, gait, "charge")
    request = replace(plain, may_touch=tuple(each.id for each in battle.enemies_of(man.side)))
    path = steered(request.steering, man.place, course(battle, man, foe.place.at))
    walk = walk_along(battle, request, path)
    met = any(each in request.may_touch for each in walk.touched)
    return walk if met or request.steering != FREELY else head_for(battle, request, foe.place.at).walk


# Deeds that take the whole turn.


def cross(battle: Battle, ask: Ask, man: Man) -> None:
    """A turn spent on crossing.  [KK-6.6]"""
    request = crossing_request(battle, man)
    walk = ask.place(request)
    battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-6.6", "crosses"))
    battle.record(Went(man.id, WALK, 0, "KK-6.6"))


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


def bolt(battle: Battle, ask: Ask, man: Man) -> None:
    """A horse in panic bolts from the enemy, as fast as it can.  [KK-6.2]"""
    gait = GALLOP if trained(man) else CANTER
    request = replace(move_request(battle, man, gait, "bolt"), steering=FREELY, rule="KK-6.2")
    walk = forced_walk(battle, request, refuge(battle, man))
    battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-6.2", "bolts"))
    battle.record(Went(man.id, gait if walk.length else STAND, costs_breath(gait), "KK-6.2"))


DEEDS: dict[str, Callable[[Battle, Ask, Man], None]] = {
    "cross": cross,
    "mount": mount,
    "dismount": dismount,
    SWAP: swap,
    "bolt": bolt,
}


STEPS: dict[str, tuple[Callable[[Battle], object], Callable[[Battle, Ask], None]]] = {
    "panic": (wounded_horses, look_to_horses),
    "declare": (chargers, declare),
    "brace": (charge_causes, brace),
    "line up": (who_must_move, line_up),
}
"""What comes before anybody moves, in the order of the sheet: when it is needed, and what is done."""
