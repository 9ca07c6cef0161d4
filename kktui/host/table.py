"""A game that is being played now, and since when who is missed at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from kktui.host.limits import Clock
from kktui.host.offers import Offers
from kktui.host.rooms import Terms
from kktui.match import Match
from kktui.match.delayed import LateMatch
from kktui.store import Keeper, Store


@dataclass(eq=False, slots=True)
class Table:
    """Its match, what is offered at it, and who is away."""

    match: Match
    offers: Offers
    late: LateMatch | None = None
    """The same for onlookers, when the terms have them wait."""
    missed: dict[str, float] = field(default_factory=dict)
    """Since when a side that is waited for has nobody here."""
    absent: dict[str, float] = field(default_factory=dict)
    """Since when a side has nobody here, whether it is asked or not: only this is told to others."""
    stood_in: set[str] = field(default_factory=set)
    waiting: frozenset[str] | None = None
    """The sides that were waited for at the last look."""
    deserted: float | None = None
    """Since when nobody is at it."""

    def miss(self, gone: Iterable[str], now: float) -> None:
        """Who is away now."""
        pending = self.match.bulletin.pending
        self.absent = {side: self.absent.get(side, now) for side in sorted(gone)}
        self.missed = {side: self.missed.get(side, now) for side in self.absent if side in pending}

    def missed_for(self, seconds: float, now: float) -> list[str]:
        """Who has kept the others waiting so long.

        Where units are hidden it counts whether they were asked or not: the others would be told that they were.
        """
        since = self.absent if self.match.secretive else self.missed
        return [side for side, then in since.items() if now - then >= seconds]

    def close(self) -> None:
        """Put the game away."""
        if self.late is not None:
            self.late.close()
        self.match.close()


def laid(folder: Path, opened: Callable[[Store], Keeper], terms: Terms, clock: Clock) -> Table:
    """Begin a game or take one up again. What was played before today's visitors came is as old as its last entry."""
    ages: list[float] = []

    def taken_up() -> Keeper:
        keeper = opened(Store(folder))
        ages.append(_age(keeper))
        return keeper

    match = Match(taken_up)
    match.go_on_untended()
    late = LateMatch(match, terms.delay * 60, clock, ages[0]) if terms.watching and terms.delay else None
    return Table(match, Offers(match.decided), late)


def _age(keeper: Keeper) -> float:
    """Seconds since something was last written down of a game."""
    entries = keeper.record.entries
    if not entries:
        return 0.0
    return max(0.0, (datetime.now(UTC) - datetime.fromisoformat(entries[-1].at)).total_seconds())
