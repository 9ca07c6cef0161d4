"""KS-3 Morale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import any_within
from kktui.engine.state import DEAD, FIELDED
from kktui.rules.knights_sergeants.cover import half_covered
from kktui.rules.knights_sergeants.events import MoraleChecked
from kktui.rules.knights_sergeants.figures import (
    RETREATING,
    SHAKEN,
    STEADY,
    Battle,
    Group,
    leader_of,
    leaderless,
    lost,
    up_to,
    worse,
)


class Nerve(NamedTuple):
    """What a check is made with: morale after modifiers, and what is added to the die."""

    needs: int
    worse: int
    retreating: bool = False
    """In full retreat, which only a success ends."""


class Resolve(NamedTuple):
    """What a check comes to."""

    roll: int
    mood: str


def check(ask: Ask, nerve: Nerve, who: str = "") -> Resolve:
    """D10 at or below the modified morale passes; 1-2 above shakes, 3 or more means retreat.  [KS-3.2, KS-3.3]

    A unit in retreat goes on retreating until it passes.
    """
    roll = ask.roll("1d10", "morale", who)
    beyond = roll + nerve.worse - nerve.needs
    if beyond <= 0:
        return Resolve(roll, STEADY)
    return Resolve(roll, SHAKEN if beyond <= 2 and not nerve.retreating else RETREATING)


def modifiers(battle: Battle, unit: Group) -> Iterator[Modifier]:
    """What bears on a unit's morale.  [KS-3.2]"""
    chart = battle.book.chart("morale-modifiers").rows
    losses = lost(battle, unit)
    if losses:
        yield Modifier("figures lost", losses * chart["each figure lost"], "KS-3.2")
    if leaderless(battle, unit) and battle.figures[unit.leader].rank != "knight":
        yield Modifier("sergeant killed", chart["sergeant killed"], "KS-3.2")
    if knight_killed(battle, unit):
        yield Modifier("knight killed", chart["knight killed"], "KS-3.2")
    if unit_in_cover(battle, unit):
        yield Modifier("in cover", chart["in cover"], "KS-3.2")
    if rallying(battle, unit):
        yield Modifier("knight rallying", chart["knight rallying"], "KS-3.2")


def knight_killed(battle: Battle, unit: Group) -> bool:
    """Whether the knight set over a unit is dead, or one who was of it himself.  [KS-3.2]"""
    figures = battle.figures
    over = figures.get(unit.commander)
    if over is not None and over.standing == DEAD:
        return True
    return bool(lost(battle, unit)) and any(
        figures[each].rank == "knight" and figures[each].standing == DEAD for each in unit.figures
    )


def unit_in_cover(battle: Battle, unit: Group) -> bool:
    """Whether at least half of its men stand in cover."""
    return half_covered(battle, [man.place for man in battle.men(unit.id)])


def rallying(battle: Battle, unit: Group) -> bool:
    """Whether a knight who spends his action on it, until his next card, is within 6 inches of one of its men."""
    knights = (battle.figures[each] for each in unit.rallied_by)
    return any(each.standing == FIELDED and any_within(battle, each, battle.men(unit.id), up_to(6)) for each in knights)


def nerve(battle: Battle, unit: Group) -> tuple[Nerve, tuple[Modifier, ...]]:
    """A unit's morale as it stands, and why. A wounded leader makes the die one worse.  [KS-1.5]"""
    key = ("nerve", unit.id)
    found: tuple[Nerve, tuple[Modifier, ...]] | None = battle.memo.get(key)
    if found is None:
        named = tuple(modifiers(battle, unit))
        needs = unit.morale + total(named)
        own = Nerve(needs, worse(battle, leader_of(battle, unit)), unit.mood == RETREATING)
        found = battle.memo[key] = (own, named)
    return found


def take_check(battle: Battle, ask: Ask, unit: Group, cause: str) -> str:
    """A unit checks its morale, and what it does is recorded."""
    tested, named = nerve(battle, unit)
    result = check(ask, tested, unit.id)
    battle.record(
        MoraleChecked(
            unit=unit.id,
            cause=cause,
            base=unit.morale,
            modifiers=named,
            needs=tested.needs,
            roll=result.roll,
            worse=tested.worse,
            mood=result.mood,
            broken=tested.retreating,
        )
    )
    return result.mood


def cause(battle: Battle, unit: Group) -> str:
    """Why a unit must check in the morale step of its card, or nothing.  [KS-3.1, KS-3.3]"""
    if unit.checked:
        return ""
    retreating = unit.mood == RETREATING
    if not retreating and lost(battle, unit) <= unit.seen_losses:
        return ""
    return ("retreating" if retreating else "casualties") if battle.men(unit.id) else ""
