"""The battle screen."""

from kktui.tui.battle.screen import LEFT, OVER, BattleScreen

__all__ = ["LEFT", "OVER", "BattleScreen"]
