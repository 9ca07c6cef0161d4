"""SC-6 Morale and SC-7 Rally."""

import pytest

from kktui.engine.modifiers import total
from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.figures import Battle
from kktui.rules.schiltron.leaders import fall
from kktui.rules.schiltron.morale import (
    Nerve,
    causes,
    check,
    column,
    fate,
    leads,
    level_steps,
    modifiers,
    sees_standard,
)
from kktui.rules.schiltron.rally import needed
from tests.drawn import Script, across, at, change, events, field, last, stretch
from tests.rules.schiltron.table import BOOK, drawn, man, phase, ranked
from tests.rules_shown import rule

QUALITY = {"elite": "elite", "veteran": "veteran", "average": "trained", "militia": "raw"}
FOES = "blue foes: zed sergeant 10,5"


def ten(words: str = "", **facts: object) -> Battle:
    """Ten men in a row, the second of them bears the standard."""
    men = "; ".join(f"m{i} {10 + 2 * i},30 {words}" for i in range(1, 10))
    return drawn(f"red foot: al sergeant 10,30 {words}; {men}", FOES, **facts)  # type: ignore[arg-type]


def named(battle: Battle) -> dict[str, int]:
    return {name: value for name, value, _ in modifiers(battle, battle.units["foot"])}


@rule("SC-6.1")
def test_a_unit_checks_when_its_leader_falls_or_is_taken() -> None:
    for standing in ("dead", "captured"):
        battle = ten()
        fall(battle, man(battle, "al"), standing, "zed")
        assert causes(battle, battle.units["foot"]) == ("leader",)


@rule("SC-6.1")
def test_a_unit_checks_when_it_loses_a_fifth_in_one_turn() -> None:
    battle = ten()
    fall(battle, man(battle, "m5"), "dead", "zed")
    assert causes(battle, battle.units["foot"]) == ()
    fall(battle, man(battle, "m6"), "dead", "zed")
    assert causes(battle, battle.units["foot"]) == ("fifth",)
    change(battle, "foot", lost_before=1)  # type: ignore[arg-type]
    assert causes(battle, battle.units["foot"]) == ()


@rule("SC-6.1")
def test_a_unit_checks_when_its_standard_is_lost() -> None:
    battle = ten()
    fall(battle, man(battle, "m1"), "dead", "zed")
    assert causes(battle, battle.units["foot"]) == ("standard",)


@rule("SC-6.1")
def test_one_check_a_turn_whatever_the_causes_and_none_without() -> None:
    battle = ten()
    phase(battle, "Morale")
    for each in ("al", "m1", "m5"):
        fall(battle, man(battle, each), "dead", "zed")
    script = phase(battle, "Morale", 12)
    assert script.asked == ["1d12 morale"]
    assert set(last(battle, "MoraleChecked").causes) == {"leader", "standard", "fifth"}


@rule("SC-6.2")
def test_the_chart_of_morale_modifiers() -> None:
    assert BOOK.chart("morale-modifiers").rows == {
        "each fifth lost": -1,
        "standard captured": -2,
        "leader killed or captured": -3,
        "leader in combat or leading": 3,
    }


@rule("SC-6.2")
def test_each_fifth_lost_is_one_off() -> None:
    battle = ten()
    assert named(battle) == {"leader in combat or leading": 3}
    for number, off in ((3, 0), (4, -1), (5, -1), (6, -2), (7, -2), (8, -3)):
        fall(battle, man(battle, f"m{number}"), "dead", "zed")
        assert named(battle).get("fifths lost", 0) == off


@rule("SC-6.2")
def test_a_standard_that_only_fell_does_not_count_but_one_taken_does() -> None:
    battle = ten()
    fall(battle, man(battle, "m1"), "dead", "zed")
    assert "standard captured" not in named(battle)
    change(battle, "foot", standard="captured")  # type: ignore[arg-type]
    assert named(battle)["standard captured"] == -2


@rule("SC-6.2")
def test_a_leader_lost_is_three_off_and_one_who_leads_or_fights_three_on() -> None:
    battle = ten()
    assert leads(battle, battle.units["foot"])
    fall(battle, man(battle, "al"), "captured", "zed")
    assert named(battle) == {"leader killed or captured": -3}
    battle = drawn("red foot: al sergeant 10,30; bo 15.2,30; cy 17,30", FOES)
    assert named(battle) == {}
    battle = drawn("red foot: al sergeant 10,30; bo 14.9,30; cy 17,30", FOES)
    assert named(battle) == {"leader in combat or leading": 3}
    battle = drawn("red foot: al sergeant 10,30; bo 20,30", "blue foes: zed 10,29")
    assert named(battle) == {"leader in combat or leading": 3}
    change(battle, "al", routed=True)  # type: ignore[arg-type]
    assert named(battle) == {}


@rule("SC-6.3")
def test_the_morale_chart() -> None:
    assert BOOK.chart("morale").columns == ("elite", "veteran", "average", "militia")
    assert BOOK.chart("morale").rows == {
        "1": ["FB", "RT", "RT", "RT"],
        "2": ["FB", "FB", "RT", "RT"],
        "3": ["NE", "FB", "FB", "RT"],
        "4": ["NE", "NE", "FB", "RT"],
        "5": ["NE", "NE", "NE", "FB"],
        "6": ["NE", "NE", "NE", "FB"],
        "7+": ["NE", "NE", "NE", "NE"],
    }


@rule("SC-6.3")
@pytest.mark.parametrize(
    ("roll", "bonus", "row"),
    [(1, 0, "1"), (1, -5, "1"), (6, 0, "6"), (7, 0, "7+"), (12, 0, "7+"), (12, -6, "6"), (3, 3, "6"), (4, 3, "7+")],
)
def test_below_1_is_the_first_row_and_7_and_more_the_last(roll: int, bonus: int, row: str) -> None:
    assert check(Script(ten(), roll), Nerve(bonus)).row == row  # type: ignore[arg-type]


@rule("SC-6.3")
def test_one_die_for_the_unit_is_read_by_each_man_in_his_own_column() -> None:
    battle = drawn("red foot: al 10,30 elite; bo 20,30 veteran; cy 30,30; di 40,30 raw", FOES)
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", 3)
    fates = last(battle, "MoraleChecked").fates
    assert fates == {"al": "NE", "bo": "FB", "cy": "FB", "di": "RT"}
    assert [fate(BOOK, "3", each) for each in ("elite", "veteran", "average", "militia")] == list(fates.values())


@rule("SC-6.4")
def test_the_chart_of_morale_levels() -> None:
    assert BOOK.chart("morale-levels").rows == {
        "leader within": 4,
        "by a leader or in formation": 1,
        "cannot see his standard": -1,
    }


@rule("SC-6.4")
def test_a_man_within_4_inches_of_any_leader_of_his_side_is_one_level_up() -> None:
    battle = drawn("red foot: al 12,30; bo 14.9,30; cy 15.1,30", "red lord: sir sergeant 10,30", FOES)
    men = [man(battle, each) for each in ("al", "bo", "cy")]
    assert [column(battle, each) for each in men] == ["veteran", "veteran", "average"]
    change(battle, "sir", routed=True)  # type: ignore[arg-type]
    assert [total(level_steps(battle, each)) for each in men] == [0, 0, 0]


@rule("SC-6.4")
@pytest.mark.parametrize("formation", ["formed", "schiltron"])
def test_men_in_formation_are_one_level_up_and_only_one(formation: str) -> None:
    battle = drawn("red foot: al 10,30; bo 24,30", FOES)
    ranked(battle, "foot", formation)
    assert column(battle, man(battle, "bo")) == "veteran"
    battle = drawn("red foot: al sergeant 10,30; bo 12,30", FOES)
    ranked(battle, "foot", formation)
    assert column(battle, man(battle, "bo")) == "veteran"


@rule("SC-6.4")
def test_who_cannot_see_his_standard_is_one_level_down() -> None:
    wood = field(stretch("woods", 16, 25, 22, 35))
    battle = drawn("red foot: al 10,30; bo 12,30 standard-bearer; cy 26,30; di 14,30; ed 15,30", FOES, ground=wood)
    assert sees_standard(battle, man(battle, "di"))
    assert not sees_standard(battle, man(battle, "cy"))
    assert [column(battle, man(battle, each)) for each in ("di", "cy")] == ["average", "militia"]
    fall(battle, man(battle, "bo"), "dead", "zed")
    assert column(battle, man(battle, "di")) == "militia"
    without = drawn("red foot: al 10,30; bo 12,30", FOES)
    assert column(without, man(without, "al")) == "average"


@rule("SC-6.4")
def test_both_may_cancel_and_elite_and_militia_are_the_ends() -> None:
    battle = drawn("red foot: al sergeant 10,30; bo 12,30 standard-bearer; cy 13,31 elite; di 40,30 raw", FOES)
    assert column(battle, man(battle, "cy")) == "elite"
    fall(battle, man(battle, "bo"), "dead", "zed")
    assert column(battle, man(battle, "al")) == "average"
    assert column(battle, man(battle, "di")) == "militia"


def shaken(roll: int, words: str = "", y: int = 30) -> Battle:
    battle = drawn(f"red foot: bo 24,{y} {words}", "blue foes: zed sergeant 24,10")
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    change(battle, "bo", in_ranks=True)  # type: ignore[arg-type]
    battle.units["foot"].formation = ""
    phase(battle, "Morale", roll)
    return battle


@rule("SC-6.5")
@pytest.mark.parametrize(
    ("words", "inches"), [("", 12), ("plate", 9), ("long-mail mounted", 18), ("plate limb-plate barded", 12)]
)
def test_falling_back_is_one_and_a_half_moves_to_the_own_edge_facing_away(words: str, inches: float) -> None:
    battle = shaken(3, words, 20)
    bo = man(battle, "bo")
    assert at(battle, "bo") == (24, 20 + inches)
    assert bo.place.facing == 180
    assert not bo.routed
    assert not bo.in_ranks
    assert bo.winded == 2
    assert last(battle, "Moved").how == "falls back"


@rule("SC-6.5")
def test_a_man_who_fell_back_needs_no_rally_and_may_charge_again_a_turn_later() -> None:
    battle = shaken(3)
    battle.notes, battle.turn = type(battle.notes)(), 2
    phase(battle, "Rally")
    assert not events(battle, "RallyRolled")
    assert man(battle, "bo").winded == 2


@rule("SC-6.5", "SC-7.1")
def test_a_man_in_rout_keeps_running_until_he_rallies_and_off_the_table_he_is_out() -> None:
    battle = shaken(1)
    assert man(battle, "bo").routed
    assert last(battle, "Moved").how == "routs"
    assert at(battle, "bo") == (24, 42)
    phase(battle, "Rally", 6)
    assert man(battle, "bo").standing == "fled"
    assert last(battle, "Left").rule == "SC-6.5"


@rule("SC-6.5")
@pytest.mark.parametrize(("die", "how"), [(3, "falls back"), (1, "routs")])
@pytest.mark.parametrize("foe", ["24,18.5", "24.4,18.5", "24,18 mounted", "24.6,18 mounted"])
def test_a_rider_with_an_enemy_at_his_horses_head_gives_way_all_the_same(foe: str, die: int, how: str) -> None:
    battle = drawn("red foot: bo 24,20 mounted", f"blue foes: zed sergeant {foe}")
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", die)
    assert last(battle, "Moved").how == how
    assert at(battle, "bo") == (24, 44)


@rule("SC-6.5")
@pytest.mark.parametrize("y", [21, 25, 32])
def test_friends_behind_a_man_do_not_keep_him_from_falling_back(y: int) -> None:
    rank = "; ".join(f"m{x} {x},{y}" for x in range(12, 37))
    battle = drawn("red foot: bo 24,20", f"red line: {rank}", "blue foes: zed sergeant 24,10")
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", 3)
    assert at(battle, "bo")[0] == 24
    assert at(battle, "bo")[1] == (31 if y == 32 else 32)


@rule("SC-6.5")
def test_who_runs_goes_round_a_wall_that_he_cannot_cross() -> None:
    battle = drawn(
        "red foot: bo 24,22", "blue foes: zed sergeant 24,10", ground=field(across("high-wall", 23, left=10, right=28))
    )
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", 1)
    assert at(battle, "bo")[1] > 27


@rule("SC-6.5")
def test_who_falls_back_to_the_edge_stays_on_the_table() -> None:
    battle = drawn("red foot: bo 24,40", "blue foes: zed sergeant 24,20")
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", 3)
    assert at(battle, "bo") == (24, 47.5)
    assert man(battle, "bo").standing == "fielded"


@rule("SC-6.5")
def test_falling_back_takes_a_man_out_of_his_formation_and_may_break_it() -> None:
    battle = drawn("red foot: " + "; ".join(f"m{i} {12 + 1.1 * i:.1f},30 spear raw" for i in range(1, 6)), FOES)
    ranked(battle, "foot", "schiltron")
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", 3)
    assert last(battle, "FormationLost").why == "too few"


@rule("SC-7.1")
def test_the_rally_chart() -> None:
    assert BOOK.chart("rally").rows == {"elite": 1, "veteran": 4, "average": 7, "militia": 10}
    assert needed(BOOK, "average") == 7


@rule("SC-7.1")
@pytest.mark.parametrize(
    ("roll", "rallied"),
    [(1, "a"), (3, "a"), (4, "ab"), (6, "ab"), (7, "abc"), (9, "abc"), (10, "abcd"), (12, "abcd")],
)
def test_who_rallies_on_what_and_the_others_run_on(roll: int, rallied: str) -> None:
    battle = drawn("red foot: a 10,20 elite; b 20,20 veteran; c 30,20; d 40,20 raw", FOES)
    for each in "abcd":
        change(battle, each, routed=True)  # type: ignore[arg-type]
    phase(battle, "Rally", roll)
    assert "".join(each for each in "abcd" if not man(battle, each).routed) == rallied
    assert [at(battle, each)[1] for each in "abcd"] == [20 if each in rallied else 32 for each in "abcd"]


@rule("SC-6.5", "SC-7.1")
def test_who_runs_on_may_not_charge_in_the_next_turn_even_if_he_rallies_then() -> None:
    battle = drawn("red foot: bo 24,20", FOES)
    change(battle, "bo", routed=True, winded=1)  # type: ignore[arg-type]
    battle.turn = 4
    phase(battle, "Rally", 1)
    assert man(battle, "bo").winded == 5


@rule("SC-6.1")
def test_what_befalls_a_unit_after_its_check_counts_in_the_next_turn() -> None:
    battle = drawn("red foot: al 24,46; bo 26,46 standard-bearer; cy 24,20; di 26,20; ed 28,20 elite", FOES)
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", 1)
    assert man(battle, "bo").standing == "fled"
    battle.turn = 2
    for event in RULESET.opening(battle):
        battle.record(event)
    assert causes(battle, battle.units["foot"]) == ("standard", "fifth")
    phase(battle, "Morale", 12)
    for event in RULESET.opening(battle):
        battle.record(event)
    assert causes(battle, battle.units["foot"]) == ()


@rule("SC-6.5")
def test_who_falls_back_past_the_enemy_still_faces_away_from_him() -> None:
    battle = drawn("red foot: bo 24,20", "blue foes: zed sergeant 28,36")
    change(battle, "foot", causes=("cannon",))  # type: ignore[arg-type]
    phase(battle, "Morale", 3)
    bo = man(battle, "bo").place
    assert bo.y > 20
    assert bo.facing == man(battle, "zed").place.at.bearing(bo.at)


@rule("SC-7.1")
def test_only_men_in_rout_are_told_of_as_rallied() -> None:
    battle = drawn("red foot: al 10,20 elite; bo 12,20 elite", FOES)
    change(battle, "al", routed=True)  # type: ignore[arg-type]
    phase(battle, "Rally", 1)
    assert last(battle, "RallyRolled").rallied == ("al",)
