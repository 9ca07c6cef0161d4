"""Hidden units: how they are found, and how they show themselves."""

from __future__ import annotations

from kktui.engine.codec import pack
from kktui.engine.events import Revealed
from kktui.engine.nearby import foes_within
from kktui.engine.state import AnyState, Unit


def find_hidden_within(state: AnyState, inches: float, rule: str) -> None:
    """A hidden unit is seen when an enemy comes so near to one of its men."""
    for unit in [each for each in state.units.values() if each.hidden]:
        if any(foes_within(state, man, inches) for man in state.men(unit.id)):
            reveal(state, unit, "found", rule)


def reveal(state: AnyState, unit: Unit, why: str, rule: str) -> None:
    """A hidden unit shows itself."""
    drawn = [deck for deck, cards in state.discards.items() if unit.id in cards]
    facts = {
        "unit": pack(unit),
        "figures": [pack(state.figures[each]) for each in unit.figures],
        "drawn": drawn,
        "drawn up": unit.id in state.drawn_up,
    }
    state.record(Revealed(unit.id, why, facts, rule))
