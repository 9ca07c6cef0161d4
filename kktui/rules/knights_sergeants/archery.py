"""KS-6 Archery."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import foes_within, in_contact, sight_of, some_foes_within
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import FIELDED
from kktui.rules.knights_sergeants.events_fighting import Shot
from kktui.rules.knights_sergeants.figures import Battle, Group, Man, able_men, up_to, worse
from kktui.rules.knights_sergeants.hits import take_hit, throw_rider
from kktui.rules.knights_sergeants.troops import arm
from kktui.table.gaps import local
from kktui.table.geometry import GRAIN

NO_TARGET = "hold"


class Aim(NamedTuple):
    """What a shot is made with: all that decides it but the dice."""

    bonus: int
    at: str
    """foot, mounted (rider or mount by the die), rider or mount."""
    armour: int
    horse_armour: int
    armour_worse: int
    """What the target's wound adds to his armour die."""


class Flight(NamedTuple):
    """How a shot went, with its dice; a die not thrown is 0."""

    outcome: str
    roll: int
    part: int = 0
    save: int = 0


def shoot(ask: Ask, aim: Aim, who: str = "") -> Flight:
    """D10, 9 or more hits; on horseback 1-7 is the mount, 8-10 the rider; then armour.  [KS-6.1, KS-6.3, KS-6.4]"""
    roll = ask.roll("1d10", "to hit", who)
    if roll + aim.bonus < 9:
        return Flight("miss", roll)
    part = ask.roll("1d10", "mount or rider", who) if aim.at == "mounted" else 0
    horse = aim.at == "mount" or 1 <= part <= 7
    armour = aim.horse_armour if horse else aim.armour
    worse = 0 if horse else aim.armour_worse
    save = ask.roll("1d10", "armour", who) if armour else 0
    if save and save + worse <= armour:
        return Flight("mount saved" if horse else "saved", roll, part, save)
    return Flight("mount killed" if horse else "hit", roll, part, save)


def save_modifiers(aim: Aim, flight: Flight) -> tuple[Modifier, ...]:
    """What a rider's or a man's wound adds to his armour die, not to his horse's.  [KS-1.5]"""
    told = flight.save and aim.armour_worse and not flight.outcome.startswith("mount")
    return (Modifier("wounded", aim.armour_worse, "KS-1.5"),) if told else ()


def range_band(battle: Battle, shooter: Man, target: Man) -> str:
    """close, long, or nothing when it is out of range.  [KS-6.2]"""
    return band(battle, shooter, battle.table.gap(shooter.id, target.id))


def band(battle: Battle, shooter: Man, inches: float) -> str:
    close, far, _ = battle.book.chart("missiles").at(arm(battle.book, shooter.weapon))
    return "close" if inches <= up_to(close) else "long" if inches <= up_to(far) else ""


def modifiers(battle: Battle, shooter: Man, target: Man, at: str) -> Iterator[Modifier]:
    """What bears on a shot.  [KS-6.1, KS-6.4, KS-1.5]"""
    chart = battle.book.chart("archery-modifiers").rows
    if range_band(battle, shooter, target) == "close":
        yield Modifier("close range", chart["close range"], "KS-6.1")
    if shooter.aimed:
        yield Modifier("aimed", chart["aimed"], "KS-6.1")
    cover = sight_of(battle, shooter, target).cover
    if cover:
        sheltered = "target in part cover" if cover == 1 else "target in whole cover"
        yield Modifier(sheltered, chart[sheltered], "KS-6.1")
    if at == "rider":
        yield Modifier("rider declared", int(battle.book.switch("declared-rider")), "KS-6.4")
    if shooter.wounded:
        yield Modifier("wounded", -1, "KS-1.5")


def armour_against(book: Rulebook, shooter: Man, target: Man) -> int:
    """A shield counts only against shots from its front half circle.  [KS-6.3]"""
    if not target.shield:
        return target.armour
    _, ahead = local(shooter.place, target.place)
    return target.armour if ahead >= -GRAIN else max(0, target.armour - int(book.chart("armour").at("shield")))


def aim_at(battle: Battle, shooter: Man, target: Man, at: str) -> tuple[Aim, tuple[Modifier, ...]]:
    """A shot as it would be made now, and why."""
    named = tuple(modifiers(battle, shooter, target, at))
    horse = int(battle.book.chart("horse-armour").at(target.horse)) if target.mounted else 0
    aim = Aim(total(named), at, armour_against(battle.book, shooter, target), horse, worse(battle, target))
    return aim, named


def why_not_shoot(battle: Battle, man: Man) -> str:
    """Why a man may not shoot at all, or nothing.  [KS-6.2, KS-6.5]"""
    if arm(battle.book, man.weapon) not in battle.book.chart("missiles").rows:
        return "has no bow or crossbow in hand"
    if man.to_load:
        return f"has to load {man.to_load} more times"
    if in_contact(battle, man):
        return "is in contact with an enemy"
    return ""


def why_not_shoot_at(battle: Battle, shooter: Man, target: Man) -> str:
    """Why this man may not shoot at that one, or nothing.  [KS-6.2, KS-6.5]"""
    return why_not_seen(battle, shooter, target) if range_band(battle, shooter, target) else "is out of range"


def why_not_seen(battle: Battle, shooter: Man, target: Man) -> str:
    """Why a man in range may not be shot at, or nothing.  [KS-6.2, KS-6.5]"""
    if battle.units[target.unit].hidden:
        return "is not seen"
    sight = sight_of(battle, shooter, target)
    if not sight.clear:
        return f"is out of sight behind {sight.cut_by}"
    if in_contact(battle, target):
        return "is in melee"
    return ""


def targets(battle: Battle, shooter: Man) -> list[Man]:
    """Whom a man may shoot at: those in range, nearest first, whom nothing forbids to shoot at.  [KS-6.2, KS-6.5]"""
    key = ("targets", shooter.id)
    found: list[Man] | None = battle.memo.get(key)
    if found is None:
        near = foes_within(battle, shooter, up_to(longest_range(battle, shooter)))
        found = battle.memo[key] = [foe for _, _, foe in near if not why_not_seen(battle, shooter, foe)]
    return found


def shooters(battle: Battle, unit: Group) -> list[Man]:
    """The men of a unit that may shoot."""
    key = ("shooters", unit.id)
    men: list[Man] | None = battle.memo.get(key)
    if men is None:
        men = [man for man in able_men(battle, unit) if not why_not_shoot(battle, man)]
        battle.memo[key] = men
    return men


def may_fire(battle: Battle, unit: Group) -> bool:
    """Whether any man of a unit has anybody to shoot at."""
    return any(_has_target(battle, man) for man in shooters(battle, unit))


def _has_target(battle: Battle, man: Man) -> bool:
    near = some_foes_within(battle, man, up_to(longest_range(battle, man)))
    return any(not why_not_seen(battle, man, foe) for foe in near)


def longest_range(battle: Battle, shooter: Man) -> float:
    """How far his weapon carries.  [KS-6.2]"""
    return float(battle.book.chart("missiles").at(arm(battle.book, shooter.weapon))[1])


def fire_request(battle: Battle, unit: Group) -> Plan:
    """The question whom each man shoots at, and for riders whether the man or the mount."""
    parts = {
        man.id: Choose(unit.side, "target", man.id, _aims(targets(battle, man)), "KS-6.1")
        for man in shooters(battle, unit)
    }
    aimed = {key: part for key, part in parts.items() if len(part.options) > 1}
    return Plan(unit.side, "targets", unit.id, aimed, "KS-6.1")


def _aims(foes: list[Man]) -> tuple[Option, ...]:
    return (*(aim for foe in foes for aim in _aims_at(foe.id, foe.mounted)), Option(NO_TARGET))


@lru_cache(maxsize=4096)
def _aims_at(foe: str, mounted: bool) -> tuple[Option, ...]:
    """The same for every man who may shoot at him, so made once."""
    if not mounted:
        return (Option(foe, foe),)
    return Option(foe, foe), Option(f"{foe}:rider", foe, "rider"), Option(f"{foe}:mount", foe, "mount")


def aimed_part(target: Man, choice: str) -> str:
    """What an option aims at: foot, mounted (undeclared), rider or mount."""
    declared = choice.partition(":")[2]
    return declared or ("mounted" if target.mounted else "foot")


def fire(battle: Battle, ask: Ask, unit: Group) -> None:
    """Every man shoots at his target, one after the other; who finds his down or out of range does not.  [KS-6.1]

    A rider thrown by the shot before may be further off than his horse's head was.  [KS-6.2]
    """
    choices = ask.choose(fire_request(battle, unit))
    for figure, choice in choices.items():
        if choice != NO_TARGET:
            shooter, target = battle.figures[figure], battle.figures[choice.partition(":")[0]]
            if target.standing == FIELDED and not why_not_shoot_at(battle, shooter, target):
                _shoot_one(battle, ask, shooter, target, choice)


def _shoot_one(battle: Battle, ask: Ask, shooter: Man, target: Man, choice: str) -> None:
    at = aimed_part(target, choice) if target.mounted else "foot"
    aim, named = aim_at(battle, shooter, target, at)
    flight = shoot(ask, aim, shooter.id)
    inches = round(battle.table.gap(shooter.id, target.id), 1)
    reload = int(battle.book.chart("missiles").at(arm(battle.book, shooter.weapon), "load"))
    horse = flight.outcome.startswith("mount")
    armour = aim.horse_armour if horse else aim.armour
    battle.record(
        Shot(
            figure=shooter.id,
            target=target.id,
            weapon=shooter.weapon,
            inches=inches,
            at=at,
            modifiers=named,
            roll=flight.roll,
            part=flight.part,
            armour=armour,
            save=flight.save,
            outcome=flight.outcome,
            reload=reload,
            save_modifiers=save_modifiers(aim, flight),
        )
    )
    if flight.outcome == "hit":
        take_hit(battle, target, shooter.id)
    elif flight.outcome == "mount killed":
        throw_rider(battle, target, shooter.id)
