"""KK-9 Fatigue, ammunition and the end."""

import pytest

from kktui.engine.scenario import Goal
from kktui.engine.telling import tell
from kktui.rules.knights_knaves.fatigue import ammunition, may_rest, resting, rests, rob, tires, tiring
from kktui.rules.knights_knaves.finis import (
    able,
    aftermath,
    badly_hurt,
    by_points,
    count_losses,
    losses,
    result,
    scored,
    turn_result,
    worth_by,
)
from kktui.rules.knights_knaves.orders import chit_request
from kktui.rules.knights_knaves.wounds import disable
from tests.rules.knights_knaves.field import BOOK, Says, change, commanded, drawn, events, last, man, ordered, run
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"


def open_to(battle: object, who: str) -> list[str]:
    return [option.id for option in chit_request(battle, man(battle, who)).options]  # type: ignore[arg-type]


# Fatigue.


@rule("KK-9.1")
@pytest.mark.parametrize(("stamina", "upto"), [(3, 2), (2, 3)])
def test_each_turn_in_melee_tires_on_1_or_2_the_wounded_on_3(stamina: int, upto: int) -> None:
    for roll in range(1, 11):
        battle = drawn("red foot: al lord 20,20; bo 30,20", "blue foes: zed lord 20,19")
        change(battle, "al", fought=True, stamina=stamina)
        assert tiring(battle, man(battle, "al")) == upto
        run(battle, "Fatigue", Says(battle, {"fatigue": roll}))
        assert man(battle, "al").tired == (1 if roll <= upto else 0)
        assert last(battle, "Wearied").rolls == {"al": roll}


@rule("KK-9.2")
@pytest.mark.parametrize(
    ("facts", "upto"), [({}, 7), ({"moved": True}, 5), ({"shot": True}, 5), ({"moved": True, "shot": True}, 5)]
)
def test_out_of_melee_a_level_goes_on_1_to_5_for_the_idle_on_1_to_7(facts: dict[str, bool], upto: int) -> None:
    for roll in range(1, 11):
        battle = drawn("red foot: al lord 20,20", FAR)
        change(battle, "al", tired=2, **facts)
        assert resting(battle, man(battle, "al")) == upto
        run(battle, "Fatigue", Says(battle, {"rest": roll}))
        assert man(battle, "al").tired == (1 if roll <= upto else 2)


@rule("KK-9.2")
def test_who_fought_does_not_rest_and_who_tires_now_does_not_rest_at_once() -> None:
    battle = drawn("red foot: al lord 20,20", FAR)
    change(battle, "al", tired=1, fought=True)
    assert run(battle, "Fatigue", Says(battle, {"fatigue": 1})).rolled == ["fatigue al"]


@rule("KK-6.3", "KK-9.2")
@pytest.mark.parametrize(
    ("gait", "may"), [("stand", True), ("walk", True), ("trot", False), ("canter", False), ("gallop", False)]
)
def test_a_mount_rests_only_walking_or_standing(gait: str, may: bool) -> None:
    battle = drawn("red horse: al lord 20,20 war-horse", FAR)
    change(battle, "al", tired=1, gait=gait)
    assert may_rest(man(battle, "al")) == may


@rule("KK-9.3")
@pytest.mark.parametrize(("turn", "worn"), [(9, 0), (10, 1), (11, 0), (20, 1)])
def test_after_each_tenth_turn_everybody_takes_a_permanent_level(turn: int, worn: int) -> None:
    battle = drawn("red foot: al lord 20,20", FAR, turns=40)
    battle.turn = turn
    run(battle, "Fatigue", Says(battle))
    assert (man(battle, "al").worn, man(battle, "zed").worn) == (worn, worn)


def test_the_chart_of_fatigue_is_the_sheets() -> None:
    assert list(BOOK.chart("fatigue").rows.values()) == [2, 3, 5, 7, 6]
    battle = drawn("red foot: al lord 20,20", FAR)
    assert [tires(Says(battle, usual=roll), 2).true for roll in (2, 3)] == [True, False]
    assert [rests(Says(battle, usual=roll), 5).true for roll in (5, 6)] == [True, False]


# Ammunition.


@rule("KK-9.4")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("roll", range(1, 11))
def test_the_die_must_exceed_twice_the_permanent_level(level: int, roll: int) -> None:
    battle = drawn("red bows: al lord longbow 20,20; bo longbow 22,20", FAR)
    assert ammunition(Says(battle, usual=roll), level).true == (roll <= 2 * level)
    change(battle, "al", shot=True, worn=level)
    change(battle, "bo", worn=level)
    run(battle, "Fatigue", Says(battle, {"ammunition": roll}))
    assert (man(battle, "al").empty, man(battle, "bo").empty) == (roll <= 2 * level, False)
    assert last(battle, "Quivers").needs == 2 * level


@rule("KK-9.4")
def test_before_level_1_nobody_runs_out() -> None:
    battle = drawn("red bows: al lord longbow 20,20", FAR)
    change(battle, "al", shot=True)
    assert run(battle, "Fatigue", Says(battle)).rolled == []


@rule("KK-9.4")
@pytest.mark.parametrize(("ruling", "phase"), [(None, "Fatigue"), ("shooting phase", "Shooting")])
def test_ammunition_is_looked_to_with_fatigue_or_by_ruling_as_soon_as_the_shooting_is_over(
    ruling: str | None, phase: str
) -> None:
    battle = drawn("red bows: al lord longbow 20,20", FAR, rulings={"ammunition": ruling})
    change(battle, "al", shot=True, worn=1)
    for each in ("Shooting", "Fatigue"):
        assert ("ammunition al" in run(battle, each, Says(battle, usual=9)).rolled) == (each == phase)


@rule("KK-9.4")
@pytest.mark.parametrize(
    ("weapon", "looks"),
    [("longbow", 1), ("crossbow", 1), ("sling", 1), ("handgun", 1), ("javelin", 0), ("throwing-axe", 0)],
)
def test_bows_crossbows_slings_and_guns_use_up_ammunition_what_is_thrown_does_not(weapon: str, looks: int) -> None:
    battle = drawn(f"red bows: al lord {weapon} 20,20", FAR)
    change(battle, "al", shot=True, worn=4)
    assert len(run(battle, "Fatigue", Says(battle, usual=9)).rolled) == looks


@rule("KK-9.5")
@pytest.mark.parametrize(
    ("order", "fought", "turns"), [("stay put", False, 1), ("stay put", True, 0), ("hold", False, 0)]
)
def test_out_of_command_who_stays_put_at_the_baggage_fills_up_unless_he_has_to_fight(
    order: str, fought: bool, turns: int
) -> None:
    battle = drawn("red bows: al longbow 24,45.6", "red lord: dux lord 4,4", FAR)
    change(battle, "al", empty=True, order=order, fought=fought)
    run(battle, "Fatigue", Says(battle, usual=9))
    assert man(battle, "al").stocking == turns


@rule("KK-9.5")
def test_out_of_command_who_stays_put_over_a_corpse_robs_it() -> None:
    battle = drawn("red bows: al longbow 20,20", "red lord: dux lord 4,4", "blue foes: zed 20,19; yan 40,3")
    disable(battle, man(battle, "zed"), "al")
    change(battle, "al", empty=True, order="stay put")
    assert run(battle, "Fatigue", Says(battle, usual=6)).rolled == ["rob the dead al"]
    assert not man(battle, "al").empty


@rule("KK-9.5")
def test_by_house_rule_a_corpse_yields_more_often_and_the_log_says_so() -> None:
    house = {"chart": {"fatigue": {"robbing a corpse": 8}}}
    battle = drawn("red bows: al lord longbow 20,20", "blue foes: zed 20,19; yan 40,3", rulings=house)
    disable(battle, man(battle, "zed"), "al")
    change(battle, "al", empty=True, order="rob")
    run(battle, "Fatigue", Says(battle, usual=8))
    assert not man(battle, "al").empty
    assert "8 on D10, needs 8 or less: ammunition" in tell(battle, last(battle, "Robbed"))


@rule("KK-9.5")
def test_two_turns_in_contact_with_the_baggage_fill_the_quiver() -> None:
    battle = drawn("red bows: al lord longbow 24,45.6; bo 30,40", FAR)
    change(battle, "al", empty=True)
    assert "resupply" in open_to(battle, "al")
    for turns, empty in ((1, True), (0, False)):
        battle.notes.done = ()
        ordered(commanded(battle, "al"), al="resupply")
        run(battle, "Movement", Says(battle))
        run(battle, "Fatigue", Says(battle))
        assert (man(battle, "al").stocking, man(battle, "al").empty) == (turns, empty)
    assert "resupply" not in open_to(battle, "al")


@rule("KK-9.5")
def test_a_turn_away_from_the_baggage_begins_the_count_anew() -> None:
    battle = drawn("red bows: al lord longbow 24,45.6", FAR)
    change(battle, "al", empty=True, stocking=1)
    run(battle, "Fatigue", Says(battle))
    assert man(battle, "al").stocking == 0


@rule("KK-9.5")
def test_nobody_fills_up_far_from_the_baggage_or_when_it_is_taken() -> None:
    battle = drawn("red bows: al longbow 24,45.4; bo longbow 24,44", FAR)
    change(battle, "al", empty=True)
    change(battle, "bo", empty=True)
    assert "resupply" not in open_to(battle, "bo")
    battle.notes.plundered = ("red",)
    assert "resupply" not in open_to(battle, "al")


@rule("KK-9.5", "KK-1.6")
@pytest.mark.parametrize("roll", range(1, 11))
def test_one_turn_on_a_corpse_and_1_to_6(roll: int) -> None:
    battle = drawn("red bows: al lord longbow 20,20; bo 30,20", "blue foes: zed sergeant 20,19; yan 40,3")
    disable(battle, man(battle, "zed"), "al")
    battle.notes.to_check = ()
    change(battle, "al", empty=True)
    assert "rob" in open_to(battle, "al")
    ordered(commanded(battle, "al"), al="rob")
    run(battle, "Movement", Says(battle))
    run(battle, "Fatigue", Says(battle, {"rob the dead": roll}))
    assert man(battle, "al").empty == (roll > 6)
    assert rob(Says(battle, usual=roll), 6).true == (roll <= 6)


@rule("KK-9.5")
def test_without_a_corpse_or_with_ammunition_there_is_nothing_to_rob() -> None:
    battle = drawn("red bows: al lord longbow 20,20", "blue foes: zed 20,17; yan 40,3")
    assert "rob" not in open_to(battle, "al")
    change(battle, "al", empty=True)
    disable(battle, man(battle, "zed"), "al")
    assert "rob" not in open_to(battle, "al")


# Finis.


@rule("KK-9.6")
def test_losses_are_the_disabled_the_gone_and_the_routing() -> None:
    battle = drawn("red foot: al sergeant 20,20; bo 22,20; cy 24,20; di 26,20; ed 28,20", FAR)
    change(battle, "bo", standing="dead")
    change(battle, "cy", standing="fled")
    change(battle, "di", routing=True)
    change(battle, "ed", standing="exited")
    assert losses(battle, battle.units["foot"]) == 3


@rule("KK-9.6")
@pytest.mark.parametrize(("roll", "withdraws"), [(2, True), (3, True), (4, False), (5, False)])
def test_a_leader_out_of_command_whose_2d10_are_below_the_losses_withdraws(roll: int, withdraws: bool) -> None:
    men = "; ".join(f"m{i} {10 + 2 * i},20" for i in range(6))
    battle = drawn(f"red foot: al sergeant 8,20; {men}", "red lord: dux lord 40,40", FAR, turns=40)
    for i in range(4):
        change(battle, f"m{i}", standing="dead")
        battle.table.lift(f"m{i}")
    change(battle, "al", worn=1)
    run(battle, "Fatigue", Says(battle, {"finis": roll}))
    assert count_losses(Says(battle, usual=roll), 4).withdraws == withdraws
    gone = {each for each in ("al", "m4", "m5") if man(battle, each).standing == "fled"}
    assert gone == ({"al", "m4", "m5"} if withdraws else set())


@rule("KK-9.6")
@pytest.mark.parametrize(("place", "worn"), [("36,40", 1), ("8,20", 0)])
def test_nobody_counts_who_is_in_command_or_before_level_1(place: str, worn: int) -> None:
    battle = drawn(f"red foot: al sergeant {place}", "red lord: dux lord 40,40", FAR)
    change(battle, "al", worn=worn)
    assert run(battle, "Fatigue", Says(battle)).rolled == []


@rule("KK-9.6")
@pytest.mark.parametrize(("turn", "over"), [(39, False), (40, True)])
def test_at_level_4_everybody_withdraws_and_the_battle_is_over(turn: int, over: bool) -> None:
    battle = drawn("red foot: al lord 20,20", FAR, turns=90)
    battle.turn = turn
    for each in ("al", "zed"):
        change(battle, each, worn=3)
    run(battle, "Fatigue", Says(battle))
    assert (turn_result(battle) is not None) == over


# The day after.


@rule("KK-9.7")
@pytest.mark.parametrize("roll", range(1, 11))
@pytest.mark.parametrize(("armour", "more"), [(3, 0), (6, 3), (12, 3), (12, 0)])
def test_below_his_armour_he_recovers_and_a_natural_10_is_death(armour: int, more: int, roll: int) -> None:
    battle = drawn("red foot: al lord 20,20", FAR)
    expected = "dies" if roll == 10 else "recovers" if roll + more < armour else "lingers"
    assert aftermath(Says(battle, usual=roll), armour, more).outcome == expected


@rule("KK-9.7")
def test_the_badly_hurt_throw_for_it_when_the_battle_ends_the_disabled_with_3_more() -> None:
    battle = drawn("red foot: al lord 20,20 steel; bo 22,20 steel; cy 24,20 steel; di 26,20 steel", FAR, turns=1)
    change(battle, "al", stamina=3)
    change(battle, "bo", stamina=4)
    change(battle, "cy", stamina=-2, standing="dead")
    change(battle, "di", stamina=1, standing="fled")
    for each in ("cy", "di"):
        battle.table.lift(each)
    assert [each.id for each in badly_hurt(battle)] == ["al", "cy", "di"]
    run(battle, "Fatigue", Says(battle, {"aftermath": 9}))
    assert [(each.figure, each.more, each.outcome) for each in events(battle, "Aftermath")] == [
        ("al", 0, "recovers"),
        ("cy", 3, "lingers"),
        ("di", 0, "recovers"),
    ]
    assert man(battle, "cy").fate == "lingers"


@rule("KK-9.7")
def test_while_the_battle_goes_on_nobody_does() -> None:
    battle = drawn("red foot: al lord 20,20 steel", FAR, turns=5)
    change(battle, "al", stamina=1)
    assert run(battle, "Fatigue", Says(battle)).rolled == []


# Who has won.


@rule("KK-9.8")
def test_points_go_by_class_a_sides_lord_as_a_lord() -> None:
    rows = {"peasant": 1, "soldier": 2, "sergeant": 3, "man-at-arms": 4, "knight": 6, "lord": 12, "baggage": 5}
    assert BOOK.chart("points").rows == rows
    battle = drawn("red foot: al knight 20,20; bo knight 22,20; cy peasant 24,20; di man-at-arms 26,20", FAR)
    worth = worth_by(battle)
    assert [worth(man(battle, each)) for each in ("al", "bo", "cy", "di", "zed")] == [12, 6, 1, 4, 12]


@rule("KK-9.8")
def test_the_disabled_the_routed_off_and_the_withdrawn_count_and_baggage_5() -> None:
    battle = drawn("red foot: al lord 20,20; bo 22,20; cy sergeant 24,20; di knight 26,20", FAR)
    change(battle, "bo", standing="dead")
    change(battle, "cy", standing="fled")
    change(battle, "di", routing=True)
    battle.notes.plundered = ("red",)
    assert scored(battle) == {"red": 0, "blue": 2 + 3 + 5}


@rule("KK-9.8")
@pytest.mark.parametrize(
    ("red", "blue", "ruling", "winner"),
    [
        (20, 18, None, "blue"),
        (20, 19, None, ""),
        (10, 10, None, ""),
        (0, 0, None, ""),
        (21, 20, None, ""),
        (21, 20, 0, "blue"),
        (20, 15, 25, "blue"),
        (20, 16, 25, ""),
        (4, 11, None, "red"),
    ],
)
def test_a_margin_under_a_tenth_is_a_draw(red: int, blue: int, ruling: int | None, winner: str) -> None:
    """Red and blue are peasants lost, each a point for the other side."""
    lines = {
        side: "; ".join(f"{side}{i} peasant {2 * i + 2},{y}" for i in range(22)) for side, y in (("r", 30), ("b", 10))
    }
    battle = drawn(
        "red lord: al lord 2,46", f"red foot: {lines['r']}", "blue lord: zed lord 2,2", f"blue foot: {lines['b']}",
        rulings={"draw-margin": ruling}, ground=drawn(FAR).scenario.ground,
    )  # fmt: skip
    for side, number in (("r", red), ("b", blue)):
        for i in range(number):
            change(battle, f"{side}{i}", standing="dead")
    ended = by_points(battle, "turn limit")
    assert (ended.winner, ended.rule) == (winner, "KK-9.8")


@rule("KK-9.8")
def test_the_scenarios_goals_come_first_then_the_last_turn() -> None:
    goal = Goal("red", "kill-leader", figure="zed")
    battle = drawn("red foot: al lord 20,20", "blue foes: zed sergeant 24,3; yan 30,3", goals=[goal], turns=3)
    assert turn_result(battle) is None
    battle.turn = 3
    ended = turn_result(battle)
    assert ended is not None
    assert (ended.winner, ended.why) == ("", "turn limit")
    change(battle, "zed", standing="dead")
    ended = turn_result(battle)
    assert ended is not None
    assert (ended.winner, ended.why) == ("red", "kill-leader")


@rule("KK-9.8")
def test_baggage_counts_for_a_goal_of_points_too() -> None:
    goal = Goal("blue", "points", number=5)
    battle = drawn("red foot: al lord 20,20", FAR, goals=[goal], turns=9)
    assert turn_result(battle) is None
    battle.notes.plundered = ("red",)
    ended = turn_result(battle)
    assert ended is not None
    assert (ended.winner, ended.why, ended.points) == ("blue", "points", {"red": 0, "blue": 5})


@rule("KK-9.8")
def test_a_side_with_nobody_left_to_fight_has_lost_unless_it_did_what_it_came_for() -> None:
    goal = Goal("red", "exit-table", edge="north", number=1)
    for goals, standing, winner in (((), "dead", "blue"), ((goal,), "dead", "blue"), ((goal,), "exited", "red")):
        battle = drawn("red foot: al lord 20,20", FAR, goals=goals)
        assert result(battle) is None
        change(battle, "al", standing=standing)
        ended = result(battle)
        assert ended is not None
        assert ended.winner == winner


@rule("KK-9.8")
def test_a_side_that_only_runs_has_nobody_left_to_fight_and_one_with_reserves_has() -> None:
    battle = drawn("red foot: al lord 20,20", FAR)
    change(battle, "al", routing=True)
    assert not able(battle, "foot")
    ended = result(battle)
    assert ended is not None
    assert ended.winner == "blue"
    coming = drawn("red foot: al lord 20,20", "red more arrives=5 edge=south: bo sergeant", FAR)
    change(coming, "al", routing=True)
    assert result(coming) is None


@rule("KK-9.8")
def test_baggage_is_taken_by_an_enemy_who_touches_it_when_no_friend_does() -> None:
    units = ("red foot: al lord 24,45.5; bo 30,30", "blue foes: zed sergeant 24,47.4; yan 24,3")
    guarded = drawn(*units)
    run(guarded, "Fatigue", Says(guarded))
    assert guarded.notes.plundered == ()
    change(guarded, "al", routing=True)
    guarded.notes.done = ()
    run(guarded, "Fatigue", Says(guarded))
    assert guarded.notes.plundered == ("red",)
    assert last(guarded, "Plundered").by == "zed"


@rule("KK-9.8", "KK-8.11")
def test_the_stunned_take_no_baggage() -> None:
    battle = drawn("red foot: al lord 4,4", "blue foes: zed sergeant 24,47.4; yan 24,3")
    for stunned, taken in ((2, ()), (0, ("red",))):
        battle.notes.done = ()
        change(battle, "zed", stunned=stunned)
        run(battle, "Fatigue", Says(battle))
        assert battle.notes.plundered == taken


@rule("KK-9.1", "KK-8.11")
def test_for_the_fallen_and_the_hidden_no_evening_comes() -> None:
    battle = drawn("red foot: al lord 20,20; bo 22,20", "red lair hidden: cy 40,20", FAR)
    for each in ("bo", "cy"):
        change(battle, each, stunned=2, tired=1)
    change(battle, "bo", standing="dead")
    battle.table.lift("bo")
    assert run(battle, "Fatigue", Says(battle)).rolled == []
    assert events(battle, "CameRound") == []
