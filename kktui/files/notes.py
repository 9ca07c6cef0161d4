"""Gathers what is wrong while a file is read, and puts a place to each complaint at the end."""

from __future__ import annotations

from typing import Any, TypeVar

from kktui.files.place import Path, Places
from kktui.files.problem import MOST, Broken, Problem
from kktui.files.toml import Source

Model = TypeVar("Model")


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
    """The data as a model, or None after noting everything that does not fit."""
    from pydantic import BaseModel, ValidationError

    from kktui.files.wording import location, sentence

    assert issubclass(model, BaseModel)
    try:
        return model.model_validate(data)
    except ValidationError as refusal:
        for error in refusal.errors(include_url=False):
            path = (*under, *location(error["loc"]))
            known = _known_keys(model, error["loc"]) if error["type"] == "extra_forbidden" else []
            add = notes.add_key if error["type"] in ("extra_forbidden", "missing") else notes.add
            add(path, sentence({**error, "loc": path}, known))
    return None


def _known_keys(model: Any, loc: tuple[int | str, ...]) -> list[str]:
    """The keys allowed in the table that a location points into."""
    from kktui.files.schema import Table

    for part in loc[:-1]:
        if isinstance(part, str) and isinstance(model, type) and issubclass(model, Table):
            names = {field.alias or name: field for name, field in model.model_fields.items()}
            if part in names:
                model = _table_in(names[part].annotation)
    if isinstance(model, type) and issubclass(model, Table):
        return [field.alias or name for name, field in model.model_fields.items()]
    return []


def _table_in(annotation: Any) -> Any:
    """The table model inside a field's type: of a list, a mapping or a choice."""
    from typing import get_args

    from kktui.files.schema import Table

    if isinstance(annotation, type) and issubclass(annotation, Table):
        return annotation
    found = [_table_in(part) for part in get_args(annotation)]
    return next((table for table in found if table is not None), None)
