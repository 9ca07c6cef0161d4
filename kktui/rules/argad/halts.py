"""AR-2.1 Why somebody came less far than he was ordered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from kktui.rules.argad.events import CameUpon, FellShort
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.measure import HUNDREDTHS, cm, inches
from kktui.rules.argad.orders import rate
from kktui.table import Marched
from kktui.table.geometry import Point

if TYPE_CHECKING:
    from kktui.rules.argad.movement import Intent

TRIFLE = inches(0.5)
"""Who lacks no more than this has come where he was to come."""


class Cause(NamedTuple):
    """What ended a move: who was held, how, and by whom."""

    held: str
    how: str
    by: tuple[str, ...] = ()


def fallen_short(
    battle: Battle, intents: Iterable[Intent], marched: Marched, met: Iterable[CameUpon]
) -> Iterator[FellShort]:
    """Who came less far than ordered, and why; not again whom the dice or a foe just come upon held.  [AR-2.1]"""
    told = {pair for each in met for foe in each.foes for pair in ((each.figure, foe), (foe, each.figure))}
    for intent in intents:
        came, ordered = length(marched.paths.get(intent.men[0], ())), _ordered(battle, intent)
        if ordered - came <= TRIFLE:
            continue
        cause = _cause(battle, intent, marched, came)
        if cause is not None and (len(intent.men) > 1 or not any((cause.held, foe) in told for foe in cause.by)):
            yield _told(battle, intent, cause, cm(came), cm(ordered))


def length(way: Sequence[Point]) -> float:
    """Inches along a way."""
    return sum(one.to(other) for one, other in pairwise(way))


def _ordered(battle: Battle, intent: Intent) -> float:
    """Inches that somebody was to go, were it not for what the ground bars: his whole move at most."""
    walk = intent.walk
    if walk.stopped not in ("line", "area"):
        return walk.length
    most = intent.pace if len(intent.men) > 1 else inches(rate(battle, battle.figures[intent.men[0]]))
    return min(length((walk.path[0], *walk.aim)), most)


def _cause(battle: Battle, intent: Intent, marched: Marched, came: float) -> Cause | None:
    """Others, want of room to turn, or what the ground bars; None if it was the dice alone."""
    held = next((each for each in intent.men if each in marched.halts), "")
    if not held:
        return Cause("", intent.walk.stopped) if intent.walk.length - came <= TRIFLE else None
    by, side = marched.halts[held], battle.figures[held].side
    foes = tuple(each for each in by if battle.figures[each].side != side)
    return Cause(held, "foe", foes) if foes else Cause(held, "friend" if by else "turn", by)


def _told(battle: Battle, intent: Intent, cause: Cause, came: float, ordered: float) -> FellShort:
    """One man by himself; a close order as one, with him of it who was held."""
    lead, (held, how, by) = intent.men[0], cause
    alone = len(intent.men) == 1
    who, rule = (lead, "AR-2.1" if held else "AR-3.4") if alone else (battle.figures[lead].unit, "AR-3.2")
    return FellShort(who, round(came, HUNDREDTHS), round(ordered, HUNDREDTHS), "" if alone else held, how, by, rule)
