"""Readings of the sheet as they are played when nobody has switched them."""

import pytest

from kktui.rules.argad.odds import chances_of
from tests.drawn import events
from tests.rules.argad.drawn import drawn, man, melee, move, to
from tests.rules_shown import rule


@rule("AR-5.4")
def test_unless_it_is_switched_of_equals_both_recoil() -> None:
    battle = drawn("red men: al c3 20,40", "blue foes: cy c3 20,38")
    assert chances_of(battle, man(battle, "al"), man(battle, "cy"))["both recoil"] > 0
    melee(battle, 5, 5)
    assert len(events(battle, "Recoiled")) == 2


@rule("AR-5.6")
@pytest.mark.parametrize(("run", "is_charge"), [(13, True), (11, False)])
def test_unless_it_is_switched_a_charge_needs_12_cm_straight(run: float, is_charge: bool) -> None:
    battle = drawn(f"red men: al war-horse a4 sword 20,{41.5 + run}", "blue foes: cy 20,38")
    move(battle, {"al": to((20, 38))}, {})
    assert (man(battle, "al").charging == ("cy",)) is is_charge
