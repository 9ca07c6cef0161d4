"""What the battle screen is made of: its parts, the modes on top of each other, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from itertools import accumulate, takewhile
from typing import Any

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from kktui.engine.requests import Request
from kktui.match import Match
from kktui.table.geometry import Point
from kktui.tui.asking import Answering, Desk, Looking, Mode
from kktui.tui.asking.choosing import BARRED
from kktui.tui.asking.mode import MAP
from kktui.tui.battle.bindings import PLAYED, USUAL, keys_shown
from kktui.tui.battle.sides import SidePanes
from kktui.tui.battle.words import head_words, hint_words, waiting_words
from kktui.tui.bridge import Bridge, come_if_ever
from kktui.tui.chair import Chair
from kktui.tui.field import Field, Marks
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Lines, Row, row
from kktui.tui.panes.odds import odds_rows
from kktui.tui.stage import SPEEDS, Stage
from kktui.tui.thinker import Thinker
from kktui.tui.tight import TightCompositor, gathered

ASKED = 7
"""Lines that a question has at least, with the border over it."""
LEAST = 4
"""Lines it has at least on a screen so low that the field needs the rest."""

NAMES = "names of rings"
"""What lies over all else that is laid on the field."""


class News(Message):
    """Something is new at the match."""


class BattleParts(Screen[str]):
    """The parts of a battle screen, and the stack of modes that say what its keys mean."""

    DEFAULT_CSS = """
    BattleParts { background: $background; layout: vertical; }
    BattleParts #head, BattleParts #hint { height: 1; width: 1fr; background: $panel; padding: 0 1;
                                             text-wrap: nowrap; text-overflow: ellipsis; }
    BattleParts #middle { height: 1fr; }
    BattleParts #left { width: 1fr; }
    BattleParts #ask { height: 7; border-top: solid $primary; padding: 0 1; }
    BattleParts.-tiny SidePanes { display: none; }
    BattleParts.-narrow SidePanes Lines { display: none; }
    BattleParts.-narrow SidePanes Lines.-shown, BattleParts.-narrow SidePanes #log { display: block; }
    BattleParts.-narrow #deck, BattleParts.-narrow #odds { height: auto; max-height: 65%; }
    BattleParts.-narrow #roster { height: 3fr; }
    BattleParts.-narrow #log { height: 2fr; min-height: 6; }
    BattleParts.-wide SidePanes { width: 44; }
    BattleParts.-huge SidePanes { width: 64; }
    BattleParts.-wide #deck, BattleParts.-huge #deck { height: auto; max-height: 12; min-height: 4; }
    BattleParts.-wide #roster, BattleParts.-huge #roster { height: auto; max-height: 36%; min-height: 6; }
    BattleParts.-wide .-weighing #roster, BattleParts.-huge .-weighing #roster { max-height: 25%; }
    BattleParts.-wide #odds, BattleParts.-huge #odds { display: none; height: 3fr; }
    BattleParts.-wide #log, BattleParts.-huge #log { height: 2fr; }
    BattleParts.-wide #odds.-filled, BattleParts.-huge #odds.-filled,
    BattleParts.-wide #odds.-shown, BattleParts.-huge #odds.-shown { display: block; }
    BattleParts.-low.-wide #deck, BattleParts.-low.-huge #deck { max-height: 5; }
    BattleParts.-maximized-view { hatch: none; }
    BattleParts.-maximized-view .-maximized { height: 1fr !important; max-height: 100% !important; }
    BattleParts.-ascii #ask { border-top: ascii $primary; scrollbar-size-vertical: 0; }
    BattleParts.-ascii SidePanes Lines { border-top: ascii $secondary; border-left: ascii $secondary;
                                         scrollbar-size-vertical: 0; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (64, "-narrow"), (110, "-wide"), (170, "-huge")]  # noqa: RUF012
    ALLOW_IN_MAXIMIZED_VIEW = "#hint"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall"), (48, "-towering")]  # noqa: RUF012

    def __init__(self, match: Match, sides: Iterable[str], *, speed: str = "normal") -> None:
        super().__init__()
        self._compositor = TightCompositor()
        self.match = match
        self.bridge: Bridge | None = None
        self._rung = False
        self.chair = Chair(match, sides, self.hear)
        self.thinker = Thinker(self.chair)
        self.modes: list[Mode] = []
        self.asked: Request | None = None
        """The question that is put."""
        self.speed = SPEEDS.get(speed, 1.0)
        self._note: tuple[str, str] = ("", "")
        self._stale = False
        self._fresh = True
        """The mode on top has not been shown yet."""
        self._laid: tuple[str, ...] = ()
        self._lines: dict[str, Text] = {}
        """What the first and the last line say."""
        self._headed: tuple[Any, ...] = ()
        self._hinted: tuple[Any, ...] = ()
        """What the first and the last line were written for."""
        self._written: list[Static] = []
        """Those of them that say something else since the last paint."""
        self._asked_height = ASKED
        self.stage: Stage
        self.odds_for: tuple[Any, ...] = ()

    def hear(self) -> None:
        """The match's thread rings."""
        if not self._rung and self.bridge is not None:
            self._rung = True
            self.bridge.call(self.ring)

    def ring(self) -> None:
        """Somebody has done something: take it in when it suits."""
        self._rung = False
        self.take_in()

    def take_in(self) -> None:
        """Take in what is new."""
        self.post_message(News())

    # Its parts.

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Field(id="field")
                yield Lines(id="ask")
            yield SidePanes(self.chair, id="panes")
        yield Static(id="hint")

    @property
    def field(self) -> Field:
        return self.query_one("#field", Field)

    @property
    def panes(self) -> SidePanes:
        return self.query_one("#panes", SidePanes)

    @property
    def panel(self) -> Lines:
        return self.query_one("#ask", Lines)

    @property
    def ink(self) -> Ink:
        return Ink(self.field.palette, self.field.glyphs)

    @property
    def mode(self) -> Mode | None:
        return self.modes[-1] if self.modes else None

    # Modes.

    def desk(self) -> Desk:
        chair = self.chair
        return Desk(chair.rules, chair.state, chair.side, self.field, self._think, self.changed, self.say)

    def _think(self, thought: Callable[[Thinker], Future[Any]], then: Callable[[Any], None]) -> None:
        """Have something worked out beside the screen, and go on with it then."""
        self._await_thought(thought(self.thinker), then)

    @work(exclusive=False, group="thinking")
    async def _await_thought(self, thought: Future[Any], then: Callable[[Any], None]) -> None:
        found = await come_if_ever(thought)
        if found is not None:
            then(found)

    def put(self, mode: Mode) -> None:
        """A mode comes on top; looking about takes the place of looking about."""
        if self.mode is not None and not isinstance(self.mode, Answering):
            self.modes.pop().end()
        self.modes.append(mode)
        self._note, self._fresh = ("", ""), True
        if mode.focus != MAP:
            self.field.point_to(None)
        mode.begin()
        self.focus_mode()
        self.changed()

    def look_at(self, at: Point) -> None:
        """Look about, beginning here."""
        self.put(Looking(self.desk(), at))

    def focus_mode(self) -> None:
        if self.mode is not None:
            (self.field if self.mode.focus == MAP else self.panel).focus()

    def drop(self) -> None:
        """The mode on top goes, and the one under it goes on."""
        self.modes.pop().end()
        self._fresh = True
        if self.mode is not None:
            self.mode.begin()
        self.focus_mode()
        self.changed()

    def take_up(self) -> None:
        """Go on with what is asked, as far as it was decided, after something else was looked at."""
        mode = self.mode
        if mode is not None:
            if mode.focus != MAP:
                self.field.point_to(None)
            mode.resume(mode.half())
            self.keep_in_sight()
            self.changed()

    def drop_modes(self) -> None:
        """No question is on the screen any more, nor what was said about it."""
        if self.modes:
            self._note = "", ""
        while self.modes:
            self.modes.pop().end()
        self.changed()

    def say(self, words: str, style: str) -> None:
        """A sentence over the question, until something else is asked or pointed at."""
        self._note = words, style
        self.changed()

    def hush(self) -> None:
        """What was said is of what was pointed at before."""
        self._note = "", ""

    def watch_maximized(self, was: object, now: object) -> None:
        """One pane alone, or everything again, however that came about."""
        if was is not now:
            self.changed()

    # What is shown.

    def changed(self) -> None:
        """What the mode says has changed; shown once however often this is called."""
        if not self._stale:
            self._stale = True
            self.call_next(self.refresh_mode)

    def refresh_mode(self) -> None:
        """Show what the mode says, if it has changed."""
        if not self._stale or not self.is_mounted:
            return
        self._stale = False
        mode = self.mode
        overlays = {**self.standing_marks(), **(mode.overlays() if mode is not None else {})}
        overlays[NAMES] = overlays.pop(NAMES, {})
        gone: dict[str, Marks] = {name: {} for name in self._laid if name not in overlays}
        self._laid = tuple(overlays)
        self.field.lay_all({**gone, **overlays})
        self.panel.set_rows(self._panel_rows(), cursor=mode.cursor() if mode is not None else "")
        self._fit_panel()
        if mode is None or isinstance(mode, Answering):
            self.panes.decide_for(mode.about if mode is not None else "", self.ink)
        self.write_head()
        self._write_hint()
        self._want_odds()
        gathered((self.field, self.panel, *self._written))
        self._written.clear()

    def standing_marks(self) -> dict[str, Marks]:
        """What lies over the field whatever is asked."""
        return {}

    def _fit_panel(self) -> None:
        """Give the question the room it needs, not counting what is barred; it does not shrink before the next one."""
        share = self.size.height * 2 // 5
        least = min(ASKED, max(LEAST, share))
        most = max(least, min(share + 1, self.size.height // 2 - 1))
        height = min(most, max(least, self.panel.height_but_for(BARRED) + 1))
        if height > self._asked_height or (self._fresh and height != self._asked_height):
            self._asked_height = height
            self.panel.styles.height = height
            if self.mode is not None:
                self.call_after_refresh(self.keep_in_sight)
        self._fresh = self._fresh and self.mode is None

    def _panel_rows(self) -> list[Row]:
        rows: list[Row] = []
        if self.mode is not None:
            rows.append(row(self.mode.title(), self.ink("strong"), hang=2))
        if self._note[0]:
            rows.append(row(self._note[0], self.ink(self._note[1]), hang=2))
        if self.mode is not None:
            return [*rows, *self.mode.rows()]
        return [*rows, *self.idle_rows()]

    def idle_rows(self) -> list[Row]:
        """What is said while nothing is asked."""
        return [row(waiting_words(self.chair), self.ink("muted"), hang=2)]

    def idle_keys(self) -> dict[str, str]:
        """The keys that matter while nothing is asked: the ids of their bindings and what they do."""
        return {}

    def on_resize(self) -> None:
        if self._lines:
            self._fresh = True
            self._fit_panel()
            self.write_head()
            self._write_hint()
            self.call_after_refresh(self.keep_in_sight)

    def keep_in_sight(self) -> None:
        """Show what is asked about, whatever room there is now."""

    def write_head(self) -> None:
        """What the first line says, if what it tells of has changed."""
        state = self.chair.state
        asked = self.chair.asked if not self.chair.behind else None
        headed = state.turn, state.phase, asked and asked[0], self.size, self.field.palette
        if headed != self._headed:
            self._headed = headed
            self._write("head", head_words(self.chair, self.ink, self.size))

    def _write(self, name: str, words: Text) -> None:
        """Write a line, unless it says so already."""
        was = self._lines.get(name)
        if was is None or (was.plain, was.spans) != (words.plain, words.spans):
            self._lines[name] = words
            line = self.query_one(f"#{name}", Static)
            line.update(Content.from_rich_text(words), layout=False)
            self._written.append(line)

    def keys_shown(self) -> dict[str, str]:
        """The first key of everything that can be hinted at."""
        return keys_shown(getattr(self.app, "keymap_in_use", {}))

    def usual(self) -> Mapping[str, str]:
        """What is hinted at after the keys of the mode."""
        return USUAL

    def _write_hint(self) -> None:
        """The keys that matter most here, as many as there is room for; where all others are told comes last."""
        shown = self.keys_shown()
        mine = dict(self.mode.keys) if self.mode is not None else self.idle_keys()
        if len(self.modes) > 1:
            mine.setdefault("back", "back")
        if self.panes.log_pane.find:
            mine = {"back": "whole log", **mine}
        if self.maximized is not None:
            mine = {"maximise": "everything again", **mine}
        answers = self.mode is not None and bool(self.chair.seat.sides)
        usual = {name: does for name, does in self.usual().items() if answers or name not in PLAYED}
        hinted = mine, shown, usual, self.size.width, self.field.palette
        if hinted == self._hinted:
            return
        self._hinted = hinted
        hints: dict[str, str] = {}
        for name, does in {**mine, **usual, **mine}.items():
            hints.setdefault(shown.get(name, name), does)
        words = [hint_words(key, does, self.ink) for key, does in hints.items()]
        last = hint_words(shown["help"], "keys", self.ink)
        room = self.size.width - 2 - len(last)
        fitting = takewhile(lambda length: length <= room, accumulate(len(each) + 2 for each in words))
        self._write("hint", Text("  ").join([*words[: len(list(fitting))], last]))

    def _want_odds(self) -> None:
        """Have the odds of what is picked worked out, unless they are shown already."""
        wanted = self.mode.wanted_odds() if self.mode is not None else None
        key = (id(wanted[0]), wanted[1], repr(wanted[2])) if wanted is not None else ()
        if key == self.odds_for:
            return
        self.odds_for = key
        if wanted is not None:
            self._show_odds(wanted, key)
        else:
            self.panes.odds([])

    @work(exclusive=True, group="odds")
    async def _show_odds(self, wanted: tuple[Request, str, Any], key: tuple[Any, ...]) -> None:
        forecasts = await come_if_ever(self.thinker.forecasts(*wanted)) or ()
        if key == self.odds_for:
            rows = odds_rows(self.chair.state, forecasts, self.ink)
            self.panes.odds(rows, forward=bool(rows))
