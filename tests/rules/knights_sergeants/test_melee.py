"""KS-7 Melee."""

import pytest

from kktui.engine.check import settle
from kktui.engine.nearby import in_contact
from kktui.engine.requests import Refusal
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.events_fighting import Struck
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.melee import (
    Bout,
    bout_of,
    fighters,
    modifiers,
    outcome,
    pairing_request,
    push_back,
    strike,
)
from kktui.rules.knights_sergeants.troops import arm
from kktui.table import Ground
from tests.drawn import DEFAULT, OPEN, Script, across, at, card, change, drawn, events, field, last, stretch
from tests.rules_shown import rule

ON_FOOT = Bout(0, 0, 0, False, False)


def pair(ours: str = "", theirs: str = "", **rulings: str) -> Battle:
    """Al of the red foot and Ed of the blue foes in contact."""
    names = {key.replace("_", "-"): value for key, value in rulings.items()}
    y = 18.5 if "mounted" in ours + theirs else 19
    return drawn(
        f"red foot: al man-at-arms 10,20 {ours}; zoe sergeant 40,40",
        f"blue foes: ed man-at-arms 10,{y} {theirs}; flo sergeant 40,5",
        rulings=names,
    )


def named(battle: Battle, man: str = "al", foe: str = "ed") -> dict[str, int]:
    return {each.name: each.value for each in modifiers(battle, battle.figures[man], battle.figures[foe])}


def ring(number: int, **rulings: str) -> Battle:
    """So many red men round one blue."""
    places = ["10,20", "11,19", "9,19", "10,18"][:number]
    men = "; ".join(f"r{index} {place}" for index, place in enumerate(places, 1))
    return drawn(f"red foot: {men}; zoe sergeant 40,40", "blue foes: ed 10,19 AR4; flo sergeant 40,5", rulings=rulings)


@rule("KS-7.1")
@pytest.mark.parametrize(("ours", "theirs", "result"), [(6, 5, "hit"), (5, 6, "pushed"), (5, 5, "tie")])
def test_the_higher_die_wins(ours: int, theirs: int, result: str) -> None:
    assert strike(Script(pair(), ours, theirs), ON_FOOT).outcome == result


@rule("KS-7.1")
@pytest.mark.parametrize(
    ("bout", "margin", "result"),
    [
        (Bout(0, 0, 4, False, False), 1, "push"),
        (Bout(0, 0, 4, False, True), 1, "unhorse"),
        (Bout(0, 0, 4, False, True), -1, "pushed"),
        (Bout(0, 0, 4, True, False), -1, "unhorsed"),
        (Bout(0, 0, 4, True, True), -9, "unhorsed"),
    ],
)
def test_a_loser_on_foot_is_pushed_and_a_mounted_one_unhorsed(bout: Bout, margin: int, result: str) -> None:
    assert outcome(bout, margin) == result


@rule("KS-7.1")
def test_a_foot_loser_goes_back_an_inch_straight_from_the_winner() -> None:
    battle = pair("", "AR4")
    card(battle, "foot", "hold", 6, 5)
    assert at(battle, "ed") == (10, 18)
    assert last(battle, "Moved").how == "pushed"


@rule("KS-7.1")
def test_a_mounted_loser_is_on_foot_where_he_was_and_his_horse_is_gone() -> None:
    battle = pair("", "mounted AR4")
    card(battle, "foot", "hold", 8, 5)
    ed = battle.figures["ed"]
    assert (ed.mounted, ed.horse, ed.base.round, ed.hits, ed.daze) == (False, "", True, 0, "")
    assert at(battle, "ed") == (10, 18.5)


@rule("KS-7.1")
@pytest.mark.parametrize(
    ("ruling", "weapon", "result"),
    [
        ("any", "sword", "unhorse"),
        ("lance-or-polearm", "sword", "push"),
        ("lance-or-polearm", "halberd", "unhorse"),
        ("lance-or-polearm", "lance", "unhorse"),
        ("lance-or-polearm", "farm-tool", "push"),
    ],
)
def test_what_unhorses_is_a_ruling(ruling: str, weapon: str, result: str) -> None:
    battle = pair(weapon, "mounted AR4", unhorse=ruling)
    al, ed = battle.figures["al"], battle.figures["ed"]
    assert outcome(bout_of(battle, al, ed)[0], 1) == result
    beaten = {"unhorse": "unhorsed", "push": "pushed"}[result]
    assert outcome(bout_of(battle, ed, al)[0], -1) == beaten
    assert RULESET.book.rulings["unhorse"].default == "any"


@rule("KS-7.1")
def test_by_that_ruling_a_rider_beaten_with_a_sword_is_pushed_back_in_the_saddle() -> None:
    battle = pair("", "mounted AR4", unhorse="lance-or-polearm")
    card(battle, "foot", "hold", 8, 5)
    assert battle.figures["ed"].mounted
    assert at(battle, "ed") == (10, 17.5)


@rule("KS-7.1")
def test_at_most_three_may_fight_one() -> None:
    battle = ring(4)
    request = pairing_request(battle, battle.units["foot"])
    crowd = {f"r{index}": "ed" for index in range(1, 5)}
    refused = settle(battle, request, crowd)
    assert isinstance(refused, Refusal)
    assert refused.rule == "KS-7.1"
    assert not isinstance(settle(battle, request, {**crowd, "r4": "hold"}), Refusal)
    assert list(settle(battle, request, {}).values()).count("ed") == 3


@rule("KS-7.1")
def test_each_attacker_meets_a_fresh_die_until_his_foe_falls() -> None:
    battle = ring(3)
    script = card(battle, "foot", "hold", 5, 7, 5, 6, 5, 7)
    assert script.asked.count("1d10 melee") == 6
    assert [each.outcome for each in events(battle, "Struck")] == ["tie", "push", "tie"]
    fallen = ring(3)
    script = card(fallen, "foot", "hold", 10, 1)
    assert fallen.figures["ed"].standing == "dead"
    assert script.asked.count("1d10 melee") == 2
    assert len(events(fallen, "FightOff")) == 2


@rule("KS-7.1")
def test_only_men_in_contact_fight_and_each_once_a_card() -> None:
    battle = pair()
    assert fighters(battle, battle.units["foot"]) == {"al": ["ed"]}
    card(battle, "foot", "hold", 5, 5)
    assert len(events(battle, "Struck")) == 1


@rule("KS-7.2")
@pytest.mark.parametrize("armour", range(5))
def test_winning_by_the_losers_armour_and_by_one_at_least_is_a_hit(armour: int) -> None:
    bout = Bout(0, 0, armour, False, False)
    least = max(1, armour)
    for margin in range(1, 10):
        assert outcome(bout, margin) == ("hit" if margin >= least else "push")


@rule("KS-7.2")
def test_a_hit_stands_in_place_of_the_push() -> None:
    battle = pair("", "AR2")
    change(battle, "ed", rank="sergeant")
    card(battle, "foot", "hold", 7, 5)
    assert battle.figures["ed"].hits == 1
    assert at(battle, "ed") == (10, 19)


@rule("KS-7.2")
@pytest.mark.parametrize(("up", "dead"), [("foot", "ed"), ("foes", "al")])
def test_only_the_side_whose_card_is_up_can_hit(up: str, dead: str) -> None:
    battle = pair()
    card(battle, up, "hold", 10, 1)
    assert battle.figures[dead].standing == "dead"
    other = pair()
    card(other, up, "hold", 1, 10)
    assert not events(other, "Hit")
    assert len(events(other, "Moved")) == 1


@rule("KS-7.3")
def test_a_tie_goes_on_with_the_next_card_of_either() -> None:
    battle = pair()
    card(battle, "foot", "hold", 5, 5)
    assert (at(battle, "al"), at(battle, "ed")) == ((10, 20), (10, 19))
    card(battle, "foes", "hold", 4, 5)
    assert [each.outcome for each in events(battle, "Struck")] == ["tie", "pushed"]


@rule("KS-7.4")
def test_the_chart_of_melee_modifiers_is_that_of_the_sheet() -> None:
    assert RULESET.book.chart("melee-modifiers").rows == {
        "charging with lance": 1,
        "mounted": 1,
        "knight": 1,
        "each attacker beyond the first": -1,
        "improvised weapon": -1,
        "polearm, first round or after a win": 1,
        "polearm, otherwise": -1,
    }


@rule("KS-7.4")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", {}),
        ("mounted", {"mounted": 1}),
        ("knight", {"knight": 1}),
        ("farm-tool", {"improvised weapon": -1}),
        ("longbow", {"improvised weapon": -1}),
        ("halberd", {"polearm": 1}),
        ("lance mounted", {"mounted": 1}),
        ("knight mounted lance", {"knight": 1, "mounted": 1}),
    ],
)
def test_what_a_man_is_and_has_in_hand_bears_on_his_die(words: str, expected: dict[str, int]) -> None:
    assert named(pair(words)) == expected


@rule("KS-7.4")
def test_every_weapon_counts_as_something_and_bare_hands_as_improvised() -> None:
    book = RULESET.book
    kinds = set(book.chart("arms").rows.values())
    assert kinds == {"hand", "improvised", "polearm", "lance", "longbow", "crossbow"}
    assert arm(book, "bare-hands") == "improvised"


@rule("KS-7.4")
@pytest.mark.parametrize(("number", "off"), [(1, 0), (2, -1), (3, -2)])
def test_each_attacker_beyond_the_first_is_one_off_the_outnumbered(number: int, off: int) -> None:
    battle = ring(number)
    card(battle, "foot", "hold", *([5, 5 - off] * number if number < 3 else [5, 7] * 3))
    first = events(battle, "Struck")[0]
    assert sum(each.value for each in first.target_modifiers) == off
    assert not first.modifiers


@rule("KS-7.4")
@pytest.mark.parametrize(("ruling", "off"), [("attackers", 0), ("contacts", -2)])
def test_by_ruling_enemies_that_touch_count_too(ruling: str, off: int) -> None:
    battle = ring(4, outnumbered=ruling)
    assert named(battle, "ed", "r1").get("outnumbered", 0) == off
    assert RULESET.book.rulings["outnumbered"].default == "attackers"


@rule("KS-7.4")
@pytest.mark.parametrize(("y", "bonus"), [(31.5, 1), (31.4, 0)])
def test_a_lance_is_one_on_after_nine_inches_straight(y: float, bonus: int) -> None:
    battle = drawn(f"red lord: sir knight 10,{y} mounted lance", "blue foes: ed sergeant 10,21; flo 40,5")
    card(battle, "lord", "charge", "foes", 1, 1, 24, DEFAULT, 5, 8 if bonus else 7)
    assert ("charging with lance" in [each.name for each in last(battle, "Struck").modifiers]) == bool(bonus)


@rule("KS-7.4")
def test_a_lance_counts_only_on_the_card_of_the_charge() -> None:
    battle = drawn("red lord: sir knight 10,35 mounted lance", "blue foes: ed sergeant 10,21 AR4; flo 40,5")
    card(battle, "lord", "charge", "foes", 1, 1, 24, DEFAULT, 5, 8)
    assert last(battle, "Struck").outcome == "tie"
    card(battle, "lord", "hold", 5, 7)
    assert [each.name for each in last(battle, "Struck").modifiers] == ["mounted", "knight"]


@rule("KS-7.4")
def test_a_lance_that_went_round_a_corner_counts_its_last_leg_only() -> None:
    battle = drawn("red lord: sir knight 22,31.5 mounted lance", "blue foes: ed sergeant 10,21; flo 40,5")
    card(battle, "lord", "charge", "foes", 1, 1, 24, [(10, 29), (10, 21)], 5, 7)
    assert not events(battle, "LancesHome")


@rule("KS-7.4")
def test_a_sword_gains_nothing_from_the_charge() -> None:
    battle = drawn("red lord: sir knight 10,35 mounted sword", "blue foes: ed sergeant 10,21; flo 40,5")
    card(battle, "lord", "charge", "foes", 1, 1, 24, DEFAULT, 5, 7)
    assert not events(battle, "LancesHome")


@rule("KS-7.4")
@pytest.mark.parametrize(
    ("dice", "following"),
    [((9, 5), 1), ((5, 6), -1), ((5, 9), -1)],
)
def test_a_polearm_remembers_whether_it_won_the_last_round_with_this_foe(dice: tuple[int, int], following: int) -> None:
    battle = pair("halberd", "AR4")
    change(battle, "ed", rank="knight")
    assert named(battle)["polearm"] == 1
    card(battle, "foot", "hold", *dice)
    assert named(battle)["polearm"] == following
    assert named(battle, "al", "flo")["polearm"] == 1


@rule("KS-7.5")
def test_who_hits_may_stun_instead() -> None:
    battle = pair()
    card(battle, "foot", "hold", 10, 1, "stun")
    ed = battle.figures["ed"]
    assert (ed.standing, ed.hits, ed.daze) == ("fielded", 0, "stunned")


@rule("KS-7.5")
def test_a_stunned_man_loses_his_next_card_and_only_that() -> None:
    battle = pair()
    card(battle, "foot", "hold", 10, 1, "stun")
    card(battle, "foot", "move", 7, [(40, 39)], {"al": [38, 39, 0]})
    card(battle, "foes", "move", 7, [(40, 8)])
    assert at(battle, "ed") == (10, 19)
    card(battle, "foes", "move", 7, [(40, 9)])
    assert at(battle, "ed") != (10, 19)


@rule("KS-7.5")
def test_a_stunned_man_does_not_strike_on_his_card() -> None:
    battle = drawn("red foot: al 10,20; zoe sergeant 40,40", "blue foes: ed 10,19; flo sergeant 11,19; gus 40,5")
    card(battle, "foot", "hold", 10, 1, "stun")
    assert "1d10 melee" not in card(battle, "foes", "hold").asked
    assert battle.figures["ed"].standing == "fielded"


@rule("KS-7.5")
@pytest.mark.parametrize(
    ("friend", "enemy", "standing"),
    [(False, True, "captured"), (True, True, "fielded"), (False, False, "fielded"), (True, False, "fielded")],
)
def test_he_is_captured_if_an_enemy_and_no_friend_touches_him_then(friend: bool, enemy: bool, standing: str) -> None:
    battle = drawn(
        f"red foot: al 10,{20 if enemy else 30}; zoe sergeant 40,40",
        f"blue foes: ed 10,19; flo sergeant 40,5; gus 10,{18 if friend else 5}",
    )
    change(battle, "ed", daze="stunned")
    card(battle, "foes", *([1] if standing == "captured" else []), "hold")
    assert battle.figures["ed"].standing == standing


@rule("KS-7.5", "KS-3.1")
def test_a_man_taken_is_a_loss_to_check_for() -> None:
    battle = pair()
    change(battle, "ed", daze="stunned")
    script = card(battle, "foes", 1, "hold")
    assert script.asked[0] == "1d10 morale"
    assert last(battle, "Left").by == "al"


def pushed(ground: Ground, ed: str = "10,18.5", other: str = "40,5") -> tuple[float, float]:
    """Where Ed comes to stand when Al pushes him north."""
    battle = drawn(
        "red foot: al 10,19.5; zoe sergeant 40,40", f"blue foes: ed {ed}; flo sergeant {other}", ground=ground
    )
    push_back(battle, battle.figures["ed"], battle.figures["al"])
    return at(battle, "ed")


@rule("KS-7.6")
def test_a_push_goes_an_inch_where_there_is_room() -> None:
    assert pushed(OPEN) == (10, 17.5)


@rule("KS-7.6")
def test_a_push_stops_at_another_base() -> None:
    assert pushed(OPEN, other="10,17") == (10, 18)
    assert pushed(OPEN, other="10,17.5") == (10, 18.5)


@rule("KS-7.6")
@pytest.mark.parametrize("kind", ["fence", "low-wall", "high-wall", "hedge", "stakes", "gate", "bank"])
def test_a_push_stops_at_an_obstacle_and_does_not_climb_it(kind: str) -> None:
    x, y = pushed(field(across(kind, 18.2)))
    assert (x, round(y, 1)) == (10, 18.2)
    assert y > 18.2


@rule("KS-7.6")
def test_a_push_stops_at_a_house_and_at_the_edge_of_the_table() -> None:
    _, y = pushed(field(stretch("building", 5, 10, 15, 18)))
    assert 18 < y < 18.1
    battle = drawn("red foot: al 10,1.7; zoe sergeant 40,40", "blue foes: ed 10,0.7; flo sergeant 40,5")
    push_back(battle, battle.figures["ed"], battle.figures["al"])
    assert at(battle, "ed") == (10, 0.5)


@rule("KS-7.6")
def test_the_one_pushed_keeps_his_facing_and_the_winner_his_ground() -> None:
    battle = pair("", "AR4")
    card(battle, "foot", "hold", 6, 5)
    assert battle.figures["ed"].place.facing == 180
    assert at(battle, "al") == (10, 20)
    assert not in_contact(battle, battle.figures["al"])


@rule("KS-7.1")
def test_a_rider_who_strikes_and_is_beaten_comes_off_his_horse_and_a_tie_leaves_both_in_the_saddle() -> None:
    battle = drawn(
        "red horse: al man-at-arms 10,20 mounted; zoe sergeant 40,40 mounted",
        "blue horse-too: ed man-at-arms 10,18 mounted; flo sergeant 40,5 mounted",
    )
    card(battle, "horse", "hold", 5, 5)
    assert [battle.figures[each].mounted for each in ("al", "ed")] == [True, True]
    card(battle, "horse", "hold", 5, 9)
    assert [battle.figures[each].mounted for each in ("al", "ed")] == [False, True]
    assert not battle.figures["al"].hits


@rule("KS-7.1")
def test_who_has_a_choice_of_foes_may_also_hold() -> None:
    battle = drawn("red foot: al 10,20; zoe sergeant 40,40", "blue foes: ed 9.5,19.134; flo sergeant 10.5,19.134")
    script = card(battle, "foot", "hold", {"al": "hold"})
    assert script.asked == ["action", "pairs"]
    assert not events(battle, "Struck")


@rule("KS-7.4")
def test_by_that_ruling_one_enemy_alone_outnumbers_nobody() -> None:
    assert "outnumbered" not in named(ring(1, outnumbered="contacts"), "ed", "r1")


@rule("KS-7.4")
def test_a_polearm_remembers_each_of_its_foes() -> None:
    battle = pair("halberd", "AR4")
    change(battle, "ed", rank="knight")
    card(battle, "foot", "hold", 5, 6)
    assert named(battle)["polearm"] == -1
    battle.record(Struck("al", "flo", (), 9, (), 1, 0, "hit"))
    assert (named(battle)["polearm"], named(battle, "al", "flo")["polearm"]) == (-1, 1)
