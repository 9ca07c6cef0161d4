"""From the unit tables of a scenario to its troops: kits opened, counts counted out, leaders found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from kktui.engine.scenario import POSTURES, RANKS, TRIGGERS, Recruit, StandingOrder, Troop
from kktui.files.notes import Notes
from kktui.files.place import Path
from kktui.files.problem import shown, unknown
from kktui.table.geometry import Point, Pose, pose

if TYPE_CHECKING:
    from kktui.files.schema import FigureTable, Kit, ScenarioFile, UnitTable

NOBODY = "nobody"
_FACING = {"north": 0, "east": 90, "south": 180, "west": 270}
_LEADS = RANKS[RANKS.index("sergeant") :]
_ORDER = re.compile(r"(\w+) until ([\w-]+)(?: (\d+(?:\.\d+)?))?,? then (\w+)")
_NUMBERED = ("turn", "enemy-within")


def build_troops(file: ScenarioFile, notes: Notes) -> tuple[Troop, ...]:
    """Every unit of the file; what cannot be understood is noted."""
    for name, kit in file.kit.items():
        _equipped(file, kit, notes, ("kit", name))
    troops = [_troop(file, unit, notes, ("unit", index)) for index, unit in enumerate(file.unit)]
    return tuple(_numbered(list(_units_numbered(troops)), file))


def _units_numbered(troops: Sequence[Troop]) -> Iterator[Troop]:
    """Units called alike are numbered as their men are, a side's hidden ones after all that are in the open."""
    seen = Counter(troop.name for troop in troops if not troop.hidden)
    hidden = Counter((troop.side, troop.name) for troop in troops if troop.hidden)
    so_far: dict[str, Counter[str]] = {}
    for troop in troops:
        counted = so_far.setdefault(troop.side if troop.hidden else "", Counter(seen if troop.hidden else {}))
        counted[troop.name] += 1
        alike = seen[troop.name] + (hidden[troop.side, troop.name] if troop.hidden else 0)
        yield replace(troop, name=f"{troop.name} {counted[troop.name]}") if alike > 1 else troop


def _numbered(troops: Sequence[Troop], file: ScenarioFile) -> Iterator[Troop]:
    """Men who would be called alike are numbered through the whole battle, so that a name is one man.

    Each side's hidden men are counted after all who are in the open: no number tells that somebody is missing.
    """
    listed = {man for troop, unit in zip(troops, file.unit, strict=True) for man in _listed_by_name(troop, unit)}
    seen = Counter(man.name for troop in troops if not troop.hidden for man in troop.recruits if man.id not in listed)
    so_far: dict[str, Counter[str]] = {}
    for troop in troops:
        counted = so_far.setdefault(troop.side if troop.hidden else "", Counter(seen if troop.hidden else {}))
        alike = seen + Counter(man.name for man in troop.recruits) if troop.hidden else seen
        yield replace(troop, recruits=tuple(_with_number(man, listed, alike, counted) for man in troop.recruits))


def _with_number(man: Recruit, listed: set[str], alike: Counter[str], counted: Counter[str]) -> Recruit:
    if man.id in listed or alike[man.name] == 1:
        return man
    counted[man.name] += 1
    return replace(man, name=f"{man.name} {counted[man.name]}")


def _listed_by_name(troop: Troop, unit: UnitTable) -> Iterator[str]:
    """The ids of the men whose names the author lists one by one."""
    men = iter(troop.recruits)
    for row in unit.figure:
        ids = [man.id for man in islice(men, _size(row))]
        yield from ids[: len(row.names or ())]


def rows(troops: Sequence[Troop], file: ScenarioFile) -> dict[str, Path]:
    """Where in the file each figure is written, by its id."""
    found: dict[str, Path] = {}
    for index, (troop, unit) in enumerate(zip(troops, file.unit, strict=True)):
        men = iter(troop.recruits)
        for number, row in enumerate(unit.figure):
            found |= {man.id: ("unit", index, "figure", number) for man in islice(men, _size(row))}
    return found


def _troop(file: ScenarioFile, unit: UnitTable, notes: Notes, path: Path) -> Troop:
    recruits = tuple(_recruits(file, unit, notes, path))
    return Troop(
        id=unit.id,
        name=unit.name,
        side=unit.side,
        recruits=recruits,
        leader=_leader(unit, recruits, notes, path),
        commander=unit.commander,
        zone=unit.zone,
        facing=_facing(file, unit),
        formation=unit.formation,
        hidden=unit.hidden,
        arrives=unit.arrives,
        edge=unit.edge or _own_edge(file, unit) if unit.arrives else unit.edge,
        orders=_orders(unit.orders, notes, (*path, "orders")) if unit.orders else None,
    )


def _own_edge(file: ScenarioFile, unit: UnitTable) -> str:
    return next((side.edge for side in file.side if side.id == unit.side), "")


def _facing(file: ScenarioFile, unit: UnitTable) -> int:
    """As written, else away from the side's own edge."""
    if isinstance(unit.facing, str):
        return _FACING[unit.facing]
    if unit.facing is not None:
        return unit.facing
    return (_FACING.get(_own_edge(file, unit), 180) + 180) % 360


def _leader(unit: UnitTable, recruits: tuple[Recruit, ...], notes: Notes, path: Path) -> str:
    """The figure named as leader, else the first of sergeant's rank or above."""
    if unit.leader == NOBODY:
        return ""
    if unit.leader:
        ids = [recruit.id for recruit in recruits]
        if unit.leader not in ids:
            notes.add((*path, "leader"), unknown("leader", unit.leader, [*ids, NOBODY]))
        return unit.leader
    return next((recruit.id for recruit in recruits if recruit.rank in _LEADS), "")


def _orders(text: str, notes: Notes, path: Path) -> StandingOrder | None:
    """ "attack", or "defend until enemy-within 8, then attack"."""
    if text in POSTURES:
        return StandingOrder(text, "turn", 1.0, text)
    found = _ORDER.fullmatch(text)
    if not found or found[1] not in POSTURES or found[4] not in POSTURES or found[2] not in TRIGGERS:
        triggers = "|".join(f"{each} N" if each in _NUMBERED else each for each in TRIGGERS)
        form = f"one of {', '.join(POSTURES)}, or '<one> until <{triggers}>, then <other>'"
        notes.add(path, f"orders {shown(text)} cannot be understood, write {form}")
        return None
    if (found[3] is not None) != (found[2] in _NUMBERED):
        notes.add(path, f"orders {shown(text)}: {' and '.join(_NUMBERED)} take a number, the others none")
        return None
    return StandingOrder(found[1], found[2], min(float(found[3] or 0), 1000.0), found[4])


def _recruits(file: ScenarioFile, unit: UnitTable, notes: Notes, path: Path) -> Iterator[Recruit]:
    facing = _facing(file, unit)
    number = 0
    for index, row in enumerate(unit.figure):
        where = (*path, "figure", index)
        man = _equipped(file, row, notes, where)
        count = _count(row, notes, where)
        for step in range(count):
            number += 1
            yield Recruit(
                id=row.id if row.id and count == 1 else f"{row.id or unit.id}-{number}",
                name=_called(row, man, step),
                rank=man.rank,
                training=man.training,
                armour=tuple(man.armour),
                shield=man.shield,
                weapons=tuple(man.weapons),
                mount=man.mount,
                traits=tuple(man.traits),
                at=_stand(row, facing, step),
                overrides=man.override,
            )


def _equipped(file: ScenarioFile, row: Kit, notes: Notes, path: Path) -> Kit:
    """The row laid over its kit, and that kit over the one it is made from; a kit nobody has may be wrong too."""
    layers: list[Kit] = [row]
    seen: list[str] = []
    where = path
    while layers[-1].kit:
        name = layers[-1].kit
        if name not in file.kit:
            notes.add((*where, "kit"), unknown("kit", name, list(file.kit)))
            break
        if name in seen:
            notes.add((*where, "kit"), f"kit {shown(name)} is made from itself")
            break
        seen.append(name)
        where = ("kit", name)
        layers.append(file.kit[name])
    changes = {key: getattr(layer, key) for layer in reversed(layers) for key in layer.written}
    from kktui.files.schema import Kit

    return Kit({key: value for key, value in changes.items() if key in Kit.declared})


def _told(row: FigureTable) -> dict[str, int]:
    """How many men a row speaks of: as many as are named, placed or counted."""
    lists = {"names": row.names, "places": row.places}
    sizes = {key: len(value) for key, value in lists.items() if value is not None}
    if "count" in row.written:
        sizes["count"] = row.count
    return sizes if row.at is None else {**sizes, "at": 1}


def _size(row: FigureTable) -> int:
    return max(_told(row).values(), default=1)


def _count(row: FigureTable, notes: Notes, path: Path) -> int:
    sizes = _told(row)
    if len(set(sizes.values())) > 1:
        listed = " and ".join(f"'{key}' says {size}" for key, size in sizes.items())
        notes.add(path, f"{listed}, they must agree")
    return _size(row)


def _called(row: FigureTable, man: Kit, step: int) -> str:
    if row.names is not None and step < len(row.names):
        return row.names[step]
    return man.name or (row.kit or man.rank).replace("-", " ").capitalize()


def _stand(row: FigureTable, facing: int, step: int) -> Pose | None:
    places = row.places or ([row.at] if row.at is not None else [])
    if step >= len(places):
        return None
    place = places[step]
    return pose(Point(place[0], place[1]), place[2] if len(place) == 3 else facing)
