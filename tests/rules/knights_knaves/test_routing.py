"""KK-3 Morale: those who rout, and those who see it."""

import pytest

from kktui.rules.knights_knaves.rout import run_away
from kktui.rules.knights_knaves.wounds import disable
from kktui.table import Line, Point
from tests.rules.knights_knaves.field import (
    Says,
    at,
    causes,
    change,
    drawn,
    events,
    field,
    last,
    man,
    run,
    stretch,
)
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"


# Routing.


@rule("KK-3.11")
def test_who_fails_runs_a_running_move_and_2_inches_straight_from_the_enemy_and_is_out_of_breath() -> None:
    battle = drawn("red foot: al 20,20; bo sergeant 18.5,20", "blue foes: zed sergeant 20,10")
    disable(battle, man(battle, "bo"), "zed")
    run(battle, "Melee", Says(battle, usual=10))
    assert at(battle, "al") == (20, 42)
    assert (man(battle, "al").routing, man(battle, "al").tired) == (True, 1)
    assert last(battle, "Moved").cost == 22


@rule("KK-3.11")
@pytest.mark.parametrize(
    ("horse", "ruling", "inches"),
    [("war-horse", None, 26), ("war-horse", "canter", 18), ("riding-horse", None, 18), ("nag", None, 18)],
)
def test_riders_rout_at_the_gallop_if_the_horse_is_trained(horse: str, ruling: str | None, inches: int) -> None:
    battle = drawn(f"red foot: al 20,15 {horse}", "blue foes: zed sergeant 20,5", rulings={"rout-gait": ruling})
    change(battle, "al", routing=True)
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al") == (20, 15 + inches)


@rule("KK-3.11")
def test_he_runs_in_each_movement_phase_until_he_rallies_and_is_gone_over_the_edge() -> None:
    battle = drawn("red foot: al 20,10", "red more: bo sergeant 40,30", "blue foes: zed sergeant 20,4")
    change(battle, "al", routing=True)
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al") == (20, 32)
    change(battle, "al", tired=0)
    run(battle, "Movement", Says(battle, usual=1))
    battle.notes.done = ()
    run(battle, "Movement", Says(battle, usual=1))
    assert man(battle, "al").standing == "fled"


@rule("KK-3.11")
@pytest.mark.parametrize(("ruling", "moved"), [(None, False), ("at once too", True)])
def test_a_failed_rally_is_a_rout_again(ruling: str | None, moved: bool) -> None:
    battle = drawn("red foot: al 20,10", "blue foes: zed sergeant 20,4", rulings={"failed-rally": ruling})
    change(battle, "al", routing=True)
    run(battle, "Rally", Says(battle, usual=10))
    assert len(events(battle, "Routed")) == 1
    assert (at(battle, "al") != (20, 10)) == moved
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al")[1] > 30


@rule("KK-3.11")
@pytest.mark.parametrize(("ruling", "end"), [(None, (42, 24)), ("home", (20, 46))])
def test_routers_run_from_the_nearest_enemy_or_by_ruling_for_their_own_edge(
    ruling: str | None, end: tuple[int, int]
) -> None:
    battle = drawn("red foot: al 20,24", "blue foes: zed sergeant 10,24", rulings={"rout-way": ruling})
    change(battle, "al", routing=True)
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al") == end


@rule("KK-3.11")
@pytest.mark.parametrize(("ruling", "tired"), [(None, 1), (False, 0)])
def test_by_ruling_a_rout_costs_no_breath(ruling: bool | None, tired: int) -> None:
    battle = drawn("red foot: al 20,10", "blue foes: zed sergeant 20,4", rulings={"rout-fatigue": ruling})
    change(battle, "al", routing=True)
    run(battle, "Movement", Says(battle, usual=1))
    assert man(battle, "al").tired == tired


@rule("KK-3.11", "KK-6.3", "KK-6.5")
@pytest.mark.parametrize(("words", "gait", "tired"), [("", "run", 0), ("war-horse", "gallop", 0), ("", "walk", 1)])
def test_who_has_run_or_galloped_this_turn_is_no_more_out_of_breath_when_he_routs(
    words: str, gait: str, tired: int
) -> None:
    battle = drawn(f"red foot: al 20,10 {words}; bo sergeant 22,10", "blue foes: zed sergeant 20,4")
    change(battle, "al", gait=gait)
    disable(battle, man(battle, "bo"), "zed")
    run(battle, "Melee", Says(battle, usual=10))
    assert (man(battle, "al").routing, man(battle, "al").tired) == (True, tired)


@rule("KK-3.11")
def test_routers_run_through_their_friends_and_stand_on_nobody() -> None:
    battle = drawn("red foot: al sergeant 20,10; bo 20,11.2; cy 20,32", "blue foes: zed sergeant 20,4")
    change(battle, "al", routing=True)
    run(battle, "Movement", Says(battle, usual=1))
    assert at(battle, "al") == (20, 30.5)


@rule("KK-3.11")
def test_where_no_friend_leaves_him_room_all_the_way_a_router_goes_round_them() -> None:
    column = "; ".join(f"m{inches} 20,{20 + inches}" for inches in range(1, 12))
    battle = drawn(f"red foot: al sergeant 20,20 steel; {column}", "blue foes: zed sergeant 20,4")
    change(battle, "al", routing=True)
    run(battle, "Movement", Says(battle, usual=1))
    x, y = at(battle, "al")
    assert abs(x - 20) >= 1
    assert y > 26
    assert battle.table.is_clear(man(battle, "al").base, man(battle, "al").place, ("al",))


# Spreading.


@rule("KK-3.11", "KK-6.6")
@pytest.mark.parametrize("mount", ["", "riding-horse"])
@pytest.mark.parametrize("y", [20, 21.9])
@pytest.mark.parametrize(("kind", "stops"), [("high-wall", False), ("low-wall", True), ("building", False)])
def test_a_router_stops_at_what_he_can_cross_and_goes_round_what_he_cannot(
    kind: str, stops: bool, y: float, mount: str
) -> None:
    barred = stretch(kind, 17, 22, 23, 24) if kind == "building" else Line("wall", kind, (Point(17, 22), Point(23, 22)))
    battle = drawn(f"red foot: al lord 20,{y} {mount}", "blue foes: zed 20,10", ground=field(barred))
    change(battle, "al", routing=True)
    run_away(battle, man(battle, "al"))
    inches = last(battle, "Moved").cost
    assert inches < 2.1 if stops else inches == (18 if mount else 22)


@rule("KK-3.12", "KK-3.5")
def test_routs_spread_in_waves_from_neighbour_to_neighbour() -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 12.5,30; cy 15,30; di 17.5,30", "blue foes: zed sergeant 12,4")
    disable(battle, man(battle, "al"), "zed")
    battle.notes.to_check = tuple(each for each in battle.notes.to_check if each[1] == "friend")
    run(battle, "Melee", Says(battle, usual=10))
    assert causes(battle) == [("bo", "friend"), ("cy", "friend"), ("di", "friend")]
    kinds = [type(entry.event).__name__ for entry in battle.log]
    waves = [kind for kind in kinds if kind in ("Checked", "Settled", "Routed")]
    assert waves == ["Checked", "Settled", "Routed"] * 3


@rule("KK-3.12")
def test_a_wave_is_judged_as_it_stands_at_its_start_whatever_the_order_of_the_figures() -> None:
    names = ("ann", "bob"), ("bob", "ann")
    for left, right in names:
        battle = drawn(f"red foot: mid sergeant 10,30; {left} 11.5,30; {right} 8.5,30", "red host: di lord 40,40", FAR)
        disable(battle, man(battle, "mid"), "zed")
        battle.notes.to_check = (("ann", "friend"), ("bob", "friend"))
        run(battle, "Melee", Says(battle, {"morale, friend ann": 10, "morale, friend bob": 10}))
        needs = {each.figure: each.needs for each in events(battle, "Checked")}
        assert needs == {"ann": 5, "bob": 5}


@rule("KK-3.12")
def test_a_figure_checks_once_for_each_cause_in_a_phase() -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 11.5,30; cy 13,30", "red more: di lord 40,40", FAR)
    disable(battle, man(battle, "al"), "zed")
    disable(battle, man(battle, "cy"), "zed")
    says = run(battle, "Melee", Says(battle, usual=1))
    assert says.rolled == ["morale, leader bo", "morale, friend bo"]
    run(battle, "Melee", Says(battle, usual=1))
    assert len(events(battle, "Checked")) == 2


@rule("KK-3.12")
def test_by_ruling_he_checks_for_every_friend() -> None:
    battle = drawn(
        "red foot: bo sergeant 11.5,30; al 10,30; cy 13,30",
        "red more: di lord 40,40",
        FAR,
        rulings={"checks": "every friend"},
    )
    disable(battle, man(battle, "al"), "zed")
    disable(battle, man(battle, "cy"), "zed")
    says = run(battle, "Melee", Says(battle, usual=1))
    assert says.rolled == ["morale, friend bo", "morale, friend bo"]
    assert {each.split(" ", 1)[1] for each in man(battle, "bo").checked} == {"friend al", "friend cy"}


@rule("KK-3.12")
def test_a_new_phase_is_a_new_check() -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 11.5,30; cy 13,30", "red more: di lord 40,40", FAR)
    disable(battle, man(battle, "cy"), "zed")
    run(battle, "Shooting", Says(battle, usual=1))
    disable(battle, man(battle, "al"), "zed")
    run(battle, "Melee", Says(battle, usual=1))
    assert causes(battle) == [("al", "friend"), ("bo", "friend"), ("bo", "leader"), ("bo", "friend")]
