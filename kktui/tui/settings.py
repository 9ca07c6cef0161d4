"""What a player has chosen for himself: a small TOML file in the user's configuration folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from kktui.files import Broken, Problem, toml
from kktui.files.notes import Notes, validated
from kktui.files.schema import Id, OneOf, Ruleset, Scalar, Table
from kktui.text import clean

AUTO, ASCII, UNICODE = "auto", "ascii", "unicode"
GLYPHS = (AUTO, UNICODE, ASCII)
THEMES = ("dusk", "parchment", "contrast", "sixteen", "mono")
SPEEDS = ("off", "fast", "normal", "slow")
LONGEST_KEYS = 80
MOST_KEYS = 200
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


class _File(Table):
    """The shape of the file; every key may be missing."""

    theme: Annotated[str, OneOf(THEMES)] = Settings().theme
    glyphs: Annotated[str, OneOf(GLYPHS)] = Settings().glyphs
    speed: Annotated[str, OneOf(SPEEDS)] = Settings().speed
    confirm: bool = Settings().confirm
    mouse: bool = Settings().mouse
    keymap: dict[str, Annotated[str, Field(max_length=LONGEST_KEYS)]] = Field({}, max_length=MOST_KEYS)
    house: dict[Ruleset, dict[Id, Scalar]] = Field({})


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
    found = validated(_File, data, notes)
    if found is None:
        found = _File.model_validate({key: value for key, value in data.items() if _fits(key, value)})
    return Config(path, Settings(**found.model_dump()), tuple(notes.problems()))


def _fits(key: str, value: Any) -> bool:
    return validated(_File, {key: value}, Notes(toml.tidy("", ""))) is not None


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
