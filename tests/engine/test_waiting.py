"""A choice in the middle of a resolution: its dice stay as they fell, whoever waits, resumes or takes back."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kktui.engine.ask import Ask
from kktui.engine.events import Event
from kktui.engine.game import Game
from kktui.engine.requests import Choose, Option, Refusal
from kktui.engine.state import AnyState
from kktui.players.random import Random
from tests.engine.stub import Step, Stub, StubSaid, give, said, through_json

SEEDS = [str(seed) for seed in range(12)]
MANY = 1000
"""More dice than any step of a real ruleset takes."""


@dataclass(frozen=True, slots=True)
class StubBlow(Event):
    """Dice that everybody sees before the side decides what comes of them."""

    who: str
    roll: int
    back: int


def blow(who: str, whom: str) -> Step:
    """A blow, a choice of the stronger, more dice, a choice of the weaker: one step."""

    def strike(state: AnyState, ask: Ask) -> None:
        roll, back = ask.roll("1d6", "attack", who), ask.roll("1d6", "defence", whom)
        state.record(StubBlow(who, roll, back))
        stronger, weaker = (who, whom) if roll >= back else (whom, who)
        press = ask.choose(Choose(state.figures[stronger].side, "press", stronger, (Option("press"), Option("spare"))))
        state.record(StubSaid(f"{stronger} {press} {ask.roll('1d6', 'wound', weaker)}"))
        weapon = ask.choose(Choose(state.figures[weaker].side, "weapon", weaker, (Option("axe"), Option("knife"))))
        state.record(StubSaid(f"{weaker} {weapon}"))

    return strike


def duel(seed: str) -> Stub:
    pairs = (("red-1", "blue-1"), ("blue-2", "red-2"), ("red-2", "blue-1"))
    return Stub(tuple(blow(*pair) for pair in pairs), seed=seed)


def dice_of(game: Game) -> list[object]:
    return [given for given in game.answers if given.kind == "roll"]


def next_answer(game: Game) -> tuple[str, str]:
    ((side, request),) = game.pending.items()
    return side, request.options[len(game.answers) % 2].id


def played(stub: Stub) -> Game:
    game = stub.begin()
    while not game.over:
        give(game, *next_answer(game))
    return game


def test_the_waiting_side_sees_the_dice_it_decides_upon() -> None:
    game = duel("seen").begin()
    while not game.over:
        side, answer = next_answer(game)
        for viewer in (side, game.state.other(side), ""):
            assert game.view(viewer).log[-1].event == game.state.log[-1].event
        if game.pending[side].what == "press":
            assert isinstance(game.state.log[-1].event, StubBlow)
        give(game, side, answer)


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_thrown_before_a_choice_stay_as_they_fell(seed: str) -> None:
    game = duel(seed).begin()
    while not game.over:
        dice, log = dice_of(game), [entry.event for entry in game.state.log]
        give(game, *next_answer(game))
        assert dice_of(game)[: len(dice)] == dice
        assert [entry.event for entry in game.state.log][: len(log)] == log


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_resumed_at_every_choice_is_the_same_battle(seed: str) -> None:
    stub = duel(seed)
    game = stub.begin()
    while not game.over:
        again = stub.resumed(game)
        assert again.digest() == game.digest()
        assert again.pending == game.pending
        game = again
        give(game, *next_answer(game))
    assert game.digest() == played(stub).digest()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_choice_taken_back_finds_the_same_dice_and_given_again_the_same_battle(seed: str) -> None:
    game = duel(seed).begin()
    while not game.over:
        side, answer = next_answer(game)
        before, dice, asked = game.digest(), dice_of(game), dict(game.pending)
        give(game, side, answer)
        after = game.digest()
        game.go_back(side)
        assert (game.digest(), dice_of(game), game.pending) == (before, dice, asked)
        give(game, side, answer)
        assert game.digest() == after


def test_no_side_takes_back_alone_what_dice_have_followed() -> None:
    game = duel("dice").begin()
    side, answer = next_answer(game)
    give(game, side, answer)
    refusal = game.undo(side)
    assert isinstance(refusal, Refusal)
    assert "dice" in refusal.reason


def test_a_choice_that_nothing_has_followed_is_taken_back_in_the_middle_of_a_step() -> None:
    def twice(state: AnyState, ask: Ask) -> None:
        roll = ask.roll("1d6", "before")
        for what in ("one", "two"):
            picked = ask.choose(Choose("red", what, "red", (Option("a"), Option("b"))))
            state.record(StubSaid(f"{what} {picked} {roll}"))

    game = Stub((twice,)).begin()
    dice = dice_of(game)
    give(game, "red", "a")
    assert game.undo("red") is None
    assert game.pending["red"].what == "one"
    assert said(game) == []
    give(game, "red", "b")
    give(game, "red", "b")
    assert dice_of(game) == dice
    assert [each[:5] for each in said(game)] == ["one b", "two b"]


def test_players_who_answer_at_once_meet_the_same_first_dice() -> None:
    waiting, at_once = duel("same").begin(), duel("same").begin({"red": Random(), "blue": Random()})
    assert at_once.over
    assert dice_of(at_once)[:2] == dice_of(waiting)


def test_catching_up_over_a_step_of_very_many_answers_is_the_same_as_having_been_there() -> None:
    def throw_many(state: AnyState, ask: Ask) -> None:
        state.record(StubSaid(str(sum(ask.roll("1d6", "many") for _ in range(MANY)))))
        state.record(StubSaid(ask.choose(Choose("red", "pick", "red", (Option("a"), Option("b"))))))

    stub = Stub((throw_many, throw_many))
    live = stub.begin()
    give(live, "red", "a")
    again = stub.resumed(live)
    assert again.digest() == live.digest()
    assert set(again.pending) == {"red"}
    for game in (live, again):
        give(game, "red", "b")
        assert game.over
    assert again.digest() == live.digest()
    assert through_json(again.answers) == through_json(live.answers)
