"""Rules at hand: the rulebook in force with its charts, lit where a question is open, and the house rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import ContentSwitcher, Footer, Input, Static
from textual.widgets.option_list import Option

from kktui.engine.pages import Lit, Page, about, cell_words, cells_of, chart_lines, pages
from kktui.engine.rulebook import Chart, Rulebook, Ruling, Value
from kktui.tui.parts import Heading, Menu, WholeScreen, lines, one_line, plain

RULINGS = "rulings"
MARK = ("▸ ", "> ")
INDENT = 5
"""Cells that a chart is moved in by."""


class RulebookScreen(WholeScreen[Mapping[str, Value] | None]):
    """A rulebook to read. With `changing` its rulings can be switched; it returns those that are not the default."""

    DEFAULT_CSS = """
    RulebookScreen { background: $background; }
    RulebookScreen #contents { width: 30; height: 1fr; border: none; scrollbar-size-vertical: 1;
                               text-wrap: nowrap; text-overflow: ellipsis; }
    RulebookScreen #find { height: 1; border: none; padding: 0 1; background: $panel; }
    RulebookScreen #pages { width: 1fr; height: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    RulebookScreen #leaf { width: 1fr; height: auto; }
    RulebookScreen #switches { height: 1fr; border: none; }
    RulebookScreen.-wide #contents { width: 44; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q", "leave", "Back", id="rules.back"),
        Binding("slash", "find", "Find", id="rules.find"),
        Binding("n", "lit(1)", "Next that counts", id="rules.next-lit"),
        Binding("tab", "app.focus_next", "Other pane", id="rules.pane"),
        Binding("home", "top", "Top", show=False, id="rules.top"),
    ]

    def __init__(self, book: Rulebook, lit: Lit | None = None, *, at: str = "", changing: bool = False) -> None:
        """`at` is the rule to open it at; the first one lit when it is not given."""
        super().__init__()
        self._book = book
        self._lit = lit or Lit()
        self._at = at or next(iter(self._lit.rules), "")
        self._changing = changing
        self._switched: dict[str, Value] = dict(book.switched)
        self._shown: list[Page] = pages(book)

    @property
    def _unicode(self) -> bool:
        return bool(getattr(self.app, "unicode", True))

    def compose(self) -> ComposeResult:
        yield Heading(one_line(self._book.title))
        yield Input(placeholder="find: any words, or a rule's id", id="find", compact=True)
        with Horizontal():
            yield Menu(id="contents")
            with ContentSwitcher(initial="pages"):
                with VerticalScroll(id="pages"):
                    yield Static(id="leaf")
                with Vertical(id="rulings"):
                    yield Static(self._about_rulings(), id="about-rulings")
                    yield Menu(id="switches")
        yield Footer()

    def on_mount(self) -> None:
        self._list_contents()
        self._list_switches()
        self.query_one("#contents").focus()

    # The contents.

    def _list_contents(self) -> None:
        menu = self.query_one("#contents", Menu)
        menu.clear_options()
        menu.add_option(Option(plain("House rulings"), id=RULINGS))
        heading = ""
        for page in self._shown:
            if page.rule.heading != heading:
                heading = page.rule.heading
                menu.add_option(Option(plain(heading, "bold $primary"), disabled=True))
            menu.add_option(Option(self._entry(page), id=page.rule.id))
        wanted = self._at if self._at in {page.rule.id for page in self._shown} else ""
        first = wanted or next((page.rule.id for page in self._shown), "")
        menu.highlighted = menu.get_option_index(first) if first else None

    def _entry(self, page: Page) -> Content:
        mark = MARK[not self._unicode] if page.rule.id in self._lit.rules else "  "
        style = "bold" if mark.strip() else ""
        return Content.assemble((mark + page.rule.id, style), " ", plain(page.rule.says[:60], "dim"))

    @on(Menu.OptionHighlighted, "#contents")
    def _turn_to(self, event: Menu.OptionHighlighted) -> None:
        self.query_one(ContentSwitcher).current = RULINGS if event.option_id == RULINGS else "pages"
        if event.option_id and event.option_id != RULINGS:
            self._at = event.option_id
            self._show(event.option_id)

    @on(Menu.OptionSelected, "#contents")
    def _go_in(self, event: Menu.OptionSelected) -> None:
        """Enter leads into what stands beside the contents."""
        self.query_one("#switches" if event.option_id == RULINGS else "#pages").focus()

    def _show(self, rule: str) -> None:
        page = next(each for each in self._shown if each.rule.id == rule)
        section = [each for each in self._shown if each.rule.heading == page.rule.heading]
        self.query_one("#leaf", Static).update(lines([*self._leaf(page, section)]))
        self.query_one("#pages").scroll_home(animate=False)

    def _leaf(self, page: Page, section: Sequence[Page]) -> Iterator[Content]:
        """The rule that was turned to in full, then the rest of its heading."""
        yield plain(page.rule.heading, "bold $primary")
        yield from self._rule(page)
        others = [each for each in section if each is not page]
        if others:
            yield plain("Under the same heading", "bold $primary")
            for each in others:
                yield from self._rule(each)

    def _rule(self, page: Page) -> Iterator[Content]:
        counts = page.rule.id in self._lit.rules
        name = f"{MARK[not self._unicode] if counts else ''}{page.rule.id}"
        reading = " (our reading)" if page.rule.house else ""
        yield Content.assemble(
            (name, "bold $accent" if counts else "bold"), "  ", plain(page.rule.says), (reading, "dim")
        )
        for ruling in page.rulings:
            yield self._ruling(ruling)
        for chart in page.charts:
            yield Content("")
            yield from chart_content(chart, self._lit, MARK[not self._unicode], self._width)
        yield Content("")

    @property
    def _width(self) -> int:
        return self.query_one("#pages").scrollable_content_region.width or 46

    def on_resize(self) -> None:
        if self.query_one(ContentSwitcher).current == "pages" and self._at in {page.rule.id for page in self._shown}:
            self.call_after_refresh(self._show, self._at)

    def _ruling(self, ruling: Ruling) -> Content:
        stands = cell_words(self._switched.get(ruling.name, ruling.default))
        return Content.assemble("   ", ("House ruling ", "bold"), plain(f"{ruling.says} Here: {stands}."))

    # Finding.

    def action_find(self) -> None:
        self.query_one("#find").focus()

    @on(Input.Changed, "#find")
    def _find(self, event: Input.Changed) -> None:
        self._shown = about(self._book, event.value)
        self._list_contents()
        if not self._shown:
            self.query_one("#leaf", Static).update(plain("No rule has all these words."))
            self.query_one(ContentSwitcher).current = "pages"

    @on(Input.Submitted, "#find")
    def _found(self) -> None:
        self.query_one("#contents").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What counts now is not looked for where no question is open."""
        return bool(self._lit.rules) if action == "lit" else super().check_action(action, parameters)

    def action_lit(self, step: int) -> None:
        """Turn to the next rule that counts now."""
        there = [page.rule.id for page in self._shown if page.rule.id in self._lit.rules]
        if there:
            at = there.index(self._at) + step if self._at in there else 0
            menu = self.query_one("#contents", Menu)
            menu.highlighted = menu.get_option_index(there[at % len(there)])

    def action_top(self) -> None:
        self.query_one("#contents", Menu).action_first()

    # House rulings.

    def _about_rulings(self) -> Content:
        if not self._book.rulings:
            return plain("This rulebook leaves nothing to the house.\n")
        how = "Enter switches a ruling." if self._changing else "As this battle is played."
        return plain(f"Where the sheet can be read in several ways, one reading is in force. {how}\n")

    def _list_switches(self) -> None:
        menu = self.query_one("#switches", Menu)
        at = menu.highlighted
        menu.clear_options()
        for ruling in self._book.rulings.values():
            menu.add_option(Option(lines([*self._switch(ruling)]), id=ruling.name))
        menu.highlighted = at or 0

    def _switch(self, ruling: Ruling) -> Iterator[Content]:
        stands = self._switched.get(ruling.name, ruling.default)
        yield Content.assemble((ruling.name, "bold"), " ", (ruling.rule, "dim"))
        yield plain(f"  {ruling.says}")
        on_mark, off_mark = ("●", "○") if self._unicode else ("(x)", "( )")
        for option in ruling.options or (stands,):
            chosen = option == stands and type(option) is type(stands)
            usual = ", as we read it" if option == ruling.default else ""
            words = f"  {on_mark if chosen else off_mark} {cell_words(option)}{usual}"
            yield plain(words, "bold" if chosen else "")

    @on(Menu.OptionSelected, "#switches")
    def _turn_switch(self, event: Menu.OptionSelected) -> None:
        ruling = self._book.rulings[str(event.option_id)]
        if not self._changing:
            self.notify("House rulings are settled before a battle begins.", markup=False)
            return
        values = _readings(ruling)
        at = values.index(self._switched.get(ruling.name, ruling.default)) if values else 0
        self._switched[ruling.name] = values[(at + 1) % len(values)] if values else ruling.default
        self._list_switches()

    def action_leave(self) -> None:
        if not self._changing:
            self.dismiss(None)
            return
        house = {name: value for name, value in self._switched.items() if value != self._book.rulings[name].default}
        self.dismiss(house)


def _readings(ruling: Ruling) -> list[Value]:
    """What a ruling may be switched to by a key; a number without listed options has to be written in a file."""
    if isinstance(ruling.default, bool):
        return [ruling.default, not ruling.default]
    return list(ruling.options)


def chart_content(chart: Chart, lit: Lit, mark: str, width: int) -> Iterator[Content]:
    """A chart in the sheet's shape, or row by row where that is too wide; a row that counts now is marked."""
    yield Content.assemble("   ", plain(chart.title, "bold underline"))
    table, drawn = cells_of(chart), chart_lines(chart)
    wide = max((len(line) for line in drawn), default=0) + INDENT > width
    for (name, *cells), line in zip(table, drawn, strict=True):
        if wide and not name:
            continue
        counts = (chart.rule, name) in lit.rows
        style = "bold reverse" if counts else "" if name else "bold"
        shown = _row_words(chart, name, cells) if wide else line
        yield Content.assemble(f"   {mark if counts else '  '}", plain(shown, style))


def _row_words(chart: Chart, name: str, cells: Sequence[str]) -> str:
    """`crossbow: close 9, long 18, load 2`."""
    named = zip(chart.columns or ("",) * len(cells), cells, strict=False)
    return f"{name}: " + ", ".join(f"{column} {cell}".strip() for column, cell in named if cell)
