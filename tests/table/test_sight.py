"""Who sees whom, and what covers them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kktui.table import Area, Ground, Line, Point, Sight, Table

SLOW = settings(max_examples=200, derandomize=True, deadline=None)


def square(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def upright(kind: str, x: float, top: float = 0.0, bottom: float = 40.0) -> Line:
    return Line(f"{kind}-{x}", kind, (Point(x, top), Point(x, bottom)))


LAND = Ground(
    "land",
    "A village",
    40.0,
    40.0,
    areas=(
        Area("wood", "woods", square(5, 5, 15, 15)),
        Area("house", "building", square(20, 5, 26, 9)),
        Area("hill", "slope", square(25, 20, 38, 38), height=4.0),
        Area("field", "crops", square(2, 20, 12, 30)),
    ),
    lines=(
        upright("hedge", 18.0, 15.0),
        upright("high-wall", 30.0, 0.0, 15.0),
        upright("ditch", 33.0),
        upright("low-wall", 15.0, 20.0),
    ),
)
POINTS = st.builds(lambda x, y: Point(x / 100, y / 100), st.integers(0, 4000), st.integers(0, 4000))
EYES = st.sampled_from([0.5, 1.0, 2.0, 5.0])


@SLOW
@given(POINTS, POINTS, EYES, EYES)
def test_what_one_sees_the_other_sees_too(a, b, eye_a, eye_b):
    table = Table(LAND)
    there, back = table.sight(a, b, eye_a, eye_b), table.sight(b, a, eye_b, eye_a)
    assert there.clear == back.clear
    assert there.cut_by == back.cut_by
    assert there.through == back.through[::-1]
    assert there.clear == (there.cut_by == "")
    assert table.sight(a, b, eye_a, eye_b) is there


def look(feature: Area | Line, a: tuple[float, float], b: tuple[float, float], *eyes: float) -> Sight:
    areas, lines = ((feature,), ()) if isinstance(feature, Area) else ((), (feature,))
    table = Table(Ground("one", "One feature", 40.0, 40.0, areas=areas, lines=lines))
    return table.sight(Point(*a), Point(*b), *eyes)


WOOD = Area("wood", "woods", square(10, 0, 20, 40))
HOUSE = Area("house", "building", square(10, 10, 20, 20))


@pytest.mark.parametrize(
    ("feature", "a", "b", "seen"),
    [
        (WOOD, (5, 5), (11.99, 5), (True, 1)),
        (WOOD, (5, 5), (12.01, 5), (False, 2)),
        (WOOD, (5, 5), (25, 5), (False, 0)),
        (WOOD, (12, 5), (14.99, 5), (True, 2)),
        (WOOD, (12, 5), (13.5, 5), (True, 1)),
        (WOOD, (12, 5), (15.01, 5), (False, 2)),
        (HOUSE, (5, 15), (25, 15), (False, 0)),
        (HOUSE, (5, 15), (12, 15), (True, 2)),
        (HOUSE, (12, 15), (5, 15), (True, 0)),
        (HOUSE, (12, 15), (18, 15), (True, 0)),
        (Area("corn", "crops", square(10, 0, 20, 40)), (5, 5), (15, 5), (True, 1)),
        (Area("corn", "crops", square(10, 0, 20, 40)), (5, 5), (25, 5), (True, 0)),
        (upright("hedge", 10.0), (5, 5), (15, 5), (False, 0)),
        (upright("hedge", 10.0), (5, 5), (10.8, 5), (True, 1)),
        (upright("hedge", 10.0), (5, 5), (11.0, 5), (True, 1)),
        (upright("hedge", 10.0), (5, 5), (11.01, 5), (False, 0)),
        (upright("hedge", 10.0), (9.5, 5), (15, 5), (True, 0)),
        (upright("high-wall", 10.0), (5, 5), (10.8, 5), (False, 2)),
        (upright("gate", 10.0), (5, 5), (15, 5), (False, 0)),
        (upright("low-wall", 10.0), (5, 5), (11.4, 5), (True, 1)),
        (upright("low-wall", 10.0), (5, 5), (9.0, 5), (True, 0)),
        (upright("fence", 10.0), (5, 5), (11.6, 5), (True, 0)),
        (upright("stairs", 10.0), (5, 5), (10.6, 5), (True, 0)),
        (upright("ditch", 10.0), (5, 5), (9.5, 5), (True, 1)),
        (upright("ditch", 10.0), (5, 5), (9.49, 5), (True, 0)),
        (upright("ditch", 10.0), (5, 5), (12.0, 5), (True, 0)),
    ],
)
def test_each_feature_cuts_and_covers_as_the_chart_says(feature, a, b, seen):
    sight = look(feature, a, b)
    assert (sight.clear, sight.cover) == seen
    assert sight.cut_by == ("" if seen[0] else feature.id)


def test_a_viewer_high_enough_sees_over_a_wall():
    wall = upright("high-wall", 10.0)
    assert not look(wall, (9, 5), (20, 5), 2.0, 1.0).clear
    assert look(wall, (9, 5), (20, 5), 2.5, 1.0).clear
    assert look(wall, (5, 5), (11, 5), 9.0, 1.0) == Sight(True, "", 2, (("high-wall-10.0", "high-wall", 0.0),))


def test_a_hill_between_hides_and_a_hill_underfoot_lifts_the_eye():
    table = Table(LAND)
    assert table.sight(Point(20, 30), Point(39, 30)).cut_by == "hill"
    assert table.sight(Point(26, 30), Point(20, 30)).clear
    assert table.height_at(Point(26, 30)) == 4.0


def test_what_sight_passes_through_is_told_in_order_with_inches():
    sight = Table(LAND).sight(Point(0, 25), Point(20, 25))
    assert sight.through == (
        ("field", "crops", 10.0),
        ("low-wall-15.0", "low-wall", 0.0),
        ("hedge-18.0", "hedge", 0.0),
    )
    assert sight.cut_by == "hedge-18.0"


def test_nothing_is_in_the_way_on_bare_ground():
    sight = Table(Ground("bare", "Bare", 40, 40)).sight(Point(1, 1), Point(30, 30))
    assert sight == Sight(True, "", 0, ())
