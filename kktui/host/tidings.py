"""What is new among those at a table, in sentences: who is away or back, who plays for whom, what is offered."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from kktui.host.hall import Hall
from kktui.host.offers import BACK, DRAW
from kktui.host.rooms import Chair

WISHES = {DRAW: "offers a draw", BACK: "asks to take back their last choice"}


class Standing(Enum):
    """How it is with a side's player."""

    HERE = auto()
    AWAY = auto()
    STOOD_IN = auto()
    FREE = auto()


class Tidings:
    """Tells one visitor at a table what has changed since they were last told."""

    def __init__(self, hall: Hall, room: str, own: frozenset[str], answers: Mapping[str, str]) -> None:
        """`answers` tells, for each thing that may be offered, how a player answers."""
        self._answers = answers
        self._hall = hall
        self._room = room
        self._own = own
        self._told = {side: (chair.name, Standing.HERE) for side, chair in hall.rooms[room].chairs.items()}
        self._offers: dict[str, str] = {}

    def fresh(self) -> list[str]:
        """The sentences; a player of two sides is spoken of once."""
        return list(dict.fromkeys([*self._comings_and_goings(), *self._offered()]))

    def _comings_and_goings(self) -> list[str]:
        said = []
        for side, chair in self._hall.rooms[self._room].chairs.items():
            was, now = self._told[side], (chair.name, self._standing(side, chair))
            self._told[side] = now
            if now != was and side not in self._own:
                said += _words(side, was[0], now)
        return said

    def _standing(self, side: str, chair: Chair) -> Standing:
        if chair.free:
            return Standing.FREE
        if side not in self._hall.missing(self._room):
            return Standing.HERE
        return Standing.STOOD_IN if side in self._hall.stood_in(self._room) else Standing.AWAY

    def _offered(self) -> list[str]:
        offers, names = self._hall.offered(self._room), self._hall.rooms[self._room].chairs
        fresh = [side for side, what in offers.items() if self._offers.get(side) != what and side not in self._own]
        self._offers = offers
        return [f"{names[side].name} {WISHES[offers[side]]}{self._how_to_answer(offers[side])}" for side in fresh]

    def _how_to_answer(self, what: str) -> str:
        return f": {self._answers[what]}" if self._own else ""


def _words(side: str, before: str, now: tuple[str, Standing]) -> list[str]:
    name, how = now
    if how is Standing.FREE:
        return [f"{side} is free: whoever is in the lobby may take it"]
    said = [f"{name} plays {side} now"] if name != before else []
    if how is Standing.STOOD_IN:
        return [*said, f"the computer plays for {name} until they are back"]
    if how is Standing.AWAY:
        return [*said, f"{name} is away"]
    return said or [f"{name} is here"]
