"""What must hold of a battle that is over, whatever its rules, scenario and dice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kktui.engine.events import Ended, from_json, to_json
from kktui.engine.game import Game
from kktui.engine.state import FIELDED, RESERVE, AnyState
from tests.invariants import Watch, Watched
from tests.packed import everything, kept_answers, unlike

MOST_STEPS = 20_000


def play(game: Watched) -> Watch:
    """Play a battle to its end under watch."""
    with game.watching() as watch:
        while game.steps < MOST_STEPS and game.step():
            pass
    closing(game, watch)
    return watch


def closing(game: Watched, watch: Watch) -> None:
    """What must hold of a finished battle."""
    state = game.state
    watch.hold("a battle comes to an end", state.result is not None, f"after {game.steps} steps")
    if state.result is None:
        return
    watch.hold("a finished battle waits for nobody", not game.pending and not game.step())
    watch.hold("the end is the last event", isinstance(state.log[-1].event, Ended))
    watch.hold("the result agrees with its condition", *agrees(game, state.result))
    watch.hold("the events alone give the same state", *replays(game))
    watch.hold("the answers alone give the same battle", *comes_again(game))
    for viewer in state.viewers:
        watch.hold("a view ends as the battle did", game.view(viewer).result == state.result, viewer)


def replays(game: Game) -> tuple[bool, str]:
    """Whether the events, through JSON, lead a fresh state to where the battle is."""
    fresh = game.setup.rules.muster(game.setup.scenario, game.setup.book)
    for entry in game.state.log:
        fresh.record(from_json(json.loads(json.dumps(to_json(entry.event)))))
    one, other = everything(fresh), everything(game.state)
    return one == other, unlike(one, other)


def comes_again(game: Game) -> tuple[bool, str]:
    """Whether the kept answers lead a fresh game to the same end."""
    again = Game(game.setup, game.players, kept_answers(game))
    again.advance()
    return again.digest() == game.digest(), f"{len(again.state.log)} events for {len(game.state.log)}"


def agrees(game: Game, result: Ended) -> tuple[bool, str]:
    """Whether the winner won by what the result says."""
    state = game.state
    goals = [goal for goal in state.scenario.goals if goal.kind == result.why and goal.side == result.winner]
    if result.why in {goal.kind for goal in state.scenario.goals}:
        return any(_goal_met(state, goal, result) for goal in goals), f"{result.why} by {result.winner}"
    if result.why in ("turn limit", "worn out"):
        late = state.turn >= (40 if result.why == "worn out" else state.scenario.turns)
        return late and _by_points(result), f"turn {state.turn}, {result.points}, {result.winner!r}"
    if result.winner:
        loser = state.other(result.winner)
        return not _obeys(game, loser), f"{loser} still obeys"
    return not any(_obeys(game, side) for side in state.sides), "somebody still obeys"


def _by_points(result: Ended) -> bool:
    """The side with more points has won; Knights & Knaves calls a margin under a tenth a draw."""
    score = result.points or {}
    most, least = max(score.values()), min(score.values())
    drawn = most == least or (result.rule == "KK-9.8" and 10 * (most - least) < most)
    return result.winner == "" if drawn else score[result.winner] == most


def _obeys(game: Game, side: str) -> bool:
    state = game.state
    waiting = {knight for _, knight in getattr(state.notes, "seconds", ())}
    absent = [man for man in state.figures.values() if man.side == side and man.standing == RESERVE]
    coming = any(man.id not in waiting for man in absent)
    return coming or any(unit.side == side and game.setup.rules.able(state, unit.id) for unit in state.units.values())


def _goal_met(state: AnyState, goal: Any, result: Ended) -> bool:
    """The goals in other words than the engine's."""
    if goal.by_turn and goal.by_turn != state.turn:
        return result.rule != ""
    men = [man for man in state.figures.values() if man.side == goal.side]
    if goal.kind == "kill-leader":
        return bool(state.figures[goal.figure].standing in ("dead", "out", "captured"))
    if goal.kind == "exit-table":
        return len([man for man in men if man.standing == "exited"]) >= goal.number
    if goal.kind == "points":
        return (result.points or {})[goal.side] >= goal.number
    foes = [man for man in state.figures.values() if man.side != goal.side]
    if goal.kind == "last-standing":
        return all(man.standing not in (FIELDED, RESERVE) for man in foes)
    inside = _inside(state, goal.zone)
    return not any(man in inside for man in foes) and len([m for m in men if m in inside]) >= max(1, goal.number)


def _inside(state: AnyState, zone: str) -> Sequence[Any]:
    return [man for man in state.fielded() if state.table.in_zone(zone, man.pose.at)]
