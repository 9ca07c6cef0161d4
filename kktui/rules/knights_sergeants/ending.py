"""KS-8 End."""

from __future__ import annotations

from collections.abc import Callable

from kktui.engine.events import Ended
from kktui.engine.state import Figure
from kktui.engine.victory import by_points, goal_reached, met, points
from kktui.rules.knights_sergeants.cards import waiting_to_come
from kktui.rules.knights_sergeants.figures import RETREATING, Battle, Man


def able(battle: Battle, unit: str) -> bool:
    """Whether a unit still obeys: it is there, and not in full retreat."""
    return battle.units[unit].mood != RETREATING and bool(battle.men(unit))


def obeys(battle: Battle, side: str) -> bool:
    """Whether any unit of a side still does."""
    own = (unit for unit in battle.units.values() if unit.side == side and unit.mood != RETREATING)
    return any(battle.men(unit.id) for unit in own)


def result(battle: Battle) -> Ended | None:
    """A side with no unit able to obey, and none to come, has lost, unless it did what it came for.  [KS-8.1]"""
    standing = [side for side in battle.sides if obeys(battle, side) or waiting_to_come(battle, side)]
    if len(standing) == len(battle.sides):
        return None
    for goal in battle.scenario.goals:
        if goal.side not in standing and met(battle, goal, points(battle, worth_by(battle))):
            return Ended(goal.side, goal.kind, "KS-8.1", points(battle, worth_by(battle)))
    scored = by_points(battle, worth_by(battle), "nobody left to obey", "KS-8.1")
    return Ended(standing[0] if standing else "", scored.why, scored.rule, scored.points)


def turn_result(battle: Battle) -> Ended | None:
    """The scenario's goals, then the turn limit and points.  [KS-8.1]"""
    worth = worth_by(battle)
    reached = goal_reached(battle, worth)
    if reached is not None:
        return reached
    return by_points(battle, worth, "turn limit", "KS-8.1") if battle.turn >= battle.scenario.turns else None


def worth_by(battle: Battle) -> Callable[[Figure], int]:
    """What a figure is worth to the enemy: peasant 1, man-at-arms 2, sergeant 4, knight 8.  [KS-8.1]"""
    chart = battle.book.chart("points")
    peasant = int(battle.book.chart("morale-class").at("peasant"))

    def worth(figure: Figure) -> int:
        assert isinstance(figure, Man)
        plain = "peasant" if figure.morale <= peasant else "man-at-arms"
        return int(chart.at(figure.rank if figure.rank != "man" else plain))

    return worth
