"""KK-9.6 to KK-9.8 Finis: withdrawal, the day after, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Ended, Event, Left
from kktui.engine.muster import arrivals
from kktui.engine.state import DEAD, EXITED, FIELDED, FLED, RESERVE, Figure
from kktui.engine.victory import first_met, met, points
from kktui.rules.knights_knaves.command import in_command
from kktui.rules.knights_knaves.events import Done, TurnedOver
from kktui.rules.knights_knaves.events_evening import Aftermath, Wavered
from kktui.rules.knights_knaves.fatigue import spend_the_turn, tire_all
from kktui.rules.knights_knaves.figures import DIES, LINGERS, RECOVERS, Band, Battle, Man

LAST_LEVEL = 4
"""The permanent level of fatigue at which everybody withdraws.  [KK-9.6]"""
WHEN_DISABLED = 3
"""Added to the die of the disabled.  [KK-9.7]"""


def opening(battle: Battle) -> Iterator[Event]:
    """A new turn: marks are wiped off and reserves come on.  [KK-2.1]"""
    yield TurnedOver()
    yield from arrivals(battle)


# Withdrawing.


class Count(NamedTuple):
    """A leader counts his losses."""

    roll: int
    withdraws: bool


def count_losses(ask: Ask, losses: int, who: str = "") -> Count:
    """2D10 below the unit's losses: it withdraws.  [KK-9.6]"""
    roll = ask.roll("2d10", "finis", who)
    return Count(roll, roll < losses)


def losses(battle: Battle, unit: Band) -> int:
    """Figures disabled, gone or routing.  [KK-9.6]"""
    men = [battle.figures[each] for each in unit.figures]
    return len([man for man in men if man.routing or man.standing not in (FIELDED, RESERVE, EXITED)])


def waver(battle: Battle, ask: Ask) -> None:
    """From permanent level 1 on, each unit leader out of command.  [KK-9.6]"""
    for unit in battle.units.values():
        leader = battle.figures[unit.leader]
        if leader.standing != FIELDED or not leader.worn or unit.hidden or in_command(battle, leader):
            continue
        lost = losses(battle, unit)
        counted = count_losses(ask, lost, leader.id)
        battle.record(Wavered(unit.id, counted.roll, lost, counted.withdraws))
        if counted.withdraws:
            withdraw(battle, unit)


def withdraw(battle: Battle, unit: Band) -> None:
    """A unit leaves the field.  [KK-9.6]"""
    for man in list(battle.men(unit.id)):
        battle.record(Left(man.id, FLED, rule="KK-9.6"))


# The day after.


class Fate(NamedTuple):
    """What becomes of one hurt badly."""

    outcome: str
    roll: int


def aftermath(ask: Ask, armour: int, more: int, who: str = "") -> Fate:
    """A D10, 3 more if disabled, below the armour he recovers; a natural 10 is death.  [KK-9.7]"""
    roll = ask.roll("1d10", "aftermath", who)
    if roll == 10:
        return Fate(DIES, roll)
    return Fate(RECOVERS if roll + more < armour else LINGERS, roll)


def badly_hurt(battle: Battle) -> list[Man]:
    """Those with a quarter of their original stamina or less, wherever they are, whose fate is open.  [KK-9.7]"""
    men = [man for man in battle.figures.values() if 4 * man.stamina <= man.original and not man.fate]
    return [man for man in men if not battle.units[man.unit].hidden]


def look_after(battle: Battle, ask: Ask) -> None:
    """After the battle the dice say who lives.  [KK-9.7]"""
    battle.record(Done("aftermath"))
    for man in badly_hurt(battle):
        more = WHEN_DISABLED if man.standing == DEAD else 0
        fate = aftermath(ask, man.armour, more, man.id)
        battle.record(Aftermath(man.id, fate.roll, more, man.armour, fate.outcome))


# The phase.


def who_tires(battle: Battle, ask: Ask) -> str | None:
    """Fatigue once a turn; when that ends the battle, the day after."""
    done = battle.notes.done
    if "fatigue" not in done:
        return "fatigue"
    if "aftermath" not in done and (result(battle) or turn_result(battle)) and badly_hurt(battle):
        return "aftermath"
    return None


def tire(battle: Battle, ask: Ask, actor: str) -> None:
    """The fatigue phase."""
    if actor == "aftermath":
        look_after(battle, ask)
        return
    spend_the_turn(battle, ask)
    waver(battle, ask)
    tire_all(battle)


def turn_over(battle: Battle) -> bool:
    """The phases are gone through once a turn.  [KK-2.1]"""
    return True


# Who has won.


def able(battle: Battle, unit: str) -> bool:
    """Whether a unit still has anybody who does not run."""
    return any(not man.routing for man in battle.men(unit))


def stands(battle: Battle, side: str) -> bool:
    """Whether a side has anybody left to fight, or to come."""
    men = (man for man in battle.figures.values() if man.side == side)
    return any((man.standing == FIELDED and not man.routing) or man.standing == RESERVE for man in men)


def result(battle: Battle) -> Ended | None:
    """A side with nobody left to fight has lost, unless it did what it came for.  [KK-9.8]"""
    standing = [side for side in battle.sides if stands(battle, side)]
    if len(standing) == len(battle.sides):
        return None
    score = scored(battle)
    for goal in battle.scenario.goals:
        if goal.side not in standing and met(battle, goal, score):
            return Ended(goal.side, goal.kind, "KK-9.8", score)
    return Ended(standing[0] if standing else "", "nobody left to fight", "KK-9.8", score)


def turn_result(battle: Battle) -> Ended | None:
    """The scenario's goals; then the last turn, or level 4 of fatigue, and points.  [KK-9.6, KK-9.8]"""
    reached = first_met(battle, scored(battle))
    if reached is not None:
        return reached
    if battle.turn >= battle.scenario.turns:
        return by_points(battle, "turn limit")
    spent = any(man.worn >= LAST_LEVEL for man in battle.figures.values() if man.standing == FIELDED)
    return by_points(battle, "worn out") if spent else None


def scored(battle: Battle) -> dict[str, int]:
    """Points for enemies disabled, routed off or withdrawn, and for baggage.  [KK-9.8]"""
    bags = int(battle.book.chart("points").at("baggage"))
    plain = points(battle, worth_by(battle))
    taken = battle.notes.plundered
    return {side: value + (bags if battle.other(side) in taken else 0) for side, value in plain.items()}


def by_points(battle: Battle, why: str) -> Ended:
    """More points win; a margin under a tenth of the higher score is a draw.  [KK-9.8]"""
    score = scored(battle)
    high, low = max(score.values()), min(score.values())
    close = 100 * (high - low) < int(battle.book.switch("draw-margin")) * high
    winner = "" if close or high == low else max(score, key=lambda side: score[side])
    return Ended(winner, why, "KK-9.8", score)


def worth_by(battle: Battle) -> Callable[[Figure], int]:
    """What a figure is worth to the enemy, by class; a side's lord as a lord.  [KK-9.8]"""
    chart = battle.book.chart("points")
    lords = set(battle.notes.lords.values())

    def worth(figure: Figure) -> int:
        assert isinstance(figure, Man)
        return int(chart.at("lord" if figure.id in lords else figure.rank))

    return worth
