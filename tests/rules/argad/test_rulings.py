"""Readings of the sheet as they are played when nobody has switched them."""

from typing import Any

import pytest

from kktui.engine.events import Left
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import modifiers
from kktui.rules.argad.cover import opening
from kktui.rules.argad.odds import chances_of
from tests.drawn import events
from tests.rules.argad.drawn import drawn, field, man, melee, move, next_turn, patch, phase, to
from tests.rules_shown import rule


@rule("AR-5.4")
def test_unless_it_is_switched_of_equals_both_recoil() -> None:
    battle = drawn("red men: al c3 20,40", "blue foes: cy c3 20,38")
    assert chances_of(battle, man(battle, "al"), man(battle, "cy"))["both recoil"] > 0
    melee(battle, 5, 5)
    assert len(events(battle, "Recoiled")) == 2


@rule("AR-5.4")
@pytest.mark.parametrize(("ruling", "recoil"), [("both-recoil", True), ("nothing", False)])
def test_the_odds_follow_the_ruling_on_equals(ruling: str, recoil: bool) -> None:
    battle = drawn("red men: al c3 20,40", "blue foes: cy c3 20,38", rulings={"equal-blows": ruling})
    chances = chances_of(battle, man(battle, "al"), man(battle, "cy"))
    assert ("both recoil" in chances) is recoil
    assert sum(chances.values()) == 1


@rule("AR-5.6")
@pytest.mark.parametrize(("run", "is_charge"), [(13, True), (11, False)])
def test_unless_it_is_switched_a_charge_needs_12_cm_straight(run: float, is_charge: bool) -> None:
    battle = drawn(f"red men: al war-horse a4 sword 20,{41.5 + run}", "blue foes: cy 20,38")
    move(battle, {"al": to((20, 38))}, {})
    assert (man(battle, "al").charging == ("cy",)) is is_charge


@rule("AR-5.6")
def test_unless_it_is_switched_who_had_no_room_to_recoil_has_1_off_next_round() -> None:
    battle = drawn("red men: al spear c3 20,40", "blue foes: cy c3 20,38; ed 20,36")
    melee(battle, 3)
    next_turn(battle)
    named = modifiers(battle, man(battle, "cy"), man(battle, "al"))
    assert [(each.name, each.value) for each in named] == [("had no room to recoil", -1)]


@rule("AR-4.5")
@pytest.mark.parametrize(("height", "cover"), [(4.0, "partial cover"), (8.0, "arrow slit")])
def test_unless_it_is_switched_a_house_has_windows_and_a_higher_one_arrow_slits(height: float, cover: str) -> None:
    ground = field(patch("building", 10, 30, 30, 50, height=height))
    battle = drawn("red men: al crossbow 20,60", "blue foes: cy 20,45", ground=ground)
    assert opening(battle, man(battle, "cy").place.at) == cover


@rule("AR-6.2")
def test_unless_it_is_switched_the_classes_of_the_enemies_lost_decide_after_the_last_turn() -> None:
    battle = drawn("red men: al c5 20,60; bo 30,60; di 40,60; em 50,60", "blue foes: cy c2 20,20; ed 30,20", turns=1)
    for each in ("al", "cy"):
        battle.record(Left(each, "dead"))
    end = RULESET.turn_result(battle)
    assert end is not None
    assert (end.winner, end.points) == ("blue", {"red": 2, "blue": 5})


@rule("AR-6.1")
@pytest.mark.parametrize(("rulings", "bonus", "rings"), [({}, [1], []), ({"command": True}, [], ["command"])])
def test_unless_it_is_switched_nobody_needs_an_officer_near(
    rulings: dict[str, Any], bonus: list[int], rings: list[str]
) -> None:
    units = ("red men: al sergeant 20,100; bo c3 two-handed-axe 20,22", "blue foes: cy 20,20")
    battle = drawn(*units, rulings=rulings)
    assert [each.value for each in modifiers(battle, man(battle, "bo"), man(battle, "cy"))] == bonus
    assert [ring.name for ring in RULESET.rings(battle, "al") if ring.command] == rings


@rule("AR-6.1")
@pytest.mark.parametrize(("rulings", "dice"), [({}, []), ({"side-morale": False}, []), ({"side-morale": True}, [3])])
def test_unless_it_is_switched_a_side_that_has_lost_half_stays(rulings: dict[str, Any], dice: list[int]) -> None:
    battle = drawn("red men: al 20,60; bo 30,60", "blue foes: cy 20,20", rulings=rulings)
    battle.record(Left("al", "dead"))
    phase(battle, "Side morale", *dice)
    assert man(battle, "bo").standing == ("fled" if dice else "fielded")
