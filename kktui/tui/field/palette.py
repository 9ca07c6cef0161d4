"""The colours of the battlefield in a theme. What they say is said by glyphs as well."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rich.style import Style
from textual.color import Color

TINTS = 3
"""Shades of a side's colour, so that neighbouring units differ."""
SIDES = ("first", "second")
HUES = {
    "woods": "#6FA35A", "crops": "#C9B458", "bushes": "#8DAF62", "rough": "#A3947A", "water": "#5B9BD5",
    "building": "#B49A86", "slope": "#B08D57", "steep": "#C98F4A", "road": "#B9A27A", "line": "#D8CDB8",
    "open": "#7C8560",
}  # fmt: skip
WEIGHTS = {
    "open": 0.07, "line": 0.07, "slope": 0.1, "steep": 0.12, "woods": 0.14, "crops": 0.12, "bushes": 0.1,
    "rough": 0.1, "water": 0.24, "building": 0.26, "road": 0.14,
}  # fmt: skip
"""How strongly a kind of ground colours what lies behind it."""
RAISED = 0.07
"""How much one step of height lightens the ground."""
ANSI = {
    "woods": "green", "crops": "yellow", "bushes": "green", "rough": "white", "water": "blue", "building": "white",
    "slope": "yellow", "steep": "bright_yellow", "road": "yellow", "line": "bright_white", "open": "bright_black",
}  # fmt: skip
_TINTS = {"reach": "foreground", "threat": "error", "seen": "success"}
_ANSI_TINTS = {"threat": "red"}
_ANSI_INKS = {"behind": "black", "acting": "bright_white", "striking": "bright_white"}
"""Inks that 16 colours give a name of their own."""
MARKS = {
    "reach": "on {reach}", "threat": "on {threat}",
    "path": "bold {accent}", "way": "bold {accent}",
    "touch": "bold {error}", "danger": "{error}", "ring": "{accent}", "clear": "bold {success}",
    "blocked": "bold {error}", "seen": "on {seen}", "struck": "bold {striking} on {threat}", "zone": "{accent}",
    "tape": "bold {accent}", "cursor": "not dim not reverse bold {behind} on {acting}",
    "acting": "bold underline on {acting}", "possible": "underline", "target": "bold underline on {error}",
    "dimmed": "dim", "ghost": "bold italic underline",
    "wrong": "bold strike {error}", "corpse": "dim", "flash": "bold reverse {warning}", "label": "{accent}",
}  # fmt: skip
ANSI_MARKS = {**MARKS, "reach": "cyan", "seen": "bold cyan", "threat": "bold {striking} on {threat}"}
"""The same in 16 colours, none of which is a tint that every sign can be read on."""


class Palette:
    """Styles by name, made once for a theme."""

    def __init__(self, variables: Mapping[str, str], *, ansi: bool) -> None:
        """`variables` are the theme's: background, foreground, accent, warning, error, side-first, side-second."""
        self._variables = variables
        self._ansi = ansi
        self._mono = ansi and variables.get("side-first") == "ansi_default"
        self._background = Color.parse(variables["background"])
        self._foreground = Color.parse(variables["foreground"])
        self._known: dict[tuple[str, ...], Style] = {}

    @property
    def colourless(self) -> bool:
        """Whether signs have to say what colours say elsewhere."""
        return self._mono

    @property
    def blank(self) -> Style:
        """Beside the table."""
        return Style(bgcolor=self._background.rich_color)

    def ground(self, kind: str, level: int) -> Style:
        """The ground of a kind at a height."""
        key = "ground", kind, str(level)
        if key not in self._known:
            self._known[key] = self._ground(kind, level)
        return self._known[key]

    def _ground(self, kind: str, level: int) -> Style:
        if self._mono:
            return Style(bold=kind in ("line", "building", "steep"), dim=kind == "open")
        if self._ansi:
            return Style(color=ANSI[kind])
        hue = Color.parse(HUES[kind])
        behind = self._background.blend(hue, WEIGHTS.get(kind, 0.0))
        behind = behind.blend(Color.parse(HUES["slope"]), RAISED * level)
        ahead = hue if self._background.brightness < 0.5 else hue.darken(0.3)
        return Style(color=ahead.rich_color, bgcolor=behind.rich_color)

    def man(self, side: int, tint: int, *, leads: bool) -> Style:
        """A man of a side; a leader is underlined."""
        key = "man", str(side), str(tint), str(leads)
        if key not in self._known:
            self._known[key] = self._man(side, tint) + Style(bold=True, underline=leads)
        return self._known[key]

    def _man(self, side: int, tint: int) -> Style:
        if self._mono:
            return Style(reverse=side == 0)
        colour = Color.parse(self._variables[f"side-{SIDES[side % 2]}"])
        if self._ansi:
            return Style(color="black", bgcolor=colour.rich_color)
        dark = self._background.brightness < 0.5
        shade = colour.lighten(0.09 * tint) if dark else colour.darken(0.07 * tint)
        return Style(color=(self._background if dark else Color.parse("#FFFFFF")).rich_color, bgcolor=shade.rich_color)

    def side(self, side: int) -> Style:
        """A side's colour for words about it."""
        if self._mono:
            return Style(bold=side == 0, italic=side != 0)
        return Style(color=Color.parse(self._variables[f"side-{SIDES[side % 2]}"]).rich_color, bold=True)

    def ink(self, name: str) -> Style:
        """A colour of the theme for words: accent, warning, error, success, primary; or muted, strong."""
        key = "ink", name
        if key not in self._known:
            self._known[key] = self._ink(name)
        return self._known[key]

    def _ink(self, name: str) -> Style:
        if name in ("", "strong"):
            return Style(bold=True if name else None)
        if name == "muted":
            muted = self._foreground.blend(self._background, 0.4)
            return Style(dim=True) if self._ansi else Style(color=muted.rich_color)
        if self._mono:
            return Style(bold=True)
        return Style(color=Color.parse(self._variables[name]).rich_color)

    def mark(self, name: str) -> Style:
        """What an overlay adds to the cells it lies on."""
        key = "mark", name
        if key not in self._known:
            self._known[key] = self._mark(name)
        return self._known[key]

    def cursor(self, under: Style, *, man: bool) -> Style:
        """A cell with the cursor on it: a bright block, or a man with his colours turned round."""
        over = Style(dim=False, bold=True, reverse=not under.reverse) if man else self.mark("cursor")
        return added(under, over)

    def _mark(self, name: str) -> Style:
        words = []
        for word in (ANSI_MARKS if self._ansi and not self._mono else MARKS)[name].split():
            words.append(self._colour(word[1:-1]) if word.startswith("{") else word)
        if self._mono:
            words = [word for word in words if word not in ("", "on")]
            return Style.parse(" ".join(words) or "bold") + Style(reverse=True if name == "cursor" else None)
        return Style.parse(" ".join(words).removesuffix("on "))

    def _colour(self, name: str) -> str:
        if self._mono:
            return ""
        if name in _ANSI_INKS:
            plain = {"behind": self._background, "acting": self._foreground}
            return _ANSI_INKS[name] if self._ansi else plain.get(name, Color.parse(self._variables["error"])).hex
        if name in _TINTS:
            hue = Color.parse(self._variables[_TINTS[name]])
            return _ANSI_TINTS[name] if self._ansi else self._background.blend(hue, 0.16).hex
        colour = Color.parse(self._variables[name])
        return str(colour.rich_color.name) if self._ansi else colour.hex


@lru_cache(maxsize=4096)
def added(base: Style, over: Style) -> Style:
    """One style on another, remembered."""
    return base + over
