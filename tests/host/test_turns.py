"""Whose keys come next when many type at once, and who is let in when many knock."""

import asyncio
from collections.abc import Callable

from kktui.host.battle import SharedStage
from kktui.host.limits import Gate, Limits
from kktui.host.painter import Painter
from kktui.host.turns import AT_ONCE, FLOOD, FLOODS, MANY, Turns
from kktui.tui.field import Field
from tests.host.test_limits import Hand


class Hands:
    """Somebody who types so many keys."""

    def __init__(self, pending: int) -> None:
        self.pending = pending
        self.turns: list[int] = []
        self.done: Callable[[], None] = lambda: None

    def take_turn(self, keys: int, done: Callable[[], None]) -> None:
        self.turns.append(min(keys, self.pending))
        self.pending -= self.turns[-1]
        self.done = done


def test_whoever_types_alone_has_many_keys_at_once():
    async def type_alone() -> None:
        hands, turns = Hands(MANY + 3), Turns()
        turns.ask(hands)
        assert hands.turns == [MANY]
        hands.done()
        assert hands.turns == [MANY, 3]

    asyncio.run(type_alone())


def test_one_key_goes_before_a_flood_of_others():
    async def flood() -> None:
        turns, flooders = Turns(), [Hands(1000) for _ in range(50)]
        for each in flooders:
            turns.ask(each)
        assert sum(bool(each.turns) for each in flooders) == AT_ONCE
        quiet = Hands(1)
        turns.ask(quiet)
        assert not quiet.turns
        flooders[0].done()
        assert quiet.turns == [1]
        quiet.done()
        assert sum(len(each.turns) for each in flooders) == AT_ONCE + 1

    asyncio.run(flood())


def test_somebody_gone_keeps_nobody_waiting():
    async def go() -> None:
        turns, many = Turns(), [Hands(5) for _ in range(AT_ONCE + 1)]
        for each in many:
            turns.ask(each)
        turns.forget(many[0])
        assert many[-1].turns
        many[0].pending = 5
        many[0].done()
        assert len(many[0].turns) == 1

    asyncio.run(go())


def test_a_picture_that_never_comes_is_not_waited_for_for_ever(monkeypatch):
    monkeypatch.setattr("kktui.host.turns.LONGEST", 0.01)

    async def stall() -> None:
        turns, many = Turns(), [Hands(1) for _ in range(AT_ONCE + 1)]
        for each in many:
            turns.ask(each)
        await asyncio.sleep(0.1)
        assert many[-1].turns == [1]

    asyncio.run(stall())


def test_whoever_has_typed_little_of_late_goes_before_whoever_has_typed_much():
    async def type_in_turn() -> None:
        clock = Hand()
        turns, many = Turns(clock), [Hands(1) for _ in range(AT_ONCE)]
        busy, calm = Hands(MANY), Hands(1)
        turns.ask(busy)
        busy.done()
        for each in many:
            turns.ask(each)
        busy.pending = 1
        turns.ask(busy)
        turns.ask(calm)
        many[0].done()
        assert (len(busy.turns), len(calm.turns)) == (1, 1), "the last who asked is the first"
        clock.now = 100
        many[1].done()
        assert len(busy.turns) == 2

    asyncio.run(type_in_turn())


def test_floods_leave_room_for_others():
    async def flood() -> None:
        turns, flooders = Turns(Hand()), [Hands(int(FLOOD)) for _ in range(AT_ONCE)]
        for each in flooders:
            turns.ask(each)
            while each.pending:
                each.done()
            each.done()
        before = sum(len(each.turns) for each in flooders)
        for each in flooders:
            each.pending = 1000
            turns.ask(each)
        assert sum(len(each.turns) for each in flooders) == before + FLOODS
        quiet = Hands(1)
        turns.ask(quiet)
        assert quiet.turns == [1]

    asyncio.run(flood())


def test_so_many_handshakes_a_second_the_others_wait():
    clock = Hand()
    gate = Gate(Limits(handshakes=4), clock)
    assert [gate.turn() for _ in range(6)] == [0, 0, 0, 0, 0.25, 0.5]
    clock.now = 2
    assert gate.turn() == 0


def test_so_many_refusals_a_second_are_explained():
    clock = Hand()
    gate = Gate(Limits(refusals=2), clock)
    assert [gate.may_explain() for _ in range(3)] == [True, True, False]
    clock.now = 1
    assert gate.may_explain()


def test_walks_are_acted_out_while_the_host_has_time():
    async def act() -> None:
        painter = Painter()
        stage = SharedStage(Field(), painter)
        assert stage.wanted
        painter.late = 0.2
        assert not stage.wanted

    asyncio.run(act())


def test_the_painter_knows_how_late_everything_is():
    async def late() -> None:
        import time

        painter = Painter()
        watch = asyncio.create_task(painter.keep_time())
        await asyncio.sleep(0)
        time.sleep(0.5)
        await asyncio.sleep(0.01)
        assert not painter.calm
        watch.cancel()

    asyncio.run(late())
