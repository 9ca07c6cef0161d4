"""AR-2 The turn and AR-3 Movement: all at once, by the ground, in close order."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kktui.engine.check import settle
from kktui.engine.odds import odds_of
from kktui.engine.requests import Move, Plan, Refusal
from kktui.rules.argad import RULESET
from kktui.rules.argad.ground import Slowing, column, footing, hardness, slow
from kktui.rules.argad.measure import cm, inches
from kktui.rules.argad.movement import Intent, march
from kktui.rules.argad.orders import order_request, rate
from kktui.rules.argad.turn import TURN
from kktui.table import AREA_KINDS, LINE_KINDS, Going, Line, Point
from tests.drawn import events, last
from tests.rules.argad.drawn import across, drawn, facing, field, man, move, next_turn, patch, place, to
from tests.rules_shown import rule

BOOK = RULESET.book


def apart(battle: object, one: str, other: str) -> float:
    return float(battle.table.gap(one, other))  # type: ignore[attr-defined]


# AR-2.1


@rule("AR-2.1")
def test_a_turn_is_movement_shooting_melee() -> None:
    assert [each.name for each in TURN][:3] == ["Movement", "Shooting", "Melee"]


@rule("AR-2.1")
def test_both_sides_order_before_anybody_moves_and_then_all_do() -> None:
    battle = drawn("red men: al 20,60; bo 30,60", "blue foes: cy 20,20; ed 30,20")
    script = move(battle, {"al": to((20, 50))}, {"cy": to((20, 30))})
    assert script.asked == ["orders", "orders"]
    moved = last(battle, "AllMoved")
    assert sorted(moved.ends) == ["al", "cy"]
    assert (place(battle, "al"), place(battle, "cy")) == ((20, 50), (20, 30))


@rule("AR-2.1")
def test_foes_who_meet_both_halt_half_way() -> None:
    battle = drawn("red men: al 20,40", "blue foes: cy 20,20")
    move(battle, {"al": to((20, 22))}, {"cy": to((20, 38))})
    assert place(battle, "al") == (20, 31)
    assert place(battle, "cy") == (20, 29)
    assert (man(battle, "al").came_at, man(battle, "cy").came_at) == (("cy",), ("al",))


@rule("AR-2.1")
def test_a_faster_man_has_come_further_when_they_meet() -> None:
    battle = drawn("red men: al war-horse 20,60", "blue foes: cy 20,20")
    move(battle, {"al": to((20, 30))}, {"cy": to((20, 38))})
    assert cm(apart(battle, "al", "cy")) == pytest.approx(0, abs=0.01)
    assert 60 - place(battle, "al")[1] == pytest.approx(2 * (place(battle, "cy")[1] - 20), abs=0.2)


@rule("AR-2.1")
def test_nobody_gets_away_from_a_faster_foe_who_comes_after_him_but_from_a_slower_one() -> None:
    for armour, caught in (("a5", False), ("a0", True)):
        battle = drawn(f"red men: al {armour} 20,40", "blue foes: cy a4 20,38")
        move(battle, {"al": to((20, 29))}, {"cy": to((20, 26))})
        assert (apart(battle, "al", "cy") == 0) is caught


@rule("AR-2.1")
def test_a_rider_stopped_at_the_edge_looks_where_he_was_going() -> None:
    battle = drawn("red men: al war-horse 20,117.3,180", "blue foes: cy 60,20")
    walk = battle.table.walk("al", (Point(inches(18.7), inches(125)),), Going())
    assert walk.path[0].bearing(walk.path[1]) != walk.end.facing
    assert march(battle, [Intent(("al",), walk, walk.path, 16.0)]).ends["al"] == walk.end


@rule("AR-2.1")
def test_of_friends_only_he_halts_who_runs_into_the_other() -> None:
    battle = drawn("red men: al a5 20,40; bo 20,46", "blue foes: cy 60,20")
    move(battle, {"al": to((20, 29)), "bo": to((20, 27))}, {})
    assert place(battle, "al") == (20, 29)
    assert cm(apart(battle, "al", "bo")) > 0
    assert place(battle, "bo")[1] > 31


# AR-3.1

RATES = """
    foot          20 16 12
    cavalry       40 40 32
    mounted-foot  36 36 32
"""
MOUNTS = {"foot": "none", "cavalry": "war-horse", "mounted foot": "nag"}


@rule("AR-3.1")
def test_movement_goes_by_arm_and_armour() -> None:
    for line in RATES.strip().splitlines():
        name, *cells = line.split()
        arm = name.replace("-", " ")
        assert BOOK.chart("movement").rows[arm] == [int(cell) for cell in cells]
        for armour, wanted in zip((0, 4, 5), cells, strict=True):
            battle = drawn(f"red men: al {MOUNTS[arm]} a{armour} 20,40", "blue foes: cy 20,20")
            assert rate(battle, man(battle, "al")) == int(wanted)


@rule("AR-3.1")
def test_a_pavise_lets_nobody_go_further_than_16() -> None:
    battle = drawn("red men: al pavise 20,40; bo pavise a5 30,40", "blue foes: cy 20,20")
    assert [rate(battle, man(battle, each)) for each in ("al", "bo")] == [16, 12]


@rule("AR-3.1")
def test_further_than_his_move_is_refused_and_the_nearest_offered() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,20")
    request = order_request(battle, "red")
    refused = settle(battle, request, {"al": to((20, 39))})
    assert isinstance(refused, Refusal)
    assert refused.rule == "AR-3.1"
    settled = settle(battle, request, refused.nearest)
    assert cm(settled["al"].length) == pytest.approx(20, abs=0.01)


@rule("AR-3.1")
def test_to_turn_on_the_spot_is_not_to_move() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 20,20")
    move(battle, {"al": facing(90)}, {})
    assert man(battle, "al").place.facing == 90
    assert man(battle, "al").immobile


# AR-3.2

WALL = "red wall close-order: al pavise spear 20,60; bo pavise spear 22.2,60; cy spear 24.4,60; di spear 22.2,62.2"


@rule("AR-3.2")
def test_a_close_order_has_one_order_and_moves_as_one() -> None:
    battle = drawn(WALL, "blue foes: ed 60,20")
    request = order_request(battle, "red")
    assert [key for key, part in request.parts.items() if isinstance(part, Move)] == ["wall:ranks"]
    before = {each: place(battle, each) for each in ("al", "bo", "cy", "di")}
    move(battle, {"wall:ranks": to((20, 48))}, {})
    for each, (x, y) in before.items():
        assert place(battle, each) == pytest.approx((x, y - 12), abs=0.11)


@rule("AR-3.2")
@pytest.mark.parametrize(("x", "y", "most"), [(20, 30, 12), (12.5, 52.5, 12), (2, 60, 8), (20, 80, 8)])
def test_it_goes_12_forward_and_8_sideways_or_back(x: float, y: float, most: float) -> None:
    battle = drawn(WALL, "blue foes: ed 60,20")
    request = order_request(battle, "red")
    refused = settle(battle, request, {"wall:ranks": to((x, y))})
    walk = refused if not isinstance(refused, Refusal) else settle(battle, request, refused.nearest)
    length = cm(walk["wall:ranks"].length)
    assert length == pytest.approx(
        min(most, cm(Point(inches(20), inches(60)).to(Point(inches(x), inches(y))))), abs=0.02
    )
    assert walk["wall:ranks"].end.facing == 0


@rule("AR-3.2")
def test_it_does_not_go_into_difficult_ground() -> None:
    battle = drawn(WALL, "blue foes: ed 60,20", ground=field(patch("woods", 22, 10, 40, 55)))
    move(battle, {"wall:ranks": to((20, 50))}, {})
    assert place(battle, "al")[1] == pytest.approx(55, abs=0.1)
    assert place(battle, "di")[1] == pytest.approx(57.2, abs=0.1)


@rule("AR-3.2")
def test_it_halts_as_one_when_one_of_it_meets_a_foe_and_turns_when_it_has_arrived() -> None:
    battle = drawn(WALL, "blue foes: ed 24.4,50")
    move(battle, {"wall:ranks": to((20, 49), facing=90)}, {})
    assert place(battle, "cy") == pytest.approx((24.4, 52), abs=0.1)
    assert place(battle, "al") == pytest.approx((20, 52), abs=0.1)
    assert man(battle, "al").place.facing == 0
    other = drawn(WALL, "blue foes: ed 60,20")
    move(other, {"wall:ranks": to((20, 56), facing=90)}, {})
    assert {man(other, each).place.facing for each in ("al", "bo", "cy", "di")} == {90}


@rule("AR-3.2")
def test_men_who_stand_together_form_where_they_stand_instead_of_moving() -> None:
    battle = drawn(WALL.replace(" close-order", ""), "blue foes: ed 60,20")
    move(battle, {"wall:formation": "close-order", "al": to((20, 50))}, {})
    assert last(battle, "Formed").ranks == ("al", "bo", "cy", "di")
    assert place(battle, "al") == (20, 60)
    next_turn(battle)
    move(battle, {"wall:formation": "open", "wall:ranks": to((20, 50))}, {})
    assert battle.units["wall"].ranks == ()
    assert place(battle, "al") == (20, 60)


@rule("AR-3.2")
@pytest.mark.parametrize(
    "unit",
    [
        "red wall: al spear 20,60; bo spear 26,60",
        "red wall: al sword 20,60; bo sword 22.2,60",
        "red wall: al spear war-horse 20,60; bo spear war-horse 22.8,60",
    ],
)
def test_who_stands_apart_rides_or_has_only_a_sword_cannot_form(unit: str) -> None:
    request = order_request(drawn(unit, "blue foes: ed 60,20"), "red")
    assert "wall:formation" not in request.parts


@rule("AR-3.2")
def test_a_ruling_forbids_forming_in_battle() -> None:
    request = order_request(drawn(WALL, "blue foes: ed 60,20", rulings={"forming": "never"}), "red")
    assert list(request.parts) == ["wall:ranks"]


# AR-3.3


@rule("AR-3.3")
@pytest.mark.parametrize(
    ("kind", "ground", "dice", "left"),
    [
        ("foot", "difficult", (4,), 16),
        ("foot", "difficult", (6,), None),
        ("foot", "very difficult", (4,), 6),
        ("foot", "very difficult", (6,), None),
        ("mounted", "difficult", (6, 5), 9),
        ("mounted", "difficult", (6, 6), None),
        ("mounted", "very difficult", (3, 4), 3),
        ("mounted", "very difficult", (1, 6), None),
        ("mounted", "very difficult", (5, 5), 0),
    ],
)
def test_the_slowing_dice(kind: str, ground: str, dice: tuple[int, ...], left: int | None) -> None:
    number, difficult, very = BOOK.chart("slowing").rows[kind]
    thrown = iter(dice)

    class Dice:
        def roll(self, words: str, why: str, who: str = "") -> int:
            return next(thrown)

    outcome = slow(Dice(), Slowing(20, ground, number, very if ground == "very difficult" else difficult))  # type: ignore[arg-type]
    assert (None if outcome.blocked else outcome.cm) == left
    assert len(dice) == number


@rule("AR-3.3")
def test_a_man_loses_the_die_in_centimetres() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 60,20", ground=field(patch("bushes", 10, 20, 30, 70)))
    move(battle, {"al": to((20, 40))}, {}, 3)
    assert place(battle, "al") == (20, 43)
    assert last(battle, "Slowed").dice == (3,)


@rule("AR-3.3")
def test_a_blocked_man_halts_where_the_hard_ground_begins_and_may_still_fight() -> None:
    ground = field(patch("bushes", 10, 20, 30, 52))
    battle = drawn("red men: al 20,60", "blue foes: cy 20,51", ground=ground)
    move(battle, {"al": to((20, 42))}, {}, 6)
    assert place(battle, "al") == (20, 53)
    assert man(battle, "al").came_at == ("cy",)
    inside = drawn("red men: al 20,50", "blue foes: cy 60,20", ground=ground)
    move(inside, {"al": to((20, 40))}, {}, 6)
    assert place(inside, "al") == (20, 50)


@rule("AR-3.3", "AR-3.4")
@pytest.mark.parametrize("kind", ["stakes", "low-wall", "hedge"])
def test_who_is_blocked_before_an_obstacle_has_it_still_before_him(kind: str) -> None:
    battle = drawn("red men: al war-horse 20,60; bo 40,60", "blue foes: cy 60,20", ground=field(across(kind, 50)))
    for _ in range(2):
        move(battle, {"al": to((20, 40)), "bo": to((40, 42))}, {}, 6, 6, 6)
        assert [place(battle, each) for each in ("al", "bo")] == [(20, 50), (40, 50)]
        next_turn(battle)
    move(battle, {"al": to((20, 40)), "bo": to((40, 42))}, {}, 1, 1, 1)
    assert place(battle, "bo") == (40, 42)


@rule("AR-3.3", "AR-3.4")
@pytest.mark.parametrize("end", [49.9, 49.6, 49, 47])
def test_so_has_who_came_to_it_aslant(end: float) -> None:
    battle = drawn("red men: al 20,50.8", "blue foes: cy 60,20", ground=field(across("low-wall", 50)))
    move(battle, {"al": to((39, end))}, {}, 6)
    here = man(battle, "al").place.at
    assert inches(50) < here.y < inches(50.1)
    assert footing(battle, man(battle, "al"), (here, here.toward(0, 1.0))).ground == "difficult"


@rule("AR-3.3")
def test_a_ruling_keeps_the_blocked_from_moving_at_all() -> None:
    ground = field(patch("bushes", 10, 20, 30, 50))
    battle = drawn("red men: al 20,60", "blue foes: cy 60,20", ground=ground, rulings={"blocked": "at-once"})
    move(battle, {"al": to((20, 42))}, {}, 6)
    assert place(battle, "al") == (20, 60)


@rule("AR-3.3")
def test_a_move_never_ends_short_of_the_ground_that_slows_it() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 60,20", ground=field(patch("woods", 10, 20, 30, 42)))
    move(battle, {"al": to((20, 40))}, {}, 5)
    assert place(battle, "al") == (20, 42)
    assert last(battle, "Slowed").cm == 18


@rule("AR-3.3")
def test_the_odds_of_a_rider_in_a_wood() -> None:
    chances = odds_of(slow, Slowing(32, "very difficult", 2, 1))
    assert sum(chance for outcome, chance in chances.items() if outcome.blocked) == Fraction(11, 36)


# AR-3.4

TERRAIN = {
    "bushes": "difficult, difficult, difficult",
    "crops": "difficult, difficult, difficult",
    "woods": "difficult, very difficult, very difficult",
    "steep-slope": "difficult, difficult, very difficult",
    "stakes": "difficult, very difficult, very difficult",
}
RIDERS = (
    "red men: al 20,60",
    "red men: al war-horse a4 20,60",
    "red men: al war-horse a5 20,60",
    "red men: al nag 20,60",
)


@rule("AR-3.4")
def test_the_terrain_chart_is_the_sheets() -> None:
    assert BOOK.chart("terrain").rows == {name: cells.split(", ") for name, cells in TERRAIN.items()}
    known = {*BOOK.chart("terrain").rows, *BOOK.chart("other-ground").rows}
    assert known == {*AREA_KINDS, "steep-slope", *LINE_KINDS}


@rule("AR-3.4")
def test_who_goes_by_which_column() -> None:
    battles = [drawn(each, "blue foes: cy 60,20") for each in RIDERS]
    assert [column(man(battle, "al")) for battle in battles] == [0, 1, 2, 2]
    assert [hardness(BOOK, "steep-slope", at) for at in (0, 1, 2)] == TERRAIN["steep-slope"].split(", ")


@rule("AR-3.4")
def test_stakes_hinder_from_the_front_which_is_away_from_the_nearer_sides_edge() -> None:
    stakes = field(across("stakes", 50))
    blue = drawn("red men: al 20,60", "blue foes: cy 20,45", ground=stakes)
    south, north = Point(inches(20), inches(60)), Point(inches(20), inches(40))
    assert footing(blue, man(blue, "al"), (south, north)).ground == "difficult"
    assert footing(blue, man(blue, "cy"), (north, south)).ground == "easy"
    both = drawn("red men: al 20,60", "blue foes: cy 20,45", ground=stakes, rulings={"stakes": "both-ways"})
    assert footing(both, man(both, "cy"), (north, south)).ground == "difficult"


@rule("AR-3.4")
def test_a_road_is_easy_over_any_ground() -> None:
    ground = field(patch("woods", 0, 30, 100, 50), patch("road", 18, 0, 22, 100))
    battle = drawn("red men: al 20,60; bo 40,60", "blue foes: cy 60,20", ground=ground)
    on, off = ((Point(inches(x), inches(60)), Point(inches(x), inches(45))) for x in (20, 40))
    assert footing(battle, man(battle, "al"), on).ground == "easy"
    assert footing(battle, man(battle, "al"), off).ground == "difficult"


@rule("AR-3.4")
def test_nobody_climbs_a_high_wall_and_no_horse_enters_a_house() -> None:
    wall = Line("wall", "high-wall", (Point(0, inches(55)), Point(inches(100), inches(55))))
    battle = drawn("red men: al 20,60", "blue foes: cy 60,20", ground=field(wall))
    move(battle, {"al": to((20, 42))}, {})
    assert place(battle, "al")[1] == pytest.approx(55, abs=0.1)
    house = drawn("red men: al war-horse 20,60", "blue foes: cy 60,20", ground=field(patch("building", 10, 30, 30, 55)))
    move(house, {"al": to((20, 42))}, {})
    assert place(house, "al")[1] >= 55


@rule("AR-3.1")
def test_every_part_of_the_orders_may_be_left_out() -> None:
    battle = drawn(WALL, "blue foes: ed 60,20")
    move(battle, {}, {})
    assert events(battle, "AllMoved")[-1].ends == {}
    assert isinstance(order_request(battle, "red"), Plan)
    assert place(battle, "al") == (20, 60)


@rule("AR-2.1")
@pytest.mark.parametrize("front", ["blue foes: cy a5 20,38", "red others: cy 20,38"])
def test_a_rider_gets_away_from_one_right_before_his_horses_head(front: str) -> None:
    battle = drawn("red men: al war-horse 20,41.5; bo 60,60", front, "blue more: ed 100,20")
    move(battle, {"al": to((20, 60))}, {})
    assert place(battle, "al") == (20, 60)
