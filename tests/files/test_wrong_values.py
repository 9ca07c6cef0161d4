"""Every value of a scenario replaced by one of every wrong kind: it is refused at its line, by its key."""

from __future__ import annotations

import re

import pytest

from tests.files.good import GOOD, load, problems

ODD = {
    "true": "true",
    "a fraction": "3.75",
    "not a number": "nan",
    "endless": "-inf",
    "below zero": "-7",
    "beyond all": "9" * 30,
    "a date": "1415-10-25",
    "an hour": "09:30:00",
    "no text": '""',
    "control characters": '"\\u001b[2J\\u0007"',
    "markup": "'[/]'",
    "a path": "'../../etc/passwd'",
    "an empty list": "[]",
    "a list of lists": "[[[1]]]",
    "an empty table": "{}",
    "a table": "{ a = 1 }",
}
PAIR = re.compile(r"^([a-z.-]+) = (.*)$")
LINES = GOOD.split("\n")
PAIRS = [number for number, line in enumerate(LINES) if PAIR.match(line) and not line.endswith('"""')]


def changed(number: int, value: str) -> str:
    return "\n".join([*LINES[:number], f"{LINES[number].split(' = ')[0]} = {value}", *LINES[number + 1 :]])


def kept_or_refused(number: int, value: str) -> None:
    if LINES[number].startswith("traits") and value == "[]":
        return  # a good value, but then the loaders of that unit have nobody to load for
    text = changed(number, value)
    found = problems(text)
    if not found:
        assert load(text).troops
        return
    assert any(problem.line == number + 1 for problem in found), [str(problem) for problem in found]
    assert all(str(problem).isprintable() and len(str(problem)) < 600 for problem in found)


@pytest.mark.parametrize("number", PAIRS, ids=[f"{number + 1}-{LINES[number][:24]}" for number in PAIRS])
@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_an_odd_value_is_refused_at_its_line_or_makes_sense(number: int, value: str) -> None:
    kept_or_refused(number, value)


def test_there_are_many_of_them() -> None:
    assert len(PAIRS) * len(ODD) >= 1000
