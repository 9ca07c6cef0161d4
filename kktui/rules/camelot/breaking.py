"""CA-9 Breaking from combat."""

from __future__ import annotations

from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.requests import Choose, Option
from kktui.engine.rulebook import Rulebook
from kktui.rules.camelot.events_fighting import BreaksOff, GotAway
from kktui.rules.camelot.figures import Battle, Man, engaged, hurts, on_table
from kktui.rules.camelot.melee import free_attack, may_strike
from kktui.rules.camelot.melee_events import after_natural_one
from kktui.rules.camelot.movement import step_clear

AWAY, CAUGHT = "away", "caught"


class Escape(NamedTuple):
    """How an attempt to get away went, and both dice."""

    outcome: str
    roll: int
    target_roll: int


def escape(ask: Ask, ini: int, foes_ini: int, who: str = "", whom: str = "") -> Escape:
    """D6 + INI against D6 + INI: a tie or more catches him.  [CA-9.1]"""
    roll = ask.roll("1d6", "break off", who)
    other = ask.roll("1d6", "hold him", f"{whom} against {who}")
    return Escape(CAUGHT if other + foes_ini >= roll + ini else AWAY, roll, other)


def quickness(book: Rulebook, man: Man) -> tuple[Modifier, ...]:
    """INI and what bears on it.  [CA-9.1]"""
    return (Modifier("INI", man.ini, "CA-9.1"), *hurts(book, man, "INI"))


def break_off(battle: Battle, ask: Ask, man: Man) -> None:
    """Every enemy who still touches him tries to hold him, or lets him go and strikes.  [CA-9.1, CA-9.2]"""
    foes = engaged(battle, man)
    for each in foes:
        foe = battle.figures[each]
        if not may_strike(battle, foe) or each not in engaged(battle, man):
            continue
        if not gets_away(battle, ask, man, foe) or not on_table(battle, man.id):
            return
    battle.record(GotAway(man.id))
    step_clear(battle, man, foes, "CA-9.1")


def gets_away(battle: Battle, ask: Ask, man: Man, foe: Man) -> bool:
    """One opponent's answer: to hold him by a throw, or to let him go for a free attack.  [CA-9.1, CA-9.2]"""
    options = (Option("hold-him", man.id), Option("let-go", man.id))
    if not foe.tried and ask.choose(Choose(foe.side, "let-him-go", foe.id, options, "CA-9.2")) == "let-go":
        fought = free_attack(battle, ask, foe, man)
        if fought.natural_one:
            after_natural_one(battle, ask, man, foe)
        return True
    ours, theirs = quickness(battle.book, man), quickness(battle.book, foe)
    tried = escape(ask, total(ours), total(theirs), man.id, foe.id)
    battle.record(BreaksOff(man.id, foe.id, ours, tried.roll, theirs, tried.target_roll, tried.outcome))
    return tried.outcome == AWAY
