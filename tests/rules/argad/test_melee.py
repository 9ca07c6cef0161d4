"""AR-5 Melee: longer weapons first, class and armour, equal blows, one die a man."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kktui.engine.odds import odds_of
from kktui.rules.argad import RULESET
from kktui.rules.argad.blows import Blow as Struck
from kktui.rules.argad.blows import Edge, at_once, effect, strike
from kktui.rules.argad.figures import Battle
from kktui.rules.argad.odds import exchange
from tests.drawn import events
from tests.rules.argad.drawn import drawn, man, melee
from tests.rules_shown import rule

BOOK = RULESET.book


def edge(bonus: int = 0, grade: int = 3, armour: int = 0, length: int = 3, own: tuple[int, int] = (3, 0)) -> Edge:
    return Edge(bonus, grade, armour, length, *own)


def outcomes(battle: Battle) -> dict[str, str]:
    return {each.figure: each.outcome for each in events(battle, "Struck")}


# AR-5.1


@rule("AR-5.1")
@pytest.mark.parametrize(
    ("first", "then"), [("spear", "two-handed-axe"), ("staff", "sword"), ("axe", "dagger"), ("dagger", "cannon")]
)
def test_the_longer_weapon_strikes_first_and_who_is_hit_does_not_reply(first: str, then: str) -> None:
    units = (f"red men: al {first} c3 20,40", f"blue foes: cy {then} c3 20,38")
    battle = drawn(*units)
    melee(battle, 5)
    assert outcomes(battle) == {"al": "kill"}
    thrown = drawn(*units)
    script = melee(thrown, 4 if first == "staff" else 3, {"al": "stay"})
    assert outcomes(thrown) == {"al": "recoil"}
    assert script.asked[0] == "1d6 melee"
    missed = drawn(*units)
    melee(missed, 1, 1)
    assert [each.figure for each in events(missed, "Struck")] == ["al", "cy"]


@rule("AR-5.1")
def test_equal_lengths_strike_at_once() -> None:
    battle = drawn("red men: al sword c3 20,40", "blue foes: cy axe c3 20,38")
    melee(battle, 4, 5)
    assert [each.figure for each in events(battle, "Struck")] == ["al", "cy"]


# AR-5.2, AR-5.3

KILLS_AND_RECOILS = """
    2   50/17  67/17  83/0   83/0
    3   33/17  50/17  67/17  83/0
    4   17/17  33/17  50/17  67/17
    5    3/14  17/17  33/17  50/17
"""


@rule("AR-5.2", "AR-5.3", "AR-4.1")
def test_the_chances_of_a_blow_by_class_and_modifier() -> None:
    for line in KILLS_AND_RECOILS.strip().splitlines():
        grade, *cells = line.split()
        for bonus, cell in zip((-1, 0, 1, 2), cells, strict=True):
            chances = {"kill": Fraction(0), "recoil": Fraction(0), "miss": Fraction(0)}
            for blow, chance in odds_of(strike, edge(bonus, int(grade), int(grade))).items():
                chances[blow.outcome] += chance
            assert f"{round(chances['kill'] * 100)}/{round(chances['recoil'] * 100)}" == cell, (grade, bonus)


@rule("AR-5.2")
@pytest.mark.parametrize(
    ("grade", "armour", "results"),
    [
        (3, 0, {2: "miss", 3: "recoil", 4: "kill", 5: "kill"}),
        (2, 4, {2: "recoil", 3: "recoil", 4: "recoil", 5: "kill"}),
        (4, 5, {3: "miss", 4: "recoil", 5: "recoil", 6: "kill"}),
        (5, 4, {4: "miss", 5: "recoil", 6: "kill"}),
    ],
)
def test_above_class_and_armour_kills_and_as_much_as_the_class_makes_recoil(
    grade: int, armour: int, results: dict[int, str]
) -> None:
    assert {roll: effect(edge(0, grade, armour), roll) for roll in results} == results


@rule("AR-5.3")
def test_a_1_misses_and_a_7_kills_whatever_the_modifiers() -> None:
    assert effect(edge(+9, 1), 1) == "miss"
    assert effect(edge(-9, 5, 5), 7) == "kill"


# AR-5.4


@rule("AR-5.4")
@pytest.mark.parametrize(
    ("one", "other", "rolls", "wins"),
    [
        ((4, 0), (3, 5), (6, 6), "one"),
        ((3, 4), (3, 0), (6, 6), "one"),
        ((3, 0), (3, 0), (5, 6), "other"),
        ((3, 4), (4, 0), (7, 6), "other"),
    ],
)
@pytest.mark.parametrize("result", ["kill", "recoil"])
def test_of_like_blows_the_higher_class_then_armour_then_die_counts(
    one: tuple[int, int], other: tuple[int, int], rolls: tuple[int, int], wins: str, result: str
) -> None:
    came = at_once(edge(own=one), Struck(result, rolls[0]), edge(own=other), Struck(result, rolls[1]), "both-recoil")
    assert came == ((result, "miss") if wins == "one" else ("miss", result))


@rule("AR-5.4")
@pytest.mark.parametrize("result", ["kill", "recoil"])
def test_all_equal_both_recoil_or_by_ruling_nothing_comes_of_it(result: str) -> None:
    blow = Struck(result, 5)
    assert at_once(edge(), blow, edge(), blow, "both-recoil") == ("recoil", "recoil")
    assert at_once(edge(), blow, edge(), blow, "nothing") == ("miss", "miss")


@rule("AR-5.4")
def test_a_kill_and_a_recoil_both_count() -> None:
    assert at_once(edge(), Struck("kill", 5), edge(), Struck("recoil", 3), "both-recoil") == ("kill", "recoil")


@rule("AR-5.4")
@pytest.mark.parametrize(("ruling", "recoiled"), [("both-recoil", 2), ("nothing", 0)])
def test_the_chain_on_the_table(ruling: str, recoiled: int) -> None:
    battle = drawn("red men: al c3 20,40", "blue foes: cy c3 20,38", rulings={"equal-blows": ruling})
    melee(battle, 5, 5)
    assert len(events(battle, "Recoiled")) == recoiled
    assert {man(battle, each).standing for each in ("al", "cy")} == {"fielded"}
    better = drawn("red men: al c4 20,40", "blue foes: cy c3 20,38")
    melee(better, 5, 5)
    assert outcomes(better) == {"al": "kill", "cy": "outdone"}


# AR-5.7


@rule("AR-5.7")
def test_who_has_several_foes_names_one_before_any_die() -> None:
    battle = drawn("red men: al sword c4 20,40", "blue foes: cy dagger c2 20,38; ed dagger c2 22,40")
    script = melee(battle, {"al": "ed"}, 5, 1)
    assert script.asked[0] == "blows"
    assert outcomes(battle) == {"al": "kill", "cy": "miss"}


@rule("AR-5.7")
def test_one_die_a_man_and_a_blow_at_one_already_gone_is_lost() -> None:
    battle = drawn("red men: al spear c4 20,40; bo dagger c3 22,38", "blue foes: cy sword c2 20,38")
    script = melee(battle, {"cy": "al"}, 6, 1)
    assert outcomes(battle) == {"al": "kill"}
    assert [each for each in script.asked if "1d6" in each] == ["1d6 melee", "1d6 melee, after a 6"]


@rule("AR-5.1", "AR-5.2", "AR-5.4")
def test_the_odds_of_an_exchange_are_those_of_its_blows() -> None:
    long, short = edge(0, 3, 0, 1), edge(0, 3, 0, 3)
    chances = odds_of(exchange, long, short, "both-recoil")
    assert chances["kill"] == Fraction(1, 2)
    assert chances["killed"] == Fraction(1, 3) * Fraction(1, 2)
    assert sum(chances.values()) == 1
