"""A body of men that moves as one, and men who may only go so far."""

from __future__ import annotations

from random import Random as Seeded

import pytest

from kktui.engine.body import places_after
from kktui.engine.check import settle, walk_along
from kktui.engine.formation import follow
from kktui.engine.requests import Arrange, Move, Refusal
from kktui.engine.state import AnyState
from kktui.table import GRAIN, Going, Point, Pose, Walk
from kktui.table.gaps import signed_gap
from tests.engine.stub import Men, mustered, scene

RANK: Men = {
    "red-1": ("red", Pose(20.0, 30.0, 0), "none"),
    "red-2": ("red", Pose(21.1, 30.0, 0), "none"),
    "red-3": ("red", Pose(22.2, 30.0, 0), "none"),
}


def advance(**facts: object) -> Move:
    return Move("red", "advance", "red-1", 6, Going(), body=("red-2", "red-3"), **facts)  # type: ignore[arg-type]


def battle(**others: Pose) -> AnyState:
    foes: Men = {key.replace("_", "-"): (key[: key.index("_")], at, "none") for key, at in others.items()}
    return mustered(scene({**RANK, **foes}))


def test_a_body_goes_the_whole_way_when_nobody_is_held() -> None:
    state = battle(blue_1=Pose(20.0, 8.0, 180))
    walk = walk_along(state, advance(), (Point(20, 24),))
    assert walk.end.at == Point(20, 24)
    assert places_after(state, advance(), walk) == {"red-2": Pose(21.1, 24, 0), "red-3": Pose(22.2, 24, 0)}


def test_a_body_halts_where_its_furthest_man_is_held() -> None:
    state = battle(red_9=Pose(22.2, 27.0, 0), blue_1=Pose(20.0, 8.0, 180))
    walk = walk_along(state, advance(), (Point(20, 24),))
    assert walk.stopped == "base"
    assert walk.end.at == Point(20, 28)
    assert walk.touched == ("red-9",)


def test_no_man_of_a_body_may_touch_whom_it_must_not() -> None:
    state = battle(blue_1=Pose(22.2, 27.0, 180))
    refused = settle(state, advance(), {"path": [[20, 24]]})
    assert isinstance(refused, Refusal)
    assert "blue-1" in refused.reason
    short = settle(state, advance(), refused.nearest)
    assert isinstance(short, Walk)
    assert 28 < short.end.y < 28.3
    home = settle(state, advance(may_touch=("blue-1",)), {"path": [[20, 24]]})
    assert isinstance(home, Walk)
    assert home.touched == ("blue-1",)


@pytest.mark.parametrize("seed", range(40))
def test_a_body_that_meets_somebody_touches_him_and_stands_on_nobody(seed: int) -> None:
    luck = Seeded(seed)
    foe = Pose(round(21 + luck.uniform(-1.5, 2), 3), round(26.5 + luck.uniform(-1, 1), 3), 180)
    state = battle(blue_1=foe)
    request = advance(may_touch=("blue-1",))
    walk = walk_along(state, request, (Point(round(20 + luck.uniform(-1, 1), 3), 24.1),))
    gaps = [
        signed_gap(state.table.bases[key], place, state.table.bases["blue-1"], foe)
        for key, place in {"red-1": walk.end, **places_after(state, request, walk)}.items()
    ]
    assert min(gaps) >= -GRAIN
    if walk.stopped == "base":
        assert min(gaps) <= GRAIN


def follow_me(state: AnyState, to: Point, allowances: dict[str, float]) -> Arrange:
    walk = walk_along(state, Move("red", "go", "red-1", 8, Going()), (to,))
    return Arrange(
        "red", "group", "red-men", ("red-2", "red-3"), {}, leader="red-1", lead=walk, radius=6, going=Going(),
        allowances=allowances,
    )  # fmt: skip


def test_a_man_who_cannot_keep_up_goes_as_far_as_he_may() -> None:
    state = battle(blue_1=Pose(20.0, 4.0, 180))
    places = follow(state, follow_me(state, Point(20, 22), {"red-2": 8.0, "red-3": 3.0}))
    assert places["red-2"].y == pytest.approx(22, abs=0.5)
    assert 2.5 < places["red-3"].at.to(Point(22.2, 30)) <= 3.01


def test_nobody_is_placed_further_than_he_may_go() -> None:
    state = battle(blue_1=Pose(20.0, 4.0, 180))
    request = follow_me(state, Point(20, 26), {"red-2": 4.0, "red-3": 4.0})
    whole = Arrange(
        **{name: getattr(request, name) for name in request.__slots__} | {"default": follow(state, request)}
    )
    refused = settle(state, whole, {"red-2": [21.1, 25.0, 0]})
    assert isinstance(refused, Refusal)
    assert "4 inches" in refused.reason
    assert not isinstance(settle(state, whole, {"red-2": [21.1, 26.1, 0]}), Refusal)


def test_men_on_foot_make_room_for_a_rider_who_turns_among_them() -> None:
    men: Men = {
        "red-1": ("red", Pose(20.0, 30.0, 0), "war-horse"),
        "red-2": ("red", Pose(21.05, 30.0, 0), "none"),
        "red-3": ("red", Pose(18.95, 30.0, 0), "none"),
        "blue-1": ("blue", Pose(20.0, 4.0, 180), "none"),
    }
    state = mustered(scene(men))
    request = follow_me(state, Point(26, 30), {"red-2": 8.0, "red-3": 8.0})
    assert request.lead is not None
    for key, place in follow(state, request).items():
        gap = signed_gap(state.table.bases[key], place, state.table.bases["red-1"], request.lead.end)
        assert gap >= -GRAIN, key
