"""A host's strips keep nothing of their own, and are the same; its cursors do not blink."""

from __future__ import annotations

import gc
import weakref

import pytest
from rich.segment import Segment
from rich.style import Style
from textual import strip
from textual._styles_cache import StylesCache
from textual.color import Color
from textual.strip import Strip
from textual.widgets import Input

from kktui.host import lean


def shown(line: Strip) -> list[object]:
    parts = [
        line,
        line.crop(1, 4),
        *line.divide([2, 5, 7]),
        line.adjust_cell_length(9),
        line.apply_style(Style(bold=True)),
    ]
    return [list(part) for part in (*parts, *parts)]


def test_a_lean_strip_is_cut_and_coloured_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    segments = [Segment("knight", Style(color="red")), Segment("s")]
    usual = shown(Strip(segments))
    monkeypatch.setattr(strip, "FIFOCache", strip.FIFOCache)
    lean.lean_strips()
    made = Strip(segments)
    assert shown(made) == usual
    caches = [getattr(made, name) for name in Strip.__slots__ if name.endswith("_cache") and name != "_render_cache"]
    assert caches
    assert all(cache is caches[0] for cache in caches)


def test_colours_are_mixed_as_ever_and_no_widget_is_held_on_to(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = StylesCache().get_inner_outer(Color(1, 2, 3), Color(9, 8, 7, 0.5))
    monkeypatch.setattr(StylesCache, "get_inner_outer", StylesCache.get_inner_outer)
    lean.shared_colours()
    seen = StylesCache()
    assert seen.get_inner_outer(Color(1, 2, 3), Color(9, 8, 7, 0.5)) == usual
    gone = weakref.ref(seen)
    del seen
    gc.collect()
    assert gone() is None


def test_a_cursor_that_is_told_to_be_still_does_not_blink(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Input.cursor_blink, "_default", True)
    assert Input().cursor_blink
    lean.still_cursors()
    assert not Input().cursor_blink
