"""What the computer's captain orders: his men do not stand in each other's way, and help each other."""

from __future__ import annotations

import pytest

from kktui.engine.nearby import in_contact
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.orders import order_request
from kktui.rules.argad.tactics import advise
from tests.rules.argad.drawn import across, drawn, field, man, move, place


def advance(battle: Battle) -> None:
    """Red moves as its captain advises, blue stands."""
    move(battle, advise(battle, order_request(battle, "red")), {})


def test_two_side_by_side_who_make_for_the_same_foe_do_not_hold_each_other_up() -> None:
    battle = drawn("red men: al 59,100; bo 61,100", "blue foes: cy 60,20")
    advance(battle)
    for each in ("al", "bo"):
        assert 100 - place(battle, each)[1] > 15


@pytest.mark.parametrize("gap", [3.5, 6])
def test_a_rider_finds_a_way_round_a_line_that_stands_before_him(gap: float) -> None:
    line = "; ".join(f"m{number} longbow {50 + 2.4 * number},60" for number in range(9))
    battle = drawn(f"red men: {line}", f"red horse: al war-horse c5 a4 lance 59.6,{60 + gap}", "blue foes: cy 60,30")
    advance(battle)
    assert man(battle, "al").tread is not None
    assert man(battle, "al").tread.cm > 20  # type: ignore[union-attr]


def test_a_man_stays_clear_of_a_rider_who_has_his_hands_free_and_helps_against_one_who_has_not() -> None:
    rider = "blue foes: cy c5 a5 war-horse lance 60,36"
    alone = drawn("red men: al c3 spear 60,60", rider)
    advance(alone)
    assert place(alone, "al") == (60, 60)
    together = drawn("red men: al c3 spear 60,60; bo c3 spear 60,39.5", rider)
    advance(together)
    assert place(together, "al") != (60, 60)


def test_a_rider_who_finds_stakes_before_the_men_he_goes_for_rides_at_them_and_does_not_stop_short() -> None:
    ground = field(across("stakes", 39))
    battle = drawn("red horse: al war-horse c5 a4 lance 60,54", "blue foes: cy c2 60,37", ground=ground)
    move(battle, advise(battle, order_request(battle, "red")), {}, 1, 1)
    assert in_contact(battle, man(battle, "al")) == ["cy"]
