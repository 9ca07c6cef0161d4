"""A file of house rules: a table for each ruleset it speaks to, every misfit told at its place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kktui.files import toml
from kktui.files.notes import Notes
from kktui.files.problem import Broken, Problem, meant, nearest, shown
from kktui.files.toml import Source

House = Mapping[str, Mapping[str, Any]]
"""By ruleset, rulings switched and cells of charts changed."""
_ELSEWHERE = {"version", "kktui", "bundle"}
"""Keys of scenarios, maps and exported battles, which speak of no ruleset at their top."""


def read_house(path: Path) -> House:
    """The house rules of a file."""
    return house_in(toml.read(path))


def house_in(src: Source) -> House:
    """The house rules of a text, all of which fit their rulebooks."""
    from kktui.files.rulebooks import check_house, rulebook
    from kktui.rules import PACKAGES

    tables = toml.parse(src)
    if _ELSEWHERE & tables.keys() and not tables.keys() & {*PACKAGES}:
        what = "this is no file of house rules, which has a table for each ruleset it speaks to, such as [argad]"
        raise Broken([Problem(src.file, 1, 1, what)])
    notes = Notes(src)
    for name, table in tables.items():
        if name not in PACKAGES:
            guess = meant(nearest(name, PACKAGES))
            notes.add_key((name,), f"ruleset {shown(name)} is unknown, allowed: {', '.join(PACKAGES)}{guess}")
        elif not isinstance(table, dict):
            notes.add((name,), f"{shown(name)} is {shown(table)}, it must be a table of house rules")
        else:
            check_house(rulebook(name), table, notes, (name,))
    notes.settle()
    return tables
