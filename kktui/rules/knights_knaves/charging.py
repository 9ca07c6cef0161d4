"""KK-6.1, KK-6.8 Charges declared, braced for (KK-3.4, KK-3.7) and gone home."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.ask import Ask
from kktui.engine.check import walk_along
from kktui.engine.events import Moved
from kktui.engine.requests import FREELY, Choose, Move, Option, Plan
from kktui.engine.state import FIELDED
from kktui.engine.steering import steered, turned
from kktui.engine.ways import head_for
from kktui.rules.knights_knaves.charge import charge_targets, course, declare_request
from kktui.rules.knights_knaves.command import armed_to_shoot
from kktui.rules.knights_knaves.events_moving import ChargedHome, Declared, FellShort, Went
from kktui.rules.knights_knaves.figures import (
    CANTER,
    DRIVEN,
    GALLOP,
    RUN,
    STAND,
    WALK,
    Battle,
    Man,
    foes_at_hand,
    foes_by_distance,
)
from kktui.rules.knights_knaves.gaits import (
    RIDDEN,
    at_obstacle,
    costs_breath,
    got_on,
    move_request,
    obstacle_before,
    trained,
)
from kktui.rules.knights_knaves.morale import CHARGED, SPEARS, check_all, comes_on, rout_all
from kktui.rules.knights_knaves.orders import order_of
from kktui.rules.knights_knaves.troops import arm_of
from kktui.table import Walk
from kktui.table.geometry import Point
from kktui.table.records import altered

ASIDE = 0.8
"""Inches past the middle of a foe at which a charge still meets him."""
ROOM = 0.5
"""Inches within which friends make room for one who sets out."""
AHEAD = 60
"""Degrees to either side of his way in which a friend is before him, and does not."""

# Declaring.


def chargers(battle: Battle) -> list[Man]:
    """Those whose order takes them into melee."""
    return [man for man in battle.figures.values() if man.order and order_of(man).melee]


def declare(battle: Battle, ask: Ask) -> None:
    """Who charges under a chit names his foe and pace, both sides at once; the others go for the nearest.

    [KK-6.1, KK-5.2, KK-6.2]
    """
    men = chargers(battle)
    plans = [declare_plan(battle, side, [man for man in men if man.side == side]) for side in battle.sides]
    answers = ask.together([each for each in plans if each.parts])
    named = {figure: answer for side in battle.sides for figure, answer in answers.get(side, {}).items()}
    for man in men:
        foe, gait = _named(named[man.id]) if man.id in named else _driven(battle, man)
        if foe:
            battle.record(Declared(man.id, foe, gait))


def _named(answer: str) -> tuple[str, str]:
    foe, _, gait = answer.partition(":")
    return (foe, gait) if gait else ("", "")


def declare_plan(battle: Battle, side: str, men: Sequence[Man]) -> Plan:
    """The question whom each figure under a charge chit charges, and who would rather shoot.  [KK-6.1, KK-5.2]"""
    requests = (declare_request(battle, man) if man.order == "charge" else or_shoot(battle, man) for man in men)
    parts = {request.about: request for request in requests if request is not None and request.options}
    return Plan(side, "declarations", side, parts, "KK-6.1")


def or_shoot(battle: Battle, man: Man) -> Choose | None:
    """The question to one out of command who may enter melee or shoot, if he can do both.  [KK-5.2]"""
    if not order_of(man).shoots or not armed_to_shoot(battle, man):
        return None
    foe, gait = _driven(battle, man)
    options = (Option("shoot"), Option(f"{foe}:{gait}", foe, gait))
    return Choose(man.side, "declare", man.id, options, "KK-5.2") if foe else None


def _driven(battle: Battle, man: Man) -> tuple[str, str]:
    """Whom a figure goes for that nobody tells: the nearest it can reach; a horse in panic simply the nearest.

    Who has come to an obstacle reaches nobody beyond it before he has crossed it.  [KK-5.2, KK-6.2, KK-6.6]
    """
    pace = order_of(man).pace
    gait = RIDDEN[pace] if man.mounted else pace
    if gait == GALLOP and not trained(man):
        gait = CANTER
    if foes_at_hand(battle, man):
        return "", ""
    if man.order == DRIVEN:
        foe = nearest_of_all(battle, man)
        return (foe.id, gait) if foe is not None else ("", "")
    reaches = charge_targets(battle, man, (gait,))
    if at_obstacle(battle, man):
        open_to = [each for each in reaches.all() if not obstacle_before(battle, man, each.foe.place.at)]
    else:
        open_to = reaches.first(1)
    return (open_to[0].foe.id, gait) if open_to else ("", "")


def nearest_of_all(battle: Battle, man: Man) -> Man | None:
    """The enemy nearest to a figure, in reach or not.  [KK-6.2]"""
    foes = foes_by_distance(battle, man)
    return min(foes, key=lambda foe: (battle.table.gap(man.id, foe.id), foe.id), default=None)


# The checks of charges.


def charge_causes(battle: Battle) -> list[tuple[Man, str]]:
    """Horsemen who charge spears check, and foot whom horsemen charge; no horse in panic asks its rider's heart.

    [KK-3.4, KK-3.7, KK-6.2]
    """
    found: dict[tuple[str, str], None] = {}
    for man in battle.figures.values():
        foe = battle.figures.get(man.foe)
        if foe is None or foe.standing != FIELDED or foe.mounted:
            continue
        if comes_on(battle, man, foe):
            if arm_of(battle.book, foe.weapon).spear and not man.carried:
                found[man.id, SPEARS] = None
            found[foe.id, CHARGED] = None
    return [(battle.figures[each], cause) for each, cause in sorted(found)]


def times_rolled(battle: Battle) -> int:
    """How often the checks of a charge are rolled.  [KK-3.7]"""
    return 2 if battle.book.switch("charge-checks") == "twice" else 1


def brace(battle: Battle, ask: Ask) -> None:
    """The checks of charges, once and with effect at once; by ruling twice.  [KK-3.4, KK-3.7]"""
    rout_all(battle, check_all(battle, ask, charge_causes(battle)))
    if times_rolled(battle) == 2:
        again = [(man, f"{cause} again") for man, cause in charge_causes(battle)]
        rout_all(battle, check_all(battle, ask, again))


# Charging.


def charge_home(battle: Battle, man: Man) -> None:
    """At the foe he named, into contact with him or whoever is first in the way.  [KK-6.8]"""
    foe = still_there(battle, man)
    if foe is None:
        battle.record(FellShort(man.id))
        battle.record(Went(man.id, STAND, 0))
        return
    walk = charge_walk(battle, man, foe, man.pace)
    if walk.length or walk.end != man.pose:
        battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), "KK-6.8", "charges"))
    touched = foes_at_hand(battle, man)
    gait = man.pace if man.mounted or man.pace == RUN else WALK
    if not got_on(walk) and not met_half_way(battle, man, touched):
        gait = STAND
    battle.record(Went(man.id, gait, costs_breath(man, gait), "KK-6.3" if man.mounted else "KK-6.5"))
    battle.record(ChargedHome(man.id, tuple(touched), gait) if touched else FellShort(man.id))


def met_half_way(battle: Battle, man: Man, touched: Sequence[str]) -> bool:
    """Whether he was to charge one who has come home upon him first: then both are charging.  [KK-8.7]"""
    return man.foe in touched and battle.figures[man.foe].foe == man.id


def still_there(battle: Battle, man: Man) -> Man | None:
    """The foe a charge goes for: if he has run beyond reach or is gone, the nearest other in reach.  [KK-6.1]"""
    foe = battle.figures[man.foe]
    if man.order == DRIVEN:
        return foe if foe.standing == FIELDED else nearest_of_all(battle, man)
    reaches = charge_targets(battle, man, (man.pace,))
    if foe.standing == FIELDED and (not reaches or any(each.foe is foe for each in reaches.all())):
        return foe
    return reaches.first(1)[0].foe if reaches else None


def charge_walk(battle: Battle, man: Man, foe: Man, gait: str) -> Walk:
    """The way of a charge: straight, or round a friend on foot, or with a mount's one turn; in panic any way.

    [KK-6.4, KK-6.2]
    """
    plain = move_request(battle, man, gait, "charge")
    request = altered(plain, may_touch=tuple(each.id for each in battle.enemies_of(man.side)))
    goal = foe.place.at
    if man.order == DRIVEN:
        request = altered(request, steering=FREELY)
    walks = []
    for aim in _aims(man, goal):
        path = (aim,) if man.order == DRIVEN else steered(request.steering, man.place, course(battle, man, aim))
        walks.append(walk_along(battle, request, path))
        if walks[-1].stopped == "base" and walks[-1].length < ROOM and not comes_home(request, walks[-1]):
            walks.append(among_friends(battle, man, request, path))
        if comes_home(request, walks[-1]):
            return walks[-1]
    return walks[0] if request.steering != FREELY else head_for(battle, request, goal).walk


def _aims(man: Man, goal: Point) -> tuple[Point, ...]:
    """Where a charge may aim to meet a foe: at his middle, or past it to either side."""
    across = man.place.at.bearing(goal) + 90
    return goal, goal.toward(across, ASIDE).rounded(), goal.toward(across, -ASIDE).rounded()


def comes_home(request: Move, walk: Walk) -> bool:
    """Whether a charge ends at an enemy."""
    return any(each in request.may_touch for each in walk.touched)


def among_friends(battle: Battle, man: Man, request: Move, path: Sequence[Point]) -> Walk:
    """The same charge if friends beside and behind make room for him to set out, else as if he stayed.  [KK-6.1]"""
    at, table = man.place.at, battle.table
    near = [battle.figures[each] for each in table.near(at, man.base.reach + ROOM)]
    bearing = at.bearing(path[0]) if path else man.place.facing
    beside = [
        each.id
        for each in near
        if each.side == man.side and each is not man and turned(bearing, at.bearing(each.place.at)) > AHEAD
    ]
    walk = walk_along(battle, altered(request, ignoring=tuple(beside)), tuple(path))
    return walk if table.is_free(man.base, walk.end, (man.id,)) else walk_along(battle, request, ())
