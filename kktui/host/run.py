"""A host from start to stop."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kktui.host import journal
from kktui.host.access import Access
from kktui.host.hall import Hall
from kktui.host.lean import lean
from kktui.host.limits import Limits
from kktui.host.notify import Notifier
from kktui.host.reception import Reception
from kktui.host.server import Address, Server, tuned_gc

LOG = logging.getLogger("kktui.host")


@dataclass(frozen=True, slots=True)
class Options:
    """What the operator has settled."""

    folder: Path
    address: Address
    access: Access
    limits: Limits
    hook: str = ""
    log: Path | None = None
    log_json: bool = False


def run(options: Options, say: Callable[[str], None]) -> int:
    """Host games until told to stop."""
    handler = journal.keep(options.log, options.log_json)
    try:
        return asyncio.run(_run(options, say))
    finally:
        logging.getLogger("kktui").removeHandler(handler)
        handler.close()


async def _run(options: Options, say: Callable[[str], None]) -> int:
    hall = Hall(options.folder, options.limits, Notifier(options.hook))
    reception = Reception(hall, options.access)
    server = Server(options.folder, options.limits, options.access, hall.people, reception.serve)
    reception.server = server
    listening = await server.listen(options.address)
    lean()
    loosened = tuned_gc()
    port = listening.get_port()
    say(f"Hosting on port {port}. Host key {server.fingerprint}")
    say(f"Friends come in with: ssh -p {port} NAME@this-machine")
    LOG.info("open", extra={"port": port})
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for wanted in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(wanted, stop.set)
    tasks = [asyncio.create_task(each) for each in (server.keep_watch(), hall.keep_house(), reception.keep_painting())]
    try:
        await stop.wait()
    finally:
        for task in tasks:
            task.cancel()
        listening.close()
        left = {"visitors": len(server.visits), "tasks": len(asyncio.all_tasks()), "games": hall.open_games}
        LOG.info("closing", extra=left)
        for visit in list(server.visits):
            visit.hang_up("the host closes; every game is saved")
        await asyncio.sleep(0.2)
        hall.close()
        loosened()
    LOG.info("closed")
    say("Closed; every game is saved.")
    return 0
