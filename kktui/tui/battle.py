"""The battle screen: the field, the question under it, and the panes beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from kktui.engine.events import Event
from kktui.engine.requests import Refusal, Request
from kktui.engine.telling import name_of, refusal_words
from kktui.engine.turn import phases_of
from kktui.match import Match
from kktui.table.geometry import Point
from kktui.text import clean
from kktui.tui import keys
from kktui.tui.asking import Answering, Desk, Looking, Measuring, Mode, Question, mode_for
from kktui.tui.asking.mode import MAP
from kktui.tui.bridge import Bridge, come
from kktui.tui.chair import Chair
from kktui.tui.curtain import Curtain, Sheet, Sure
from kktui.tui.field import Field, Marks
from kktui.tui.panes.chronicle import Chronicle
from kktui.tui.panes.deck import deck_rows
from kktui.tui.panes.ink import Ink
from kktui.tui.panes.lines import Lines, Row, row
from kktui.tui.panes.odds import odds_rows
from kktui.tui.panes.roster import roster_rows
from kktui.tui.show import Show
from kktui.tui.stage import SPEEDS, Stage
from kktui.tui.thinker import Thinker
from kktui.words import ending, explaining
from kktui.words.places import middle_of, place_in

PANES = ("deck", "roster", "log", "odds")
"""The panes in the order of their keys."""
WIDEST, NARROWEST = 80, 20
"""Columns that the panes may have."""


class News(Message):
    """Something is new at the match."""


class BattleScreen(Screen[str]):
    """A battle, from one chair. It ends with "over" when the battle is, "left" when somebody leaves it."""

    DEFAULT_CSS = """
    BattleScreen { background: $background; layout: vertical; }
    BattleScreen #head { height: 1; width: 1fr; background: $panel; padding: 0 1; text-wrap: nowrap;
                         text-overflow: ellipsis; }
    BattleScreen #hint { height: 1; width: 1fr; background: $panel; color: $foreground; padding: 0 1;
                         text-wrap: nowrap; text-overflow: ellipsis; }
    BattleScreen #middle { height: 1fr; }
    BattleScreen #left { width: 1fr; }
    BattleScreen #ask { height: 7; border-top: solid $primary; padding: 0 1; }
    BattleScreen #panes { width: 30; }
    BattleScreen #panes Lines { border-top: solid $secondary; border-left: solid $secondary; padding: 0 0 0 1;
                                height: 1fr; }
    BattleScreen #panes Lines:focus { border-top: solid $accent; }
    BattleScreen.-narrow #panes Lines { display: none; }
    BattleScreen.-narrow #panes Lines.-shown { display: block; }
    BattleScreen #panes.-hidden { display: none; }
    BattleScreen.-wide #panes { width: 44; }
    BattleScreen.-wide #panes #deck { height: auto; max-height: 12; min-height: 4; }
    BattleScreen.-huge #panes { width: 64; }
    BattleScreen.-tall #ask { height: 10; }
    BattleScreen.-towering #ask { height: 13; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide"), (170, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (34, "-tall"), (48, "-towering")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "cycle(1)", "Next", id="battle.next"),
        Binding("shift+tab", "cycle(-1)", "Before", show=False, id="battle.before"),
        Binding("enter", "confirm", "Confirm", id="battle.confirm"),
        Binding("space", "go_on", "As proposed, next", id="battle.go-on"),
        Binding("escape", "back", "Back", show=False, id="battle.back"),
        Binding("z", "undo", "Take back", id="battle.undo"),
        Binding("a", "advice", "Advice", id="battle.advice"),
        Binding("x,semicolon", "look", "Look", id="battle.look"),
        Binding("m", "measure", "Measure", id="battle.measure"),
        Binding("w", "why", "Why?", id="battle.why"),
        Binding("i", "aims", "Aims", id="battle.aims"),
        Binding("left", "command('left')", "Other option", show=False, id="battle.left"),
        Binding("right", "command('right')", "Other option", show=False, id="battle.right"),
        Binding("v", "command('via')", "Way point", show=False, id="battle.via"),
        Binding("g", "command('round')", "Go round", show=False, id="battle.round"),
        Binding("r,right_square_bracket", "command('turn 45')", "Turn right", show=False, id="battle.turn-right"),
        Binding("R,left_square_bracket", "command('turn -45')", "Turn left", show=False, id="battle.turn-left"),
        Binding("full_stop", "command('turn 5')", "Turn right a little", show=False, id="battle.nudge-right"),
        Binding("comma", "command('turn -5')", "Turn left a little", show=False, id="battle.nudge-left"),
        Binding("e", "command('everybody')", "Everybody", show=False, id="battle.everybody"),
        Binding("backspace", "command('reset')", "Reset", show=False, id="battle.reset"),
        Binding("o", "command('ring')", "Range ring", show=False, id="battle.ring"),
        Binding("f", "command('fan')", "What is seen", show=False, id="battle.fan"),
        *(
            Binding(str(digit), f"command('digit {digit}')", f"Option {digit}", show=False, id=f"battle.digit-{digit}")
            for digit in range(1, 10)
        ),
        Binding("f2", "pane('deck')", "Turn", show=False, id="battle.pane-deck"),
        Binding("f3", "pane('roster')", "Roster", show=False, id="battle.pane-roster"),
        Binding("f4", "pane('log')", "Log", show=False, id="battle.pane-log"),
        Binding("f5", "pane('odds')", "Odds", show=False, id="battle.pane-odds"),
        Binding("f6", "focus_field", "Field", show=False, id="battle.field"),
        Binding("f7", "widen(-4)", "Narrower panes", show=False, id="battle.narrower"),
        Binding("f8", "widen(4)", "Wider panes", show=False, id="battle.wider"),
        Binding("f9", "hide_panes", "Hide panes", show=False, id="battle.hide-panes"),
        Binding("f10", "maximise", "Maximise", show=False, id="battle.maximise"),
        Binding("f1", "rules", "Rules", show=False, id="battle.rules"),
        Binding("question_mark", "help", "Help", id="battle.help"),
        Binding("q", "leave", "Leave", id="battle.leave"),
    ]

    def __init__(self, match: Match, sides: Iterable[str], *, speed: str = "normal") -> None:
        super().__init__()
        self._match = match
        self._rung = False
        self._bridge: Bridge | None = None
        self.chair = Chair(match, sides, self._hear)
        self.thinker = Thinker(self.chair)
        self.modes: list[Mode] = []
        self._speed = speed
        self._note: tuple[str, str] = ("", "")
        self._asked: Request | None = None
        self._stale = False
        self._laid: tuple[str, ...] = ()
        self._pane = "roster"
        self._odds_for: tuple[Any, ...] = ()
        self._unit = ""
        self._over = False

    # Its parts.

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Field(id="field")
                yield Lines(id="ask")
            with Vertical(id="panes"):
                yield Lines(title="Turn", id="deck")
                yield Lines(title="Roster", id="roster")
                yield Chronicle(title="Log", id="log")
                yield Lines(title="Odds", id="odds")
        yield Static(id="hint")

    @property
    def field(self) -> Field:
        return self.query_one("#field", Field)

    @property
    def panel(self) -> Lines:
        return self.query_one("#ask", Lines)

    @property
    def log_pane(self) -> Chronicle:
        return self.query_one("#log", Chronicle)

    @property
    def ink(self) -> Ink:
        return Ink(self.field.palette, self.field.glyphs)

    @property
    def mode(self) -> Mode | None:
        return self.modes[-1] if self.modes else None

    def on_mount(self) -> None:
        self._bridge = Bridge()
        self.stage = Stage(self.field)
        self.stage.speed = SPEEDS.get(self._speed, 1.0)
        self._show = Show(self.chair, self.stage, self._told, self._caught_up)
        self.query_one(f"#{self._pane}").add_class("-shown")
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        """Draw what has happened already, then follow what comes."""
        behind = self.chair.behind
        self.chair.catch_up()
        self.field.show(self.chair.state)
        middle = middle_of(self.chair.state, [man.id for man in self.chair.state.fielded(self.chair.side)])
        if middle is not None:
            self.field.look_at(middle)
        events = [entry.event for entry in self.chair.state.log]
        if behind:
            self.log_pane.tell(self.chair.state, events, self.ink)
        self._refresh_panes()
        self._follow()

    def on_unmount(self) -> None:
        self.chair.leave()

    # Following the battle.

    def _hear(self) -> None:
        """The match's thread rings."""
        if not self._rung and self._bridge is not None:
            self._rung = True
            self._bridge.call(self._ring)

    def _ring(self) -> None:
        self.post_message(News())

    @on(News)
    def _news(self) -> None:
        self._rung = False
        if self.chair.rewound():
            self._start_over()
        self._follow()

    def _start_over(self) -> None:
        """Something was taken back: the picture is another."""
        self._drop_modes()
        self.field.elsewhere.clear()
        self.field.show(self.chair.state)
        self.log_pane.clear_all()
        self.log_pane.tell(self.chair.state, [entry.event for entry in self.chair.state.log], self.ink)

    @work(exclusive=False)
    async def _follow(self) -> None:
        await self._show.run()

    def _told(self, events: list[Event]) -> None:
        if events:
            self.log_pane.tell(self.chair.state, events, self.ink)
            self.field.show(self.chair.state)
            self._refresh_panes()

    def _caught_up(self) -> None:
        if self.chair.behind > 0 or self.chair.rewound():
            self.post_message(News())
            return
        self._refresh_panes()
        self._ask_next()

    def _ask_next(self) -> None:
        """Put the question that waits, if one does."""
        news = self.chair.seat.bulletin
        asked = self.chair.asked
        if news.over and not self._over:
            self._over = True
            self._drop_modes()
            self._say("The battle is over. Enter shows what it came to.", "primary")
            self.dismiss("over")
        elif asked is None:
            self._asked = None
            self._drop_modes()
        elif asked[1] is not self._asked:
            self._sit_down(*asked)
        self.changed()

    @work(exclusive=True, group="asking")
    async def _sit_down(self, side: str, request: Request) -> None:
        """Between two players at one keyboard a curtain falls when either has a secret."""
        self._asked = request
        self._drop_modes()
        curtain = self.chair.curtain_before(side, request)
        if curtain:
            await self.app.push_screen_wait(Curtain(name_of(self.chair.state, side)))
        if side != self.chair.side:
            self.chair.sit(side)
            self._start_over()
            self._refresh_panes()
        self._put(mode_for(self._desk(), Question(request, self._hand_in), self._open_part))

    def _desk(self) -> Desk:
        chair = self.chair
        return Desk(chair.rules, chair.state, chair.side, self.field, self.ink, self._think, self.changed, self._say)

    @work(exclusive=False, group="thinking")
    async def _await_thought(self, thought: Future[Any], then: Callable[[Any], None]) -> None:
        then(await come(thought))

    def _think(self, thought: Callable[[Thinker], Future[Any]], then: Callable[[Any], None]) -> None:
        """Have something worked out beside the screen, and go on with it then."""
        self._await_thought(thought(self.thinker), then)

    # Modes.

    def _put(self, mode: Mode) -> None:
        """A mode comes on top."""
        self.modes.append(mode)
        self._note = ("", "")
        mode.begin()
        self._focus()
        self.changed()

    def _focus(self) -> None:
        if self.mode is not None:
            (self.field if self.mode.focus == MAP else self.panel).focus()

    def _drop(self) -> None:
        """The mode on top goes, and the one under it goes on."""
        self.modes.pop().end()
        if self.mode is not None:
            self.mode.begin()
        self._focus()
        self.changed()

    def _drop_modes(self) -> None:
        while self.modes:
            self.modes.pop().end()
        self.changed()

    def _open_part(self, question: Question, answer: Any) -> None:
        """One part of a plan on its own; its answer goes back to the plan."""

        def given(value: Any) -> None:
            self._drop()
            question.give(value)

        mode = mode_for(self._desk(), Question(question.request, given, question.whole, question.key), self._open_part)
        self._put(mode)
        mode.take(answer)

    def _hand_in(self, answer: Any) -> None:
        self._give(answer)

    @work(exclusive=True, group="giving")
    async def _give(self, answer: Any) -> None:
        """Hand the answer in; a refusal names the rule and offers the nearest that is allowed."""
        asked = self.chair.asked
        if asked is None or asked[1] is not self._asked:
            return
        refused = await come(self.chair.seat.answer(*asked, answer))
        if refused is None:
            self._asked = None
            self._drop_modes()
            self.stage.ready()
            self.post_message(News())
        else:
            self._refuse(refused)

    def _refuse(self, refused: Refusal) -> None:
        state = self.chair.state
        full = self._match.setup.scenario
        unseen = {recruit.id for troop in full.troops for recruit in troop.recruits} | {t.id for t in full.troops}
        words = refusal_words(state, refused, unseen - set(state.figures) - set(state.units))
        if refused.nearest is not None and isinstance(self.mode, Answering):
            self.mode.take(refused.nearest)
            self._say(f"Refused: {words}. This is the nearest that is allowed; Enter takes it.", "error")
        else:
            self._say(f"Refused: {words}.", "error")

    def _say(self, words: str, style: str) -> None:
        self._note = words, style
        self.changed()

    # What is shown.

    def changed(self) -> None:
        """What the mode says has changed; shown once however often this is called."""
        if not self._stale:
            self._stale = True
            self.call_next(self._refresh_mode)

    def _refresh_mode(self) -> None:
        self._stale = False
        if not self.is_mounted:
            return
        mode = self.mode
        overlays = dict(mode.overlays()) if mode is not None else {}
        gone: dict[str, Marks] = {name: {} for name in self._laid if name not in overlays}
        self._laid = tuple(overlays)
        self.field.lay_all({**gone, **overlays})
        self.panel.set_rows(self._panel_rows(), cursor=mode.cursor() if mode is not None else "")
        self._head()
        self._hint()
        self._want_odds()

    def _panel_rows(self) -> list[Row]:
        rows: list[Row] = []
        if self.mode is not None:
            rows.append(row(self.mode.title(), self.ink("strong"), hang=2))
        if self._note[0]:
            rows.append(row(self._note[0], self.ink(self._note[1]), hang=2))
        if self.mode is not None:
            return [*rows, *self.mode.rows()]
        return [*rows, row(self._waiting(), self.ink("muted"))]

    def _waiting(self) -> str:
        news = self.chair.seat.bulletin
        if news.trouble:
            return f"The battle has stopped: {news.trouble}. Enter tries again."
        if self.chair.waiting_for:
            return f"Waiting for {', '.join(name_of(self.chair.state, side) for side in self.chair.waiting_for)} ..."
        return "The battle goes on ..." if not news.over else "The battle is over."

    def _head(self) -> None:
        state, ink = self.chair.state, self.ink
        phases = phases_of(self.chair.rules, state)
        phase = f" {ink.glyphs.bullet} {phases[state.phase].name}" if 0 <= state.phase < len(phases) else ""
        turn = f"turn {state.turn} of {state.scenario.turns}" if state.turn else "before the battle"
        words = f"{clean(state.scenario.title)} {ink.glyphs.bullet} {turn}{clean(phase)}"
        asked = self.chair.asked
        if asked is not None:
            words += f" {ink.glyphs.bullet} {name_of(state, asked[0])}"
        self.query_one("#head", Static).update(Content(words))

    def _hint(self) -> None:
        shown = keys_shown(getattr(self.app, "keymap_in_use", {}))
        usual = (("undo", "undo"), ("look", "look"), ("measure", "measure"), ("help", "help"), ("leave", "leave"))
        named = [*(self.mode.keys if self.mode is not None else ()), *usual]
        known = dict(reversed(named))
        words = [f"{shown.get(f'battle.{name}', name)} {known[name]}" for name, _ in named if name in known]
        self.query_one("#hint", Static).update(Content("  ".join(dict.fromkeys(words))))

    def _refresh_panes(self) -> None:
        state, ink, rules = self.chair.state, self.ink, self.chair.rules
        self.query_one("#deck", Lines).set_rows(deck_rows(rules, state, ink))
        self.query_one("#roster", Lines).set_rows(roster_rows(rules, state, ink, self._unit))
        self._head()

    def _want_odds(self) -> None:
        """Have the odds of what is picked worked out, unless they are shown already."""
        wanted = self.mode.wanted_odds() if self.mode is not None else None
        key = (id(wanted[0]), wanted[1], repr(wanted[2])) if wanted is not None else ()
        if key == self._odds_for:
            return
        self._odds_for = key
        if wanted is not None:
            self._show_odds(wanted, key)
        else:
            self.query_one("#odds", Lines).set_rows([])

    @work(exclusive=True, group="odds")
    async def _show_odds(self, wanted: tuple[Request, str, Any], key: tuple[Any, ...]) -> None:
        forecasts = await come(self.thinker.forecasts(*wanted))
        if key == self._odds_for:
            rows = odds_rows(self.chair.state, forecasts, self.ink)
            self.query_one("#odds", Lines).set_rows(rows or [row("No dice hang on that.", self.ink("muted"))])

    # What is pressed.

    def action_cycle(self, step: int) -> None:
        if self.mode is not None:
            self.mode.cycle(step)

    def action_confirm(self) -> None:
        if self._skipped():
            return
        if self.focused is self.log_pane:
            self._jump(self.log_pane.key)
        elif self.focused is not None and self.focused.id == "roster":
            self._open_unit(self.query_one("#roster", Lines).key)
        elif self.mode is not None:
            self.mode.enter()
        elif self.chair.seat.bulletin.trouble:
            self.chair.seat.retry()
        elif self._over:
            self.dismiss("over")

    def action_go_on(self) -> None:
        if not self._skipped() and self.mode is not None:
            self.mode.space()

    def _skipped(self) -> bool:
        """Whether something was being acted out: it is shown as done instead."""
        if self._show.running and self.stage.wanted:
            self.stage.skip()
            return True
        return False

    def action_back(self) -> None:
        if self._skipped() or (self.mode is not None and self.mode.back()):
            return
        if len(self.modes) > 1 or (self.modes and not isinstance(self.mode, Answering)):
            self._drop()
        elif self.maximized is not None:
            self.minimize()
        else:
            self._focus()

    def action_command(self, name: str) -> None:
        if self.mode is not None:
            self.mode.command(name)

    def action_advice(self) -> None:
        if isinstance(self.mode, Answering):
            self._advise(self.mode)

    @work(exclusive=True, group="advice")
    async def _advise(self, mode: Answering) -> None:
        found = await come(self.thinker.advice(mode.request))
        if mode is not self.mode:
            return
        if found is None:
            self._say("Even a sensible captain is at a loss here.", "warning")
        else:
            mode.take(found)
            self._say("A sensible captain would do this; Enter does it.", "success")

    @work(exclusive=True, group="giving")
    async def action_undo(self) -> None:
        side = self.chair.side
        if not side:
            return
        refused = await come(self.chair.seat.undo(side))
        if refused is not None:
            self._say(f"Not taken back: {refusal_words(self.chair.state, refused)}.", "warning")
        else:
            self._asked = None
            self.post_message(News())
            self._say("Taken back.", "success")

    def action_look(self) -> None:
        self._put(Looking(self._desk(), self._here()))

    def action_measure(self) -> None:
        start = self._here()
        self._put(Measuring(self._desk(), start, start))

    def _here(self) -> Point:
        """The cursor, whoever is asked about, or the middle of what is seen."""
        about = self._asked.about if self._asked is not None else ""
        outlook = self.chair.outlook(self._asked)
        actor = middle_of(self.chair.state, [outlook.actor or about])
        return self.field.cursor or actor or self.field.middle

    def action_why(self) -> None:
        rows = [row(line, hang=2) for line in explaining.why(self.chair.outlook(self._asked), "")]
        self.app.push_screen(Sheet("Why?", rows))

    def action_aims(self) -> None:
        readers = (self.chair.side,) if self.chair.side else ()
        rows = [row(line, hang=2) for line in ending.aims(self.chair.state, readers)]
        self.app.push_screen(Sheet("What it is about", rows))

    def action_help(self) -> None:
        every = keys.bindings(getattr(self.app, "keymap_in_use", {}))
        rows = []
        for where in ("BattleScreen", "Field", "Lines", "KktuiApp"):
            mine = [each for each in every if each.where == where and each.says]
            rows += [row(where.removesuffix("Screen").removeprefix("Kktui"), self.ink("primary"))] if mine else []
            rows += [row(f"  {' '.join(map(key_words, each.keys)):<18} {each.says}", hang=21) for each in mine]
        self.app.push_screen(Sheet("Keys", rows))

    def action_rules(self) -> None:
        """The rulebook, lit by what is asked here."""
        from kktui.engine.pages import lit_by
        from kktui.tui.rulebook import RulebookScreen

        state, asked = self.chair.state, self.chair.asked
        lit = lit_by(self.chair.rules, state, asked[1]) if asked is not None else None
        self.app.push_screen(RulebookScreen(state.book, lit))

    @work(exclusive=True, group="leaving")
    async def action_leave(self) -> None:
        if self.chair.seat.sides and not self._over:
            question = "Leave the battle? It is saved; resume takes it up again."
            if not await self.app.push_screen_wait(Sure(question)):
                return
        self.dismiss("left")

    # Panes.

    def action_pane(self, name: str) -> None:
        for each in PANES:
            self.query_one(f"#{each}").set_class(each == name, "-shown")
        self.query_one("#panes").remove_class("-hidden")
        self._pane = name
        pane = self.query_one(f"#{name}", Lines)
        if self.focused is pane:
            self._focus()
        else:
            pane.focus()

    def action_focus_field(self) -> None:
        self.field.focus()

    def action_widen(self, columns: int) -> None:
        panes = self.query_one("#panes")
        panes.styles.width = min(WIDEST, max(NARROWEST, panes.outer_size.width + columns))

    def action_hide_panes(self) -> None:
        self.query_one("#panes").toggle_class("-hidden")

    def action_maximise(self) -> None:
        if self.maximized is not None:
            self.minimize()
        elif self.focused is not None:
            self.maximize(self.focused, container=False)

    def _jump(self, key: str) -> None:
        """To the place where a line of the log happened, and why it came out so."""
        event = self.log_pane.event_at(key)
        if event is None:
            return
        place = place_in(self.chair.state, event)
        if place is not None:
            self.field.point_to(place)
            self.field.look_at(place)
        rows = [row(line, hang=2) for line in explaining.why_rolled(self.chair.state, event)]
        self.query_one("#odds", Lines).set_rows(rows)
        self._odds_for = ("why", key)

    def _open_unit(self, key: str) -> None:
        """A unit's men, or away with them; a man is looked at."""
        kind, _, name = key.partition(" ")
        if kind == "unit":
            self._unit = "" if self._unit == name else name
            self._refresh_panes()
        place = middle_of(self.chair.state, [name])
        if place is not None:
            self.field.look_at(place)

    # Messages.

    @on(Field.Pointed)
    def _pointed(self, message: Field.Pointed) -> None:
        if self.mode is not None:
            self.mode.pointed(message.at, chosen=message.chosen)

    @on(Lines.Highlighted, "#ask")
    def _highlighted(self, message: Lines.Highlighted) -> None:
        if self.mode is not None and message.key:
            self.mode.highlight(message.key)

    @on(Lines.Chosen, "#ask")
    def _chosen(self, message: Lines.Chosen) -> None:
        if self.mode is not None:
            self.mode.enter()


def key_words(key: str) -> str:
    """A key as it is printed on it."""
    return _PRINTED.get(key, key)


_PRINTED = {
    "question_mark": "?", "full_stop": ".", "comma": ",", "semicolon": ";", "left_square_bracket": "[",
    "right_square_bracket": "]", "plus": "+", "minus": "-", "equals_sign": "=", "slash": "/", "colon": ":",
    "escape": "Esc", "enter": "Enter", "space": "Space", "tab": "Tab", "backspace": "Bksp", "shift+tab": "Shift+Tab",
    "up": "Up", "down": "Down", "left": "Left", "right": "Right",
}  # fmt: skip


def keys_shown(keymap: dict[str, str]) -> dict[str, str]:
    """The first key of each binding, as it is printed on it."""
    return {each.id: key_words(each.keys[0]) for each in keys.bindings(keymap) if each.keys}
