"""A base that cannot turn freely: what it may do, and that the nearest legal way is always legal."""

from __future__ import annotations

from random import Random as Seeded
from typing import Any

import pytest

from kktui.engine.check import as_answer, settle
from kktui.engine.dice import Luck, key_of
from kktui.engine.requests import Move, Refusal, Steering
from kktui.engine.state import AnyState
from kktui.players.random import wander
from kktui.table import GRAIN, Going, Point, Pose, Walk
from tests.engine.stub import Men, mustered, scene, through_json

GALLOP = Steering(first=0, turns=1, sharp=45, halfway=True)
START = Point(24.0, 40.0)
HALF = Point(24.0, 32.0)
HAIR = 0.05
"""A way so short that the grid alone may bend it."""
RIDER: Men = {"red-1": ("red", Pose(24.0, 40.0, 0), "war-horse")}


def state_of(men: Men = RIDER) -> AnyState:
    return mustered(scene(men))


def gallop(allowance: float = 24, may_touch: tuple[str, ...] = (), steering: Steering = GALLOP) -> Move:
    return Move("red", "gallop", "red-1", allowance, Going(), steering=steering, may_touch=may_touch)


def bent(first: float, turn: float, second: float) -> list[Point]:
    """So far ahead, then so far after a turn."""
    corner = START.toward(0, first)
    return [corner.rounded(), corner.toward(turn, second).rounded()]


def refused(state: AnyState, move: Move, path: Any) -> Refusal:
    got = settle(state, move, {"path": path})
    assert isinstance(got, Refusal), got
    return got


def walked(state: AnyState, move: Move, answer: Any) -> Walk:
    got = settle(state, move, answer)
    assert isinstance(got, Walk), got
    return got


LEGAL = {
    "straight ahead": [Point(24, 20)],
    "straight ahead by way points, however long": [Point(24, 36), Point(24, 28)],
    "a turn half-way": bent(8, 45, 8),
    "a turn to the left": bent(8, -45, 8),
    "stopping early after the turn": bent(8, 45, 4),
    "where it stands already, then on": [START, Point(24, 30)],
    "nowhere": [],
}
ILLEGAL = {
    "the first leg may turn": [START.toward(10, 10).rounded()],
    "sharper than 45": bent(8, 48, 8),
    "the turn comes half-way": bent(4, 45, 8),
    "at most 1 turn": [*bent(8, 45, 4), bent(8, 45, 4)[-1].toward(20, 3).rounded()],
    "further than the move allows": bent(13, 30, 13),
}


@pytest.mark.parametrize("path", LEGAL.values(), ids=LEGAL.keys())
def test_a_gallop_may_go(path: list[Point]) -> None:
    walk = walked(state_of(), gallop(), {"path": path})
    assert walk.end.at == (path[-1] if path else START)


@pytest.mark.parametrize(("why", "path"), ILLEGAL.items(), ids=ILLEGAL.keys())
def test_a_gallop_is_refused_with_its_reason_and_a_legal_way_instead(why: str, path: list[Point]) -> None:
    state = state_of()
    refusal = refused(state, gallop(), path)
    assert why in refusal.reason
    walked(state, gallop(), refusal.nearest)


@pytest.mark.parametrize("facing", [0, 37, 90, 211, 315])
def test_the_shortest_of_ways_ahead_is_legal_at_any_facing(facing: int) -> None:
    state = state_of({"red-1": ("red", Pose(24.0, 24.0, facing), "war-horse")})
    for inches in (0.01, 0.1, 1.0, 10.0):
        walked(state, gallop(), {"path": [Point(24.0, 24.0).toward(facing, inches).rounded()]})


def test_a_rider_who_may_not_turn_does_not_turn_on_the_spot_either() -> None:
    state = state_of()
    got = settle(state, gallop(), {"path": [], "facing": 90})
    assert isinstance(got, Refusal)
    walked(state, gallop(), got.nearest)
    free = walked(state, gallop(steering=Steering(first=90)), {"path": [], "facing": 90})
    assert free.end == Pose(24, 40, 90)


# Contact on the way.

FOE = bent(8, 45, 5)[-1]
WITH_A_FOE: Men = {**RIDER, "blue-1": ("blue", Pose(FOE.x, FOE.y, 180), "none")}


def test_contact_after_the_turn_ends_the_gallop_there() -> None:
    walk = walked(state_of(WITH_A_FOE), gallop(may_touch=("blue-1",)), {"path": bent(8, 45, 8)})
    assert walk.touched == ("blue-1",)
    assert walk.end.facing == 45


def test_contact_that_is_not_allowed_is_refused_with_a_legal_way_short_of_it() -> None:
    state = state_of(WITH_A_FOE)
    refusal = refused(state, gallop(), bent(8, 45, 8))
    assert "blue-1" in refusal.reason
    walk = walked(state, gallop(), refusal.nearest)
    assert not walk.touched
    assert walk.path[1] == HALF


# Any way at all.


def crowded(luck: Seeded) -> Men:
    """A rider among six foes, anywhere; his foes may stand on his base and are then left out."""
    at = Pose(round(luck.uniform(2, 46), 3), round(luck.uniform(2, 46), 3), luck.randrange(360))
    foes = {
        f"blue-{each}": ("blue", Pose(round(luck.uniform(1, 47), 3), round(luck.uniform(1, 47), 3), 0), "none")
        for each in range(6)
    }
    apart = {key: foe for key, foe in foes.items() if foe[1].at.to(at.at) > 2}
    return {"red-1": ("red", at, "war-horse"), **apart}


def any_path(luck: Seeded, at: Pose) -> list[Point]:
    """Up to three legs that keep roughly ahead, on the table or off it."""
    path, here, facing = [], at.at, at.facing
    for _ in range(luck.randrange(1, 4)):
        facing += luck.choice((0, 0, 20, -45, 80))
        here = here.toward(facing, luck.uniform(0.01, 12)).rounded()
        path.append(here)
    return path


def settled(state: AnyState, move: Move, answer: Any) -> tuple[Walk, int]:
    """What an answer comes to, by the nearest legal one as often as need be, and how often that was."""
    for refusals in range(4):
        got = settle(state, move, answer)
        if isinstance(got, Walk):
            return got, refusals
        assert got.nearest is not None, got
        answer = got.nearest
    raise AssertionError(f"no nearest way was ever legal: {got}")


def test_the_nearest_way_is_legal_and_a_way_that_was_taken_leads_to_the_same_place_again() -> None:
    luck, refusals = Seeded(5), 0
    for _ in range(400):
        men = crowded(luck)
        state = state_of(men)
        move = gallop(may_touch=luck.choice(((), tuple(men)[1:])))
        walk, times = settled(state, move, {"path": any_path(luck, men["red-1"][1])})
        refusals += times
        again = walked(state, move, through_json(as_answer(move, walk)))
        assert again.end.at.to(walk.end.at) <= 2 * GRAIN, (men, walk)
    assert refusals > 100


def test_a_rider_stopped_while_turning_faces_the_same_way_when_his_way_is_given_again() -> None:
    state = state_of({"red-1": ("red", Pose(4.165, 34.902, 196), "war-horse")})
    walk = walked(state, gallop(), {"path": [[0.909, 46.257], [-2.535, 48.166]]})
    assert len(walk.path) == 2
    assert walked(state, gallop(), through_json(as_answer(gallop(), walk))).end == walk.end


def test_the_random_player_steers_as_it_must_but_for_a_hair() -> None:
    luck, hairs = Seeded(1), 0
    for number in range(400):
        men = crowded(luck)
        state = state_of(men)
        move = gallop(may_touch=tuple(men)[1:])
        for each in range(2):
            answer = wander(state, move, Luck(key_of(str(number)), str(each)))
            walk, times = settled(state, move, answer)
            assert not times or walk.length < HAIR, (men, answer)
            hairs += times
    assert hairs <= 2
