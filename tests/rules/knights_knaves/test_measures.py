"""What is just so far away is within, on whatever thousandths of an inch the two stand."""

import pytest

from kktui.rules.knights_knaves.action import strayed
from kktui.rules.knights_knaves.aim import aim_at, sight_on
from kktui.rules.knights_knaves.charge import charge_targets
from kktui.rules.knights_knaves.command import in_command, served, trigger_holds
from kktui.rules.knights_knaves.figures import WALK, Battle, adjacent, apart
from kktui.rules.knights_knaves.morale import witnesses
from kktui.rules.knights_knaves.orders import why_not_mount
from tests.rules.knights_knaves.field import Says, change, commanded, drawn, man, ordered, run
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 44,3"
AT, NORTH = "20,32.072", "20,{:.3f}"
"""A place from which plain arithmetic finds whoever stands 2, 5 or 24 inches north a hair further away than that."""


def north(inches: float) -> str:
    """The place of one on foot whose base is so many inches from al's."""
    return NORTH.format(32.072 - 1 - inches)


def seen_from(battle: Battle, inches: float) -> float:
    """How far bo is from al, which arithmetic alone has a hair further than so many inches."""
    al, bo = man(battle, "al"), man(battle, "bo")
    assert inches < battle.table.gap(al.id, bo.id) < inches + 1e-9
    return apart(battle, al, bo)


@rule("KK-4.1", "KK-4.5", "KK-5.4")
def test_5_inches_are_in_command_8_near_enough_for_an_order_and_2_not_astray() -> None:
    battle = drawn(f"red foot: al lord {AT}", f"red more: bo {north(5)}", FAR)
    assert seen_from(battle, 5) == 5
    assert in_command(battle, man(battle, "bo"))
    battle = drawn(f"red foot until-defend-enemy-within-8-attack: al {AT}", f"blue foes: bo {north(8)}")
    assert seen_from(battle, 8) == 8
    assert trigger_holds(battle, battle.units["foot"])
    battle = drawn(f"red foot: al sergeant {AT}; bo {north(2)}", FAR)
    assert seen_from(battle, 2) == 2
    assert not strayed(battle, man(battle, "bo"))


@rule("KK-3.5")
def test_2_inches_are_adjacent_whoever_goes() -> None:
    battle = drawn(f"red foot: al {AT}; bo {north(2)}", FAR)
    al, bo = man(battle, "al"), man(battle, "bo")
    assert seen_from(battle, 2) == 2
    assert adjacent(battle, al, bo)
    assert [witnesses(battle, al)[0], witnesses(battle, bo)[0]] == [["bo"], ["al"]]


@rule("KK-4.3")
def test_an_inch_is_near_enough_to_load() -> None:
    battle = drawn(f"red foot: al crossbow crossbow-team {AT}; bo loader {north(1)}", FAR)
    assert seen_from(battle, 1) == 1
    assert served(battle, man(battle, "al"))


@rule("KK-5.1")
def test_and_to_mount() -> None:
    battle = drawn(f"red foot: al riding-horse {AT}", FAR)
    al = man(battle, "al")
    change(battle, "al", mounted=False, tether=al.place._replace(y=29.572))
    change(battle, "al", base=drawn(f"red foot: al {AT}", FAR).figures["al"].base)
    assert why_not_mount(battle, al) is None


@rule("KK-7.3", "KK-7.5")
@pytest.mark.parametrize(("inches", "column", "dice"), [(8, 8, 2), (20, 20, 2), (24, 24, 1)])
def test_a_shot_falls_under_its_own_column_and_band(inches: int, column: int, dice: int) -> None:
    battle = drawn(f"red bows: al longbow {AT}", f"blue foes: bo {north(inches)}")
    al, bo = man(battle, "al"), man(battle, "bo")
    assert seen_from(battle, inches) == inches
    assert (sight_on(battle, al, bo).column, aim_at(battle, al, bo).dice) == (column, dice)


@rule("KK-6.1", "KK-6.5")
def test_a_charge_comes_as_far_as_its_rate() -> None:
    battle = drawn(f"red foot: al {AT}", f"blue foes: bo {north(10)}")
    assert seen_from(battle, 10) == 10
    reaches = charge_targets(battle, man(battle, "al"), (WALK,)).all()
    assert [(each.foe.id, each.gait) for each in reaches] == [("bo", WALK)]


@rule("KK-6.1")
def test_a_hidden_unit_is_found_at_6_inches() -> None:
    battle = drawn("red foot: al lord 20,34.072", f"blue foes hidden: bo {north(6)}")
    ordered(commanded(battle, "al"), al="full")
    run(battle, "Movement", Says(battle, move={"al": [(20, 32.072)]}))
    assert seen_from(battle, 6) == 6
    assert not battle.units["foes"].hidden
