"""AR-4 Shooting: what armour, cover and a target who shows himself but for a moment take off."""

from __future__ import annotations

import pytest

from kktui.rules.argad import RULESET
from kktui.rules.argad.furtive import Showing, showing
from kktui.rules.argad.measure import inches
from kktui.rules.argad.shooting import targets, why_not_shoot
from tests.rules.argad.aims import named, why
from tests.rules.argad.drawn import across, drawn, field, man, move, next_turn, patch, to
from tests.rules_shown import rule

BOOK = RULESET.book

# AR-4.4

ARMOUR = {"javelin": (0, -1), "crossbow": (0, 0), "longbow": (0, -1), "short-bow": (-1, -2), "sling": (-1, -2)}


@rule("AR-4.4")
@pytest.mark.parametrize("weapon", ARMOUR)
def test_what_armour_takes_off(weapon: str) -> None:
    for armour, wanted in zip((4, 5), ARMOUR[weapon], strict=True):
        battle = drawn(f"red men: al {weapon} 20,60", f"blue foes: cy a{armour} 20,50; ed 24,50")
        assert named(battle, "al", "cy") == ({f"armour {armour}": wanted} if wanted else {})
        assert named(battle, "al", "ed") == {}


# AR-4.5


@rule("AR-4.5")
def test_the_cover_chart_is_the_sheets() -> None:
    wanted = {"partial cover": -1, "wood": -1, "arrow slit": -2, "pavise": -1, "pavise wall": -2}
    assert BOOK.chart("cover").rows == wanted


@rule("AR-4.5")
@pytest.mark.parametrize(
    ("line", "covers"),
    [("low-wall", True), ("bank", True), ("hedge", True), ("fence", True), ("stakes", False), ("ditch", False)],
)
def test_a_man_on_foot_close_behind_an_obstacle_is_partly_covered_and_nobody_else(line: str, covers: bool) -> None:
    men = "blue foes: cy 20,48; ed war-horse 26,46; flo 34,40"
    battle = drawn("red men: al longbow 20,60", men, ground=field(across(line, 50)))
    assert named(battle, "al", "cy") == ({"partial cover": -1} if covers else {})
    if line != "hedge":  # which hides whoever is not close to it
        assert named(battle, "al", "ed") == named(battle, "al", "flo") == {}
    beside = drawn("red men: al longbow 34,52,0", men, ground=field(across(line, 50)))
    assert named(beside, "al", "flo") == {}


@rule("AR-4.5")
@pytest.mark.parametrize("kind", ["bushes", "crops"])
def test_bushes_cover_men_on_foot(kind: str) -> None:
    ground = field(patch(kind, 10, 30, 40, 50))
    battle = drawn("red men: al longbow 20,60", "blue foes: cy 20,45; ed war-horse 26,45", ground=ground)
    assert named(battle, "al", "cy") == {"partial cover": -1}
    assert named(battle, "al", "ed") == {}


@rule("AR-4.5")
def test_the_edge_of_a_wood_covers_men_on_foot_and_10_cm_of_it_everybody() -> None:
    ground = field(patch("woods", 10, 42, 60, 50))
    men = "blue foes: cy 20,46; ed war-horse 30,46,90; flo 40,38; gus war-horse 50,36"
    battle = drawn(
        "red men: al longbow 20,60; bo longbow 30,60; di longbow 40,60; em longbow 50,60", men, ground=ground
    )
    assert named(battle, "al", "cy") == {"wood": -1}
    assert named(battle, "bo", "ed") == {}
    assert named(battle, "di", "flo") == {"wood": -1}
    assert named(battle, "em", "gus") == {"wood": -1}


@rule("AR-4.5")
@pytest.mark.parametrize(
    ("height", "ruling", "wanted"),
    [
        (4.0, "by-height", {"partial cover": -1}),
        (8.0, "by-height", {"arrow slit": -2}),
        (4.0, "arrow-slits", {"arrow slit": -2}),
        (8.0, "windows", {"partial cover": -1}),
    ],
)
def test_a_house_has_windows_and_a_strong_one_arrow_slits(height: float, ruling: str, wanted: dict[str, int]) -> None:
    ground = field(patch("building", 10, 30, 30, 50, height=height))
    battle = drawn("red men: al crossbow 20,60", "blue foes: cy 20,45", ground=ground, rulings={"openings": ruling})
    assert named(battle, "al", "cy") == wanted


@rule("AR-4.5")
def test_inside_the_same_house_there_are_no_walls_between() -> None:
    ground = field(patch("building", 10, 30, 30, 70))
    battle = drawn("red men: al crossbow 20,60", "blue foes: cy 20,45", ground=ground)
    assert named(battle, "al", "cy") == {}


@rule("AR-4.5")
def test_a_pavise_covers_its_bearer_and_one_man_close_behind() -> None:
    battle = drawn(
        "red men: al crossbow 20,60",
        "blue foes: cy pavise 20,50; ed 20,47.5; flo 20,44.5; gus 25,50; hal pavise 30,50,0",
    )
    assert named(battle, "al", "cy") == {"pavise": -1}
    assert named(battle, "al", "ed") == {"pavise": -1}
    assert named(battle, "al", "flo") == {}
    assert named(battle, "al", "gus") == {}
    assert named(battle, "al", "hal") == {}  # his back is turned


@rule("AR-4.5")
def test_only_one_man_finds_room_behind_a_pavise() -> None:
    battle = drawn("red men: al crossbow 20,60", "blue foes: cy pavise 20,50; ed 19,47.6; flo 21.2,47.6")
    sheltered = [each for each in ("ed", "flo") if named(battle, "al", each)]
    assert len(sheltered) == 1


WALL = "blue foes pavise-wall: cy pavise a4 20,50; ed pavise 22.2,50; flo pavise a5 24.4,50; gus spear a4 20,47.6"


@rule("AR-4.5", "AR-3.2")
def test_a_pavise_wall_covers_the_armoured_who_do_nothing_else_doubly() -> None:
    battle = drawn("red men: al crossbow 20,60", WALL)
    assert named(battle, "al", "cy") == {"pavise wall": -2}
    assert named(battle, "al", "gus") == {"pavise wall": -2}
    assert named(battle, "al", "ed") == {"pavise": -1}
    assert named(battle, "al", "cy", busy=("cy",)) == {"pavise": -1}
    loose = drawn("red men: al crossbow 20,60", WALL.replace(" pavise-wall", ""))
    assert named(loose, "al", "cy") == {"pavise": -1}


@rule("AR-4.5")
def test_ground_and_pavise_do_not_add_up() -> None:
    battle = drawn("red men: al crossbow 20,60", WALL, ground=field(patch("bushes", 10, 40, 40, 51)))
    assert named(battle, "al", "cy") == {"pavise wall": -2}
    assert named(battle, "al", "ed") == {"pavise": -1}


# AR-3.5 seen from the shooter


@rule("AR-3.5")
def test_who_crouches_still_in_the_bushes_cannot_be_shot_at() -> None:
    ground = field(patch("bushes", 10, 30, 40, 50))
    battle = drawn("red men: al longbow 20,60", "blue foes: cy 20,45; ed longbow 26,45", ground=ground)
    move(battle, {}, {"cy:posture": "crouch", "ed:posture": "crouch"})
    assert "crouched" in why(battle, "al", "cy")
    assert why_not_shoot(battle, man(battle, "ed")) == "is crouched"
    next_turn(battle)
    move(battle, {}, {"cy": to((22, 45))}, 3)
    assert why(battle, "al", "cy") == ""


@rule("AR-3.5")
def test_more_than_10_cm_of_wood_hides_everybody() -> None:
    for deep, hidden in ((9.9, False), (10.2, True)):
        ground = field(patch("woods", 10, 50 - deep, 40, 50))
        battle = drawn("red men: al longbow 20,60", "blue foes: cy 20,35", ground=ground)
        assert ("wood" in why(battle, "al", "cy")) is hidden


@rule("AR-3.5")
@pytest.mark.parametrize("order", [{}, {"cy": to((26, 48))}])
def test_who_crouches_or_crawls_behind_a_bank_cannot_be_shot_at_over_it(order: dict[str, object]) -> None:
    units = ("red men: al longbow 20,60; bo longbow 60,20,270", "blue foes: cy 20,48")
    battle = drawn(*units, ground=field(across("bank", 50)))
    move(battle, {}, {"cy:posture": "crouch", **order}, *([1] if order else []))
    assert why(battle, "al", "cy") == "is crouched behind a bank"
    assert why(battle, "bo", "cy") == ""


# AR-4.6 and AR-4.7

GAP = field(patch("building", 10, 50, 20, 52), patch("building", 30, 50, 40, 52))


@rule("AR-4.6")
def test_a_man_who_runs_from_cover_to_cover_is_a_furtive_target() -> None:
    battle = drawn("red men: al longbow 25,70", "blue foes: cy 17,45", ground=GAP)
    assert "building" in why(battle, "al", "cy")
    move(battle, {}, {"cy": to((35, 45))})
    assert why(battle, "al", "cy") == ""
    assert named(battle, "al", "cy") == {"furtive target": -1}


@rule("AR-4.6")
def test_so_is_one_who_runs_from_melee_to_melee() -> None:
    units = ("red men: al longbow 30,60; bo 20,45; di 40,45", "blue foes: cy 22,45")
    battle = drawn(*units)
    move(battle, {}, {"cy": to((38.5, 45))})
    assert named(battle, "al", "cy") == {"furtive target": -1}
    still = drawn(*units)
    move(still, {}, {})
    assert why(still, "al", "cy") == "is in melee"


@rule("AR-4.6")
@pytest.mark.parametrize(("runs", "malus"), [(True, {"furtive target": -1}), (False, {})])
def test_he_is_furtive_too_where_by_ruling_men_in_melee_are_shot_at(runs: bool, malus: dict[str, int]) -> None:
    units = ("red men: al longbow 30,60; bo 20,45; di 40,45", "blue foes: cy 22,45")
    battle = drawn(*units, rulings={"into-melee": True})
    move(battle, {}, {"cy": to((38.5, 45))} if runs else {})
    assert named(battle, "al", "cy") == malus


@rule("AR-4.6")
def test_who_is_seen_when_he_stops_is_not_furtive_and_who_was_never_seen_cannot_be_shot_at() -> None:
    battle = drawn("red men: al longbow 25,70", "blue foes: cy 17,45", ground=GAP)
    move(battle, {}, {"cy": to((25, 45))})
    assert named(battle, "al", "cy") == {}
    unseen = drawn("red men: al longbow 25,70", "blue foes: cy 17,45", ground=GAP)
    move(unseen, {}, {"cy": to((15, 45))})
    assert "building" in why(unseen, "al", "cy")


@rule("AR-4.6")
def test_all_that_the_target_causes_is_never_worse_than_2_off() -> None:
    ground = field(across("low-wall", 52))
    battle = drawn("red men: al sling 20,60", "blue foes: cy a5 20,50", ground=ground)
    found = named(battle, "al", "cy")
    assert found == {"armour 5": -2, "partial cover": -1, "no worse than -2": 1}
    assert sum(found.values()) == -2


@rule("AR-4.7")
def test_a_shooter_on_the_move_has_1_off_beyond_that_but_not_a_thrower() -> None:
    ground = field(across("low-wall", 52))
    battle = drawn("red men: al short-bow 20,62; bo javelin 24,62", "blue foes: cy a5 20,50", ground=ground)
    move(battle, {"al": to((20, 60)), "bo": to((24, 60))}, {})
    assert sum(named(battle, "al", "cy").values()) == -3
    assert sum(named(battle, "bo", "cy").values()) == -2


@rule("AR-4.7")
def test_a_furtive_bowman_shoots_from_where_he_showed_himself_at_1_off_in_all() -> None:
    battle = drawn("red men: al short-bow 17,60", "blue foes: cy 25,35", ground=GAP)
    assert "building" in why(battle, "al", "cy")
    move(battle, {"al": to((35, 60), facing=0)}, {})
    assert why(battle, "al", "cy") == ""
    shown = showing(battle, man(battle, "al"), man(battle, "cy"))
    assert isinstance(shown, Showing)
    assert shown.eye != man(battle, "al").place.at
    assert named(battle, "al", "cy") == {"shooting on the move": -1}


@rule("AR-4.7")
def test_so_he_does_at_one_who_moved_as_well() -> None:
    battle = drawn("red men: al short-bow 17,60", "blue foes: cy 25,35", ground=GAP)
    move(battle, {"al": to((35, 60), facing=0)}, {"cy": to((25, 33))})
    assert named(battle, "al", "cy") == {"shooting on the move": -1}


@rule("AR-4.6", "AR-4.2")
@pytest.mark.parametrize(("end", "shot_at"), [((34.5, 48), True), ((15, 40), False)])
def test_who_showed_himself_within_range_is_shot_at_though_he_ran_on_beyond_it(
    end: tuple[float, float], shot_at: bool
) -> None:
    battle = drawn("red men: al javelin 25,68.5", "blue foes: cy 15,48", ground=GAP)
    move(battle, {}, {"cy": to(end)})
    assert float(battle.table.gap("al", "cy")) > inches(20)
    assert [foe.id for foe in targets(battle, man(battle, "al"))] == (["cy"] if shot_at else [])


@rule("AR-4.7", "AR-4.2")
def test_who_showed_himself_within_range_shoots_though_he_ran_on_beyond_it() -> None:
    battle = drawn("red men: al javelin 15,53", "blue foes: cy 25,34", ground=GAP)
    move(battle, {"al": to((34.5, 54), facing=0)}, {})
    assert float(battle.table.gap("al", "cy")) > inches(20)
    assert [foe.id for foe in targets(battle, man(battle, "al"))] == ["cy"]
