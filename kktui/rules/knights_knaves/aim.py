"""KK-7.1 to KK-7.3, KK-7.7 Skill, range and hit number of a shot, and whom one may shoot at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from kktui.engine.lazily import Finding
from kktui.engine.modifiers import Modifier
from kktui.engine.rulebook import Chart, Rulebook
from kktui.rules.knights_knaves.cover import in_the_way, shelters
from kktui.rules.knights_knaves.falls import Body, body_of
from kktui.rules.knights_knaves.figures import Battle, Man, apart, foes_at_hand, foes_by_distance, sees, weak_line
from kktui.rules.knights_knaves.troops import THROWN, shoots_as

MISS = 11
"""The hit number that no D10 shows: an automatic miss."""
HIGHEST, LOWEST = 10, -7
"""Skills of the table; above counts as the first, below cannot hit.  [KK-7.3]"""
NEAR, FAR = 6.0, 20.0
"""Inches that part the bands of damage.  [KK-7.5]"""


class Aim(NamedTuple):
    """All that decides a shot but the dice."""

    needs: int
    dice: int
    more: int
    body: Body
    horse_upto: int = 0
    """The highest die that is the horse; 0 for a man on foot."""
    horse_armour: int = 0
    horse_stamina: int = 0


# Skill.


def steps_down(battle: Battle, shooter: Man, target: Man) -> Iterator[Modifier]:
    """What takes steps off the shooting skill.  [KK-7.1]"""
    yield from _target_steps(battle, shooter, target)
    chart = battle.book.charts["shooter-steps"]
    if shooter.worn:
        each = int(chart.rows["permanent fatigue, each level"])
        yield Modifier("permanent fatigue", -each * shooter.worn, "KK-7.1")
    yield from weak_line(shooter, chart, "KK-7.1", -1)


def _target_steps(battle: Battle, shooter: Man, target: Man) -> Iterator[Modifier]:
    rows = battle.book.charts["target-steps"].rows
    sheltered = shelters(battle, shooter, target)
    walls = [name for name in sheltered if name != "obstructed view"]
    worst = max(walls, key=lambda name: (rows[name], name), default="")
    if worst:
        yield Modifier(worst, -int(rows[worst]), "KK-7.1")
    if len(walls) < len(sheltered) or in_the_way(battle, shooter, target):
        yield Modifier("obstructed view", -int(rows["obstructed view"]), "KK-7.1")
    if target.shield != "none":
        name = target.shield if target.shield == "pavise" else f"{target.shield} shield"
        yield Modifier(name, -int(rows[name]), "KK-7.1")
    if target.mounted:
        yield Modifier("mounted", -int(rows["mounted"]), "KK-7.1")


def skill(battle: Battle, shooter: Man, target: Man) -> tuple[int, tuple[Modifier, ...]]:
    """The modified shooting skill, and why; who moved has half of it, taken first.  [KK-7.1]"""
    named = tuple(steps_down(battle, shooter, target))
    if not halved(battle, shooter):
        return shooter.shooting + sum(each.value for each in named), named
    if battle.book.switch("moved-skill") == "first":
        lost = Modifier("moved: half the skill", shooter.shooting // 2 - shooter.shooting, "KK-7.1")
        return shooter.shooting + lost.value + sum(each.value for each in named), (lost, *named)
    whole = shooter.shooting + sum(each.value for each in named)
    return whole // 2, (*named, Modifier("moved: half the skill", whole // 2 - whole, "KK-7.1"))


def halved(battle: Battle, shooter: Man) -> bool:
    """Whether moving costs him half his skill; what is thrown is exempt.  [KK-7.1]"""
    thrown = shoots_as(battle.book, shooter.weapon) in THROWN
    return shooter.moved and (not thrown or bool(battle.book.switch("thrown-moved")))


# Range.


def columns_right(battle: Battle, shooter: Man, target: Man) -> int:
    """How far the range moves to the right in the table.  [KK-7.2]"""
    rows = battle.book.charts["columns-right"].rows
    return int(rows[shoots_as(battle.book, shooter.weapon)]) + (int(rows["target moved"]) if target.moved else 0)


def why_right(battle: Battle, shooter: Man, target: Man) -> tuple[Modifier, ...]:
    """The same, by name.  [KK-7.2]"""
    rows, shoots = battle.book.charts["columns-right"].rows, shoots_as(battle.book, shooter.weapon)
    named = (
        Modifier(shoots, int(rows[shoots]), "KK-7.2"),
        Modifier("target moved", int(rows["target moved"]), "KK-7.2"),
    )
    return tuple(each for each in named if each.value and (each.name == shoots or target.moved))


def said(inches: float) -> float:
    """A range to a tenth, so that it reads as what column and damage it fell under: up, but never up to 6."""
    tenths = ceil(inches * 10 - 1e-9) / 10
    return 5.9 if inches < NEAR <= tenths else tenths


def hit_number(book: Rulebook, skill_: int, inches: float, right: int) -> tuple[int, int]:
    """The hit number and the column it stands in; 11 and 0 for an automatic miss.  [KK-7.3]"""
    chart = book.charts["shooting"]
    first = bisect_left(_ranges(chart), inches)
    if skill_ < LOWEST or first + right >= len(chart.columns):
        return MISS, 0
    cell = chart.rows[str(min(HIGHEST, skill_))][first + right]
    return MISS if cell == "--" else int(cell), int(chart.columns[first + right])


@lru_cache(maxsize=32)
def _ranges(chart: Chart) -> tuple[float, ...]:
    """How far each column of the table goes."""
    return tuple(float(column) for column in chart.columns)


def damage_dice(book: Rulebook, inches: float) -> int:
    """D10s of damage by the range as it is measured.  [KK-7.5]"""
    label = "less than 6 inches" if inches < NEAR else "6 to 20 inches" if inches <= FAR else "more than 20 inches"
    return int(book.charts["shooting-damage"].rows[label])


class Sight(NamedTuple):
    """Skill and range of a shot as it would be made now, and how they come about."""

    needs: int
    skill: int
    modifiers: tuple[Modifier, ...]
    inches: float
    column: int


def sight_on(battle: Battle, shooter: Man, target: Man) -> Sight:
    """The hit number of a shot as it would be made now, remembered until something happens.  [KK-7.1 to KK-7.3]"""
    key = ("sight on", shooter.id, target.id)
    found: Sight | None = battle.memo.get(key)
    if found is None:
        inches = apart(battle, shooter, target)
        modified, named = skill(battle, shooter, target)
        needs, column = hit_number(battle.book, modified, inches, columns_right(battle, shooter, target))
        found = battle.memo[key] = Sight(needs, modified, named, inches, column)
    return found


def aim_at(battle: Battle, shooter: Man, target: Man) -> Aim:
    """All that decides a shot as it would be made now.  [KK-7.3, KK-7.5, KK-7.6]"""
    book = battle.book
    needs, _, _, inches, _ = sight_on(battle, shooter, target)
    return Aim(
        needs,
        damage_dice(book, inches),
        int(book.charts["hard-hitting"].rows[shoots_as(book, shooter.weapon)]),
        body_of(battle, target),
        int(book.switch("horse-hit")) if target.mounted else 0,
        target.horse_armour,
        target.horse_stamina,
    )


# Whom one may shoot at.


def reach_of(battle: Battle, man: Man) -> float:
    """How far his weapon carries at all.  [KK-7.3, KK-7.7]"""
    return _reach(battle.book, shoots_as(battle.book, man.weapon))


@lru_cache(maxsize=256)
def _reach(book: Rulebook, shoots: str) -> float:
    columns = book.charts["shooting"].columns
    right = int(book.charts["columns-right"].rows[shoots])
    last = float(columns[max(0, len(columns) - 1 - right)])
    return min(last, float(book.charts["thrown-reach"].rows.get(shoots, last)))


def targets(battle: Battle, shooter: Man) -> Finding[Man]:
    """Whom a man may shoot at with any hope, nearest first.  [KK-7.3, KK-7.7]"""
    key = ("targets", shooter.id)
    found: Finding[Man] | None = battle.memo.get(key)
    if found is None:
        foes = foes_by_distance(battle, shooter)
        found = battle.memo[key] = Finding(foe for foe in foes if not why_not_at(battle, shooter, foe))
    return found


def why_not_at(battle: Battle, shooter: Man, target: Man) -> str:
    """Why this man may not shoot at that one, or nothing.  [KK-7.3, KK-7.7]"""
    if not within_hope(battle, shooter, target):
        return "is out of range"
    if foes_at_hand(battle, target) and not battle.book.switch("into-melee"):
        return "is in melee"
    if not sees(battle, shooter, target):
        return "is out of sight"
    return ""


def within_hope(battle: Battle, shooter: Man, target: Man) -> bool:
    """Whether a shot could hit if nothing sheltered the target: a quick look before sight is looked into."""
    inches = apart(battle, shooter, target)
    if inches > reach_of(battle, shooter):
        return False
    plain = shooter.shooting // 2 if halved(battle, shooter) else shooter.shooting
    return hit_number(battle.book, plain, inches, columns_right(battle, shooter, target))[0] < MISS
