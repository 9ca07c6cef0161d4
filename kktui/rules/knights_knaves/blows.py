"""KK-8.2 to KK-8.8 One blow: combat factors, dice and damage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.rulebook import Rulebook
from kktui.rules.knights_knaves.falls import (
    FOOT_SPEAR,
    GALLOPING_LANCE,
    PLAIN,
    Body,
    damage,
    hit_outcome,
    horse_outcome,
    loss_of,
)
from kktui.rules.knights_knaves.figures import Battle, Man, weak_line
from kktui.rules.knights_knaves.gaits import AT_IT
from kktui.rules.knights_knaves.troops import arm_of
from kktui.table.geometry import Point
from kktui.table.ground import Terrain

CLOSE = ("woods", "building")
"""Where there is no room to swing.  [KK-8.5]"""
SHIELDS = {"small": "opponent has a small shield", "large": "opponent has a large shield"}


class Fighter(NamedTuple):
    """One of a pair: all that decides his blow, and what a blow does to him, but the dice."""

    factor: int
    """Combat factor with modifiers."""
    strikes: bool
    """He may strike home in this pairing."""
    dice: int
    less: int
    """Points of damage that fatigue takes off."""
    how: str
    """What of his blow bears on a fall."""
    body: Body
    throws: bool = True
    """He adds a die at all."""
    at_horse: bool = False
    """His blow is at the horse."""
    horse_armour: int = 0
    horse_stamina: int = 0


class Blow(NamedTuple):
    """How a pairing went; a die not thrown is 0."""

    outcome: str
    """struck: the first strikes home; lost: the other does; denied or tie: nobody."""
    roll: int
    foe_roll: int
    damage: int = 0
    loss: int = 0


class Contest(NamedTuple):
    """The dice of a pairing: who is higher, 1 or -1, or 0 for a tie."""

    higher: int
    roll: int
    foe_roll: int


def contest(ask: Ask, lead: int, throws: tuple[bool, bool] = (True, True), who: str = "", whom: str = "") -> Contest:
    """Each adds a D10 to his combat factor, of which the first has so much the lead.  [KK-8.6]"""
    roll = ask.roll("1d10", "melee", f"{who} on {whom}") if throws[0] else 0
    foe_roll = ask.roll("1d10", "melee", f"{whom} on {who}") if throws[1] else 0
    margin = lead + roll - foe_roll
    return Contest((margin > 0) - (margin < 0), roll, foe_roll)


def strike(ask: Ask, one: Fighter, other: Fighter, who: str = "", whom: str = "") -> Blow:
    """The higher strikes home, if he may, and does damage; a tie nobody.  [KK-8.6, KK-8.7]"""
    higher, roll, foe_roll = contest(ask, one.factor - other.factor, (one.throws, other.throws), who, whom)
    if not higher:
        return Blow("tie", roll, foe_roll)
    winner, loser, name = (one, other, who) if higher > 0 else (other, one, whom)
    if not winner.strikes:
        return Blow("denied", roll, foe_roll)
    points, loss = damage(ask, winner.dice, -winner.less, _armour(winner, loser), name)
    return Blow("struck" if higher > 0 else "lost", roll, foe_roll, points, loss)


def _armour(winner: Fighter, loser: Fighter) -> int:
    """What a blow meets: the man's armour, or his horse's."""
    return loser.horse_armour if winner.at_horse else loser.body.armour


def higher_of(ask: Ask, lead: int, throws: tuple[bool, bool]) -> int:
    """Who has the higher total."""
    return contest(ask, lead, throws).higher


def bout_outcome(ask: Ask, one: Fighter, other: Fighter) -> str:
    """How a pairing ends for both, falls counted in."""
    higher = ask.part(higher_of, one.factor - other.factor, (one.throws, other.throws))
    winner, loser = (one, other) if higher > 0 else (other, one)
    if not higher or not winner.strikes:
        return "nobody strikes home"
    loss = ask.part(loss_of, winner.dice, -winner.less, _armour(winner, loser))
    if winner.at_horse:
        done = ask.part(horse_outcome, loser.body, loss, loser.horse_stamina)
    else:
        done = ask.part(hit_outcome, loser.body, loss, winner.how)
    return done if higher > 0 else f"{done} himself"


# Combat factors.


def weapon_value(battle: Battle, man: Man, foe: Man) -> int:
    """By the chart; each with two values has the second after a round in which it did not strike home.

    The stunned have none.  [KK-8.3, KK-8.4, KK-8.11]
    """
    if man.stunned:
        return 0
    arm = arm_of(battle.book, man.weapon)
    return arm.then if (man.weapon, foe.id) in man.failed else arm.first


def combat_factor(book: Rulebook, melee: int, value: int) -> int:
    """Melee skill and weapon value, by the chart as far as it goes.  [KK-8.2]"""
    chart = book.charts["combat-factors"]
    row, column = str(melee), str(value)
    return int(chart.at(row, column)) if row in chart.rows and column in chart.columns else melee + value


def modifiers(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    """What bears on a combat factor against one opponent.  [KK-8.5]"""
    yield from blunted(battle, man, foe)
    chart = battle.book.charts["melee-modifiers"]
    rows = chart.rows
    if above(battle, man, foe):
        name = "on horseback, up-slope or up-stairs"
        yield Modifier(name, int(rows[name]), "KK-8.5")
    if restricted(battle, man):
        yield Modifier("restricted terrain", int(rows["restricted terrain"]), "KK-8.5")
    if foe.shield in SHIELDS and arm_of(battle.book, foe.weapon).hands < 2:
        name = SHIELDS[foe.shield]
        yield Modifier(name, int(rows[name]), "KK-8.5")
    yield from weak_line(man, chart, "KK-8.5")
    if man.levels:
        yield Modifier("fatigue", int(rows["each level of fatigue"]) * man.levels, "KK-8.5")


def blunted(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    """What a combat factor lacks of his weapon's first value.  [KK-8.4, KK-8.11]"""
    if not man.stunned and not man.failed:
        return
    book, first = battle.book, arm_of(battle.book, man.weapon).first
    lost = combat_factor(book, man.melee, weapon_value(battle, man, foe)) - combat_factor(book, man.melee, first)
    if lost and man.stunned:
        yield Modifier("stunned", lost, "KK-8.11")
    elif lost:
        yield Modifier("second value of the weapon", lost, "KK-8.4")


def above(battle: Battle, man: Man, foe: Man) -> bool:
    """On horseback, up-slope or up-stairs while the opponent is not.  [KK-8.5]"""
    if man.mounted and not foe.mounted:
        return True
    table = battle.table
    return table.height_at(man.place.at) > table.height_at(foe.place.at)


def restricted(battle: Battle, man: Man) -> bool:
    """In close woods, indoors or in a gate.  [KK-8.5]"""
    terrain = battle.table.terrain
    return not terrain.bare and _close(terrain, man.place.at)


@lru_cache(maxsize=16384)
def _close(terrain: Terrain, at: Point) -> bool:
    """The ground does not change, so a place is looked at once."""
    if any(kind in CLOSE for kind in terrain.kinds_at(at)):
        return True
    return any(line.kind == "gate" for line in terrain.lines_near(at, AT_IT))


# Damage.


def damage_dice(battle: Battle, man: Man, foe: Man) -> int:
    """D10s by the weapon, one more for a spear or lance charging or charged at the gallop.  [KK-8.7]"""
    return arm_of(battle.book, man.weapon).dice + total(gallop_dice(battle, man, foe))


def gallop_dice(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    """The die more of a spear or lance charging or charged at the gallop.  [KK-8.7]"""
    arm = arm_of(battle.book, man.weapon)
    gallop = foe.id in man.ridden_down or man.id in foe.ridden_down
    if gallop and (arm.spear or arm.lance):
        rows = battle.book.charts["gallop-damage"].rows
        more = int(rows["spear or lance charging or charged at the gallop"])
        yield Modifier("spear or lance at the gallop", more, "KK-8.7")


def how_it_unseats(battle: Battle, man: Man, foe: Man) -> str:
    """What of a man's blow bears on a fall: a lance at the gallop, or a spear or halberd on foot.  [KK-8.8]"""
    arm = arm_of(battle.book, man.weapon)
    if arm.lance and foe.id in man.ridden_down:
        return GALLOPING_LANCE
    return FOOT_SPEAR if arm.unhorses and not man.mounted else PLAIN
