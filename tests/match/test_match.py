"""Several seats at one battle: each sees its own, nobody waits for the computer, and undo reaches everybody."""

from __future__ import annotations

from pathlib import Path
from threading import Event as Bell

import pytest

from kktui.engine.dice import Luck, key_of
from kktui.engine.requests import Refusal
from kktui.engine.view import View
from kktui.match import Match, Occupied, Seat
from kktui.players import LEVELS
from kktui.store import NoGame, Store
from kktui.store.keeper import Keeper
from tests.store.battles import ALONE, BOTH, NOBODY, begin

SECONDS = 30


class Guest:
    """Somebody at a match: a seat, a picture of his own, and a bell."""

    def __init__(self, match: Match, *sides: str) -> None:
        self.bell = Bell()
        self.side = sides[0] if sides else ""
        self.seat: Seat = match.join(sides, self.bell.set)
        self.view: View = self.seat.view(self.side)
        self.epoch = 0

    def listen(self) -> None:
        """Take in what is new, from the start again when something was taken back."""
        self.bell.clear()
        news = self.seat.bulletin
        if news.epoch != self.epoch:
            self.view, self.epoch = self.seat.view(self.side), news.epoch
        self.view.follow(news.told[: news.length])
        self.seat.caught_up(news.length)

    def until_asked(self) -> None:
        while not self.seat.asked and not self.seat.bulletin.over:
            self.listen()
            if not self.seat.asked and not self.seat.bulletin.over:
                assert self.bell.wait(SECONDS)
        self.listen()

    def reply(self) -> Refusal | None:
        """Answer the first question as somebody without a plan would."""
        side, request = next(iter(self.seat.asked.items()))
        rules, luck = self.seat.match.setup.rules, Luck(key_of("guest"), str(self.seat.heard))
        value = LEVELS["random"].answer(rules, self.view.state, request, luck)
        return self.seat.answer(side, request, value).result(SECONDS)


def test_a_whole_battle_is_played_by_two_seats_and_watched_by_a_third(tmp_path: Path) -> None:
    match = Match(lambda: begin(tmp_path, BOTH, turns=1))
    red, blue, onlooker = Guest(match, "red"), Guest(match, "blue"), Guest(match)
    while not match.bulletin.over:
        onlooker.listen()
        for guest in (red, blue):
            guest.listen()
            assert set(guest.seat.asked) <= {guest.side}
            if guest.seat.asked:
                guest.reply()
        onlooker.bell.wait(0.01)
    for guest in (red, blue, onlooker):
        guest.listen()
    assert match.ended is not None
    places = {key: man.pose for key, man in match.ended.state.figures.items()}
    assert {key: man.pose for key, man in onlooker.view.state.figures.items()} == places
    match.close()


def test_the_battle_does_not_run_far_ahead_of_the_foremost_seat(tmp_path: Path) -> None:
    match = Match(lambda: begin(tmp_path, NOBODY))
    onlooker = Guest(match)
    onlooker.bell.wait(SECONDS)
    match.do(lambda keeper: None).result(SECONDS)
    assert not match.bulletin.over
    while not match.bulletin.over:
        onlooker.listen()
        onlooker.bell.wait(0.05)
    assert match.ended is not None
    match.close()


def test_an_undo_reaches_every_seat(tmp_path: Path) -> None:
    match = Match(lambda: begin(tmp_path, BOTH))
    red, onlooker = Guest(match, "red"), Guest(match)
    red.until_asked()
    before = len(red.view.state.log)
    assert red.reply() is None
    onlooker.listen()
    assert len(onlooker.view.state.log) > before
    assert red.seat.undo("red").result(SECONDS) is None
    onlooker.listen()
    assert len(onlooker.view.state.log) == before
    match.close()


def test_a_side_is_played_by_one_seat_and_answers_only_what_is_asked_of_it(tmp_path: Path) -> None:
    match = Match(lambda: begin(tmp_path, ALONE))
    red, onlooker = Guest(match, "red"), Guest(match)
    with pytest.raises(Occupied):
        match.join(["red"], lambda: None)
    with pytest.raises(ValueError, match="does not sit"):
        onlooker.seat.view("red")
    red.until_asked()
    request = red.seat.asked["red"]
    assert isinstance(onlooker.seat.answer("red", request, {}).result(SECONDS), Refusal)
    assert red.seat.answer("red", request, {}).result(SECONDS) is None
    assert isinstance(red.seat.answer("red", request, {}).result(SECONDS), Refusal)
    red.seat.leave()
    assert match.join(["red"], lambda: None).sides == {"red"}
    match.close()


def test_a_game_that_is_not_there_is_told_to_whoever_opens_it(tmp_path: Path) -> None:
    with pytest.raises(NoGame):
        Match(lambda: Keeper.open(Store(tmp_path), "nowhere"))


def test_a_full_disk_stops_the_battle_until_it_is_tried_again(tmp_path: Path) -> None:
    kept: list[Keeper] = []

    def opened() -> Keeper:
        kept.append(begin(tmp_path, ALONE))
        return kept[0]

    match = Match(opened)
    match.do(lambda keeper: kept[0].store.base().execute("PRAGMA query_only=ON")).result(SECONDS)
    red = Guest(match, "red")
    assert red.bell.wait(SECONDS)
    match.do(lambda keeper: None)
    while not match.bulletin.trouble and not red.seat.asked:
        assert red.bell.wait(SECONDS)
    red.seat.retry().result(SECONDS)
    red.until_asked()
    assert not match.bulletin.trouble
    match.close()


def test_an_answer_nobody_waits_for_any_more_does_not_end_the_match(tmp_path: Path) -> None:
    match = Match(lambda: begin(tmp_path, BOTH))
    go_on, began = Bell(), Bell()
    slow = match.do(lambda keeper: (began.set(), go_on.wait(10)))
    unwanted = match.do(lambda keeper: None)
    assert began.wait(10)
    assert unwanted.cancel(), "it has not begun"
    assert not slow.cancel(), "it has"
    go_on.set()
    slow.result(10)
    assert match.do(lambda keeper: keeper.id).result(10) == match.id
    match.close()
