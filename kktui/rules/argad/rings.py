"""How far a man goes, shoots and commands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Ring
from kktui.rules.argad.figures import Battle, Man, in_ranks
from kktui.rules.argad.measure import inches
from kktui.rules.argad.orders import rate
from kktui.rules.argad.shooting import row_of, why_not_shoot

BANDS = ("short range", "middle range", "long range")


def rings(battle: Battle, figure: str) -> Sequence[Ring]:
    """His move, within which he comes to blows; the ranges of his weapon; an officer's command, if it is played."""
    man = battle.figures[figure]
    return (*_moving(battle, man), *_shooting(battle, man), *_commanding(battle, man))


def _moving(battle: Battle, man: Man) -> Iterator[Ring]:
    """[AR-3.1, AR-3.2]"""
    if in_ranks(battle, man):
        yield Ring("close order", inches(battle.book.charts["close-order"].rows["forward"]), "AR-3.2", threat=True)
    else:
        yield Ring("move", inches(rate(battle, man)), "AR-3.1", threat=True)


def _shooting(battle: Battle, man: Man) -> Iterator[Ring]:
    """[AR-4.2]"""
    if not man.missile:
        return
    width, *needed = battle.book.charts["shooting"].rows[row_of(battle, man)]
    ready = not why_not_shoot(battle, man)
    for number, cell in enumerate(needed):
        if cell:
            yield Ring(BANDS[number], inches(width * (number + 1)), "AR-4.2", threat=ready)


def _commanding(battle: Battle, man: Man) -> Iterator[Ring]:
    """[AR-6.1]"""
    if man.officer and battle.book.switch("command"):
        yield Ring("command", inches(battle.book.charts["options"].rows["command in cm"]), "AR-6.1", command=True)
