"""KK-4 Command determination."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.nearby import foes_within
from kktui.engine.requests import Choose, Option, Plan, Request
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import StandingOrder
from kktui.rules.knights_knaves.events import Commanded, Done, Heeded, Ordered, Readied, Signalled, Written
from kktui.rules.knights_knaves.figures import (
    Band,
    Battle,
    Man,
    apart,
    foes_at_hand,
    leader_of,
    lord_of,
    waiting_for_signal,
)
from kktui.rules.knights_knaves.morale import check_all, check_wave, rout_all, weak_at_heart, who_must_check
from kktui.rules.knights_knaves.troops import THROWN, shoots_as
from kktui.table.geometry import GRAIN

WITHIN = 5.0
"""Inches from the lord within which one is in command.  [KK-4.1]"""
NO_ORDER = "no standing order"
AS_WRITTEN = "as written"


# Before turn 1.


def who_writes(battle: Battle, ask: Ask) -> str | None:
    """The standing orders are written before turn 1.  [KK-4.5]"""
    return None if battle.notes.written or not battle.book.switch("standing-orders") else "orders"


def write_orders(battle: Battle, ask: Ask, actor: str) -> None:
    """Each side writes a standing order for each of its units, both at once.  [KK-4.5]"""
    requests = [order_request(battle, side) for side in battle.sides]
    answers = ask.together([each for each in requests if each.parts])
    for request in requests:
        for unit, words in answers.get(request.side, {}).items():
            orders = order_of(battle.book, words)
            if words != AS_WRITTEN and orders != battle.units[unit].orders:
                battle.record(Ordered(unit, words, orders))
    battle.record(Written())


def order_request(battle: Battle, side: str) -> Plan:
    """The question which standing order each unit gets; the scenario's own stands first.  [KK-4.5]"""
    parts = {}
    for unit in battle.units.values():
        if unit.side == side:
            given = Option(AS_WRITTEN, order_words(unit.orders)) if unit.orders else Option(NO_ORDER)
            others = [Option(words) for words in (NO_ORDER, *battle.book.chart("standing-orders").rows)]
            options = (given, *(each for each in others if each.id != given.id))
            parts[unit.id] = Choose(side, "standing-order", unit.id, options, "KK-4.5")
    return Plan(side, "standing-orders", side, parts, "KK-4.5")


def order_of(book: Rulebook, words: str) -> StandingOrder | None:
    """A standing order by its words."""
    cells = book.chart("standing-orders").rows.get(words)
    return StandingOrder(cells[0], cells[1], float(cells[2]), cells[3]) if cells else None


def order_words(order: StandingOrder) -> str:
    """`defend until enemy-within 8, then attack`."""
    if order.first == order.then:
        return order.first
    number = f" {order.number:g}" if order.number else ""
    return f"{order.first} until {order.until}{number}, then {order.then}"


# Who is in command.


def in_command(battle: Battle, man: Man) -> bool:
    """Within 5 inches of the lord, or in a unit whose leader is.  [KK-4.1]"""
    return bool(within_command(battle, battle.units[man.unit], (man,)))


def within_command(battle: Battle, unit: Band, men: Sequence[Man]) -> Sequence[Man]:
    """Those of a unit's men whom the lord's word reaches: all of them, if it reaches their leader.  [KK-4.1]"""
    lord, leader = lord_of(battle, unit.side), leader_of(battle, unit)
    if lord is None or not lord.able:
        return ()
    if leader is not None and _reached(battle, lord, leader):
        return men
    return [man for man in men if _reached(battle, lord, man)]


def _reached(battle: Battle, lord: Man, man: Man) -> bool:
    return lord is man or apart(battle, lord, man) <= WITHIN


# Who may shoot.


class Loosing(NamedTuple):
    """The dice that say whether a man in command may shoot; a die not thrown is 0."""

    ready: bool
    roll: int
    again: int = 0


class Handling(NamedTuple):
    """How hard a weapon is to get ready: cannot on this or less, or needs this or more, once or twice."""

    cannot: int
    needs: int
    then: int


def may_shoot(ask: Ask, handling: Handling, who: str = "") -> Loosing:
    """A bow or sling not on 1-2, a crossbow not on 1-5, a handgun on 9-10 and then on 4-10.  [KK-4.2, KK-4.4]"""
    roll = ask.roll("1d10", "ready to shoot", who)
    if roll <= handling.cannot or roll < handling.needs:
        return Loosing(False, roll)
    again = ask.roll("1d10", "ready to shoot", who) if handling.then else 0
    return Loosing(again >= handling.then, roll, again)


def handling(battle: Battle, man: Man) -> Handling | None:
    """The dice a man needs before he may shoot; none for what is thrown.  [KK-4.2, KK-4.3, KK-4.4]"""
    shoots = shoots_as(battle.book, man.weapon)
    if not shoots or shoots in THROWN:
        return None
    kind = {"handgun": "handgun", "latch": "crossbow", "medium": "crossbow", "heavy": "crossbow"}.get(shoots, "archer")
    if kind == "crossbow" and served(battle, man):
        kind = "archer"
    return Handling(*battle.book.chart("may-shoot").rows[kind])


def handling_rule(battle: Battle, man: Man) -> str:
    """The rule of those dice: that of handguns, of crossbow teams, or of all others.  [KK-4.2, KK-4.3, KK-4.4]"""
    if shoots_as(battle.book, man.weapon) == "handgun":
        return "KK-4.4"
    return "KK-4.3" if served(battle, man) else "KK-4.2"


def served(battle: Battle, man: Man) -> bool:
    """Whether the loader of a crossbow team is alive and within an inch.  [KK-4.3]"""
    if "crossbow-team" not in man.traits or not man.mate:
        return False
    loader = battle.figures[man.mate]
    reach = float(battle.book.switch("loader-reach"))
    return loader.able and apart(battle, man, loader) <= reach


def loads_for_another(battle: Battle, man: Man) -> bool:
    """A loader does not shoot while his team has its shooter.  [KK-4.3]"""
    return "loader" in man.traits and bool(man.mate) and battle.figures[man.mate].able


def armed_to_shoot(battle: Battle, man: Man) -> bool:
    """With something to shoot or throw in hand, ammunition for it, nobody at his throat and nobody to load for."""
    if not man.able or man.empty or not shoots_as(battle.book, man.weapon):
        return False
    return not foes_at_hand(battle, man) and not loads_for_another(battle, man)


# Standing orders.


def trigger_holds(battle: Battle, unit: Band) -> bool:
    """Whether what a unit waits for has come about.  [KK-4.5]"""
    order = unit.orders
    if order is None or unit.second or order.first == order.then:
        return False
    if order.until == "turn":
        return battle.turn >= order.number
    if order.until == "signal":
        return unit.side in battle.notes.signalled
    if order.until == "attacked":
        return unit.attacked
    return any(_seen_within(battle, man, order.number) for man in battle.men(unit.id))


def _seen_within(battle: Battle, man: Man, inches: float) -> bool:
    return any(not battle.units[foe.unit].hidden for _, _, foe in foes_within(battle, man, inches + GRAIN / 2))


class Heed(NamedTuple):
    """Whether a leader sees, hears and is willing."""

    heeded: bool
    roll: int


def heed(ask: Ask, melee: int, who: str = "") -> Heed:
    """A D10 not above the leader's melee skill.  [KK-4.5]"""
    roll = ask.roll("1d10", "standing order", who)
    return Heed(roll <= melee, roll)


def awaits_signal(battle: Battle, side: str) -> bool:
    """Whether a unit of a side waits for a signal its lord could give."""
    lord = lord_of(battle, side)
    if lord is None or not lord.able or side in battle.notes.signalled or not battle.book.switch("standing-orders"):
        return False
    return bool(waiting_for_signal(battle, side))


# The phase.


def who_is_called(battle: Battle, ask: Ask) -> str | None:
    """The lords who may signal, then unit after unit, then the morale of the badly hurt."""
    done = battle.notes.done
    if "signals" not in done and any(awaits_signal(battle, side) for side in battle.sides):
        return "signals"
    unit = next((unit.id for unit in battle.units.values() if unit.called != battle.turn and battle.men(unit.id)), None)
    if unit is not None:
        return unit
    if "the hurt" not in done and weak_at_heart(battle):
        return "the hurt"
    return who_must_check(battle)


def call(battle: Battle, ask: Ask, actor: str) -> None:
    """One part of command determination."""
    if actor == "signals":
        give_signals(battle, ask)
    elif actor == "the hurt":
        battle.record(Done("the hurt"))
        rout_all(battle, check_all(battle, ask, weak_at_heart(battle)))
    elif actor == "morale":
        check_wave(battle, ask)
    else:
        call_unit(battle, ask, battle.units[actor])


def give_signals(battle: Battle, ask: Ask) -> None:
    """Each lord for whose signal somebody waits gives it or not, both at once.  [KK-4.5]"""
    requests = [signal_request(side) for side in battle.sides if awaits_signal(battle, side)]
    battle.record(Done("signals"))
    given = ask.together(requests)
    for side in battle.sides:
        if side in given:
            battle.record(Signalled(side, given[side] == "signal"))


def signal_request(side: str) -> Request:
    return Choose(side, "signal", side, (Option("wait"), Option("signal")), "KK-4.5")


def call_unit(battle: Battle, ask: Ask, unit: Band) -> None:
    """Whom the lord's word reaches, whether the leader heeds his standing order, who may shoot.

    [KK-4.1, KK-4.2, KK-4.5]
    """
    men = [man for man in battle.men(unit.id) if not man.routing]
    within = tuple(man.id for man in within_command(battle, unit, men))
    battle.record(Commanded(unit.id, within, tuple(man.id for man in men if man.id not in within)))
    leader = leader_of(battle, unit)
    if leader is not None and leader.able and battle.book.switch("standing-orders") and trigger_holds(battle, unit):
        result = heed(ask, leader.melee, leader.id)
        battle.record(Heeded(unit.id, result.roll, leader.melee, result.heeded))
    make_ready(battle, ask, unit)


def make_ready(battle: Battle, ask: Ask, unit: Band) -> None:
    """The dice for each in command who may want to shoot.  [KK-4.2, KK-4.3, KK-4.4]"""
    thrown = dict(_dice_of(battle, ask, unit))
    if not thrown:
        return
    rolls = {man: each.roll for man, each in thrown.items()}
    again = {man: each.again for man, each in thrown.items() if each.again}
    ready = tuple(man for man, each in thrown.items() if each.ready)
    rules = {handling_rule(battle, battle.figures[man]) for man in thrown}
    battle.record(Readied(unit.id, rolls, again, ready, rules.pop() if len(rules) == 1 else "KK-4.2"))


def _dice_of(battle: Battle, ask: Ask, unit: Band) -> Iterator[tuple[str, Loosing]]:
    for man in battle.men(unit.id):
        if man.commanded and armed_to_shoot(battle, man):
            dice = handling(battle, man)
            if dice is not None:
                yield man.id, may_shoot(ask, dice, man.id)
