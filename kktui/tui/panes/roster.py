"""The roster: every unit with its strength, its leader and what the ruleset tells of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text

from kktui.engine.ruleset import Gauge, Ruleset
from kktui.engine.state import FIELDED, RESERVE, AnyState
from kktui.engine.telling import compass, listed, name_of, point_words, rule_words, word
from kktui.text import clean
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Row, row

BAR = 6
"""Cells of a bar."""
INDENT = 2


def roster_rows(rules: Ruleset, state: AnyState, ink: Ink, open_unit: str = "") -> list[Row]:
    """Both sides, unit by unit; the men of one of them as well."""
    rows: list[Row] = []
    for side in state.sides:
        rows.append(_heading(state, side, ink))
        for unit in state.units.values():
            if unit.side == side:
                rows += unit_rows(rules, state, unit.id, ink)
                if unit.id == open_unit:
                    rows += _men(rules, state, unit.id, ink)
    return rows


def _heading(state: AnyState, side: str, ink: Ink) -> Row:
    everybody = [man for man in state.figures.values() if man.side == side]
    left = sum(man.standing in (FIELDED, RESERVE) for man in everybody)
    return Row(ink.line(ink.named(state, side), Text(f"  {left} of {len(everybody)}", style=ink("muted"))))


def unit_rows(rules: Ruleset, state: AnyState, unit: str, ink: Ink) -> Iterator[Row]:
    """One unit: its letter and name, then its gauges."""
    men = state.men(unit)
    here = Text(name_of(state, unit), style="" if men else ink("muted"))
    leader = state.units[unit].leader
    yield Row(ink.line(ink.badge(state, unit), " ", here), f"unit {unit}", INDENT)
    if not men:
        waiting = any(state.figures[each].standing == RESERVE for each in state.units[unit].figures)
        yield row("  still to come" if waiting else "  gone", ink("muted"))
        return
    gauges = rules.gauges(state, unit)
    lead = "" if len(state.units[unit].figures) == 1 or any(each.name == "leader" for each in gauges) else leader
    led = any(man.id == lead for man in men)
    words = f"  {name_of(state, lead) if led else 'nobody leads'}" if lead else ""
    yield Row(ink.line("  ", gauge_text(gauges, ink), Text(words, style=ink("muted"))), hang=INDENT)


def gauge_text(gauges: Sequence[Gauge], ink: Ink) -> Text:
    """Gauges one after another: bars where the most is known, numbers always."""
    text = Text()
    for i, gauge in enumerate(gauges):
        if i:
            text.append("  ")
        value = clean(str(gauge.value))
        text.append(f"{clean(gauge.name)} ", style=ink("muted"))
        if gauge.most and isinstance(gauge.value, int):
            text.append(ink.bar(gauge.value, gauge.most, BAR), style=_health(gauge, ink))
            text.append(f" {value}/{gauge.most}")
        else:
            text.append(value)
    return text


def _health(gauge: Gauge, ink: Ink) -> Style:
    """Bars turn from good to bad as they empty; the numbers beside them say the same."""
    part = int(gauge.value) / gauge.most
    return ink("success" if part > 0.66 else "warning" if part > 0.33 else "error")


def _men(rules: Ruleset, state: AnyState, unit: str, ink: Ink) -> Iterator[Row]:
    for each in state.units[unit].figures:
        man = state.figures[each]
        if man.standing == FIELDED:
            gauges = gauge_text(rules.gauges(state, each), ink)
            yield Row(ink.line("    ", Text(name_of(state, each)), "  ", gauges), f"man {each}", 6)
        else:
            gone = f"    {name_of(state, each)} {word(state, 'standing', man.standing)}"
            yield row(gone, ink("muted"), hang=6)


def figure_rows(rules: Ruleset, state: AnyState, figure: str, ink: Ink) -> list[Row]:
    """All that is known of one man: his gauges with their rules, where he stands, whom he touches."""
    man = state.figures[figure]
    rows = [
        Row(ink.line(ink.badge(state, man.unit), " ", ink.named(state, figure))),
        row(f"of {name_of(state, man.unit)}", ink("muted")),
    ]
    if man.standing != FIELDED:
        return [*rows, row(f"He {word(state, 'standing', man.standing)}.")]
    touched = state.table.contacts(figure)
    rows.append(row(f"at {point_words(man.pose.at)}, facing {compass(man.pose.facing)}"))
    if touched:
        rows.append(row(f"touching {listed(name_of(state, each) for each in touched)}", hang=INDENT))
    for gauge in rules.gauges(state, figure):
        rule = Text(f" {rule_words(gauge.rule)}" if gauge.rule else "", style=ink("muted"))
        rows.append(Row(ink.line(gauge_text((gauge,), ink), rule), hang=INDENT))
    return rows
