"""CA-10.2 The end."""

from __future__ import annotations

from collections.abc import Callable

from kktui.engine.ask import Ask
from kktui.engine.events import Ended
from kktui.engine.state import RESERVE, Figure
from kktui.engine.victory import first_met, met, points
from kktui.rules.camelot.figures import Battle, Man, in_wait
from kktui.rules.camelot.finds import held
from kktui.rules.camelot.initiative import turn_over


def able(battle: Battle, unit: str) -> bool:
    """Whether a unit still obeys: somebody in it stands unbroken."""
    return any(not man.broken for man in battle.men(unit))


def stands(battle: Battle, side: str) -> bool:
    """Whether a side has an unbroken figure on the table, or one still to come.  [CA-10.2]"""
    for man in battle.fielded(side):
        if not man.broken:
            return True
    seconds = in_wait(battle)
    return any(man.side == side and to_come(man, seconds) for man in battle.figures.values())


def to_come(man: Man, seconds: set[str]) -> bool:
    """Whether he is on his way; a knight who waits for another to be defeated is not.  [CA-5.12]"""
    return man.standing == RESERVE and man.id not in seconds


def decided(battle: Battle) -> bool:
    """Whether one side, or both, has nobody left who stands."""
    one, other = battle.sides
    return not (stands(battle, one) and stands(battle, other))


def score(battle: Battle) -> dict[str, int]:
    """What each side has: enemies put out of the battle, and treasure.  [CA-10.2]"""
    sums = points(battle, worth_by(battle))
    for _, side, worth in battle.notes.treasure:
        sums[side] += worth
    return sums


def result(battle: Battle) -> Ended | None:
    """A side with no unbroken figure standing loses, unless it did what it came for.  [CA-10.2]"""
    if not decided(battle):
        return None
    scored = score(battle)
    standing = [side for side in battle.sides if stands(battle, side)]
    for goal in battle.scenario.goals:
        if goal.side not in standing and met(battle, goal, scored):
            return Ended(goal.side, goal.kind, "CA-10.2", scored)
    return Ended(standing[0] if standing else "", "nobody left standing", "CA-10.2", scored)


def turn_result(battle: Battle) -> Ended | None:
    """The scenario's goals, then the last round and points.  [CA-10.2]"""
    scored = score(battle)
    reached = first_met(battle, scored)
    if reached is not None:
        return Ended(reached.winner, reached.why, "CA-10.2", scored)
    if battle.turn < battle.scenario.turns:
        return None
    first, second = battle.sides
    winner = "" if scored[first] == scored[second] else max(scored, key=lambda side: scored[side])
    return Ended(winner, "turn limit", "CA-10.2", scored)


def worth_by(battle: Battle) -> Callable[[Figure], int]:
    """What a figure is worth to the enemy.  [CA-10.2]"""
    chart = battle.book.chart("points")

    def worth(figure: Figure) -> int:
        assert isinstance(figure, Man)
        return int(chart.at(figure.kind))

    return worth


def who_has_treasure(battle: Battle, ask: Ask) -> str | None:
    """At the end of the battle, each find that somebody holds.  [CA-6.7]"""
    finds = held(battle)
    return finds[0].id if finds and about_to_end(battle) else None


def about_to_end(battle: Battle) -> bool:
    """Whether the battle ends with this round, or is decided already."""
    return decided(battle) or (turn_over(battle) and turn_result(battle) is not None)
