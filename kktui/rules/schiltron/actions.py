"""What a unit may do with its move."""

from __future__ import annotations

from collections.abc import Iterator

from kktui.engine.ask import Ask
from kktui.engine.hiding import reveal
from kktui.engine.requests import Barred, Choose, Option, Refusal
from kktui.rules.schiltron.charge import why_not_charge
from kktui.rules.schiltron.events import UnitDone
from kktui.rules.schiltron.figures import FORMED, SCHILTRON, Battle, Company
from kktui.rules.schiltron.formations import break_up, form_up, why_not_form
from kktui.rules.schiltron.movement import move

MOVE, HOLD, FORM, RING, BREAK = "move", "hold", "form", "schiltron", "break-up"
FORMATIONS = {FORM: FORMED, RING: SCHILTRON}
ACTIONS = (MOVE, HOLD, FORM, RING, BREAK)
TOO_LATE = Refusal("SC-3.4", "charges are declared before anybody moves")
NO_FORMATION = Barred(BREAK, Refusal("SC-3.2", "it stands in no formation"))


def act(battle: Battle, ask: Ask, unit: Company) -> None:
    """One unit's move, as its side likes; who lay hidden and does anything shows himself.  [SC-3.1, SC-2.1]"""
    action = ask.choose(action_request(battle, unit))
    if unit.hidden and action != HOLD:
        reveal(battle, unit, "acts", "SC-2.1")
    if action == HOLD:
        battle.record(UnitDone(unit.id, {}))
    elif action in FORMATIONS:
        form_up(battle, ask, unit, FORMATIONS[action])
    else:
        if action == BREAK:
            break_up(battle, unit, "order")
        move(battle, ask, unit)


def action_request(battle: Battle, unit: Company) -> Choose:
    """The question what a unit does, and why the rest is not open to it."""
    options, barred = [Option(MOVE), Option(HOLD)], [Barred("charge", why_not_charge(battle, unit) or TOO_LATE)]
    for action, why in closed_formations(battle, unit):
        if why:
            barred.append(Barred(action, Refusal("SC-3.2", why)))
        else:
            options.append(Option(action))
    if unit.formation:
        options.append(Option(BREAK))
    else:
        barred.append(NO_FORMATION)
    return Choose(unit.side, "action", unit.id, tuple(options), "SC-3.1", tuple(barred))


def closed_formations(battle: Battle, unit: Company) -> Iterator[tuple[str, str]]:
    """Each formation and why it may not be taken up, or nothing."""
    for action, formation in FORMATIONS.items():
        yield action, why_not_form(battle, unit, formation)
