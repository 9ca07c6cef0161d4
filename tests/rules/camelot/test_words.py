"""The rulebook has words for whatever the rules say, and a rule for whatever they cite."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import kktui.rules.camelot as package
from kktui.engine.events import KINDS, Event
from kktui.rules.camelot.events import OfFigure
from kktui.rules.camelot.figures import LADDER
from tests.rules.camelot.table import BOOK

SOURCE = Path(str(package.__file__)).parent
CODE = {file.name: file.read_text(encoding="utf-8") for file in sorted(SOURCE.glob("*.py"))}
OWN = {name: kind for name, kind in KINDS.items() if name.startswith("camelot.") and name != OfFigure.kind}
PLACEHOLDER = re.compile(r"\{(\w+)(?::([^}]*))?\}")
CITED = re.compile(r"CA-\d+\.\d+")


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
    told = {each for each, fact in vars(kind).items() if isinstance(fact, property)}
    assert facts_named(BOOK.words["event"][name]) <= {each.name for each in fields(kind)} | told


def test_the_rulebook_has_words_for_no_event_that_is_not_there() -> None:
    assert {name for name in BOOK.words["event"] if "." in name} == set(OWN)


@pytest.mark.parametrize("name", OWN)
def test_every_event_has_a_rule(name: str) -> None:
    cited = next(each for each in fields(OWN[name]) if each.name == "rule")
    assert cited.default in BOOK.rules or not isinstance(cited.default, str)


@pytest.mark.parametrize("name", CODE)
def test_every_rule_cited_in_the_code_is_in_the_book(name: str) -> None:
    assert set(CITED.findall(CODE[name])) <= set(BOOK.rules)


def test_every_rule_of_the_book_is_cited_in_the_code() -> None:
    cited = {each for text in CODE.values() for each in CITED.findall(text)}
    assert set(BOOK.rules) <= cited
    assert len(BOOK.rules) == 56


def test_every_ruling_and_every_chart_belongs_to_a_rule() -> None:
    assert {each.rule for each in BOOK.rulings.values()} <= set(BOOK.rules)
    assert {each.rule for each in BOOK.charts.values()} <= set(BOOK.rules)
    assert all(each.default in each.options for each in BOOK.rulings.values())


def test_every_ruling_is_asked_for_in_the_code() -> None:
    code = "".join(CODE.values())
    assert [name for name in BOOK.rulings if f'switch("{name}")' not in code] == []


def test_every_chart_is_read_by_the_code() -> None:
    code = "".join(CODE.values())
    unread = [name for name in BOOK.charts if f'chart("{name}")' not in code and f'charts["{name}"]' not in code]
    assert unread == ["healers"]  # nobody heals poison on the field


def test_every_question_has_words() -> None:
    asked = {name for text in CODE.values() for name in re.findall(r'(?:Choose|Arrange)\([\w.]+, "([\w-]+)"', text)}
    events = {"furious-assault", "seize-the-moment", "take-cover", "bravery", "rapid-fire"}
    assert asked | events | {"move", "charge", "deploy"} <= set(BOOK.words["ask"])


def test_every_outcome_of_a_forecast_has_a_word() -> None:
    wanted = {*LADDER, *(f"himself: {each}" for each in LADDER), "miss", "everybody laughs", "away", "caught", "peace"}
    assert wanted <= set(BOOK.words["outcome"])
