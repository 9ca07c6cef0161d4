"""Every kind of question can be answered by keys alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from textual.pilot import Pilot

from kktui.engine.events import Moved, UnitMoved
from kktui.engine.requests import Arrange, Barred, Choose, Move, Option, Plan, Refusal
from kktui.table.geometry import Point, Pose
from kktui.tui.asking.looking import Looking, Measuring
from kktui.tui.asking.moving import Moving
from kktui.tui.curtain import Curtain
from kktui.tui.field import Mark
from kktui.tui.field.overlay import path_marks
from tests.engine.stub import scene
from tests.tui.stage import LARGE, shown
from tests.tui.table import GOING, answered, battle_of, choose, drawn, move, played, pressed


def last_answer(game: Any) -> Any:
    return [given for given in game.answers if given.by != "table"][-1].value


@pytest.mark.parametrize(
    ("keys", "picked"),
    [
        (("enter",), "hold"),
        (("space",), "hold"),
        (("tab", "enter"), "blue-1"),
        (("down", "down", "enter"), "blue-2"),
        (("shift+tab", "enter"), "blue-2"),
        (("3", "enter"), "blue-2"),
    ],
)
def test_an_option_is_picked(keys: tuple[str, ...], picked: str) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await answered(pilot, *keys)

    game, _ = played([choose], act)
    assert last_answer(game) == picked


def test_what_is_barred_is_refused_with_its_rule_and_the_nearest_is_offered() -> None:
    barred = (Barred("shoot", Refusal("S-7", "nobody has a bow")),)

    def ask_so(state: Any, ask: Any) -> None:
        ask.choose(Choose("red", "act", "red-1", (Option("hold"), Option("march")), "S-1", barred))

    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "end", "enter")
        await pilot.pause(0.1)

    game, seen = played([ask_so], act)
    assert "Refused: Nobody has a bow [S-7]" in seen
    assert not game.answers


def test_a_base_is_moved_along_the_way_that_is_shown() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "up", "up", "up")
        mode = battle_of(pilot).mode
        assert isinstance(mode, Moving)
        assert "cost 3" in "".join(each.text.plain for each in mode.rows())
        await answered(pilot, "enter")

    game, _ = played([move], act)
    assert game.state.figures["red-1"].pose[:2] == (10.0, 37.0)


def test_tab_leads_a_move_to_one_enemy_after_the_other_the_nearest_first() -> None:
    def charge(state: Any, ask: Any) -> None:
        walk = ask.place(Move("red", "march", "red-1", 60.0, GOING, "S-2", may_touch=("blue-1", "blue-2")))
        state.record(Moved("red-1", walk.path, walk.end, walk.cost))

    async def act(pilot: Pilot[Any]) -> None:
        mode = battle_of(pilot).mode
        assert isinstance(mode, Moving)
        for key, foe in (("tab", "blue-1"), ("tab", "blue-2"), ("tab", "blue-1"), ("shift+tab", "blue-2")):
            await pressed(pilot, key)
            await pilot.pause(0.02)
            assert battle_of(pilot).field.who_at(battle_of(pilot).field.cursor) == foe
        assert "touching blue-2" in "".join(each.text.plain for each in mode.rows())
        await answered(pilot, "enter")

    game, _ = played([charge], act)
    assert game.state.figures["red-1"].pose.at.to(game.state.figures["blue-2"].pose.at) < 2.5


def test_a_move_too_far_says_so_and_enter_takes_the_nearest() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "K", "K")
        await pilot.pause()
        assert "Not so" in "".join(each.text.plain for each in battle_of(pilot).mode.rows())  # type: ignore[union-attr]
        await answered(pilot, "enter")

    game, _ = played([move], act)
    assert game.state.figures["red-1"].pose.at.to(Pose(10.0, 40.0, 0).at) == pytest.approx(6.0, abs=0.01)


def test_a_way_point_and_a_facing_are_part_of_a_move() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await answered(pilot, "up", "up", "v", "right", "right", "r", "r", "enter")

    game, _ = played([move], act)
    walk = last_answer(game)
    assert len(walk.path) == 3
    assert walk.end.facing == 180


def test_men_are_placed_one_by_one_and_all_together() -> None:
    places = {"red-1": Pose(10.0, 40.0, 0), "red-2": Pose(14.0, 40.0, 0)}

    def arrange(state: Any, ask: Any) -> None:
        ends = ask.place(Arrange("red", "stand", "red-men", tuple(places), places, "S-3"))
        state.record(UnitMoved("red-men", "red-1", (), ends))

    async def act(pilot: Pilot[Any]) -> None:
        await answered(pilot, "up", "up", "tab", "tab", "right", "right", "r", "enter")

    game, _ = played([arrange], act)
    assert game.state.figures["red-1"].pose == Pose(10.0, 38.0, 0)
    assert game.state.figures["red-2"].pose == Pose(15.0, 38.0, 45)


def shots(side: str, *, secret: bool = False) -> Plan:
    mine, theirs = ("red", "blue") if side == "red" else ("blue", "red")
    options = (Option("none"), Option(f"{theirs}-1", f"{theirs}-1"), Option(f"{theirs}-2", f"{theirs}-2"))
    parts = {f"{mine}-{i}": Choose(side, "target", f"{mine}-{i}", options) for i in (1, 2)}
    return Plan(side, "targets", f"{mine}-men", parts, "S-4", secret=secret)


@pytest.mark.parametrize(
    ("keys", "picks"),
    [
        (("space",), ("none", "none")),
        (("right", "space"), ("blue-1", "none")),
        (("tab", "left", "tab", "enter"), ("none", "blue-2")),
        (("enter", "down", "enter", "space"), ("blue-1", "none")),
    ],
)
def test_a_plan_is_made_part_by_part(keys: tuple[str, ...], picks: tuple[str, str]) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        await answered(pilot, *keys)

    game, _ = played([lambda state, ask: ask.choose(shots("red"))], act)
    assert tuple(last_answer(game).values()) == picks


def test_enter_after_advice_gives_a_whole_plan() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        mode = battle_of(pilot).mode
        assert mode is not None
        mode.take({"red-1": "blue-2", "red-2": "blue-1"})
        await answered(pilot, "enter")

    game, _ = played([lambda state, ask: ask.choose(shots("red"))], act)
    assert last_answer(game) == {"red-1": "blue-2", "red-2": "blue-1"}


def test_everybody_may_be_told_to_move_in_one_plan() -> None:
    def march(state: Any, ask: Any) -> None:
        parts = {key: Move("red", "march", key, 6.0, GOING) for key in ("red-1", "red-2")}
        ask.choose(Plan("red", "march", "red-men", parts, "S-5"))

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        assert "1 red-1: stays at 10 40" in shown(pilot.app)
        await answered(pilot, "enter", "up", "up", "enter", "tab", "enter", "up", "enter", "space")

    game, _ = played([march], act)
    walks = last_answer(game)
    assert (walks["red-1"].end.y, walks["red-2"].end.y) == (38.0, 39.0)


@pytest.mark.parametrize(("scope", "ends"), [(("e",), (38.0, 38.0)), (("e", "e"), (38.0, 38.0)), ((), (38.0, 40.0))])
def test_a_whole_unit_or_everybody_may_be_sent_the_same_way(scope: tuple[str, ...], ends: tuple[float, float]) -> None:
    def march(state: Any, ask: Any) -> None:
        parts = {key: Move("red", "march", key, 6.0, GOING) for key in ("red-1", "red-2")}
        ask.choose(Plan("red", "march", "red-men", parts, "S-5"))

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        await answered(pilot, *scope, "enter", "up", "up", "enter", "space")

    game, _ = played([march], act)
    walks = last_answer(game)
    assert (walks["red-1"].end.y, walks["red-2"].end.y) == ends


def test_a_whole_unit_aims_at_one_enemy() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        await answered(pilot, "e", "right", "space")

    game, _ = played([lambda state, ask: ask.choose(shots("red"))], act)
    assert set(last_answer(game).values()) == {"blue-1"}


def test_the_part_of_a_plan_under_the_cursor_lies_over_the_others_and_marks_its_target() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        await pressed(pilot, "e", "e", "right", "1")
        await pilot.pause(0.05)
        battle = battle_of(pilot)
        line, men = battle.field.laid("line"), battle.field.laid("targets")
        start, goal = (battle.chair.state.figures[each].pose for each in ("red-1", "blue-1"))
        mine = path_marks((start.at, goal.at), battle.field.scale, Mark("path"))
        assert {line[cell].style for cell in mine} == {"path"}
        assert {mark.style for mark in line.values()} == {"path", "dimmed"}
        assert {men[cell].style for cell in battle.field.cells_of("blue-1")} == {"target"}

    played([lambda state, ask: ask.choose(shots("red"))], act)


def lines_of(pilot: Pilot[Any]) -> str:
    mode = battle_of(pilot).mode
    assert mode is not None
    return "\n".join(each.text.plain for each in mode.rows())


def test_a_move_tells_who_could_get_at_him_and_whose_command_he_is_in() -> None:
    close = {
        "red-1": ("red", Pose(10.0, 40.0, 0), "none"),
        "red-2": ("red", Pose(14.0, 40.0, 0), "none"),
        "blue-1": ("blue", Pose(10.0, 24.0, 180), "none"),
    }

    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        assert "No enemy is known to reach him there" in lines_of(pilot)
        await pressed(pilot, "up", "up", "up", "up", "up")
        await pilot.pause()
        assert "1 enemy could get at him there: charge (1)." in lines_of(pilot)
        danger, reach = battle.field.laid("danger"), battle.field.laid("reach")
        assert danger
        assert danger.keys() < reach.keys()
        assert battle.field.laid("zones")

    played([move], act, scenario=scene(close))


def test_an_option_tells_how_far_it_is_and_what_hides_it() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "tab")
        assert "29 inches north to blue-1, hidden by a high wall." in lines_of(pilot)
        marks = set(battle_of(pilot).field.laid("line").values())
        assert {mark.style for mark in marks} == {"blocked"}

    played([choose], act, scenario=drawn())


def test_what_is_seen_is_shaded_and_has_a_border() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "m", "f")
        await pilot.pause()
        styles = [mark.style for mark in battle_of(pilot).field.laid("fan").values()]
        assert styles.count("seen") > styles.count("clear") > 0

    played([choose], act)


def test_a_choice_from_the_list_has_no_cursor_left_on_the_field() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle_of(pilot).field.point_to(battle_of(pilot).field.middle)
        await answered(pilot, "enter")
        assert battle_of(pilot).field.cursor is None

    played([choose, choose], act)


def test_an_arc_is_drawn_before_the_man_the_tape_begins_at() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "m", "tab")
        assert not battle_of(pilot).field.laid("arc")
        await pressed(pilot, "t")
        await pilot.pause()
        narrow = battle_of(pilot).field.laid("arc")
        await pressed(pilot, "t")
        await pilot.pause()
        assert narrow
        assert battle_of(pilot).field.laid("arc") != narrow
        assert re.search(r"\d+° to the (left|right) of where he looks|Straight (before|behind) him", lines_of(pilot))

    played([choose], act)


def test_two_at_one_keyboard_decide_face_down_behind_a_curtain() -> None:
    def together(state: Any, ask: Any) -> None:
        ask.together((shots("red", secret=True), shots("blue", secret=True)))

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        assert "face down" in battle_of(pilot).mode.title()  # type: ignore[union-attr]
        await answered(pilot, "right", "space")
        assert isinstance(pilot.app.screen, Curtain)
        await pressed(pilot, "enter")
        await pilot.pause(0.2)
        assert battle_of(pilot).chair.side == "blue"
        await answered(pilot, "right", "space")

    game, _ = played([together], act, sides=("red", "blue"))
    assert [given.value for given in game.answers if given.by != "table"] == [
        {"red-1": "blue-1", "red-2": "none"},
        {"blue-1": "red-1", "blue-2": "none"},
    ]


def test_one_curtain_is_opened_once_even_if_the_question_is_put_anew() -> None:
    def together(state: Any, ask: Any) -> None:
        ask.together((shots("red", secret=True), shots("blue", secret=True)))

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        await answered(pilot, "space")
        battle = battle_of(pilot)
        side, request = battle.chair.asked or ("", None)
        battle._sit_down(side, request)
        await pilot.pause(0.1)
        pilot.app.simulate_key("enter")
        battle._sit_down(side, request)
        await pilot.pause(0.2)
        assert pilot.app.screen is battle
        assert battle.chair.side == "blue"
        assert battle.mode is not None
        assert battle.field.sees(battle.field.scale.cell(battle.chair.state.figures["blue-1"].pose.at))

    played([together], act, sides=("red", "blue"))


def test_a_choice_is_taken_back_unless_the_dice_have_spoken() -> None:
    def roll(state: Any, ask: Any) -> None:
        ask.roll("1d6", "fate")
        choose(state, ask)

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        first = battle_of(pilot).asked
        assert first is not None
        await answered(pilot, "enter")
        await answered(pilot, "z")
        assert battle_of(pilot).asked == first
        await answered(pilot, "enter")
        await pilot.pause(0.1)
        await answered(pilot, "enter")
        await pressed(pilot, "z")
        await pilot.pause(0.2)

    game, seen = played([choose, choose, roll, choose], act)
    assert "Not taken back" in seen
    assert "dice" in seen
    assert len([given for given in game.answers if given.by == "red"]) == 2


def test_looking_and_measuring_never_act_and_escape_comes_back() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "x")
        assert isinstance(battle_of(pilot).mode, Looking)
        await pressed(pilot, "tab", "m")
        assert isinstance(battle_of(pilot).mode, Measuring)
        await pressed(pilot, "tab", "o", "f", "c", "d")
        seen = "".join(each.text.plain for each in battle_of(pilot).mode.rows())  # type: ignore[union-attr]
        assert "from edge to edge" in seen
        await pressed(pilot, "escape")
        assert not isinstance(battle_of(pilot).mode, Looking | Measuring)

    game, seen = played([choose], act, size=LARGE)
    assert not game.answers
    assert "aim" in seen.casefold()


def test_a_spectator_is_asked_nothing() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "enter", "space", "1", "z", "tab")

    game, seen = played([choose], act, sides=())
    assert not game.answers
    assert "Waiting for" in seen


@pytest.mark.parametrize(("best", "does"), [((), "Space stay"), ((Point(10.0, 37.0),), "Space as proposed")])
def test_a_move_tells_what_space_will_do(best: tuple[Point, ...], does: str) -> None:
    def march(state: Any, ask: Any) -> None:
        walk = ask.place(Move("red", "march", "red-1", 6.0, GOING, "S-2", best=best))
        state.record(Moved("red-1", walk.path, walk.end, walk.cost))

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.05)
        assert does in shown(pilot.app)
        await answered(pilot, "space")

    game, _ = played([march], act, size=LARGE)
    assert game.state.figures["red-1"].pose.at == (best[-1] if best else Point(10.0, 40.0))
