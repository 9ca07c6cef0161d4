"""Whatever house rules a rulebook accepts, a battle can be fought by them: no crash, no end that never comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest

from kktui.engine.dice import faces_of
from kktui.engine.game import Game, Setup
from kktui.engine.rulebook import Chart, Rulebook, Unfit
from kktui.engine.scenario import Scenario
from kktui.files import Shelf
from kktui.files.house import house_in
from kktui.files.problem import Broken
from kktui.files.toml import Source
from kktui.players import LEVELS
from kktui.rules import PACKAGES, ruleset

FIELDS = ("even-field", "raid-on-thornby")
TURNS = 2
STEPS = 3000
Pick = Callable[[list[Any]], Any]
"""Which of the values that a cell or a ruling may have."""


class Cell(NamedTuple):
    """A place in a chart, and what may stand there at the extremes."""

    chart: str
    row: str
    place: int
    values: list[Any]


@lru_cache
def field(name: str) -> Scenario:
    return replace(Shelf().scenario(name), turns=TURNS)


def cells(book: Rulebook) -> Iterator[Cell]:
    for chart in book.charts.values():
        for row, line in chart.rows.items():
            for place, usual in enumerate(line if isinstance(line, list) else [line]):
                yield Cell(chart.name, row, place, list(extremes(chart, row, place, usual)))


def extremes(chart: Chart, row: str, place: int, usual: Any) -> Iterator[Any]:
    """The least, the most, nothing and one of a number as far as they fit; every word of the column."""
    if isinstance(usual, bool):
        yield from (usual, not usual)
    elif isinstance(usual, str):
        lines = [line if isinstance(line, list) else [line] for line in chart.rows.values()]
        yield from sorted({line[place] for line in lines if place < len(line) and isinstance(line[place], str)})
    elif chart.options:
        yield from chart.options
    else:
        least, most = chart.bounds_at(row, place)
        yield from (type(usual)(each) for each in sorted({least, most, 0, 1}) if least <= each <= most)


def overlay(book: Rulebook, changed: list[Cell], pick: Pick) -> dict[str, Any]:
    """House rules with these cells and every ruling as picked."""
    charts: dict[str, dict[str, Any]] = {}
    for each in changed:
        usual = book.charts[each.chart].rows[each.row]
        rows = charts.setdefault(each.chart, {})
        if isinstance(usual, list):
            line = rows.setdefault(each.row, list(usual))
            line[each.place] = pick(each.values)
        else:
            rows[each.row] = pick(each.values)
    switched = {ruling.name: pick(list(ruling.options)) for ruling in book.rulings.values() if ruling.options}
    return {**switched, "chart": fitting(book, charts)}


def fitting(book: Rulebook, charts: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The rows that the rulebook accepts: not every cell of a chart with options may have every one."""
    kept: dict[str, dict[str, Any]] = {}
    for chart, rows in charts.items():
        for row, line in rows.items():
            try:
                book.with_house_rules({"chart": {chart: {row: line}}})
            except Unfit:
                continue
            kept.setdefault(chart, {})[row] = line
    return kept


def fight(name: str, house: dict[str, Any], seed: str) -> None:
    """Two turns by these house rules come to their end."""
    rules, luck = ruleset(name), Random(seed)
    scenario, level = field(luck.choice(FIELDS)), LEVELS[luck.choice(sorted(LEVELS))]
    setup = Setup(rules, scenario, rules.book.with_house_rules(house), seed)
    game = Game(setup, {party.id: level for party in scenario.parties})
    for _ in range(STEPS):
        if not game.step() or game.state.turn > TURNS:
            return
    pytest.fail(f"no end after {STEPS} steps")


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("pick", [min, max], ids=["least", "most"])
def test_a_battle_is_fought_with_every_cell_at_its_least_or_its_most(name: str, pick: Callable[..., Any]) -> None:
    book = ruleset(name).book
    house = overlay(book, list(cells(book)), lambda values: pick(values, key=lambda each: (str(type(each)), each)))
    fight(name, house, "extreme")


@pytest.mark.parametrize("name", PACKAGES)
@pytest.mark.parametrize("number", range(4))
def test_a_battle_is_fought_by_house_rules_drawn_by_lot(name: str, number: int) -> None:
    luck, book = Random(f"{name} {number}"), ruleset(name).book
    changed = [each for each in cells(book) if luck.random() < (0.8, 0.1)[number % 2]]
    fight(name, overlay(book, changed, luck.choice), f"lot {number}")


def test_dice_by_the_dozen_are_refused_where_they_stand() -> None:
    text = '[knights-sergeants.chart.movement]\nfoot = 3\nmounted = 11\n"charging adds" = 5\n'
    with pytest.raises(Broken) as broken:
        house_in(Source("house.toml", text))
    told = str(broken.value)
    assert "house.toml:3:11: chart movement, row mounted is 11, where 3 stands must be a number from 1 to 10" in told
    assert (
        "house.toml:4:19: chart movement, row charging adds is 5, where 1 stands must be a number from 0 to 4" in told
    )


@pytest.mark.parametrize("text", ['version = 1\ntitle = "A battle"\n[map]\n', 'kktui = "0.1"\nid = "x"\n'])
def test_a_file_that_speaks_of_no_ruleset_is_told_once_to_be_no_house_rules(text: str) -> None:
    with pytest.raises(Broken) as broken:
        house_in(Source("house.toml", text))
    assert [each.what for each in broken.value.problems] == [
        "this is no file of house rules, which has a table for each ruleset it speaks to, such as [argad]"
    ]


def test_the_bounds_of_a_chart_are_bounds_of_something_in_it() -> None:
    for name in PACKAGES:
        for chart in ruleset(name).book.charts.values():
            assert set(chart.bounds) <= {*chart.columns, *([] if chart.columns else chart.rows), "any"}
            usual = [(row, line if isinstance(line, list) else [line]) for row, line in chart.rows.items()]
            for row, line in usual:
                for place, cell in enumerate(line):
                    if type(cell) in (int, float):
                        least, most = chart.bounds_at(row, place)
                        assert least <= cell <= most


def test_many_dice_are_counted_without_throwing_them_all() -> None:
    ways = faces_of("20d10 best 15")
    assert sum(ways.values()) == 10**20
    assert (min(ways), max(ways), ways[15]) == (15, 150, 1)
