"""A battle in plain values, to be compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kktui.engine.ask import Answer
from kktui.engine.codec import pack
from kktui.engine.game import Game
from kktui.engine.state import AnyState


def everything(state: AnyState) -> dict[str, Any]:
    """All there is to a state but its log, packed."""
    return {
        "turn": state.turn,
        "phase": state.phase,
        "figures": pack(state.figures),
        "units": pack(state.units),
        "notes": pack(state.notes),
        "decks": pack(state.decks),
        "discards": pack(state.discards),
        "drawn up": pack(state.drawn_up),
        "result": pack(state.result),
        "table": pack(state.table.poses),
    }


def unlike(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The keys under which two differ."""
    return ", ".join(sorted(key for key in {*one, *other} if one.get(key) != other.get(key)))


def strings(value: Any) -> Iterator[str]:
    """Every string in a packed value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def kept_answers(game: Game) -> list[Answer]:
    """The answers as they come back from the disk."""
    return [Answer(*json.loads(json.dumps(pack(list(given))))) for given in game.answers]
