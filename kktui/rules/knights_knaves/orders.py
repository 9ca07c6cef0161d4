"""What the chits of KK-5.1 and the results of KK-5.2 let a figure do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kktui.engine.requests import Barred, Choose, Option, Refusal
from kktui.engine.state import DEAD
from kktui.rules.knights_knaves.charge import may_charge
from kktui.rules.knights_knaves.command import armed_to_shoot, loads_for_another
from kktui.rules.knights_knaves.figures import DRIVEN, RUN, Battle, Man, baggage_of, foes_at_hand
from kktui.rules.knights_knaves.gaits import FULL, HALF, at_obstacle, trained
from kktui.rules.knights_knaves.troops import shoots_as
from kktui.table.geometry import FOOT, MOUNTED, Pose

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
    for chit in CHITS:
        why = WHY_NOT[chit](battle, man) if chit in WHY_NOT else ""
        if why:
            barred.append(_barred(chit, why))
        elif chit == SWAP:
            options += [Option(f"{SWAP}:{weapon}", weapon, SWAP) for weapon in other_weapons(man)]
        else:
            options.append(OPTIONS[chit])
    return Choose(man.side, "chit", man.id, tuple(options), "KK-5.1", tuple(barred))


OPTIONS = {chit: Option(chit) for chit in CHITS}
_BARRED: dict[tuple[str, str], Barred] = {}


def _barred(chit: str, why: str) -> Barred:
    """The same few reasons come again and again."""
    known = _BARRED.get((chit, why))
    if known is None:
        known = _BARRED[chit, why] = Barred(chit, Refusal(CHIT_RULES[chit], why))
    return known


CHIT_RULES = {
    "run": "KK-6.3",
    "shoot": "KK-4.2",
    "half-shoot": "KK-4.2",
    "full-shoot": "KK-4.2",
    "charge": "KK-6.1",
    "cross": "KK-6.6",
    "mount": "KK-5.1",
    "dismount": "KK-5.1",
    SWAP: "KK-5.1",
    "resupply": "KK-9.5",
    "rob": "KK-9.5",
}
"""The rule that closes a chit."""


def why_not_run(battle: Battle, man: Man) -> str:
    """Why he may not run or gallop, or nothing.  [KK-6.3]"""
    return "only a trained war-horse gallops" if man.mounted and not trained(man) else ""


def why_not_shoot(battle: Battle, man: Man) -> str:
    """Why he may not shoot this turn, or nothing.  [KK-4.2, KK-4.3, KK-9.4]"""
    shoots = shoots_as(battle.book, man.weapon)
    if not shoots:
        return "he has nothing to shoot with in hand"
    if man.empty:
        return "he is out of ammunition"
    if loads_for_another(battle, man):
        return "he loads for his mate"
    if not armed_to_shoot(battle, man):
        return "an enemy is upon him"
    if shoots not in ("javelin", "thrown") and not man.ready:
        return "the dice have it that he cannot shoot this turn"
    return ""


def why_not_charge(battle: Battle, man: Man) -> str:
    """Why he may not charge, or nothing.  [KK-6.1]"""
    if foes_at_hand(battle, man):
        return "he is in melee already"
    return "" if may_charge(battle, man) else "no enemy in sight is near enough, or straight enough ahead"


def why_not_cross(battle: Battle, man: Man) -> str:
    """Why there is nothing to cross, or nothing.  [KK-6.6]"""
    return "" if at_obstacle(battle, man) else "he is at no obstacle that he could cross"


def why_not_mount(battle: Battle, man: Man) -> str:
    """Why he may not get on his horse, or nothing."""
    if man.mounted or man.tether is None:
        return "he has no horse waiting"
    if battle.table.gap_between(man.base, man.place, MOUNTED, man.tether) > HORSE_REACH:
        return "his horse is too far away"
    return "" if battle.table.is_free(MOUNTED, man.place, (man.id,)) else "there is no room to mount"


def why_not_dismount(battle: Battle, man: Man) -> str:
    return "" if man.mounted else "he is on foot"


def other_weapons(man: Man) -> list[str]:
    """What else he carries."""
    return [weapon for weapon in man.weapons if weapon != man.weapon]


def why_not_swap(battle: Battle, man: Man) -> str:
    return "" if other_weapons(man) else "he carries no other weapon"


def why_not_resupply(battle: Battle, man: Man) -> str:
    """Why he may not fill up at the baggage, or nothing.  [KK-9.5]"""
    if not man.empty:
        return "he still has ammunition"
    if man.side in battle.notes.plundered:
        return "the baggage is taken"
    return "" if at_baggage(battle, man, man.side) else "he is not at the baggage"


def at_baggage(battle: Battle, man: Man, side: str) -> bool:
    """In contact with a side's baggage.  [KK-9.5]"""
    at = baggage_of(battle, side)
    return battle.table.gap_between(man.base, man.place, MARKER, Pose(at.x, at.y, 0)) == 0


def why_not_rob(battle: Battle, man: Man) -> str:
    """Why he may not rob the dead, or nothing.  [KK-9.5]"""
    if not man.empty:
        return "he still has ammunition"
    return "" if next(corpses_at(battle, man), None) else "no corpse is within his reach"


def corpses_at(battle: Battle, man: Man) -> Iterator[Man]:
    """The disabled that a figure is in contact with.  [KK-1.6, KK-9.5]"""
    fallen = (other for other in battle.figures.values() if other.standing == DEAD and other.pose is not None)
    yield from (other for other in fallen if battle.table.gap_between(man.base, man.place, MARKER, other.place) == 0)


WHY_NOT: dict[str, Callable[[Battle, Man], str]] = {
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
