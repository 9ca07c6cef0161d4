"""The operator's page: who is here, what is played, what it costs, and the means to show somebody out."""

from __future__ import annotations

import resource
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import DataTable, Footer, Static

from kktui.host.hall import Hall
from kktui.host.server import Server
from kktui.host.visit import Visit
from kktui.host.wording import chair_words
from kktui.store.trouble import StoreTrouble
from kktui.text import clean
from kktui.tui.parts import Heading, lines, one_line, plain
from kktui.tui.picker import PickerScreen

EVERY = 2.0
"""Seconds between looks."""
MANY = 100
"""Of the banned, those who are listed."""
MANY_GAMES = 30
"""Of the games that are played, those that are listed."""
TOGETHER = 4
"""Limits told on one line."""
COLUMNS = ("name", "key", "address", "here for", "at", "window", "sent", "frames lost")


class OperatorScreen(ModalScreen[None]):
    """For whoever runs the host."""

    DEFAULT_CSS = """
    OperatorScreen { background: $background; }
    OperatorScreen DataTable { height: 1fr; min-height: 6; }
    OperatorScreen #rest { height: auto; max-height: 50%; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "kick", "Show out", id="operator.kick"),
        Binding("b", "ban", "Ban the key", id="operator.ban"),
        Binding("u", "pardon", "Lift a ban", id="operator.pardon"),
        Binding("s", "silence", "Silence", id="operator.silence"),
        Binding("escape,q", "leave", "Back", id="operator.back"),
    ]

    def __init__(self, hall: Hall, server: Server) -> None:
        super().__init__()
        self._hall = hall
        self._server = server

    def compose(self) -> ComposeResult:
        yield Heading(plain("Visitors"))
        yield DataTable(cursor_type="row", id="visits")
        with VerticalScroll(id="rest", can_focus=False):
            yield Static(id="status")
        yield Footer()

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns(*COLUMNS)
        table.focus()
        self._look()
        self.set_interval(EVERY, self._look)

    def _look(self) -> None:
        table = self.query_one(DataTable)
        at = table.cursor_row
        table.clear()
        for number, visit in enumerate(self._visits()):
            table.add_row(*(Text(clean(each, 40)) for each in self._row(visit)), key=str(number))
        table.move_cursor(row=at)
        self.query_one("#status", Static).update(lines([one_line(line) for line in status(self._hall, self._server)]))

    def _visits(self) -> list[Visit]:
        return sorted(self._server.visits, key=lambda visit: visit.since)

    def _row(self, visit: Visit) -> Iterator[str]:
        person = visit.caller.person
        guest = next((each for each in self._hall.guests if each.person == person), None)
        yield person.name
        yield person.mark
        yield visit.caller.address
        yield f"{int(monotonic() - visit.since) // 60} min"
        yield guest.room if guest else ""
        yield f"{visit.size[0]}x{visit.size[1]} {visit.look.value}"
        yield f"{visit.line.sent // 1024} kB"
        yield str(visit.line.lost)

    @property
    def _chosen(self) -> Visit | None:
        visits, at = self._visits(), self.query_one(DataTable).cursor_row
        return visits[at] if 0 <= at < len(visits) else None

    def action_kick(self) -> None:
        visit = self._chosen
        if visit is not None:
            visit.hang_up("the host asks you to leave")
            self._look()

    def action_ban(self) -> None:
        visit = self._chosen
        if visit is None:
            return
        if not visit.caller.person.key:
            self.notify("A guest has no key to ban: show them out.", severity="warning", markup=False)
            return
        if visit.caller.person.key in self._server.access.operators:
            self.notify("An operator's key is not banned: take it out of the file.", severity="warning", markup=False)
            return
        key = visit.caller.person.key
        try:
            self._hall.people.ban(key, "by the operator")
        except StoreTrouble as trouble:
            self.notify(clean(str(trouble)), severity="error", markup=False)
            return
        for each in [each for each in self._visits() if each.caller.person.key == key]:
            each.hang_up("the host asks you to leave and not to come back")
        self._look()

    @work(exclusive=True, group="ways")
    async def action_pardon(self) -> None:
        """Pick somebody who is banned and let them in again."""
        banned = self._hall.people.banned_people()
        if not banned:
            self.notify("Nobody is banned.", markup=False)
            return
        few = [(person.key, f"{person.name} {person.mark}") for person in banned[:MANY]]
        key = await self.app.push_screen_wait(PickerScreen("Whose ban is lifted?", few))
        if key is None:
            return
        try:
            self._hall.people.pardon(key)
        except StoreTrouble as trouble:
            self.notify(clean(str(trouble)), severity="error", markup=False)
        else:
            self.notify("They may come in again.", markup=False)

    def action_silence(self) -> None:
        visit = self._chosen
        if visit is None:
            return
        key = visit.caller.person.key or visit.caller.person.name
        quiet = not self._hall.chat.muted(key)
        self._hall.chat.mute(key, quiet)
        said = "is asked to be silent" if quiet else "may talk again"
        self.notify(clean(f"{visit.caller.person.name} {said}"), markup=False)

    def action_leave(self) -> None:
        self.dismiss(None)


def status(hall: Hall, server: Server) -> list[str]:
    """How the host stands, line by line."""
    rooms = list(hall.rooms)
    stages = {stage: sum(room.stage == stage for room in rooms) for stage in ("waiting", "running", "finished")}
    limits = [f"{each.name.replace('_', ' ')} {getattr(hall.limits, each.name)}" for each in fields(hall.limits)]
    return [
        f"{len(server.visits)} visitors, {server.gate.knocking} at the door, {hall.open_games} games open now",
        ", ".join(f"{count} {stage}" for stage, count in stages.items()),
        *_games(hall),
        f"memory at most {most_memory() >> 20} MB",
        f"host key {server.fingerprint}",
        "limits: " + "; ".join(limits[:TOGETHER]),
        *("  " + "; ".join(limits[at : at + TOGETHER]) for at in range(TOGETHER, len(limits), TOGETHER)),
    ]


def _games(hall: Hall) -> list[str]:
    """The games that somebody is at."""
    at = Counter(guest.room for guest in hall.guests if guest.room)
    said = [
        f"  {room.id} {room.terms.title}, {', '.join(chair_words(room))}; {at[room.id]} at it"
        for room in hall.rooms
        if at[room.id]
    ]
    return [*said[:MANY_GAMES], *([f"  and {len(said) - MANY_GAMES} more"] if len(said) > MANY_GAMES else [])]


def most_memory() -> int:
    """The most memory this process has had, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
