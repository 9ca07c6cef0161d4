"""SC-9 End."""

from __future__ import annotations

from collections.abc import Callable

from kktui.engine.events import Ended
from kktui.engine.state import RESERVE, Figure
from kktui.engine.victory import by_points, goal_reached, met, points
from kktui.rules.schiltron.figures import Battle, Man, fifths, is_leader, steady_men


def able(battle: Battle, key: str) -> bool:
    """Whether a unit counts: not routed, gone or under a fifth; by ruling any man will do.  [SC-9.1]"""
    unit = battle.units[key]
    men = len(steady_men(battle, unit))
    return men > 0 and (battle.book.switch("defeat") == "nobody-left" or fifths(unit, men) >= 1)


def holds_out(battle: Battle, side: str) -> bool:
    """Whether a side has a unit that counts, or men still to come."""
    if any(man.side == side and man.standing == RESERVE for man in battle.figures.values()):
        return True
    return any(able(battle, unit.id) for unit in battle.units.values() if unit.side == side)


def result(battle: Battle) -> Ended | None:
    """A side whose every unit is routed, gone or under a fifth has lost, unless it did what it came for.  [SC-9.1]"""
    standing = [side for side in battle.sides if holds_out(battle, side)]
    if len(standing) == len(battle.sides):
        return None
    score = points(battle, worth_by(battle))
    for goal in battle.scenario.goals:
        if goal.side not in standing and met(battle, goal, score):
            return Ended(goal.side, goal.kind, "SC-9.1", score)
    return Ended(standing[0] if standing else "", "nobody holds out", "SC-9.1", score)


def turn_result(battle: Battle) -> Ended | None:
    """The scenario's goals, then the turn limit and points.  [SC-9.1]"""
    worth = worth_by(battle)
    reached = goal_reached(battle, worth)
    if reached is not None:
        return reached
    return by_points(battle, worth, "turn limit", "SC-9.1") if battle.turn >= battle.scenario.turns else None


def worth_by(battle: Battle) -> Callable[[Figure], int]:
    """What a figure is worth to the enemy: by quality, more for a leader.  [SC-9.1]"""
    chart = battle.book.chart("points")

    def worth(figure: Figure) -> int:
        assert isinstance(figure, Man)
        return int(chart.at(figure.quality)) + (int(chart.at("leader adds")) if is_leader(battle, figure) else 0)

    return worth
