"""The pane that shows the cards knows both of Camelot's decks."""

from kktui.rules.camelot import RULESET
from kktui.tui.field.glyphs import glyphs_for
from kktui.tui.field.palette import Palette
from kktui.tui.panes.deck import deck_rows
from kktui.tui.panes.ink import Ink
from kktui.tui.themes import THEMES
from tests.rules.camelot.table import steps
from tests.rules.camelot.test_initiative import WILD, second_round
from tests.rules_shown import rule


@rule("CA-2.3")
def test_the_deck_pane_shows_the_cards_of_the_figures_and_those_of_the_wild_card() -> None:
    battle = second_round(initiative="cards")
    steps(battle, WILD, 1, "accident", "al")
    theme = THEMES[0]
    palette = Palette({**theme.to_color_system().generate(), **theme.variables}, ansi=theme.ansi)
    ink = Ink(palette, glyphs_for(unicode=False))
    shown = [str(row.text) for row in deck_rows(RULESET, battle, ink)]
    assert "Cards: 4 left, 1 drawn" in shown
    assert "Wild: 14 left, 1 drawn" in shown
    assert any("the Wild Card" in line for line in shown)
    assert any("just a scratch" in line for line in shown)
