"""The keys of the battle, and how they are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from textual.binding import Binding, BindingType

from kktui.tui.panes.lines import Row, row

DIGIT = "battle.digit-"
"""Begins the ids of the keys that are numbers of options."""
ANSWERING: list[BindingType] = [
    Binding("tab", "cycle(1)", "Next to act or to aim at", id="battle.next"),
    Binding("shift+tab", "cycle(-1)", "The one before", id="battle.before"),
    Binding("enter", "confirm", "Confirm", id="battle.confirm"),
    Binding("space", "go_on", "As proposed, and on", id="battle.go-on"),
    Binding("escape", "back", "Back", id="battle.back"),
    Binding("z", "undo", "Take back the last choice", id="battle.undo"),
    Binding("a", "advice", "What a sensible captain would do", id="battle.advice"),
    Binding("left", "command('left')", "Option before", id="battle.left"),
    Binding("right", "command('right')", "Next option", id="battle.right"),
    Binding("v", "command('via')", "Go by way of this point", id="battle.via"),
    Binding("g", "command('round')", "Go round what is in the way", id="battle.round"),
    Binding("r,right_square_bracket", "command('turn 45')", "Turn right", id="battle.turn-right"),
    Binding("R,left_square_bracket", "command('turn -45')", "Turn left", id="battle.turn-left"),
    Binding("full_stop", "command('turn 5')", "Turn right a little", id="battle.nudge-right"),
    Binding("comma", "command('turn -5')", "Turn left a little", id="battle.nudge-left"),
    Binding("e", "command('everybody')", "For everybody, or for one", id="battle.everybody"),
    Binding("backspace", "command('reset')", "Reset", id="battle.reset"),
    *(
        Binding(str(digit), f"command('digit {digit}')", f"Option {digit}", id=f"{DIGIT}{digit}")
        for digit in range(1, 10)
    ),
]
LOOKING: list[BindingType] = [
    Binding("x,semicolon", "look", "Look about", id="battle.look"),
    Binding("m", "measure", "Lay a tape", id="battle.measure"),
    Binding("o", "command('ring')", "A ring through the cursor", id="battle.ring"),
    Binding("f", "command('fan')", "What can be seen from here", id="battle.fan"),
    Binding("t", "command('arc')", "An arc before him", id="battle.arc"),
    Binding("c", "rings", "Command, ranges and charges of this man", id="battle.rings"),
    Binding("d", "threat", "Danger: where the enemy can strike", id="battle.threat"),
    Binding("plus,equals_sign", "zoom(1)", "Closer", id="battle.closer"),
    Binding("minus", "zoom(-1)", "Farther", id="battle.farther"),
    Binding("0", "fit", "The whole table", id="battle.fit"),
    Binding("shift+left", "pan(-1, 0)", "Move the view left", id="battle.pan-left"),
    Binding("shift+right", "pan(1, 0)", "Move the view right", id="battle.pan-right"),
    Binding("shift+up", "pan(0, -1)", "Move the view up", id="battle.pan-up"),
    Binding("shift+down", "pan(0, 1)", "Move the view down", id="battle.pan-down"),
    Binding("w", "why", "Why?", id="battle.why"),
    Binding("i", "aims", "What it is about", id="battle.aims"),
    Binding("f1", "rules", "Rules at hand", id="battle.rules"),
    Binding("question_mark", "help", "Keys", id="battle.help"),
]
PANES: list[BindingType] = [
    Binding("f2", "pane('deck')", "The turn and its cards", id="battle.pane-deck"),
    Binding("f3", "pane('roster')", "Roster", id="battle.pane-roster"),
    Binding("f4", "pane('log')", "Log", id="battle.pane-log"),
    Binding("f5", "pane('odds')", "Odds", id="battle.pane-odds"),
    Binding("f6", "focus_field", "Field", id="battle.field"),
    Binding("f7", "widen(-4)", "Narrower panes", id="battle.narrower"),
    Binding("f8", "widen(4)", "Wider panes", id="battle.wider"),
    Binding("f9", "hide_panes", "Hide or show the panes", id="battle.hide-panes"),
    Binding("f10", "maximise", "This pane alone", id="battle.maximise"),
    Binding("slash", "find", "Find in the log", id="battle.find"),
    Binding("s", "speed", "Speed of what is acted out", id="battle.speed"),
    Binding("p", "hold", "Hold what happens, or let it go on", id="battle.hold"),
    Binding("ctrl+r", "resign", "Give the battle up", id="battle.resign"),
    Binding("q", "leave", "Leave", id="battle.leave"),
]
USUAL = {
    "advice": "advice", "undo": "undo", "look": "look", "measure": "measure", "rules": "rules", "threat": "danger",
    "rings": "rings", "aims": "aims", "leave": "leave",
}  # fmt: skip
"""What is hinted at after the keys of the mode."""
PLAYED = ("advice", "undo")
"""What of it means nothing to somebody of whom nothing is asked."""
_PRINTED = {
    "question_mark": "?", "full_stop": ".", "comma": ",", "semicolon": ";", "left_square_bracket": "[",
    "right_square_bracket": "]", "plus": "+", "minus": "-", "equals_sign": "=", "slash": "/", "colon": ":",
    "escape": "Esc", "enter": "Enter", "space": "Space", "tab": "Tab", "backspace": "Bksp", "shift+tab": "Shift+Tab",
    "up": "Up", "down": "Down", "left": "Left", "right": "Right", "pageup": "PgUp", "pagedown": "PgDn",
    "home": "Home", "end": "End",
}  # fmt: skip


def key_words(key: str) -> str:
    """A key as it is printed on the keyboard."""
    if key in _PRINTED:
        return _PRINTED[key]
    return key.upper() if key[:1] == "f" and key[1:].isdigit() else key


def keys_of(binding: BindingType, keymap: Mapping[str, str]) -> list[str]:
    """The keys of a binding as they are printed, those of the player's keymap if it names some."""
    assert isinstance(binding, Binding)
    return [key_words(key.strip()) for key in keymap.get(str(binding.id), binding.key).split(",")]


@lru_cache(maxsize=8)
def _keys_shown(keymap: tuple[tuple[str, str], ...]) -> dict[str, str]:
    every = (*ANSWERING, *LOOKING, *PANES)
    return {str(getattr(each, "id", "")).partition(".")[2]: keys_of(each, dict(keymap))[0] for each in every}


def keys_shown(keymap: Mapping[str, str]) -> dict[str, str]:
    """The first key of each binding of the battle, by its id without the front part."""
    return _keys_shown(tuple(keymap.items()))


def help_rows(places: Sequence[tuple[str, Sequence[BindingType]]], keymap: Mapping[str, str]) -> list[Row]:
    """Every key of some bindings as the player has them, under headings."""
    rows = []
    for heading, bindings in places:
        named = [each for each in bindings if isinstance(each, Binding) and each.id]
        if named:
            rows.append(row(heading, "bold"))
            rows += [
                key_row(" ".join(keys_of(each, keymap)), each.description)
                for each in named
                if not str(each.id).startswith(DIGIT)
            ]
            rows += _digit_rows([each for each in named if str(each.id).startswith(DIGIT)], keymap)
    return rows


def _digit_rows(digits: Sequence[Binding], keymap: Mapping[str, str]) -> list[Row]:
    """The keys that are numbers of options, on one line."""
    if not digits:
        return []
    first, last = (keys_of(each, keymap)[0] for each in (digits[0], digits[-1]))
    return [key_row(f"{first} to {last}", "To the option of this number")]


def key_row(keys: str, does: str) -> Row:
    """One line of help."""
    return row(f"  {keys:<16} {does}", hang=19)
