"""Hidden units: how they are found, and how they show themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kktui.engine.codec import pack
from kktui.engine.events import Revealed
from kktui.engine.nearby import foes_within
from kktui.engine.state import AnyState, Figure, Unit


def find_hidden_within(state: AnyState, inches: float, rule: str) -> None:
    """A hidden unit is seen when an enemy comes so near to one of its men."""
    for unit in [each for each in state.units.values() if each.hidden]:
        if any(foes_within(state, man, inches) for man in state.men(unit.id)):
            reveal(state, unit, "found", rule)


def reveal(state: AnyState, unit: Unit, why: str, rule: str) -> None:
    """A hidden unit shows itself."""
    men = [state.figures[each] for each in unit.figures]
    own = {unit.id, *unit.figures}
    facts = {
        **facts_of(unit, men),
        "left": _own_cards(state.decks, own),
        "drawn": _own_cards(state.discards, own),
        "drawn up": unit.id in state.drawn_up,
    }
    state.record(Revealed(unit.id, why, facts, rule))


def facts_of(unit: Unit, men: Sequence[Figure]) -> dict[str, Any]:
    """All that one who never heard of a unit has to be told of it."""
    return {"unit": pack(unit), "figures": [pack(man) for man in men], "left": {}, "drawn": {}, "drawn up": False}


def _own_cards(piles: Mapping[str, Sequence[str]], own: set[str]) -> dict[str, list[str]]:
    """The cards in each pile that name the unit or one of its men."""
    found = {deck: [card for card in cards if card in own] for deck, cards in piles.items()}
    return {deck: cards for deck, cards in found.items() if cards}
