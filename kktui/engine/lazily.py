"""What is found one after another: looked for only as far as somebody asks, and remembered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")


class Finding(Generic[T]):
    """Things in the order in which they are found.

    Most who ask want to know whether there is any, or weigh the first few; only who lists them all pays for all.
    """

    __slots__ = ("_found", "_rest")

    def __init__(self, search: Iterator[T]) -> None:
        self._found: list[T] = []
        self._rest = search

    def __bool__(self) -> bool:
        return bool(self.first(1))

    def first(self, number: int) -> list[T]:
        """So many of them, or as many as there are."""
        found = self._found
        if len(found) < number:
            found.extend(islice(self._rest, number - len(found)))
        return found[:number]

    def all(self) -> list[T]:
        """Every one."""
        self._found.extend(self._rest)
        return self._found
