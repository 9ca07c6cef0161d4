"""AR-5 Melee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.hiding import reveal
from kktui.engine.modifiers import Modifier
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.state import DEAD, FIELDED
from kktui.engine.steering import turned
from kktui.rules.argad.blows import (
    KILL,
    MISS,
    RECOIL,
    Blow,
    Edge,
    at_once,
    edge_of,
    length,
    reached,
    strike,
)
from kktui.rules.argad.close_order import LONG
from kktui.rules.argad.events import BlowsDone, Named, Struck
from kktui.rules.argad.figures import Battle, Man, foes_upon, ranks_of, weapon_length
from kktui.rules.argad.measure import up_to
from kktui.rules.argad.recoil import follow_up, recoil

Pair = tuple[str, str]
OUTDONE, NOTHING = "outdone", "nothing"
"""What is told of a like blow that does not count: the foe is the better man, or neither is.  [AR-5.4]"""
BEFORE_HIM = 50
"""Degrees to either side in which a friend is the front rank before a man."""


class Landed(NamedTuple):
    """A blow that was struck: by whom, at whom, with what, and what it came to."""

    man: Man
    foe: Man
    edge: Edge
    named: tuple[Modifier, ...]
    blow: Blow
    outcome: str
    """After the blows struck at the same time are weighed against each other."""
    told: str
    """What the log calls it."""
    rule: str
    """By which it came to that."""


# Who can strike at whom.


def foes_of(battle: Battle, man: Man) -> list[str]:
    """Whom a man can strike at: those in contact, or over a friend's shoulder in close order.  [AR-1.3, AR-5.7]"""
    key = ("strikes at", man.id)
    found: list[str] | None = battle.places.get(key)
    if found is None:
        found = battle.places[key] = foes_upon(battle, man) or over_a_shoulder(battle, man)
    return found


def over_a_shoulder(battle: Battle, man: Man) -> list[str]:
    """The foes of the man before him, for the second rank of a close order with long weapons.  [AR-1.3]"""
    ranks = ranks_of(battle, battle.units[man.unit])
    if man.id not in ranks or not any(weapon_length(battle.book, each) == LONG for each in man.weapons):
        return []
    reach = up_to(battle.book.charts["close-order"].rows["from man to man"])
    here = man.place
    front = [
        battle.figures[each]
        for each in battle.table.near(here.at, man.base.reach + reach)
        if each in ranks
        and each != man.id
        and turned(here.facing, here.at.bearing(battle.table.poses[each].at)) <= BEFORE_HIM
    ]
    return sorted({foe for friend in front for foe in foes_upon(battle, friend)})


def fighters(battle: Battle) -> dict[str, list[str]]:
    """Everybody in melee, and whom he can strike at, by id."""
    return {
        man.id: foes for man in sorted(battle.fielded(), key=lambda each: each.id) if (foes := foes_of(battle, man))
    }


# Naming.


def who_fights(battle: Battle, ask: Ask) -> str | None:
    """First everybody names his foe, then the weapons strike by length, the longest first.  [AR-5.1, AR-5.7]"""
    notes = battle.notes
    if not notes.named:
        return "name" if fighters(battle) else None
    return "strike" if notes.blows else None


def fight(battle: Battle, ask: Ask, actor: str) -> None:
    """The naming of foes, or all blows of one length."""
    if actor == "name":
        name_foes(battle, ask)
    else:
        strike_by_length(battle, ask)


def name_foes(battle: Battle, ask: Ask) -> None:
    """Who has several foes names the one he strikes at, face down, before any die.  [AR-5.7]"""
    fighting = fighters(battle)
    requests = [request for side in battle.sides if (request := blow_request(battle, side, fighting)).parts]
    named = {man: foe for plan in ask.together(requests).values() for man, foe in plan.items()} if requests else {}
    for unit in sorted({battle.figures[man].unit for man in fighting}):
        if battle.units[unit].hidden:
            reveal(battle, battle.units[unit], "acts", "AR-3.5")
    battle.record(Named(tuple((man, named.get(man, foes[0])) for man, foes in fighting.items())))


def blow_request(battle: Battle, side: str, fighting: Mapping[str, Sequence[str]]) -> Plan:
    """The question whom those strike at who have a choice.  [AR-5.7]"""
    parts = {
        man: Choose(side, "opponent", man, tuple(Option(foe, foe) for foe in foes), "AR-5.7")
        for man, foes in fighting.items()
        if len(foes) > 1 and battle.figures[man].side == side
    }
    return Plan(side, "blows", side, parts, "AR-5.7")


# Striking.


def strike_by_length(battle: Battle, ask: Ask) -> None:
    """All the longest weapons still to come strike at once; then those they kill or throw back are gone.  [AR-5.1]"""
    standing = [pair for pair in battle.notes.blows if can_strike(battle, pair)]
    if not standing:
        battle.record(BlowsDone(()))
        return
    lengths = {pair: length(battle, *men_of(battle, pair)) for pair in standing}
    now = min(lengths.values())
    striking = [pair for pair in standing if lengths[pair] == now]
    landed = weigh(battle, [_strike(battle, ask, *men_of(battle, pair)) for pair in striking])
    battle.record(BlowsDone(tuple(pair for pair in standing if lengths[pair] != now)))
    for each in landed:
        battle.record(_struck(each))
    _fell(battle, landed)
    driven = recoil(battle, {each.foe.id: _by(landed, each.foe) for each in landed if each.outcome == RECOIL})
    follow_up(
        battle, ask, [(each.man.id, each.foe.id) for each in landed if each.foe.id in driven and each.outcome == RECOIL]
    )


def men_of(battle: Battle, pair: Pair) -> tuple[Man, Man]:
    return battle.figures[pair[0]], battle.figures[pair[1]]


def can_strike(battle: Battle, pair: Pair) -> bool:
    """Whether a man has still his blow, and the one he named is still there to be struck.  [AR-5.1, AR-5.7]"""
    man, foe = men_of(battle, pair)
    if man.standing != FIELDED or foe.standing != FIELDED or man.thrown:
        return False
    return foe.id in foes_of(battle, man)


def _strike(battle: Battle, ask: Ask, man: Man, foe: Man) -> Landed:
    edge, named = edge_of(battle, man, foe)
    blow = strike(ask, edge, man.id)
    rule = "AR-5.2" if blow.outcome == reached(edge, blow.roll + edge.bonus) else "AR-5.3"
    return Landed(man, foe, edge, named, blow, blow.outcome, blow.outcome, rule)


def weigh(battle: Battle, struck: Sequence[Landed]) -> list[Landed]:
    """Two who struck at each other at once: of like blows only the better man's counts.  [AR-5.4]"""
    by_pair = {(each.man.id, each.foe.id): each for each in struck}
    equal = str(battle.book.switch("equal-blows"))
    return [_weighed(each, by_pair.get((each.foe.id, each.man.id)), equal) for each in struck]


def _weighed(one: Landed, back: Landed | None, equal: str) -> Landed:
    """One of two blows, or one that is not returned at once.  [AR-5.4]"""
    if back is None:
        return one
    ours, theirs = at_once(one.edge, one.blow, back.edge, back.blow, equal)
    if ours == one.outcome:
        return one
    for_nothing = NOTHING if theirs == MISS else OUTDONE
    return one._replace(outcome=ours, told=for_nothing if ours == MISS else ours, rule="AR-5.4")


def _struck(landed: Landed) -> Struck:
    man, foe, roll = landed.man, landed.foe, landed.blow.roll
    over = foe.armour if foe.armour > foe.grade else 0
    return Struck(man.id, foe.id, man.weapon, landed.named, roll, foe.grade, over, landed.told, landed.rule)


def _fell(battle: Battle, landed: Sequence[Landed]) -> None:
    killed: dict[str, str] = {}
    for each in landed:
        if each.outcome == KILL:
            killed.setdefault(each.foe.id, each.man.id)
    for foe, by in sorted(killed.items()):
        battle.record(Left(foe, DEAD, by, "AR-5.2"))


def _by(landed: Sequence[Landed], foe: Man) -> tuple[str, ...]:
    """All who make a man recoil."""
    return tuple(each.man.id for each in landed if each.foe is foe and each.outcome == RECOIL)
