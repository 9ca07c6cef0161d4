"""CA-3.1 A figure's turn: what it has, what it has used up, and what ends with it."""

import pytest

from kktui.rules.camelot.events import Acts, Done, Saddled
from kktui.rules.camelot.events_round import RoundBegan
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.wounds import Dealt, Gash, hurt
from tests.drawn import Script, change, events, last
from tests.rules.camelot.table import camelot, one, turn_of
from tests.rules.camelot.test_combat_events import event, field_of
from tests.rules.camelot.test_melee_events import pair
from tests.rules_shown import rule


def next_round(battle: Battle) -> None:
    battle.turn += 1
    battle.record(RoundBegan(battle.turn))


@rule("CA-8.6")
def test_who_is_stunned_for_two_rounds_loses_two_turns_and_acts_in_the_third() -> None:
    battle = pair()
    change(battle, "al", stunned=2)
    for left in (1, 0):
        turn_of(battle, "al")
        assert (one(battle, "al").stunned, one(battle, "al").done) == (left, True)
        next_round(battle)
    turn_of(battle, "al")
    assert len(events(battle, "ActsNot")) == 2
    assert last(battle, "Acts").figure == "al"


@rule("CA-6.2", "CA-8.6")
def test_the_turns_of_the_confused_leave_the_stunned_as_they_are() -> None:
    battle = pair()
    change(battle, "al", confused=True, stunned=0)
    turn_of(battle, "al")
    assert one(battle, "al").stunned == 0


@rule("CA-6.6", "CA-8.6")
def test_who_is_stunned_loses_what_an_event_gave_him_and_no_other_does() -> None:
    battle = field_of()
    battle.notes.gifted = ("al", "bo")
    change(battle, "al", stunned=1, extra=("action",))
    turn_of(battle, "al")
    assert (battle.notes.gifted, one(battle, "al").extra) == (("bo",), ())


@rule("CA-6.6")
def test_who_acts_uses_what_an_event_gave_him_and_leaves_others_theirs() -> None:
    battle = field_of()
    battle.notes.gifted = ("al", "bo")
    battle.record(Acts("al", 1, 2, 0))
    assert battle.notes.gifted == ("bo",)


@rule("CA-6.6")
def test_what_an_event_gave_is_for_the_round_alone() -> None:
    battle = field_of()
    event(battle, 29, "al")
    next_round(battle)
    assert (battle.notes.gifted, one(battle, "al").extra) == ((), ())


@rule("CA-3.1")
def test_nothing_is_left_of_a_turn_that_is_over() -> None:
    battle = pair()
    battle.record(Acts("al", 1, 1, 1))
    battle.record(Done("al"))
    man = one(battle, "al")
    assert (man.moves, man.actions, man.shots, man.done, battle.notes.up) == (0, 0, 0, True, "")


@rule("CA-6.12")
def test_rapid_fire_gives_one_shot_more_and_not_two() -> None:
    battle = field_of("red bows: al longbow 10,30; bo 30,30", "blue foes: ed 10,10")
    event(battle, 71, "al")
    script = turn_of(battle, "al", "shoot", 2, "shoot", 2)
    assert script.asked.count("act") == 2


@rule("CA-6.4", "CA-7.1")
def test_a_second_move_that_is_not_made_leaves_the_first_one_made() -> None:
    battle = field_of("red bows: al longbow 10,30; bo 30,30", "blue foes: ed 10,15")
    event(battle, 15, "al")
    turn_of(battle, "al", "move", [(10, 28)], "move", [(10, 28)], "shoot", 3)
    assert [each.name for each in last(battle, "Shot").modifiers] == ["Ranged", "moving"]


@rule("CA-7.3")
def test_of_two_alike_one_breaks_and_he_has_the_other_in_hand() -> None:
    battle = field_of("red men: al dagger javelin javelin 10,20; bo 30,30", "blue foes: ed 10,15; flo 40,5")
    change(battle, "al", weapon="javelin")
    turn_of(battle, "al", "shoot", 1, 1)
    assert (one(battle, "al").weapons, one(battle, "al").weapon) == (("dagger", "javelin"), "javelin")


@rule("CA-3.1")
@pytest.mark.parametrize(("had", "spare", "has"), [(False, False, False), (True, False, True), (True, True, False)])
def test_to_mount_ones_own_horse_neither_gives_nor_takes_a_spare_one(had: bool, spare: bool, has: bool) -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,5")
    change(battle, "al", spare=had, horse=not spare)
    battle.record(Saddled("al", one(battle, "al").place, spare=spare))
    assert (one(battle, "al").mounted, one(battle, "al").spare) == (True, has)


@rule("CA-5.13", "CA-6.14")
def test_who_fell_and_had_just_a_scratch_has_no_advantage_any_more() -> None:
    battle = pair(morale=False)
    battle.notes.advantages = (("al", "ed"),)
    battle.record(Acts("ed", 1, 1, 0))
    hurt(battle, Script(battle), one(battle, "al"), Gash(6, 6, 6, "", "killed"), Dealt("ed", 4, 4))
    battle.record(Done("ed"))
    event(battle, 85, "al")
    battle.record(Acts("al", 1, 1, 0))
    assert not battle.notes.advantages
