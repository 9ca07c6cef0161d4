"""Readings of the sheet as they are played when nobody has switched them, and what the roster makes of a switch."""

from typing import Any

import pytest

from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.leaders import take_hit
from tests.drawn import Script, change
from tests.rules.schiltron.table import drawn, man, phase, won_by
from tests.rules_shown import rule


@rule("SC-5.3")
def test_unless_it_is_switched_a_man_turns_to_one_at_his_back() -> None:
    battle = won_by(drawn("red foot: al 10,11 gambeson", "blue foes: ed 10,10,0 gambeson"), "red")
    phase(battle, "Melee", 6, 8)
    assert man(battle, "ed").place.facing == 180


@rule("SC-8.2")
def test_unless_it_is_switched_a_leader_is_taken_by_two_and_killed_by_one() -> None:
    for captors, standing in ((2, "captured"), (1, "dead")):
        battle = drawn("red foot: al sergeant 10,20; bo 12,20", "blue foes: zed 10,5")
        take_hit(battle, Script(battle, 1), man(battle, "al"), "zed", captors=captors)  # type: ignore[arg-type]
        assert man(battle, "al").standing == standing


@rule("SC-4.4")
@pytest.mark.parametrize(
    ("rulings", "shoots"), [({}, "crossbow, loading until turn 3"), ({"reloading": "none"}, "crossbow")]
)
def test_the_roster_says_who_loads_and_by_ruling_nobody_does(rulings: dict[str, Any], shoots: str) -> None:
    battle = drawn("red foot: al 10,20 crossbow; bo 12,20", "blue foes: zed 10,5", rulings=rulings)
    change(battle, "al", ready=3)  # type: ignore[arg-type]
    assert [each.value for each in RULESET.gauges(battle, "al") if each.name == "shoots"] == [shoots]
