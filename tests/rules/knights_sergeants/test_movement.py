"""KS-4 Movement."""

from typing import Any

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.movement import Pace, arrange_request, dice, move_request, pace_of
from kktui.table import Ground, Walk
from tests.drawn import OPEN, across, at, card, change, drawn, field, last, stretch
from tests.rules_shown import rule

FOOT = "red foot: al sergeant 10,40; bo 12,40"
HORSE = "red foot: al sergeant 10,40 mounted; bo 14,40 mounted"
FOES = "blue foes: ed sergeant 40,5; flo 42,5"


def walked(battle: Battle, allowance: float, *path: tuple[float, float], road: bool = False) -> Walk | Refusal:
    """What comes of a path for the leader of the foot."""
    request = move_request(battle, battle.units["foot"], allowance, road=road)
    result = settle(battle, request, {"path": path})
    assert isinstance(result, Walk | Refusal)
    return result


def reaches(ground: Ground, words: str, allowance: float, y: float) -> bool:
    walk = walked(drawn(words, FOES, ground=ground), allowance, (10, y))
    return isinstance(walk, Walk) and abs(walk.end.y - y) < 0.005


@rule("KS-4.1", "KS-4.2")
def test_the_chart_of_movement_dice_is_that_of_the_sheet_and_what_is_thrown() -> None:
    chart = RULESET.book.chart("movement")
    assert chart.rows == {"foot": 2, "mounted": 3, "charging adds": 1, "road adds, the lowest dropped": 1}
    assert [dice(Pace(2, 0, False)), dice(Pace(3, 0, False))] == ["2d6", "3d6"]
    assert [dice(Pace(2, 1, False)), dice(Pace(3, 1, True))] == ["3d6 best 2", "4d6 best 3"]


@rule("KS-4.1")
def test_a_group_rides_only_when_all_its_men_do() -> None:
    riders = drawn("red foot: al sergeant 10,40 mounted; bo 14,40 mounted; cy 18,40", FOES)
    assert pace_of(riders, riders.units["foot"]).dice == 2
    change(riders, "cy", standing="dead")
    assert pace_of(riders, riders.units["foot"]).dice == 3


@rule("KS-4.1")
@pytest.mark.parametrize(("words", "thrown"), [(FOOT, "2d6 move"), (HORSE, "3d6 move")])
def test_a_move_throws_its_dice_and_goes_no_further(words: str, thrown: str) -> None:
    battle = drawn(words, FOES)
    script = card(battle, "foot", "move", 8, [(10, 32)])
    assert thrown in script.asked
    assert at(battle, "al") == (10, 32)
    assert isinstance(walked(battle, 8, (10, 23.9)), Refusal)


@rule("KS-4.1", "KS-1.5")
def test_a_wounded_leader_is_an_inch_slower_and_never_goes_backward() -> None:
    battle = drawn(FOOT, FOES)
    change(battle, "al", hits=1, hurt="wound")
    card(battle, "foot", "move", 8, [(10, 33)])
    assert last(battle, "MoveRolled").total == 7
    assert isinstance(walked(battle, 7, (10, 25.9)), Refusal)


@rule("KS-4.2")
def test_a_march_keeps_to_the_road_all_the_way() -> None:
    road = field(stretch("road", 9, 20, 11, 48))
    battle = drawn(FOOT, FOES, ground=road)
    assert isinstance(walked(battle, 12, (10, 28), road=True), Walk)
    off_it = walked(battle, 12, (16, 34), road=True)
    assert isinstance(off_it, Refusal)
    assert off_it.rule == "KS-4.2"
    script = card(battle, "foot", "march", 9, [(10, 31)])
    assert "3d6 best 2 move" in script.asked


@rule("KS-4.2")
def test_a_march_may_not_go_on_where_the_road_ends() -> None:
    battle = drawn(FOOT, FOES, ground=field(stretch("road", 9, 35, 11, 48)))
    assert isinstance(walked(battle, 12, (10, 35.1), road=True), Walk)
    assert isinstance(walked(battle, 12, (10, 34), road=True), Refusal)


@rule("KS-4.3")
@pytest.mark.parametrize("kind", ["woods", "water"])
def test_woods_and_water_halve_a_move_that_enters_them(kind: str) -> None:
    ground = field(stretch(kind, 5, 30, 15, 38))
    assert reaches(ground, FOOT, 8, 36)
    assert not reaches(ground, FOOT, 8, 35.9)
    assert reaches(OPEN, FOOT, 8, 32)


@rule("KS-4.3")
def test_a_move_past_half_its_dice_stops_at_the_edge_of_the_wood() -> None:
    ground = field(stretch("woods", 5, 30, 15, 34))
    assert reaches(ground, FOOT, 8, 34.1)
    assert not reaches(ground, FOOT, 8, 33.9)


@rule("KS-4.3")
def test_a_road_through_the_wood_is_no_wood() -> None:
    ground = field(stretch("woods", 5, 30, 15, 38), stretch("road", 9, 20, 11, 48))
    assert reaches(ground, FOOT, 8, 32)


@rule("KS-4.3")
@pytest.mark.parametrize("kind", ["fence", "low-wall", "hedge", "bank", "stakes"])
def test_an_obstacle_costs_three_inches_on_foot_and_stops_horses(kind: str) -> None:
    ground = field(across(kind, 38))
    assert reaches(ground, FOOT, 8, 35)
    assert not reaches(ground, FOOT, 8, 34.9)
    assert not reaches(ground, HORSE, 18, 36)
    assert reaches(ground, HORSE, 18, 39.1)


@rule("KS-4.3")
def test_a_gate_costs_three_inches_and_lets_horses_through() -> None:
    ground = field(across("gate", 38))
    for who in (FOOT, HORSE):
        assert reaches(ground, who, 8, 35)
        assert not reaches(ground, who, 8, 34.9)


@rule("KS-4.3")
def test_nobody_climbs_a_high_wall() -> None:
    assert not reaches(field(across("high-wall", 38)), FOOT, 12, 36)


@rule("KS-4.3")
def test_one_rider_keeps_the_whole_group_from_crossing() -> None:
    mixed = "red foot: al sergeant 10,40; bo 14,40 mounted"
    assert not reaches(field(across("fence", 38)), mixed, 12, 36)


@rule("KS-4.3")
def test_the_move_is_halved_before_the_fence_is_paid() -> None:
    ground = field(across("fence", 38), stretch("woods", 5, 30, 15, 39))
    assert reaches(ground, FOOT, 12, 37)
    assert not reaches(ground, FOOT, 12, 36.9)


def placed(battle: Battle, allowance: float, to: tuple[float, float], places: dict[str, Any]) -> Any:
    """What comes of placing the men after the leader has gone somewhere."""
    unit = battle.units["foot"]
    request = move_request(battle, unit, allowance)
    walk = settle(battle, request, {"path": [to]})
    assert isinstance(walk, Walk)
    return settle(battle, arrange_request(battle, unit, request, walk), places)


@rule("KS-4.4")
def test_the_group_is_placed_within_six_inches_of_its_leader() -> None:
    battle = drawn(FOOT, FOES)
    assert not isinstance(placed(battle, 8, (10, 34), {"bo": [17, 34, 0]}), Refusal)
    refused = placed(battle, 8, (10, 34), {"bo": [17.01, 34, 0]})
    assert isinstance(refused, Refusal)
    assert refused.rule == "KS-4.4"


@rule("KS-4.4")
@pytest.mark.parametrize(
    ("place", "because"),
    [
        ([10.9, 34, 0], "overlaps al"),
        ([20.5, 33, 0], "base"),
        ([14, 31.5, 0], "touch ed"),
    ],
)
def test_no_base_is_placed_on_another_nor_against_an_enemy(place: list[float], because: str) -> None:
    battle = drawn("red foot: al sergeant 16,40; bo 12,40", "blue foes: ed sergeant 14,30.5; flo 20,33")
    if because == "overlaps al":
        place = [16.9, 34, 0]
    refused = placed(battle, 8, (16, 34), {"bo": place})
    assert isinstance(refused, Refusal)
    assert because in refused.reason


@rule("KS-4.4")
def test_nobody_is_placed_beyond_a_wall_his_leader_did_not_cross() -> None:
    ground = field(across("low-wall", 33))
    battle = drawn(FOOT, FOES, ground=ground)
    assert isinstance(placed(battle, 8, (10, 34), {"bo": [12, 32, 0]}), Refusal)
    assert not isinstance(placed(battle, 12, (10, 32), {"bo": [12, 32, 0]}), Refusal)


@rule("KS-4.4")
def test_nobody_is_placed_behind_a_line_of_enemies() -> None:
    wall = "; ".join(f"e{x} {x},36" for x in range(1, 48, 1))
    battle = drawn(FOOT, f"blue foes: {wall}")
    assert isinstance(placed(battle, 3, (10, 39), {"bo": [12, 34, 0]}), Refusal)


@rule("KS-4.4")
def test_only_a_charge_may_end_touching_an_enemy() -> None:
    battle = drawn(FOOT, "blue foes: ed sergeant 10,35; flo 42,5")
    refused = walked(battle, 12, (10, 36))
    assert isinstance(refused, Refusal)
    assert "touch ed" in refused.reason
    assert isinstance(walked(battle, 12, (10, 36.1)), Walk)


@rule("KS-4.4")
@pytest.mark.parametrize("goal", [(24, 33), (33, 24), (15, 24)])
def test_a_rider_nose_to_nose_with_another_may_leave_him(goal: tuple[float, float]) -> None:
    battle = drawn("red horse: al sergeant mounted 24,24", "blue foes: ed sergeant mounted 24,22")
    assert battle.table.contacts("al") == ("ed",)
    card(battle, "horse", "move", 9, [goal])
    assert at(battle, "al") == goal


@rule("KS-4.4")
def test_a_leader_passes_through_his_own_men_but_not_through_enemies() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 10,38", FOES)
    through = walked(battle, 12, (10, 34))
    assert isinstance(through, Walk)
    assert through.end.at == (10, 34)
    blocked = drawn(FOOT, "blue foes: ed sergeant 10,37; flo 42,5")
    assert isinstance(walked(blocked, 12, (10, 34)), Refusal)


@rule("KS-4.4")
def test_a_group_follows_its_leader_in_its_order_when_nobody_places_it() -> None:
    battle = drawn(FOOT, FOES)
    card(battle, "foot", "move", 7, [(10, 34)])
    assert at(battle, "bo") == (12, 34)


@rule("KS-1.3", "KS-4.4")
def test_a_knight_moves_by_himself() -> None:
    battle = drawn("red lord: sir knight 10,40 mounted", FOES)
    card(battle, "lord", "move", 10, [(10, 30)])
    assert at(battle, "sir") == (10, 30)
