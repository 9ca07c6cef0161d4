"""KK-6 Movement."""

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.knights_knaves.charge import charge_gaits, charge_targets, declare_request
from kktui.rules.knights_knaves.events_moving import MarchOrder
from kktui.rules.knights_knaves.fatigue import may_rest
from kktui.rules.knights_knaves.finis import opening
from kktui.rules.knights_knaves.gaits import HALF_WAY, move_request, rate, steering
from kktui.rules.knights_knaves.movement import walk_request
from kktui.rules.knights_knaves.rout import flee_along
from kktui.table import Walk, pose
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
)
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"


# Declaring and who goes first.


@rule("KK-6.1")
def test_who_charges_names_his_foe_and_pace() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", "blue foes: bo sergeant 20,14; cy 24,20")
    ordered(commanded(battle, "al"), al="charge")
    options = [option.id for option in declare_request(battle, man(battle, "al")).options]
    assert options == ["cy:gallop", "cy:canter", "bo:gallop", "bo:canter"]
    run(battle, "Movement", Says(battle, usual=1, declarations={"al": "bo:canter"}))
    assert (last(battle, "Declared").foe, last(battle, "Declared").gait) == ("bo", "canter")


@rule("KK-6.1")
def test_horsemen_go_first_then_the_faster_then_a_die_between_the_sides() -> None:
    units = ("red a: al lord 10,40 steel; bo 12,40; cy 14,40 nag", "blue b: di lord 10,4 steel; ed 12,4; flo 14,4 nag")
    for roll, first in ((5, "red"), (6, "blue")):
        battle = drawn(*units)
        everybody = ("al", "bo", "cy", "di", "ed", "flo")
        ordered(commanded(battle, *everybody), **dict.fromkeys(everybody, "full"))
        run(battle, "Movement", Says(battle, {"who moves first": roll}, follow="one by one"))
        expected = ["cy", "flo", "bo", "ed", "al", "di"] if first == "red" else ["flo", "cy", "ed", "bo", "di", "al"]
        assert list(last(battle, "MarchOrder").figures) == expected


@rule("KK-6.1")
def test_by_ruling_a_die_alone_decides() -> None:
    battle = drawn(
        "red a: al lord 10,40; cy 14,40 nag", "blue b: di lord 10,4; flo 14,4 nag", rulings={"clashes": "die"}
    )
    ordered(commanded(battle, "al", "cy", "di", "flo"), al="full", cy="full", di="full", flo="full")
    run(battle, "Movement", Says(battle, {"who moves first": 9}, follow="one by one"))
    assert list(last(battle, "MarchOrder").figures) == ["di", "flo", "al", "cy"]


@rule("KK-6.1")
def test_men_under_the_same_chit_go_with_their_leader_if_their_player_likes() -> None:
    battle = drawn("red foot: al lord 10,40; bo 12,40; cy 14,40 fine; di 16,40", FAR)
    ordered(commanded(battle, "al", "bo", "cy", "di"), al="full", bo="full", cy="full", di="half")
    run(battle, "Movement", Says(battle, usual=1, move={"al": [(10, 31)]}))
    assert {each: at(battle, each) for each in ("al", "bo", "cy")} == {"al": (10, 31), "bo": (12, 31), "cy": (14, 31)}
    assert at(battle, "di") == (16, 40)
    assert last(battle, "Following").unit == "foot"


@rule("KK-6.1")
def test_or_each_goes_his_own_way() -> None:
    battle = drawn("red foot: al lord 10,40; bo 12,40", FAR)
    ordered(commanded(battle, "al", "bo"), al="full", bo="full")
    says = Says(battle, usual=1, move={"al": [(10, 31)], "bo": [(20, 40)]}, follow="one by one")
    run(battle, "Movement", says)
    assert at(battle, "bo") == (20, 40)


@rule("KK-6.1")
def test_a_charge_whose_foe_is_gone_goes_for_the_nearest_in_reach() -> None:
    battle = drawn("red foot: al lord 20,30", "blue foes: bo sergeant 20,22; cy 24,25")
    ordered(commanded(battle, "al"), al="charge")
    change(battle, "al", foe="bo", pace="run")
    change(battle, "bo", standing="fled")
    battle.table.lift("bo")
    battle.notes.done = ("declare",)
    run(battle, "Movement", Says(battle, usual=1))
    assert last(battle, "ChargedHome").foes == ("cy",)


@rule("KK-6.1")
@pytest.mark.parametrize(("within", "y", "hidden"), [
    (None, 20.5, False), (None, 22, False), (None, 22.1, True),
    (3, 19, False), (3, 19.1, True),
    (12, 28, False), (12, 28.1, True),
])  # fmt: skip
def test_a_hidden_unit_is_found_when_an_enemy_comes_within_6_inches_or_what_the_ruling_says(
    within: int | None, y: float, hidden: bool
) -> None:
    battle = drawn("red foot: al lord 20,28.5", "blue foes hidden: bo sergeant 20,15", rulings={"found-within": within})
    ordered(commanded(battle, "al"), al="full")
    run(battle, "Movement", Says(battle, usual=1, move={"al": [(20, y)]}))
    assert battle.units["foes"].hidden == hidden


# Rates.


@rule("KK-6.3")
def test_the_gaits_of_a_horse_are_the_sheets() -> None:
    assert BOOK.chart("mounted-movement").rows == {"walk": 8, "trot": 12, "canter": 16, "gallop": 24}
    battle = drawn("red horse: al 20,30 war-horse steel", FAR)
    paces = ("half", "full", "run", "walk", "trot", "canter", "gallop")
    assert [rate(battle, man(battle, "al"), pace) for pace in paces] == [8, 16, 24, 8, 12, 16, 24]


@rule("KK-6.3")
@pytest.mark.parametrize(
    ("horse", "gallops"), [("war-horse", 1), ("barded-war-horse", 1), ("riding-horse", 0), ("nag", 0)]
)
def test_only_a_trained_war_horse_gallops(horse: str, gallops: int) -> None:
    battle = commanded(drawn(f"red horse: al lord 20,30 {horse}", "blue foes: zed 20,14"), "al")
    assert charge_gaits(man(battle, "al")) == (("gallop", "canter") if gallops else ("canter",))
    from kktui.rules.knights_knaves.orders import chit_request

    request = chit_request(battle, man(battle, "al"))
    assert any(option.id == "run" for option in request.options) == bool(gallops)


@rule("KK-6.3")
@pytest.mark.parametrize(
    ("inches", "gait"),
    [(0, "stand"), (5, "walk"), (8, "walk"), (8.1, "trot"), (12, "trot"), (12.1, "canter"), (16, "canter")],
)
def test_the_pace_of_a_ride_is_the_slowest_that_covers_the_way(inches: float, gait: str) -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", FAR)
    ordered(commanded(battle, "al"), al="full")
    run(battle, "Movement", Says(battle, move={"al": [(20, 30 - inches)] if inches else []}))
    assert (man(battle, "al").gait, man(battle, "al").tired) == (gait, 0)


@rule("KK-6.3", "KK-6.7")
@pytest.mark.parametrize(
    ("facts", "inches", "gait"),
    [({"tired": 1}, 7.5, "trot"), ({"tired": 2}, 10.5, "canter"), ({"horse_stamina": 5}, 5, "trot")],
)
def test_a_tired_or_hurt_horse_is_sooner_at_the_next_pace(facts: dict[str, int], inches: float, gait: str) -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", FAR)
    change(battle, "al", **facts)
    ordered(commanded(battle, "al"), al="full")
    run(battle, "Movement", Says(battle, {"horse panic": 10}, move={"al": [(20, 30 - inches)]}))
    assert man(battle, "al").gait == gait


@rule("KK-6.3")
def test_by_ruling_the_chit_says_the_pace() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", FAR, rulings={"pace": "by the chit"})
    ordered(commanded(battle, "al"), al="full")
    run(battle, "Movement", Says(battle, move={"al": [(20, 28)]}))
    assert man(battle, "al").gait == "canter"


@rule("KK-6.3")
def test_a_gallop_costs_one_temporary_level() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse", FAR)
    ordered(commanded(battle, "al"), al="run")
    run(battle, "Movement", Says(battle, move={"al": [(20, 8)]}))
    assert (at(battle, "al"), man(battle, "al").gait, man(battle, "al").tired) == ((20, 8), "gallop", 1)


# Turning.


def refused(before: str, path: list[tuple[float, float]], **rulings: object) -> str:
    battle = drawn("red horse: al lord 20,30 war-horse", FAR, rulings=rulings)
    change(battle, "al", before=before)
    settled = settle(battle, move_request(battle, man(battle, "al"), "full"), {"path": path})
    return settled.reason if isinstance(settled, Refusal) else ""


@rule("KK-6.4")
@pytest.mark.parametrize("before", ["stand", "walk"])
def test_a_mount_that_stood_or_walked_turns_any_way_before_it_moves_and_goes_straight(before: str) -> None:
    assert refused(before, [(32, 30)]) == ""
    assert refused(before, [(20, 40)]) == ""
    assert refused(before, [(20, 24), (22, 20)]) == "at most 0 turn on the way"


@rule("KK-6.4")
@pytest.mark.parametrize("before", ["trot", "canter", "gallop"])
def test_others_start_along_their_facing_and_may_turn_once_by_45_degrees_half_way(before: str) -> None:
    assert refused(before, [(20, 18)]) == ""
    assert refused(before, [(32, 30)]) == "the first leg may turn at most 0°"
    assert refused(before, [(20, 22), (25.6, 16.4)]) == ""
    assert refused(before, [(20, 22), (27, 20)]) == "no turn on the way may be sharper than 45°"
    assert refused(before, [(20, 24), (22, 20), (22, 18)]) == "at most 1 turn on the way"
    assert refused(before, [(20, 27), (24, 23)]) == "the turn comes half-way, not earlier"
    assert refused(before, [(20, 22), (21, 21)]) == ""


@rule("KK-6.4")
def test_by_ruling_a_mount_may_turn_freely_and_half_way_too() -> None:
    assert refused("stand", [(20, 24), (22, 20)], **{"free-turn": "half-way too"}) == ""
    assert refused("stand", [(20, 22), (25.68, 16.52)], **{"free-turn": "half-way too"}).endswith("sharper than 45°")
    assert refused("stand", [(20, 25), (22, 22), (22, 20)], **{"free-turn": "half-way too"})[:14] == "at most 1 turn"


@rule("KK-6.4")
def test_foot_turn_as_they_like() -> None:
    battle = drawn("red foot: al lord 20,30", FAR)
    path = [(22, 30), (22, 28), (20, 28), (20, 29)]
    assert not isinstance(settle(battle, move_request(battle, man(battle, "al"), "full"), {"path": path}), Refusal)


@rule("KK-6.4")
@pytest.mark.parametrize(
    ("foe", "reached"), [((20, 15), True), ((25, 17), True), ((26.5, 16), False), ((30, 20), False), ((20, 40), False)]
)
def test_a_mount_in_motion_charges_only_what_a_turn_half_way_brings_it_to(
    foe: tuple[float, float], reached: bool
) -> None:
    battle = drawn("red horse: al lord 20,30 war-horse mace", f"blue foes: bo sergeant {foe[0]},{foe[1]}")
    change(battle, "al", before="canter")
    assert bool(charge_targets(battle, man(battle, "al"), ("gallop",))) == reached
    if reached:
        ordered(commanded(battle, "al"), al="charge")
        run(battle, "Movement", Says(battle, usual=1, declarations={"al": "bo:gallop"}))
        assert last(battle, "ChargedHome").foes == ("bo",)
        path = last(battle, "Moved").path
        assert len(path) == (2 if foe[0] == 20 else 3)
        assert path[1].x == 20


# Foot.


@rule("KK-6.5")
@pytest.mark.parametrize(
    ("armour", "walk", "running"),
    [(3, 10, 20), (5, 10, 20), (6, 8, 16), (7, 8, 16), (8, 6, 12), (9, 6, 12), (10, 4, 8), (11, 4, 8), (12, 4, 8)],
)
def test_foot_move_by_armour(armour: int, walk: int, running: int) -> None:
    battle = drawn(f"red foot: al 20,30 armour={armour}", FAR)
    al = man(battle, "al")
    assert (rate(battle, al, "half"), rate(battle, al, "full"), rate(battle, al, "run")) == (walk / 2, walk, running)


def test_the_chart_of_foot_movement_is_the_sheets() -> None:
    rows = {"5 or less": [10, 20], "6, 7": [8, 16], "8, 9": [6, 12], "10, 11, 12": [4, 8]}
    assert BOOK.chart("foot-movement").rows == rows


@rule("KK-6.5")
def test_running_needs_its_chit_and_costs_one_temporary_level() -> None:
    battle = drawn("red foot: al lord 20,40", FAR)
    ordered(commanded(battle, "al"), al="run")
    run(battle, "Movement", Says(battle, move={"al": [(20, 22)]}))
    assert (man(battle, "al").gait, man(battle, "al").tired) == ("run", 1)
    walking = drawn("red foot: al lord 20,40", FAR)
    ordered(commanded(walking, "al"), al="full")
    run(walking, "Movement", Says(walking, move={"al": [(20, 30)]}))
    assert (man(walking, "al").gait, man(walking, "al").tired) == ("walk", 0)
    assert not any("run" in result for cells in BOOK.chart("uncontrolled").rows.values() for result in cells)


# Contact.


@rule("KK-6.8")
def test_only_a_charge_may_touch_an_enemy() -> None:
    battle = drawn("red foot: al lord 20,30", "blue foes: zed 20,25")
    settled = settle(battle, move_request(battle, man(battle, "al"), "full"), {"path": [(20, 20)]})
    assert isinstance(settled, Refusal)
    assert settled.reason == "this move would touch zed"


@rule("KK-6.3", "KK-6.4", "KK-6.5", "KK-6.8", "KK-5.5")
@pytest.mark.parametrize(
    ("horse", "command", "path", "cited"),
    [
        ("", True, [(20, 8)], "KK-6.5"),
        ("", True, [(26, 25)], "KK-6.8"),
        ("", False, [(20, 45)], "KK-5.5"),
        ("", False, [(24, 12)], "KK-6.5"),
        ("", False, [(20, 35)], "KK-5.5"),
        ("nag", True, [(20, 8)], "KK-6.3"),
        ("nag", True, [(20, 25), (22, 20)], "KK-6.4"),
        ("nag", True, [(26, 25)], "KK-6.8"),
        ("nag", False, [(20, 25), (22, 20)], "KK-6.4"),
    ],
)
def test_a_move_is_refused_by_the_rule_it_breaks(
    horse: str, command: bool, path: list[tuple[float, float]], cited: str
) -> None:
    battle = drawn(f"red foot: al lord 20,30 {horse}", "blue foes: zed 26,25")
    change(ordered(battle, al="full"), "al", commanded=command)
    settled = settle(battle, walk_request(battle, man(battle, "al"), "full"), {"path": path})
    assert isinstance(settled, Refusal)
    assert settled.rule == cited
    assert not isinstance(settle(battle, walk_request(battle, man(battle, "al"), "full"), settled.nearest), Refusal)


@rule("KK-6.8")
def test_movement_ends_at_contact_with_whoever_is_first_in_the_way() -> None:
    battle = drawn("red foot: al lord 20,30", "blue foes: zed 20,25; yan 20,21")
    ordered(commanded(battle, "al"), al="charge")
    run(battle, "Movement", Says(battle, usual=1, declarations={"al": "yan:run"}))
    assert (last(battle, "ChargedHome").foes, at(battle, "al")) == (("zed",), (20, 26))


@rule("KK-6.8")
def test_figures_in_contact_when_the_phase_ends_are_in_melee() -> None:
    battle = drawn("red foot: al lord 20,30", "blue foes: zed 20,29; yan 20,27")
    run(battle, "Melee", Says(battle, usual=5))
    assert [(each.figure, each.foe) for each in events(battle, "Struck")] == [("al", "zed")]


@rule("KK-6.8")
def test_nobody_fights_through_a_high_wall() -> None:
    for kind, fights in (("low-wall", 1), ("high-wall", 0)):
        battle = drawn("red foot: al lord 20,30", "blue foes: zed 20,29", ground=field(across(kind, 29.5)))
        run(battle, "Melee", Says(battle, usual=5))
        assert len(events(battle, "Struck")) == fights


@rule("KK-6.1")
def test_friends_beside_and_behind_make_room_for_a_charge_one_before_does_not() -> None:
    beside = "bo 21.02,30 war-horse; cy 18.98,30 war-horse"
    for friends, home in ((beside, True), ("di 20.2,27.9 war-horse; ed 21.4,28.3; flo 18.8,28.3", False)):
        battle = drawn(f"red horse: al lord 20,30 war-horse mace; {friends}", "blue foes: zed sergeant 24,20")
        ordered(commanded(battle, "al"), al="charge")
        run(battle, "Movement", Says(battle, usual=1, declarations={"al": "zed:gallop"}))
        assert bool(events(battle, "ChargedHome")) == home


@rule("KK-6.1")
def test_the_lord_moves_last_of_those_as_fast_as_he() -> None:
    battle = drawn("red lord: al lord 10,20", "red foot: bo sergeant 10,40; cy 12,40", FAR)
    ordered(commanded(battle, "al", "bo", "cy"), al="full", bo="full", cy="full")
    run(battle, "Movement", Says(battle, follow="one by one"))
    assert list(last(battle, "MarchOrder").figures) == ["bo", "cy", "al"]


@rule("KK-7.2", "KK-9.2")
@pytest.mark.parametrize(("inches", "gait", "tired"), [(0.0004, "stand", 0), (4.0, "run", 1)])
def test_who_is_held_within_a_hair_of_where_he_stood_has_not_moved(inches: float, gait: str, tired: int) -> None:
    battle = drawn("red foot: al lord 20,30", FAR)
    al = man(battle, "al")
    path = (al.place.at, al.place.at.toward(180, inches).rounded())
    end = pose(path[-1], 170)
    walk = Walk(end, path if inches > 1 else path[:1], inches, inches, (), "base", (), (), inches)
    flee_along(battle, al, walk, "run")
    assert (al.gait, al.moved, al.tired) == (gait, inches > 1, tired)


@rule("KK-6.3", "KK-6.4", "KK-9.2", "KK-3.11")
def test_who_galloped_and_was_then_held_in_the_same_turn_has_galloped() -> None:
    battle = drawn("red horse: al 20,30 war-horse", FAR)
    al = man(battle, "al")
    here, far = al.place.at, al.place.at.toward(180, 9).rounded()
    flee_along(battle, al, Walk(pose(far, 180), (here, far), 9, 9, (), "base", (), (), 9), "gallop")
    flee_along(battle, al, Walk(pose(far, 180), (far,), 0, 0, (), "base", (), (), 0), "gallop")
    assert (al.gait, al.tired, may_rest(al)) == ("gallop", 1, False)
    flee_along(battle, al, Walk(pose(here, 0), (far, here), 9, 9, (), "base", (), (), 9), "gallop")
    assert al.tired == 1
    for event in opening(battle):
        battle.record(event)
    assert steering(battle, al) is HALF_WAY


@rule("KK-6.1")
def test_who_is_hidden_stands_in_the_order_of_moves_for_his_own_side_alone() -> None:
    battle = drawn("red foot: al lord 20,30", "blue lair hidden: bo lord 40,10", "blue foes: zed 20,10")
    veils = MarchOrder(("al", "bo", "zed"), 3, "red").veils(battle)
    assert veils is not None
    seen = {side: event.figures for side, event in veils.items() if isinstance(event, MarchOrder)}
    assert seen == {"red": ("al", "zed"), "blue": ("al", "bo", "zed"), "": ("al", "zed")}
    assert MarchOrder(("al", "zed"), 3, "red").veils(battle) is None
