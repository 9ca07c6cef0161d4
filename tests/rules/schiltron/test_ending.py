"""SC-9 End."""

import pytest

from kktui.engine.scenario import Goal
from kktui.rules.schiltron.ending import able, result, turn_result, worth_by
from kktui.rules.schiltron.leaders import fall
from tests.drawn import change
from tests.rules.schiltron.table import BOOK, drawn, man
from tests.rules_shown import rule

TEN = "red foot: al sergeant 10,30; " + "; ".join(f"m{i} {10 + 2 * i},30" for i in range(1, 10))
FOES = "blue foes: ed sergeant 10,10; flo 12,10"


@rule("SC-9.1")
def test_a_unit_counts_while_a_fifth_of_it_obeys() -> None:
    battle = drawn(TEN, FOES)
    for each in ("m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"):
        fall(battle, man(battle, each), "dead", "ed")
    assert able(battle, "foot")
    change(battle, "m9", routed=True)  # type: ignore[arg-type]
    assert not able(battle, "foot")


@rule("SC-9.1")
def test_by_ruling_it_counts_while_anybody_obeys() -> None:
    battle = drawn(TEN, FOES, rulings={"defeat": "nobody-left"})
    for each in range(1, 10):
        fall(battle, man(battle, f"m{each}"), "dead", "ed")
    assert able(battle, "foot")
    change(battle, "al", routed=True)  # type: ignore[arg-type]
    assert not able(battle, "foot")


@rule("SC-9.1")
def test_a_side_whose_every_unit_is_routed_gone_or_under_a_fifth_has_lost() -> None:
    battle = drawn(TEN, FOES)
    assert result(battle) is None
    change(battle, "ed", routed=True)  # type: ignore[arg-type]
    fall(battle, man(battle, "flo"), "fled", "")
    end = result(battle)
    assert end is not None
    assert (end.winner, end.why) == ("red", "nobody holds out")


@rule("SC-9.1")
def test_a_side_that_waits_for_men_holds_out() -> None:
    battle = drawn(TEN, FOES, "blue late arrives4: gus sergeant 10,10")
    for each in ("ed", "flo"):
        fall(battle, man(battle, each), "dead", "al")
    assert result(battle) is None


@rule("SC-9.1")
def test_the_scenario_comes_first() -> None:
    battle = drawn(TEN, FOES, goals=(Goal("blue", "kill-leader", figure="al"),))
    assert turn_result(battle) is None
    fall(battle, man(battle, "al"), "captured", "ed")
    end = turn_result(battle)
    assert end is not None
    assert (end.winner, end.why) == ("blue", "kill-leader")
    for each in ("ed", "flo"):
        fall(battle, man(battle, each), "dead", "m1")
    verdict = result(battle)
    assert verdict is not None
    assert verdict.winner == "blue"


@rule("SC-9.1")
def test_after_the_last_turn_points_decide() -> None:
    battle = drawn(TEN, FOES, turns=12)
    fall(battle, man(battle, "flo"), "dead", "al")
    battle.turn = 11
    assert turn_result(battle) is None
    battle.turn = 12
    end = turn_result(battle)
    assert end is not None
    assert (end.winner, end.points) == ("red", {"red": 2, "blue": 0})


@rule("SC-9.1")
@pytest.mark.parametrize(
    ("words", "points"), [("raw", 1), ("", 2), ("veteran", 3), ("elite", 4), ("sergeant", 6), ("knight elite", 8)]
)
def test_what_a_figure_is_worth(words: str, points: int) -> None:
    assert BOOK.chart("points").rows == {"militia": 1, "average": 2, "veteran": 3, "elite": 4, "leader adds": 4}
    battle = drawn(f"red foot: al {words} 10,30", FOES)
    assert worth_by(battle)(man(battle, "al")) == points
