"""Odds before a deed are the odds after it."""

from typing import Any

import pytest

from kktui.engine.odds import odds
from kktui.engine.ruleset import Forecast
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.events_round import RoundBegan
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.wounds import table_of, wound
from tests.drawn import DEFAULT, change, last
from tests.rules.camelot.table import camelot, one, turn_of
from tests.rules.camelot.test_interactions import QUIET, named
from tests.rules.camelot.test_melee_events import event as melee_event
from tests.rules.camelot.test_melee_events import pair
from tests.rules_shown import rule


def odds_of(battle: Battle, figure: str, deed: str) -> Forecast:
    """What the odds say of a deed before it is done."""
    battle.record(Acts(figure, 1, 1, 0))
    request = act_request(battle, one(battle, figure))
    return RULESET.forecast(battle, request, "", deed)[0]


@rule("CA-4.6")
def test_who_charges_reckons_with_the_friend_who_is_there_already() -> None:
    battle = camelot("red knights: al 10,24; bo 10,19", "blue foes: ed 10,20", rulings=QUIET)
    assert named(odds_of(battle, "al", "charge"))["their outnumbered"] == 1
    turn_of(battle, "al", "charge", DEFAULT, "attack", 2, 6)
    assert {each.name: each.value for each in last(battle, "Struck").target_modifiers}["outnumbered"] == -1


@rule("CA-4.1")
@pytest.mark.parametrize(("y", "force"), [(27.5, 6), (25.5, 4)])
def test_the_odds_of_a_charge_know_whether_the_lance_has_its_run(y: float, force: int) -> None:
    battle = camelot(f"red knights: al mounted lance 10,{y}", "blue foes: ed tough=9 10,20", rulings=QUIET)
    forecast = odds_of(battle, "al", "charge")
    assert named(forecast)["STR"] == force
    turn_of(battle, "al", "charge", DEFAULT, "attack", 5, 3, 2, 3)
    assert last(battle, "Wounded").strength == force


@rule("CA-4.1", "CA-8.1")
def test_the_odds_do_not_speak_of_strength_where_by_ruling_it_does_not_tell() -> None:
    words = ("red knights: al 10,20", "blue foes: ed 10,19")
    assert {"STR": 4, "their TOUGH": -3}.items() <= named(odds_of(camelot(*words), "al", "attack")).items()
    plain = named(odds_of(camelot(*words, rulings={"wound-row": "die"}), "al", "attack"))
    assert list(plain) == ["ATT", "their DEF"]


@rule("CA-4.1")
def test_who_is_charged_strikes_back_without_a_run() -> None:
    battle = camelot("red knights: al mounted lance 10,28", "blue foes: ed mounted lance 10,20", rulings=QUIET)
    forecast = odds_of(battle, "al", "charge")
    assert forecast.back is not None
    assert (named(forecast)["STR"], named(forecast.back)["STR"]) == (6, 4)


@rule("CA-4.1", "CA-4.4")
@pytest.mark.parametrize(("done", "force"), [(False, 6), (True, 4)])
def test_who_strikes_back_and_slips_runs_on_the_lance_while_its_round_lasts(done: bool, force: int) -> None:
    battle = camelot("red knights: al mounted lance 10,28", "blue foes: ed tough=7 10,20; flo 40,5", rulings=QUIET)
    change(battle, "ed", done=done)
    back = odds_of(battle, "al", "charge").back
    assert back is not None
    turn_of(battle, "al", "charge", DEFAULT, "attack", 2, 6)
    if done:
        battle.record(RoundBegan(2))
    turn_of(battle, "ed", "attack", 1, 6, 1, 2)
    wounded = last(battle, "Wounded")
    assert (wounded.figure, wounded.strength) == ("ed", force)
    cuts = odds(lambda ask: wound(ask, table_of(battle.book), force - wounded.toughness).result)
    assert {word: 36 * back.chances.get(f"himself: {word}", 0) for word in cuts} == {
        word: 5 * share for word, share in cuts.items()
    }


@rule("CA-4.6")
def test_the_blow_back_is_at_one_whom_all_he_came_upon_stand_against() -> None:
    battle = camelot("red knights: al 10,24", "blue foes: ed 10,20; flo 11,21", rulings=QUIET)
    battle.record(Acts("al", 1, 1, 0))
    forecasts = RULESET.forecast(battle, act_request(battle, one(battle, "al")), "", "charge")
    back = next(each.back for each in forecasts if each.title == "{al} charges {ed}")
    assert back is not None
    turn_of(battle, "al", "charge", "ed", DEFAULT, "attack", "ed", 2, 6)
    turn_of(battle, "ed", "attack", 2, 6)
    told = {each.name: each.value for each in last(battle, "Struck").target_modifiers}
    assert named(back)["their outnumbered"] == -told["outnumbered"] == 1


@rule("CA-9.1")
def test_there_is_no_free_attack_in_the_odds_of_one_who_may_not_make_it() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19", rulings=QUIET)
    change(battle, "ed", tried=True)
    assert odds_of(battle, "al", "break-off").back is None


@rule("CA-6.2", "CA-6.11", "CA-8.6", "CA-9.1")
@pytest.mark.parametrize(
    ("facts", "answers"),
    [
        ({}, True),
        ({"stunned": 1}, False),
        ({"stunned": 1, "done": True}, False),
        ({"confused": True}, False),
        ({"fumbled": True}, False),
        ({"tried": True}, False),
        ({"tried": True, "done": True}, True),
        ({"down": True}, True),
    ],
)
def test_there_is_no_blow_or_shot_back_in_the_odds_of_one_whose_next_turn_is_lost(
    facts: dict[str, Any], answers: bool
) -> None:
    touching = camelot("red knights: al 10,20", "blue foes: ed 10,19", rulings=QUIET)
    apart = camelot("red bows: al longbow 10,30", "blue bows: ed longbow 10,20", rulings=QUIET)
    change(touching, "ed", **facts)
    change(apart, "ed", **facts)
    assert (odds_of(touching, "al", "attack").back is not None) is answers
    assert (odds_of(apart, "al", "shoot").back is not None) is answers


@rule("CA-4.1")
def test_a_lance_tells_no_longer_than_the_round_of_the_charge() -> None:
    battle = camelot("red knights: al mounted lance 10,27", "blue foes: ed tough=9 10,20", rulings=QUIET)
    turn_of(battle, "al", "charge", DEFAULT, "attack", 2, 6)
    battle.record(RoundBegan(2))
    turn_of(battle, "ed", "attack", 1, 6, 2, 3)
    assert last(battle, "Wounded").strength == 4


@rule("CA-9.1")
def test_there_are_no_odds_against_one_who_holds_nobody() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19; flo 11,20", rulings=QUIET)
    change(battle, "ed", down=True)
    battle.record(Acts("al", 1, 1, 0))
    request = act_request(battle, one(battle, "al"))
    titles = [each.title for each in RULESET.forecast(battle, request, "", "break-off")]
    assert titles == ["{al} breaks off from {flo}"]


@rule("CA-5.4")
def test_asking_the_dwarf_has_odds() -> None:
    battle = pair("dagger axe sword luck=4", party="; dw dwarf 30,30")
    script = melee_event(battle, 4, 1, "axe")
    request = script.requests[0]
    (forecast,) = RULESET.forecast(battle, request, "", "dwarf")
    assert (float(forecast.chances["luck"]), forecast.needs) == (pytest.approx(4 / 6), "D6, 4 or less")
