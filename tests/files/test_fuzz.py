"""Whatever happens to a file, it loads or is refused with places: never another exception."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kktui.files import Broken, Problem, check, parse_map, read_scenario
from kktui.files.shelf import shipped_folder
from tests.files.good import GOOD, load

RAW = GOOD.encode()
TOKENS = re.findall(r'"""[^"]*"""|"[^"]*"|[\w.-]+|\s+|.', GOOD)
ODD = [
    "nan", "-inf", "true", "1e999999", "0x7fffffffffffffffff", "[]", "{}", '""', "'''", '"""', "[[", "]]",
    "=", "\\", "#", "1979-05-27", "12:00:00", '"\\u0000"', '"\\U0010ffff"', "\u202e", "\x00", "\x1b", "\r",
    "é", "-0", "[[[]]]",
]  # fmt: skip
fuzzed = settings(max_examples=250, deadline=2000, suppress_health_check=list(HealthCheck))


def refused(read: Callable[[], object]) -> tuple[Problem, ...]:
    """The problems of a file, none when it loads; any other exception fails the test."""
    try:
        read()
    except Broken as broken:
        return broken.problems or (Problem("", 0, 0, "refused without a problem"),)
    return ()


def survives(text: str) -> None:
    for problem in refused(lambda: load(text)):
        assert problem.line >= 1
        assert problem.column >= 1
        assert str(problem).isprintable()


@fuzzed
@given(st.lists(st.tuples(st.integers(0, len(RAW) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_flipped_bytes(tmp_path_factory: pytest.TempPathFactory, flips: list[tuple[int, int]]) -> None:
    raw = bytearray(RAW)
    for place, value in flips:
        raw[place] = value
    path = tmp_path_factory.getbasetemp() / "flipped.toml"
    path.write_bytes(bytes(raw))
    assert all(problem.line >= 1 for problem in refused(lambda: read_scenario(path)))


@fuzzed
@given(st.lists(st.tuples(st.integers(0, len(TOKENS) - 1), st.integers(0, len(TOKENS) - 1)), min_size=1, max_size=4))
def test_swapped_tokens(swaps: list[tuple[int, int]]) -> None:
    tokens = list(TOKENS)
    for one, two in swaps:
        tokens[one], tokens[two] = tokens[two], tokens[one]
    survives("".join(tokens))


@fuzzed
@given(st.lists(st.tuples(st.integers(0, len(TOKENS) - 1), st.sampled_from(ODD)), min_size=1, max_size=4))
def test_tokens_replaced_by_odd_ones(changes: list[tuple[int, str]]) -> None:
    tokens = list(TOKENS)
    for place, odd in changes:
        tokens[place] = odd
    survives("".join(tokens))


@fuzzed
@given(st.integers(0, len(GOOD)), st.integers(0, 400))
def test_pieces_cut_out(start: int, length: int) -> None:
    survives(GOOD[:start] + GOOD[start + length :])


@fuzzed
@given(st.text(st.sampled_from("Th~. \tzé"), max_size=200), st.sampled_from([1, 2.5, 4, 12]))
def test_any_drawing(drawing: str, cell: float) -> None:
    rows = "\n".join(drawing[i : i + 12] for i in range(0, len(drawing), 12))
    text = f'version = 1\nname = "x"\nsize = [48, 48]\ncell = {cell}\ndrawing = """\n{rows}\n"""\n[legend]\n'
    legend = 'T = "woods"\nh = "hedge"\n"~" = "water"\nz = { zone = "z" }\n"é" = { line = "stakes" }\n'
    assert all(problem.line >= 1 for problem in refused(lambda: parse_map(text + legend, "drawn.toml")))


@fuzzed
@given(st.binary(max_size=300))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(raw)
    assert check([path])


@pytest.mark.parametrize("path", sorted(shipped_folder("scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_shipped_files_cut_short_anywhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for end in range(0, len(text), max(1, len(text) // 12)):
        survives(text[:end])
