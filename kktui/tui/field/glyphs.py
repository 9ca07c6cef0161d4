"""What is drawn for ground, bases and marks, in Unicode and in plain ASCII. Every glyph is one cell wide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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
