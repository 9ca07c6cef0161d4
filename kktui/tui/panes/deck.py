"""The order of the turn: its phases, and the cards drawn, current and still to come."""

from __future__ import annotations

from collections.abc import Iterator

from rich.style import Style
from rich.text import Text

from kktui.engine.events import UNKNOWN
from kktui.engine.ruleset import Ruleset
from kktui.engine.state import AnyState
from kktui.engine.telling import find_word, name_of
from kktui.engine.turn import phases_of
from kktui.text import clean
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Row, row


def deck_rows(rules: Ruleset, state: AnyState, ink: Ink) -> list[Row]:
    """The phases of the turn, then every deck."""
    turn = f"Turn {state.turn} of {state.scenario.turns}" if state.turn else "Before the battle"
    rows = [row(turn, ink("strong")), _track(rules, state, ink)]
    for deck in state.decks:
        rows += _deck(state, deck, ink)
    return rows


def _track(rules: Ruleset, state: AnyState, ink: Ink) -> Row:
    """The phases in their order, the present one marked."""
    text = Text(end="")
    for index, phase in enumerate(phases_of(rules, state)):
        if index:
            text.append(" ")
        if index == state.phase:
            text.append(f"{ink.glyphs.pointer}{clean(phase.name)}", style=ink("accent") + ink("strong"))
        else:
            text.append(clean(phase.name), style=ink("muted"))
    return Row(text)


def _deck(state: AnyState, deck: str, ink: Ink) -> Iterator[Row]:
    left, drawn = state.decks[deck], state.discards.get(deck, ())
    yield row(f"{clean(deck).capitalize()}: {len(left)} left, {len(drawn)} drawn", ink("strong"))
    for number, card in enumerate(reversed(drawn)):
        sign = f"{ink.glyphs.pointer} " if number == 0 else "  "
        style = "" if number == 0 else ink("muted")
        yield Row(ink.line(sign, _card(state, card, ink, style)), hang=4)
        if number == 0 and left:
            yield from _to_come(state, left, ink)


def _to_come(state: AnyState, left: tuple[str, ...], ink: Ink) -> Iterator[Row]:
    """Cards still in the deck, in no order: nobody knows it."""
    counts: dict[str, int] = {}
    for card in sorted(left):
        counts[card] = counts.get(card, 0) + 1
    for card, number in counts.items():
        times = f" {ink.glyphs.times}{number}" if number > 1 else ""
        yield Row(ink.line(f"{ink.glyphs.face_down} ", _card(state, card, ink, ""), times), hang=4)


def _card(state: AnyState, card: str, ink: Ink, style: Style | str) -> Text:
    if card == UNKNOWN:
        return Text("unknown", style=ink("muted"))
    text = Text(find_word(state, "card", card) or name_of(state, card))
    owner = state.units.get(card) or state.figures.get(card)
    side = owner.side if owner is not None else card
    text.stylize(style or ink.side(state, side))
    return text
