"""Where the men of a unit may be placed, and where not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Arrange, Refusal
from kktui.table import Ground, Point, Pose, Zone
from kktui.table.going import Going
from tests.drawn import OPEN, across, drawn, field, stretch

RED = "red foot: al sergeant 10,40; bo 12,40; ed 14,40"
BLUE = "blue foes: cy sergeant 10,30"
OVER_HEDGES = Going({}, {"hedge": 0.0})
CAMP = Zone("camp", "Camp", (Point(2, 34), Point(30, 34), Point(30, 47), Point(2, 47)))
PLACES = {"bo": Pose(12, 40, 0), "ed": Pose(14, 40, 0)}


def drawn_up(answer: Mapping[str, Any], ground: Ground = OPEN) -> Any:
    """Bo and ed drawn up in the camp before the battle."""
    request = Arrange("red", "deploy", "foot", ("bo", "ed"), PLACES, "KS-1.1", zone="camp")
    return settle(drawn(RED, BLUE, ground=field(CAMP, *ground.areas, *ground.lines)), request, answer)


def gathered(answer: Mapping[str, Any], ground: Ground = OPEN, **more: Any) -> Any:
    """Bo and ed gathered round al, who has gone 4 inches ahead."""
    battle = drawn(RED, BLUE, ground=ground)
    lead = battle.table.walk("al", [Point(10, 36)], OVER_HEDGES)
    near = {"bo": Pose(12, 37, 0), "ed": Pose(14, 37, 0)}
    request = Arrange("red", "group", "foot", ("bo", "ed"), near, "KS-4.2", "al", lead, 6.0, going=OVER_HEDGES, **more)
    return settle(battle, request, answer)


def why(settled: Any) -> str:
    assert isinstance(settled, Refusal)
    return settled.reason


def test_whoever_is_not_named_stays_where_he_was_proposed() -> None:
    assert drawn_up({"bo": [20, 36, 90]}) == {"bo": Pose(20, 36, 90), "ed": PLACES["ed"]}


def test_a_facing_goes_once_round() -> None:
    assert drawn_up({"bo": [20, 36, -90]})["bo"].facing == 270


@pytest.mark.parametrize("place", [[20, 36], [20, 36, "north"], "20,36,0", [20, None, 0]])
def test_a_place_is_two_inches_and_a_facing(place: Any) -> None:
    assert why(drawn_up({"bo": place})) == "bo: a place is [x, y, facing]"


def test_nobody_else_can_be_placed() -> None:
    assert why(drawn_up({"cy": [20, 36, 0]})) == "places are given for bo, ed only"


def test_nobody_stands_outside_the_zone() -> None:
    assert why(drawn_up({"bo": [20, 33, 0]})) == "bo: that is outside the zone camp"


@pytest.mark.parametrize(("kind", "refused"), [("water", True), ("building", True), ("woods", False), ("rough", False)])
def test_nobody_starts_in_water_or_inside_a_building(kind: str, refused: bool) -> None:
    settled = drawn_up({"bo": [20, 40, 0]}, field(stretch(kind, 18, 38, 22, 42)))
    assert isinstance(settled, Refusal) == refused
    if refused:
        assert why(settled) == "bo: nobody starts in water or inside a building"


def test_two_do_not_stand_in_one_place_and_a_refusal_proposes_the_old_one() -> None:
    settled = drawn_up({"bo": [14.5, 40, 0]})
    assert why(settled) == "bo: that overlaps ed"
    assert settled.nearest == {"bo": [12, 40, 0]}
    assert drawn_up({"bo": [14, 40, 0], "ed": [12, 40, 0]}) == {"bo": Pose(14, 40, 0), "ed": Pose(12, 40, 0)}


def test_nobody_stands_on_a_man_of_another_unit() -> None:
    assert why(drawn_up({"bo": [10, 40.5, 0]})) == "bo: another base, or the table edge, is in the way"


def test_the_men_stay_near_their_leader() -> None:
    assert gathered({"ed": [17, 36, 0]})["ed"] == Pose(17, 36, 0)
    assert why(gathered({"ed": [17.1, 36, 0]})) == "ed: that is more than 6 from the leader"
    assert why(gathered({"ed": [10.5, 36, 0]})) == "ed: that overlaps al"


def test_only_whom_the_request_names_may_be_touched() -> None:
    assert why(gathered({"bo": [10, 31, 0]})) == "bo: that would touch cy"
    assert gathered({"bo": [10, 31, 0]}, may_touch=("cy",))["bo"] == Pose(10, 31, 0)


def test_nobody_goes_further_than_he_may() -> None:
    limits = {"allowances": {"bo": 5.0}}
    assert gathered({"bo": [12, 35, 0]}, **limits)["bo"] == Pose(12, 35, 0)
    assert why(gathered({"bo": [12, 34.9, 0]}, **limits)) == (
        "bo: there is no way there within his 5 inches that passes neither an enemy nor an obstacle"
    )


def test_nobody_is_placed_behind_an_obstacle_that_the_leader_did_not_cross() -> None:
    before_ed = field(across("hedge", 35, left=11.2))
    assert why(gathered({"ed": [14, 33, 0]}, before_ed)).startswith("ed: there is no way there")
    before_all = field(across("hedge", 38))
    assert gathered({"ed": [15, 36, 0]}, before_all)["ed"] == Pose(15, 36, 0)
