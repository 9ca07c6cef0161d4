"""A move that has to lead somewhere: toward somebody, or into contact."""

from __future__ import annotations

from typing import Any

import pytest

from kktui.engine.ask import Ask
from kktui.engine.check import settle
from kktui.engine.requests import Move, Refusal, Steering
from kktui.table import Going, Point, Pose
from tests.engine.stub import Stub, give, mustered, scene


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


@pytest.mark.parametrize("path", [[[10, 60]], [[30, 30]], [[10, 38], [10, 20]], [[14, 40], [10, 38]]])
@pytest.mark.parametrize("steering", [Steering(), Steering(first=0, turns=0)])
@pytest.mark.parametrize("must_touch", [True, False])
def test_what_is_offered_instead_is_itself_allowed(path: Any, steering: Steering, must_touch: bool) -> None:
    men = {"red-1": ("red", Pose(10, 40, 0), "none"), "blue-1": ("blue", Pose(10, 35, 180), "none")}
    state = mustered(scene(men))
    best, may_touch = ((Point(10, 30),), ("blue-1",)) if must_touch else ((Point(10, 38),), ())
    toward = () if must_touch else ("blue-1",)
    by = {"turn": "X-2", "far": "X-3", "touch": "X-4"}
    move = Move(
        "red",
        "move",
        "red-1",
        6.0,
        Going(),
        "X-1",
        steering,
        (),
        may_touch,
        must_touch,
        toward=toward,
        best=best,
        by=by,
    )
    refused = settle(state, move, {"path": path})
    if isinstance(refused, Refusal):
        assert refused.rule in ("X-1", "X-2", "X-3", "X-4")
        assert not isinstance(settle(state, move, refused.nearest), Refusal)
