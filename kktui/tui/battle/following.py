"""Following what others do: held, let go on, hurried or skipped; and the moment in which a battle is over."""

from __future__ import annotations

from typing import Any

from textual import work
from textual.await_complete import AwaitComplete

from kktui.engine.events import Event
from kktui.tui.battle.glance import Glancing
from kktui.tui.panes.lines import Row, row
from kktui.tui.show import Show
from kktui.tui.stage import SPEEDS, Stage
from kktui.words import ending

OVER, LEFT = "over", "left"
"""How a battle screen ends."""
LINGER = 2.5
"""Seconds for which the last blow is seen before the battle is looked back on."""
NEWEST = 2
"""Lines of what happened last that stand where a question would."""


class Following(Glancing):
    """The part of the battle screen that follows what happens while nothing is asked."""

    show: Show
    over = False
    """The battle is over, and has been said to be."""
    _ended = ""
    """How this screen has ended, if it has."""
    _lingered = False

    def staged(self) -> Stage:
        """Where events are acted out."""
        return Stage(self.field)

    @work(exclusive=False)
    async def follow(self) -> None:
        await self.show.run()

    def write_down(self, events: list[Event]) -> None:
        """What has happened goes to the log and the panes."""
        if events:
            self.panes.tell(self.chair.state, events, self.ink)
            self.field.show(self.chair.state)
            self.panes.write(self.ink)
            self.write_head()
            self.changed()

    # Holding, hurrying, skipping.

    @property
    def _acted_out(self) -> bool:
        """Whether something is being acted out."""
        return self.show.running and self.stage.wanted

    @property
    def _stands_still(self) -> bool:
        """Whether it takes somebody elsewhere for the battle to go on."""
        seat = self.chair.seat
        return not self.chair.behind and bool(seat.waiting_for or seat.bulletin.trouble)

    @property
    def _looks_on(self) -> bool:
        """Whether somebody sees a battle go by in which he has nothing to say."""
        return not self.chair.seat.sides and not self._stands_still

    def skipped(self) -> bool:
        """Whether something was being acted out: it is shown as done instead."""
        if self.stage.held or not self._acted_out:
            return False
        self.stage.skip()
        return True

    def hurried(self, key: str) -> bool:
        """Whether a key that answers has been about what is acted out, because nothing is asked."""
        if self.over and self.mode is None:
            self._look_back()
        elif self.stage.held and self.mode is None:
            self._let_go(one=key == "confirm")
        elif key == "go-on" and self._looks_on and self.mode is None:
            self.action_hold()
        else:
            return self.skipped()
        return True

    def action_hold(self) -> None:
        """Hold what happens, or let it go on."""
        if self.stage.held:
            self._let_go(one=False)
        else:
            self.stage.hold()
            self.changed()

    def _let_go(self, *, one: bool) -> None:
        if one:
            self.stage.step()
        else:
            self.stage.go_on()
        self.changed()

    def action_speed(self) -> None:
        """The next speed at which events are acted out."""
        names = list(SPEEDS)
        chosen = names[(names.index(self._pace()) + 1) % len(names)]
        self.stage.speed = SPEEDS[chosen]
        if self.mode is not None:
            self.say(f"Events are acted out: {chosen}.", "")
        self.changed()

    def _pace(self) -> str:
        return min(SPEEDS, key=lambda name: abs(SPEEDS[name] - self.stage.speed))

    # What is said meanwhile.

    def idle_keys(self) -> dict[str, str]:
        speed = {"speed": f"speed: {self._pace()}"}
        if self.over:
            return {"confirm": "look back"}
        if self.stage.held:
            return {"go-on": "go on", "confirm": "next event", **speed}
        if self._looks_on:
            return {"go-on": "hold", "confirm": "skip", **speed}
        if self._stands_still:
            return {}
        return {"go-on": "skip", "hold": "hold", **speed}

    def idle_rows(self) -> list[Row]:
        """Why nothing is asked, over what happened last, the newest first."""
        if self.over:
            return [row(f"{ending.verdict(self.chair.state)}", self.ink("primary") + self.ink("strong"), hang=2)]
        rows = [row("Held.", self.ink("warning"))] if self.stage.held else super().idle_rows()
        told = [each for each in self.panes.log_pane.rows if each.key][-NEWEST:]
        return [*rows, *(each._replace(key="") for each in reversed(told))]

    # The end.

    def end(self) -> None:
        """The battle is over: show its last moment, then look back on it."""
        self.over = True
        self.drop_modes()
        if self.stage.speed:
            self.set_timer(LINGER, self._look_back)
        else:
            self._look_back()

    def _look_back(self) -> None:
        self._lingered = True
        self.leave(OVER)

    def leave(self, how: str) -> None:
        """End this screen, once; if another is read over it, when that one has gone."""
        if not self._ended and self.app.screen is self:
            self._ended = how
            self.dismiss(how)

    def on_screen_resume(self) -> None:
        if self.over and self._lingered:
            self.leave(OVER)

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Go, and whatever lies over this screen with it."""
        self.pop_until_active()
        return super().dismiss(result)
