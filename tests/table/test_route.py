"""Finding a way."""

from __future__ import annotations

import os
import subprocess
import sys
from math import inf
from time import process_time

from hypothesis import given, settings
from hypothesis import strategies as st

from kktui.table import FOOT, MOUNTED, Area, Base, Going, Ground, Line, Point, Pose, Table

SLOW = settings(max_examples=60, derandomize=True, deadline=None)


def square(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


LAND = Ground(
    "land",
    "Pond, bog and wall",
    36.0,
    24.0,
    areas=(Area("pond", "water", square(8, 4, 14, 20)), Area("bog", "rough", square(20, 8, 30, 16))),
    lines=(
        Line("wall", "high-wall", (Point(17, 0), Point(17, 15))),
        Line("hedge", "hedge", square(31, 2, 34, 6)),
    ),
)
GOING = Going({"water": inf, "rough": 3.0}, {"high-wall": inf, "hedge": 2.0})
XS, YS = st.integers(1500, 34500), st.integers(1500, 22500)
POSES = st.builds(lambda x, y, f: Pose(x / 1000, y / 1000, f), XS, YS, st.integers(0, 359))
POINTS = st.builds(lambda x, y: Point(x / 1000, y / 1000), st.integers(-3000, 39000), st.integers(-3000, 27000))


def crowded(poses: list[Pose], horsed: bool) -> Table:
    table = Table(LAND)
    for number, where in enumerate(poses):
        base = MOUNTED if horsed and number % 3 == 0 else FOOT
        if table.is_free(base, where):
            table.put(f"f{number:02}", where, base)
    return table


@SLOW
@given(st.lists(POSES, min_size=1, max_size=30), POINTS, st.booleans())
def test_a_route_can_be_walked_and_leads_no_further_away_than_going_straight(poses, goal, horsed):
    table = crowded(poses, horsed)
    name = min(table.poses)
    goal = Point(min(max(goal.x, 0.5), LAND.width - 0.5), min(max(goal.y, 0.5), LAND.depth - 0.5))
    way = table.route(name, goal, GOING)
    assert way == table.route(name, goal, GOING)
    straight = table.walk(name, [goal], GOING)
    walk = table.walk(name, way, GOING)
    assert walk.stopped in ("", "base", "edge")
    assert walk.end.at.to(goal) <= straight.end.at.to(goal) + 0.06
    if way:
        assert walk.end.at.to(way[-1]) <= 0.002
    if not straight.stopped and not walk.stopped:
        assert walk.cost <= straight.cost + 1e-6
    assert "wall" not in walk.lines


def alone(at: Point) -> Table:
    table = Table(LAND)
    table.put("a", Pose(at.x, at.y, 0), FOOT)
    return table


def test_a_clear_way_is_straight():
    assert alone(Point(2, 2)).route("a", Point(6, 20), GOING) == (Point(6, 20),)


def test_the_way_leads_round_water_and_walls():
    table = alone(Point(4, 8))
    walk = table.walk("a", table.route("a", Point(22, 5), GOING), GOING)
    assert walk.end.at == Point(22, 5)
    assert walk.lines == ()
    assert "water" not in walk.areas
    assert walk.cost < 1.1 * 34.4


def test_slow_ground_is_gone_round_when_that_is_cheaper():
    table = alone(Point(19, 11))
    walk = table.walk("a", table.route("a", Point(32, 11), GOING), GOING)
    assert walk.end.at == Point(32, 11)
    assert walk.areas == ()
    assert walk.cost < 22.0


def test_a_goal_off_the_table_is_approached_as_near_as_can_be():
    table = alone(Point(3, 3))
    way = table.route("a", Point(-5, 3), GOING)
    assert way[-1] == Point(0.5, 3.0)


def test_the_way_to_a_figure_ends_in_contact_with_it():
    table = alone(Point(4, 8))
    table.put("b", Pose(22.0, 5.0, 0), FOOT)
    walk = table.walk("a", table.route("a", Point(22, 5), GOING), GOING)
    assert walk.touched == ("b",)


def test_who_is_shut_in_has_no_way():
    table = alone(Point(3, 3))
    for number, (x, y) in enumerate([(2, 3), (4, 3), (3, 2), (3, 4)]):
        table.put(f"guard{number}", Pose(float(x), float(y), 0), FOOT)
    assert table.route("a", Point(20, 20), GOING) == ()


def test_the_largest_table_is_searched_in_bounded_time():
    ring = Area("lake", "water", square(100, 100, 110, 110))
    ground = Ground("huge", "Huge", 144.0, 144.0, areas=(ring,))
    table = Table(ground)
    table.put("a", Pose(2.0, 2.0, 0), FOOT)
    started = process_time()
    way = table.route("a", Point(105, 105), Going({"water": inf}, {}))
    assert process_time() - started < 3.0
    assert 4.9 <= way[-1].to(Point(105, 105)) <= 5.6


SCRIPT = """
from tests.table.test_route import GOING, LAND, Point, Pose, Table, FOOT
table = Table(LAND)
for n in range(40):
    pose = Pose((n * 7919 % 3400) / 100 + 1, (n * 6101 % 2200) / 100 + 1, 0)
    if table.is_free(FOOT, pose):
        table.put(f"f{n}", pose, FOOT)
print([table.route(n, Point(20, 3), GOING) for n in sorted(table.poses)])
print([table.near(Point(18, 9), 9), table.between(Point(0, 0), Point(36, 24), 2.0)])
"""


def test_answers_do_not_depend_on_the_hash_seed():
    answers = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    ]
    assert answers[0] == answers[1] == answers[2]
    assert "Point" in answers[0]


def test_a_rider_is_led_round_a_line_even_where_a_corner_drawn_in_leaves_him_no_room_to_turn() -> None:
    table = Table(Ground("open", "Open", 47.244, 47.244))
    for number in range(9):
        table.put(f"m{number}", Pose(round(19.685 + 0.945 * number, 3), 23.622, 0), Base(0.394))
    table.put("rider", Pose(23.465, 25.984, 0), Base(0.492, 0.984))
    goal = Point(23.622, 11.811)
    walk = table.walk("rider", table.route("rider", goal, Going({}, {})), Going({}, {}))
    assert walk.end.at.to(goal) < 0.01


def test_a_rider_held_on_his_way_is_led_to_where_walking_it_again_ends() -> None:
    table = crowded([Pose(1.791, 3.781, 0), Pose(1.5, 1.5, 0)], horsed=True)
    way = table.route("f00", Point(0.5, 0.5), GOING)
    assert way
    assert table.walk("f00", way, GOING).end.at.to(way[-1]) <= 0.002
