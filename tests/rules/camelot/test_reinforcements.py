"""CA-6.5 Reinforcements, and where those stand who come unasked or come back."""

from dataclasses import replace

import pytest

from kktui.rules.camelot.leaving import free_spots, stands
from kktui.rules.camelot.reinforcements import beside_each_other, edge_spots
from kktui.table.geometry import FOOT, MOUNTED, Point, pose
from tests.drawn import DEFAULT, OPEN, events, field, last, stretch
from tests.rules.camelot.table import BOOK, camelot, one, steps
from tests.rules.camelot.test_combat_events import event, field_of
from tests.rules_shown import rule


@rule("CA-6.5")
@pytest.mark.parametrize(
    ("die", "kind", "number"),
    [(1, "peasant", 2), (2, "brigand", 1), (3, "archer", 1), (4, "man-at-arms", 1), (5, "squire", 1), (6, "knight", 1)],
)
def test_reinforcements_come_on_at_the_own_edge_by_the_support_table(die: int, kind: str, number: int) -> None:
    battle = field_of()
    where = next(iter(edge_spots(battle, "red")))
    event(battle, 22, where, die)
    unit = last(battle, "Joined").unit
    men = battle.men(unit)
    assert [man.kind for man in men] == [kind] * number
    assert all(man.side == "red" and man.place.y > 46 for man in men)
    assert BOOK.chart("support").rows[str(die)] == [number, kind]


@rule("CA-6.5")
@pytest.mark.parametrize(("friends", "come"), [("al 24,30", 6), ("al 24,30; bo 22,47; cy 27,47", 4)])
def test_by_house_rules_as_many_come_as_have_room_beside_each_other(friends: str, come: int) -> None:
    battle = field_of(red=f"red men: {friends}", chart={"support": {"6": [6, "knight"]}})
    event(battle, 22, next(iter(edge_spots(battle, "red"))), 6)
    assert last(battle, "SupportRolled").support == f"{come} knight"
    men = battle.men(last(battle, "Joined").unit)
    assert len(men) == come
    assert all(battle.table.is_free(man.base, man.place, (man.id,)) for man in men)


@rule("CA-6.5")
def test_reinforcements_stay_more_than_eight_inches_from_enemies() -> None:
    battle = field_of(blue="blue foes: ed 10,44; flo 24,38.4")
    spots = edge_spots(battle, "red").values()
    assert spots
    for spot in spots:
        for foe in ("ed", "flo"):
            assert spot.at.to(one(battle, foe).place.at) - 0.5 > 8


@rule("CA-6.5")
def test_reinforcements_have_nowhere_to_come_with_the_enemy_all_along_the_edge() -> None:
    line = "; ".join(f"e{x} {x},40" for x in range(4, 48, 8))
    battle = field_of(blue=f"blue foes: {line}")
    event(battle, 22)
    assert last(battle, "Fizzled").what == "reinforcements"


@rule("CA-6.5")
def test_reinforcements_act_from_the_next_turn() -> None:
    battle = field_of()
    event(battle, 22, next(iter(edge_spots(battle, "red"))), 4)
    script = steps(battle, "al", "done", "bo", "done")
    assert [option.id for option in script.requests[0].options] == ["al", "bo", "nobody-else"]
    assert battle.figures["joined-1-1"].ready == 2


@rule("CA-6.5", "CA-1.1")
@pytest.mark.parametrize(("words", "there"), [("hidden", True), ("", False)])
def test_where_reinforcements_may_come_gives_no_hidden_enemy_away(words: str, there: bool) -> None:
    battle = camelot("red knights: al 10,30", "blue foes: ed 10,5; flo 12,5", f"blue ambush {words}: gus 24,44")
    near = [spot for spot in edge_spots(battle, "red").values() if spot.at.to(one(battle, "gus").place.at) < 8]
    assert bool(near) is there


INSIDE = MOUNTED.reach
"""How far from the edge its spots are."""


@rule("CA-6.5")
@pytest.mark.parametrize(
    ("edge", "first", "facing"),
    [
        ("south", Point(30, 40 - INSIDE), 0),
        ("north", Point(30, INSIDE), 180),
        ("west", Point(INSIDE, 18), 90),
        ("east", Point(60 - INSIDE, 18), 270),
    ],
)
def test_the_spots_are_four_inches_apart_along_the_own_edge_and_begin_in_the_middle(
    edge: str, first: Point, facing: int
) -> None:
    battle = camelot("red knights: al 30,20", "blue foes: ed 32,20", ground=replace(OPEN, width=60, depth=40))
    parties = tuple(replace(party, edge=edge) if party.id == "red" else party for party in battle.scenario.parties)
    battle.scenario = replace(battle.scenario, parties=parties)
    spots = list(edge_spots(battle, "red").values())
    assert (spots[0].at, spots[0].facing) == (first.rounded(), facing)
    along = sorted(spot.x if edge in ("south", "north") else spot.y for spot in spots)
    assert along == [2 + 4 * i for i in range(15 if edge in ("south", "north") else 10)]


@rule("CA-6.5")
@pytest.mark.parametrize(("gap", "there"), [(8, False), (8.01, True)])
def test_eight_inches_from_an_enemy_is_too_near(gap: float, there: bool) -> None:
    y = 48 - INSIDE
    battle = field_of(blue=f"blue foes: ed 22,{y - gap - FOOT.reach:.3f}")
    assert (f"22 {y:g}" in edge_spots(battle, "red")) is there


@rule("CA-6.5")
def test_where_a_friend_stands_nobody_comes_on() -> None:
    spots = edge_spots(field_of("red knights: al 22,47"), "red").values()
    assert not [spot for spot in spots if spot.x == 22]


@rule("CA-6.5")
def test_two_who_come_together_stand_side_by_side_about_the_spot() -> None:
    battle = field_of()
    where, spot = next(iter(edge_spots(battle, "red").items()))
    event(battle, 22, where, 1)
    places = [man.place for man in battle.men(last(battle, "Joined").unit)]
    assert sorted((place.x - spot.x, place.y) for place in places) == [(-0.5, spot.y), (0.5, spot.y)]


@rule("CA-6.5")
def test_there_is_room_for_one_at_a_spot_whatever_stands_beside_it() -> None:
    battle = field_of("red knights: al 21,47; bo 23,47; cy 22,46.4")
    spot = pose(Point(22, 47), 0)
    assert beside_each_other(battle, spot, FOOT, 2) == [spot]


@rule("CA-6.14", "CA-5.12")
@pytest.mark.parametrize(
    ("x", "y", "there"),
    [
        (10, 40, True),
        (10, 30, False),
        (10, 30.9, False),
        (2, 2, False),
        (44, 4, False),
        (0, 40, False),
        (9, 48, False),
    ],
)
def test_nobody_is_set_down_on_others_in_water_in_a_building_or_off_the_table(x: float, y: float, there: bool) -> None:
    ground = field(stretch("water", 0, 0, 5, 5), stretch("building", 40, 0, 48, 8))
    battle = field_of("red knights: al 10,30", ground=ground)
    assert stands(battle, FOOT, pose(Point(x, y), 0)) is there


@rule("CA-6.14", "CA-5.12")
def test_who_comes_back_stands_as_near_as_there_is_room() -> None:
    battle = field_of("red knights: al 10,30")
    assert next(free_spots(battle, FOOT, pose(Point(14, 30), 0))).at == (14, 30)
    taken = next(free_spots(battle, FOOT, one(battle, "al").place))
    assert taken.at.to(one(battle, "al").place.at) == 1.0


@rule("CA-6.5")
@pytest.mark.parametrize("there", ["joined-1: al 10,30", "knights: joined-1-1 10,30; bo 14,30"])
def test_who_comes_unasked_has_a_name_that_nobody_has(there: str) -> None:
    battle = field_of(f"red {there}")
    event(battle, 22, DEFAULT, 4)
    assert last(battle, "Joined").unit == "joined-2"


@rule("CA-6.5")
@pytest.mark.parametrize(("die", "name"), [(1, "Peasant and company"), (4, "Man-at-arms")])
def test_a_company_that_comes_is_called_after_its_first_man(die: int, name: str) -> None:
    battle = field_of()
    event(battle, 22, DEFAULT, die)
    assert battle.units[last(battle, "Joined").unit].name == name


@rule("CA-6.5")
def test_reinforcements_that_come_are_not_said_to_come_to_nothing() -> None:
    battle = field_of()
    event(battle, 22, DEFAULT, 4)
    assert not events(battle, "Fizzled")
