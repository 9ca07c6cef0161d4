"""SC-2 Turn: what begins it, the initiative, and whose unit moves next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import DeckMade, Drawn, Event
from kktui.engine.hiding import find_hidden_within
from kktui.engine.muster import arrivals, exits
from kktui.engine.requests import Choose, Option
from kktui.rules.schiltron.actions import act
from kktui.rules.schiltron.charge import charge_home
from kktui.rules.schiltron.events import CardUp, InitiativeRolled, MovesFirst, SideMoved, TurnPrepared, UnitDone
from kktui.rules.schiltron.figures import Battle, Company, up_to
from kktui.rules.schiltron.leaders import fallen_standards
from kktui.rules.schiltron.movement import movers

DECK = "cards"
DONE = "done"
FOUND = 6.0
"""Inches within which a hidden unit is found.  [SC-2.1]"""


def opening(battle: Battle) -> Iterator[Event]:
    """Reserves come on, fallen standards are taken up, and last turn's marks come off.  [SC-2.1, SC-8.2]"""
    yield from arrivals(battle)
    yield from list(fallen_standards(battle))
    yield TurnPrepared()
    if by_cards(battle):
        yield DeckMade(DECK, tuple(unit.id for unit in battle.units.values() if battle.men(unit.id)))


def by_cards(battle: Battle) -> bool:
    """Whether units move as their cards come up.  [SC-2.1]"""
    return battle.book.switch("initiative") == "cards"


def who_rolls(battle: Battle, ask: Ask) -> str | None:
    """Until somebody has won the initiative; with cards nobody rolls.  [SC-2.1]"""
    return None if battle.notes.initiative or by_cards(battle) else "both"


def roll_initiative(battle: Battle, ask: Ask, actor: str) -> None:
    """D12 each, the higher wins; a tie is rolled again.  [SC-2.1]"""
    one, other = battle.sides
    rolls = {side: ask.roll("1d12", "initiative", side) for side in battle.sides}
    winner = "" if rolls[one] == rolls[other] else max(rolls, key=lambda side: rolls[side])
    battle.record(InitiativeRolled(rolls, winner))


class Mover(NamedTuple):
    """Who acts in the movement: a unit, or a side that picks one; a unit may be called as its side is."""

    kind: str
    """unit or side; order when it is to be said who goes first, draw when a card is."""
    id: str = ""


def who_moves(battle: Battle, ask: Ask) -> Mover | None:
    """The winner says who moves first; then a side's charges, then its other units; then the other side.  [SC-2.1]"""
    if by_cards(battle):
        if battle.notes.up:
            return Mover("unit", battle.notes.up)
        return Mover("draw") if battle.decks[DECK] else None
    if not battle.notes.first:
        return Mover("order")
    side = moving_side(battle)
    if side is None:
        return None
    charging = next((unit.id for unit in to_move(battle, side) if unit.charging), None)
    return Mover("unit", charging) if charging else Mover("side", side)


def moving_side(battle: Battle) -> str | None:
    """The side whose units move now."""
    first = battle.notes.first
    return next((side for side in (first, battle.other(first)) if side not in battle.notes.done), None)


def to_move(battle: Battle, side: str) -> list[Company]:
    """The units of a side that have not moved and can."""
    mine = (unit for unit in battle.units.values() if unit.side == side and not unit.moved)
    return [unit for unit in mine if movers(battle, unit)]


def move(battle: Battle, ask: Ask, actor: Mover) -> None:
    """One unit's move, or who moves next."""
    if actor.kind == "order":
        choose_order(battle, ask)
    elif actor.kind == "draw":
        draw_card(battle, ask)
    elif actor.kind == "unit":
        take_move(battle, ask, battle.units[actor.id])
    else:
        move_next(battle, ask, actor.id)


def choose_order(battle: Battle, ask: Ask) -> None:
    """The winner of the initiative chooses to move first or second.  [SC-2.1]"""
    winner = battle.notes.initiative
    request = Choose(winner, "order", winner, (Option("first"), Option("second")), "SC-2.1")
    battle.record(MovesFirst(winner if ask.choose(request) == "first" else battle.other(winner)))


def draw_card(battle: Battle, ask: Ask) -> None:
    """With cards, the unit drawn moves, if anybody in it can.  [SC-2.1]"""
    card = ask.draw(DECK, battle.decks[DECK])
    battle.record(Drawn(DECK, card, "SC-2.1"))
    if movers(battle, battle.units[card]):
        battle.record(CardUp(card))


def move_next(battle: Battle, ask: Ask, side: str) -> None:
    """The side picks the next unit, or has done.  [SC-2.1]"""
    request = next_request(battle, side)
    chosen = ask.choose(request) if len(request.options) > 1 else DONE
    if chosen == DONE:
        battle.record(SideMoved(side))
    else:
        take_move(battle, ask, battle.units[chosen])


def next_request(battle: Battle, side: str) -> Choose:
    """The question which unit goes next."""
    options = tuple(Option(unit.id, unit.id) for unit in to_move(battle, side))
    return Choose(side, "next-unit", side, (*options, Option(DONE)), "SC-2.1")


def take_move(battle: Battle, ask: Ask, unit: Company) -> None:
    """A declared charge goes in; any other unit does as it is told. Then whoever lay hidden may be found."""
    if unit.charging:
        charge_home(battle, ask, unit)
    else:
        act(battle, ask, unit)
    if not unit.moved:
        battle.record(UnitDone(unit.id, {}))
    find_hidden_within(battle, up_to(FOUND), "SC-2.1")
    for event in exits(battle):
        battle.record(event)


def turn_over(battle: Battle) -> bool:
    """After the last phase the turn is over.  [SC-2.1]"""
    return True
