"""What the battle screen says of itself."""

from __future__ import annotations

from rich.text import Text
from textual.geometry import Size

from kktui.engine.telling import name_of
from kktui.engine.turn import phases_of
from kktui.text import clean
from kktui.tui.chair import Chair
from kktui.tui.field.glyphs import Glyphs
from kktui.tui.panes.ink import Ink

SHORTEST = 8
"""Cells of a battle's name that are worth a place in the first line; the rest of the line comes first."""
LEAST = Size(80, 24)
"""What everything can be seen on."""


def head_words(chair: Chair, ink: Ink, size: Size) -> Text:
    """The battle, the turn, the phase, and in its colour the side whose the question is."""
    state = chair.state
    phases = phases_of(chair.rules, state)
    turn = f"turn {state.turn} of {state.scenario.turns}" if state.turn else "before the battle"
    parts: list[Text | str] = [turn]
    if 0 <= state.phase < len(phases):
        parts.append(clean(phases[state.phase].name))
    asked = chair.asked if not chair.behind else None
    if asked is not None:
        parts.append(Text.assemble((f"{ink.glyphs.pointer} ", ink("accent")), ink.named(state, asked[0])))
    needs = f"{LEAST.width}x{LEAST.height} shows all, this is {size.width}x{size.height}"
    if size.width < LEAST.width or size.height < LEAST.height:
        parts.insert(0, needs)
    between = f" {ink.glyphs.bullet} "
    rest = Text(between).join([ink.line(each) for each in parts])
    room = size.width - 2 - rest.cell_len - len(between)
    title = Text(clean(state.scenario.title), style=ink("primary") + ink("strong"))
    if room < min(SHORTEST, title.cell_len):
        return rest
    title.truncate(room, overflow="ellipsis" if ink.glyphs.full == "█" else "crop")
    return Text(between).join([title, rest])


def hint_words(key: str, words: str, ink: Ink) -> Text:
    """A key and what it does."""
    return Text.assemble((key, ink("accent") + ink("strong")), f" {words}")


def sign_words(glyphs: Glyphs) -> list[tuple[str, str]]:
    """The signs on the field, and what they mean."""
    areas = (f"{sign} {kind}" for kind, sign in glyphs.areas.items())
    lines = (f"{strokes.across} {kind.replace('-', ' ')}" for kind, strokes in glyphs.lines.items())
    return [
        ("A a", "a unit of the one side, of the other"),
        (glyphs.arrows[:3], "where a base looks"),
        (glyphs.horse, "on horseback"),
        (glyphs.corpse, "somebody fell here"),
        (glyphs.reach, "as far as he gets"),
        (glyphs.path, "the way he goes"),
        (glyphs.way, "a point he goes by"),
        (glyphs.ring, "how far command or a weapon reaches"),
        (glyphs.danger, "an enemy can strike here"),
        (glyphs.blocked, "out of sight"),
        ("Ground", ", ".join(areas)),
        ("Across it", ", ".join(lines)),
    ]


def waiting_words(chair: Chair) -> str:
    """Why nothing is asked."""
    news = chair.seat.bulletin
    if news.trouble:
        return f"The battle has stopped: {news.trouble}. Confirm to try again."
    if news.over and not chair.behind:
        return "The battle is over."
    if others := chair.seat.waiting_for:
        return f"Waiting for {', '.join(name_of(chair.state, side) for side in others)} ..."
    return "The battle goes on ..."
