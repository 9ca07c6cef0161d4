"""What is wrong with a file, said in sentences that name the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from kktui.text import clean

MOST = 100
"""A file with more problems than this is told so, and only the first ones are listed."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a file: where it is and what an author can do about it."""

    file: str
    line: int
    column: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.what}"


class Broken(Exception):  # noqa: N818
    """A file that cannot be used, with everything that was found wrong."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class NoFile(Broken):
    """What was named is not there, or is nothing that can be read."""


class UnknownName(Exception):  # noqa: N818
    """A scenario or map that is on no shelf."""

    def __init__(self, kind: str, name: str, suggestions: Sequence[str]) -> None:
        self.kind, self.name, self.suggestions = kind, clean(name, 60), tuple(suggestions)
        super().__init__(f"no {kind} is called '{self.name}'{meant(self.suggestions)}")


def meant(suggestions: Sequence[str]) -> str:
    """The tail of a sentence: the nearest names, or nothing."""
    if not suggestions:
        return ""
    return ", did you mean " + " or ".join(f"'{name}'" for name in suggestions) + "?"


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """At most two known names that look like this one."""
    return get_close_matches(name[:60].lower(), list(known), n=2, cutoff=0.6)


def shown(value: object) -> str:
    """A value found in a file, short and safe to print."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{clean(value, 40)}'"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return clean(str(value), 40)


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """A sentence for a name that is not among the known ones."""
    guesses = nearest(name, known)
    if guesses:
        return f"{what} {shown(name)} is unknown{meant(guesses)}"
    listed = ", ".join(list(dict.fromkeys(known))[:40]) or "none is defined"
    return f"{what} {shown(name)} is unknown, known: {listed}"
