"""Who sits where: several devices at once, sides that are handed over, battles nobody has to be ready for."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kktui.host.hall import Hall
from kktui.host.limits import Limits
from kktui.host.offers import DRAW
from kktui.host.rooms import Absent, Room
from tests.host.inn import LINES, SCREEN, Client, Inn, person, terms, until
from tests.host.test_door import RULES, visit
from tests.host.test_hall import ANN, BOB, Told, begun, guest, in_hall, play, sat
from tests.host.test_hall import terms as usual
from tests.host.test_limits import Hand
from tests.store.battles import short_battle

ENTER = "\r"


async def on_the_way(house: Inn, name: str, face: str, room: str) -> Client:
    """Somebody who has just asked to sit down."""
    client = await house.come(name, face)
    client.press(f"play {room}\n" if face == LINES else ENTER)
    return client


@pytest.mark.parametrize(
    "faces", [(LINES,) * 3, (SCREEN,) * 3, (LINES, SCREEN, LINES)], ids=("lines", "screens", "both")
)
def test_of_three_devices_that_sit_down_at_once_the_last_plays_and_the_others_are_told(
    tmp_path: Path, faces: tuple[str, ...]
) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        devices = [await house.come("ann", face) for face in faces]
        for device, face in zip(devices, faces, strict=True):
            device.press(f"play {room}\n" if face == LINES else ENTER)

        def told(what: str) -> int:
            return sum(what in (device.said if device.size == (0, 0) else device.screen) for device in devices)

        await until(lambda: told("from elsewhere") == 2 and told("Sir Roger: where") >= 1, "one of them plays")
        match = await house.match(room)
        assert [set(seat.sides) for seat in match.seats] == [{"red"}]
        assert sorted(guest.room for guest in house.hall.guests) == ["", "", room], "nobody has been thrown out"

    visit(tmp_path, script)


def test_whoever_has_both_sides_is_ready_for_both(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = house.hall.call(person("ann"), terms(short_battle(1), RULES), ["red", "blue"])
        ann = await house.come("ann", LINES)
        ann.press(f"join {room.id} red\njoin {room.id} blue\nready {room.id} plum\n")
        await ann.until(f"The battle has begun: play {room.id}")

    visit(tmp_path, script)


def test_a_battle_of_computers_begins_when_it_is_called_and_may_be_watched(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", LINES)
        room = house.hall.call(person("ann"), terms(short_battle(1), RULES), ["red", "blue"])
        ann.press(f"computer {room.id} red\ncomputer {room.id} blue\n")
        await ann.until(f"The battle has begun: watch {room.id}")
        ann.press(f"watch {room.id}\n")
        await until(lambda: house.hall.rooms[room.id].over, "the end")

    visit(tmp_path, script)


def test_a_computer_that_fills_the_last_side_begins_the_battle_on_the_screen(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = house.hall.call(person("ann"), terms(short_battle(1), RULES), ["red", "blue"])
        house.hall.change(room.id, Room.seated, person("ann"), "red")
        house.hall.change(room.id, Room.given_word, person("ann"), "red", "plum")
        ann = await house.come("ann", size=(120, 40))
        ann.press("c")
        await ann.until("before the battle")

    visit(tmp_path, script)


def test_what_was_ready_when_the_host_ended_begins_when_it_is_back(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        room = hall.call(ANN, usual(), ["red", "blue"])
        for who, side in ((ANN, "red"), (BOB, "blue")):
            hall.change(room.id, Room.seated, who, side)
            hall.change(room.id, Room.given_word, who, side, "")
        again = Hall(tmp_path, Limits(), told, clock)
        await again.begin_what_is_ready()
        assert again.rooms[room.id].game
        again.close()

    in_hall(tmp_path, script)


def test_a_free_side_of_a_battle_that_goes_on_is_taken_from_the_lobby(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        given = terms(short_battle(1), RULES, absent=Absent.HAND_OVER)
        room = await house.begun(given, {"red": "ann", "blue": "bob"})
        house.hall.change(room, Room.opened, "red")
        dog = await house.come("dog", size=(120, 40))
        await dog.until("Enter: take a side, or look on")
        dog.press(ENTER)
        await dog.until("play red")
        dog.press("\x1b[B" + ENTER)
        await dog.until("Waiting for Red")
        cat = await house.come("cat", size=(120, 40))
        cat.press(ENTER)
        await cat.until("play red")
        cat.press(ENTER)
        await cat.until("Sir Roger: where to stand")
        await dog.until("cat plays red now")
        assert house.hall.rooms[room].sides_of(person("cat").key) == {"red"}

    visit(tmp_path, script)


def test_who_plays_by_lines_is_told_of_offers_and_of_who_is_away(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        bob = await on_the_way(house, "bob", LINES, room)
        await bob.until("ann is away.")
        ann = await on_the_way(house, "ann", LINES, room)
        await bob.until("ann is here.")
        await ann.until("Sir Roger: where")
        ann.press("/draw\n")
        await bob.until("ann offers a draw: /draw agrees, /no declines.")
        bob.press("/draw\n")
        await bob.until("Agreed.")
        await until(lambda: house.hall.rooms[room].over, "the end")

    visit(tmp_path, script)


def test_who_plays_by_lines_is_told_whom_they_wait_for_and_nothing_more_when_they_have_moved(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        bob = await on_the_way(house, "bob", LINES, room)
        await bob.until("Waiting for Red.")
        again = await on_the_way(house, "bob", LINES, room)
        await again.until("Waiting for Red.")
        await bob.until("from elsewhere")
        await bob.until("Saved. To go on")
        assert "Waiting for ." not in bob.said

    visit(tmp_path, script)


@pytest.mark.parametrize("face", [LINES, SCREEN], ids=("lines", "screen"))
def test_whoever_sits_down_is_told_at_once_who_is_away(tmp_path: Path, face: str) -> None:
    async def script(house: Inn) -> None:
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        table = await house.hall.table(room)
        await until(lambda: table.waiting == {"red"} and "red" in table.absent, "ann is missed")
        bob = await on_the_way(house, "bob", face, room)
        await bob.until("ann is away")

    visit(tmp_path, script)


def test_what_is_being_typed_stands_after_a_message_again_with_its_prompt(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        ann = await house.come("ann", LINES)
        connection = await house.connect("bob")
        process = await connection.create_process(term_type="dumb", encoding=None)
        bob = Client(connection, process, (0, 0))
        house.clients.append(bob)
        await bob.until("lobby> ")
        bob.press("wh")
        await bob.until("lobby> wh")
        ann.press("say hello\nsay again\n")
        await bob.until("lobby> wh\r\nann: hello\r\nlobby> wh\r\nann: again\r\nlobby> wh")
        since = len(bob.said)
        bob.press("o\n")
        await bob.until("  bob ", since)
        bob.press("\x04")
        await bob.until("Farewell.")
        assert bob.said.endswith("lobby> \r\nFarewell.\r\n")

    visit(tmp_path, script)


def test_the_terms_are_told_line_by_line_before_somebody_joins(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        given = terms(short_battle(1), RULES, absent=Absent.COMPUTER, patience=60, delay=5)
        house.hall.call(person("ann"), given, ["red", "blue"])
        bob = await house.come("bob", LINES)
        await bob.until(
            "red: free, blue: free. After an hour away the computer plays on. Onlookers are 5 minutes behind."
        )

    visit(tmp_path, script)


def test_only_players_are_offered_to_deal(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        for name, deals in (("ann", True), ("cat", False)):
            client = await house.come(name, size=(120, 40))
            client.press(ENTER)
            await client.until("t talk")
            assert ("D deal" in client.screen) == deals
        client.press("D")
        await client.until("Only those who play")

    visit(tmp_path, script)


def test_who_is_in_the_lobby_by_lines_is_told_when_their_turn_has_come(tmp_path: Path) -> None:
    async def script(house: Inn) -> None:
        bob = await house.come("bob", LINES)
        ann = await house.come("ann", LINES)
        room = await house.begun(terms(short_battle(1), RULES), {"red": "ann", "blue": "bob"})
        await ann.until(f"It is your turn at {room}, A Battle: play {room}.")
        ann.press("games\n")
        await ann.until(f"  {room}: your turn.")
        assert "your turn" not in bob.said

    visit(tmp_path, script)


def test_everybody_is_told_for_whom_the_computer_plays_and_whose_side_is_free(tmp_path: Path) -> None:
    async def computer(house: Inn) -> None:
        given = terms(short_battle(1), RULES, absent=Absent.COMPUTER, patience=0)
        room = await house.begun(given, {"red": "ann", "blue": "bob"})
        bob = await on_the_way(house, "bob", LINES, room)
        await bob.until("the computer plays for ann until they are back.")

    async def handed_over(house: Inn) -> None:
        given = terms(short_battle(1), RULES, absent=Absent.HAND_OVER, patience=0)
        room = await house.begun(given, {"red": "ann", "blue": "bob"})
        bob = await on_the_way(house, "bob", LINES, room)
        await bob.until("red is free: whoever is in the lobby may take it.")
        assert "ann is here" not in bob.said

    visit(tmp_path / "computer", computer)
    visit(tmp_path / "handed", handed_over)


def test_an_offer_lapses_when_whoever_it_was_made_to_plays_on(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob = guest(ANN), guest(BOB)
        name = await begun(hall)
        seats = dict(zip(("red", "blue"), [await sat(hall, each, name) for each in (ann, bob)], strict=True))
        by = {"red": ann, "blue": bob}

        async def decide(side: str) -> None:
            await play([seat for seat in seats.values() if side not in seat.sides], lambda: bool(seats[side].asked))
            before = seats[side].match.decided[side]
            await play([seats[side]], lambda: seats[side].match.decided[side] > before)

        await play(list(seats.values()), lambda: any(seat.asked for seat in seats.values()))
        side = next(side for side, seat in seats.items() if seat.asked)
        other = "blue" if side == "red" else "red"
        assert not await hall.offer(by[side], name, DRAW)
        await decide(side)
        assert hall.offered(name) == {side: DRAW}, "whoever offers may go on"
        await decide(other)
        assert hall.offered(name) == {}
        assert not await hall.offer(by[other], name, DRAW), "that is a new offer"
        assert not seats[side].bulletin.over

    in_hall(tmp_path, script)


def test_a_battle_goes_on_with_nobody_at_it_until_a_player_can_be_told(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        name = await begun(hall)
        match = (await hall.table(name)).match
        for _ in range(200):
            if match.bulletin.pending:
                break
            await asyncio.sleep(0.01)
        await hall.look_after(name)
        assert [call.what for call in told.calls] == ["your-turn"]

    in_hall(tmp_path, script)


def test_whoever_is_away_when_it_ends_is_told(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann = guest(ANN)
        hall.enter(ann)
        name = await begun(hall)
        seat = await sat(hall, ann, name)
        await play([seat], lambda: bool(seat.bulletin.pending))
        await hall.resign(ann, name)
        await hall.look_after(name)
        assert [(call.player, call.what) for call in told.calls] == [("Bob", "over")]

    in_hall(tmp_path, script)


def test_a_deserted_game_is_put_away_and_it_is_still_known_whose_turn_it_is(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann = guest(ANN)
        hall.enter(ann)
        name = await begun(hall)
        await sat(hall, ann, name)
        await until(lambda: hall.open_games == 1, "it is open")
        match = (await hall.table(name)).match
        for seat in match.seats:
            await play([seat], lambda: bool(match.bulletin.pending))
            seat.leave()
        side = next(iter(match.bulletin.pending))
        await hall.look_after(name)
        clock.now = 61
        await hall.look_after(name)
        assert hall.open_games == 1, "somebody is at it"
        hall.get_up(ann)
        await hall.look_after(name)
        clock.now = 122
        await hall.look_after(name)
        assert hall.open_games == 0
        key = {"red": ANN.key, "blue": BOB.key}[side]
        assert [each for each in (ANN.key, BOB.key) if hall.waits_for(hall.rooms[name], each)] == [key]
        await hall.keep_notes()
        again = Hall(tmp_path, Limits(), told, clock)
        assert again.waits_for(again.rooms[name], key), "the host has been away"
        again.close()
        assert side in (await sat(hall, ann, name)).bulletin.pending, "it is where it was"

    in_hall(tmp_path, script)
