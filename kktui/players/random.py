"""A player that gives any legal answer. It plays badly and finds bugs."""

from __future__ import annotations

from typing import Any

from kktui.engine.check import walk_along
from kktui.engine.dice import Luck
from kktui.engine.requests import FREELY, Choose, Move, Plan, Request
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.table.geometry import Point


class Random:
    """Any option with equal chance, any way a base can go."""

    def answer(self, rules: Ruleset, state: AnyState, request: Request, luck: Luck) -> Any:
        if isinstance(request, Choose):
            return pick(request, luck)
        if isinstance(request, Move):
            return wander(state, request, luck)
        if isinstance(request, Plan):
            return scatter(self, rules, state, request, luck)
        return {}


def pick(request: Choose, luck: Luck) -> str:
    return request.options[luck.below(len(request.options))].id


def scatter(player: Random, rules: Ruleset, state: AnyState, request: Plan, luck: Luck) -> dict[str, Any]:
    """Any answer for each part, so long as no option becomes too crowded."""
    answers: dict[str, Any] = {}
    crowd = dict(request.crowded)
    for key, part in request.parts.items():
        answer = player.answer(rules, state, part, luck)
        if request.at_most and isinstance(part, Choose):
            open_to = [o.id for o in part.options if o.id in request.free or crowd.get(o.id, 0) < request.at_most]
            answer = answer if answer in open_to else open_to[0]
            crowd[answer] = crowd.get(answer, 0) + 1
        answers[key] = answer
    return answers


def _within(luck: Luck, degrees: int) -> int:
    """Any turn to either side, so many degrees at most."""
    return luck.below(2 * degrees + 1) - degrees


def wander(state: AnyState, request: Move, luck: Luck) -> dict[str, Any]:
    """A straight way in any direction that can be gone, or where the move is meant to go."""
    if request.best and (request.must_touch or luck.below(2)):
        return {"path": request.best}
    pose = state.table.poses[request.figure]
    steering = request.steering
    facing = luck.below(360) if steering == FREELY else pose.facing + _within(luck, steering.first)
    inches = request.allowance * luck.part()
    goals = [pose.at.toward(facing, inches).rounded()]
    if steering != FREELY and steering.turns and luck.below(2):
        half = pose.at.toward(facing, inches / 2)
        goals = [half.rounded(), half.toward(facing + _within(luck, steering.sharp), inches / 2).rounded()]
    walk = walk_along(state, request, goals)
    path: tuple[Point, ...] = walk.path[1:]
    return {"path": path}
