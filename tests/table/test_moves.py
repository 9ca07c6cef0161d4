"""Bases on the move: contact, room, turning, pushing."""

from __future__ import annotations

import subprocess
import sys
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kktui.table import EVERYBODY, FOOT, GRAIN, MOUNTED, Base, Going, Ground, Point, Pose, Table, pose
from tests.table.brute import first_contact, gap

SLOW = settings(max_examples=150, derandomize=True, deadline=None)
BRUTE = settings(SLOW, max_examples=50)
FIELD = Ground("field", "A field", 24.0, 18.0)
OPEN_GOING = Going({}, {})
BASES = st.sampled_from([FOOT, MOUNTED, Base(0.4), Base(0.5, 0.75), Base(1.0, 0.5), Base(0.25)])
XS, YS = st.integers(-2000, 26000), st.integers(-2000, 20000)
POINTS = st.builds(lambda x, y: Point(x / 1000, y / 1000), XS, YS)
DEGREES = st.integers(0, 359)
POSES = st.builds(
    lambda x, y, f: Pose(x / 1000, y / 1000, f),
    st.integers(1500, 22500),
    st.integers(1500, 16500),
    st.integers(0, 359),
)
CROWDS = st.lists(st.tuples(POSES, BASES), min_size=2, max_size=25)


def crowd_on_table(crowd: list[tuple[Pose, Base]]) -> Table:
    """Every base that finds its place free, in order."""
    table = Table(FIELD)
    for number, (where, base) in enumerate(crowd):
        if table.is_free(base, where):
            table.put(f"f{number}", where, base)
    return table


def worst_overlap(table: Table) -> float:
    names = sorted(table.poses)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    return max((-gap(*seat(table, a), *seat(table, b)) for a, b in pairs), default=0)


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["walk", "push", "turn", "put", "sweep"]),
        st.integers(0, 24),
        st.lists(POINTS, min_size=1, max_size=3),
        st.integers(0, 359),
    ),
    max_size=30,
)


def act(table: Table, move: tuple[str, int, list[Point], int]) -> str:
    kind, number, points, facing = move
    names = sorted(table.poses)
    name = names[number % len(names)]
    here, base = table.poses[name], table.bases[name]
    if kind == "walk":
        there = table.walk(name, points, OPEN_GOING, 12.0).end
    elif kind == "push":
        there = pose(table.push(name, facing, 5.0).end, here.facing)
    elif kind == "turn":
        there = table.turn(name, facing)
    elif kind == "sweep":
        there = pose(table.sweep(name, points[0]).end, here.facing)
    else:
        there = pose(points[0], facing)
        there = there if table.is_free(base, there, (name,)) else here
    table.put(name, there, base)
    return name


@SLOW
@given(CROWDS, MOVES)
def test_no_two_bases_ever_overlap_by_more_than_a_thousandth_of_an_inch(crowd, moves):
    table = crowd_on_table(crowd)
    for move in moves:
        name = act(table, move)
        base, where = table.bases[name], table.poses[name]
        assert table.is_free(base, where, (name,))
    assert worst_overlap(table) <= GRAIN + 1e-9


@SLOW
@given(st.integers(0, 5), st.integers(0, 359), MOVES)
def test_a_packed_block_of_figures_can_jostle_without_overlapping(extra, facing, moves):
    table = Table(FIELD)
    for number in range(16 + extra):
        at = Point(6 + number % 4, 6.0 + number // 4)
        table.put(f"f{number:02}", pose(at, 0), Base(0.5))
    table.put("horse", pose(Point(12.0, 8.0), facing), MOUNTED)
    for move in moves:
        act(table, move)
    assert worst_overlap(table) <= GRAIN + 1e-9


@SLOW
@given(BASES, POSES, BASES, POSES)
def test_gaps_between_any_two_bases_agree_with_plain_geometry(base, where, other, there):
    table = Table(FIELD)
    ours, plain = table.gap_between(base, where, other, there), gap(base, where, other, there)
    assert ours == pytest.approx(max(plain, 0.0), abs=GRAIN + 1e-9)
    assert (other_touch(base, where, other, there) == ("b",)) == (plain <= GRAIN)


def other_touch(base: Base, where: Pose, other: Base, there: Pose) -> tuple[str, ...]:
    table = Table(FIELD)
    table.put("b", there, other)
    return table.contacts_at(base, where)


@BRUTE
@given(CROWDS, POINTS)
def test_a_sweep_stops_where_small_steps_find_the_first_contact(crowd, to):
    table = crowd_on_table(crowd)
    base, here = table.bases["f0"], table.poses["f0"]
    to = Point(min(22.5, max(1.5, to.x)), min(16.5, max(1.5, to.y)))
    others = [(table.bases[n], table.poses[n]) for n in sorted(table.poses) if n != "f0"]
    swept = table.sweep("f0", to)
    length = here.at.to(swept.end)
    step = 0.02
    plain = first_contact(base, here, to, others, step)
    if swept.stopped == "base":
        assert swept.touched
        assert length <= plain + 0.001
        assert all(gap(base, (*swept.end, here.facing), *o) > -GRAIN for o in others)
        end = pose(swept.end, here.facing)
        assert all(table.gap_between(base, end, *seat(table, n)) == 0 for n in swept.touched)
    else:
        assert swept.end == to
        spots = [(*p, here.facing) for p in places(here, to, 40)]
        assert all(gap(base, spot, *o) > -GRAIN for spot in spots for o in others)


def seat(table: Table, name: str) -> tuple[Base, Pose]:
    return table.bases[name], table.poses[name]


def places(here: Pose, to: Point, count: int) -> list[tuple[float, float]]:
    dx, dy = (to.x - here.x) / count, (to.y - here.y) / count
    return [(here.x + dx * k, here.y + dy * k) for k in range(count + 1)]


@SLOW
@given(BASES, BASES, st.tuples(DEGREES, DEGREES), st.integers(1, 2000), st.integers(-300, 300))
def test_a_sweep_of_any_length_never_tunnels_through_a_base(base, wall, turns, tenths, aside):
    turn, facing = turns
    table = Table(Ground("long", "A long table", 1000.0, 1000.0))
    start = Point(500.0, 500.0)
    far = start.toward(turn, 3.0 + tenths / 10).rounded()
    table.put("wall", pose(far.toward(turn + 90, aside / 1000), facing), wall)
    table.put("mover", pose(start, 0), base)
    swept = table.sweep("mover", start.toward(turn, 480.0))
    assert swept.stopped == "base"
    assert swept.touched == ("wall",)
    assert swept.end.to(start) < far.to(start)


def line_of(*places: float) -> Table:
    table = Table(FIELD)
    for number, x in enumerate(places):
        table.put("abcdefgh"[number], Pose(x, 9.0, 90), FOOT)
    return table


def test_tangent_bases_touch_and_may_part_but_not_press():
    table = line_of(5.0, 6.0)
    assert table.contacts("a") == ("b",)
    assert table.gap("a", "b") == 0.0
    assert table.sweep("a", Point(8.0, 9.0)).end == Point(5.0, 9.0)
    assert table.sweep("a", Point(8.0, 9.0)).touched == ("b",)
    assert table.sweep("a", Point(2.0, 9.0)).end == Point(2.0, 9.0)
    assert table.sweep("a", Point(5.0, 3.0)).end == Point(5.0, 3.0)


@pytest.mark.parametrize("error", [-0.0007, -0.0004, 0.0, 0.0004, 0.0007])
def test_bases_that_overlap_by_rounding_slide_along_each_other(error):
    table = Table(FIELD)
    for number in range(6):
        table.put(f"rank{number}", Pose(4.0 + number, 9.0, 0), FOOT)
    table.put("slider", Pose(2.0, 10.0, 90), Base(0.5 + error))
    swept = table.sweep("slider", Point(12.0, 10.0))
    assert swept.stopped == ""
    assert swept.end.x == 12.0


def test_a_horse_slides_along_the_flank_of_another():
    table = Table(FIELD)
    table.put("one", Pose(5.0, 9.0, 0), MOUNTED)
    table.put("two", Pose(6.0, 9.0, 0), MOUNTED)
    assert table.contacts("one") == ("two",)
    assert table.sweep("one", Point(5.0, 2.0)).stopped == ""
    assert table.sweep("one", Point(9.0, 9.0)).end == Point(5.0, 9.0)


def test_a_walk_of_no_length_stays_where_it_is():
    table = line_of(5.0, 6.0)
    for path in ([], [Point(5.0, 9.0)]):
        walk = table.walk("a", path, OPEN_GOING, 6.0)
        assert walk.end == table.poses["a"]
        assert (walk.length, walk.cost, walk.stopped, walk.touched) == (0.0, 0.0, "", ())


def test_a_walk_through_many_bases_stops_at_the_first():
    walk = line_of(2.0, 8.0, 5.0, 11.0, 14.0).walk("a", [Point(20.0, 9.0)], OPEN_GOING)
    assert walk.end == Pose(4.0, 9.0, 90)
    assert (walk.touched, walk.stopped, walk.straight) == (("c",), "base", 2.0)


def test_ignored_bases_are_passed_through():
    walk = line_of(2.0, 8.0, 5.0).walk("a", [Point(12.0, 9.0)], OPEN_GOING, ignoring=("b", "c"))
    assert walk.end == Pose(12.0, 9.0, 90)


def test_nobody_leaves_the_table():
    table = line_of(5.0)
    walk = table.walk("a", [Point(-10.0, 9.0)], OPEN_GOING)
    assert (walk.end, walk.stopped) == (Pose(0.5, 9.0, 270), "edge")
    assert table.push("a", 0, 40.0).stopped == "edge"
    assert not table.is_inside(FOOT, Pose(0.2, 9.0, 0))


def test_a_long_base_turns_only_as_far_as_its_neighbours_let_it():
    table = Table(FIELD)
    table.put("horse", Pose(9.0, 9.0, 0), MOUNTED)
    table.put("left", Pose(7.9, 9.0, 0), FOOT)
    table.put("right", Pose(10.1, 9.0, 0), FOOT)
    stopped = table.turn("horse", 90)
    assert 0 < stopped.facing < 90
    walk = table.walk("horse", [Point(15.0, 9.0)], OPEN_GOING)
    assert (walk.stopped, walk.end.at, walk.length) == ("base", Point(9.0, 9.0), 0.0)
    table.lift("left")
    table.lift("right")
    assert table.turn("horse", 270).facing == 270


@pytest.mark.parametrize("bearing", [60, 90, 135, 180, 250, 300])
def test_a_rider_leaves_one_whom_he_touches_with_the_horses_head(bearing: int):
    table = Table(FIELD)
    table.put("rider", Pose(12.0, 9.0, 0), MOUNTED)
    table.put("foot", Pose(12.0, 7.5, 180), FOOT)
    to = Point(12.0, 9.0).toward(bearing, 6.0).rounded()
    assert table.walk("rider", [to], OPEN_GOING).end.at == to


def test_but_he_does_not_turn_so_on_the_way_nor_ride_through_anybody():
    table = Table(FIELD)
    table.put("rider", Pose(12.0, 9.0, 0), MOUNTED)
    table.put("horse", Pose(12.0, 5.0, 180), MOUNTED)
    walk = table.walk("rider", [Point(12.0, 4.0), Point(12.0, 12.0)], OPEN_GOING)
    assert (walk.end.at, walk.touched) == (Point(12.0, 7.0), ("horse",))
    table.put("rider", walk.end, MOUNTED)
    assert table.walk("rider", [Point(13.0, 2.0)], OPEN_GOING).length == 0.0


def test_at_the_edge_a_rider_turns_about_to_set_out_but_not_where_all_march_at_once():
    table = Table(FIELD)
    table.put("rider", Pose(0.5, 9.0, 0), MOUNTED)
    assert table.walk("rider", [Point(0.5, 12.0)], OPEN_GOING).end == Pose(0.5, 12.0, 180)
    assert table.walk("rider", [Point(0.5, 12.0)], OPEN_GOING, ignoring=EVERYBODY).end == Pose(0.5, 9.0, 0)
    assert table.walk("rider", [Point(4.0, 9.0)], OPEN_GOING).end == Pose(0.5, 9.0, 0)


def test_sync_makes_the_table_equal_to_what_it_is_given():
    table = line_of(5.0, 8.0)
    table.sync({"b": (Pose(9.0, 4.0, 10), MOUNTED), "z": (Pose(1.0, 1.0, 0), FOOT)})
    assert table.poses == {"b": Pose(9.0, 4.0, 10), "z": Pose(1.0, 1.0, 0)}
    assert table.bases["b"] == MOUNTED
    assert table.near(Point(9.0, 4.0), 1.0) == ("b",)
    table.lift("nobody")


@BRUTE
@given(CROWDS, POINTS, st.integers(0, 8000))
def test_near_and_between_find_what_looking_at_every_base_finds(crowd, at, thousandths):
    table, inches = crowd_on_table(crowd), thousandths / 1000
    dot = Base(1e-9)
    gaps = {n: gap(dot, (*at, 0), *seat(table, n)) for n in table.poses}
    assert sorted(table.near(at, inches)) == sorted(n for n, g in gaps.items() if g <= inches)
    to = table.poses["f0"].at
    path = [(at.x + (to.x - at.x) * k / 400, at.y + (to.y - at.y) * k / 400) for k in range(401)]
    slack = at.to(to) / 400
    found = table.between(at, to, 0.5)
    for name in table.poses:
        plain = min(gap(dot, (*p, 0), *seat(table, name)) for p in path)
        if name in found:
            assert plain <= 0.5 + slack
        else:
            assert plain > 0.5 - 1e-6


@SLOW
@given(CROWDS, st.lists(POINTS, min_size=1, max_size=3), st.integers(0, 20), st.integers(0, 20))
def test_a_larger_allowance_never_walks_less_nor_costs_less(crowd, path, small, more):
    table = crowd_on_table(crowd)
    short = table.walk("f0", path, OPEN_GOING, small)
    long = table.walk("f0", path, OPEN_GOING, small + more)
    assert short.length <= long.length + 1e-9
    assert short.cost <= min(small, long.cost) + 1e-9
    walked = sum(hypot(b.x - a.x, b.y - a.y) for a, b in zip(short.path, short.path[1:], strict=False))
    assert walked == pytest.approx(short.length, abs=0.05)


def test_clear_box_accepts_only_room_without_bases():
    table = line_of(5.0, 8.0)
    assert table.clear_box(10.0, 5.0, 20.0, 12.0)
    assert not table.clear_box(7.0, 5.0, 20.0, 12.0)
    assert table.clear_box(7.0, 5.0, 20.0, 12.0, ("b",))


LEFT_OVER = """
import codecs
from kktui.table import EVERYBODY, FOOT, Ground, Pose, Table
table = Table(Ground("g", "G", 9.0, 9.0))
table.put("a", Pose(3.0, 3.0, 0), FOOT)
def keep(name, kept=table): return None
codecs.register(keep)
"""


def test_a_table_still_laid_out_when_python_ends_does_no_harm():
    run = subprocess.run([sys.executable, "-c", LEFT_OVER], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
