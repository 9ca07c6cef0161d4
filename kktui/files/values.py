"""What a value of a file may be. A shape checks a value, notes all that does not fit, and says what it allows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from kktui.text import clean

Loc = tuple[str | int, ...]
MISSING: Any = object()
LARGEST = 1_000_000


class Faults:
    """What did not fit, as `files.wording` tells it."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []

    def add(self, kind: str, loc: Loc, value: object, **facts: Any) -> None:
        self.found.append({"type": kind, "loc": loc, "input": value, "ctx": facts})


class Shape(Protocol):
    """One kind of value."""

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        """The value as it is used; what does not fit is noted and comes back as it is."""

    def schema(self) -> dict[str, Any]:
        """The same as JSON Schema."""


@dataclass(frozen=True)
class Text:
    """Text of some length that `fit` makes fit; None from it is a fault of this kind."""

    fit: Callable[[str], str | None] = str
    kind: str = ""
    least: int = 0
    most: int = LARGEST

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, str):
            faults.add("string_type", loc, value)
        elif len(value) < self.least:
            faults.add("string_too_short", loc, value, min_length=self.least)
        elif len(value) > self.most:
            faults.add("string_too_long", loc, value, max_length=self.most)
        else:
            fitting = self.fit(value)
            if fitting is not None:
                return fitting
            faults.add(self.kind, loc, value)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": self.least, "maxLength": self.most}


@dataclass(frozen=True)
class Word:
    """One of these words; `besides` says what else may stand there."""

    allowed: tuple[str, ...]
    besides: tuple[str, ...] = ()

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if not (isinstance(value, str) and value in self.allowed):
            faults.add("literal_error", loc, value, allowed=(*self.allowed, *self.besides))
        return value

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.allowed)}


@dataclass(frozen=True)
class Number:
    """A number between these; a whole one unless it may be any."""

    least: float
    most: float
    whole: bool = False

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            faults.add("int_type" if self.whole else "float_type", loc, value)
        elif isinstance(value, float) and not math.isfinite(value):
            faults.add("finite_number", loc, value)
        elif self.least == self.most != value:
            faults.add("only", loc, value, only=self.least)
        elif value < self.least:
            faults.add("greater_than_equal", loc, value, ge=self.least)
        elif value > self.most:
            faults.add("less_than_equal", loc, value, le=self.most)
        else:
            return value if self.whole else float(value)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer" if self.whole else "number", "minimum": self.least, "maximum": self.most}


def whole(least: int, most: int) -> Number:
    """A whole number between these."""
    return Number(least, most, whole=True)


class Flag:
    """True or false."""

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, bool):
            faults.add("bool_type", loc, value)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Scalar:
    """A number, true, false or text."""

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if isinstance(value, str):
            return clean(value)
        if not (isinstance(value, bool | int | float) and abs(value) <= LARGEST):
            faults.add("scalar", loc, value)
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": ["number", "boolean", "string"]}


@dataclass(frozen=True)
class Listed:
    """A list of one kind of value."""

    of: Shape
    least: int = 0
    most: int = LARGEST

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, list):
            faults.add("list_type", loc, value)
            return value
        if len(value) > self.most:
            faults.add("too_long", loc, value, max_length=self.most)
            return value
        if len(value) < self.least:
            faults.add("too_short", loc, value, min_length=self.least)
        return [self.of.check(item, (*loc, index), faults) for index, item in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.of.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True)
class Mapped:
    """A table whose keys the author chooses."""

    keys: Shape
    of: Shape
    most: int = LARGEST

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, dict):
            faults.add("dict_type", loc, value)
            return value
        if len(value) > self.most:
            faults.add("too_long", loc, value, max_length=self.most)
            return value
        keys = Faults()
        made = {
            self.keys.check(key, (*loc, key), keys): self.of.check(item, (*loc, key), faults)
            for key, item in value.items()
        }
        faults.found += [{**each, "of key": True} for each in keys.found]
        return made

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.of.schema(), "maxProperties": self.most}


@dataclass(frozen=True)
class Either:
    """The first shape for values of this kind, the second for all others."""

    kind: type
    one: Shape
    other: Shape

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        return (self.one if isinstance(value, self.kind) else self.other).check(value, loc, faults)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [self.one.schema(), self.other.schema()]}


@dataclass(frozen=True)
class Key:
    """A key of a table: the shape of its value, and what it is unless it is written."""

    shape: Shape
    default: Any


def key(shape: Shape, default: Any = MISSING) -> Any:
    """Declare a key of a table; without a default it must be written."""
    return Key(shape, default)


class Table:
    """A table of a file with the keys that its class declares."""

    declared: ClassVar[dict[str, Key]] = {}

    def __init_subclass__(cls) -> None:
        own = {name: each for name, each in vars(cls).items() if isinstance(each, Key)}
        cls.declared = {**cls.declared, **own}

    def __init__(self, written: Mapping[str, Any]) -> None:
        vars(self).update({name: each.default for name, each in self.declared.items()} | dict(written))
        self.written = frozenset(written)

    def told(self) -> dict[str, Any]:
        """Every key with its value."""
        return {name: getattr(self, name) for name in self.declared}


@dataclass(frozen=True)
class Nested:
    """A table with known keys and no others."""

    table: type[Table]

    def check(self, value: Any, loc: Loc, faults: Faults) -> Any:
        if not isinstance(value, dict):
            faults.add("model_type", loc, value)
            return value
        known = {_spelled(name): name for name in self.table.declared}
        made = {}
        for spelled, name in known.items():
            declared = self.table.declared[name]
            if spelled in value:
                made[name] = declared.shape.check(value[spelled], (*loc, spelled), faults)
            elif declared.default is MISSING:
                faults.add("missing", (*loc, spelled), value)
        for stranger in (each for each in value if each not in known):
            faults.add("extra_forbidden", (*loc, stranger), value[stranger], known=list(known))
        return self.table(made)

    def schema(self) -> dict[str, Any]:
        keys = {_spelled(name): each for name, each in self.table.declared.items()}
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {name: each.shape.schema() for name, each in keys.items()},
            "required": [name for name, each in keys.items() if each.default is MISSING],
        }


def _spelled(name: str) -> str:
    return name.replace("_", "-")
