"""Before turn 1: each unit with a zone is drawn up in it, as its side likes."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.events import DrewUp
from kktui.engine.requests import Arrange
from kktui.engine.state import AnyState
from kktui.engine.turn import Phase


def who_draws_up(state: AnyState, ask: Ask) -> str | None:
    """The next unit that starts in a zone and is not drawn up yet."""
    for troop in state.scenario.troops:
        if troop.zone and troop.id not in state.drawn_up and state.men(troop.id):
            return troop.id
    return None


def draw_up_unit(state: AnyState, ask: Ask, actor: str) -> None:
    """The side places the unit's men in its zone, or leaves them in rows."""
    troop = next(each for each in state.scenario.troops if each.id == actor)
    fixed = {recruit.id for recruit in troop.recruits if recruit.at is not None}
    men = [man for man in state.men(actor) if man.id not in fixed]
    default = {man.id: man.pose for man in men}
    request = Arrange(troop.side, "deploy", actor, tuple(default), default, zone=troop.zone)
    state.record(DrewUp(actor, ask.place(request)))


DEPLOYMENT = (Phase("Deployment", who_draws_up, draw_up_unit),)
