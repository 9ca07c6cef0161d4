"""Gathers what is wrong while a file is read, and puts a place to each complaint at the end."""

from __future__ import annotations

from typing import Any, TypeVar

from kktui.files.place import Path, Places
from kktui.files.problem import MOST, Broken, Problem
from kktui.files.toml import Source
from kktui.files.values import Faults, Nested, Table
from kktui.files.wording import sentence

Model = TypeVar("Model", bound=Table)


class Notes:
    """The complaints about one file, by the path of the key they are about."""

    def __init__(self, src: Source) -> None:
        self.src = src
        self._found: list[tuple[Path, str, bool]] = []

    def add(self, path: Path, what: str) -> None:
        """A complaint about the value at a path."""
        self._found.append((path, what, False))

    def add_key(self, path: Path, what: str) -> None:
        """A complaint about a key itself."""
        self._found.append((path, what, True))

    def problems(self) -> list[Problem]:
        """Every complaint with its line and column, in the order of the file, without repeats."""
        if not self._found:
            return []
        places = Places(self.src)
        located = [
            places.key_problem(path, what) if is_key else places.problem(path, what)
            for path, what, is_key in self._found[:MOST]
        ]
        unique = sorted(set(located), key=lambda found: (found.line, found.column, found.what))
        if len(self._found) > MOST:
            more = len(self._found) - MOST
            unique.append(Problem(self.src.file, unique[-1].line, 1, f"and {more} more problems"))
        return unique

    def settle(self) -> None:
        """Refuses the file when there was any complaint."""
        problems = self.problems()
        if problems:
            raise Broken(problems)


def validated(model: type[Model], data: dict[str, Any], notes: Notes, under: Path = ()) -> Model | None:
    """The data as a table, or None after noting everything that does not fit."""
    faults = Faults()
    made: Model = Nested(model).check(data, (), faults)
    for fault in faults.found:
        path = (*under, *fault["loc"])
        of_key = "of key" in fault or fault["type"] in ("extra_forbidden", "missing")
        add = notes.add_key if of_key else notes.add
        add(path, sentence({**fault, "loc": path}, fault["ctx"].get("known", ())))
    return None if faults.found else made
