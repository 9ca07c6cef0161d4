"""What a visitor's terminal can show, as far as its name tells. It is a stranger's word: only known names count."""

from __future__ import annotations

from enum import Enum

from rich.color import ColorSystem


class Look(Enum):
    """How rich a screen may be."""

    LINES = "lines"
    """No screen at all: the line client."""
    MONO = "mono"
    FEW = "16 colours"
    MANY = "256 colours"
    ALL = "true colour"


KNOWN = {
    "dumb": Look.LINES,
    "unknown": Look.LINES,
    "": Look.LINES,
    "vt100": Look.MONO,
    "vt102": Look.MONO,
    "vt220": Look.MONO,
    "ansi": Look.FEW,
    "linux": Look.FEW,
    "xterm": Look.FEW,
    "xterm-color": Look.FEW,
    "xterm-16color": Look.FEW,
    "screen": Look.FEW,
    "screen-256color": Look.MANY,
    "tmux": Look.FEW,
    "tmux-256color": Look.MANY,
    "rxvt": Look.FEW,
    "rxvt-unicode-256color": Look.MANY,
    "alacritty": Look.ALL,
    "foot": Look.ALL,
    "wezterm": Look.ALL,
    "xterm-direct": Look.ALL,
    "xterm-ghostty": Look.ALL,
    "xterm-kitty": Look.ALL,
}
DEPTH = {
    Look.MONO: ColorSystem.STANDARD,
    Look.FEW: ColorSystem.STANDARD,
    Look.MANY: ColorSystem.EIGHT_BIT,
    Look.ALL: ColorSystem.TRUECOLOR,
}


def look_of(term: str) -> Look:
    """How to show ourselves to a terminal of this name; an unheard-of one is taken for an xterm."""
    return KNOWN.get(term, Look.MANY)
