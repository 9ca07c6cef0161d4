"""AR-3.5 Hiding: who can crouch, who is hidden from whom."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.rules.argad.figures import CROUCHED, FOOT, Battle, Man, in_ranks
from kktui.rules.argad.measure import cm, inches
from kktui.table import Sight
from kktui.table.geometry import Point

LOW_GROWTH = ("bushes", "crops")


def may_crouch(battle: Battle, man: Man) -> bool:
    """Whether there is anything a man could crouch in or behind.  [AR-3.5]"""
    if battle.table.terrain.bare or man.arm != FOOT or in_ranks(battle, man):
        return False
    return in_low_growth(battle, man) or bool(banks_by(battle, man.place.at))


def in_low_growth(battle: Battle, man: Man) -> bool:
    """Whether a man stands in bushes or high crops."""
    return any(kind in LOW_GROWTH for kind in battle.table.kinds_at(man.place.at))


def banks_by(battle: Battle, at: Point) -> frozenset[str]:
    """The earth banks so near that a man here can crouch behind them."""
    reach = inches(battle.book.charts["hiding"].rows["behind a bank, at most"])
    return frozenset(line.id for line in battle.table.lines_near(at, reach) if line.kind == "bank")


def crawl(ask: Ask, least: int, who: str = "") -> int:
    """Moving crouched: 2 cm and one die.  [AR-3.5]"""
    return least + ask.roll("1d6", "crawling", who)


def wood_between(sight: Sight) -> float:
    """How many centimetres of wood a line of sight passes through."""
    return cm(sum(inches for _, kind, inches in sight.through if kind == "woods"))


def why_unseen(battle: Battle, sight: Sight) -> str:
    """Why two places cannot see each other, or nothing.  [AR-3.5]"""
    most = float(battle.book.charts["hiding"].rows["wood that hides"])
    if wood_between(sight) > most:
        return f"is behind more than {most:g} cm of wood"
    solid = next((kind for kind in sight.cuts if kind != "woods"), "")
    return f"is out of sight behind a {solid.replace('-', ' ')}" if solid else ""


def why_hidden(battle: Battle, man: Man, at: Point, sight: Sight) -> str:
    """Why nobody who looks at a man so can shoot at him here, or nothing.  [AR-3.5]"""
    unseen = why_unseen(battle, sight)
    if unseen or man.posture != CROUCHED:
        return unseen
    if man.immobile and any(kind in LOW_GROWTH for kind in battle.table.kinds_at(at)):
        return "is hidden, crouched and still"
    behind = banks_by(battle, at)
    covered = any(line in behind for line, _, _ in sight.through)
    return "is crouched behind a bank" if covered else ""
