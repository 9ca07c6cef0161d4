"""Less for a visitor: strips without caches of their own, and a cursor that does not blink.

Textual 8 gives every strip of a screen seven caches, most of which stay empty: more than a third of what a visitor
takes up. Lines that do not change are kept one level higher. A cursor that blinks paints and sends some kilobytes a
second to somebody who does nothing. This stands on private parts of Textual, as tests know.
"""

from __future__ import annotations

from typing import Any

from textual import strip
from textual.widgets import Input


class Forgetful:
    """A cache that keeps nothing; one for all."""

    def get(self, key: Any) -> None:
        return None

    def __setitem__(self, key: Any, value: Any) -> None:
        """Forgotten at once."""


_FORGETFUL = Forgetful()


def lean_strips() -> None:
    """From now on, in this process."""
    setattr(strip, "FIFOCache", lambda size: _FORGETFUL)  # noqa: B010


def still_cursors() -> None:
    """From now on, in this process."""
    setattr(Input.cursor_blink, "_default", False)  # noqa: B010
