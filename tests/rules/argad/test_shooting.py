"""AR-4 Shooting: who may shoot at whom, with what, and what the target makes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kktui.engine.odds import odds_of
from kktui.engine.requests import Choose
from kktui.rules.argad import RULESET
from kktui.rules.argad.dice import natural
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.furtive import Showing, showing
from kktui.rules.argad.odds import shot_forecast
from kktui.rules.argad.shooting import (
    Aim,
    aim_at,
    needed,
    row_of,
    shoot,
    target_request,
    targets,
    why_not_shoot,
    why_not_shoot_at,
)
from kktui.rules.argad.tactics import best_shot
from tests.drawn import events, last
from tests.rules.argad.drawn import across, drawn, field, man, move, next_turn, patch, phase, to
from tests.rules_shown import rule

BOOK = RULESET.book


def named(battle: Battle, shooter: str, target: str, busy: tuple[str, ...] = ()) -> dict[str, int]:
    """The modifiers of a shot by name."""
    shown = showing(battle, man(battle, shooter), man(battle, target))
    assert isinstance(shown, Showing), shown
    return {each.name: each.value for each in aim_at(battle, man(battle, shooter), man(battle, target), shown, busy)[1]}


def why(battle: Battle, shooter: str, target: str) -> str:
    return why_not_shoot_at(battle, man(battle, shooter), man(battle, target))


# AR-4.1


@rule("AR-4.1")
def test_a_6_is_thrown_once_more_and_another_6_counts_7() -> None:
    chances = odds_of(natural, "a die")
    assert chances == {**{face: Fraction(1, 6) for face in range(1, 6)}, 6: Fraction(5, 36), 7: Fraction(1, 36)}


# AR-4.2

RANGES = """
    javelin         10  6 6 0
    riding-javelin  10  5 6 0
    crossbow        20  5 6 7
    longbow         20  5 6 7
    other-bow       20  5 6 7
    sling           20  5 6 7
    light-handgun   10  6 7 8
"""


@rule("AR-4.2", "AR-4.9")
def test_the_shooting_chart_is_the_sheets_and_the_upper_bound_is_included() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,20")
    rows = {
        name.replace("-", " "): [int(cell) for cell in cells]
        for name, *cells in map(str.split, RANGES.strip().splitlines())
    }
    assert BOOK.chart("shooting").rows == rows
    for row, (width, *cells) in rows.items():
        for band, wanted in enumerate(cells):
            for cm in (width * band + 0.1, width * (band + 1)):
                assert needed(battle, row, cm) == wanted
        assert needed(battle, row, 3 * width + 0.1) == 0
        assert needed(battle, row, 0) == cells[0]


@rule("AR-4.2")
@pytest.mark.parametrize(("weapon", "width"), [("crossbow", 20), ("javelin", 10)])
def test_the_upper_bound_is_included_for_two_who_stand_just_so_far_apart(weapon: str, width: int) -> None:
    """The table's places are thousandths of an inch, and so are no whole centimetres."""
    told = BOOK.chart("shooting").rows[weapon][1:]
    for number, wanted in enumerate(told, 1):
        for start in (100, 101, 102, 103.3, 104.7) if wanted else ():
            battle = drawn(f"red men: al {weapon} 20,{start}", f"blue foes: cy 20,{start - number * width - 2}")
            shot = shot_forecast(battle, man(battle, "al"), man(battle, "cy"))
            assert [each.id for each in targets(battle, man(battle, "al"))] == ["cy"]
            assert shot is not None
            assert shot.needs == f"{number * width} cm, D6, {wanted} or more"


@rule("AR-4.2")
def test_a_cavalryman_moving_on_easy_ground_throws_better() -> None:
    ground = field(patch("bushes", 70, 0, 120, 120))
    battle = drawn(
        "red men: al war-horse javelin 20,60; bo nag javelin 40,60; cy javelin 60,60; di war-horse javelin 90,60",
        "blue foes: ed 20,20",
        ground=ground,
    )
    orders = {each: to((x, 55)) for each, x in (("al", 20), ("bo", 40), ("cy", 60), ("di", 90))}
    assert row_of(battle, man(battle, "al")) == "javelin"
    move(battle, orders, {}, 1, 1)
    assert [row_of(battle, man(battle, each)) for each in ("al", "bo", "cy", "di")] == [
        "riding javelin",
        "javelin",
        "javelin",
        "javelin",
    ]


@rule("AR-4.2", "AR-2.1")
def test_all_shoot_at_once_so_that_the_dead_have_shot_too() -> None:
    battle = drawn("red men: al longbow 20,40", "blue foes: cy longbow 20,25")
    move(battle, {}, {})
    phase(battle, "Shooting", {"al": "cy"}, {"cy": "al"}, 5, 5)
    assert [each.outcome for each in events(battle, "Shot")] == ["kill", "kill"]
    assert {man(battle, each).standing for each in ("al", "cy")} == {"dead"}


@rule("AR-4.2")
def test_a_man_sees_the_half_circle_before_him_unless_ruled_otherwise() -> None:
    units = ("red men: al longbow 20,40,180", "blue foes: cy 20,25")
    assert why(drawn(*units), "al", "cy") == "is behind him"
    assert why(drawn(*units, rulings={"sight": 360}), "al", "cy") == ""


@rule("AR-4.2")
def test_nobody_shoots_out_of_a_melee_nor_into_one_unless_ruled_otherwise() -> None:
    units = ("red men: al longbow 20,40; bo 22,25; di longbow 40,25", "blue foes: cy 20,25; ed 42,25; flo 60,25")
    battle = drawn(*units)
    assert why(battle, "al", "cy") == "is in melee"
    assert why(battle, "al", "flo") == ""
    assert why_not_shoot(battle, man(battle, "di")) == "is in melee"
    assert why(drawn(*units, rulings={"into-melee": True}), "al", "cy") == ""


# AR-4.3

HANDLING = """
    javelin         may    may    0  thrown
    riding-javelin  may    may    0  thrown
    crossbow        never  never  1  -
    longbow         never  never  0  -
    other-bow       may    may    0  -
    sling           may    never  0  -
    light-handgun   never  never  2  -
"""


@rule("AR-4.3", "AR-4.9")
def test_how_each_weapon_is_handled() -> None:
    for line in HANDLING.strip().splitlines():
        name, mounted, moving, reload, thrown = line.split()
        cells = [mounted, moving, int(reload), "" if thrown == "-" else thrown]
        assert BOOK.chart("handling").rows[name.replace("-", " ")] == cells


@rule("AR-4.3")
@pytest.mark.parametrize(
    ("weapon", "mounted", "moving"),
    [
        ("crossbow", False, False),
        ("longbow", False, False),
        ("short-bow", True, True),
        ("sling", True, False),
        ("javelin", True, True),
    ],
)
def test_who_may_shoot_from_the_saddle_and_on_the_move(weapon: str, mounted: bool, moving: bool) -> None:
    battle = drawn(f"red men: al {weapon} 20,60; bo {weapon} war-horse 40,60", "blue foes: cy 20,20")
    assert (why_not_shoot(battle, man(battle, "bo")) == "") is mounted
    move(battle, {"al": to((20, 58))}, {})
    assert (why_not_shoot(battle, man(battle, "al")) == "") is moving


@rule("AR-4.3", "AR-4.7")
def test_who_was_held_at_once_by_a_friend_before_him_has_not_moved() -> None:
    for y, still in ((57.999, True), (57.9, False)):
        battle = drawn(f"red men: al longbow 20,60; bo 20,{y}", "blue foes: cy 20,20")
        move(battle, {"al": to((20, 50))}, {})
        assert man(battle, "al").immobile is still
        assert (why_not_shoot(battle, man(battle, "al")) == "") is still


@rule("AR-4.3")
def test_a_crossbow_shoots_every_other_turn_if_its_man_stands_still() -> None:
    battle = drawn("red men: al crossbow 20,60; bo crossbow 40,60", "blue foes: cy 20,45; ed 40,45")
    move(battle, {}, {})
    phase(battle, "Shooting", {"al": "cy", "bo": "ed"}, 1, 1)
    next_turn(battle)
    assert "reload" in why_not_shoot(battle, man(battle, "al"))
    move(battle, {"bo": to((41, 60))}, {})
    phase(battle, "Shooting")
    next_turn(battle)
    assert why_not_shoot(battle, man(battle, "al")) == ""
    assert "reload" in why_not_shoot(battle, man(battle, "bo"))


EXTERIOR = {
    "javelin": (True, True, None),
    "sling": (True, True, True),
    "crossbow": (False, False, False),
    "longbow": (False, True, True),
    "short-bow": (False, False, True),
}


@rule("AR-4.3")
@pytest.mark.parametrize("weapon", EXTERIOR)
def test_what_is_marked_ext_does_not_shoot_out_of_a_window(weapon: str) -> None:
    width = BOOK.chart("shooting").rows[{"short-bow": "other bow"}.get(weapon, weapon)][0]
    for band, barred in enumerate(EXTERIOR[weapon]):
        if barred is not None:
            house = patch("building", 10, 92, 30, 110)
            units = (f"red men: al {weapon} 20,95", f"blue foes: cy 20,{95 - 2 - width * (band + 0.5)}")
            assert why(drawn(*units), "al", "cy") == ""
            assert ("window" in why(drawn(*units, ground=field(house)), "al", "cy")) is barred


@rule("AR-4.3")
def test_inside_the_same_house_there_is_no_window_between() -> None:
    battle = drawn("red men: al javelin 20,60", "blue foes: cy 20,50", ground=field(patch("building", 10, 40, 30, 70)))
    assert why(battle, "al", "cy") == ""


@rule("AR-4.3", "AR-4.5")
def test_a_slinger_has_no_protection_in_a_turn_he_shoots() -> None:
    battle = drawn(
        "red men: al longbow 20,60", "blue foes: cy sling 20,50; ed longbow 24,50", ground=field(across("low-wall", 52))
    )
    assert named(battle, "al", "cy") == {"partial cover": -1}
    assert named(battle, "al", "cy", busy=("cy",)) == {}
    assert named(battle, "al", "ed", busy=("ed",)) == {"partial cover": -1}


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
    assert named(battle, "al", "ed") in ({"pavise": -1}, {"partial cover": -1})


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


# AR-4.8


@rule("AR-4.8")
def test_a_hit_kills_whatever_the_class_and_a_1_misses() -> None:
    battle = drawn("red men: al crossbow 20,60", "blue foes: cy lord c5 a5 20,50")
    move(battle, {}, {})
    phase(battle, "Shooting", {"al": "cy"}, 5)
    assert man(battle, "cy").standing == "dead"
    assert last(battle, "Left").rule == "AR-4.8"
    assert all(flight.outcome == "miss" for flight in odds_of(shoot, Aim(1, 6)) if flight.roll == 1)


@rule("AR-4.8", "AR-4.1")
@pytest.mark.parametrize(
    ("needs", "malus", "chance"),
    [(5, 0, "1/3"), (5, -1, "1/6"), (5, -2, "1/36"), (6, 0, "1/6"), (6, -1, "1/36"), (7, 0, "1/36"), (7, -1, "0")],
)
def test_the_chance_of_a_hit(needs: int, malus: int, chance: str) -> None:
    hits = sum(each for flight, each in odds_of(shoot, Aim(needs, malus)).items() if flight.outcome == "kill")
    assert hits == Fraction(chance)


# AR-4.9


@rule("AR-4.9")
def test_a_handgun_is_shot_only_if_the_option_is_on() -> None:
    units = ("red men: al handgun 20,60", "blue foes: cy a5 20,33; ed a5 20,53")
    assert why_not_shoot(drawn(*units), man(drawn(*units), "al")) == "has nothing to shoot with"
    battle = drawn(*units, rulings={"handgun": True})
    assert why_not_shoot(battle, man(battle, "al")) == ""
    assert named(battle, "al", "ed") == {}
    assert named(battle, "al", "cy") == {"armour 5": -1}
    move(battle, {}, {})
    phase(battle, "Shooting", {"al": "ed"}, 6, 1)
    assert man(battle, "ed").standing == "dead"
    for _ in range(2):
        next_turn(battle)
        assert why_not_shoot(battle, man(battle, "al"))
        move(battle, {}, {})
    next_turn(battle)
    assert why_not_shoot(battle, man(battle, "al")) == ""


@rule("AR-4.2")
def test_everybody_who_may_be_shot_at_may_be_chosen() -> None:
    crowd = "; ".join(f"m{x}{y} {20 + 4 * x},{20 + 4 * y}" for x in range(5) for y in range(4))
    battle = drawn("red men: al longbow 28,60", f"blue foes: {crowd}")
    part = target_request(battle, "red").parts["al"]
    assert isinstance(part, Choose)
    assert len(part.options) == 20 + 1


def test_the_soldier_shoots_where_it_tells_most() -> None:
    battle = drawn("red men: al longbow 20,60", "blue foes: cy c2 20,45; ed c5 24,45; flo c5 20,10")
    assert best_shot(battle, man(battle, "al")) == "ed"
    assert [foe.id for foe in targets(battle, man(battle, "al"))] == ["cy", "ed", "flo"]
