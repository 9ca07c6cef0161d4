"""No text from people can steer a terminal."""

from __future__ import annotations

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kktui.text import clean, clean_block, is_id

HOSTILE = {
    "escape": "a\x1b[2Jb",
    "clipboard": "\x1b]52;c;aGVsbG8=\x07",
    "title": "\x1b]0;owned\x1b\\",
    "c1 control": "\x9d0;owned\x9c",
    "bell and backspace": "a\x07\x08\x7f",
    "carriage return": "safe\revil",
    "bidi override": "user\u202etxt.exe",
    "bidi isolate": "\u2066x\u2069",
    "zero width": "ad\u200bmin\u2060\ufeff",
    "line separator": "a\u2028b\u2029c",
    "lone surrogate": "x\ud800y\udfff",
    "tag characters": "a\U000e0041\U000e007f",
    "private use": "\ue000",
    "unassigned": "\u0378",
    "nul": "a\0b",
    "newline": "one\ntwo\tthree",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_nothing_unprintable_survives(text: str) -> None:
    assert clean(text).isprintable()
    assert "\N{REPLACEMENT CHARACTER}" in clean(text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_block_keeps_line_feeds_and_nothing_else(text: str) -> None:
    assert clean_block(text).replace("\n", "").isprintable()


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Sir Guy", "Jérôme", "Ægir Þórsson", "王", "[/b] x", "O'Neill & Sons"):
        assert clean(name) == name


def test_letters_are_composed() -> None:
    assert clean("Je\u0301ro\u0302me") == "Jérôme"


def test_at_most_two_marks_stay_on_a_letter() -> None:
    zalgo = "z" + "\u0336\u0337\u0338\u0330" * 20 + "a"
    shown = clean(zalgo)
    assert sum(category(char).startswith("M") for char in shown) == 2
    assert shown[0] == "z"
    assert shown[-1] == "a"


def test_text_is_cut_by_characters() -> None:
    assert clean("é" * 300, 10) == "é" * 10
    assert len(clean_block("line\n" * 5000)) == 4000


def test_windows_line_ends_become_plain_ones() -> None:
    assert clean_block("a\r\nb") == "a\nb"


@given(st.text(st.characters()))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean(text).isprintable()
    assert clean_block(clean_block(text)) == clean_block(text)


def test_an_id_is_short_plain_and_lower_case() -> None:
    assert is_id("hale-ford-2")
    for name in ("", "A", "a b", "a/b", "..", "a.b", "é", "a\n", "a" * 41, "a_b", "\0"):
        assert not is_id(name)
