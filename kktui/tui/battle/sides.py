"""The panes beside the field: shown, hidden, widened, searched."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input

from kktui.engine.events import Event
from kktui.engine.state import AnyState
from kktui.tui.chair import Chair
from kktui.tui.panes.chronicle import Chronicle
from kktui.tui.panes.deck import deck_rows
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Lines, Row, row
from kktui.tui.panes.roster import roster_rows

PANES = ("deck", "roster", "log", "odds")
"""The panes in the order of their keys."""
LONGEST = 200
"""Letters that can be looked for."""
WIDEST, NARROWEST = 90, 20
"""Columns that the panes may have."""


class SidePanes(Vertical):
    """The order of the turn, the roster, the log and the odds; where there is little room, one of them."""

    class Searched(Message):
        """Something else is looked for in the log."""

    DEFAULT_CSS = """
    SidePanes { width: 30; max-width: 65%; }
    SidePanes Lines { border-top: solid $secondary; border-left: solid $secondary; padding: 0 0 0 1; height: 1fr; }
    SidePanes Lines:focus { border-top: heavy $accent; }
    SidePanes Input { padding: 0 1; background: $panel; }
    SidePanes.-hidden { display: none; }
    """

    def __init__(self, chair: Chair, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._chair = chair
        self._unit = ""
        """The unit whose men are listed."""
        self._acting = ""
        """The unit that is decided for."""
        self._kept = "roster"
        """The pane to go back to when the odds are no longer wanted."""
        self._insisted = False
        """Somebody wants another pane than these odds."""

    def compose(self) -> ComposeResult:
        yield Lines(title="Turn", id="deck")
        yield Lines(title="Roster", id="roster")
        yield Chronicle(title="Log", id="log")
        yield Lines(title="Odds", id="odds")

    def on_mount(self) -> None:
        self.query_one("#roster").add_class("-shown")
        self.odds([])

    @property
    def log_pane(self) -> Chronicle:
        return self.query_one("#log", Chronicle)

    # What they say.

    def write(self, ink: Ink) -> None:
        """The turn and the roster as they are now."""
        state, rules = self._chair.state, self._chair.rules
        self.query_one("#deck", Lines).set_rows(deck_rows(rules, state, ink))
        self.query_one("#roster", Lines).set_rows(roster_rows(rules, state, ink, self._unit, self._acting))

    def decide_for(self, about: str, ink: Ink) -> None:
        """Point to the unit that is decided for, and bring it into sight unless somebody reads elsewhere."""
        man = self._chair.state.figures.get(about)
        unit = man.unit if man is not None else about
        if unit == self._acting:
            return
        self._acting = unit
        self.write(ink)
        roster = self.query_one("#roster", Lines)
        if not roster.has_focus:
            roster.reveal(f"unit {unit}")

    def tell(self, state: AnyState, events: Sequence[Event], ink: Ink) -> None:
        """What happened goes to the log."""
        self.log_pane.tell(state, events, ink)

    def tell_all(self, ink: Ink) -> None:
        """The whole log anew."""
        state = self._chair.state
        self.log_pane.clear_all()
        self.log_pane.tell(state, [entry.event for entry in state.log], ink)

    def odds(self, rows: Sequence[Row], *, forward: bool = False) -> None:
        """The odds of something; `forward` has them seen where there is room for one pane only."""
        pane = self.query_one("#odds", Lines)
        pane.set_rows(rows or [row("Nothing is weighed here.", hang=2)])
        pane.set_class(bool(rows), "-filled")
        self.set_class(bool(rows), "-weighing")
        if forward and not self._insisted:
            self._only("odds")
        elif not forward:
            self._insisted = False
            self._only(self._kept)

    def why(self, rows: Sequence[Row]) -> None:
        """Why something happened, where the odds stand."""
        self._insisted = False
        self.odds(rows, forward=True)

    def open_unit(self, key: str, ink: Ink) -> str:
        """A unit's men, or away with them; the unit or man that a row is about."""
        kind, _, name = key.partition(" ")
        if kind == "unit":
            self._unit = "" if self._unit == name else name
            self.write(ink)
        return name

    # How they are shown.

    def show(self, name: str) -> Lines:
        """Bring a pane forward because somebody wants it."""
        self._insisted = True
        if name != "odds":
            self._kept = name
        self._only(name)
        self.remove_class("-hidden")
        return self.query_one(f"#{name}", Lines)

    def _only(self, name: str) -> None:
        for each in PANES:
            self.query_one(f"#{each}").set_class(each == name, "-shown")

    def widen(self, columns: int) -> None:
        self.styles.width = min(WIDEST, max(NARROWEST, self.outer_size.width + columns))

    # Finding.

    def find(self) -> None:
        """Type what to find in the log."""
        self.show("log")
        if not self.query(Input):
            self.mount(Input(placeholder="find in the log", id="find", compact=True, max_length=LONGEST))
        self.query_one(Input).focus()

    @on(Input.Changed, "#find")
    def _found(self, event: Input.Changed) -> None:
        self.log_pane.find = event.value
        self.post_message(self.Searched())

    @on(Input.Submitted, "#find")
    def _keep(self) -> None:
        self.log_pane.focus()
        self.log_pane.action_end(1)

    def end_find(self) -> bool:
        """Stop searching; whether there was a search."""
        box = self.query(Input)
        if not box and not self.log_pane.find:
            return False
        box.remove()
        self.log_pane.find = ""
        self.post_message(self.Searched())
        return True
