"""What the rules do at their edges: who loads, who is divided from his foe, how far a furtive shot flies."""

from __future__ import annotations

from typing import Any

import pytest

from kktui.engine.events import Left
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import modifiers
from kktui.rules.argad.cover import opening
from kktui.rules.argad.furtive import Showing, showing
from kktui.rules.argad.hiding import may_crouch
from kktui.rules.argad.measure import cm
from kktui.rules.argad.melee import blow_request, fighters
from kktui.rules.argad.odds import move_forecasts
from kktui.rules.argad.orders import order_request
from kktui.rules.argad.shooting import targets, why_not_shoot, why_not_shoot_at
from tests.drawn import events, last
from tests.rules.argad.aims import named as named_shot
from tests.rules.argad.drawn import across, drawn, facing, field, man, melee, move, next_turn, patch, phase, place, to
from tests.rules.argad.test_cover import GAP
from tests.rules_shown import rule

# Movement.


@rule("AR-2.1", "AR-3.3")
def test_who_is_slowed_comes_on_at_the_pace_that_the_dice_leave_him() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,30", ground=field(patch("bushes", 10, 52, 30, 70)))
    move(battle, {"al": to((20, 40))}, {"cy": to((20, 49))}, 4)
    met = cm(float(battle.table.gap("al", "cy")))
    assert met == pytest.approx(0, abs=0.02)
    assert (60 - place(battle, "al")[1]) / (place(battle, "cy")[1] - 30) == pytest.approx(16 / 20, abs=0.02)


@rule("AR-3.3")
@pytest.mark.parametrize(("die", "told"), [(6, "blocked"), (5, "")])
def test_that_a_man_is_blocked_is_told(die: int, told: str) -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 60,20", ground=field(patch("bushes", 10, 20, 30, 70)))
    move(battle, {"al": to((20, 45))}, {}, die)
    assert last(battle, "Slowed").blocked == told


@rule("AR-3.1")
@pytest.mark.parametrize(("x", "looks"), [(26, 90), (23, 0)])
def test_a_rider_turns_as_he_was_told_unless_a_friend_comes_to_stand_there(x: float, looks: int) -> None:
    battle = drawn("red men: al war-horse 20,60; bo 30,60", "blue foes: cy 100,20")
    move(battle, {"al": facing(90), "bo": to((x, 60))}, {})
    assert man(battle, "al").place.facing == looks


@rule("AR-3.5")
def test_nobody_crouches_on_horseback_or_in_the_ranks() -> None:
    ground = field(patch("bushes", 10, 50, 90, 70))
    battle = drawn(
        "red men: al 20,60; bo nag 40,60",
        "red wall close-order: ci spear 60,60; di spear 62.2,60",
        "blue foes: ed 60,20",
        ground=ground,
    )
    assert [may_crouch(battle, man(battle, each)) for each in ("al", "bo", "ci")] == [True, False, False]


# Shooting.


@rule("AR-2.1", "AR-4.2")
def test_everybody_shoots_once_a_turn() -> None:
    battle = drawn("red men: al longbow 20,60", "blue foes: cy 20,45")
    move(battle, {}, {})
    phase(battle, "Shooting", {"al": "cy"}, 1)
    assert len(events(battle, "Shot")) == 1


@rule("AR-3.5", "AR-4.2")
def test_nobody_shoots_at_a_unit_he_does_not_know_of() -> None:
    battle = drawn("red men: al longbow 20,60", "blue band hidden: cy 20,45", "blue foes: ed 24,45")
    assert [foe.id for foe in targets(battle, man(battle, "al"))] == ["ed"]
    assert why_not_shoot_at(battle, man(battle, "al"), man(battle, "cy")) == "is not seen"


@rule("AR-3.5")
def test_who_has_fought_lies_hidden_no_longer() -> None:
    ground = field(patch("bushes", 10, 30, 40, 50))
    battle = drawn("red men: al longbow 20,60; bo c2 20,34,180", "blue foes: cy c5 20,45", ground=ground)
    move(battle, {}, {"cy:posture": "crouch"})
    next_turn(battle)
    move(battle, {"bo": to((20, 43))}, {}, 1)
    assert man(battle, "cy").posture == "crouch"
    melee(battle, 1, 5)
    next_turn(battle)
    assert (man(battle, "bo").standing, man(battle, "cy").posture) == ("dead", "upright")
    assert why_not_shoot_at(battle, man(battle, "al"), man(battle, "cy")) == ""


@rule("AR-3.5")
def test_that_hidden_men_crouch_is_not_told_with_those_who_are_seen_to() -> None:
    ground = field(patch("bushes", 10, 10, 60, 30))
    battle = drawn("red men: al 20,90", "blue band hidden: cy 20,20", "blue foes: ed 50,20", ground=ground)
    move(battle, {}, {"cy:posture": "crouch", "ed:posture": "crouch"})
    told = next(each for each in battle.log if type(each.event).__name__ == "TookPosture")
    assert told.seen_by("red").postures == {"ed": "crouch"}  # type: ignore[union-attr]
    assert told.seen_by("blue").postures == {"cy": "crouch", "ed": "crouch"}  # type: ignore[union-attr]


@rule("AR-4.3")
def test_nobody_loads_with_an_enemy_upon_him_nor_who_has_nothing_to_load() -> None:
    battle = drawn("red men: al crossbow 20,60; bo crossbow 40,60", "blue foes: cy 20,45; ed 42,40")
    move(battle, {}, {})
    phase(battle, "Shooting", {"al": "cy", "bo": "hold"}, 1)
    next_turn(battle)
    assert last(battle, "Afresh").loaded == ()
    move(battle, {}, {"cy": to((20, 59))})
    next_turn(battle)
    assert (last(battle, "Afresh").loaded, man(battle, "al").to_load) == ((), 1)


@rule("AR-4.3")
@pytest.mark.parametrize(("answers", "killed"), [((1, 4), True), ((4, {"cy": "stay"}), False)])
def test_nobody_loads_in_a_turn_in_which_he_fights(answers: tuple[Any, ...], killed: bool) -> None:
    battle = drawn("red men: al c3 crossbow dagger 20,60", "blue foes: cy c2 sword 20,40; ed c2 sword 60,20")
    man(battle, "al").to_load = 1
    move(battle, {}, {"cy": to((20, 59))})
    melee(battle, *answers)
    assert (man(battle, "cy").standing == "dead", man(battle, "al").thrown) == (killed, not killed)
    next_turn(battle)
    assert (last(battle, "Afresh").loaded, man(battle, "al").to_load) == ((), 1)


@rule("AR-4.6", "AR-4.2")
def test_a_furtive_target_is_as_far_off_as_where_he_showed_himself() -> None:
    battle = drawn("red men: al longbow 25,70", "blue foes: cy 14,45", ground=GAP)
    move(battle, {}, {"cy": to((34, 45))})
    shown = showing(battle, man(battle, "al"), man(battle, "cy"))
    assert isinstance(shown, Showing)
    assert shown.cm == pytest.approx(cm(shown.eye.to(shown.at)) - 2, abs=0.01)
    assert 18 < cm(shown.at.x) < 21  # not before he has come out from behind the first house


@rule("AR-4.5")
def test_a_man_has_the_openings_of_his_own_house() -> None:
    ground = field(patch("building", 10, 30, 30, 50, height=4.0), patch("building", 60, 30, 80, 50, height=8.0))
    battle = drawn("red men: al 20,60", "blue foes: cy 20,45; ed 70,45", ground=ground)
    assert [opening(battle, man(battle, each).place.at) for each in ("cy", "ed")] == ["partial cover", "arrow slit"]


@rule("AR-4.5", "AR-3.2")
def test_one_pavise_among_spears_is_no_pavise_wall() -> None:
    battle = drawn("red men: al crossbow 20,60", "blue wall close-order: cy pavise a4 20,50; ed spear a4 22.2,50")
    assert named_shot(battle, "al", "cy") == {"pavise": -1}


# Melee.


@rule("AR-3.2", "AR-5.5")
def test_the_last_man_of_a_close_order_is_a_man_by_himself() -> None:
    ground = field(patch("bushes", 10, 50, 30, 70))
    battle = drawn(
        "red men close-order: al sergeant two-handed-axe 20,60; bo spear 22.2,60", "blue foes: cy 20,45", ground=ground
    )
    al = man(battle, "al")
    assert not {each.name for each in modifiers(battle, al, man(battle, "cy"))}
    battle.record(Left("bo", "dead"))
    assert [each.name for each in modifiers(battle, al, man(battle, "cy"))] == ["heavy weapon in both hands"]
    assert may_crouch(battle, al)
    assert [ring.name for ring in RULESET.rings(battle, "al")] == ["move"]
    assert "in close order" not in [gauge.name for gauge in RULESET.gauges(battle, "al")]


@rule("AR-5.7")
@pytest.mark.parametrize(("line", "fight"), [("high-wall", False), ("low-wall", True)])
def test_nobody_strikes_through_a_high_wall(line: str, fight: bool) -> None:
    battle = drawn("red men: al 20,41.05", "blue foes: cy 20,39.05", ground=field(across(line, 40.05)))
    assert battle.table.contacts("al")
    assert bool(fighters(battle)) is fight


@rule("AR-4.2", "AR-4.3", "AR-5.7")
@pytest.mark.parametrize(("line", "melee"), [("high-wall", False), ("low-wall", True)])
def test_nobody_is_in_melee_through_a_high_wall(line: str, melee: bool) -> None:
    battle = drawn(
        "red men: al longbow 20,41.05; bo crossbow 22.2,41.05",
        "blue foes: cy 20,36; ed 40,20",
        ground=field(across(line, 40.05, 0, 30)),
    )
    man(battle, "bo").to_load = 1
    part = order_request(battle, "blue").parts["cy"]
    foreseen = [each for each in move_forecasts(battle, part, "cy", to((20.5, 39.3))) if each.rule == "AR-5.2"]
    assert bool(foreseen) is melee
    move(battle, {"al": facing(90)}, {"cy": to((20.5, 39.3))})
    assert battle.table.contacts("al") == ("cy",)
    assert bool(events(battle, "CameUpon")) is melee
    assert ("is in melee" in why_not_shoot(battle, man(battle, "al"))) is melee


@rule("AR-5.1", "AR-5.7")
def test_a_blow_at_one_who_was_thrown_back_out_of_reach_is_lost() -> None:
    battle = drawn("red men: al spear c3 20,40; bo dagger c3 18,38", "blue foes: cy sword c3 20,38")
    script = melee(battle, {"cy": "bo"}, 3, {"al": "stay"})
    assert [each.figure for each in events(battle, "Struck")] == ["al"]
    assert script.asked.count("1d6 melee") == 1


@rule("AR-5.7")
def test_each_side_names_for_its_own_men_only() -> None:
    battle = drawn("red men: al 20,40; bo 24,40", "blue foes: cy 20,38; ed 22,40")
    fighting = fighters(battle)
    assert {side: list(blow_request(battle, side, fighting).parts) for side in ("red", "blue")} == {
        "red": ["al"],
        "blue": ["ed"],
    }


# The end.


@rule("AR-6.1")
def test_it_is_the_side_whose_leader_is_lost_that_wavers() -> None:
    units = ("red men: al knight 20,60; bo 30,60; di 40,60; em 50,60", "blue foes: cy lord 20,20")
    battle = drawn(*units, rulings={"side-morale": True})
    battle.record(Left("al", "dead"))
    phase(battle, "Side morale", 6)
    assert [each.side for each in events(battle, "Wavered")] == ["red"]


@rule("AR-6.2")
def test_as_many_men_left_on_both_sides_is_a_draw_where_that_decides() -> None:
    units = ("red men: al c5 20,60; bo 30,60", "blue foes: cy c2 20,20; ed 30,20")
    battle = drawn(*units, turns=1, rulings={"decided-by": "men-left"})
    for each in ("al", "cy"):
        battle.record(Left(each, "dead"))
    end = RULESET.turn_result(battle)
    assert end is not None
    assert (end.winner, end.points) == ("", {"red": 1, "blue": 1})


@rule("AR-2.1")
def test_reserves_come_on_as_their_turn_begins() -> None:
    battle = drawn("red men: al 20,60", "red late arrives2: bo 30,60", "blue foes: cy 20,20")
    assert man(battle, "bo").standing == "reserve"
    next_turn(battle)
    assert man(battle, "bo").standing == "fielded"


@rule("AR-3.2")
def test_reserves_who_are_to_stand_in_close_order_come_on_in_it() -> None:
    units = (
        "red men: al 20,60",
        "red late arrives2 close-order: bo spear 30,60; di spear 32,60",
        "blue foes: cy 20,20",
    )
    battle = drawn(*units, rulings={"forming": "never"})
    next_turn(battle)
    assert battle.units["late"].ranks == ("bo", "di")
    next_turn(battle)
    assert len(events(battle, "Formed")) == 1
