"""Odds in words: short beside an option, in full on demand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from kktui.engine.ruleset import Forecast
from kktui.engine.state import AnyState
from kktui.engine.telling import forecast_title, rule_words, word

_FIRST_ID = re.compile(r"\{([^{}]*)\}")
SHORT = 3
"""Outcomes named beside an option."""
NOTHING = "0.0"
"""An average so small that it is not told."""


def percent(chance: Fraction) -> str:
    """
    >>> percent(Fraction(9, 25)), percent(Fraction(1, 300)), percent(Fraction(299, 300))
    ('36%', 'under 1%', 'over 99%')
    """
    if 0 < chance < Fraction(1, 100):
        return "under 1%"
    return "over 99%" if Fraction(99, 100) < chance < 1 else f"{round(float(chance) * 100)}%"


def by_chance(chances: Mapping[str, Fraction]) -> list[tuple[str, Fraction]]:
    """The likeliest first."""
    return sorted(chances.items(), key=lambda each: (-each[1], each[0]))


def short_odds(state: AnyState, forecasts: Sequence[Forecast]) -> str:
    """What an option promises, in a few words; nothing when no dice hang on it."""
    if not forecasts:
        return ""
    actors = {_FIRST_ID.findall(each.title)[:1] and _FIRST_ID.findall(each.title)[0] for each in forecasts}
    if len(actors) == len(forecasts) > 1:
        return f"{len(forecasts)} tries, on average {_expected(state, forecasts)}"
    likely = by_chance(forecasts[0].chances)[:SHORT]
    first = ", ".join(f"{word(state, 'outcome', each)} {percent(chance)}" for each, chance in likely)
    return f"{first}; {len(forecasts)} ways, see odds" if len(forecasts) > 1 else first


def _expected(state: AnyState, forecasts: Sequence[Forecast]) -> str:
    """How many of several resolutions end in each way, on average; what comes to nothing is left out."""
    sums: dict[str, Fraction] = {}
    for each in forecasts:
        for outcome, chance in each.chances.items():
            sums[outcome] = sums.get(outcome, Fraction(0)) + chance
    told = [(each, f"{float(number):.1f}") for each, number in by_chance(sums)[:SHORT]]
    return ", ".join(f"{number} {word(state, 'outcome', each)}" for each, number in told if number != NOTHING)


def full_odds(state: AnyState, forecasts: Sequence[Forecast], indent: int = 0) -> list[str]:
    """Every forecast with its modifiers and every outcome, there and back."""
    lines: list[str] = []
    for each in forecasts:
        lines += _one(state, each, " " * indent)
        if each.back is not None:
            lines.append(" " * indent + "In return:")
            lines += full_odds(state, [each.back], indent + 2)
    return lines


def _one(state: AnyState, forecast: Forecast, indent: str) -> list[str]:
    title = forecast_title(state, forecast.title)
    lines = [f"{indent}{title}: {forecast.needs}. {rule_words(forecast.rule)}"]
    for name, value, rule in forecast.modifiers:
        lines.append(f"{indent}  {name} {value:+d} {rule_words(rule)}")
    for outcome, chance in by_chance(forecast.chances):
        lines.append(f"{indent}  {word(state, 'outcome', outcome)}: {percent(chance)} ({chance})")
    return lines
