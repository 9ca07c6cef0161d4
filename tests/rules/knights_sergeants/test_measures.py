"""What is just so far away is within, on whatever thousandths of an inch the two stand."""

import pytest

from kktui.engine.check import settle, walk_along
from kktui.engine.requests import Refusal
from kktui.rules.knights_sergeants.actions import groups_beside
from kktui.rules.knights_sergeants.archery import may_fire, range_band, targets
from kktui.rules.knights_sergeants.charge import charge_targets, may_charge
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.morale import rallying
from kktui.rules.knights_sergeants.movement import arrange_request, find_hidden, move_request
from tests.drawn import change, drawn
from tests.rules_shown import rule

AT = "20,32.072"
"""A place from which plain arithmetic finds whoever stands 6, 9, 12, 18 or 24 inches north a hair further away."""


def north(inches: float) -> str:
    """The place of one on foot whose base is so many inches from al's."""
    return f"20,{32.072 - 1 - inches:.3f}"


def apart(inches: float, battle: Battle) -> Battle:
    """A battle in which bo is so far from al, and by arithmetic alone a hair further."""
    assert inches < battle.table.gap("al", "bo") < inches + 1e-9
    return battle


@rule("KS-6.2")
@pytest.mark.parametrize(("weapon", "close", "far"), [("crossbow", 9, 18), ("longbow", 12, 24)])
def test_a_shot_is_close_and_long_to_the_very_inch(weapon: str, close: int, far: int) -> None:
    for inches, expected in ((close, "close"), (far, "long"), (close + 0.001, "long"), (far + 0.001, "")):
        battle = drawn(f"red bows: al sergeant {AT} {weapon}; cy 44,44", f"blue foes: bo sergeant {north(inches)}")
        al, bo = battle.figures["al"], battle.figures["bo"]
        assert range_band(battle, al, bo) == expected
        assert targets(battle, al) == ([bo] if expected else [])
        assert may_fire(battle, battle.units["bows"]) == bool(expected)
    apart(far, drawn(f"red bows: al sergeant {AT}", f"blue foes: bo sergeant {north(far)}"))


@rule("KS-5.1")
def test_the_best_of_dice_carries_a_charge_18_inches() -> None:
    for inches, reached in ((18, True), (18.001, False)):
        battle = drawn(f"red foot: al sergeant {AT}; cy 20,34", f"blue foes: bo sergeant {north(inches)}")
        assert may_charge(battle, battle.units["foot"]) == reached
        assert bool(charge_targets(battle, battle.units["foot"])) == reached
    apart(18, drawn(f"red foot: al sergeant {AT}", f"blue foes: bo sergeant {north(18)}"))


@rule("KS-3.2", "KS-3.5")
def test_a_knight_6_inches_away_is_near_enough() -> None:
    for inches, near in ((6, True), (6.001, False)):
        battle = drawn(f"red lord: al knight {AT}", f"red foot: bo {north(inches)}; cy 44,3", "blue foes: ed 3,3")
        change(battle, "foot", rallied_by=("al",))
        assert rallying(battle, battle.units["foot"]) == near
        assert [unit.id for unit in groups_beside(battle, battle.units["lord"])] == (["foot"] if near else [])
    apart(6, drawn(f"red lord: al knight {AT}", f"blue foes: bo {north(6)}"))


@rule("KS-4.4")
def test_a_man_may_be_placed_6_inches_from_his_leader() -> None:
    battle = drawn(f"red foot: al sergeant {AT}; bo 20,28", "blue foes: ed 3,3")
    request = move_request(battle, battle.units["foot"], 0)
    arrange = arrange_request(battle, battle.units["foot"], request, walk_along(battle, request, ()))
    for inches, near in ((6, True), (6.001, False)):
        x, y = north(inches).split(",")
        placed = settle(battle, arrange, {"bo": [float(x), float(y), 0]})
        assert isinstance(placed, Refusal) != near
    apart(6, drawn(f"red foot: al sergeant {AT}", f"blue foes: bo {north(6)}"))


@rule("KS-2.2")
def test_an_enemy_6_inches_away_finds_who_is_hidden() -> None:
    for inches, hidden in ((6, False), (6.001, True)):
        battle = drawn(f"red foot hidden: al sergeant {AT}; cy 44,44", f"blue foes: bo sergeant {north(inches)}")
        find_hidden(battle)
        assert battle.units["foot"].hidden == hidden
