"""The table in words: units, figures, distances, lines of sight."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.ruleset import Gauge
from kktui.engine.state import FIELDED, AnyState
from kktui.engine.telling import compass, length_words, listed, name_of, point_words, rule_words, word
from kktui.table.geometry import Point
from kktui.text import clean
from kktui.words.finding import Unclear, anything, figures, lettered, man_of, matching, place_of, the_one, units
from kktui.words.outlook import Outlook
from kktui.words.reading import as_point

TRODDEN = ("road", "slope")
"""Ground one stands on, not in."""
COVER = ("in the open", "partly in cover", "wholly in cover")


def gauge_words(gauge: Gauge) -> str:
    """`stamina 7 of 9`; a value that says what it is of stands for itself: `out of command`."""
    value = clean(str(gauge.value))
    told = value if gauge.name in value.split() else f"{gauge.name} {value}"
    return f"{told} of {gauge.most}" if gauge.most else told


def table(outlook: Outlook) -> list[str]:
    """Every unit by side: strength, leader, where it is from the acting unit, cover and ground."""
    state, actor = outlook.state, outlook.actor
    lines: list[str] = []
    if actor:
        lines.append(f"Distances are from {name_of(state, actor)}, edge to edge.")
    for side in state.sides:
        lines.append(f"{name_of(state, side)}:")
        lines += [f"  {_unit_line(outlook, unit.id)}" for unit in state.units.values() if unit.side == side]
    return lines


def _unit_line(outlook: Outlook, unit: str) -> str:
    state, actor = outlook.state, outlook.actor
    gauges = ", ".join(gauge_words(each) for each in outlook.rules.gauges(state, unit))
    if not state.men(unit):
        standings = {state.figures[each].standing for each in state.units[unit].figures}
        waiting = FIELDED in standings or "reserve" in standings
        return f"{name_of(state, unit)}: {'still to come' if waiting else 'gone'}."
    if _to_be_drawn_up(state, unit):
        return f"{name_of(state, unit)}: {gauges}; not drawn up yet."
    at = state.figures[actor].pose.at if actor else None
    man = man_of(state, unit, at)
    there = state.figures[man].pose.at
    parts = [f"{name_of(state, unit)}: {gauges}", f"at {point_words(there)}{_ground(outlook, there)}"]
    if at is not None and state.figures[actor].unit != unit:
        parts.append(f"{length_words(state, state.table.gap(actor, man))} {compass(at.bearing(there))}")
        parts.append(_seen_from(outlook, at, there))
    if at is None and state.units[unit].side == outlook.side:
        parts += _nearest_enemy(state, [man.id for man in state.men(unit)])
    return "; ".join(parts) + "."


def _to_be_drawn_up(state: AnyState, unit: str) -> bool:
    """Whether nobody has said yet where in its zone a unit is to stand."""
    troop = next((each for each in state.scenario.troops if each.id == unit), None)
    return not state.turn and troop is not None and bool(troop.zone) and unit not in state.drawn_up


def _nearest_enemy(state: AnyState, men: Sequence[str]) -> list[str]:
    """Who of the enemy is nearest to one of some friends, how far and which way."""
    foes = [foe.id for man in men[:1] for foe in state.enemies_of(state.figures[man].side)]
    gaps = [(gap, man, foe) for man in men for gap, foe in zip(state.table.gaps(man, foes), foes, strict=True)]
    if not gaps:
        return []
    gap, man, foe = min(gaps)
    way = compass(state.figures[man].pose.at.bearing(state.figures[foe].pose.at))
    return [f"nearest enemy {name_of(state, foe)}, {length_words(state, gap)} {way}"]


def _ground(outlook: Outlook, at: Point) -> str:
    kinds = outlook.state.table.kinds_at(at)
    told = listed(f"{'on' if kind in TRODDEN else 'in'} {kind.replace('-', ' ')}" for kind in kinds)
    return f" {told}" if kinds else ""


def _seen_from(outlook: Outlook, one: Point, other: Point) -> str:
    sight = outlook.state.table.sight(one, other)
    if not sight.clear:
        return f"out of sight behind {name_of(outlook.state, sight.cut_by)}"
    return COVER[min(sight.cover, 2)]


def unit(outlook: Outlook, typed: str) -> list[str]:
    """One unit and each of its men; who names a man means his unit."""
    state = outlook.state
    actor = outlook.actor
    key = _unit_typed(state, typed) if typed else (state.figures[actor].unit if actor else "")
    if not key:
        raise Unclear("name a unit: 'unit NAME'")
    lines = [_unit_line(outlook, key)]
    for each in state.units[key].figures:
        man = state.figures[each]
        if man.standing == FIELDED:
            gauges = ", ".join(gauge_words(gauge) for gauge in outlook.rules.gauges(state, each))
            lines.append(f"  {name_of(state, each)} at {point_words(man.pose.at)}: {gauges}")
        else:
            lines.append(f"  {name_of(state, each)} {word(state, 'standing', man.standing)}")
    return lines


def _unit_typed(state: AnyState, typed: str) -> str:
    named, men = units(state), figures(state)
    if by_letter := lettered(state, typed):
        return by_letter
    if matching(typed, men) and not matching(typed, named):
        return str(state.figures[the_one(typed, men, "figure")].unit)
    return the_one(typed, named, "unit")


def figure(outlook: Outlook, typed: str) -> list[str]:
    """One figure: its gauges with their rules, where it stands, whom it touches; or a unit, if that is named."""
    state = outlook.state
    everybody = {key: (name_of(state, key), key) for key in state.figures}
    if lettered(state, typed) or (typed and not matching(typed, everybody) and matching(typed, units(state))):
        return unit(outlook, typed)
    key = the_one(typed, everybody, "figure") if typed else outlook.actor
    if not key:
        raise Unclear("name a figure: 'look NAME'")
    man = state.figures[key]
    lines = [f"{name_of(state, key)}, of {name_of(state, man.unit)}, {name_of(state, man.side)}."]
    if man.standing != FIELDED:
        return [*lines, f"  He {word(state, 'standing', man.standing)}."]
    where = f"  At {point_words(man.pose.at)}{_ground(outlook, man.pose.at)}, facing {compass(man.pose.facing)}"
    touched = listed(name_of(state, each) for each in state.table.contacts(key))
    lines.append(f"{where}, touching {touched}.")
    lines += [f"  {each}" for each in _nearest_enemy(state, [key])]
    for gauge in outlook.rules.gauges(state, key):
        lines.append(f"  {gauge_words(gauge)} {rule_words(gauge.rule)}".rstrip())
    return lines


def measure(outlook: Outlook, typed: str) -> list[str]:
    """The distance and bearing between two things."""
    state = outlook.state
    one, other = _two(outlook, "measure", typed)
    a, b = _place(outlook, one, None), _place(outlook, other, None)
    one, other = _man(outlook, one, b), _man(outlook, other, a)
    a, b = _place(outlook, one, b), _place(outlook, other, a)
    both = one in state.figures and other in state.figures
    inches = state.table.gap(one, other) if both else a.to(b)
    how = "from edge to edge" if both else "between the points"
    names = f"{_called(outlook, one)} to {_called(outlook, other)}"
    return [f"{names}: {length_words(state, inches)} {how}, {compass(a.bearing(b))} ({a.bearing(b)} degrees)."]


def sight(outlook: Outlook, typed: str) -> list[str]:
    """What two things see of each other."""
    one, other = _two(outlook, "sight", typed)
    a, b = _place(outlook, one, None), _place(outlook, other, None)
    a, b = _place(outlook, one, b), _place(outlook, other, a)
    found = outlook.state.table.sight(a, b)
    names = f"{_called(outlook, one)} to {_called(outlook, other)}"
    seen = "clear" if found.clear else f"cut by {name_of(outlook.state, found.cut_by)}"
    lines = [f"{names}: sight is {seen}; the second is {COVER[min(found.cover, 2)]}."]
    for _, kind, inches in found.through:
        lines.append(
            f"  {'through' if inches else 'over'} {kind.replace('-', ' ')}, {length_words(outlook.state, inches)}"
        )
    return lines


def _two(outlook: Outlook, word: str, typed: str) -> tuple[str, str]:
    """Two things in one line: ids, or points as they were typed. One alone is measured from whoever acts."""
    words = typed.replace(",", " ").split()
    for i in range(1, len(words)):
        pair = _known(outlook, words[:i]), _known(outlook, [w for w in words[i:] if w not in ("to", "and")])
        if pair[0] and pair[1]:
            return pair
    actor = outlook.actor
    if words and actor:
        return actor, _known(outlook, words) or anything(outlook.state, " ".join(words))
    raise Unclear(f"name two figures, units, zones or points: '{word} Hob Ketil', '{word} 10 12 30 4'")


def _known(outlook: Outlook, words: list[str]) -> str:
    if as_point(words) is not None:
        return " ".join(words)
    try:
        return anything(outlook.state, " ".join(words)) if words else ""
    except Unclear:
        return ""


def _place(outlook: Outlook, key: str, near: Point | None) -> Point:
    point = as_point(key.split())
    return point if point is not None else place_of(outlook.state, key, near)


def _man(outlook: Outlook, key: str, near: Point) -> str:
    return man_of(outlook.state, key, near) if key in outlook.state.units else key


def _called(outlook: Outlook, key: str) -> str:
    return key if as_point(key.split()) is not None else name_of(outlook.state, key)
