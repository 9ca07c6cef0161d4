"""Where a sensible captain goes."""

import pytest

from kktui.engine.check import settle
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.movement import move_request
from kktui.rules.knights_sergeants.tactics import advise, rally_worth
from kktui.table import Walk
from tests.drawn import change, drawn

FOES = "blue foes: ed sergeant 10,5; flo 12,5"


def gone(battle: Battle, unit: str, inches: float = 10) -> Walk:
    """The way a unit's leader goes."""
    request = move_request(battle, battle.units[unit], inches)
    walk = settle(battle, request, advise(battle, request))
    assert isinstance(walk, Walk)
    return walk


@pytest.mark.parametrize("facing", [0, 60])
def test_a_rider_close_behind_his_friends_goes_round_them(facing: int) -> None:
    line = "red bows: bo sergeant 8.8,30; cy 10,30; dan 11.2,30"
    battle = drawn(f"red horse: al sergeant 10,32,{facing} mounted; dee 10,40 mounted", line, FOES)
    walk = gone(battle, "horse")
    assert walk.length > 5
    assert walk.end.y < 28


def test_a_rider_comes_no_closer_to_a_friend_than_both_have_room_to_turn() -> None:
    battle = drawn(
        "red horse: al sergeant 10,30 mounted; dee 10,40 mounted", "red other: bo knight 10,21,90 mounted", FOES
    )
    walk = gone(battle, "horse")
    assert walk.length > 6
    battle.table.put("al", walk.end, battle.figures["al"].base)
    for each in ("al", "bo"):
        for facing in range(0, 360, 45):
            assert battle.table.turn(each, facing).facing == facing


@pytest.mark.parametrize(("x", "worth"), [(13, True), (30, False)])
def test_a_knight_gives_heart_only_to_those_beside_him(x: int, worth: bool) -> None:
    battle = drawn("red lord: al knight 10,20", f"red foot: bo sergeant {x},20; cy {x},22", FOES)
    change(battle, "foot", mood="shaken")
    assert (rally_worth(battle, battle.units["lord"]) > 0) is worth
