"""The keys of the battlefield, where the cursor goes and how close one looks; and whoever follows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from textual.binding import Binding, BindingType

from kktui.table.geometry import Point

FAR = 8
"""Cells that a long step of the cursor goes."""
WINDS = {
    "left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1),
    "up_left": (-1, -1), "up_right": (1, -1), "down_left": (-1, 1), "down_right": (1, 1),
}  # fmt: skip


def _steps(kind: str, keys: Mapping[str, str]) -> list[BindingType]:
    return [
        Binding(key, f"{kind}('{wind}')", f"{kind} {wind.replace('_', ' ')}", show=False, id=f"field.{kind}.{wind}")
        for wind, key in keys.items()
    ]


STEERING: list[BindingType] = [
    *_steps("step", {
        "left": "left,h", "right": "right,l", "up": "up,k", "down": "down,j",
        "up_left": "y,home", "up_right": "u,pageup", "down_left": "b,end", "down_right": "n,pagedown",
    }),
    *_steps("run", {
        "left": "shift+left,H", "right": "shift+right,L", "up": "shift+up,K", "down": "shift+down,J",
        "up_left": "Y", "up_right": "U", "down_left": "B", "down_right": "N",
    }),
    Binding("plus,equals_sign", "zoom(1)", "Closer", show=False, id="field.closer"),
    Binding("minus", "zoom(-1)", "Farther", show=False, id="field.farther"),
    Binding("0", "fit", "Whole table", show=False, id="field.fit"),
]  # fmt: skip


class Pointing(Protocol):
    """Somebody who follows the cursor; `chosen` when a place was clicked."""

    def __call__(self, at: Point, *, chosen: bool = False) -> None: ...


def nobody(at: Point, *, chosen: bool = False) -> None:
    """Nobody follows the cursor."""
