"""The keys of the app: every binding has an id, and a player may give it other keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pkgutil import walk_packages
from unicodedata import lookup

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import KEY_NAME_REPLACEMENTS, Keys

from kktui import tui
from kktui.files.problem import shown, unknown

MEETING = ({"BattleScreen", "Field"}, {"BattleScreen", "Lines"})
"""A screen, and a part of it that hears a key first."""
_OURS = "kktui.tui"
_MODIFIERS = ("ctrl", "shift", "alt", "super", "meta", "hyper")
_NAMED = frozenset({each.value for each in Keys} | set(KEY_NAME_REPLACEMENTS.values()))


@dataclass(frozen=True, slots=True)
class Bound:
    """One thing that a key does somewhere."""

    id: str
    keys: tuple[str, ...]
    says: str
    where: str
    """The class that answers to it: two things there cannot have one key."""


def bindings(keymap: Mapping[str, str] | None = None) -> list[Bound]:
    """Every binding of the app that has an id, with the keys of a keymap where it names some."""
    chosen = keymap or {}
    found = []
    _fetch_all()
    for holder in _holders(DOMNode):
        for binding in holder.__dict__.get("BINDINGS", ()):
            if isinstance(binding, Binding) and binding.id:
                keys = split(chosen.get(binding.id, binding.key))
                found.append(Bound(binding.id, keys, binding.description, holder.__name__))
    return sorted(found, key=lambda each: (each.where, each.id))


@lru_cache(maxsize=1)
def _fetch_all() -> None:
    """Have every module of the app here, for screens come only when they are needed."""
    for module in walk_packages(tui.__path__, f"{_OURS}."):
        import_module(module.name)


def _holders(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for each in kind.__subclasses__():
        if each.__module__.startswith(_OURS):
            yield each
        yield from _holders(each)


def split(keys: str) -> tuple[str, ...]:
    """The keys of a binding: `"w,up"`."""
    return tuple(key for key in (part.strip() for part in keys.split(",")) if key)


def faults(keymap: Mapping[str, str], known: Iterable[Bound] | None = None) -> list[str]:
    """What is wrong with a player's keymap, in sentences: unknown ids, keys that are none, one key for two things."""
    if not keymap:
        return []
    defaults = list(bindings() if known is None else known)
    ids = [each.id for each in defaults]
    said = [unknown("keymap: the binding", name, sorted(set(ids))) for name in keymap if name not in ids]
    for name, keys in keymap.items():
        said += [f"keymap: {shown(key)} of {shown(name)} is no key" for key in split(keys) if not is_key(key)]
        if not split(keys):
            said.append(f"keymap: {shown(name)} has no key")
    return [*said, *_clashes(keymap, defaults)]


def _clashes(keymap: Mapping[str, str], known: Iterable[Bound]) -> list[str]:
    """Keys that came to mean two things in one place because of the keymap."""
    said, taken = [], dict[str, list[Bound]]()
    for each in known:
        for key in split(keymap[each.id]) if each.id in keymap else each.keys:
            for other in taken.setdefault(key, []):
                if keymap.keys() & {other.id, each.id} and _meet(key, other, each):
                    said.append(f"keymap: {shown(key)} would be both {shown(other.id)} and {shown(each.id)}")
            taken[key].append(each)
    return said


def _meet(key: str, one: Bound, other: Bound) -> bool:
    """Whether a key cannot be both: in one place, or in a battle and a part of it unless it usually is."""
    if one.id == other.id:
        return False
    usual = key in one.keys and key in other.keys
    return one.where == other.where or (not usual and {one.where, other.where} in MEETING)


def is_key(name: str) -> bool:
    """Whether a terminal can send a key of this name.

    >>> is_key("ctrl+s"), is_key("w"), is_key("question_mark"), is_key("wobble")
    (True, True, True, False)
    """
    *modifiers, last = name.split("+") if name != "+" else [name]
    known = len(last) == 1 or last in _NAMED or _is_sign(last)
    return known and all(each in _MODIFIERS for each in modifiers)


def _is_sign(name: str) -> bool:
    """Whether this is the name of a character: `question_mark`."""
    try:
        return name.isascii() and bool(lookup(name.replace("_", " ").upper()))
    except KeyError:
        return False


def sound(keymap: Mapping[str, str]) -> dict[str, str]:
    """The part of a keymap that can be used: what has real keys. Names that nothing has do no harm."""
    kept = {name: [key for key in split(keys) if is_key(key)] for name, keys in keymap.items()}
    return {name: ",".join(keys) for name, keys in kept.items() if keys}
