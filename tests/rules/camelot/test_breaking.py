"""CA-9 Breaking from combat."""

from typing import Any

import pytest

from kktui.rules.camelot.acting import act_request
from kktui.rules.camelot.breaking import escape
from kktui.rules.camelot.events import Acts
from kktui.rules.camelot.figures import Battle
from tests.drawn import Script, at, change, events, last
from tests.rules.camelot.table import camelot, one, turn_of
from tests.rules_shown import rule


def pair(al: str = "", ed: str = "", **rulings: object) -> Battle:
    quiet = {"melee-events": False, **rulings}
    return camelot(f"red knights: al 10,20 {al}", f"blue foes: ed 10,19 {ed}", rulings=quiet)


@rule("CA-9.1")
@pytest.mark.parametrize(
    ("dice", "outcome"), [((4, 4), "caught"), ((5, 4), "away"), ((3, 4), "caught"), ((6, 1), "away")]
)
def test_a_tie_or_more_catches_him(dice: tuple[int, int], outcome: str) -> None:
    assert escape(Script(pair(), *dice), 3, 3).outcome == outcome


@rule("CA-9.1")
def test_who_gets_away_steps_clear_and_may_move() -> None:
    battle = pair("ini=5", "ini=4")
    turn_of(battle, "al", "break-off", "hold-him", 4, 4, "move", [(10, 27)])
    assert last(battle, "BreaksOff").outcome == "away"
    assert at(battle, "al") == (10, 27)


@rule("CA-9.1")
def test_who_is_caught_makes_no_attack_that_round() -> None:
    battle = pair()
    turn_of(battle, "al", "break-off", "hold-him", 3, 3)
    assert one(battle, "al").tried
    change(battle, "al", done=False)
    battle.record(Acts("al", 1, 1, 0))
    request = act_request(battle, one(battle, "al"))
    assert "attack" not in [option.id for option in request.options]
    assert next(each for each in request.barred if each.id == "attack").why.rule == "CA-9.1"


@rule("CA-9.1", "CA-8.3")
def test_initiative_counts_with_its_wounds() -> None:
    battle = pair("ini=5", "ini=3")
    change(battle, "al", wound="serious")
    turn_of(battle, "al", "break-off", "hold-him", 3, 3)
    assert [each.value for each in last(battle, "BreaksOff").modifiers] == [5, -2]
    assert last(battle, "BreaksOff").outcome == "caught"


@rule("CA-9.2")
@pytest.mark.parametrize(("die", "hits"), [(1, False), (2, True), (6, True)])
def test_or_he_is_let_go_for_a_free_attack_without_a_defence_roll(die: int, hits: bool) -> None:
    battle = pair()
    script = turn_of(battle, "al", "break-off", "let-go", die, *([1, 2] if hits else []), "move", [(10, 26)])
    assert "1d6 defence" not in script.asked
    assert bool(events(battle, "Wounded")) == hits
    assert last(battle, "FreeAttack").outcome == ("hit" if hits else "miss")
    assert at(battle, "al") == (10, 26)
    assert script.asked.count("1d6 wound") == (2 if hits else 0)


@rule("CA-9.2")
def test_who_falls_to_the_free_attack_does_not_get_away() -> None:
    battle = pair(morale=False)
    turn_of(battle, "al", "break-off", "let-go", 5, 6, 6)
    assert one(battle, "al").standing == "dead"
    assert not events(battle, "GotAway")


@rule("CA-9.1", "CA-9.2")
def test_every_enemy_who_touches_him_has_his_say() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19; flo 11,20", rulings={"melee-events": False})
    turn_of(battle, "al", "break-off", "hold-him", 6, 1, "let-go", 1)
    assert [type(e.event).__name__ for e in battle.log if type(e.event).__name__ in ("BreaksOff", "FreeAttack")] == [
        "BreaksOff",
        "FreeAttack",
    ]
    assert events(battle, "GotAway")


@rule("CA-9.1", "CA-6.2")
def test_one_who_is_confused_holds_nobody_and_has_no_free_attack() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19; flo 40,5")
    change(battle, "ed", confused=True)
    turn_of(battle, "al", "break-off")
    assert last(battle, "GotAway").figure == "al"


@rule("CA-9.1", "CA-5.7")
def test_who_makes_peace_with_him_on_the_way_out_holds_him_no_more() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19 virtue=1; flo 11,20 virtue=1")
    turn_of(battle, "al", "break-off", "let-go", 1, 7, "stop", 1, 1)
    assert len(events(battle, "Truce")) == 2
    assert last(battle, "GotAway").figure == "al"


@rule("CA-9.1", "CA-10.1")
@pytest.mark.parametrize("state", [{"down": True}, {"broken": True}, {"stunned": 1}, {"fumbled": True}])
def test_one_who_cannot_strike_holds_nobody(state: dict[str, Any]) -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19; flo 40,5", rulings={"melee-events": False})
    change(battle, "ed", **state)
    script = turn_of(battle, "al", "break-off", "move", [(10, 26)])
    assert "let-him-go" not in script.asked


@rule("CA-9.2", "CA-5.2")
def test_a_natural_one_of_the_free_attack_brings_a_melee_event() -> None:
    battle = pair(**{"melee-events": True})
    turn_of(battle, "al", "break-off", "let-go", 1, 2)
    assert last(battle, "MeleeEvent").figure == "al"
