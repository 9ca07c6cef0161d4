"""A battle that several seats play and watch at once, each seeing only what is its own to see."""

from kktui.match.kept import Keeper, Played, Shown
from kktui.match.match import Bulletin, Match, Occupied
from kktui.match.seat import Seat

__all__ = ["Bulletin", "Keeper", "Match", "Occupied", "Played", "Seat", "Shown"]
