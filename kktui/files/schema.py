"""The shape of map and scenario files, version 1. The same tables give the JSON Schema for editors."""

from __future__ import annotations

from kktui.engine import scenario as words
from kktui.files.limits import (
    MAX_CELL,
    MAX_DRAWING,
    MAX_GOALS,
    MAX_KITS,
    MAX_LEGEND,
    MAX_NAME,
    MAX_OVERRIDES,
    MAX_POINTS,
    MAX_SHAPES,
    MAX_SIZE,
    MAX_TEXT,
    MAX_TURNS,
    MAX_UNIT,
    MAX_UNITS,
    MIN_CELL,
    MIN_SIZE,
)
from kktui.files.values import Either, Flag, Listed, Mapped, Nested, Number, Scalar, Table, Text, Word, key, whole
from kktui.table.terrain import AREA_KINDS, LINE_KINDS
from kktui.text import UNPRINTABLE, clean, clean_block, is_id

RULESETS = ("knights-knaves", "knights-sergeants", "camelot", "argad", "schiltron")


def _id(value: str) -> str | None:
    return value if is_id(value) else None


def _visible(value: str) -> str | None:
    shown = " ".join(clean(value).split())
    return shown if shown.strip(f" {UNPRINTABLE}") else None


def _one_glyph(value: str) -> str | None:
    return value if len(value) == 1 and value.isprintable() and value not in " ." else None


ID = Text(_id, "id")
NAME = Text(_visible, "visible", 1, MAX_NAME)
PROSE = Text(clean_block, most=MAX_TEXT)
GLYPH = Text(_one_glyph, "glyph")
FLAG = Flag()
INCH = Number(-MAX_SIZE, 2 * MAX_SIZE)
WIDTH = Number(0.1, MAX_SIZE)
HEIGHT = Number(0.1, 20)
PLACE = Listed(INCH, 2, 2)
STAND = Listed(Number(-MAX_SIZE, 360), 2, 3)
COURSE = Listed(PLACE, 2, MAX_POINTS)
RULESET = Word(RULESETS)
EDGE = Word(words.EDGES)
AREA = Word(AREA_KINDS)
LINE = Word(LINE_KINDS)
OVERRIDES = Mapped(RULESET, Mapped(NAME, Scalar(), MAX_OVERRIDES))
FACING = Either(str, Word(words.EDGES, ("a number from 0 to 359",)), whole(0, 359))
VERSION = whole(1, 1)
TURN = whole(1, MAX_TURNS)
Overrides = dict[str, dict[str, int | float | str | bool]]


class Shape(Table):
    """A stretch of the table: exactly one of polygon, rect, circle, or path with a width."""

    polygon: list[list[float]] | None = key(Listed(PLACE, 3, MAX_POINTS), None)
    rect: list[float] | None = key(Listed(INCH, 4, 4), None)
    circle: list[float] | None = key(Listed(INCH, 3, 3), None)
    path: list[list[float]] | None = key(COURSE, None)
    width: float | None = key(WIDTH, None)


class AreaTable(Shape):
    kind: str = key(AREA)
    id: str = key(ID, "")
    height: float = key(HEIGHT, 0.0)
    steep: bool = key(FLAG, False)


class LineTable(Table):
    kind: str = key(LINE)
    points: list[list[float]] = key(COURSE)
    id: str = key(ID, "")
    height: float = key(HEIGHT, 0.0)


class ZoneTable(Shape):
    id: str = key(ID)
    name: str = key(NAME, "")


class GlyphTable(Table):
    """What one character of the drawing stands for: ground, an obstacle, a zone, or ground inside a zone."""

    area: str = key(AREA, "")
    line: str = key(LINE, "")
    zone: str = key(ID, "")
    name: str = key(NAME, "")
    height: float = key(HEIGHT, 0.0)
    steep: bool = key(FLAG, False)


MEANING = Either(dict, Nested(GlyphTable), Word(AREA_KINDS + LINE_KINDS))


class MapTable(Table):
    """A table of terrain; inside a scenario it needs no version."""

    version: int = key(VERSION, 1)
    id: str = key(ID, "")
    name: str = key(NAME)
    size: list[float] | None = key(Listed(Number(MIN_SIZE, MAX_SIZE), 2, 2), None)
    drawing: str = key(Text(most=MAX_DRAWING), "")
    cell: float = key(Number(MIN_CELL, MAX_CELL), 2.0)
    legend: dict[str, str | GlyphTable] = key(Mapped(GLYPH, MEANING, MAX_LEGEND), {})
    area: list[AreaTable] = key(Listed(Nested(AreaTable), 0, MAX_SHAPES), [])
    line: list[LineTable] = key(Listed(Nested(LineTable), 0, MAX_SHAPES), [])
    zone: list[ZoneTable] = key(Listed(Nested(ZoneTable), 0, MAX_SHAPES), [])


class MapFile(MapTable):
    version: int = key(VERSION)


class Kit(Table):
    """What a man is and carries; a figure row may change any of it."""

    kit: str = key(ID, "")
    name: str = key(NAME, "")
    rank: str = key(Word(words.RANKS), "soldier")
    training: str = key(Word(words.TRAINING), "trained")
    armour: list[str] = key(Listed(Word(words.ARMOUR), 0, 8), [])
    shield: str = key(Word(words.SHIELDS), "none")
    weapons: list[str] = key(Listed(Word(words.WEAPONS), 1, 6), ["sword"])
    mount: str = key(Word(words.MOUNTS), "none")
    traits: list[str] = key(Listed(Word(words.TRAITS), 0, 8), [])
    override: Overrides = key(OVERRIDES, {})


class FigureTable(Kit):
    id: str = key(ID, "")
    count: int = key(whole(1, MAX_UNIT), 1)
    names: list[str] | None = key(Listed(NAME, 1, MAX_UNIT), None)
    at: list[float] | None = key(STAND, None)
    places: list[list[float]] | None = key(Listed(STAND, 1, MAX_UNIT), None)


class UnitTable(Table):
    id: str = key(ID)
    name: str = key(NAME)
    side: str = key(ID)
    leader: str = key(ID, "")
    commander: str = key(ID, "")
    zone: str = key(ID, "")
    facing: int | str | None = key(FACING, None)
    formation: str = key(Word(words.FORMATIONS), "open")
    hidden: bool = key(FLAG, False)
    arrives: int = key(whole(2, MAX_TURNS), 0)
    edge: str = key(EDGE, "")
    orders: str = key(NAME, "")
    figure: list[FigureTable] = key(Listed(Nested(FigureTable), 1, MAX_UNIT))


class SideTable(Table):
    id: str = key(ID)
    name: str = key(NAME)
    edge: str = key(EDGE)
    brief: str = key(PROSE, "")


class GoalTable(Table):
    side: str = key(ID)
    kind: str = key(Word(words.GOALS))
    zone: str = key(ID, "")
    figure: str = key(ID, "")
    edge: str = key(EDGE, "")
    number: int = key(whole(1, 10_000), 0)
    by_turn: int = key(TURN, 0)


class ScenarioFile(Table):
    version: int = key(VERSION)
    id: str = key(ID, "")
    title: str = key(NAME)
    text: str = key(PROSE, "")
    map: str | MapTable = key(Either(dict, Nested(MapTable), ID))
    turns: int = key(whole(1, MAX_TURNS), 12)
    rules: str = key(RULESET, "")
    rulings: Overrides = key(OVERRIDES, {})
    side: list[SideTable] = key(Listed(Nested(SideTable), 2, 2))
    zone: list[ZoneTable] = key(Listed(Nested(ZoneTable), 0, MAX_SHAPES), [])
    kit: dict[str, Kit] = key(Mapped(ID, Nested(Kit), MAX_KITS), {})
    unit: list[UnitTable] = key(Listed(Nested(UnitTable), 2, MAX_UNITS))
    goal: list[GoalTable] = key(Listed(Nested(GoalTable), 0, MAX_GOALS), [])
