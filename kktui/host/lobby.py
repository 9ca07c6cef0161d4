"""The lobby on the screen: the games, who is here, and what is said."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input
from textual.widgets.option_list import Option

from kktui.host.calling import ME, OPEN, Called, CallScreen, TermsScreen, WordScreen
from kktui.host.chat import LOBBY, Said
from kktui.host.guest import Guest
from kktui.host.hall import Hall
from kktui.host.keysline import KeysLine
from kktui.host.rooms import NotSo, Room
from kktui.host.slate import Slate, Tail
from kktui.host.wording import chair_words, described
from kktui.store.offer import levels
from kktui.store.trouble import StoreTrouble
from kktui.tui.parts import Menu, one_line, plain
from kktui.tui.picker import PickerScreen
from kktui.tui.tight import TightCompositor

LOOK = ""
"""Instead of a side: to look on."""
STAGES = ("running", "waiting", "finished")
SHOWN = 12
"""Lines of chat on the screen."""
LISTED = 60
"""Games in the list."""

Enter = Callable[[str], Awaitable[None]]


class LobbyScreen(Screen[None]):
    """Where visitors meet."""

    DEFAULT_CSS = """
    LobbyScreen #games { width: 1fr; height: 1fr; border: none; background: $surface; text-wrap: nowrap;
                         text-overflow: ellipsis; }
    LobbyScreen #side { width: 38; height: 1fr; padding: 0 1; background: $panel; }
    LobbyScreen.-wide #side { width: 60; }
    LobbyScreen #about { height: auto; margin: 0 0 1 0; }
    LobbyScreen #who { height: 1fr; }
    LobbyScreen #talk { height: auto; }
    LobbyScreen #said { height: 6; padding: 0 1; background: $background; }
    LobbyScreen.-tall #said { height: 12; }
    LobbyScreen #say { height: 1; border: none; padding: 0 1; background: $background; }
    LobbyScreen #say:focus { background: $panel; }
    LobbyScreen #head { height: 1; background: $panel; padding: 0 1; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (36, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "call", "New game", id="lobby.new"),
        Binding("c", "computer", "Computer joins", id="lobby.computer"),
        Binding("g", "give_up", "Give up the side", id="lobby.give-up"),
        Binding("d", "call_off", "Call off", id="lobby.call-off"),
        Binding("slash,t", "talk", "Talk", id="lobby.talk"),
        Binding("escape", "be_silent", "Back", show=False, id="lobby.back"),
        Binding("o", "app.options", "Options", show=False, id="lobby.options"),
        Binding("f1", "app.rules", "Rules", show=False, id="lobby.rules"),
        Binding("p", "app.operate", "Operator", show=False, id="lobby.operator"),
        Binding("q", "leave", "Leave", id="lobby.quit"),
    ]

    def __init__(self, hall: Hall, guest: Guest, enter: Enter) -> None:
        super().__init__()
        self._compositor = TightCompositor()
        self._hall = hall
        self._guest = guest
        self._enter = enter
        self._open = False
        self._listed: list[tuple[str, str, str]] = []
        self._waited: frozenset[str] = frozenset()

    def compose(self) -> ComposeResult:
        yield Slate(id="head")
        with Horizontal():
            yield Menu(id="games")
            with Vertical(id="side"):
                yield Slate(id="about")
                yield Slate(id="who")
        with Vertical(id="talk"):
            yield Tail(id="said")
            yield Input(placeholder="/ to talk, Enter to send, Escape to come back", id="say", max_length=200)
        yield KeysLine()

    def on_mount(self) -> None:
        self.query_one("#games").focus()
        self._tell_talk()

    def on_screen_resume(self) -> None:
        self.told()

    def open(self) -> None:
        """Everything has its place: paint."""
        self._open = True
        self.refresh()

    def _compositor_refresh(self) -> None:
        """Textual would paint half a dozen pictures before the first that is right; each costs as much."""
        if self._open:
            super()._compositor_refresh()

    # What is shown.

    def told(self) -> None:
        """Something in the house has changed. Only what differs is painted: in a full house this is told often."""
        if not self.is_mounted:
            return
        self._tell_games()
        self._tell_chosen()
        self._tell_who()
        self._ring()

    def _tell_games(self) -> None:
        rooms = self._rooms()
        listed = [(room.id, *self._line(room)) for room in rooms]
        if listed == self._listed:
            return
        menu, chosen, self._listed = self.query_one("#games", Menu), self._chosen, listed
        menu.clear_options()
        menu.add_options(Option(one_line(words, style=style), id=name) for name, words, style in listed)
        if rooms:
            places = [room.id for room in rooms]
            menu.highlighted = places.index(chosen.id) if chosen and chosen.id in places else 0

    def _rooms(self) -> list[Room]:
        """Those that wait for this visitor first, then other games of theirs, then the rest, the newest first."""
        key = self._guest.person.key
        rooms = sorted(self._hall.rooms, key=lambda room: room.called, reverse=True)

        def rank(room: Room) -> tuple[bool, bool, int]:
            mine = bool(room.sides_of(key)) and not room.over
            return not self._hall.waits_for(room, key), not mine, STAGES.index(room.stage)

        return sorted(rooms, key=rank)[:LISTED]

    def _line(self, room: Room) -> tuple[str, str]:
        """What the list says of a room, and in which style."""
        mine = bool(room.sides_of(self._guest.person.key))
        turn = self._hall.waits_for(room, self._guest.person.key)
        mark = "» " if turn else "* " if mine else "  "
        style = "bold $accent" if turn else "bold" if mine else "$foreground 60%" if room.over else ""
        state = "your turn" if turn else room.stage
        return f"{mark}{state:10}{room.terms.title}  ({', '.join(chair_words(room))})", style

    @property
    def _chosen(self) -> Room | None:
        menu = self.query_one("#games", Menu)
        if menu.highlighted is None or not menu.option_count:
            return None
        name = str(menu.get_option_at_index(menu.highlighted).id)
        return next((room for room in self._hall.rooms if room.id == name), None)

    @on(Menu.OptionHighlighted, "#games")
    def _tell_chosen(self) -> None:
        room = self._chosen
        if room is None:
            calling = "" if self._guest.person.is_guest else " Press n to call one."
            words = [plain(f"No games yet.{calling}")]
        else:
            words = [
                plain(room.terms.title, "bold $primary"),
                *map(plain, described(self._hall, room)),
                plain(f"Enter: {self._next(room)}", "bold"),
            ]
        self.query_one("#about", Slate).show(words)

    def _next(self, room: Room) -> str:
        """What Enter does with a room."""
        mine = room.sides_of(self._guest.person.key)
        if room.over:
            return "see how it ended"
        if room.game:
            return "play" if mine else "take a side, or look on" if self._may_take(room) else "look on"
        if mine and all(room.chairs[side].ready for side in mine):
            return "another word for the dice; the others are waited for"
        return "say that you are ready" if mine else "take a side"

    def _may_take(self, room: Room) -> bool:
        """Whether a side is free in a battle that goes on, and this visitor has none."""
        person = self._guest.person
        free = any(chair.free for chair in room.chairs.values())
        return bool(room.game) and not room.over and free and not person.is_guest and not room.sides_of(person.key)

    @on(Resize)
    def _tell_who(self) -> None:
        """Who is here, as far as there is room for them."""
        guests, who = self._hall.guests, self.query_one("#who", Slate)
        room = max(1, who.size.height - 1)
        shown = guests if len(guests) <= room else guests[: room - 1]
        people = [
            one_line(f"{guest.person.name} {guest.person.mark}{f', at {guest.room}' if guest.room else ''}")
            for guest in shown
        ]
        more = [one_line(f"and {len(guests) - len(shown)} more")] if len(shown) < len(guests) else []
        who.show([one_line("Here now", style="bold $primary"), *people, *more])
        here = f"{len(guests)} here" if len(guests) != 1 else "you are alone here"
        self.query_one("#head", Slate).show([one_line(f"kktui · {self._guest.person.name} · {here}")])

    def _ring(self) -> None:
        """The bell, once for each game that has come to wait for this visitor."""
        key = self._guest.person.key
        waited = frozenset(room.id for room in self._hall.rooms if self._hall.waits_for(room, key))
        if waited - self._waited:
            self.app.bell()
        self._waited = waited

    def heard(self, said: Said | None = None) -> None:
        """Somebody has said something here."""
        if self.is_mounted:
            self._tell_talk()

    def _tell_talk(self) -> None:
        tail = self._hall.chat.lines(LOBBY, "")[-SHOWN:]
        words = [one_line(f"{each.at[11:16]} {each.person.name}: {each.text}") for each in tail]
        self.query_one("#said", Tail).show(words)

    # What visitors do.

    @on(Menu.OptionSelected, "#games")
    def _choose(self) -> None:
        room = self._chosen
        if room is None:
            return
        if self._may_take(room):
            self._take_over(room)
        elif room.game:
            self._go(room.id)
        elif room.sides_of(self._guest.person.key):
            self._ready()
        else:
            self._join()

    @work(exclusive=True, group="go")
    async def _go(self, name: str) -> None:
        await self._go_in(name)

    async def _go_in(self, name: str) -> None:
        try:
            await self._enter(name)
        except (NotSo, StoreTrouble) as refused:
            self._refuse(refused)

    @work(exclusive=True, group="go")
    async def _take_over(self, room: Room) -> None:
        """A side of a battle that goes on is free: take it, or look on."""
        free = [(side, f"play {side}") for side, chair in room.chairs.items() if chair.free]
        chosen = await self.app.push_screen_wait(PickerScreen("A side is free", [*free, (LOOK, "look on")]))
        if chosen is None or (chosen != LOOK and not self._do(room.id, Room.seated, self._guest.person, chosen)):
            return
        await self._go_in(room.id)

    @work(exclusive=True, group="ways")
    async def action_call(self) -> None:
        if self._guest.person.is_guest:
            self._refuse(NotSo("guests only look on; come with an ssh key to play"))
            return
        chosen = await self.app.push_screen_wait(CallScreen(house={}))
        if chosen is None:
            return
        called = await self.app.push_screen_wait(TermsScreen(chosen.battle))
        if called is None:
            return
        try:
            room = self._call(called)
        except (NotSo, StoreTrouble) as refused:
            self._refuse(refused)
        else:
            self._point_at(room)
            await self._begin(room)

    def _point_at(self, name: str) -> None:
        """Choose a game in the list."""
        self.told()
        places = [room for room, *_ in self._listed]
        if name in places:
            self.query_one("#games", Menu).highlighted = places.index(name)

    def _call(self, called: Called) -> str:
        room = self._hall.call(self._guest.person, called.terms, list(called.chairs))
        for side, who in called.chairs.items():
            if who == ME:
                self._do(room.id, Room.seated, self._guest.person, side)
            elif who != OPEN:
                self._do(room.id, Room.computed, self._guest.person, side, who)
        return room.id

    async def _begin(self, name: str) -> None:
        """Begin the battle, and go there, if nobody is missing."""
        try:
            if self._hall.rooms[name].complete:
                await self._hall.begin(name)
                await self._enter(name)
        except (NotSo, StoreTrouble) as refused:
            self._refuse(refused)

    @work(exclusive=True, group="ways")
    async def _join(self) -> None:
        room = self._chosen
        if room is None:
            return
        free = [side for side, chair in room.chairs.items() if chair.free]
        if not free:
            self._refuse(NotSo("no side is free"))
            return
        side: str | None = free[0]
        if len(free) > 1:
            side = await self.app.push_screen_wait(PickerScreen("Which side?", [(each, each) for each in free]))
        if side is not None:
            self._do(room.id, Room.seated, self._guest.person, side)

    @work(exclusive=True, group="ways")
    async def _ready(self) -> None:
        room = self._chosen
        sides = sorted(room.sides_of(self._guest.person.key)) if room is not None else []
        if room is None or room.game or not sides:
            self._refuse(NotSo("you have no side in a game that waits"))
            return
        word = await self.app.push_screen_wait(WordScreen(room.commitment))
        if word is None:
            return
        done = [self._do(room.id, Room.given_word, self._guest.person, side, word) for side in sides]
        if all(done):
            await self._begin(room.id)

    @work(exclusive=True, group="ways")
    async def action_computer(self) -> None:
        room = self._chosen
        free = [side for side, chair in room.chairs.items() if chair.free] if room else []
        if room is None or not free:
            return
        if self._do(room.id, Room.computed, self._guest.person, free[0], levels()[0]):
            await self._begin(room.id)

    def action_give_up(self) -> None:
        room = self._chosen
        if room is not None:
            for side in room.sides_of(self._guest.person.key):
                self._do(room.id, Room.left, self._guest.person, side)

    def action_call_off(self) -> None:
        room = self._chosen
        if room is not None:
            try:
                self._hall.call_off(self._guest.person, room.id)
            except (NotSo, StoreTrouble) as refused:
                self._refuse(refused)

    def _do(self, name: str, how: Callable[..., Room], *facts: object) -> bool:
        """Do something with a room; whether it is done."""
        try:
            self._hall.change(name, how, *facts)
        except (NotSo, StoreTrouble) as refused:
            self._refuse(refused)
            return False
        return True

    def _refuse(self, refused: Exception) -> None:
        self.notify(plain(str(refused)).plain, severity="warning", markup=False)

    # Talking.

    def action_talk(self) -> None:
        self.query_one("#say").focus()

    def action_be_silent(self) -> None:
        self.query_one("#games").focus()

    @on(Input.Submitted, "#say")
    def _say(self, event: Input.Submitted) -> None:
        try:
            self._hall.chat.say(self._guest.person, event.value)
        except (NotSo, StoreTrouble) as refused:
            self._refuse(refused)
            return
        event.input.value = ""

    def action_leave(self) -> None:
        self.app.exit()
