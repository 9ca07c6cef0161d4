"""One game as one readable file: carried to another machine, replayed and verified by anybody.

A battle that is still going on is carried redacted: what a spectator may see of it, neither seed nor choices.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kktui.engine.codec import pack
from kktui.engine.events import to_json
from kktui.files import Broken, toml
from kktui.files.scenario import BUNDLE_BYTES, BUNDLE_LINES, bundle_texts
from kktui.store.database import Store
from kktui.store.keeper import rebuilt, setup_of
from kktui.store.proof import prove
from kktui.store.record import FORMAT, Header, Record, Step, is_time, plainly, step_from
from kktui.store.trouble import MISSHAPEN, Altered, StoreTrouble
from kktui.text import clean, is_id

MOST_BYTES = 32 * 1024 * 1024
MOST_LINES = 2_000_000
_NOTES = {
    "whole": "A finished battle. 'kktui verify' on this file checks every die and every choice.",
    "redacted": "A battle still going on: what a spectator may see, without the seed and the choices.",
}
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "kktui": str, "format": int, "title": str, "ruleset": str, "created": str, "commitment": str,
    "words": list, "redacted": bool, "scenario": (str, dict), "seats": dict, "house": dict, "entry": list,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Carried:
    """A game out of a file. A redacted one has events alone, and no seed."""

    record: Record
    seed: str
    redacted: bool


def exported(store: Store, name: str) -> str:
    """The file of a game."""
    import tomli_w

    record = store.read(name)
    seed = store.seed(name, record.header)
    if record.result is not None:
        facts = _whole(record, seed)
    else:
        facts = _facts(record.header, redacted=True) | {"entry": _seen(record, seed)}
    return tomli_w.dumps(facts, multiline_strings=True)


def _whole(record: Record, seed: str) -> dict[str, Any]:
    """All of a finished game."""
    facts = _facts(record.header, redacted=False)
    return facts | {"seed": seed, "chain": record.tip, "entry": [_terse(step) for step in record.entries]}


def _facts(header: Header, *, redacted: bool) -> dict[str, Any]:
    return {
        "about": _NOTES["redacted" if redacted else "whole"],
        "kktui": header.version,
        "format": FORMAT,
        "title": header.title,
        "ruleset": header.ruleset,
        "created": header.created,
        "commitment": header.commitment,
        "words": list(header.words),
        "redacted": redacted,
        "scenario": _opened(header.scenario),
        "seats": dict(header.seats),
        "house": dict(header.house),
    }


def _terse(step: Step) -> dict[str, Any]:
    """An entry without what is empty. What is held keeps its order as JSON: TOML puts tables last."""
    terse = {key: value for key, value in pack(step).items() if value not in ([], {})}
    return terse | {"held": json.dumps(terse["held"], ensure_ascii=False)} if "held" in terse else terse


def _opened(bundle: str) -> str | dict[str, Any]:
    """A bundle as its parts, which read better, if they make the same bundle again."""
    parts = toml.parse(toml.tidy("scenario", bundle), BUNDLE_BYTES, BUNDLE_LINES)
    return parts if _bundled(parts) == bundle else bundle


def _closed(path: Path, scenario: str | dict[str, Any]) -> str:
    """The bundle of a scenario that was exported."""
    if isinstance(scenario, str):
        return scenario
    if not all(isinstance(part, str) for key, part in scenario.items() if key != "bundle"):
        raise Altered(f"{_named(path)} is not a game that kktui exported: its scenario must be texts")
    return _bundled(scenario)


def _bundled(parts: Mapping[str, Any]) -> str:
    ident, text, map_id, map_text = (parts.get(key, "") for key in ("id", "scenario", "map-id", "map"))
    return bundle_texts(ident, text, map_id, map_text)


def _seen(record: Record, seed: str) -> list[dict[str, Any]]:
    """The events of a battle as a spectator sees them, turn by turn."""
    game = rebuilt(setup_of(record.header, seed), record)
    turns: list[dict[str, Any]] = [{"turn": 0, "events": []}]
    for entry in game.state.log:
        event = entry.seen_by("")
        if event is None:
            continue
        if event.kind == "TurnBegan":
            turns.append({"turn": len(turns), "events": []})
        turns[-1]["events"].append(plainly(to_json(event)))
    return turns


def read_file(path: Path) -> Carried:
    """The game in a file, as far as it can be believed without playing it again."""
    data = toml.parse(toml.read(path, MOST_BYTES), MOST_BYTES, MOST_LINES)
    for key, kind in _KINDS.items():
        if not isinstance(data.get(key), kind):
            raise Altered(f"{_named(path)} is not a game that kktui exported: {key} is missing or misshapen")
    if data["format"] != FORMAT:
        raise Altered(f"{_named(path)} has format {data['format']}; this kktui reads format {FORMAT}")
    header = _header(path, data)
    if data["redacted"]:
        record = Record(header)
        record.events = [str(event) for turn in data["entry"] for event in _events(path, turn)]
        return Carried(record, "", redacted=True)
    record = Record(header, [step_from(entry) for entry in data["entry"]])
    if record.tip != data.get("chain"):
        raise Altered(f"{_named(path)} was altered: its entries do not fit the hash of their chain")
    seed = str(data.get("seed", ""))
    if not _as_written(data, record, seed):
        raise Altered(f"{_named(path)} was altered: something in it is not as kktui writes it")
    return Carried(record, seed, redacted=False)


def _as_written(data: Mapping[str, Any], record: Record, seed: str) -> bool:
    """Whether a file says nothing but what its game says; what it is about may be told otherwise."""
    try:
        return plainly(dict(data) | {"about": ""}) == plainly(_whole(record, seed) | {"about": ""})
    except (Broken, *MISSHAPEN):
        return False


def _events(path: Path, turn: Any) -> list[Any]:
    events = turn.get("events") if isinstance(turn, dict) else None
    if not isinstance(events, list):
        raise Altered(f"{_named(path)} is not a game that kktui exported: an entry has no events")
    return events


def _header(path: Path, data: Mapping[str, Any]) -> Header:
    seats = [*data["seats"], *data["seats"].values()]
    if not all(isinstance(seat, str) and is_id(seat) for seat in seats):
        raise Altered(f"{_named(path)} is not a game that kktui exported: its seats are misshapen")
    if not is_time(data["created"]):
        raise Altered(f"{_named(path)} is not a game that kktui exported: created is no time")
    if not all(isinstance(text, str) for text in data["words"]):
        raise Altered(f"{_named(path)} is not a game that kktui exported: its words must be texts")
    if not re.fullmatch(r"[0-9a-f]{64}", data["commitment"]):
        raise Altered(f"{_named(path)} is not a game that kktui exported: its commitment is no SHA-256")
    header = Header(
        title=data["title"],
        scenario=_closed(path, data["scenario"]),
        ruleset=data["ruleset"],
        version=data["kktui"],
        house=data["house"],
        words=tuple(data["words"]),
        commitment=data["commitment"],
        seats=data["seats"],
        created=data["created"],
    )
    try:
        header.hash()
    except MISSHAPEN:
        raise Altered(f"{_named(path)} is not a game that kktui exported: its house rules are misshapen") from None
    return header


def imported(store: Store, path: Path) -> str:
    """Take the game of a file in under a new id, if all of it proves true."""
    carried = read_file(path)
    if carried.redacted:
        raise StoreTrouble(
            f"{_named(path)} was exported while the battle was going on: it can be replayed but not imported"
        )
    prove(carried.record, carried.seed)
    return store.take_in(carried.record, carried.seed)


def _named(path: Path) -> str:
    return clean(str(path), 400)
