"""The battlefield as it is drawn: figures, marks and rings, in every theme, and no more of it than has changed."""

from __future__ import annotations

from typing import Any

import pyte
import pytest
from rich.console import Console
from rich.segment import Segment
from textual._compositor import ChopsUpdate, Compositor
from textual.color import Color
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip

from kktui.tui.field import Cell, Field
from kktui.tui.field.glyphs import ASCII, UNICODE
from kktui.tui.field.palette import HUES, Palette, added
from kktui.tui.themes import SIDES, THEMES
from kktui.tui.tight import TightCompositor, TightUpdate
from tests.tui.stage import LARGE, shown
from tests.tui.table import battle_of, choose, drawn, move, played, pressed


def test_danger_and_rings_stay_in_their_place_when_one_goes_closer() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        field = battle_of(pilot).field
        await pressed(pilot, "c", "d")
        await pilot.pause(0.05)
        was, cells = field.scale, {name: set(field.laid(name)) for name in ("threat", "rings of")}
        assert all(cells.values())
        await pressed(pilot, "plus")
        await pilot.pause(0.05)
        assert field.scale != was
        assert len(field.laid("threat")) > 2 * len(cells["threat"])
        assert field.laid("rings of").keys() != cells["rings of"]
        await pressed(pilot, "c", "d")
        await pilot.pause(0.05)
        assert not field.laid("threat")
        assert not field.laid("rings of")

    played([choose], act)


def test_every_glyph_takes_one_cell() -> None:
    from rich.cells import cell_len
    from wcwidth import wcwidth

    for glyphs in (UNICODE, ASCII):
        signs = [*glyphs.areas.values(), *glyphs.arrows, glyphs.horse, glyphs.corpse, glyphs.blow, glyphs.full]
        signs += [glyphs.grid, glyphs.path, glyphs.way, glyphs.ring, glyphs.reach, glyphs.danger, glyphs.zone]
        signs += [glyphs.blocked, glyphs.hollow, glyphs.pointer, glyphs.bullet, glyphs.face_down, glyphs.times]
        for strokes in glyphs.lines.values():
            signs += [strokes.across, strokes.down, strokes.rising, strokes.falling]
        assert all(wcwidth(sign) == cell_len(sign) == 1 for sign in signs)
    assert all(sign.isascii() for sign in [*ASCII.areas.values(), *ASCII.arrows, ASCII.horse, ASCII.full, ASCII.times])


def test_riders_are_drawn_bigger_than_men_on_foot_and_a_move_repaints_only_what_differs() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        field = battle_of(pilot).field
        assert len(list(field.cells_of("red-2"))) > len(list(field.cells_of("red-1")))
        painted: list[Any] = []
        field.refresh = lambda *regions, **how: painted.extend(regions) or field  # type: ignore[assignment, method-assign, func-returns-value, misc]
        field.point_to(field.state.figures["red-1"].pose.at)  # type: ignore[union-attr]
        field.point_to(field.scale.point(Cell(5, 5)))
        assert all(region.width == region.height == 1 for region in painted)

    played([choose], act, scenario=drawn(), size=LARGE)


@pytest.mark.parametrize("theme", SIDES)
def test_the_cursor_is_seen_on_every_man_and_on_any_ground(theme: str) -> None:
    chosen = next(each for each in THEMES if each.name == theme)
    palette = Palette({**chosen.to_color_system().generate(), **chosen.variables}, ansi=chosen.ansi)
    men = [palette.man(side, tint, leads=False) for side in (0, 1) for tint in range(3)]
    for under in [*men, *(added(each, palette.mark("acting")) for each in men)]:
        assert bool(palette.cursor(under, man=True).reverse) != bool(under.reverse)
    for kind in HUES:
        under = added(palette.ground(kind, 0), palette.mark("dimmed"))
        shown = palette.cursor(under, man=False)
        assert not shown.dim
        assert (shown.reverse, shown.bgcolor) != (under.reverse, under.bgcolor)


@pytest.mark.parametrize("theme", [name for name in SIDES if name != "mono"])
def test_what_is_written_on_a_man_can_be_read(theme: str) -> None:
    chosen = next(each for each in THEMES if each.name == theme)
    variables = {**chosen.to_color_system().generate(), **chosen.variables}
    palette = Palette(variables, ansi=chosen.ansi)
    for side in (0, 1):
        for tint in range(3):
            style = palette.man(side, tint, leads=False)
            assert style.bgcolor is not None
            if not chosen.ansi:
                back, front = (Color.from_rich_color(each) for each in (style.bgcolor, style.color))
                assert back.get_contrast_text(1.0) is not None
                assert abs(back.brightness - front.brightness) > 0.3


def test_every_mark_can_be_read_on_any_ground_in_sixteen_colours() -> None:
    chosen = next(each for each in THEMES if each.name == "sixteen")
    palette = Palette({**chosen.to_color_system().generate(), **chosen.variables}, ansi=True)
    for mark in ("reach", "seen", "threat", "struck", "danger", "path", "way", "ring", "clear", "blocked"):
        for kind in HUES:
            style = added(palette.ground(kind, 0), palette.mark(mark))
            assert style.bgcolor is None or style.bgcolor.name == "red", (mark, kind)
            assert style.bgcolor is None or style.bgcolor != style.color
        assert not palette.mark("reach").bgcolor


def test_back_where_nothing_is_open_tells_the_key_that_takes_back() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "x", "escape")
        await pilot.pause(0.05)
        assert "Nothing is open" not in shown(pilot.app)
        await pressed(pilot, "escape")
        await pilot.pause(0.05)
        assert "Nothing is open; z takes your last choice back." in shown(pilot.app)

    played([choose], act)


def test_the_names_of_rings_lie_over_the_marks_of_a_move() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "c")
        await pilot.pause(0.1)
        assert "command 6 inches" in "\n".join(shown(pilot.app).splitlines()[:-8])

    played([move], act, scenario=drawn(), size=(110, 34))


def test_a_tight_update_paints_what_textual_paints() -> None:
    console = Console(width=20, force_terminal=True, color_system="truecolor")
    lines = ["abcdefghijklmnopqrst", "ABCDEFGHIJKLMNOPQRST"]
    spans = [(0, 3, 6), (0, 9, 14), (1, 0, 20)]
    chops = [{0: Strip([Segment(line[:4]), Segment(line[4:8])]), 8: Strip([Segment(line[8:])])} for line in lines]
    ends = [[8, 20], [8, 20]]
    seen = []
    for kind in (ChopsUpdate, TightUpdate):
        screen = pyte.Screen(20, 2)
        stream = pyte.Stream(screen)
        for y, line in enumerate(lines):
            covered = {x for row, left, right in spans if row == y for x in range(left, right)}
            stream.feed(f"\x1b[{y + 1};1H" + "".join("?" if x in covered else char for x, char in enumerate(line)))
        sent = kind(chops, spans, ends).render_segments(console)
        stream.feed(sent)
        seen.append((list(screen.display), len(sent)))
    assert seen[0][0] == seen[1][0] == lines
    assert seen[1][1] < seen[0][1]


def test_a_small_change_renders_the_lines_it_is_on_and_they_are_what_textual_renders() -> None:
    changes = [Region(3, 4, 9, 3), Region(60, 2, 40, 9), Region(0, 0, 120, 1), Region(118, 30, 2, 9)]

    async def act(pilot: Pilot[Any]) -> None:
        compositor = pilot.app.screen._compositor
        assert isinstance(compositor, TightCompositor)
        seen = []
        for render in (TightCompositor.render_partial_update, Compositor.render_partial_update):
            compositor._dirty_regions.update(changes)
            update = render(compositor)
            assert update is not None
            screen = pyte.Screen(*LARGE)
            pyte.Stream(screen).feed(update.render_segments(pilot.app.console))
            seen.append([screen.buffer[y][x] for change in changes for y, x in cells(change)])
        assert seen[0] == seen[1]
        asked: list[int] = []
        field = battle_of(pilot).field
        line = field.render_line
        field.render_line = lambda y: asked.append(y) or line(y)  # type: ignore[method-assign, func-returns-value]
        field._styles_cache.clear()
        compositor._dirty_regions.add(Region(3, 4, 9, 3))
        compositor.render_partial_update()
        assert asked == [3, 4, 5]

    played([choose], act, scenario=drawn(), size=LARGE)


def cells(region: Region) -> list[tuple[int, int]]:
    return [(y, x) for y in region.line_range for x in region.column_range]


def test_a_preview_shows_the_whole_table_and_takes_no_focus() -> None:
    field = Field(preview=True)
    assert not field.can_focus
