"""One reading of every style sheet for all screens, and for all visitors of a host.

Textual 8 reads all style sheets again for every app, and once more whenever a screen comes with one of its own. What
it reads is never changed afterwards, so it is kept here. This stands on private parts of Textual, as a test knows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

THEMES = 12
"""Sets of colours for which the sheets are kept."""

Read = dict[tuple[Any, ...], list[RuleSet]]
"""What was read, by where it stands and what it says."""


@lru_cache(THEMES)
def _read_with(variables: frozenset[tuple[str, str]]) -> Read:
    """What has been read with these colours."""
    return {}


class SharedStylesheet(Stylesheet):
    """A style sheet whose rules are read once in a process."""

    def _parse_rules(self, css: str, *place: Any, **how: Any) -> list[RuleSet]:
        known = self._known
        key = css, place, tuple(how.items())
        if key not in known:
            known[key] = super()._parse_rules(css, *place, **how)
            self._parse_cache.clear()
        return known[key]

    def parse(self) -> None:
        self._known = _read_with(frozenset(self._variables.items()))
        super().parse()

    def reparse(self) -> None:
        """Read all again, for the colours may be others."""
        self.parse()

    def copy(self) -> SharedStylesheet:
        copied = SharedStylesheet(variables=self._variables.copy())
        copied.source = self.source.copy()
        return copied
