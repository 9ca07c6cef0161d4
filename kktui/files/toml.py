"""From the bytes of a file to plain TOML data, with bounds that keep the parser safe.

The parser of the standard library takes minutes and gigabytes on keys of thousands of parts and overflows the
stack on deep brackets, so a scan in linear time looks at the tokens first.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kktui.files.problem import Broken, NoFile, Problem
from kktui.text import clean

MAX_BYTES = 256 * 1024
MAX_LINES = 2000
MAX_KEY_PARTS = 8
MAX_NESTING = 16
MAX_NUMBER = 40
"""Characters of a bare word: a key, a number, a date."""

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}'
    r"|'''(?:[^']|'(?!''))*+'{0,5}"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[A-Za-z0-9_+:-]++"
    r"|[\[\]{}.,=\n]",
    re.DOTALL,
)
_PLACE = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_TABLE, _PART = re.compile(r"\('[^()]*'\)|\('[^()]*',\)"), re.compile(r"'([^']*)'")
_SINGLE = re.compile(r"^[ \t]*\[(side|zone|unit|unit\.figure|goal|area|line|map\.(?:area|line|zone))\]", re.MULTILINE)
"""A header in single brackets of what there may be several of."""
_HINTS = {
    "Unclosed array": ", is a comma or a closing bracket missing?",
    "Unclosed inline table": ", is a comma or a closing brace missing?",
    "Invalid initial character for a key part": ", signs stand in quotes, and a table in braces on one line",
    "Invalid statement": ", a sign that is a key stands in quotes, a remark begins with #",
    "Illegal character '\\n'": ", is a quote missing?",
    "Invalid value": ", text stands in quotes, and true and false are written small",
}
_OPENING, _CLOSING, _DELIMITERS = "[{", "]}", "[]{},=\n"


@dataclass(frozen=True, slots=True)
class Source:
    """The text of one file under the name its problems are reported with."""

    file: str
    text: str

    def problem(self, offset: int, what: str) -> Problem:
        """A problem at a character of the text."""
        line = self.text.count("\n", 0, offset) + 1
        return Problem(self.file, line, offset - self.text.rfind("\n", 0, offset), what)


def read(path: Path, most: int = MAX_BYTES) -> Source:
    """The text of a file of at most so many bytes, with or without a byte order mark."""
    name = clean(str(path), 400)
    try:
        refusal = _no_file(path)
        if refusal:
            raise NoFile([Problem(name, 1, 1, refusal)])
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise NoFile([Problem(name, 1, 1, f"the file cannot be read: {reason}")]) from None
    return source(name, raw, most)


def _no_file(path: Path) -> str:
    """Why there is nothing to read here; pipes and devices never end, so they are not even opened."""
    if path.is_file():
        return ""
    if path.is_dir():
        return "this is a folder, name a file in it"
    if path.exists():
        return "this is not an ordinary file"
    return "this link leads nowhere" if path.is_symlink() else "there is no such file"


def source(name: str, raw: bytes, most: int = MAX_BYTES) -> Source:
    """The text of these bytes, which must be UTF-8 and not too many."""
    if len(raw) > most:
        size = f"{most >> 20} MB" if most >> 20 else f"{most >> 10} kB"
        what = f"the file is larger than {size}, the most allowed"
        raise Broken([Problem(name, 1, 1, what)])
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        what = "a byte here is not UTF-8 text, save the file as UTF-8"
        raise Broken([Problem(name, line, column, what)]) from None
    return Source(name, text.replace("\r\n", "\n"))


def tidy(name: str, text: str) -> Source:
    """A text that did not come from a file, under a name that is safe to print."""
    return Source(clean(name, 400), text.removeprefix("\ufeff").replace("\r\n", "\n"))


def parse(src: Source, size: int = MAX_BYTES, lines: int = MAX_LINES) -> dict[str, Any]:
    """The TOML data of a text that the scan found harmless."""
    refusal = _too_long(src, size, lines) or _scan(src)
    if refusal is not None:
        raise Broken([refusal])
    try:
        return tomllib.loads(src.text)
    except tomllib.TOMLDecodeError as error:
        raise Broken([_syntax_problem(src, str(error))]) from None
    except (ValueError, RecursionError, MemoryError):
        raise Broken([Problem(src.file, 1, 1, "the file cannot be read as TOML")]) from None


def _too_long(src: Source, size: int, lines: int) -> Problem | None:
    if len(src.text) > size:
        return Problem(src.file, 1, 1, f"the text is longer than {size} characters, the most allowed")
    if src.text.count("\n") > lines:
        return Problem(src.file, lines + 1, 1, f"the file has more than {lines} lines, the most allowed")
    return None


def _scan(src: Source) -> Problem | None:
    """The first thing that is too much for the parser: key parts, nesting or a long number."""
    depth = dots = 0
    unclosed = ""
    for match in _TOKEN.finditer(src.text):
        token = match[0]
        dots = 0 if token in _DELIMITERS else dots + (token == ".")
        depth = max(0, depth + (token in _OPENING) - (token in _CLOSING))
        if token[0] == '"' and (token.startswith('"""') or token == '"' or token[-1] != '"'):
            unclosed = " (is the text above it closed?)"
        refusal = _too_much(token, dots, depth)
        if refusal:
            return src.problem(match.start(), refusal + unclosed)
    return None


def _too_much(token: str, dots: int, depth: int) -> str:
    if dots >= MAX_KEY_PARTS:
        return f"a key has more than {MAX_KEY_PARTS} parts, the most allowed"
    if depth > MAX_NESTING:
        return f"brackets are nested more than {MAX_NESTING} deep, the most allowed"
    if len(token) > MAX_NUMBER and token[0] not in "\"'#":
        return f"a key or number is longer than {MAX_NUMBER} characters, the most allowed"
    return ""


def _syntax_problem(src: Source, message: str) -> Problem:
    """The parser's complaint, with its place moved from the text to the front."""
    single = _SINGLE.search(src.text) if message.startswith(("Cannot overwrite", "Cannot declare")) else None
    if single:
        return src.problem(single.start(1), f"not valid TOML: [{single[1]}] is written [[{single[1]}]] each time")
    found = _PLACE.fullmatch(message)
    if found:
        what = f"not valid TOML: {_plainly(found[1])}{_HINTS.get(found[1], '')}"
        return Problem(src.file, int(found[2]), int(found[3]), what)
    what = message.removesuffix(" (at end of document)")
    end = len(src.text.rstrip("\n"))
    return src.problem(end, f"not valid TOML: {_plainly(what)}, at the end of the file")


def _plainly(what: str) -> str:
    """The parser's words; it shows the name of a table as Python does."""
    named = _TABLE.sub(lambda found: f"[{'.'.join(_PART.findall(found[0]))}]", what)
    return clean(named[:1].lower() + named[1:])
