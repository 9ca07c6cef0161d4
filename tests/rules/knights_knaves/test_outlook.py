"""What the faces are told: forecasts, advice, gauges."""

from fractions import Fraction

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Choose, Plan, Refusal, Request
from kktui.engine.ruleset import Forecast
from kktui.engine.scenario import StandingOrder
from kktui.rules.knights_knaves import RULESET
from kktui.rules.knights_knaves.action import chits_request
from kktui.rules.knights_knaves.charging import declare_plan
from kktui.rules.knights_knaves.command import order_request, signal_request
from kktui.rules.knights_knaves.figures import Battle, foes_at_hand
from kktui.rules.knights_knaves.gaits import move_request
from kktui.rules.knights_knaves.melee import opponent_request
from kktui.rules.knights_knaves.shooting import targets_request
from kktui.rules.knights_knaves.tactics import goal_of, keeps_behind
from tests.rules.knights_knaves.field import (
    Says,
    across,
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


def forecasts(battle: Battle, request: Request, key: str = "", answer: str = "") -> list[dict[str, Fraction]]:
    found = RULESET.forecast(battle, request, key, answer)
    for each in found:
        assert sum(each.chances.values()) == 1
        assert each.rule in RULESET.book.rules
        assert all(outcome in RULESET.book.words["outcome"] for outcome in each.chances)
    return [dict(each.chances) for each in found]


def advised(battle: Battle, request: Request) -> dict[str, str]:
    advice = RULESET.advise(battle, request)
    assert not isinstance(settle(battle, request, advice), Refusal)
    return dict(advice) if isinstance(advice, dict) else {"": advice}


def charge_told(battle: Battle, answer: str) -> Forecast:
    """What is told of a charge of al when he declares it."""
    ordered(commanded(battle, "al"), al="charge")
    (told,) = RULESET.forecast(battle, declare_plan(battle, "red", [man(battle, "al")]), "al", answer)
    return told


@rule("KK-7.4", "KK-7.5")
def test_a_shot_is_forecast_with_its_modifiers_and_the_shot_in_return() -> None:
    battle = drawn("red bows: al lord longbow 20,30", "blue bows: bo lord short-bow large 20,20")
    ordered(commanded(battle, "al"), al="shoot")
    (told,) = RULESET.forecast(battle, targets_request(battle, "red"), "al", "bo")
    assert [each.name for each in told.modifiers] == ["large shield"]
    assert told.chances["miss"] == Fraction(3, 10)
    assert told.needs == "skill 1, column 12: 4 or more on D10"
    assert told.back is not None
    assert sum(told.back.chances.values()) == 1
    assert forecasts(battle, targets_request(battle, "red"), "al", "hold") == []


@rule("KK-7.3")
def test_a_shot_that_cannot_hit_is_forecast_as_an_automatic_miss() -> None:
    battle = drawn("red bows: al lord shooting=1 longbow 20,46", "blue foes: bo pavise 20,26")
    ordered(commanded(battle, "al"), al="shoot")
    (told,) = RULESET.forecast(battle, targets_request(battle, "red"), "al", "bo")
    assert (told.needs, dict(told.chances)) == ("skill -5, column 20: an automatic miss", {"miss": Fraction(1)})


@rule("KK-3.4", "KK-3.7", "KK-8.6")
def test_a_charge_is_forecast_from_the_courage_of_both_to_the_blow() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse lance steel", "blue foes: bo sergeant 20,15 spear")
    ordered(commanded(battle, "al"), al="charge")
    plan = declare_plan(battle, "red", [man(battle, "al")])
    (gallop,) = forecasts(battle, plan, "al", "bo:gallop")
    (canter,) = forecasts(battle, plan, "al", "bo:canter")
    assert gallop["dares not charge"] == Fraction(2, 10)
    assert gallop["they run"] == Fraction(8, 10) * Fraction(4, 10)
    assert gallop["disabled"] > canter["disabled"]
    assert advised(battle, plan) == {"al": "bo:gallop"}


@rule("KK-6.2")
def test_before_the_chits_are_turned_a_charge_on_a_wounded_horse_is_forecast_with_its_panic() -> None:
    battle = commanded(drawn("red horse: al lord 20,30 war-horse lance", "blue foes: bo sergeant 20,15"), "al")
    chits = chits_request(battle, "red")
    sound, *_ = forecasts(battle, chits, "al", "charge")
    assert "horse charges" not in sound
    change(battle, "al", horse_stamina=8)
    (gallop, *_) = forecasts(battle, chits, "al", "charge")
    assert gallop.pop("horse charges") == Fraction(2, 10)
    assert gallop == {outcome: Fraction(8, 10) * chance for outcome, chance in sound.items()}
    declared = declare_plan(ordered(battle, al="charge"), "red", [man(battle, "al")])
    assert not any("horse" in key for key in forecasts(battle, declared, "al", "bo:canter")[0])


@rule("KK-3.1", "KK-3.7", "KK-3.11")
@pytest.mark.parametrize(("facts", "runs"), [({}, True), ({"stunned": 2}, False)])
def test_of_one_who_runs_already_no_check_is_forecast_only_that_he_runs_on(facts: dict[str, int], runs: bool) -> None:
    battle = drawn("red horse: al lord 20,30 war-horse lance", "blue foes: bo sergeant 20,18; cy lord 40,3")
    change(battle, "bo", routing=True, **facts)
    told = charge_told(battle, "bo:canter")
    assert (told.chances == {"they run": 1}, told.back is None) == (runs, runs)
    assert runs or "they run" not in told.chances
    run(battle, "Movement", Says(battle, usual=1, declarations={"al": "bo:canter"}))
    assert events(battle, "Checked") == []
    assert (foes_at_hand(battle, man(battle, "bo")) == []) == runs


@rule("KK-3.4", "KK-3.7")
def test_where_the_checks_are_rolled_twice_both_are_forecast_to_pass_both() -> None:
    units = ("red horse: al lord 20,30 war-horse lance", "blue foes: bo sergeant 20,15 spear")
    told = charge_told(drawn(*units, rulings={"charge-checks": "twice"}), "bo:gallop")
    assert told.chances["dares not charge"] == 1 - Fraction(8, 10) ** 2
    assert told.chances["they run"] == Fraction(8, 10) ** 2 * (1 - Fraction(6, 10) ** 2)


@rule("KK-8.5")
@pytest.mark.parametrize(("top", "bottom", "which"), [(26, 40, []), (10, 20, []), (10, 16, ["their"])])
def test_a_charge_is_forecast_on_the_ground_where_it_comes_home(top: int, bottom: int, which: list[str]) -> None:
    hill = field(stretch("slope", 0, top, 48, bottom))
    battle = drawn("red foot: al lord 20,30 sword", "blue foes: bo sergeant 20,15 sword", ground=hill)
    ordered(commanded(battle, "al"), al="charge")
    plan = declare_plan(battle, "red", [man(battle, "al")])
    (told,) = RULESET.forecast(battle, plan, "al", "bo:run")
    assert [each.name.split()[0] for each in told.modifiers if "up-slope" in each.name] == which


@rule("KK-6.8", "KK-6.6")
def test_a_charge_that_a_wall_or_a_friend_stops_is_forecast_to_fall_short() -> None:
    units = ("red horse: al lord 20,30 war-horse lance; ed 20,24 war-horse", "blue foes: bo sergeant 20,15")
    told = charge_told(drawn(*units), "bo:gallop")
    assert (set(told.chances), told.rule, told.back) == ({"they run", "falls short"}, "KK-6.8", None)
    walled = drawn("red foot: al lord 20,30", "blue foes: bo sergeant 20,22", ground=field(across("low-wall", 26)))
    assert charge_told(walled, "bo:run").chances == {"falls short": 1}


@rule("KK-6.8")
def test_a_charge_is_forecast_upon_whoever_stands_in_its_way() -> None:
    battle = drawn("red foot: al lord 20,30", "blue foes: bo sergeant 20,15; cy 20,22 large")
    told = charge_told(battle, "bo:run")
    assert told.title == "{al} charges {bo}, but comes upon {cy} first"
    assert "opponent has a large shield" in [each.name for each in told.modifiers]
    assert charge_told(battle, "cy:run").title == "{al} charges {cy}"


@rule("KK-6.8", "KK-3.7")
def test_who_stands_in_the_way_of_a_charge_is_come_upon_though_the_foe_behind_him_runs() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse lance", "blue foes: bo 20,15; cy 20,22; dux lord 40,4")
    assert "they run" not in charge_told(battle, "bo:gallop").chances
    run(battle, "Movement", Says(battle, {"morale, charged": 10}, usual=5, declarations={"al": "bo:gallop"}))
    assert man(battle, "bo").routing
    assert last(battle, "ChargedHome").foes == ("cy",)


@rule("KK-8.5", "KK-6.8")
def test_a_charge_is_forecast_where_its_way_round_a_friend_ends() -> None:
    wood = field(stretch("woods", 0, 0, 20, 48))
    battle = drawn("red foot: al lord 19.9,20.5; ed 19.1,19.2", "blue foes: bo sergeant 19.9,17.5", ground=wood)
    told = charge_told(battle, "bo:run")
    run(battle, "Movement", Says(battle, usual=1, declarations={"al": "bo:run"}))
    run(battle, "Melee", Says(battle, usual=5))
    fought = next(each for each in events(battle, "Struck") if each.figure == "al")
    assert [each.name for each in told.modifiers] == [
        *(each.name for each in fought.modifiers),
        *(f"their {each.name}" for each in fought.foe_modifiers),
    ]
    assert not any("restricted" in each.name for each in fought.modifiers)


@rule("KK-8.5", "KK-8.7", "KK-8.9")
def test_the_foe_fights_back_against_a_rider_who_has_come_at_the_gallop() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse sword", "blue foes: bo sergeant 20,15 spear")
    ordered(commanded(battle, "al"), al="charge")
    (told,) = RULESET.forecast(battle, declare_plan(battle, "red", [man(battle, "al")]), "al", "bo:gallop")
    back, home = told.back, 1 - told.chances["dares not charge"] - told.chances["they run"]
    assert back is not None
    assert ("their fatigue", 1) in [(each.name, each.value) for each in back.modifiers]
    for outcome in ("disabled", "wounded", "unhurt", "thrown down"):
        assert back.chances[outcome] * home == told.chances[f"{outcome} himself"]


@rule("KK-8.6")
def test_a_pairing_is_forecast_both_ways() -> None:
    battle = drawn("red foot: al knight 20,20 mace steel", "blue foes: bo 20,19 sword; cy peasant 21,20 farm-tool")
    plan = Plan("red", "opponents", "red", {"al": opponent_request(battle, man(battle, "al"), ["bo", "cy"])}, "KK-8.1")
    (bo,) = forecasts(battle, plan, "al", "bo")
    (cy,) = forecasts(battle, plan, "al", "cy")
    assert cy["disabled"] > bo["disabled"]
    assert "unhurt himself" in bo
    assert "wounded himself" not in bo
    assert advised(battle, plan)["al"] == "bo"


def test_chits_are_forecast_by_what_they_lead_to_and_advised_sensibly() -> None:
    battle = drawn(
        "red host: al lord 20,30 mace steel; bo longbow 22,30; cy longbow dagger 24,30",
        "blue foes: zed sergeant 20,26; yan peasant 30,10",
    )
    commanded(battle, "al", "bo", "cy")
    change(battle, "cy", empty=True)
    plan = chits_request(battle, "red")
    assert forecasts(battle, plan, "al", "charge")
    assert forecasts(battle, plan, "bo", "shoot")
    assert forecasts(battle, plan, "bo", "full") == []
    assert advised(battle, plan) == {"al": "charge", "bo": "shoot", "cy": "swap:dagger"}


def test_a_wall_between_is_crossed_and_who_is_to_defend_waits() -> None:
    battle = drawn(
        "red host: bo lord 30,40; al knight 20,30.5 mace",
        "red hold until-defend-turn-9-attack: cy sergeant 22,40; di 24,40",
        "blue foes: zed sergeant 20,10",
        ground=field(across("low-wall", 30)),
    )
    commanded(battle, "al", "bo", "cy", "di")
    chits = advised(battle, chits_request(battle, "red"))
    assert (chits["cy"], chits["di"], chits["al"]) == ("hold", "hold", "cross")


def test_the_signal_and_the_standing_orders_are_forecast_and_advised() -> None:
    battle = drawn(
        "red lord: dux lord 10,40",
        "red foot until-defend-signal-0-attack: al sergeant 40,40",
        "blue foes: zed sergeant 40,30",
    )
    request = signal_request("red")
    assert forecasts(battle, request, "", "signal") == [{"heeded": Fraction(7, 10), "missed": Fraction(3, 10)}]
    assert forecasts(battle, request, "", "wait") == []
    assert advised(battle, request) == {"": "signal"}
    assert advised(battle, order_request(battle, "red")) == {}
    change(battle, "al", stunned=2)
    assert forecasts(battle, request, "", "signal") == []


@pytest.mark.parametrize(
    ("facts", "name"),
    [
        ({"tired": 1}, "fatigue"),
        ({"routing": True}, "morale broken"),
        ({"stunned": 2}, "stunned"),
        ({"empty": True}, "ammunition"),
        ({"order": "full"}, "order"),
    ],
)
def test_the_roster_tells_what_troubles_a_man(facts: dict[str, object], name: str) -> None:
    battle = drawn("red horse: al knight 20,30 war-horse large", "blue foes: zed sergeant 20,10")
    assert name not in [gauge.name for gauge in RULESET.gauges(battle, "al")]
    change(battle, "al", **facts)
    told = RULESET.gauges(battle, "al")
    assert name in [gauge.name for gauge in told]
    assert all(gauge.rule in RULESET.book.rules for gauge in (*told, *RULESET.gauges(battle, "horse")))


def test_what_is_closed_is_refused_with_its_rule_and_the_nearest_that_is_open() -> None:
    battle = commanded(drawn("red horse: al lord 20,30 nag", "blue foes: zed sergeant 20,1"), "al")
    refused = settle(battle, chits_request(battle, "red"), {"al": "run"})
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.nearest) == ("KK-6.3", {"al": "full"})
    part = chits_request(battle, "red").parts["al"]
    assert isinstance(part, Choose)
    assert part.options[0].id == "hold"


# Rings.


def rings(battle: Battle, who: str) -> dict[str, tuple[float, bool]]:
    found = RULESET.rings(battle, who)
    assert all(each.rule in RULESET.book.rules for each in found)
    return {each.name: (each.inches, each.threat) for each in found}


@rule("KK-4.1", "KK-6.3")
def test_round_a_lord_is_his_word_and_round_a_rider_how_far_he_charges() -> None:
    battle = drawn("red horse: al lord 20,30 war-horse lance; bo 24,30 nag", "blue foes: zed 20,4")
    assert rings(battle, "al") == {"command": (5, False), "charge, gallop": (24, True), "charge, canter": (16, False)}
    change(battle, "bo", tired=1)
    assert rings(battle, "bo") == {"charge, canter": (15, True)}
    change(battle, "al", stunned=1)
    assert rings(battle, "al") == {}


@rule("KK-6.5", "KK-7.3", "KK-7.5", "KK-7.7")
def test_round_a_shooter_are_the_bands_of_damage_and_his_reach() -> None:
    battle = drawn("red bows: al longbow 20,30; bo handgun 24,30; cy javelin 28,30", "blue foes: zed 20,4")
    charge = {"charge, run": (20, True), "charge, walk": (10, False)}
    bands = {"shot, 3D10 within": (6, False), "shot, 2D10 within": (20, False)}
    assert rings(battle, "al") == {"command": (5, False), **bands, "shot at most": (72, True), **charge}
    assert rings(battle, "bo") == {**bands, "shot at most": (44, True), **charge}
    assert rings(battle, "cy") == {"shot, 3D10 within": (6, False), "shot at most": (12, True), **charge}
    change(battle, "al", empty=True)
    assert rings(battle, "al")["shot at most"] == (72, False)
    house = {"chart": {"shooting-damage": {"less than 6 inches": 4}}}
    hard = drawn("red bows: al longbow 20,30", "blue foes: zed 20,4", rulings=house)
    assert rings(hard, "al")["shot, 4D10 within"] == (6, False)


# A sensible soldier.


@rule("KK-7.4")
def test_archers_do_not_all_shoot_at_the_same_man() -> None:
    bows, foes = "red bows: al lord longbow 20,30; bo longbow 22,30", "blue foes: zed 20,20; yan 22,20"
    battle = drawn(bows, foes, rulings={"stand-in": "nobody"})
    ordered(commanded(battle, "al", "bo"), al="shoot", bo="shoot")
    advice = advised(battle, targets_request(battle, "red"))
    assert set(advice.values()) == {"zed", "yan"}


@rule("KK-4.1")
def test_a_lord_goes_along_when_the_leaders_in_his_reach_go_on() -> None:
    for orders, chit in ((None, "full"), (StandingOrder("defend", "turn", 9, "attack"), "hold")):
        battle = drawn("red lord: dux lord 20,44", "red foot: al sergeant 20,42; bo 22,42", "blue foes: zed 24,3")
        commanded(battle, "dux", "al", "bo")
        change(battle, "foot", orders=orders)
        advice = advised(battle, chits_request(battle, "red"))
        assert (advice["al"], advice["dux"]) == (chit, chit)


@rule("KK-6.8")
def test_nobody_charges_whom_a_friend_before_him_keeps_him_from() -> None:
    for friend, chit in (("40,40", "charge"), ("20,28.9", "full")):
        battle = drawn(
            f"red horse: al sergeant 20,31 riding-horse mace; bo {friend}", "red lord: dux lord 4,40",
            "blue foes: zed peasant 20,20 farm-tool",
        )  # fmt: skip
        commanded(battle, "al")
        advice = advised(battle, chits_request(battle, "red"))
        assert advice == {"al": chit}


@rule("KK-6.4")
def test_a_rider_held_by_a_friend_bears_off_instead_of_standing() -> None:
    battle = drawn("red horse: al knight 20,40 war-horse; bo 20,36.5 war-horse", "blue foes: zed 20,3")
    ordered(commanded(battle, "al"), al="full")
    request = move_request(battle, man(battle, "al"), "full")
    advice = RULESET.advise(battle, request)
    walk = settle(battle, request, advice)
    assert not isinstance(walk, Refusal)
    assert walk.end.y < 30


@rule("KK-1.5")
def test_a_lord_with_men_of_his_own_leads_them_and_one_without_keeps_behind_the_others() -> None:
    own = drawn("red foot: al lord 20,40; bo 22,40", "red more: cy sergeant 26,44", "blue foes: zed 20,3")
    alone = drawn("red foot: al lord 20,40", "red more: cy sergeant 26,44; bo 22,40", "blue foes: zed 20,3")
    assert (keeps_behind(own, man(own, "al")), keeps_behind(alone, man(alone, "al"))) == (False, True)
    goals = [goal_of(battle, man(battle, "al")) for battle in (own, alone)]
    assert [goal is not None and goal.y < 10 for goal in goals] == [True, False]
