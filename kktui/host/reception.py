"""Between the door and the lobby: the refused go, the uninvited are asked, the rest are shown in."""

from __future__ import annotations

import asyncio

from kktui.host.access import Access
from kktui.host.app import HostApp
from kktui.host.entrance import Rank
from kktui.host.hall import Hall
from kktui.host.lobby_lines import LineLobby
from kktui.host.painter import Painter
from kktui.host.server import Server
from kktui.host.terminals import Look
from kktui.host.visit import Visit

TRIES = 3
PATIENCE = 60
"""Seconds to say the invitation."""


class Reception:
    """Receives every visitor."""

    def __init__(self, hall: Hall, access: Access) -> None:
        self._hall = hall
        self._access = access
        self._painter = Painter()
        self.server: Server
        """Set once it is there: the operator's page tells of it."""

    async def keep_painting(self) -> None:
        """For as long as the host runs."""
        await asyncio.gather(self._painter.paint(), self._painter.keep_time())

    async def serve(self, visit: Visit) -> int:
        """From coming in to going out; the exit status."""
        if visit.caller.refused:
            visit.say(f"{visit.caller.refused}.")
            return 1
        if not visit.caller.invited and not await self._invited(visit):
            visit.say("This house is for the invited.")
            return 1
        if visit.look is Look.LINES:
            return await LineLobby(self._hall, visit).run()
        app = HostApp(self._hall, self.server, self._painter, visit)
        try:
            await visit.show(app, self._rank(visit.caller.person.key))
        finally:
            app.gone()
        visit.say("Farewell.")
        return 0

    def _rank(self, key: str) -> Rank:
        """Whoever is missed at a battle is shown in before those who are not."""
        plays = any(room.game and not room.over and room.sides_of(key) for room in self._hall.rooms)
        return Rank.PLAYER if plays else Rank.OTHER

    async def _invited(self, visit: Visit) -> bool:
        """Ask for the invitation; a key that knew it once is not asked again."""
        visit.typed.hidden = True
        try:
            async with asyncio.timeout(PATIENCE):
                for _ in range(TRIES):
                    visit.write_text("Invitation: ")
                    word = await visit.typed.read()
                    if word is None:
                        return False
                    if self._access.invited(word.strip()):
                        self._hall.people.admit(visit.caller.person.key)
                        return True
                    await asyncio.sleep(1)
        except TimeoutError:
            return False
        finally:
            visit.typed.hidden = False
        return False
