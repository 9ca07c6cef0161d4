"""Records that never change, made quickly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields, make_dataclass
from operator import attrgetter
from typing import Any, TypeVar, cast

T = TypeVar("T")


def quick(kind: type[T]) -> type[T]:
    """A frozen, slotted dataclass that is made as fast as one that is not frozen.

    A frozen dataclass sets every field by way of `object.__setattr__`, which takes three times as long as all the rest
    of making it, and events, requests and walks are made by the thousand. That no field is set again the type checker
    sees to, as for any frozen dataclass, so the guard at run time can go.
    """
    alike: list[tuple[str, Any, Any]] = [(each.name, Any, _like(each)) for each in fields(cast(Any, kind))]
    plain = make_dataclass(kind.__name__, alike, repr=False, eq=False)
    kind.__init__ = plain.__init__  # type: ignore[method-assign, misc]
    for guard in ("__setattr__", "__delattr__"):
        if guard in vars(kind):
            delattr(kind, guard)
    return kind


def _like(each: Field[Any]) -> Any:
    """A field of the same default."""
    if each.default is not MISSING:
        return field(default=each.default, kw_only=each.kw_only)
    if each.default_factory is not MISSING:
        return field(default_factory=each.default_factory, kw_only=each.kw_only)
    return field(kw_only=each.kw_only)


def clone(record: T) -> T:
    """A shallow copy of a slotted dataclass."""
    kind = type(record)
    values = _VALUES.get(kind)
    if values is None:
        names = [each.name for each in fields(cast(Any, kind))]
        values = _VALUES[kind] = attrgetter(*names, "__class__")
    return kind(*values(record)[:-1])


_VALUES: dict[type, Callable[[Any], Any]] = {}
"""How to read all fields of a kind at once; the class comes last, so that there are always several."""


def altered(record: T, **changes: Any) -> T:
    """A copy with some fields changed: what `dataclasses.replace` makes, in half the time."""
    copy = clone(record)
    for name, value in changes.items():
        object.__setattr__(copy, name, value)
    return copy
