"""The battle screen at a host's table: the same, and talk, offers, and who is away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from kktui.host.chat import ONLOOKERS, Said, may_hear
from kktui.host.guest import Guest
from kktui.host.hall import Hall
from kktui.host.offers import BACK, DRAW
from kktui.host.painter import Painter
from kktui.host.rooms import NotSo
from kktui.host.tidings import Tidings
from kktui.match import Match
from kktui.store.trouble import StoreTrouble
from kktui.text import clean
from kktui.tui.asking import Answering, Mode
from kktui.tui.battle import BattleScreen
from kktui.tui.battle.bindings import keys_of
from kktui.tui.curtain import Sure
from kktui.tui.field import Field
from kktui.tui.parts import Heading, lines, one_line, plain
from kktui.tui.picker import PickerScreen
from kktui.tui.stage import Stage

SHOWN = 14
RESIGN, NOTHING = "resign", "nothing"


class TalkScreen(ModalScreen[None]):
    """What was said at this game, and a line to say more."""

    DEFAULT_CSS = """
    TalkScreen { align: center bottom; }
    TalkScreen #box { width: 100%; max-width: 100; height: auto; border: round $primary; background: $surface;
                      padding: 0 1; }
    TalkScreen #said { height: auto; max-height: 14; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", id="talk.back")]

    def __init__(self, hall: Hall, guest: Guest, room: str, side: str, *, to_side: bool) -> None:
        super().__init__()
        self._hall, self._guest, self._room, self._side, self._to_side = hall, guest, room, side, to_side

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Heading(plain("To your own side" if self._to_side else "To all at this table"))
            yield Static(id="said")
            yield Input(max_length=self._hall.limits.said, placeholder="Enter sends, Escape goes back", compact=True)

    def on_mount(self) -> None:
        self.heard()
        self.query_one(Input).focus()

    def heard(self) -> None:
        """Show what was said, the newest last."""
        tail = self._hall.chat.lines(self._room, self._side)[-SHOWN:]
        self.query_one("#said", Static).update(lines([one_line(said_words(each)) for each in tail]))

    @on(Input.Submitted)
    def _say(self, event: Input.Submitted) -> None:
        try:
            self._hall.chat.say(self._guest.person, event.value, self._room, self._side if self._to_side else "")
        except (NotSo, StoreTrouble) as refused:
            self.notify(clean(str(refused)), severity="warning", markup=False)
            return
        self.dismiss()

    def action_leave(self) -> None:
        self.dismiss()


class SharedStage(Stage):
    """Acts scenes out while the host has time for it."""

    def __init__(self, on: Field, painter: Painter) -> None:
        super().__init__(on)
        self._painter = painter

    @property
    def wanted(self) -> bool:
        return super().wanted and self._painter.calm


class HostedBattle(BattleScreen):
    """A battle at a host's table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "talk", "Talk to all; while you measure, an arc", id="hosted.talk"),
        Binding("T", "whisper", "Talk to your own side", show=False, id="hosted.whisper"),
        Binding("D", "deal", "Offer or accept a draw, take back, resign", id="hosted.deal"),
    ]

    def __init__(self, hall: Hall, guest: Guest, painter: Painter, match: Match, sides: Iterable[str]) -> None:
        speed = "normal" if sides else "fast"
        super().__init__(match, sides, speed=speed)
        self._hall = hall
        self._guest = guest
        self._painter = painter
        self._room = guest.room
        self._tidings = Tidings(hall, guest.room, frozenset(sides), dict.fromkeys((DRAW, BACK), "D answers"))

    @property
    def _side(self) -> str:
        return next(iter(sorted(self.chair.seat.sides)), ONLOOKERS)

    def staged(self) -> Stage:
        return SharedStage(self.field, self._painter)

    def ring(self) -> None:
        """What others did waits for its turn."""
        self._painter.ask(self, lambda: super(HostedBattle, self).ring())

    # What the house tells.

    def on_mount(self) -> None:
        self.call_after_refresh(self.told)

    def told(self) -> None:
        """Somebody has come, gone, or offered something."""
        if self.is_mounted:
            for each in self._tidings.fresh():
                self._toast(each)

    def heard(self, said: Said) -> None:
        """Somebody has said something at this table."""
        if self.is_mounted and may_hear(said, self._side) and said.person != self._guest.person:
            self._toast(said_words(said))
        if isinstance(self.app.screen, TalkScreen):
            self.app.screen.heard()

    def _toast(self, words: str) -> None:
        self.notify(clean(words), markup=False, timeout=8)

    def put(self, mode: Mode) -> None:
        fresh = not self.modes and isinstance(mode, Answering) and self.asked is not None
        halves = self.chair.seat.noted(self.chair.side, self.asked) if fresh and self.asked is not None else None
        super().put(mode)
        if len(self.modes) == 1 and not self.app.app_focus:
            self.app.bell()
        if halves:
            self._resume(mode, halves)

    # What is half decided is there again for whoever comes back.

    def _resume(self, mode: Mode, halves: list[Any]) -> None:
        """Take up a decision where it was left: the question, and the part of it that was open."""
        mode.resume(halves[0])
        if len(halves) > 1:
            mode.enter()
            assert self.mode is not None
            self.mode.resume(halves[1])

    def refresh_mode(self) -> None:
        super().refresh_mode()
        answering = [mode for mode in self.modes if isinstance(mode, Answering)]
        if answering and self.asked is not None and answering[0].request is self.asked:
            self.chair.seat.note(self.chair.side, self.asked, [mode.half() for mode in answering])

    # What visitors do.

    def keys_shown(self) -> dict[str, str]:
        keymap = getattr(self.app, "keymap_in_use", {})
        mine = {str(getattr(each, "id", "")).partition(".")[2]: keys_of(each, keymap)[0] for each in self.BINDINGS}
        return super().keys_shown() | mine

    def usual(self) -> Mapping[str, str]:
        deal = {"deal": "deal"} if self._may_deal else {}
        return {"talk": "talk", **deal, **super().usual()}

    @property
    def _may_deal(self) -> bool:
        seat = self.chair.seat
        return bool(seat.sides) and not seat.bulletin.over

    def key_places(self) -> tuple[tuple[str, Sequence[BindingType]], ...]:
        return ("With the others", self.BINDINGS), *super().key_places()

    def action_talk(self) -> None:
        if self.mode is not None and "arc" in dict(self.mode.keys):
            self.action_command("arc")
            return
        self.app.push_screen(TalkScreen(self._hall, self._guest, self._room, self._side, to_side=False))

    def action_whisper(self) -> None:
        self.app.push_screen(TalkScreen(self._hall, self._guest, self._room, self._side, to_side=True))

    @work(exclusive=True, group="dealing")
    async def action_deal(self) -> None:
        """Offer, agree, decline, or give up."""
        if not self._may_deal:
            self._toast("Only those who play a battle that goes on may offer something")
            return
        offered = {what for side, what in self._hall.offered(self._room).items() if side not in self.chair.seat.sides}
        few = [
            (DRAW, "agree on a draw" if DRAW in offered else "offer a draw"),
            (BACK, "let the last choice be taken back" if BACK in offered else "ask to take back your last choice"),
            *([("no", "decline what is offered")] if offered else []),
            (RESIGN, "resign"),
            (NOTHING, "nothing"),
        ]
        wish = await self.app.push_screen_wait(PickerScreen("With the others at this table", few))
        try:
            await self._deal(wish)
        except (NotSo, StoreTrouble) as refused:
            self._toast(str(refused))

    async def _deal(self, wish: str | None) -> None:
        if wish in (DRAW, BACK):
            agreed = await self._hall.offer(self._guest, self._room, wish)
            self._toast("Agreed" if agreed else "Offered; the others are asked")
        elif wish == "no":
            self._hall.decline(self._guest, self._room)
        elif wish == RESIGN and await self.app.push_screen_wait(Sure("Give the battle up?")):
            await self._hall.resign(self._guest, self._room)


def said_words(said: Said) -> str:
    """A line of chat."""
    return f"{said.person.name}{' (to your side)' if said.side else ''}: {said.text}"
