"""AR-4 Shooting: who may shoot at whom, with what, and what the target makes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kktui.engine.odds import odds_of
from kktui.engine.requests import Choose
from kktui.rules.argad import RULESET
from kktui.rules.argad.dice import natural
from kktui.rules.argad.odds import shot_forecast
from kktui.rules.argad.shooting import (
    Aim,
    needed,
    row_of,
    shoot,
    target_request,
    targets,
    why_not_shoot,
)
from kktui.rules.argad.tactics import best_shot
from tests.drawn import events, last
from tests.rules.argad.aims import named, why
from tests.rules.argad.drawn import across, drawn, field, man, move, next_turn, patch, phase, to
from tests.rules_shown import rule

BOOK = RULESET.book


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


@rule("AR-4.9")
@pytest.mark.parametrize(("rulings", "missile"), [({}, "javelin"), ({"handgun": True}, "light handgun")])
def test_who_leaves_his_handgun_alone_shoots_what_else_he_has(rulings: dict[str, bool], missile: str) -> None:
    battle = drawn("red men: al handgun javelin 20,60", "blue foes: cy 20,50", rulings=rulings)
    assert man(battle, "al").missile == missile
