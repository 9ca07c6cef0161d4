"""The rulebooks on paper, and files checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from kktui.commands.common import Unhappy, known_ruleset
from kktui.engine.pages import chart_lines, page
from kktui.engine.rulebook import told
from kktui.files.problem import meant, nearest, shown
from kktui.text import clean

if TYPE_CHECKING:
    from kktui.engine.rulebook import Rulebook, Ruling

WIDTH = 78
_RULE = re.compile(r"[A-Za-z]{2}-\d")
"""How the id of a rule begins."""


def check(paths: list[Path]) -> int:
    """Every fault of these files with its place; 0 when there is none."""
    from kktui.files import check as faults_of

    faults = faults_of(paths)
    for fault in faults:
        print(fault)
    if not faults:
        print("Nothing wrong with " + ", ".join(str(path) for path in paths) + ".")
    return 1 if faults else 0


def rules(first: str | None, second: str | None) -> int:
    """A rulebook with its charts, or some of its rules."""
    from kktui.rules import ruleset

    if first is None:
        return _print(_every_book())
    if _RULE.match(first):
        if second is not None:
            raise Unhappy(f"{shown(second)} is one thing too many; see kktui rules --help")
        return _print(_one(_book_of(first), first))
    book = ruleset(known_ruleset(first)).book
    return _print(_one(book, second) if second else whole(book))


def _print(lines: Iterator[str]) -> int:
    for line in lines:
        print(line)
    return 0


def _every_book() -> Iterator[str]:
    """What rulebooks there are, and after whom."""
    from kktui.rules import PACKAGES, ruleset

    for name in PACKAGES:
        book = ruleset(name).book
        yield f"{name}: {book.title}, {len(book.rules)} rules"
        yield fill(book.credits, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield "'kktui rules NAME' prints one whole, with its charts and house rules."


def _book_of(rule: str) -> Rulebook:
    """The rulebook whose rules begin with the same letters."""
    from kktui.rules import PACKAGES, ruleset

    books = {_letters(ruleset(name).book): ruleset(name).book for name in PACKAGES}
    found = books.get(rule[:2].upper())
    if found is None:
        raise Unhappy(f"no rulebook has a rule {shown(rule)}; their rules begin with {', '.join(books)}")
    return found


def _letters(book: Rulebook) -> str:
    return next(iter(book.rules))[:2]


def _one(book: Rulebook, wanted: str) -> Iterator[str]:
    """A rule by its id, or all of a heading by the part of their ids before the point."""
    by_lower, word = {name.lower(): name for name in book.rules}, wanted.lower()
    found = [name for lower, name in by_lower.items() if word in (lower, lower.partition(".")[0])]
    if not found:
        guess = meant([by_lower[each] for each in nearest(wanted, by_lower)])
        where = f"'kktui rules {book.id}' prints them"
        raise Unhappy(f"no rule of {book.title} is called '{clean(wanted, 60)}'{guess or '; ' + where}")
    yield f"{book.title}: {book.rules[found[0]].heading}"
    for name in found:
        yield from rule_lines(book, name)


def whole(book: Rulebook) -> Iterator[str]:
    """The rulebook in its own order."""
    yield book.title
    yield fill(book.credits, WIDTH)
    heading = ""
    for name, rule in book.rules.items():
        if rule.heading != heading:
            heading = rule.heading
            yield f"\n{heading}\n{'-' * len(heading)}"
        yield from rule_lines(book, name)
    yield from _overrides(book)


def _overrides(book: Rulebook) -> Iterator[str]:
    """What a scenario may give a man of his own."""
    yield f"\nFor authors of scenarios\n{'-' * 24}"
    yield f"override.{book.id} = {{ ... }} gives a man instead of the usual:"
    for each in book.overrides.values():
        line = f"{each.name}  {each.says} {each.allowed[:1].upper()}{each.allowed[1:]}. [{each.rule}]"
        yield fill(line, WIDTH, initial_indent="  ", subsequent_indent="        ")


def rule_lines(book: Rulebook, name: str) -> Iterator[str]:
    """A rule, how it may be switched, and its charts."""
    rule, rulings, charts = page(book, book.rules[name])
    house = " (our reading)" if rule.house else ""
    yield fill(f"{name}  {rule.says}{house}", WIDTH, subsequent_indent="        ")
    for ruling in rulings:
        yield fill(_switch(ruling), WIDTH, initial_indent="        ", subsequent_indent="            ")
    for chart in charts:
        yield f"        {chart.title}"
        yield from (f"          {line}" for line in chart_lines(chart))


def _switch(ruling: Ruling) -> str:
    options = f" of {', '.join(told(option) for option in ruling.options)}" if ruling.options else ""
    return f"House rule {ruling.name} = {told(ruling.default)}{options}: {ruling.says}"
