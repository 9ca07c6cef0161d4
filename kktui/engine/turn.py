"""The turn is a table of phases; a step is one actor's part in one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kktui.engine.ask import Ask
from kktui.engine.events import PhaseBegan, PhasesOver, TurnBegan
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState


@dataclass(frozen=True, slots=True)
class Phase:
    """`who` says who acts next in this phase, or None when it is over; `do` is one step of that actor.

    Both are plain functions of the state and of what they ask. An actor is an id, or a tuple of ids.
    """

    name: str
    who: Callable[[Any, Ask], Any]
    do: Callable[[Any, Ask, Any], None]
    rule: str = ""


def take_step(rules: Ruleset, state: AnyState, ask: Ask) -> None:
    """One step of the battle: the next actor of the phase acts. A phase with nobody to act is passed over.

    A phase is announced when somebody first acts in it, so the log has no empty headings.
    """
    phases = phases_of(rules, state)
    for index in range(max(state.phase, 0), len(phases)):
        phase = phases[index]
        actor = phase.who(state, ask)
        if actor is not None:
            if index != state.phase:
                state.record(PhaseBegan(phase.name, index))
            phase.do(state, ask, actor)
            return
    _start_over(rules, state)


def phases_of(rules: Ruleset, state: AnyState) -> tuple[Phase, ...]:
    """The phases in force: of the deployment before turn 1, then of the turn."""
    return rules.phases if state.turn else rules.deploy


def _start_over(rules: Ruleset, state: AnyState) -> None:
    """After the last phase the table of phases starts over, in the same turn until that is over.

    The battle is decided at once, or at the turn's end.
    """
    if not state.turn:
        _begin_turn(rules, state)
        return
    over = rules.turn_over(state)
    end = rules.result(state) or (rules.turn_result(state) if over else None)
    if end is not None:
        state.record(end)
    elif over:
        _begin_turn(rules, state)
    else:
        state.record(PhasesOver())


def _begin_turn(rules: Ruleset, state: AnyState) -> None:
    state.record(TurnBegan(state.turn + 1))
    for event in rules.opening(state):
        state.record(event)
