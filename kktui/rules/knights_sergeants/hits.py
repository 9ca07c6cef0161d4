"""KS-1.4 What a hit does, by rank; and coming off a horse."""

from __future__ import annotations

from kktui.engine.events import Left
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import DEAD
from kktui.rules.knights_sergeants.events_fighting import Hit, Stunned, Unhorsed
from kktui.rules.knights_sergeants.figures import Battle, Man, hits_of


def effect(book: Rulebook, rank: str, hits: int) -> str:
    """What the hit that makes it so many does, by the chart.  [KS-1.4]"""
    cells = hits_of(book, rank)
    return cells[min(hits, len(cells)) - 1]


def take_hit(battle: Battle, man: Man, by: str) -> None:
    """A hit tells on a man by his rank."""
    done = effect(battle.book, man.rank, man.hits + 1)
    battle.record(Hit(man.id, by, done))
    if done == "death":
        battle.record(Left(man.id, DEAD, by, "KS-1.4"))


def stun(battle: Battle, man: Man, by: str) -> None:
    """He is only laid flat: no hit, but his next card is lost.  [KS-7.5]"""
    battle.record(Stunned(man.id, by))


def throw_rider(battle: Battle, man: Man, by: str) -> None:
    """The horse is killed and the rider thrown, who loses his next action.  [KS-6.4]"""
    battle.record(Unhorsed(man.id, by, thrown=True, rule="KS-6.4"))


def unhorse(battle: Battle, man: Man, by: str) -> None:
    """Beaten on horseback, he is on his feet and his horse gone.  [KS-7.1]"""
    battle.record(Unhorsed(man.id, by, thrown=False))
