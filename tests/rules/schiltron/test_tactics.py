"""What a sensible captain does."""

from typing import Any

from kktui.engine.scenario import Goal
from kktui.rules.schiltron.actions import action_request
from kktui.rules.schiltron.charge import charge_request
from kktui.rules.schiltron.movement import move_request
from kktui.rules.schiltron.tactics import advise
from kktui.table import Point, Zone
from tests.drawn import change, field
from tests.rules.schiltron.table import drawn, man, ranked

POST = Zone("post", "Post", (Point(0, 26), Point(48, 26), Point(48, 34), Point(0, 34)))
HOLDING: dict[str, Any] = {
    "ground": field(POST),
    "goals": [Goal("red", "hold-zone", zone="post", by_turn=12)],
}


def told(battle: Any, unit: str) -> str:
    return str(advise(battle, action_request(battle, battle.units[unit])))


def goal(battle: Any, unit: str, inches: float = 8) -> Point:
    path = advise(battle, move_request(battle, battle.units[unit], inches))["path"]
    return Point(*path[-1]) if path else man(battle, battle.units[unit].figures[0]).place.at


def row(words: str, number: int, y: float = 30) -> str:
    return "; ".join(f"m{i} {'sergeant' if not i else ''} {10 + 1.2 * i:.1f},{y} {words}" for i in range(number))


def test_spearmen_make_a_ring_when_horse_is_near_and_when_beset() -> None:
    battle = drawn(f"red foot: {row('spear', 6)}", "blue horse: ed sergeant 12,10 mounted lance")
    assert told(battle, "foot") == "schiltron"
    battle = drawn(f"red foot: {row('spear', 6)}", "blue foes: ed sergeant 12,10")
    assert told(battle, "foot") == "move"
    crowd = "; ".join(f"b{i} {'sergeant' if not i else ''} {8 + 1.2 * i:.1f},25" for i in range(9))
    battle = drawn(f"red foot: {row('spear', 6)}", f"blue foes: {crowd}")
    assert told(battle, "foot") == "schiltron"


def test_who_stands_where_he_must_forms_ranks_and_stays() -> None:
    battle = drawn(f"red foot: {row('bill', 6)}", "blue foes: ed sergeant 12,10", **HOLDING)
    assert told(battle, "foot") == "form"
    ranked(battle, "foot", "formed")
    assert told(battle, "foot") == "hold"


def test_foot_on_their_post_charge_nobody_and_elsewhere_they_do() -> None:
    for facts, answer in ((HOLDING, "hold"), ({}, "foes")):
        battle = drawn(f"red foot: {row('veteran bill', 6)}", "blue foes: ed 12,22 club", **facts)
        assert advise(battle, charge_request(battle, "red")) == {"foot": answer}


def test_nobody_charges_who_may_well_fall_short_or_has_friends_in_his_way() -> None:
    for y, answer in ((18, "foes"), (12, "hold")):
        battle = drawn("red horse: al veteran sergeant 10,30 mounted lance long-mail", f"blue foes: ed 10,{y} club")
        assert advise(battle, charge_request(battle, "red")) == {"horse": answer}
    battle = drawn(
        "red horse: al veteran sergeant 10,30 mounted lance long-mail",
        "red wall: bo 10,24; cy 9,24; di 11,24; ed 8,24; flo 12,24",
        "blue foes: zed 10,18 club",
    )
    plan = advise(battle, charge_request(battle, "red"))
    assert plan["horse"] == "hold"


def test_the_servants_of_a_gun_stay_with_it() -> None:
    battle = drawn("red guns: al sergeant 10,30; bo 12,30 cannon; cy 14,30", "blue foes: ed sergeant 12,10")
    assert told(battle, "guns") == "hold"
    change(battle, "bo", missile="")  # type: ignore[arg-type]
    assert told(battle, "guns") == "move"


def test_bowmen_step_back_half_a_move_from_whoever_comes_too_near() -> None:
    battle = drawn("red bows: al sergeant 10,30 short-bow; bo 12,30 short-bow", "blue foes: ed sergeant 10,22")
    assert told(battle, "bows") == "move"
    at = goal(battle, "bows")
    assert 33 < at.y < 34
    battle = drawn("red bows: al sergeant 10,30 short-bow; bo 12,30 short-bow", "blue foes: ed sergeant 10,18")
    assert told(battle, "bows") == "hold"


def test_horsemen_who_must_rest_ride_for_the_flank() -> None:
    battle = drawn("red horse: al sergeant 14,30 mounted lance", "blue foes: ed sergeant 10,20")
    change(battle, "al", winded=2)  # type: ignore[arg-type]
    at = goal(battle, "horse", 16)
    bearing = (man(battle, "ed").place.at.bearing(at) - 180) % 360
    assert 180 < bearing < 340  # east of one who looks south: on his left, and further back than before
    assert at.y < 30
