"""The rulebook is data the code uses: every rule by id, every chart in the sheet's shape, every ruling's switch."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from importlib.resources import files
from typing import Any

Value = int | float | str | bool
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


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as the sheet prints it: named rows, and columns if there is more than one figure to a row."""

    name: str
    rule: str
    title: str
    columns: tuple[str, ...]
    rows: Mapping[str, Any]

    def at(self, row: str, column: str = "") -> Any:
        """A cell."""
        cells = self.rows[row]
        return cells[self.columns.index(column)] if column else cells


@dataclass(frozen=True, slots=True)
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
        fits = value in ruling.options if ruling.options else type(value) is type(ruling.default)
        if isinstance(ruling.default, bool):
            fits = isinstance(value, bool)
        if not fits:
            allowed = ", ".join(str(option) for option in ruling.options) or type(ruling.default).__name__
            raise Unfit(f"{name} = {value!r} does not fit {ruling.rule}: allowed are {allowed}")
        return value  # type: ignore[no-any-return]

    def _amended(self, name: str, rows: Mapping[str, Any]) -> Chart:
        chart = self.charts.get(name)
        if chart is None:
            raise Unfit(_unknown(f"{self.title} has no chart", name, self.charts))
        for row, cells in rows.items():
            if row not in chart.rows:
                raise Unfit(_unknown(f"chart {name} has no row", row, chart.rows))
            if _shape(cells) != _shape(chart.rows[row]):
                raise Unfit(f"chart {name}, row {row}: {cells!r} has not the shape of {chart.rows[row]!r}")
        return replace(chart, rows={**chart.rows, **rows})


def _tables(value: Any) -> Mapping[str, Mapping[str, Any]]:
    if not isinstance(value, Mapping) or not all(isinstance(rows, Mapping) for rows in value.values()):
        raise Unfit("chart must be a table of charts, each a table of rows")
    return value


def _shape(cells: Any) -> Any:
    return [_shape(cell) for cell in cells] if isinstance(cells, list) else type(cells).__name__


def _unknown(what: str, name: str, known: Mapping[str, Any]) -> str:
    close = get_close_matches(name, list(known), 1)
    hint = f", did you mean '{close[0]}'" if close else f"; it has {', '.join(known)}"
    return f"{what} '{name}'{hint}"


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
            key: Chart(key, facts["rule"], facts["title"], tuple(facts.get("columns", ())), facts["rows"])
            for key, facts in data.get("chart", {}).items()
        },
        words=data.get("words", {}),
    )
