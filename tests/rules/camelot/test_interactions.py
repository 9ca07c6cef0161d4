"""Where two rules of the sheet meet."""

from typing import Any

import pytest

from kktui.engine.events import Left
from kktui.engine.ruleset import Forecast
from kktui.engine.telling import tell
from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.ending import decided
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.events_round import RoundBegan
from kktui.rules.camelot.figures import Battle, engaged
from kktui.rules.camelot.initiative import leadership, opening
from kktui.rules.camelot.leaving import depart
from kktui.rules.camelot.ranged import why_not_at
from kktui.rules.camelot.wounds import Dealt, Gash, hurt
from tests.drawn import DEFAULT, Script, at, change, events, field, last, stretch
from tests.rules.camelot.table import camelot, enlisted, one, steps, turn_of
from tests.rules.camelot.test_combat_events import event as combat_event
from tests.rules.camelot.test_combat_events import field_of
from tests.rules.camelot.test_melee_events import event as melee_event
from tests.rules.camelot.test_melee_events import pair
from tests.rules_shown import rule

QUIET = {"melee-events": False, "stun": False}


def named(forecast: Forecast) -> dict[str, int]:
    return {each.name: each.value for each in forecast.modifiers}


def options_of(battle: Battle, figure: str) -> list[str]:
    return [option.id for option in act_request(battle, one(battle, figure)).options]


# Shooting.


@rule("CA-6.6", "CA-7.1")
def test_an_archer_who_seizes_the_moment_shoots_twice() -> None:
    battle = field_of("red bows: al longbow 10,30; bo 30,30", "blue foes: ed 10,20")
    combat_event(battle, 29, "al")
    turn_of(battle, "al", "shoot", 2, "shoot", 2)
    assert len(events(battle, "Shot")) == 2


@rule("CA-6.6", "CA-7.1")
def test_a_crossbow_shoots_once_even_by_seizing_the_moment() -> None:
    battle = field_of("red bows: al crossbow 10,30; bo 30,30", "blue foes: ed 10,20")
    combat_event(battle, 29, "al")
    turn_of(battle, "al", "shoot", 2)
    battle.turn = 2
    battle.record(RoundBegan(2))
    battle.record(Acts("al", 1, 1, 0))
    assert "shoot" not in options_of(battle, "al")


@rule("CA-6.12", "CA-7.1")
def test_rapid_fire_is_for_a_crossbow_that_is_not_loaded_too() -> None:
    battle = field_of("red bows: al crossbow dagger 10,30; bo 30,30", "blue foes: ed 10,20")
    change(battle, "al", loads=2)
    combat_event(battle, 71, "al")
    turn_of(battle, "al", "shoot", 2, "change-weapon")
    assert len(events(battle, "Shot")) == 1
    assert one(battle, "al").weapon == "dagger"


@rule("CA-7.1", "CA-6.15")
def test_cold_feet_spoil_the_aim() -> None:
    battle = field_of("red bows: al longbow 10,30; bo 30,30", "blue foes: ed 10,20")
    combat_event(battle, 92, "al")
    turn_of(battle, "al", "shoot", 2)
    assert [each.name for each in last(battle, "Shot").modifiers] == ["Ranged", "moving"]


@rule("CA-7.1")
def test_the_move_of_the_round_before_does_not_spoil_the_aim() -> None:
    battle = field_of("red bows: al longbow 10,30; bo 30,30", "blue foes: ed 10,20")
    turn_of(battle, "al", "move", [(10, 31)])
    battle.turn = 2
    battle.record(RoundBegan(2))
    turn_of(battle, "al", "shoot", 2)
    assert [each.name for each in last(battle, "Shot").modifiers] == ["Ranged"]


@rule("CA-7.1", "CA-6.8")
def test_a_run_for_cover_spoils_the_aim() -> None:
    ground = field(stretch("woods", 8, 31, 14, 37))
    battle = field_of("red bows: al longbow 10,29; bo 30,30", "blue foes: ed 10,20", ground)
    combat_event(battle, 43, "al")
    turn_of(battle, "al", "shoot", 2)
    assert "moving" in [each.name for each in last(battle, "Shot").modifiers]


@rule("CA-7.1", "CA-6.10")
def test_a_spooked_horse_spoils_the_aim_of_its_rider() -> None:
    battle = field_of("red bows: al mounted longbow 10,30; bo 30,30", "blue foes: ed 10,15")
    combat_event(battle, 57, "al", 3)
    turn_of(battle, "al", "shoot", 2, "move", [(14, 30)])
    assert [each.name for each in last(battle, "Shot").modifiers] == ["Ranged", "moving"]


@rule("CA-7.1", "CA-6.10", "CA-6.15")
@pytest.mark.parametrize(("words", "event"), [("10,47.5", (92, "al")), ("mounted 10,47", (57, "al", 6))])
def test_an_events_move_that_leads_nowhere_spoils_no_aim(words: str, event: tuple[Any, ...]) -> None:
    battle = field_of(f"red bows: al longbow {words}; bo 30,30", "blue foes: ed 10,32")
    combat_event(battle, *event)
    turn_of(battle, "al", "shoot", 2)
    assert [each.name for each in last(battle, "Shot").modifiers] == ["Ranged"]


@rule("CA-3.1", "CA-6.15", "CA-7.1")
def test_who_gets_up_for_his_cold_feet_has_used_his_move() -> None:
    battle = field_of("red bows: al longbow 10,30; bo 30,30", "blue foes: ed 10,15")
    change(battle, "al", down=True)
    combat_event(battle, 92, "al")
    turn_of(battle, "al", "shoot", 2)
    assert [each.name for each in last(battle, "Shot").modifiers] == ["Ranged", "moving"]


@rule("CA-5.7", "CA-7.1")
def test_who_made_peace_does_not_shoot_at_that_man() -> None:
    battle = camelot("red knights: al longbow 10,20; bo longbow 20,30", "blue foes: ed virtue=1 10,19")
    melee_event(battle, 7, "stop", 3)
    assert why_not_at(battle, one(battle, "al"), one(battle, "ed"))
    assert why_not_at(battle, one(battle, "ed"), one(battle, "al"))
    assert not why_not_at(battle, one(battle, "bo"), one(battle, "ed"))


# Breaking off.


@rule("CA-9.1", "CA-6.6")
def test_who_got_away_makes_no_attack_that_round_either() -> None:
    battle = camelot("red bows: al longbow 10,20 ini=5", "blue foes: ed 10,19; flo 10,5", rulings=QUIET)
    change(battle, "al", extra=("action",))
    turn_of(battle, "al", "break-off", "hold-him", 6, 1)
    assert one(battle, "al").tried
    battle.record(Acts("al", 1, 1, 0))
    assert "shoot" not in options_of(battle, "al")
    refused = next(each for each in act_request(battle, one(battle, "al")).barred if each.id == "shoot")
    assert refused.why.rule == "CA-9.1"


@rule("CA-9.1", "CA-9.2")
def test_who_tried_to_break_off_can_hold_another_but_has_no_free_attack() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19", rulings=QUIET)
    turn_of(battle, "al", "break-off", "hold-him", 3, 3)
    script = turn_of(battle, "ed", "break-off", 1, 6)
    assert "let-him-go" not in script.asked


@rule("CA-3.1", "CA-9.1")
def test_getting_down_from_the_horse_is_no_way_out_of_a_fight() -> None:
    battle = pair("mounted", "mounted")
    turn_of(battle, "al", "dismount")
    assert engaged(battle, one(battle, "al")) == ["ed"]
    assert tell(battle, last(battle, "Moved")) == "Al: a step, 0.5 inches north to 10 19.5."


@rule("CA-10.1", "CA-5.2")
def test_a_natural_one_against_one_who_runs_brings_a_melee_event() -> None:
    battle = pair(morale=True)
    change(battle, "al", broken=True)
    turn_of(battle, "al", 1, 1, 2)
    assert (last(battle, "MeleeEvent").figure, last(battle, "MeleeEvent").target) == ("al", "ed")


@rule("CA-9.1", "CA-5.5")
def test_who_touched_only_his_horse_does_not_hold_one_whose_horse_falls_on_the_way_out() -> None:
    battle = camelot("red knights: al mounted 10,20", "blue foes: ed 10,18.5; flo 10,21.5", rulings={"stun": False})
    assert engaged(battle, one(battle, "al")) == ["ed", "flo"]
    script = turn_of(battle, "al", "break-off", "let-go", 1, 5, 2, 1, 2, 6)
    assert script.asked.count("let-him-go") == 1
    assert last(battle, "GotAway").figure == "al"


@rule("CA-10.1", "CA-5.5")
def test_who_touched_only_his_horse_has_no_free_attack_at_a_runner_whose_horse_has_fallen() -> None:
    battle = camelot("red knights: al mounted 10,20", "blue foes: ed 10,18.5; flo 10,21.5", rulings={"stun": False})
    change(battle, "al", broken=True)
    turn_of(battle, "al", 1, 1, 5, 2, 1, 2, 6)
    assert [each.figure for each in events(battle, "FreeAttack")] == ["ed"]


# Broken, down, gone.


@rule("CA-10.1")
def test_who_breaks_in_his_own_turn_does_no_more_in_it() -> None:
    battle = camelot("red knights: al discipline=1 10,20; bo 30,30", "blue foes: ed 10,19", rulings=QUIET)
    change(battle, "al", extra=("action",))
    script = turn_of(battle, "al", "attack", 1, 6, 5, 5, 1)
    assert script.asked.count("act") == 1
    assert (one(battle, "al").wound, one(battle, "al").broken, one(battle, "al").done) == ("critical", True, True)


@rule("CA-10.1")
def test_who_falls_to_the_free_attack_runs_no_more() -> None:
    battle = camelot("red knights: bo 30,30; cy 32,30; di 34,30; al 10,20", "blue foes: ed 10,19", rulings=QUIET)
    change(battle, "al", broken=True)
    turn_of(battle, "al", 1, 6, 6, 6)
    assert (one(battle, "al").standing, at(battle, "al")) == ("dead", (10, 20))
    assert last(battle, "Acts").rule == "CA-10.1"


@rule("CA-3.1", "CA-10.1")
def test_a_broken_man_who_is_down_gets_up_for_his_move() -> None:
    battle = camelot("red knights: al discipline=1 10,20; bo 30,30", "blue foes: ed 10,5")
    change(battle, "al", broken=True, down=True)
    turn_of(battle, "al", 1)
    assert (at(battle, "al"), one(battle, "al").down) == ((10, 20), False)


@rule("CA-3.1", "CA-10.1")
def test_a_broken_man_who_is_down_does_not_step_clear_of_who_touches_him() -> None:
    battle = camelot("red knights: al discipline=1 10,20; bo 30,30", "blue foes: ed 10,19; flo 40,5", rulings=QUIET)
    change(battle, "al", broken=True, down=True)
    turn_of(battle, "al", 1, 1)
    assert last(battle, "FreeAttack").target == "al"
    assert (at(battle, "al"), one(battle, "al").down) == ((10, 20), False)


@rule("CA-3.1", "CA-6.15")
def test_cold_feet_bring_one_who_is_down_to_his_feet_and_no_further() -> None:
    battle = field_of()
    change(battle, "al", down=True)
    combat_event(battle, 92, "al")
    assert (at(battle, "al"), one(battle, "al").down) == ((10, 30), False)


@rule("CA-5.12", "CA-10.2")
def test_a_knight_who_only_waits_keeps_no_side_standing() -> None:
    battle = pair(morale=False)
    melee_event(battle, 12, 1)
    change(battle, "al", broken=True)
    assert decided(battle)


@rule("CA-5.12", "CA-10.1")
def test_a_knight_who_only_waits_does_not_keep_his_side_from_being_down_to_half() -> None:
    battle = pair(party="; bo 30,30", morale=True)
    melee_event(battle, 12, 1)
    depart(battle, Script(battle, 3), Left("bo", "dead"))
    assert last(battle, "HalfGone").side == "red"


@rule("CA-5.12")
def test_the_knight_who_waits_does_not_step_in_for_one_who_rides_off() -> None:
    battle = pair(morale=False)
    melee_event(battle, 12, 1)
    depart(battle, Script(battle), Left("al", "exited", rule="CA-10.2"))
    assert not events(battle, "SteppedIn")


# Cards.


def by_cards(red: str, blue: str = "blue foes: ed 10,10; flo 14,10") -> Battle:
    battle = camelot(red, blue, rulings={"initiative": "cards", "stun": False, "morale": False})
    battle.turn, battle.notes.order = 2, ()
    for each in opening(battle):
        battle.record(each)
    return battle


@rule("CA-2.3", "CA-6.10")
def test_spooked_horses_from_the_deck_are_drawn_again_when_nobody_is_mounted() -> None:
    battle = by_cards("red knights: al 10,30; bo 14,30")
    steps(battle, "wild-card", 1, "spooked horses", "accident", "al")
    assert [each.what for each in events(battle, "CombatEvent")] == ["accident"]
    assert "spooked horses" not in battle.decks["wild"]


@rule("CA-2.3", "CA-6.14")
def test_who_returns_from_just_a_scratch_has_no_use_for_a_card_still_in_the_deck() -> None:
    battle = by_cards("red knights: al 10,30; bo 14,30")
    hurt(battle, Script(battle), one(battle, "al"), Gash(6, 6, 6, "", "killed"), Dealt("ed", 4, 4))
    script = steps(battle, "wild-card", 1, "just a scratch", "al", "al")
    assert one(battle, "al").standing == "fielded"
    assert "act" not in script.asked
    assert not [each for each in events(battle, "Acts") if each.figure == "al"]


@rule("CA-6.12", "CA-7.1")
@pytest.mark.parametrize("moved", [True, False])
def test_rapid_fire_after_his_turn_is_spoilt_by_the_move_he_made_in_it(moved: bool) -> None:
    battle = by_cards("red bows: al longbow 10,30; bo 14,30")
    turn = ("move", [(10, 28)], "done") if moved else ("done",)
    steps(battle, "al", *turn, "wild-card", 1, "rapid fire", "al", "shoot", "ed", 3)
    assert ("moving" in [each.name for each in last(battle, "Shot").modifiers]) is moved


# The rest.


@rule("CA-2.1")
def test_only_those_on_the_table_count_for_the_initiative() -> None:
    battle = camelot("red knights: al discipline=2 10,40", "red late arrives3: bo hero 12,40", "blue foes: ed 10,5")
    assert (one(battle, "bo").standing, leadership(battle, "red")) == ("reserve", 2)


@rule("CA-8.3")
@pytest.mark.parametrize(("ruling", "over"), [("next", 4), ("this", 3)])
def test_shock_lasts_to_the_end_of_the_next_round_or_by_ruling_of_this_one(ruling: str, over: int) -> None:
    battle = field_of(**{"shock-lasts": ruling})
    battle.turn = 2
    hurt(battle, Script(battle), one(battle, "al"), Gash(2, 2, 2, "", "shock"), Dealt("ed", 4, 4))
    for number in range(3, over + 1):
        assert one(battle, "al").shocked
        battle.record(RoundBegan(number))
    assert not one(battle, "al").shocked


@rule("CA-5.8", "CA-5.9")
@pytest.mark.parametrize(("roll", "dice"), [(8, (1, 2, 1, 2)), (9, (2, 1, 2, 6))])
def test_an_opponent_off_his_horse_does_not_mount_his_spare_one_later(roll: int, dice: tuple[int, ...]) -> None:
    battle = pair(ed="mounted spare-horse")
    melee_event(battle, roll, *dice)
    battle.record(Left("al", "fled"))
    battle.record(Acts("ed", 1, 1, 0))
    assert not one(battle, "ed").mounted
    assert "mount" not in options_of(battle, "ed")


@rule("CA-5.10")
def test_ten_he_chooses_among_the_weapons_he_carries() -> None:
    battle = pair(ed="sword dagger axe")
    script = melee_event(battle, 10, 1, "axe")
    assert (script.requests[0].side, script.requests[0].what) == ("blue", "new-weapon")
    assert one(battle, "ed").weapon == "axe"
    assert last(battle, "ChangedWeapon").rule == "CA-5.10"


@rule("CA-5.13")
@pytest.mark.parametrize(("ruling", "level"), [("or-more", 2), ("or-less", 4)])
def test_chivalry_betters_the_level_the_way_the_check_goes(ruling: str, level: int) -> None:
    battle = pair("virtue=3", "shield", **{"virtue-check": ruling})
    melee_event(battle, 11, 1, "chivalry")
    assert one(battle, "al").virtue == level


@rule("CA-8.5")
def test_a_scenario_makes_a_hero_by_his_kind_as_well_as_by_his_trait() -> None:
    man = enlisted("kind=hero")
    assert (man.hero, man.leadership, man.att) == (True, True, 5)


def sentence_of(gash: Gash, **rulings: Any) -> str:
    battle = field_of(**rulings)
    hurt(battle, Script(battle), one(battle, "al"), gash, Dealt("ed", 6, 4))
    return tell(battle, last(battle, "Wounded"))


@rule("CA-8.1", "CA-8.2")
def test_a_wound_roll_is_told_as_it_was_read() -> None:
    assert "1 and 3, leg, row 3 +6 STR -4 TOUGH = 5: a light wound" in sentence_of(Gash(1, 3, 5, "leg", "light"))
    assert "3 and 3: a light wound" in sentence_of(Gash(3, 3, 5, "", "light"))
    assert "1 and 3, leg, row 3: shock" in sentence_of(Gash(1, 3, 3, "leg", "shock"), **{"wound-row": "die"})


@rule("CA-5.2")
def test_both_fighters_ones_bring_laughter_and_one_event() -> None:
    battle = pair()
    turn_of(battle, "al", "attack", 1, 1, 12, 1)
    assert last(battle, "Struck").outcome == "everybody laughs"
    assert len(events(battle, "MeleeEvent")) == 1


@rule("CA-6.5")
@pytest.mark.parametrize("die", range(1, 7))
def test_support_is_not_mistaken_for_a_figure_of_that_name(die: int) -> None:
    battle = field_of("red knights: squire 10,30; knight knight 14,30; archer 18,30; brigand 22,30")
    combat_event(battle, 22, DEFAULT, die)
    rolled = last(battle, "SupportRolled")
    assert rolled.support not in battle.figures
    named = ("two peasants", "a brigand", "an archer", "a man-at-arms", "a squire", "a knight")[die - 1]
    assert f"{die} on D6 for support: {named}." in tell(battle, rolled)


@rule("CA-4.2", "CA-4.3")
def test_both_wound_rolls_are_told_and_the_better_counts() -> None:
    battle = pair()
    turn_of(battle, "al", "attack", 6, 1, 1, 2, 4, 4, 2)
    wounded = last(battle, "Wounded")
    assert ((wounded.low, wounded.high), wounded.besides) == ((4, 4), ("1 and 2",))
    assert wounded.rule == "CA-8.2"
    assert "4 and 4 rather than 1 and 2: a serious wound" in tell(battle, wounded)


@rule("CA-4.2", "CA-8.6")
@pytest.mark.parametrize("dice", [(2, 4, 5, 6), (5, 6, 2, 4)])
def test_of_two_equal_wounds_the_one_in_the_head_is_the_better_for_it_may_stun(dice: tuple[int, ...]) -> None:
    battle = pair(ed="tough=12", stun=True, **{"melee-events": False})
    turn_of(battle, "al", "attack", 6, 1, *dice, 3)
    assert (last(battle, "Wounded").place, one(battle, "ed").stunned) == ("head", 1)


@rule("CA-5.5", "CA-5.7")
@pytest.mark.parametrize(("roll", "answers"), [(5, ()), (7, ("fight-on",)), (9, ()), (2, ())])
def test_a_melee_event_that_comes_to_nothing_says_so(roll: int, answers: tuple[str, ...]) -> None:
    battle = pair()
    melee_event(battle, roll, *answers)
    assert tell(battle, last(battle, "Fizzled")).endswith(f"nothing comes of it. [CA-5.{roll}]")
