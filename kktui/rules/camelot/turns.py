"""CA-3.1 A figure's turn: how it begins, what stands against it, and how it ends."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.muster import exits
from kktui.engine.state import EXITED
from kktui.rules.camelot.events import MOVED, NO_MOVE, Acts, ActsNot, Done
from kktui.rules.camelot.figures import Battle, Man, engaged, on_table
from kktui.rules.camelot.leaving import depart
from kktui.rules.camelot.melee import free_attack, may_strike
from kktui.rules.camelot.melee_events import after_natural_one
from kktui.rules.camelot.morale import take_check
from kktui.rules.camelot.movement import fall_back, leave_at_edge, step_clear


def begin_turn(battle: Battle, ask: Ask, man: Man) -> None:
    """A move and an action; the stunned and the confused lose them, the broken run unless they rally.  [CA-3.1]"""
    lost = "stunned" if man.stunned else "confused" if man.confused else ""
    if lost:
        battle.record(ActsNot(man.id, lost, "CA-8.6" if man.stunned else "CA-6.2"))
        return
    if man.broken and not take_check(battle, ask, man, "rally"):
        run(battle, ask, man)
        return
    plain = 0 if man.done else 1
    moves = 0 if NO_MOVE in man.extra else plain
    extra = man.extra
    actions, shots = plain + extra.count("action"), extra.count("shot")
    walked = MOVED in extra or (man.done and man.walked)
    battle.record(Acts(man.id, moves + extra.count("move"), actions, shots, walked=walked))


def run(battle: Battle, ask: Ask, man: Man) -> None:
    """A broken figure's turn: who still touches it has a free attack, then it makes its move, if any.  [CA-10.1]"""
    stays = NO_MOVE in man.extra
    battle.record(Acts(man.id, 0, 0, 0, "CA-10.1"))
    foes = [] if stays else engaged(battle, man)
    for each in foes:
        foe = battle.figures[each]
        strikes = may_strike(battle, foe) and not foe.tried
        if strikes and each in engaged(battle, man):
            fought = free_attack(battle, ask, foe, man)
            if fought.natural_one:
                after_natural_one(battle, ask, man, foe)
    if on_table(battle, man.id) and not stays:
        step_clear(battle, man, [] if man.down else foes, "CA-10.1")
        fall_back(battle, man, "CA-10.1")
    if on_table(battle, man.id):
        leave_at_edge(battle, ask, man)
    end_turn(battle, ask, man)


def end_turn(battle: Battle, ask: Ask, man: Man) -> None:
    """His turn is over; who was to leave by an edge and has come to it is away."""
    for event in list(exits(battle)):
        if isinstance(event, Left):
            depart(battle, ask, Left(event.figure, EXITED, rule="CA-10.2"))
    battle.record(Done(man.id))
