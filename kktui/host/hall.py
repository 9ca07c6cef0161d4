"""What goes on in the house: who is here, which games are played, and what becomes of those who stay away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from kktui.engine.requests import Refusal
from kktui.host.chat import Chat, Said
from kktui.host.desk import Desk
from kktui.host.drafts import Drafts
from kktui.host.limits import Clock, Limits
from kktui.host.notify import Call, Notifier
from kktui.host.people import People, Person
from kktui.host.rooms import Absent, NotSo, Room, Rooms, Terms
from kktui.match import Keeper, Match
from kktui.match.delayed import LateMatch
from kktui.match.drafts import Draft
from kktui.store import Keeper as StoredKeeper
from kktui.store import Start, Store
from kktui.store.trouble import StoreTrouble

LOG = logging.getLogger("kktui.host")
STAND_IN = "soldier"
DRAW, BACK = "draw", "take back"
GLANCE = 1.0
"""Seconds between looks at who is missed."""


async def _stay(room: str) -> None:
    """Nothing to get up from."""


@dataclass(eq=False, slots=True)
class Guest:
    """Somebody in the house, as often as they have connected."""

    person: Person
    told: Callable[[], None]
    """Called when something in the house has changed."""
    heard: Callable[[str, Said], None]
    moved_out: Callable[[str], Awaitable[None]] = _stay
    """Called when the same person sits down at this room from elsewhere: to get up first."""
    room: str = ""
    since: float = 0.0


@dataclass(eq=False, slots=True)
class Table:
    """A game that is being played now: its match, and since when its players are away."""

    match: Match
    missed: dict[str, float] = field(default_factory=dict)
    """Since when a side that is waited for has nobody here."""
    absent: dict[str, float] = field(default_factory=dict)
    """Since when a side has nobody here, whether it is asked or not: only this is told to others."""
    stood_in: set[str] = field(default_factory=set)
    notified: dict[str, int] = field(default_factory=dict)
    """For each side, the length of the battle at which its player was last told."""
    late: LateMatch | None = None
    """The same for onlookers, when the terms have them wait."""
    waiting: frozenset[str] = frozenset()
    """The sides that were waited for at the last look."""
    offers: dict[str, str] = field(default_factory=dict)
    """What a side has offered: a draw, or to take back."""


class Hall:
    """The one authority over the games of a host. Everything here runs on the host's loop."""

    def __init__(self, folder: Path, limits: Limits, notifier: Notifier, clock: Clock = monotonic) -> None:
        store = Store(folder)
        self._desk = Desk(folder)
        self.people = People(store, self._desk)
        self.rooms = Rooms(store)
        self.chat = Chat(store, limits)
        self._drafts = Drafts(store)
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
            start = Start(room.terms.text, room.terms.ruleset, room.terms.house, seed, room.words())
            seats = room.seats()
            match = await asyncio.to_thread(Match, lambda: StoredKeeper.create(Store(self._folder), start, seats))
            self._tables[name] = Table(match)
            return self._changed(self.rooms.put(replace(room, game=match.id)))

    async def table(self, name: str) -> Table:
        """The game of a room, taken up again if nobody had it open."""
        async with self._lock(name):
            room = self.rooms[name]
            if not room.game:
                raise NotSo("that battle has not begun")
            if name not in self._tables:
                match = await asyncio.to_thread(Match, lambda: StoredKeeper.open(Store(self._folder), room.game))
                match.drafts = self._drafts.of(room.game)
                self._tables[name] = Table(match)
            return self._tables[name]

    def _lock(self, name: str) -> asyncio.Lock:
        return self._opening.setdefault(name, asyncio.Lock())

    async def sit(self, guest: Guest, name: str) -> tuple[Match, frozenset[str]]:
        """Sit down at a game: on one's own side, or to look on. Whoever sits there by the same key gets up."""
        table = await self.table(name)
        room = self.rooms[name]
        sides = room.sides_of(guest.person.key)
        if not sides and not room.terms.watching:
            raise NotSo("nobody may look on at this game")
        for other in self.guests:
            if sides and other is not guest and other.room == name and other.person.key == guest.person.key:
                other.room = ""
                await other.moved_out(name)
        guest.room = name
        for side in sides:
            table.missed.pop(side, None)
            await self._sit_back_down(table, side)
        self._tell()
        if not sides and room.terms.delay:
            table.late = table.late or LateMatch(table.match, room.terms.delay * 60, self._clock)
            return table.late, sides
        return table.match, sides

    def get_up(self, guest: Guest) -> None:
        """Leave a game; it goes on without, as its terms say."""
        guest.room = ""
        self._tell()

    def waits_for(self, room: Room, key: str) -> bool:
        """Whether somebody's decision is waited for, as far as the game is open."""
        table = self._tables.get(room.id)
        return table is not None and not room.over and bool(room.sides_of(key) & set(table.match.bulletin.pending))

    @property
    def open_games(self) -> int:
        """Games that are in memory now."""
        return len(self._tables)

    def offered(self, name: str) -> dict[str, str]:
        """What the sides of a game have offered."""
        return dict(self._tables[name].offers) if name in self._tables else {}

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
        table.offers.update(dict.fromkeys(own, what))
        players = [side for side, chair in self.rooms[name].chairs.items() if chair.key]
        self._tell()
        if any(table.offers.get(side) != what for side in players):
            return False
        asked = next(side for side in table.offers if table.offers[side] == what)
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
                try:
                    await self.look_after(name)
                except Exception:
                    LOG.exception("a game could not be looked after", extra={"game": name})
            try:
                await self.keep_drafts()
            except StoreTrouble as trouble:
                LOG.warning("what is half decided is not kept", extra={"why": str(trouble)})

    async def keep_drafts(self) -> None:
        """Write down what is half decided everywhere: with one writing a second at most, whoever types."""
        fresh = self._fresh_drafts()
        if any(fresh.values()):
            await self._desk.do(lambda store: Drafts(store).keep(fresh))

    def _fresh_drafts(self) -> dict[str, dict[str, Draft]]:
        return {table.match.id: table.match.fresh_drafts() for table in self._tables.values()}

    async def look_after(self, name: str) -> None:
        """Mark who is missed and do what the terms say of it; put away what is over and deserted."""
        table, room = self._tables[name], self.rooms[name]
        bulletin = table.match.bulletin
        if table.late is not None:
            table.late.release()
        if bulletin.over and not room.over:
            room = self._changed(self.rooms.put(replace(room, over=True)))
            self._drafts.drop(room.game)
        if room.over:
            self._put_away(name)
            return
        gone = [side for side, chair in room.chairs.items() if chair.key and not self._sits(chair.key, name)]
        table.absent = {side: table.absent.get(side, self._clock()) for side in gone}
        for side in bulletin.pending:
            await self._miss(table, room, side)
        if table.waiting != bulletin.pending.keys():
            table.waiting = frozenset(bulletin.pending)
            self._tell()

    async def _miss(self, table: Table, room: Room, side: str) -> None:
        chair = room.chairs[side]
        if self._sits(chair.key, room.id):
            table.missed.pop(side, None)
            return
        since = table.missed.setdefault(side, self._clock())
        bulletin = table.match.bulletin
        if chair.key and not self.here(chair.key) and table.notified.get(side) != bulletin.length:
            table.notified[side] = bulletin.length
            self._notifier.tell(Call(chair.name, chair.key, room.id, room.terms.title, bulletin.turn, "your-turn"))
        if self._clock() - since < room.terms.patience * 60:
            return
        if room.terms.absent is Absent.COMPUTER:
            await self._stand_in(table, side)
        elif room.terms.absent is Absent.HAND_OVER and chair.key:
            self.change(room.id, Room.opened, side)

    def _sits(self, key: str, name: str) -> bool:
        return any(guest.person.key == key and guest.room == name for guest in self._guests)

    async def _stand_in(self, table: Table, side: str) -> None:
        """A computer player answers until the player comes back."""
        table.stood_in.add(side)
        await asyncio.wrap_future(table.match.do(lambda keeper: keeper.stand_in(side, STAND_IN)))

    async def _sit_back_down(self, table: Table, side: str) -> None:
        if side in table.stood_in:
            table.stood_in.discard(side)
            await asyncio.wrap_future(table.match.do(lambda keeper: keeper.stand_aside(side)))

    def _put_away(self, name: str) -> None:
        if not any(guest.room == name for guest in self._guests):
            self._tables.pop(name).match.close()

    def close(self) -> None:
        """Put every game away, with what is half decided."""
        with suppress(StoreTrouble):
            self._drafts.keep(self._fresh_drafts())
        self._desk.close()
        for table in self._tables.values():
            table.match.close()
        self._tables.clear()


def _resign(side: str, keeper: Keeper) -> Refusal | None:
    return keeper.resign(side)
