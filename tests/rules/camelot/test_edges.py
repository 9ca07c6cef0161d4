"""What the rules do about those who are gone already, cannot, or have nobody: the edges of an event."""

from typing import Any

import pytest

from kktui.engine.modifiers import total
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.figures import engaged, strength
from kktui.rules.camelot.initiative import WILD, cards
from kktui.rules.camelot.morale import courage
from kktui.rules.camelot.wounds import Dealt, Gash, hurt
from tests.drawn import Script, change, events, last
from tests.rules.camelot.table import BOOK, camelot, one, steps, turn_of
from tests.rules.camelot.test_combat_events import GROVE, field_of
from tests.rules.camelot.test_combat_events import event as combat_event
from tests.rules.camelot.test_interactions import by_cards
from tests.rules.camelot.test_melee_events import event as melee_event
from tests.rules.camelot.test_melee_events import pair
from tests.rules_shown import rule

# Melee events about one who fell to the same blow.


@rule("CA-5.7", "CA-5.8", "CA-5.9", "CA-5.10", "CA-5.11")
@pytest.mark.parametrize("roll", [7, 8, 9, 10, 11])
def test_an_opponent_who_fell_to_the_blow_offers_breaks_and_loses_nothing(roll: int) -> None:
    battle = pair(ed="mounted shield sword", morale=False)
    turn_of(battle, "al", "attack", 5, 1, 6, 6, 6, 6, roll)
    assert one(battle, "ed").standing == "dead"
    assert last(battle, "Fizzled").rule == f"CA-5.{roll}"


@rule("CA-5.3", "CA-5.4", "CA-5.5", "CA-5.6", "CA-5.7")
@pytest.mark.parametrize("roll", [3, 4, 5, 6, 7])
def test_a_pc_who_fell_to_his_own_natural_one_breaks_and_loses_nothing_more(roll: int) -> None:
    battle = pair("mounted shield sword", ed="tough=9", morale=False)
    turn_of(battle, "al", "attack", 1, 5, 6, 6, roll)
    assert one(battle, "al").standing == "dead"
    assert last(battle, "Fizzled").rule == f"CA-5.{roll}"


@rule("CA-5.8", "CA-5.9", "CA-5.10", "CA-5.11")
@pytest.mark.parametrize(("roll", "dice"), [(8, (1, 1, 2, 1)), (9, (1, 2, 1)), (10, (1,)), (11, (1,))])
def test_the_dead_choose_no_chivalry_and_have_nobody_at_their_mercy(roll: int, dice: tuple[int, ...]) -> None:
    battle = pair("mounted", ed="mounted shield sword tough=9", morale=False)
    script = turn_of(battle, "al", "attack", 1, 5, 6, 6, roll, *dice)
    assert not {"advantage", "dismount-or-press", "mercy"} & set(script.asked)
    assert not events(battle, "Fizzled")


@rule("CA-5.9", "CA-5.13")
@pytest.mark.parametrize("choice", ["capture", "yield"])
def test_nobody_gets_down_to_fight_one_whom_he_has_taken_or_let_go(choice: str) -> None:
    battle = pair("mounted", ed="mounted tough=9", morale=False)
    script = melee_event(battle, 9, 1, 1, 2, 1, choice)
    assert script.asked[-1] == "mercy"


@rule("CA-5.3")
def test_a_dwarf_is_not_his_own_dwarf() -> None:
    battle = pair("shield dwarf luck=6")
    assert melee_event(battle, 3, 1).asked == ["2d6 melee event", "1d6 shield breaks"]


@rule("CA-5.8")
@pytest.mark.parametrize(("die", "happens"), [(3, True), (4, False)])
def test_each_die_of_an_event_is_told(die: int, happens: bool) -> None:
    battle = pair(ed="mounted")
    melee_event(battle, 8, die, *([1, 1, 2] if happens else []))
    thrown = last(battle, "Thrown")
    assert (thrown.figure, thrown.roll, thrown.most, thrown.happens) == ("ed", die, 3, happens)


# Who cannot strike, who leads, who is back.


@rule("CA-10.1", "CA-6.2")
@pytest.mark.parametrize("state", [{"confused": True}, {"stunned": 1}, {"fumbled": True}, {"down": True}])
def test_who_cannot_strike_has_no_free_attack_at_one_who_runs(state: dict[str, Any]) -> None:
    battle = camelot("red knights: al 10,20; bo 40,40", "blue foes: ed 10,19; flo 40,5")
    change(battle, "al", broken=True)
    change(battle, "ed", **state)
    turn_of(battle, "al", 1)
    assert not events(battle, "FreeAttack")


@rule("CA-10.1")
@pytest.mark.parametrize(("broken", "extra"), [(False, 1), (True, 0)])
def test_a_units_leader_heartens_without_leadership_too_if_he_is_not_broken_himself(broken: bool, extra: int) -> None:
    battle = camelot("red knights: al 10,20; bo 14,20", "blue foes: ed 40,5")
    change(battle, "al", broken=broken)
    man = one(battle, "bo")
    assert not one(battle, "al").leadership
    assert total(courage(battle, man, "rally")) - man.discipline == extra
    assert total(courage(battle, man, "half strength")) == man.discipline


@rule("CA-6.14")
def test_just_a_scratch_he_is_on_his_feet_of_good_heart_and_awake() -> None:
    battle = field_of(morale=False)
    change(battle, "al", down=True, broken=True, stunned=2, shocked=1)
    hurt(battle, Script(battle), one(battle, "al"), Gash(6, 6, 6, "", "killed"), Dealt("ed", 4, 4))
    combat_event(battle, 85, "al")
    man = one(battle, "al")
    assert (man.down, man.broken, man.stunned, man.shocked, man.fell) == (False, False, 0, 0, 0)


@rule("CA-4.1")
def test_a_lance_let_go_after_the_charge_tells_no_more() -> None:
    battle = camelot("red knights: al mounted lance sword 10,27", "blue foes: ed 10,20")
    change(battle, "al", lance="ed")
    assert strength(BOOK, one(battle, "al")) == 6
    change(battle, "al", weapon="sword")
    assert strength(BOOK, one(battle, "al")) == 4


# Combat events.


@rule("CA-6.8")
@pytest.mark.parametrize("state", [{}, {"down": True}])
def test_take_cover_is_not_for_one_in_melee_or_knocked_down(state: dict[str, Any]) -> None:
    battle = field_of("red knights: al 10,26; bo 40,30", f"blue foes: ed 10,{20 if state else 27}", GROVE)
    change(battle, "al", **state)
    assert bool(engaged(battle, one(battle, "al"))) != bool(state)
    combat_event(battle, 43)
    assert last(battle, "Fizzled").what == "take cover"


@rule("CA-6.10")
def test_spooked_horses_that_are_wanting_are_told_of() -> None:
    battle = field_of()
    combat_event(battle, 57, 8, "al")
    assert last(battle, "Fizzled").what == "spooked horses"


@rule("CA-6.6")
@pytest.mark.parametrize("state", [{"broken": True}, {"stunned": 1}, {"confused": True}, {"ready": 2}])
def test_a_gift_is_for_one_who_can_use_it_this_turn(state: dict[str, Any]) -> None:
    battle = field_of("red knights: al 10,30; bo 14,30")
    change(battle, "al", **state)
    script = combat_event(battle, 29, "nobody")
    assert [option.id for option in script.requests[0].options] == ["bo", "nobody"]


@rule("CA-6.6", "CA-2.3")
def test_a_gift_to_one_who_has_his_card_yet_to_come_waits_for_it() -> None:
    battle = by_cards("red knights: al 10,30; bo 14,30")
    steps(battle, "wild-card", 1, "seize the moment", "al", "bo", "done", "al", "done")
    assert [(each.figure, each.actions) for each in events(battle, "Acts")] == [("bo", 1), ("al", 2)]


@rule("CA-2.3", "CA-6.5")
@pytest.mark.parametrize(("ready", "acts"), [(2, True), (3, False)])
def test_a_newcomer_acts_by_his_card_from_the_round_he_is_ready(ready: int, acts: bool) -> None:
    battle = by_cards("red knights: al 10,30; bo 14,30")
    change(battle, "al", ready=ready)
    steps(battle, "al", *(["done"] if acts else []))
    assert bool(events(battle, "Acts")) is acts


@rule("CA-1.3", "CA-2.3")
@pytest.mark.parametrize(("turn", "dealt"), [(1, {"al", "bo"}), (2, {"al", "bo", "ed", "flo"})])
def test_who_is_taken_by_surprise_has_no_cards_in_the_first_round_alone(turn: int, dealt: set[str]) -> None:
    battle = by_cards("red knights: al 10,30; bo 14,30")
    battle.turn, battle.notes.surprised = turn, "blue"
    assert set(cards(battle)) == {*dealt, WILD}


@rule("CA-4.1", "CA-7.1")
@pytest.mark.parametrize(
    ("weapon", "y", "deed", "asks"),
    [("sword", 20, "attack", "attack-target"), ("longbow", 30, "shoot", "shoot-target")],
)
def test_whoever_may_be_chosen_has_his_own_odds(weapon: str, y: float, deed: str, asks: str) -> None:
    battle = camelot(
        f"red knights: al {weapon} 10,{y}", "blue foes: ed 10,19; flo shield 11,20", rulings={"stun": False}
    )
    script = turn_of(battle, "al", deed, "ed", 2, 6) if deed == "attack" else turn_of(battle, "al", deed, "ed", 2)
    request = next(each for each in script.requests if each.what == asks)
    for each in ("ed", "flo"):
        (forecast,) = RULESET.forecast(battle, request, "", each)
        assert f"{{{each}}}" in forecast.title


@rule("CA-7.1", "CA-6.4")
def test_who_has_moved_already_need_not_say_that_he_shoots_on_the_move() -> None:
    battle = field_of("red bows: al longbow 10,30; bo 30,30", "blue foes: ed 10,15")
    combat_event(battle, 15, "al")
    script = turn_of(battle, "al", "move", [(10, 28)], "shoot", 3, "move", [(10, 26)])
    assert ["shoot-moving" in [o.id for o in each.options] for each in script.requests if each.what == "act"] == [
        True,
        False,
        False,
    ]
    assert last(battle, "Shot").modifiers[1].name == "moving"


@rule("CA-6.1")
@pytest.mark.parametrize(
    "answers",
    [
        (36, "woods"),
        (43, "al"),
        (57, "al", 6),
        (85, "cy"),
        (92, "al"),
        (100, "cold feet", "al"),
    ],
)
def test_of_an_event_that_comes_to_something_nobody_says_that_it_did_not(answers: tuple[Any, ...]) -> None:
    battle = field_of("red knights: al mounted 10,27; bo 40,40; cy 30,40; di 32,40", ground=GROVE, morale=False)
    hurt(battle, Script(battle), one(battle, "cy"), Gash(6, 6, 6, "", "killed"), Dealt("ed", 4, 4))
    combat_event(battle, *answers)
    assert not events(battle, "Fizzled")


# And what else a natural 1 leaves undone.


@rule("CA-4.5", "CA-4.3")
@pytest.mark.parametrize(
    ("dice", "shown"), [((1, 1), "CA-4.5"), ((5, 1, 1, 2, 1, 2), "CA-4.3"), ((6, 2, 1, 2, 1, 2), "CA-4.2")]
)
def test_a_blow_names_the_rule_it_was_judged_by(dice: tuple[int, ...], shown: str) -> None:
    battle = pair("att=5", **{"melee-events": False})
    turn_of(battle, "al", "attack", *dice)
    assert last(battle, "Struck").rule == shown


@rule("CA-5.6")
def test_six_who_dies_of_the_fall_mounts_no_more() -> None:
    battle = pair("mounted luck=6", morale=False)
    assert melee_event(battle, 6, 1, 3, 6, 6).asked[-1] == "1d6 wound"


@rule("CA-5.8")
def test_eight_who_is_unhorsed_is_still_in_the_fight() -> None:
    battle = pair(ed="mounted")
    melee_event(battle, 8, 1, 2, 1, 2)
    assert engaged(battle, one(battle, "ed")) == ["al"]


@rule("CA-5.4", "CA-5.10")
@pytest.mark.parametrize("roll", [4, 10])
def test_bare_hands_do_not_break(roll: int) -> None:
    battle = pair("sword", "sword")
    for each in ("al", "ed"):
        change(battle, each, weapon="bare-hands", weapons=())
    assert melee_event(battle, roll).asked == ["2d6 melee event"]


@rule("CA-9.1", "CA-10.1")
def test_who_tried_to_break_off_has_no_free_attack_at_one_who_runs() -> None:
    battle = camelot("red knights: al 10,20; bo 40,40", "blue foes: ed 10,19; flo 40,5")
    change(battle, "al", broken=True)
    change(battle, "ed", tried=True)
    turn_of(battle, "al", 1)
    assert not events(battle, "FreeAttack")


@rule("CA-8.6", "CA-6.2")
@pytest.mark.parametrize(
    ("state", "why", "shown"), [("stunned", "stunned", "CA-8.6"), ("confused", "confused", "CA-6.2")]
)
def test_who_does_not_act_is_told_by_which_rule(state: str, why: str, shown: str) -> None:
    battle = pair()
    change(battle, "al", **{state: 1})
    turn_of(battle, "al")
    assert (last(battle, "ActsNot").why, last(battle, "ActsNot").rule) == (state, shown)
