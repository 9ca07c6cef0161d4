"""KK-8.1 Melee: who fights whom, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.blows import (
    Fighter,
    combat_factor,
    damage_dice,
    gallop_dice,
    how_it_unseats,
    modifiers,
    strike,
)
from kktui.rules.knights_knaves.events import Done
from kktui.rules.knights_knaves.events_fighting import FightOff, Paired, Struck
from kktui.rules.knights_knaves.falls import body_of
from kktui.rules.knights_knaves.figures import Battle, Man, foes_at_hand
from kktui.rules.knights_knaves.morale import check_wave, who_must_check
from kktui.rules.knights_knaves.troops import arm_of
from kktui.rules.knights_knaves.wounds import Hit, hurt, hurt_horse

HORSE = "horse"


# Pairings.


class Bout(NamedTuple):
    """A pair as it would fight now, and why."""

    one: Fighter
    other: Fighter
    ours: tuple[Modifier, ...]
    theirs: tuple[Modifier, ...]


def bout_of(battle: Battle, man: Man, foe: Man, named: Mapping[str, str]) -> Bout:
    """A pairing as it would be fought, by who has named whom."""
    ours, theirs = tuple(modifiers(battle, man, foe)), tuple(modifiers(battle, foe, man))
    one = _fighter(battle, man, foe, total(ours), named.get(man.id, ""))
    other = _fighter(battle, foe, man, total(theirs), named.get(foe.id, ""))
    return Bout(one, other, ours, theirs)


def _fighter(battle: Battle, man: Man, foe: Man, more: int, choice: str) -> Fighter:
    book = battle.book
    return Fighter(
        factor=combat_factor(book, man.melee, arm_of(book, man.weapon).first) + more,
        strikes=may_strike(battle, man, foe, choice),
        dice=damage_dice(battle, man, foe),
        less=man.levels,
        how=how_it_unseats(battle, man, foe),
        body=body_of(battle, man),
        throws=not (man.stunned and book.switch("stunned") == "helpless"),
        at_horse=choice == f"{foe.id}:{HORSE}" and foe.mounted,
        horse_armour=man.horse_armour,
        horse_stamina=man.horse_stamina,
    )


def may_strike(battle: Battle, man: Man, foe: Man, choice: str) -> bool:
    """Once a turn, and only whom he has named; the stunned not at all.  [KK-8.1, KK-8.11]"""
    if man.struck or man.stunned:
        return False
    return battle.book.switch("one-blow") == "first won" or choice.partition(":")[0] == foe.id


def fighters(battle: Battle) -> dict[str, list[str]]:
    """Everybody in melee, and with whom.  [KK-6.8]"""
    men = (battle.figures[each] for each in sorted(battle.table.poses))
    return {man.id: foes for man in men if (foes := foes_at_hand(battle, man))}


# The phase.


def who_fights(battle: Battle, ask: Ask) -> object:
    """All in contact name an opponent, then pairing after pairing; then the morale of those who saw."""
    notes = battle.notes
    if notes.fights:
        return notes.fights[0]
    if "pair" not in notes.done and (any(foes_at_hand(battle, man) for man in battle.fielded()) or spent(battle)):
        return "pair"
    return who_must_check(battle)


def melee(battle: Battle, ask: Ask, actor: object) -> None:
    """One part of the melee phase."""
    if isinstance(actor, tuple):
        fight(battle, ask, battle.figures[actor[0]], battle.figures[actor[1]])
    elif actor == "pair":
        name_opponents(battle, ask)
    else:
        check_wave(battle, ask)


def name_opponents(battle: Battle, ask: Ask) -> None:
    """Everybody in melee names one opponent, both sides at once; with nothing to choose nobody is asked.  [KK-8.1]"""
    battle.record(Done("pair"))
    at_hand = fighters(battle)
    parts = {man: opponent_request(battle, battle.figures[man], foes) for man, foes in at_hand.items()}
    named = {man: request.options[0].id for man, request in parts.items()}
    asked = {man: request for man, request in parts.items() if len(request.options) > 1}
    plans = []
    for side in battle.sides:
        own = {man: request for man, request in asked.items() if request.side == side}
        if own:
            plans.append(Plan(side, "opponents", side, own, "KK-8.1"))
    for answer in ask.together(plans).values():
        named |= answer
    battle.record(Paired(named, pairings(named), still_against(battle, at_hand)))


def still_against(battle: Battle, at_hand: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """Whom men with a spent weapon remain in combat with; against the others its first value is back.  [KK-8.4]"""
    return {man.id: tuple(sorted({foe for _, foe in man.failed} & {*at_hand.get(man.id, ())})) for man in spent(battle)}


def spent(battle: Battle) -> list[Man]:
    """Those who were down to the second value of their weapons against somebody."""
    return [man for man in battle.figures.values() if man.failed and man.standing == FIELDED]


def opponent_request(battle: Battle, man: Man, foes: list[str]) -> Choose:
    """The question whom a man in melee strikes at; on foot also a horse.  [KK-8.1]"""
    options = [Option(foe, foe) for foe in foes]
    if not man.mounted and battle.book.switch("strike-horse"):
        options += [Option(f"{foe}:{HORSE}", foe, HORSE) for foe in foes if battle.figures[foe].mounted]
    return Choose(man.side, "opponent", man.id, tuple(options), "KK-8.1")


def pairings(named: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Each pair of whom one has named the other, once; those who named each other first.  [KK-8.1]"""
    chosen = {man: choice.partition(":")[0] for man, choice in named.items()}
    mutual = {(min(pair), max(pair)) for pair in chosen.items() if chosen.get(pair[1]) == pair[0]}
    single = {pair for pair in chosen.items() if chosen.get(pair[1]) != pair[0]}
    return (*sorted(mutual), *sorted(single))


def fight(battle: Battle, ask: Ask, man: Man, foe: Man) -> None:
    """One pairing, and what comes of it at once.  [KK-8.6, KK-8.7, KK-8.8]"""
    if man.standing != FIELDED or foe.standing != FIELDED:
        battle.record(FightOff(man.id, foe.id))
        return
    bout = bout_of(battle, man, foe, battle.notes.named)
    blow = strike(ask, bout.one, bout.other, man.id, foe.id)
    won, home = blow.outcome == "struck", blow.outcome in ("struck", "lost")
    winner, loser = (bout.one, bout.other) if won else (bout.other, bout.one)
    at = HORSE if winner.at_horse else "man"
    extra = gallop_dice(battle, *((man, foe) if won else (foe, man))) if home else ()
    battle.record(
        Struck(
            figure=man.id,
            foe=foe.id,
            factor=bout.one.factor - total(bout.ours),
            modifiers=bout.ours,
            roll=blow.roll,
            foe_factor=bout.other.factor - total(bout.theirs),
            foe_modifiers=bout.theirs,
            foe_roll=blow.foe_roll,
            outcome=blow.outcome,
            at=at if home else "",
            dice=winner.dice if home else 0,
            tired=winner.less if home else 0,
            damage=blow.damage,
            armour=loser.horse_armour if winner.at_horse else loser.body.armour,
            loss=blow.loss,
            extra=tuple(extra),
        )
    )
    if home:
        victim, by = (foe, man) if won else (man, foe)
        strike_home(battle, ask, victim, winner, Hit(blow.loss, by.id, winner.how))


def strike_home(battle: Battle, ask: Ask, victim: Man, winner: Fighter, hit: Hit) -> None:
    """What a blow that strikes home does, to man or horse.  [KK-8.7]"""
    if winner.at_horse:
        hurt_horse(battle, ask, victim, hit.loss, hit.by)
    else:
        hurt(battle, ask, victim, hit)
