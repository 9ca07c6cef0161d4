"""The rulebook is data the code uses: every rule by id, every chart in the sheet's shape, every ruling's switch."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from importlib.resources import files
from typing import Any

from kktui.text import clean

Value = int | float | str | bool
MOST_IN_A_CELL = 100
"""A number in a chart may be changed to this, or to the largest that stands in its column."""
ANY = "any"
"""The bounds of every number of a chart that has none of its own."""
PER_INCH = {"inches": 1.0, "cm": 2.54}
"""The units a sheet may measure in, and how many of them are an inch of the table."""


class Unfit(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """A house rule that the rulebook has no place for; the message is for the player."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the sheet in our own words."""

    id: str
    heading: str
    says: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading of the sheet that may be switched, its default first among the readings."""

    name: str
    rule: str
    says: str
    default: Value
    options: tuple[Value, ...] = ()

    def fits(self, value: object) -> bool:
        """Whether it may be read so."""
        if self.options:
            return any(type(value) is type(option) and value == option for option in self.options)
        return type(value) is type(self.default)

    @property
    def allowed(self) -> str:
        """How it may be read, in words."""
        return ", ".join(told(option) for option in self.options) or kind_of(self.default)


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """A chart as the sheet prints it: named rows, and columns if there is more than one figure to a row.

    Like its rulebook it is equal to itself only, so that what is read off it can be remembered (`lru_cache`).
    """

    name: str
    rule: str
    title: str
    columns: tuple[str, ...]
    rows: Mapping[str, Any]
    options: tuple[Value, ...] = ()
    """What a cell may be changed to, where that is not any number or any word of its column."""
    bounds: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """The least and the most that a number may be changed to, by column (or row, where there are no columns)."""

    def bounds_at(self, row: str, place: int) -> Sequence[float]:
        """The least and the most that the number at a place of a row may be changed to."""
        name = self.columns[place] if self.columns else row
        return self.bounds.get(name) or self.bounds.get(ANY) or _usual_bounds(self, place)

    def at(self, row: str, column: str = "") -> Any:
        """A cell."""
        cells = self.rows[row]
        return cells[self.columns.index(column)] if column else cells


@dataclass(frozen=True, slots=True)
class Override:
    """What a scenario may give a man of his own instead of the usual: one of some words or numbers, or a range."""

    name: str
    rule: str
    says: str
    options: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0

    def fits(self, value: object) -> bool:
        """Whether a man can have this: a number is no word, and true is no number."""
        if self.options:
            return any(type(value) is type(option) and value == option for option in self.options)
        return type(value) is int and self.least <= value <= self.most

    @property
    def allowed(self) -> str:
        """What fits, in words."""
        if self.options:
            words = [told(option) for option in self.options]
            return ", ".join(f"'{word}'" if " " in word else word for word in words)
        return f"a whole number from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """All of a ruleset that is not code."""

    id: str
    title: str
    credits: str
    unit: str
    rules: Mapping[str, Rule]
    rulings: Mapping[str, Ruling]
    charts: Mapping[str, Chart]
    words: Mapping[str, Mapping[str, str]]
    switched: Mapping[str, Value] = field(default_factory=dict)
    overrides: Mapping[str, Override] = field(default_factory=dict)

    @property
    def per_inch(self) -> float:
        """How many of its units are an inch of the table."""
        return PER_INCH.get(self.unit, 1.0)

    def switch(self, name: str) -> Value:
        """How a ruling stands in this battle."""
        return self.switched[name] if name in self.switched else self.rulings[name].default

    def chart(self, name: str) -> Chart:
        return self.charts[name]

    def word(self, shelf: str, key: str) -> str:
        """The word or sentence for a key, or the key itself."""
        return self.words.get(shelf, {}).get(key, key)

    def with_house_rules(self, overlay: Mapping[str, Any]) -> Rulebook:
        """This rulebook with some rulings switched and some cells of its charts changed."""
        switched, charts = dict(self.switched), dict(self.charts)
        for name, value in overlay.items():
            if name == "chart":
                charts |= {chart: self._amended(chart, rows) for chart, rows in _tables(value).items()}
            else:
                switched[name] = self._fitting(name, value)
        return replace(self, switched=switched, charts=charts)

    def _fitting(self, name: str, value: Any) -> Value:
        ruling = self.rulings.get(name)
        if ruling is None:
            raise Unfit(_unknown(f"{self.title} has no ruling", name, self.rulings))
        if not ruling.fits(value):
            raise Unfit(f"{name} = {told(value)} does not fit {ruling.rule}, allowed: {ruling.allowed}")
        return value  # type: ignore[no-any-return]

    def _amended(self, name: str, rows: Mapping[str, Any]) -> Chart:
        chart = self.charts.get(name)
        if chart is None:
            raise Unfit(_unknown(f"{self.title} has no chart", name, self.charts))
        for row, cells in rows.items():
            if row not in chart.rows:
                raise Unfit(_unknown(f"chart {name} has no row", row, chart.rows))
            misfit = _misfit(chart, row, cells)
            if misfit:
                raise Unfit(f"chart {name}, row {row} is {told(cells)}, {misfit}")
        return replace(chart, rows={**chart.rows, **rows})


def told(value: object) -> str:
    """A value as an author writes it, cut where it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(told(each) for each in value[:20])}]"
    if isinstance(value, Mapping):
        return "a table"
    return clean(str(value), 60)


def kind_of(value: object) -> str:
    """What sort of value this is, in an author's words."""
    if isinstance(value, bool):
        return "true, false"
    return {"int": "a whole number", "float": "a number", "str": "text"}.get(type(value).__name__, "a table")


def _tables(value: Any) -> Mapping[str, Mapping[str, Any]]:
    if not isinstance(value, Mapping) or not all(isinstance(rows, Mapping) for rows in value.values()):
        raise Unfit("chart must be a table of charts, each a table of rows")
    return value


def _usual_bounds(chart: Chart, place: int) -> Sequence[float]:
    """No less than nothing unless a number of the column is, and no more than the most unless one of them is."""
    cells = [line[place] for line in _cells(chart.rows) if place < len(line)]
    numbers = [each for each in cells if isinstance(each, int | float) and not isinstance(each, bool)]
    return 0 if min(numbers) >= 0 else -MOST_IN_A_CELL, max(MOST_IN_A_CELL, *numbers)


def _cells(rows: Mapping[str, Any]) -> list[list[Any]]:
    return [cells if isinstance(cells, list) else [cells] for cells in rows.values()]


def _misfit(chart: Chart, row: str, cells: Any) -> str:
    """Why cells cannot stand for the usual ones of a row, or nothing."""
    usual = chart.rows[row]
    if isinstance(cells, list) != isinstance(usual, list) or (isinstance(usual, list) and len(cells) != len(usual)):
        return f"it must have the shape of {told(usual)}"
    if chart.options and cells not in chart.options:
        return f"allowed are: {', '.join(told(option) for option in chart.options)}"
    given, known = cells if isinstance(cells, list) else [cells], usual if isinstance(usual, list) else [usual]
    faults = (_cell_misfit(chart, row, place, cell, known[place]) for place, cell in enumerate(given))
    return next((fault for fault in faults if fault), "")


def _cell_misfit(chart: Chart, row: str, place: int, cell: Any, usual: Any) -> str:
    if type(cell) is not type(usual):
        return f"where {told(usual)} stands must be {kind_of(usual)}"
    if isinstance(usual, str):
        words = sorted({each for line in _cells(chart.rows) for each in line[place : place + 1] if type(each) is str})
        return "" if cell in words else f"where {told(usual)} stands allowed are: {', '.join(words)}"
    if isinstance(usual, bool):
        return ""
    least, most = chart.bounds_at(row, place)
    return "" if least <= cell <= most else f"where {told(usual)} stands must be a number from {least:g} to {most:g}"


def _unknown(what: str, name: str, known: Mapping[str, Any]) -> str:
    close = get_close_matches(name[:60], list(known), 1)
    hint = f", did you mean '{close[0]}'?" if close else f"; it has {', '.join(known)}"
    return f"{what} '{clean(name, 60)}'{hint}"


def load(package: str) -> Rulebook:
    """The rulebook.toml of a ruleset's package."""
    return read(tomllib.loads(files(package).joinpath("rulebook.toml").read_text("utf-8")))


def read(data: Mapping[str, Any]) -> Rulebook:
    """A rulebook from its TOML."""
    return Rulebook(
        id=data["id"],
        title=data["title"],
        credits=data["credits"],
        unit=data["unit"],
        rules={key: Rule(key, **facts) for key, facts in data["rule"].items()},
        rulings={
            key: Ruling(key, **{**facts, "options": tuple(facts.get("options", ()))})
            for key, facts in data.get("ruling", {}).items()
        },
        charts={
            key: Chart(
                key,
                facts["rule"],
                facts["title"],
                tuple(facts.get("columns", ())),
                facts["rows"],
                tuple(facts.get("options", ())),
                facts.get("bounds", {}),
            )
            for key, facts in data.get("chart", {}).items()
        },
        words=data.get("words", {}),
        overrides={
            key: Override(key, **{**facts, "options": tuple(facts.get("options", ()))})
            for key, facts in data.get("override", {}).items()
        },
    )
