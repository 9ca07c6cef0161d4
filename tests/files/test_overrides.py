"""What a scenario says to one ruleset alone fits that ruleset's rulebook, or is refused at its place."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from kktui.engine.game import Game, Setup
from kktui.engine.rulebook import Override
from kktui.files import parse_scenario
from kktui.rules import PACKAGES, ruleset
from kktui.store.keeper import players_of
from tests.files.good import GOOD, problems

SWITCH = '[rulings.knights-sergeants]\ncards = "per-side"'
THEIRS = "override.argad = { class = 5, armour = 4 }"
EVERY = [(name, each) for name in PACKAGES for each in ruleset(name).book.overrides.values()]
NAMES = [f"{name}-{each.name}" for name, each in EVERY]


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f"'{value}'" if isinstance(value, str) else str(value)


def with_override(ruleset: str, key: str, value: object) -> str:
    return GOOD.replace(THEIRS, f'override.{ruleset} = {{ "{key}" = {written(value)} }}')


def misfits(each: Override) -> list[Any]:
    """Values of every wrong kind, and the nearest that are out of range."""
    numbers = [each.least - 1, each.most + 1, 1_000_000, -1_000_000, each.least + 0.5]
    flag = [] if True in each.options else [True, False]
    return [*flag, *(["no"] if each.options else numbers), "", "banana", 4711, -1]


def fitting(each: Override) -> list[Any]:
    return list(each.options) or [each.least, each.most]


@pytest.mark.parametrize(("name", "each"), EVERY, ids=NAMES)
def test_a_value_that_makes_no_sense_is_refused_at_its_place(name: str, each: Override) -> None:
    line = GOOD[: GOOD.index(THEIRS)].count("\n") + 1
    for value in misfits(each):
        text = with_override(name, each.name, value)
        column = text.split("\n")[line - 1].index("= ", len(f"override.{name} = {{")) + 3
        found = problems(text)
        assert [(problem.line, problem.column) for problem in found] == [(line, column)], value
        assert found[0].what.startswith(f"override '{each.name}' of {name} is "), value
        assert each.allowed in found[0].what


@pytest.mark.parametrize(("name", "each"), EVERY, ids=NAMES)
def test_a_value_in_its_range_is_taken_and_the_battle_is_fought_with_it(name: str, each: Override) -> None:
    rules = ruleset(name)
    for value in fitting(each):
        text = with_override(name, each.name, value)
        assert problems(text) == ()
        scenario = parse_scenario(text, "trial")
        game = Game(Setup(rules, scenario, rules.book, "own"), players_of({"red": "random", "blue": "random"}))
        for _ in range(40):
            if not game.step():
                break


@pytest.mark.parametrize("name", PACKAGES)
def test_every_ruleset_has_overrides_that_its_rules_explain(name: str) -> None:
    book = ruleset(name).book
    assert book.overrides
    assert all(each.rule in book.rules and each.says for each in book.overrides.values())
    assert all(bool(each.options) != (each.least < each.most) for each in book.overrides.values())


@pytest.mark.parametrize(
    ("name", "key", "meant"),
    [
        ("argad", "clas", "class"),
        ("knights-sergeants", "moral", "morale"),
        ("knights-knaves", "horse-armor", "horse-armour"),
        ("camelot", "onfoot", "on foot"),
        ("schiltron", "qualty", "quality"),
    ],
)
def test_an_unknown_override_is_refused_with_the_one_that_was_meant(name: str, key: str, meant: str) -> None:
    (found,) = problems(with_override(name, key, 3))
    assert f"override '{key}' is unknown to {name}, allowed: " in found.what
    assert f"did you mean '{meant}'" in found.what
    assert GOOD.split("\n")[found.line - 1] == THEIRS


def test_an_unknown_word_is_refused_with_the_one_that_was_meant() -> None:
    (found,) = problems(with_override("knights-sergeants", "rank", "serjeant"))
    assert found.what == (
        "override 'rank' of knights-sergeants is the text 'serjeant', allowed: man, sergeant, knight,"
        " did you mean 'sergeant'?"
    )


def test_an_override_in_a_kit_is_refused_once_where_the_kit_is_written() -> None:
    text = GOOD.replace('training = "veteran"', 'training = "veteran"\noverride.schiltron = { stripes = 70 }')
    (found,) = problems(text)
    assert text.split("\n")[found.line - 1] == "override.schiltron = { stripes = 70 }"


RULINGS = [
    ("argad", 'no-such = "x"', "has no ruling 'no-such'"),
    ("knights-sergeants", 'cards = "per-sode"', "cards = per-sode does not fit"),
    ("knights-sergeants", "cards = 3", "cards = 3 does not fit"),
    ("camelot", "scale = true", "scale = true does not fit"),
    ("camelot", "scale = 1.0", "scale = 1.0 does not fit"),
    ("knights-knaves", "longbow-yeomen = 1", "longbow-yeomen = 1 does not fit"),
    ("schiltron", "chart = 3", "chart must be a table"),
]


@pytest.mark.parametrize(("name", "ruling", "said"), RULINGS)
def test_a_ruling_that_does_not_fit_is_refused_at_its_place(name: str, ruling: str, said: str) -> None:
    text = GOOD.replace(SWITCH, f"[rulings.{name}]\n{ruling}")
    (found,) = problems(text)
    assert said in found.what
    assert text.split("\n")[found.line - 1] == ruling


def test_every_ruling_of_every_ruleset_may_be_set_to_each_of_its_readings() -> None:
    every = ((name, each) for name in PACKAGES for each in ruleset(name).book.rulings.values())
    for name, ruling in every:
        for option in chain(ruling.options, [ruling.default]):
            text = GOOD.replace(SWITCH, f"[rulings.{name}]\n{ruling.name} = {written(option)}")
            assert problems(text) == (), (name, ruling.name, option)
