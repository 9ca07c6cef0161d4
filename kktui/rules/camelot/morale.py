"""CA-10.1 Morale."""

from __future__ import annotations

from collections.abc import Iterator

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.state import FIELDED, RESERVE
from kktui.rules.camelot.events_fate import HalfGone, MoraleChecked
from kktui.rules.camelot.figures import Battle, Man, followers, in_wait, leads_others, up_to


def holds(ask: Ask, bonus: int, needs: int, who: str = "") -> tuple[int, bool]:
    """D6 + Discipline of 6 or more; the die, and whether courage holds.  [CA-10.1]"""
    roll = ask.roll("1d6", "morale", who)
    return roll, roll + bonus >= needs


def courage(battle: Battle, man: Man, cause: str) -> Iterator[Modifier]:
    """What bears on a figure's courage.  [CA-10.1]"""
    yield Modifier("Discipline", man.discipline, "CA-10.1")
    if cause == "rally" and leader_near(battle, man):
        yield Modifier("a leader near", int(battle.book.chart("morale").at("a leader near, to rally")), "CA-10.1")


def leader_near(battle: Battle, man: Man) -> bool:
    """Whether a leader of his side who is not broken himself is within 8 inches.  [CA-10.1]"""
    near = up_to(float(battle.book.chart("distances").at("leader who rallies")))
    others = [each for each in battle.fielded(man.side) if each is not man and not each.broken]
    leaders = [each for each in others if leads_others(battle, each)]
    return any(battle.table.gap(man.id, each.id) <= near for each in leaders)


def take_check(battle: Battle, ask: Ask, man: Man, cause: str) -> bool:
    """A figure looks to its courage, and what it does is recorded; by ruling nobody has to.  [CA-10.1]"""
    if not battle.book.switch("morale"):
        return True
    named = tuple(courage(battle, man, cause))
    needs = int(battle.book.chart("morale").at("needs"))
    roll, firm = holds(ask, total(named), needs, man.id)
    battle.record(MoraleChecked(man.id, cause, roll, named, needs, firm))
    return firm


def after_a_fall(battle: Battle, ask: Ask, fallen: Man) -> None:
    """His followers look to their courage, and his whole side if it is down to half.  [CA-10.1]"""
    if not battle.book.switch("morale"):
        return
    for man in sorted(followers(battle, fallen), key=lambda each: each.id):
        if not man.broken:
            take_check(battle, ask, man, "leader fell")
    if fallen.side not in battle.notes.halved and down_to_half(battle, fallen.side):
        battle.record(HalfGone(fallen.side))
        for man in battle.fielded(fallen.side):
            if not man.broken:
                take_check(battle, ask, man, "half strength")


def down_to_half(battle: Battle, side: str) -> bool:
    """Whether half of a side's figures, or fewer, are left or still to come; who only waits is none.  [CA-10.1]"""
    waiting = in_wait(battle)
    own = [man for man in battle.figures.values() if man.side == side and man.id not in waiting]
    left = [man for man in own if man.standing in (FIELDED, RESERVE)]
    return 2 * len(left) <= len(own)
