"""What bears on a shot of Argad!, and why there is none."""

from __future__ import annotations

from kktui.rules.argad.figures import Battle
from kktui.rules.argad.furtive import Showing, showing
from kktui.rules.argad.shooting import aim_at, why_not_shoot_at
from tests.rules.argad.drawn import man


def named(battle: Battle, shooter: str, target: str, busy: tuple[str, ...] = ()) -> dict[str, int]:
    """The modifiers of a shot by name."""
    shown = showing(battle, man(battle, shooter), man(battle, target))
    assert isinstance(shown, Showing), shown
    return {each.name: each.value for each in aim_at(battle, man(battle, shooter), man(battle, target), shown, busy)[1]}


def why(battle: Battle, shooter: str, target: str) -> str:
    """Why one may not shoot at the other, or nothing."""
    return why_not_shoot_at(battle, man(battle, shooter), man(battle, target))
