"""CA-4 Melee."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.requests import Choose, Option
from kktui.engine.rulebook import Rulebook
from kktui.rules.camelot.events_fighting import FreeAttack, Struck
from kktui.rules.camelot.figures import (
    Battle,
    Man,
    engaged,
    handling,
    hurts,
    on_table,
    strength,
    toughness,
    uses_shield,
)
from kktui.rules.camelot.wounds import Dealt, edge_over, hurt, table_of, the_worst, wound

MISS, HIT, DOUBLE, SELF_HIT, LAUGHTER = "miss", "hit", "double hit", "hit himself", "everybody laughs"
RULES = {MISS: "CA-4.1", HIT: "CA-4.1", DOUBLE: "CA-4.2", SELF_HIT: "CA-4.4", LAUGHTER: "CA-4.5"}


class Rolls(NamedTuple):
    """Wound rolls by the sheet's table, in its order."""

    above: int = 1
    doubled: int = 2
    on_a_one: int = 2
    by_the_defender: int = 1
    both: int = 2
    """When a doubled total and the defender's natural 1 come together."""


class Bout(NamedTuple):
    """What decides an attack but the dice."""

    att: int
    dfn: int
    rolls: Rolls = Rolls()


class Blow(NamedTuple):
    """How an attack went: who is hit, with how many wound rolls, and both dice."""

    outcome: str
    rolls: int
    roll: int
    target_roll: int

    @property
    def natural_one(self) -> bool:
        return 1 in (self.roll, self.target_roll)


def strike(ask: Ask, bout: Bout, who: str = "", whom: str = "") -> Blow:
    """D6 + ATT against D6 + DEF; natural ones are judged before totals.  [CA-4.1]"""
    roll = ask.roll("1d6", "attack", who)
    other = ask.roll("1d6", "defence", f"{whom} against {who}")
    if roll == 1 or other == 1:
        return natural_ones(bout, roll, other)
    attack, defence = roll + bout.att, other + bout.dfn
    if attack <= defence:
        return Blow(MISS, 0, roll, other)
    if attack >= 2 * defence:
        return Blow(DOUBLE, bout.rolls.doubled, roll, other)
    return Blow(HIT, bout.rolls.above, roll, other)


def natural_ones(bout: Bout, roll: int, other: int) -> Blow:
    """Both: laughter. The attacker's: he is hit. The defender's: two rolls.  [CA-4.3, CA-4.4, CA-4.5]"""
    if roll == other:
        return Blow(LAUGHTER, 0, roll, other)
    if roll == 1:
        return Blow(SELF_HIT, bout.rolls.by_the_defender, roll, other)
    doubled = roll + bout.att >= 2 * (other + bout.dfn)
    return Blow(DOUBLE, bout.rolls.both if doubled else bout.rolls.on_a_one, roll, other)


def attack_modifiers(battle: Battle, man: Man, foe: Man) -> Iterator[Modifier]:
    """ATT and what bears on it.  [CA-4.1, CA-5.13]"""
    yield Modifier("ATT", man.att, "CA-4.1")
    if (man.id, foe.id) in battle.notes.advantages:
        yield Modifier("advantage", int(battle.book.chart("melee-modifiers").at("advantage pressed")), "CA-5.13")
    yield from hurts(battle.book, man, "ATT and DEF")


def defence_modifiers(battle: Battle, man: Man, *coming: str) -> Iterator[Modifier]:
    """DEF and what bears on it; those who are still on their way count among the enemies.  [CA-4.1, CA-4.6]"""
    book = battle.book
    yield Modifier("DEF", man.dfn, "CA-4.1")
    if uses_shield(book, man):
        yield Modifier("shield", 1, "CA-4.1")
    hands = handling(book, man.weapon)
    if hands:
        yield Modifier("two-handed weapon", hands, "CA-4.1")
    extra = len({*engaged(battle, man), *coming}) - 1
    if extra > 0 and book.switch("outnumbered"):
        yield Modifier("outnumbered", extra * int(book.switch("outnumbered")), "CA-4.6")
    if man.down:
        yield Modifier("knocked down", int(book.chart("melee-modifiers").at("knocked down")), "CA-3.1")
    yield from hurts(book, man, "ATT and DEF")


def bout_of(
    battle: Battle, man: Man, foe: Man, *others: str
) -> tuple[Bout, tuple[Modifier, ...], tuple[Modifier, ...]]:
    """An attack as it would be made now, or with others there, and why; remembered until something happens."""
    key = ("bout", man.id, foe.id, *others)
    found: tuple[Bout, tuple[Modifier, ...], tuple[Modifier, ...]] | None = battle.memo.get(key)
    if found is None:
        ours, theirs = tuple(attack_modifiers(battle, man, foe)), tuple(defence_modifiers(battle, foe, man.id, *others))
        found = battle.memo[key] = Bout(total(ours), total(theirs), rolls_of(battle.book)), ours, theirs
    return found


@lru_cache(maxsize=64)
def rolls_of(book: Rulebook) -> Rolls:
    """The table of wound rolls as a battle plays it.  [CA-4.1, CA-4.3]"""
    rows, both = book.charts["melee"].rows, int(book.switch("double-and-one"))
    return Rolls(
        rows["attack above defence"],
        rows["attack doubles defence"],
        rows["attack above 1, defence 1"],
        rows["attack 1, defence above 1: by the defender"],
        both,
    )


def attack_targets(battle: Battle, man: Man) -> tuple[str, ...]:
    """Whom he may strike at."""
    return tuple(engaged(battle, man))


def attack(battle: Battle, ask: Ask, man: Man) -> Fought:
    """One blow at an enemy in contact, and the wounds it deals.  [CA-4.1]"""
    foes = attack_targets(battle, man)
    chosen = foes[0]
    if len(foes) > 1:
        options = tuple(Option(each, each) for each in foes)
        chosen = ask.choose(Choose(man.side, "attack-target", man.id, options, "CA-4.1"))
    foe = battle.figures[chosen]
    bout, ours, theirs = bout_of(battle, man, foe)
    blow = strike(ask, bout, man.id, foe.id)
    rule = "CA-4.3" if blow.outcome == DOUBLE and blow.target_roll == 1 else RULES[blow.outcome]
    battle.record(Struck(man.id, foe.id, ours, blow.roll, theirs, blow.target_roll, blow.outcome, rule))
    if blow.outcome in (HIT, DOUBLE):
        deal(battle, ask, man, foe, blow.rolls)
    elif blow.outcome == SELF_HIT:
        deal(battle, ask, foe, man, blow.rolls)
    return Fought(foe, blow.natural_one)


class Fought(NamedTuple):
    """Against whom a blow went, and whether either threw a natural 1."""

    foe: Man
    natural_one: bool


def deal(battle: Battle, ask: Ask, striker: Man, victim: Man, rolls: int) -> None:
    """The wound rolls of a hit, of which the worst is taken.  [CA-4.1, CA-4.2]"""
    with_strength, against = strength(battle.book, striker), toughness(victim)
    table, edge = table_of(battle.book), edge_over(battle.book, with_strength, against)
    gashes = [wound(ask, table, edge, victim.id) for _ in range(rolls)]
    gash = the_worst(gashes)
    besides = tuple(f"{each.low} and {each.high}" for each in gashes if each is not gash)
    hurt(battle, ask, victim, gash, Dealt(striker.id, with_strength, against, poisons(striker), besides))


def poisons(man: Man) -> bool:
    """Whether his weapon leaves poisoned wounds.  [CA-8.7]"""
    return "poisoned-weapon" in man.traits


def lands(ask: Ask, who: str = "") -> tuple[int, bool]:
    """A free attack: no defence roll, it lands on anything but a 1; the die, and whether it does.  [CA-9.2]"""
    roll = ask.roll("1d6", "free attack", who)
    return roll, roll > 1


def free_attack(battle: Battle, ask: Ask, man: Man, fleeing: Man) -> Fought:
    """A blow at one who turns away.  [CA-9.2]"""
    roll, landed = lands(ask, man.id)
    battle.record(FreeAttack(man.id, fleeing.id, roll, HIT if landed else MISS))
    if landed:
        deal(battle, ask, man, fleeing, 1)
    return Fought(man, roll == 1)


def may_strike(battle: Battle, man: Man) -> bool:
    """Whether he is in a state to strike: not stunned, confused, fumbling, down or broken.  [CA-6.2, CA-6.11]"""
    at_a_loss = man.stunned or man.confused or man.fumbled
    return on_table(battle, man.id) and not (at_a_loss or man.down or man.broken)
