"""KS-2 Cards and turn."""

from __future__ import annotations

from collections.abc import Iterator

from kktui.engine.ask import Ask
from kktui.engine.events import DeckMade, Drawn, Event, Left
from kktui.engine.muster import arrivals
from kktui.engine.nearby import in_contact
from kktui.engine.requests import Choose, Option
from kktui.engine.state import CAPTURED, RESERVE
from kktui.rules.knights_sergeants.events import CardUp, Held, Lapsed, Settled, SideUp
from kktui.rules.knights_sergeants.figures import SHAKEN, Battle, Group, Man
from kktui.rules.knights_sergeants.morale import cause, take_check
from kktui.rules.knights_sergeants.movement import find_hidden

DECK = "cards"


def opening(battle: Battle) -> Iterator[Event]:
    """Reserves come on, held cards lapse, the shaken settle, the deck is shuffled.  [KS-2.1, KS-2.2, KS-3.3]"""
    yield from arrivals(battle)
    for held in battle.notes.held:
        yield Lapsed(held)
    for unit in battle.units.values():
        if unit.mood == SHAKEN and battle.men(unit.id):
            yield Settled(unit.id)
    yield DeckMade(DECK, tuple(cards(battle)))


def cards(battle: Battle) -> list[str]:
    """One card for each group and each knight by himself that is on the table; or one per side.  [KS-2.1]"""
    playing = [unit for unit in battle.units.values() if battle.men(unit.id)]
    if battle.book.switch("cards") == "per-side":
        return [side for side in battle.sides if any(unit.side == side for unit in playing)]
    return [unit.id for unit in playing]


def who_draws(battle: Battle, ask: Ask) -> str | None:
    """Until a card is up: a held unit is offered the moment, else the next card is drawn."""
    notes = battle.notes
    if notes.up:
        return None
    if notes.queue:
        return "next of the side"
    if any(each not in notes.passed for each in notes.held):
        return "held"
    return "draw" if battle.decks[DECK] else None


def draw(battle: Battle, ask: Ask, actor: str) -> None:
    """The next unit's turn, whichever way it comes about."""
    DRAWS[actor](battle, ask)
    find_hidden(battle)


def draw_card(battle: Battle, ask: Ask) -> None:
    """The drawn card's owner takes its turn.  [KS-2.1]"""
    card = ask.draw(DECK, battle.decks[DECK])
    battle.record(Drawn(DECK, card, "KS-2.1"))
    if battle.book.switch("cards") == "per-side":
        mine = tuple(u.id for u in battle.units.values() if u.side == card and battle.men(u.id))
        battle.record(SideUp(card, mine))
    elif battle.men(card):
        come_up(battle, ask, battle.units[card])


def next_of_side(battle: Battle, ask: Ask) -> None:
    """The side picks which of its units goes next on its card."""
    queue = [each for each in battle.notes.queue if battle.men(each)]
    if not queue:
        battle.record(SideUp(battle.units[battle.notes.queue[0]].side, ()))
        return
    chosen = queue[0]
    if len(queue) > 1:
        options = tuple(Option(each, each) for each in queue)
        side = battle.units[chosen].side
        chosen = ask.choose(Choose(side, "next-unit", side, options, "KS-2.1"))
    come_up(battle, ask, battle.units[chosen])


def come_up(battle: Battle, ask: Ask, unit: Group) -> None:
    """A hidden unit may hold its card.  [KS-2.2]"""
    if unit.hidden and _asked_to_hold(ask, unit):
        battle.record(Held(unit.id))
    else:
        turn_up(battle, unit)


def _asked_to_hold(ask: Ask, unit: Group) -> bool:
    options = (Option("act"), Option("hold-card"))
    return ask.choose(Choose(unit.side, "hold-card", unit.id, options, "KS-2.2")) == "hold-card"


def offer_held(battle: Battle, ask: Ask) -> None:
    """After any later card a unit that holds may act; one that was found meanwhile holds no longer.  [KS-2.2]"""
    notes = battle.notes
    unit = battle.units[next(each for each in notes.held if each not in notes.passed)]
    if not battle.men(unit.id) or (unit.hidden and _asked_to_hold(ask, unit)):
        battle.record(Held(unit.id))
    else:
        turn_up(battle, unit)


def turn_up(battle: Battle, unit: Group) -> None:
    """A unit's card is up; its men that lie stunned among enemies are taken.  [KS-7.5]"""
    taken = [man for man in battle.men(unit.id) if man.daze == "stunned" and helpless(battle, man)]
    battle.record(CardUp(unit.id))
    for man in taken:
        battle.record(Left(man.id, CAPTURED, in_contact(battle, man)[0], "KS-7.5"))


def helpless(battle: Battle, man: Man) -> bool:
    """An enemy touches him and no friend does."""
    touching = [battle.figures[each].side for each in battle.table.contacts(man.id)]
    return bool(touching) and man.side not in touching


DRAWS = {"next of the side": next_of_side, "held": offer_held, "draw": draw_card}
"""The ways a unit's turn comes about."""


def who_checks(battle: Battle, ask: Ask) -> str | None:
    """The unit whose card is up, if its morale is in question.  [KS-3.1]"""
    up = battle.notes.up
    return up if up and cause(battle, battle.units[up]) else None


def check_morale(battle: Battle, ask: Ask, actor: str) -> None:
    """The morale step of a card.  [KS-3.1]"""
    unit = battle.units[actor]
    take_check(battle, ask, unit, cause(battle, unit))


def turn_over(battle: Battle) -> bool:
    """When the deck is empty and nobody holds a card, the game turn ends.  [KS-2.1]"""
    notes = battle.notes
    waiting = any(each not in notes.passed for each in notes.held)
    return not battle.decks[DECK] and not notes.up and not notes.queue and not waiting


def waiting_to_come(battle: Battle, side: str) -> bool:
    """Whether a side still has reserves."""
    return any(man.side == side and man.standing == RESERVE for man in battle.figures.values())
