"""KK-4 Command determination and standing orders."""

import pytest

from kktui.engine.requests import Choose
from kktui.engine.scenario import StandingOrder
from kktui.rules.knights_knaves.command import (
    awaits_signal,
    handling,
    heed,
    in_command,
    order_of,
    order_request,
    order_words,
    served,
    trigger_holds,
    who_writes,
    write_orders,
)
from tests.rules.knights_knaves.field import BOOK, Says, change, drawn, events, last, man, run
from tests.rules_shown import rule

FAR = "blue foes: zed sergeant 24,3"
LORD = "red lord: dux lord 10,40"


# Who is in command.


@rule("KK-4.1")
@pytest.mark.parametrize(("place", "within"), [("16,40", True), ("16.1,40", False)])
def test_within_5_inches_of_the_lord_is_in_command(place: str, within: bool) -> None:
    battle = drawn(LORD, f"red foot: al sergeant 40,40; bo {place}", FAR)
    assert in_command(battle, man(battle, "bo")) == within
    assert in_command(battle, man(battle, "dux"))


@rule("KK-4.1")
def test_so_is_everybody_in_a_unit_whose_leader_is() -> None:
    battle = drawn(LORD, "red foot: al sergeant 15,40; bo 40,40", "red more: cy sergeant 41,41; di 42,42", FAR)
    run(battle, "Command determination", Says(battle, usual=1))
    assert {each.id for each in battle.figures.values() if each.commanded} == {"dux", "al", "bo", "zed"}
    assert last(battle, "Commanded").unit == "foes"


@rule("KK-4.1")
@pytest.mark.parametrize("facts", [{"routing": True}, {"stunned": 2}, {"standing": "dead"}])
def test_a_lord_who_is_gone_runs_or_lies_stunned_commands_nobody(facts: dict[str, object]) -> None:
    battle = drawn(LORD, "red foot: al sergeant 12,40", FAR)
    change(battle, "dux", **facts)
    assert not in_command(battle, man(battle, "al"))


@rule("KK-4.1")
def test_a_leader_who_runs_brings_nobody_into_command() -> None:
    battle = drawn(LORD, "red foot: al sergeant 12,40; bo 40,40", FAR)
    change(battle, "al", routing=True)
    assert not in_command(battle, man(battle, "bo"))


# Who may shoot.


def ready(weapon: str, *rolls: int) -> bool:
    battle = drawn(LORD, f"red foot: al sergeant 12,40 {weapon}", FAR)
    says = run(battle, "Command determination", Says(battle, {"ready to shoot": list(rolls)}))
    assert says.dice["ready to shoot"] == []
    return man(battle, "al").ready


@rule("KK-4.2")
@pytest.mark.parametrize("weapon", ["longbow", "short-bow", "sling"])
@pytest.mark.parametrize("roll", range(1, 11))
def test_archers_and_slingers_cannot_on_1_or_2(weapon: str, roll: int) -> None:
    assert ready(weapon, roll) == (roll > 2)


@rule("KK-4.2")
@pytest.mark.parametrize("weapon", ["light-crossbow", "crossbow", "heavy-crossbow"])
@pytest.mark.parametrize("roll", range(1, 11))
def test_crossbowmen_cannot_on_1_to_5(weapon: str, roll: int) -> None:
    assert ready(weapon, roll) == (roll > 5)


@rule("KK-4.4")
@pytest.mark.parametrize(
    ("rolls", "may"),
    [((1,), False), ((8,), False), ((9, 3), False), ((9, 4), True), ((10, 10), True), ((10, 1), False)],
)
def test_a_handgunner_needs_9_or_10_then_4_to_10(rolls: tuple[int, ...], may: bool) -> None:
    assert ready("handgun", *rolls) == may


@pytest.mark.parametrize(
    ("men", "cited"),
    [
        ("al longbow 20,40; bo crossbow 22,40", "KK-4.2"),
        ("al handgun 20,40", "KK-4.4"),
        ("al crossbow crossbow-team 20,40; bo crossbow loader 21,40", "KK-4.3"),
        ("al handgun 20,40; bo longbow 22,40", "KK-4.2"),
    ],
)
@rule("KK-4.2", "KK-4.3", "KK-4.4")
def test_the_dice_that_make_ready_are_told_under_their_own_rule(men: str, cited: str) -> None:
    battle = drawn(f"red foot leader=al: {men}; dux lord 20,42", FAR)
    run(battle, "Command determination", Says(battle, usual=5))
    assert last(battle, "Readied").rule == cited


@rule("KK-4.2")
def test_who_throws_needs_no_die_and_who_is_out_of_command_in_melee_or_empty_gets_none() -> None:
    battle = drawn(
        LORD,
        "red near: al sergeant 12,40 javelin; bo 13,42 longbow; cy 15,42 longbow",
        "red far: di sergeant 40,40 longbow",
        "blue foes: zed sergeant 15,43",
    )
    change(battle, "bo", empty=True)
    assert run(battle, "Command determination", Says(battle)).rolled == []


@rule("KK-4.3")
@pytest.mark.parametrize(("loader", "dice"), [("13,40", 2), ("14,40", 2), ("14.1,40", 5)])
def test_of_a_crossbow_team_one_throws_as_an_archer_while_his_loader_is_within_an_inch(loader: str, dice: int) -> None:
    battle = drawn(LORD, f"red foot: al crossbow crossbow-team 12,40; bo loader crossbow {loader}", FAR)
    hard = handling(battle, man(battle, "al"))
    assert hard is not None
    assert hard.cannot == dice


@rule("KK-4.3")
def test_the_loader_has_to_be_alive_and_does_not_shoot_himself() -> None:
    battle = drawn(LORD, "red foot: al crossbow crossbow-team 12,40; bo loader crossbow 13,40", FAR)
    assert run(battle, "Command determination", Says(battle, usual=9)).rolled == ["ready to shoot al"]
    change(battle, "bo", standing="dead")
    assert not served(battle, man(battle, "al"))


@rule("KK-4.3")
def test_by_ruling_a_loader_serves_from_further_away() -> None:
    battle = drawn(
        LORD, "red foot: al crossbow crossbow-team 12,40; bo loader 14.5,40", FAR, rulings={"loader-reach": 2}
    )
    assert served(battle, man(battle, "al"))


def test_the_chart_of_who_may_shoot_is_the_sheets() -> None:
    assert BOOK.chart("may-shoot").rows == {"archer": [2, 0, 0], "crossbow": [5, 0, 0], "handgun": [0, 9, 4]}


# Standing orders.


@rule("KK-4.5")
@pytest.mark.parametrize(
    ("order", "turn", "holds"),
    [
        ("until-defend-turn-3-attack", 2, False),
        ("until-defend-turn-3-attack", 3, True),
        ("until-defend-turn-3-attack", 5, True),
        ("until-attack-turn-3-defend", 3, True),
        ("until-defend-turn-1-defend", 9, False),
    ],
)
def test_an_order_may_wait_for_a_turn(order: str, turn: int, holds: bool) -> None:
    battle = drawn(LORD, f"red foot {order}: al sergeant 40,40", FAR)
    battle.turn = turn
    assert trigger_holds(battle, battle.units["foot"]) == holds


@rule("KK-4.5")
@pytest.mark.parametrize(("foe", "holds"), [("40,31", True), ("40,30.9", False)])
def test_or_for_an_enemy_within_so_many_inches(foe: str, holds: bool) -> None:
    battle = drawn(LORD, "red foot until-defend-enemy-within-8-attack: al sergeant 40,40", f"blue foes: zed {foe}")
    assert trigger_holds(battle, battle.units["foot"]) == holds


@rule("KK-4.5")
def test_or_for_being_attacked() -> None:
    battle = drawn(LORD, "red foot until-defend-attacked-0-attack: al sergeant 40,40", "blue foes: zed 40,39")
    assert not trigger_holds(battle, battle.units["foot"])
    run(battle, "Melee", Says(battle, usual=5))
    assert trigger_holds(battle, battle.units["foot"])


@rule("KK-4.5")
def test_or_for_the_lords_signal_which_he_gives_when_asked() -> None:
    battle = drawn(LORD, "red foot until-defend-signal-0-attack: al sergeant 40,40", FAR)
    assert awaits_signal(battle, "red")
    run(battle, "Command determination", Says(battle))
    assert not trigger_holds(battle, battle.units["foot"])
    battle.turn, battle.notes.done = 2, ()
    run(battle, "Command determination", Says(battle, {"standing order": 9}, signal="signal"))
    assert trigger_holds(battle, battle.units["foot"])
    assert not awaits_signal(battle, "red")


@rule("KK-4.5")
@pytest.mark.parametrize(
    ("hidden", "given", "seen"), [("", False, True), ("hidden", False, False), ("hidden", True, True)]
)
def test_that_only_a_hidden_unit_waits_for_a_signal_nobody_else_is_told(hidden: str, given: bool, seen: bool) -> None:
    battle = drawn(LORD, f"red foot until-defend-signal-0-attack {hidden}: al sergeant 40,40", FAR)
    run(battle, "Command determination", Says(battle, usual=9, signal="signal" if given else "wait"))
    told = next(entry for entry in battle.log if entry.event == last(battle, "Signalled"))
    assert [told.seen_by(viewer) is not None for viewer in ("red", "blue", "")] == [True, seen, seen]


@rule("KK-4.5")
def test_a_lord_who_lies_stunned_gives_no_signal() -> None:
    battle = drawn(LORD, "red foot until-defend-signal-0-attack: al sergeant 40,40", FAR)
    change(battle, "dux", stunned=1)
    assert not awaits_signal(battle, "red")


@rule("KK-4.5")
@pytest.mark.parametrize(("roll", "heeded"), [(1, True), (7, True), (8, False), (10, False)])
def test_while_it_holds_the_leader_rolls_not_above_his_melee_skill_each_turn(roll: int, heeded: bool) -> None:
    battle = drawn(LORD, "red foot until-defend-turn-1-attack: al sergeant 40,40", FAR)
    run(battle, "Command determination", Says(battle, {"standing order": roll}))
    unit = battle.units["foot"]
    assert (unit.second, unit.turned, last(battle, "Heeded").needs) == (heeded, heeded, 7)
    battle.turn = 2
    says = run(battle, "Command determination", Says(battle, {"standing order": 1}))
    assert (says.rolled == []) == heeded
    assert heed(Says(battle, {"standing order": roll}), 7).heeded == heeded


@rule("KK-4.5")
def test_without_a_leader_nobody_heeds_anything() -> None:
    battle = drawn(LORD, "red foot until-defend-turn-1-attack: al sergeant 40,40; bo 42,40", FAR)
    change(battle, "al", routing=True)
    assert run(battle, "Command determination", Says(battle)).rolled == []


@rule("KK-4.5")
def test_orders_are_written_before_turn_1_by_both_sides_at_once() -> None:
    battle = drawn(LORD, "red foot: al sergeant 40,40", "blue foes until-defend-turn-4-attack: zed sergeant 24,3")
    words = "defend until enemy within 8, then attack"
    says = Says(battle, standing_orders={"foot": words, "foes": "no standing order"})
    assert who_writes(battle, says) == "orders"
    write_orders(battle, says, "orders")
    assert battle.units["foot"].orders == StandingOrder("defend", "enemy-within", 8.0, "attack")
    assert battle.units["foes"].orders is None
    assert who_writes(battle, says) is None
    assert [each.unit for each in events(battle, "Ordered")] == ["foot", "foes"]


@rule("KK-4.5")
def test_the_scenarios_own_order_stands_first_and_every_order_on_the_list_can_be_written() -> None:
    battle = drawn(LORD, "red foot until-defend-turn-4-attack: al sergeant 40,40", FAR)
    part = order_request(battle, "red").parts["foot"]
    assert isinstance(part, Choose)
    assert (part.options[0].id, part.options[0].target) == ("as written", "defend until turn 4, then attack")
    for words, cells in BOOK.chart("standing-orders").rows.items():
        order = order_of(BOOK, words)
        assert order is not None
        assert [order.first, order.until, order.number, order.then] == cells
        told = order_words(order).replace("-", " ")
        assert told == words.replace("the signal", "signal")
    assert order_of(BOOK, "no standing order") is None
    assert order_words(StandingOrder("attack", "turn", 0, "attack")) == "attack"


@rule("KK-4.5")
def test_by_ruling_there_are_no_standing_orders() -> None:
    battle = drawn(
        LORD, "red foot until-defend-turn-1-attack: al sergeant 40,40", FAR, rulings={"standing-orders": False}
    )
    assert who_writes(battle, Says(battle)) is None
    assert run(battle, "Command determination", Says(battle)).rolled == []


@rule("KK-4.5", "KK-5.3")
@pytest.mark.parametrize(("ruling", "used"), [(None, True), (False, False)])
def test_by_ruling_no_lord_signals_and_no_standing_order_drives_on(ruling: bool | None, used: bool) -> None:
    order = "red foot until-attack-signal-0-defend: al sergeant 40,40"
    battle = drawn(LORD, order, FAR, rulings={"standing-orders": ruling})
    assert awaits_signal(battle, "red") == used
    run(battle, "Action", Says(battle, {"out of command al": 4}, usual=1))
    alone = [each.result for each in events(battle, "Uncontrolled") if each.figure == "al"]
    assert alone == ["move up to full and enter melee" if used else "move up to half"]


@rule("KK-4.5")
def test_a_leader_who_lies_stunned_sees_and_hears_nothing() -> None:
    battle = drawn("red foot until-defend-turn-1-attack: al sergeant 10,40", FAR)
    change(battle, "al", stunned=2)
    assert trigger_holds(battle, battle.units["foot"])
    assert run(battle, "Command determination", Says(battle)).rolled == []
