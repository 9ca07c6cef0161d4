"""KS-3 Morale."""

import pytest

from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.actions import action_request
from kktui.rules.knights_sergeants.cards import opening
from kktui.rules.knights_sergeants.events import Settled
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.hits import take_hit
from kktui.rules.knights_sergeants.morale import Nerve, cause, check, modifiers, nerve
from tests.drawn import Script, across, at, card, change, drawn, events, field, last, stretch
from tests.rules_shown import rule

FOOT = "red foot under-lord: al sergeant 10,40; bo 12,40; cy 14,40; di 16,40"
LORD = "red lord: sir knight 20,40"
FOES = "blue foes: ed sergeant 10,5; flo 12,5"


def needs(battle: Battle, unit: str = "foot") -> int:
    return nerve(battle, battle.units[unit])[0].needs


def open_to(battle: Battle, unit: str) -> list[str]:
    return [option.id for option in action_request(battle, battle.units[unit]).options]


@rule("KS-3.1")
def test_a_unit_checks_on_its_next_card_after_losing_a_man_and_not_again() -> None:
    battle = drawn(FOOT, FOES)
    assert cause(battle, battle.units["foot"]) == ""
    take_hit(battle, battle.figures["bo"], "ed")
    assert card(battle, "foot", 1, "hold").asked[0] == "1d10 morale"
    assert card(battle, "foot", "hold").asked[0] == "action"


@rule("KS-3.1")
@pytest.mark.parametrize(("standing", "checks"), [("dead", 1), ("captured", 1), ("fled", 1), ("exited", 0)])
def test_men_dead_taken_or_fled_are_losses_and_men_gone_where_they_were_sent_are_not(
    standing: str, checks: int
) -> None:
    battle = drawn(FOOT, FOES)
    change(battle, "bo", standing=standing)
    assert bool(cause(battle, battle.units["foot"])) == bool(checks)


@rule("KS-3.1")
def test_a_wound_is_no_loss() -> None:
    battle = drawn(FOOT, FOES)
    take_hit(battle, battle.figures["al"], "ed")
    assert cause(battle, battle.units["foot"]) == ""


@rule("KS-3.1")
def test_a_unit_checks_when_it_wishes_to_charge_and_when_it_is_charged() -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20", "blue foes: ed sergeant 10,12; flo 12,12")
    card(battle, "foot", "charge", "foes", 1, 1, 12, [(10, 13)], 5, 5, 5, 5)
    assert [(each.unit, each.cause) for each in events(battle, "MoraleChecked")] == [
        ("foot", "charging"),
        ("foes", "charged"),
    ]


@rule("KS-3.2")
def test_the_chart_of_morale_modifiers_is_that_of_the_sheet() -> None:
    assert RULESET.book.chart("morale-modifiers").rows == {
        "each figure lost": -1,
        "sergeant killed": -1,
        "knight killed": -2,
        "in cover": 1,
        "knight rallying": 2,
    }


@rule("KS-3.2")
@pytest.mark.parametrize(("roll", "mood"), [(1, "steady"), (8, "steady"), (9, "shaken"), (10, "shaken")])
def test_a_die_at_or_below_the_morale_passes(roll: int, mood: str) -> None:
    battle = drawn(FOOT, FOES)
    assert check(Script(battle, roll), Nerve(8, 0)).mood == mood


@rule("KS-3.2")
def test_each_figure_lost_is_one_off_for_the_whole_battle() -> None:
    battle = drawn(FOOT, FOES)
    assert needs(battle) == 8
    take_hit(battle, battle.figures["bo"], "ed")
    take_hit(battle, battle.figures["cy"], "ed")
    assert needs(battle) == 6
    card(battle, "foot", 1, "hold")
    assert needs(battle) == 6


@rule("KS-3.2")
def test_a_dead_sergeant_is_one_more_off_until_he_is_replaced() -> None:
    battle = drawn(FOOT, "red lord: sir knight 20,38", FOES)
    change(battle, "al", standing="dead")
    assert needs(battle) == 6
    card(battle, "lord", "appoint", "bo")
    assert needs(battle) == 7


@rule("KS-3.2")
@pytest.mark.parametrize(("standing", "off"), [("fielded", 0), ("dead", 2), ("captured", 0), ("fled", 0)])
def test_the_unit_of_a_killed_knight_is_two_worse(standing: str, off: int) -> None:
    battle = drawn(FOOT, LORD, "red others: ed sergeant 30,40; flo 32,40")
    change(battle, "sir", standing=standing)
    assert needs(battle) == 8 - off
    assert needs(battle, "others") == 8


@rule("KS-3.2")
def test_so_is_one_whose_own_knight_is_killed_and_that_for_good() -> None:
    battle = drawn("red foot: al knight 10,40; bo 12,40; cy 14,40", "red lord: sir knight 20,38", FOES)
    change(battle, "al", standing="dead")
    found = {each.name: each.value for each in modifiers(battle, battle.units["foot"])}
    assert found == {"figures lost": -1, "knight killed": -2}
    card(battle, "lord", "appoint", "bo")
    assert {each.name: each.value for each in modifiers(battle, battle.units["foot"])} == found


@rule("KS-3.2")
@pytest.mark.parametrize(("right", "bonus"), [(13, 1), (11, 0)])
def test_a_unit_is_in_cover_when_half_of_its_men_are(right: float, bonus: int) -> None:
    battle = drawn(FOOT, ground=field(stretch("woods", 8, 38, right, 42)))
    assert needs(battle) == 8 + bonus


@rule("KS-3.2")
def test_a_wall_to_crouch_behind_is_cover() -> None:
    battle = drawn(FOOT, ground=field(across("low-wall", 39)))
    assert [each.name for each in modifiers(battle, battle.units["foot"])] == ["in cover"]


@rule("KS-3.2")
@pytest.mark.parametrize(("x", "bonus"), [(23.0, 2), (23.1, 0)])
def test_a_rallying_knight_within_six_inches_is_two_on(x: float, bonus: int) -> None:
    battle = drawn(FOOT, f"red lord: sir knight {x},40")
    change(battle, "foot", rallied_by=("sir",))
    assert needs(battle) == 8 + bonus


@rule("KS-3.2")
def test_rallying_is_an_action_that_lasts_until_the_knight_does_something_else() -> None:
    battle = drawn(FOOT, LORD, "red others: ed sergeant 20,44; flo 22,44", FOES.replace("ed", "x"))
    card(battle, "lord", "rally", "foot")
    assert needs(battle) == 10
    card(battle, "lord", "rally", "others")
    assert (needs(battle), needs(battle, "others")) == (8, 10)
    card(battle, "lord", "hold")
    assert needs(battle, "others") == 8


@rule("KS-3.2")
@pytest.mark.parametrize(("x", "offered"), [(23.0, True), (23.1, False)])
def test_a_knight_rallies_only_within_six_inches_and_only_a_knight_does(x: float, offered: bool) -> None:
    battle = drawn(FOOT, f"red lord: sir knight {x},40", FOES)
    assert ("rally" in open_to(battle, "lord")) == offered
    change(battle, "sir", rank="sergeant")
    assert "rally" not in open_to(battle, "lord")


@rule("KS-3.3")
@pytest.mark.parametrize(
    ("roll", "mood"), [(5, "steady"), (6, "shaken"), (7, "shaken"), (8, "retreating"), (10, "retreating")]
)
def test_by_how_much_it_failed_decides(roll: int, mood: str) -> None:
    assert check(Script(drawn(FOOT), roll), Nerve(5, 0)).mood == mood


@rule("KS-3.3")
def test_a_shaken_unit_may_only_load_fire_or_retreat_to_cover() -> None:
    battle = drawn("red bows: al sergeant 10,20 longbow; bo 12,20 crossbow", "blue foes: ed sergeant 10,8; flo 12,8")
    change(battle, "bows", mood="shaken")
    change(battle, "bo", to_load=1)
    assert open_to(battle, "bows") == ["fire", "load", "retreat", "hold"]
    request = action_request(battle, battle.units["bows"])
    assert {each.why.rule for each in request.barred} == {"KS-3.3"}


@rule("KS-3.3")
def test_a_shaken_unit_settles_when_the_turn_is_over_and_a_retreating_one_does_not() -> None:
    battle = drawn(FOOT, FOES)
    change(battle, "foot", mood="shaken")
    change(battle, "foes", mood="retreating")
    card(battle, "foot", "hold")
    assert battle.units["foot"].mood == "shaken"
    for event in opening(battle):
        battle.record(event)
    assert (battle.units["foot"].mood, battle.units["foes"].mood) == ("steady", "retreating")


@rule("KS-3.3")
def test_a_shaken_unit_of_which_nobody_is_left_does_not_settle() -> None:
    battle = drawn(FOOT, FOES)
    change(battle, "foes", mood="shaken")
    for each in ("ed", "flo"):
        change(battle, each, standing="dead")
    assert not [each for each in opening(battle) if isinstance(each, Settled)]


@rule("KS-3.3")
def test_a_retreat_to_cover_goes_to_the_nearest_place_in_cover_away_from_the_enemy() -> None:
    ground = field(stretch("woods", 5, 30, 15, 36), stretch("bushes", 5, 10, 15, 14))
    battle = drawn("red foot: al sergeant 10,22; bo 12,22", "blue foes: ed sergeant 10,5; flo 12,5", ground=ground)
    change(battle, "foot", mood="shaken")
    card(battle, "foot", "retreat", 5)
    assert at(battle, "al") == (10, 27)
    card(battle, "foot", "retreat", 10)
    assert at(battle, "al") == (10, 31)
    assert "2d6 move" not in card(battle, "foot", "retreat").asked
    assert last(battle, "UnitMoved").how == "retreats"


@rule("KS-3.3")
def test_a_failure_by_three_is_a_full_retreat_toward_the_own_edge_and_no_other_action() -> None:
    battle = drawn(FOOT.replace("40", "30"), FOES)
    change(battle, "foot", morale=5)
    take_hit(battle, battle.figures["di"], "ed")
    script = card(battle, "foot", 7, 7)
    assert script.asked == ["1d10 morale", "2d6 move"]
    assert at(battle, "al") == (10, 37)
    assert last(battle, "Acted").action == "full-retreat"


@rule("KS-3.3")
@pytest.mark.parametrize(("roll", "mood"), [(8, "steady"), (9, "retreating"), (10, "retreating")])
def test_a_retreat_goes_on_each_card_until_a_check_passes(roll: int, mood: str) -> None:
    battle = drawn(FOOT.replace("40", "30"), FOES)
    change(battle, "foot", mood="retreating")
    card(battle, "foot", roll, "hold" if mood == "steady" else 4)
    assert battle.units["foot"].mood == mood
    assert at(battle, "al") == (10, 30 if mood == "steady" else 34)


@rule("KS-3.3")
def test_who_retreats_to_the_edge_is_lost_and_who_lies_stunned_elsewhere_is_not() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 12,40; cy 14,20", FOES)
    change(battle, "foot", mood="retreating")
    change(battle, "cy", daze="stunned")
    card(battle, "foot", 10, 12)
    assert [battle.figures[each].standing for each in ("al", "bo", "cy")] == ["fled", "fled", "fielded"]


@rule("KS-3.3")
def test_a_unit_short_of_the_edge_is_not_lost() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 12,40", FOES)
    change(battle, "foot", mood="retreating")
    card(battle, "foot", 10, 6)
    assert [man.id for man in battle.men("foot")] == ["al", "bo"]


@rule("KS-3.3")
@pytest.mark.parametrize(("facing", "foe"), [(0, "24,22,180"), (0, "24.5,22,180"), (25, "24,22,200")])
def test_riders_nose_to_nose_with_the_enemy_get_away_in_retreat(facing: int, foe: str) -> None:
    battle = drawn(f"red horse: al sergeant mounted 24,24,{facing}", f"blue foes: ed sergeant mounted {foe}")
    change(battle, "horse", mood="retreating")
    assert battle.table.contacts("al") == ("ed",)
    card(battle, "horse", 10, 12)
    assert at(battle, "al")[1] >= 35
    assert not battle.table.contacts("al")


@rule("KS-3.3")
def test_friends_behind_a_unit_do_not_keep_it_from_retreating() -> None:
    rank = "; ".join(f"m{x} {x},31" for x in range(2, 20))
    battle = drawn("red foot: al sergeant 10,30; bo 12,30", f"red line: zed sergeant 20,31; {rank}", FOES)
    change(battle, "foot", mood="retreating")
    card(battle, "foot", 10, 7)
    assert at(battle, "al") == (10, 37)
    assert at(battle, "bo") == (12, 37)


@rule("KS-3.3")
def test_a_unit_in_retreat_that_cannot_get_away_does_not_strike() -> None:
    battle = drawn("red foot: al sergeant 10,47.5; bo 12,20", "blue foes: ed sergeant 10,46.5; flo 12,5")
    change(battle, "foot", mood="retreating")
    change(battle, "bo", standing="dead")
    change(battle, "al", daze="thrown")
    assert "1d10 melee" not in card(battle, "foot", 10).asked


@rule("KS-3.4")
def test_one_success_serves_for_the_morale_step_and_a_charge_on_the_same_card() -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20; cy 14,20", "blue foes: ed sergeant 10,10; flo 12,10")
    take_hit(battle, battle.figures["cy"], "ed")
    card(battle, "foot", 1, "charge", "foes", 1, 3, [(10, 17)])
    assert [(each.unit, each.cause) for each in events(battle, "MoraleChecked")] == [
        ("foot", "casualties"),
        ("foes", "charged"),
    ]


@rule("KS-3.4")
def test_a_success_on_an_earlier_card_does_not_serve() -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20; cy 14,20", "blue foes: ed sergeant 10,10; flo 12,10")
    card(battle, "foot", "charge", "foes", 1, 1, 3, [(10, 19)])
    card(battle, "foot", "charge", "foes", 1, 1, 3, [(10, 18)])
    assert [each.cause for each in events(battle, "MoraleChecked")] == ["charging", "charged"] * 2


@rule("KS-3.4")
def test_a_success_on_being_charged_does_not_serve_the_own_card() -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20", "blue foes: ed sergeant 10,10; flo 12,10")
    card(battle, "foot", "charge", "foes", 1, 1, 3, [(10, 19)])
    card(battle, "foes", "charge", "foot", 1, 1, 3, [(10, 11)])
    assert [each.unit for each in events(battle, "MoraleChecked")] == ["foot", "foes", "foes", "foot"]


@rule("KS-3.5")
def test_a_group_without_its_sergeant_may_only_load_fire_or_retreat() -> None:
    battle = drawn(FOOT, FOES)
    assert open_to(battle, "foot") == ["move", "hold"]
    change(battle, "al", standing="dead")
    assert open_to(battle, "foot") == ["retreat", "hold"]
    move = next(each for each in action_request(battle, battle.units["foot"]).barred if each.id == "move")
    assert move.why.rule == "KS-3.5"


@rule("KS-3.5")
@pytest.mark.parametrize(("x", "offered"), [(23.0, True), (23.1, False)])
def test_a_knight_within_six_inches_picks_a_new_sergeant(x: float, offered: bool) -> None:
    battle = drawn(FOOT, f"red lord: sir knight {x},40", FOES)
    assert "appoint" not in open_to(battle, "lord")
    change(battle, "al", standing="dead")
    assert ("appoint" in open_to(battle, "lord")) == offered


@rule("KS-3.5")
def test_the_new_sergeant_ranks_as_one_and_the_group_obeys_again() -> None:
    battle = drawn(FOOT, LORD, FOES)
    change(battle, "al", standing="dead")
    script = card(battle, "lord", "appoint", "cy")
    picked = next(each for each in script.requests if each.what == "new-sergeant")
    assert [option.id for option in picked.options] == ["bo", "cy", "di"]  # type: ignore[union-attr]
    assert (battle.units["foot"].leader, battle.figures["cy"].rank) == ("cy", "sergeant")
    assert "move" in open_to(battle, "foot")
    take_hit(battle, battle.figures["cy"], "ed")
    assert battle.figures["cy"].standing == "fielded"


@rule("KS-3.2")
def test_two_knights_may_rally_a_unit_each_until_his_own_next_card_and_count_once() -> None:
    battle = drawn(FOOT, LORD, "red other: sid knight 20,42", FOES)
    card(battle, "lord", "rally", "foot")
    card(battle, "other", "rally", "foot")
    assert needs(battle) == 10
    card(battle, "other", "hold")
    assert needs(battle) == 10
    card(battle, "lord", "hold")
    assert needs(battle) == 8


@rule("KS-3.2", "KS-7.5")
def test_a_knight_who_loses_his_card_stunned_or_falls_rallies_nobody() -> None:
    battle = drawn(FOOT, LORD, FOES)
    card(battle, "lord", "rally", "foot")
    change(battle, "sir", daze="stunned")
    assert needs(battle) == 10
    card(battle, "lord")
    assert needs(battle) == 8
    card(battle, "lord", "rally", "foot")
    change(battle, "sir", standing="dead")
    assert "knight rallying" not in {each.name for each in modifiers(battle, battle.units["foot"])}


@rule("KS-3.2")
def test_a_third_of_its_men_in_cover_is_not_a_unit_in_cover() -> None:
    battle = drawn("red foot: al sergeant 10,40; bo 12,40; cy 14,40", ground=field(stretch("woods", 8, 38, 11, 42)))
    assert needs(battle) == 8


@rule("KS-3.2")
@pytest.mark.parametrize(("lost", "standing", "off"), [("bo", "dead", 1), ("al", "captured", 1), ("al", "dead", 3)])
def test_a_knight_of_a_group_counts_when_killed_and_not_while_he_lives(lost: str, standing: str, off: int) -> None:
    battle = drawn("red foot: al knight 10,40; bo 12,40; cy 14,40", FOES)
    change(battle, lost, standing=standing)
    assert needs(battle) == 8 - off


@rule("KS-3.1", "KS-7.5")
def test_a_lone_knight_taken_on_his_card_is_asked_nothing() -> None:
    battle = drawn("red lord: sir knight 10,20", "blue foes: ed sergeant 10,19; flo 12,5")
    change(battle, "sir", daze="stunned")
    assert card(battle, "lord").asked == []
    assert battle.figures["sir"].standing == "captured"


@rule("KS-3.1", "KS-3.3")
def test_the_log_says_whether_a_unit_checks_for_its_losses_or_to_end_its_retreat() -> None:
    battle = drawn(FOOT, FOES)
    take_hit(battle, battle.figures["bo"], "ed")
    card(battle, "foot", 10, 7)
    card(battle, "foot", 1, "hold")
    assert [each.cause for each in events(battle, "MoraleChecked")] == ["casualties", "retreating"]


@rule("KS-3.3")
@pytest.mark.parametrize(
    ("mood", "roll", "mark"),
    [
        ("steady", 8, ""),
        ("steady", 10, "rout"),
        ("retreating", 10, ""),
        ("retreating", 5, "rally"),
        ("shaken", 10, "rout"),
    ],
)
def test_a_unit_that_is_charged_is_marked_as_broken_once_and_as_rallied_when_it_takes_heart(
    mood: str, roll: int, mark: str
) -> None:
    battle = drawn("red foot: al sergeant 10,20; bo 12,20", "blue foes: ed sergeant 10,10; flo 12,10")
    change(battle, "foes", mood=mood, morale=6)
    gone = (12,) if mark == "rout" or roll == 10 else ()
    card(battle, "foot", "charge", "foes", 1, roll, *gone, 3, [(10, 19)])
    assert last(battle, "MoraleChecked").mark == mark


@rule("KS-3.2")
def test_a_knight_rallies_groups_of_his_own_side_and_no_other_lone_knight() -> None:
    battle = drawn(LORD, "red other: sid knight 20,42", "blue foes: ed sergeant 20,36; flo 22,36")
    assert "rally" not in open_to(battle, "lord")
