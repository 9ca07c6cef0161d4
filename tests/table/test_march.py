"""Many on the march at once: no order, no names, no steps make a difference; who meets halts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations
from random import Random

import pytest

from kktui.table import FOOT, GRAIN, MOUNTED, Base, Going, Ground, March, Marched, Point, Pose, Table
from kktui.table.gaps import signed_gap
from tests.table.marches import (
    SIDE,
    SLACK,
    SWAP,
    Army,
    Mover,
    battle,
    foes,
    gap,
    gap_before,
    marched,
    mirrored,
    throng,
)

# Nothing depends on an order.

THREE = {
    "r1": Mover(Pose(10, 20, 0), (Point(10, 12),)),
    "b1": Mover(Pose(10, 10, 180), (Point(10, 18),)),
    "b2": Mover(Pose(15.2, 15, 270), (Point(7, 15),)),
}


def test_three_who_head_for_one_spot_end_alike_whoever_is_listed_first() -> None:
    results = [marched(THREE, order) for order in permutations(THREE)]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_ends_alike_in_any_listing_order(seed: int) -> None:
    army = battle(seed)
    assert marched(army, reversed(army)) == marched(army)
    assert marched(army, Random(seed).sample(list(army), len(army))) == marched(army)


@pytest.mark.parametrize("seed", range(6))
def test_a_battle_ends_alike_whatever_the_men_are_called(seed: int) -> None:
    army = battle(seed)
    called = {key: f"{key[0]}{999 - int(key[1:])}" for key in army}
    renamed = marched({called[key]: each for key, each in army.items()})
    assert renamed.ends == {called[key]: end for key, end in marched(army).ends.items()}


@pytest.mark.parametrize("seed", range(6))
def test_mirrored_armies_end_mirrored(seed: int) -> None:
    army = battle(seed)
    ends, others = marched(army).ends, marched(mirrored(army)).ends
    for key, end in ends.items():
        other = others[SWAP[key[0]] + key[1:]]
        assert other.at.to(Point(end.x, SIDE - end.y)) <= GRAIN / 2, key


# Who meets halts.


@pytest.mark.parametrize("seed", range(12))
def test_foes_who_met_stand_in_contact(seed: int) -> None:
    army = battle(seed)
    after = marched(army)
    met = [pair for pair in after.met if foes(*pair)]
    assert met
    assert all(gap(army, after, *pair) <= GRAIN + SLACK for pair in met)


@pytest.mark.parametrize("seed", range(12))
def test_nobody_is_pressed_into_another(seed: int) -> None:
    army = battle(seed)
    after = marched(army)
    for pair in combinations(army, 2):
        assert gap(army, after, *pair) >= min(-GRAIN, gap_before(army, *pair)) - SLACK, pair


def test_one_held_by_two_who_are_set_down_about_him_is_pressed_into_neither() -> None:
    man, rider = Base(0.39370078740157477), Base(0.4921259842519685, 0.984251968503937)
    army = {
        "r8": Mover(Pose(23.409, 22.15, 165), (Point(25.949, 23.281),), rider, 15.748031496062993),
        "r9": Mover(
            Pose(21.618, 20.265, 171),
            (Point(18.757, 23.36), Point(19.5, 24.5), Point(19.938, 24.531)),
            rider,
            12.598425196850393,
        ),
        "r3": Mover(Pose(20.821, 20.897, 159), (Point(21.6, 24.903),), man, 5.118110236220472),
        "r4": Mover(Pose(19.403, 18.681, 154), (Point(20.054, 20.952),), man, 2.3622047244094486),
    }
    after = marched(army)
    assert ("r3", "r4") in after.met
    assert all(gap(army, after, *pair) >= -GRAIN - SLACK for pair in combinations(army, 2))


@pytest.mark.parametrize("seed", range(30))
def test_nobody_is_pressed_into_another_in_a_throng(seed: int) -> None:
    army = throng(seed)
    after = marched(army)
    for pair in combinations(army, 2):
        assert gap(army, after, *pair) >= min(-GRAIN, gap_before(army, *pair)) - SLACK, pair


@pytest.mark.parametrize("seed", range(12))
def test_a_throng_ends_alike_in_any_listing_order_and_by_any_names(seed: int) -> None:
    army = throng(seed)
    called = {key: f"{key[0]}{999 - int(key[1:])}" for key in army}
    renamed = marched({called[key]: each for key, each in reversed(army.items())})
    assert renamed.ends == {called[key]: end for key, end in marched(army).ends.items()}


STEPS = 8000
"""Into how many moments the time of a march is cut to look at each of them."""


def fine_stepped(one: Mover, two: Mover) -> tuple[Point, Point] | None:
    """Where two who go straight ahead first overlap, looked for moment by moment; None when they pass each other."""
    for step in range(STEPS + 1):
        here, there = (along(each, step / STEPS) for each in (one, two))
        poses = (Pose(*here, one.pose.facing), Pose(*there, two.pose.facing))
        if signed_gap(one.base, poses[0], two.base, poses[1]) < 0:
            return here, there
    return None


def along(each: Mover, share: float) -> Point:
    """Where one is after a share of the time, if nobody stops him."""
    start, end = each.pose.at, each.path[-1]
    part = min(1.0, each.pace * share / start.to(end))
    return Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)


@pytest.mark.parametrize("seed", range(40))
def test_two_halt_where_the_first_of_many_small_steps_has_them_touch(seed: int) -> None:
    luck = Random(seed)
    army = {}
    for key, x in (("r", 44.0), ("b", 52.0)):
        start = Point(x, 48 + luck.uniform(-3, 3)).rounded()
        end = Point(48 + luck.uniform(-4, 4), 48 + luck.uniform(-2, 2)).rounded()
        base, pace = luck.choice(((FOOT, 8.0), (MOUNTED, 14.0), (MOUNTED, 9.5)))
        army[key] = Mover(Pose(*start, start.bearing(end)), (end,), base, pace)
    found, after = fine_stepped(army["r"], army["b"]), marched(army)
    assert bool(after.met) == (found is not None)
    stops = found or (along(army["r"], 1.0), along(army["b"], 1.0))
    for key, stop in zip("rb", stops, strict=True):
        assert after.ends[key].at.to(stop) <= 14.0 / STEPS + 2 * GRAIN, key


def test_foes_of_one_pace_meet_half_way() -> None:
    army = {
        "r": Mover(Pose(10, 20, 0), (Point(10, 12),)),
        "b": Mover(Pose(10, 10, 180), (Point(10, 18),)),
    }
    after = marched(army)
    assert after.met == (("b", "r"),)
    assert after.ends["r"].at.to(Point(10, 15.5)) <= GRAIN
    assert after.ends["b"].at.to(Point(10, 14.5)) <= GRAIN


def test_a_rider_who_turns_into_a_foe_touches_him() -> None:
    army = {
        "b": Mover(Pose(49.704, 43.147, 180), (Point(49.704, 49.171),), MOUNTED, 16.0),
        "r": Mover(Pose(51.089, 54.422, 0), (Point(51.089, 48.96), Point(49.587, 46.182)), MOUNTED, 16.0),
    }
    after = marched(army)
    assert after.met == (("b", "r"),)
    assert gap(army, after, "b", "r") <= GRAIN + SLACK


@pytest.mark.parametrize("bearing", [60, 90, 135, 180, 250, 300])
def test_a_rider_leaves_one_whom_he_touches_with_the_horses_head(bearing: int) -> None:
    start = Pose(40, 40, 0)
    for other in ("b", "r2"):
        army = {
            "r": Mover(start, (start.at.toward(bearing, 9).rounded(),), MOUNTED, 16.0),
            other: Mover(Pose(40, 40 - MOUNTED.half_length - FOOT.half_width, 180)),
        }
        assert marched(army).ends["r"].at == army["r"].path[-1]


@pytest.mark.parametrize("bearing", [0, 20])
def test_but_not_through_him(bearing: int) -> None:
    start = Pose(40, 40, 0)
    army = {
        "r": Mover(start, (start.at.toward(bearing, 9).rounded(),), MOUNTED, 16.0),
        "b": Mover(Pose(40, 40 - MOUNTED.half_length - FOOT.half_width, 180)),
    }
    assert marched(army).ends["r"].at == start.at


def test_a_foe_who_only_stands_halts_him_who_comes() -> None:
    army = {"r": Mover(Pose(10, 20, 0), (Point(10, 8),)), "b": Mover(Pose(10, 14, 180))}
    after = marched(army)
    assert set(after.ends) == {"r"}
    assert gap(army, after, "r", "b") <= GRAIN + SLACK
    assert after.paths["r"] == (Point(10, 20), after.ends["r"].at)


def test_of_friends_only_he_halts_who_runs_into_the_other() -> None:
    army = {
        "r-slow": Mover(Pose(10, 17, 0), (Point(10, 13),), pace=4.0),
        "r-fast": Mover(Pose(10, 20, 0), (Point(10, 8),), pace=12.0),
    }
    after = marched(army)
    assert after.ends["r-slow"] == Pose(10, 13, 0)
    assert after.ends["r-fast"].y > 14
    assert after.met == (("r-fast", "r-slow"),)


def test_friends_who_run_at_each_other_both_halt() -> None:
    army = {
        "r1": Mover(Pose(10, 20, 0), (Point(10, 12),)),
        "r2": Mover(Pose(10, 10, 180), (Point(10, 18),)),
    }
    after = marched(army)
    assert abs(gap(army, after, "r1", "r2")) <= GRAIN + SLACK


def test_who_passes_before_another_comes_is_not_met() -> None:
    army = {
        "r": Mover(Pose(10, 20, 0), (Point(10, 12),), pace=16.0),
        "b": Mover(Pose(18, 16, 270), (Point(6, 16),), pace=12.0),
    }
    after = marched(army)
    assert after.met == ()
    assert after.ends == {"r": Pose(10, 12, 0), "b": Pose(6, 16, 270)}


# A body stays together.


def line(paces: float, to: float) -> dict[str, Mover]:
    """Twelve men in two ranks who go straight ahead as one."""
    return {
        f"r{rank}{file}": Mover(
            Pose(10.0 + file, 30.0 + rank, 0), (Point(10.0 + file, to + rank),), pace=paces, facings=(0,)
        )
        for rank in range(2)
        for file in range(6)
    }


def shifts(army: Army, after: Marched, body: Iterable[str]) -> set[Point]:
    return {Point(after.ends[key].x - army[key].pose.x, after.ends[key].y - army[key].pose.y).rounded() for key in body}


def test_a_body_goes_its_whole_way_side_by_side() -> None:
    army = line(4.7, 26)
    assert shifts(army, marched(army, bodies=[tuple(army)]), army) == {Point(0, -4)}


@pytest.mark.parametrize("where", [10.0, 11.503, 14.337])
def test_a_body_halts_whole_when_one_of_it_is_blocked(where: float) -> None:
    body = line(12.0, 22)
    army = {**body, "b": Mover(Pose(where, 25.0, 180))}
    after = marched(army, bodies=[tuple(body)])
    assert len(shifts(army, after, body)) == 1
    assert min(gap(army, after, key, "b") for key in body) == pytest.approx(0, abs=GRAIN + SLACK)


def offsets(army: Army, after: Marched, body: Iterable[str]) -> set[tuple[int, int]]:
    """How far each of a body has come, in thousandths of an inch."""
    ends = {key: after.ends.get(key, army[key].pose) for key in body}
    return {
        (round(1000 * (ends[key].x - army[key].pose.x)), round(1000 * (ends[key].y - army[key].pose.y))) for key in body
    }


@pytest.mark.parametrize("seed", range(10))
def test_a_body_that_marches_many_times_stays_exactly_as_it_was(seed: int) -> None:
    luck = Random(seed)
    body = line(12.0, 22)
    army: dict[str, Mover] = {**body, "b": Mover(Pose(luck.uniform(9, 17), 20.0, 180).facing_to(180))}
    for _ in range(5):
        dx, dy = round(luck.uniform(-1, 1), 3) + 0.0005, round(luck.uniform(-3, -1), 3) + 0.0005
        corner = luck.random()
        for key in body:
            at = army[key].pose
            path = (Point(at.x + dx * corner, at.y + dy).rounded(), Point(at.x + dx, at.y + dy).rounded())
            army[key] = army[key]._replace(path=path, facings=(0, 0))
        after = marched(army, bodies=[tuple(body)])
        assert len(offsets(army, after, body)) == 1
        army |= {key: army[key]._replace(pose=after.ends[key]) for key in body}


def test_without_a_body_the_others_go_on() -> None:
    army = {**line(12.0, 22), "b": Mover(Pose(10.0, 25.0, 180))}
    after = marched(army)
    assert after.ends["r00"].y > 25
    assert after.ends["r05"] == Pose(15, 22, 0)


def test_two_bodies_that_meet_both_stay_rigid_in_either_order() -> None:
    red = line(4.7, 24)
    blue = {
        f"b{file}": Mover(Pose(13.5 + file, 20.0, 180), (Point(13.5 + file, 28.0),), facings=(180,))
        for file in range(6)
    }
    army, bodies = {**red, **blue}, [tuple(red), tuple(blue)]
    after = marched(army, bodies=bodies)
    assert after == marched(army, reversed(army), bodies[::-1])
    assert len(shifts(army, after, red)) == len(shifts(army, after, blue)) == 1
    assert all(gap(army, after, *pair) <= GRAIN + SLACK for pair in after.met)


# Facing and paths.


def test_a_facing_that_is_given_is_kept_all_the_way() -> None:
    army = {"r": Mover(Pose(10, 20, 0), (Point(13, 20), Point(13, 18)), facings=(0, 0))}
    assert marched(army).ends["r"] == Pose(13, 18, 0)


def test_without_one_each_leg_is_faced_along() -> None:
    army = {"r": Mover(Pose(10, 20, 0), (Point(13, 20), Point(13, 24)))}
    after = marched(army)
    assert after.ends["r"] == Pose(13, 24, 180)
    assert after.paths["r"] == (Point(10, 20), Point(13, 20), Point(13, 24))


@pytest.mark.parametrize(
    ("start", "aim", "facing"),
    [
        (Pose(40, 94.882, 194), Point(41.71, 99.58), 160),
        (Pose(40, 94.882, 157), Point(38.79, 99.733), 194),
        (Pose(40, 94.923, 180), Point(40.868, 99.847), 170),
    ],
)
def test_a_rider_whose_way_the_edge_cuts_to_a_hairs_breadth_looks_where_it_led(
    start: Pose, aim: Point, facing: int
) -> None:
    """What is left of it, on the grid, leads some degrees beside that: so he would hang over the edge."""
    table = Table(Ground("open", "Open", SIDE, SIDE))
    table.put("r", start, MOUNTED)
    walk = table.walk("r", (aim,), Going())
    assert 0 < walk.length < 0.05
    assert walk.path[0].bearing(walk.path[1]) != facing
    end = table.march({"r": March(walk.path, 16.0, walk.facings)}, foes).ends["r"]
    assert end == walk.end == Pose(*walk.path[-1], facing)
    assert table.is_inside(MOUNTED, end)


@pytest.mark.parametrize("path", [(Point(10, 20),), (Point(10, 20), Point(10, 20))])
def test_a_way_of_no_length_leaves_everybody_as_he_stood(path: tuple[Point, ...]) -> None:
    army = {"r": Mover(Pose(10, 20, 37), path), "b": Mover(Pose(10, 30, 0), (Point(10, 26),))}
    after = marched(army)
    assert after.ends == {"r": Pose(10, 20, 37), "b": Pose(10, 26, 0)}


def test_who_has_no_way_at_all_is_not_moved() -> None:
    table = Table(Ground("open", "Open", SIDE, SIDE))
    table.put("r", Pose(10, 20, 37), FOOT)
    assert table.march({"r": March((Point(10, 20),), 8.0)}, foes).ends == {"r": Pose(10, 20, 37)}
    assert table.march({}, foes).ends == {}


def test_the_table_itself_is_not_changed() -> None:
    table = Table(Ground("open", "Open", SIDE, SIDE))
    table.put("r", Pose(10, 20, 0), FOOT)
    table.march({"r": March((Point(10, 20), Point(10, 15)), 8.0)}, foes)
    assert table.poses["r"] == Pose(10, 20, 0)
