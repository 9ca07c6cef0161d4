"""The battle screen: what is seen of it, what it makes of hostile names, and how its panes behave."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot

from kktui.engine.events import Left, Moved, UnitMoved
from kktui.engine.modifiers import Modifier
from kktui.engine.ruleset import Forecast
from kktui.table.geometry import Point, Pose
from kktui.tui.curtain import Sure
from kktui.tui.field.glyphs import ASCII, UNICODE
from kktui.tui.field.palette import Palette
from kktui.tui.panes.lines import FIRM, GLUE, Lines, Row, row
from kktui.tui.themes import DUSK
from tests.tui.stage import HOSTILE, LARGE, SMALL, is_harmless, shown
from tests.tui.table import answered, battle_of, called, choose, move, played, pressed
from tests.tui.test_asking import shots


def fall(state: Any, ask: Any) -> None:
    state.record(Left("blue-2", "dead", "red-1"))
    state.record(UnitMoved("red-men", "red-1", (), {}))
    state.record(UnitMoved("red-men", "red-1", (), {}))


SURFACES = (
    ("f2",), ("f3", "down", "enter"), ("f4", "end", "enter"), ("f5",), ("x", "tab"), ("m", "tab"), ("escape", "c"),
    ("i",), ("escape", "w"), ("escape", "colon"), ("o",), ("escape", "slash", "b"), ("escape", "ctrl+r"),
)  # fmt: skip
"""Keys that bring every surface forward on a small screen; on a large one most are seen at once."""


@pytest.mark.parametrize(("size", "surfaces"), [(SMALL, SURFACES), (LARGE, SURFACES[4:5])])
def test_hostile_names_steer_no_terminal_on_any_surface(size: tuple[int, int], surfaces: Any) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await answered(pilot, "enter")
        for keys in surfaces:
            await pressed(pilot, *keys)
            await pilot.pause(0.03)
            assert is_harmless(shown(pilot.app)), keys

    _, seen = played(
        [fall, choose, lambda state, ask: ask.choose(shots("red"))], act, ("red", "blue"), called(HOSTILE), size=size
    )
    assert "[/b]" in seen


def test_the_log_counts_repeats_and_leads_to_the_place() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        said = [each.text.plain for each in battle_of(pilot).panes.log_pane.rows]
        assert any("×2" in line for line in said)
        await pressed(pilot, "f4", "home", "enter")
        await pilot.pause(0.05)
        await pressed(pilot, "slash", *"killed")
        await pilot.pause(0.05)
        assert len(battle_of(pilot).panes.log_pane.rows) == 1
        assert battle_of(pilot).query_one("#find").content_size.height == 1
        await pressed(pilot, "escape")
        await pilot.pause(0.05)
        assert len(battle_of(pilot).panes.log_pane.rows) > 1

    played([fall, choose], act, size=LARGE)


def test_going_up_in_the_log_begins_with_what_was_said_last_and_enter_leads_out_of_a_pane_alone() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        log = battle.panes.log_pane
        await pressed(pilot, "f4", "up")
        assert log.key == [each.key for each in log.rows if each.key][-1]
        await pressed(pilot, "f10", "slash", *"killed", "enter")
        await pilot.pause(0.05)
        assert "killed" in log.rows[log.cursor].text.plain
        assert "Log: killed" in shown(pilot.app).splitlines()[0]
        assert "Esc whole log" in shown(pilot.app)
        await pressed(pilot, "enter")
        await pilot.pause(0.05)
        assert battle.maximized is None
        assert "everything again" not in shown(pilot.app)
        await pressed(pilot, "escape")
        await pilot.pause(0.05)
        assert "Log: " not in shown(pilot.app)
        assert "Esc whole log" not in shown(pilot.app)

    played([fall, choose], act)


def test_who_comes_back_from_the_log_finds_his_move_as_he_left_it() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        await pressed(pilot, "up", "up")
        goal, told = battle.field.cursor, [each.text.plain for each in battle.panel.rows]
        await pressed(pilot, "f4", "up", "up", "enter")
        await pilot.pause(0.05)
        assert battle.field.cursor != goal
        await pressed(pilot, "escape")
        await pilot.pause(0.05)
        assert battle.field.cursor == goal
        assert [each.text.plain for each in battle.panel.rows] == told
        assert battle.focused is battle.field

    def march(state: Any, ask: Any) -> None:
        state.record(Moved("blue-1", (Point(10, 10), Point(10, 9)), Pose(10, 9, 180), 1))

    played([march, move], act)


def test_escape_out_of_a_pane_alone_is_not_offered_the_way_out_again() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "f4", "f10")
        await pilot.pause(0.05)
        assert "everything again" in shown(pilot.app)
        await pressed(pilot, "escape")
        await pilot.pause(0.05)
        assert battle_of(pilot).maximized is None
        assert "everything again" not in shown(pilot.app)

    played([fall, choose], act)


def test_panes_come_forward_widen_hide_and_fill_the_screen() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        await pressed(pilot, "f4")
        assert battle.focused is battle.panes.log_pane
        assert not battle.query_one("#roster", Lines).display
        width = battle.panes.outer_size.width
        await pressed(pilot, "f8")
        await pilot.pause(0.05)
        assert battle.panes.outer_size.width > width
        await pressed(pilot, "f10")
        assert battle.maximized is battle.panes.log_pane
        await pressed(pilot, "f10", "f9")
        await pilot.pause(0.05)
        assert not battle.panes.display
        await pilot.resize_terminal(*LARGE)
        await pilot.pause(0.05)
        await pressed(pilot, "f9")
        await pilot.pause(0.05)
        assert battle.query_one("#roster", Lines).display
        await pilot.resize_terminal(30, 10)
        await pilot.pause(0.05)
        assert "80x24 shows all" in shown(pilot.app)

    played([choose], act)


def test_panes_however_wide_leave_room_for_the_field() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        for size in (LARGE, SMALL):
            await pilot.resize_terminal(*size)
            await pressed(pilot, *["f8"] * 25)
            await pilot.pause(0.05)
            assert battle.field.size.width >= size[0] // 3
        await pressed(pilot, "f7")
        await pilot.pause(0.05)
        assert battle.field.size.width > SMALL[0] // 3 + 1

    played([choose], act)


def test_on_a_small_screen_the_odds_come_forward_and_go_again() -> None:
    chances = {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}

    def forecast(state: Any, request: Any, key: str, answer: Any) -> Any:
        return (
            (Forecast("{red-1} shoots", "S-1", "D6, 5 or more", (), chances),) if str(answer).startswith("blue") else ()
        )

    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        object.__setattr__(battle.chair.rules, "forecast", forecast)
        roster, odds = battle.query_one("#roster", Lines), battle.query_one("#odds", Lines)
        for key, forward in (("tab", odds), ("shift+tab", roster), ("tab", odds), ("f3", roster)):
            await pressed(pilot, key)
            await pilot.pause(0.1)
            assert forward.display, key
            assert (roster.display, odds.display).count(True) == 1

    played([choose], act)


def test_an_odds_pane_without_odds_says_so_and_makes_room_when_odds_have_come_and_gone() -> None:
    chances = {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}

    def forecast(state: Any, request: Any, key: str, answer: Any) -> Any:
        if not str(answer).startswith("blue"):
            return ()
        return (Forecast("{red-1} shoots", "S-1", "D6, 5 or more", (Modifier("far away", -1, "S-1"),), chances),)

    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        object.__setattr__(battle.chair.rules, "forecast", forecast)
        await pressed(pilot, "f5")
        await pilot.pause(0.05)
        assert "Nothing is weighed here." in shown(pilot.app)
        await pressed(pilot, "f5", "tab")
        await pilot.pause(0.1)
        told = [shown(pilot.app).index(words) for words in (" shoots", "67%", "33%", "D6, 5 or more", "far away")]
        assert told == sorted(told)
        await pressed(pilot, "shift+tab")
        await pilot.pause(0.1)
        assert battle.query_one("#roster", Lines).display

    played([choose], act)


def test_on_a_small_screen_what_happened_is_told_under_the_roster_and_over_the_odds() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        roster, log = battle.query_one("#roster", Lines), battle.panes.log_pane
        await pilot.pause(0.05)
        assert roster.display
        assert roster.size.height > log.size.height >= 5
        await pressed(pilot, "f4")
        await pilot.pause(0.05)
        assert not roster.display
        assert log.size.height > 15

    played([choose], act)


def test_the_side_that_is_asked_and_the_keys_stand_out() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        side, key = battle.field.palette.side(0), battle.ink("accent") + battle.ink("strong")
        told = {name: [(text.plain[span.start : span.end], span.style) for span in text.spans]
                for name, text in battle._lines.items()}  # fmt: skip
        assert ("red", side) in told["head"]
        assert [key] * 4 == [style for words, style in told["hint"] if words in ("Tab", "Enter", "Space", "?")]

    played([choose], act)


def test_the_roster_points_to_the_unit_that_is_decided_for() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        roster = battle_of(pilot).query_one("#roster", Lines)
        pointed = [each.key for each in roster.rows if UNICODE.pointer in each.text.plain]
        assert pointed == ["", "unit red-men"]
        assert roster.rows[0].text.plain.startswith("▸ red")
        roster.set_rows([*(row(f"unit {i}", key=f"unit {i}") for i in range(40)), *roster.rows])
        roster.reveal("unit 30")
        await pilot.resize_terminal(80, 22)
        await pilot.pause(0.05)
        assert roster.scroll_offset.y <= 30 < roster.scroll_offset.y + roster.scrollable_content_region.height
        await pressed(pilot, "?")
        await pilot.pause(0.05)
        assert "Aim: red-1? [S-1]" in shown(pilot.app)
        assert "choose" in shown(pilot.app)

    played([choose], act)


def test_colours_and_glyphs_chosen_in_a_battle_are_worn_at_once() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        before = battle.ink("accent")
        pilot.app.theme = "parchment"
        await pilot.pause(0.1)
        assert battle.ink("accent") != before
        shown = battle.panel.rows + battle.panes.log_pane.rows + battle.query_one("#roster", Lines).rows
        worn = {span.style for each in shown for span in each.text.spans}
        assert battle.ink("muted") in worn
        assert not worn & {before, Palette({**DUSK.to_color_system().generate(), **DUSK.variables}, ansi=False).side(0)}
        pilot.app.unicode = False  # type: ignore[attr-defined]
        await pilot.app.push_screen(Sure("Well?"))
        await pressed(pilot, "escape")
        await pilot.pause(0.1)
        assert battle.field.glyphs is ASCII
        assert "══" not in "".join(each.text.plain for each in battle.panes.log_pane.rows)

    played([fall, choose], act)


def test_the_log_stays_at_its_end_when_it_gets_less_room() -> None:
    def much(state: Any, ask: Any) -> None:
        for number in range(60):
            state.record(Moved("red-1", (Point(10, 40), Point(10, 40 - number / 10)), Pose(10, 40 - number / 10, 0), 1))

    async def act(pilot: Pilot[Any]) -> None:
        log = battle_of(pilot).panes.log_pane
        await pilot.pause(0.1)
        assert log.scroll_offset.y == log.max_scroll_y > 0
        await pilot.resize_terminal(160, 36)
        await pilot.pause(0.1)
        assert log.scroll_offset.y == log.max_scroll_y

    played([much, choose], act, size=LARGE)


def test_a_resized_terminal_still_shows_whoever_is_asked_about() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        for size in (LARGE, (60, 20), SMALL, (60, 20)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
            assert battle.field.sees(battle.field.scale.cell(Point(10, 40))), size

    played([choose], act, size=LARGE)


def test_on_a_very_low_screen_the_field_keeps_half_and_the_question_shows_what_the_cursor_is_on() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        for keys in ((), ("end",), ("home",)):
            await pressed(pilot, *keys)
            await pilot.pause(0.1)
            assert battle.field.size.height >= battle.panel.outer_size.height
            lines = [strip.text for strip in battle.panel.render_lines(battle.panel.outer_size.region)]
            assert any(battle.panel.rows[battle.panel.cursor].text.plain in line for line in lines), keys

    played([choose], act, size=(40, 10))


def test_the_help_tells_what_the_signs_on_the_field_mean() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "question_mark")
        await pilot.pause(0.1)
        seen = shown(pilot.app)
        assert "an enemy can strike here" in seen
        assert "woods" in seen
        assert "1 to 9" in seen
        assert "Option 2" not in seen

    played([choose], act, size=LARGE)


def test_what_belongs_together_stays_on_a_line_in_any_width() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        pane = battle_of(pilot).panel
        pane.set_rows([Row(Text(f"a good horse{GLUE}man"))])
        for width, lines in ((40, ["a good horse man"]), (14, ["a good", "horse man"]), (40, ["a good horse man"])):
            pane.styles.width = width
            await pilot.pause(0.05)
            assert [strip.text.strip() for _, strip in pane._visual] == lines

    played([choose], act)


@pytest.mark.parametrize(
    "said",
    [
        f"    Al  nerve{GLUE}####{FIRM}12/12",
        f"long range{GLUE}of{GLUE}bow{GLUE}####{FIRM}6/8",
        f"endurance{GLUE}####{FIRM}6/8",
        f"Al  ####{FIRM}6/8",
        f"{'x' * 30}{GLUE}####{FIRM}6/8",
    ],
)
def test_in_a_narrow_pane_a_bar_stays_with_its_number(said: str) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        pane = battle_of(pilot).panel
        for width in range(14, 24):
            pane.styles.width = width
            pane.set_rows([Row(Text(said))])
            await pilot.pause(0.02)
            assert any(re.search(r"#### \d+/\d+", strip.text) for _, strip in pane._visual), width

    played([choose], act)


def test_a_bar_without_room_for_its_number_is_whole_all_the_same() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        pane = battle_of(pilot).panel
        pane.styles.width = 14
        pane.set_rows([Row(Text(f"{'#' * 9}{FIRM}6/8"))])
        await pilot.pause(0.02)
        assert [strip.text.strip() for _, strip in pane._visual] == ["#" * 9, "6/8"]

    played([choose], act)


def test_two_spaces_at_the_end_of_a_line_do_not_set_the_next_one_in() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        pane = battle_of(pilot).panel
        pane.styles.width = 14
        pane.set_rows([Row(Text("red men  5/5"), hang=2)])
        await pilot.pause(0.05)
        assert [strip.text.rstrip() for _, strip in pane._visual] == ["red men", "  5/5"]

    played([choose], act)
