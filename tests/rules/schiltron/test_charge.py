"""SC-3.4 Charging."""

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.schiltron.actions import action_request
from kktui.rules.schiltron.charge import charge_request, charge_targets, runs_up, way_in, why_not_charge
from kktui.rules.schiltron.figures import Battle
from kktui.rules.schiltron.movement import Pace, distance, pace_of
from kktui.table import Ground
from tests.drawn import DEFAULT, OPEN, Script, at, change, events, field, last, stretch
from tests.rules.schiltron.table import BOOK, drawn, man, phase, ranked, won_by
from tests.rules_shown import rule

KNIGHT = "red horse: al sergeant 10,30 long-mail lance mounted"
FOES = "blue foes: ed sergeant 10,14; flo 12,14"


@rule("SC-3.4")
def test_the_chart_of_charging() -> None:
    assert BOOK.chart("charge").rows == {
        "D6 added": 1,
        "mounted run-up, part of the move": 0.5,
        "run-up on foot": 2,
        "turns of rest": 1,
    }


@rule("SC-3.4")
def test_charging_adds_a_d6_to_the_move() -> None:
    battle = drawn(KNIGHT, FOES)
    pace = pace_of(battle, battle.units["horse"], charging=True)
    assert pace == Pace(12, 0, 1)
    assert distance(Script(battle, 4), pace).total == 16  # type: ignore[arg-type]


@rule("SC-3.4", "SC-2.1")
def test_both_sides_declare_their_charges_before_anybody_moves() -> None:
    battle = drawn(KNIGHT, FOES, "blue horse-too: gus sergeant 20,18 mounted")
    script = phase(battle, "Charge declaration", {"horse": "foes"}, {"horse-too": "hold"})
    assert [each.side for each in script.requests] == ["red", "blue"]
    assert [(each.unit, each.target) for each in events(battle, "ChargeDeclared")] == [("horse", "foes")]
    assert battle.units["horse"].charging == "foes"


@rule("SC-3.4")
def test_a_unit_may_charge_whom_the_best_of_dice_would_reach_and_it_sees() -> None:
    battle = drawn(KNIGHT, "blue foes: ed sergeant 10,10.6")
    assert [each.id for each in charge_targets(battle, battle.units["horse"])] == ["foes"]
    battle = drawn(KNIGHT, "blue foes: ed sergeant 10,10.4")
    assert charge_targets(battle, battle.units["horse"]) == []
    wood = field(stretch("woods", 0, 18, 48, 24))
    battle = drawn(KNIGHT, FOES, ground=wood)
    assert charge_targets(battle, battle.units["horse"]) == []
    assert not charge_request(battle, "red").parts


@rule("SC-3.4")
@pytest.mark.parametrize(
    ("foes", "ground", "asked"),
    [
        ("blue foes: ed sergeant 10,10.6", OPEN, True),
        ("blue foes: ed sergeant 10,10.4", OPEN, False),
        ("blue foes hidden: ed sergeant 10,13", OPEN, False),
        ("blue foes: ed sergeant 10,10.6", field(stretch("woods", 0, 18, 48, 24)), False),
    ],
)
def test_charges_are_declared_only_while_somebody_may_charge(foes: str, ground: Ground, asked: bool) -> None:
    battle = drawn(KNIGHT, foes, ground=ground)
    answers = [{"horse": "hold"}] if asked else []
    script = phase(battle, "Charge declaration", *answers)
    assert len(script.requests) == asked
    assert len(events(battle, "ChargesDeclared")) == asked


@rule("SC-3.4")
def test_a_charge_that_can_reach_contact_must() -> None:
    battle = drawn(KNIGHT, FOES)
    request = way_in(battle, battle.units["horse"], battle.units["foes"], 15)
    assert request.must_touch
    refused = settle(battle, request, {"path": [[10, 25]]})
    assert isinstance(refused, Refusal)
    short = way_in(battle, battle.units["horse"], battle.units["foes"], 13)
    assert not short.must_touch


@rule("SC-3.4")
def test_a_charge_that_comes_home_after_its_run_up_is_noted_and_then_rests() -> None:
    battle = won_by(drawn(KNIGHT, FOES), "red")
    change(battle, "horse", charging="foes")  # type: ignore[arg-type]
    phase(battle, "Movement", "first", 3, DEFAULT, "done")
    assert last(battle, "Charged").home == ("al",)
    assert man(battle, "al").charged
    assert man(battle, "al").winded == 2
    battle.turn = 2
    battle.memo.clear()
    change(battle, "al", pose=battle.figures["al"].place._replace(y=30.0))  # type: ignore[arg-type]
    battle.table.put("al", man(battle, "al").place, man(battle, "al").base)
    refused = why_not_charge(battle, battle.units["horse"])
    assert refused is not None
    assert "rest" in refused.reason
    battle.turn = 3
    battle.memo.clear()
    assert why_not_charge(battle, battle.units["horse"]) is None


@rule("SC-3.4")
def test_a_charge_that_falls_short_ends_where_the_die_carries_it_and_rests_too() -> None:
    battle = won_by(drawn(KNIGHT, FOES), "red")
    change(battle, "horse", charging="foes")  # type: ignore[arg-type]
    phase(battle, "Movement", "first", 1, DEFAULT, "foes", "hold")
    assert last(battle, "Charged").home == ()
    assert at(battle, "al") == (10, 17)
    assert not man(battle, "al").charged
    assert man(battle, "al").winded == 2


@rule("SC-3.4")
@pytest.mark.parametrize(
    ("words", "least"),
    [("mounted", 8), ("long-mail mounted", 6), ("plate limb-plate barded", 4), ("", 2), ("plate", 2)],
)
def test_the_run_up_is_half_the_move_mounted_and_two_inches_on_foot(words: str, least: float) -> None:
    battle = drawn(f"red horse: al sergeant 10,30 {words}", FOES)
    assert runs_up(battle, man(battle, "al"), least)
    assert not runs_up(battle, man(battle, "al"), least - 0.1)


@rule("SC-3.4")
def test_without_the_run_up_contact_is_no_charge() -> None:
    battle = won_by(drawn("red horse: al sergeant 10,20 long-mail mounted", FOES), "red")
    change(battle, "horse", charging="foes")  # type: ignore[arg-type]
    phase(battle, "Movement", "first", 1, DEFAULT, "done")
    assert last(battle, "Closed").figures == ("al",)
    assert last(battle, "Charged").home == ()


@rule("SC-3.4")
def test_the_men_of_a_charging_unit_press_home_within_their_own_reach() -> None:
    men = "red horse: al sergeant 10,30 long-mail mounted; bo 12,30 long-mail mounted; cy 14,30 long-mail mounted"
    battle = won_by(drawn(men, "blue foes: ed sergeant 10,16; flo 12,16; gus 14,16"), "red")
    change(battle, "horse", charging="foes")  # type: ignore[arg-type]
    phase(battle, "Movement", "first", 6, DEFAULT)
    assert set(last(battle, "Charged").home) == {"al", "bo", "cy"}


@rule("SC-3.4")
def test_a_charge_begun_on_rough_ground_has_only_the_die() -> None:
    battle = drawn(KNIGHT, FOES, ground=field(stretch("rough", 5, 25, 15, 35)))
    assert pace_of(battle, battle.units["horse"], charging=True) == Pace(0, 8)


@rule("SC-3.4")
def test_a_man_who_has_to_rest_stays_behind_when_his_unit_charges() -> None:
    battle = won_by(drawn(f"{KNIGHT}; bo 12,30 long-mail mounted", FOES), "red")
    change(battle, "horse", charging="foes")  # type: ignore[arg-type]
    change(battle, "bo", winded=1)  # type: ignore[arg-type]
    phase(battle, "Movement", "first", 6, DEFAULT, "done")
    assert last(battle, "Charged").figures == ("al",)
    assert (at(battle, "bo"), man(battle, "bo").winded) == ((12, 30), 1)


@rule("SC-3.4", "SC-2.1")
def test_a_hidden_unit_that_charges_shows_itself() -> None:
    battle = drawn(KNIGHT.replace("horse:", "horse hidden:"), FOES)
    phase(battle, "Charge declaration", {"horse": "foes"})
    assert not battle.units["horse"].hidden


@rule("SC-3.4")
def test_the_run_up_of_each_man_is_what_he_went_himself() -> None:
    men = "red horse: al sergeant 10,30 long-mail mounted; bo 10,20.5 long-mail mounted"
    battle = won_by(drawn(men, "blue foes: ed sergeant 10,16; flo 12,16"), "red")
    change(battle, "horse", charging="foes")  # type: ignore[arg-type]
    phase(battle, "Movement", "first", 6, [(12, 16)], {"bo": [10, 17.5, 0]})
    assert set(last(battle, "Closed").figures) == {"al", "bo"}
    assert last(battle, "Charged").home == ("al",)


@rule("SC-3.4")
def test_a_charge_goes_through_its_own_men_but_for_those_who_rest() -> None:
    battle = drawn("red horse: al sergeant 10,30 mounted; bo 10,26 mounted", FOES)
    ahead = (man(battle, "ed").place.at,)
    assert way_in(battle, battle.units["horse"], battle.units["foes"], 20).best == ahead
    change(battle, "bo", winded=1)  # type: ignore[arg-type]
    round_him = way_in(battle, battle.units["horse"], battle.units["foes"], 20)
    assert round_him.best not in ((), ahead)
    assert "bo" not in round_him.ignoring


@rule("SC-3.2", "SC-3.4")
def test_a_unit_that_moves_is_told_why_it_does_not_charge() -> None:
    def told(battle: Battle) -> tuple[str, str]:
        barred = {each.id: each.why for each in action_request(battle, battle.units["foot"]).barred}
        return barred["charge"].rule, barred["charge"].reason

    words = "red foot: " + "; ".join(f"m{i} {10 + 1.1 * i:.1f},30 spear" for i in range(6))
    battle = drawn(words, "blue foes: zed sergeant 12,18")
    assert told(battle) == ("SC-3.4", "charges are declared before anybody moves")
    change(battle, "m0", winded=1)  # type: ignore[arg-type]
    assert told(battle) == ("SC-3.4", "it has to rest this turn after a charge or after falling back")
    ranked(battle, "foot", "schiltron")
    assert told(battle) == ("SC-3.2", "a formation may not charge")
