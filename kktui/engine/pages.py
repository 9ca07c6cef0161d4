"""The rulebook to leaf through: rules with their rulings and charts, found by any word, lit where they matter now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from kktui.engine.requests import Choose, Plan, Request
from kktui.engine.rulebook import Chart, Rule, Rulebook, Ruling
from kktui.engine.ruleset import Forecast, Ruleset
from kktui.engine.state import AnyState


class Page(NamedTuple):
    """One rule, how it may be switched, and its charts."""

    rule: Rule
    rulings: tuple[Ruling, ...]
    charts: tuple[Chart, ...]


def pages(book: Rulebook) -> list[Page]:
    """Every rule in the book's own order."""
    return [page(book, rule) for rule in book.rules.values()]


def page(book: Rulebook, rule: Rule) -> Page:
    rulings = tuple(each for each in book.rulings.values() if each.rule == rule.id)
    return Page(rule, rulings, tuple(each for each in book.charts.values() if each.rule == rule.id))


def about(book: Rulebook, words: str) -> list[Page]:
    """The pages that have all these words: in the id, the heading, the text, a ruling or a chart."""
    wanted = words.casefold().strip("[] ").split()
    return [each for each in pages(book) if all(word in _text(each) for word in wanted)]


def _text(found: Page) -> str:
    parts = [found.rule.id, found.rule.heading, found.rule.says]
    for ruling in found.rulings:
        parts += [ruling.name, ruling.says]
    for chart in found.charts:
        parts += [chart.name, chart.title, *chart.columns, *chart.rows]
    return " ".join(parts).casefold()


def cells_of(chart: Chart) -> list[list[str]]:
    """A chart as text in the sheet's shape: every row of one length, the columns' names first if it has any."""
    lines = [["", *chart.columns]] if chart.columns else []
    for name, value in chart.rows.items():
        lines.append([name, *(cell_words(each) for each in (value if isinstance(value, list) else [value]))])
    longest = max((len(line) for line in lines), default=0)
    return [line + [""] * (longest - len(line)) for line in lines]


def chart_lines(chart: Chart) -> list[str]:
    """A chart in columns of equal width: names to the left, cells to the right."""
    table = cells_of(chart)
    wide = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            [name.ljust(wide[0]), *(cell.rjust(width) for cell, width in zip(cells, wide[1:], strict=True))]
        ).rstrip()
        for name, *cells in table
    ]


def cell_words(value: Any) -> str:
    """A cell, or a way a ruling may be read, as it is shown."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(cell_words(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {cell_words(item)}" for key, item in value.items())
    return str(value)


@dataclass(frozen=True, slots=True)
class Lit:
    """What of the rulebook matters to a question: rules, and rows of charts by their rule and name."""

    rules: tuple[str, ...] = ()
    """In the order they come up; the question's own first."""
    rows: frozenset[tuple[str, str]] = frozenset()


def lit_by(rules: Ruleset, state: AnyState, request: Request) -> Lit:
    """What lies open while this is asked: the question's rule, those of its odds, and the modifiers that count."""
    found = [each for part in _parts(request) for each in _forecasts(rules, state, request, *part)]
    modifiers = [each for forecast in found for each in forecast.modifiers]
    named = [request.rule, *(each.rule for each in found), *(each.rule for each in modifiers)]
    known = dict.fromkeys(each for each in named if each in state.book.rules)
    return Lit(tuple(known), frozenset((each.rule, each.name) for each in modifiers))


def _parts(request: Request) -> list[tuple[str, Choose]]:
    if isinstance(request, Plan):
        return [(key, part) for key, part in request.parts.items() if isinstance(part, Choose)]
    return [("", request)] if isinstance(request, Choose) else []


def _forecasts(rules: Ruleset, state: AnyState, request: Request, key: str, part: Choose) -> Iterator[Forecast]:
    for option in part.options:
        for forecast in rules.forecast(state, request, key, option.id):
            yield forecast
            if forecast.back is not None:
                yield forecast.back
