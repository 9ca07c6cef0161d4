"""KK-1 Figures and units, and what a turn leaves on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot

from kktui.engine.modifiers import Modifier
from kktui.engine.nearby import in_contact, nearest_foe, sight_of
from kktui.engine.rulebook import Chart
from kktui.engine.scenario import StandingOrder
from kktui.engine.state import FIELDED, Figure, State, Unit
from kktui.table.geometry import GRAINS, Point, Pose
from kktui.table.ground import Terrain

STAND, WALK, TROT, CANTER, GALLOP = "stand", "walk", "trot", "canter", "gallop"
RUN = "run"
GAITS = (STAND, WALK, TROT, CANTER, RUN, GALLOP)
"""From slow to fast."""
ROUT = "rout"
REFUSES, DRIVEN = "will not move", "horse charges"
"""What a horse in panic may do: nothing, or go for the enemy as its rider's order.  [KK-6.2]"""
BESIDE = 2.0
"""Inches within which a friend is adjacent, and a unit together.  [KK-3.5, KK-5.4]"""
RECOVERS, LINGERS, DIES = "recovers", "lingers", "dies"
"""What the day after the battle may bring.  [KK-9.7]"""
WALLS = ("low-wall", "high-wall", "gate")
"""What stands between men who are not adjacent for it.  [KK-3.5]"""
WEAK = ("less than 75% of stamina", "less than 50% of stamina", "less than 25% of stamina")
"""The lines that every list of modifiers has for the wounded; the worst counts."""


@dataclass(slots=True)
class Man(Figure):
    """One figure: what the sheet asks of it, and what has happened to it.  [KK-1.1]"""

    rank: str
    """The class: lord, knight, man-at-arms, sergeant, soldier or peasant."""
    morale: int
    melee: int
    shooting: int
    armour: int
    original: int
    """The stamina he began with."""
    stamina: int
    weapons: tuple[str, ...]
    weapon: str
    """The weapon in hand."""
    shield: str
    traits: tuple[str, ...]
    horse: str = ""
    horse_armour: int = 0
    horse_original: int = 0
    horse_stamina: int = 0
    mounted: bool = False
    tether: Pose | None = None
    """Where his horse waits while he is on foot."""
    mate: str = ""
    """The other man of a crossbow team."""
    tired: int = 0
    """Temporary levels of fatigue."""
    worn: int = 0
    """Permanent levels of fatigue."""
    routing: bool = False
    stunned: int = 0
    """Turns for which he still lies stunned."""
    empty: bool = False
    """Out of ammunition."""
    stocking: int = 0
    """Turns spent at the baggage for ammunition."""
    failed: tuple[tuple[str, str], ...] = ()
    """Weapons down to their second value, and the opponent against whom each is."""
    commanded: bool = False
    """In command this turn."""
    ready: bool = False
    """The dice let him shoot this turn."""
    order: str = ""
    """The chit he lies under, or what the uncontrolled table made of him."""
    held: bool = False
    """His horse will not move this turn."""
    foe: str = ""
    """Whom he is to charge."""
    pace: str = ""
    """At what gait he is to charge."""
    gait: str = STAND
    """How he moved this turn."""
    before: str = STAND
    """How he moved last turn."""
    moved: bool = False
    over: bool = False
    """He has crossed an obstacle this turn."""
    shot: bool = False
    fought: bool = False
    struck: bool = False
    """He has struck home this turn."""
    ridden_down: tuple[str, ...] = ()
    """Those he came into contact with in a charge at the gallop this turn."""
    fresh: int = 0
    """His stamina when the turn began."""
    grief: tuple[str, ...] = ()
    """Adjacent friends killed or routed this turn, each once."""
    checked: tuple[str, ...] = ()
    """Phases and causes for which he has checked his morale this turn."""
    fate: str = ""
    """What the day after the battle brings him."""

    @property
    def able(self) -> bool:
        """On the table, and neither running nor stunned."""
        return self.standing == FIELDED and not self.routing and not self.stunned

    @property
    def stuck(self) -> bool:
        """He sits on a horse that will not move this turn.  [KK-6.2]"""
        return self.held and self.mounted

    @property
    def carried(self) -> bool:
        """His horse is in panic and does as it likes, whatever its rider wants.  [KK-6.2]"""
        return self.mounted and self.standing == FIELDED and (self.held or self.order.startswith("horse "))

    @property
    def levels(self) -> int:
        """All levels of fatigue, temporary and permanent."""
        return self.tired + self.worn

    @property
    def wounded(self) -> bool:
        return self.stamina < self.original


@dataclass(slots=True)
class Band(Unit):
    """A leader and his men.  [KK-1.5]"""

    strength: int
    orders: StandingOrder | None = None
    second: bool = False
    """It has gone over to the second part of its standing order."""
    turned: bool = False
    """It has done so this turn."""
    attacked: bool = False
    called: int = 0
    """The turn for which its command is determined."""
    marked: int = 0
    """The turn for which its men have their orders."""
    leader_rolled: str = ""
    """What its leader threw on the uncontrolled table this turn."""


@dataclass(slots=True)
class Notes:
    """What is going on beside the figures."""

    lords: Mapping[str, str] = field(default_factory=dict)
    """The lord of each side."""
    lords_lost: Mapping[str, int] = field(default_factory=dict)
    """The sides whose lord is disabled, and since which turn."""
    plundered: tuple[str, ...] = ()
    """The sides whose baggage is taken."""
    signalled: tuple[str, ...] = ()
    """The sides whose lord has given the signal."""
    written: bool = False
    """The standing orders are written."""
    done: tuple[str, ...] = ()
    """What has been done this turn."""
    queue: tuple[str, ...] = ()
    """Who is still to move, in order."""
    following: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Who goes with his leader, and where to."""
    to_check: tuple[tuple[str, str], ...] = ()
    """Who has to check his morale, and why."""
    shots: tuple[tuple[str, str], ...] = ()
    """Who is still to shoot, and at whom."""
    hurts: tuple[tuple[str, str, int, str], ...] = ()
    """Wounds from shots that tell when all have shot: who, man or horse, how much, by whom."""
    named: Mapping[str, str] = field(default_factory=dict)
    """The opponent each man in melee has named."""
    fights: tuple[tuple[str, str], ...] = ()
    """Pairings still to be fought."""


Battle = State[Man, Band, Notes]


def band(labels: Iterable[str], value: float) -> str:
    """The label of a chart that a number falls under: the first whose last figure is not below it, else the last.

    >>> band(("4 or less", "5-9", "10-13", "14 or higher"), 11)
    '10-13'
    """
    label = ""
    for label in labels:
        if value <= float(_last_figure(label)):
            return label
    return label


@lru_cache(maxsize=256)
def _last_figure(label: str) -> str:
    return str(re.findall(r"\d+", label)[-1])


# Stamina.


def weakness(man: Man) -> int:
    """0, or 1, 2, 3 with less than 75, 50, 25 per cent of the original stamina."""
    left, whole = 4 * man.stamina, man.original
    return (left < 3 * whole) + (left < 2 * whole) + (left < whole)


def weak_line(man: Man, chart: Chart, rule: str, sign: int = 1) -> Iterator[Modifier]:
    """The line of a list of modifiers that a man's wounds bring him, if any."""
    worst = weakness(man)
    if worst:
        name = WEAK[worst - 1]
        yield Modifier(name, sign * int(chart.rows[name]), rule)


def half_spent(man: Man) -> bool:
    """Half of the original stamina, or less.  [KK-3.6, KK-6.7]"""
    return 2 * man.stamina <= man.original


# Lords, leaders and their men.


def waiting_for_signal(battle: Battle, side: str) -> list[Band]:
    """The units of a side that wait for their lord's signal.  [KK-4.5]"""
    there = [unit for unit in battle.units.values() if unit.side == side and battle.men(unit.id)]
    return [unit for unit in there if unit.orders is not None and unit.orders.until == "signal" and not unit.second]


def lord_of(battle: Battle, side: str) -> Man | None:
    """The lord of a side while he is on the table."""
    lord = battle.figures.get(battle.notes.lords.get(side, ""))
    return lord if lord is not None and lord.standing == FIELDED else None


def leader_of(battle: Battle, unit: Band) -> Man | None:
    """The leader of a unit while he is there and has not lost his head."""
    leader = battle.figures.get(unit.leader)
    return leader if leader is not None and leader.standing == FIELDED and not leader.routing else None


def mates_of(battle: Battle, man: Man) -> list[Man]:
    """The others of his unit who are there and do not run."""
    return [other for other in battle.men(man.unit) if other is not man and not other.routing]


# Nearness and sight.


def foes_at_hand(battle: Battle, man: Man) -> list[str]:
    """The enemies a figure is in melee with: in base contact, and no high wall between.  [KK-6.8]"""
    touching = in_contact(battle, man)
    if not touching or not has_high_walls(battle.table.terrain):
        return touching
    return [each for each in touching if not _across(battle, man, battle.figures[each], ("high-wall",))]


@lru_cache(maxsize=32)
def has_high_walls(terrain: Terrain) -> bool:
    """The ground does not change, so it is looked at once."""
    return any(barrier.kind == "high-wall" for barrier in terrain.barriers)


def _across(battle: Battle, man: Man, other: Man, kinds: tuple[str, ...]) -> bool:
    return any(kind in kinds for _, kind, _ in sight_of(battle, man, other).through)


def apart(battle: Battle, man: Man, other: Man) -> float:
    """Inches from base to base, to a thousandth: places are no finer, and what arithmetic adds is nobody's step."""
    return round(battle.table.gap(man.id, other.id) * GRAINS) / GRAINS


def adjacent(battle: Battle, man: Man, other: Man) -> bool:
    """Within 2 inches, and no wall between.  [KK-3.5]"""
    if apart(battle, man, other) > BESIDE:
        return False
    return battle.book.switch("adjacent") == "any" or not _across(battle, man, other, WALLS)


def sees(battle: Battle, man: Man, foe: Man) -> bool:
    """Whether a man sees an enemy."""
    return not battle.units[foe.unit].hidden and sight_of(battle, man, foe).clear


def visible_foe(battle: Battle, man: Man) -> Man | None:
    """The nearest enemy that a man sees; most often that is the nearest of all."""
    nearest = nearest_foe(battle, man)
    if nearest is None or sees(battle, man, nearest):
        return nearest
    return next((foe for foe in foes_by_distance(battle, man) if sees(battle, man, foe)), None)


def nearest_open(battle: Battle, man: Man) -> Man | None:
    """The nearest enemy that is not hidden."""
    nearest = nearest_foe(battle, man)
    if nearest is None or not battle.units[nearest.unit].hidden:
        return nearest
    return next(iter(foes_by_distance(battle, man)), None)


def foes_by_distance(battle: Battle, man: Man) -> list[Man]:
    """The enemies on the table that are not hidden, the nearest middle first."""
    key = ("by distance", man.id)
    found: list[Man] | None = battle.places.get(key)
    if found is None:
        x, y, _ = man.place
        units = battle.units
        foes = [
            (hypot(foe.place[0] - x, foe.place[1] - y), foe.id, foe)
            for foe in battle.enemies_of(man.side)
            if not units[foe.unit].hidden
        ]
        found = battle.places[key] = [foe for _, _, foe in sorted(foes)]
    return found


# The baggage.


def baggage_zone(side: str) -> str:
    """The zone that is a side's baggage marker.  [KK-1.5]"""
    return f"baggage-{side}"


def baggage_of(battle: Battle, side: str) -> Point:
    """Where a side's baggage stands."""
    return _middle(battle.table.terrain, baggage_zone(side))


@lru_cache(maxsize=64)
def _middle(terrain: Terrain, zone: str) -> Point:
    """The middle of a zone; the ground does not change."""
    shape = terrain.zones[zone].points
    return Point(sum(p.x for p in shape) / len(shape), sum(p.y for p in shape) / len(shape))
