"""Who answers when nobody at the keyboard does."""

from kktui.players.random import Random
from kktui.players.soldier import Soldier

LEVELS = {"random": Random(), "soldier": Soldier()}

__all__ = ["LEVELS", "Random", "Soldier"]
