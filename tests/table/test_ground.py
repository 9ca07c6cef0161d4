"""What the ground costs, bars and lifts."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kktui.table import FOOT, Area, Going, Ground, Line, Point, Pose, Table, Zone
from kktui.table.ground import terrain_of
from tests.table.brute import in_polygon

SLOW = settings(max_examples=150, derandomize=True, deadline=None)
POINTS = st.builds(lambda x, y: Point(x / 1000, y / 1000), st.integers(500, 29500), st.integers(500, 19500))


def square(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


HORSESHOE = tuple(Point(x, y) for x, y in ((8, 4), (22, 4), (22, 16), (17, 16), (17, 8), (12, 8), (12, 16), (8, 16)))
LAND = Ground(
    "land",
    "A bit of everything",
    30.0,
    20.0,
    areas=(
        Area("wood", "woods", HORSESHOE),
        Area("hill", "slope", square(2, 2, 10, 10), height=3.0),
        Area("crag", "slope", square(4, 4, 6, 6), height=5.0, steep=True),
        Area("pond", "water", square(24, 12, 28, 18)),
    ),
    lines=(
        Line("hedge", "hedge", (Point(1, 12), Point(7, 13), Point(7, 19))),
        Line("wall", "high-wall", (Point(25, 1), Point(25, 9))),
    ),
    zones=(Zone("camp", "The camp", square(0, 0, 5, 5)),),
)
KINDS = {"woods": 2.0, "slope": 1.5, "steep-slope": 3.0, "water": inf}
GOINGS = (
    Going(KINDS, {"hedge": 2.0, "high-wall": inf}),
    Going(KINDS, {"hedge": 2.0, "high-wall": inf}, whole=True),
    Going({"woods": 1.25}, {"high-wall": 3.0}, whole=True),
)


def standing(at: Point, ground: Ground = LAND) -> Table:
    table = Table(ground)
    table.put("a", Pose(at.x, at.y, 0), FOOT)
    return table


@SLOW
@given(POINTS, POINTS)
def test_the_way_through_areas_is_as_long_as_sampling_finds(a, b):
    count = 1000
    stretches = terrain_of(LAND).stretches(a, b)
    assert stretches[0].start == 0.0
    assert stretches[-1].end == pytest.approx(a.to(b))
    for area in LAND.areas:
        kind = "steep-slope" if area.steep else area.kind
        exact = sum(s.end - s.start for s in stretches if kind in s.kinds)
        spots = [(k + 0.5) / count for k in range(count)]
        inside = sum(in_polygon(area.shape, (a.x + (b.x - a.x) * s, a.y + (b.y - a.y) * s)) for s in spots)
        assert exact == pytest.approx(inside / count * a.to(b), abs=5 * a.to(b) / count + 1e-6)


def cost_by_sampling(walk_path: tuple[Point, ...], going: Going, lines: int) -> float:
    a, b = walk_path[0], walk_path[-1]
    count = 2000
    factors = []
    for k in range(count):
        spot = Point(a.x + (b.x - a.x) * (k + 0.5) / count, a.y + (b.y - a.y) * (k + 0.5) / count)
        kinds = [("steep-slope" if s.steep else s.kind) for s in LAND.areas if in_polygon(s.shape, spot)]
        factor = max([going.areas.get(kind, 1.0) for kind in kinds], default=1.0)
        factors.append(1.0 if factor == inf else factor)
    extra = lines * going.lines["hedge"]
    if going.whole:
        return max(factors) * (a.to(b) + extra)
    return sum(factors) * a.to(b) / count + extra


@SLOW
@given(POINTS, POINTS, st.sampled_from(GOINGS[:2]), st.integers(0, 40))
def test_a_walk_costs_what_sampling_its_path_finds_and_never_more_than_allowed(a, b, going, allowance):
    walk = standing(a).walk("a", [b], going, allowance)
    assert walk.cost <= allowance + 1e-6
    if walk.length > 0.1 and not going.whole:
        assert walk.cost == pytest.approx(cost_by_sampling(walk.path, going, len(walk.lines)), abs=0.1)


@SLOW
@given(POINTS, st.lists(POINTS, min_size=1, max_size=3), st.sampled_from(GOINGS), st.integers(0, 400))
def test_more_allowance_walks_at_least_as_far(a, path, going, tenths):
    table = standing(a)
    less, more = (table.walk("a", path, going, tenths / 10 + extra) for extra in (0.0, 1.3))
    assert less.length <= more.length + 1e-9
    assert less.cost <= more.cost + 1e-9
    assert less.areas == more.areas[: len(less.areas)]
    assert less.lines == more.lines[: len(less.lines)]


@SLOW
@given(POINTS, st.lists(POINTS, min_size=1, max_size=3))
def test_nobody_walks_or_is_pushed_into_barred_water_or_over_a_barred_wall(a, path):
    table, pond = standing(a), LAND.areas[3].shape
    if in_polygon(pond, a):
        return
    walk = table.walk("a", path, GOINGS[0])
    pushed = table.push("a", a.bearing(path[0]), 8.0, GOINGS[0])
    assert not in_polygon(pond, walk.end.at)
    assert not in_polygon(pond, pushed.end)
    assert "wall" not in walk.lines
    if pushed.stopped == "line":
        assert (pushed.end.x - 25.0) * (a.x - 25.0) >= 0


def test_a_walker_stops_just_before_a_wall_it_may_not_cross():
    walk = standing(Point(20, 3)).walk("a", [Point(29, 3)], GOINGS[0])
    assert (walk.stopped, walk.end.at) == ("line", Point(24.99, 3.0))
    walk = standing(Point(26, 10)).walk("a", [Point(26, 19)], GOINGS[0])
    assert (walk.stopped, walk.end.at) == ("area", Point(26.0, 11.99))


def test_a_line_is_crossed_only_when_it_is_paid_in_full():
    table = standing(Point(5, 16))
    short = table.walk("a", [Point(11, 16)], GOINGS[0], 3.9)
    assert (short.stopped, short.end.at, short.lines) == ("allowance", Point(6.99, 16.0), ())
    enough = table.walk("a", [Point(7.5, 16)], GOINGS[0], 4.5)
    assert (enough.stopped, enough.lines, enough.cost) == ("", ("hedge",), pytest.approx(4.5))


FENCED = Ground("fenced", "Fenced", 30.0, 20.0, lines=(Line("fence", "fence", (Point(0, 5), Point(30, 5))),))


@pytest.mark.parametrize(
    "path", [[(5, 1)], [(5, 5), (5, 1)], [(5, 5), (7, 3), (5, 1)], [(5, 7), (5, 5), (5, 4.999), (5, 1)]]
)
def test_a_line_costs_as_much_however_the_way_over_it_is_cut_into_legs(path: list[tuple[float, float]]) -> None:
    going, at = Going(lines={"fence": 3.0}), Point(5, 9)
    walk = standing(at, FENCED).walk("a", [Point(*each) for each in path], going, 40)
    assert walk.cost == pytest.approx(walk.length + 3)
    assert walk.lines == ("fence",)


def test_who_cannot_pay_for_a_line_does_not_step_on_to_it() -> None:
    going = Going(lines={"fence": 3.0})
    walk = standing(Point(5, 9), FENCED).walk("a", [Point(5, 5), Point(5, 1)], going, 6)
    assert (walk.stopped, walk.lines) == ("allowance", ())
    assert 5 < walk.end.y < 5.02


@pytest.mark.parametrize("going", [Going({"woods": 2.0}, whole=True), Going(tolls={"woods": 3.0})])
def test_whoever_cannot_pay_for_the_ground_before_him_pays_nothing_for_it(going: Going) -> None:
    ground = Ground("edge", "Edge", 30.0, 20.0, areas=(Area("woods", "woods", square(0, 0, 30, 5)),))
    walk = standing(Point(5, 9), ground).walk("a", [Point(5, 5), Point(5, 1)], going, 6)
    assert walk.stopped == "allowance"
    assert walk.cost == pytest.approx(walk.length)
    assert walk.areas == ()


def test_the_worst_ground_may_count_for_the_whole_move():
    whole, table = GOINGS[1], standing(Point(15, 19))
    across = table.walk("a", [Point(15, 3)], whole, 30.0)
    assert (across.stopped, across.end.at, across.cost) == ("allowance", Point(15.0, 4.0), pytest.approx(30.0))
    assert across.length == pytest.approx(15.0)
    before = table.walk("a", [Point(15, 3)], whole, 14.0)
    assert (before.stopped, before.end.at, before.cost) == (
        "allowance",
        Point(15.0, 8.01),
        pytest.approx(10.99),
    )


def test_allowance_ends_at_the_exact_place_inside_slow_ground():
    walk = standing(Point(15, 10)).walk("a", [Point(15, 3)], GOINGS[0], 5.0)
    assert (walk.end.at, walk.length, walk.areas) == (Point(15.0, 6.5), 3.5, ("woods",))


def test_a_road_carries_its_own_cost_over_what_it_crosses():
    pond = Area("pond", "water", square(5, 0, 10, 20))
    road = Area("road", "road", square(0, 9, 20, 11))
    ground = Ground("bridge", "A bridge", 20, 20, areas=(pond, road))
    going = Going({"water": inf, "road": 0.5}, {})
    walk = standing(Point(1, 10), ground).walk("a", [Point(19, 10)], going)
    assert (walk.stopped, walk.cost) == ("", pytest.approx(9.0))


def test_who_stands_in_a_barred_area_may_leave_it():
    walk = standing(Point(26, 15)).walk("a", [Point(29, 15)], GOINGS[0])
    assert walk.stopped == ""


def test_places_know_their_kinds_heights_zones_and_lines():
    table = standing(Point(15, 10))
    assert table.kinds_at(Point(9, 5)) == ("woods", "slope")
    assert table.kinds_at(Point(5, 5)) == ("slope", "steep-slope")
    assert table.kinds_at(Point(15, 12)) == ()
    assert [table.height_at(Point(*at)) for at in ((5, 5), (3, 3), (15, 12))] == [5.0, 3.0, 0.0]
    assert table.in_zone("camp", Point(1, 1))
    assert not table.in_zone("camp", Point(6, 1))
    assert [line.id for line in table.lines_near(Point(24, 4), 1.0)] == ["wall"]
    assert table.lines_near(Point(23.9, 4), 1.0) == ()


@pytest.mark.parametrize(
    ("start", "to", "cost"),
    [
        (Point(1.0, 11.0), Point(1.0, 17.0), 6.0),  # beside the hill
        (Point(9.0, 9.0), Point(9.0, 3.0), 8.0),  # along the hill
        (Point(9.0, 15.0), Point(9.0, 9.0), 8.0),  # up the hill
        (Point(5.0, 9.0), Point(5.0, 3.0), 9.0),  # along the hill and over the crag: 3 in all, not 5
    ],
)
def test_a_toll_is_taken_once_and_only_the_dearest(start: Point, to: Point, cost: float) -> None:
    hilly = Going({}, {}, tolls={"slope": 2.0, "steep-slope": 3.0})
    walk = standing(start).walk("a", [to], hilly, 9.0)
    assert (walk.stopped, round(walk.length, 6), round(walk.cost, 6)) == ("", 6.0, cost)
    assert standing(start).walk("a", [to], hilly, cost - 0.5).length == pytest.approx(5.5)


def test_who_cannot_pay_the_toll_stops_before_the_hill() -> None:
    hilly = Going({}, {}, tolls={"slope": 2.0})
    walk = standing(Point(12.0, 5.0)).walk("a", [Point(5.0, 5.0)], hilly, 3.5)
    assert walk.stopped == "allowance"
    assert 10.0 < walk.end.x < 10.1
    assert standing(Point(12.0, 5.0)).walk("a", [Point(5.0, 5.0)], hilly, 4.5).end.x == pytest.approx(9.5)
