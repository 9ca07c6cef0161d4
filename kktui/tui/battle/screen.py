"""The battle screen: the field, the question under it, and the panes beside it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on, work
from textual.binding import BindingType

from kktui.engine.requests import Refusal, Request
from kktui.engine.telling import name_of, refusal_words
from kktui.table.geometry import Point
from kktui.tui.asking import Answering, Question, mode_for
from kktui.tui.battle.base import News
from kktui.tui.battle.bindings import ANSWERING, LOOKING, PANES
from kktui.tui.battle.commands import BattleCommands
from kktui.tui.battle.following import LEFT, OVER, Following
from kktui.tui.battle.sides import SidePanes
from kktui.tui.battle.words import waiting_words
from kktui.tui.bridge import Bridge, come, come_if_ever
from kktui.tui.curtain import Curtain, Sure
from kktui.tui.panes.lines import Lines
from kktui.tui.show import Show
from kktui.words.places import middle_of

__all__ = ["LEFT", "OVER", "BattleScreen"]


class BattleScreen(Following):
    """A battle, from one chair. It ends with OVER when the battle is, with LEFT when somebody leaves it."""

    COMMANDS: ClassVar[Any] = {BattleCommands}
    BINDINGS: ClassVar[list[BindingType]] = [*ANSWERING, *LOOKING, *PANES]

    def on_mount(self) -> None:
        self.bridge = Bridge()
        self._worn = self._wearing()
        self.set_class(not self._worn[1], "-ascii")
        self.app.theme_changed_signal.subscribe(self, lambda _: self.call_later(self.on_screen_resume))
        self.stage = self.staged()
        self.field.pointing = self._pointed
        self.field.rescaled = self.changed
        self.stage.speed = self.speed
        self.show = Show(self.chair, self.stage, self.write_down, self._caught_up)
        self.call_after_refresh(self._open)

    def _wearing(self) -> tuple[str, bool]:
        """The theme, and whether glyphs beyond ASCII are shown."""
        return self.app.theme, bool(getattr(self.app, "unicode", True))

    def on_screen_resume(self) -> None:
        """Other colours or glyphs may have been chosen meanwhile."""
        super().on_screen_resume()
        if self.bridge is not None and self._wearing() != self._worn:
            self._worn = self._wearing()
            self.set_class(not self._worn[1], "-ascii")
            self.field.repaint()
            self._draw_anew()
            self.odds_for = ()
            self.changed()

    def _open(self) -> None:
        """Draw what has happened already, then follow what comes."""
        self.chair.catch_up()
        self._draw_anew()
        self._look_at_mine()
        self.follow()

    def _look_at_mine(self) -> None:
        """Bring one's own men into the middle of what is seen."""
        middle = middle_of(self.chair.state, self.mine())
        if middle is not None:
            self.field.look_at(middle)

    def _draw_anew(self) -> None:
        """Everything from the state alone."""
        self.field.elsewhere.clear()
        self.field.show(self.chair.state)
        self.panes.tell_all(self.ink)
        self.panes.write(self.ink)

    def on_unmount(self) -> None:
        self.chair.leave()

    # Following the battle.

    @on(News)
    def _news(self) -> None:
        if self.chair.rewound():
            self.drop_modes()
            self._draw_anew()
        self.follow()

    def _caught_up(self) -> None:
        if self.chair.behind > 0:
            self.take_in()
            return
        news, asked = self.chair.seat.bulletin, self.chair.asked
        if news.over and not self.over:
            self.end()
        elif asked is None:
            self.asked = None
            self.drop_modes()
        elif asked[1] is not self.asked:
            self._sit_down(*asked)
        self.changed()

    def _sit_down(self, side: str, request: Request) -> None:
        """Put a question. Between two players at one keyboard a curtain falls when either has a secret."""
        self.asked = request
        self.drop_modes()
        if isinstance(self.app.screen, Curtain):
            return
        if self.chair.curtain_before(side, request):
            self.app.push_screen(Curtain(name_of(self.chair.state, side)), lambda _: self._opened(side))
            return
        self._seat(side)
        self.put(mode_for(self.desk(), Question(request, self._hand_in), self._open_part))

    def _opened(self, side: str) -> None:
        """This player has opened the curtain: what is asked by now is put."""
        self._seat(side)
        if self.chair.asked is not None:
            self._sit_down(*self.chair.asked)

    def _seat(self, side: str) -> None:
        """Let this side sit down; it sees the battle with its own eyes from now on."""
        if side != self.chair.side:
            self.chair.sit(side)
            if self.chair.secretive:
                self._forget()
            self._draw_anew()

    def _forget(self) -> None:
        """Nothing of what the side before looked at or for is left to be seen."""
        self.rings_of, self.dangers = "", False
        self.panes.end_find()
        self._look_at_mine()

    def _open_part(self, question: Question, answer: Any) -> None:
        """One part of a plan on its own; its answer goes back to the plan."""

        def given(value: Any) -> None:
            self.drop()
            question.give(value)

        mode = mode_for(self.desk(), Question(question.request, given, question.whole, question.key), self._open_part)
        self.put(mode)
        mode.take(answer)

    # Answering.

    def _hand_in(self, answer: Any) -> None:
        self._give(answer)

    @work(exclusive=True, group="giving")
    async def _give(self, answer: Any) -> None:
        """Hand the answer in; a refusal names the rule and offers the nearest that is allowed."""
        asked = self.chair.asked
        if asked is None or asked[1] is not self.asked:
            return
        try:
            refused = await come(self.chair.seat.answer(*asked, answer))
        except Exception:
            self._stopped()
            return
        if refused is not None:
            self._refuse(refused)
            return
        self._done_with(asked[1])

    def _done_with(self, request: Request | None) -> None:
        """A question is settled; what is asked next may have been put already."""
        if self.asked is request:
            self.asked = None
            self.drop_modes()
        self.take_in()

    def _stopped(self) -> None:
        """Something went wrong at the table, where it is known and noted: nothing has happened, and that is told."""
        if self.chair.asked is not None:
            self.say(waiting_words(self.chair), "error")
        self.take_in()

    def _refuse(self, refused: Refusal) -> None:
        state, every = self.chair.state, self.match.setup.scenario.troops
        unseen = {recruit.id for troop in every for recruit in troop.recruits} | {troop.id for troop in every}
        words = refusal_words(state, refused, unseen - set(state.figures) - set(state.units))
        if refused.nearest is not None and isinstance(self.mode, Answering):
            self.mode.take(refused.nearest)
            self.say(f"Refused: {words}. This is the nearest that is allowed; confirm to take it.", "error")
        else:
            self.say(f"Refused: {words}.", "error")

    # What is pressed to answer; looking about and the panes have a module of their own.

    def action_cycle(self, step: int) -> None:
        if self.mode is not None:
            self.hush()
            self.mode.cycle(step)

    def action_confirm(self) -> None:
        if self.hurried("confirm"):
            return
        focused = self.focused.id if self.focused is not None else ""
        if focused in ("log", "roster"):
            self.open_row(focused)
        elif self.mode is not None:
            self.mode.enter()
        elif self.chair.seat.bulletin.trouble:
            self.chair.seat.retry()

    def action_go_on(self) -> None:
        if not self.hurried("go-on") and self.mode is not None:
            self.mode.space()

    def action_back(self) -> None:
        if self.skipped() or self.panes.end_find() or (self.mode is not None and self.mode.back()):
            return
        if len(self.modes) > 1 or (self.modes and not isinstance(self.mode, Answering)):
            self.drop()
        elif self.maximized is not None:
            self.action_maximise()
        else:
            if self.focused is not None and self.focused.id in ("log", "roster"):
                self.take_up()
            elif self.mode is not None:
                self.say(f"Nothing is open; {self.keys_shown()['undo']} takes your last choice back.", "")
            self.focus_mode()

    def action_command(self, name: str) -> None:
        if self.mode is not None:
            self.hush()
            self.mode.command(name)

    def action_advice(self) -> None:
        if isinstance(self.mode, Answering):
            self._advise(self.mode)

    @work(exclusive=True, group="advice")
    async def _advise(self, mode: Answering) -> None:
        found = await come_if_ever(self.thinker.advice(mode.request))
        if mode is not self.mode:
            return
        if found is None:
            self.say("Even a sensible captain is at a loss here.", "warning")
        else:
            mode.take(found)
            self.say("A sensible captain would do this; confirm to do it.", "success")

    @work(exclusive=True, group="giving")
    async def action_undo(self) -> None:
        if not self.chair.side:
            return
        asked = self.asked
        try:
            refused = await come(self.chair.seat.undo(self.chair.side))
        except Exception:
            self._stopped()
            return
        if refused is not None:
            self.say(f"Not taken back: {refusal_words(self.chair.state, refused)}.", "warning")
            return
        self._done_with(asked)

    @work(exclusive=True, group="leaving")
    async def action_resign(self) -> None:
        side = self.chair.side
        if not side:
            return
        if await self.app.push_screen_wait(Sure(f"Give the battle up for {name_of(self.chair.state, side)}?")):
            try:
                refused = await come(self.chair.seat.resign(side))
            except Exception:
                self._stopped()
                return
            if refused is not None:
                self.say(f"{refusal_words(self.chair.state, refused)}.", "warning")

    @work(exclusive=True, group="leaving")
    async def action_leave(self) -> None:
        if self.chair.seat.sides and not self.over and getattr(self.app, "confirms", True):
            question = "Leave the battle? It is saved, and can be resumed."
            if not await self.app.push_screen_wait(Sure(question)):
                return
        self.leave(OVER if self.over else LEFT)

    # Messages.

    def _pointed(self, at: Point, *, chosen: bool = False) -> None:
        if self.mode is not None:
            self.hush()
            self.mode.pointed(at, chosen=chosen)
            self.refresh_mode()

    @on(Lines.Highlighted, "#ask")
    def _highlighted(self, message: Lines.Highlighted) -> None:
        if self.mode is not None and message.key:
            self.hush()
            self.mode.highlight(message.key)

    @on(Lines.Chosen, "#ask")
    def _chosen(self, message: Lines.Chosen) -> None:
        if self.mode is not None:
            self.mode.enter()

    @on(SidePanes.Searched)
    def _searched(self) -> None:
        self.panes.log_pane.write(self.ink)
        self.changed()
