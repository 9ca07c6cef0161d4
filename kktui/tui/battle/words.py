"""What the battle screen says of itself."""

from __future__ import annotations

from textual.geometry import Size

from kktui.engine.telling import name_of
from kktui.engine.turn import phases_of
from kktui.text import clean
from kktui.tui.chair import Chair
from kktui.tui.panes.ink import Ink

LEAST = Size(80, 24)
"""What everything can be seen on."""


def head_words(chair: Chair, ink: Ink, size: Size) -> str:
    """The battle, the turn, the phase, and whose the question is."""
    state = chair.state
    phases = phases_of(chair.rules, state)
    parts = [clean(state.scenario.title), f"turn {state.turn} of {state.scenario.turns}"]
    if not state.turn:
        parts[1] = "before the battle"
    if 0 <= state.phase < len(phases):
        parts.append(clean(phases[state.phase].name))
    asked = chair.asked
    if asked is not None:
        parts.append(name_of(state, asked[0]))
    if size.width < LEAST.width or size.height < LEAST.height:
        needs = f"{LEAST.width}x{LEAST.height} shows all, this is {size.width}x{size.height}"
        parts.insert(0, needs)
    return f" {ink.glyphs.bullet} ".join(parts)


def waiting_words(chair: Chair) -> str:
    """Why nothing is asked."""
    news = chair.seat.bulletin
    if news.trouble:
        return f"The battle has stopped: {news.trouble}. Confirm to try again."
    if news.over:
        return "The battle is over."
    if others := chair.seat.waiting_for:
        return f"Waiting for {', '.join(name_of(chair.state, side) for side in others)} ..."
    return "The battle goes on ..."
