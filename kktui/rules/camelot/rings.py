"""How far a figure heartens, shoots and charges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Ring
from kktui.rules.camelot.figures import Battle, Man, engaged, leads_others, shot_as
from kktui.rules.camelot.movement import allowance
from kktui.rules.camelot.ranged import RANGES, why_not_shoot


def rings(battle: Battle, figure: str) -> Sequence[Ring]:
    """His charge, the ranges of the weapon in his hand, and how near a leader rallies others."""
    return tuple(_rings(battle, battle.figures[figure]))


def _rings(battle: Battle, man: Man) -> Iterator[Ring]:
    book = battle.book
    fit = not (man.broken or man.stunned or man.down)
    if leads_others(battle, man) and not man.broken:
        yield Ring("rallying", float(book.chart("distances").at("leader who rallies")), "CA-10.1", command=True)
    yield Ring("charge", allowance(book, man), "CA-3.2", threat=fit and not engaged(battle, man))
    missile = shot_as(book, man.weapon)
    if missile:
        ready = fit and not why_not_shoot(battle, man)
        for band in RANGES:
            inches = float(book.chart("missiles").at(missile, band))
            yield Ring(f"{band} range", inches, "CA-7.1", threat=ready and band == RANGES[-1])
