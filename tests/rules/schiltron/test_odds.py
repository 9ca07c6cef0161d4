"""What a charge is told to promise is what it would be fought with."""

from typing import Any

from kktui.rules.schiltron.charge import charge_home, charge_request, way_in
from kktui.rules.schiltron.melee import terms_of
from kktui.rules.schiltron.odds import forecast, onset_of
from kktui.table import Area, Point
from tests.drawn import DEFAULT, Script, across, change, field
from tests.rules.schiltron.table import drawn, man
from tests.rules_shown import rule

HORSE = "red horse: al 10,30 sword mounted long-mail"


def factors(foes: str, **facts: Any) -> tuple[int, dict[str, int]]:
    """The inches a charge needs, and the tactical factors it would have."""
    battle = drawn(HORSE, foes, **facts)
    found = onset_of(battle, battle.units["horse"], battle.units["foes"])
    assert found is not None
    return found[0].needs, {each.name: each.value for each in found[1].ours}


@rule("SC-3.4", "SC-5.3")
def test_an_obstacle_that_the_charge_leaps_on_its_way_is_none_the_foe_stands_behind() -> None:
    open_field = factors("blue foes: ed 10,15")
    assert open_field == (14, {"mounted v foot": 1, "charging": 1})
    leapt, named = factors("blue foes: ed 10,15", ground=field(across("fence", 24)))
    assert (leapt, named) == (18, {"mounted v foot": 1, "charging": 1})
    _, named = factors("blue foes: ed 10,15", ground=field(across("fence", 15.8)))
    assert named == {"mounted v foot": 1, "charging": 1, "v obstacle": -1}


@rule("SC-3.4", "SC-5.3")
def test_a_foe_is_uphill_only_if_he_is_so_where_the_fight_would_be() -> None:
    hill = Area("hill", "slope", (Point(0, 0), Point(48, 0), Point(48, 25), Point(0, 25)), height=2)
    _, named = factors("blue foes: ed 10,15", ground=field(hill))
    assert named == {"mounted v foot": 1, "charging": 1}


@rule("SC-3.4", "SC-5.3")
def test_a_charge_in_the_flank_is_told_as_one() -> None:
    _, named = factors("blue foes: ed 10,15,90")
    assert named == {"mounted v foot": 1, "charging": 1, "v unshielded flank": 1}


@rule("SC-3.4")
def test_a_charge_needs_the_inches_of_the_way_it_would_be_made_on_or_falls_short() -> None:
    horse = "red horse: al sergeant 10,30 long-mail lance mounted"
    battle = drawn(horse, "blue foes: ed sergeant 10,18; flo 14,18", "blue mate: gus 10,20")
    unit, foes = battle.units["horse"], battle.units["foes"]
    found = onset_of(battle, unit, foes)
    assert found is not None
    needs = found[0].needs
    assert [way_in(battle, unit, foes, inches).must_touch for inches in (needs - 1, needs)] == [False, True]
    wall = field(across("hedge", 24))
    battle = drawn(horse, "blue foes: ed sergeant 10,18; flo 14,18", ground=wall)
    (told,) = forecast(battle, charge_request(battle, "red"), "horse", "foes")
    assert told.needs.startswith("no straight way to contact")
    assert told.chances == {"falls short": 1}


@rule("SC-3.4", "SC-5.3")
def test_the_fight_told_is_that_at_the_end_of_the_way_the_worst_die_carries() -> None:
    riders = "blue foes: cy sergeant 29.77,31.91,154 war-horse; dy 32.07,31.91,154 war-horse"
    battle = drawn("red foot: al sergeant 24,36,340 sword gambeson", riders)
    foot, foes = battle.units["foot"], battle.units["foes"]
    found = onset_of(battle, foot, foes)
    change(battle, "foot", charging="foes")  # type: ignore[arg-type]
    charge_home(battle, Script(battle, 1, DEFAULT), foot)  # type: ignore[arg-type]
    assert found is not None
    assert terms_of(battle, man(battle, "al"), man(battle, "cy")).bout == found[0].bout
