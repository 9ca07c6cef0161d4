"""The odds the program gives are those of a second opinion that shares no line with it."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from kktui.engine.ask import Ask
from kktui.engine.game import Game, Setup
from kktui.engine.odds import odds, odds_of
from kktui.engine.requests import Choose, Option, Request
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.approach import most_inches, way_to
from kktui.rules.knights_sergeants.archery import Aim, aim_at, shoot
from kktui.rules.knights_sergeants.charge import charge_request, charge_targets
from kktui.rules.knights_sergeants.hits import effect
from kktui.rules.knights_sergeants.melee import Bout, pairing_request
from kktui.rules.knights_sergeants.morale import Nerve
from kktui.rules.knights_sergeants.movement import Pace, inches
from kktui.rules.knights_sergeants.odds import Onset, blow, flight, forecast, mood, onset, onset_of
from tests.battles import prepared
from tests.drawn import across, change, drawn, field
from tests.engine.fields import seats
from tests.oracle import knights_sergeants as oracle
from tests.rules_shown import rule

Chances = Mapping[str, Fraction]
SHOT = {"mount saved": "horse saved", "mount killed": "horse killed"}
AIMED = {
    "foot": "foot",
    "mounted": "mounted undeclared",
    "rider": "rider declared",
    "mount": "mount declared",
}
MOOD = {"steady": "pass", "shaken": "shaken", "retreating": "retreat"}
STRUCK = {"pushed": "attacker pushed", "unhorsed": "attacker unhorsed"}


def told(chances: Chances, words: Mapping[str, str]) -> dict[str, Fraction]:
    """The same chances in the words of the oracle."""
    return {words.get(outcome, outcome): chance for outcome, chance in chances.items()}


@rule("KS-6.1", "KS-6.3", "KS-6.4")
@pytest.mark.parametrize("at", AIMED)
def test_every_shot_has_the_odds_of_the_oracle(at: str) -> None:
    for bonus, armour, horse, worse in product(range(-5, 4), range(5), (0, 1), (0, 1)):
        ours = odds_of(flight, Aim(bonus, at, armour, horse, worse))
        unaimed = bonus + (at == "rider")  # the oracle takes the declared rider's point off itself
        theirs = oracle.shot(unaimed, armour, target=AIMED[at], horse_ar=horse, target_wounded=bool(worse))
        assert told(ours, SHOT) == theirs


@rule("KS-6.1", "KS-1.5")
def test_a_wounded_shooter_has_the_odds_of_the_oracle() -> None:
    battle = drawn("red bows: al sergeant 10,30 longbow; bo 12,30", "blue foes: ed sergeant 10,10; flo 12,10")
    change(battle, "al", hits=1, hurt="wound")
    aim, _ = aim_at(battle, battle.figures["al"], battle.figures["ed"], "foot")
    assert told(odds_of(flight, aim), SHOT) == oracle.shot(0, 0, shooter_wounded=True)


@rule("KS-7.1", "KS-7.2", "KS-7.3")
def test_every_blow_has_the_odds_of_the_oracle() -> None:
    grid = product(range(-5, 6), range(-5, 6, 5), range(5), (False, True), (False, True))
    for ours, theirs, armour, mounted, target_mounted in grid:
        chances = odds_of(blow, Bout(ours, theirs, armour, mounted, target_mounted))
        assert told(chances, STRUCK) == oracle.blow(
            ours, theirs, armour, attacker_mounted=mounted, defender_mounted=target_mounted
        )


@rule("KS-7.1", "KS-7.2")
@pytest.mark.parametrize(("net", "wins", "kills"), [(0, 45, (45, 45, 36, 28, 21)), (2, 64, (64, 64, 55, 45, 36))])
def test_the_melee_numbers_worked_out_from_the_sheet(net: int, wins: int, kills: tuple[int, ...]) -> None:
    for armour, percent in enumerate(kills):
        chances = odds_of(blow, Bout(net, 0, armour, False, False))
        assert chances["hit"] * 100 == percent
        assert (chances["hit"] + chances.get("push", Fraction(0))) * 100 == wins


@rule("KS-3.2", "KS-3.3")
def test_every_check_has_the_odds_of_the_oracle() -> None:
    for needs, wounded in product(range(-4, 15), (0, 1)):
        assert told(odds_of(mood, Nerve(needs, wounded)), MOOD) == oracle.morale(needs, 0, bool(wounded))
        retreating = told(odds_of(mood, Nerve(needs, wounded, True)), MOOD)
        assert retreating == oracle.broken_morale(needs, 0, bool(wounded))


@rule("KS-4.1", "KS-4.2", "KS-1.5")
def test_every_move_has_the_odds_of_the_oracle() -> None:
    for mounted, road, charging, wounded in product((False, True), repeat=4):
        ours = odds_of(inches, Pace(2 + mounted + charging, int(road), wounded))
        assert ours == oracle.move(3 if mounted else 2, charging, road, wounded)


PACES = (Pace(3, 0, False), Pace(4, 0, False), Pace(4, 0, True))
NERVES = (Nerve(4, 0), Nerve(8, 1), Nerve(10, 0))
BOUTS = (Bout(0, 0, 0, False, False), Bout(2, -1, 3, True, False), Bout(-1, 1, 4, False, True))


def check_of(nerve: Nerve) -> dict[str, Fraction]:
    return oracle.morale(nerve.needs, 0, bool(nerve.worse))


@rule("KS-5.1", "KS-5.2")
@pytest.mark.parametrize("needs", [0, 4, 9, 13, 18, 24, 25])
def test_every_charge_has_the_odds_of_the_oracle(needs: int) -> None:
    for own, theirs, pace, bout in product((None, *NERVES), NERVES, PACES, BOUTS):
        chances = odds_of(onset, Onset(own, theirs, pace, needs, bout))
        expected = oracle.onset(
            None if own is None else check_of(own),
            check_of(theirs),
            oracle.move(pace.dice - 1, True, False, pace.wounded),
            needs,
            oracle.blow(
                bout.bonus,
                bout.target_bonus,
                bout.armour,
                attacker_mounted=bout.mounted,
                defender_mounted=bout.target_mounted,
            ),
        )
        assert told(chances, STRUCK) == expected


@rule("KS-5.1")
def test_a_charge_is_judged_by_what_it_would_be_made_with() -> None:
    battle = drawn(
        "red lord: sir knight elite 10,32 mounted lance", "blue foes: ed sergeant 10,12; flo 12,12; gus 14,12"
    )
    ahead = onset_of(battle, battle.units["lord"], battle.units["foes"])
    assert ahead is not None
    assert (ahead.own, ahead.theirs) == (Nerve(10, 0), Nerve(8, 0))
    assert ahead.needs == 19
    assert ahead.bout.bonus == 3  # mounted, a knight, and his lance after 9 inches
    change(battle, "lord", tested=True)
    stale = onset_of(battle, battle.units["lord"], battle.units["foes"])
    battle.notes.up = "lord"
    fresh = onset_of(battle, battle.units["lord"], battle.units["foes"])
    assert stale is not None
    assert fresh is not None
    assert (stale.own, fresh.own) == (Nerve(10, 0), None)


@rule("KS-7.4")
def test_a_charge_from_nearby_is_judged_without_the_lance() -> None:
    battle = drawn("red lord: sir knight 10,22 mounted lance", "blue foes: ed sergeant 10,12; flo 12,12")
    near = onset_of(battle, battle.units["lord"], battle.units["foes"])
    assert near is not None
    assert near.needs == 9
    assert near.bout.bonus == 2


@rule("KS-7.4")
@pytest.mark.parametrize(("facing", "bonus"), [(0, 2), (90, 2), (270, 2)])
def test_a_lance_is_judged_by_the_run_of_a_horse_turned_to_the_foe(facing: int, bonus: int) -> None:
    battle = drawn(f"red lord: sir knight 10,22.2,{facing} mounted lance", "blue foes: ed sergeant 10,12; flo 12,2")
    near = onset_of(battle, battle.units["lord"], battle.units["foes"])
    assert near is not None
    assert (near.needs, near.bout.bonus) == (9, bonus)


@rule("KS-5.1")
def test_a_charge_at_those_one_fights_already_is_received_without_a_test() -> None:
    battle = drawn("red lord: sir knight 10,20", "blue foes: ed sergeant 10,19; flo 12,12; gus 14,12")
    change(battle, "foes", morale=2)
    chances = forecast(battle, charge_choice("lord", "foes"), "", "foes")[0].chances
    assert "they run" not in chances
    assert chances["hit"] > 0


def charge_choice(unit: str, target: str) -> Choose:
    return Choose("red", "charge-target", unit, (Option(target, target),), "KS-5.1")


@rule("KS-7.4")
@pytest.mark.parametrize(("third", "off"), [("12,21", []), ("11,20", [1]), ("10,19", [1])])
def test_a_fight_is_forecast_with_those_who_strike_at_the_same_foe(third: str, off: list[int]) -> None:
    battle = drawn(f"red foot: al sergeant 10,21; cy {third}", "blue foes: ed sergeant 10,20")
    pairs = pairing_request(battle, battle.units["foot"])
    (told,) = forecast(battle, pairs, "al", "ed")
    assert [each.value for each in told.modifiers if each.name == "their outnumbered"] == off
    assert told.back is not None
    assert "outnumbered" not in str(told.back.modifiers)


@rule("KS-1.4", "KS-1.5", "KS-6.3")
@pytest.mark.parametrize("rank", ["man", "sergeant", "knight"])
@pytest.mark.parametrize(("shots", "bonus", "armour"), [(1, 0, 0), (2, 1, 2), (3, 2, 3)])
def test_a_volley_has_the_odds_of_the_oracle(rank: str, shots: int, bonus: int, armour: int) -> None:
    def volley(ask: Ask) -> int:
        hits = 0
        for _ in range(shots):
            wounded = hits > 0 and effect(RULESET.book, rank, hits) == "wound"
            if hits == 0 or effect(RULESET.book, rank, hits) != "death":
                hits += shoot(ask, Aim(bonus, "foot", armour, 0, int(wounded))).outcome == "hit"
        return hits

    assert odds(volley) == oracle.volley(shots, bonus, armour, rank)


@rule("KS-5.2")
def test_a_charge_with_no_way_to_contact_is_forecast_to_fall_short() -> None:
    wall = field(across("low-wall", 15))
    battle = drawn("red lord: sir knight 10,20 mounted", "blue foes: ed sergeant 10,10; flo 12,10", ground=wall)
    (told,) = forecast(battle, charge_choice("lord", "foes"), "", "foes")
    assert told.needs == "no way to contact as far as the dice carry"
    assert set(told.chances) == {"dare not charge", "fall short"}


@rule("KS-5.2")
def test_a_charge_needs_the_inches_of_the_way_it_would_be_made_on() -> None:
    battle = drawn("red foot: al sergeant 10,20", "blue foes: ed sergeant 10,10; flo 14,10", "blue mate: gus 10,12")
    foes = battle.units["foes"]
    ahead = onset_of(battle, battle.units["foot"], foes)
    assert ahead is not None
    assert ahead.needs == 10
    for allowance, home in ((9, False), (10, True)):
        assert charge_request(battle, battle.units["foot"], foes, allowance).must_touch == home


@rule("KS-7.4")
def test_a_lance_that_counts_otherwise_by_house_rule_is_so_forecast() -> None:
    rulings = {"chart": {"melee-modifiers": {"charging with lance": 3}}}
    battle = drawn("red lord: sir knight 10,32 mounted lance", "blue foes: ed sergeant 10,12", rulings=rulings)
    ahead = onset_of(battle, battle.units["lord"], battle.units["foes"])
    assert ahead is not None
    assert ahead.bout.bonus == 5


@rule("KS-3.3", "KS-3.5", "KS-5.1")
@pytest.mark.parametrize(
    ("key", "unable"), [("foes", {"mood": "shaken"}), ("foes", {"mood": "retreating"}), ("ed", {"standing": "dead"})]
)
def test_no_charge_in_return_is_forecast_of_those_who_may_not_charge(key: str, unable: Mapping[str, str]) -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20", "blue foes: ed sergeant 10,14; flo 12,14")
    (told,) = forecast(battle, charge_choice("foot", "foes"), "", "foes")
    assert told.back is not None
    change(battle, key, **unable)
    (told,) = forecast(battle, charge_choice("foot", "foes"), "", "foes")
    assert told.back is None


@rule("KS-7.5")
def test_of_what_a_unit_may_do_the_blows_of_those_are_forecast_who_strike() -> None:
    battle = drawn("red foot: al sergeant 10,21; bo 12,21", "blue foes: ed sergeant 10,20; flo 12,20")
    ask = Choose("red", "action", "foot", (Option("hold"),), "KS-2.3")
    assert [told.title for told in forecast(battle, ask, "", "hold")] == ["{al} fights {ed}", "{bo} fights {flo}"]
    change(battle, "bo", sits="stunned")
    assert [told.title for told in forecast(battle, ask, "", "hold")] == ["{al} fights {ed}"]


class Weighing(Game):
    """A battle in which each charge that is offered is made with every sum of the dice, to see when it comes home."""

    made: list[tuple[int, int, bool]]

    def choose_for(self, request: Request) -> Any:
        if request.what == "action":
            battle, unit = self.state, self.state.units[request.about]
            for target in charge_targets(battle, unit):
                needs = way_to(battle, unit, target).needs
                for dice in range(1, int(most_inches(battle, unit)) + 1):
                    self.made.append((dice, needs, charge_request(battle, unit, target, dice).must_touch))
        return super().choose_for(request)


@rule("KS-5.2")
def test_a_charge_comes_home_just_on_the_inches_its_odds_say() -> None:
    setup = prepared("stakes-on-crow-hill", RULESET.id)
    for number in range(2):
        game = Weighing(Setup(setup.rules, setup.scenario, setup.book, f"bench-{number}"), seats(setup, "soldier"))
        game.made = []
        game.advance()
        assert len(game.made) > 1000
        assert [each for each in game.made if (each[0] >= each[1]) != each[2]] == []
