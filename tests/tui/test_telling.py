"""What the battle screen tells, whoever looks and whatever he sees."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from kktui.tui.battle import BattleScreen
from tests.tui.stage import LARGE, shown
from tests.tui.table import battle_of, choose, played, pressed
from tests.tui.test_battle import fall


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
