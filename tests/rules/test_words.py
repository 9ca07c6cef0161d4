"""Every rulebook has words for whatever its rules say, and its code keeps to it."""

from __future__ import annotations

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

import kktui.rules as package
from kktui.engine.events import KINDS, Event
from kktui.engine.rulebook import Rulebook
from kktui.files.schema import RULESETS
from kktui.rules import ruleset

BOOKS = {name: ruleset(name).book for name in RULESETS}
PLACEHOLDER = re.compile(r"\{(\w+)(?::([^}]*))?\}")
UNREAD = {"camelot": ["healers"]}
"""Charts for the eye alone: nobody heals poison on the field."""


def package_of(name: str) -> str:
    return name.replace("-", "_")


def events_of(name: str) -> dict[str, type[Event]]:
    """The events of a ruleset, but for those that others are made of."""
    own = f"{package_of(name)}."
    return {key: kind for key, kind in KINDS.items() if key.startswith(own) and not kind.__subclasses__()}


def source(name: str) -> str:
    """The code of a ruleset."""
    folder = Path(str(package.__file__)).parent / package_of(name)
    return "".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.py")))


def facts_named(sentence: str) -> set[str]:
    """The fields a sentence speaks of, with those after "with" in `{roll:with modifiers}`."""
    named = set()
    for name, manner in PLACEHOLDER.findall(sentence):
        named.add(name)
        if manner.startswith("with "):
            named.add(manner.removeprefix("with "))
    return named


BY_BOOK = pytest.mark.parametrize(("name", "book"), BOOKS.items(), ids=BOOKS)
BY_EVENT = pytest.mark.parametrize(
    ("book", "kind"),
    [(BOOKS[name], kind) for name in BOOKS for kind in events_of(name).values()],
    ids=lambda each: getattr(each, "kind", ""),
)


@BY_EVENT
def test_every_event_has_words_that_speak_of_its_own_facts(book: Rulebook, kind: type[Event]) -> None:
    told = {name for name, fact in vars(kind).items() if isinstance(fact, property)}
    assert facts_named(book.words["event"][kind.kind]) <= {each.name for each in fields(kind)} | told


@BY_EVENT
def test_every_event_cites_a_rule_of_the_book(book: Rulebook, kind: type[Event]) -> None:
    cited = next(each.default for each in fields(kind) if each.name == "rule")
    assert cited in book.rules or (cited is MISSING and book.id == "camelot")


@BY_BOOK
def test_the_rulebook_has_words_for_no_event_that_is_not_there(name: str, book: Rulebook) -> None:
    assert {each for each in book.words["event"] if "." in each} == set(events_of(name))


@BY_BOOK
def test_the_code_cites_every_rule_of_the_book_and_no_other(name: str, book: Rulebook) -> None:
    letters = next(iter(book.rules)).partition("-")[0]
    assert set(re.findall(rf"\b{letters}-\d+\.\d+", source(name))) == set(book.rules)


@BY_BOOK
def test_every_ruling_belongs_to_a_rule_and_is_asked_for(name: str, book: Rulebook) -> None:
    code = source(name)
    assert {each.rule for each in book.rulings.values()} <= set(book.rules)
    assert all(each.default in each.options for each in book.rulings.values() if each.options)
    assert [each for each in book.rulings if f'switch("{each}")' not in code] == []


@BY_BOOK
def test_every_chart_belongs_to_a_rule_and_is_read(name: str, book: Rulebook) -> None:
    code = source(name)
    assert {each.rule for each in book.charts.values()} <= set(book.rules)
    unread = [each for each in book.charts if f'chart("{each}")' not in code and f'charts["{each}"]' not in code]
    assert unread == UNREAD.get(name, [])
