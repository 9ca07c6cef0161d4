"""Rooms in words, for both lobbies."""

from __future__ import annotations

from kktui.engine.rulebook import told
from kktui.engine.telling import listed
from kktui.host.hall import Hall
from kktui.host.rooms import Absent, Room, Terms

SPANS = ((7 * 24 * 60, "week"), (24 * 60, "day"), (60, "hour"), (1, "minute"))
"""Minutes in each of them."""


def span_words(minutes: int) -> str:
    """A length of time: `10 minutes`, `a day`.

    >>> [span_words(each) for each in (1, 10, 60, 90, 1440, 20160)]
    ['a minute', '10 minutes', 'an hour', '90 minutes', 'a day', '2 weeks']
    """
    unit, name = next((span for span in SPANS if minutes and minutes % span[0] == 0), SPANS[-1])
    count = minutes // unit
    if count == 1:
        return f"{'an' if name == 'hour' else 'a'} {name}"
    return f"{count} {name}s"


def chair_words(room: Room) -> list[str]:
    """Who has which side."""
    return [f"{side}: {chair.name or 'free'}" for side, chair in room.chairs.items()]


def rulings_words(terms: Terms) -> list[str]:
    """What whoever called the game has ruled otherwise than the rulebook."""
    switched = [f"{name} {told(value)}" for name, value in terms.house.items() if name != "chart"]
    charts = [f"chart {name}" for name in terms.house.get("chart", {})]
    return [f"House rulings: {listed([*switched, *charts])}"] if terms.house else []


def described(hall: Hall, room: Room) -> list[str]:
    """All there is to say of a room, line by line."""
    terms = room.terms
    ready = [side for side, chair in room.chairs.items() if chair.settled]
    said = [
        f"{room.id}, {room.stage}",
        f"Rules: {terms.ruleset}",
        *rulings_words(terms),
        *chair_words(room),
        *([f"Ready: {listed(ready)}"] if ready and not room.game else []),
        f"Dice: {room.commitment[:16]}…",
        *terms_words(room),
    ]
    for side, seconds in hall.away(room.id).items():
        minutes = int(seconds // 60)
        said.append(f"{room.chairs[side].name or side} is away{f', for {span_words(minutes)}' if minutes else ''}")
    said += [f"{room.chairs[side].name or side} offers: {what}" for side, what in hall.offered(room.id).items()]
    return said


def terms_words(room: Room) -> list[str]:
    """What becomes of the absent and what onlookers see, while there is anything to settle."""
    return [] if room.over else [_absent(room), _watching(room)]


def _absent(room: Room) -> str:
    if room.terms.absent is Absent.WAIT:
        return "Absent players are waited for"
    return f"After {span_words(room.terms.patience)} away {room.terms.absent.value}"


def _watching(room: Room) -> str:
    if not room.terms.watching:
        return "Nobody may look on"
    return f"Onlookers are {span_words(room.terms.delay)} behind" if room.terms.delay else "Onlookers are welcome"
