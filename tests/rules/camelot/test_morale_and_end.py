"""CA-10 Morale and end."""

import pytest

from kktui.engine.events import RALLY, ROUT, WOUND, Left
from kktui.engine.scenario import Goal
from kktui.engine.turn import take_step
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.combat_events import take_event
from kktui.rules.camelot.ending import able, result, score, turn_result
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.leaving import depart
from kktui.rules.camelot.morale import courage, holds, take_check
from kktui.rules.camelot.rings import rings
from kktui.rules.camelot.wounds import Dealt, Gash, hurt
from tests.drawn import Script, at, change, events, last
from tests.rules.camelot.table import BOOK, camelot, one, steps, turn_of
from tests.rules_shown import rule

RED = "red knights: al knight 10,40; bo 12,40; cy 14,40; di 16,40; em 18,40"
BLUE = "blue foes: ed 10,5; flo 12,5; gus 14,5; hal 16,5"


def killed(battle: Battle, figure: str, *dice: int) -> Script:
    script = Script(battle, *dice)
    depart(battle, script, Left(figure, "dead"))
    assert not script.left
    return script


@rule("CA-10.1")
@pytest.mark.parametrize(("die", "firm"), [(2, False), (3, True)])
def test_a_die_and_discipline_have_to_come_to_six(die: int, firm: bool) -> None:
    battle = camelot(RED, BLUE)
    assert BOOK.chart("morale").at("needs") == 6
    assert take_check(battle, Script(battle, die), one(battle, "bo"), "critical") == firm
    assert one(battle, "bo").broken != firm
    assert holds(Script(battle, 1), 5, 6) == (1, True)


@rule("CA-10.1")
def test_when_a_leader_falls_his_followers_check() -> None:
    battle = camelot(RED, BLUE)
    killed(battle, "al", 3, 3, 2, 3)
    assert [man.id for man in battle.figures.values() if man.broken] == ["di"]
    assert {each.cause for each in events(battle, "MoraleChecked")} == {"leader fell"}


@rule("CA-10.1")
def test_a_commander_is_a_leader_of_the_units_under_him() -> None:
    battle = camelot("red lord: al knight 10,40", "red men under-lord: bo 12,40; cy 14,40; di 30,40; em 32,40", BLUE)
    killed(battle, "al", 3, 3, 3, 3)
    assert len(events(battle, "MoraleChecked")) == 4


@rule("CA-10.1")
def test_at_half_strength_the_whole_side_checks_once() -> None:
    battle = camelot(RED, BLUE)
    killed(battle, "hal")
    assert not events(battle, "MoraleChecked")
    killed(battle, "gus", 3, 3)
    assert {each.cause for each in events(battle, "MoraleChecked")} == {"half strength"}
    killed(battle, "flo")
    assert len(events(battle, "HalfGone")) == 1


@rule("CA-10.1")
def test_a_critical_wound_makes_a_man_check() -> None:
    battle = camelot(RED, BLUE)
    hurt(battle, Script(battle, 2), one(battle, "bo"), Gash(3, 4, 9, "body", "critical"), Dealt("ed", 9, 4))
    assert one(battle, "bo").broken
    assert last(battle, "MoraleChecked").cause == "critical"


@rule("CA-10.1")
@pytest.mark.parametrize(("result", "stacking"), [("nothing", "step"), ("shock", "step"), ("light", "worst")])
def test_a_critical_wound_that_gets_no_worse_makes_nobody_check_again(result: str, stacking: str) -> None:
    battle = camelot(RED, BLUE, rulings={"stacking": stacking})
    change(battle, "bo", wound="critical")
    hurt(battle, Script(battle), one(battle, "bo"), Gash(3, 4, 9, "body", result), Dealt("ed", 9, 4))
    assert one(battle, "bo").wound == "critical"
    assert not events(battle, "MoraleChecked")


@rule("CA-10.1")
def test_a_critical_wound_does_not_rally_one_who_is_broken() -> None:
    battle = camelot(RED, BLUE)
    change(battle, "bo", broken=True)
    hurt(battle, Script(battle), one(battle, "bo"), Gash(3, 4, 9, "body", "critical"), Dealt("ed", 9, 4))
    assert one(battle, "bo").broken


@rule("CA-10.1", "CA-6.15")
def test_a_broken_figure_with_cold_feet_has_made_its_move() -> None:
    battle = camelot("red knights: al 10,20; bo 40,40", BLUE)
    change(battle, "al", broken=True)
    take_event(battle, Script(battle, "al"), "red", "cold feet")
    assert at(battle, "al") == (10, 26)
    turn_of(battle, "al", 1)
    assert at(battle, "al") == (10, 26)


@rule("CA-10.1", "CA-5.7")
def test_who_makes_peace_with_one_that_runs_does_not_strike_at_him() -> None:
    battle = camelot("red knights: al 10,20; bo 40,40", "blue foes: ed 10,19 virtue=1; flo 11,20 virtue=1")
    change(battle, "al", broken=True)
    turn_of(battle, "al", 1, 1, 7, "stop", 1, 1)
    assert [each.figure for each in events(battle, "FreeAttack")] == ["ed"]


@rule("CA-10.1")
def test_by_ruling_nobody_checks() -> None:
    battle = camelot(RED, BLUE, rulings={"morale": False})
    killed(battle, "al")
    hurt(battle, Script(battle), one(battle, "bo"), Gash(3, 4, 9, "body", "critical"), Dealt("ed", 9, 4))
    assert not events(battle, "MoraleChecked")


@rule("CA-10.1")
@pytest.mark.parametrize(("rulings", "dice", "told"), [({}, (3, 3), 1), ({"morale": False}, (), 0)])
def test_by_ruling_nothing_is_said_of_a_side_at_half_strength(
    rulings: dict[str, bool], dice: tuple[int, ...], told: int
) -> None:
    battle = camelot(RED, BLUE, rulings=rulings)
    for figure, thrown in (("hal", ()), ("gus", dice)):
        killed(battle, figure, *thrown)
    assert len(events(battle, "HalfGone")) == len(battle.notes.halved) == told


@rule("CA-10.1")
def test_a_broken_figure_makes_one_move_to_its_own_edge_each_turn() -> None:
    battle = camelot("red knights: al 10,20; bo 40,40", BLUE)
    change(battle, "al", broken=True)
    turn_of(battle, "al", 1)
    assert at(battle, "al") == (10, 26)
    assert one(battle, "al").done


@rule("CA-10.1")
def test_at_the_edge_it_is_gone() -> None:
    battle = camelot("red knights: al 10,45; bo 40,40; cy 42,40", BLUE)
    change(battle, "bo", broken=True)
    battle.stand("bo", one(battle, "bo").place._replace(y=45.0))
    turn_of(battle, "bo", 1)
    assert one(battle, "bo").standing == "fled"


@rule("CA-10.1")
@pytest.mark.parametrize(
    ("words", "under", "extra"), [("", "", 0), ("hero", "", 1), ("leadership", "", 1), ("", "under-errant", 1)]
)
def test_a_man_alone_is_no_leader_unless_he_is_one_by_gift_or_command(words: str, under: str, extra: int) -> None:
    battle = camelot(f"red errant: al knight {words} 10,40", f"red other{' ' + under if under else ''}: bo 12,40", BLUE)
    named = {each.name: each.value for each in courage(battle, one(battle, "bo"), "rally")}
    assert named.get("a leader near", 0) == extra
    assert any(ring.name == "rallying" for ring in rings(battle, "al")) == bool(extra)


@rule("CA-10.1")
@pytest.mark.parametrize(("x", "extra"), [(48 - 30.2, 1), (48 - 31, 0)])
def test_the_same_roll_rallies_with_one_more_for_a_leader_within_eight_inches(x: float, extra: int) -> None:
    battle = camelot(f"red knights: al hero {x},20; bo {x + 9},20", BLUE)
    if not extra:
        battle.stand("bo", one(battle, "bo").place._replace(x=x + 9.1))
    change(battle, "bo", broken=True)
    named = {each.name: each.value for each in courage(battle, one(battle, "bo"), "rally")}
    assert named.get("a leader near", 0) == extra
    turn_of(battle, "bo", 2 + (1 - extra), "move", [(30, 20)])
    assert not one(battle, "bo").broken


@rule("CA-10.1")
def test_who_rallies_acts_at_once_and_who_does_not_fights_nobody() -> None:
    battle = camelot(
        "red knights: al 10,20; bo 40,40", "blue foes: ed 10,19; flo 40,5", rulings={"melee-events": False}
    )
    change(battle, "al", broken=True)
    turn_of(battle, "al", 3, "attack", 2, 6)
    assert events(battle, "Struck")
    change(battle, "al", broken=True, done=False)
    turn_of(battle, "al", 1, 1)
    assert len(events(battle, "Struck")) == 1


@rule("CA-10.1", "CA-9.2")
def test_who_touches_one_that_runs_has_a_free_attack() -> None:
    battle = camelot(
        "red knights: al 10,20; bo 40,40", "blue foes: ed 10,19; flo 40,5", rulings={"melee-events": False}
    )
    change(battle, "al", broken=True)
    turn_of(battle, "al", 1, 4, 1, 2)
    assert last(battle, "FreeAttack").target == "al"
    assert at(battle, "al")[1] > 26


@rule("CA-10.2")
def test_a_side_with_no_unbroken_figure_standing_loses() -> None:
    battle = camelot(RED, BLUE)
    assert result(battle) is None
    for key in ("ed", "flo"):
        change(battle, key, standing="dead")
    for key in ("gus", "hal"):
        change(battle, key, broken=True)
    ended = result(battle)
    assert ended is not None
    assert (ended.winner, ended.rule) == ("red", "CA-10.2")
    assert not able(battle, "foes")
    assert able(battle, "knights")


@rule("CA-10.2")
def test_a_side_that_did_what_it_came_for_wins_even_so() -> None:
    battle = camelot(RED, BLUE, goals=[Goal("red", "kill-leader", figure="ed")])
    change(battle, "ed", standing="out")
    for key in battle.units["knights"].figures:
        change(battle, key, broken=True)
    ended = result(battle)
    assert ended is not None
    assert (ended.winner, ended.why) == ("red", "kill-leader")


@rule("CA-10.2")
def test_the_scenarios_goals_are_judged_when_a_round_ends() -> None:
    battle = camelot(RED, BLUE, goals=[Goal("blue", "kill-leader", figure="al")])
    assert turn_result(battle) is None
    change(battle, "al", standing="captured")
    ended = turn_result(battle)
    assert ended is not None
    assert (ended.winner, ended.why) == ("blue", "kill-leader")


@rule("CA-10.2")
def test_after_the_last_round_points_decide() -> None:
    battle = camelot(RED, BLUE, turns=10)
    change(battle, "al", standing="dead")
    change(battle, "ed", standing="captured")
    battle.turn = 9
    assert turn_result(battle) is None
    battle.turn = 10
    ended = turn_result(battle)
    assert ended is not None
    assert (ended.winner, ended.points) == ("blue", {"red": 2, "blue": 3})


@rule("CA-10.2")
def test_by_ruling_ten_rounds_are_fought_whatever_the_scenario_says() -> None:
    assert camelot(RED, BLUE, turns=14).scenario.turns == 14
    for turns in (8, 14):
        battle = camelot(RED, BLUE, turns=turns, rulings={"rounds": "ten"})
        assert battle.scenario.turns == 10
        battle.turn = 9
        assert turn_result(battle) is None
        battle.turn = 10
        assert turn_result(battle) is not None
    assert RULESET.book.rulings["rounds"].default == "scenario"
    assert BOOK.chart("length").rows == {"rounds": 10}


@rule("CA-10.2")
def test_the_chart_of_points() -> None:
    assert BOOK.chart("points").rows == {
        "hero": 5,
        "knight": 3,
        "knave": 3,
        "squire": 2,
        "man-at-arms": 2,
        "archer": 1,
        "dwarf": 1,
        "brigand": 1,
        "peasant": 1,
        "giant": 5,
    }


@rule("CA-10.2", "CA-6.7")
def test_treasure_counts() -> None:
    battle = camelot(RED, BLUE)
    battle.notes.treasure = (("find-1", "blue", 3),)
    change(battle, "ed", standing="dead")
    assert score(battle) == {"red": 2, "blue": 3}


@rule("CA-10.2")
def test_men_who_leave_by_the_edge_they_were_sent_to_are_away() -> None:
    battle = camelot("red knights: al 10,4; bo 30,30", BLUE, goals=[Goal("red", "exit-table", edge="north", number=1)])
    battle.stand("ed", one(battle, "ed").place._replace(x=40.0))
    turn_of(battle, "al", "move", [(10, 0.5)])
    assert one(battle, "al").standing == "exited"
    ended = turn_result(battle)
    assert ended is not None
    assert ended.winner == "red"


@rule("CA-10.2")
def test_a_battle_that_is_decided_asks_no_more() -> None:
    battle = camelot("red knights: al 10,20; bo 30,30", "blue foes: ed 10,19", rulings={"melee-events": False})
    script = steps(battle, "al", "attack", 5, 3, 6, 6)
    while battle.result is None:
        take_step(RULESET, battle, script)
    assert battle.result.winner == "red"
    assert script.asked.count("who-acts") == 1


@rule("CA-8.3", "CA-10.1")
def test_wounds_and_who_breaks_or_takes_heart_are_marked_in_the_log() -> None:
    battle = camelot("red knights: al 10,20; bo 30,30", "blue foes: ed 10,5", rulings={"stun": False})
    for wound, mark in (("nothing", ""), ("shock", ""), ("light", WOUND)):
        hurt(battle, Script(battle), one(battle, "al"), Gash(2, 3, 3, "arm", wound), Dealt("ed", 4, 4))
        assert last(battle, "Wounded").mark == mark
    for cause, die, mark in (("leader fell", 6, ""), ("leader fell", 1, ROUT), ("rally", 1, ""), ("rally", 6, RALLY)):
        take_check(battle, Script(battle, die), one(battle, "bo"), cause)
        assert last(battle, "MoraleChecked").mark == mark
