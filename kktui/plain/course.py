"""A typed way in inches: points, directions, `toward NAME`, legs divided by semicolons."""

from __future__ import annotations

from dataclasses import dataclass

from kktui.engine.requests import Move
from kktui.engine.telling import name_of, point_words
from kktui.table.geometry import Point
from kktui.words.finding import Unclear, anything, place_of
from kktui.words.outlook import Outlook
from kktui.words.reading import as_count, as_facing, as_number, as_point, as_wind

HOW = "a move is 'n 6', '12.5 30', 'toward NAME', 'go X Y' or 'stay'; legs are divided by ';' (see help)"


@dataclass(frozen=True, slots=True)
class Course:
    """Where a base is to go: way points, a facing at the end, and how strictly it was meant."""

    points: tuple[Point, ...]
    facing: int | None = None
    at_most: bool = False
    """As far as it goes: no number of inches was typed."""
    round_about: bool = False
    """By the best way there is, not straight."""


def course(outlook: Outlook, request: Move, typed: str) -> Course:
    """The way a line describes; Unclear when it describes none."""
    words, facing = _facing(typed.lower().replace(",", " "))
    if words in ("", "stay"):
        if words == "" and facing is None:
            raise Unclear(HOW)
        return Course((), facing)
    if words.startswith("go "):
        return Course((_goal(outlook, request, words[3:]),), facing, at_most=True, round_about=True)
    at = outlook.state.table.poses[request.figure].at
    points: list[Point] = []
    at_most = False
    for leg in filter(None, (part.strip() for part in words.split(";"))):
        at, at_most = _leg(outlook, request, leg.split(), at)
        points.append(at)
    return Course(tuple(points), facing, at_most)


def _facing(typed: str) -> tuple[str, int | None]:
    way, found, word = typed.rpartition("facing ")
    if not found:
        return typed.strip(), None
    facing = as_facing(word.strip())
    if facing is None:
        raise Unclear("a facing is a direction such as n, se or 135")
    return way.strip(" ;"), facing


def _goal(outlook: Outlook, request: Move, typed: str) -> Point:
    """A goal on the table, given by two numbers or a name."""
    start = outlook.state.table.poses[request.figure].at
    point = as_point(typed.split()) or place_of(outlook.state, anything(outlook.state, typed), start)
    ground = outlook.state.scenario.ground
    nearest = Point(min(max(point.x, 0.0), ground.width), min(max(point.y, 0.0), ground.depth)).rounded()
    if nearest != point:
        size = f"{ground.width:g} by {ground.depth:g} inches"
        raise Unclear(f"{typed} is off the table, which is {size}; the nearest place on it is {point_words(nearest)}")
    return nearest


def _leg(outlook: Outlook, request: Move, words: list[str], start: Point) -> tuple[Point, bool]:
    """The end of one leg, and whether it only says which way."""
    point = as_point(words)
    if point is not None:
        return point, False
    if words[0] in ("toward", "towards", "to") and len(words) > 1:
        return _toward(outlook, request, words[1:], start)
    if words[0] in ("b", "bearing") and len(words) > 1 and as_count(words[1]) is not None:
        words = [f"{words[1]}deg", *words[2:]]
    wind = as_wind(words[0])
    inches = _inches(outlook, words[1]) if len(words) == 2 else request.allowance
    if wind is None or inches is None or inches < 0 or len(words) > 2:
        raise Unclear(HOW)
    return start.toward(wind, inches).rounded(), len(words) == 1


def _inches(outlook: Outlook, word: str) -> float | None:
    """A length typed in the unit of the sheet."""
    typed = as_number(word)
    return None if typed is None else typed / outlook.state.book.per_inch


def _toward(outlook: Outlook, request: Move, words: list[str], start: Point) -> tuple[Point, bool]:
    inches = _inches(outlook, words[-1]) if len(words) > 1 else None
    name = " ".join(words[:-1] if inches is not None else words)
    key = anything(outlook.state, name)
    if key == request.figure:
        raise Unclear(f"{name_of(outlook.state, key)} is there already")
    goal = place_of(outlook.state, key, start)
    wanted = request.allowance if inches is None else max(0.0, inches)
    if start.to(goal) <= wanted:
        return goal, inches is None
    return start.toward(start.bearing(goal), wanted).rounded(), inches is None
