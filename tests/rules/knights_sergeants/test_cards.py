"""KS-2 Cards and turn."""

import pytest

from kktui.engine.view import View
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.actions import ACTIONS, OPTIONS, action_request
from kktui.rules.knights_sergeants.archery import targets
from kktui.rules.knights_sergeants.cards import cards, opening, turn_over
from kktui.rules.knights_sergeants.events import Rallying, SideUp
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.morale import nerve
from kktui.rules.knights_sergeants.movement import find_hidden
from tests.drawn import card, change, drawn, events, field, last, step, steps, stretch
from tests.rules_shown import rule

RED = "red foot: al sergeant 10,40; bo 12,40"
MORE = "red lord: sir knight 20,40"
BLUE = "blue foes: cy sergeant 10,5; di 12,5"
HIDDEN = "blue ambush hidden: ed sergeant 30,5; flo 32,5"


def open_turn(battle: Battle) -> None:
    for event in opening(battle):
        battle.record(event)


@rule("KS-2.1")
def test_each_group_and_each_lone_knight_on_the_table_has_one_card() -> None:
    battle = drawn(RED, MORE, BLUE, "blue late arrives3: ed sergeant 30,5; flo 32,5")
    assert sorted(cards(battle)) == ["foes", "foot", "lord"]


@rule("KS-2.1")
def test_a_unit_that_is_gone_has_no_card() -> None:
    battle = drawn(RED, MORE, BLUE)
    change(battle, "sir", standing="dead")
    assert sorted(cards(battle)) == ["foes", "foot"]


@rule("KS-2.1")
def test_a_drawn_card_gives_its_unit_the_turn_and_an_empty_deck_ends_it() -> None:
    battle = drawn(RED, BLUE)
    open_turn(battle)
    script = steps(battle, "foes", "hold", "foot", "hold")
    assert [each.unit for each in events(battle, "CardUp")] == ["foes", "foot"]
    assert script.asked[0] == "draw of 2"
    assert battle.turn == 1
    while battle.turn == 1:
        step(battle)
    assert sorted(battle.decks["cards"]) == ["foes", "foot"]
    assert battle.turn == 2


@rule("KS-2.1")
def test_the_card_of_a_unit_that_fell_meanwhile_passes_unused() -> None:
    battle = drawn(RED, MORE, BLUE)
    open_turn(battle)
    change(battle, "sir", standing="dead")
    steps(battle, "lord", "foot", "hold")
    assert [each.unit for each in events(battle, "CardUp")] == ["foot"]


@rule("KS-2.1")
def test_by_ruling_a_side_has_one_card_on_which_all_its_units_act_in_the_order_it_likes() -> None:
    battle = drawn(RED, MORE, BLUE, rulings={"cards": "per-side"})
    open_turn(battle)
    assert sorted(battle.decks["cards"]) == ["blue", "red"]
    steps(battle, "red", "lord", "hold", "hold", "blue", "hold")
    assert [each.unit for each in events(battle, "CardUp")] == ["lord", "foot", "foes"]
    assert RULESET.book.rulings["cards"].default == "shared"


@rule("KS-2.1")
def test_reserves_have_a_card_from_the_turn_they_come() -> None:
    battle = drawn(RED, BLUE, "blue late arrives3: ed sergeant 30,5; flo 32,5")
    battle.turn = 3
    open_turn(battle)
    assert sorted(battle.decks["cards"]) == ["foes", "foot", "late"]


@rule("KS-2.2")
def test_a_hidden_unit_may_hold_its_card_and_act_after_a_later_one() -> None:
    battle = drawn(RED, BLUE, HIDDEN)
    open_turn(battle)
    script = steps(battle, "ambush", "hold-card", "foot", "hold", "act", "hold", "foes", "hold")
    assert script.asked.count("hold-card") == 2
    assert [each.unit for each in events(battle, "CardUp")] == ["foot", "ambush", "foes"]


@rule("KS-2.2")
def test_a_unit_that_is_not_hidden_cannot_hold_its_card() -> None:
    battle = drawn(RED, BLUE)
    open_turn(battle)
    assert "hold-card" not in steps(battle, "foot", "hold").asked


@rule("KS-2.2")
def test_a_card_held_to_the_end_of_the_turn_is_lost() -> None:
    battle = drawn(RED, BLUE, HIDDEN)
    open_turn(battle)
    steps(battle, "foot", "hold", "foes", "hold", "ambush", "hold-card")
    assert turn_over(battle)
    battle.turn = 2
    open_turn(battle)
    assert battle.notes.held == ()
    steps(battle, "foot", "hold", "ambush", "act", "hold", "foes", "hold")
    assert [each.unit for each in events(battle, "CardUp")].count("ambush") == 1


@rule("KS-2.2")
def test_a_unit_that_holds_to_the_last_card_may_still_act_after_it() -> None:
    battle = drawn(RED, BLUE, HIDDEN)
    open_turn(battle)
    steps(battle, "ambush", "hold-card", "foot", "hold", "hold-card", "foes", "hold")
    while battle.notes.up:
        step(battle)
    assert not turn_over(battle)
    steps(battle, "act", "hold")
    assert last(battle, "CardUp").unit == "ambush"


@rule("KS-2.2")
def test_a_unit_found_while_it_holds_its_card_acts_after_the_card_that_found_it() -> None:
    battle = drawn("red foot: al sergeant 30,16; bo 32,16", BLUE, HIDDEN)
    open_turn(battle)
    script = steps(battle, "ambush", "hold-card", "foot", "move", 12, [(30, 11)], "hold", "foes", "hold")
    assert last(battle, "Revealed").unit == "ambush"
    assert script.asked.count("hold-card") == 1
    assert [each.unit for each in events(battle, "CardUp")] == ["foot", "ambush", "foes"]


@rule("KS-2.2")
@pytest.mark.parametrize(("y", "seen"), [(12.0, True), (12.01, False)])
def test_an_enemy_within_six_inches_finds_a_hidden_unit(y: float, seen: bool) -> None:
    battle = drawn(f"red foot: al sergeant 30,{y}; bo 32,40", HIDDEN)
    find_hidden(battle)
    assert battle.units["ambush"].hidden != seen
    assert bool(events(battle, "Revealed")) == seen


@rule("KS-2.2")
def test_a_hidden_unit_is_found_by_whoever_moves_near() -> None:
    battle = drawn("red foot: al sergeant 30,16; bo 32,16", HIDDEN)
    card(battle, "foot", "move", 12, [(30, 13)])
    assert battle.units["ambush"].hidden
    card(battle, "foot", "move", 12, [(30, 11)])
    assert last(battle, "Revealed").why == "found"


@rule("KS-2.2")
@pytest.mark.parametrize(("action", "rest", "hidden"), [("hold", (), True), ("move", (7, [(30, 6)]), False)])
def test_a_hidden_unit_shows_itself_by_acting_but_not_by_holding(
    action: str, rest: tuple[object, ...], hidden: bool
) -> None:
    battle = drawn(RED, BLUE, HIDDEN)
    card(battle, "ambush", action, *rest)
    assert battle.units["ambush"].hidden == hidden


@rule("KS-2.2")
def test_the_other_side_sees_nothing_of_a_hidden_unit_until_it_acts() -> None:
    battle = drawn(RED, BLUE, HIDDEN)
    views = {side: View(battle, side) for side in ("red", "blue", "")}
    open_turn(battle)
    steps(battle, "ambush", "hold-card", "foot", "hold", "act", "hold")
    for view in views.values():
        view.follow(battle.log)
    assert "ambush" not in views["red"].state.units
    assert "ed" not in views[""].state.figures
    assert "ambush" in views["blue"].state.units
    assert "ambush" not in views["red"].state.discards["cards"]
    card(battle, "ambush", "move", 7, [(30, 7)])
    views["red"].follow(battle.log)
    assert views["red"].state.figures["ed"].pose == battle.figures["ed"].pose


@rule("KS-2.2", "KS-6.1")
def test_nobody_shoots_at_a_hidden_unit() -> None:
    battle = drawn("red bows: al sergeant 30,20 longbow; bo 32,20", HIDDEN)
    assert targets(battle, battle.figures["al"]) == []
    change(battle, "ambush", hidden=False)
    assert [foe.id for foe in targets(battle, battle.figures["al"])] == ["ed", "flo"]


@rule("KS-2.2")
def test_a_knight_may_rally_a_hidden_unit_without_giving_it_away() -> None:
    battle = drawn("blue lord: sir knight 30,10", HIDDEN, RED)
    view = View(battle, "red")
    card(battle, "lord", "rally", "ambush")
    view.follow(battle.log)
    assert "ambush" not in view.state.units
    assert battle.units["ambush"].rallied_by == ("sir",)
    assert events(battle, "Rallying") == [Rallying("ambush", "sir")]


@rule("KS-2.2")
def test_the_morale_of_a_unit_whose_knight_is_hidden_can_be_judged_by_the_enemy() -> None:
    battle = drawn(RED, "blue foes under-lord: cy sergeant 10,5; di 12,5", "blue lord hidden: sir knight 30,5")
    seen = View(battle, "red").state
    assert nerve(seen, seen.units["foes"])[0].needs == 8


@rule("KS-2.3")
def test_a_card_is_morale_then_one_action_then_melee() -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20", "blue foes: cy sergeant 10,19; di 12,5")
    change(battle, "bo", standing="dead")
    script = card(battle, "foot", 1, "hold", 5, 5)
    assert script.asked == ["1d10 morale", "action", "1d10 melee", "1d10 melee"]


@rule("KS-2.3")
def test_the_actions_are_those_of_the_sheet_and_our_own() -> None:
    sheet = {"move", "mount", "dismount", "charge", "load", "fire", "change-weapon"}
    ours = {"aim", "appoint", "rally", "march", "retreat", "hold"}
    assert set(OPTIONS) == sheet | ours
    assert set(ACTIONS) == (sheet | ours) - {"charge"}


@rule("KS-2.3")
def test_what_is_open_to_a_unit_depends_on_what_it_has() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 12,40", BLUE)
    request = action_request(battle, battle.units["foot"])
    assert [option.id for option in request.options] == ["move", "hold"]
    assert {each.id for each in request.barred} == set(OPTIONS) - {"move", "hold"}
    assert all(each.why.rule in RULESET.book.rules for each in request.barred)


@rule("KS-6.4", "KS-7.5")
@pytest.mark.parametrize("daze", ["thrown", "stunned"])
def test_a_knight_who_is_dazed_neither_rallies_nor_appoints_on_the_card_of_his_group(daze: str) -> None:
    battle = drawn("red band: sir knight 10,40; bo 12,40", "red foot: al sergeant 10,37; dan 12,37", BLUE)
    change(battle, "al", standing="dead")
    change(battle, "sir", daze=daze)
    asked = card(battle, "band", "hold").requests[0]
    assert [option.id for option in asked.options] == ["move", "hold"]  # type: ignore[union-attr]
    asked = card(battle, "band", "rally", "foot").requests[0]
    assert [option.id for option in asked.options] == ["move", "appoint", "rally", "hold"]  # type: ignore[union-attr]


@rule("KS-6.1", "KS-6.5")
@pytest.mark.parametrize(("ed", "aimed"), [("10,39", False), ("10,20", True)])
def test_why_bowmen_may_not_shoot_or_aim_is_true_of_those_in_melee_and_of_those_who_aim_already(
    ed: str, aimed: bool
) -> None:
    battle = drawn("red bows: al sergeant 10,40 longbow; bo 40,40", f"blue foes: ed sergeant {ed}; di 46,5")
    change(battle, "al", aimed=aimed)
    barred = {each.id: each.why for each in action_request(battle, battle.units["bows"]).barred}
    assert barred["aim"].reason == "nobody out of melee has a loaded bow or crossbow that is not aimed yet"
    if not aimed:
        assert barred["fire"].reason == "nobody out of melee is loaded with an enemy out of it in range and sight"


@rule("KS-2.3")
def test_riders_dismount_and_mount_again_with_an_action_each() -> None:
    battle = drawn("red riders: al sergeant 10,40 mounted; bo 14,40 mounted", BLUE)
    card(battle, "riders", "dismount")
    assert [man.mounted for man in battle.men("riders")] == [False, False]
    assert battle.figures["al"].base.round
    card(battle, "riders", "mount")
    assert [man.mounted for man in battle.men("riders")] == [True, True]
    assert not battle.figures["al"].base.round


@rule("KS-2.3")
def test_nobody_mounts_where_there_is_no_room() -> None:
    battle = drawn("red riders: al sergeant 10,40 mounted; bo 14,40 mounted", "red men: cy sergeant 20,40; di 22,40")
    card(battle, "riders", "dismount")
    card(battle, "men", "move", 12, [(20, 38.8), (10, 38.8)])
    card(battle, "riders", "mount")
    assert [man.mounted for man in battle.men("riders")] == [False, True]


@rule("KS-2.3")
def test_changing_weapons_takes_the_next_in_hand() -> None:
    battle = drawn("red bows: al sergeant 10,40 longbow sword; bo 12,40 sword", BLUE)
    assert battle.figures["al"].weapon == "longbow"
    card(battle, "bows", "change-weapon")
    assert [battle.figures[each].weapon for each in ("al", "bo")] == ["sword", "sword"]
    card(battle, "bows", "change-weapon")
    assert battle.figures["al"].weapon == "longbow"


@rule("KS-2.3")
def test_marching_is_open_only_on_a_road() -> None:
    on_road = drawn(RED, BLUE, ground=field(stretch("road", 8, 30, 14, 48)))
    assert "march" in [option.id for option in action_request(on_road, on_road.units["foot"]).options]


@rule("KS-2.1")
def test_by_that_ruling_a_side_that_is_gone_has_no_card() -> None:
    battle = drawn(RED, MORE, BLUE, rulings={"cards": "per-side"})
    for each in ("cy", "di"):
        change(battle, each, standing="dead")
    assert cards(battle) == ["red"]


@rule("KS-2.1")
def test_by_that_ruling_a_unit_that_fell_meanwhile_has_no_turn() -> None:
    battle = drawn(RED, MORE, BLUE, rulings={"cards": "per-side"})
    open_turn(battle)
    steps(battle, "red", "foot", "hold")
    change(battle, "sir", standing="dead")
    steps(battle, "blue", "hold")
    assert [each.unit for each in events(battle, "CardUp")] == ["foot", "foes"]


@rule("KS-2.1", "KS-2.2")
def test_a_side_card_names_no_hidden_unit_to_the_enemy() -> None:
    battle = drawn(RED, BLUE, HIDDEN, rulings={"cards": "per-side"})
    open_turn(battle)
    steps(battle, "blue")
    entry = next(each for each in battle.log if type(each.event).__name__ == "SideUp")
    assert entry.seen_by("blue") == SideUp("blue", ("foes", "ambush"))
    assert entry.seen_by("red") == entry.seen_by("") == SideUp("blue", ("foes",))
