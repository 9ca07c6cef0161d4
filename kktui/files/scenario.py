"""Reads scenarios and maps, and bundles a scenario with its map into one text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kktui.engine.scenario import Goal, Party, Scenario
from kktui.files import toml
from kktui.files.limits import MAX_FIGURES
from kktui.files.notes import Notes, validated
from kktui.files.problem import Broken, Problem, UnknownName
from kktui.files.toml import Source
from kktui.table.terrain import Ground
from kktui.text import clean, is_id

if TYPE_CHECKING:
    from kktui.files.schema import ScenarioFile, ZoneTable

Maps = Callable[[str], str]
"""Gives the text of a map by its id; raises UnknownName for one it does not know."""
MapSources = Callable[[str], Source]
"""The same with the name of the file."""

BUNDLE_MARK = "bundle = 1\n"
BUNDLE_BYTES = 4 * toml.MAX_BYTES + 1000
"""Room for a scenario and a map in which every character has to be written as two, and for their names."""
BUNDLE_LINES = 2 * toml.MAX_LINES + 10


def parse_scenario(text: str, name: str, maps: Maps | None = None) -> Scenario:
    """The scenario in a text: of a file, or a bundle that carries its own map."""

    def sources(wanted: str) -> Source:
        if maps is None:
            raise UnknownName("map", wanted, [])
        return toml.tidy(f"{wanted}.toml", maps(wanted))

    return scenario_in(toml.tidy(name, text), sources)


def side_names(text: str) -> dict[str, str]:
    """What the sides of a scenario are called, by id: the rest is not read. Nothing where the text is not sound."""
    try:
        held = toml.parse(toml.tidy("scenario", text), BUNDLE_BYTES, BUNDLE_LINES)
        if text.startswith(BUNDLE_MARK):
            held = toml.parse(toml.tidy("scenario", str(held.get("scenario", ""))))
    except Broken:
        return {}
    sides = held.get("side")
    found = [each for each in sides if isinstance(each, dict)] if isinstance(sides, list) else []
    return {str(side.get("id")): clean(str(side["name"])) for side in found if side.get("name")}


def parse_map(text: str, name: str) -> Ground:
    """The ground in the text of a map file."""
    return ground_in(toml.tidy(name, text))


def scenario_in(src: Source, maps: MapSources) -> Scenario:
    """The scenario of a source whose map is named or written in it."""
    if src.text.startswith(BUNDLE_MARK):
        return _parse_bundle(src)
    return _scenario(src, _stem(src.file), maps)


def json_schema(kind: str) -> dict[str, Any]:
    """The shape of a "scenario" or "map" file, for editors that complete and check while one writes."""
    from kktui.files.schema import MapFile, ScenarioFile
    from kktui.files.values import Nested

    return Nested(MapFile if kind == "map" else ScenarioFile).schema()


def bundle_texts(ident: str, text: str, map_id: str, map_text: str) -> str:
    """One text that holds a scenario and its map as they were written."""
    import tomli_w

    held = {"bundle": 1, "id": ident, "scenario": text, "map-id": map_id, "map": map_text}
    return tomli_w.dumps({key: value for key, value in held.items() if value != ""}, multiline_strings=True)


def _parse_bundle(src: Source) -> Scenario:
    held = toml.parse(src, BUNDLE_BYTES, BUNDLE_LINES)
    parts = {key: held.get(key, "") for key in ("id", "scenario", "map-id", "map")}
    if not all(isinstance(part, str) for part in parts.values()):
        raise Broken([Problem(src.file, 1, 1, "the bundle is damaged: its parts must be texts")])

    def maps(wanted: str) -> Source:
        if wanted != parts["map-id"]:
            raise UnknownName("map", wanted, [])
        return toml.tidy(f"{wanted}.toml", parts["map"])

    return _scenario(toml.tidy(src.file, parts["scenario"]), _stem(parts["id"]), maps)


def _stem(name: str) -> str:
    """An id made from a file name."""
    plain = re.sub(r"[^a-z0-9]+", "-", Path(name.replace("\0", "")).stem.lower()).strip("-")
    return plain[:40].strip("-") or "unnamed"


def ground_in(src: Source) -> Ground:
    """The ground of a map's source."""
    from kktui.files.ground import build_ground
    from kktui.files.schema import MapFile

    notes = Notes(src)
    table = validated(MapFile, toml.parse(src), notes)
    ground = build_ground(table, _stem(src.file), notes) if table is not None else None
    notes.settle()
    assert ground is not None
    return ground


def _scenario(src: Source, default_id: str, maps: MapSources) -> Scenario:
    from kktui.files.schema import ScenarioFile

    data = toml.parse(src)
    notes = Notes(src)
    file = validated(ScenarioFile, data, notes)
    ground, others = _map_of(data, default_id, maps, notes)
    if file is not None and ground is not None:
        scenario = _built(file, ground, default_id, notes)
        notes.settle()
        return scenario
    raise Broken([*notes.problems(), *others])


def _map_of(
    data: dict[str, Any], default_id: str, maps: MapSources, notes: Notes
) -> tuple[Ground | None, list[Problem]]:
    """The ground of a scenario, and the problems of the map file it names."""
    from kktui.files.ground import build_ground
    from kktui.files.schema import MapTable

    named = data.get("map")
    if isinstance(named, dict):
        table = validated(MapTable, named, Notes(notes.src), ("map",))
        return (build_ground(table, default_id, notes, ("map",)) if table is not None else None), []
    if not isinstance(named, str) or not is_id(named):
        return None, []
    try:
        return ground_in(maps(named)), []
    except UnknownName as refusal:
        notes.add(("map",), str(refusal))
    except Broken as broken:
        return None, list(broken.problems)
    return None, []


def _built(file: ScenarioFile, ground: Ground, default_id: str, notes: Notes) -> Scenario:
    from kktui.files.checks import check_goals, check_names, check_places, check_troops
    from kktui.files.forces import build_troops, rows
    from kktui.files.rulebooks import check_overrides, check_rulings

    ground = _with_zones(file, ground, notes)
    told = [table.id for table in (*file.zone, *_drawn_zones(file))]
    zones = list(dict.fromkeys([*(zone.id for zone in ground.zones), *told]))
    troops = build_troops(file, notes)
    figures = [recruit.id for troop in troops for recruit in troop.recruits]
    written = rows(troops, file)
    check_names(file, troops, zones, notes)
    check_troops(file, troops, written, notes)
    check_goals(file, troops, zones, notes)
    check_overrides(file, notes)
    check_rulings(file, notes)
    if len(figures) <= MAX_FIGURES:
        check_places(troops, ground, written, notes)
    return Scenario(
        id=file.id or default_id,
        title=file.title,
        text=file.text.strip("\n"),
        ground=ground,
        parties=tuple(Party(side.id, side.name, side.edge, side.brief.strip("\n")) for side in file.side),
        troops=troops,
        goals=tuple(Goal(**goal.told()) for goal in file.goal),
        turns=file.turns,
        rules=file.rules,
        rulings=file.rulings,
    )


def _drawn_zones(file: ScenarioFile) -> Sequence[ZoneTable]:
    """The zones of a map inside the scenario: also those that are misshapen, so that only that is told of them."""
    return [] if isinstance(file.map, str) else file.map.zone


def _with_zones(file: ScenarioFile, ground: Ground, notes: Notes) -> Ground:
    """The map with the zones that the scenario adds."""
    from dataclasses import replace

    from kktui.files.ground import build_zone

    zones = list(ground.zones)
    for index, table in enumerate(file.zone):
        if any(zone.id == table.id for zone in zones):
            notes.add(("zone", index, "id"), f"zone id '{table.id}' is used twice, each must be its own")
            continue
        zone = build_zone(table, ground, notes, ("zone", index))
        if zone is not None:
            zones.append(zone)
    return replace(ground, zones=tuple(zones))
