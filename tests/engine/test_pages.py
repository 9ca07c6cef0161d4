"""The rulebook leafed through."""

import pytest

from kktui.engine.pages import about, cells_of, lit_by, pages
from kktui.engine.rulebook import Chart
from kktui.rules import PACKAGES, ruleset
from tests.plain.desk import bare


@pytest.mark.parametrize("name", PACKAGES)
def test_every_rule_ruling_and_chart_is_on_one_page(name: str) -> None:
    book = ruleset(name).book
    found = pages(book)
    assert [each.rule.id for each in found] == list(book.rules)
    assert {ruling.name for each in found for ruling in each.rulings} == set(book.rulings)
    assert {chart.name for each in found for chart in each.charts} == set(book.charts)


@pytest.mark.parametrize("name", PACKAGES)
def test_every_chart_is_a_rectangle(name: str) -> None:
    for chart in ruleset(name).book.charts.values():
        lines = cells_of(chart)
        assert {len(line) for line in lines} == {len(lines[0])}


def test_a_chart_without_columns_has_no_line_for_them() -> None:
    assert cells_of(Chart("c", "R-1", "C", (), {"one": 1, "two": [2, True]})) == [["one", "1", ""], ["two", "2", "yes"]]
    assert cells_of(Chart("c", "R-1", "C", ("a", "b"), {"one": ["", 2]})) == [["", "a", "b"], ["one", "", "2"]]


@pytest.mark.parametrize(
    ("words", "rule"),
    [("ks-7.2", "KS-7.2"), ("[KS-7.2]", "KS-7.2"), ("LONGBOW reaches", "KS-6.2"), ("card per side", "KS-2.1")],
)
def test_pages_are_found_by_any_words(words: str, rule: str) -> None:
    found = [each.rule.id for each in about(ruleset("knights-sergeants").book, words)]
    assert rule in found


def test_nothing_is_found_where_nothing_is_said() -> None:
    assert about(ruleset("knights-sergeants").book, "submarine") == []


def test_a_question_lights_its_rule_and_the_modifiers_that_count() -> None:
    keeper = bare(humans=("hale", "orme"), seed="s4")
    rules = keeper.game.setup.rules
    lit = []
    for _ in range(400):
        keeper.advance()
        if keeper.game.over:
            break
        side, request = next(iter(keeper.game.pending.items()))
        view = keeper.game.view(side)
        found = lit_by(rules, view, request)
        assert not request.rule or found.rules[0] == request.rule
        assert all(rule in view.book.rules for rule in found.rules)
        lit += [row for row in found.rows if row[1] in view.book.charts["archery-modifiers"].rows]
        keeper.answer(side, rules.advise(view, request))
        if lit:
            break
    assert lit
