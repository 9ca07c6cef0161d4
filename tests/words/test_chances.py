"""Odds beside an option."""

from fractions import Fraction

from kktui.engine.game import Game, Setup
from kktui.engine.ruleset import Forecast
from kktui.words.chances import short_odds
from tests.engine.stub import BOOK, TWO_A_SIDE, rules_of, scene


def shots(*chances: dict[str, Fraction]) -> str:
    """What is said of shots by one man after the other."""
    state = Game(Setup(rules_of(), scene(TWO_A_SIDE), BOOK, "stub"), {}).state
    tries = [Forecast(f"{{red-{i}}} shoots", "S-1", "6 or more", (), each) for i, each in enumerate(chances, 1)]
    return short_odds(state, tries)


def test_an_average_that_comes_to_nothing_is_not_told() -> None:
    rare = {"missed": Fraction(299, 300), "saved": Fraction(1, 300)}
    assert shots(rare, rare) == "2 tries, on average 2.0 missed"


def test_an_average_that_comes_to_something_is_told() -> None:
    often = {"missed": Fraction(1, 2), "saved": Fraction(1, 2)}
    assert shots(often, often) == "2 tries, on average 1.0 missed, 1.0 saved"
