"""Less for a visitor: strips without caches of their own, pictures that go with them, a cursor that does not blink.

Textual 8 gives every strip of a screen seven caches, most of which stay empty: more than a third of what a visitor
takes up. Lines that do not change are kept one level higher. A thousand widgets' last pictures are held on to by a
cache of two colours each, whoever has left. A cursor that blinks paints and sends some kilobytes a
second to somebody who does nothing. This stands on private parts of Textual, as tests know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from textual import strip
from textual._styles_cache import StylesCache
from textual.widgets import Input


def lean() -> None:
    """All of it, from now on, in this process."""
    lean_strips()
    shared_colours()
    still_cursors()


class Forgetful:
    """A cache that keeps nothing; one for all."""

    def get(self, key: Any) -> None:
        return None

    def __setitem__(self, key: Any, value: Any) -> None:
        """Forgotten at once."""


_FORGETFUL = Forgetful()


def forgetful(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function without its memory, if it has one: another Textual may have none."""
    bare: Callable[..., Any] = getattr(function, "__wrapped__", function)
    return bare


def lean_strips() -> None:
    """From now on, in this process."""
    setattr(strip, "FIFOCache", lambda size: _FORGETFUL)  # noqa: B010


def shared_colours() -> None:
    """From now on, in this process: what is kept of colours is kept for all, by the colours alone."""
    mixed = partial(forgetful(StylesCache.get_inner_outer), StylesCache)
    setattr(StylesCache, "get_inner_outer", staticmethod(lru_cache(1024)(mixed)))  # noqa: B010


def still_cursors() -> None:
    """From now on, in this process."""
    setattr(Input.cursor_blink, "_default", False)  # noqa: B010
