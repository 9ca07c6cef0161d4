"""The scenario's goals, which every ruleset judges alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kktui.engine.events import Ended
from kktui.engine.scenario import Goal
from kktui.engine.state import CAPTURED, DEAD, EXITED, FIELDED, FLED, OUT, RESERVE, AnyState, Figure

LOST = (DEAD, OUT, CAPTURED, FLED)


def points(state: AnyState, worth: Callable[[Figure], int]) -> dict[str, int]:
    """What each side scored: the worth of the enemies it put out of the battle."""
    return {
        side: sum(worth(man) for man in state.figures.values() if man.side != side and man.standing in LOST)
        for side in state.sides
    }


def goal_reached(state: AnyState, worth: Callable[[Figure], int]) -> Ended | None:
    """The first goal of the scenario that stands fulfilled as this turn ends, by what men are worth."""
    return first_met(state, points(state, worth))


def first_met(state: AnyState, score: Mapping[str, int]) -> Ended | None:
    """The same for a ruleset that scores more than men."""
    for goal in state.scenario.goals:
        judged = not goal.by_turn or goal.by_turn == state.turn
        if judged and met(state, goal, score):
            return Ended(goal.side, goal.kind, points=score)
    return None


def met(state: AnyState, goal: Goal, score: Mapping[str, int]) -> bool:
    """Whether a goal is fulfilled, and not too late."""
    return not 0 < goal.by_turn < state.turn and _GOALS[goal.kind](state, goal, score)


def holds_zone(state: AnyState, goal: Goal, score: Mapping[str, int]) -> bool:
    """Enough of the side's men in the zone, and no enemy."""
    inside = [m for m in state.fielded() if m.pose and state.table.in_zone(goal.zone, m.pose.at)]
    own = len([man for man in inside if man.side == goal.side])
    return own >= max(1, goal.number) and own == len(inside)


def leader_fell(state: AnyState, goal: Goal, score: Mapping[str, int]) -> bool:
    """The named figure is dead, out of action or taken."""
    man = state.figures.get(goal.figure)
    return man is not None and man.standing in (DEAD, OUT, CAPTURED)


def got_away(state: AnyState, goal: Goal, score: Mapping[str, int]) -> bool:
    """Enough of the side's men have left by the edge."""
    gone = len([man for man in state.figures.values() if man.side == goal.side and man.standing == EXITED])
    return gone >= max(1, goal.number)


def scored(state: AnyState, goal: Goal, score: Mapping[str, int]) -> bool:
    """The side has the points."""
    return score[goal.side] >= goal.number


def last_standing(state: AnyState, goal: Goal, score: Mapping[str, int]) -> bool:
    """No enemy is left on the table or on the way to it."""
    return not any(man.side != goal.side and man.standing in (FIELDED, RESERVE) for man in state.figures.values())


_GOALS: Mapping[str, Callable[[AnyState, Goal, Mapping[str, int]], bool]] = {
    "hold-zone": holds_zone,
    "kill-leader": leader_fell,
    "exit-table": got_away,
    "points": scored,
    "last-standing": last_standing,
}


def by_points(state: AnyState, worth: Callable[[Figure], int], why: str, rule: str) -> Ended:
    """The end when nothing else decides: more points win, equal points are a draw."""
    score = points(state, worth)
    first, second = state.sides
    winner = "" if score[first] == score[second] else first if score[first] > score[second] else second
    return Ended(winner, why, rule, score)
