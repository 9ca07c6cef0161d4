"""What the rulebook says of actions, weapons and questions."""

import re

import pytest

from kktui.engine.scenario import WEAPONS
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.actions import OPTIONS
from tests.rules.test_words import source

BOOK = RULESET.book


@pytest.mark.parametrize("action", OPTIONS)
def test_every_action_has_a_word(action: str) -> None:
    assert BOOK.words["option"][action]


def test_every_weapon_of_a_scenario_counts_as_something() -> None:
    assert set(BOOK.chart("arms").rows) == set(WEAPONS)


def test_every_question_has_words() -> None:
    written = set(re.findall(r'(?:Choose|Plan)\([\w.]+, "([\w-]+)"', source("knights-sergeants")))
    asked = written | {"move", "group", "charge", "deploy"}
    assert asked <= set(BOOK.words["ask"])
