"""What lies on the table before the first figure is placed: areas, lines, roads and zones."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.table.geometry import Point

AREA_KINDS = ("woods", "crops", "bushes", "rough", "water", "building", "slope", "road")
LINE_KINDS = ("low-wall", "high-wall", "hedge", "fence", "ditch", "stakes", "gate", "stairs", "bank")


@dataclass(frozen=True, slots=True)
class Area:
    """A stretch of ground of one kind inside a simple polygon; a slope lifts the ground by its height."""

    id: str
    kind: str
    shape: tuple[Point, ...]
    height: float = 0.0
    steep: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A linear obstacle along its points."""

    id: str
    kind: str
    points: tuple[Point, ...]
    height: float = 0.0


@dataclass(frozen=True, slots=True)
class Zone:
    """A named polygon without effect on movement: where to deploy, what to hold."""

    id: str
    name: str
    shape: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """A whole table: its size in inches and everything drawn on it."""

    id: str
    name: str
    width: float
    depth: float
    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    zones: tuple[Zone, ...] = ()


AREA_HEIGHTS = {"woods": 4.0, "building": 4.0, "slope": 2.0, "bushes": 0.8, "crops": 0.8}
"""How high an area stands (a slope: how far it lifts the ground) when its own height is 0."""
LINE_HEIGHTS = {
    "low-wall": 1.0,
    "high-wall": 2.0,
    "hedge": 1.2,
    "fence": 0.8,
    "stakes": 0.8,
    "gate": 2.0,
    "bank": 1.0,
}
"""How high an obstacle stands when its own height is 0; a ditch and stairs do not rise above the ground."""


def area_height(area: Area) -> float:
    return area.height or AREA_HEIGHTS.get(area.kind, 0.0)


def line_height(line: Line) -> float:
    return line.height or LINE_HEIGHTS.get(line.kind, 0.0)
