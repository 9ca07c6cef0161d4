"""Less memory for a visitor: strips without caches of their own.

Textual 8 gives every strip of a screen seven caches, most of which stay empty: more than a third of what a visitor
takes up. Lines that do not change are kept one level higher. This stands on private parts of Textual, as a test knows.
"""

from __future__ import annotations

from typing import Any

from textual import strip


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
