"""The battlefield as a widget: ground, men and what is laid over them, seen through a camera."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from kktui.engine.state import AnyState
from kktui.table.geometry import Point, Pose
from kktui.tui.field.bindings import FAR, STEERING, WINDS, Pointing, nobody
from kktui.tui.field.canvas import Canvas, Drawing, stretches
from kktui.tui.field.glyphs import Glyphs, glyphs_for
from kktui.tui.field.ground import ground_cells
from kktui.tui.field.men import Ranks, man_cells, men_cells, ranks_of
from kktui.tui.field.overlay import Marks
from kktui.tui.field.palette import TINTS, Palette
from kktui.tui.field.scale import ZOOMS, Cell, Scale, fitting

MARGIN = 2
"""Cells that the cursor keeps from the border of what is seen."""


class Field(Widget, can_focus=True):
    """A battlefield.

    `show(state)` draws a state (or a viewer's view of one) and, called again after it changed, repaints only the
    cells that differ. `fit()` shows the whole table, `zoom(1)` goes closer, `look_at(point)` brings a place into
    sight, `cursor` is a point in inches or None. `lay(name, marks)` lays marks over the field (see `overlay`),
    `lay(name)` takes them off. `elsewhere` holds places of men that differ for a moment, as while they move;
    `redraw()` after changing it. A `Field(preview=True)` takes no focus and always shows the whole table.
    """

    DEFAULT_CSS = """
    Field { width: 1fr; height: 1fr; background: $background; }
    """
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = STEERING

    def __init__(self, *, preview: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.preview = preview
        self.can_focus = not preview
        self.state: AnyState | None = None
        self.scale = Scale(0.5)
        self.camera = Cell(0, 0)
        """The cell in the upper left corner."""
        self.cursor: Point | None = None
        self.elsewhere: dict[str, Pose] = {}
        self.ghosts: dict[str, tuple[Pose, str]] = {}
        """Men drawn a second time where they might stand, in a style."""
        self.pointing: Pointing = nobody
        """Told at once when the cursor moves or a place is clicked, so that one paint shows it all."""
        self.rescaled: Callable[[], None] = lambda: None
        """Told when a cell stands for other inches than before: whatever is laid over the field is to be laid anew."""
        self._canvas: Canvas | None = None
        self._ranks: Ranks | None = None
        self._overlays: dict[str, Marks] = {}
        self._strips: dict[int, Strip] = {}
        self._fitted = preview
        self._pending_look: Point | None = None

    # What is shown.

    def show(self, state: AnyState | None) -> None:
        """Draw a state; the same one again when it has changed."""
        fresh = state is not self.state and (
            state is None or self.state is None or state.scenario.ground != self.state.scenario.ground
        )
        self.state = state
        self._ranks = ranks_of(state, TINTS) if state is not None else None
        if fresh:
            self.elsewhere.clear()
            self._rescale(self.scale)
            if self._fitted:
                self.fit()
        else:
            self.redraw()

    def lay(self, name: str, marks: Marks | None = None) -> None:
        """Lay marks over the field under a name, or take them off. Later names lie higher."""
        self.lay_all({name: marks or {}})

    def lay_all(self, overlays: Mapping[str, Marks]) -> None:
        """Lay several at once; an empty one is taken off."""
        if all(self._overlays.get(name, {}) == marks for name, marks in overlays.items()):
            return
        for name, marks in overlays.items():
            self._overlays.pop(name, None)
            if marks:
                self._overlays[name] = marks
        self._repaint_changes()

    def haunt(self, figure: str, pose: Pose | None = None, style: str = "ghost") -> None:
        """Draw a man a second time where he might stand, or no longer."""
        ghost = (pose, style) if pose is not None else None
        if self.ghosts.get(figure) != ghost:
            self.ghosts.pop(figure, None)
            if ghost is not None:
                self.ghosts[figure] = ghost
            self.redraw()

    def laid(self, name: str) -> Marks:
        """What lies over the field under a name."""
        return self._overlays.get(name, {})

    @property
    def canvas(self) -> Canvas:
        """What is drawn, in the colours and glyphs that the app wears."""
        if self._canvas is None:
            palette = Palette(self.app.theme_variables, ansi=bool(self.app.current_theme.ansi))
            self._canvas = Canvas(palette, glyphs_for(bool(getattr(self.app, "unicode", True))))
        return self._canvas

    @property
    def glyphs(self) -> Glyphs:
        return self.canvas.glyphs

    @property
    def palette(self) -> Palette:
        return self.canvas.palette

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.repaint())
        self._rescale(self.scale)

    def repaint(self) -> None:
        """Everything anew, as when the theme or the glyphs have changed."""
        self._canvas = None
        self._rescale(self.scale)

    # Scale and camera.

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and rows of the whole table."""
        return self.scale.size(self.state.scenario.ground) if self.state is not None else (0, 0)

    def on_resize(self, event: events.Resize) -> None:
        if self._fitted:
            self.fit()
        elif self._pending_look is not None:
            self.look_at(self._pending_look)
        else:
            self._move_camera(self.camera)
        self.paint_anew()

    def fit(self) -> None:
        """Show the whole table."""
        self._fitted = True
        if self.state is not None and self.size:
            self._rescale(fitting(self.state.scenario.ground, self.size.width, self.size.height))

    def zoom(self, closer: int) -> None:
        """Go closer (1) or farther (-1), keeping the cursor or the middle where it is."""
        middle = self.cursor or self.middle
        ladder = [zoom for zoom in ZOOMS if (zoom < self.scale.inches if closer > 0 else zoom > self.scale.inches)]
        if not ladder or self.state is None:
            return
        whole = fitting(self.state.scenario.ground, self.size.width, self.size.height).inches
        inches = ladder[0] if closer > 0 else ladder[-1]
        if closer < 0 and inches >= whole:
            self.fit()
            return
        self._fitted = False
        self._rescale(Scale(inches))
        self.look_at(middle)

    @property
    def middle(self) -> Point:
        """The place in the middle of what is seen."""
        column, row = self.camera
        return self.scale.point(Cell(column + self.size.width // 2, row + self.size.height // 2))

    def look_at(self, at: Point) -> None:
        """Bring a place to the middle of what is seen."""
        if not self.size:
            self._pending_look = at
            return
        self._pending_look = None
        column, row = self.scale.cell(at)
        self._move_camera(Cell(column - self.size.width // 2, row - self.size.height // 2))

    def pan(self, across: int, down: int) -> None:
        """Move what is seen by a good part of it."""
        column, row = self.camera
        self._move_camera(Cell(column + across * self.size.width // 4, row + down * self.size.height // 3))

    def bring(self, at: Point) -> None:
        """Bring a place into sight if it is out of it."""
        cell = self.scale.cell(at)
        if not self.sees(cell, MARGIN):
            self.look_at(at)

    def bring_both(self, one: Point, other: Point) -> None:
        """Bring the second of two places into sight, and the first as well if both find room."""
        if self.sees(self.scale.cell(other), MARGIN):
            return
        across, down = abs(one.x - other.x) / self.scale.inches, abs(one.y - other.y) / (2 * self.scale.inches)
        both = across < self.size.width - 2 * MARGIN and down < self.size.height - 2 * MARGIN
        self.look_at(Point((one.x + other.x) / 2, (one.y + other.y) / 2) if both else other)

    def sees(self, cell: Cell, margin: int = 0) -> bool:
        """Whether a cell is on the screen, or off the table's edge as far as the screen can be moved."""
        column, row = cell.column - self.camera.column, cell.row - self.camera.row
        columns, rows = self.extent
        left, top = min(margin, self.camera.column), min(margin, self.camera.row)
        right = min(margin, max(0, columns - self.camera.column - self.size.width))
        bottom = min(margin, max(0, rows - self.camera.row - self.size.height))
        return left <= column < self.size.width - right and top <= row < self.size.height - bottom

    def _move_camera(self, to: Cell) -> None:
        columns, rows = self.extent
        spare_x, spare_y = columns - self.size.width, rows - self.size.height
        column = min(max(0, to.column), spare_x) if spare_x > 0 else spare_x // 2
        row = min(max(0, to.row), spare_y) if spare_y > 0 else spare_y // 2
        if (column, row) != self.camera:
            self.camera = Cell(column, row)
            self.paint_anew()

    def _rescale(self, scale: Scale) -> None:
        if scale != self.scale:
            self._overlays.clear()
        was, self.scale = self.scale, scale
        if self.state is not None:
            self.canvas.paint(ground_cells(self.state.scenario.ground, scale, self.glyphs))
        self._strips.clear()
        self._move_camera(self.camera)
        self.redraw()
        self.refresh()
        if scale != was:
            self.rescaled()

    def paint_anew(self) -> None:
        """Paint everything that is seen."""
        self._strips.clear()
        self.refresh()

    # The cursor.

    def point_to(self, at: Point | None) -> None:
        """Put the cursor somewhere, or nowhere, and tell whoever follows it."""
        was = self.cursor
        self._put_cursor(at)
        if self.cursor is not None and self.cursor != was:
            self.pointing(self.cursor)

    def _put_cursor(self, at: Point | None) -> None:
        if at is not None and self.state is not None:
            ground = self.state.scenario.ground
            at = Point(min(max(at.x, 0.0), ground.width - 0.001), min(max(at.y, 0.0), ground.depth - 0.001)).rounded()
        if at == self.cursor:
            return
        was, self.cursor = self.cursor, at
        if at is not None:
            self.bring(at)
        for place in (was, at):
            if place is not None:
                self._repaint_cell(self.scale.cell(place))

    def _repaint_cell(self, cell: Cell) -> None:
        self._strips.pop(cell.row, None)
        if self.sees(cell):
            self.refresh(Region(cell.column - self.camera.column, cell.row - self.camera.row, 1, 1))

    def action_step(self, wind: str) -> None:
        self._step(wind, 1)

    def action_run(self, wind: str) -> None:
        self._step(wind, FAR)

    def _step(self, wind: str, cells: int) -> None:
        dx, dy = WINDS[wind]
        at = self.cursor or self.middle
        inches = self.scale.inches
        down = cells if cells == 1 else cells // 2
        self.point_to(Point(at.x + dx * cells * inches, at.y + dy * down * 2 * inches))

    def action_zoom(self, closer: int) -> None:
        self.zoom(closer)

    def action_fit(self) -> None:
        self.fit()

    def on_click(self, event: events.Click) -> None:
        if self.preview or self.state is None:
            return
        at = self.scale.point(Cell(event.x + self.camera.column, event.y + self.camera.row))
        self._put_cursor(at)
        if self.cursor is not None:
            self.pointing(self.cursor, chosen=True)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._roll(event, -2)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._roll(event, 2)

    def _roll(self, event: events.MouseEvent, rows: int) -> None:
        if self.preview:
            return
        event.stop()
        across = (4 * rows, 0) if event.shift else (0, rows)
        self._move_camera(Cell(self.camera.column + across[0], self.camera.row + across[1]))

    def who_at(self, at: Point) -> str:
        """Whoever is drawn in the cell of a place, or nobody."""
        piece = self.canvas.men.get(self.scale.cell(at))
        return piece.figure if piece is not None else ""

    def cells_of(self, figure: str) -> Iterable[Cell]:
        """The cells in which a figure is drawn."""
        return [cell for cell, piece in self.canvas.men.items() if piece.figure == figure and not piece.fallen]

    # Drawing.

    def redraw(self) -> None:
        """Draw the men and what lies over them anew, and repaint the cells that differ."""
        if self.state is None or not self.is_mounted:
            return
        state, scale, glyphs, ranks = self.state, self.scale, self.glyphs, self._ranks_of(self.state)
        men = men_cells(state, ranks, scale, glyphs, self.elsewhere)
        ghosts = [
            (man_cells(state.figures[figure], pose, ranks, scale, glyphs), style)
            for figure, (pose, style) in self.ghosts.items()
        ]
        self.canvas.stand(men, ghosts)
        self._repaint_changes()

    def _ranks_of(self, state: AnyState) -> Ranks:
        """What the men have in common; some may have joined since."""
        if self._ranks is None or len(self._ranks.tints) != len(state.units):
            self._ranks = ranks_of(state, TINTS)
        return self._ranks

    def _repaint_changes(self) -> None:
        """Lay the marks over the men, and repaint the cells that differ."""
        if self.state is None or not self.is_mounted:
            return
        changed: list[Region] = []
        for row, columns in self.canvas.lay(self._overlays.values()).items():
            self._strips.pop(row, None)
            changed += stretches(row, columns, self.camera, self.size)
        if changed:
            self.refresh(*changed)

    def render_line(self, y: int) -> Strip:
        row = y + self.camera.row
        strip = self._strips.get(row)
        if strip is None:
            strip = self._strips[row] = self._line(row)
        return strip

    def _line(self, row: int) -> Strip:
        width, blank = self.size.width, self.palette.blank
        if not 0 <= row < len(self.canvas.ground):
            return Strip([Segment(" " * width, blank)], width)
        left = max(0, -self.camera.column)
        first = max(0, self.camera.column)
        cells = self.canvas.row(row, first, self.camera.column + width)
        self._draw_cursor(row, cells)
        segments = [Segment(" " * left, blank)] if left else []
        for style, run in groupby(cells, key=itemgetter(1)):
            segments.append(Segment("".join([glyph for glyph, _ in run]), style))
        right = width - left - len(cells)
        if right:
            segments.append(Segment(" " * right, blank))
        return Strip(segments, width)

    def _draw_cursor(self, row: int, cells: list[Drawing]) -> None:
        if self.cursor is None:
            return
        cell = self.scale.cell(self.cursor)
        at = cell.column - max(0, self.camera.column)
        if cell.row == row and 0 <= at < len(cells):
            glyph, style = cells[at]
            cells[at] = glyph, self.palette.cursor(style, man=cell in self.canvas.men)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return container.height
