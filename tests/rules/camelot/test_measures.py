"""What is just so far away is within, on whatever thousandths of an inch the two stand."""

import pytest

from kktui.rules.camelot.figures import Battle, Find
from kktui.rules.camelot.finds import in_reach
from kktui.rules.camelot.morale import leader_near
from kktui.rules.camelot.movement import charge_targets
from kktui.rules.camelot.reinforcements import edge_spots
from tests.drawn import change
from tests.rules.camelot.table import camelot, one, turn_of
from tests.rules_shown import rule

AT = "20,32.072"
"""A place from which plain arithmetic finds whoever stands 1, 6 or 8 inches north a hair further away."""


def north(inches: float) -> str:
    """The place of one on foot whose base is so many inches from al's."""
    return f"20,{32.072 - 1 - inches:.3f}"


def apart(inches: float, battle: Battle) -> None:
    """By arithmetic alone the two are a hair further from each other."""
    assert inches < battle.table.gap("al", "bo") < inches + 1e-9


@rule("CA-10.1")
def test_a_leader_8_inches_away_rallies() -> None:
    for inches, near in ((8, True), (8.001, False)):
        battle = camelot(f"red knights: al hero {AT}; bo {north(inches)}", "blue foes: zed 44,3")
        assert leader_near(battle, one(battle, "bo")) is near
    apart(8, camelot(f"red knights: al {AT}; bo {north(8)}", "blue foes: zed 44,3"))


@rule("CA-3.2")
def test_a_medium_move_carries_a_charge_6_inches() -> None:
    for inches, reached in ((6, True), (6.002, False)):
        battle = camelot(f"red knights: al {AT}", f"blue foes: bo {north(inches)}")
        assert bool(charge_targets(battle, one(battle, "al"))) is reached
    apart(6, camelot(f"red knights: al {AT}", f"blue foes: bo {north(6)}"))


@rule("CA-6.7")
@pytest.mark.parametrize(("inches", "near"), [(1, True), (1.001, False)])
def test_what_lies_an_inch_away_is_in_reach(inches: float, near: bool) -> None:
    battle = camelot(f"red knights: al {AT}", "blue foes: bo 44,3")
    battle.notes.finds = (Find("find-1", "woods", 20, round(32.072 - 0.5 - inches, 3), ""),)
    assert bool(in_reach(battle, one(battle, "al"))) is near


@rule("CA-1.1")
@pytest.mark.parametrize(("inches", "hidden"), [(6, False), (6.001, True)])
def test_an_enemy_6_inches_away_finds_who_is_hidden(inches: float, hidden: bool) -> None:
    battle = camelot("red knights: al 20,33.072", f"blue foes hidden: bo {north(inches)}")
    turn_of(battle, "al", "move", [(20, 32.072)])
    assert battle.units["foes"].hidden is hidden


@rule("CA-6.5")
def test_a_spot_8_inches_from_an_enemy_is_no_more_than_8_inches_away() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: bo 44,3")
    spots = edge_spots(battle, "red")
    name, spot = next(iter(spots.items()))
    for y, offered in ((spot.y - 8.5, False), (spot.y - 8.501, True)):
        battle.stand("bo", spot._replace(y=round(y, 3)))
        change(battle, "bo")
        assert (name in edge_spots(battle, "red")) is offered
