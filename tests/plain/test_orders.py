"""Orders for everybody at once, by a sheet that measures in centimetres."""

from __future__ import annotations

import pytest

from kktui.engine.telling import length_words, way_words
from kktui.rules.argad import RULESET
from kktui.table import Point
from tests.plain.desk import DEPLOYED, bare, typed


def ordered(*lines: str) -> str:
    """What is written when these lines are typed at the first turn's orders."""
    text = typed(bare(rules=RULESET), [*DEPLOYED, *lines])
    return " ".join(text.partition("what does everybody do?")[2].split())


def test_lengths_are_told_in_the_unit_of_the_sheet() -> None:
    state = bare(rules=RULESET).game.state
    assert length_words(state, 2) == "5.1 cm"
    assert way_words(state, (Point(10, 10), Point(10, 6))) == "10.2 cm north to 10 6"
    assert length_words(bare().game.state, 2) == "2 inches"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["1 n 6"], "Sir Aldous goes 6 cm north"),
        (["1"], "may go 40 cm"),
        (["1 n 50"], "further than the move allows [AR-3.1]"),
        (["1 n 50", "ok"], "> ok 1. Sir Aldous goes 40 cm north"),
        (["2 close order; 1 n 50", "ok"], "2. Wat Reeve's men stands in: close order Enter"),
        (["1 n 50", "1 n 6", "ok"], "Nothing is offered that you could take with ok"),
        (["ok"], "Nothing is offered that you could take with ok"),
        (["1 reach"], "north: 40 cm"),
        (["all n 5"], "Wat Reeve goes 5 cm north"),
        (["all stay", "all toward the ford 4"], "Wat Reeve goes 4 cm"),
        (["all whatever"], "Nothing changes"),
        (["all stay", "odds"], "No dice hang on that."),
        (["measure aldous wat"], "cm from edge to edge"),
    ],
)
def test_orders_are_typed_and_told_in_centimetres(lines: list[str], said: str) -> None:
    assert said in ordered(*lines)


def test_the_odds_of_a_way_over_hard_ground_are_told() -> None:
    text = typed(bare("fire-over-kerlann", ["company"], rules=RULESET), ["", "", "", "", "all s", "odds"], ["company"])
    assert "blocked:" in text
    assert "[AR-3.3]" in text


def test_a_hint_does_not_read_a_plan_out_again() -> None:
    assert "A sensible captain: all as shown. Type ok to do that." in ordered("hint")


def test_a_battle_in_centimetres_says_so_before_it_begins() -> None:
    told = " ".join(typed(bare(rules=RULESET), []).split())
    assert "Distances are told in cm, places on the table in inches" in told
    assert "Distances are told in" not in " ".join(typed(bare(), []).split())


def test_a_hint_tells_what_would_be_other_than_shown() -> None:
    text = ordered("1 stay", "hint")
    told = text.partition("A sensible captain: ")[2].partition(" Type ok")[0]
    assert told.endswith("; the rest as shown.")
    assert told.count(";") == 1


def test_a_course_in_a_plan_names_its_man_once() -> None:
    listed = ordered("show")
    assert "goes: " not in listed


def test_how_each_unit_fared_when_all_moved_at_once_is_told_for_whoever_sees_no_map() -> None:
    text = ordered("all stay", "1 n 6", "")
    assert "Sir Aldous of Hale: 6 cm north to 24 27.5. Sir Brand of Orme: 25 cm south to 24 18." in text
    assert "Wat Reeve's men: " not in text.partition("All at once")[2]
    assert text.count("Sir Aldous goes 6 cm north") == 1
    many = ordered("all n 5", "", "log 40")
    assert many.count("Wat Reeve's men: 9 of 9 move, Wat Reeve 5 cm north to 21.7 26.7.") == 2
