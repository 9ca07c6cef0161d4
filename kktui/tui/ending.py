"""The end of a battle: who won, what it cost, how strength ebbed, what decided it, and who was lucky."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import DataTable, Footer, Static
from textual.widgets.option_list import Option

from kktui.engine.game import Game
from kktui.engine.state import FIELDED, STANDINGS, AnyState, Figure
from kktui.engine.telling import dice_words, name_of
from kktui.story import Course, Tally, course_of, fortunes, reel_of, tallies
from kktui.text import clean
from kktui.tui.parts import Heading, Menu, WholeScreen, lines, one_line, plain
from kktui.tui.plot import ALONG, PENS, STYLES, Plot
from kktui.words import ending


@dataclass(frozen=True, slots=True)
class Leaving:
    """What the player wants after the end: to see it again, from so many events on, or to go."""

    replay_at: int | None = None


class EndingScreen(WholeScreen[Leaving]):
    """What a battle came to."""

    DEFAULT_CSS = """
    EndingScreen { background: $background; }
    EndingScreen #all { height: 1fr; padding: 0 2; scrollbar-size-vertical: 1; }
    EndingScreen #verdict { width: 1fr; text-align: center; text-style: bold; margin: 1 0; }
    EndingScreen .part { height: auto; width: 1fr; }
    EndingScreen #parts { layout: grid; grid-size: 1; grid-rows: auto; grid-gutter: 1 0; height: auto; }
    EndingScreen.-wide #parts { grid-size: 2; grid-gutter: 1 3; }
    EndingScreen DataTable { height: auto; width: auto; max-width: 100%; background: $background;
                             scrollbar-size-vertical: 1; }
    EndingScreen #moments { height: auto; border: none; background: $background; padding: 0; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (136, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "Back", id="ending.back"),
        Binding("r", "replay", "Replay", id="ending.replay"),
        Binding("space,pagedown", "leaf(1)", "More", priority=True, id="ending.down"),
        Binding("pageup", "leaf(-1)", "Back up", show=False, priority=True, id="ending.up"),
    ]

    def __init__(self, game: Game, *, seen: int = 0) -> None:
        """`game` is over; `seen` is the moment that was looked at last."""
        super().__init__()
        self._game = game
        self._seen = seen
        self._state: AnyState = game.state
        self._course: Course = course_of(reel_of(game), game.setup.rules)

    @property
    def _unicode(self) -> bool:
        return bool(getattr(self.app, "unicode", True))

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="all"):
            yield Static(self._verdict(), id="verdict")
            with Vertical(id="parts"):
                with Vertical(classes="part", id="strength"):
                    yield Heading(plain("Men left, turn by turn"))
                    yield self._plot()
                    yield Static(self._legend())
                with Vertical(classes="part", id="decisive"):
                    yield Heading(plain("What decided it (Enter shows it)"))
                    yield Menu(*self._moments(), id="moments")
                with Vertical(classes="part", id="losses"):
                    yield Heading(plain("Losses"))
                    yield self._losses()
                with Vertical(classes="part", id="luck"):
                    yield Heading(plain("The dice, thrown against expected"))
                    yield from self._luck()
            yield Static(plain(ending.seed_words(self._game), "dim"))
        yield Footer()

    def on_mount(self) -> None:
        moments = self.query_one("#moments", Menu)
        moments.focus(scroll_visible=False)
        at = [moment.at for moment in self._course.decisive]
        if self._seen in at:
            moments.highlighted = at.index(self._seen)

    def _verdict(self) -> Content:
        title = one_line(self._state.scenario.title, style="bold $primary")
        points = " ".join(ending.points(self._state))
        winner = self._state.result.winner if self._state.result is not None else ""
        verdict = plain(ending.verdict(self._state), STYLES[self._state.sides.index(winner)] if winner else "")
        return lines([title, verdict, *([plain(points, "dim")] if points else [])])

    # Strength.

    def _plot(self) -> Plot:
        series = [[each.men[side] for each in self._course.strengths] for side in self._state.sides]
        return Plot(series, unicode=self._unicode)

    def _legend(self) -> Content:
        parts = []
        for side, style, pen in zip(self._state.sides, STYLES, PENS[self._unicode], strict=True):
            left = self._course.strengths[-1].men[side]
            parts.append(
                Content.assemble((pen[ALONG] * 3, style), " ", plain(name_of(self._state, side)), f" {left}   ")
            )
        return Content.assemble(*parts)

    # What decided it.

    def _moments(self) -> Iterator[Option]:
        if not self._course.decisive:
            yield Option(plain("Nothing much: the sides stood as they had come."), disabled=True)
        for moment in self._course.decisive:
            yield Option(plain(ending.moment_words(self._state, moment)), id=str(moment.at))

    @on(Menu.OptionSelected, "#moments")
    def _see(self, event: Menu.OptionSelected) -> None:
        if event.option_id:
            self.dismiss(Leaving(replay_at=int(event.option_id)))

    # Losses.

    def _losses(self) -> Widget:
        state = self._state
        met = {man.standing for man in state.figures.values()} - {FIELDED}
        fates = [standing for standing in STANDINGS if standing in met]
        table: DataTable[Text] = DataTable(cursor_type="none", show_cursor=False, zebra_stripes=False)
        table.add_columns(*(Text(each) for each in ("", *map(ending.fate_words, fates), "left")))
        for side in state.sides:
            mine = [man for man in state.figures.values() if man.side == side]
            table.add_row(*_row(_fates(name_of(state, side), mine, fates), "bold"))
            for unit in state.units.values():
                if unit.side == side:
                    men = [state.figures[each] for each in unit.figures]
                    table.add_row(*_row(_fates(f"  {name_of(state, unit.id)}", men, fates)))
        return table

    # Luck.

    def _luck(self) -> Iterator[Widget]:
        found = tallies(self._game)
        if not found:
            yield Static(plain("No die was thrown in this battle."))
            return
        for fortune in fortunes(self._game):
            yield Static(plain(ending.fortune_words(self._state, fortune)))
        table: DataTable[Text] = DataTable(cursor_type="none", show_cursor=False)
        table.add_columns(*(Text(each) for each in ("", "dice", "thrown", "mean", "expected", "luck")))
        for side in dict.fromkeys(tally.side for tally in found):
            whose = name_of(self._state, side) if side else "The table"
            table.add_row(*_row([whose, "", "", "", ""], "bold"), Text(""))
            for tally in found:
                if tally.side == side:
                    table.add_row(*_row(self._tally(tally)), Text(self._balance(tally)))
        yield table

    def _tally(self, tally: Tally) -> list[str]:
        why = ending.why_words(self._state, tally.why)
        return [f"  {why}", dice_words(tally.dice), str(tally.thrown), f"{tally.rolled:.2f}", f"{tally.expected:.2f}"]

    def _balance(self, tally: Tally) -> str:
        """A small balance: to the left unlucky, to the right lucky, in half standard deviations."""
        if not tally.good:
            return ""
        steps = max(-4, min(4, round(tally.favour * 2)))
        full, middle = ("■", "│") if self._unicode else ("#", "|")
        return f"{(full * -steps).rjust(4)}{middle}{(full * steps).ljust(4)}"

    def action_leaf(self, pages: int) -> None:
        """Further down, or up again."""
        everything = self.query_one("#all")
        everything.scroll_relative(y=pages * (everything.size.height - 2), animate=False)

    # Leaving.

    def action_replay(self) -> None:
        self.dismiss(Leaving(replay_at=0))

    def action_leave(self) -> None:
        self.dismiss(Leaving())


def _fates(name: str, men: Sequence[Figure], fates: Sequence[str]) -> list[str]:
    """What became of some men: a number for each fate, and how many are left."""
    standing = [man.standing for man in men]
    counts = [str(standing.count(fate) or "") for fate in fates]
    return [name, *counts, f"{standing.count(FIELDED)} of {len(men)}"]


def _row(cells: Sequence[str], style: str = "") -> list[Text]:
    """Cells of a table as plain text: the first to the left, numbers to the right."""
    first, *rest = cells
    return [Text(clean(first), style), *(Text(clean(each), style, justify="right") for each in rest)]
