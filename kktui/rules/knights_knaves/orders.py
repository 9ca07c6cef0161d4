"""What the chits of KK-5.1 and the results of KK-5.2 let a figure do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from kktui.engine.requests import Barred, Choose, Option, Refusal
from kktui.engine.state import DEAD
from kktui.rules.knights_knaves.charge import may_charge
from kktui.rules.knights_knaves.command import armed_to_shoot, handling_rule, loads_for_another
from kktui.rules.knights_knaves.figures import DRIVEN, RUN, Battle, Man, baggage_of, foes_at_hand
from kktui.rules.knights_knaves.gaits import FULL, HALF, at_obstacle, trained
from kktui.rules.knights_knaves.troops import THROWN, shoots_as
from kktui.table.geometry import FOOT, GRAIN, MOUNTED, Pose

HOLD = "hold"
SWAP = "swap"
MARKER = FOOT
"""The baggage and a corpse take up as much room as a man."""
HORSE_REACH = 1.0
"""Inches from his waiting horse within which a man may mount."""


class Order(NamedTuple):
    """What a figure may do: how far it may move, whether it shoots, whether it enters melee."""

    pace: str = ""
    shoots: bool = False
    melee: bool = False
    deed: str = ""
    """What takes the whole turn instead."""


ORDERS = {
    HOLD: Order(),
    "half": Order(HALF),
    "full": Order(FULL),
    "run": Order(RUN),
    "shoot": Order(shoots=True),
    "half-shoot": Order(HALF, shoots=True),
    "full-shoot": Order(FULL, shoots=True),
    "charge": Order(RUN, melee=True),
    "cross": Order(deed="cross"),
    "mount": Order(deed="mount"),
    "dismount": Order(deed="dismount"),
    SWAP: Order(deed=SWAP),
    "resupply": Order(deed="resupply"),
    "rob": Order(deed="rob"),
    "stay put": Order(),
    "shoot only": Order(shoots=True),
    "move up to half": Order(HALF),
    "move up to full": Order(FULL),
    "move up to half and shoot": Order(HALF, shoots=True),
    "move up to full and shoot": Order(FULL, shoots=True),
    "move up to half and enter melee": Order(HALF, melee=True),
    "move up to full and enter melee": Order(FULL, melee=True),
    "move up to full and enter melee or shoot": Order(FULL, shoots=True, melee=True),
    "rejoin": Order(FULL),
    "toward the enemy": Order(FULL),
    "horse bolts": Order(deed="bolt"),
    DRIVEN: Order(RUN, melee=True),
}
"""Every chit, every result of the uncontrolled table, and what a horse in panic does."""
CHITS = tuple(ORDERS)[: tuple(ORDERS).index("stay put")]
"""The chits.  [KK-5.1]"""
NOTHING = Order()


def order_of(man: Man) -> Order:
    """What his chit, the dice or a horse in panic let him do; nothing once he runs or is stunned."""
    order = ORDERS.get(man.order.partition(":")[0], NOTHING) if man.able or man.carried else NOTHING
    return without_a_step(order) if man.stuck else order


def without_a_step(order: Order) -> Order:
    """What is left of an order to who sits on a horse that will not move.  [KK-6.2]"""
    return Order(shoots=order.shoots, deed="" if order.deed == "cross" else order.deed)


# Which chits are open.


def chit_request(battle: Battle, man: Man) -> Choose:
    """The question which chit a figure in command lies under, and why the others are closed to it.  [KK-5.1]"""
    options: list[Option] = []
    barred: list[Barred] = []
    closed = {why_not: why_not(battle, man) for why_not in REASONS}
    for chit in CHITS:
        why = closed[WHY_NOT[chit]] if chit in WHY_NOT else None
        if why is not None:
            barred.append(_barred(chit, why))
        elif chit == SWAP:
            options += [Option(f"{SWAP}:{weapon}", weapon, SWAP) for weapon in other_weapons(man)]
        else:
            options.append(OPTIONS[chit])
    return Choose(man.side, "chit", man.id, tuple(options), "KK-5.1", tuple(barred))


OPTIONS = {chit: Option(chit) for chit in CHITS}
NEXT_BEST = {"run": FULL, "charge": FULL, "half-shoot": HALF, "full-shoot": FULL}
"""The nearest to a chit that is closed, where that is not to hold: these are always open."""
_BARRED: dict[tuple[str, Refusal], Barred] = {}


def _barred(chit: str, why: Refusal) -> Barred:
    """The same few reasons come again and again."""
    known = _BARRED.get((chit, why))
    if known is None:
        nearest = why.nearest or NEXT_BEST.get(chit, HOLD)
        known = _BARRED[chit, why] = Barred(chit, replace(why, nearest=nearest))
    return known


# Why a chit is closed, and by which rule.

NO_GALLOP = Refusal("KK-6.3", "only a trained war-horse gallops")
NOTHING_TO_SHOOT = Refusal("KK-4.2", "he has nothing to shoot with in hand")
EMPTY = Refusal("KK-9.4", "he is out of ammunition")
LOADS = Refusal("KK-4.3", "he loads for his mate")
BESET = Refusal("KK-7.7", "an enemy is upon him", HOLD)
NOT_READY = "the dice have it that he cannot shoot this turn"
IN_MELEE = Refusal("KK-6.8", "he is in melee already", HOLD)
NOBODY_TO_CHARGE = Refusal("KK-6.1", "no enemy in sight is near enough, or straight enough ahead")
NO_OBSTACLE = Refusal("KK-6.6", "he is at no obstacle that he could cross")
NO_HORSE = Refusal("KK-5.1", "he has no horse waiting")
HORSE_FAR = Refusal("KK-5.1", "his horse is too far away")
NO_ROOM_TO_MOUNT = Refusal("KK-5.1", "there is no room to mount")
ON_FOOT = Refusal("KK-5.1", "he is on foot")
NO_OTHER_WEAPON = Refusal("KK-5.1", "he carries no other weapon")
STILL_SUPPLIED = Refusal("KK-9.5", "he still has ammunition")
BAGGAGE_TAKEN = Refusal("KK-9.8", "the baggage is taken")
NOT_AT_BAGGAGE = Refusal("KK-9.5", "he is not at the baggage")
NO_CORPSE = Refusal("KK-9.5", "no corpse is within his reach")


def why_not_run(battle: Battle, man: Man) -> Refusal | None:
    """Why he may not run or gallop, or nothing.  [KK-6.3]"""
    return NO_GALLOP if man.mounted and not trained(man) else None


def why_not_shoot(battle: Battle, man: Man) -> Refusal | None:
    """Why he may not shoot this turn, or nothing.  [KK-4.2, KK-4.3, KK-4.4, KK-7.7, KK-9.4]"""
    shoots = shoots_as(battle.book, man.weapon)
    if not shoots:
        return NOTHING_TO_SHOOT
    if man.empty:
        return EMPTY
    if loads_for_another(battle, man):
        return LOADS
    if not armed_to_shoot(battle, man):
        return BESET
    if shoots in THROWN or man.ready:
        return None
    return Refusal(handling_rule(battle, man), NOT_READY)


def why_not_charge(battle: Battle, man: Man) -> Refusal | None:
    """Why he may not charge, or nothing.  [KK-6.1, KK-6.8]"""
    if foes_at_hand(battle, man):
        return IN_MELEE
    return None if may_charge(battle, man) else NOBODY_TO_CHARGE


def why_not_cross(battle: Battle, man: Man) -> Refusal | None:
    """Why there is nothing to cross, or nothing.  [KK-6.6]"""
    return None if at_obstacle(battle, man) else NO_OBSTACLE


def why_not_mount(battle: Battle, man: Man) -> Refusal | None:
    """Why he may not get on his horse, or nothing.  [KK-5.1]"""
    if man.mounted or man.tether is None:
        return NO_HORSE
    if battle.table.gap_between(man.base, man.place, MOUNTED, man.tether) > HORSE_REACH + GRAIN / 2:
        return HORSE_FAR
    return None if battle.table.is_free(MOUNTED, man.place, (man.id,)) else NO_ROOM_TO_MOUNT


def why_not_dismount(battle: Battle, man: Man) -> Refusal | None:
    return None if man.mounted else ON_FOOT


def other_weapons(man: Man) -> list[str]:
    """What else he carries."""
    return [weapon for weapon in man.weapons if weapon != man.weapon]


def why_not_swap(battle: Battle, man: Man) -> Refusal | None:
    return None if other_weapons(man) else NO_OTHER_WEAPON


def why_not_resupply(battle: Battle, man: Man) -> Refusal | None:
    """Why he may not fill up at the baggage, or nothing.  [KK-9.5, KK-9.8]"""
    if not man.empty:
        return STILL_SUPPLIED
    if man.side in battle.notes.plundered:
        return BAGGAGE_TAKEN
    return None if at_baggage(battle, man, man.side) else NOT_AT_BAGGAGE


def at_baggage(battle: Battle, man: Man, side: str) -> bool:
    """In contact with a side's baggage.  [KK-9.5]"""
    at = baggage_of(battle, side)
    return battle.table.gap_between(man.base, man.place, MARKER, Pose(at.x, at.y, 0)) == 0


def why_not_rob(battle: Battle, man: Man) -> Refusal | None:
    """Why he may not rob the dead, or nothing.  [KK-9.5]"""
    if not man.empty:
        return STILL_SUPPLIED
    return None if next(corpses_at(battle, man), None) else NO_CORPSE


def corpses_at(battle: Battle, man: Man) -> Iterator[Man]:
    """The disabled that a figure is in contact with.  [KK-1.6, KK-9.5]"""
    fallen = (other for other in battle.figures.values() if other.standing == DEAD and other.pose is not None)
    yield from (other for other in fallen if battle.table.gap_between(man.base, man.place, MARKER, other.place) == 0)


WHY_NOT: dict[str, Callable[[Battle, Man], Refusal | None]] = {
    "run": why_not_run,
    "shoot": why_not_shoot,
    "half-shoot": why_not_shoot,
    "full-shoot": why_not_shoot,
    "charge": why_not_charge,
    "cross": why_not_cross,
    "mount": why_not_mount,
    "dismount": why_not_dismount,
    SWAP: why_not_swap,
    "resupply": why_not_resupply,
    "rob": why_not_rob,
}
"""What closes a chit, if anything does."""
REASONS = tuple(dict.fromkeys(WHY_NOT.values()))
"""The same, each once: three chits shoot."""
