"""A game only advances, answers and undoes; the same setup and answers are always the same battle."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kktui.engine.ask import Answer, Ask, Drift
from kktui.engine.check import as_answer
from kktui.engine.codec import pack
from kktui.engine.events import Ended
from kktui.engine.game import Game, Setup
from kktui.engine.requests import Choose, Option, Refusal, Request
from kktui.engine.state import AnyState
from kktui.engine.turn import Phase
from kktui.players import LEVELS
from tests.battles import Match, shelf, staged
from tests.engine.fields import KS, by_hand, field_of, seats, setup_of
from tests.packed import everything, kept_answers

PROJECT = Path(__file__).resolve().parents[2]


def small(seed: str = "small", turns: int = 4) -> Setup:
    return setup_of(field_of(8, turns), seed)


def played(setup: Setup, level: str = "random") -> Game:
    game = Game(setup, seats(setup, level))
    game.advance()
    return game


# The same battle.


def test_a_battle_played_by_hand_is_the_battle_the_players_play() -> None:
    by_players, hand = played(small()), Game(small(), {})
    for _ in by_hand(hand):
        pass
    assert hand.digest() == by_players.digest()
    assert hand.answers == by_players.answers


def test_one_side_by_hand_is_the_same_battle_too() -> None:
    by_players, hand = played(small()), Game(small(), {"red": LEVELS["random"]})
    sides = {request.side for request in by_hand(hand)}
    assert sides == {"blue"}
    assert hand.digest() == by_players.digest()


def test_another_seed_is_another_battle() -> None:
    assert played(small("one")).digest() != played(small("two")).digest()


def test_a_game_goes_on_from_any_question() -> None:
    game = Game(small(), {})
    for request in by_hand(game):
        again = Game(game.setup, {}, kept_answers(game))
        again.advance()
        assert again.digest() == game.digest()
        assert everything(again.state) == everything(game.state)
        assert pack(again.pending[request.side]) == pack(request)
        assert again.steps == game.steps


def test_a_battle_does_not_depend_on_the_process_that_plays_it() -> None:
    matches = [Match("even-field", "hash", "random", KS), Match("ambush-in-kings-wood", "hash", "soldier", KS)]
    here = []
    for match in matches:
        game = staged(match)
        game.advance()
        here.append(game.digest())
    for hash_seed in ("0", "31337"):
        assert _digests_elsewhere(matches, hash_seed) == here


def _digests_elsewhere(matches: list[Match], hash_seed: str) -> list[str]:
    program = (
        "import sys, json; from tests.battles import Match, staged\n"
        "for each in json.loads(sys.argv[1]):\n"
        "    game = staged(Match(*each)); game.advance(); print(game.digest())"
    )
    there = subprocess.run(
        [sys.executable, "-c", program, json.dumps(matches)],
        cwd=PROJECT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return there.stdout.split()


def test_answers_that_do_not_fit_are_a_drift() -> None:
    answers = played(small()).answers
    index = next(i for i, given in enumerate(answers) if given.kind == "roll")
    answers[index] = Answer("roll", "table", "1d10|something else|nobody", (3,))
    game = Game(small(), {}, answers)
    with pytest.raises(Drift):
        game.advance()


# Answering.


def test_nothing_is_taken_from_a_side_that_is_not_asked() -> None:
    game = Game(small(), {})
    game.advance()
    (asked,) = game.pending
    other = game.state.other(asked)
    before = everything(game.state)
    assert isinstance(game.answer(other, {}), Refusal)
    assert isinstance(game.answer("nobody", {}), Refusal)
    assert everything(game.state) == before
    assert list(game.pending) == [asked]


def test_a_refused_answer_leaves_the_game_as_it_was() -> None:
    game = Game(small(), {})
    for request in by_hand(game):
        before, digest = everything(game.state), game.digest()
        assert isinstance(game.answer(request.side, {"no-such-figure": None}), Refusal)
        assert everything(game.state) == before
        assert game.digest() == digest
        assert game.pending[request.side] is request


def test_a_finished_battle_takes_no_answer_and_no_step() -> None:
    game = played(small())
    length = len(game.state.log)
    assert game.over
    assert not game.step()
    assert isinstance(game.answer("red", {}), Refusal)
    assert len(game.state.log) == length


# Taking back.


def test_a_choice_is_taken_back_while_nothing_was_rolled_drawn_shown_or_answered_since() -> None:
    game = Game(small(), {})
    taken_back = 0
    was: tuple[str, dict[str, Any], str] | None = None
    for request in by_hand(game):
        if was is not None and game.why_not_undo(was[0]) is None:
            ahead, answer = game.digest(), game.answers[-1]
            assert game.undo(was[0]) is None
            assert (everything(game.state), game.digest()) == was[1:]
            assert game.answer(was[0], _given_again(game, answer)) is None
            game.advance()
            assert game.digest() == ahead
            taken_back += 1
            was = None
            continue
        was = (request.side, everything(game.state), game.digest())
    assert taken_back >= 5


def _given_again(game: Game, answer: Answer) -> Any:
    request = game.pending[answer.by]
    return as_answer(request, answer.value)


def test_no_choice_is_taken_back_after_the_dice_have_spoken() -> None:
    game = Game(small(), {})
    refused: set[str] = set()
    for _ in by_hand(game):
        for side in game.state.sides:
            why = game.why_not_undo(side)
            last = game.answers[-1] if game.answers else None
            if last is not None and last.kind in ("roll", "draw"):
                assert why is not None
                before = game.digest()
                assert game.undo(side) == why
                assert game.digest() == before
                refused.add(why.reason)
    assert {"the dice have spoken since", "the cards have spoken since"} <= refused


def test_a_side_that_has_not_chosen_has_nothing_to_take_back() -> None:
    game = Game(small(), {})
    game.advance()
    assert isinstance(game.undo("blue"), Refusal)


def test_going_back_by_consent_leads_to_the_question_as_it_was() -> None:
    game = Game(small(), {})
    put: dict[str, tuple[Request, list[Answer]]] = {}
    for number, request in enumerate(by_hand(game)):
        side = request.side
        if number == 25:
            asked, answers = put[side]
            game.go_back(side)
            assert game.pending == {side: asked}
            assert game.answers == answers
            break
        put[side] = request, list(game.answers)


# Deciding together.


def vote(state: AnyState, ask: Ask, actor: str) -> None:
    """Both sides show a card at once; unlike cards end the battle."""
    options = (Option("stay"), Option("go"))
    shown = ask.together([Choose(side, "show", side, options) for side in state.sides])
    both = shown["red"] + " " + shown["blue"]
    state.record(Ended("", both))


def talk(state: AnyState, ask: Ask, actor: str) -> None:
    """Both sides say something at once."""
    ask.together([Choose(side, "talk", side, (Option("go"), Option("stay"))) for side in state.sides])


def voting() -> Setup:
    setup = small()
    phases = (Phase("Vote", lambda state, ask: "both", vote),)
    return replace(setup, rules=replace(setup.rules, deploy=(), phases=phases))


def test_sides_that_decide_together_do_not_learn_of_each_other() -> None:
    game = Game(voting(), {})
    game.advance()
    before = everything(game.state)
    assert set(game.pending) == {"red", "blue"}
    assert game.answer("red", "go") is None
    assert set(game.pending) == {"blue"}
    assert everything(game.state) == before
    assert not any(given.by == "red" for given in game.answers)
    assert isinstance(game.answer("red", "stay"), Refusal)
    assert game.answer("blue", "stay") is None
    game.advance()
    assert game.state.result == Ended("", "go stay")


@pytest.mark.parametrize("order", [("red", "blue"), ("blue", "red")])
def test_it_does_not_matter_who_answers_first(order: tuple[str, str]) -> None:
    game = Game(voting(), {})
    game.advance()
    for side in order:
        assert game.answer(side, "go") is None
    game.advance()
    assert [given.by for given in game.answers if given.kind == "choose"] == ["red", "blue"]


def test_an_answer_face_down_is_taken_back_freely() -> None:
    game = Game(voting(), {})
    game.advance()
    game.answer("red", "go")
    assert game.undo("red") is None
    assert set(game.pending) == {"red", "blue"}
    assert not game.held


def test_by_consent_an_answer_face_down_is_taken_back_and_nothing_before_it() -> None:
    setup = voting()
    twice = (Phase("Talk", lambda state, ask: "both", talk), *setup.rules.phases)
    game = Game(replace(setup, rules=replace(setup.rules, phases=twice)), {})
    game.advance()
    for side in ("red", "blue"):
        game.answer(side, "go")
    game.advance()
    game.answer("red", "go")
    game.go_back("red")
    assert not game.held
    assert [given.by for given in game.answers if given.kind == "choose"] == ["red", "blue"]
    assert set(game.pending) == {"red", "blue"}


def test_an_answer_face_down_survives_putting_the_game_away() -> None:
    game = Game(voting(), {})
    game.advance()
    game.answer("red", "go")
    again = Game(game.setup, {}, kept_answers(game))
    again.advance()
    again.hold(json.loads(json.dumps(pack(game.held))))
    assert set(again.pending) == {"blue"}
    again.answer("blue", "go")
    again.advance()
    assert again.state.result == Ended("", "go go")


def test_a_player_beside_a_human_answers_face_down_as_well() -> None:
    game = Game(voting(), {"red": LEVELS["random"]})
    game.advance()
    assert set(game.pending) == {"blue"}
    assert set(game.held) == {"red"}
    game.answer("blue", "go")
    game.advance()
    assert game.over
    assert game.state.result == replace(game.state.result, why=f"{game.answers[0].value} go")


def test_a_shipped_scenario_resumes_half_way() -> None:
    scenario = shelf().scenario("ambush-in-kings-wood")
    setup = setup_of(scenario, "half")
    whole = played(setup, "soldier")
    answers = kept_answers(whole)
    half = Game(setup, seats(setup, "soldier"), answers[: len(answers) // 2])
    half.advance()
    assert half.digest() == whole.digest()
