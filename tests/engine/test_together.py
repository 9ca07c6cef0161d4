"""What the sides decide together is decided face down: in any order, unseen, taken back and laid down again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, ClassVar

import pytest

from kktui.engine.ask import Ask
from kktui.engine.events import Event, Veils
from kktui.engine.game import Game
from kktui.engine.requests import Choose, Move, Option, Plan, Refusal
from kktui.engine.state import AnyState
from kktui.players.random import Random
from kktui.table import Going
from tests.engine.stub import Stub, StubSaid, give, reach_of, said

CHITS = tuple(map(Option, ("hold", "half", "full", "charge")))
SIDES = ("red", "blue")

Chits = dict[str, str]

BOLD: Chits = {"red-1": "charge", "red-2": "full"}
MEEK: Chits = {"red-1": "hold"}
BLUE: Chits = {"blue-1": "half"}


@dataclass(frozen=True, slots=True)
class StubRevealed(Event):
    """The chits are turned over."""

    reveals: ClassVar[bool] = True
    chits: Mapping[str, str]

    def apply(self, state: AnyState) -> None:
        for figure, chit in self.chits.items():
            state.figures[figure].chit = chit


@dataclass(frozen=True, slots=True)
class StubMarked(Event):
    """A side's chits lie on the table, face down."""

    side: str
    chits: Mapping[str, str]

    def apply(self, state: AnyState) -> None:
        for figure, chit in self.chits.items():
            state.figures[figure].chit = chit

    def veils(self, state: AnyState) -> Veils:
        back = StubMarked(self.side, dict.fromkeys(self.chits, "?"))
        return {viewer: back for viewer in state.viewers if viewer != self.side}


def plans(state: AnyState) -> list[Plan]:
    return [
        Plan(
            side,
            "chits",
            side,
            {man.id: Choose(side, "chit", man.id, CHITS) for man in state.fielded(side)},
            secret=True,
        )
        for side in state.sides
    ]


def mark_and_reveal(state: AnyState, ask: Ask) -> None:
    got = ask.together(plans(state))
    state.record(StubRevealed({figure: chit for side in state.sides for figure, chit in got[side].items()}))


def mark(state: AnyState, ask: Ask) -> None:
    got = ask.together(plans(state))
    for side in state.sides:
        state.record(StubMarked(side, got[side]))


def think(state: AnyState, ask: Ask) -> None:
    for side in state.sides:
        ask.choose(Choose(side, "think", side, (Option("a"), Option("b"))))


def march(state: AnyState, ask: Ask) -> None:
    everybody = tuple(man.id for man in state.fielded())
    ask.together(
        [
            Plan(
                side,
                "moves",
                side,
                {man.id: Move(side, "move", man.id, 8, Going(), ignoring=everybody) for man in state.fielded(side)},
                secret=True,
            )
            for side in state.sides
        ]
    )


AT_ONCE = Stub((mark_and_reveal,))
"""Marked and turned over in one step."""
FACE_DOWN = Stub((mark, think))
"""Marked, and left lying while both think on."""


def chits_of(game: Game) -> Chits:
    return {man.id: man.chit for man in game.state.figures.values()}


def both_marked(stub: Stub, red: Chits = BOLD) -> Game:
    game = stub.begin()
    give(game, "red", red)
    give(game, "blue", BLUE)
    return game


# In any order.


@pytest.mark.parametrize("listed", [*permutations(SIDES)])
def test_either_side_may_answer_first(listed: tuple[str, ...]) -> None:
    stub, answers, battles = Stub((mark_and_reveal,), order=listed), {"red": BOLD, "blue": BLUE}, []
    for order in permutations(SIDES):
        game = stub.begin()
        assert set(game.pending) == set(SIDES)
        for side in order:
            give(game, side, answers[side])
        assert game.over
        battles.append((game.digest(), game.answers))
    assert battles[0] == battles[1]


def test_what_is_left_out_of_a_plan_is_the_first_option() -> None:
    assert chits_of(both_marked(AT_ONCE, {})) == {
        "red-1": "hold",
        "red-2": "hold",
        "blue-1": "half",
        "blue-2": "hold",
    }


def test_nothing_happens_before_all_have_answered() -> None:
    game = AT_ONCE.begin()
    before = game.digest(), list(game.answers)
    give(game, "red", BOLD)
    assert (game.digest(), list(game.answers)) == before
    assert set(game.pending) == {"blue"}


def test_a_side_that_has_answered_is_not_asked_again() -> None:
    game = AT_ONCE.begin()
    give(game, "red", BOLD)
    assert isinstance(game.answer("red", MEEK), Refusal)
    give(game, "blue", BLUE)
    assert chits_of(game)["red-1"] == "charge"


@pytest.mark.parametrize("side", SIDES)
def test_a_player_at_one_seat_and_a_man_at_the_other_decide_together(side: str) -> None:
    game = AT_ONCE.begin({side: Random()})
    other = game.state.other(side)
    assert set(game.pending) == {other}
    give(game, other, {})
    assert game.over
    assert AT_ONCE.begin({each: Random() for each in SIDES}).over


def test_two_questions_to_one_side_must_be_a_plan() -> None:
    def twice(state: AnyState, ask: Ask) -> None:
        ask.together([Choose("red", what, what, CHITS) for what in ("one", "two")])

    with pytest.raises(AssertionError, match="Plan"):
        Stub((twice,)).begin()


# Unseen.


def test_nobody_can_tell_what_a_side_has_laid_down_before_the_other_answers() -> None:
    seen = []
    for red in (BOLD, MEEK):
        game = AT_ONCE.begin()
        give(game, "red", red)
        seen.append((reach_of(game, "blue"), reach_of(game, ""), game.digest(), game.pending["blue"]))
    assert seen[0] == seen[1]


def test_nobody_can_tell_which_ways_a_side_has_tried_or_ordered() -> None:
    stub, seen = Stub((march,)), []
    for red in ({"red-1": {"path": [[10, 36]]}, "red-2": {"path": [[17, 38]]}}, {}):
        game = stub.begin()
        assert isinstance(game.answer("red", {"red-1": {"path": [[10, 20]]}}), Refusal)
        give(game, "red", red)
        seen.append((reach_of(game, "blue"), reach_of(game, "")))
    assert seen[0] == seen[1]


def test_chits_left_face_down_are_seen_by_their_side_alone() -> None:
    bold, meek = both_marked(FACE_DOWN, BOLD), both_marked(FACE_DOWN, MEEK)
    assert reach_of(bold, "blue") == reach_of(meek, "blue")
    assert reach_of(bold, "") == reach_of(meek, "")
    assert reach_of(bold, "red") != reach_of(meek, "red")
    assert bold.view("red").figures["red-1"].chit == "charge"
    assert bold.view("blue").figures["red-1"].chit == "?"


def test_they_stay_so_after_the_game_was_put_away() -> None:
    bold, meek = (FACE_DOWN.resumed(both_marked(FACE_DOWN, red)) for red in (BOLD, MEEK))
    assert reach_of(bold, "blue") == reach_of(meek, "blue")
    assert bold.view("red").figures["red-1"].chit == "charge"


# Taken back.


def test_a_held_answer_can_be_taken_back_and_given_anew() -> None:
    game = AT_ONCE.begin()
    give(game, "red", BOLD)
    assert game.undo("red") is None
    assert set(game.pending) == set(SIDES)
    assert not game.held
    give(game, "red", MEEK)
    give(game, "blue", BLUE)
    assert game.digest() == both_marked(AT_ONCE, MEEK).digest()


@pytest.mark.parametrize(("listed", "side"), [*product(permutations(SIDES), SIDES)])
def test_after_both_have_answered_neither_takes_back_alone(listed: tuple[str, ...], side: str) -> None:
    game = both_marked(Stub((mark, think), order=listed))
    digest = game.digest()
    assert isinstance(game.undo(side), Refusal)
    assert game.digest() == digest


@pytest.mark.parametrize(("listed", "side"), [*product(permutations(SIDES), SIDES)])
def test_by_consent_one_takes_back_and_the_other_stays_laid_down(listed: tuple[str, ...], side: str) -> None:
    game = both_marked(Stub((mark, think), order=listed))
    digest = game.digest()
    game.go_back(side)
    assert set(game.pending) == {side}
    assert set(game.held) == {game.state.other(side)}
    give(game, side, {"red": BOLD, "blue": BLUE}[side])
    assert game.digest() == digest


def test_what_another_has_laid_down_since_is_not_swept_away_by_an_undo() -> None:
    def first(state: AnyState, ask: Ask) -> None:
        ask.choose(Choose("blue", "first", "blue", CHITS))

    game = Stub((first, mark)).begin()
    give(game, "blue", "hold")
    give(game, "red", BOLD)
    assert isinstance(game.undo("blue"), Refusal)
    assert set(game.held) == {"red"}


def test_nothing_is_taken_back_while_a_battle_is_gone_through_again() -> None:
    played = both_marked(FACE_DOWN)
    again = Game(played.setup, {}, played.answers)
    assert isinstance(again.why_not_undo("blue"), Refusal)
    again.go_back("blue")
    again.advance()
    assert again.digest() == played.digest()


# Laid down again.


@pytest.mark.parametrize("side", SIDES)
def test_a_game_put_away_with_an_answer_held_goes_on_as_it_would_have(side: str) -> None:
    answers: dict[str, Any] = {"red": BOLD, "blue": BLUE}
    game = FACE_DOWN.begin()
    give(game, side, answers[side])
    again = FACE_DOWN.resumed(game)
    other = game.state.other(side)
    for each in (game, again):
        assert set(each.pending) == {other}
        give(each, other, answers[other])
    assert again.digest() == game.digest()
    assert again.answers == game.answers


def test_held_walks_are_walks_again_after_the_game_was_put_away() -> None:
    stub = Stub((march,))
    game = stub.begin()
    give(game, "red", {"red-1": {"path": [[10, 36], [12, 35]]}})
    again = stub.resumed(game)
    assert again.held == game.held
    for each in (game, again):
        give(each, "blue", {})
    assert again.answers == game.answers
    assert again.digest() == game.digest()


def test_when_all_that_was_held_is_laid_down_the_step_is_taken_once() -> None:
    def say(state: AnyState, ask: Ask) -> None:
        state.record(StubSaid("before"))
        got = ask.together([Choose(side, "pick", side, CHITS) for side in state.sides])
        state.record(StubSaid(f"{got['red']} {got['blue']}"))

    game = Stub((say,)).begin()
    game.hold({"red": "full", "blue": "half"})
    game.advance()
    assert said(game) == ["before", "full half"]
    assert [given.by for given in game.answers] == ["red", "blue"]
    assert game.over
    assert not game.held
