"""What is just so far away is within, on whatever thousandths of an inch the two stand."""

import pytest

from kktui.rules.schiltron.charge import charge_targets
from kktui.rules.schiltron.figures import Battle
from kktui.rules.schiltron.morale import beside_leader, leads
from kktui.rules.schiltron.shooting import range_band, targets
from tests.rules.schiltron.table import BOOK, drawn, man, phase, won_by
from tests.rules_shown import rule

AT = "20,32.072"
"""A place from which plain arithmetic finds whoever stands 4, 6, 14, 16, 18 or 28 inches north a hair further away."""


def north(inches: float) -> str:
    """The place of one on foot whose base is so many inches from al's."""
    return f"20,{32.072 - 1 - inches:.3f}"


def apart(inches: float, battle: Battle) -> Battle:
    """A battle in which bo is so far from al, and by arithmetic alone a hair further."""
    assert inches < battle.table.gap("al", "bo") < inches + 1e-9
    return battle


@rule("SC-4.1")
@pytest.mark.parametrize(
    ("weapon", "short", "long"),
    [("javelin", 3, 6), ("longbow", 8, 16), ("crossbow", 12, 28), ("handgun", 6, 18)],
)
def test_a_shot_is_short_and_long_to_the_very_inch(weapon: str, short: int, long: int) -> None:
    for inches, expected in ((short, "short"), (long, "long"), (short + 0.001, "long"), (long + 0.001, "")):
        battle = drawn(f"red bows: al {AT} {weapon}; cy 44,44", f"blue foes: bo {north(inches)}")
        assert range_band(BOOK, weapon, battle.table.gap("al", "bo")) == expected
        assert targets(battle, man(battle, "al")) == ([man(battle, "bo")] if expected else [])
    apart(long, drawn(f"red bows: al {AT}", f"blue foes: bo {north(long)}"))


@rule("SC-6.2", "SC-6.4")
def test_a_leader_4_inches_away_leads_and_heartens() -> None:
    for inches, near in ((4, True), (4.001, False)):
        battle = drawn(f"red foot: al sergeant {AT}; bo {north(inches)}", "blue foes: zed 44,3")
        assert leads(battle, battle.units["foot"]) == near
        assert beside_leader(battle, man(battle, "bo")) == near
    apart(4, drawn(f"red foot: al {AT}; bo {north(4)}", "blue foes: zed 44,3"))


@rule("SC-3.4")
def test_the_best_of_dice_carries_a_charge_8_inches_and_6() -> None:
    for inches, reached in ((14, True), (14.001, False)):
        battle = drawn(f"red foot: al sergeant {AT}", f"blue foes: bo {north(inches)}")
        assert bool(charge_targets(battle, battle.units["foot"])) == reached
    apart(14, drawn(f"red foot: al {AT}", f"blue foes: bo {north(14)}"))


@rule("SC-2.1")
def test_an_enemy_6_inches_away_finds_who_is_hidden() -> None:
    for inches, hidden in ((6, False), (6.001, True)):
        battle = drawn(f"red foot hidden: al {AT}", f"blue foes: bo {north(inches)}")
        phase(won_by(battle, "red"), "Movement", "first", "done", "foes", "hold")
        assert battle.units["foot"].hidden == hidden
