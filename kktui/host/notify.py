"""Tells an absent player that a game waits, by a command of the host's own: mail, a messenger, anything."""

from __future__ import annotations

import asyncio
import logging
import os
import shlex
from dataclasses import dataclass, field

LOG = logging.getLogger("kktui.host")
SECONDS = 20
AT_ONCE = 4
PASSED_ON = ("PATH", "HOME", "LANG", "TZ")


@dataclass(frozen=True, slots=True)
class Call:
    """Who is to be told, and of what."""

    player: str
    key: str
    game: str
    title: str
    turn: int
    what: str
    """`your-turn` or `over`."""


@dataclass(slots=True)
class Notifier:
    """Runs the hook, a few at a time and never for long. Without a hook it does nothing."""

    command: str = ""
    _running: set[asyncio.Task[None]] = field(default_factory=set)

    def tell(self, call: Call) -> None:
        """Have the hook run, if there is room."""
        if not self.command:
            return
        if len(self._running) >= AT_ONCE:
            LOG.warning("notification dropped", extra={"player": call.player, "game": call.game})
            return
        task = asyncio.get_running_loop().create_task(self._run(call))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run(self, call: Call) -> None:
        """No shell, no arguments from anybody: the facts are in the environment."""
        facts = {
            "KKTUI_PLAYER": call.player,
            "KKTUI_KEY": call.key,
            "KKTUI_GAME": call.game,
            "KKTUI_TITLE": call.title,
            "KKTUI_TURN": str(call.turn),
            "KKTUI_WHAT": call.what,
        }
        inherited = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        quiet = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                *shlex.split(self.command), env=inherited | facts, stdin=quiet, stdout=quiet, stderr=quiet
            )
        except OSError as error:
            LOG.error("the hook cannot be run", extra={"why": error.strerror or ""})
            return
        try:
            status = await asyncio.wait_for(process.wait(), SECONDS)
        except TimeoutError:
            process.kill()
            status = await process.wait()
        if status:
            LOG.warning("the hook failed", extra={"status": status, "game": call.game})
