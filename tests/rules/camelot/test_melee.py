"""CA-4 Melee."""

from itertools import product

import pytest

from kktui.rules.camelot import RULESET
from kktui.rules.camelot.figures import Battle
from kktui.rules.camelot.melee import Bout, attack_modifiers, bout_of, rolls_of, strike
from tests.drawn import Script, change, events, last
from tests.rules.camelot.table import BOOK, camelot, one, turn_of
from tests.rules_shown import rule

QUIET = {"melee-events": False}


def pair(al: str = "", ed: str = "", **rulings: object) -> Battle:
    """Al attacks Ed: ATT 3 against DEF 2, STR 4 against TOUGH 3."""
    return camelot(f"red knights: al 10,20 {al}", f"blue foes: ed 10,19 {ed}", rulings={**QUIET, **rulings})


def blow(dice: tuple[int, int], att: int = 3, dfn: int = 3, both: int = 2) -> tuple[str, int]:
    found = strike(Script(pair(), *dice), Bout(att, dfn, rolls_of(BOOK)._replace(both=both)))
    return found.outcome, found.rolls


@rule("CA-4.1")
def test_the_chart_of_wound_rolls_is_that_of_the_sheet() -> None:
    assert list(BOOK.chart("melee").rows.values()) == [0, 1, 2, 2, 1, 0]
    row = dict(
        zip(("none", "one", "double", "one on", "self", "laugh"), BOOK.chart("melee").rows.values(), strict=True)
    )
    assert blow((2, 6)) == ("miss", row["none"])
    assert blow((5, 3)) == ("hit", row["one"])
    assert blow((6, 2), att=5, dfn=3) == ("double hit", row["double"])
    assert blow((2, 1)) == ("double hit", row["one on"])
    assert blow((1, 2)) == ("hit himself", row["self"])
    assert blow((1, 1)) == ("everybody laughs", row["laugh"])


@rule("CA-4.1")
@pytest.mark.parametrize(("dice", "outcome"), [((4, 3), "hit"), ((3, 3), "miss"), ((3, 4), "miss")])
def test_the_attack_hits_when_it_is_greater(dice: tuple[int, int], outcome: str) -> None:
    assert blow(dice)[0] == outcome


@rule("CA-4.1", "CA-8.1")
def test_a_hit_makes_one_wound_roll_with_the_attackers_strength() -> None:
    battle = pair()
    script = turn_of(battle, "al", "attack", 5, 4, 3, 6)
    wounded = last(battle, "Wounded")
    assert (wounded.figure, wounded.by, wounded.strength, wounded.toughness) == ("ed", "al", 4, 3)
    assert (wounded.place, wounded.row, wounded.result) == ("body", 7, "serious")
    assert script.asked.count("1d6 wound") == 2


@rule("CA-4.2")
@pytest.mark.parametrize(("dice", "rolls"), [((5, 2), 2), ((4, 2), 1), ((6, 3), 1)])
def test_double_the_defence_or_more_makes_two_wound_rolls(dice: tuple[int, int], rolls: int) -> None:
    assert blow(dice, att=3, dfn=2)[1] == rolls


@rule("CA-4.2")
@pytest.mark.parametrize("dice", [(2, 3, 5, 6), (5, 6, 2, 3)])
def test_of_two_rolls_the_better_for_the_attacker_counts(dice: tuple[int, ...]) -> None:
    battle = pair()
    turn_of(battle, "al", "attack", 6, 2, *dice, 6, 6)
    assert len(events(battle, "Wounded")) == 1
    assert last(battle, "Wounded").result == "critical"


@rule("CA-4.3")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_the_defenders_one_is_a_hit_with_two_rolls_whatever_the_totals(die: int) -> None:
    assert blow((die, 1), att=0, dfn=9) == ("double hit", 2)


@rule("CA-4.3")
def test_with_a_doubled_total_it_is_still_two_rolls_or_by_ruling_four() -> None:
    assert blow((6, 1), att=9, dfn=0) == ("double hit", 2)
    assert blow((6, 1), att=9, dfn=0, both=4) == ("double hit", 4)
    assert blow((2, 1), att=0, dfn=9, both=4) == ("double hit", 2)
    assert blow((5, 1), att=3, dfn=3, both=4) == ("double hit", 4)
    assert blow((4, 1), att=3, dfn=3, both=4) == ("double hit", 2)
    battle = pair(**{"double-and-one": 4})
    assert bout_of(battle, one(battle, "al"), one(battle, "ed"))[0].rolls.both == 4
    assert RULESET.book.rulings["double-and-one"].default == 2


@rule("CA-4.4")
@pytest.mark.parametrize("die", [2, 3, 4, 5, 6])
def test_the_attackers_one_has_him_hit_himself_whatever_the_totals(die: int) -> None:
    assert blow((1, die), att=20, dfn=0) == ("hit himself", 1)


@rule("CA-4.4")
def test_the_defender_rolls_the_wound_with_his_own_strength() -> None:
    battle = pair("tough=5", "two-handed-axe")
    turn_of(battle, "al", "attack", 1, 4, 1, 2)
    wounded = last(battle, "Wounded")
    assert (wounded.figure, wounded.by, wounded.strength, wounded.toughness) == ("al", "ed", 5, 4)
    assert last(battle, "Struck").rule == "CA-4.4"


@rule("CA-4.5")
def test_two_ones_and_everybody_laughs() -> None:
    battle = pair()
    turn_of(battle, "al", "attack", 1, 1)
    assert last(battle, "Struck").outcome == "everybody laughs"
    assert not events(battle, "Wounded")


@rule("CA-4.1", "CA-4.2", "CA-4.3", "CA-4.4", "CA-4.5")
def test_every_throw_is_judged_by_the_table() -> None:
    for roll, other, att, dfn in product(range(1, 7), range(1, 7), (0, 2, 5), (0, 3, 6)):
        outcome, rolls = blow((roll, other), att, dfn)
        if roll == other == 1:
            expected = ("everybody laughs", 0)
        elif roll == 1:
            expected = ("hit himself", 1)
        elif other == 1 or roll + att >= 2 * (other + dfn):
            expected = ("double hit", 2)
        else:
            expected = ("hit", 1) if roll + att > other + dfn else ("miss", 0)
        assert (outcome, rolls) == expected


@rule("CA-4.6")
@pytest.mark.parametrize(("friends", "off"), [(0, 0), (1, -1), (2, -2)])
def test_each_enemy_beyond_the_first_is_one_off_the_defence(friends: int, off: int) -> None:
    red = "; ".join(("red knights: al 10,20", "bo 9,19", "cy 11,19")[: 1 + friends])
    battle = camelot(red, "blue foes: ed 10,19")
    _, _, theirs = bout_of(battle, one(battle, "al"), one(battle, "ed"))
    assert sum(each.value for each in theirs if each.rule == "CA-4.6") == off


@rule("CA-4.6")
def test_of_one_enemy_nobody_says_that_he_outnumbers() -> None:
    battle = pair()
    _, _, theirs = bout_of(battle, one(battle, "al"), one(battle, "ed"))
    assert not [each for each in theirs if each.rule == "CA-4.6"]


@rule("CA-4.6")
def test_by_ruling_being_outnumbered_does_not_matter() -> None:
    battle = camelot("red knights: al 10,20; bo 9,19", "blue foes: ed 10,19", rulings={"outnumbered": 0})
    _, _, theirs = bout_of(battle, one(battle, "al"), one(battle, "ed"))
    assert not [each for each in theirs if each.rule == "CA-4.6"]
    assert RULESET.book.rulings["outnumbered"].default == -1


@rule("CA-4.1")
def test_with_several_foes_he_says_whom_he_strikes_at() -> None:
    battle = camelot("red knights: al 10,20", "blue foes: ed 10,19; flo 11,20", rulings=QUIET)
    turn_of(battle, "al", "attack", "flo", 2, 6)
    assert last(battle, "Struck").target == "flo"


@rule("CA-8.3")
@pytest.mark.parametrize(("wound", "off"), [("light", -1), ("serious", -2), ("critical", -3)])
def test_wounds_count_on_both_sides_of_a_blow(wound: str, off: int) -> None:
    battle = pair()
    change(battle, "al", wound=wound)
    change(battle, "ed", wound=wound, shocked=1)
    bout, ours, _ = bout_of(battle, one(battle, "al"), one(battle, "ed"))
    assert (bout.att, bout.dfn) == (3 + off, 2 + off - 1)
    assert [each.value for each in ours] == [3, off]


@rule("CA-5.13")
def test_an_advantage_pressed_is_one_on() -> None:
    battle = pair()
    battle.notes.advantages = (("al", "ed"),)
    names = {each.name: each.value for each in attack_modifiers(battle, one(battle, "al"), one(battle, "ed"))}
    assert names == {"ATT": 3, "advantage": 1}
