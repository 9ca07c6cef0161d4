"""Where scenarios and maps lie: those that come with the program and those of the user."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

from kktui.engine.scenario import Scenario
from kktui.files import toml
from kktui.files.house import house_in
from kktui.files.problem import Broken, NoFile, Problem, UnknownName, nearest
from kktui.files.scenario import BUNDLE_MARK, bundle_texts, ground_in, scenario_in
from kktui.files.toml import Source
from kktui.folder import data_folder
from kktui.rules import PACKAGES
from kktui.table.terrain import Ground
from kktui.text import clean, is_id

Listed = tuple[str, str, Path]
"""The id, the title and the file."""

MOST_FILES = 1000
BEGINNING = 1000
"""Bytes of a file that tell whether kktui exported it."""
NOTHING = (
    "this is no scenario, no map and no house rules: "
    "a scenario has 'title', 'side' and 'unit', a map 'size', 'area' or 'drawing', house rules a ruleset's name"
)
_EXPORTED = re.compile(r'(?:\s*#[^\n]*\n)*\s*about = "[^"\n]*"\nkktui = ')
"""How a file begins that kktui exported; such files may be larger than those that people write."""
_TELL_TALES: Mapping[str, Set[str]] = {
    "exported battle": {"kktui"},
    "scenario": {"unit", "side", "title"},
    "map": {"area", "line", "drawing", "size", "legend"},
    "house rules": {*PACKAGES},
}
_OTHERWISE = {
    "map": "a map, a battle needs a scenario that names it",
    "house rules": "a file of house rules, give it with --house",
    "exported battle": "an exported battle, 'kktui replay' shows it and 'kktui import' takes it in",
}
_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_folder(kind: str) -> Path:
    """The folder of maps or scenarios that came with the program, in a wheel or in a checkout."""
    packed = _PACKAGE / "data" / kind
    return packed if packed.is_dir() else _PACKAGE.parent / kind


def user_folder(kind: str) -> Path:
    """The folder where the user keeps own maps or scenarios."""
    return data_folder() / kind


class Shelf:
    """Scenarios and maps by id; the user's own come before the shipped ones of the same name."""

    def __init__(self, scenarios: Sequence[Path] | None = None, maps: Sequence[Path] | None = None) -> None:
        self._scenarios = _folders("scenarios") if scenarios is None else list(scenarios)
        self._maps = _folders("maps") if maps is None else list(maps)

    def scenarios(self) -> list[Listed]:
        """Every scenario, by id."""
        return [(name, _title(path, "title"), path) for name, path in _listed(self._scenarios).items()]

    def maps(self) -> list[Listed]:
        """Every map, by id."""
        return [(name, _title(path, "name"), path) for name, path in _listed(self._maps).items()]

    def scenario(self, name: str | Path) -> Scenario:
        """The scenario of an id, or in a file given by its path."""
        path = self.scenario_path(name)
        return scenario_in(toml.read(path), self.near(path).map_source)

    def scenario_path(self, name: str | Path) -> Path:
        """The file of an id; anything with a separator or an ending is a path already."""
        return _find("scenario", name, self._scenarios)

    def ground(self, name: str | Path) -> Ground:
        """The map of an id, or in a file given by its path."""
        return ground_in(toml.read(_find("map", name, self._maps)))

    def map_source(self, name: str) -> Source:
        """The text of a map by its id."""
        return toml.read(_by_id("map", name, self._maps))

    def near(self, path: Path) -> Shelf:
        """The same shelf with the folder `maps` next to this file's own on top, and its own at the bottom."""
        folder = path.absolute().parent
        return Shelf(self._scenarios, [folder.parent / "maps", *self._maps, folder])


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file; its map is looked for beside it, then on the shelf."""
    return scenario_in(toml.read(path), Shelf().near(path).map_source)


def read_map(path: Path) -> Ground:
    """The map in a file."""
    return ground_in(toml.read(path))


def bundle(path: Path) -> str:
    """A scenario and its map as one text that needs no other file."""
    src = _written(path)
    maps = Shelf().near(path)
    try:
        scenario = scenario_in(src, maps.map_source)
    except Broken:
        _fit_to_play(src)
        raise
    if src.text.startswith(BUNDLE_MARK):
        return src.text
    named = toml.parse(src).get("map")
    map_id, map_text = (named, maps.map_source(named).text) if isinstance(named, str) else ("", "")
    return bundle_texts(scenario.id, src.text, map_id, map_text)


def check(paths: Sequence[Path]) -> list[Problem]:
    """Everything that is wrong with these files, whatever they are; one that cannot be read is no file at all."""
    found: list[Problem] = []
    missing: list[Problem] = []
    for path in paths:
        try:
            _read_any(path)
        except NoFile as none:
            missing.extend(none.problems)
        except Broken as broken:
            found.extend(broken.problems)
    if missing:
        raise NoFile(missing)
    return found


def _read_any(path: Path) -> None:
    src = _written(path)
    kind = _kind(src)
    if kind == "scenario":
        read_scenario(path)
    elif kind == "map":
        read_map(path)
    elif kind == "house rules":
        house_in(src)
    elif kind == "exported battle":
        raise Broken([Problem(src.file, 1, 1, "this is an exported battle, 'kktui verify' checks it")])
    else:
        raise Broken([Problem(src.file, 1, 1, NOTHING if src.text.strip() else "the file is empty")])


def _written(path: Path) -> Source:
    """The text of a file; of an exported battle, which may be larger than what people write, only how it begins."""
    try:
        return toml.read(path)
    except NoFile:
        raise
    except Broken:
        with path.open("rb") as file:
            begun = toml.tidy(str(path), file.read(BEGINNING).decode("utf-8", "replace"))
        if _EXPORTED.match(begun.text):
            return begun
        raise


def _kind(src: Source) -> str:
    """What a file is by its keys; nothing when it is nothing that we know."""
    if src.text.startswith(BUNDLE_MARK):
        return "scenario"
    if _EXPORTED.match(src.text):
        return "exported battle"
    data = toml.parse(src)
    kind = next((kind for kind, tell_tales in _TELL_TALES.items() if tell_tales & data.keys()), "")
    misspelt = any(nearest(name, PACKAGES) for name, value in data.items() if isinstance(value, dict))
    return kind or ("house rules" if misspelt else "")


def _fit_to_play(src: Source) -> None:
    """Refuses a file that is something else than a battle to begin, and says what it is for."""
    kind = _kind(src)
    if kind in _OTHERWISE:
        raise Broken([Problem(src.file, 1, 1, f"this is {_OTHERWISE[kind]}")])


def _folders(kind: str) -> list[Path]:
    return [user_folder(kind), shipped_folder(kind)]


def _listed(folders: Sequence[Path]) -> dict[str, Path]:
    """Id to file, from what the folders hold; the first folder wins."""
    found: dict[str, Path] = {}
    for folder in folders:
        for name, path in _entries(folder):
            found.setdefault(name, path)
    return dict(sorted(found.items()))


def _entries(folder: Path) -> Iterator[tuple[str, Path]]:
    try:
        with os.scandir(folder) as entries:
            files = [entry.name for entry in entries if entry.is_file(follow_symlinks=False)]
    except OSError:
        return
    for file in sorted(files)[:MOST_FILES]:
        name = file.removesuffix(".toml")
        if name != file and is_id(name):
            yield name, folder / file


def _find(kind: str, name: str | Path, folders: Sequence[Path]) -> Path:
    if isinstance(name, Path) or os.sep in name or name.endswith(".toml"):
        return Path(name)
    return _by_id(kind, name, folders)


def _by_id(kind: str, name: str, folders: Sequence[Path]) -> Path:
    known = _listed(folders)
    if name not in known:
        raise UnknownName(kind, name, nearest(name, known))
    return known[name]


def _title(path: Path, key: str) -> str:
    """The title of a file without checking the rest of it."""
    try:
        title = toml.parse(toml.read(path)).get(key)
    except Broken:
        return f"{path.stem} (broken)"
    return clean(title) if isinstance(title, str) else path.stem
