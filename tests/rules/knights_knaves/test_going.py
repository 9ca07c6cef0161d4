"""KK-6 Movement: what stands in the way, and what takes off a move."""

from typing import Any

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Arrange, Move, Refusal
from kktui.rules.knights_knaves.charge import charge_targets
from kktui.rules.knights_knaves.charging import charge_home
from kktui.rules.knights_knaves.gaits import crossing_request, move_request, rate
from kktui.rules.knights_knaves.orders import why_not_cross
from kktui.table import Area, Line, Point
from tests.rules.knights_knaves.field import (
    BOOK,
    Says,
    across,
    at,
    change,
    commanded,
    drawn,
    events,
    field,
    last,
    man,
    ordered,
    run,
    stretch,
)
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"


# Obstacles.


@rule("KK-6.6")
@pytest.mark.parametrize("kind", ["low-wall", "hedge", "fence", "ditch", "gate", "bank", "stakes"])
def test_an_obstacle_stops_a_move_and_takes_a_turn_to_cross(kind: str) -> None:
    battle = drawn("red foot: al lord 20,30", FAR, ground=field(across(kind, 26)))
    ordered(commanded(battle, "al"), al="full")
    assert why_not_cross(battle, man(battle, "al"))
    run(battle, "Movement", Says(battle, move={"al": [(20, 22)]}))
    assert 26 < at(battle, "al")[1] < 26.1
    assert not why_not_cross(battle, man(battle, "al"))
    battle.notes.done = ()
    ordered(battle, al="cross")
    run(battle, "Movement", Says(battle))
    assert 23.9 < at(battle, "al")[1] < 24.1
    assert man(battle, "al").moved


@rule("KK-6.6", "KK-5.5")
def test_out_of_command_a_move_at_the_enemy_beyond_an_obstacle_is_spent_on_crossing_it() -> None:
    battle = drawn("red foot: al 20,26.5", "blue foes: zed sergeant 20,10", ground=field(across("low-wall", 26)))
    ordered(battle, al="move up to full")
    says = run(battle, "Movement", Says(battle, usual=1))
    assert says.requests[0].what == "cross"
    assert (at(battle, "al"), man(battle, "al").over) == ((20, 24.5), True)


@rule("KK-6.6", "KK-5.2")
@pytest.mark.parametrize(("y", "crosses"), [(26.5, True), (29, False)])
def test_out_of_command_even_who_is_to_enter_melee_first_crosses_what_he_stands_at(y: float, crosses: bool) -> None:
    battle = drawn(f"red foot: al 20,{y}", "blue foes: zed sergeant 20,22", ground=field(across("low-wall", 26)))
    ordered(battle, al="move up to full and enter melee")
    run(battle, "Movement", Says(battle, usual=1))
    assert bool(man(battle, "al").over) == crosses
    assert len(events(battle, "FellShort")) == (0 if crosses else 1)


@rule("KK-6.6", "KK-5.4")
def test_a_stray_crosses_what_parts_him_from_his_unit() -> None:
    battle = drawn("red foot: al sergeant 20,20; bo 20,26.5", "blue foes: zed 40,46", ground=field(across("fence", 26)))
    ordered(battle, bo="rejoin")
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "bo") == (20, 24.5)


@rule("KK-6.6", "KK-5.5")
@pytest.mark.parametrize(("answer", "end"), [("walk", (25, 26.5)), ("cross", (20, 24.5))])
def test_who_may_go_anywhere_crosses_if_his_player_likes(answer: str, end: tuple[float, float]) -> None:
    battle = drawn("red foot: al skirmisher 20,26.5", "blue foes: zed 20,10", ground=field(across("fence", 26)))
    ordered(battle, al="move up to full")
    run(battle, "Movement", Says(battle, usual=1, over=answer, move={"al": [(25, 26.5)]}))
    assert at(battle, "al") == end


@rule("KK-6.6")
def test_horses_cross_too_but_neither_stakes_nor_high_walls() -> None:
    chart = BOOK.chart("obstacles").rows
    assert {kind for kind, cells in chart.items() if cells[1] == "barred"} == {"stakes", "high-wall", "stairs"}
    for kind, over in (("low-wall", True), ("stakes", False), ("high-wall", False)):
        battle = drawn("red horse: al lord 20,26.4 war-horse", FAR, ground=field(across(kind, 26)))
        assert bool(crossing_request(battle, man(battle, "al")).best) == over


@rule("KK-6.6")
def test_a_charge_stops_at_a_wall() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", "blue foes: zed 20,20", ground=field(across("low-wall", 24)))
    ordered(commanded(battle, "al"), al="charge")
    run(battle, "Movement", Says(battle, usual=1))
    assert len(events(battle, "FellShort")) == 1
    assert 24 < at(battle, "al")[1] < 24.1


# Modifiers.


@rule("KK-6.7")
@pytest.mark.parametrize(("stamina", "inches"), [(4, 8), (3, 4), (1, 4)])
def test_half_the_stamina_or_less_halves_the_rate(stamina: int, inches: float) -> None:
    battle = drawn("red foot: al 20,30 mail", FAR)
    change(battle, "al", stamina=stamina)
    assert rate(battle, man(battle, "al"), "full") == inches


@rule("KK-6.7")
def test_a_rider_goes_as_slow_as_his_horse() -> None:
    battle = drawn("red horse: al 20,30 riding-horse", FAR)
    change(battle, "al", horse_stamina=4, stamina=1)
    assert rate(battle, man(battle, "al"), "full") == 8
    change(battle, "al", horse_stamina=5)
    assert rate(battle, man(battle, "al"), "full") == 16


@rule("KK-6.7")
def test_each_level_of_fatigue_is_an_inch_less_routing_2_more_and_never_less_than_1() -> None:
    battle = drawn("red foot: al 20,30 steel", FAR)
    change(battle, "al", tired=1, worn=1)
    al = man(battle, "al")
    assert (rate(battle, al, "full"), rate(battle, al, "run", routing=True)) == (2, 8)
    change(battle, "al", tired=9)
    assert rate(battle, al, "full") == 1
    spent = drawn("red foot: al 20,30 steel", FAR, rulings={"least-move": 0})
    change(spent, "al", tired=9)
    assert rate(spent, man(spent, "al"), "full") == 0


@rule("KK-6.7")
@pytest.mark.parametrize(("steep", "inches"), [(False, 8), (True, 7)])
def test_a_gentle_slope_takes_2_inches_a_steep_one_3(steep: bool, inches: float) -> None:
    shape = (Point(0, 0), Point(48, 0), Point(48, 29), Point(0, 29))
    battle = drawn("red foot: al lord 20,30", FAR, ground=field(Area("hill", "slope", shape, 2.0, steep)))
    ordered(commanded(battle, "al"), al="full")
    settled = settle(battle, move_request(battle, man(battle, "al"), "full"), {"path": [(20, 20)]})
    assert isinstance(settled, Refusal)
    path = settled.nearest["path"]
    assert 30 - path[-1][1] == pytest.approx(inches, abs=0.01)


@rule("KK-6.7")
def test_stairs_take_3_inches() -> None:
    steps = Line("steps", "stairs", (Point(0, 28), Point(48, 28)))
    battle = drawn("red foot: al lord 20,30", FAR, ground=field(steps))
    settled = settle(battle, move_request(battle, man(battle, "al"), "full"), {"path": [(20, 20)]})
    assert isinstance(settled, Refusal)
    assert 30 - settled.nearest["path"][-1][1] == pytest.approx(7, abs=0.01)


@rule("KK-6.7")
def test_the_least_move_is_left_even_uphill() -> None:
    shape = (Point(0, 0), Point(48, 0), Point(48, 48), Point(0, 48))
    battle = drawn("red foot: al lord 20,30 steel", FAR, ground=field(Area("hill", "slope", shape, 2.0, True)))
    change(battle, "al", tired=2)
    settled = settle(battle, move_request(battle, man(battle, "al"), "full"), {"path": [(20, 29.01)]})
    assert not isinstance(settled, Refusal)


@rule("KK-6.7")
def test_by_ruling_a_slope_may_leave_nothing_of_a_move() -> None:
    shape = (Point(0, 0), Point(48, 0), Point(48, 48), Point(0, 48))
    hill = field(Area("hill", "slope", shape, 2.0, True))
    battle = drawn("red foot: al lord 20,30 steel", FAR, ground=hill, rulings={"least-move": 0})
    change(battle, "al", tired=2)
    settled = settle(battle, move_request(battle, man(battle, "al"), "full"), {"path": [(20, 29.01)]})
    assert isinstance(settled, Refusal)


def test_the_charts_of_the_ground_are_as_printed() -> None:
    assert BOOK.chart("movement-modifiers").rows == {
        "routing": 2,
        "gentle slope": -2,
        "steep slope, ladder or stairs": -3,
        "each level of fatigue": -1,
    }
    assert BOOK.chart("ground").rows == {
        "woods": [1, 2],
        "bushes": [1, 2],
        "crops": [1, 1],
        "rough": [1, 2],
        "water": [2, 2],
        "road": [1, 1],
    }
    water = drawn("red foot: al lord 20,30", FAR, ground=field(stretch("water", 0, 0, 48, 48)))
    settled = settle(water, move_request(water, man(water, "al"), "full"), {"path": [(20, 24.9)]})
    assert isinstance(settled, Refusal)


@rule("KK-6.6", "KK-6.8")
@pytest.mark.parametrize(("foe", "straight"), [("24,3", True), ("20,28.6", False)])
def test_the_way_proposed_over_an_obstacle_is_straight_but_not_into_an_enemy(foe: str, straight: bool) -> None:
    battle = drawn("red foot: al 20,30.6", f"blue foes: zed {foe}", ground=field(across("low-wall", 30)))
    (end,) = crossing_request(battle, man(battle, "al")).best
    assert (abs(end.x - 20) < 0.01, end.y < 30) == (straight, True)


# Hidden, and out of command.


@rule("KK-5.2", "KK-6.1")
@pytest.mark.parametrize(("roll", "shows"), [(1, False), (5, True)])
def test_a_hidden_unit_out_of_command_shows_itself_when_it_stirs(roll: int, shows: bool) -> None:
    battle = drawn("red foot: al sergeant 20,40", "blue lair hidden: bo sergeant 20,10", "blue foes: cy 40,10")
    run(battle, "Action", Says(battle, {"out of command bo": roll}, usual=5))
    assert [each.unit for each in events(battle, "Revealed")] == ["lair"] * shows
    assert battle.units["lair"].hidden != shows


# The foe of a charge.


@rule("KK-6.1", "KK-6.8")
@pytest.mark.parametrize("named", ["bo", "cy"])
def test_a_charge_goes_for_the_foe_that_was_named_though_another_is_nearer(named: str) -> None:
    battle = drawn("red foot: al lord 20,30", "blue foes: bo 20,26; cy 26,26")
    ordered(commanded(battle, "al"), al="charge")
    run(battle, "Movement", Says(battle, declarations={"al": f"{named}:walk"}))
    assert last(battle, "ChargedHome").foes == (named,)


@rule("KK-6.1")
def test_a_charge_goes_after_a_foe_who_has_run_beyond_reach_if_there_is_no_other() -> None:
    battle = drawn("red foot: al lord 20,30", "blue foes: bo 20,15")
    change(battle, "al", order="charge", foe="bo", pace="walk")
    assert not charge_targets(battle, man(battle, "al"), ("walk",))
    charge_home(battle, man(battle, "al"))
    assert at(battle, "al") == (20, 20)
    assert last(battle, "FellShort").figure == "al"


# With the leader, and on the spot.


@rule("KK-6.1")
def test_who_goes_with_his_leader_comes_to_his_old_place_beside_him() -> None:
    battle = drawn("red foot: al lord 20,30; bo 22,31; cy 17,30", FAR)
    ordered(commanded(battle, "al", "bo", "cy"), al="full", bo="full", cy="full")
    run(battle, "Movement", Says(battle, move={"al": [(24, 27)]}, follow="follow"))
    assert [at(battle, each) for each in ("al", "bo", "cy")] == [(24, 27), (26, 28), (21, 27)]


class Turning(Says):
    """Who is asked where to goes nowhere and looks east."""

    def place(self, request: Move | Arrange) -> Any:
        return self._settled(request, {"path": [], "facing": 90})


@rule("KK-6.4", "KK-9.2")
@pytest.mark.parametrize("horse", ["", "riding-horse"])
def test_to_turn_on_the_spot_is_no_move_but_he_looks_the_other_way(horse: str) -> None:
    battle = drawn(f"red foot: al lord 20,30 {horse}", FAR)
    ordered(commanded(battle, "al"), al="full")
    run(battle, "Movement", Turning(battle))
    al = man(battle, "al")
    assert (at(battle, "al"), al.place.facing) == ((20, 30), 90)
    assert (al.moved, al.gait) == (False, "stand")
