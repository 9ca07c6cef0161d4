"""What a player is told before he decides: exact odds both ways, what is barred and why, the roster."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from kktui.engine.check import settle
from kktui.engine.requests import Refusal
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import modifiers
from kktui.rules.argad.melee import blow_request, fighters
from kktui.rules.argad.orders import order_request
from kktui.rules.argad.shooting import target_request
from tests.drawn import last
from tests.rules.argad.drawn import across, drawn, field, move, next_turn, patch, phase, place, to
from tests.rules_shown import rule


def test_a_shot_is_forecast_both_ways_with_its_modifiers() -> None:
    battle = drawn("red men: al longbow 20,60", "blue foes: cy short-bow a5 20,50")
    move(battle, {}, {})
    request = target_request(battle, "red")
    (shot,) = RULESET.forecast(battle, request, "al", "cy")
    assert shot.needs == "8 cm, D6, 5 or more"
    assert [(each.name, each.value) for each in shot.modifiers] == [("armour 5", -1)]
    assert shot.chances == {"kill": Fraction(1, 6), "miss": Fraction(5, 6)}
    assert shot.back is not None
    assert shot.back.chances["kill"] == Fraction(1, 3)
    assert RULESET.forecast(battle, request, "al", "hold") == ()


def test_a_blow_is_forecast_as_the_whole_exchange_both_ways() -> None:
    battle = drawn("red men: al c4 sword 20,40", "blue foes: cy c2 dagger 20,38; ed c2 dagger 22,40")
    request = blow_request(battle, "red", fighters(battle))
    (fight,) = RULESET.forecast(battle, request, "al", "cy")
    assert fight.chances["kill"] == Fraction(2, 3)
    assert fight.back is not None
    assert fight.back.chances["killed"] == Fraction(2, 3)
    assert ("their improvised weapon or class 2", 1) in [(each.name, each.value) for each in fight.modifiers]


def test_a_blow_over_a_friends_shoulder_is_forecast_without_a_reply() -> None:
    battle = drawn(
        "red men close-order: al c3 spear 20,40; bo c3 spear 20,42.2",
        "blue foes: cy c3 spear 19,38.27; ed c3 spear 21,38.27",
    )
    request = blow_request(battle, "red", fighters(battle))
    (fight,) = RULESET.forecast(battle, request, "bo", "cy")
    assert fight.chances == {"kill": Fraction(1, 2), "recoil": Fraction(1, 6), "nothing": Fraction(1, 3)}
    assert fight.back is None
    (front,) = RULESET.forecast(battle, request, "al", "cy")
    assert front.back is not None


def test_the_rings_are_his_move_and_the_ranges_of_his_weapon_in_inches() -> None:
    battle = drawn(
        "red men close-order: al spear 20,60; bo javelin spear 22.2,60; di sergeant longbow a4 60,60",
        "blue foes: cy war-horse a5 lance 80,20",
        rulings={"command": True},
    )

    def shown(who: str) -> dict[str, tuple[float, bool]]:
        return {ring.name: (round(ring.inches * 2.54, 6), ring.threat) for ring in RULESET.rings(battle, who)}

    assert shown("al") == {"close order": (12, True)}
    assert shown("bo") == {"close order": (12, True), "short range": (10, True), "middle range": (20, True)}
    assert shown("di") == {
        "move": (16, True),
        "short range": (20, True),
        "middle range": (40, True),
        "long range": (60, True),
        "command": (20, False),
    }
    assert shown("cy") == {"move": (32, True)}
    move(battle, {"di": to((60, 55))}, {})
    assert not shown("di")["long range"][1]


def test_a_charge_is_forecast_as_the_fight_it_leads_to() -> None:
    battle = drawn("red men: al c5 a5 war-horse lance 20,60", "blue foes: cy c3 20,38")
    (fight,) = RULESET.forecast(battle, order_request(battle, "red"), "al", to((20, 40)))
    assert [each.name for each in fight.modifiers] == [
        "cavalry against foot",
        "charging",
        "couched lance",
        "their against cavalry",
    ]
    assert fight.chances["kill"] == Fraction(5, 6)
    assert RULESET.forecast(battle, order_request(battle, "red"), "al", to((20, 50))) == ()


def test_a_move_over_hard_ground_is_forecast_by_the_slowing_dice() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 80,20", ground=field(patch("woods", 10, 20, 30, 55)))
    (way,) = RULESET.forecast(battle, order_request(battle, "red"), "al", to((20, 42)))
    assert way.chances["blocked"] == Fraction(1, 6)
    assert way.chances["17 cm"] == Fraction(1, 6)
    assert way.rule == "AR-3.3"
    assert "begins after 5" in way.needs


@rule("AR-3.3")
@pytest.mark.parametrize(
    ("horse", "edge", "goal"),
    [("none", 55, 53), ("none", 55, 41), ("none", 42, 40.5), ("nag", 42.5, 30), ("nag", 58, 30)],
)
def test_a_move_over_hard_ground_is_forecast_as_far_as_it_comes_by_every_throw(
    horse: str, edge: float, goal: float
) -> None:
    """Never short of where the hard ground begins, and no further than he is told to go."""
    dice = 1 if horse == "none" else 2
    came: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        battle = drawn(
            f"red men: al {horse} 20,60", "blue foes: cy 80,20", ground=field(patch("woods", 10, 0, 30, edge))
        )
        (way,) = RULESET.forecast(battle, order_request(battle, "red"), "al", to((20, goal)))
        move(battle, {"al": to((20, goal))}, {}, *faces)
        gone = 60 - place(battle, "al")[1]
        arrived = "all the way" if gone == 60 - goal else f"{gone:g} cm"
        came["blocked" if last(battle, "Slowed").blocked else arrived] += 1
    assert way.chances == {outcome: Fraction(count, 6**dice) for outcome, count in came.items()}


def test_a_refusal_names_the_rule_and_the_nearest_that_is_allowed() -> None:
    battle = drawn("red men: al 20,60", "blue foes: cy 80,20")
    request = order_request(battle, "red")
    refused = settle(battle, request, {"al": to((20, 30))})
    assert isinstance(refused, Refusal)
    assert refused.rule == "AR-3.1"
    assert not isinstance(settle(battle, request, refused.nearest), Refusal)


def test_the_roster_shows_what_the_sheet_knows_of_a_man() -> None:
    battle = drawn("red wall pavise-wall: al crossbow pavise a4 20,60; bo pavise spear 22.2,60", "blue foes: cy 20,50")
    move(battle, {}, {})
    phase(battle, "Shooting", {"al": "cy"}, 1)
    next_turn(battle)
    shown = {gauge.name: gauge.value for gauge in RULESET.gauges(battle, "al")}
    assert shown["class"] == 3
    assert (shown["armour"], shown["move"], shown["to load"]) == (4, "16 cm", 1)
    assert (shown["shoots"], shown["pavise"], shown["in close order"]) == ("crossbow", "yes", "yes")
    assert {gauge.name: gauge.value for gauge in RULESET.gauges(battle, "wall")}["formation"] == "pavise wall"


@rule("AR-5.1", "AR-1.3")
def test_a_move_upon_ranks_is_forecast_with_their_weapons_at_full_length() -> None:
    battle = drawn("red men: al c3 staff 20,44", "blue foes close-order: cy c3 spear 20,38; ed c3 spear 22.2,38")
    (fight,) = RULESET.forecast(battle, order_request(battle, "red"), "al", to((20, 40)))
    assert fight.chances["killed"] == Fraction(1, 2)
    assert "kill, thrown back" not in fight.chances


@rule("AR-4.3", "AR-4.5")
def test_the_shot_in_return_is_at_a_man_who_shoots_himself() -> None:
    slinger = drawn("red men: al sling 20,60", "blue foes: cy longbow 20,50", ground=field(across("low-wall", 58)))
    wall = drawn("red men pavise-wall: al crossbow pavise a4 20,60; bo pavise 22.2,60", "blue foes: cy longbow 20,50")
    for battle, wanted in ((slinger, []), (wall, [("pavise", -1)])):
        move(battle, {}, {})
        (shot,) = RULESET.forecast(battle, target_request(battle, "red"), "al", "cy")
        assert shot.back is not None
        assert [(each.name, each.value) for each in shot.back.modifiers] == wanted


@rule("AR-6.1")
@pytest.mark.parametrize(("officer", "bonus"), [("41,40", True), ("41,60", False)])
def test_a_fight_is_forecast_with_officers_as_near_as_they_will_be_there(officer: str, bonus: bool) -> None:
    units = (f"red men: al c3 two-handed-axe 20,60; bo sergeant {officer}", "blue foes: cy c3 20,42")
    battle = drawn(*units, rulings={"command": True})
    (fight,) = RULESET.forecast(battle, order_request(battle, "red"), "al", to((20, 44)))
    assert ("heavy weapon in both hands" in [each.name for each in fight.modifiers]) is bonus
    move(battle, {"al": to((20, 44))}, {})
    al, cy = (battle.figures[each] for each in ("al", "cy"))
    assert bool(modifiers(battle, al, cy)) is bonus


@rule("AR-5.5")
def test_who_only_steps_aside_before_a_foe_is_not_forecast_to_come_upon_him() -> None:
    battle = drawn("red men: al 20,41.05", "blue foes: cy 20,30", ground=field(across("low-wall", 40)))
    move(battle, {}, {"cy": to((20, 39.4))})
    next_turn(battle)
    aside = to((21.5, 42), (20.9, 40.3))
    (fight,) = RULESET.forecast(battle, order_request(battle, "red"), "al", aside)
    move(battle, {"al": aside}, {})
    al, cy = (battle.figures[each] for each in ("al", "cy"))
    assert [each.name for each in modifiers(battle, al, cy)] == ["foe attacks across an obstacle"]
    assert [each.name for each in fight.modifiers] == ["foe attacks across an obstacle"]
