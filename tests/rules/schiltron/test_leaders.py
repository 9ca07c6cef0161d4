"""SC-8 Leaders and standards."""

import pytest

from kktui.engine.telling import tell
from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.figures import Battle
from kktui.rules.schiltron.leaders import Doom, Life, captors_of, doom, fallen_standards, life_of, take_hit
from tests.drawn import Script, at, events, last
from tests.rules.schiltron.table import BOOK, drawn, man, phase
from tests.rules_shown import rule

UNIT = "red foot: al sergeant 10,30; bo 12,30; cy 30,30; di 32,30; ed 34,30"


def hit(battle: Battle, who: str, *dice: int, captors: int = 0) -> bool:
    return take_hit(battle, Script(battle, *dice), man(battle, who), "zed", captors=captors)  # type: ignore[arg-type]


@rule("SC-8.1")
def test_the_chart() -> None:
    assert BOOK.chart("leader-hit").rows == {"dies on, or less": 3, "hits that eliminate": 3}


@rule("SC-8.1")
@pytest.mark.parametrize(("roll", "outcome"), [(1, "kill"), (3, "kill"), (4, "wound"), (12, "wound")])
def test_a_leader_who_is_hit_dies_on_1_to_3_else_has_one_hit(roll: int, outcome: str) -> None:
    battle = drawn(UNIT, "blue foes: zed 10,5")
    assert doom(Script(battle, roll), Life(3, 3)) == Doom(outcome, roll)  # type: ignore[arg-type]
    hit(battle, "al", roll)
    assert last(battle, "Hit").effect == outcome
    assert man(battle, "al").standing == ("dead" if outcome == "kill" else "fielded")


@rule("SC-8.1")
def test_the_third_hit_eliminates_him() -> None:
    battle = drawn(UNIT, "blue foes: zed 10,5")
    assert [hit(battle, "al", 12) for _ in range(3)] == [False, False, True]
    assert [each.hits for each in events(battle, "Hit")] == [1, 2, 3]
    assert man(battle, "al").standing == "dead"


@rule("SC-8.1")
def test_anybody_else_falls_at_once_and_no_die_is_thrown() -> None:
    battle = drawn(UNIT, "blue foes: zed 10,5")
    assert life_of(battle, man(battle, "bo")) == Life(0)
    assert hit(battle, "bo")
    assert not events(battle, "Hit")


@rule("SC-8.1")
def test_a_leader_hit_in_melee_throws_for_his_life() -> None:
    battle = drawn("red foot: al sergeant 10,11", "blue foes: ed 10,10")
    battle.notes.initiative = "blue"
    script = phase(battle, "Melee", 12, 1, 5)
    assert script.asked[-1] == "1d12 leader's fate"
    assert man(battle, "al").hits == 1


@rule("SC-8.2")
def test_a_leader_who_falls_among_two_enemies_is_captured_and_by_ruling_killed() -> None:
    for ruling, captors, standing in (("taken", 2, "captured"), ("taken", 1, "dead"), ("killed", 2, "dead")):
        battle = drawn(UNIT, "blue foes: zed 10,5", rulings={"capture": ruling})
        hit(battle, "al", 1, captors=captors)
        assert man(battle, "al").standing == standing
    battle = drawn(UNIT, "blue foes: zed 10,5")
    hit(battle, "bo", captors=3)
    assert man(battle, "bo").standing == "dead"


@rule("SC-8.2")
def test_captors_are_the_enemies_in_contact_who_are_not_in_rout() -> None:
    battle = drawn("red foot: al sergeant 10,11", "blue foes: ed 10,10; flo 11,11")
    assert captors_of(battle, man(battle, "al")) == 2
    man(battle, "flo").routed = True
    assert captors_of(battle, man(battle, "al")) == 1


@rule("SC-8.2")
def test_a_fallen_standard_lies_where_its_bearer_fell() -> None:
    battle = drawn(UNIT, "blue foes: zed 10,5")
    hit(battle, "bo")
    foot = battle.units["foot"]
    assert (foot.standard, foot.fell_with) == ("fallen", "bo")
    assert at(battle, "bo") == (12, 30)


@rule("SC-8.2")
@pytest.mark.parametrize(
    ("foe", "friend", "standard"),
    [
        ("12,29", "30,30", "captured"),
        ("12,5", "12,31", "raised"),
        ("12,29", "12,31", "captured"),
        ("12,5", "30,30", "fallen"),
    ],
)
def test_an_enemy_on_the_spot_takes_it_and_a_man_of_the_unit_raises_it(foe: str, friend: str, standard: str) -> None:
    battle = drawn(f"red foot: al sergeant 20,30; bo 12,30 standard-bearer; cy {friend}", f"blue foes: zed {foe}")
    hit(battle, "bo")
    for event in list(fallen_standards(battle)):
        battle.record(event)
    assert battle.units["foot"].standard == standard
    assert battle.units["foot"].bearer == ("cy" if standard == "raised" else "")


@rule("SC-8.2")
def test_a_standard_left_lying_is_seen_to_as_each_turn_begins() -> None:
    battle = drawn("red foot: al sergeant 20,30; bo 12,30 standard-bearer; cy 12,31", "blue foes: zed 12,5")
    hit(battle, "bo")
    for event in RULESET.opening(battle):
        battle.record(event)
    assert last(battle, "StandardRaised").figure == "cy"


@rule("SC-8.2")
def test_a_comrade_shoulder_to_shoulder_takes_the_standard_up() -> None:
    battle = drawn("red foot: al sergeant 20,30; bo 12,30 standard-bearer; cy 13.003,30", "blue foes: zed 12,5")
    hit(battle, "bo")
    assert [type(event).__name__ for event in fallen_standards(battle)] == ["StandardRaised"]


@rule("SC-8.2")
def test_who_unhorses_a_mounted_bearer_has_his_standard() -> None:
    battle = drawn("red horse: al sergeant 20,30; bo 12,30 standard-bearer mounted", "blue foes: zed 12,28.5")
    hit(battle, "bo")
    assert [type(event).__name__ for event in fallen_standards(battle)] == ["StandardTaken"]


@rule("SC-8.1")
def test_the_opponent_rolls_for_a_leaders_life_and_low_is_good_for_him() -> None:
    battle = drawn("red foot: al sergeant 10,11", "blue foes: ed 10,10")
    rolled: list[str] = []

    class Asked(Script):
        def roll(self, dice: str, why: str, who: str = "") -> int:
            rolled.append(f"{who} {why}")
            return super().roll(dice, why, who)

    take_hit(battle, Asked(battle, 5), man(battle, "al"), "ed", captors=1)  # type: ignore[arg-type]
    assert rolled == ["ed leader's fate"]
    assert BOOK.words["luck"]["leader's fate"] == "low"
    assert "ed rolls 5 on D12, low kills, 3 or less" in tell(battle, last(battle, "Hit"))


@rule("SC-4.2", "SC-5.1")
def test_the_log_says_by_which_rule_a_man_fell() -> None:
    battle = drawn("red foot: al 10,11; bo 20,30", "blue foes: ed 10,10")
    hit(battle, "bo")
    assert last(battle, "Left").rule == "SC-4.2"
    hit(battle, "al")
    assert last(battle, "Left").rule == "SC-5.1"


@rule("SC-8.2")
def test_nobody_in_rout_takes_a_standard() -> None:
    battle = drawn("red foot: al sergeant 20,30; bo 12,30 standard-bearer", "blue foes: zed 12,29")
    hit(battle, "bo")
    man(battle, "zed").routed = True
    assert not list(fallen_standards(battle))
    man(battle, "zed").routed = False
    assert [type(event).__name__ for event in fallen_standards(battle)] == ["StandardTaken"]


@rule("SC-8.2")
def test_a_standard_is_taken_only_by_one_who_touches_the_spot() -> None:
    battle = drawn("red foot: al sergeant 20,30; bo 12,30 standard-bearer", "blue foes: zed 12,28.9")
    hit(battle, "bo")
    assert not list(fallen_standards(battle))
