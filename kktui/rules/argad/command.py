"""AR-6.1 Command and side morale: options, off unless a house rule wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.modifiers import Modifier
from kktui.engine.state import FLED
from kktui.rules.argad.events import Steadied, Wavered
from kktui.rules.argad.figures import Battle, Man, is_lost
from kktui.rules.argad.measure import up_to

BEST = 5


def in_disorder(battle: Battle, man: Man, named: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Beyond 20 cm of an officer there are no bonuses, if command is played.  [AR-6.1]"""
    if not battle.book.switch("command") or commanded(battle, man):
        return tuple(named)
    return tuple(each for each in named if each.value < 0)


def commanded(battle: Battle, man: Man) -> bool:
    """Whether a man is, or is within 20 cm of, an officer of his side.  [AR-6.1]"""
    reach = up_to(battle.book.charts["options"].rows["command in cm"])
    officers = (each for each in battle.fielded(man.side) if each.officer)
    gaps = (battle.table.gap_between(man.base, man.place, each.base, each.place) for each in officers)
    return man.officer or any(gap <= reach for gap in gaps)


def shaken(battle: Battle, side: str) -> bool:
    """Whether a side has lost half its men, or its leader.  [AR-6.1]"""
    men = [man for man in battle.figures.values() if man.side == side]
    captain = captain_of(battle, side)
    return 2 * sum(map(is_lost, men)) >= len(men) or (captain is not None and is_lost(captain))


def captain_of(battle: Battle, side: str) -> Man | None:
    """The leader of a side: its best man, the first listed of equals."""
    men = [man for man in battle.figures.values() if man.side == side and man.officer]
    return max(men, key=lambda man: (man.grade, man.armour), default=None)


class Heart(NamedTuple):
    """How a side stands when it looks to its courage."""

    bonus: int
    needs: int


class Stand(NamedTuple):
    """Whether a side stays or leaves, and its die."""

    outcome: str
    roll: int


def hold_out(ask: Ask, heart: Heart, who: str = "") -> Stand:
    """The die, 1 on for each living man of class 5: 4 or more stays.  [AR-6.1]"""
    roll = ask.roll("1d6", "side morale", who)
    return Stand("stay" if roll + heart.bonus >= heart.needs else "leave", roll)


def heart_of(battle: Battle, side: str) -> Heart:
    """What a side looks to its courage with.  [AR-6.1]"""
    chart = battle.book.charts["options"].rows
    best = len([man for man in battle.fielded(side) if man.grade == BEST])
    return Heart(best * int(chart["each man of class 5"]), int(chart["side morale needs"]))


def who_wavers(battle: Battle, ask: Ask) -> str | None:
    """Once a turn, if side morale is played and somebody has reason to.  [AR-6.1]"""
    if battle.notes.tested or not battle.book.switch("side-morale"):
        return None
    return "all" if any(shaken(battle, side) for side in battle.sides) else None


def waver(battle: Battle, ask: Ask, actor: str) -> None:
    """Each side that has reason to throws, both at once; below 4 it leaves the field.  [AR-6.1]"""
    hearts = {side: heart_of(battle, side) for side in sorted(battle.sides) if shaken(battle, side)}
    for side, heart in hearts.items():
        stand = hold_out(ask, heart, side)
        named = (Modifier("men of class 5", heart.bonus, "AR-6.1"),) if heart.bonus else ()
        battle.record(Wavered(side, stand.roll, named, heart.needs, stand.outcome))
        if stand.outcome == "leave":
            for man in battle.fielded(side):
                battle.record(Left(man.id, FLED, rule="AR-6.1"))
    battle.record(Steadied())
