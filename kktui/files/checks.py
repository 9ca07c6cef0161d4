"""What a schema cannot see: names that lead nowhere, men off the table, zones that hold nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kktui.engine.scenario import Recruit, Troop
from kktui.files.limits import MAX_FIGURES, MAX_UNIT
from kktui.files.notes import Notes
from kktui.files.place import Path
from kktui.files.problem import shown, unknown
from kktui.files.shapes import inside, surface
from kktui.table.geometry import FOOT, MOUNTED, Point, Pose
from kktui.table.terrain import Area, Ground

if TYPE_CHECKING:
    from kktui.files.schema import GoalTable, ScenarioFile, UnitTable

Rows = Mapping[str, Path]
"""Where each figure is written."""
Taken = list[tuple[str, list[Point]]]
"""Who stands where, as the discs of his base."""
CORNER = 0.05
"""Inches inside its corners at which a zone is looked at."""
CLOSED = ("water", "building")
_NEEDS = {
    "hold-zone": ("zone",),
    "kill-leader": ("figure",),
    "exit-table": ("edge", "number"),
    "points": ("number",),
    "last-standing": (),
}


RESERVED = {"side": ("both", "table"), "figure": ("nobody",)}
"""Words that mean something else where an id may stand."""


def check_names(file: ScenarioFile, troops: Sequence[Troop], zones: Sequence[str], notes: Notes) -> None:
    """Every id is its own, and every id that is mentioned exists."""
    _strangers(file, troops, zones, notes)
    _unique([side.id for side in file.side], "side", "side", notes)
    _unique([unit.id for unit in file.unit], "unit", "unit", notes)
    if len({side.edge for side in file.side}) < len(file.side):
        notes.add(("side", 1, "edge"), f"both sides have the {file.side[0].edge} edge, each needs its own")
    _figure_ids(troops, notes)
    for index, unit in enumerate(file.unit):
        _unit_names(file, unit, zones, notes, ("unit", index))
    for side in file.side:
        if not any(unit.side == side.id for unit in file.unit):
            notes.add(("side", file.side.index(side), "id"), f"side {shown(side.id)} has no unit")


def _strangers(file: ScenarioFile, troops: Sequence[Troop], zones: Sequence[str], notes: Notes) -> None:
    """A side, a zone, a unit and a figure never share an id: events name each by its id alone."""
    taken = dict.fromkeys(zones, "zone")
    for index, side in enumerate(file.side):
        _stranger("side", side.id, taken, notes, ("side", index, "id"))
    taken |= {side.id: "side" for side in file.side}
    for index, unit in enumerate(file.unit):
        _stranger("unit", unit.id, taken, notes, ("unit", index, "id"))
    taken |= {unit.id: "unit" for unit in file.unit}
    for index, troop in enumerate(troops):
        for recruit in troop.recruits:
            _stranger("figure", recruit.id, taken, notes, ("unit", index))


def _stranger(what: str, name: str, taken: Mapping[str, str], notes: Notes, path: Path) -> None:
    if name in RESERVED.get(what, ()):
        notes.add(path, f"{what} id {shown(name)} has a meaning of its own, choose another")
    elif name in taken:
        notes.add(path, f"{what} id {shown(name)} is the id of a {taken[name]} too, each must be its own")


def _unique(ids: Sequence[str], what: str, table: str, notes: Notes) -> None:
    for index, name in enumerate(ids):
        if name in ids[:index]:
            notes.add((table, index, "id"), f"{what} id {shown(name)} is used twice, each must be its own")


def _figure_ids(troops: Sequence[Troop], notes: Notes) -> None:
    counts = Counter(recruit.id for troop in troops for recruit in troop.recruits)
    units = Counter(troop.id for troop in troops)
    for index, troop in enumerate(troops):
        made = f"{troop.id}-" if units[troop.id] > 1 else "-"
        ids = (recruit.id for recruit in troop.recruits if not recruit.id.startswith(made))
        twice = sorted({name for name in ids if counts[name] > 1})
        for name in twice:
            notes.add(("unit", index), f"figure id {shown(name)} is used twice, each must be its own")
    if counts.total() > MAX_FIGURES:
        notes.add(("unit",), f"there are {counts.total()} figures, allowed: at most {MAX_FIGURES}")


def _unit_names(file: ScenarioFile, unit: UnitTable, zones: Sequence[str], notes: Notes, path: Path) -> None:
    sides = [side.id for side in file.side]
    if unit.side not in sides:
        notes.add((*path, "side"), unknown("side", unit.side, sides))
    if unit.zone and unit.zone not in zones:
        notes.add((*path, "zone"), unknown("zone", unit.zone, zones))
    if unit.edge and not unit.arrives:
        notes.add((*path, "edge"), "'edge' is for a unit that arrives later, write 'arrives' too")
    if unit.arrives > file.turns:
        what = f"'arrives' is {unit.arrives}, but the battle ends with turn {file.turns}"
        notes.add((*path, "arrives"), what)
    if unit.hidden and unit.arrives:
        notes.add((*path, "hidden"), "a unit cannot be hidden and arrive later, choose one")
    if unit.commander:
        _commander(file, unit, notes, (*path, "commander"))


def _commander(file: ScenarioFile, unit: UnitTable, notes: Notes, path: Path) -> None:
    friends = {other.id: other for other in file.unit if other.side == unit.side and other.id != unit.id}
    chief = friends.get(unit.commander)
    if chief is None:
        others = [other.id for other in file.unit]
        fault = f"commander {shown(unit.commander)} is not another unit of the same side"
        plain = f"{unknown('commander', unit.commander, list(friends))} (a unit of the same side)"
        notes.add(path, fault if unit.commander in others else plain)
    elif chief.hidden and not unit.hidden:
        what = f"commander {shown(chief.id)} is hidden, but unit {shown(unit.id)} under him would tell of him"
        notes.add(path, f"{what}; hide both, or neither")
    elif chief.commander:
        notes.add(path, f"commander {shown(chief.id)} is under a commander himself, he must be independent")


def check_troops(file: ScenarioFile, troops: Sequence[Troop], rows: Rows, notes: Notes) -> None:
    """Sizes, and kit that makes no sense by itself; what men carry whose kit is unknown nobody can say."""
    for index, (troop, unit) in enumerate(zip(troops, file.unit, strict=True)):
        size = len(troop.recruits)
        if size > MAX_UNIT:
            notes.add(("unit", index), f"the unit has {size} figures, allowed: at most {MAX_UNIT}")
        if all(row.kit in file.kit for row in unit.figure if row.kit):
            _loaders(troop, notes, ("unit", index))
        for recruit in troop.recruits:
            for fault in _odd_kit(recruit):
                notes.add(rows[recruit.id], f"{shown(recruit.name)} {fault}")


def _loaders(troop: Troop, notes: Notes, path: Path) -> None:
    loaders = sum("loader" in recruit.traits for recruit in troop.recruits)
    teams = sum("crossbow-team" in recruit.traits for recruit in troop.recruits)
    if loaders != teams:
        what = f"{teams} figures with trait 'crossbow-team' and {loaders} with 'loader'"
        notes.add(path, f"{what}, each needs the other")


def _odd_kit(recruit: Recruit) -> Iterator[str]:
    for what, words in (("armour", recruit.armour), ("weapons", recruit.weapons), ("traits", recruit.traits)):
        if len(set(words)) < len(words):
            yield f"has the same word twice in '{what}'"
    if "crossbow-team" in recruit.traits and not any("crossbow" in weapon for weapon in recruit.weapons):
        yield "has trait 'crossbow-team' but no crossbow"
    if recruit.mount != "none" and recruit.shield == "pavise":
        yield "rides and cannot carry a pavise"
    if "helmet" in recruit.armour and "closed-helm" in recruit.armour:
        yield "wears a helmet and a closed-helm, allowed: one of them"


def check_goals(file: ScenarioFile, troops: Sequence[Troop], zones: Sequence[str], notes: Notes) -> None:
    """A goal says all that its kind needs, names what exists, and can be reached."""
    figures = [recruit.id for troop in troops for recruit in troop.recruits]
    known = {"side": [side.id for side in file.side], "zone": zones, "figure": figures}
    for index, goal in enumerate(file.goal):
        for key, names in known.items():
            name = getattr(goal, key)
            if name and name not in names:
                notes.add(("goal", index, key), _unknown(key, name, list(names), [unit.id for unit in file.unit]))
        for key, fault in _goal_faults(goal):
            notes.add_key(("goal", index, key), f"a goal of kind '{goal.kind}' {fault} {shown(key)}")
        impossible = _impossible(goal, troops)
        if impossible:
            notes.add(("goal", index, impossible[0]), impossible[1])
        if goal.by_turn > file.turns:
            what = f"'by-turn' is {goal.by_turn}, but the battle ends with turn {file.turns}"
            notes.add(("goal", index, "by-turn"), what)


def _unknown(key: str, name: str, names: Sequence[str], units: Sequence[str]) -> str:
    if key == "figure" and name in units:
        return f"figure {shown(name)} is a unit, name one man of it"
    return unknown(key, name, names)


def _impossible(goal: GoalTable, troops: Sequence[Troop]) -> tuple[str, str] | None:
    """Why a goal cannot be reached, with the key that makes it so."""
    ours = {recruit.id for troop in troops if troop.side == goal.side for recruit in troop.recruits}
    if goal.kind == "kill-leader" and goal.figure in ours:
        return "figure", f"figure {shown(goal.figure)} is on side {shown(goal.side)} itself, it must be an enemy"
    if goal.kind in ("hold-zone", "exit-table") and goal.number > len(ours) > 0:
        return "number", f"'number' is {goal.number}, but side {shown(goal.side)} has {len(ours)} figures"
    return None


def _goal_faults(goal: GoalTable) -> Iterator[tuple[str, str]]:
    needs = _NEEDS[goal.kind]
    yield from ((key, "needs") for key in needs if not getattr(goal, key))
    useful = (*needs, "number") if goal.kind == "hold-zone" else needs
    spare = [key for key in ("zone", "figure", "edge", "number") if key not in useful]
    yield from ((key, "has no use for") for key in spare if getattr(goal, key))


def check_places(troops: Sequence[Troop], ground: Ground, rows: Rows, notes: Notes) -> None:
    """Everybody has a place or a zone, on the table, on open ground and not inside another."""
    taken: Taken = []
    closed = [area for area in ground.areas if area.kind in CLOSED]
    for index, troop in enumerate(troops):
        placed = [recruit for recruit in troop.recruits if recruit.at is not None]
        _zone_or_places(troop, len(placed), notes, ("unit", index))
        for recruit in placed:
            fault = _misplaced(recruit, ground, closed, taken)
            if fault:
                notes.add(rows[recruit.id], f"{shown(recruit.name)} stands {fault}")
    _zones_hold(troops, ground, notes)


def _zone_or_places(troop: Troop, placed: int, notes: Notes, path: Path) -> None:
    unit = f"unit {shown(troop.id)}"
    if troop.arrives:
        if placed or troop.zone:
            notes.add(path, f"{unit} 'arrives' later by an edge, it needs no zone and no places")
    elif troop.zone and placed:
        notes.add((*path, "zone"), f"{unit} has a 'zone' and figures with places, choose one")
    elif not troop.zone and placed < len(troop.recruits):
        notes.add(path, f"{unit} needs a 'zone', or a place ('at' or 'places') for every figure")


def _misplaced(recruit: Recruit, ground: Ground, closed: Sequence[Area], taken: Taken) -> str:
    assert recruit.at is not None
    discs = footprint(recruit.at, recruit.mount != "none")
    others = [name for name, spots in taken if _touch(discs, spots)]
    taken.append((recruit.name, discs))
    if not all(0.5 <= spot.x <= ground.width - 0.5 and 0.5 <= spot.y <= ground.depth - 0.5 for spot in discs):
        return f"off the table, which is {ground.width:g} by {ground.depth:g} inches"
    for area in closed:
        if any(inside(area.shape, spot) for spot in discs):
            return f"inside {area.kind} {shown(area.id)}, which must be free of figures"
    return f"where {shown(others[0])} stands, bases must not overlap" if others else ""


def footprint(at: Pose, mounted: bool) -> list[Point]:
    """The middles of the half-inch discs that cover a base: one on foot, three in a row on horseback."""
    if not mounted:
        return [at.at]
    reach = MOUNTED.half_length - MOUNTED.half_width
    return [at.at.toward(at.facing, step * reach) for step in (-1, 0, 1)]


def _touch(one: Sequence[Point], two: Sequence[Point]) -> bool:
    near = 2 * FOOT.half_width - 0.002
    return any(abs(a.x - b.x) < near and a.to(b) < near for a in one for b in two)


def _drowned(shape: Sequence[Point], closed: Sequence[Area]) -> str:
    """The kind of the ground that a zone lies in with its middle and every corner, if nobody may stand there."""
    middle = Point(sum(p.x for p in shape) / len(shape), sum(p.y for p in shape) / len(shape))
    spots = [middle, *(corner.toward(round(corner.bearing(middle)), CORNER) for corner in shape)]
    return next((area.kind for area in closed if all(inside(area.shape, spot) for spot in spots)), "")


def _zones_hold(troops: Sequence[Troop], ground: Ground, notes: Notes) -> None:
    """A rough check: the bases in a zone, with room to stand, are not more than its surface."""
    room = {zone.id: abs(surface(zone.shape)) for zone in ground.zones}
    closed = [area for area in ground.areas if area.kind in CLOSED]
    wet = {zone.id: _drowned(zone.shape, closed) for zone in ground.zones}
    for index, troop in enumerate(troops):
        if wet.get(troop.zone) and not troop.arrives:
            what = f"zone {shown(troop.zone)} lies in {wet[troop.zone]}, which must be free of figures"
            notes.add(("unit", index, "zone"), what)
        elif troop.zone in room and not troop.arrives:
            need = sum(2.4 if recruit.mount != "none" else 1.2 for recruit in troop.recruits)
            room[troop.zone] -= need
            if room[troop.zone] < 0:
                what = f"zone {shown(troop.zone)} is too small for the bases of unit {shown(troop.id)}"
                notes.add(("unit", index, "zone"), f"{what} and of those before it")
