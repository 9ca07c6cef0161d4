"""Leaving the battle, and what follows when somebody does."""

from __future__ import annotations

from collections.abc import Iterator

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.state import EXITED
from kktui.rules.camelot.events_fate import Dropped, SteppedIn
from kktui.rules.camelot.figures import Battle, Man
from kktui.rules.camelot.morale import after_a_fall
from kktui.table.geometry import Base, Point, Pose, pose

NO_PLACE_TO_STAND = ("water", "building")
RING = 0.25
"""Inches from one ring of places to the next."""


def depart(battle: Battle, ask: Ask, left: Left) -> None:
    """A figure is gone: what it carried falls, a second steps in, others take heed; not if it rode off."""
    battle.record(left)
    man, standing = battle.figures[left.figure], left.standing
    for find in battle.notes.finds:
        if find.holder == man.id and standing != EXITED:
            battle.record(Dropped(find.id, man.id, man.place.x, man.place.y))
    if standing != EXITED:
        step_in(battle, man)
        after_a_fall(battle, ask, man)


def step_in(battle: Battle, fallen: Man) -> None:
    """The knight who waits near at hand takes the place of the one who is gone.  [CA-5.12]"""
    for whom, knight in battle.notes.seconds:
        if whom == fallen.id:
            second = battle.figures[knight]
            spot = next(free_spots(battle, second.base, fallen.place), None)
            if spot is not None:
                battle.record(SteppedIn(knight, fallen.id, spot))


def free_spots(battle: Battle, base: Base, near: Pose) -> Iterator[Pose]:
    """Places where a base may stand, the nearest first."""
    rings = (near.at.toward(turn, RING * ring) for ring in range(33) for turn in (range(0, 360, 30) if ring else (0,)))
    for at in rings:
        spot = pose(at, near.facing)
        if stands(battle, base, spot):
            yield spot


def stands(battle: Battle, base: Base, spot: Pose) -> bool:
    """Whether a base may be set down there."""
    ground = battle.scenario.ground
    if not (0 < spot.x < ground.width and 0 < spot.y < ground.depth) or not battle.table.is_free(base, spot):
        return False
    return not any(kind in NO_PLACE_TO_STAND for kind in battle.table.kinds_at(Point(spot.x, spot.y)))
