"""Follows a battle on behalf of a screen: one event after another, acted out or not, until it has caught up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kktui.engine.events import Event, PhaseBegan, TurnBegan
from kktui.engine.telling import tell
from kktui.tui.chair import Chair
from kktui.tui.stage import Scene, Stage, scene_of

BREATH = 25
"""Events taken in at once before the screen may breathe."""


class Show:
    """Takes in what is new. `told` is handed events that are to be written down, `caught_up` is called at the end."""

    def __init__(
        self, chair: Chair, stage: Stage, told: Callable[[list[Event]], None], caught_up: Callable[[], None]
    ) -> None:
        self._chair = chair
        self._stage = stage
        self._told = told
        self._caught_up = caught_up
        self.running = False

    async def run(self) -> None:
        """Go on until nothing is new. Only one may run at a time."""
        if self.running:
            return
        self.running = True
        try:
            await self._follow()
        finally:
            self.running = False
            self._stage.ready()
        self._caught_up()

    async def _follow(self) -> None:
        waiting: list[Event] = []
        taken = 0
        while await self._goes_on(waiting):
            scene = self._scene()
            event = self._chair.next()
            if event is not None:
                waiting.append(event)
            taken += 1
            self._stage.prepare(scene)
            if scene or isinstance(event, TurnBegan) or taken % BREATH == 0:
                self._tell(waiting)
            if scene:
                await self._stage.act(scene)
            elif taken % BREATH == 0:
                await asyncio.sleep(0)
            if self._stage.stepping and self._has_words(event):
                self._stage.hold()
        self._tell(waiting)

    def _has_words(self, event: Event | None) -> bool:
        """Whether there is more to say of it than where one is in the turn."""
        return event is not None and not isinstance(event, PhaseBegan) and bool(tell(self._chair.state, event))

    def _tell(self, waiting: list[Event]) -> None:
        """Have what is waiting written down."""
        self._told(list(waiting))
        waiting.clear()

    async def _goes_on(self, waiting: list[Event]) -> bool:
        """Whether there is more; while it is held nothing is."""
        if self._chair.behind > 0 and self._stage.held:
            self._tell(waiting)
            await self._stage.leave_to_go()
        return self._chair.behind > 0

    def _scene(self) -> Scene:
        if not self._stage.wanted:
            return Scene()
        event = self._chair.peek()
        return scene_of(self._chair.state, event) if event is not None else Scene()
