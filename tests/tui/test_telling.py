"""What the battle screen tells, whoever looks and whatever he sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from textual.command import DiscoveryHit
from textual.pilot import Pilot

from kktui.engine.requests import Arrange, Choose, Option, Plan
from kktui.table import Pose
from kktui.tui.battle import BattleScreen
from kktui.tui.battle.commands import BattleCommands
from kktui.tui.panes.lines import Lines, row
from tests.engine.stub import scene
from tests.tui.stage import LARGE, SMALL, shown
from tests.tui.table import battle_of, called, choose, move, played, pressed
from tests.tui.test_battle import fall
from tests.tui.test_following import until


def test_without_colours_signs_stand_beside_who_acts_and_whom_he_aims_at() -> None:
    def beside(battle: BattleScreen, figure: str, side: int) -> str:
        cells = list(battle.field.cells_of(figure))
        at = max(cells) if side > 0 else min(cells)
        return battle.field.canvas.over.get(at.row, {}).get(at.column + side, ("", None))[0]

    for theme, signs in (("mono", ("▸", "◂", "")), ("dusk", ("", "", ""))):

        async def act(pilot: Pilot[Any], signs: tuple[str, ...] = signs) -> None:
            await pressed(pilot, "tab")
            await pilot.pause(0.05)
            battle = battle_of(pilot)
            assert tuple(beside(battle, *who) for who in (("red-1", -1), ("blue-1", 1), ("blue-2", 1))) == signs
            assert "▸ red" in shown(pilot.app).partition("\n")[0]

        played([choose], act, theme=theme, size=LARGE)


def test_a_search_that_finds_nothing_says_so() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "slash", *"[b]zz")
        await pilot.pause(0.05)
        assert "Nothing here says '[b]zz'." in shown(pilot.app)
        await pressed(pilot, "escape")
        await pilot.pause(0.05)
        assert "Nothing here" not in shown(pilot.app)

    played([fall, choose], act, size=LARGE)


def test_who_looks_on_is_told_of_no_key_that_answers() -> None:
    for sides, told in ((("red",), True), ((), False)):

        async def act(pilot: Pilot[Any], told: bool = told) -> None:
            await pilot.pause(0.05)
            last = shown(pilot.app).splitlines()[-1]
            assert ("a advice" in last, "z undo" in last) == (told, told)
            assert "x look" in last

        played([choose], act, sides=sides, size=LARGE)


def test_a_pane_alone_fills_the_screen_and_says_how_to_get_back() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        for pane, title in (("f2", "Turn"), ("f5", "Odds"), ("f4", "Log")):
            await pressed(pilot, pane, "f10")
            await until(pilot, lambda: "F10 everything again" in shown(pilot.app).splitlines()[-1])
            lines = shown(pilot.app).splitlines()
            assert f"━ {title} ━" in lines[0]
            assert len([line for line in lines if line.startswith("│")]) == LARGE[1] - 2
            await pressed(pilot, "escape")
            await until(pilot, lambda: "Stub · turn 1" in shown(pilot.app).splitlines()[0])

    played([choose], act, size=LARGE)


def test_the_side_that_is_asked_is_named_in_full_however_long_the_battle_is_called() -> None:
    scenario = replace(
        called("The men of the northern mill and weir"), title="A battle with a very long name, fought twice"
    )
    _, seen = played([choose], sides=("red", "blue"), scenario=scenario)
    first = seen.splitlines()[0]
    assert first.rstrip().endswith("· turn 1 of 12 · step 1 · ▸ The men of the northern mill and weir")
    assert first.startswith(" A battle")
    assert "…" in first


def test_a_move_and_a_placing_tell_that_the_arrows_say_where() -> None:
    places = {"red-1": Pose(10.0, 40.0, 0)}

    def stand(state: Any, ask: Any) -> None:
        ask.place(Arrange("red", "stand", "red-1", ("red-1",), places, "S-3"))

    assert "Arrows where  Tab foe  Enter go  Space stay  a advice" in played([move], size=SMALL)[1].splitlines()[-1]
    last = played([stand], size=SMALL)[1].splitlines()[-1]
    assert "Arrows place  Enter done  Space as proposed" in last
    assert "next man" not in last


def test_help_tells_of_the_arrows_too() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        await pressed(pilot, "question_mark")

    assert "Arrows           where" in played([move], act)[1]


def test_the_palette_begins_with_the_battle_and_tells_the_keys_of_the_player() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        pilot.app.keymap_in_use = {"battle.next": "f"}
        found = [each async for each in BattleCommands(pilot.app.screen).discover()]
        named = {str(each.text): each for each in found}
        assert named["Next to act or to aim at"].help == "key: f"
        assert named["Danger: where the enemy can strike"].help == "key: d"
        assert min(each.score for each in found) > DiscoveryHit("Options", lambda: None).score

    played([choose], act)


NEAR = {
    "red-1": ("red", Pose(10.0, 30.0, 0), "none"),
    "red-2": ("red", Pose(14.0, 30.0, 0), "none"),
    "blue-1": ("blue", Pose(10.0, 14.0, 180), "none"),
    "blue-2": ("blue", Pose(14.0, 14.0, 180), "none"),
}


def test_a_plan_shows_who_acts_and_whom_he_aims_at_however_much_room_the_question_takes() -> None:
    def aim(state: Any, ask: Any) -> None:
        options = (Option("blue-1", "blue-1"), Option("blue-2", "blue-2"))
        parts = {f"{man} {i}": Choose("red", "aim", man, options) for man in ("red-1", "red-2") for i in range(5)}
        ask.choose(Plan("red", "targets", "red-men", parts, "S-4"))

    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        await until(pilot, lambda: battle.panel.size.height > 10)
        both = [cell for man in ("red-1", "blue-1") for cell in battle.field.cells_of(man)]
        await until(pilot, lambda: all(battle.field.sees(cell) for cell in both))

    played([aim], act, scenario=scene(NEAR), size=(100, 38))


def test_a_part_of_a_plan_tells_the_way_back() -> None:
    def aim(state: Any, ask: Any) -> None:
        parts = {man: Choose("red", "aim", man, (Option("hold"), Option("go"))) for man in ("red-1", "red-2")}
        ask.choose(Plan("red", "targets", "red-men", parts, "S-4"))

    async def act(pilot: Pilot[Any]) -> None:
        await pilot.pause(0.05)
        assert "Esc back" not in shown(pilot.app)
        await pressed(pilot, "enter")
        await until(pilot, lambda: "Esc back" in shown(pilot.app).splitlines()[-1])

    played([aim], act)


def test_no_side_is_said_to_decide_while_what_happened_before_is_still_shown() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        battle.stage.hold()
        await pressed(pilot, "enter")
        await until(pilot, lambda: battle.chair.behind and battle.mode is None)
        assert "▸ red" not in shown(pilot.app).splitlines()[0]
        battle.stage.go_on()
        await until(pilot, lambda: "▸ red" in shown(pilot.app).splitlines()[0])

    played([choose, fall, choose], act)


def test_what_a_hidden_pane_is_given_to_say_is_laid_out_as_it_will_be_seen() -> None:
    async def act(pilot: Pilot[Any]) -> None:
        battle = battle_of(pilot)
        roster = battle.query_one("#roster", Lines)
        before = [strip.text for _, strip in roster._visual]
        await pressed(pilot, "f5")
        await until(pilot, lambda: not roster.display and roster.size.width == 0)
        roster.set_rows([*roster.rows, row("somebody else")])
        assert [strip.text for _, strip in roster._visual] == [*before, "somebody else"]

    played([choose], act, size=SMALL)
