"""Where a sensible captain rides."""

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Move
from kktui.rules.knights_knaves.figures import Battle
from kktui.rules.knights_knaves.gaits import move_request
from kktui.rules.knights_knaves.movement import walk_request
from kktui.rules.knights_knaves.tactics import advise
from kktui.table import Walk
from tests.drawn import change
from tests.rules.knights_knaves.field import drawn, man

FOES = "blue foes: ed sergeant 10,4; flo 12,4"


def ridden(battle: Battle, request: Move) -> Walk:
    walk = settle(battle, request, advise(battle, request))
    assert isinstance(walk, Walk)
    return walk


def test_a_rider_comes_no_closer_to_a_friend_than_both_have_room_to_turn() -> None:
    battle = drawn("red horse: al lord 10,30 war-horse; bo 10,21,90 war-horse", FOES)
    walk = ridden(battle, move_request(battle, man(battle, "al"), "full"))
    assert walk.length > 6
    battle.table.put("al", walk.end, man(battle, "al").base)
    for each in ("al", "bo"):
        for facing in range(0, 360, 45):
            assert battle.table.turn(each, facing).facing == facing


@pytest.mark.parametrize("commanded", [True, False])
def test_a_rider_whom_friends_hold_goes_the_way_he_looks_if_that_leads_nearer(commanded: bool) -> None:
    battle = drawn("red horse: al lord 10,30,60 war-horse; bo 10,28 war-horse; cy 9,28 war-horse", FOES)
    change(battle, "al", commanded=commanded, order="full")
    request = (move_request if commanded else walk_request)(battle, man(battle, "al"), "full")
    walk = ridden(battle, request)
    assert walk.length > 2
    assert walk.end.y < 29
