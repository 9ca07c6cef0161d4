"""What the rulebook says of questions and outcomes."""

import re

from kktui.rules.camelot.figures import LADDER
from tests.rules.camelot.table import BOOK
from tests.rules.test_words import source


def test_the_book_has_all_56_rules() -> None:
    assert len(BOOK.rules) == 56


def test_every_question_has_words() -> None:
    asked = set(re.findall(r'(?:Choose|Arrange)\([\w.]+, "([\w-]+)"', source("camelot")))
    events = {"furious-assault", "seize-the-moment", "take-cover", "bravery", "rapid-fire"}
    assert asked | events | {"move", "charge", "deploy"} <= set(BOOK.words["ask"])


def test_every_outcome_of_a_forecast_has_a_word() -> None:
    wanted = {*LADDER, *(f"himself: {each}" for each in LADDER), "miss", "everybody laughs", "away", "caught", "peace"}
    assert wanted <= set(BOOK.words["outcome"])
