"""The shape of map and scenario files, version 1. The same models give the JSON Schema for editors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, PlainValidator, Tag
from pydantic_core import PydanticCustomError, core_schema

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
from kktui.table.terrain import AREA_KINDS, LINE_KINDS
from kktui.text import UNPRINTABLE, clean, clean_block, is_id

RULESETS = ("knights-knaves", "knights-sergeants", "camelot", "argad", "schiltron")


@dataclass(frozen=True, slots=True)
class OneOf:
    """A string that must be one of these words."""

    allowed: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: object, handler: object) -> core_schema.CoreSchema:
        return core_schema.literal_schema(list(self.allowed))


def _id(value: str) -> str:
    if not is_id(value):
        raise PydanticCustomError("id", "an id")
    return value


def _visible(value: str) -> str:
    shown = clean(value)
    if not shown.strip(f" {UNPRINTABLE}"):
        raise PydanticCustomError("visible", "a name")
    return shown


def _scalar(value: object) -> object:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, bool | int | float) and abs(value) <= 1_000_000:
        return value
    raise PydanticCustomError("scalar", "a number, true, false or text")


def _one_glyph(value: str) -> str:
    if len(value) != 1 or not value.isprintable() or value in " .":
        raise PydanticCustomError("glyph", "a character")
    return value


def _kind_of(value: object) -> str:
    return "<table>" if isinstance(value, dict) else "<word>"


def _facing_kind(value: object) -> str:
    return "<word>" if isinstance(value, str) else "<number>"


Id = Annotated[str, AfterValidator(_id)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME), AfterValidator(_visible)]
Text = Annotated[str, Field(max_length=MAX_TEXT), AfterValidator(clean_block)]
Scalar = Annotated[Any, PlainValidator(_scalar)]
Inch = Annotated[float, Field(ge=-MAX_SIZE, le=2 * MAX_SIZE, allow_inf_nan=False)]
Width = Annotated[float, Field(ge=0.1, le=MAX_SIZE, allow_inf_nan=False)]
Height = Annotated[float, Field(ge=0, le=20, allow_inf_nan=False)]
Side = Annotated[float, Field(ge=MIN_SIZE, le=MAX_SIZE, allow_inf_nan=False)]
Place = Annotated[list[Inch], Field(min_length=2, max_length=2)]
Stand = Annotated[
    list[Annotated[float, Field(ge=-MAX_SIZE, le=360, allow_inf_nan=False)]],
    Field(min_length=2, max_length=3),
]
Points = Annotated[list[Place], Field(min_length=3, max_length=MAX_POINTS)]
Course = Annotated[list[Place], Field(min_length=2, max_length=MAX_POINTS)]
Ruleset = Annotated[str, OneOf(RULESETS)]
Edge = Annotated[str, OneOf(words.EDGES)]
Overrides = dict[Ruleset, Annotated[dict[Name, Scalar], Field(max_length=MAX_OVERRIDES)]]
Facing = Annotated[
    Annotated[int, Field(ge=0, le=359), Tag("<number>")] | Annotated[Edge, Tag("<word>")],
    Discriminator(_facing_kind),
]
Weapons = Annotated[list[Annotated[str, OneOf(words.WEAPONS)]], Field(min_length=1, max_length=6)]
Version = Annotated[int, Field(ge=1, le=1)]


class Table(BaseModel):
    """Any table of a file: every key is known and no value is bent to fit."""

    model_config = ConfigDict(
        extra="forbid", strict=True, frozen=True, alias_generator=lambda name: name.replace("_", "-")
    )


class Shape(Table):
    """A stretch of the table: exactly one of polygon, rect, circle, or path with a width."""

    polygon: Points | None = None
    rect: Annotated[list[Inch], Field(min_length=4, max_length=4)] | None = None
    circle: Annotated[list[Inch], Field(min_length=3, max_length=3)] | None = None
    path: Course | None = None
    width: Width | None = None


class AreaTable(Shape):
    kind: Annotated[str, OneOf(AREA_KINDS)]
    id: Id = ""
    height: Height = 0.0
    steep: bool = False


class LineTable(Table):
    kind: Annotated[str, OneOf(LINE_KINDS)]
    points: Course
    id: Id = ""
    height: Height = 0.0


class ZoneTable(Shape):
    id: Id
    name: Name = ""


class GlyphTable(Table):
    """What one character of the drawing stands for: ground, an obstacle, a zone, or ground inside a zone."""

    area: Annotated[str, OneOf(AREA_KINDS)] = ""
    line: Annotated[str, OneOf(LINE_KINDS)] = ""
    zone: Id = ""
    name: Name = ""
    height: Height = 0.0
    steep: bool = False


Meaning = Annotated[
    Annotated[str, OneOf(AREA_KINDS + LINE_KINDS), Tag("<word>")] | Annotated[GlyphTable, Tag("<table>")],
    Discriminator(_kind_of),
]


class MapTable(Table):
    """A table of terrain; inside a scenario it needs no version."""

    version: Version = 1
    id: Id = ""
    name: Name
    size: Annotated[list[Side], Field(min_length=2, max_length=2)] | None = None
    drawing: Annotated[str, Field(max_length=MAX_DRAWING)] = ""
    cell: Annotated[float, Field(ge=MIN_CELL, le=MAX_CELL, allow_inf_nan=False)] = 2.0
    legend: Annotated[dict[Annotated[str, AfterValidator(_one_glyph)], Meaning], Field(max_length=MAX_LEGEND)] = {}
    area: Annotated[list[AreaTable], Field(max_length=MAX_SHAPES)] = []
    line: Annotated[list[LineTable], Field(max_length=MAX_SHAPES)] = []
    zone: Annotated[list[ZoneTable], Field(max_length=MAX_SHAPES)] = []


class MapFile(MapTable):
    version: Version


class Kit(Table):
    """What a man is and carries; a figure row may change any of it."""

    kit: Id = ""
    name: Name = ""
    rank: Annotated[str, OneOf(words.RANKS)] = "soldier"
    training: Annotated[str, OneOf(words.TRAINING)] = "trained"
    armour: Annotated[list[Annotated[str, OneOf(words.ARMOUR)]], Field(max_length=8)] = []
    shield: Annotated[str, OneOf(words.SHIELDS)] = "none"
    weapons: Weapons = ["sword"]
    mount: Annotated[str, OneOf(words.MOUNTS)] = "none"
    traits: Annotated[list[Annotated[str, OneOf(words.TRAITS)]], Field(max_length=8)] = []
    override: Overrides = {}


class FigureTable(Kit):
    id: Id = ""
    count: Annotated[int, Field(ge=1, le=MAX_UNIT)] = 1
    names: Annotated[list[Name], Field(min_length=1, max_length=MAX_UNIT)] | None = None
    at: Stand | None = None
    places: Annotated[list[Stand], Field(min_length=1, max_length=MAX_UNIT)] | None = None


class UnitTable(Table):
    id: Id
    name: Name
    side: Id
    leader: Id = ""
    commander: Id = ""
    zone: Id = ""
    facing: Facing | None = None
    formation: Annotated[str, OneOf(words.FORMATIONS)] = "open"
    hidden: bool = False
    arrives: Annotated[int, Field(ge=2, le=MAX_TURNS)] = 0
    edge: Annotated[str, OneOf(words.EDGES)] = ""
    orders: Name = ""
    figure: Annotated[list[FigureTable], Field(min_length=1, max_length=MAX_UNIT)]


class SideTable(Table):
    id: Id
    name: Name
    edge: Edge
    brief: Text = ""


class GoalTable(Table):
    side: Id
    kind: Annotated[str, OneOf(words.GOALS)]
    zone: Id = ""
    figure: Id = ""
    edge: Annotated[str, OneOf(words.EDGES)] = ""
    number: Annotated[int, Field(ge=0, le=10_000)] = 0
    by_turn: Annotated[int, Field(ge=0, le=MAX_TURNS)] = 0


class ScenarioFile(Table):
    version: Version
    id: Id = ""
    title: Name
    text: Text = ""
    map: Annotated[Annotated[Id, Tag("<word>")] | Annotated[MapTable, Tag("<table>")], Discriminator(_kind_of)]
    turns: Annotated[int, Field(ge=1, le=MAX_TURNS)] = 12
    rules: Annotated[str, OneOf(RULESETS)] = ""
    rulings: Overrides = {}
    side: Annotated[list[SideTable], Field(min_length=2, max_length=2)]
    zone: Annotated[list[ZoneTable], Field(max_length=MAX_SHAPES)] = []
    kit: Annotated[dict[Id, Kit], Field(max_length=MAX_KITS)] = {}
    unit: Annotated[list[UnitTable], Field(min_length=2, max_length=MAX_UNITS)]
    goal: Annotated[list[GoalTable], Field(max_length=MAX_GOALS)] = []
