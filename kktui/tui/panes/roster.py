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
from kktui.tui.panes.lines import FIRM, GLUE, Row, row

BAR = 6
"""Cells of a bar."""
INDENT = 2
ALONE = 2
"""Bars that a man on his own has in the roster; all of them when he is looked at."""
SHORT = 20
"""Letters that are kept on one line."""
YES = "yes"
"""What is so is told by its name alone."""


def roster_rows(rules: Ruleset, state: AnyState, ink: Ink, open_unit: str = "", acting: str = "") -> list[Row]:
    """Both sides, unit by unit; the men of one of them as well, and a sign at the one that is decided for."""
    rows: list[Row] = []
    for side in state.sides:
        rows.append(_heading(state, side, ink, acting))
        for unit in state.units.values():
            if unit.side == side:
                rows += unit_rows(rules, state, unit.id, ink, acting)
                if unit.id == open_unit:
                    rows += _men(rules, state, unit.id, ink)
    return rows


def _heading(state: AnyState, side: str, ink: Ink, acting: str) -> Row:
    """A side and its strength, with a sign when it is the one that decides."""
    everybody = [man for man in state.figures.values() if man.side == side]
    left = sum(man.standing in (FIELDED, RESERVE) for man in everybody)
    decides = acting in state.units and state.units[acting].side == side
    sign = Text(f"{ink.glyphs.pointer} " if decides else "", style=ink("accent"))
    return Row(ink.line(sign, ink.named(state, side), Text(f"  {left}/{len(everybody)}", style=ink("muted"))))


def unit_rows(rules: Ruleset, state: AnyState, unit: str, ink: Ink, acting: str = "") -> Iterator[Row]:
    """One unit: its letter, name and strength on one line, then what else is told of it."""
    body, men = state.units[unit], state.men(unit)
    name = Text(name_of(state, unit), style=ink("strong") if unit == acting else "" if men else ink("muted"))
    sign = Text(ink.glyphs.pointer if unit == acting else " ", style=ink("accent"))
    named = ink.line(ink.badge(state, unit), sign, name)
    if not men:
        waiting = any(state.figures[each].standing == RESERVE for each in body.figures)
        state_of = Text("  still to come" if waiting else "  gone", style=ink("muted"))
        yield Row(ink.line(named, state_of), f"unit {unit}", INDENT)
        return
    gauges = list(rules.gauges(state, unit))
    if len(body.figures) == 1:
        gauges = [*gauges[1:], *[each for each in rules.gauges(state, men[0].id) if each.most][:ALONE]]
        gauges = [each for each in gauges if each.value != men[0].name]
    elif not any(each.name == "leader" for each in gauges):
        led = any(man.id == body.leader for man in men)
        gauges.append(Gauge("leader", name_of(state, body.leader) if led else "none"))
    first = bool(gauges) and bool(gauges[0].most) and len(body.figures) > 1
    head = (named, "  ", _meter(gauges[0], ink)) if first else (named,)
    yield Row(ink.line(*head), f"unit {unit}", INDENT)
    if gauges[first:]:
        yield Row(ink.line("  ", gauge_text(gauges[first:], ink)), hang=INDENT)


def gauge_text(gauges: Sequence[Gauge], ink: Ink) -> Text:
    """Gauges one after another: bars where the most is known, numbers always. Each stays on one line if it can."""
    return Text("  ").join(_gauge(gauge, ink) for gauge in gauges)


def _gauge(gauge: Gauge, ink: Ink) -> Text:
    name, value = clean(gauge.name), clean(str(gauge.value))
    if value == YES:
        return Text(name.replace(" ", GLUE), style=ink("warning"))
    said = Text(style=ink("muted"))
    if name not in value:
        said.append(f"{name.replace(' ', GLUE)}{GLUE}")
    if gauge.most and isinstance(gauge.value, int):
        return Text.assemble(said, _meter(gauge, ink))
    return Text.assemble(said, value.replace(" ", GLUE) if len(value) < SHORT else value)


def _meter(gauge: Gauge, ink: Ink) -> Text:
    """A bar and its number."""
    bar = Text(ink.bar(int(gauge.value), gauge.most, BAR), style=_health(gauge, ink))
    return Text.assemble(bar, f"{FIRM}{clean(str(gauge.value))}/{gauge.most}")


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
    rows = [Row(ink.line(ink.badge(state, man.unit), " ", ink.named(state, figure)))]
    if name_of(state, man.unit) != name_of(state, figure):  # a man who is a unit of his own
        rows.append(row(f"of {name_of(state, man.unit)}", ink("muted")))
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
