"""What a figure is under Camelot, and the numbers it fights with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import in_contact
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import FIELDED, Figure, State, Unit
from kktui.table.geometry import GRAIN, Point
from kktui.table.ground import Terrain

BARE_HANDS = "bare-hands"
NOTHING, SHOCK, LIGHT, SERIOUS, CRITICAL, KILLED, GRUESOME = LADDER = (
    "nothing", "shock", "light", "serious", "critical", "killed", "gruesome",
)  # fmt: skip
"""How bad a wound is, each worse than the one before."""
DWARF, COMRADE, MASCOT, MAN_AT_ARMS = "dwarf", "comrade", "mascot", "man-at-arms"


@dataclass(slots=True)
class Man(Figure):
    """One figure: its profile, what it carries, and what has happened to it."""

    kind: str
    """Its row in the chart of profiles."""
    ini: int
    att: int
    dfn: int
    """DEF without the shield."""
    strength: int
    """STR without the weapon."""
    tough: int
    ranged: int
    discipline: int
    virtue: int
    luck: int
    rides: str
    """The move band on horseback."""
    walks: str
    """The move band on foot."""
    leadership: bool
    hero: bool
    arthurian: bool
    traits: tuple[str, ...]
    weapons: tuple[str, ...]
    weapon: str
    """The weapon in hand."""
    shield: bool
    helm: str
    """none, open or closed."""
    horse: bool
    """He has one at hand, in the saddle or beside it."""
    mounted: bool
    spare: bool
    """A second horse is led behind him."""

    wound: str = NOTHING
    """The lasting one: nothing, light, serious or critical."""
    shocked: int = 0
    """The round of his last shock, until it wears off."""
    poison: tuple[str, ...] = ()
    stunned: int = 0
    """Turns of acting he loses yet."""
    down: bool = False
    broken: bool = False
    fell: int = 0
    """The round he was taken out in, if he may yet return."""
    loads: int = 0
    """The round from which his crossbow shoots again."""
    spent: tuple[str, ...] = ()
    """Weapons he has no more ammunition for."""
    ready: int = 0
    """The round from which he acts."""

    done: bool = False
    """He has acted this round."""
    confused: bool = False
    fumbled: bool = False
    tried: bool = False
    """All three for this round: he may not act, only defends, has tried to break off."""
    sheltered: int = 0
    """The last round in which he is not to be shot at."""

    moves: int = 0
    actions: int = 0
    shots: int = 0
    """What he has left of his turn; shots are those beyond his action."""
    extra: tuple[str, ...] = ()
    """What an event gave him on top for his next turn: move, action, shot."""
    walked: bool = False
    free: bool = False
    """He has broken off and may move away."""
    lance: str = ""
    """The foe he charged with the lance this turn."""


@dataclass(slots=True)
class Company(Unit):
    """A leader and who follows him."""

    strength: int
    commander: str
    """The unit whose leader is set over this one."""


class Find(NamedTuple):
    """Something valuable: where it lies, or who holds it."""

    id: str
    feature: str
    x: float
    y: float
    holder: str


@dataclass(slots=True)
class Notes:
    """Where the round stands, and what is nobody's own."""

    winner: str = ""
    """The side that won the strategic roll."""
    first: str = ""
    """The side that goes first in round 1."""
    surprised: str = ""
    """The side that has no part in round 1."""
    placing: tuple[str, ...] = ()
    """Whose figures are placed, in this order over and over."""
    in_ranks: tuple[str, ...] = ()
    """Sides that leave the rest of their figures where they would stand in the ranks."""
    ordered: int = 0
    """The round whose order is known."""
    order: tuple[str, ...] = ()
    """The sides still to act this round."""
    checked: bool = False
    """The acting side has thrown for its event."""
    up: str = ""
    """The figure that is acting."""
    gifted: tuple[str, ...] = ()
    """Figures to whom an event gave something on top of their turn."""
    truces: tuple[tuple[str, str], ...] = ()
    advantages: tuple[tuple[str, str], ...] = ()
    """Who presses an advantage over whom, as long as they stay in contact."""
    seconds: tuple[tuple[str, str], ...] = ()
    """A knight near at hand for each of these."""
    finds: tuple[Find, ...] = ()
    treasure: tuple[tuple[str, str, int], ...] = ()
    """What finds came to: which, whose, how many points."""
    halved: tuple[str, ...] = ()
    """Sides that have looked to their courage at half strength."""


Battle = State[Man, Company, Notes]


# The numbers, with what bears on them.


@lru_cache(maxsize=1024)
def wound_penalty(book: Rulebook, wound: str) -> int:
    """A light wound 1 off, serious 2, critical 3.  [CA-8.3]"""
    return int(book.chart("penalties").rows.get(wound, 0))


def hurts(book: Rulebook, man: Man, poisoned: str) -> Iterator[Modifier]:
    """What wounds and poison take off a number.  [CA-8.3, CA-8.7]"""
    wound = wound_penalty(book, man.wound)
    if wound:
        yield Modifier(f"{man.wound} wound", wound, "CA-8.3")
    if man.shocked and not (wound and book.switch("shock") == "worst"):
        yield Modifier(SHOCK, wound_penalty(book, SHOCK), "CA-8.3")
    if poisoned in man.poison:
        yield Modifier("poisoned", -man.poison.count(poisoned), "CA-8.7")


def initiative(book: Rulebook, man: Man) -> int:
    """INI as it stands."""
    return man.ini + total(hurts(book, man, "INI"))


def strength(book: Rulebook, man: Man) -> int:
    """STR with the weapon in hand; a lance tells on a mounted charge only.  [CA-4.1]"""
    couched = man.mounted and bool(man.lance) and in_hand(book, man.weapon) == "lance"
    return standing_strength(book, man) + (lance_adds(book) if couched else 0)


def standing_strength(book: Rulebook, man: Man) -> int:
    """STR with the weapon in hand when he does not charge: a lance is a spear.  [CA-4.1]"""
    return man.strength + weapon_strength(book, man.weapon) - man.poison.count("STR")


@lru_cache(maxsize=1024)
def weapon_strength(book: Rulebook, weapon: str) -> int:
    """What a weapon adds to STR when its man does not charge: a lance is a spear.  [CA-4.1]"""
    arm = in_hand(book, weapon)
    return int(book.chart("arms").at("spear" if arm == "lance" else arm, "STR"))


@lru_cache(maxsize=64)
def lance_adds(book: Rulebook) -> int:
    """What a lance has over a spear in a mounted charge.  [CA-4.1]"""
    arms = book.chart("arms")
    return int(arms.at("lance", "STR")) - int(arms.at("spear", "STR"))


def toughness(man: Man) -> int:
    """TOUGH as it stands."""
    return man.tough - man.poison.count("TOUGH")


@lru_cache(maxsize=1024)
def in_hand(book: Rulebook, weapon: str) -> str:
    """What a weapon is worth in melee."""
    return str(book.chart("weapons").at(weapon, "in hand"))


@lru_cache(maxsize=1024)
def shot_as(book: Rulebook, weapon: str) -> str:
    """How a weapon shoots; empty when it does not."""
    return str(book.chart("weapons").at(weapon, "shot"))


def uses_shield(book: Rulebook, man: Man) -> bool:
    """Whether his shield is on his arm: he has one, and the weapon leaves a hand for it."""
    return man.shield and leaves_a_hand(book, man.weapon)


@lru_cache(maxsize=1024)
def leaves_a_hand(book: Rulebook, weapon: str) -> bool:
    """Whether a weapon leaves a hand for the shield."""
    return bool(book.chart("arms").at(in_hand(book, weapon), "shield") == "yes")


@lru_cache(maxsize=1024)
def handling(book: Rulebook, weapon: str) -> int:
    """What a weapon does to DEF.  [CA-4.1]"""
    return int(book.chart("arms").at(in_hand(book, weapon), "DEF"))


# Who is where.


def up_to(inches: float) -> float:
    """Where so many inches end: places are kept to a thousandth, and what arithmetic adds to a gap is nobody's step."""
    return inches + GRAIN / 2


def engaged(battle: Battle, man: Man) -> list[str]:
    """The enemies touching a figure with whom there is no truce, and no high wall between.  [CA-3.2, CA-5.7]"""
    touching = in_contact(battle, man)
    if not touching or not (battle.notes.truces or has_high_walls(battle.table.terrain)):
        return touching
    return [each for each in touching if fights(battle, man, man.place.at, each)]


def fights(battle: Battle, man: Man, at: Point, foe: str) -> bool:
    """Whether two fight who touch when one of them stands there.  [CA-3.2, CA-5.7]"""
    return not at_peace(battle, man.id, foe) and not divided(battle, at, battle.figures[foe].place.at)


def divided(battle: Battle, one: Point, other: Point) -> bool:
    """Whether a high wall stands between two places: nobody charges or strikes through it.  [CA-3.2]"""
    terrain = battle.table.terrain
    if not has_high_walls(terrain):
        return False
    return any(each.line is not None and each.line.kind == "high-wall" for each in terrain.stretches(one, other))


@lru_cache(maxsize=32)
def has_high_walls(terrain: Terrain) -> bool:
    """The ground does not change, so it is looked at once."""
    return any(barrier.kind == "high-wall" for barrier in terrain.barriers)


def at_peace(battle: Battle, one: str, other: str) -> bool:
    """Whether two have agreed to fight no more.  [CA-5.7]"""
    return (one, other) in battle.notes.truces or (other, one) in battle.notes.truces


def seen_foes(battle: Battle, side: str) -> list[Man]:
    """The enemies on the table that are not hidden."""
    return [man for man in battle.enemies_of(side) if not battle.units[man.unit].hidden]


def unseen(battle: Battle, side: str) -> tuple[str, ...]:
    """The enemies on the table whom a side does not see, and so does not reckon with."""
    if not any(unit.hidden for unit in battle.units.values()):
        return ()
    return tuple(man.id for man in battle.enemies_of(side) if battle.units[man.unit].hidden)


def leads(battle: Battle, man: Man) -> bool:
    """Whether he leads his unit."""
    return battle.units[man.unit].leader == man.id


def leads_others(battle: Battle, man: Man) -> bool:
    """Whether he has Leadership, or leads a unit of more than himself, or is set over another.  [CA-10.1]"""
    if man.leadership or not leads(battle, man):
        return man.leadership
    commands = any(unit.commander == man.unit for unit in battle.units.values())
    return commands or battle.units[man.unit].strength > 1


def followers(battle: Battle, man: Man) -> list[Man]:
    """Those on the table who look to him: his unit, and the units he is set over.  [CA-10.1]"""
    if not leads(battle, man):
        return []
    units = [unit.id for unit in battle.units.values() if man.unit in (unit.id, unit.commander)]
    return [each for unit in units for each in battle.men(unit) if each is not man]


def companions(battle: Battle, man: Man) -> list[Man]:
    """The others on the table of the unit he leads.  [CA-5.2]"""
    return [each for each in battle.men(man.unit) if each is not man] if leads(battle, man) else []


def in_wait(battle: Battle) -> set[str]:
    """The knights who wait for another to be defeated; until then they are nobody who stands.  [CA-5.12]"""
    return {knight for _, knight in battle.notes.seconds}


def hides_until(battle: Battle, man: Man) -> int:
    """This round; by ruling the next if the enemy has no more turn in this one.  [CA-6.13]"""
    by_turns = battle.book.switch("initiative") != "cards" and battle.book.switch("hiding-lasts") == "enemy"
    over = by_turns and battle.other(man.side) not in battle.notes.order
    return battle.turn + over


def has_dwarf(battle: Battle, man: Man) -> bool:
    """Whether a dwarf of his company is there to serve him.  [CA-5.3, CA-5.4]"""
    return any(is_dwarf(each) for each in battle.men(man.unit) if each is not man)


def is_dwarf(man: Man) -> bool:
    """Whether he is a dwarf, by trait or by the scenario's word on his kind.  [CA-5.2]"""
    return DWARF in (*man.traits, man.kind)


def with_a_gift(battle: Battle) -> str | None:
    """A figure that has acted already and was given something on top since.  [CA-2.3]"""
    gifted = (battle.figures[each] for each in battle.notes.gifted)
    return next((man.id for man in gifted if man.done and man.standing == FIELDED), None)


def on_table(battle: Battle, key: str) -> bool:
    """Whether a figure is still in the battle."""
    return battle.figures[key].standing == FIELDED
