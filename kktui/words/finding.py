"""Whom or what a typed name means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kktui.engine.state import AnyState
from kktui.engine.telling import name_of
from kktui.table.geometry import Point, Pose
from kktui.text import clean
from kktui.words.mapping import letters
from kktui.words.reading import as_point

SHOWN = 6
"""Names listed when a word fits several."""


class Unclear(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """A typed name that fits nobody, or several; the message is for the player."""


def matching(typed: str, names: Mapping[str, Iterable[str]]) -> list[str]:
    """The keys a typed word fits best: the same name, else the start of one or of a word in one."""
    word = typed.casefold().strip()
    if not word:
        return []
    folded = {key: [name.casefold() for name in of] for key, of in names.items()}
    tests = (
        lambda name: name == word,
        lambda name: name.startswith(word),
        lambda name: f" {word}" in f" {name}",
    )
    for fits in tests:
        found = [key for key, of in folded.items() if any(fits(name) for name in of)]
        if found:
            return found
    return []


def the_one(typed: str, names: Mapping[str, Iterable[str]], what: str) -> str:
    """The one key a typed word fits; Unclear when there is none, or several."""
    found = matching(typed, names)
    if len(found) == 1:
        return found[0]
    if not names:
        raise Unclear(f"there is no {what} here")
    shown = list(dict.fromkeys(next(iter(names[key]), key) for key in (found or names)))
    several = f"'{clean(typed, 40)}' may be" if found else f"no {what} is called '{clean(typed, 40)}'; there are"
    more = f" and {len(shown) - SHOWN} more" if len(shown) > SHOWN else ""
    raise Unclear(f"{several} {', '.join(shown[:SHOWN])}{more}")


def figures(state: AnyState) -> dict[str, tuple[str, ...]]:
    """Everybody on the table by name and id."""
    return {man.id: (name_of(state, man.id), man.id) for man in state.fielded()}


def units(state: AnyState) -> dict[str, tuple[str, ...]]:
    return {each: (name_of(state, each), each) for each in state.units}


def zones(state: AnyState) -> dict[str, tuple[str, ...]]:
    return {zone.id: (clean(zone.name), zone.id) for zone in state.scenario.ground.zones}


def lettered(state: AnyState, typed: str) -> str:
    """The unit that a single letter stands for on the map, if one does."""
    found = [unit for unit, letter in letters(state).items() if letter == typed.strip()]
    return found[0] if len(found) == 1 else ""


def anything(state: AnyState, typed: str) -> str:
    """The id of a figure, a unit or a zone; figures before units before zones; a unit by its letter on the map too."""
    for names in (figures(state), units(state), zones(state)):
        exact = [key for key, of in names.items() if typed.casefold() in [name.casefold() for name in of]]
        if len(exact) == 1:
            return exact[0]
    return lettered(state, typed) or the_one(
        typed, {**zones(state), **units(state), **figures(state)}, "figure, unit or zone"
    )


def place_of(state: AnyState, key: str, near: Point | None = None) -> Point:
    """Where a figure stands, the nearest man of a unit, or the middle of a zone."""
    if key in state.figures:
        pose: Pose | None = state.figures[key].pose
        if pose is None:
            raise Unclear(f"{name_of(state, key)} is not on the table")
        return pose.at
    if key in state.units:
        return place_of(state, man_of(state, key, near))
    shape = next(zone.shape for zone in state.scenario.ground.zones if zone.id == key)
    return Point(sum(p.x for p in shape) / len(shape), sum(p.y for p in shape) / len(shape)).rounded()


def man_of(state: AnyState, unit: str, near: Point | None = None) -> str:
    """The man of a unit nearest to a place, or its leader, or its first man."""
    men = state.men(unit)
    if not men:
        raise Unclear(f"{name_of(state, unit)} has nobody on the table")
    if near is not None:
        return str(min(men, key=lambda man: (man.pose.at.to(near), man.id)).id)
    leader = state.units[unit].leader
    return leader if any(man.id == leader for man in men) else str(men[0].id)


def place(state: AnyState, typed: str, near: Point | None = None) -> Point:
    """A typed place: two numbers, or the name of somebody or something."""
    point = as_point(typed.replace(",", " ").split())
    return point if point is not None else place_of(state, anything(state, typed), near)
