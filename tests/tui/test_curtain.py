"""What a curtain hides."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from kktui.tui import settings
from kktui.tui.curtain import Curtain
from tests.tui.stage import LARGE, SMALL
from tests.tui.table import choose, played


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("theme", settings.THEMES)
def test_nothing_shows_through_a_curtain_in_any_theme(theme: str, size: tuple[int, int]) -> None:
    async def act(pilot: Pilot[Any]) -> None:
        pilot.app.push_screen(Curtain("Blue"))
        await pilot.pause(0.1)

    _, seen = played([choose], act, theme=theme, size=size)
    lines = [line.strip() for line in seen.splitlines() if line.strip()]
    assert len(lines) == 7, lines
    assert "For Blue only." in lines[2]
