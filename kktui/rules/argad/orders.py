"""AR-2.1 Orders: what each side may tell its men before all move at once."""

from __future__ import annotations

from collections.abc import Iterator

from kktui.engine.requests import Choose, Move, Option, Plan, Single
from kktui.rules.argad.close_order import could_form, guide
from kktui.rules.argad.figures import CLOSE_ORDER, CROUCHED, OPEN, UPRIGHT, Band, Battle, Man, armour_column, ranks_of
from kktui.rules.argad.ground import going_in_ranks, going_of
from kktui.rules.argad.hiding import may_crouch
from kktui.rules.argad.measure import inches

RANKS, FORMATION, POSTURE = "ranks", "formation", "posture"
"""What the parts of a plan are about, beside the moves of single men: after a unit's or a man's id."""


def order_request(battle: Battle, side: str) -> Plan:
    """The question what all the men of a side do: every man for himself, a close order as one.  [AR-2.1]"""
    bands = [band for band in battle.units.values() if band.side == side]
    parts = {key: part for band in bands for key, part in _orders(battle, band)}
    return Plan(side, "orders", side, parts, "AR-2.1")


def _orders(battle: Battle, band: Band) -> Iterator[tuple[str, Single]]:
    lead = guide(battle, band)
    body = ranks_of(battle, band) if lead is not None else ()
    if lead is not None:
        yield f"{band.id}:{RANKS}", advance_request(battle, band, lead, body)
    formation = formation_request(battle, band, closed=lead is not None)
    if formation is not None:
        yield f"{band.id}:{FORMATION}", formation
    for man in battle.men(band.id):
        if man.id not in body:
            yield man.id, move_request(battle, man)
            if man.posture == CROUCHED or may_crouch(battle, man):
                yield f"{man.id}:{POSTURE}", posture_request(man)


def move_request(battle: Battle, man: Man) -> Move:
    """The question where a man goes; he may turn where he stands.  [AR-3.1]"""
    going = going_of(battle, man)
    return Move(man.side, "move", man.id, inches(rate(battle, man)), going, "AR-3.1", at_once=True)


def rate(battle: Battle, man: Man) -> int:
    """Centimetres a turn by kind and armour; 16 at most with a pavise.  [AR-3.1]"""
    charts = battle.book.charts
    whole = int(charts["movement"].rows[man.arm][armour_column(man.armour)])
    return min(whole, int(charts["burdens"].rows["carrying a pavise"])) if man.pavise else whole


def advance_request(battle: Battle, band: Band, lead: Man, body: tuple[str, ...]) -> Move:
    """The question where a close order goes as one.  [AR-3.2]"""
    forward = inches(battle.book.charts["close-order"].rows["forward"])
    others = tuple(each for each in body if each != lead.id)
    going = going_in_ranks(battle.book)
    return Move(band.side, "advance", lead.id, forward, going, "AR-3.2", body=others, at_once=True)


def formation_request(battle: Battle, band: Band, *, closed: bool) -> Choose | None:
    """The question whether a unit forms close order, or breaks it up; None when it can do neither.  [AR-3.2]"""
    if battle.book.switch("forming") == "never" or not (closed or could_form(battle, band)):
        return None
    options = (CLOSE_ORDER, OPEN) if closed else (OPEN, CLOSE_ORDER)
    return Choose(band.side, "formation", band.id, tuple(Option(each) for each in options), "AR-3.2")


def posture_request(man: Man) -> Choose:
    """The question whether a man crouches; as he is, unless told otherwise.  [AR-3.5]"""
    options = (CROUCHED, UPRIGHT) if man.posture == CROUCHED else (UPRIGHT, CROUCHED)
    return Choose(man.side, "posture", man.id, tuple(Option(each) for each in options), "AR-3.5")
