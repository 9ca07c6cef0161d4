"""What is hidden stays hidden: battles that differ in nothing else send the same bytes until it is shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kktui.engine.check import default_answer
from kktui.engine.requests import Choose, Plan, Request
from kktui.engine.state import AnyState
from kktui.files import Shelf
from kktui.files.scenario import bundle_texts
from kktui.host import rooms
from kktui.host.app import HostApp
from kktui.store import Store
from kktui.store.carry import exported
from kktui.tui import stage, thinker
from tests.host.inn import LINES, SCREEN, inn, terms
from tests.host.watched import AtOnce, Gate, Streams, Watched, pair
from tests.store.battles import short_battle

RULESETS = ("knights-knaves", "knights-sergeants", "camelot", "argad", "schiltron")
SEED = "5eed" * 8
QUIETLY = ("hold", "stay", "wait", "nothing", "none", "pass", "stand", "no")
ANSWERS = 3
"""Of the one who must not know where the hidden are."""


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """The same dice, the same names, nothing acted out, one step at a time."""
    monkeypatch.setattr(rooms, "token_hex", lambda size: SEED)
    monkeypatch.setattr(rooms, "new_name", lambda taken: "old-oak-1")
    monkeypatch.setattr(thinker, "_POOL", AtOnce())
    notify = HostApp.notify
    monkeypatch.setattr(HostApp, "notify", lambda app, *said, **how: notify(app, *said, **how | {"timeout": 10_000}))
    for speed in ("normal", "fast"):
        monkeypatch.setitem(stage.SPEEDS, speed, 0.0)
    return Gate(monkeypatch)


def battle(scenario: str, ground: str, changes: tuple[tuple[str, str], ...] = ()) -> str:
    """A shipped battle as one text, with something changed in it."""
    text = Shelf().scenario_path(scenario).read_text("utf-8")
    for one, other in changes:
        assert one in text
        text = text.replace(one, other)
    ground_text = (Shelf().scenario_path(scenario).parent.parent / "maps" / f"{ground}.toml").read_text("utf-8")
    return bundle_texts(scenario, text, ground, ground_text)


def quietly(request: Request) -> Any:
    """An answer of somebody who does not want to be noticed."""
    if isinstance(request, Plan):
        return {key: quietly(part) for key, part in request.parts.items()}
    if isinstance(request, Choose):
        ids = [option.id for option in request.options]
        return next((each for word in QUIETLY for each in ids if word in each.split("-")), ids[0])
    return default_answer(request)


# Hidden units.

RENAMED = (
    ("The bowmen of the oaks", "The archers of the glade"),
    ("Gilbert Whitehand", "Black Roger"),
    ('weapons = ["club", "dagger"]', 'weapons = ["axe", "dagger"]'),
    ('["Dunn", "Brock", "Stoat", "Wilkin", "Tib"]', '["Dunn", "Brock", "Stoat"]'),
)
SWAPPED = (
    ('zone = "under-north-oaks"\nfacing = "south"\nhidden', 'zone = "THERE"\nfacing = "south"\nhidden'),
    ('zone = "under-south-oaks"\nfacing = "north"\nhidden', 'zone = "under-north-oaks"\nfacing = "north"\nhidden'),
    ('"THERE"', '"under-south-oaks"'),
    *RENAMED[:2],
)


def in_ambush(state: AnyState) -> bool:
    return all(state.units[each].hidden for each in ("robins", "cudgels"))


async def ambush(folder: Path, gate: Gate, way: tuple[str, str], changes: tuple[tuple[str, str], ...]) -> list[Streams]:
    """The sheriff's men ride on until somebody shows himself."""
    ruleset, face = way
    async with inn(folder) as house:
        text = battle("ambush-in-kings-wood", "kings-wood", changes)
        room = await house.begun(terms(text, ruleset), {"sheriff": "ann", "outlaws": "bob"})
        watched = Watched(house, gate, await house.match(room), face)
        await watched.sit_down(room, "outlaws")
        asked = before = 0
        while asked < ANSWERS:
            pending = await watched.go_on()
            state = await asyncio.wrap_future(watched.match.do(lambda keeper: keeper.game.state))
            if not in_ambush(state):
                break
            before = len(watched.steps)
            if "outlaws" in pending:
                await watched.bob_answers("outlaws", quietly)
                continue
            asked += 1
            if asked == 2:
                await watched.ann_looks_about()
            await watched.ann_answers("sheriff")
        return watched.steps[:before]


@pytest.mark.parametrize("face", [SCREEN, LINES], ids=("screen", "lines"))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_learns_where_the_hidden_are(tmp_path: Path, gate: Gate, ruleset: str, face: str) -> None:
    pair(tmp_path, face, lambda folder, second: ambush(folder, gate, (ruleset, face), SWAPPED if second else ()))


def test_nobody_learns_who_and_how_many_the_hidden_are(tmp_path: Path, gate: Gate) -> None:
    pair(tmp_path, SCREEN, lambda folder, second: ambush(folder, gate, ("argad", SCREEN), RENAMED if second else ()))


# Secret choices.


def other_way(request: Request) -> Any:
    """The last of everything, where `default_answer` takes the first."""
    if isinstance(request, Plan):
        return {key: other_way(part) for key, part in request.parts.items()}
    return request.options[-1].id if isinstance(request, Choose) else default_answer(request)


async def face_down(folder: Path, gate: Gate, way: tuple[str, str], how: Callable[[Request], Any]) -> list[Streams]:
    """One has decided face down; the other and the onlookers are curious and learn nothing."""
    ruleset, face = way
    async with inn(folder) as house:
        room = await house.begun(terms(battle("even-field", "even-field"), ruleset), {"red": "bob", "blue": "ann"})
        watched = Watched(house, gate, await house.match(room), face)
        await watched.sit_down(room, "red")
        while len(pending := await watched.go_on()) < 2:
            await (watched.bob_answers("red", default_answer) if "red" in pending else watched.ann_answers("blue"))
        assert other_way(pending["red"]) != default_answer(pending["red"]), "the pair differs in something"
        await watched.bob_answers("red", how)
        await watched.ann_looks_about()
        return watched.steps


@pytest.mark.parametrize("face", [SCREEN, LINES], ids=("screen", "lines"))
@pytest.mark.parametrize("ruleset", ["knights-knaves", "argad"])
def test_nobody_learns_what_is_decided_face_down(tmp_path: Path, gate: Gate, ruleset: str, face: str) -> None:
    ways = default_answer, other_way
    pair(tmp_path, face, lambda folder, second: face_down(folder, gate, (ruleset, face), ways[second]))


# The seed.


def test_the_seed_is_in_no_stream_no_log_and_no_running_export(
    tmp_path: Path, gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    async def play() -> None:
        async with inn(tmp_path) as house:
            room = await house.begun(terms(short_battle(1), RULESETS[1]), {"red": "ann", "blue": "bob"})
            watched = Watched(house, gate, await house.match(room), SCREEN)
            await watched.sit_down(room, "blue")
            for _ in range(6):
                pending = await watched.go_on()
                await (watched.ann_answers("red") if "red" in pending else watched.bob_answers("blue", default_answer))
            await watched.go_on()
            game = house.hall.rooms[room].game
            assert SEED.encode() not in b"".join(watched.steps[-1])
            assert SEED not in exported(Store(tmp_path), game)
            await house.hall.resign(next(each for each in house.hall.guests if each.person.name == "ann"), room)
            assert SEED in exported(Store(tmp_path), game), "in the end it is shown"

    asyncio.run(asyncio.wait_for(play(), 120))
    assert SEED not in caplog.text
