"""A formation moves as one, and everybody may move at the same time."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from kktui.engine.body import first_part, places_after
from kktui.engine.check import settle
from kktui.engine.events import AllMoved
from kktui.engine.requests import Move, Refusal
from kktui.engine.state import AnyState
from kktui.engine.view import View
from kktui.table import GRAIN, Area, Going, Point, Pose, Walk
from tests.engine.stub import Men, mustered, scene

RANK: Men = {f"red-{file}": ("red", Pose(20.0 + 1.1 * file, 40.0, 0), "none") for file in range(4)}
FOE: Men = {"blue-1": ("blue", Pose(23.3, 33.0, 180), "none")}
OTHERS = ("red-1", "red-2", "red-3")
DRESSED = Going({"woods": inf}, aside=1.5)
"""In rank and file: no woods, and half as much again for a step that does not lead forward."""


def state_of(men: Men, *areas: Area) -> AnyState:
    plain = scene(men)
    return mustered(replace(plain, ground=replace(plain.ground, areas=areas)))


def advance(allowance: float = 8, *, at_once: bool = False, may_touch: tuple[str, ...] = ()) -> Move:
    return Move("red", "advance", "red-0", allowance, DRESSED, may_touch=may_touch, body=OTHERS, at_once=at_once)


def walked(state: AnyState, move: Move, x: float, y: float) -> Walk:
    got = settle(state, move, {"path": [[x, y]]})
    assert isinstance(got, Walk), got
    return got


def test_every_man_of_a_body_goes_the_same_way_and_looks_as_before() -> None:
    state = state_of({**RANK, **FOE})
    move = advance(may_touch=("blue-1",))
    walk = walked(state, move, 21, 36)
    ends = {"red-0": walk.end, **places_after(state, move, walk)}
    assert ends == {each: Pose(round(at.x + 1, 3), 36, 0) for each, (_, at, _) in RANK.items()}


def test_a_body_halts_where_the_first_of_its_men_touches_a_foe() -> None:
    state = state_of({**RANK, **FOE})
    move = advance(may_touch=("blue-1",))
    walk = walked(state, move, 20, 32)
    assert walk.touched == ("blue-1",)
    assert walk.end.y == pytest.approx(34, abs=2 * GRAIN)


def test_a_contact_of_any_man_is_refused_where_none_is_allowed() -> None:
    refused = settle(state_of({**RANK, **FOE}), advance(), {"path": [[20, 32]]})
    assert isinstance(refused, Refusal)
    assert "blue-1" in refused.reason
    assert isinstance(settle(state_of({**RANK, **FOE}), advance(), refused.nearest), Walk)


def test_a_body_goes_only_where_there_is_ground_for_all() -> None:
    corners = (Point(23, 30), Point(30, 30), Point(30, 37), Point(23, 37))
    walk = walked(state_of({**RANK, **FOE}, Area("holt", "woods", corners)), advance(may_touch=("blue-1",)), 20, 34)
    assert walk.stopped == "area"
    assert walk.end.y == pytest.approx(37, abs=0.02)


@pytest.mark.parametrize(("x", "y", "inches"), [(20, 32, 6), (14, 40, 4), (20, 46, 4)])
def test_sideways_and_back_cost_more(x: float, y: float, inches: float) -> None:
    state = state_of({**RANK, "blue-1": ("blue", Pose(40.0, 8.0, 180), "none")})
    refused = settle(state, advance(6), {"path": [[x, y]]})
    assert isinstance(refused, Refusal)
    walk = settle(state, advance(6), refused.nearest)
    assert isinstance(walk, Walk)
    assert walk.length == pytest.approx(inches, abs=0.01)
    assert walk.end.facing == 0


def test_where_everybody_moves_at_once_no_base_is_in_the_way() -> None:
    state = state_of({**RANK, **FOE})
    walk = walked(state, advance(at_once=True), 20, 32)
    assert (walk.end.at, walk.touched, walk.stopped) == (Point(20, 32), (), "")


def test_the_table_still_ends() -> None:
    walk = walked(state_of({**RANK, **FOE}), advance(90, at_once=True), 60, 40)
    assert walk.stopped == "edge"
    assert walk.end.x == pytest.approx(48 - 0.5 - 3.3, abs=2 * GRAIN)


def test_a_path_is_cut_short_by_inches() -> None:
    path = (Point(0, 0), Point(3, 0), Point(3, 4))
    assert first_part(path, 5) == [Point(0, 0), Point(3, 0), Point(3, 2)]
    assert first_part(path, 9) == list(path)


def test_who_is_hidden_moves_unseen_among_all_the_others() -> None:
    state = state_of({**RANK, **FOE})
    state.units["blue-men"].hidden = True
    views = {side: View(state, side) for side in state.viewers}
    ends = {"red-0": Pose(20, 39, 0), "blue-1": Pose(24, 30, 180)}
    state.record(AllMoved(("red-men", "blue-men"), ends, {"blue-1": (Point(23.3, 33), Point(24, 30))}))
    for side, view in views.items():
        view.follow(state.log)
        assert view.state.figures["red-0"].pose == ends["red-0"]
        assert ("blue-1" in view.state.figures) is (side == "blue")
    seen = state.log[-1].seen_by("red")
    assert seen == AllMoved(("red-men",), {"red-0": ends["red-0"]}, {})
    assert state.figures["blue-1"].pose == ends["blue-1"]
