"""Colours. The two sides differ for every eye, and always by glyph as well; no meaning hangs on a hue alone."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

SIDES: Mapping[str, tuple[str, str]] = {
    "dusk": ("#E69F00", "#56B4E9"),
    "parchment": ("#8A4500", "#00528F"),
    "contrast": ("#FFB000", "#64C8FF"),
    "sixteen": ("ansi_bright_yellow", "ansi_bright_blue"),
    "mono": ("ansi_default", "ansi_default"),
}
"""The colours of the first and the second side in each theme; mono tells them apart by glyph alone."""


def _sides(name: str) -> dict[str, str]:
    first, second = SIDES[name]
    return {"side-first": first, "side-second": second}


DUSK = Theme(
    name="dusk",
    primary="#C9A227",
    secondary="#8F7A4A",
    accent="#E8C468",
    warning="#E6B450",
    error="#E4715A",
    success="#8FB573",
    foreground="#E9E1D0",
    background="#12110E",
    surface="#1B1915",
    panel="#27241D",
    variables={
        **_sides("dusk"),
        "footer-key-foreground": "#E8C468",
        "block-cursor-foreground": "#12110E",
        "block-cursor-background": "#C9A227",
        "block-cursor-text-style": "bold",
    },
)
PARCHMENT = Theme(
    name="parchment",
    primary="#7A4A12",
    secondary="#8C7448",
    accent="#8A3B12",
    warning="#7A4E00",
    error="#A32A1B",
    success="#38601B",
    foreground="#2A2317",
    background="#F4ECD9",
    surface="#EDE2C8",
    panel="#E2D4B4",
    dark=False,
    variables={**_sides("parchment"), "footer-key-foreground": "#7A4A12"},
)
CONTRAST = Theme(
    name="contrast",
    primary="#FFFF00",
    secondary="#FFFFFF",
    accent="#FFFF00",
    warning="#FFB000",
    error="#FF8080",
    success="#80FF80",
    foreground="#FFFFFF",
    background="#000000",
    surface="#000000",
    panel="#101010",
    text_alpha=1.0,
    variables={
        **_sides("contrast"),
        "foreground-muted": "#E0E0E0",
        "block-cursor-foreground": "#000000",
        "block-cursor-background": "#FFFF00",
        "block-cursor-text-style": "bold",
        "border": "#FFFFFF",
        "border-blurred": "#A0A0A0",
        "footer-key-foreground": "#FFFF00",
    },
)
SIXTEEN = Theme(
    name="sixteen",
    ansi=True,
    primary="ansi_yellow",
    secondary="ansi_cyan",
    warning="ansi_yellow",
    error="ansi_red",
    success="ansi_green",
    accent="ansi_bright_yellow",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        **_sides("sixteen"),
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "border-blurred": "ansi_bright_black",
        "block-cursor-foreground": "ansi_black",
        "block-cursor-background": "ansi_yellow",
        "input-cursor-background": "ansi_black",
        "input-cursor-foreground": "ansi_bright_white",
        "input-selection-background": "ansi_bright_blue",
        "input-selection-foreground": "ansi_black",
        "screen-selection-background": "ansi_bright_blue",
        "screen-selection-foreground": "ansi_black",
    },
)
MONO = Theme(
    name="mono",
    ansi=True,
    primary="ansi_default",
    secondary="ansi_default",
    warning="ansi_default",
    error="ansi_default",
    success="ansi_default",
    accent="ansi_default",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    boost="ansi_default",
    variables={
        **_sides("mono"),
        "ansi-background": "ansi_default",
        "ansi-foreground": "ansi_default",
        "border": "ansi_default",
        "border-blurred": "ansi_default",
        "block-cursor-foreground": "ansi_default",
        "block-cursor-background": "ansi_default",
        "block-cursor-text-style": "bold underline reverse",
        "block-cursor-blurred-text-style": "underline",
        "input-cursor-background": "ansi_default",
        "input-cursor-foreground": "ansi_default",
        "input-cursor-text-style": "reverse",
        "footer-key-foreground": "ansi_default",
        "scrollbar": "ansi_default",
        "scrollbar-hover": "ansi_default",
        "scrollbar-active": "ansi_default",
        "scrollbar-background": "ansi_default",
    },
)
THEMES = (DUSK, PARCHMENT, CONTRAST, SIXTEEN, MONO)
