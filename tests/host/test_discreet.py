"""What a seat is told where others have hidden units."""

from __future__ import annotations

from kktui.engine.events import Ended, Event, PhaseBegan, TurnBegan
from kktui.engine.state import Entry
from kktui.match.discreet import Discreet
from kktui.match.match import Bulletin
from kktui.rules import ruleset
from kktui.rules.argad.events import ShootingDone


def news(events: list[Event], settled: int) -> Bulletin:
    told = [Entry(event, None) for event in events]
    return Bulletin(told, len(told), 0, 0, {}, frozenset(), over=False, settled=settled)


BOOK = ruleset("argad").book
MOVEMENT, SHOOTING, TURN = PhaseBegan("Movement", 0), PhaseBegan("Shooting", 1), TurnBegan(2)


def seen(told: Bulletin) -> list[Event]:
    entries = [entry.seen_by("red") for entry in told.told[: told.length]]
    return [event for event in entries if event is not None]


def test_a_phase_in_which_nothing_is_seen_is_not_told_of() -> None:
    red = Discreet("red", BOOK)
    log: list[Event] = [MOVEMENT, TURN, SHOOTING, ShootingDone()]
    assert seen(red.of(news(log, 4), asked=False)) == [TURN], "somebody hidden may be shooting"
    assert seen(red.of(news([*log, TurnBegan(3)], 5), asked=False)) == [TURN, ShootingDone(), TurnBegan(3)]


def test_a_phase_is_told_of_when_something_is_seen_in_it_or_the_side_is_asked() -> None:
    assert seen(Discreet("red", BOOK).of(news([TURN, SHOOTING], 2), asked=True)) == [TURN, SHOOTING]
    red = Discreet("red", BOOK)
    red.of(news([TURN, SHOOTING], 2), asked=False)
    shot = Ended("red", "won")
    assert seen(red.of(news([TURN, SHOOTING, shot], 3), asked=False)) == [TURN, SHOOTING, shot]


def test_a_step_that_waits_for_another_is_told_of_when_it_is_done() -> None:
    red = Discreet("red", BOOK)
    log: list[Event] = [TURN, Ended("red", "won"), Ended("blue", "won")]
    assert seen(red.of(news(log, 1), asked=False)) == log[:1]
    assert seen(red.of(news(log, 1), asked=True)) == log
    assert seen(red.of(news(log, 1), asked=False)) == log, "what was shown stays"
