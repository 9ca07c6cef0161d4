"""What goes on in the house: who is here, which games are played, and what becomes of those who stay away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from kktui.engine.requests import Refusal
from kktui.host.chat import Chat, Said
from kktui.host.desk import Desk
from kktui.host.drafts import Drafts
from kktui.host.guest import Guest
from kktui.host.limits import Clock, Limits
from kktui.host.notify import Call, Notifier
from kktui.host.offers import DRAW
from kktui.host.people import People, Person
from kktui.host.rooms import Absent, NotSo, Room, Rooms, Terms
from kktui.host.table import Table, laid
from kktui.host.waiting import Waiting
from kktui.match import Keeper, Match
from kktui.match.drafts import Draft
from kktui.store import Keeper as StoredKeeper
from kktui.store import Start, Store
from kktui.store.trouble import StoreTrouble

LOG = logging.getLogger("kktui.host")
STAND_IN = "soldier"
GLANCE = 1.0
"""Seconds between looks at who is missed."""
DESERTED = 60.0
"""Seconds after which a game that waits, with nobody at it, is put away: each that is open takes a thread."""


class Hall:
    """The one authority over the games of a host. Everything here runs on the host's loop."""

    def __init__(self, folder: Path, limits: Limits, notifier: Notifier, clock: Clock = monotonic) -> None:
        store = self._store = Store(folder)
        self._desk = Desk(folder)
        self.people = People(store, self._desk)
        self.rooms = Rooms(store)
        self.chat = Chat(store, limits)
        self._drafts = Drafts(store)
        self._waits = Waiting(store).all()
        """For each game whose turn it is, whether it is open or not."""
        self._turned: set[str] = set()
        """Games of which that has changed since it was written down."""
        self._troubles: dict[str, str] = {}
        """What could not be done for a game, or for the house."""
        self._notified: dict[tuple[str, str], int] = {}
        """For each room and side, the length of the battle at which its player was last told."""
        self.chat.hear = self._hear
        self.limits = limits
        self._folder = folder
        self._notifier = notifier
        self._clock = clock
        self._guests: list[Guest] = []
        self._tables: dict[str, Table] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    # Who is here.

    def enter(self, guest: Guest) -> None:
        guest.since = self._clock()
        self._guests.append(guest)
        self._tell()

    def leave(self, guest: Guest) -> None:
        if guest in self._guests:
            self._guests.remove(guest)
        self._tell()

    @property
    def guests(self) -> list[Guest]:
        return list(self._guests)

    def here(self, key: str) -> bool:
        """Whether somebody is in the house."""
        return any(guest.person.key == key for guest in self._guests)

    def _tell(self) -> None:
        for guest in self.guests:
            guest.told()

    def _hear(self, room: str, said: Said) -> None:
        for guest in self.guests:
            guest.heard(room, said)

    # Before the battle.

    def call(self, person: Person, terms: Terms, sides: list[str]) -> Room:
        """Call a game that others may join."""
        own = [room for room in self.rooms if room.caller == person.key and not room.over]
        if len(own) >= self.limits.games_each:
            raise NotSo(f"you have called {len(own)} games that are not over; that is enough")
        return self._changed(self.rooms.call(person, terms, sides))

    def change(self, name: str, how: Callable[..., Room], *facts: Any) -> Room:
        """Somebody does something with a room: `change(name, Room.seated, person, side)`."""
        return self._changed(self.rooms.put(how(self.rooms[name], *facts)))

    def call_off(self, person: Person, name: str) -> None:
        self.rooms.drop(person, name)
        self._tell()

    def _changed(self, room: Room) -> Room:
        self._tell()
        return room

    # The battle.

    async def begin(self, name: str) -> Room:
        """All are ready: the words go into the seed, and the battle begins."""
        async with self._lock(name):
            room = self.rooms[name]
            if room.game:
                return room
            if not room.complete:
                raise NotSo("somebody is missing or has not said that they are ready")
            seed = self.rooms.seed(name)
            start = Start(room.terms.text, room.terms.ruleset, room.terms.house, seed, room.words(), name)
            table = await self._laid(room, lambda store: StoredKeeper.create(store, start, room.seats()))
            try:
                room = self.rooms.put(replace(room, game=table.match.id))
            except StoreTrouble:
                table.close()
                raise
            self._tables[name] = table
            LOG.info("begun", extra={"room": name, "game": room.game, "ruleset": room.terms.ruleset})
            return self._changed(room)

    async def table(self, name: str) -> Table:
        """The game of a room, taken up again if nobody had it open."""
        async with self._lock(name):
            return await self._open(name)

    async def _open(self, name: str) -> Table:
        room = self.rooms[name]
        if not room.game:
            raise NotSo("that battle has not begun")
        if name not in self._tables:
            table = await self._laid(room, lambda store: StoredKeeper.open(store, room.game))
            table.match.drafts = self._drafts.of(room.game)
            self._tables[name] = table
        return self._tables[name]

    async def _laid(self, room: Room, opened: Callable[[Store], StoredKeeper]) -> Table:
        return await asyncio.to_thread(laid, self._folder, opened, room.terms, self._clock)

    def _lock(self, name: str) -> asyncio.Lock:
        """Whoever begins, opens, sits down at or puts away a game does so alone."""
        return self._opening.setdefault(self.rooms[name].id, asyncio.Lock())

    async def sit(self, guest: Guest, name: str) -> tuple[Match, frozenset[str]]:
        """Sit down at a game: on one's own side, or to look on. Whoever sits there by the same key gets up.

        Whoever sits down joins the match and can be moved out before anything else is waited for.
        """
        async with self._lock(name):
            table, room = await self._open(name), self.rooms[name]
            sides = room.sides_of(guest.person.key)
            if not sides and not room.terms.watching:
                raise NotSo("nobody may look on at this game")
            for other in self.guests:
                if sides and other is not guest and other.room == name and other.person.key == guest.person.key:
                    other.room = ""
                    await other.moved_out(name)
            for side in sides:
                await self._sit_back_down(table, side)
            guest.room = name
            self._tell()
        late = None if sides or table.match.bulletin.over else table.late
        return late or table.match, sides

    def get_up(self, guest: Guest) -> None:
        """Leave a game; it goes on without, as its terms say."""
        guest.room = ""
        self._tell()

    def waits_for(self, room: Room, key: str) -> bool:
        """Whether somebody's decision is waited for."""
        table = self._tables.get(room.id)
        waiting = table.match.bulletin.pending if table is not None else self._waits.get(room.id, frozenset())
        return not room.over and not room.sides_of(key).isdisjoint(waiting)

    @property
    def open_games(self) -> int:
        """Games that are in memory now."""
        return len(self._tables)

    def offered(self, name: str) -> dict[str, str]:
        """What the sides of a game have offered."""
        return self._tables[name].offers.standing if name in self._tables else {}

    def missing(self, name: str) -> set[str]:
        """The sides of a game whose players are not at it."""
        taken = {side: chair.key for side, chair in self.rooms[name].chairs.items() if chair.key}
        return {side for side, key in taken.items() if not self._sits(key, name)}

    def stood_in(self, name: str) -> frozenset[str]:
        """The sides for which a computer player answers until their player is back."""
        return frozenset(self._tables[name].stood_in) if name in self._tables else frozenset()

    def away(self, name: str) -> dict[str, float]:
        """For each side that has nobody here, since how many seconds."""
        table = self._tables.get(name)
        return {side: self._clock() - since for side, since in table.absent.items()} if table else {}

    # Ending it by agreement.

    async def resign(self, guest: Guest, name: str) -> None:
        """A player gives up."""
        for side in self.rooms[name].sides_of(guest.person.key):
            await self._done(name, partial(_resign, side))

    async def offer(self, guest: Guest, name: str, what: str) -> bool:
        """Offer a draw or ask to take back; True when the others had offered the same and it is done."""
        table = await self.table(name)
        own = self.rooms[name].sides_of(guest.person.key)
        if not own:
            raise NotSo("only players may offer that")
        table.offers.make(own, what)
        players = [side for side, chair in self.rooms[name].chairs.items() if chair.key]
        self._tell()
        standing = table.offers.standing
        if any(standing.get(side) != what for side in players):
            return False
        asked = next(side for side, offered in standing.items() if offered == what)
        table.offers.clear()
        if what == DRAW:
            await self._done(name, lambda keeper: keeper.agree_on_draw())
        else:
            await self._done(name, lambda keeper: keeper.take_back(asked))
        return True

    def decline(self, guest: Guest, name: str) -> None:
        """Take offers off the table."""
        if name in self._tables and self.rooms[name].sides_of(guest.person.key):
            self._tables[name].offers.clear()
            self._tell()

    async def _done(self, name: str, job: Callable[[Keeper], Refusal | None]) -> None:
        table = await self.table(name)
        refused = await asyncio.wrap_future(table.match.do(job))
        if refused is not None:
            raise NotSo(str(refused))
        self._tell()

    # Those who stay away.

    async def keep_house(self) -> None:
        """Look after the games for as long as the host runs."""
        while True:
            await asyncio.sleep(GLANCE)
            for name in list(self._tables):
                await self._surely(name, self.look_after(name))
            await self.begin_what_is_ready()
            await self._surely("", self.keep_notes())

    async def begin_what_is_ready(self) -> None:
        """Begin the battles that the end of the host, or a full disk, kept from beginning."""
        for room in [room for room in self.rooms if room.complete and not room.game]:
            await self._surely(room.id, self.begin(room.id))

    async def _surely(self, name: str, work: Coroutine[Any, Any, object]) -> None:
        """Do something for a game, or for the house; what goes wrong goes to the log, once, and stops nothing else."""
        try:
            await work
        except Exception as error:
            if self._troubles.get(name) != str(error):
                LOG.error("a game could not be looked after", exc_info=error, extra={"game": name})
            self._troubles[name] = str(error)
        else:
            self._troubles.pop(name, None)

    async def keep_notes(self) -> None:
        """Write down what is half decided and whose turn it is: one writing a second at most, whoever types."""
        fresh, turned = self._fresh_drafts(), {name: self._waits[name] for name in self._turned}
        if any(fresh.values()) or turned:
            await self._desk.do(lambda store: _keep(store, fresh, turned))
            self._turned -= {name for name, sides in turned.items() if self._waits[name] == sides}

    def _fresh_drafts(self) -> dict[str, dict[str, Draft]]:
        return {table.match.id: table.match.fresh_drafts() for table in self._tables.values()}

    async def look_after(self, name: str) -> None:
        """Mark who is missed and do what the terms say of it; put away what is over or deserted."""
        table, room = self._tables[name], self.rooms[name]
        bulletin = table.match.bulletin
        if table.late is not None:
            table.late.release()
        if bulletin.over and not room.over:
            room = self._changed(self.rooms.put(replace(room, over=True)))
            self._drafts.drop(room.game)
            LOG.info("over", extra={"room": name, "game": room.game})
            self._tell_of_the_end(room)
        if table.match.held_up:
            await asyncio.wrap_future(table.match.do(lambda keeper: None))
        table.miss(self.missing(name), self._clock())
        for side in table.missed:
            self._call(table, room, side)
        for side in table.missed_for(room.terms.patience * 60, self._clock()):
            await self._do_without(table, room, side)
        if table.waiting != (waiting := frozenset(bulletin.pending)):
            table.waiting = self._waits[name] = waiting
            self._turned.add(name)
            self._tell()
        self._put_away_deserted(table, room)

    def _call(self, table: Table, room: Room, side: str) -> None:
        """Tell somebody who is not in the house, once for each question, that they are waited for."""
        length = table.match.bulletin.length
        if not self.here(room.chairs[side].key) and self._notified.get((room.id, side)) != length:
            self._notified[room.id, side] = length
            self._notify(room, side, "your-turn")

    async def _do_without(self, table: Table, room: Room, side: str) -> None:
        """Somebody has stayed away too long. Where units are hidden it does not matter whether they were asked."""
        if room.terms.absent is Absent.COMPUTER:
            await self._stand_in(table, side)
        elif room.terms.absent is Absent.HAND_OVER:
            self.change(room.id, Room.opened, side)

    def _tell_of_the_end(self, room: Room) -> None:
        for side, chair in room.chairs.items():
            self._notified.pop((room.id, side), None)
            if chair.key and not self.here(chair.key):
                self._notify(room, side, "over")

    def _notify(self, room: Room, side: str, what: str) -> None:
        chair, turn = room.chairs[side], self._tables[room.id].match.bulletin.turn
        self._notifier.tell(Call(chair.name, chair.key, room.id, room.terms.title, turn, what))

    def _sits(self, key: str, name: str) -> bool:
        return any(guest.person.key == key and guest.room == name for guest in self._guests)

    async def _stand_in(self, table: Table, side: str) -> None:
        """A computer player answers until the player comes back."""
        if side in table.stood_in and side not in table.match.bulletin.pending:
            return
        table.stood_in.add(side)
        self._tell()
        await asyncio.wrap_future(table.match.do(lambda keeper: keeper.stand_in(side, STAND_IN)))

    async def _sit_back_down(self, table: Table, side: str) -> None:
        if side in table.stood_in:
            table.stood_in.discard(side)
            await asyncio.wrap_future(table.match.do(lambda keeper: keeper.stand_aside(side)))

    def _put_away_deserted(self, table: Table, room: Room) -> None:
        """Close a game that nobody is at, unless something becomes of it by itself."""
        if self._lock(room.id).locked() or any(guest.room == room.id for guest in self._guests):
            table.deserted = None
            return
        if table.deserted is None:
            table.deserted = self._clock()
        long_ago = self._clock() - table.deserted >= DESERTED
        waits = table.waiting and room.terms.absent is Absent.WAIT
        if room.over or (long_ago and waits):
            del self._tables[room.id]
            table.close()

    def close(self) -> None:
        """Put every game away, with what is half decided."""
        fresh, turned = self._fresh_drafts(), {name: self._waits[name] for name in self._turned}
        with suppress(StoreTrouble):
            _keep(self._store, fresh, turned)
        self._desk.close()
        for table in self._tables.values():
            table.close()
        self._tables.clear()


def _keep(store: Store, drafts: dict[str, dict[str, Draft]], turned: dict[str, frozenset[str]]) -> None:
    Drafts(store).keep(drafts)
    Waiting(store).keep(turned)


def _resign(side: str, keeper: Keeper) -> Refusal | None:
    return keeper.resign(side)
