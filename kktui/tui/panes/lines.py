"""A list of lines: wrapped, scrolled, with a cursor when there is something to choose. All panes are made of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile, zip_longest
from typing import ClassVar, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from kktui.text import clean
from kktui.tui.field.glyphs import DEGREE, DEGREES

GLUE = "\N{NO-BREAK SPACE}"
"""Looks like a space; no line is broken there, unless there is no other place."""
FIRM = "\N{NARROW NO-BREAK SPACE}"
"""The same between a bar and its number, which part last of all."""


class Row(NamedTuple):
    """One line, wrapped when it is too long; rows with a key can be chosen."""

    text: Text
    key: str = ""
    hang: int = 0
    """Columns by which the wrapped part is set in."""


def row(text: str, style: Style | str = "", key: str = "", hang: int = 0) -> Row:
    """A row of one style; its text is made safe to show."""
    return Row(styled(clean(text, 2000), style), key, hang)


def styled(text: str, style: Style | str = "") -> Text:
    """Safe text in one style. The style is laid on as a span: a Text's own style is not always rendered."""
    shown = Text(text, end="")
    shown.stylize(style)
    return shown


class Lines(ScrollView, can_focus=True):
    """Rows one under another. Only those that differ are painted again."""

    DEFAULT_CSS = """
    Lines { background: $background; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0; overflow-x: hidden;
            scrollbar-gutter: stable; }
    Lines > .lines--cursor { background: $block-cursor-background; color: $block-cursor-foreground;
                             text-style: $block-cursor-text-style; }
    Lines > .lines--blurred { background: $panel; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"lines--cursor", "lines--blurred"}
    ALLOW_SELECT = False
    FOLLOWS: ClassVar[bool] = False
    """Whether the end is what one wants to see, unless one has gone further up."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "go(-1)", "Up", show=False, id="lines.up"),
        Binding("down,j", "go(1)", "Down", show=False, id="lines.down"),
        Binding("pageup", "leaf(-1)", "Page up", show=False, id="lines.page-up"),
        Binding("pagedown", "leaf(1)", "Page down", show=False, id="lines.page-down"),
        Binding("home", "end(-1)", "First", show=False, id="lines.first"),
        Binding("end", "end(1)", "Last", show=False, id="lines.last"),
    ]

    class Highlighted(Message):
        """The cursor has come to another row."""

        def __init__(self, lines: Lines, key: str) -> None:
            super().__init__()
            self.lines = lines
            self.key = key

        @property
        def control(self) -> Lines:
            return self.lines

    class Chosen(Highlighted):
        """A row was clicked."""

    def __init__(self, *, title: str = "", id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.head(title)
        self.rows: list[Row] = []
        self.cursor = -1
        self._at_end = True
        self._kept = ""
        """The row that is kept in sight."""
        self._visual: list[tuple[int, Strip]] = []
        self._width = 0
        self._laid_out: dict[int, tuple[Row, list[Strip]]] = {}
        self._laid_out_for = 0
        self._styles_known: dict[str, Style] = {}

    def head(self, title: str) -> None:
        """What is written over the rows."""
        if title:
            self.border_title = Content(f"{title} ")

    # What is shown.

    def set_rows(self, rows: Sequence[Row], *, cursor: str | None = None, follow: bool = False) -> None:
        """Show these rows; the cursor goes to a key, or stays where it was; `follow` scrolls to the end."""
        kept = self.key if cursor is None else cursor
        self.rows = list(rows)
        was = self.cursor
        self.cursor = next((i for i, each in enumerate(self.rows) if each.key and each.key == kept), -1)
        self._wrap()
        if was != self.cursor:
            self._refresh_row(was)
            self._refresh_row(self.cursor)
        if follow:
            self.call_after_refresh(self.scroll_end, animate=False)
        elif cursor is not None:
            self._reveal()

    def add_rows(self, rows: Sequence[Row]) -> None:
        """Add rows at the end and follow them, unless somebody is reading further up."""
        if not rows:
            return
        first = len(self.rows)
        self.rows += rows
        fresh = {first + i: (each, self._strips(each)) for i, each in enumerate(rows)}
        self._laid_out |= fresh
        old = len(self._visual)
        self._visual += [(i, strip) for i, (_, strips) in fresh.items() for strip in strips]
        self._grow(Size(self._width, len(self._visual)))
        for y in range(old, len(self._visual)):
            self._refresh_from(y, 0, self._width)
        self._follow()

    def _follow(self) -> None:
        """Show the end, unless somebody is reading further up."""
        if self.FOLLOWS and self._at_end:
            self.call_after_refresh(self.scroll_end, animate=False)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._at_end = new_value >= self.max_scroll_y - 1

    def height_but_for(self, prefix: str) -> int:
        """Lines that all rows take together, but for those whose key begins so."""
        return sum(not self.rows[i].key.startswith(prefix) for i, _ in self._visual)

    @property
    def key(self) -> str:
        """What the cursor is on."""
        return self.rows[self.cursor].key if 0 <= self.cursor < len(self.rows) else ""

    def point_to(self, key: str) -> None:
        """Put the cursor on a row."""
        self._put(next((i for i, each in enumerate(self.rows) if each.key == key), self.cursor))

    # Moving about.

    def action_go(self, step: int) -> None:
        choices = [i for i, each in enumerate(self.rows) if each.key]
        if not choices:
            self.scroll_relative(y=step, animate=False)
            return
        if self.cursor < 0:
            self._enter(choices, step)
            return
        ahead = [i for i in choices if (i > self.cursor if step > 0 else i < self.cursor)]
        if ahead:
            self._put(ahead[0] if step > 0 else ahead[-1])

    def _enter(self, choices: Sequence[int], step: int) -> None:
        """The cursor comes on where one is reading: going up on the last row that is seen, going down on the first."""
        top = self.scroll_offset.y
        seen = {i for i, _ in self._visual[top : top + self.scrollable_content_region.height]}
        entered = [i for i in choices if i in seen] or choices
        self._put(entered[0 if step > 0 else -1])

    def action_leaf(self, step: int) -> None:
        choices = [i for i, each in enumerate(self.rows) if each.key]
        if not choices:
            self.scroll_relative(y=step * self.size.height, animate=False)
            return
        near = min(range(len(choices)), key=lambda i: abs(choices[i] - self.cursor))
        self._put(choices[min(max(0, near + step * max(1, self.size.height - 1)), len(choices) - 1)])

    def action_end(self, way: int) -> None:
        choices = [i for i, each in enumerate(self.rows) if each.key]
        if choices:
            self._put(choices[0 if way < 0 else -1])
        self.scroll_to(y=0 if way < 0 else self.max_scroll_y, animate=False)

    def _put(self, cursor: int) -> None:
        if cursor == self.cursor:
            return
        for i in (self.cursor, cursor):
            self._refresh_row(i)
        self.cursor = cursor
        self._reveal()
        self.post_message(self.Highlighted(self, self.key))

    def reveal(self, key: str) -> None:
        """Scroll to a row with its neighbours, and keep them in sight when there is less room."""
        self._kept = key
        self._show_rows({i + more for i, each in enumerate(self.rows) if each.key == key for more in (-1, 0, 1)})

    def _reveal(self) -> None:
        self._show_rows({self.cursor})

    def _show_rows(self, rows: set[int]) -> None:
        found = [y for y, (i, _) in enumerate(self._visual) if i in rows]
        if found:
            self.scroll_to_region(Region(0, found[0], 1, len(found)), animate=False, immediate=True)

    def on_click(self, event: events.Click) -> None:
        y = event.y + self.scroll_offset.y - self.gutter.top
        if 0 <= y < len(self._visual) and self.rows[self._visual[y][0]].key:
            self._put(self._visual[y][0])
            self.post_message(self.Chosen(self, self.key))

    # Drawing.

    def on_resize(self, event: events.Resize) -> None:
        if self.scrollable_content_region.width != self._width:
            self._wrap()
        self._follow()
        if self._kept and not self.has_focus:
            self.call_after_refresh(self.reveal, self._kept)
        elif self.cursor >= 0:
            self.call_after_refresh(self._reveal)

    def on_focus(self) -> None:
        self._refresh_row(self.cursor)

    def on_blur(self) -> None:
        self._refresh_row(self.cursor)

    def _refresh_row(self, index: int) -> None:
        for y, (i, _) in enumerate(self._visual):
            if i == index:
                self._refresh_from(y, 0, self._width)

    def _refresh_from(self, line: int, start: int, end: int) -> None:
        """Paint a part of a line again, if it is seen."""
        y = line - self.scroll_offset.y
        if 0 <= y < self.scrollable_content_region.height:
            self.refresh(Region(start, y, max(1, end - start), 1))

    def _wrap(self) -> None:
        """Lay all rows out anew; a pane that is hidden keeps the width in which it will be seen again."""
        self._width = self.scrollable_content_region.width or self._width
        was = self._visual
        if self._width != self._laid_out_for:
            self._laid_out, self._laid_out_for = {}, self._width
        self._laid_out = {i: self._laid_out_row(i, each) for i, each in enumerate(self.rows)}
        self._visual = [(i, strip) for i, (_, strips) in self._laid_out.items() for strip in strips]
        self._grow(Size(self._width, len(self._visual)))
        nothing = Strip([])
        for y, (before, after) in enumerate(zip_longest(was, self._visual, fillvalue=(-1, nothing))):
            if before[1] != after[1]:
                self._refresh_from(y, _same(before[1], after[1]), max(before[1].cell_length, after[1].cell_length))

    def _grow(self, size: Size) -> None:
        """Have so many lines now. Unless the pane is as high as its lines, nothing else is laid out anew for that."""
        if size == self.virtual_size:
            return
        if self.styles.is_auto_height or size.width != self.virtual_size.width:
            self.virtual_size = size
            self.refresh()
        else:
            self.set_reactive(Lines.virtual_size, size)
            self._scroll_update(size)

    def _laid_out_row(self, index: int, each: Row) -> tuple[Row, list[Strip]]:
        """A row's strips; those of before when it says the same as before."""
        known = self._laid_out.get(index)
        same = known is not None and (known[0] is each or known[0] == each)
        return known if known is not None and same else (each, self._strips(each))

    def _strips(self, each: Row) -> list[Strip]:
        """The lines of a row: the first has the whole width, the others are set in."""
        console, width = self.app.console, max(8, self._width)
        indent = Segment(" " * each.hang)
        lines: list[Text] = []
        rest = each.text if getattr(self.app, "unicode", True) else _spelt(each.text)
        while rest.cell_len > (room := width if not lines else max(4, width - each.hang)):
            line, rest = rest.divide([_break(rest, room)])
            lines.append(line)
        drawn = [Strip(_loosened(line).render(console)) for line in (*lines, rest)]
        return [drawn[0], *(Strip([indent, *strip]) for strip in drawn[1:])]

    def _style(self, name: str = "") -> Style:
        """The style of the pane or of one of its parts; working it out takes longer than painting."""
        style = self._styles_known.get(name)
        if style is None:
            style = self.get_component_rich_style(name) if name else self.rich_style
            self._styles_known[name] = style
        return style

    def notify_style_update(self) -> None:
        self._styles_known.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        at = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if at >= len(self._visual):
            return Strip.blank(width, self._style())
        index, strip = self._visual[at]
        if index == self.cursor and self.cursor >= 0:
            style = self._style("lines--cursor" if self.has_focus else "lines--blurred")
            return Strip([Segment(strip.text, style)]).adjust_cell_length(width, style)
        return strip.apply_style(self._style()).adjust_cell_length(width, self._style())


def _spelt(text: Text) -> Text:
    """A text for a terminal that has no sign for degrees."""
    return Text(DEGREES, end="").join(text.split(DEGREE, allow_blank=True)) if DEGREE in text.plain else text


def _break(text: Text, width: int) -> int:
    """Where a line ends: after the spaces between two words if there are any not too far to the left."""
    fits = len(set_cell_size(text.plain, width).rstrip())
    cut = text.plain.rfind(" ", 1, fits + 1)
    if cut <= width // 3:
        return _break_glued(text.plain, fits, cut)
    return len(text.plain) - len(text.plain[cut:].lstrip(" "))


def _break_glued(text: str, fits: int, space: int) -> int:
    """The same where there is no such place: what is held together parts, a bar and its number last."""
    glue = text.rfind(GLUE, 1, fits + 1)
    if glue > 0:
        return glue + 1
    firm = text.rfind(FIRM, 1, fits + 1)
    if firm > 0:
        return (space if space > 0 and text[:space].strip() else firm) + 1
    return max(1, fits)


def _loosened(text: Text) -> Text:
    """What was held together while lines were broken is written with spaces after all."""
    if GLUE not in text.plain and FIRM not in text.plain:
        return text
    loose = text.copy()  # the row keeps what holds it together, for when it is laid out in another width
    loose.plain = text.plain.replace(GLUE, " ").replace(FIRM, " ")
    return loose


def _same(before: Strip, after: Strip) -> int:
    """How many cells at the start of two lines are drawn alike."""
    cells = 0
    for a, b in zip(before, after, strict=False):
        if a == b:
            cells += a.cell_length
            continue
        if a.style == b.style:
            pairs = takewhile(lambda pair: pair[0] == pair[1], zip(a.text, b.text, strict=False))
            cells += cell_len("".join(one for one, _ in pairs))
        break
    return cells
