"""When garbage is swept: a visitor who has left, and every screen that was closed, stays in memory until then.

What Textual makes goes round in circles, so that only a full collection frees it, and that looks at everything there
is: in a full house it would keep everybody's keys waiting. So it is rare, and rarer the longer it takes.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import thread_time

FEW = 8
"""Visits that have to be over before the sweeping is worth it, while it is short work."""
SHORT = 0.02
"""Seconds up to which it is; in a fuller house it has to be worth more."""
LINGERING = 8
"""Looks after which nothing of the last visitor is at work any more: what was just then would be kept for good."""
SHARE = 2
"""Visits that leave as much behind as what survives until Python would look at it once more."""


class Sweeper:
    """Sweeps when enough has gathered."""

    def __init__(self, took: Callable[[], float] = thread_time) -> None:
        self._clock = took
        self._over = 0
        self._took = 0.0
        self._again = 0
        """Looks until an empty house is swept once more."""

    def visit_over(self) -> None:
        """Somebody has left."""
        self._over += 1

    def look(self, here: int) -> None:
        """Sweep if it is worth it; `here` is how many visitors it would keep waiting."""
        gathered, enough = self._over, 1.0
        if here:
            gathered += SHARE * gc.get_count()[2]
            enough = FEW * max(1.0, self._took / SHORT)
        if gathered >= enough:
            self.sweep(here)
            self._again = 0 if here else LINGERING
        elif self._again and not here:
            self._again -= 1
            if not self._again:
                self.sweep(here)

    def sweep(self, here: int) -> None:
        """With nobody here, what stays is the house's own and is not looked at again while there are visitors."""
        began, self._over = self._clock(), 0
        if here:
            gc.collect()
            self._took = self._clock() - began
        else:
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._took = 0.0
