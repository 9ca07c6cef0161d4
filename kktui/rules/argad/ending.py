"""AR-2.1 How a turn begins, and AR-6.2 how the battle ends."""

from __future__ import annotations

from collections.abc import Iterator

from kktui.engine.events import Ended, Event
from kktui.engine.muster import arrivals
from kktui.engine.state import FIELDED, RESERVE, Figure
from kktui.engine.victory import by_points, goal_reached, met, points
from kktui.rules.argad.close_order import could_form, first_of
from kktui.rules.argad.events import Afresh, Formed
from kktui.rules.argad.figures import Battle, Man, foes_upon


def opening(battle: Battle) -> Iterator[Event]:
    """Who stood still has loaded, reserves come on, and the drilled form up as they come.  [AR-3.2, AR-4.3]"""
    men = sorted(battle.fielded(), key=lambda man: man.id)
    still_at = {
        man.id: tuple(foe for foe in man.came_at if foe in foes_upon(battle, man)) for man in men if man.came_at
    }
    yield Afresh(
        tuple(man.id for man in men if loads(battle, man)), {key: foes for key, foes in still_at.items() if foes}
    )
    here = set(battle.units) if battle.turn == 1 else set()
    for event in arrivals(battle):
        yield event
        here.add(event.unit)
    for _, band in sorted(battle.units.items()):
        ranks = could_form(battle, band) if band.drilled and band.id in here else ()
        if ranks:
            yield Formed(band.id, ranks, first_of(battle, band, ranks).place.facing)


def loads(battle: Battle, man: Man) -> bool:
    """Whether a man has spent the turn loading: immobile, neither shooting nor fighting, nobody upon him.  [AR-4.3]"""
    return man.to_load > 0 and man.immobile and not (man.shot or man.fought or foes_upon(battle, man))


def turn_over(battle: Battle) -> bool:
    """Movement, shooting and melee make a turn.  [AR-2.1]"""
    return True


def able(battle: Battle, unit: str) -> bool:
    """Whether a unit still obeys: whoever is there does."""
    return bool(battle.men(unit))


def result(battle: Battle) -> Ended | None:
    """A side with nobody on the field and nobody to come has lost, unless it did what it came for.  [AR-6.2]"""
    there = [side for side in battle.sides if any(_still_in(man, side) for man in battle.figures.values())]
    if len(there) == len(battle.sides):
        return None
    score = points(battle, worth)
    for goal in battle.scenario.goals:
        if goal.side not in there and met(battle, goal, score):
            return Ended(goal.side, goal.kind, "AR-6.2", score)
    return Ended(there[0] if there else "", "the field is held", "AR-6.2", score)


def _still_in(man: Man, side: str) -> bool:
    return man.side == side and man.standing in (FIELDED, RESERVE)


def turn_result(battle: Battle) -> Ended | None:
    """The scenario's goals; after the last turn the class points of the enemies lost, or who is left.  [AR-6.2]"""
    reached = goal_reached(battle, worth)
    if reached is not None or battle.turn < battle.scenario.turns:
        return reached
    if battle.book.switch("decided-by") == "class-points":
        return by_points(battle, worth, "turn limit", "AR-6.2")
    left = {side: len(battle.fielded(side)) for side in battle.sides}
    most = [side for side in battle.sides if left[side] == max(left.values())]
    return Ended(most[0] if len(most) == 1 else "", "turn limit", "AR-6.2", left)


def worth(figure: Figure) -> int:
    """What a man is worth to the enemy: his class.  [AR-6.2]"""
    assert isinstance(figure, Man)
    return figure.grade
