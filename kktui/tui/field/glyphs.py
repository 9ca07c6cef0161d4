"""What is drawn for ground, bases and marks, in Unicode and in plain ASCII. Every glyph is one cell wide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import category, name

from rich.cells import cell_len

from kktui.words import mapping


@dataclass(frozen=True, slots=True)
class Strokes:
    """A linear obstacle by the direction it runs in: across, down, rising, falling."""

    across: str
    down: str
    rising: str
    falling: str

    @classmethod
    def of(cls, glyphs: str) -> Strokes:
        """Four glyphs, or one for all directions."""
        return cls(*(glyphs if len(glyphs) == 4 else glyphs * 4))


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """A whole set of signs."""

    areas: Mapping[str, str]
    lines: Mapping[str, Strokes]
    arrows: str
    """Where a base looks: eight winds from the far edge clockwise."""
    grid: str
    horse: str
    corpse: str
    blow: str
    shot: str
    path: str
    way: str
    ring: str
    reach: str
    danger: str
    zone: str
    blocked: str
    full: str
    """A bar's filled cell."""
    hollow: str
    pointer: str
    aimed: str
    """Beside whom a choice points at, where no colour says so."""
    bullet: str
    face_down: str
    times: str

    def arrow(self, facing: float) -> str:
        return self.arrows[round(facing / 45) % 8]


UNICODE = Glyphs(
    areas={
        "woods": "♣", "crops": "ψ", "bushes": "♠", "rough": "∴", "water": "≈", "building": "▒", "slope": "^",
        "road": "∙",
    },
    lines={
        "low-wall": Strokes.of("─│╱╲"), "high-wall": Strokes.of("━┃╱╲"), "hedge": Strokes.of("░"),
        "fence": Strokes.of("┄┆╱╲"), "ditch": Strokes.of("╌╎╱╲"), "stakes": Strokes.of("‡"),
        "gate": Strokes.of("∩"), "stairs": Strokes.of("≡"), "bank": Strokes.of("∧"),
    },
    arrows="↑↗→↘↓↙←↖", grid="·", horse="♞", corpse="†", blow="✶", shot="•", path="•", way="○", ring="◦", reach="·",
    danger="▪", zone="·", blocked="╳", full="█", hollow="░", pointer="▸", aimed="◂", bullet="·", face_down="▩",
    times="×",
)  # fmt: skip
ASCII = Glyphs(
    areas=mapping.AREAS,
    lines={kind: Strokes.of(glyph) for kind, glyph in mapping.LINES.items()},
    arrows="^'>.v,<`", grid=".", horse="H", corpse="x", blow="*", shot="*", path="o", way="O", ring="'", reach=".",
    danger="!", zone=":", blocked="X", full="#", hollow=".", pointer=">", aimed="<", bullet="-", face_down="?",
    times="x",
)  # fmt: skip


def glyphs_for(unicode: bool) -> Glyphs:
    return UNICODE if unicode else ASCII


DEGREE, DEGREES = "°", " degrees"
"""A sign, and the words for it where there is ASCII alone and room for words."""
_SIGNS = {
    **dict(zip("↑↗→↘↓↙←↖", ASCII.arrows, strict=True)), "→": ">", "←": "<",
    "…": "~", DEGREE: "d", "×": "x", "·": "-", "•": "*", "●": "*", "○": "o", "■": "#", "†": "x", "‡": "+",
    "\u2018": "'", "\u2019": "'", "\u201a": ",", "\u201c": '"', "\u201d": '"', "\u201e": '"', "«": '"', "»": '"',
    "\u00ad": "-", "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "−": "-",
    "▸": ">", "▶": ">", "◂": "<", "◀": "<", "▲": "^", "▼": "v", "△": "^", "▽": "v", "✓": "v", "✔": "v", "✗": "x",
    "█": "#", "░": ".", "▒": ":", "▓": "#", "▔": "-", "▁": "_", "▀": "-", "▄": "_",
}  # fmt: skip
"""Signs and what stands for them: the app's own, those that Textual draws with, and what people write."""


class _Plainer(dict[int, str]):
    """For every character as many of ASCII as it takes cells; the letters of names stay what they are."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = found = _SIGNS[char] if char in _SIGNS else _plainer(char)
        return found


def _plainer(char: str) -> str:
    """What stands for a character that has no sign of its own: lines and blocks by their shape."""
    if char.isascii() or category(char)[0] == "L":
        return char
    if category(char) == "Zs":
        return " " * cell_len(char)
    if "\u2500" <= char <= "\u257f":
        across, down = "HORIZONTAL" in name(char), "VERTICAL" in name(char)
        return "+" if across is down else "-" if across else "|"
    if "\u2580" <= char <= "\u259f":
        return "|" if "LEFT" in name(char) or "RIGHT" in name(char) else " "
    return "?" * cell_len(char)


PLAINER: Mapping[int, str] = _Plainer()
"""For `str.translate`: any text in ASCII, every sign as wide as it was."""
