"""What a file says to one ruleset alone: overrides of its men, and rulings. Its rulebook says what fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kktui.engine.rulebook import Override, Rulebook, Unfit
from kktui.files.notes import Notes
from kktui.files.place import Path
from kktui.files.problem import meant, nearest, shown

if TYPE_CHECKING:
    from kktui.files.schema import Kit, ScenarioFile


def rulebook(name: str) -> Rulebook:
    """The book of a ruleset; its package is loaded only when a file speaks to it."""
    from kktui.rules import ruleset

    return ruleset(name).book


def check_overrides(file: ScenarioFile, notes: Notes) -> None:
    """Every override is one that its ruleset knows, with a value that a man can have there."""
    for path, kit in _kits(file):
        for name, own in kit.override.items():
            for key, value in own.items():
                _check_override(rulebook(name), key, value, notes, (*path, "override", name, key))


def _kits(file: ScenarioFile) -> Iterator[tuple[Path, Kit]]:
    for name, kit in file.kit.items():
        yield ("kit", name), kit
    for index, unit in enumerate(file.unit):
        for number, row in enumerate(unit.figure):
            yield ("unit", index, "figure", number), row


def _check_override(book: Rulebook, key: str, value: object, notes: Notes, path: Path) -> None:
    found = book.overrides.get(key)
    if found is None:
        guess = meant(nearest(key, book.overrides))
        notes.add_key(path, f"override {shown(key)} is unknown to {book.id}, allowed: {_list(book.overrides)}{guess}")
    elif not found.fits(value):
        notes.add(path, f"override {shown(key)} of {book.id} is {_valued(value)}, {_wanted(found, value)}")


def _wanted(found: Override, value: object) -> str:
    if not found.options:
        return f"it must be {found.allowed}"
    words = [option for option in found.options if isinstance(option, str)]
    return f"allowed: {found.allowed}{meant(nearest(value, words)) if isinstance(value, str) else ''}"


def _valued(value: object) -> str:
    return f"the text {shown(value)}" if isinstance(value, str) else shown(value)


def _list(names: Mapping[str, Any]) -> str:
    return ", ".join(names)


def check_rulings(file: ScenarioFile, notes: Notes) -> None:
    """Every ruling is one of its rulebook's, read in a way that it can be read."""
    for name, rulings in file.rulings.items():
        check_house(rulebook(name), rulings, notes, ("rulings", name))


def check_house(book: Rulebook, overlay: Mapping[str, Any], notes: Notes, path: Path) -> None:
    """Each ruling switched and each row of a chart changed by itself, so that every misfit is told at its place."""
    for where, part in _single(overlay):
        try:
            book.with_house_rules(part)
        except Unfit as unfit:
            notes.add((*path, *where), str(unfit))


def _single(overlay: Mapping[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """An overlay as overlays of one change each, with the path of the change."""
    for name, value in overlay.items():
        if name != "chart" or not isinstance(value, Mapping):
            yield (name,), {name: value}
            continue
        for chart, rows in value.items():
            if not isinstance(rows, Mapping) or not rows:
                yield (name, chart), {name: {chart: rows}}
                continue
            for row, cells in rows.items():
                yield (name, chart, row), {name: {chart: {row: cells}}}
