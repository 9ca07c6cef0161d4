"""What the players of one game offer each other: a draw, or to take back a choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

DRAW, BACK = "draw", "take back"


class Offers:
    """The offers at one table. An offer lapses when somebody it was made to decides something instead."""

    def __init__(self, decided: Mapping[str, int]) -> None:
        """`decided` counts, for each side, what its player has decided so far."""
        self._decided = decided
        self._made: dict[str, tuple[str, dict[str, int]]] = {}

    def make(self, sides: Iterable[str], what: str) -> None:
        """One player offers this for all their sides."""
        own = frozenset(sides)
        others = {side: count for side, count in self._decided.items() if side not in own}
        for side in sorted(own):
            self._made.pop(side, None)
            self._made[side] = what, others

    @property
    def standing(self) -> dict[str, str]:
        """What is offered now, by side, the oldest offer first."""
        return {
            side: what
            for side, (what, others) in self._made.items()
            if all(self._decided[other] == count for other, count in others.items())
        }

    def clear(self) -> None:
        """Agreed on, or declined."""
        self._made.clear()
