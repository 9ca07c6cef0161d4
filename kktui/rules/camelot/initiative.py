"""CA-2 Initiative: three ways to say who goes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ask import Ask
from kktui.engine.events import DeckMade, Drawn, Event
from kktui.engine.muster import arrivals
from kktui.engine.state import FIELDED, RESERVE
from kktui.rules.camelot.combat_events import EVENTS, horses_wanting, roll_event, take_event
from kktui.rules.camelot.events_chance import WildCard
from kktui.rules.camelot.events_round import InitiativeRolled, RoundBegan
from kktui.rules.camelot.figures import Battle, Man, initiative, with_a_gift
from kktui.rules.camelot.turns import begin_turn

DECK, WILD_DECK = "cards", "wild"
WILD = "wild-card"


def by_cards(battle: Battle) -> bool:
    """Whether every figure has a card.  [CA-2.3]"""
    return battle.book.switch("initiative") == "cards"


def opening(battle: Battle) -> Iterator[Event]:
    """Reserves come on, what lasts a round is over, and the cards are shuffled."""
    yield from arrivals(battle)
    yield RoundBegan(battle.turn)
    if by_cards(battle):
        yield DeckMade(DECK, cards(battle))
        if WILD_DECK not in battle.decks and battle.book.switch("wild-card") == "deck":
            yield wild_deck()


def cards(battle: Battle) -> tuple[str, ...]:
    """One for every figure that acts this round, and the Wild Card.  [CA-2.3]"""
    acting = [man.id for man in battle.fielded() if man.ready <= battle.turn]
    surprised = battle.notes.surprised if battle.turn == 1 else ""
    return (*(each for each in acting if battle.figures[each].side != surprised), WILD)


def wild_deck() -> DeckMade:
    """The fourteen combat events and Fortune's Favor.  [CA-2.3]"""
    return DeckMade(WILD_DECK, tuple(EVENTS))


def best_discipline(battle: Battle, side: str) -> int:
    """The highest Discipline of a side.  [CA-1.3]"""
    return max((man.discipline for man in still_there(battle, side)), default=0)


def with_leadership(battle: Battle, side: str) -> int:
    """The highest Discipline of a side, and 1 for Leadership, once.  [CA-1.1]"""
    return _led(still_there(battle, side))


def leadership(battle: Battle, side: str) -> int:
    """The highest Discipline of those on the table, and 1 for Leadership, once.  [CA-2.1]"""
    return _led(battle.fielded(side))


def _led(men: Sequence[Man]) -> int:
    return max((man.discipline for man in men), default=0) + any(man.leadership for man in men)


def still_there(battle: Battle, side: str) -> list[Man]:
    """A side's figures on the table or still to come."""
    return [m for m in battle.figures.values() if m.side == side and m.standing in (FIELDED, RESERVE)]


def best_initiative(battle: Battle, side: str) -> int:
    """The best INI of a side.  [CA-2.2]"""
    return max((initiative(battle.book, man) for man in battle.fielded(side)), default=0)


def higher(ask: Ask, sides: tuple[str, str], scores: tuple[int, int], why: str) -> tuple[int, int]:
    """Both throw D6 and add their score, again while they are equal; the totals.  [CA-1.1, CA-2.1, CA-2.2]"""
    while True:
        one = ask.roll("1d6", why, sides[0]) + scores[0]
        other = ask.roll("1d6", why, sides[1]) + scores[1]
        if one != other:
            return one, other


def who_rolls(battle: Battle, ask: Ask) -> str | None:
    """Once a round, unless there are cards."""
    return "sides" if battle.notes.ordered != battle.turn and not by_cards(battle) else None


def roll_initiative(battle: Battle, ask: Ask, actor: str) -> None:
    """Who goes first this round; in the first it is known, from the strategic roll or by surprise.  [CA-1.1, CA-1.3]"""
    notes, sides = battle.notes, (battle.sides[0], battle.sides[1])
    if battle.turn == 1 and notes.first:
        order = (notes.first, battle.other(notes.first))
        free = tuple(side for side in order if side != notes.surprised)
        known = "CA-1.1" if battle.book.switch("solo") == "off" else "CA-1.2"
        battle.record(InitiativeRolled({}, free, "CA-1.3" if len(free) == 1 else known))
        return
    leading = battle.book.switch("initiative") == "leadership"
    score = leadership if leading else best_initiative
    scores = score(battle, sides[0]), score(battle, sides[1])
    totals = higher(ask, sides, scores, "initiative")
    order = sides if totals[0] > totals[1] else (sides[1], sides[0])
    thrown, added = dict(zip(sides, totals, strict=True)), dict(zip(sides, scores, strict=True))
    battle.record(InitiativeRolled(thrown, order, "CA-2.1" if leading else "CA-2.2", added))


# Cards.


def who_draws(battle: Battle, ask: Ask) -> str | None:
    """The next card, when nobody is acting.  [CA-2.3]"""
    waiting = by_cards(battle) and not battle.notes.up and with_a_gift(battle) is None
    return DECK if waiting and battle.decks.get(DECK) else None


def draw_card(battle: Battle, ask: Ask, actor: str) -> None:
    """A drawn figure acts; the Wild Card brings an event.  [CA-2.3]"""
    card = ask.draw(DECK, battle.decks[DECK])
    battle.record(Drawn(DECK, card, "CA-2.3"))
    if card == WILD:
        play_wild_card(battle, ask)
    elif battle.figures[card].standing == FIELDED and battle.figures[card].ready <= battle.turn:
        begin_turn(battle, ask, battle.figures[card])


def play_wild_card(battle: Battle, ask: Ask) -> None:
    """Whose event it is by a die; then a card of the Wild Card deck, or a throw on the table.  [CA-2.3]"""
    roll = ask.roll("1d6", "whose event", "")
    side = battle.sides[0] if roll <= 3 else battle.sides[1]
    battle.record(WildCard(side, roll))
    if battle.book.switch("wild-card") == "table":
        roll_event(battle, ask, side)
        return
    draw_event(battle, ask, side)


def draw_event(battle: Battle, ask: Ask, side: str) -> None:
    """The next card of the Wild Card deck; another for spooked horses where nobody is mounted.  [CA-2.3, CA-6.10]"""
    if not battle.decks[WILD_DECK]:
        battle.record(wild_deck())
    event = ask.draw(WILD_DECK, battle.decks[WILD_DECK])
    battle.record(Drawn(WILD_DECK, event, "CA-2.3"))
    if horses_wanting(battle, side, event):
        draw_event(battle, ask, side)
    else:
        take_event(battle, ask, side, event)


def turn_over(battle: Battle) -> bool:
    """A round is over when both sides have acted, or the cards are all drawn.  [CA-2.2, CA-2.3]"""
    notes = battle.notes
    if by_cards(battle):
        return not battle.decks[DECK] and not notes.up and with_a_gift(battle) is None
    return notes.ordered == battle.turn and not notes.order
