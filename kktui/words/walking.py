"""A walk in words: how far, at what cost, over what, and what ended it."""

from __future__ import annotations

from kktui.engine.requests import Move
from kktui.engine.state import AnyState
from kktui.engine.telling import STILL, compass, listed, name_of, number, point_words, way_words
from kktui.table import Walk

WHY_STOPPED = {
    "base": "a base is in the way",
    "edge": "the table ends",
    "line": "an obstacle bars the way",
    "area": "the ground cannot be entered",
    "allowance": "the move is spent",
}


def walk_words(state: AnyState, request: Move, walk: Walk) -> str:
    """What a walk comes to."""
    name = name_of(state, request.figure)
    touching = [f"touching {listed(name_of(state, each) for each in walk.touched)}"] if walk.touched else []
    if way_words(state, walk.path) == STILL:
        stays = f"{name} stays at {point_words(walk.end.at)}, facing {compass(walk.end.facing)}"
        return ", ".join([stays, *touching]) + "."
    parts = [f"{name} goes {way_words(state, walk.path)}"]
    if len(walk.path) > 2:
        parts.append(f"in {len(walk.path) - 1} legs")
    scale = state.book.per_inch
    parts.append(f"cost {number(walk.cost * scale)} of {number(request.allowance * scale)}")
    if walk.areas:
        parts.append(f"over {listed(walk.areas)}")
    if walk.lines:
        parts.append(f"across {listed(name_of(state, each) for each in walk.lines)}")
    return ", ".join([*parts, *touching]) + "."
