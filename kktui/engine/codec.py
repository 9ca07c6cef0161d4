"""Facts to JSON and back: events, requests, walks, by their own types."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from math import isfinite
from typing import Any, Union, get_args, get_origin, get_type_hints

Reader = Callable[[Any], Any]


def pack(value: Any) -> Any:
    """A value as JSON: dataclasses as objects, tuples as lists."""
    if value is None or isinstance(value, str | int | float):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, tuple | list):
        return [pack(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(pack(item) for item in value)
    if isinstance(value, Mapping):
        return {str(key): pack(item) for key, item in value.items()}
    return {name: pack(getattr(value, name)) for name in names(type(value))}


def names(kind: type) -> tuple[str, ...]:
    """The field names of a dataclass."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(each.name for each in fields(kind))
    return found


_NAMES: dict[type, tuple[str, ...]] = {}


def unpack(kind: type, value: Any) -> Any:
    """The value of the given type that was packed."""
    return _reader(kind)(value)


@lru_cache(maxsize=1024)
def _reader(kind: Any) -> Reader:
    origin = get_origin(kind)
    if origin is not None:
        return _generic(kind, origin)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        inner = [_reader(hint) for hint in get_type_hints(kind).values()]
        return lambda value: kind(*(read(item) for read, item in zip(inner, value, strict=True)))
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    return lambda value: value


def _generic(kind: Any, origin: Any) -> Reader:
    inner = get_args(kind)
    if origin is tuple:
        if len(inner) == 2 and inner[1] is Ellipsis:
            read = _reader(inner[0])
            return lambda value: tuple(read(item) for item in value)
        each = [_reader(hint) for hint in inner]
        return lambda value: tuple(read(item) for read, item in zip(each, value, strict=True))
    if origin is frozenset:
        return frozenset
    if origin in (Union, types.UnionType):
        return _optional(inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        of = _reader(inner[1])
        return lambda value: {key: of(item) for key, item in value.items()}
    return lambda value: value


def _optional(inner: tuple[Any, ...]) -> Reader:
    """`T | None` reads a T; a union of plain values is taken as it is."""
    real = [hint for hint in inner if hint is not type(None)]
    if len(real) != 1:
        return lambda value: value
    read = _reader(real[0])
    return lambda value: None if value is None else read(value)


def _record(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {name: _reader(hints[name]) for name in names(kind)}

    def read(value: Mapping[str, Any]) -> Any:
        return kind(**{name: readers[name](item) for name, item in value.items()})

    return read


def sound(kind: Any, value: Any) -> bool:
    """Whether what was unpacked is of its type down to the last number; for values that somebody else wrote."""
    inner = get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        return any(sound(each, value) for each in inner)
    if inner and isinstance(value, tuple):
        every = inner[:1] * len(value) if inner[-1] is Ellipsis else inner
        return len(every) == len(value) and all(map(sound, every, value))
    if inner and isinstance(value, Mapping):
        return all(sound(inner[0], key) and sound(inner[1], item) for key, item in value.items())
    if inner or kind is Any:
        return not inner
    return _is_one(kind, value) and all(sound(hint, getattr(value, name)) for name, hint in _parts(kind).items())


def _is_one(kind: type, value: Any) -> bool:
    """Whether this is one value of a type, a number that is none left aside."""
    if isinstance(value, float) and not isfinite(value):
        return False
    return isinstance(value, int | float if kind is float else kind)


@lru_cache(maxsize=1024)
def _parts(kind: type) -> Mapping[str, Any]:
    """What a record is made of, with the type of each."""
    known = names(kind) if is_dataclass(kind) else getattr(kind, "_fields", ())
    hints = get_type_hints(kind) if known else {}
    return {name: hints[name] for name in known}
