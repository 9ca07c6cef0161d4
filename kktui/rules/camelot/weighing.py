"""What a blow or a shot is worth: harm to be expected, by the odds of the rules themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kktui.engine.odds import odds_of
from kktui.rules.camelot.ending import worth_by
from kktui.rules.camelot.figures import LADDER, Battle, Man, strength, toughness
from kktui.rules.camelot.melee import Bout, bout_of
from kktui.rules.camelot.odds import HIMSELF, exchange, lance_bonus, parting, volley
from kktui.rules.camelot.ranged import Aim, aim_at, missile_strength
from kktui.rules.camelot.wounds import WoundTable, edge_over, lasting, table_of

HARM = dict(zip(LADDER, (0.0, 0.05, 0.25, 0.45, 0.7, 1.0, 1.0), strict=True))
"""What part of a man a wound is worth."""
CAUTION = 0.7
"""How much harm taken weighs against harm dealt."""


class Hope(NamedTuple):
    """Harm to be expected from an attack: dealt, and taken by one's own natural 1."""

    dealt: float
    taken: float


@lru_cache(maxsize=65536)
def _harm(table: WoundTable, bout: Bout, edge: int, back: int, worn: int) -> Hope:
    """Expected harm of an attack; who is worn by wounds falls sooner."""
    dealt = taken = 0.0
    for outcome, share in odds_of(exchange, table, bout, edge, back).items():
        if outcome.startswith(HIMSELF):
            taken += float(share) * HARM[outcome.removeprefix(HIMSELF)]
        elif outcome in HARM:
            dealt += float(share) * _worse(outcome, worn)
    return Hope(dealt, taken)


def _worse(result: str, worn: int) -> float:
    """What a wound is worth on top of those there are."""
    if not lasting(result):
        return HARM[result]
    step = max(LADDER.index(result), worn + 1)
    return HARM[LADDER[step]] - HARM[LADDER[worn]]


def attack_hope(battle: Battle, man: Man, foe: Man, force: int) -> Hope:
    """What an attack promises."""
    book = battle.book
    bout, _, _ = bout_of(battle, man, foe)
    edge = edge_over(book, force, toughness(foe))
    back = edge_over(book, strength(book, foe), toughness(man))
    return _harm(table_of(book), bout, edge, back, LADDER.index(foe.wound))


def attack_worth(battle: Battle, man: Man, foe: Man, *, charging: bool = False) -> float:
    """Enemy points gained less own points risked, now and when he strikes back."""
    force = strength(battle.book, man) + (lance_bonus(battle, man, foe) if charging else 0)
    hope, reply = attack_hope(battle, man, foe, force), reply_of(battle, man, foe)
    worth = worth_by(battle)
    return worth(foe) * hope.dealt - CAUTION * worth(man) * (hope.taken + reply)


def reply_of(battle: Battle, man: Man, foe: Man) -> float:
    """The harm of the foe's own attack when his turn comes."""
    return attack_hope(battle, foe, man, strength(battle.book, foe)).dealt


def shot_worth(battle: Battle, man: Man, target: Man, walking: bool) -> float:
    """Enemy points to be hoped for from a shot."""
    aim, _ = aim_at(battle, man, target, walking)
    book, against = battle.book, toughness(target)
    edge = edge_over(book, missile_strength(book, man.weapon, "hit"), against)
    doubled = edge_over(book, missile_strength(book, man.weapon, "double hit"), against)
    harm = _shot_harm(table_of(book), aim, edge, doubled, LADDER.index(target.wound))
    return harm * worth_by(battle)(target)


@lru_cache(maxsize=65536)
def _shot_harm(table: WoundTable, aim: Aim, edge: int, doubled: int, worn: int) -> float:
    chances = odds_of(volley, table, aim, edge, doubled)
    return sum(float(share) * _worse(outcome, worn) for outcome, share in chances.items() if outcome in HARM)


def free_hope(battle: Battle, foe: Man, fleeing: Man) -> float:
    """The harm to be expected of a free attack."""
    book = battle.book
    edge = edge_over(book, strength(book, foe), toughness(fleeing))
    worn = LADDER.index(fleeing.wound)
    chances = odds_of(parting, table_of(book), edge)
    return sum(float(share) * _worse(outcome, worn) for outcome, share in chances.items() if outcome in HARM)
