"""A battle seen again: forward and back by event, phase, turn, loss and rout; and played on from any moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.timer import Timer
from textual.widgets import Footer, Static

from kktui.engine.events import CASUALTY, ROUT, Event, PhaseBegan, TurnBegan
from kktui.engine.game import Game
from kktui.engine.telling import name_of, tell
from kktui.store.offer import levels
from kktui.store.record import HUMAN
from kktui.store.shown import Told
from kktui.story import Course, Reel, course_of, reel_of
from kktui.story.course import EVENT
from kktui.tui.ending import EndingScreen, Leaving
from kktui.tui.field import Field, Mark
from kktui.tui.panes.chronicle import style_of
from kktui.tui.parts import Choice, Heading, lines, one_line, plain
from kktui.tui.rulebook import RulebookScreen
from kktui.tui.scrub import ScrubBar
from kktui.tui.stage import SPEEDS, Scene, Stage, scene_of
from kktui.words.places import figures_in, place_in

PACES = (1.0, 0.5, 0.25, 0.1, 0.04)
"""Seconds between two events while it plays by itself."""
STYLES = {"": "", "muted": "$foreground 70%", "error": "$error", "primary": "$primary"}
"""How an ink of the log is called in a style sheet."""
NAME = 24
"""Cells for the name of a side that somebody is to play."""
TOLD = 3
"""Lines of what happened at the foot of the screen."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """A new game to be begun with the first answers of this one."""

    answers: int
    seats: Mapping[str, str]


class ReplayScreen(Screen[PlayOn | None]):
    """A battle on a reel."""

    DEFAULT_CSS = """
    ReplayScreen #when { height: 1; background: $panel; padding: 0 1; }
    ReplayScreen #map { width: 1fr; height: 1fr; }
    ReplayScreen #log { width: 50; height: 1fr; padding: 0 1; background: $surface; display: none; }
    ReplayScreen #told { height: 3; padding: 0 1; background: $surface; }
    ReplayScreen.-wide #log { display: block; }
    ReplayScreen.-wide #told { display: none; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "forward('event')", "Event", group=Binding.Group("event", compact=True), id="replay.next"),
        Binding("left,h", "back('event')", "One back", group=Binding.Group("event", compact=True), id="replay.before"),
        Binding("full_stop,shift+right", "forward('phase')", "Phase", show=False, id="replay.next-phase"),
        Binding("comma,shift+left", "back('phase')", "Phase back", show=False, id="replay.phase-before"),
        Binding("t,pagedown", "forward('turn')", "Turn", id="replay.next-turn"),
        Binding("T,pageup", "back('turn')", "Turn back", show=False, id="replay.turn-before"),
        Binding("c", f"forward('{CASUALTY}')", "Casualty", id="replay.next-casualty"),
        Binding("C", f"back('{CASUALTY}')", "Casualty back", show=False, id="replay.casualty-before"),
        Binding("r", f"forward('{ROUT}')", "Rout", id="replay.next-rout"),
        Binding("R", f"back('{ROUT}')", "Rout back", show=False, id="replay.rout-before"),
        Binding("home", "wind(0)", "To the start", show=False, id="replay.start"),
        Binding("end", "wind(-1)", "To the end", show=False, id="replay.end"),
        Binding("space", "run", "Run", id="replay.run"),
        Binding("plus", "pace(1)", "Faster", show=False, id="replay.faster"),
        Binding("minus", "pace(-1)", "Slower", show=False, id="replay.slower"),
        Binding("z", "zoom(1)", "Closer", show=False, id="replay.closer"),
        Binding("Z", "zoom(-1)", "Farther", show=False, id="replay.farther"),
        Binding("f", "zoom(0)", "Whole table", show=False, id="replay.whole"),
        Binding("p", "play_on", "Play on", id="replay.play-on"),
        Binding("e", "ending", "How it ended", show=False, id="replay.ending"),
        Binding("f1", "rules", "Rules", show=False, id="replay.rules"),
        Binding("escape,q", "leave", "Back", id="replay.back"),
        Binding("question_mark", "app.keys", "Keys", id="replay.keys"),
    ]

    def __init__(self, game: Game, *, side: str = "", at: int = 0) -> None:
        """A battle as a side sees it until it is over; `at` is how many events have happened."""
        super().__init__()
        self._game = game
        self._reel: Reel = reel_of(game, side)
        self._course: Course = course_of(self._reel, game.setup.rules)
        self._reel.wind(at)
        self._field = Field(id="map")
        self._field.can_focus = False
        self._stage = Stage(self._field)
        self._pace = 2
        self._timer: Timer | None = None

    @property
    def at(self) -> int:
        """How many events have happened."""
        return self._reel.at

    def compose(self) -> ComposeResult:
        yield Static(id="when")
        with Horizontal():
            yield self._field
            yield Static(id="log")
        yield Static(id="told")
        yield ScrubBar(self._course, unicode=self._unicode)
        yield Footer()

    def on_mount(self) -> None:
        config = getattr(self.app, "config", None)
        self._stage.speed = SPEEDS[config.settings.speed] if config is not None else 1.0
        self._field.fit()

    def on_resize(self) -> None:
        self._show()
        self._act([])

    # Showing.

    def _show(self) -> None:
        self._field.elsewhere.clear()
        self._field.lay_all({"shot": {}, "blow": {}, "about": {}})
        self.query_one("#when", Static).update(self._when())
        self.query_one(ScrubBar).show(self.at)
        log = self.query_one("#log", Static)
        place = log if log.display else self.query_one("#told", Static)
        width, height = place.content_size
        place.update(self._log(width or 76, height or TOLD))
        self._field.show(self._reel.state)

    def _when(self) -> Content:
        state = self._reel.state
        turn = f"turn {state.turn} of {state.scenario.turns}" if state.turn else "before the battle"
        phase = f", {self._phase()}" if self._phase() else ""
        running = "  running" if self._timer else ""
        return Content.assemble(
            one_line(state.scenario.title, 36, "bold $primary"),
            plain(f"  {turn}{phase}  event {self.at} of {len(self._reel)}{running}"),
        )

    def _phase(self) -> str:
        """The phase that was announced last in this turn."""
        if self._reel.state.phase < 0:
            return ""
        before = reversed(self._reel.events[: self.at])
        return next((each.name for each in before if isinstance(each, PhaseBegan)), "")

    def _log(self, width: int, height: int) -> Content:
        """The last things that happened, as many as there is room for, the newest at the foot and bold."""
        told: list[Content] = []
        at, room = self.at, height
        while at and room > 0:
            at -= 1
            shown = self._line(self._reel.events[at], "" if told else "bold")
            room -= shown.get_height({}, width) if shown else 0
            told += [shown] if shown and (room >= 0 or not told) else []
        return lines(told[::-1])

    def _line(self, event: Event, style: str) -> Content:
        text = self._words(event)
        if text and isinstance(event, TurnBegan):
            return plain(f"{'──' if self._unicode else '--'} {text}", "bold $primary")
        return plain(text, f"{style} {STYLES[style_of(event)]}".strip())

    def _mark(self) -> None:
        """Show who it is about that was told last."""
        state, field = self._reel.state, self._field
        told = reversed(self._reel.events[: self.at])
        event = next((each for each in told if self._words(each)), None)
        men = figures_in(state, event) if event is not None else []
        fallen = {field.scale.cell(state.figures[man].pose): Mark("target", over=True) for man in men}
        standing = {cell: Mark("acting") for man in men for cell in field.cells_of(man)}
        field.lay("about", fallen | standing)
        if event is not None and (place := place_in(state, event)) is not None:
            field.bring(place)

    def _words(self, event: Event) -> str:
        """The sentence for an event; where one is in the turn stands at the head of the screen anyway."""
        return "" if isinstance(event, PhaseBegan) else tell(self._reel.state, event)

    @property
    def _unicode(self) -> bool:
        return bool(getattr(self.app, "unicode", True))

    # Winding.

    def _wind(self, to: int) -> None:
        self._reel.wind(to)
        self._show()
        self._act([])

    def action_forward(self, kind: str) -> None:
        """On to the next of a kind; the next event is the next that has words."""
        if kind != EVENT:
            self._wind(self._course.after(self.at, kind))
            return
        scenes: list[Scene] = []
        while self.at < len(self._reel):
            event = self._reel.events[self.at]
            scenes.append(scene_of(self._reel.state, event))
            self._reel.wind(self.at + 1)
            if self._words(event):
                break
        self._show()
        self._act([scene for scene in scenes if scene])

    @work(exclusive=True, group="act")
    async def _act(self, scenes: Sequence[Scene]) -> None:
        """Act out what has just happened, and show whom it was about; the next key cuts it short."""
        for scene in scenes if self._stage.speed else ():
            await self._stage.act(scene)
        self._mark()

    def action_zoom(self, closer: int) -> None:
        """Closer or farther; 0 shows the whole table again."""
        if closer:
            self._field.zoom(closer)
        else:
            self._field.fit()
        self._mark()

    def action_back(self, kind: str) -> None:
        self._reel.wind(self._course.before(self.at, kind))
        while kind == EVENT and self.at and not self._words(self._reel.events[self.at - 1]):
            self._reel.wind(self.at - 1)
        self._show()
        self._act([])

    def action_wind(self, to: int) -> None:
        self._wind(to if to >= 0 else len(self._reel))

    @on(ScrubBar.Jumped)
    def _jump(self, event: ScrubBar.Jumped) -> None:
        self._wind(event.at)

    def action_run(self) -> None:
        """Let it run by itself, or stop it."""
        if self._timer is None:
            self._timer = self.set_interval(PACES[self._pace], self._tick)
        else:
            self._halt()
        self._show()

    def _tick(self) -> None:
        self.action_forward(EVENT)
        if self.at == len(self._reel):
            self._halt()
            self._show()

    def _halt(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_pace(self, step: int) -> None:
        self._pace = min(max(self._pace + step, 0), len(PACES) - 1)
        if self._timer is not None:
            self._halt()
            self.action_run()
        self.notify(f"{1 / PACES[self._pace]:g} events a second", markup=False, timeout=1)

    # Going elsewhere.

    def action_rules(self) -> None:
        self.app.push_screen(RulebookScreen(self._reel.state.book))

    def action_ending(self) -> None:
        if self._game.over:
            self.app.push_screen(EndingScreen(self._game), self._from_ending)
        else:
            self.notify("The battle is not over.", markup=False)

    def _from_ending(self, leaving: Leaving | None) -> None:
        if leaving is not None and leaving.replay_at is not None:
            self._wind(leaving.replay_at)

    def action_play_on(self) -> None:
        """Begin a new game from here."""
        if isinstance(self._game, Told):
            self.notify("This battle is told from its events alone: the rules have changed since, or it was exported "
                        "while it went on. It cannot be played on.", markup=False)  # fmt: skip
            return
        self._halt()
        sides = {side: name_of(self._reel.state, side) for side in self._reel.state.sides}
        self.app.push_screen(SeatsScreen(sides), self._begin)

    def _begin(self, seats: Mapping[str, str] | None) -> None:
        if seats is not None:
            self.dismiss(PlayOn(self._game.answers_before(self.at), seats))

    def action_leave(self) -> None:
        self.dismiss(None)


class SeatsScreen(ModalScreen[Mapping[str, str] | None]):
    """Who plays each side from here."""

    DEFAULT_CSS = """
    SeatsScreen { align: center middle; }
    SeatsScreen #box { width: 60; height: auto; border: round $primary; background: $surface; padding: 1 2; }
    SeatsScreen #how { margin: 1 0 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", id="seats.back")]

    def __init__(self, sides: Mapping[str, str]) -> None:
        super().__init__()
        self._sides = sides

    def compose(self) -> ComposeResult:
        players = [(HUMAN, "you"), *((level, f"the computer ({level})") for level in levels())]
        with Vertical(id="box"):
            yield Heading(plain("Play on from here, as a new game"))
            for place, name in enumerate(self._sides.values()):
                yield Choice(name, players, HUMAN if place == 0 else levels()[0], id=f"seat-{place}", room=NAME)
            yield Static(plain("The dice are those of the old game's seed. Enter begins, Escape goes back."), id="how")

    @on(Choice.Submitted)
    def _begin(self) -> None:
        seats = [self.query_one(f"#seat-{place}", Choice).value for place in range(len(self._sides))]
        self.dismiss(dict(zip(self._sides, seats, strict=True)))

    def action_leave(self) -> None:
        self.dismiss(None)
