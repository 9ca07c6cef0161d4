"""The exact odds of what is about to be decided, there and back, with everything that goes into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.text import Text

from kktui.engine.ruleset import Forecast
from kktui.engine.state import AnyState
from kktui.engine.telling import forecast_title, rule_words, word
from kktui.text import clean
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Row, row
from kktui.words.chances import by_chance, percent

BAR = 6
NAMED = 22
"""Columns for the name of an outcome."""


def odds_rows(state: AnyState, forecasts: Sequence[Forecast], ink: Ink) -> list[Row]:
    """Every forecast; what the enemy can do in return comes right after it."""
    rows: list[Row] = []
    for each in forecasts:
        rows += _one(state, each, ink)
        if each.back is not None:
            rows.append(row("In return:", ink("muted")))
            rows += _one(state, each.back, ink)
        rows.append(row(""))
    return rows[:-1]


def _one(state: AnyState, forecast: Forecast, ink: Ink) -> Iterator[Row]:
    """What may come of it first, for that is what one looks for where there is little room; then what goes into it."""
    yield row(forecast_title(state, forecast.title), ink("strong"))
    for outcome, chance in by_chance(forecast.chances):
        yield _outcome(word(state, "outcome", outcome), chance, ink)
    yield row(f"{forecast.needs} {rule_words(forecast.rule)}", ink("muted"), hang=2)
    for name, value, rule in forecast.modifiers:
        cited = Text(f" {rule_words(rule)}" if rule else "", style=ink("muted"))
        yield Row(ink.line(f"  {value:+d} {clean(name)}", cited), hang=5)


def _outcome(name: str, chance: Fraction, ink: Ink) -> Row:
    bar = Text(ink.bar(float(chance), 1.0, BAR), style=ink("accent"))
    exact = Text(f" {chance}" if chance.denominator < 10**6 else "", style=ink("muted"))
    return Row(ink.line(bar, f" {_short(chance):>4} ", clean(name), exact), hang=BAR + 1)


def _short(chance: Fraction) -> str:
    """A percentage in four columns."""
    return percent(chance).replace("under ", "<").replace("over ", ">")
