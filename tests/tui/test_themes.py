"""The colours of the sides for eyes of every kind: dichromacy simulated, differences by CIEDE2000, contrast by WCAG."""

from __future__ import annotations

from itertools import product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest
from textual.color import Color

from kktui.tui import settings, themes

Triple = tuple[float, float, float]

EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Machado, Oliveira and Fernandes (2009), complete dichromacy, for linear RGB."""
XTERM = {"ansi_bright_yellow": "#FFFF00", "ansi_bright_blue": "#5C5CFF"}
COLOURED = [name for name in themes.SIDES if name != "mono"]
APART = 35
"""Red and green are 8.7 apart for a deutan eye."""


def linear(colour: str) -> Triple:
    red, green, blue = (part / 255 for part in Color.parse(XTERM.get(colour, colour)).rgb)
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))  # type: ignore[return-value]


def seen(colour: str, eye: str) -> Triple:
    """What an eye makes of a colour, as CIELAB."""
    rgb = [min(max(sum(part * c for part, c in zip(row, linear(colour), strict=True)), 0), 1) for row in EYES[eye]]
    return lab(rgb)


def lab(rgb: list[float]) -> Triple:
    to_xyz = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        sum(part * c for part, c in zip(row, rgb, strict=True)) / whole
        for row, whole in zip(to_xyz, white, strict=True)
    )
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    g = 0.5 * (1 - sqrt(mean / (mean + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = h2 - h1
    turn = 0 if not c1 * c2 else turn - 360 if turn > 180 else turn + 360 if turn < -180 else turn
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    h = (h1 + h2 + (360 if abs(h1 - h2) > 180 else 0)) / 2 if c1 * c2 else h1 + h2
    t = (
        1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h))
        + 0.32 * cos(radians(3 * h + 6)) - 0.20 * cos(radians(4 * h - 63))
    )  # fmt: skip
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    sl = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rt = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((h % 360 - 275) / 25) ** 2))))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh))


def contrast(one: str, other: str) -> float:
    light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (light[1] + 0.05) / (light[0] + 0.05)


def test_the_measure_is_ciede2000() -> None:
    """Pairs of the table of Sharma, Wu and Dalal (2005)."""
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert difference((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)


def test_the_simulation_finds_red_and_green_alike_for_a_deutan_eye() -> None:
    assert difference(seen("#C00000", "deutan"), seen("#00A000", "deutan")) < APART
    assert difference(seen("#C00000", "usual"), seen("#00A000", "usual")) > APART


@pytest.mark.parametrize(("theme", "eye"), list(product(COLOURED, EYES)))
def test_the_sides_differ_for_every_eye(theme: str, eye: str) -> None:
    first, second = themes.SIDES[theme]
    assert difference(seen(first, eye), seen(second, eye)) >= APART


@pytest.mark.parametrize("theme", ["dusk", "parchment", "contrast"])
def test_sides_and_words_stand_out_from_the_ground(theme: str) -> None:
    found = next(each for each in themes.THEMES if each.name == theme)
    grounds = [found.background, found.surface, found.panel]
    words = [*themes.SIDES[theme], found.foreground, found.primary, found.error, found.warning, found.success]
    for word, ground in product(words, grounds):
        assert word is not None
        assert ground is not None
        assert contrast(word, ground) >= 4.5, (word, ground)


def test_every_theme_can_be_chosen_and_names_both_sides() -> None:
    assert tuple(theme.name for theme in themes.THEMES) == settings.THEMES
    for theme in themes.THEMES:
        assert {"side-first", "side-second"} <= theme.variables.keys()


def test_mono_and_sixteen_name_no_colour_of_their_own() -> None:
    for theme in (themes.MONO, themes.SIXTEEN):
        colours = [theme.primary, theme.background, theme.foreground, *theme.variables.values()]
        assert theme.ansi
        assert not [colour for colour in colours if colour and colour.startswith("#")]
