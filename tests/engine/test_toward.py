"""A move that has to lead toward somebody."""

from __future__ import annotations

from typing import Any

from kktui.engine.ask import Ask
from kktui.engine.requests import Move
from kktui.table import Going, Point
from tests.engine.stub import Stub, give


def step(state: Any, ask: Ask) -> None:
    ask.place(Move("red", "move", "red-1", 6.0, Going(), "X-1", toward=("blue-1", "blue-2"), best=(Point(10.0, 34.0),)))


def test_a_move_away_is_refused_and_the_best_way_offered() -> None:
    game = Stub((step,)).begin()
    refused = game.answer("red", {"path": [[10.0, 44.0]]})
    assert refused is not None
    assert "toward the enemy" in refused.reason
    assert refused.nearest == {"path": [[10.0, 34.0]]}


def test_nearer_to_any_of_them_will_do() -> None:
    game = Stub((step,)).begin()
    give(game, "red", {"path": [[15.0, 38.0]]})
    assert game.over


def test_to_stay_is_no_move_away() -> None:
    game = Stub((step,)).begin()
    give(game, "red", {"path": []})
    assert game.over
