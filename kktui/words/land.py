"""The ground in words: every area, obstacle and zone, where it lies and how far off, for whoever sees no map."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.engine.state import AnyState
from kktui.engine.telling import COUNTLESS, compass, inches_words, length_words, name_of, point_words
from kktui.table.geometry import Point
from kktui.table.ground import Feature, Patch, terrain_of
from kktui.words.finding import place
from kktui.words.outlook import Outlook

CORNERS = 6
"""Points of a line that are all told."""


def land(outlook: Outlook, typed: str = "") -> list[str]:
    """All that lies on the table, the nearest to a place or to whoever acts first."""
    state = outlook.state
    start = _start(outlook, typed)
    terrain = terrain_of(state.scenario.ground)
    lying = [*terrain.patches, *terrain.barriers]
    zones = list(terrain.zones.values())
    if start is not None:
        lying.sort(key=lambda each: _off(each, start))
        zones.sort(key=lambda each: _off(each, start))
    whence = [f"Distances are from {typed or name_of(state, outlook.actor)}."] if start is not None else []
    lines = [_size(state), *whence, *(f"  {_piece(state, each, start)}" for each in lying)]
    lines += [] if lying else ["  All of it is open ground."]
    return [*lines, "Zones:", *(f"  {_zone(state, each, start)}" for each in zones)] if zones else lines


def bounds(state: AnyState, zone: str) -> str:
    """Where a zone lies: `from 8 36 to 40 44`."""
    found = terrain_of(state.scenario.ground).zones.get(zone)
    return _extent(state, found) if found is not None else ""


def _start(outlook: Outlook, typed: str) -> Point | None:
    if typed:
        return place(outlook.state, typed)
    return outlook.state.figures[outlook.actor].pose.at if outlook.actor else None


def _size(state: AnyState) -> str:
    ground = state.scenario.ground
    return f"The table is {ground.width:g} by {ground.depth:g} inches; 0 0 is its far left corner, in the north-west."


def _piece(state: AnyState, piece: Feature, start: Point | None) -> str:
    if isinstance(piece, Patch):
        return f"{_kind(piece)} {_extent(state, piece)}{_there(state, piece, start)}."
    return f"{_kind(piece)} {_along(piece.points)}{_there(state, piece, start)}."


def _zone(state: AnyState, zone: Patch, start: Point | None) -> str:
    return f"{name_of(state, zone.id)}: {_extent(state, zone)}{_there(state, zone, start)}."


def _kind(piece: Feature) -> str:
    """`woods`, `a hedge`, `a steep slope 2 inches high`."""
    kind = piece.kind.replace("-", " ")
    told = kind if piece.kind in COUNTLESS else f"a {kind}"
    high = piece.height if isinstance(piece, Patch) and piece.area.kind == "slope" else 0
    return f"{told} {inches_words(high)} high" if high else told


def _extent(state: AnyState, patch: Patch) -> str:
    """The corners of an upright box, or of the box that a slanted shape lies in, as far as it is on the table."""
    left, top, right, bottom = patch.box
    corners = {(left, top), (right, top), (right, bottom), (left, bottom)}
    square = {(x, y) for x, y in patch.points} == corners
    ground = state.scenario.ground
    near, far = Point(max(left, 0), max(top, 0)), Point(min(right, ground.width), min(bottom, ground.depth))
    told = f"{point_words(near)} to {point_words(far)}"
    return f"from {told}" if square else f"within {told}"


def _along(points: Sequence[Point]) -> str:
    """The points of a line; of one with very many where it begins and ends."""
    if len(points) > CORNERS:
        return f"winding from {point_words(points[0])} to {point_words(points[-1])}"
    return f"along {', '.join(point_words(each) for each in points)}"


def _there(state: AnyState, piece: Feature, start: Point | None) -> str:
    """How far off and which way."""
    if start is None:
        return ""
    off = _off(piece, start)
    if not off:
        return ", right here"
    return f", {length_words(state, off)} {compass(start.bearing(_nearest(piece, start)))}"


def _off(piece: Feature, start: Point) -> float:
    return 0.0 if isinstance(piece, Patch) and piece.holds(start) else piece.distance(start)


def _nearest(piece: Feature, start: Point) -> Point:
    """The point of an outline nearest to a place."""
    feet = []
    for x, y, dx, dy in piece.edges:
        along = ((start.x - x) * dx + (start.y - y) * dy) / (dx * dx + dy * dy)
        part = min(1.0, max(0.0, along))
        feet.append(Point(x + part * dx, y + part * dy))
    return min(feet, key=start.to)
