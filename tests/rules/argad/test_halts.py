"""AR-2.1 Why somebody came less far than he was ordered, and who is told."""

from __future__ import annotations

from kktui.engine.events import from_json, to_json
from kktui.engine.telling import tell
from kktui.rules.argad.events import FellShort
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.halts import fallen_short
from kktui.rules.argad.movement import Intent
from kktui.table import Going, Marched
from kktui.table.geometry import Point
from tests.rules.argad.drawn import across, drawn, field, move, patch, place, to
from tests.rules_shown import rule

FAR = "blue others: zed 100,100"
WALL = "red wall close-order: al spear 20,60; bo spear 22.2,60; cy spear 24.4,60"


def short(battle: Battle) -> list[str]:
    """What the log tells of those who fell short."""
    return [tell(battle, entry.event) for entry in battle.log if isinstance(entry.event, FellShort)]


def told(battle: Battle) -> list[str]:
    return [text for entry in battle.log if (text := tell(battle, entry.event))]


@rule("AR-2.1")
def test_who_runs_into_a_friend_is_told_to_be_held_up_by_him() -> None:
    battle = drawn("red men: al a5 20,40; bo 20,46", FAR)
    move(battle, {"al": to((20, 35)), "bo": to((20, 27))}, {})
    assert place(battle, "bo") == (20, 37)
    assert short(battle) == ["Bo: 9 of 19 cm, held up by al. [AR-2.1]"]


@rule("AR-2.1")
def test_whom_another_ran_into_on_his_way_is_told_to_be_held_up_by_the_one_before_him() -> None:
    battle = drawn("red men: al a5 20,40; bo 20,46; di 20,33", FAR)
    move(battle, {"al": to((20, 29)), "bo": to((20, 32))}, {})
    assert short(battle) == ["Al: 5 of 11 cm, held up by di. [AR-2.1]", "Bo: 9 of 14 cm, held up by al. [AR-2.1]"]


@rule("AR-2.1")
def test_by_several_at_once_all_are_told() -> None:
    battle = drawn("red men: al 20,60; bo 19,50; di 21,50", FAR)
    move(battle, {"al": to((20, 41))}, {})
    assert short(battle) == ["Al: 8.3 of 19 cm, held up by bo and di. [AR-2.1]"]


@rule("AR-2.1")
def test_who_came_all_his_way_or_lacks_a_trifle_of_it_is_not_told_of() -> None:
    battle = drawn("red men: al 20,60; bo 20,42; di 40,60", FAR)
    move(battle, {"al": to((20, 43.6)), "di": to((40, 50))}, {})
    assert place(battle, "al") == (20, 44)
    assert short(battle) == []


@rule("AR-2.1")
def test_of_foes_who_came_upon_each_other_that_is_told_and_nothing_more() -> None:
    battle = drawn("red men: al 20,40", "blue foes: cy 20,20")
    move(battle, {"al": to((20, 22))}, {"cy": to((20, 38))})
    assert [line for line in told(battle) if line.startswith("Al ")] == ["Al comes upon cy. [AR-2.1]"]
    assert short(battle) == []


@rule("AR-2.1")
def test_foes_who_were_in_contact_before_are_told_to_be_so_still() -> None:
    battle = drawn("red men: al 20,40", "blue foes: cy 20,38")
    move(battle, {"al": to((20, 30))}, {})
    assert short(battle) == ["Al: 0 of 10 cm, in contact with cy. [AR-2.1]"]


@rule("AR-2.1", "AR-3.3")
def test_whom_the_dice_slow_is_told_by_them_alone_unless_a_friend_held_him_up_as_well() -> None:
    bushes = field(patch("bushes", 0, 20, 60, 70))
    battle = drawn("red men: al 20,60; bo 40,60; di 40,50", FAR, ground=bushes)
    move(battle, {"al": to((20, 40)), "bo": to((40, 40))}, {}, 5, 1)
    assert "Al: difficult ground, 20 cm, slowing dice 5: 15 cm are left. [AR-3.3]" in told(battle)
    assert short(battle) == ["Bo: 8 of 20 cm, held up by di. [AR-2.1]"]


@rule("AR-2.1", "AR-3.5")
def test_who_crawls_is_told_by_his_die_alone() -> None:
    battle = drawn("red men: al 20,81.5", FAR, ground=field(across("bank", 80)))
    move(battle, {"al:posture": "crouch", "al": to((40, 81.5))}, {}, 4)
    assert short(battle) == []
    assert any(line.startswith("Al moves crouched: 6 cm") for line in told(battle))


@rule("AR-2.1", "AR-3.4")
def test_whom_a_wall_or_a_house_bars_the_way_of_his_whole_move_is_told() -> None:
    battle = drawn("red men: al 20,60", FAR, ground=field(across("high-wall", 55, right=50)))
    move(battle, {"al": to((20, 20))}, {})
    assert short(battle) == ["Al: 5 of 20 cm, held up by an obstacle. [AR-3.4]"]
    house = drawn("red men: al war-horse 20,60", FAR, ground=field(patch("building", 10, 30, 30, 50)))
    move(house, {"al": to((20, 40))}, {})
    assert short(house) == ["Al: 10 of 20 cm, held up by closed ground. [AR-3.4]"]


@rule("AR-2.1", "AR-3.2")
def test_a_close_order_is_told_as_one_with_the_man_of_it_who_was_held() -> None:
    battle = drawn(WALL, "red men: ed 24.4,55", FAR)
    move(battle, {"wall:ranks": to((20, 50))}, {})
    assert short(battle) == ["Wall: 3 of 10 cm, cy held up by ed. [AR-3.2]"]
    battle = drawn(WALL, "blue foes: ed 24.4,50", FAR)
    move(battle, {"wall:ranks": to((20, 49))}, {})
    assert short(battle) == ["Wall: 8 of 11 cm, cy in contact with ed. [AR-3.2]"]


@rule("AR-2.1", "AR-3.2")
def test_so_is_one_that_halts_before_hard_ground() -> None:
    battle = drawn(WALL, FAR, ground=field(patch("woods", 22, 10, 40, 55)))
    move(battle, {"wall:ranks": to((20, 50))}, {})
    assert short(battle) == ["Wall: 5 of 10 cm, held up by closed ground. [AR-3.2]"]


@rule("AR-2.1")
def test_a_rider_who_had_no_room_to_turn_is_told_so() -> None:
    battle = drawn("red men: al war-horse 20,60", FAR)
    walk = battle.table.walk("al", (Point(8, 10),), Going())
    marched = Marched({"al": battle.table.poses["al"]}, {"al": walk.path[:1]}, (), {"al": ()})
    (event,) = fallen_short(battle, [Intent(("al",), walk, walk.path, 16.0)], marched, [])
    assert tell(battle, event) == "Al: 0 of 34.6 cm, no room to turn. [AR-2.1]"
    assert from_json(to_json(event)) == event


@rule("AR-2.1", "AR-3.5")
def test_whom_a_hidden_friend_held_up_is_told_to_his_own_side_only() -> None:
    battle = drawn("red men: al 20,60", "red band hidden: bo 20,50", FAR)
    move(battle, {"al": to((20, 41))}, {})
    entry = next(each for each in battle.log if isinstance(each.event, FellShort))
    assert battle.units["band"].hidden
    assert entry.seen_by("red") == FellShort("al", 8.0, 19.0, "", "friend", ("bo",))
    assert entry.seen_by("blue") is entry.seen_by("") is None


@rule("AR-2.1", "AR-3.5")
def test_a_hidden_foe_who_is_run_into_is_told_of_once_he_is_found() -> None:
    battle = drawn("red wall close-order: al spear 20,60; bo spear 22.2,60", "blue band hidden: ed 20,52", FAR)
    move(battle, {"wall:ranks": to((20, 50))}, {})
    seen = [event for entry in battle.log if (event := entry.seen_by("red")) is not None]
    named = [type(each).__name__ for each in seen if "'ed'" in str(to_json(each))]
    assert named == ["Revealed", "Underway", "CameUpon", "FellShort"]
    assert battle.log[-1].seen_by("red") == FellShort("wall", 6.0, 10.0, "al", "foe", ("ed",), "AR-3.2")


@rule("AR-2.1", "AR-3.5")
def test_a_hidden_man_before_a_wall_gives_himself_away_to_nobody() -> None:
    ground = field(across("high-wall", 50))
    battle = drawn("red band hidden: al 20,50.02", "blue foes: cy 100,20", ground=ground)
    move(battle, {"al": to((20, 41))}, {})
    entry = next(each for each in battle.log if isinstance(each.event, FellShort))
    assert battle.units["band"].hidden
    assert entry.seen_by("red") is not None
    assert entry.seen_by("blue") is entry.seen_by("") is None
