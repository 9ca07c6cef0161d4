"""KK-9.1 to KK-9.5 Fatigue, rest and ammunition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.muster import exits
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.events import Done
from kktui.rules.knights_knaves.events_evening import (
    CameRound,
    Plundered,
    Quivers,
    Rested,
    Resupplied,
    Robbed,
    Wearied,
    WornOut,
)
from kktui.rules.knights_knaves.figures import STAND, WALK, Battle, Man
from kktui.rules.knights_knaves.orders import at_baggage, corpses_at
from kktui.rules.knights_knaves.troops import THROWN, shoots_as

TURNS_TO_RESUPPLY = 2
TENTH = 10
"""Every so many turns the day tells on everybody.  [KK-9.3]"""


class Breath(NamedTuple):
    """One D10 of the fatigue phase."""

    roll: int
    true: bool
    """It came to be: he tires, he rests, he finds something."""


def tires(ask: Ask, upto: int, who: str = "") -> Breath:
    """A turn in melee: 1 or 2, wounded 1 to 3, is one temporary level.  [KK-9.1]"""
    roll = ask.roll("1d10", "fatigue", who)
    return Breath(roll, roll <= upto)


def rests(ask: Ask, upto: int, who: str = "") -> Breath:
    """Out of melee: 1 to 5, after a turn of nothing 1 to 7, takes a level off.  [KK-9.2]"""
    roll = ask.roll("1d10", "rest", who)
    return Breath(roll, roll <= upto)


def ammunition(ask: Ask, level: int, who: str = "") -> Breath:
    """The D10 must exceed twice the permanent level, or he is out.  [KK-9.4]"""
    roll = ask.roll("1d10", "ammunition", who)
    return Breath(roll, roll <= 2 * level)


def rob(ask: Ask, upto: int, who: str = "") -> Breath:
    """1 to 6 finds ammunition on a corpse.  [KK-9.5]"""
    roll = ask.roll("1d10", "rob the dead", who)
    return Breath(roll, roll <= upto)


def tiring(battle: Battle, man: Man) -> int:
    """The highest die that tires a man who fought.  [KK-9.1]"""
    return int(battle.book.charts["fatigue"].rows["in melee, wounded" if man.wounded else "in melee"])


def resting(battle: Battle, man: Man) -> int:
    """The highest die that rests a man.  [KK-9.2]"""
    idle = not (man.moved or man.shot or man.fought)
    name = "resting, neither moved nor shot nor fought" if idle else "resting"
    return int(battle.book.charts["fatigue"].rows[name])


def may_rest(man: Man) -> bool:
    """Tired and not in melee; a mount rests only walking or standing.  [KK-9.2, KK-6.3]"""
    return man.tired > 0 and not man.fought and (not man.mounted or man.gait in (STAND, WALK))


# The phase, part by part.


def thrown_for(men: Iterable[Man], roll: Callable[[Man], Breath]) -> tuple[dict[str, int], tuple[str, ...]]:
    """A die for each, and those for whom it came to be."""
    thrown = {man.id: roll(man) for man in men}
    return {man: each.roll for man, each in thrown.items()}, tuple(man for man, each in thrown.items() if each.true)


def open_men(battle: Battle) -> list[Man]:
    """Everybody on the table but the hidden, who lie low."""
    return [man for man in battle.figures.values() if man.standing == FIELDED and not battle.units[man.unit].hidden]


def weary(battle: Battle, ask: Ask) -> None:
    """Who fought may tire, who is tired may rest.  [KK-9.1, KK-9.2]"""
    men = open_men(battle)
    resters = [man for man in men if may_rest(man)]
    rolls, tired = thrown_for([man for man in men if man.fought], lambda man: tires(ask, tiring(battle, man), man.id))
    if rolls:
        battle.record(Wearied(rolls, tired))
    rolls, rested = thrown_for(resters, lambda man: rests(ask, resting(battle, man), man.id))
    if rolls:
        battle.record(Rested(rolls, rested))


def come_round(battle: Battle) -> None:
    """The stunned count down.  [KK-8.11]"""
    stunned = tuple(man.id for man in open_men(battle) if man.stunned)
    if stunned:
        battle.record(CameRound(stunned))


def look_to_quivers(battle: Battle, ask: Ask) -> None:
    """From permanent level 1 on, who shot a bow, crossbow, sling or gun looks to his ammunition.  [KK-9.4]"""
    bows = ("", *THROWN)
    shot = [man for man in open_men(battle) if man.shot and man.worn and shoots_as(battle.book, man.weapon) not in bows]
    for level in sorted({man.worn for man in shot}):
        some = [man for man in shot if man.worn == level]
        rolls, empty = thrown_for(some, lambda man: ammunition(ask, man.worn, man.id))
        battle.record(Quivers(rolls, 2 * level, empty))


def find_ammunition(battle: Battle, ask: Ask) -> None:
    """A second turn at the baggage, or a lucky hand on a corpse, fills the quiver.  [KK-9.5]"""
    for man in open_men(battle):
        if searches(man, "resupply") and man.side not in battle.notes.plundered and at_baggage(battle, man, man.side):
            turns = man.stocking + 1
            battle.record(Resupplied(man.id, turns, turns >= TURNS_TO_RESUPPLY))
            continue
        if man.stocking:
            battle.record(Resupplied(man.id, 0, False))
        corpse = next(corpses_at(battle, man), None) if searches(man, "rob") else None
        if corpse is not None:
            needs = int(battle.book.charts["fatigue"].rows["robbing a corpse"])
            found = rob(ask, needs, man.id)
            battle.record(Robbed(man.id, corpse.id, found.roll, found.true, needs))


def searches(man: Man, chit: str) -> bool:
    """Whether he has spent the turn on it: under its chit, or out of command just by staying put; not in melee.

    [KK-9.5]
    """
    return man.empty and man.able and not man.fought and man.order in (chit, "stay put")


def plunder(battle: Battle) -> None:
    """Baggage is taken by an enemy who touches it when no friend does; the stunned take nothing.  [KK-9.8, KK-8.11]"""
    for side in battle.sides:
        if side not in battle.notes.plundered:
            there = [man for man in open_men(battle) if not man.routing and at_baggage(battle, man, side)]
            taker = next((man for man in there if man.side != side and man.able), None)
            if taker is not None and all(man.side != side for man in there):
                battle.record(Plundered(side, taker.id))


def tire_all(battle: Battle) -> None:
    """After each tenth turn everybody takes a permanent level.  [KK-9.3]"""
    if battle.turn % TENTH == 0:
        battle.record(WornOut(battle.turn // TENTH))


def spend_the_turn(battle: Battle, ask: Ask) -> None:
    """All of fatigue and rest, in the order of the sheet."""
    battle.record(Done("fatigue"))
    weary(battle, ask)
    come_round(battle)
    if battle.book.switch("ammunition") == "fatigue phase":
        look_to_quivers(battle, ask)
    find_ammunition(battle, ask)
    plunder(battle)
    for event in exits(battle):
        battle.record(event)
