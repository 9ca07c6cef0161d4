"""The rulebook has words for whatever the rules say, and a rule for whatever they cite."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import kktui.rules.knights_sergeants as package
from kktui.engine.events import KINDS, Event
from kktui.engine.scenario import WEAPONS
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.actions import OPTIONS

BOOK = RULESET.book
SOURCE = Path(str(package.__file__)).parent
OWN = {name: kind for name, kind in KINDS.items() if name.startswith("knights_sergeants.")}
PLACEHOLDER = re.compile(r"\{(\w+)(?::([^}]*))?\}")
CITED = re.compile(r"KS-\d+\.\d+")


def facts_named(sentence: str) -> set[str]:
    """The fields a sentence speaks of, with those after "with" in `{roll:with modifiers}`."""
    named = set()
    for name, manner in PLACEHOLDER.findall(sentence):
        named.add(name)
        if manner.startswith("with "):
            named.add(manner.removeprefix("with "))
    return named


@pytest.mark.parametrize("name", OWN)
def test_every_event_has_words_that_speak_of_its_own_facts(name: str) -> None:
    assert name in BOOK.words["event"]
    kind: type[Event] = OWN[name]
    assert facts_named(BOOK.words["event"][name]) <= {each.name for each in fields(kind)}


def test_the_rulebook_has_words_for_no_event_that_is_not_there() -> None:
    assert {name for name in BOOK.words["event"] if "." in name} <= set(OWN)


@pytest.mark.parametrize("name", OWN)
def test_every_event_cites_a_rule_of_the_book(name: str) -> None:
    cited = next(each.default for each in fields(OWN[name]) if each.name == "rule")
    assert cited in BOOK.rules


@pytest.mark.parametrize("file", sorted(SOURCE.glob("*.py")), ids=lambda file: str(file.name))
def test_every_rule_cited_in_the_code_is_in_the_book(file: Path) -> None:
    assert set(CITED.findall(file.read_text(encoding="utf-8"))) <= set(BOOK.rules)


def test_every_rule_of_the_book_is_cited_in_the_code() -> None:
    cited = {each for file in SOURCE.glob("*.py") for each in CITED.findall(file.read_text(encoding="utf-8"))}
    assert set(BOOK.rules) <= cited


def test_every_ruling_and_every_chart_belongs_to_a_rule() -> None:
    assert {each.rule for each in BOOK.rulings.values()} <= set(BOOK.rules)
    assert {each.rule for each in BOOK.charts.values()} <= set(BOOK.rules)
    assert all(each.default in each.options for each in BOOK.rulings.values())


def test_every_ruling_is_asked_for_in_the_code() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in SOURCE.glob("*.py"))
    assert [name for name in BOOK.rulings if f'switch("{name}")' not in code] == []


@pytest.mark.parametrize("action", OPTIONS)
def test_every_action_has_a_word(action: str) -> None:
    assert BOOK.words["option"][action]


def test_every_weapon_of_a_scenario_counts_as_something() -> None:
    assert set(BOOK.chart("arms").rows) == set(WEAPONS)


def test_every_question_has_words() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in SOURCE.glob("*.py"))
    asked = set(re.findall(r'(?:Choose|Plan)\([\w.]+, "([\w-]+)"', code)) | {
        "move",
        "group",
        "charge",
        "deploy",
    }
    assert asked <= set(BOOK.words["ask"])
