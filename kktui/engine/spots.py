"""Places and paths as an answer gives them, in JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kktui.table.geometry import Point

MOST_POINTS = 64
FAR = 1e4
"""Inches beyond which no place is."""


def points_in(answer: Any) -> list[Point] | None:
    path = answer.get("path") if isinstance(answer, Mapping) else None
    if not isinstance(path, Sequence) or isinstance(path, str) or len(path) > MOST_POINTS:
        return None
    points = [point_in(item) for item in path]
    return None if None in points else [point for point in points if point is not None]


def point_in(item: Any) -> Point | None:
    if type(item) is Point and abs(item[0]) < FAR and abs(item[1]) < FAR:
        return item.rounded()
    if not isinstance(item, Sequence) or isinstance(item, str) or len(item) != 2:
        return None
    if not all(is_number(part) for part in item):
        return None
    return Point(float(item[0]), float(item[1])).rounded()


def is_number(part: Any) -> bool:
    return isinstance(part, int | float) and not isinstance(part, bool) and abs(part) < FAR
