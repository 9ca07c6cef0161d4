"""How neutral recruits are enlisted: KK-1.1 to KK-1.5 and the morale values of KK-3.8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.muster import set_up
from kktui.engine.rulebook import Rulebook
from kktui.engine.scenario import RANKS, Party, Recruit, Scenario, Troop, Value
from kktui.engine.state import RESERVE
from kktui.rules.knights_knaves.figures import Band, Battle, Man, Notes, baggage_zone
from kktui.table.geometry import FOOT, MOUNTED, Point
from kktui.table.ground import terrain_of
from kktui.table.terrain import Ground, Zone

CLASSES = ("lord", "knight", "man-at-arms", "sergeant", "soldier", "peasant")
"""From high to low.  [KK-1.1]"""
HEAD = ("helmet", "closed-helm")
BODY = ("gambeson", "leather", "mail-shirt", "long-mail", "coat-of-plates", "plate")
LIMBS = ("limb-mail", "limb-plate")
MOST_ARMOUR = 12
MOST_SKILL = 10
MOST_MORALE = 20
MOST_STAMINA = 99
FLAT_STAMINA = 10
"""What everybody has by the other reading of stamina.  [KK-1.2]"""
MOST_IN_UNIT = 20
FROM_EDGE = 1.5
"""Inches from its own edge at which a side's baggage stands."""
THROWN = ("javelin", "thrown")


def muster(scenario: Scenario, book: Rulebook) -> Battle:
    """The battle before its first event."""
    ready = readied(scenario)
    return set_up(ready, book, enlist, form, Notes(lords=lords(ready, book)))


_READIED: dict[int, tuple[Scenario, Scenario]] = {}
"""Scenarios made ready, by the identity of the plain one, which is kept so that no other takes its number."""
MOST_READIED = 16


def readied(scenario: Scenario) -> Scenario:
    """The scenario with units of at most 20 and a baggage marker for each side.  [KK-1.5]"""
    known = _READIED.get(id(scenario))
    if known is None:
        if len(_READIED) >= MOST_READIED:
            _READIED.clear()
        troops = tuple(part for troop in scenario.troops for part in companies(troop))
        ground = with_baggage(scenario.ground, scenario.parties)
        known = _READIED[id(scenario)] = (scenario, replace(scenario, troops=troops, ground=ground))
    return known[1]


def companies(troop: Troop) -> Iterator[Troop]:
    """A troop as units of up to 20, its leader in the first; each further one is led by its highest in rank.

    [KK-1.5]
    """
    men = troop.recruits
    back = next((place for place, recruit in enumerate(men) if recruit.id == troop.leader), 0)
    if back >= MOST_IN_UNIT:
        men = (men[back], *men[:back], *men[back + 1 :])
    yield replace(troop, recruits=men[:MOST_IN_UNIT])
    for number, start in enumerate(range(MOST_IN_UNIT, len(men), MOST_IN_UNIT), 2):
        part = men[start : start + MOST_IN_UNIT]
        yield replace(
            troop, id=f"{troop.id[:30]}-part-{number}", name=f"{troop.name} {number}", recruits=part, leader=""
        )


def with_baggage(ground: Ground, parties: Sequence[Party]) -> Ground:
    """The ground with a marker for each side whose baggage the author has not placed himself.  [KK-1.5]"""
    placed = {zone.id for zone in ground.zones}
    wanted = [party for party in parties if baggage_zone(party.id) not in placed]
    return replace(ground, zones=(*ground.zones, *(_marker(ground, party) for party in wanted)))


def _marker(ground: Ground, party: Party) -> Zone:
    """A square inch in the middle of the side's own edge, or as near to that as is dry and open."""
    terrain = terrain_of(ground)
    spots = sorted(_along_edge(ground, party.edge), key=lambda spot: (spot[0], spot[1]))
    dry = (at for _, at in spots if not {"water", "building"} & set(terrain.kinds_at(at)))
    x, y = next(dry, spots[0][1])
    shape = (Point(x - 0.5, y - 0.5), Point(x + 0.5, y - 0.5), Point(x + 0.5, y + 0.5), Point(x - 0.5, y + 0.5))
    return Zone(baggage_zone(party.id), f"The baggage of {party.name}", shape)


def _along_edge(ground: Ground, edge: str) -> Iterator[tuple[float, Point]]:
    """Places along an edge, each with how far it is from the middle."""
    across = edge in ("north", "south")
    length = ground.width if across else ground.depth
    deep = FROM_EDGE if edge in ("north", "west") else (ground.depth if across else ground.width) - FROM_EDGE
    for step in range(1, int(length)):
        yield abs(step - length / 2), Point(float(step), deep) if across else Point(deep, float(step))


# The lord.


def lords(scenario: Scenario, book: Rulebook) -> Mapping[str, str]:
    """The lord of each side: the highest in class and rank, and of equals he who is set over others.  [KK-1.5]"""
    found: dict[str, str] = {}
    over = {troop.commander for troop in scenario.troops}
    for party in scenario.parties:
        men = [
            (*_standing(recruit, book), troop.id not in over, troop.arrives, index, recruit)
            for index, (troop, recruit) in enumerate(
                (troop, recruit) for troop in scenario.troops if troop.side == party.id for recruit in troop.recruits
            )
        ]
        first = min(men, key=lambda each: each[:5], default=None)
        if first is not None and (first[0] == 0 or book.switch("stand-in") == "highest"):
            found[party.id] = first[5].id
    return found


def _standing(recruit: Recruit, book: Rulebook) -> tuple[int, int]:
    """How far below a lord he is: 0 for whoever has that class."""
    return CLASSES.index(class_of(recruit, book)), -RANKS.index(recruit.rank)


# One man.


def enlist(recruit: Recruit, troop: Troop, book: Rulebook) -> Man:
    """A recruit as this sheet knows him; the scenario may override any number.  [KK-1.1]"""
    own = recruit.overrides.get(book.id, {})
    rank = class_of(recruit, book)
    melee, shooting = skills(recruit, rank, book)
    armour = own_number(own, "armour", armour_value(recruit, book), MOST_ARMOUR)
    stamina = own_number(own, "stamina", armour if book.switch("stamina") == "armour" else FLAT_STAMINA, MOST_STAMINA)
    horse = recruit.mount if recruit.mount != "none" else ""
    horse_stamina, horse_armour, _ = book.chart("mounts").rows[horse] if horse else (0, 0, 0)
    horse_stamina = own_number(own, "horse-stamina", horse_stamina, MOST_STAMINA)
    return Man(
        id=recruit.id,
        name=recruit.name,
        side=troop.side,
        unit=troop.id,
        base=MOUNTED if horse else FOOT,
        pose=None,
        standing=RESERVE,
        rank=rank,
        morale=own_number(own, "morale", morale_value(recruit, rank, book), MOST_MORALE),
        melee=own_number(own, "melee", melee, MOST_SKILL),
        shooting=own_number(own, "shooting", shooting, MOST_SKILL),
        armour=armour,
        original=stamina,
        stamina=stamina,
        weapons=recruit.weapons,
        weapon=in_hand(recruit, book),
        shield=recruit.shield,
        traits=recruit.traits,
        horse=horse,
        horse_armour=own_number(own, "horse-armour", horse_armour, MOST_ARMOUR),
        horse_original=horse_stamina,
        horse_stamina=horse_stamina,
        mounted=bool(horse),
        fresh=stamina,
    )


def class_of(recruit: Recruit, book: Rulebook) -> str:
    """The class of a rank; the scenario may name another.  [KK-1.1]"""
    named = str(recruit.overrides.get(book.id, {}).get("class", ""))
    return named if named in book.chart("morale").rows else str(book.chart("ranks").at(recruit.rank))


def own_number(own: Mapping[str, Value], key: str, usual: int, most: int) -> int:
    """A number of a man's own, if the scenario gives him one that makes sense, else the usual one."""
    given = own.get(key)
    if not isinstance(given, int | float) or isinstance(given, bool):
        return usual
    return min(most, max(1, int(given)))


def armour_value(recruit: Recruit, book: Rulebook) -> int:
    """3 bare, and the best piece each on head, body and limbs; 12 at the most.  [KK-1.2]"""
    chart = book.chart("armour").rows
    best = [
        max((int(chart[each]) for each in recruit.armour if each in part), default=0) for part in (HEAD, BODY, LIMBS)
    ]
    return min(MOST_ARMOUR, int(chart["bare"]) + sum(best))


def skills(recruit: Recruit, rank: str, book: Rulebook) -> tuple[int, int]:
    """Melee and shooting by class; a soldier with a longbow is a yeoman.  [KK-1.3]"""
    yeoman = rank == "soldier" and "longbow" in recruit.weapons and book.switch("longbow-yeomen")
    melee, shooting = book.chart("skills").rows["longbow yeoman" if yeoman else rank]
    return int(melee), int(shooting)


def morale_value(recruit: Recruit, rank: str, book: Rulebook) -> int:
    """By class; the second value for the seasoned.  [KK-3.8]"""
    return int(book.chart("morale").at(rank, "seasoned" if seasoned(recruit, book) else "value"))


def seasoned(recruit: Recruit, book: Rulebook) -> bool:
    """Who has seen battles before: by the trait, and by our ruling veterans too.  [KK-3.8]"""
    who = book.switch("seasoned")
    if who == "everybody" or "seasoned" in recruit.traits:
        return True
    return who == "veterans" and recruit.training in ("veteran", "elite")


def in_hand(recruit: Recruit, book: Rulebook) -> str:
    """A bow, crossbow or gun first, else the first weapon he carries."""
    arms = [each for each in recruit.weapons if shoots_as(book, each) not in ("", *THROWN)]
    return next(iter(arms), recruit.weapons[0] if recruit.weapons else "bare-hands")


# Weapons.


class Arm(NamedTuple):
    """A weapon by the charts: what it counts as, its two values and its D10 of damage.  [KK-8.3, KK-8.7]"""

    name: str
    first: int
    then: int
    dice: int
    hands: int

    @property
    def spear(self) -> bool:
        """Whether who holds it is spear-armed.  [KK-3.4, KK-8.7, KK-8.8]"""
        return self.name in ("short spear", "long spear")

    @property
    def lance(self) -> bool:
        return self.name == "lance"

    @property
    def unhorses(self) -> bool:
        """Spear or halberd, which test a rider's seat.  [KK-8.8]"""
        return self.spear or self.name == "pole arm"


@lru_cache(maxsize=1024)
def arm_of(book: Rulebook, weapon: str) -> Arm:
    """A weapon as it counts in melee.  [KK-8.3]"""
    name, _, hands = book.charts["arms"].rows.get(weapon, ("other", "", 1))
    _, first, then, dice = book.charts["weapon-values"].rows[name]
    return Arm(name, first, then, dice, hands)


@lru_cache(maxsize=1024)
def shoots_as(book: Rulebook, weapon: str) -> str:
    """How a weapon shoots or is thrown, if it does."""
    return str(book.charts["arms"].rows.get(weapon, ("", "", 1))[1])


# Units.


def form(troop: Troop, men: Sequence[Man]) -> Band:
    """A unit under its leader, its crossbow teams paired.  [KK-1.5, KK-4.3]"""
    leader = troop.leader or min(men, key=lambda man: CLASSES.index(man.rank)).id
    shooters = [man for man in men if "crossbow-team" in man.traits]
    loaders = [man for man in men if "loader" in man.traits]
    for shooter, loader in zip(shooters, loaders, strict=False):
        shooter.mate, loader.mate = loader.id, shooter.id
    return Band(
        id=troop.id,
        name=troop.name,
        side=troop.side,
        leader=leader,
        figures=tuple(man.id for man in men),
        hidden=troop.hidden,
        strength=len(men),
        orders=troop.orders,
    )
