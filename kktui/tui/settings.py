"""What a player has chosen for himself: a small TOML file in the user's configuration folder."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kktui.files import Broken, Problem, toml
from kktui.files.notes import Notes
from kktui.text import clean

AUTO, ASCII, UNICODE = "auto", "ascii", "unicode"
GLYPHS = (AUTO, UNICODE, ASCII)
THEMES = ("dusk", "parchment", "contrast", "sixteen", "mono")
SPEEDS = ("off", "fast", "normal", "slow")
WORDS = {"theme": THEMES, "glyphs": GLYPHS, "speed": SPEEDS}
LONGEST_KEYS = 80
Fault = dict[str, Any]
ABOUT = "# Written by kktui when options change; edit it as you like. Faults are told with their place.\n"


@dataclass(frozen=True, slots=True)
class Settings:
    """How the game looks and feels to one player."""

    theme: str = THEMES[0]
    glyphs: str = AUTO
    speed: str = "normal"
    """How fast events are shown; off shows where they led."""
    confirm: bool = True
    """Ask before something that cannot be taken back."""
    mouse: bool = True
    keymap: Mapping[str, str] = field(default_factory=dict)
    """Binding id to keys, `"w,up"`."""
    house: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Ruleset id to the rulings this player likes to have switched; battles begun from the title start with them."""

    def unicode(self, environ: Mapping[str, str] = os.environ) -> bool:
        """Whether glyphs beyond ASCII are shown."""
        return self.glyphs == UNICODE or (self.glyphs == AUTO and speaks_unicode(environ))

    def theme_in(self, environ: Mapping[str, str] = os.environ) -> str:
        """The theme chosen, unless the terminal asks for none of its colours."""
        return "mono" if environ.get("NO_COLOR") else self.theme


def speaks_unicode(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is likely to show more than ASCII: its locale is UTF-8 and it is no bare console."""
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    return "utf" in locale.lower() and environ.get("TERM", "") not in ("linux", "dumb", "vt100")


def config_path(environ: Mapping[str, str] = os.environ) -> Path:
    """The file: in KKTUI_HOME, or in the user's configuration folder."""
    chosen = environ.get("KKTUI_HOME")
    if chosen:
        return Path(chosen) / "config.toml"
    from platformdirs import user_config_path

    return user_config_path("kktui", appauthor=False) / "config.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """The file as it was found: what of it can be used, and every fault of the rest."""

    path: Path
    settings: Settings = field(default_factory=Settings)
    problems: tuple[Problem, ...] = ()

    def changed(self, **facts: Any) -> Config:
        """With some settings changed; not yet written."""
        return replace(self, settings=replace(self.settings, **facts))


def load(path: Path | None = None) -> Config:
    """The player's settings. What is wrong in the file stays at its default and is told; nothing is raised."""
    path = path or config_path()
    if not path.exists():
        return Config(path)
    try:
        source = toml.read(path)
        data = toml.parse(source)
    except Broken as broken:
        return Config(path, problems=broken.problems)
    notes = Notes(source)
    good = dict(data)
    for fault in _faults(data):
        _note(notes, fault)
        good.pop(str(fault["loc"][0]), None)
    if good.get("house"):
        good["house"] = {name: rulings for name, rulings in good["house"].items() if _fits(name, rulings, notes)}
    return Config(path, Settings(**good), tuple(notes.problems()))


def _fits(ruleset: str, rulings: Mapping[str, Any], notes: Notes) -> bool:
    """Whether house rulings fit their rulebook; what does not is noted at its place."""
    from kktui.engine.rulebook import Unfit
    from kktui.files.rulebooks import check_house, rulebook

    book = rulebook(ruleset)
    try:
        book.with_house_rules(rulings)
    except Unfit:
        check_house(book, rulings, notes, ("house", ruleset))
        return False
    return True


def _note(notes: Notes, fault: Fault) -> None:
    from kktui.files.wording import sentence

    add = notes.add_key if fault["type"] == "extra_forbidden" else notes.add
    add(fault["loc"], sentence(fault, [each.name for each in fields(Settings)]))


def _faults(data: Mapping[str, Any]) -> Iterator[Fault]:
    """Everything that is no setting, as files.wording tells it. No schema is loaded for so small a file."""
    for key, value in data.items():
        if key in WORDS:
            if value not in WORDS[key]:
                yield _fault("literal_error", (key,), value, allowed=WORDS[key])
        elif key in ("confirm", "mouse"):
            if not isinstance(value, bool):
                yield _fault("bool_type", (key,), value)
        elif key in _TABLES:
            yield from _TABLES[key](value)
        else:
            yield _fault("extra_forbidden", (key,), value)


def _keymap_faults(table: Any) -> Iterator[Fault]:
    if not isinstance(table, dict):
        yield _fault("dict_type", ("keymap",), table)
        return
    for name, keys in table.items():
        if not isinstance(keys, str):
            yield _fault("string_type", ("keymap", name), keys)
        elif len(keys) > LONGEST_KEYS:
            yield _fault("string_too_long", ("keymap", name), keys, max_length=LONGEST_KEYS)


def _house_faults(table: Any) -> Iterator[Fault]:
    from kktui.files.schema import RULESETS

    if not isinstance(table, dict):
        yield _fault("dict_type", ("house",), table)
        return
    for ruleset, rulings in table.items():
        if ruleset not in RULESETS:
            yield _fault("literal_error", ("house", ruleset), ruleset, allowed=RULESETS)
        elif not isinstance(rulings, dict):
            yield _fault("dict_type", ("house", ruleset), rulings)


_TABLES = {"keymap": _keymap_faults, "house": _house_faults}


def _fault(kind: str, loc: tuple[str, ...], found: Any, **facts: Any) -> Fault:
    return {"type": kind, "loc": loc, "input": found, "ctx": facts}


def save(config: Config) -> str:
    """Write the settings, all of the file or none; one with faults is kept beside it. Why it could not be, if so."""
    import tomli_w

    path, chosen = config.path, config.settings
    facts = {
        "theme": chosen.theme,
        "glyphs": chosen.glyphs,
        "speed": chosen.speed,
        "confirm": chosen.confirm,
        "mouse": chosen.mouse,
        "keymap": dict(chosen.keymap),
        "house": {ruleset: dict(rulings) for ruleset, rulings in chosen.house.items()},
    }
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if config.problems and path.exists():
            path.replace(path.with_suffix(".toml.faulty"))
        part = path.with_suffix(".toml.part")
        part.write_text(ABOUT + tomli_w.dumps(facts), "utf-8")
        part.replace(path)
    except OSError as error:
        return clean(f"the options cannot be written to {path}: {error.strerror}", 400)
    return ""
