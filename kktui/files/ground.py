"""From a map's table to the ground the engine plays on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from kktui.files import drawing
from kktui.files.limits import MAX_CORNERS, MAX_DRAWN, MAX_KNIVES, MAX_POINTS_IN_ALL, MAX_SIZE, MIN_SIZE
from kktui.files.notes import Notes
from kktui.files.place import Path
from kktui.files.problem import shown
from kktui.files.shapes import (
    Polygon,
    clockwise,
    convex_parts,
    crosses_itself,
    cut,
    disc,
    rectangle,
    ribbon,
    surface,
)
from kktui.table.geometry import Point
from kktui.table.terrain import AREA_KINDS, Area, Ground, Line, Zone

if TYPE_CHECKING:
    from kktui.files.schema import AreaTable, GlyphTable, LineTable, MapTable, Shape, ZoneTable

DEFAULT_SIZE = (48.0, 48.0)
SLACK = 0.01
_SHAPES = ("polygon", "rect", "circle", "path")


def build_ground(table: MapTable, default_id: str, notes: Notes, under: Path = ()) -> Ground:
    """The ground of a map; what cannot be drawn is noted and left out."""
    sheet = _Sheet(table, notes, under)
    if _few_points(table, notes, under):
        sheet.fill()
    return Ground(
        id=table.id or default_id,
        name=table.name,
        width=sheet.width,
        depth=sheet.depth,
        areas=tuple(_open_crossings(sheet.areas, notes, under)),
        lines=tuple(sheet.lines),
        zones=tuple(sheet.zones),
    )


def build_zone(zone: ZoneTable, ground: Ground, notes: Notes, under: Path) -> Zone | None:
    """A zone that a scenario adds to its map."""
    shape = _shape(zone, notes, under)
    if shape is None:
        return None
    if not _on_table(shape, ground.width, ground.depth):
        notes.add(under, _off(f"zone {shown(zone.id)}", ground.width, ground.depth))
        return None
    return Zone(zone.id, zone.name or _spoken(zone.id), shape)


class _Sheet:
    """A map while it is being drawn."""

    def __init__(self, table: MapTable, notes: Notes, under: Path) -> None:
        self._table, self._notes, self._under = table, notes, under
        self._rows = table.drawing.strip("\n").split("\n") if table.drawing.strip("\n") else []
        self.width, self.depth = self._size()
        self.areas: list[Area] = []
        self.lines: list[Line] = []
        self.zones: list[Zone] = []
        self._ids: set[str] = set()
        self._counts: Counter[str] = Counter()

    def _size(self) -> tuple[float, float]:
        if self._table.size is not None:
            return self._table.size[0], self._table.size[1]
        if not self._rows:
            return DEFAULT_SIZE
        cell = self._table.cell
        size = max(len(row) for row in self._rows) * cell, len(self._rows) * cell
        if not all(MIN_SIZE <= side <= MAX_SIZE for side in size):
            what = f"the drawing makes a table of {size[0]:g} by {size[1]:g} inches"
            self._note(("drawing",), f"{what}, allowed: {MIN_SIZE} to {MAX_SIZE}")
        return size

    def _note(self, path: Path, what: str) -> None:
        self._notes.add((*self._under, *path), what)

    def fill(self) -> None:
        """The drawing first, then areas, lines and zones in the order of the file."""
        self._draw()
        for index, area in enumerate(self._table.area):
            self._area(area, (*self._under, "area", index))
        for index, line in enumerate(self._table.line):
            self._line(line, (*self._under, "line", index))
        for index, zone in enumerate(self._table.zone):
            self._zone(zone, (*self._under, "zone", index))

    def _area(self, area: AreaTable, path: Path) -> None:
        """One area of the file."""
        shape = _shape(area, self._notes, path)
        name = self._name(area.id, area.kind, path)
        if shape is None:
            return
        if not _on_table(shape, self.width, self.depth, spill=area.path is not None):
            self._notes.add(path, _off(f"this {area.kind}", self.width, self.depth))
        self.areas.append(Area(name, area.kind, shape, area.height, area.steep))

    def _line(self, line: LineTable, path: Path) -> None:
        """One obstacle of the file."""
        points = tuple(Point(*spot).rounded() for spot in line.points)
        name = self._name(line.id, line.kind, path)
        if not _on_table(points, self.width, self.depth):
            self._notes.add((*path, "points"), _off(f"this {line.kind}", self.width, self.depth))
        if any(a == b for a, b in pairwise(points)):
            self._notes.add((*path, "points"), f"this {line.kind} names the same point twice in a row")
        self.lines.append(Line(name, line.kind, points, line.height))

    def _zone(self, zone: ZoneTable, path: Path) -> None:
        """One zone of the file."""
        shape = _shape(zone, self._notes, path)
        self._zone_id(zone.id, (*path, "id"))
        if shape is None:
            return
        if not _on_table(shape, self.width, self.depth):
            self._notes.add(path, _off(f"zone {shown(zone.id)}", self.width, self.depth))
        self.zones.append(Zone(zone.id, zone.name or _spoken(zone.id), shape))

    def _zone_id(self, name: str, path: Path) -> None:
        if any(zone.id == name for zone in self.zones):
            self._notes.add(path, f"zone id {shown(name)} is used twice, each must be its own")

    def _name(self, given: str, kind: str, path: Path) -> str:
        if given in self._ids:
            self._notes.add((*path, "id"), f"id {shown(given)} is used twice, each must be its own")
        name = given
        while not name or (not given and name in self._ids):
            self._counts[kind] += 1
            name = f"{kind}-{self._counts[kind]}"
        self._ids.add(name)
        return name

    def _draw(self) -> None:
        """Everything in the drawing, glyph by glyph in the order of the legend."""
        cells = self._cells()
        meanings = {glyph: _meaning(value) for glyph, value in self._table.legend.items()}
        walls = {spot for glyph in meanings if meanings[glyph].line for spot in cells.get(glyph, [])}
        grounds: dict[tuple[str, float, bool], list[drawing.Cell]] = {}
        for glyph, meaning in meanings.items():
            spots = cells.pop(glyph, [])
            self._sensible(glyph, meaning)
            if meaning.area:
                grounds.setdefault((meaning.area, meaning.height, meaning.steep), []).extend(spots)
            if meaning.line:
                self._draw_lines(meaning, spots, walls)
        for kind, spots in grounds.items():
            self._draw_areas(kind, spots)
        self._draw_zones(meanings)
        self._unexplained(cells)
        self._not_too_fine()

    def _not_too_fine(self) -> None:
        """A drawing of crumbs is refused, and nothing more is done with them."""
        corners = sum(len(area.shape) for area in self.areas) + sum(len(line.points) for line in self.lines)
        if max(len(self.areas), len(self.lines)) > MAX_DRAWN or corners > MAX_CORNERS:
            allowed = f"{MAX_DRAWN} areas, {MAX_DRAWN} lines and {MAX_CORNERS} corners"
            self._note(("drawing",), f"the drawing falls into too many pieces, allowed: {allowed}")
            self.areas, self.lines = [], []

    def _sensible(self, glyph: str, meaning: GlyphTable) -> None:
        if not (meaning.area or meaning.line or meaning.zone):
            what = f"{shown(glyph)} stands for nothing, it needs an area, a line or a zone"
            self._note(("legend", glyph), what)

    def _cells(self) -> dict[str, list[drawing.Cell]]:
        columns, rows = self.width / self._table.cell, self.depth / self._table.cell
        cells: dict[str, list[drawing.Cell]] = {}
        for y, row in enumerate(self._rows):
            for x, glyph in enumerate(row):
                if glyph not in " ." and x < columns and y < rows:
                    cells.setdefault(glyph, []).append((x, y))
        wide = next((y for y, row in enumerate(self._rows) if len(row.rstrip()) > columns), None)
        if len(self._rows) > rows or wide is not None:
            tall = f"it has {len(self._rows)} rows"
            found = tall if wide is None else _too_wide(wide, self._rows[wide].rstrip())
            what = f"the drawing is larger than the table, {found}, allowed: {columns:g} by {rows:g} characters"
            self._note(("drawing",), what)
        return cells

    def _unexplained(self, cells: dict[str, list[drawing.Cell]]) -> None:
        for glyph, spots in cells.items():
            known = ", ".join(self._table.legend) or "none"
            where = f"row {spots[0][1] + 1}, character {spots[0][0] + 1} of the drawing"
            what = f"{where} is {_glyph(glyph)}, which is not in the legend, known: {known}"
            self._note(("drawing",), what)

    def _draw_areas(self, kind: tuple[str, float, bool], spots: list[drawing.Cell]) -> None:
        for region in drawing.regions(spots):
            shape = self._polygon(region)
            self.areas.append(Area(self._name("", kind[0], ()), kind[0], shape, kind[1], kind[2]))

    def _draw_lines(self, meaning: GlyphTable, spots: list[drawing.Cell], walls: set[drawing.Cell]) -> None:
        for line in drawing.lines(spots, walls - set(spots)):
            points = tuple(self._inches(spot) for spot in line)
            self.lines.append(Line(self._name("", meaning.line, ()), meaning.line, points, meaning.height))

    def _draw_zones(self, meanings: dict[str, GlyphTable]) -> None:
        cells = self._cells()
        zones: dict[str, list[drawing.Cell]] = {}
        for glyph, meaning in meanings.items():
            if meaning.zone:
                zones.setdefault(meaning.zone, []).extend(cells.get(glyph, []))
        for zone, spots in zones.items():
            found = drawing.regions(spots)
            if len(found) != 1:
                count = "is not in the drawing" if not found else f"falls into {len(found)} pieces"
                self._note(("drawing",), f"zone {shown(zone)} {count}, it must be one piece without holes")
                continue
            name = next((m.name for m in meanings.values() if m.zone == zone and m.name), "")
            self.zones.append(Zone(zone, name or _spoken(zone), self._polygon(found[0])))

    def _polygon(self, region: list[drawing.Cell]) -> Polygon:
        return tuple(self._inches(Point(*corner)) for corner in drawing.outline(region))

    def _inches(self, spot: Point) -> Point:
        cell = self._table.cell
        return Point(min(spot.x * cell, self.width), min(spot.y * cell, self.depth)).rounded()


def _meaning(value: str | GlyphTable) -> GlyphTable:
    from kktui.files.schema import GlyphTable

    if not isinstance(value, str):
        return value
    return GlyphTable({"area": value}) if value in AREA_KINDS else GlyphTable({"line": value})


def _shape(table: Shape, notes: Notes, path: Path) -> Polygon | None:
    """The polygon of the one shape that a table gives."""
    given = [name for name in _SHAPES if getattr(table, name) is not None]
    if len(given) != 1:
        found = " and ".join(given) or "no shape"
        notes.add(path, f"{found} given, it must be exactly one of {', '.join(_SHAPES)}")
        return None
    if (table.width is not None) != (table.path is not None):
        notes.add((*path, "width"), "a path needs a width, and nothing else has one")
        return None
    shape = _polygon_of(table)
    fault = _misshapen(table, shape)
    if fault:
        notes.add((*path, given[0]), f"this {given[0]} {fault}")
        return None
    return clockwise(shape)


def _misshapen(table: Shape, shape: Polygon) -> str:
    """What is wrong with an outline."""
    if table.rect is not None and min(table.rect[2:]) <= 0:
        return f"is {table.rect[2]:g} wide and {table.rect[3]:g} deep, both must be more than 0"
    if table.circle is not None and table.circle[2] <= 0:
        return f"has a radius of {table.circle[2]:g}, it must be more than 0"
    if len(set(shape)) > 3 and crosses_itself(shape):
        return "crosses itself, its outline must not"
    return "has no surface" if abs(surface(shape)) < SLACK else ""


def _polygon_of(table: Shape) -> Polygon:
    if table.rect is not None:
        return rectangle(*table.rect)
    if table.circle is not None:
        return disc(*table.circle)
    spots = [Point(*spot).rounded() for spot in table.polygon or table.path or ()]
    return ribbon(spots, table.width) if table.width is not None else tuple(spots)


def _on_table(shape: Sequence[Point], width: float, depth: float, spill: bool = False) -> bool:
    """Whether every point is on the table; a river or road may run a few inches over its edge."""
    slack = 6.0 if spill else SLACK
    return all(-slack <= x <= width + slack and -slack <= y <= depth + slack for x, y in shape)


def _off(what: str, width: float, depth: float) -> str:
    return f"{what} reaches beyond the table, which is {width:g} by {depth:g} inches"


def _spoken(name: str) -> str:
    return name.replace("-", " ").capitalize()


def _too_wide(y: int, row: str) -> str:
    blanks = " with the blanks it begins with" if row.startswith((" ", "\t")) else ""
    return f"row {y + 1} has {len(row)} characters{blanks}"


def _glyph(glyph: str) -> str:
    return "a tab" if glyph == "\t" else shown(glyph)


def _few_points(table: MapTable, notes: Notes, under: Path) -> bool:
    shapes = [shaped.polygon or shaped.path or () for shaped in (*table.area, *table.zone)]
    count = sum(len(points) for points in (*shapes, *(line.points for line in table.line)))
    if count > MAX_POINTS_IN_ALL:
        notes.add(under, f"the map has {count} points, allowed: at most {MAX_POINTS_IN_ALL}")
    return count <= MAX_POINTS_IN_ALL


def _open_crossings(areas: list[Area], notes: Notes, under: Path) -> list[Area]:
    """Water is cut open under every road that is drawn after it: a bridge or a dam is dry."""
    stretches = {area.id: convex_parts(area.shape) for area in areas if area.kind == "road"}
    wet = any(area.kind == "water" for area in areas)
    if wet and sum(len(parts) for parts in stretches.values()) > MAX_KNIVES:
        notes.add(under, f"too many roads on a map with water, allowed: {MAX_KNIVES} straight stretches")
        return areas
    laid: list[Area] = []
    for index, area in enumerate(areas):
        if area.kind != "water":
            laid.append(area)
            continue
        later = [part for road in areas[index + 1 :] for part in stretches.get(road.id, [])]
        laid.extend(_cut_open(area, later))
        if len(laid) > 2 * MAX_DRAWN:
            notes.add(under, "roads cut the water into too many pieces, draw fewer crossings")
            return areas
    return laid


def _cut_open(water: Area, roads: Sequence[Polygon]) -> list[Area]:
    pieces = cut(water.shape, roads)
    if len(pieces) == 1:
        return [replace(water, shape=pieces[0])]
    return [replace(water, id=f"{water.id}-{number}", shape=piece) for number, piece in enumerate(pieces, 1)]
