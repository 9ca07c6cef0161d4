"""Why a number is what it is, why an option is barred, and what the rules say."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.events import Event
from kktui.engine.pages import chart_lines
from kktui.engine.requests import Barred, Choose, Plan, Request
from kktui.engine.rulebook import Chart, Rule, Rulebook, Ruling
from kktui.engine.state import AnyState
from kktui.engine.telling import listed, name_of, option_words, refusal_words, rule_words, tell
from kktui.text import clean
from kktui.words.finding import Unclear, matching
from kktui.words.news import last_roll, modifiers_of
from kktui.words.outlook import Outlook

OF_THE_OTHER = ("target", "foe")
"""How fields begin that belong to the other of two."""


def why(outlook: Outlook, typed: str) -> list[str]:
    """The modifiers of the last roll, and why options are not open."""
    barred = [(part, each) for part in _choices(outlook.request) for each in part.barred]
    if typed:
        names = {str(i): (option_words(outlook.state, part, each), each.id) for i, (part, each) in enumerate(barred)}
        barred = [barred[int(key)] for key in matching(typed, names)]
        if not barred:
            raise Unclear(f"'{clean(typed, 40)}' is not barred here; bare 'why' lists what is")
        return _barred(outlook, barred)
    lines = _last_roll(outlook)
    if barred:
        lines += ["Not open now:", *_barred(outlook, barred)]
    return lines or ["Nothing was rolled yet, and nothing is barred."]


def _choices(request: Request | None) -> list[Choose]:
    if isinstance(request, Plan):
        return [part for part in request.parts.values() if isinstance(part, Choose)]
    return [request] if isinstance(request, Choose) else []


def _barred(outlook: Outlook, barred: Sequence[tuple[Choose, Barred]]) -> list[str]:
    """What is barred and why, each once; for whom, where that is not everybody who is asked."""
    state, found = outlook.state, dict[str, list[str]]()
    for part, each in barred:
        said = f"  {option_words(state, part, each)}: {refusal_words(state, each.why)}"
        found.setdefault(said, []).append(name_of(state, part.about))
    everybody = len(_choices(outlook.request))
    return [said if len(names) == everybody else f"{said} ({listed(names)})" for said, names in found.items()]


def _last_roll(outlook: Outlook) -> list[str]:
    event = last_roll(outlook.state, outlook.side)
    return ["The last roll:", *(f"  {line}" for line in why_rolled(outlook.state, event))] if event else []


def why_rolled(state: AnyState, event: Event) -> list[str]:
    """An event in words, and each modifier that went into it with its rule."""
    lines, lists = [tell(state, event)], modifiers_of(event)
    for field, modifiers in lists.items():
        of = "of the other" if field.startswith(OF_THE_OTHER) else ""
        lines += [f"{name} {value:+d} {of} {rule_words(rule)}".replace("  [", " [") for name, value, rule in modifiers]
        lines += [] if modifiers or "modifiers" not in field else [f"no modifiers {of}".rstrip()]
    return lines


def rules(book: Rulebook, typed: str, asked: str = "") -> tuple[list[str], list[str]]:
    """What the rulebook says: prose, and charts whose spaces matter. To no word, the rule in question and a list."""
    if not typed:
        return [*(_rule(book, book.rules[asked]) if asked in book.rules else ()), *_contents(book)], []
    wanted = typed.upper().strip("[]")
    found = [rule for rule in book.rules.values() if rule.id.upper() == wanted]
    charts = [chart for chart in book.charts.values() if chart.rule.upper() == wanted or chart.name == typed.lower()]
    if not found and not charts:
        found = _about(book, typed)
    if not found and not charts:
        raise Unclear(f"no rule or chart has '{clean(typed, 40)}'; bare 'rules' lists them")
    prose = [line for rule in found for line in _rule(book, rule)]
    return prose, [line for chart in charts for line in _chart(chart)]


def _chart(chart: Chart) -> list[str]:
    return [f"{chart.title} {rule_words(chart.rule)}", *(f"  {line}" for line in chart_lines(chart))]


def _about(book: Rulebook, typed: str) -> list[Rule]:
    word = typed.casefold()
    by_id = [rule for rule in book.rules.values() if rule.id.casefold().startswith(word)]
    headed = [rule for rule in book.rules.values() if word in rule.heading.casefold()]
    return by_id or headed or [rule for rule in book.rules.values() if word in rule.says.casefold()]


def _contents(book: Rulebook) -> list[str]:
    lines = [f"{book.title}{'' if book.title.endswith('!') else '.'} {book.credits}"]
    headings: dict[str, list[str]] = {}
    for rule in book.rules.values():
        headings.setdefault(rule.heading, []).append(rule.id)
    lines += [f"  {heading}: {', '.join(ids)}" for heading, ids in headings.items()]
    lines.append(f"  Charts: {', '.join(book.charts)}")
    return [*lines, "Type 'rules' and an id, a chart or any word."]


def _rule(book: Rulebook, rule: Rule) -> list[str]:
    house = " (our reading)" if rule.house else ""
    rulings = [ruling for ruling in book.rulings.values() if ruling.rule == rule.id]
    return [
        f"{rule_words(rule.id)} {rule.heading}{house}: {rule.says}",
        *(_ruling(book, each) for each in rulings),
    ]


def _ruling(book: Rulebook, ruling: Ruling) -> str:
    options = ", ".join(str(option) for option in ruling.options)
    return f"  Ruling {ruling.name}: {ruling.says} Here: {book.switch(ruling.name)}. Of: {options or 'any'}."
