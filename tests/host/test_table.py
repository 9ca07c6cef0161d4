"""A hosted battle on the screen: talk, offers, and the keys that are told of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.host.inn import Client, Inn, inn, terms
from tests.store.battles import short_battle

ENTER = "\r"
RULES = "knights-sergeants"


def at_table(folder: Path, script: Callable[[Client, Client], Awaitable[None]]) -> None:
    async def run() -> None:
        async with inn(folder) as house:
            await house.begun(terms(short_battle(2), RULES), {"red": "ann", "blue": "bob"})
            await script(await sits(house, "ann"), await sits(house, "bob"))

    asyncio.run(asyncio.wait_for(run(), 100))


async def sits(house: Inn, name: str) -> Client:
    client = await house.come(name, size=(120, 40))
    client.press(ENTER)
    await client.until("before the battle")
    return client


def test_what_is_typed_to_the_others_can_be_read_while_it_is_typed(tmp_path: Path) -> None:
    async def script(ann: Client, bob: Client) -> None:
        bob.press("t")
        await bob.until("To all at this table")
        bob.press("well met")
        await bob.until("well met")
        assert "ann: " not in bob.screen
        bob.press(ENTER)
        await ann.until("bob: well met")

    at_table(tmp_path, script)


def test_the_keys_for_the_others_are_told_of(tmp_path: Path) -> None:
    async def script(ann: Client, bob: Client) -> None:
        await bob.until("t talk")
        bob.press("?")
        await bob.until("With the others")
        await bob.until("Offer or accept a draw")

    at_table(tmp_path, script)


def test_whoever_measures_has_the_arc_that_talk_has_the_key_of(tmp_path: Path) -> None:
    async def script(ann: Client, bob: Client) -> None:
        bob.press("m")
        await bob.until("t arc")
        assert "t talk" not in bob.screen
        bob.press("t")
        await bob.until("◦◦◦")
        assert "To all at this table" not in bob.screen
        bob.press("\x1b")
        await bob.until("t talk")

    at_table(tmp_path, script)
