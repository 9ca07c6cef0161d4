"""Rules at hand."""

from dataclasses import replace

import pytest

from kktui.engine.pages import Lit
from kktui.engine.rulebook import Chart
from kktui.rules import PACKAGES, ruleset
from kktui.tui.rulebook import RulebookScreen, chart_content
from tests.tui.stage import HOSTILE, LARGE, SMALL, is_harmless, perform

BOOK = ruleset("knights-sergeants").book
LIT = Lit(("KS-6.1",), frozenset({("KS-6.1", "close range")}))


def test_it_opens_where_the_question_is_and_marks_what_counts() -> None:
    _, seen = perform(RulebookScreen(BOOK, LIT))
    assert "▸ KS-6.1" in seen
    assert "▸ close range" in seen
    assert "▸ aimed" not in seen


def test_in_ascii_it_is_marked_too() -> None:
    _, seen = perform(RulebookScreen(BOOK, LIT), theme="mono", unicode=False)
    assert "> close range" in seen
    assert seen.replace("\n", "").replace("▃", "").encode("ascii", "ignore").decode().count("> KS-6.1") == 2


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_any_word_finds_the_rules_that_have_it(size: tuple[int, int]) -> None:
    _, seen = perform(RulebookScreen(BOOK), ["slash", *"barded"], size)
    assert "KS-6.4" in seen
    assert "KS-1.1" not in seen
    _, seen = perform(RulebookScreen(BOOK), ["slash", *"submarine"], size)
    assert "No rule has all these words" in seen


@pytest.mark.parametrize("name", PACKAGES)
def test_every_rulebook_can_be_leafed_through_to_its_end(name: str) -> None:
    last = list(ruleset(name).book.rules)[-1]
    _, seen = perform(RulebookScreen(ruleset(name).book), ["end"], LARGE)
    assert last in seen


def test_a_chart_that_is_too_wide_is_told_row_by_row() -> None:
    chart = Chart(
        "c", "KS-1.1", "Wide", ("first column", "second column", "third column"), {"pikes": [1, "", "x" * 12]}
    )
    wide = [line.plain for line in chart_content(chart, Lit(), "> ", 80)]
    assert wide[1].split() == ["first", "column", "second", "column", "third", "column"]
    narrow = [line.plain for line in chart_content(chart, Lit((), frozenset({("KS-1.1", "pikes")})), "> ", 30)]
    assert narrow[1:] == [f"   > pikes: first column 1, third column {'x' * 12}"]


def test_enter_leads_into_the_rulings_and_what_counts_is_offered_only_where_something_does() -> None:
    app, seen = perform(RulebookScreen(BOOK, changing=True), ["home", "enter", "enter", "escape"])
    assert app.given == {"cards": "per-side"}
    for screen, offered in ((RulebookScreen(BOOK, LIT), True), (RulebookScreen(BOOK), False)):
        _, seen = perform(screen)
        assert ("n Next that counts" in seen, "Tab Other pane" in seen.replace("tab ", "Tab ")) == (offered, True)


def test_rulings_are_switched_before_a_battle() -> None:
    app, seen = perform(RulebookScreen(BOOK, changing=True), ["home", "tab", "enter"])
    assert "● per-side" in seen
    app, _ = perform(RulebookScreen(BOOK, changing=True), ["home", "tab", "enter", "escape"])
    assert app.given == {"cards": "per-side"}


def test_a_ruling_switched_round_is_at_its_default_again() -> None:
    app, _ = perform(RulebookScreen(BOOK, changing=True), ["home", "tab", "enter", "enter", "escape"])
    assert app.given == {}


def test_in_a_battle_rulings_are_only_shown() -> None:
    book = BOOK.with_house_rules({"cards": "per-side"})
    app, seen = perform(RulebookScreen(book), ["home", "tab", "enter"])
    assert "● per-side" in seen
    assert "battle begins." in seen
    app, _ = perform(RulebookScreen(book), ["escape"])
    assert app.given is None


def test_a_book_by_a_stranger_steers_no_terminal() -> None:
    rule = replace(BOOK.rules["KS-1.1"], says=HOSTILE, heading=HOSTILE)
    chart = replace(BOOK.charts["morale-class"], title=HOSTILE, rows={HOSTILE: HOSTILE})
    ruling = replace(BOOK.rulings["cards"], says=HOSTILE, rule="KS-1.1")
    book = replace(
        BOOK,
        title=HOSTILE,
        rules={"KS-1.1": rule},
        charts={"c": chart},
        rulings={"cards": ruling},
    )
    for keys in ([], ["home", "tab"], ["slash", *"sir"]):
        _, seen = perform(RulebookScreen(book, Lit(("KS-1.1",))), keys)
        assert "[Sir]" in seen
        assert is_harmless(seen)
