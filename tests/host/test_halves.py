"""A line that breaks in the middle of a decision: whoever comes back finds it as it was, and finishes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from kktui.engine.check import default_answer
from kktui.engine.requests import Arrange, Choose, Move, Option, Plan, Request
from kktui.match import Match
from kktui.match.drafts import Draft, fingerprint, read, written
from kktui.table.geometry import Point, Pose
from tests.host.inn import LINES, SCREEN, Client, Inn, inn, terms, until
from tests.store.battles import short_battle
from tests.terminal import DOWN, ENTER

RIGHT, TAB = "\x1b[C", "\t"


def asks(match: Match, kind: type[Request]) -> bool:
    """Whether Ann is asked such a thing."""
    return isinstance(match.bulletin.pending.get("red"), kind)


async def come_to(match: Match, kind: type[Request]) -> Request:
    """Let the battle go on by itself until Ann is asked such a thing; nobody has sat down yet."""
    seat = match.join(["red", "blue"], lambda: None)
    while not asks(match, kind):
        seat.caught_up(match.bulletin.length)
        await asyncio.sleep(0.005)
        for side, request in dict(match.bulletin.pending).items():
            if not asks(match, kind):
                await asyncio.wrap_future(seat.answer(side, request, default_answer(request)))
    seat.leave()
    return match.bulletin.pending["red"]


async def at_table(house: Inn, room: str, face: str) -> Client:
    ann = await house.come("ann", face)
    if face == LINES:
        ann.press(f"play {room}\n")
        await until(lambda: ann.said.endswith("> ") and "lobby> " not in ann.said[-8:], "the question")
    else:
        ann.press(ENTER)
        await ann.until("Space")
        await house.still()
    return ann


def panel(client: Client) -> str:
    """The question and what is decided of it: the lower left of the screen, where no notice comes to lie."""
    rows = [line[:44].rstrip() for line in client.screen.splitlines()]
    top = max(number for number, line in enumerate(rows) if line.startswith("──────"))
    return "\n".join(rows[top:-1])


def in_inn(folder: Path, ruleset: str, script: Callable[[Inn, str, Match], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with inn(folder) as house:
            room = await house.begun(terms(short_battle(2), ruleset), {"red": "ann", "blue": "bob"})
            await script(house, room, await house.match(room))

    asyncio.run(asyncio.wait_for(run(), 120))


SCREENS: dict[str, tuple[str, type[Request], tuple[str, ...]]] = {
    "men are being placed": ("knights-sergeants", Arrange, ("e", DOWN, DOWN, RIGHT, "r")),
    "a move is planned": ("schiltron", Move, (RIGHT, DOWN, "v", DOWN, "r")),
    "chits are partly set": ("knights-knaves", Plan, (TAB, RIGHT)),
    "a part of a plan is open": ("argad", Plan, (TAB, ENTER, DOWN, DOWN)),
}


@pytest.mark.parametrize("half", SCREENS, ids=str)
def test_a_decision_half_made_on_the_screen(tmp_path: Path, half: str) -> None:
    ruleset, kind, keys = SCREENS[half]

    async def script(house: Inn, room: str, match: Match) -> None:
        request = await come_to(match, kind)
        ann = await at_table(house, room, SCREEN)
        fresh = panel(ann)
        for key in keys:
            ann.press(key)
            await asyncio.sleep(0.1)
            await house.still()
        left = panel(ann)
        assert left != fresh, "something is half decided"
        await ann.close()
        again = await at_table(house, room, SCREEN)
        await until(lambda: panel(again) == left, f"{panel(again)}\n-- instead of --\n{left}\n--")
        for _ in range(4):
            if match.bulletin.pending.get("red") is request:
                again.press(" ")
                await house.still()
        await until(lambda: match.bulletin.pending.get("red") is not request, "the decision")

    in_inn(tmp_path, ruleset, script)


def test_a_plan_half_made_line_by_line_and_finished_on_the_screen(tmp_path: Path) -> None:
    async def script(house: Inn, room: str, match: Match) -> None:
        request = await come_to(match, Plan)
        assert isinstance(request, Plan)
        key, part = next(iter(request.parts.items()))
        assert isinstance(part, Choose)
        ann = await at_table(house, room, LINES)
        ann.press(f"1 {len(part.options)}\n")
        await ann.until("Enter takes the whole plan")
        await ann.close()
        again = await at_table(house, room, LINES)
        await again.close()
        screen = await at_table(house, room, SCREEN)
        screen.press(" ")
        await until(lambda: match.bulletin.pending.get("red") is not request, "the decision")
        assert match._keeper.game.held["red"][key] == part.options[-1].id

    in_inn(tmp_path, "knights-knaves", script)


def test_a_choice_looked_over_on_the_screen(tmp_path: Path) -> None:
    async def script(house: Inn, room: str, match: Match) -> None:
        request = await come_to(match, Choose)
        assert isinstance(request, Choose)
        ann = await at_table(house, room, SCREEN)
        ann.press(TAB)
        await until(lambda: match.halves["red"] == (request, [request.options[1].id]), "the second is looked at")
        await ann.close()
        again = await at_table(house, room, SCREEN)
        again.press(ENTER)
        await until(lambda: match.bulletin.pending.get("red") is not request, "the decision")
        given = [answer.value for answer in match._keeper.game.answers if answer.by == "red"]
        assert given[-1] == request.options[1].id

    in_inn(tmp_path, "knights-sergeants", script)


def test_what_is_half_decided_is_nobody_elses(tmp_path: Path) -> None:
    async def script(house: Inn, room: str, match: Match) -> None:
        request = await come_to(match, Choose)
        red = match.join(["red"], lambda: None)
        red.note("red", request, ["half"])
        blue, onlooker = match.join(["blue"], lambda: None), match.join([], lambda: None)
        assert blue.noted("red", request) is None
        assert onlooker.noted("red", request) is None
        blue.note("red", request, ["other"])
        assert red.noted("red", request) == ["half"]
        red.leave()
        red.note("red", request, ["too late"])
        again = match.join(["red"], lambda: None)
        assert again.noted("red", request) == ["half"]

    in_inn(tmp_path, "knights-sergeants", script)


@pytest.mark.parametrize("half", SCREENS, ids=str)
def test_a_decision_half_made_outlives_the_host(tmp_path: Path, half: str) -> None:
    """It is on the disk before the host ends, so that it is as after a `kill -9`."""
    ruleset, kind, keys = SCREENS[half]
    left = ""

    async def before() -> str:
        nonlocal left
        async with inn(tmp_path) as house:
            room = await house.begun(terms(short_battle(2), ruleset), {"red": "ann", "blue": "bob"})
            match = await house.match(room)
            await come_to(match, kind)
            ann = await at_table(house, room, SCREEN)
            for key in keys:
                ann.press(key)
                await asyncio.sleep(0.1)
                await house.still()
            left = panel(ann)
            await until(lambda: not match._noted and house.hall._drafts.of(match.id), "the draft")
            return room

    async def after(room: str) -> None:
        async with inn(tmp_path) as house:
            again = await at_table(house, room, SCREEN)
            await until(lambda: panel(again) == left, f"{panel(again)}\n-- instead of --\n{left}\n--")
            match = await house.match(room)
            request = match.bulletin.pending["red"]
            for _ in range(4):
                if match.bulletin.pending.get("red") is request:
                    again.press(" ")
                    await house.still()
            await until(lambda: match.bulletin.pending.get("red") is not request, "the decision")

    asyncio.run(asyncio.wait_for(after(asyncio.run(asyncio.wait_for(before(), 120))), 120))


def test_a_draft_is_written_as_it_was_and_taken_up_for_no_other_question() -> None:
    one = Choose("red", "pick", "man", (Option("a"), Option("b")))
    other = Choose("red", "pick", "man", (Option("a"), Option("c")))
    assert fingerprint(one) == fingerprint(Choose("red", "pick", "man", (Option("a"), Option("b"))))
    assert fingerprint(one) != fingerprint(other)
    half = [({"man": Pose(1.0, 2.5, 90), "b": None}, 3, True), ((Point(1.0, 2.0),), [], "x")]
    draft = Draft(7, fingerprint(one), half)
    assert read(written(draft)) == draft
    assert [type(each) for each in read(written(draft)).half[0][0].values()] == [Pose, type(None)]
    assert not written(Draft(7, "", object()))
