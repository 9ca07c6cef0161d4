"""Somebody in the house."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kktui.host.chat import Said
from kktui.host.people import Person


async def stay(room: str) -> None:
    """Nothing to get up from."""


@dataclass(eq=False, slots=True)
class Guest:
    """Somebody in the house, as often as they have connected."""

    person: Person
    told: Callable[[], None]
    """Called when something in the house has changed."""
    heard: Callable[[str, Said], None]
    moved_out: Callable[[str], Awaitable[None]] = stay
    """Called when the same person sits down at this room from elsewhere: to get up first."""
    room: str = ""
    since: float = 0.0
