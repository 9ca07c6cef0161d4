"""Answers that cannot have been given are Drift, never a crash and never a battle."""

from __future__ import annotations

from typing import Any

import pytest

from kktui.engine.ask import Answer, Ask, Drift
from kktui.engine.requests import Arrange, Choose, Move, Option, Plan, Refusal
from kktui.engine.state import AnyState
from kktui.table import Going
from tests.engine.stub import Stub, StubSaid, give, said

AB = (Option("a"), Option("b"))
HUGE = 10**400


def pick(state: AnyState, ask: Ask) -> None:
    state.record(StubSaid({"a": "A", "b": "B"}[ask.choose(Choose("red", "pick", "red", AB))]))


def plan(state: AnyState, ask: Ask) -> None:
    ask.choose(Plan("red", "plan", "red", {"red-1": Choose("red", "pick", "red-1", AB)}))


def arrange(state: AnyState, ask: Ask) -> None:
    men = {man.id: man.pose for man in state.fielded("red") if man.pose is not None}
    ask.place(Arrange("red", "arrange", "red", tuple(men), men))


def move(state: AnyState, ask: Ask) -> None:
    ask.place(Move("red", "move", "red-1", 6, Going()))


def roll(state: AnyState, ask: Ask) -> None:
    state.record(StubSaid(str(ask.roll("2d6", "test"))))


def draw(state: AnyState, ask: Ask) -> None:
    state.record(StubSaid(ask.draw("deck", ["x", "y"])))


def pair(state: AnyState, ask: Ask) -> None:
    got = ask.together([Choose(side, "pick", side, AB) for side in state.sides])
    state.record(StubSaid(f"{got['red']} {got['blue']}"))


@pytest.mark.parametrize("value", ["zzz", "", None, 3, ["a"], {"a": "b"}])
def test_an_option_nobody_offered_is_drift(value: Any) -> None:
    with pytest.raises(Drift):
        Stub((pick,)).begin(answers=[Answer("choose", "red", "pick|red", value)])


@pytest.mark.parametrize("value", [{}, {"x": "a"}, {"red-1": "zzz"}, {"red-1": "a", "x": "a"}, "a", None, ["red-1"]])
def test_a_plan_of_other_parts_is_drift(value: Any) -> None:
    with pytest.raises(Drift):
        Stub((plan,)).begin(answers=[Answer("choose", "red", "plan|red", value)])


@pytest.mark.parametrize("value", [{}, {"red-1": [3, 3, 0]}, {"blue-1": [3, 3, 0]}, None, "red-1"])
def test_places_of_other_figures_are_drift(value: Any) -> None:
    with pytest.raises(Drift):
        Stub((arrange,)).begin(answers=[Answer("place", "red", "arrange|red", value)])


@pytest.mark.parametrize("faces", [[99, 7], [0, 3], [3], [1, 2, 3], []])
def test_dice_that_cannot_fall_so_are_drift(faces: list[int]) -> None:
    with pytest.raises(Drift):
        Stub((roll,)).begin(answers=[Answer("roll", "table", "2d6|test|", faces)])


def test_a_card_that_is_not_in_the_deck_is_drift() -> None:
    with pytest.raises(Drift):
        Stub((draw,)).begin(answers=[Answer("draw", "table", "deck|x,y", "z")])


def test_dice_and_cards_that_can_be_are_taken_as_written() -> None:
    answers = [Answer("roll", "table", "2d6|test|", [6, 5]), Answer("draw", "table", "deck|x,y", "y")]
    assert said(Stub((roll, draw)).begin(answers=answers)) == ["11", "y"]


def test_an_answer_without_the_one_given_with_it_is_drift() -> None:
    with pytest.raises(Drift):
        Stub((pair,)).begin(answers=[Answer("choose", "red", "pick|red", "a")])


def test_an_answer_to_another_question_is_drift() -> None:
    with pytest.raises(Drift):
        Stub((pick,)).begin(answers=[Answer("choose", "blue", "pick|blue", "a")])


# What is not even of the right shape: the keeper of games takes any of these for a broken game.

BROKEN = (Drift, TypeError, ValueError, AttributeError, KeyError)
HALF_FACE = [2.5, 3]
LETTERS = {"red-1": ["a", "b", "c"], "red-2": [1, 2, 3]}


@pytest.mark.parametrize("faces", [None, 7, ["a", "b"], {"1": 1, "2": 2}, HALF_FACE])
def test_dice_that_are_no_dice_never_make_a_battle(faces: Any) -> None:
    with pytest.raises(BROKEN):
        Stub((roll,)).begin(answers=[Answer("roll", "table", "2d6|test|", faces)])


@pytest.mark.parametrize("walk", [None, "x", 5, {}, {"path": [[1, 2]]}, {"end": [0, 0, 0]}])
def test_a_walk_that_is_no_walk_never_makes_a_battle(walk: Any) -> None:
    with pytest.raises(BROKEN):
        Stub((move,)).begin(answers=[Answer("place", "red", "move|red-1", walk)])
    game = Stub((move,)).begin()
    with pytest.raises(BROKEN):
        game.hold({"red": walk})
    assert set(game.pending) == {"red"}


@pytest.mark.parametrize(
    "places", [{"red-1": None, "red-2": [1, 2, 3]}, {"red-1": [1, 2], "red-2": [1, 2, 3]}, LETTERS]
)
def test_places_that_are_no_places_never_make_a_battle(places: Any) -> None:
    with pytest.raises(BROKEN):
        Stub((arrange,)).begin(answers=[Answer("place", "red", "arrange|red", places)])


def test_answers_left_over_when_the_battle_is_over_show() -> None:
    answers = [Answer("choose", side, f"pick|{side}", "a") for side in ("red", "blue", "red")]
    game = Stub((pair,)).begin(answers=answers)
    assert game.over
    assert game.catching_up


# What is laid down again.


@pytest.mark.parametrize("value", ["zzz", None, 3, ["a"], {"red": "a"}])
def test_a_held_answer_that_was_no_option_is_drift_and_changes_nothing(value: Any) -> None:
    game = Stub((pair,)).begin()
    with pytest.raises(Drift):
        game.hold({"blue": "a", "red": value})
    assert set(game.pending) == {"red", "blue"}
    assert not game.held
    give(game, "red", "a")
    give(game, "blue", "b")
    assert said(game) == ["a b"]


def test_a_held_answer_of_a_side_that_is_not_asked_is_left_out() -> None:
    game = Stub((pick,)).begin()
    game.hold({"blue": "a", "nobody": "a"})
    assert set(game.pending) == {"red"}
    assert not game.held


# What is answered now.


@pytest.mark.parametrize(
    "path", [[[HUGE, 3]], [[float("inf"), 3]], [[float("nan"), 3]], [[True, 3]], [[3]], "ab", None]
)
def test_a_path_of_no_sane_numbers_is_refused(path: Any) -> None:
    game = Stub((move,)).begin()
    assert isinstance(game.answer("red", {"path": path}), Refusal)
    assert set(game.pending) == {"red"}


@pytest.mark.parametrize("place", [[3, 3, HUGE], [3, HUGE, 0], [3, 3, float("nan")], [3, 3], "abc", None, 7])
def test_a_place_of_no_sane_numbers_is_refused(place: Any) -> None:
    game = Stub((arrange,)).begin()
    assert isinstance(game.answer("red", {"red-1": place}), Refusal)
    assert set(game.pending) == {"red"}
