"""KK-2 The turn and KK-3 Morale."""

import pytest

from kktui.rules.knights_knaves.charging import charge_causes
from kktui.rules.knights_knaves.finis import opening
from kktui.rules.knights_knaves.morale import check, in_front, modifiers, nerve, weak_at_heart, witnesses
from kktui.rules.knights_knaves.turn import TURN
from kktui.rules.knights_knaves.wounds import disable
from tests.rules.knights_knaves.field import (
    BOOK,
    Says,
    across,
    causes,
    change,
    commanded,
    drawn,
    events,
    field,
    last,
    man,
    ordered,
    run,
    stretch,
)
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"


def named(battle: object, who: str) -> dict[str, int]:
    return {each.name: each.value for each in modifiers(battle, man(battle, who))}  # type: ignore[arg-type]


# KK-2 The turn.


@rule("KK-2.1")
def test_the_phases_come_in_the_order_of_the_sheet() -> None:
    assert [phase.name for phase in TURN] == [
        "Rally",
        "Command determination",
        "Action",
        "Movement",
        "Shooting",
        "Melee",
        "Fatigue",
    ]


@rule("KK-2.1")
def test_a_new_turn_wipes_off_what_belongs_to_the_old() -> None:
    battle = drawn("red foot: al 10,40", FAR)
    change(
        battle, "al", order="full", moved=True, shot=True, gait="gallop", grief=("bo",), stamina=2, checked=("0 rally",)
    )
    for event in opening(battle):
        battle.record(event)
    al = man(battle, "al")
    assert (al.order, al.moved, al.shot, al.gait, al.before, al.grief, al.fresh) == (
        "",
        False,
        False,
        "stand",
        "gallop",
        (),
        2,
    )
    assert al.checked == ()


# When to check.


@rule("KK-3.1")
def test_a_routing_figure_tries_to_rally_and_checks_for_nothing_else() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 11.5,40; cy 13,40", FAR)
    change(battle, "al", routing=True)
    change(battle, "bo", routing=True)
    run(battle, "Rally", Says(battle, {"morale, rally al": 1, "morale, rally bo": 10, "morale, friend": 1}))
    assert causes(battle) == [("al", "rally"), ("bo", "rally"), ("cy", "friend")]
    assert not man(battle, "al").routing
    assert man(battle, "bo").routing


@rule("KK-3.1", "KK-3.11")
def test_who_fails_to_rally_runs_on_and_a_friend_he_takes_with_him_tries_next_turn() -> None:
    battle = drawn("red foot: al sergeant 24,20; bo 25.5,20; cy 27,20", FAR)
    change(battle, "bo", routing=True)
    says = Says(battle, {"morale, rally bo": 10, "morale, friend al": 1, "morale, friend cy": 10})
    run(battle, "Rally", says)
    assert says.rolled == ["morale, rally bo", "morale, friend al", "morale, friend cy"]
    assert events(battle, "Rallied") == []
    assert [man(battle, each).routing for each in ("al", "bo", "cy")] == [False, True, True]


@rule("KK-3.1")
def test_who_runs_does_not_check_when_a_friend_beside_him_goes() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 11.5,40", FAR)
    change(battle, "bo", routing=True)
    disable(battle, man(battle, "al"), "zed")
    run(battle, "Melee", Says(battle))
    assert causes(battle) == []


@rule("KK-3.2")
@pytest.mark.parametrize("phase", ["Shooting", "Melee"])
def test_when_a_unit_leader_is_disabled_each_member_checks(phase: str) -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 20,40; cy 30,40", "red more: di lord 40,40", FAR)
    disable(battle, man(battle, "al"), "zed")
    run(battle, phase, Says(battle, usual=1))
    assert causes(battle) == [("bo", "leader"), ("cy", "leader")]


@rule("KK-3.3")
def test_when_the_lord_is_disabled_each_figure_of_the_side_checks() -> None:
    battle = drawn("red lord: al lord 10,40", "red foot: bo sergeant 20,40; cy 30,40", FAR)
    disable(battle, man(battle, "al"), "zed")
    run(battle, "Melee", Says(battle, usual=1))
    assert causes(battle) == [("bo", "lord"), ("cy", "lord")]


@rule("KK-3.4", "KK-3.7")
def test_horsemen_check_before_they_charge_spears_and_foot_before_horsemen() -> None:
    battle = drawn("red horse: al knight 10,30 war-horse", "blue foes: bo sergeant 10,20 spear; cy 14,20 sword")
    change(battle, "al", foe="bo")
    assert [(each.id, cause) for each, cause in charge_causes(battle)] == [("al", "spears"), ("bo", "charged")]
    change(battle, "al", foe="cy")
    assert [(each.id, cause) for each, cause in charge_causes(battle)] == [("cy", "charged")]


@rule("KK-3.4")
@pytest.mark.parametrize(
    ("weapon", "checks"), [("spear", 1), ("pike", 1), ("long-spear", 1), ("halberd", 0), ("axe", 0)]
)
def test_only_spears_in_hand_frighten_horsemen(weapon: str, checks: int) -> None:
    battle = drawn("red horse: al knight 10,30 war-horse", f"blue foes: bo sergeant 10,20 {weapon}")
    change(battle, "al", foe="bo")
    assert len([cause for _, cause in charge_causes(battle) if cause == "spears"]) == checks


@rule("KK-3.4", "KK-3.7")
def test_neither_foot_against_foot_nor_horse_against_horse_checks() -> None:
    battle = drawn(
        "red foot: al knight 10,22; bo knight 14,30 war-horse", "blue foes: cy 10,20 spear; di 14,20 nag spear"
    )
    change(battle, "al", foe="cy")
    change(battle, "bo", foe="di")
    assert charge_causes(battle) == []


@rule("KK-3.7")
def test_the_checks_of_a_charge_are_rolled_once_before_anybody_moves_and_count_at_once() -> None:
    battle = drawn("red horse: al lord 10,30 war-horse mace", "blue foes: bo sergeant 10,12; cy 30,12")
    ordered(commanded(battle, "al"), al="charge")
    says = Says(battle, {"morale, charged bo": 10}, declarations={"al": "bo:gallop"})
    run(battle, "Movement", says)
    assert causes(battle) == [("bo", "charged")]
    kinds = [type(entry.event).__name__ for entry in battle.log]
    assert kinds.index("Checked") < kinds.index("Routed") < kinds.index("Moved") < kinds.index("MarchOrder")


@rule("KK-3.7")
@pytest.mark.parametrize(
    ("ruling", "checks"),
    [(None, ["morale, charged bo"]), ("twice", ["morale, charged bo", "morale, charged bo"])],
)
def test_by_ruling_they_are_rolled_twice(ruling: str | None, checks: list[str]) -> None:
    battle = drawn(
        "red horse: al lord 10,30 war-horse mace", "blue foes: bo sergeant 10,12", rulings={"charge-checks": ruling}
    )
    ordered(commanded(battle, "al"), al="charge")
    says = run(battle, "Movement", Says(battle, usual=1, declarations={"al": "bo:gallop"}))
    assert [each for each in says.rolled if each.startswith("morale")] == checks


@rule("KK-3.5")
@pytest.mark.parametrize(
    ("friend", "sees"),
    [("12.9,40", True), ("13,40", True), ("13.1,40", False), ("10,43", True), ("10,36.9", False)],
)
def test_a_friend_within_2_inches_sees_him_go(friend: str, sees: bool) -> None:
    battle = drawn(f"red foot: al 10,40; bo {friend}", FAR)
    beside, behind = witnesses(battle, man(battle, "al"))
    assert (beside, behind) == (["bo"] if sees else [], [])


@rule("KK-3.5")
def test_an_enemy_and_a_man_of_another_unit_are_no_different_in_what_they_see() -> None:
    battle = drawn("red foot: al 10,40", "red more: bo 11.5,40", "blue foes: zed 8.5,40")
    assert witnesses(battle, man(battle, "al")) == (["bo"], [])


@rule("KK-3.5")
def test_beyond_a_wall_only_who_has_him_before_him_sees_him_go() -> None:
    wall = field(across("low-wall", 38.8))
    north = drawn("red foot: al 10,38; bo 10,39.6,0", FAR, ground=wall)
    assert witnesses(north, man(north, "al")) == ([], ["bo"])
    south = drawn("red foot: al 10,38; bo 10,39.6,180", FAR, ground=wall)
    assert witnesses(south, man(south, "al")) == ([], [])


@rule("KK-3.5")
def test_by_ruling_a_wall_makes_no_difference_and_the_front_is_narrower() -> None:
    wall = field(across("low-wall", 38.8))
    battle = drawn("red foot: al 10,38; bo 10,39.6,180", FAR, ground=wall, rulings={"adjacent": "any"})
    assert witnesses(battle, man(battle, "al")) == (["bo"], [])
    wide, narrow = (
        drawn("red foot: al 10,38; bo 9,39.6,90", FAR, rulings={"in-front": degrees}) for degrees in (None, 90)
    )
    assert in_front(wide, man(wide, "bo"), man(wide, "al"))
    assert not in_front(narrow, man(narrow, "bo"), man(narrow, "al"))


@rule("KK-3.6")
@pytest.mark.parametrize(("stamina", "checks"), [(4, False), (3, True), (1, True)])
def test_half_or_less_of_the_original_stamina_checks_each_turn(stamina: int, checks: bool) -> None:
    battle = drawn("red foot: al 10,40 mail; bo 20,40 mail", FAR)
    change(battle, "al", stamina=stamina)
    assert [each.id for each, _ in weak_at_heart(battle)] == (["al"] if checks else [])
    run(battle, "Command determination", Says(battle, usual=1))
    assert causes(battle) == ([("al", "half")] if checks else [])


@rule("KK-3.7", "KK-3.4")
@pytest.mark.parametrize("stamina", [10, 4])
def test_by_ruling_twice_nobody_checks_again_for_a_foe_who_has_left_the_field(stamina: int) -> None:
    horse = "red horse: al lord 10,20 war-horse mace"
    battle = drawn(horse, "blue foes: bo sergeant spear 10,10; cy 40,4", rulings={"charge-checks": "twice"})
    change(ordered(commanded(battle, "al"), al="charge"), "al", horse_stamina=stamina)
    dice = {"horse panic": 5, "morale, spears": 1, "morale, charged": 10, "who moves first": 5}
    says = run(battle, "Movement", Says(battle, dice, declarations={"al": "bo:gallop"}))
    assert man(battle, "bo").standing == "fled"
    assert not any("again" in each for each in says.rolled)


# How to check.

VALUES = {
    "lord": (9, 10),
    "knight": (8, 9),
    "man-at-arms": (7, 8),
    "sergeant": (7, 8),
    "soldier": (6, 7),
    "peasant": (4, 5),
}


@rule("KK-3.8")
@pytest.mark.parametrize("rank", VALUES)
def test_the_morale_value_is_that_of_the_class_the_second_for_the_seasoned(rank: str) -> None:
    battle = drawn(f"red foot: al {rank} 10,40; bo {rank} seasoned 20,40; cy {rank} veteran 30,40", FAR)
    assert tuple(man(battle, who).morale for who in ("al", "bo", "cy")) == (*VALUES[rank], VALUES[rank][1])


@rule("KK-3.8")
@pytest.mark.parametrize(("who", "values"), [("veterans", (6, 7, 7)), ("trait", (6, 7, 6)), ("everybody", (7, 7, 7))])
def test_by_ruling_others_are_seasoned(who: str, values: tuple[int, int, int]) -> None:
    battle = drawn("red foot: al 10,40; bo seasoned 20,40; cy veteran 30,40", FAR, rulings={"seasoned": who})
    assert tuple(man(battle, each).morale for each in ("al", "bo", "cy")) == values


def test_the_chart_of_morale_is_the_sheets() -> None:
    lent = {"lord": 3, "knight": 2, "man-at-arms": 0, "sergeant": 1, "soldier": 0, "peasant": 0}
    assert BOOK.chart("morale").rows == {rank: [*VALUES[rank], lent[rank]] for rank in VALUES}
    assert BOOK.chart("morale-modifiers").rows == {
        "enemy lord disabled": 2,
        "peasant or soldier attacked by cavalry, each": -1,
        "own lord disabled": -3,
        "adjacent friend killed or routed this turn, each": -1,
        "less than 75% of stamina": -2,
        "less than 50% of stamina": -4,
        "less than 25% of stamina": -6,
        "permanent fatigue, each level": -2,
        "hatred or zeal": 2,
        "in or behind cover": 4,
        "unit of 5 to 10": 2,
        "unit of 11 or more": 4,
    }


@rule("KK-3.9")
def test_the_lords_who_are_down_weigh_on_everybody_for_the_rest_of_the_battle() -> None:
    battle = drawn("red foot: al 10,40", FAR)
    battle.notes.lords_lost = {"red": 1}
    assert named(battle, "al") == {"own lord disabled": -3}
    battle.notes.lords_lost = {"red": 1, "blue": 1}
    battle.turn = 9
    assert named(battle, "al") == {"enemy lord disabled": 2, "own lord disabled": -3}


@rule("KK-3.9")
def test_by_ruling_a_lord_is_missed_only_that_turn() -> None:
    battle = drawn("red foot: al 10,40", FAR, rulings={"lord-lost": "that turn"})
    battle.notes.lords_lost = {"red": 1}
    assert named(battle, "al") == {"own lord disabled": -3}
    battle.turn = 2
    assert named(battle, "al") == {}


@rule("KK-3.9")
@pytest.mark.parametrize(("rank", "off"), [("peasant", -2), ("soldier", -2), ("sergeant", 0), ("man-at-arms", 0)])
def test_peasants_and_soldiers_fear_each_horseman_who_fights_or_charges_them(rank: str, off: int) -> None:
    battle = drawn(
        f"red foot: al {rank} 10,40", "blue foes: bo 10,38.5 nag; cy 10,30 nag; di 20,30 nag; ed 11,40 sword"
    )
    change(battle, "cy", foe="al")
    assert named(battle, "al").get("attacked by cavalry", 0) == off


@rule("KK-3.9")
def test_friends_gone_this_turn_and_the_leader_who_is_there() -> None:
    battle = drawn("red foot: al knight 10,40; bo 20,40; cy 30,40", FAR)
    change(battle, "bo", grief=("x", "y", "z"))
    assert named(battle, "bo") == {"adjacent friends killed or routed": -3, "unit leader": 2}
    assert named(battle, "al") == {}
    change(battle, "al", routing=True)
    assert named(battle, "cy") == {}


@rule("KK-3.9")
def test_a_friend_who_routs_and_is_killed_beside_him_in_the_same_turn_weighs_once() -> None:
    battle = drawn("red lord: dux lord 40,46", "red foot: al knight 10,40; bo 11.5,40; cy 13,40", FAR)
    change(battle, "al", routing=True)
    run(battle, "Rally", Says(battle, {"morale, rally": 10, "morale, friend": 1}))
    assert named(battle, "bo") == {"adjacent friends killed or routed": -1}
    disable(battle, man(battle, "al"), "zed")
    assert named(battle, "bo") == {"adjacent friends killed or routed": -1}
    disable(battle, man(battle, "cy"), "zed")
    assert named(battle, "bo") == {"adjacent friends killed or routed": -2}


@rule("KK-3.9")
@pytest.mark.parametrize(
    ("leader", "lent"),
    [("lord", 3), ("knight", 2), ("man-at-arms", 0), ("sergeant", 1), ("soldier", 0), ("peasant", 0)],
)
def test_a_leader_lends_by_his_class(leader: str, lent: int) -> None:
    battle = drawn(f"red foot leader=al: al {leader} 10,40; bo peasant 20,40", FAR)
    assert named(battle, "bo").get("unit leader", 0) == lent


@rule("KK-3.9")
@pytest.mark.parametrize(("stamina", "off"), [(12, 0), (9, 0), (8, -2), (6, -2), (5, -4), (3, -4), (2, -6), (1, -6)])
def test_wounds_weigh_by_the_worst_step_only(stamina: int, off: int) -> None:
    battle = drawn("red foot: al 10,40 steel", FAR)
    change(battle, "al", stamina=stamina)
    assert sum(named(battle, "al").values()) == off


@rule("KK-3.9")
def test_fatigue_zeal_and_cover() -> None:
    battle = drawn("red foot: al zealot 10,40", FAR, ground=field(across("low-wall", 39)))
    change(battle, "al", worn=2, tired=5)
    assert named(battle, "al") == {"permanent fatigue": -4, "hatred or zeal": 2, "in or behind cover": 4}


@rule("KK-3.9")
@pytest.mark.parametrize(("y", "covered"), [(39.5, True), (38.5, False), (41, False)])
def test_behind_cover_is_where_it_stands_before_the_nearest_enemy(y: float, covered: bool) -> None:
    battle = drawn(f"red foot: al 10,{y}", "blue foes: zed 10,20; yan 40,46", ground=field(across("low-wall", 39)))
    assert named(battle, "al") == ({"in or behind cover": 4} if covered else {})


@rule("KK-3.9")
def test_a_horseman_whose_charge_fell_short_frightens_nobody_any_more() -> None:
    battle = drawn("red foot: al 20,20", "blue horse: bo lord 20,4 war-horse", ground=field(across("low-wall", 12)))
    ordered(commanded(battle, "bo"), bo="charge")
    run(battle, "Movement", Says(battle, usual=1, declarations={"bo": "al:gallop"}))
    assert len(events(battle, "FellShort")) == 1
    assert last(battle, "Checked").modifiers[0].name == "attacked by cavalry"
    assert "attacked by cavalry" not in named(battle, "al")


@rule("KK-3.9")
def test_nor_does_one_who_has_come_home_upon_another() -> None:
    battle = drawn("red foot: al 20,20; bo sergeant 20,16", "blue horse: cy lord 20,4 war-horse mace")
    ordered(commanded(battle, "cy"), cy="charge")
    run(battle, "Movement", Says(battle, usual=1, declarations={"cy": "al:gallop"}))
    assert last(battle, "ChargedHome").foes == ("bo",)
    assert last(battle, "Checked").modifiers[0].name == "attacked by cavalry"
    assert "attacked by cavalry" not in named(battle, "al")


@rule("KK-3.9", "KK-6.2")
@pytest.mark.parametrize(("y", "feared"), [(37, True), (39, False)])
def test_a_horse_in_panic_frightens_only_whom_it_can_reach(y: int, feared: bool) -> None:
    battle = drawn("red foot: al 20,20", f"blue horse: cy lord 20,{y} nag")
    change(battle, "cy", order="horse charges", foe="al", pace="canter")
    assert ("attacked by cavalry" in named(battle, "al")) == feared


@rule("KK-3.9")
@pytest.mark.parametrize("kind", ["woods", "crops", "bushes"])
def test_growth_is_cover_too(kind: str) -> None:
    battle = drawn("red foot: al 10,40", FAR, ground=field(stretch(kind, 5, 35, 15, 45)))
    assert named(battle, "al") == {"in or behind cover": 4}


@rule("KK-3.9")
@pytest.mark.parametrize(("size", "more"), [(4, 0), (5, 2), (10, 2), (11, 4), (20, 4)])
def test_many_together_are_braver(size: int, more: int) -> None:
    men = "; ".join(f"m{i} {2 * i + 2},40" for i in range(size))
    battle = drawn(f"red foot: {men}", FAR)
    assert sum(named(battle, "m1").values()) == more


@rule("KK-3.9")
def test_only_those_present_and_not_routing_make_the_size_unless_the_ruling_counts_all() -> None:
    men = "; ".join(f"m{i} {2 * i + 2},40" for i in range(6))
    for ruling, more in ((None, 0), ("original", 2)):
        battle = drawn(f"red foot: {men}", FAR, rulings={"unit-count": ruling})
        change(battle, "m4", routing=True)
        change(battle, "m5", standing="dead")
        assert sum(named(battle, "m1").values()) == more


@rule("KK-3.10")
@pytest.mark.parametrize(
    ("roll", "needs", "outcome"),
    [
        (5, 6, "passes"),
        (6, 6, "routs"),
        (7, 6, "routs"),
        (1, -3, "passes"),
        (2, 2, "routs"),
        (10, 14, "routs"),
        (9, 10, "passes"),
    ],
)
def test_a_d10_below_the_value_passes_1_always_10_never(roll: int, needs: int, outcome: str) -> None:
    battle = drawn("red foot: al 10,40", FAR)
    assert check(Says(battle, {"morale": roll}), needs).outcome == outcome


@rule("KK-3.10", "KK-3.9")
def test_the_modified_value_is_the_sum() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 20,40", FAR)
    change(battle, "bo", grief=("x",), worn=1)
    assert nerve(battle, man(battle, "bo"))[0] == 6 - 1 - 2 + 1
