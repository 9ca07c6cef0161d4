"""The lobby line by line, for screen readers and terminals that can only print."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from kktui import plain
from kktui.files import Broken, Shelf, UnknownName
from kktui.host.chat import LOBBY, ONLOOKERS, Said, may_hear
from kktui.host.guest import Guest, stay
from kktui.host.hall import Hall
from kktui.host.offers import BACK, DRAW
from kktui.host.rooms import NotSo, Room, Terms
from kktui.host.threads import Said as Paper
from kktui.host.threads import TypedLines, apart
from kktui.host.tidings import Tidings
from kktui.host.visit import Visit
from kktui.host.wording import chair_words, rulings_words, terms_words
from kktui.match import Seat
from kktui.match.followed import SeatKeeper
from kktui.rules import PACKAGES
from kktui.store.offer import offer
from kktui.store.trouble import StoreTrouble
from kktui.text import clean

HELP = """\
  games                        those that wait for players, go on, or are over
  scenarios                    what can be played
  call SCENARIO [RULESET]      call a game; you get its first side
  join GAME [SIDE]             take a free side
  computer GAME SIDE           let the computer have a side of a game you called
  ready GAME [WORD]            you are ready; the word is added to the seed of the dice
  play GAME, watch GAME        sit down at it
  leave GAME, calloff GAME     before it has begun
  who, say TEXT, help, quit
At a game, beside its own commands:
  /say TEXT, /side TEXT        to all, to your own side
  /draw, /back                 offer a draw, ask to take back; the same from the others agrees
  /no, /resign, /who, /leave"""

ASIDES = "Also while others decide: /say TEXT, /draw, /back, /resign; /leave goes back to the lobby."
LOOKING_ON = "/say TEXT talks to the others, /leave goes back to the lobby."
ANSWERS = {DRAW: "/draw agrees, /no declines", BACK: "/back agrees, /no declines"}


class LineLobby:
    """One visitor in the lobby, by lines."""

    def __init__(self, hall: Hall, visit: Visit) -> None:
        self._hall = hall
        self._visit = visit
        self._person = visit.caller.person
        self._guest = Guest(self._person, self._told, self._hear)
        self._tidings: Tidings | None = None
        """Of the table they sit at."""
        self._waited: frozenset[str] = frozenset()
        self._leaving = False

    async def run(self) -> int:
        """Be here until the visitor leaves."""
        try:
            self._say(f"Welcome, {self._person.name}. Type help for the commands.")
            self._waited = self._turns()
            self.games("")
            self._hall.enter(self._guest)
            while not self._leaving:
                self._visit.write_text("lobby> ")
                line = await self._visit.typed.read()
                if line is None:
                    break
                await self._heed(line)
        finally:
            self._hall.leave(self._guest)
        self._say("Farewell.")
        return 0

    async def _heed(self, line: str) -> None:
        word, _, rest = clean(line, 500).strip().partition(" ")
        command = COMMANDS.get(word.lower())
        if not word:
            return
        if command is None:
            self._say(f"There is no command {word}; help lists them.")
            return
        if not rest.strip() and (wanted := WANTED.get(command)):
            self._say(f"No: say which: {word.lower()} {wanted}.")
            return
        try:
            done = command(self, rest.strip())
            if done is not None:
                await done
        except (NotSo, UnknownName, StoreTrouble) as refused:
            self._say(f"No: {refused}.")
        except Broken as broken:
            self._say(f"No: {str(broken).partition(chr(10))[0]}")

    def _say(self, text: str) -> None:
        self._visit.say(clean(text, 1000))

    def _turns(self) -> frozenset[str]:
        """The games that wait for this visitor."""
        key = self._person.key
        return frozenset(room.id for room in self._hall.rooms if self._hall.waits_for(room, key))

    def _told(self) -> None:
        """Something in the house has changed."""
        if self._tidings is not None:
            for each in self._tidings.fresh():
                self._say(f"{each}.")
        was, self._waited = self._waited, self._turns()
        for name in sorted(self._waited - was - {self._guest.room}):
            self._visit.ring()
            self._say(f"It is your turn at {name}, {self._hall.rooms[name].terms.title}: play {name}.")

    def _hear(self, room: str, said: Said) -> None:
        """Somebody said something where this visitor is."""
        own = self._side(room) if room else ""
        if room == self._guest.room and may_hear(said, own) and said.person != self._person:
            to = " (to your side)" if said.side else ""
            self._say(f"{said.person.name}{to}: {said.text}")

    def _side(self, room: str) -> str:
        return next(iter(sorted(self._hall.rooms[room].sides_of(self._person.key))), ONLOOKERS)

    # The lobby.

    def help(self, rest: str) -> None:
        self._visit.say(HELP)

    def games(self, rest: str) -> None:
        rooms = list(self._hall.rooms)
        for stage in ("waiting", "running", "finished"):
            for room in [room for room in rooms if room.stage == stage][-20:]:
                turn = self._hall.waits_for(room, self._person.key)
                self._say(f"  {room.id}: {'your turn' if turn else stage}. {_described(room)}")
        if not rooms:
            self._say("No games yet: call SCENARIO begins one; scenarios lists what there is.")

    def scenarios(self, rest: str) -> None:
        for name, title, _ in Shelf().scenarios():
            self._say(f"  {name}: {title}")
        self._say(f"Rulesets: {', '.join(PACKAGES)}")

    def call(self, rest: str) -> None:
        name, _, rules = rest.partition(" ")
        fight = offer(_served(name))
        if rules.strip() and rules.strip() not in PACKAGES:
            raise NotSo(f"there is no ruleset {rules.strip()}; there is {', '.join(PACKAGES)}")
        ruleset = rules.strip() or fight.ruleset
        terms = Terms(fight.scenario.id, fight.text, fight.scenario.title, ruleset)
        room = self._hall.call(self._person, terms, fight.sides)
        room = self._hall.change(room.id, Room.seated, self._person, fight.sides[0])
        self._say(f"Game {room.id} is called: {_described(room)}")
        self._say(f"Fingerprint of its dice: {room.commitment}")

    def join(self, rest: str) -> None:
        name, _, side = rest.partition(" ")
        room = self._hall.rooms[name]
        free = [side for side, chair in room.chairs.items() if chair.free]
        if not free:
            raise NotSo("no side is free")
        room = self._hall.change(name, Room.seated, self._person, side.strip() or free[0])
        self._say(f"You have joined. {_described(room)} Fingerprint of its dice: {room.commitment}")
        self._say(f"When you are ready: ready {name} WORD")

    async def computer(self, rest: str) -> None:
        name, _, side = rest.partition(" ")
        room = self._hall.change(name, Room.computed, self._person, side.strip(), "soldier")
        self._say(_described(room))
        await self._begin(room)

    async def _begin(self, room: Room) -> None:
        """Begin the battle if nobody is missing."""
        if room.complete:
            await self._hall.begin(room.id)
            way = "play" if room.sides_of(self._person.key) else "watch"
            self._say(f"The battle has begun: {way} {room.id}")

    async def ready(self, rest: str) -> None:
        name, _, word = rest.partition(" ")
        room = self._hall.rooms[name]
        if not room.sides_of(self._person.key):
            raise NotSo("you have no side there")
        for side in sorted(room.sides_of(self._person.key)):
            room = self._hall.change(name, Room.given_word, self._person, side, word)
        if not room.complete:
            self._say("Noted; it begins when everybody is ready.")
        await self._begin(room)

    def leave(self, rest: str) -> None:
        for side in self._hall.rooms[rest].sides_of(self._person.key):
            self._hall.change(rest, Room.left, self._person, side)
        self._say("You have left it.")

    def calloff(self, rest: str) -> None:
        self._hall.call_off(self._person, rest)
        self._say("It is called off.")

    def who(self, rest: str) -> None:
        for guest in self._hall.guests:
            at = f", at {guest.room}" if guest.room else ""
            self._say(f"  {guest.person.name} {guest.person.mark}{at}")

    def say(self, rest: str) -> None:
        self._hall.chat.say(self._person, rest, LOBBY)

    def quit(self, rest: str) -> None:
        self._leaving = True

    # At a game.

    async def play(self, rest: str) -> None:
        if not self._hall.rooms[rest].sides_of(self._person.key):
            raise NotSo(f"you have no side there; watch {rest} lets you look on")
        await self._sit(rest)

    async def watch(self, rest: str) -> None:
        await self._sit(rest)

    async def _sit(self, name: str) -> None:
        match, sides = await self._hall.sit(self._guest, name)
        lines = TypedLines()
        seat = match.join(sides, lambda: None)
        self._guest.moved_out = partial(self._moved, seat, lines)
        self._tidings = Tidings(self._hall, name, sides, ANSWERS)
        try:
            self._told()
            keeper = await apart(lambda: SeatKeeper(seat, lambda: lines.put("")))
            await self._at(name, keeper, lines, plain.Options(resume=f"play {name}", notes=seat))
        finally:
            seat.leave()
            self._tidings = None
            self._guest.moved_out = stay
            self._hall.get_up(self._guest)

    async def _at(self, name: str, keeper: SeatKeeper, lines: TypedLines, options: plain.Options) -> None:
        """Play or look on until the battle is over or left."""
        self._guest.moved_out = partial(self._moved, keeper, lines)
        typing = asyncio.create_task(self._pass_on(name, lines, keeper))
        try:
            if self._guest.room == name:
                self._say(ASIDES if keeper.sides else LOOKING_ON)
                paper = Paper(self._visit.write_text)
                await apart(partial(_played, keeper, lines, paper, options))
        finally:
            typing.cancel()
            with suppress(asyncio.CancelledError):
                await typing
            keeper.close()

    async def _moved(self, place: Seat | SeatKeeper, lines: TypedLines, room: str) -> None:
        self._tidings = None
        self._say("You have sat down at this game from elsewhere.")
        if isinstance(place, SeatKeeper):
            place.close()
        else:
            place.leave()
        lines.end()

    async def _pass_on(self, name: str, lines: TypedLines, keeper: SeatKeeper) -> None:
        """What is typed goes to the game, but for what is meant for the others."""
        while (line := await self._visit.typed.read()) is not None:
            if not line.startswith("/"):
                lines.put(line)
                continue
            try:
                await self._aside(name, line, lines, keeper)
            except (NotSo, StoreTrouble) as refused:
                self._say(f"No: {refused}.")
        self._leaving = True
        lines.end()
        keeper.close()

    async def _aside(self, name: str, line: str, lines: TypedLines, keeper: SeatKeeper) -> None:
        word, _, rest = line[1:].partition(" ")
        if word == "say":
            self._hall.chat.say(self._person, rest, name)
        elif word == "side":
            self._hall.chat.say(self._person, rest, name, self._side(name))
        elif word == "who":
            self.who("")
        elif word in ("draw", "back"):
            agreed = await self._hall.offer(self._guest, name, DRAW if word == "draw" else BACK)
            self._say("Agreed." if agreed else "Offered.")
        elif word == "no":
            self._hall.decline(self._guest, name)
        elif word == "resign":
            await self._hall.resign(self._guest, name)
        elif word == "leave":
            lines.end()
            keeper.close()
        else:
            raise NotSo("at a game there are /say /side /who /draw /back /no /resign /leave")


def _played(keeper: SeatKeeper, lines: TypedLines, paper: Paper, options: plain.Options) -> None:
    """The game itself, on a thread of its own."""
    if keeper.sides:
        plain.play(keeper, keeper.sides, lines, paper, options)  # type: ignore[arg-type]
    else:
        plain.watch(keeper, paper)  # type: ignore[arg-type]


def _described(room: Room) -> str:
    """A room in a sentence."""
    rulings = "".join(f" {each}." for each in rulings_words(room.terms))
    settled = "".join(f" {each}." for each in terms_words(room)) if not room.game else ""
    return f"{room.terms.title}, {room.terms.ruleset}: {', '.join(chair_words(room))}.{rulings}{settled}"


def _served(name: str) -> str:
    """Only scenarios of the served folders, by their id: no visitor names a file."""
    if name not in {known for known, _, _ in Shelf().scenarios()}:
        raise NotSo(f"there is no scenario {clean(name, 40)}; scenarios lists them")
    return name


Command = Callable[[LineLobby, str], Awaitable[None] | None]
COMMANDS: dict[str, Command] = {
    "help": LineLobby.help,
    "?": LineLobby.help,
    "games": LineLobby.games,
    "scenarios": LineLobby.scenarios,
    "call": LineLobby.call,
    "join": LineLobby.join,
    "computer": LineLobby.computer,
    "ready": LineLobby.ready,
    "leave": LineLobby.leave,
    "calloff": LineLobby.calloff,
    "who": LineLobby.who,
    "say": LineLobby.say,
    "play": LineLobby.play,
    "watch": LineLobby.watch,
    "quit": LineLobby.quit,
    "exit": LineLobby.quit,
}
GAME = "GAME; games lists them"
WANTED: dict[Command, str] = {
    LineLobby.call: "SCENARIO; scenarios lists them",
    **dict.fromkeys((LineLobby.join, LineLobby.computer, LineLobby.ready, LineLobby.leave), GAME),
    **dict.fromkeys((LineLobby.calloff, LineLobby.play, LineLobby.watch), GAME),
}
"""What a command cannot do without."""
