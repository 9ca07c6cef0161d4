"""AR-5.1 to AR-5.5 One blow: weapons, modifiers, and what the die does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier
from kktui.engine.nearby import in_contact
from kktui.rules.argad.command import in_disorder
from kktui.rules.argad.dice import SEVEN, natural
from kktui.rules.argad.figures import CAVALRY, FOOT, Battle, Man, counts_as, in_ranks, weapon_length
from kktui.rules.argad.ground import BARRED, EASY, HARDNESS, VERY_DIFFICULT, column, from_behind, hardest, hardness
from kktui.table import Line

KILL, RECOIL, MISS = "kill", "recoil", "miss"
UNTRAINED = 2
"""The class of the untrained.  [AR-5.5]"""
MAN_AT_ARMS = 5
NO_OBSTACLE = ("high-wall", "stairs")
"""Lines that nobody is attacked across: one is never crossed, the other is a way up.  [AR-5.5]"""
HALF_LONG = 2
"""How soon a long weapon strikes from the second rank.  [AR-1.3]"""


class Edge(NamedTuple):
    """What one man strikes with: all that decides a blow but its die, and what decides between equal ones."""

    bonus: int
    grade: int
    """Of him who is struck at."""
    armour: int
    length: int
    """1 for the longest weapons."""
    own_grade: int
    own_armour: int


class Blow(NamedTuple):
    """What a blow does, and its natural die."""

    outcome: str
    roll: int


def strike(ask: Ask, edge: Edge, who: str = "") -> Blow:
    """The die, a 6 thrown again, against the enemy's class and armour.  [AR-5.2]"""
    roll = natural(ask, "melee", who)
    return Blow(effect(edge, roll), roll)


def effect(edge: Edge, roll: int) -> str:
    """A natural 1 misses and a natural 7 kills, whatever the modifiers.  [AR-5.3]"""
    if roll in (1, SEVEN):
        return MISS if roll == 1 else KILL
    return reached(edge, roll + edge.bonus)


def reached(edge: Edge, result: int) -> str:
    """Above class and armour kills, as much as the class makes recoil, less misses.  [AR-5.2]"""
    if result > max(edge.grade, edge.armour):
        return KILL
    return RECOIL if result >= edge.grade else MISS


def at_once(one: Edge, first: Blow, other: Edge, second: Blow, equal: str) -> tuple[str, str]:
    """What two blows struck at each other at once come to: of like ones the better man's counts.  [AR-5.4]"""
    if first.outcome != second.outcome or first.outcome == MISS:
        return first.outcome, second.outcome
    ours = (one.own_grade, one.own_armour, first.roll)
    theirs = (other.own_grade, other.own_armour, second.roll)
    if ours == theirs:
        return (RECOIL, RECOIL) if equal == "both-recoil" else (MISS, MISS)
    return (first.outcome, MISS) if ours > theirs else (MISS, second.outcome)


# Weapons.


def length(battle: Battle, man: Man, foe: Man) -> int:
    """How soon a man strikes; over a friend's shoulder a long weapon is half-long.  [AR-1.3, AR-5.1]"""
    plain = weapon_length(battle.book, man.weapon)
    over = in_ranks(battle, man) and not _face_to_face(battle, man, foe)
    return max(plain, HALF_LONG) if over else plain


def _face_to_face(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether two are in contact, or one of them has come, or would come, upon the other."""
    return foe.id in man.came_at or man.id in foe.came_at or foe.id in in_contact(battle, man)


# Modifiers.


def modifiers(battle: Battle, man: Man, foe: Man) -> tuple[Modifier, ...]:
    """All that bears on a man's die against one opponent.  [AR-5.5, AR-5.6, AR-6.1]"""
    named = [*_of_weapon(battle, man), *_of_ground(battle, man, foe), *_of_horses(battle, man, foe)]
    if man.cramped and man.cramped == battle.turn - 1:
        named.append(Modifier("had no room to recoil", int(battle.book.switch("no-room")), "AR-5.6"))
    return in_disorder(battle, man, [each for each in named if each.value])


def _of_weapon(battle: Battle, man: Man) -> Iterator[Modifier]:
    kind = counts_as(battle.book, man.weapon)
    if "heavy" in kind and not in_ranks(battle, man) and not indoors(battle, man):
        yield _named(battle, "heavy weapon in both hands")
    if "improvised" in kind or untrained(battle, man):
        yield _named(battle, "improvised weapon or class 2")


def untrained(battle: Battle, man: Man) -> bool:
    """Whether a man is of class 2, or by ruling of class 1.  [AR-5.5]"""
    return man.grade == UNTRAINED or (man.grade < UNTRAINED and battle.book.switch("untrained") == "classes-1-and-2")


def _of_ground(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    if battle.table.terrain.bare:
        return
    if man.arm == FOOT and attacked_across(battle, man, foe):
        yield _named(battle, "foe attacks across an obstacle")
    if battle.table.height_at(foe.place.at) > battle.table.height_at(man.place.at):
        yield _named(battle, "foe on higher ground")


def _of_horses(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    kind = counts_as(battle.book, man.weapon)
    charged = man.id in foe.charging
    if man.arm == CAVALRY and foe.arm != CAVALRY and footing_of(battle, man, foe) == EASY:
        yield _named(battle, "cavalry against foot")
    if man.arm != CAVALRY and foe.arm == CAVALRY and not spared(battle, man, foe):
        yield _named(battle, "against cavalry")
    if man.arm == FOOT and "bill" in kind and foe.mounted and not foe.charging:
        yield _named(battle, "bill against a rider")
    if foe.id in man.charging:
        yield _named(battle, "charging")
        if "couched" in kind and man.armour == MAN_AT_ARMS:
            yield _named(battle, "couched lance")
    if man.arm == FOOT and charged and man.immobile and "braced" in kind:
        yield _named(battle, "braced against the charge")


def spared(battle: Battle, man: Man, rider: Man) -> bool:
    """Whether the ground is so hard for cavalry that it is no worse to be without a war-horse.  [AR-5.5]"""
    if man.mounted and battle.book.switch("spared") == "foot":
        return False
    return footing_of(battle, rider, man) == VERY_DIFFICULT


def _named(battle: Battle, name: str) -> Modifier:
    return Modifier(name, int(battle.book.charts["melee"].rows[name]), "AR-5.5")


def indoors(battle: Battle, man: Man) -> bool:
    """Whether a man is inside a building."""
    return not battle.table.terrain.bare and "building" in battle.table.kinds_at(man.place.at)


def footing_of(battle: Battle, rider: Man, foe: Man) -> str:
    """How hard the ground a rider fights on is for him, an obstacle between the two included.  [AR-5.5]"""
    if battle.table.terrain.bare:
        return EASY
    book, at = battle.book, column(rider)
    kinds = battle.table.kinds_at(rider.place.at)
    here = hardest(book, kinds, at)
    lines = lines_between(battle, rider, foe)
    met = [line.kind for line in lines if not from_behind(battle, line, rider.place.at, foe.place.at)]
    worst = max([here, *(hardness(book, kind, at) for kind in met)], key=HARDNESS.index)
    return VERY_DIFFICULT if worst == BARRED else worst


def lines_between(battle: Battle, man: Man, foe: Man) -> list[Line]:
    """The linear obstacles between two who are in contact."""
    stretches = battle.table.terrain.stretches(man.place.at, foe.place.at)
    return [stretch.line for stretch in stretches if stretch.line is not None]


def attacked_across(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether a foe came upon a man across a linear obstacle, and not he upon the foe.  [AR-5.5]"""
    came = man.id in foe.came_at and foe.id not in man.came_at
    if not came:
        return False
    return through_a_door(battle, man, foe) or any(
        line.kind not in NO_OBSTACLE for line in lines_between(battle, man, foe)
    )


def through_a_door(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether the wall of a house is between two who are in contact: they fight through its door.  [AR-5.5]"""
    houses = (patch for patch in battle.table.terrain.patches if patch.kind == "building")
    return any(house.holds(man.place.at) != house.holds(foe.place.at) for house in houses)


def edge_of(battle: Battle, man: Man, foe: Man) -> tuple[Edge, tuple[Modifier, ...]]:
    """A blow as it would be struck now, and why."""
    named = modifiers(battle, man, foe)
    bonus = sum(each.value for each in named)
    return Edge(bonus, foe.grade, foe.armour, length(battle, man, foe), man.grade, man.armour), named
