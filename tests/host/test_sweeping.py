"""Whoever has left is forgotten altogether, and nobody waits long for that."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

from kktui.host.app import HostApp
from kktui.host.sweeping import FEW, LINGERING, SHORT, Sweeper
from tests.host.inn import inn, until


@pytest.mark.parametrize("typed", ["", "\x1b[B\x1b[A", "n", "\x1bOP"], ids=("nothing", "arrows", "new", "rules"))
def test_nothing_is_left_of_a_visitor_who_has_gone(tmp_path: Path, typed: str) -> None:
    async def come_and_go() -> None:
        async with inn(tmp_path) as house:
            ann = await house.come("ann")
            (visit,) = house.server.visits
            assert isinstance(visit._app, HostApp)
            app = weakref.ref(visit._app)
            del visit
            ann.press(typed)
            await house.still()
            await ann.close()
            await until(lambda: not house.server.visits, "ann leaves")
            await until(lambda: app() is None, "her app is freed")

    asyncio.run(come_and_go())


class Clock:
    """Tells that every sweep takes so long."""

    def __init__(self, took: float) -> None:
        self.now, self._took = 0.0, took

    def __call__(self) -> float:
        self.now += self._took
        return self.now


@pytest.mark.parametrize(("took", "enough"), [(SHORT, FEW), (5 * SHORT, 5 * FEW)])
def test_the_longer_it_takes_the_more_has_to_have_gathered(
    monkeypatch: pytest.MonkeyPatch, took: float, enough: int
) -> None:
    swept: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: swept.append(1))
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    sweeper = Sweeper(Clock(took))
    sweeper.sweep(here=5)
    for _ in range(enough - 1):
        sweeper.visit_over()
        sweeper.look(here=5)
    assert len(swept) == 1
    sweeper.visit_over()
    sweeper.look(here=5)
    assert len(swept) == 2


def test_an_empty_house_is_swept_once_more_when_nothing_of_the_last_visitor_is_at_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    swept: list[int] = []
    for name in ("freeze", "unfreeze"):
        monkeypatch.setattr(gc, name, lambda: None)
    monkeypatch.setattr(gc, "collect", lambda: swept.append(1))
    sweeper = Sweeper(Clock(SHORT))
    sweeper.visit_over()
    for _ in range(3 * LINGERING):
        sweeper.look(here=0)
    assert len(swept) == 2
