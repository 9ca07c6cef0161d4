"""CA-7 Ranged."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.lazily import Finding
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import foes_within, sight_of
from kktui.engine.requests import Choose, Option
from kktui.engine.rulebook import Rulebook
from kktui.rules.camelot.charts import looked_up
from kktui.rules.camelot.events import MeansToMove, StoodStill
from kktui.rules.camelot.events_fighting import Mishap, Shot
from kktui.rules.camelot.figures import Battle, Man, at_peace, engaged, hurts, on_table, shot_as, toughness
from kktui.rules.camelot.melee import DOUBLE, HIT, MISS, poisons
from kktui.rules.camelot.wounds import Dealt, edge_over, hurt, table_of, wound
from kktui.table.geometry import GRAIN

RANGES = ("short", "medium", "long")


class Aim(NamedTuple):
    """What decides a shot but the dice."""

    bonus: int
    needs: int


class Flight(NamedTuple):
    """How a shot went, and the die."""

    outcome: str
    roll: int


def shoot(ask: Ask, aim: Aim, who: str = "") -> Flight:
    """D6 + Ranged at or above 5, 7 or 9 hits; double that doubles the weapon's STR.  [CA-7.1, CA-7.2]"""
    roll = ask.roll("1d6", "to hit", who)
    reached = roll + aim.bonus
    if reached < aim.needs:
        return Flight(MISS, roll)
    return Flight(DOUBLE if reached >= 2 * aim.needs else HIT, roll)


def range_of(book: Rulebook, weapon: str, inches: float) -> str:
    """short, medium, long with the upper bound included, or nothing when it is out of range.  [CA-7.1]"""
    return next((band for band, most in ranges(book, weapon) if inches <= most + 2 * GRAIN), "")


@lru_cache(maxsize=1024)
def ranges(book: Rulebook, weapon: str) -> tuple[tuple[str, float], ...]:
    """The bands of a weapon, each with how far it goes.  [CA-7.1]"""
    chart = book.chart("missiles")
    return tuple((band, float(chart.at(shot_as(book, weapon), band))) for band in RANGES)


def furthest(book: Rulebook, weapon: str) -> float:
    """How far a weapon shoots.  [CA-7.1]"""
    return ranges(book, weapon)[-1][1]


def modifiers(battle: Battle, man: Man, target: Man, walking: bool) -> Iterator[Modifier]:
    """Ranged and what bears on it.  [CA-7.1]"""
    book = battle.book
    if book.switch("ranged-score"):
        yield Modifier("Ranged", man.ranged, "CA-7.1")
    moving = int(book.chart("missiles").at(shot_as(book, man.weapon), "moving")) if walking else 0
    if moving:
        yield Modifier("moving", moving, "CA-7.1")
    if obscured(battle, man, target):
        yield Modifier("partly obscured", int(book.chart("ranged-modifiers").at("partly obscured")), "CA-7.1")
    yield from hurts(book, man, "Ranged")


def obscured(battle: Battle, man: Man, target: Man) -> bool:
    """Whether ground covers the target, or a figure stands between.  [CA-7.1]"""
    if sight_of(battle, man, target).cover:
        return True
    return any(not battle.hidden_from(man.side, each) for each in _between(battle, man, target))


def _between(battle: Battle, man: Man, target: Man) -> tuple[str, ...]:
    """Who stands between; remembered until somebody moves."""
    key = ("between", man.id, target.id)
    found: tuple[str, ...] | None = battle.places.get(key)
    if found is None:
        found = battle.table.between(man.place.at, target.place.at, ignoring=(man.id, target.id))
        battle.places[key] = found
    return found


def aim_at(battle: Battle, man: Man, target: Man, walking: bool) -> tuple[Aim, tuple[Modifier, ...]]:
    """A shot as it would be made now, and why."""
    named = tuple(modifiers(battle, man, target, walking))
    band = range_of(battle.book, man.weapon, battle.table.gap(man.id, target.id))
    return Aim(total(named), int(battle.book.chart("ranges").at(band))), named


# Who may shoot at whom.


def why_not_shoot(battle: Battle, man: Man) -> tuple[str, str] | tuple[()]:
    """The rule and the reason why a figure may not shoot at all, or nothing.  [CA-7.1, CA-7.3]"""
    if not shot_as(battle.book, man.weapon):
        return UNARMED
    if man.weapon in man.spent:
        return NO_AMMUNITION
    if still_loading(battle, man) and not man.shots:
        return NOT_LOADED
    return IN_MELEE if engaged(battle, man) else ()


UNARMED = ("CA-7.1", "he has nothing in hand to shoot with")
NO_AMMUNITION = ("CA-7.3", "he is out of ammunition for it")
NOT_LOADED = ("CA-7.1", "his crossbow is not loaded yet")
IN_MELEE = ("CA-7.1", "an enemy is upon him, and nobody shoots out of a melee")


def why_not_at(battle: Battle, man: Man, target: Man) -> str:
    """Why this figure in range may not be shot at, or nothing.  [CA-6.13, CA-7.1]"""
    if battle.units[target.unit].hidden:
        return "is not seen"
    if at_peace(battle, man.id, target.id):
        return MADE_PEACE
    if target.sheltered:
        return HAS_HIDDEN
    if engaged(battle, target):
        return FIGHTS
    return "" if sight_of(battle, man, target).clear else "is out of sight"


MADE_PEACE, HAS_HIDDEN, FIGHTS = "has made peace with him", "has found a hiding spot", "is in melee"
NOBODY_IN_SIGHT = ("CA-7.1", "nobody is in range and sight of what he has in hand")
NO_TARGET = {
    why: (rule, f"the nearest whom he sees in range {why}")
    for why, rule in {MADE_PEACE: "CA-5.7", HAS_HIDDEN: "CA-6.13", FIGHTS: "CA-7.1"}.items()
}
"""What is told to one who has nobody to shoot at."""


def targets(battle: Battle, man: Man) -> Finding[Man]:
    """Whom he may shoot at, nearest first."""
    key = ("targets", man.id)
    found: Finding[Man] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = Finding(_targets(battle, man))
    return found


def _targets(battle: Battle, man: Man) -> Iterator[Man]:
    return (foe for foe in foes_in_range(battle, man) if not why_not_at(battle, man, foe))


def foes_in_range(battle: Battle, man: Man) -> Iterator[Man]:
    """The enemies whom his weapon reaches, nearest first, seen or not."""
    return (foe for _, _, foe in foes_within(battle, man, furthest(battle.book, man.weapon) + 2 * GRAIN))


def why_no_target(battle: Battle, man: Man) -> tuple[str, str]:
    """Why there is nobody to shoot at: what is the matter with the nearest in sight.  [CA-5.7, CA-6.13, CA-7.1]"""
    unhidden = (foe for foe in foes_in_range(battle, man) if not battle.units[foe.unit].hidden)
    seen = next((foe for foe in unhidden if sight_of(battle, man, foe).clear), None)
    return NOBODY_IN_SIGHT if seen is None else NO_TARGET[why_not_at(battle, man, seen)]


# Shooting.


def moves_freely(book: Rulebook, man: Man) -> bool:
    """Whether moving does not spoil his aim, as with thrown weapons.  [CA-7.1]"""
    return not book.chart("missiles").at(shot_as(book, man.weapon), "moving")


def shoot_standing(battle: Battle, ask: Ask, man: Man) -> None:
    """He shoots and gives up the move he has not made, unless moving does not spoil his aim.  [CA-7.1]"""
    target = choose_target(battle, ask, man)
    if man.moves and not man.walked and not moves_freely(battle.book, man):
        battle.record(StoodStill(man.id))
    shoot_at(battle, ask, man, target)


def shoot_moving(battle: Battle, ask: Ask, man: Man) -> None:
    """He shoots on the run: the move comes after.  [CA-7.1]"""
    battle.record(MeansToMove(man.id))
    shoot_at(battle, ask, man, choose_target(battle, ask, man))


def choose_target(battle: Battle, ask: Ask, man: Man) -> Man:
    """The one he may shoot at, or whom of several his side picks.  [CA-7.1]"""
    foes = targets(battle, man).all()
    chosen = foes[0].id
    if len(foes) > 1:
        options = tuple(Option(foe.id, foe.id) for foe in foes)
        chosen = ask.choose(Choose(man.side, "shoot-target", man.id, options, "CA-7.1"))
    return battle.figures[chosen]


def shoot_at(battle: Battle, ask: Ask, man: Man, target: Man) -> None:
    """The shot itself, the wound it makes, and what a natural 1 does.  [CA-7.1, CA-7.2, CA-7.3]"""
    book, weapon = battle.book, man.weapon
    aim, named = aim_at(battle, man, target, man.walked)
    flight = shoot(ask, aim, man.id)
    inches = battle.table.gap(man.id, target.id)
    battle.record(
        Shot(
            figure=man.id,
            target=target.id,
            weapon=weapon,
            inches=round(inches, 1),
            range=range_of(book, weapon, inches),
            modifiers=named,
            roll=flight.roll,
            needs=aim.needs,
            outcome=flight.outcome,
            loads=loaded_again(battle, man),
            rule="CA-7.2" if flight.outcome == DOUBLE else "CA-7.1",
        )
    )
    if flight.outcome != MISS:
        force, against = missile_strength(book, weapon, flight.outcome), toughness(target)
        gash = wound(ask, table_of(book), edge_over(book, force, against), target.id)
        hurt(battle, ask, target, gash, Dealt(man.id, force, against, poisons(man)))
    if flight.roll == 1 and book.switch("ranged-events") and on_table(battle, man.id):
        mishap(battle, ask, man, weapon)


def still_loading(battle: Battle, man: Man) -> bool:
    """Whether what he has in hand is a crossbow, or the like, that is not loaded yet.  [CA-7.1]"""
    return man.loads > battle.turn and turns_to_load(battle.book, man.weapon) > 1


@lru_cache(maxsize=1024)
def turns_to_load(book: Rulebook, weapon: str) -> int:
    """A weapon shoots once in so many turns; 1 for what does not shoot.  [CA-7.1]"""
    missile = shot_as(book, weapon)
    return int(book.chart("missiles").at(missile, "every")) if missile else 1


def loaded_again(battle: Battle, man: Man) -> int:
    """The round from which his crossbow shoots again: every other turn; other weapons leave it as it is.  [CA-7.1]"""
    every = turns_to_load(battle.book, man.weapon)
    return battle.turn + every if every > 1 else max(man.loads, battle.turn)


@lru_cache(maxsize=1024)
def missile_strength(book: Rulebook, weapon: str, outcome: str) -> int:
    """The weapon's STR, doubled by double the number needed.  [CA-7.2]"""
    plain = int(book.chart("missiles").at(shot_as(book, weapon), "STR"))
    return 2 * plain if outcome == DOUBLE else plain


def mishap(battle: Battle, ask: Ask, man: Man, weapon: str) -> None:
    """A natural 1: D6, on a 1 the weapon breaks, on a 2 it is out of ammunition.  [CA-7.3]"""
    roll = ask.roll("1d6", "mishap", man.id)
    battle.record(Mishap(man.id, roll, str(looked_up(battle.book.chart("ranged-events").rows, roll)), weapon))
