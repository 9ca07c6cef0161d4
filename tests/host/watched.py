"""A battle by ssh of which every byte is looked at: who must not know, the onlookers, and somebody in the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor, Future
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.screen import Screen

from kktui.engine.requests import Request
from kktui.host.app import HostApp
from kktui.host.battle import HostedBattle
from kktui.host.guest import Guest
from kktui.host.visit import Visit
from kktui.match import Match
from tests.host.inn import LINES, SCREEN, Client, Inn, person, until
from tests.terminal import ENTER, ESCAPE

THINKING = ("odds", "thinking", "asking", "giving", "rules")
"""What an app works on beside its screen and shows then."""
BELL = "\x07"
LOBBY = "eve"
"""Who stays in the lobby."""
LEAST = 6
"""Pictures that a pair is compared by, at least."""
PEEKING = ("i", ESCAPE, "w", ESCAPE, "dx\t\t", ESCAPE)
"""Keys of somebody curious: the aims, why, danger, looking about, measuring."""
LOOKING = ("table\n", "map\n", "log 50\n", "goals\n", "why\n", "odds\n")
"""The same line by line."""

Streams = list[bytes]


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
    if isinstance(app, HostApp) and app._painter._leisurely:
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
        self._write, self.lost, self.bells = app._driver.write, 0, 0
        app._driver.write = self._lose  # type: ignore[method-assign]

    def _lose(self, data: str) -> None:
        self.lost += 1
        self.bells += data.count(BELL)

    def paint(self) -> None:
        app, screen = self._app, self._app.screen
        assert app._driver is not None
        app._driver.write = self._write  # type: ignore[method-assign]
        self._write(BELL * self.bells)
        self.bells = 0
        with app._context():
            app._display(screen, screen._compositor.render_update(full=True, screen_stack=app._background_screens))
        app._driver.write = self._lose  # type: ignore[method-assign]


def watchers(face: str) -> tuple[tuple[str, str], ...]:
    """Who is compared, and what they see it on."""
    return ("ann", face), ("cat", SCREEN), ("dog", LINES), (LOBBY, SCREEN)


class Watched:
    """A battle that one player and two onlookers see by ssh, and what was sent to them up to each step."""

    def __init__(self, house: Inn, gate: Gate, match: Match, face: str) -> None:
        self.house, self.gate, self.match, self.face = house, gate, match, face
        self.clients: list[Client] = []
        self.blind: list[Blind] = []
        self.steps: list[Streams] = []

    async def sit_down(self, room: str, hiding: str) -> None:
        """Ann must not know, cat looks on at a screen, dog line by line, eve is in the lobby; bob has the secrets."""
        bob = Guest(person("bob"), lambda: None, lambda room, said: None)
        self.house.hall.enter(bob)
        await self.house.hall.sit(bob, room)
        self.bob = self.match.join([hiding], lambda: None)
        for name, face in watchers(self.face):
            client = await self.house.come(name, face)
            self.clients.append(client)
            if name == LOBBY:
                continue
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
    for who, (name, sees) in enumerate(watchers(face)):
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
