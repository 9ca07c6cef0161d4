"""What is hidden stays hidden: battles that differ in nothing else send the same bytes until it is shown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor, Future
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen

from kktui.engine.check import default_answer
from kktui.engine.requests import Choose, Plan, Request
from kktui.engine.state import AnyState
from kktui.files import Shelf
from kktui.files.scenario import bundle_texts
from kktui.host import rooms
from kktui.host.app import HostApp
from kktui.host.battle import HostedBattle
from kktui.host.guest import Guest
from kktui.host.visit import Visit
from kktui.match import Match
from kktui.store import Store
from kktui.store.carry import exported
from kktui.tui import stage, thinker
from tests.host.inn import LINES, SCREEN, Client, Inn, inn, person, terms, until
from tests.store.battles import short_battle
from tests.terminal import ENTER, ESCAPE

RULESETS = ("knights-knaves", "knights-sergeants", "camelot", "argad", "schiltron")
SEED = "5eed" * 8
QUIETLY = ("hold", "stay", "wait", "nothing", "none", "pass", "stand", "no")
ANSWERS = 3
"""Of the one who must not know where the hidden are."""
THINKING = ("odds", "thinking", "asking", "giving", "rules")
"""What an app works on beside its screen and shows then."""
LEAST = 6
"""Pictures that a pair is compared by, at least."""
PEEKING = ("i", ESCAPE, "w", ESCAPE, "dx\t\t", ESCAPE)
"""Keys of somebody curious: the aims, why, danger, looking about, measuring."""


class AtOnce(Executor):
    """Thinks on the spot, so that what is shown does not depend on how fast somebody thinks."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class Gate:
    """Lets a battle go on by one step at a time, and knows when what was typed has arrived."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = self.pressed = self.typed = 0
        received = Visit.data_received

        def arrived(visit: Visit, data: bytes, datatype: int | None) -> None:
            received(visit, data, datatype)
            self.typed += len(data)

        monkeypatch.setattr(Visit, "data_received", arrived)
        may_step, step = Match._may_step, Match._step

        def counted(match: Match) -> None:
            step(match)
            self.left -= 1

        monkeypatch.setattr(Match, "_may_step", lambda match: self.left > 0 and may_step(match))
        monkeypatch.setattr(Match, "_step", counted)


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


LOOKING = ("table\n", "map\n", "log 50\n", "goals\n", "why\n", "odds\n")
"""The same line by line."""

Streams = list[bytes]


def busy(visit: Visit) -> bool:
    """Whether a visitor's app has something left to do: keys, messages, thoughts, a picture."""
    app = visit._app
    if app is None:
        return False
    if visit._later or visit._turns._busy or visit._turns._waiting:
        return True
    screens = app.screen_stack
    if any(isinstance(each, HostedBattle) and _catching_up(each) for each in screens):
        return True
    pumps = [app, *screens, *(each for screen in screens for each in screen.walk_children())]
    if any(pump._next_callbacks or (pump.is_running and not pump._message_queue.empty()) for pump in pumps):
        return True
    thinking = any(worker.group in THINKING and not worker.is_finished for worker in app.workers)
    return thinking or _unpainted(app.screen)


def _catching_up(screen: HostedBattle) -> bool:
    return screen._rung or screen.show.running or bool(screen._painter._waiting)


def _unpainted(screen: Screen[Any]) -> bool:
    callbacks = screen._callbacks or screen._dirty_widgets or screen._layout_required or screen._repaint_required
    return bool(callbacks) or screen._compositor._dirty_regions != set()


class Blind:
    """An app whose frames are lost, but for the whole pictures that are asked for.

    How Textual breaks a picture into frames is a matter of the clock. The pictures are not.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        assert app._driver is not None
        self._write, self.lost = app._driver.write, 0
        app._driver.write = self._lose  # type: ignore[method-assign]

    def _lose(self, data: str) -> None:
        self.lost += 1

    def paint(self) -> None:
        app, screen = self._app, self._app.screen
        assert app._driver is not None
        app._driver.write = self._write  # type: ignore[method-assign]
        with app._context():
            app._display(screen, screen._compositor.render_update(full=True, screen_stack=app._background_screens))
        app._driver.write = self._lose  # type: ignore[method-assign]


class Watched:
    """A battle that one player and two onlookers see by ssh, and what was sent to them up to each step."""

    def __init__(self, house: Inn, gate: Gate, match: Match, face: str) -> None:
        self.house, self.gate, self.match, self.face = house, gate, match, face
        self.clients: list[Client] = []
        self.blind: list[Blind] = []
        self.steps: list[Streams] = []

    async def sit_down(self, room: str, hiding: str) -> None:
        """Ann must not know, cat looks on at a screen, dog line by line; bob has the secrets."""
        bob = Guest(person("bob"), lambda: None, lambda room, said: None)
        self.house.hall.enter(bob)
        await self.house.hall.sit(bob, room)
        self.bob = self.match.join([hiding], lambda: None)
        for name, face in (("ann", self.face), ("cat", SCREEN), ("dog", LINES)):
            client = await self.house.come(name, face)
            self.clients.append(client)
            if face == LINES:
                self.press(client, f"{'play' if name == 'ann' else 'watch'} {room}\n")
                await client.until("The dice are fixed")
            else:
                self.press(client, ENTER)
                await client.until("before the battle")
        await self.house.still(self.told)
        self.blind = [Blind(visit._app) for visit in self.house.server.visits if visit._app is not None]
        for client in self.clients:
            client.got.clear()
        await self.paint()

    def press(self, client: Client, keys: str) -> None:
        self.gate.pressed += len(keys.encode())
        client.press(keys)

    def told(self) -> bool:
        """Whether everybody has been shown all, and nobody's app has anything left to do."""
        self.bob.heard = self.bob.bulletin.length
        shown = all(seat.heard >= seat.bulletin.length for seat in self.match._seats)
        shown = shown and self.gate.typed == self.gate.pressed
        return shown and not any(map(busy, self.house.server.visits))

    def _written(self) -> int:
        return sum(each.lost for each in self.blind) + sum(len(client.got) for client in self.clients)

    async def paint(self) -> None:
        """Everybody sees how it stands now."""
        await self.house.still(self.told, self._written)
        for each in self.blind:
            each.paint()
        await self.house.still()
        self.steps.append([bytes(client.got) for client in self.clients])

    async def go_on(self) -> Mapping[str, Request]:
        """Until somebody is asked; what is asked."""
        while not (self.match.bulletin.pending or self.match.bulletin.over):
            self.gate.left = 1
            self.match.nudge()
            await until(lambda: not self.gate.left, "a step")
            await self.paint()
        return self.match.bulletin.pending

    async def bob_answers(self, side: str, how: Callable[[Request], Any]) -> None:
        request = self.match.bulletin.pending[side]
        refused = await asyncio.wrap_future(self.bob.answer(side, request, how(request)))
        if refused is not None:
            assert await asyncio.wrap_future(self.bob.answer(side, request, refused.nearest)) is None
        await self.paint()

    async def ann_looks_about(self) -> None:
        ann = self.clients[0]
        for keys in LOOKING if self.face == LINES else PEEKING:
            before = len(ann.got)
            self.press(ann, keys)
            if self.face == LINES:
                await until(lambda before=before: len(ann.got) > before and ann.said.endswith("> "), "the answer")
            await self.paint()

    async def ann_answers(self, side: str) -> None:
        """As proposed."""
        request = self.match.bulletin.pending[side]
        self.press(self.clients[0], "hint\nok\n" if self.face == LINES else " ")
        await until(lambda: self.match.bulletin.pending.get(side) is not request, "the answer")
        await self.paint()


def pictures(steps: list[Streams], who: int) -> list[bytes]:
    """What was new for somebody at each step, but for pictures in which nothing is."""
    sent = [streams[who] for streams in steps]
    new = [now[len(before) :] for before, now in pairwise([b"", *sent])]
    return [now for before, now in pairwise([b"", *new]) if now not in (before, b"")]


def shown(steps: list[Streams], who: int, face: str) -> list[bytes]:
    """What somebody was shown: picture by picture, or line by line."""
    return pictures(steps, who) if face == SCREEN else steps[-1][who].splitlines()


def parted(one: list[Streams], other: list[Streams], face: str) -> str:
    """Where two battles part, as far as both went on."""
    for who, (name, sees) in enumerate((("ann", face), ("cat", SCREEN), ("dog", LINES))):
        for these, those in zip(shown(one, who, sees), shown(other, who, sees), strict=False):
            if these != those:
                at = next(i for i, (x, y) in enumerate(zip(these + b"\0", those + b"\1", strict=False)) if x != y)
                return f"{name}: {these[max(0, at - 80) : at + 80]!r} and {those[max(0, at - 80) : at + 80]!r}"
    return ""


def pair(folder: Path, face: str, play: Callable[[Path, int], Coroutine[Any, Any, list[Streams]]]) -> None:
    """Both of a pair send the same, as long as both are secret."""
    one, other = (asyncio.run(asyncio.wait_for(play(folder / str(i), i), 300)) for i in (0, 1))
    assert min(len(one), len(other)) >= LEAST, "something was shown"
    assert not parted(one, other, face)


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
