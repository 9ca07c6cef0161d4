"""Who stands just as far away as a rule of Argad! reaches is within it, wherever on the table the two stand."""

from __future__ import annotations

import pytest

from kktui.rules.argad.close_order import could_form
from kktui.rules.argad.command import commanded
from kktui.rules.argad.hiding import may_crouch
from tests.rules.argad.aims import named, why
from tests.rules.argad.drawn import across, drawn, field, man, move, patch, to
from tests.rules_shown import rule

PLACES = [10 + 0.37 * step for step in range(40)]
"""Places that fall differently on the grid of the table."""


@rule("AR-6.1")
@pytest.mark.parametrize(("away", "within"), [(22, True), (22.1, False)])
def test_an_officer_commands_up_to_20_cm(away: float, within: bool) -> None:
    for x in PLACES:
        battle = drawn(f"red men: al sergeant {x},60; bo {x + away},60", "blue foes: cy 60,10")
        assert commanded(battle, man(battle, "bo")) is within


@rule("AR-3.2")
@pytest.mark.parametrize(("away", "within"), [(3, True), (3.1, False)])
def test_men_form_up_to_1_cm_from_each_other(away: float, within: bool) -> None:
    for x in PLACES:
        battle = drawn(f"red men: al spear {x},60; bo spear {x + away},60", "blue foes: cy 60,10")
        assert bool(could_form(battle, battle.units["men"])) is within


@rule("AR-3.5")
@pytest.mark.parametrize(("away", "within"), [(12, True), (12.1, False)])
def test_an_unknown_unit_is_found_up_to_10_cm_away(away: float, within: bool) -> None:
    for y in PLACES:
        battle = drawn(f"red men: al 20,{y + 30}", f"blue band hidden: cy 20,{y}")
        move(battle, {"al": to((20, y + away))}, {})
        assert battle.units["band"].hidden is not within


@rule("AR-3.5")
@pytest.mark.parametrize(("away", "within"), [(3, True), (3.1, False)])
def test_a_man_crouches_up_to_3_cm_behind_a_bank(away: float, within: bool) -> None:
    for y in PLACES:
        battle = drawn("red men: al 20,80", f"blue foes: cy 20,{y - away}", ground=field(across("bank", y)))
        assert may_crouch(battle, man(battle, "cy")) is within


@rule("AR-3.5", "AR-4.5")
@pytest.mark.parametrize(("deep", "malus"), [(10, True), (10.1, False)])
def test_10_cm_of_wood_do_not_hide_a_man(deep: float, malus: bool) -> None:
    for y in PLACES:
        wood = patch("woods", 10, y, 30, y + deep)
        battle = drawn(f"red men: al longbow 20,{y + 16}", f"blue foes: cy 20,{y - 3}", ground=field(wood))
        assert (why(battle, "al", "cy") == "") is malus
        assert not malus or named(battle, "al", "cy") == {"wood": -1}


@rule("AR-4.5")
@pytest.mark.parametrize(("deep", "malus"), [(5, {}), (5.1, {"wood": -1})])
def test_the_edge_of_a_wood_is_5_cm_deep(deep: float, malus: dict[str, int]) -> None:
    for y in PLACES:
        wood = patch("woods", 10, y, 30, y + 10)
        foes = f"blue foes: cy war-horse 20,{y + 10 - deep},90"
        assert named(drawn(f"red men: al longbow 20,{y + 16}", foes, ground=field(wood)), "al", "cy") == malus


@rule("AR-4.5")
@pytest.mark.parametrize(("away", "malus"), [(4, {"partial cover": -1}), (4.1, {})])
def test_a_wall_covers_a_man_up_to_3_cm_behind_it(away: float, malus: dict[str, int]) -> None:
    for y in PLACES:
        foes = f"blue foes: cy 20,{y - away}"
        battle = drawn(f"red men: al longbow 20,{y + 16}", foes, ground=field(across("low-wall", y)))
        assert named(battle, "al", "cy") == malus


@rule("AR-4.5")
@pytest.mark.parametrize(("away", "malus"), [(4, {"pavise": -1}), (4.1, {})])
def test_a_pavise_shelters_a_man_up_to_2_cm_behind_its_bearer(away: float, malus: dict[str, int]) -> None:
    for y in PLACES:
        battle = drawn(f"red men: al longbow 20,{y + 16}", f"blue foes: cy pavise 20,{y}; ed 20,{y - away}")
        assert named(battle, "al", "ed") == malus
