"""CA-6.7 Discovery: what is found in the ground, who carries it, and what it turns out to be."""

import pytest

from kktui.engine.events import Left
from kktui.engine.scenario import Goal
from kktui.engine.turn import take_step
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.figures import Find
from kktui.rules.camelot.finds import in_reach
from kktui.rules.camelot.leaving import depart
from kktui.rules.camelot.wounds import Dealt, Gash, hurt
from tests.drawn import Script, across, events, field, last, stretch
from tests.rules.camelot.table import camelot, one, steps, turn_of
from tests.rules.camelot.test_combat_events import BLUE, GROVE, RED, event, field_of
from tests.rules_shown import rule


@rule("CA-6.7")
def test_discovery_a_random_feature_in_sight_of_a_friend_holds_something() -> None:
    battle = field_of(ground=GROVE)
    event(battle, 36, "woods")
    find = battle.notes.finds[0]
    assert (find.feature, find.holder) == ("woods", "")
    assert (find.x, find.y) == (10, 24)


@rule("CA-6.7")
def test_discovery_there_is_nothing_to_discover_on_a_bare_field() -> None:
    battle = field_of()
    event(battle, 36)
    assert last(battle, "Fizzled").what == "discovery"


@rule("CA-6.7")
def test_discovery_out_of_sight_stays_undiscovered() -> None:
    battle = field_of(ground=field(stretch("woods", 0, 18, 48, 24), across("hedge", 12)))
    script = event(battle, 36, "woods")
    assert "draw of 1" in script.asked


@rule("CA-6.7")
def test_what_was_found_is_picked_up_within_an_inch() -> None:
    battle = field_of("red knights: al 10,25.5; bo 14,30", ground=GROVE)
    battle.notes.finds = (Find("find-1", "woods", 10, 24, ""),)
    assert in_reach(battle, one(battle, "al"))
    assert not in_reach(battle, one(battle, "bo"))
    turn_of(battle, "al", "pick-up")
    assert battle.notes.finds[0].holder == "al"


@rule("CA-6.7")
def test_it_falls_with_its_bearer_and_anybody_may_take_it() -> None:
    battle = field_of("red knights: al 10,25.5; bo 14,30", "blue foes: ed 10,24.5; flo 14,10", morale=False)
    battle.notes.finds = (Find("find-1", "woods", 3, 3, "al"),)
    hurt(battle, Script(battle), one(battle, "al"), Gash(6, 6, 6, "", "killed"), Dealt("ed", 4, 4))
    find = battle.notes.finds[0]
    assert (find.holder, find.x, find.y) == ("", 10, 25.5)
    turn_of(battle, "ed", "pick-up")
    assert battle.notes.finds[0].holder == "ed"


@rule("CA-6.7", "CA-6.16")
@pytest.mark.parametrize(
    ("die", "what", "points"),
    [
        (1, "coin", 1),
        (2, "coin", 1),
        (3, "rich gear", 2),
        (4, "rich gear", 2),
        (5, "a relic", 3),
        (6, "a blessed blade", 3),
    ],
)
def test_held_at_the_end_it_is_thrown_for_on_the_treasure_table(die: int, what: str, points: int) -> None:
    battle = field_of()
    battle.turn = battle.notes.ordered = 10
    battle.notes.finds = (Find("find-1", "woods", 3, 3, "al"), Find("find-2", "woods", 3, 3, ""))
    battle.notes.order = ()
    script = steps(battle, die)
    while battle.result is None:
        take_step(RULESET, battle, script)
    rolled = last(battle, "TreasureRolled")
    assert (rolled.side, rolled.what, rolled.points) == ("red", what, points)
    assert battle.result.points == {"red": points, "blue": 0}
    assert battle.result.winner == "red"
    assert len(events(battle, "TreasureRolled")) == 1


@rule("CA-6.7", "CA-10.2")
@pytest.mark.parametrize(("die", "winner", "why"), [(5, "red", "points"), (1, "blue", "turn limit")])
def test_treasure_counts_for_a_goal_of_points(die: int, winner: str, why: str) -> None:
    battle = camelot(RED, BLUE, goals=[Goal("red", "points", number=3)], rulings={"stun": False})
    battle.turn = battle.notes.ordered = 10
    battle.notes.finds, battle.notes.order = (Find("find-1", "woods", 3, 3, "al"),), ()
    battle.notes.treasure = (("find-0", "blue", 4),)
    script = steps(battle, die)
    while battle.result is None:
        take_step(RULESET, battle, script)
    assert (battle.result.winner, battle.result.why) == (winner, why)


@rule("CA-6.7")
def test_discovery_nothing_is_hidden_on_a_road() -> None:
    battle = field_of(ground=field(stretch("road", 8, 18, 14, 24), across("hedge", 44)))
    assert "draw of 1" in event(battle, 36, "hedge").asked


@rule("CA-6.7")
def test_what_somebody_carries_nobody_else_picks_up() -> None:
    battle = field_of("red knights: al 10,25.5; bo 11,25.5", ground=GROVE)
    battle.notes.finds = (Find("find-1", "woods", 10, 25, "bo"),)
    assert not in_reach(battle, one(battle, "al"))


@rule("CA-6.7")
@pytest.mark.parametrize(("standing", "carried"), [("dead", ""), ("captured", ""), ("fled", ""), ("exited", "al")])
def test_what_he_carried_falls_unless_he_rides_off_with_it_and_no_other_falls(standing: str, carried: str) -> None:
    battle = field_of("red knights: al 10,30; bo 14,30; cy 20,30; di 22,30", morale=False)
    battle.notes.finds = (Find("find-1", "woods", 3, 3, "al"), Find("find-2", "woods", 3, 3, "bo"))
    depart(battle, Script(battle), Left("al", standing, rule="CA-10.2"))
    assert [find.holder for find in battle.notes.finds] == [carried, "bo"]


@rule("CA-6.7")
def test_each_side_throws_for_what_its_own_men_hold() -> None:
    battle = field_of()
    battle.turn = battle.notes.ordered = 10
    battle.notes.finds = (Find("find-1", "woods", 3, 3, "al"), Find("find-2", "woods", 3, 3, "ed"))
    battle.notes.order = ()
    steps(battle, 5, 1)
    rolled = events(battle, "TreasureRolled")
    assert [(each.find, each.side, each.points) for each in rolled] == [("find-1", "red", 3), ("find-2", "blue", 1)]
