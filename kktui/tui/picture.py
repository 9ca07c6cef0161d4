"""A picture of the screen to keep or to share: as SVG and as plain text."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

from textual.app import App

from kktui.store.home import home
from kktui.store.trouble import StoreTrouble

FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"


def svg_of(app: App[Any]) -> str:
    """The screen as a picture: with no font from elsewhere, every space kept, and the same names every time."""
    svg = app.export_screenshot(title="kktui")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]+;", f"font-family: {FONT};", svg)
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
    return re.sub(r"terminal-\d+-", "terminal-", svg)


def text_of(app: App[Any]) -> str:
    """The characters on the screen."""
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips()) + "\n"


def take(app: App[Any]) -> str:
    """Take a picture; a sentence that says where it is, or why there is none."""
    try:
        folder = home() / "pictures"
        path = _free(folder, datetime.now().strftime("%Y-%m-%d-%H%M%S"))
        folder.mkdir(mode=0o700, exist_ok=True)
        path.write_text(svg_of(app), "utf-8")
        path.with_suffix(".txt").write_text(text_of(app), "utf-8")
    except (OSError, StoreTrouble) as error:
        return f"No picture could be taken: {error}"
    return f"A picture is in {path} (and as text beside it)"


def _free(folder: Path, name: str) -> Path:
    """A name no picture has yet."""
    path, number = folder / f"{name}.svg", 1
    while path.exists():
        path, number = folder / f"{name}-{number}.svg", number + 1
    return path
