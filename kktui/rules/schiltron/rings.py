"""How far a man heartens, shoots and charges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Ring
from kktui.rules.schiltron.charge import farthest, why_not_charge
from kktui.rules.schiltron.figures import Battle, Man, is_leader, missile
from kktui.rules.schiltron.movement import TOGETHER, guide, pace_of
from kktui.rules.schiltron.shooting import LONG, SHORT, why_not_shoot


def rings(battle: Battle, figure: str) -> Sequence[Ring]:
    """A leader's 4 inches; for whom moves are measured the unit's room and furthest charge; the ranges of a weapon."""
    man = battle.figures[figure]
    return (*_leading(battle, man), *_moving(battle, man), *_shooting(battle, man))


def _leading(battle: Battle, man: Man) -> Iterator[Ring]:
    if is_leader(battle, man) and not man.routed:
        yield Ring("leading", float(battle.book.chart("morale-levels").at("leader within")), "SC-6.4", command=True)


def _moving(battle: Battle, man: Man) -> Iterator[Ring]:
    unit = battle.units[man.unit]
    if guide(battle, unit) is not man:
        return
    if len(unit.figures) > 1 and not man.in_ranks:
        yield Ring("group", TOGETHER, "SC-3.1", command=True)
    if why_not_charge(battle, unit) is None:
        yield Ring("charge", float(farthest(pace_of(battle, unit, charging=True))), "SC-3.4", threat=True)


def _shooting(battle: Battle, man: Man) -> Iterator[Ring]:
    if man.missile:
        row, ready = missile(battle.book, man.missile), not why_not_shoot(battle, man)
        for band in (SHORT, LONG):
            inches = float(battle.book.chart("missiles").at(row, band))
            yield Ring(f"{band} range", inches, "SC-4.1", threat=ready and band == LONG)
