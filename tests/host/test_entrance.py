"""In which order visitors are shown in, and that those who are here come first."""

import asyncio

import pytest

from kktui.host.entrance import Entrance, Rank


async def come(entrance: Entrance, rank: Rank, name: str, told: list[str]) -> asyncio.Event:
    shown = asyncio.Event()
    await entrance.come_in(rank, shown)
    told.append(name)
    return shown


def test_one_after_another_is_shown_in_and_whoever_plays_first():
    async def knock() -> None:
        entrance, told = Entrance(), []
        coming = [
            asyncio.create_task(come(entrance, rank, name, told))
            for rank, name in ((Rank.OTHER, "ann"), (Rank.OTHER, "bob"), (Rank.OTHER, "cid"), (Rank.PLAYER, "dan"))
        ]
        await asyncio.sleep(0.1)
        assert told == ["ann"]
        (await coming[0]).set()
        (await coming[3]).set()
        (await coming[1]).set()
        await coming[2]
        assert told == ["ann", "dan", "bob", "cid"]

    asyncio.run(knock())


def test_those_who_are_here_have_a_rest_after_each(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kktui.host.entrance.BREATH", 0.2)

    async def knock() -> None:
        entrance, told = Entrance(), []
        first = await come(entrance, Rank.OTHER, "ann", told)
        second = asyncio.create_task(come(entrance, Rank.OTHER, "bob", told))
        first.set()
        await asyncio.sleep(0.05)
        assert told == ["ann"]
        await second

    asyncio.run(knock())


def test_somebody_who_is_never_shown_in_or_goes_away_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kktui.host.entrance.SLOWEST", 0.05)

    async def knock() -> None:
        entrance, told = Entrance(), []
        await come(entrance, Rank.OTHER, "stuck", told)
        gone = asyncio.create_task(come(entrance, Rank.OTHER, "gone", told))
        last = asyncio.create_task(come(entrance, Rank.OTHER, "last", told))
        await asyncio.sleep(0)
        gone.cancel()
        await last
        assert told == ["stuck", "last"]

    asyncio.run(knock())
