"""Style sheets are read once for all apps of a process, and look as Textual would have them."""

from __future__ import annotations

import asyncio

from textual.css.stylesheet import Stylesheet

from kktui.tui.app import KktuiApp
from kktui.tui.sheets import SharedStylesheet


async def _stay(app: KktuiApp) -> None:
    await asyncio.sleep(60)


async def _rules(theme: str) -> tuple[list[int], list[str]]:
    """The rules of an app in a theme: which they are, and what they say; and what Textual reads in the same sheets."""
    app = KktuiApp(first=_stay)
    async with app.run_test(size=(80, 24)) as pilot:
        app.theme = theme
        await pilot.pause()
        sheet = app.stylesheet
        assert isinstance(sheet, SharedStylesheet)
        plain = Stylesheet(variables=dict(sheet._variables))
        plain.source = dict(sheet.source)
        plain.parse()
        assert _said(plain) == _said(sheet)
        return [id(rule) for rule in sheet.rules], _said(sheet)


def _said(sheet: Stylesheet) -> list[str]:
    return [f"{sorted(rule.selector_names)} {rule.styles.get_rules()}" for rule in sheet.rules]


def test_a_second_app_reads_no_style_sheet_again() -> None:
    first, second = (asyncio.run(_rules("dusk")) for _ in range(2))
    assert first[0] == second[0]


def test_another_theme_has_its_own_colours() -> None:
    dusk, parchment, again = (asyncio.run(_rules(theme)) for theme in ("dusk", "parchment", "dusk"))
    assert dusk[1] != parchment[1]
    assert dusk[1] == again[1]
