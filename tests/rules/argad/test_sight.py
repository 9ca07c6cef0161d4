"""AR-3.5 and AR-4.5 Gates, bushes and the edges of woods: what one sees through, hides behind and is covered by."""

from __future__ import annotations

import pytest

from kktui.rules.argad import RULESET
from kktui.rules.argad.hiding import may_crouch
from tests.rules.argad.drawn import across, drawn, field, man, move, next_turn, patch, to
from tests.rules.argad.test_shooting import named, why
from tests.rules_shown import rule

# Gates.


@rule("AR-3.5", "AR-4.5")
def test_who_stands_at_a_gate_shoots_and_is_shot_at_through_it() -> None:
    battle = drawn(
        "red men: al longbow 20,53; bo longbow 40,65", "blue foes: cy longbow 20,40", ground=field(across("gate", 50))
    )
    assert why(battle, "al", "cy") == why(battle, "cy", "al") == ""
    assert named(battle, "al", "cy") == {}
    assert named(battle, "cy", "al") == {"partial cover": -1}
    assert why(battle, "bo", "cy") == why(battle, "cy", "bo") == "is out of sight behind a gate"


@rule("AR-3.5")
def test_two_gates_one_behind_the_other_are_not_looked_through_from_one_of_them() -> None:
    inner = across("gate", 70)
    second = type(inner)("inner", "gate", inner.points)
    ground = field(across("gate", 50), second)
    battle = drawn("red men: al longbow 20,73", "blue foes: cy 20,48; ed 24,30", ground=ground)
    assert why(battle, "al", "cy") == ""
    assert why(battle, "al", "ed") == "is out of sight behind a gate"


@rule("AR-3.5")
def test_a_ruling_shuts_the_gates_and_a_high_wall_is_always_shut() -> None:
    units = ("red men: al longbow 20,53", "blue foes: cy longbow 20,40")
    shut = drawn(*units, ground=field(across("gate", 50)), rulings={"gates": "shut"})
    assert why(shut, "al", "cy") == "is out of sight behind a gate"
    assert why(drawn(*units, ground=field(across("high-wall", 50))), "al", "cy") == "is out of sight behind a high wall"


# Bushes.


@rule("AR-4.5")
@pytest.mark.parametrize("kind", ["bushes", "crops"])
def test_bushes_cover_a_man_on_foot_close_behind_them_too(kind: str) -> None:
    ground = field(patch(kind, 10, 44, 60, 50))
    men = "blue foes: cy 20,41; ed war-horse 30,40,90; flo 40,36; gus 50,55"
    battle = drawn("red men: al longbow 20,60; bo longbow 30,60; di longbow 40,60", men, ground=ground)
    assert named(battle, "al", "cy") == {"partial cover": -1}
    assert named(battle, "bo", "ed") == {}
    assert named(battle, "di", "flo") == {}  # too far behind them
    assert named(battle, "di", "gus") == {}  # before them


@rule("AR-4.5")
def test_bushes_do_not_cover_anybody_from_one_who_stands_in_them() -> None:
    battle = drawn("red men: al longbow 20,47", "blue foes: cy 20,42", ground=field(patch("bushes", 10, 44, 60, 50)))
    assert named(battle, "al", "cy") == {}


@rule("AR-3.5")
def test_who_crouches_still_close_behind_bushes_is_hidden_from_beyond_them() -> None:
    units = ("red men: al longbow 20,60; bo longbow 40,38,270", "blue foes: cy 20,42; ed 90,42")
    battle = drawn(*units, ground=field(patch("bushes", 10, 44, 60, 50)))
    assert may_crouch(battle, man(battle, "cy"))
    assert not may_crouch(battle, man(battle, "ed"))
    move(battle, {}, {"cy:posture": "crouch"})
    assert why(battle, "al", "cy") == "is hidden, crouched and still"
    assert why(battle, "bo", "cy") == ""
    next_turn(battle)
    move(battle, {}, {"cy": to((22, 42))}, 3)
    assert why(battle, "al", "cy") == ""


# Woods.


@rule("AR-4.5")
def test_a_rider_deeper_in_a_wood_than_its_edge_is_covered_like_everybody() -> None:
    ground = field(patch("woods", 10, 30, 60, 50))
    men = "blue foes: ed war-horse 30,46,90; flo war-horse 30,42,90"
    battle = drawn("red men: bo longbow 29,60", men, ground=ground)
    assert named(battle, "bo", "ed") == {}
    assert named(battle, "bo", "flo") == {"wood": -1}


@rule("AR-4.5")
def test_who_shoots_out_of_the_edge_of_a_wood_has_none_of_it_before_him() -> None:
    ground = field(patch("woods", 10, 30, 60, 50))
    battle = drawn(
        "red men: al longbow 20,47,180; bo longbow 30,42,180", "blue foes: cy longbow 20,60; ed 30,60", ground=ground
    )
    assert named(battle, "al", "cy") == {}
    assert named(battle, "cy", "al") == {"wood": -1}
    assert named(battle, "bo", "ed") == {"wood": -1}


# Furtive.

LANE = field(patch("bushes", 10, 30, 22, 50), patch("building", 30, 46, 40, 50))


@rule("AR-4.6", "AR-3.5")
def test_one_who_rises_from_the_bushes_and_runs_behind_a_house_is_furtive() -> None:
    battle = drawn("red men: al longbow 25,75", "blue foes: cy 20,42", ground=LANE)
    move(battle, {}, {"cy:posture": "crouch"})
    next_turn(battle)
    move(battle, {}, {"cy:posture": "upright", "cy": to((35, 42))}, 1)
    assert named(battle, "al", "cy")["furtive target"] == -1
    seen = drawn("red men: al longbow 25,75", "blue foes: cy 20,42", ground=LANE)
    move(seen, {}, {"cy": to((35, 42))}, 1)
    assert "building" in why(seen, "al", "cy")


@rule("AR-4.6")
def test_a_furtive_target_is_looked_for_where_he_showed_himself() -> None:
    houses = field(patch("building", 10, 50, 20, 52), patch("building", 30, 50, 40, 52))
    battle = drawn("red men: al longbow 25,53,270", "blue foes: cy 15,48", ground=houses)
    move(battle, {}, {"cy": to((35, 48))})
    assert why(battle, "al", "cy") == ""


def test_the_rulebook_lists_the_ruling() -> None:
    assert RULESET.book.switch("gates") == "seen-through"


@rule("AR-4.5")
@pytest.mark.parametrize("kind", ["gate", "fence", "low-wall"])
def test_who_stands_right_in_an_obstacle_is_covered_by_it_from_either_side(kind: str) -> None:
    north, south = "red men: al longbow 20,40,180", "blue foes: bo longbow 20,60,0"
    for units in ((north, "blue foes: cy 20,50"), ("red men: cy 20,50", south)):
        battle = drawn(*units, ground=field(across(kind, 50)))
        shooter = "al" if "al" in battle.figures else "bo"
        assert named(battle, shooter, "cy") == {"partial cover": -1}


@rule("AR-4.5")
def test_but_it_covers_nobody_from_one_who_stands_in_it_himself() -> None:
    for foe in ("20,53", "20,47"):
        battle = drawn(
            f"red men: al longbow 20,50,{180 if foe == '20,53' else 0}",
            f"blue foes: cy {foe}",
            ground=field(across("fence", 50)),
        )
        assert named(battle, "al", "cy") == {}


@rule("AR-4.2", "AR-4.7")
@pytest.mark.parametrize(("rulings", "may"), [({}, False), ({"into-melee": True}, True)])
def test_nor_does_a_furtive_bowman_shoot_into_a_melee(rulings: dict[str, bool], may: bool) -> None:
    houses = field(patch("building", 5, 50, 20, 55), patch("building", 30, 50, 60, 55))
    battle = drawn("red men: al short-bow 14,62; bo 25,42", "blue foes: cy 25,40", ground=houses, rulings=rulings)
    move(battle, {"al": to((34, 62), facing=0)}, {})
    assert (why(battle, "al", "cy") == "") is may


@rule("AR-4.3", "AR-4.7")
def test_who_threw_before_he_ran_into_a_house_did_not_throw_out_of_it() -> None:
    left, right = patch("building", 5, 50, 20, 55), patch("building", 27, 50, 60, 55)
    barn = patch("building", 32, 58, 60, 70)
    battle = drawn("red men: al javelin 14,61", "blue foes: cy 25,46", ground=field(left, right, barn))
    assert "building" in why(battle, "al", "cy")
    move(battle, {"al": to((32.6, 61), facing=0)}, {}, 1)
    assert "building" in battle.table.kinds_at(man(battle, "al").place.at)
    assert why(battle, "al", "cy") == ""
