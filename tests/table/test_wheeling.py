"""Riders on the march who turn at the same moment: together, into each other, and between others."""

from __future__ import annotations

from itertools import combinations

import pytest

from kktui.table import GRAIN, MOUNTED, Base, Ground, Point, Pose, Table
from tests.table.marches import SIDE, SLACK, Mover, crush, foes, gap, marched


def test_riders_side_by_side_wheel_together() -> None:
    """Each would sweep into his neighbour if that one stood still."""
    army = {
        f"r{file}": Mover(Pose(20 + 1.3 * file, 40, 0), (Point(20 + 1.3 * file + 4, 34),), MOUNTED, 16.0)
        for file in range(5)
    }
    after = marched(army)
    assert after.met == ()
    assert all(after.ends[key].at == each.path[-1] for key, each in army.items())


def test_riders_who_turn_into_each_other_come_to_touch() -> None:
    army = {
        "b": Mover(Pose(48.42, 51.996, 354), (Point(50, 48),), MOUNTED),
        "r": Mover(Pose(47.099, 52.633, 11), (Point(50, 48),), MOUNTED),
    }
    after = marched(army)
    assert after.met[0] == ("b", "r")
    assert abs(gap(army, after, "b", "r")) <= GRAIN + SLACK
    assert after == marched(army, reversed(army))


def test_a_rider_who_cannot_turn_does_not_press_into_one_who_cannot_either() -> None:
    """The fourth lance would have room for a hair's breadth if the second, who is held a moment later, had turned."""
    man, rider = Base(0.39370078740157477), Base(0.4921259842519685, 0.984251968503937)
    army = {
        "r-amaury": Mover(Pose(20.714, 7.553, 89), (Point(14.655, 1.055),), rider, 15.748),
        "r-lance2": Mover(Pose(22.125, 6.397, 99), (Point(13.041, 13.243),), rider, 11.375),
        "r-lance3": Mover(Pose(23.551, 7.688, 103), (Point(34.191, 10.739),), rider, 13.78),
        "r-lance4": Mover(Pose(24.206, 6.388, 292), (Point(23.831, 1.016),), rider, 15.748),
        "r-raoul": Mover(Pose(22.1, 8.043, 20), (Point(22.302, 7.953),), man, 4.724),
    }
    after = marched(army)
    assert {("r-lance3", "r-lance4"), ("r-lance2", "r-lance4")} <= set(after.met)
    assert all(gap(army, after, *pair) >= -GRAIN - SLACK for pair in combinations(army, 2))
    assert after == marched(army, reversed(army))


def test_a_rider_who_turns_into_a_foe_at_the_edge_comes_to_touch_him_and_stays_on_the_table() -> None:
    rider = Base(0.4921259842519685, 0.984251968503937)
    army = {
        "r": Mover(Pose(49.108, 94.9, 153), (Point(45.54, 94.926),), rider),
        "b": Mover(Pose(47.867, 95.606, 182), base=Base(0.39370078740157477)),
    }
    after = marched(army)
    assert after.met == (("b", "r"),)
    assert gap(army, after, "b", "r") <= GRAIN + SLACK
    assert Table(Ground("open", "Open", SIDE, SIDE)).is_inside(rider, after.ends["r"])


def test_a_foe_goes_on_at_whom_a_rider_would_turn_whom_a_friend_holds_first() -> None:
    man, rider = Base(0.39370078740157477), Base(0.4921259842519685, 0.984251968503937)
    army = {
        "b1": Mover(Pose(43.421, 47.221, 174), (Point(43.798, 50.29),), man),
        "b2": Mover(Pose(43.465, 48.497, 225), (Point(43.663, 50.755),), rider, 12.598),
        "r": Mover(Pose(44.408, 49.304, 281), (Point(46.655, 46.529),), man),
    }
    after = marched(army)
    assert after.met == (("b1", "b2"),)
    assert after.ends["r"].at == Point(46.655, 46.529)


CRUSHES = (*range(30), 42, 50, 62, 80, 100, 111, 141, 142, 158, 171)
"""The later ones for riders who turn among others who turn."""


def test_a_foe_whom_a_rider_turns_into_while_another_turns_beside_him_is_halted() -> None:
    man, rider = Base(0.39370078740157477), Base(0.4921259842519685, 0.984251968503937)
    army = {
        "b1": Mover(Pose(7.471, 3.383, 108), (Point(5.911, 7.561),), rider, 4.46),
        "b2": Mover(Pose(6.103, 1.515, 253), (Point(3, 1.5),), man),
        "r": Mover(Pose(7.546, 1.451, 358), (Point(6.524, 3.643),), rider, 4.837),
    }
    after = marched(army)
    assert after.met == (("b2", "r"),)
    assert gap(army, after, "b2", "r") <= GRAIN + SLACK
    assert after.ends["b1"].at == army["b1"].path[-1]
    assert after == marched(army, reversed(army))


def test_a_foe_who_turns_into_a_rider_who_cannot_turn_out_of_his_way_is_halted() -> None:
    man, rider = Base(0.39370078740157477), Base(0.4921259842519685, 0.984251968503937)
    army = {
        "b1": Mover(Pose(11.87, 3.178, 5), (Point(12.542, 4.137),), rider, 1.171),
        "b2": Mover(Pose(10.809, 2.132, 289), base=man),
        "r": Mover(Pose(10.098, 3.344, 136), (Point(12.198, 2.394),), rider, 2.305),
    }
    after = marched(army)
    assert after.met == (("b1", "r"),)
    assert gap(army, after, "b1", "r") <= GRAIN + SLACK
    assert after == marched(army, reversed(army))


@pytest.mark.parametrize("seed", CRUSHES)
def test_foes_who_halt_each_other_in_a_crush_touch(seed: int) -> None:
    army = crush(seed)
    after = marched(army)
    assert all(gap(army, after, *pair) <= GRAIN + SLACK for pair in after.met if foes(*pair))
    assert after == marched(army, reversed(army))


@pytest.mark.parametrize("seed", CRUSHES)
def test_in_a_crush_nobody_halts_short_of_his_goal_but_at_one_whom_he_met(seed: int) -> None:
    army = crush(seed)
    after = marched(army)
    held = {each for pair in after.met for each in pair}
    short = {key for key, each in army.items() if each.path and after.ends[key].at.to(each.path[-1]) > 2 * GRAIN}
    assert short
    assert short <= held
