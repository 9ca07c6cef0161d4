"""How far a man commands, shoots and charges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Ring
from kktui.rules.knights_sergeants.approach import furthest_charge
from kktui.rules.knights_sergeants.archery import why_not_shoot
from kktui.rules.knights_sergeants.figures import Battle, guide
from kktui.rules.knights_sergeants.movement import TOGETHER
from kktui.rules.knights_sergeants.troops import arm


def rings(battle: Battle, figure: str) -> Sequence[Ring]:
    """The ranges of his weapon; of a leader, his group's room round him and the furthest charge of his dice."""
    return tuple(_rings(battle, figure))


def _rings(battle: Battle, figure: str) -> Iterator[Ring]:
    man = battle.figures[figure]
    unit = battle.units[man.unit]
    leader = guide(battle, unit)
    if leader is not None and leader.id == figure:
        if len(unit.figures) > 1:
            yield Ring("group", TOGETHER, "KS-4.4", command=True)
        yield Ring("charge", furthest_charge(battle, unit), "KS-5.1", threat=True)
    chart = battle.book.chart("missiles")
    if arm(battle.book, man.weapon) in chart.rows:
        close, far, _ = chart.at(arm(battle.book, man.weapon))
        yield Ring("close range", close, "KS-6.2")
        yield Ring("long range", far, "KS-6.2", threat=not why_not_shoot(battle, man))
