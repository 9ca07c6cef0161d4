"""Games of a host: begun, played by several, left, taken up again, and never lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kktui.engine.dice import Luck
from kktui.host import table
from kktui.host.guest import Guest
from kktui.host.hall import Hall
from kktui.host.limits import Limits
from kktui.host.notify import Call, Notifier
from kktui.host.offers import BACK, DRAW
from kktui.host.people import Person
from kktui.host.rooms import Absent, NotSo, Room, Terms
from kktui.match import Match, Seat
from kktui.players import LEVELS
from kktui.words.ending import seed_words
from tests.host.test_limits import Hand
from tests.store.battles import RULES, short_battle

ANN, BOB, CAT = Person("SHA256:ann", "Ann"), Person("SHA256:bob", "Bob"), Person("SHA256:cat", "Cat")
SIDES = ["red", "blue"]


def terms(**given: object) -> Terms:
    return replace(Terms("even-field", short_battle(2), "Even Field", RULES), **given)


class Told(Notifier):
    """Keeps the calls instead of making them."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []

    def tell(self, call: Call) -> None:
        self.calls.append(call)


def guest(person: Person) -> Guest:
    return Guest(person, lambda: None, lambda room, said: None)


async def begun(hall: Hall, people: tuple[Person, Person] = (ANN, BOB), **given: object) -> str:
    """A room with two players in which the battle has begun."""
    room = hall.call(ANN, terms(**given), SIDES)
    for person, side in zip(people, SIDES, strict=True):
        hall.change(room.id, Room.seated, person, side)
        hall.change(room.id, Room.given_word, person, side, person.name)
    await hall.begin(room.id)
    return room.id


async def sat(hall: Hall, who: Guest, name: str) -> Seat:
    match, sides = await hall.sit(who, name)
    return match.join(sides, lambda: None)


async def until(happens: Callable[[], object]) -> None:
    for _ in range(500):
        if happens():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it does not happen")


async def answer_one(seat: Seat) -> None:
    """Answer what is asked of this seat."""
    seat.caught_up(seat.bulletin.length)
    side, request = next(iter(seat.asked.items()))
    rules = seat.match.setup.rules
    view = seat.view(side)
    view.follow(seat.bulletin.told[: seat.bulletin.length])
    value = LEVELS["random"].answer(rules, view.state, request, Luck(b"k", f"{seat.bulletin.length}"))
    refused = await asyncio.wrap_future(seat.answer(side, request, value))
    if refused is not None:
        assert await asyncio.wrap_future(seat.answer(side, request, refused.nearest)) is None


async def play(seats: list[Seat], until_over: Callable[[], bool]) -> None:
    while not until_over():
        for seat in seats:
            seat.caught_up(seat.bulletin.length)
            if seat.asked:
                await answer_one(seat)
        await asyncio.sleep(0)


def in_hall(folder: Path, script: Callable[[Hall, Hand, Told], Awaitable[None]]) -> None:
    async def run() -> None:
        clock, told = Hand(), Told()
        hall = Hall(folder, Limits(), told, clock)
        try:
            await asyncio.wait_for(script(hall, clock, told), 60)
        finally:
            hall.close()

    asyncio.run(run())


def test_two_play_a_battle_while_a_third_looks_on(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob, cat = guest(ANN), guest(BOB), guest(CAT)
        for each in (ann, bob, cat):
            hall.enter(each)
        name = await begun(hall)
        seats = [await sat(hall, each, name) for each in (ann, bob, cat)]
        assert [set(seat.sides) for seat in seats] == [{"red"}, {"blue"}, set()]
        await play(seats, lambda: seats[0].bulletin.over)
        await hall.look_after(name)
        assert hall.rooms[name].stage == "finished"
        game = (await hall.table(name)).match.ended
        assert game is not None
        assert game.setup.words == ("Ann", "Bob"), "the words of the players are in the seed"

    in_hall(tmp_path, script)


def test_a_game_outlives_the_host(tmp_path: Path) -> None:
    kept: dict[str, object] = {}

    async def first(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob = guest(ANN), guest(BOB)
        name = await begun(hall)
        seats = [await sat(hall, each, name) for each in (ann, bob)]
        await until(lambda: any(seat.asked for seat in seats))
        for _ in range(5):
            await play(seats, lambda: any(seat.asked for seat in seats))
            await answer_one(next(seat for seat in seats if seat.asked))
        await play(seats, lambda: any(seat.asked for seat in seats))
        kept.update(name=name, length=seats[0].bulletin.length, asked=seats[0].bulletin.pending)

    async def second(hall: Hall, clock: Hand, told: Told) -> None:
        name = str(kept["name"])
        seat = await sat(hall, guest(ANN), name)
        assert (seat.bulletin.length, seat.bulletin.pending) == (kept["length"], kept["asked"])

    in_hall(tmp_path, first)
    in_hall(tmp_path, second)


def test_the_newest_place_of_a_player_has_the_keys(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        name = await begun(hall)
        old, new, gone = guest(ANN), guest(ANN), []
        hall.enter(old)
        hall.enter(new)
        seat = await sat(hall, old, name)

        async def moved_out(room: str) -> None:
            gone.append(room)
            seat.leave()

        old.moved_out = moved_out
        again = await sat(hall, new, name)
        assert gone == [name]
        assert again.sides == {"red"}
        await until(lambda: again.asked)
        with pytest.raises(ValueError, match="does not sit here"):
            again.view("blue")

    in_hall(tmp_path, script)


def test_whoever_is_away_is_told_in_which_turn_the_game_waits(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob = guest(ANN), guest(BOB)
        hall.enter(bob)
        name = await begun(hall)
        seats = [await sat(hall, each, name) for each in (ann, bob)]
        await play(seats, lambda: seats[0].match.bulletin.turn == 1 and "red" in seats[0].bulletin.pending)
        seats[0].leave()
        hall.get_up(ann)
        await hall.look_after(name)
        assert [(call.player, call.turn) for call in told.calls] == [("Ann", 1)]

    in_hall(tmp_path, script)


def test_a_computer_player_stands_in_until_the_player_is_back(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob = guest(ANN), guest(BOB)
        hall.enter(bob)
        name = await begun(hall, absent=Absent.COMPUTER, patience=5)
        seat = await sat(hall, bob, name)
        await until(lambda: "red" in seat.bulletin.pending)
        await hall.look_after(name)
        assert [call.player for call in told.calls] == ["Ann"]
        await hall.look_after(name)
        assert len(told.calls) == 1, "told once for one question"
        assert "red" in seat.bulletin.pending
        clock.now = 301
        await hall.look_after(name)
        assert "red" not in seat.bulletin.pending
        for _ in range(3):
            await play([seat], lambda: bool(seat.asked))
            await answer_one(seat)
        hall.enter(ann)
        red = await sat(hall, ann, name)
        await play([seat], lambda: bool(red.asked))

    in_hall(tmp_path, script)


def test_a_deserted_seat_may_be_taken_by_another(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        name = await begun(hall, absent=Absent.HAND_OVER, patience=1)
        hall.enter(guest(BOB))
        seat = await sat(hall, hall.guests[0], name)
        await until(lambda: "red" in seat.bulletin.pending)
        await hall.look_after(name)
        with pytest.raises(NotSo, match="Ann has that side"):
            hall.change(name, Room.seated, CAT, "red")
        clock.now = 61
        await hall.look_after(name)
        hall.change(name, Room.seated, CAT, "red")
        assert (await sat(hall, guest(CAT), name)).sides == {"red"}
        assert not hall.rooms[name].sides_of(ANN.key)

    in_hall(tmp_path, script)


def test_draws_and_taking_back_need_both(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob, cat = guest(ANN), guest(BOB), guest(CAT)
        name = await begun(hall)
        seats = [await sat(hall, each, name) for each in (ann, bob)]
        await play(seats, lambda: any(seat.asked for seat in seats))
        side = next(iter(seats[0].bulletin.pending))
        await answer_one(next(seat for seat in seats if seat.asked))
        await play(seats, lambda: any(seat.asked for seat in seats))
        asker, other = (ann, bob) if side == "red" else (bob, ann)
        assert not await hall.offer(asker, name, BACK)
        assert await hall.offer(other, name, BACK)
        await until(lambda: side in seats[0].bulletin.pending)
        assert not await hall.offer(ann, name, DRAW)
        hall.decline(bob, name)
        assert not await hall.offer(bob, name, DRAW)
        with pytest.raises(NotSo, match="only players"):
            await hall.offer(cat, name, DRAW)
        assert await hall.offer(ann, name, DRAW)
        assert seats[0].bulletin.over

    in_hall(tmp_path, script)


def test_a_game_keeps_the_name_it_was_called_by_and_tells_its_seed_when_it_is_over(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        name = await begun(hall)
        assert hall.rooms[name].game == name
        seat = await sat(hall, guest(ANN), name)
        await until(lambda: seat.bulletin.pending)
        await hall.resign(guest(ANN), name)
        ended = seat.match.ended
        assert ended is not None
        assert f"The seed was {hall.rooms.seed(name)}" in seed_words(ended)

    in_hall(tmp_path, script)


def test_a_player_resigns_and_nobody_else_for_him(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, cat = guest(ANN), guest(CAT)
        name = await begun(hall)
        seat = await sat(hall, ann, name)
        await until(lambda: seat.bulletin.pending)
        await hall.resign(cat, name)
        assert not seat.bulletin.over
        await hall.resign(ann, name)
        assert seat.bulletin.over

    in_hall(tmp_path, script)


def test_a_battle_begins_once_and_only_when_all_are_ready(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        room = hall.call(ANN, terms(watching=False), SIDES)
        hall.change(room.id, Room.seated, ANN, "red")
        with pytest.raises(NotSo, match="somebody is missing"):
            await hall.begin(room.id)
        with pytest.raises(NotSo, match="has not begun"):
            await hall.sit(guest(ANN), room.id)
        hall.change(room.id, lambda room: room.computed(ANN, "blue", "random").given_word(ANN, "red", ""))
        one, two = await asyncio.gather(hall.begin(room.id), hall.begin(room.id))
        assert one.game == two.game
        with pytest.raises(NotSo, match="nobody may look on"):
            await hall.sit(guest(CAT), room.id)

    in_hall(tmp_path, script)


def test_nobody_calls_games_without_end(tmp_path: Path) -> None:
    hall = Hall(tmp_path, Limits(games_each=2), Told())
    for _ in range(2):
        hall.call(ANN, terms(), SIDES)
    with pytest.raises(NotSo, match="that is enough"):
        hall.call(ANN, terms(), SIDES)


def test_onlookers_see_everything_when_the_agreed_time_has_passed(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob, cat = guest(ANN), guest(BOB), guest(CAT)
        for each in (ann, bob, cat):
            hall.enter(each)
        name = await begun(hall, delay=5)
        seats = [await sat(hall, each, name) for each in (ann, bob)]
        late = await sat(hall, cat, name)
        await play(seats, lambda: any(seat.asked for seat in seats))
        for _ in range(4):
            await answer_one(next(seat for seat in seats if seat.asked))
            await play(seats, lambda: any(seat.asked for seat in seats))
        await hall.look_after(name)
        assert not late.bulletin.length, "nothing yet"
        length = seats[0].bulletin.length
        clock.now = 301
        await hall.look_after(name)
        assert late.bulletin.length == length
        assert not late.bulletin.pending
        assert all(entry.veils is None for entry in late.bulletin.told)
        view = late.view()
        view.follow(late.bulletin.told)
        assert view.state.log

    in_hall(tmp_path, script)


def test_a_late_onlooker_sees_what_is_old_enough_at_once(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob, cat = guest(ANN), guest(BOB), guest(CAT)
        for each in (ann, bob, cat):
            hall.enter(each)
        name = await begun(hall, delay=5)
        seats = [await sat(hall, each, name) for each in (ann, bob)]
        await play(seats, lambda: any(seat.asked for seat in seats))
        length = seats[0].bulletin.length
        clock.now = 301
        await hall.look_after(name)
        assert (await sat(hall, cat, name)).bulletin.length == length

    in_hall(tmp_path, script)


def test_when_a_battle_is_over_nobody_waits_for_its_end(tmp_path: Path) -> None:
    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann = guest(ANN)
        name = await begun(hall, delay=60)
        seat = await sat(hall, ann, name)
        await play([seat], lambda: bool(seat.bulletin.pending))
        await hall.resign(ann, name)
        match, sides = await hall.sit(guest(CAT), name)
        assert match.ended is not None
        assert not sides

    in_hall(tmp_path, script)


def test_what_was_played_before_the_host_was_closed_is_as_old_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[str, int]] = []

    async def first(hall: Hall, clock: Hand, told: Told) -> None:
        name = await begun(hall, delay=5)
        seat = await sat(hall, guest(ANN), name)
        await play([seat], lambda: bool(seat.bulletin.pending))
        kept.append((name, seat.bulletin.length))

    async def second(hall: Hall, clock: Hand, told: Told) -> None:
        [(name, length)] = kept
        late = await sat(hall, guest(CAT), name)
        assert not late.bulletin.length
        clock.now = 290
        await hall.look_after(name)
        assert not late.bulletin.length
        clock.now = 301
        await hall.look_after(name)
        assert late.bulletin.length == length

    async def third(hall: Hall, clock: Hand, told: Told) -> None:
        [(name, length)] = kept
        late = await sat(hall, guest(CAT), name)
        await hall.look_after(name)
        assert late.bulletin.length == length, "it is hours old"

    in_hall(tmp_path, first)
    in_hall(tmp_path, second)
    monkeypatch.setattr(table, "_age", lambda keeper: 10_000.0)
    in_hall(tmp_path, third)


@pytest.mark.parametrize("asked", [True, False], ids=("asked", "not asked"))
def test_where_units_are_hidden_a_side_is_given_up_whether_it_was_asked_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: bool
) -> None:
    """Otherwise the others would learn from it that somebody hidden was asked."""

    async def script(hall: Hall, clock: Hand, told: Told) -> None:
        ann, bob = guest(ANN), guest(BOB)
        for each in (ann, bob):
            hall.enter(each)
        name = await begun(hall, absent=Absent.HAND_OVER, patience=1)
        seats = dict(zip(SIDES, [await sat(hall, each, name) for each in (ann, bob)], strict=True))
        await play(list(seats.values()), lambda: any(seat.asked for seat in seats.values()))
        [waited] = seats["red"].bulletin.pending
        gone = waited if asked else next(side for side in SIDES if side != waited)
        seats[gone].leave()
        hall.get_up({"red": ann, "blue": bob}[gone])
        await hall.look_after(name)
        clock.now = 59
        await hall.look_after(name)
        assert not hall.rooms[name].chairs[gone].free
        clock.now = 61
        await hall.look_after(name)
        assert hall.rooms[name].chairs[gone].free

    monkeypatch.setattr(Match, "secretive", True)
    in_hall(tmp_path, script)
