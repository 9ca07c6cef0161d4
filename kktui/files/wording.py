"""The complaints about a file in words for its author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kktui.files.problem import meant, nearest, shown
from kktui.rules import PACKAGES

Loc = tuple[str | int, ...]

_KINDS = {
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "finite_number": "a finite number",
    "id": "an id: 1 to 40 of a-z, 0-9 and hyphens",
    "visible": "something that can be read",
    "scalar": "a number up to a million, true, false or text",
    "glyph": "one printable character other than '.' and space",
}

_CHARTS = "charts are changed by a file of house rules, given with --house, not by a scenario"
_FIRST = frozenset({"version", "title", "text", "map", "turns", "rules", "rulings"})
"""The keys of a scenario itself."""
_SEVERAL = frozenset({"side", "zone", "unit", "figure", "goal", "area", "line"})
"""Tables of which there may be several."""
_OF_A_ROW = frozenset({"id", "count", "names", "at", "places"})
"""What a figure's row says and a kit does not."""
_PARTS = {
    "figure": "[[unit.figure]]",
    "area": "[[map.area]]",
    "line": "[[map.line]]",
    "legend": "[map.legend]",
    **{name: f"[rulings.{name}]" for name in PACKAGES},
}
"""What stands below a table of the scenario."""


def sentence(error: Mapping[str, Any], known: Sequence[str]) -> str:
    """What was found, what is allowed, and the nearest word when there is one."""
    path: Loc = tuple(error["loc"])
    key = spoken(path)
    kind, found, ctx = error["type"], error["input"], error.get("ctx", {})
    if kind == "extra_forbidden":
        name = str(path[-1])
        return f"unknown key {shown(name)} in {spoken(path[:-1])}{_misplaced(path) or _hint(name, known)}"
    if kind == "missing":
        return f"'{path[-1]}' is missing in {spoken(path[:-1])}"
    if error.get("of key"):
        return _wrong_key(path, kind, ctx)
    if kind == "literal_error":
        return f"{key} is {_typed(found)}, {_allowed(found, ctx['allowed'])}"
    if kind in _KINDS:
        return f"{key} is {_typed(found)}, {_wanted(path, kind, found)}"
    return _bound(key, kind, found, ctx)


def _wrong_key(path: Loc, kind: str, ctx: Mapping[str, Any]) -> str:
    """A key that the author chose, and that is none he may choose."""
    name, where = str(path[-1]), spoken(path[:-1])
    if kind == "literal_error":
        return f"unknown key {shown(name)} in {where}, {_allowed(name, ctx['allowed'])}"
    return f"key {shown(name)} in {where} must be {_KINDS.get(kind, 'of 1 to 60 characters')}"


def spoken(path: Loc) -> str:
    """A path as an author says it: "unit 2, figure 1, 'rank'"."""
    parts: list[str] = []
    for part in path:
        if isinstance(part, int) and parts:
            parts[-1] = f"{parts[-1].strip(chr(39))} {part + 1}"
        else:
            parts.append(shown(str(part)))
    return ", ".join(parts) or "the file"


def _wanted(path: Loc, kind: str, found: object) -> str:
    """What there must be, and how its header is written where that is another one."""
    if kind == "scalar" and (path[0], path[-1]) == ("rulings", "chart"):
        return f"but {_CHARTS}"
    header = ""
    if kind == "list_type" and isinstance(found, dict) and path[-1] in _SEVERAL:
        header = f", write [[{'.'.join(part for part in path if isinstance(part, str))}]]"
    elif kind == "dict_type" and path == ("kit",):
        header = ", write [kit.<id>]"
    return f"it must be {_KINDS[kind]}{header}"


def _misplaced(path: Loc) -> str:
    """TOML gives every key to the table it stands below, which nobody expects the first time."""
    name = str(path[-1])
    if len(path) == 1:
        return f", write {_PARTS[name]}" if name in _PARTS else ""
    if name in _FIRST:
        return f", {shown(name)} belongs above the first [table]"
    if name in PACKAGES:
        return f", write override.{name}"
    return f", {shown(name)} belongs in a [[unit.figure]]" if path[0] == "kit" and name in _OF_A_ROW else ""


def _hint(name: str, known: Sequence[str]) -> str:
    return meant(nearest(name, known)) or f", allowed: {', '.join(known)}"


def _allowed(found: object, allowed: Sequence[str]) -> str:
    guess = meant(nearest(found, allowed)) if isinstance(found, str) else ""
    return f"allowed: {', '.join(allowed)}{guess}"


def _typed(found: object) -> str:
    return f"the text {shown(found)}" if isinstance(found, str) else shown(found)


def _bound(key: str, kind: str, found: object, ctx: Mapping[str, Any]) -> str:
    limits = {
        "greater_than_equal": ("at least", "ge"),
        "less_than_equal": ("at most", "le"),
    }
    lengths = {
        "too_short": ("at least", "min_length"),
        "too_long": ("at most", "max_length"),
        "string_too_short": ("at least", "min_length"),
        "string_too_long": ("at most", "max_length"),
    }
    if kind == "only":
        return f"{key} is {shown(found)}, it must be {ctx['only']:g}"
    if kind in limits:
        word, name = limits[kind]
        return f"{key} is {shown(found)}, it must be {word} {ctx[name]:g}"
    if kind in lengths:
        word, name = lengths[kind]
        size = len(found) if isinstance(found, str | list | dict) else 0
        one, many = ("character", "characters") if isinstance(found, str) else ("entry", "entries")
        unit = one if size == 1 else many
        return f"{key} has {size} {unit}, it must have {word} {ctx[name]}"
    return f"{key} is {_typed(found)}, which is not allowed here"
