"""Words for what happened and for what is asked: every face makes its sentences here.

The words come from the rulebook's `[words.*]` tables, else from the engine's own words.toml. A template
names fields of the event: `{figure}`; a few have a second way of being said: `{roll:with modifiers}`, `{path:way}`,
`{dice:dice}`, `{inches:inches}`, `{ends:names}`, `{ends:place}`, `{mounted:value}`. What stands in angle brackets is
left out when a field in it is empty.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from kktui.engine.events import UNKNOWN, Event
from kktui.engine.modifiers import Modifier
from kktui.engine.requests import Barred, Option, Refusal, Request
from kktui.engine.state import AnyState
from kktui.table.geometry import Point, Pose
from kktui.text import clean

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
STILL = "no distance"
"""A way that leads nowhere."""
COUNTLESS = frozenset({"woods", "crops", "bushes", "rough", "water", "stakes", "stairs"})
"""Kinds of ground of which nobody says 'a'."""
_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_MAYBE = re.compile(r"<([^<>]*)>")
_ID = re.compile(r"(?<![\w-])[a-z0-9-]{2,40}(?![\w-])")
_BRACED = re.compile(r"\{([^{}]*)\}")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=1)
def _own_words() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files("kktui.engine").joinpath("words.toml").read_text("utf-8"))


def find_word(state: AnyState, shelf: str, key: str) -> str | None:
    """The rulebook's word for a key, else the engine's, else None."""
    found = state.book.words.get(shelf, {}).get(key)
    return found if found is not None else _own_words().get(shelf, {}).get(key)


def word(state: AnyState, shelf: str, key: str) -> str:
    """The word for a key, or the key itself made safe to show."""
    found = find_word(state, shelf, key)
    return clean(key) if found is None else found


# Names, places and numbers.


def name_of(state: AnyState, key: str) -> str:
    """The name of a figure, unit, side, zone or piece of ground, safe to show; namesakes get their id too."""
    if key in state.figures:
        name = clean(state.figures[key].name)
        alike = sum(man.name == state.figures[key].name for man in state.figures.values())
        return f"{name} ({key})" if alike > 1 else name
    if key in state.units:
        return clean(state.units[key].name)
    if key == UNKNOWN:
        return "a unit you do not know of"
    return _name_on_table(state, key) or clean(key)


def _name_on_table(state: AnyState, key: str) -> str:
    ground = state.scenario.ground
    for party in state.scenario.parties:
        if party.id == key:
            return clean(party.name)
    for zone in ground.zones:
        if zone.id == key:
            return clean(zone.name)
    kinds = [each.kind for each in ground.areas if each.id == key]
    kinds += [each.kind for each in ground.lines if each.id == key]
    return _piece_of_ground(kinds[0]) if kinds else ""


def _piece_of_ground(kind: str) -> str:
    """`a low wall`, `woods`."""
    told = kind.replace("-", " ")
    return told if kind in COUNTLESS else f"a {told}"


def compass(degrees: float) -> str:
    """The nearest of eight winds: north is the far edge.

    >>> compass(50), compass(350)
    ('north-east', 'north')
    """
    return COMPASS[round(degrees / 45) % 8]


def number(value: float) -> str:
    """A number as it is said: to a tenth."""
    return f"{round(value, 1) + 0.0:g}"


def length_words(state: AnyState, inches: float) -> str:
    """A length on the table in the unit of the sheet: `4.5 inches`, `11.4 cm`."""
    if state.book.unit == "inches":
        return inches_words(inches * state.book.per_inch)
    return f"{number(inches * state.book.per_inch)} {state.book.unit}"


def inches_words(inches: float) -> str:
    """
    >>> inches_words(1.04), inches_words(2.5)
    ('1 inch', '2.5 inches')
    """
    told = number(inches)
    return f"{told} {'inch' if told == '1' else 'inches'}"


def point_words(at: Point) -> str:
    """A place on the table: `12.5 30`."""
    return f"{number(at.x)} {number(at.y)}"


def way_words(state: AnyState, path: Sequence[Point]) -> str:
    """How far, which way and where to."""
    length = sum(one.to(other) for one, other in pairwise(path))
    if length < 0.05:
        return STILL
    start, end = path[0], path[-1]
    return f"{length_words(state, length)} {compass(start.bearing(end))} to {point_words(end)}"


def listed(words: Iterable[str]) -> str:
    """`Hob, Tam and Gib`."""
    *most, last = list(words) or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def sum_words(value: int, modifiers: Sequence[Modifier]) -> str:
    """A number with what is added to it: `8 +1 close range -2 wounded = 7`."""
    if not modifiers:
        return str(value)
    named = " ".join(f"{each[1]:+d} {each[0]}" for each in modifiers)
    return f"{value} {named} = {value + sum(each[1] for each in modifiers)}"


def dice_words(dice: str) -> str:
    """
    >>> dice_words("1d8"), dice_words("3d6 best 2")
    ('D8', '3D6 best 2')
    """
    count, _, sides = dice.partition("d")
    return f"{count if count != '1' else ''}D{sides}"


def rule_words(rule: str) -> str:
    return f"[{rule}]" if rule else ""


# What happened.


def tell(state: AnyState, event: Event) -> str:
    """One sentence for an event, from the state as its reader sees it; empty when there is nothing to say."""
    template = find_word(state, "event", event.kind)
    if template is None:
        return _plainly(state, event)
    return _fill(template, _Facts(state, event))


def _fill(template: str, facts: _Facts) -> str:
    def kept(maybe: re.Match[str]) -> str:
        said = all(facts.given(name, how) for name, how in _FIELD.findall(maybe[1]))
        return maybe[1] if said else ""

    chosen = _MAYBE.sub(kept, template)
    text = _FIELD.sub(lambda field: facts.say(field[1], field[2] or ""), chosen)
    text = " ".join(text.split())
    return text[:1].upper() + text[1:]


def _plainly(state: AnyState, event: Event) -> str:
    """An event nobody has found words for yet."""
    facts = _Facts(state, event)
    given = [name for name in (each.name for each in fields(event)) if name != "rule" and facts.given(name)]
    told = ", ".join(f"{name.replace('_', ' ')} {facts.say(name)}" for name in given)
    heading = _HUMP.sub(" ", type(event).__name__).capitalize()
    return " ".join(f"{heading}: {told}. {rule_words(getattr(event, 'rule', ''))}".split())


class _Facts:
    """The fields of an event in words."""

    __slots__ = ("_event", "_state")

    def __init__(self, state: AnyState, event: Event) -> None:
        self._state = state
        self._event = event

    def given(self, name: str, how: str = "") -> bool:
        """Whether there is anything to say of a field."""
        value = getattr(self._event, name, None)
        return bool(value) and bool(self.say(name, how))

    def say(self, name: str, how: str = "") -> str:
        value = getattr(self._event, name, None)
        if name == "rule":
            return rule_words(str(value))
        if how.startswith("with "):
            return sum_words(int(value or 0), getattr(self._event, how[5:], ()))
        special = _HOW.get(how)
        return special(self, name, value) if special else self._plain(name, value)

    def _plain(self, name: str, value: Any) -> str:
        if isinstance(value, str):
            found = find_word(self._state, name, value)
            return name_of(self._state, value) if found is None else found
        if isinstance(value, bool):
            return find_word(self._state, name, str(value)) or str(value)
        if isinstance(value, float):
            return number(value)
        if isinstance(value, Pose | Point):
            return point_words(Point(value[0], value[1]))
        if isinstance(value, tuple):
            return self._several(name, value)
        return self._mapping(name, value) if isinstance(value, Mapping) else clean(str(value))

    def _several(self, name: str, values: tuple[Any, ...]) -> str:
        if all(isinstance(each, Modifier) for each in values):
            return ", ".join(f"{each.name} {each.value:+d}" for each in values)
        if all(isinstance(each, Point) for each in values):
            return way_words(self._state, values)
        return listed(self._plain(name, each) for each in values)

    def _mapping(self, name: str, values: Mapping[str, Any]) -> str:
        """Numbers by name; otherwise names by what they have in common."""
        if all(isinstance(each, int | float) for each in values.values()):
            return _counted({name_of(self._state, key): number(each) for key, each in values.items()})
        having: dict[str, list[str]] = {}
        for key, each in values.items():
            having.setdefault(self._plain(name, each), []).append(name_of(self._state, key))
        return "; ".join(f"{what} ({listed(who)})" for what, who in having.items())

    def _names(self, name: str, values: Mapping[str, Any]) -> str:
        return listed(name_of(self._state, key) for key in values)

    def _value(self, name: str, values: Mapping[str, Any]) -> str:
        return next((self._plain(name, str(each)) for each in values.values()), "")

    def _place(self, name: str, values: Mapping[str, Pose]) -> str:
        middle = Point(
            sum(pose.x for pose in values.values()) / max(1, len(values)),
            sum(pose.y for pose in values.values()) / max(1, len(values)),
        )
        where = point_words(middle)
        return f"{len(values)} figures about {where}" if len(values) > 1 else f"at {where}"

    def _dice(self, name: str, value: str) -> str:
        return dice_words(value)

    def _inches(self, name: str, value: float) -> str:
        return inches_words(value)

    def _way(self, name: str, value: Sequence[Point]) -> str:
        return way_words(self._state, value)


def _counted(numbers: Mapping[str, str]) -> str:
    """`Hob 3, Gib 7`; but `Hob (3), Archer 2 (7)`, where a name ends in a number of its own."""
    bracketed = any(name[-1:].isdigit() for name in numbers)
    return ", ".join(f"{name} ({each})" if bracketed else f"{name} {each}" for name, each in numbers.items())


_HOW: Mapping[str, Callable[[_Facts, str, Any], str]] = {
    "names": _Facts._names,
    "value": _Facts._value,
    "place": _Facts._place,
    "way": _Facts._way,
    "dice": _Facts._dice,
    "inches": _Facts._inches,
}


# What is asked.


def ask_words(state: AnyState, request: Request) -> str:
    """The question a request puts."""
    template = find_word(state, "ask", request.what) or f"{request.what.replace('-', ' ')}: {{about}}?"
    text = template.replace("{about}", name_of(state, request.about))
    return text[:1].upper() + text[1:]


def option_words(state: AnyState, request: Request, option: Option | Barred) -> str:
    """What an option is called; `request` is the part of a plan that it belongs to."""
    target = getattr(option, "target", "")
    key = getattr(option, "word", "") or option.id
    found = find_word(state, "option", f"{request.what}.{key}") or find_word(state, "option", key)
    name = name_of(state, target) if target else ""
    if found is None:
        return name if option.id == target else name_of(state, option.id)
    if "{target}" in found or not name or option.id == target:
        return found.replace("{target}", name)
    return f"{found}: {name}"


def forecast_title(state: AnyState, title: str) -> str:
    """The title of a forecast with names for the ids in braces."""
    text = _BRACED.sub(lambda braced: name_of(state, braced[1]), title)
    return text[:1].upper() + text[1:]


def _lying(state: AnyState) -> set[str]:
    """The ids of zones and of pieces of ground; of these only such as are no word of everyday speech."""
    ground = state.scenario.ground
    pieces = {each.id for each in ground.areas} | {each.id for each in ground.lines}
    return {zone.id for zone in ground.zones} | {each for each in pieces if re.search(r"-\d+$", each)}


def refusal_words(state: AnyState, refusal: Refusal, unseen: Iterable[str] = ()) -> str:
    """A refusal with names for the ids in it; whoever the reader does not know of stays unnamed."""
    hidden = frozenset(unseen)
    known = {*state.sides, *state.figures, *state.units, *_lying(state)}

    def named(found: re.Match[str]) -> str:
        key = found[0]
        if key in hidden:
            return "somebody unseen"
        return name_of(state, key) if key in known else key

    reason = _ID.sub(named, clean(refusal.reason))
    text = f"{reason} {rule_words(refusal.rule)}".strip()
    return text[:1].upper() + text[1:]
