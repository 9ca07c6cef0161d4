"""KS-4 Movement."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Left, UnitMoved
from kktui.engine.flight import forced_walk
from kktui.engine.formation import follow
from kktui.engine.hiding import find_hidden_within
from kktui.engine.modifiers import Modifier, total
from kktui.engine.muster import edge_gap, edge_point, home_edge
from kktui.engine.requests import Arrange, Move
from kktui.engine.state import FLED
from kktui.rules.knights_sergeants.cover import nearest_cover
from kktui.rules.knights_sergeants.events import MoveRolled
from kktui.rules.knights_sergeants.events_fighting import AimLost
from kktui.rules.knights_sergeants.figures import Battle, Group, Man, able_men, guide, up_to
from kktui.table import Going, Walk
from kktui.table.geometry import Point, Pose
from kktui.table.records import altered

TOGETHER = 6.0
"""Inches from its leader within which a group is placed.  [KS-4.4]"""

SLOW = {"woods": 2.0, "water": 2.0}
SOLID = {"building": inf}
OBSTACLES = ("fence", "low-wall", "high-wall", "hedge", "bank", "stakes", "gate")

ON_FOOT = Going({**SLOW, **SOLID}, {**dict.fromkeys(OBSTACLES, 3.0), "high-wall": inf}, whole=True)
MOUNTED = Going({**SLOW, **SOLID}, {**dict.fromkeys(OBSTACLES, inf), "gate": 3.0}, whole=True)
"""Woods and water halve the move; fences and walls cost 3 inches and stop horses, a gate does not.  [KS-4.3]"""
NO_WAY_OVER = Going(SOLID, dict.fromkeys(OBSTACLES, inf))
"""Who is pushed back does not climb.  [KS-7.6]"""


class Pace(NamedTuple):
    """The dice of a move: mounted or not, with the road's or the charge's die."""

    dice: int
    """D6 that count."""
    dropped: int
    """D6 more, of which the lowest are dropped."""
    wounded: bool


def inches(ask: Ask, pace: Pace, who: str = "") -> int:
    """Foot 2D6, horse 3D6, one more to charge; a road's extra die drops the lowest.  [KS-4.1, KS-4.2]"""
    return max(0, ask.roll(dice(pace), "move", who) + total(wound(pace)))


def dice(pace: Pace) -> str:
    """What is thrown for a move."""
    return f"{pace.dice + pace.dropped}d6 best {pace.dice}" if pace.dropped else f"{pace.dice}d6"


def wound(pace: Pace) -> tuple[Modifier, ...]:
    """A wounded leader is an inch slower.  [KS-1.5]"""
    return (Modifier("wounded", -1, "KS-1.5"),) if pace.wounded else ()


def pace_of(battle: Battle, unit: Group, *, road: bool = False, charging: bool = False) -> Pace:
    """The dice of a unit's move, by the chart.  [KS-4.1, KS-4.2]"""
    key = ("pace", unit.id, road, charging)
    found: Pace | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = _pace_of(battle, unit, road, charging)
    return found


def _pace_of(battle: Battle, unit: Group, road: bool, charging: bool) -> Pace:
    leader = guide(battle, unit)
    chart = battle.book.chart("movement").rows
    number = chart["mounted" if rides(battle, unit) else "foot"] + (chart["charging adds"] if charging else 0)
    dropped = chart["road adds, the lowest dropped"] if road else 0
    return Pace(number, dropped, leader is not None and leader.wounded)


def rides(battle: Battle, unit: Group) -> bool:
    """A unit moves on horseback only if all its men do."""
    return all(man.mounted for man in able_men(battle, unit))


def roll_move(battle: Battle, ask: Ask, unit: Group, pace: Pace, why: str) -> int:
    """Throw for a unit's move and write it down."""
    thrown = inches(ask, pace, unit.id)
    battle.record(MoveRolled(unit.id, dice(pace), thrown, wound(pace), why))
    return thrown


def going_for(battle: Battle, unit: Group) -> Going:
    """The terrain table of a unit: that of horses if any of its men is mounted."""
    return MOUNTED if any(man.mounted for man in able_men(battle, unit)) else ON_FOOT


def on_road(battle: Battle, man: Man) -> bool:
    """Whether a man stands on a road, to go along it."""
    return "road" in battle.table.kinds_at(man.place.at)


def move(battle: Battle, ask: Ask, unit: Group, *, road: bool = False) -> None:
    """Roll, measure for the leader, then place the group within 6 inches of him.  [KS-4.4]"""
    allowance = roll_move(battle, ask, unit, pace_of(battle, unit, road=road), "road" if road else "move")
    request = move_request(battle, unit, allowance, road=road)
    go(battle, ask, unit, request, ask.place(request))


def move_request(battle: Battle, unit: Group, allowance: float, *, road: bool = False) -> Move:
    """The question where a unit's leader goes."""
    leader = guide(battle, unit)
    assert leader is not None
    return Move(
        side=unit.side,
        what="move",
        figure=leader.id,
        allowance=allowance,
        going=going_for(battle, unit),
        rule="KS-4.2" if road else "KS-4.4",
        ignoring=tuple(man.id for man in able_men(battle, unit) if man is not leader),
        only_on="road" if road else "",
    )


def go(battle: Battle, ask: Ask, unit: Group, request: Move, walk: Walk) -> None:
    """The leader goes along his walk and the others are placed round him."""
    arrange = arrange_request(battle, unit, request, walk)
    places = ask.place(arrange) if arrange.figures else {}
    finish(battle, unit, request, walk, places)


def arrange_request(battle: Battle, unit: Group, request: Move, walk: Walk) -> Arrange:
    """The question where the rest of a group stands: within 6 inches, no base on another, only where there is a way."""
    others = tuple(man.id for man in able_men(battle, unit) if man.id != request.figure)
    bare = Arrange(
        side=unit.side,
        what="group",
        about=unit.id,
        figures=others,
        default={},
        rule="KS-4.4",
        leader=request.figure,
        lead=walk,
        radius=TOGETHER,
        going=request.going,
        may_touch=request.may_touch,
    )
    return altered(bare, default=follow(battle, bare)) if others else bare


def finish(battle: Battle, unit: Group, request: Move, walk: Walk, places: Mapping[str, Pose]) -> None:
    """Write a move down, and what moving brings with it: aim lost, hidden men found.  [KS-2.2, KS-6.1]"""
    how = {"charge": "charges", "retreat": "retreats"}.get(request.what, "moves")
    ends = {request.figure: walk.end, **places}
    battle.record(UnitMoved(unit.id, request.figure, walk.path, ends, round(walk.cost, 3), request.rule, how))
    moved = tuple(each for each in ends if battle.figures[each].aimed)
    if moved:
        battle.record(AimLost(moved))
    find_hidden(battle)


def find_hidden(battle: Battle) -> None:
    """A hidden unit is seen when an enemy comes within 6 inches of one of its men.  [KS-2.2]"""
    find_hidden_within(battle, up_to(TOGETHER), "KS-2.2")


def retreat(battle: Battle, ask: Ask, unit: Group) -> None:
    """Full retreat: the whole move toward its own edge; who reaches it is lost.  [KS-3.3]"""
    leader = guide(battle, unit)
    if leader is None:
        return
    allowance = roll_move(battle, ask, unit, pace_of(battle, unit), "retreat")
    edge = home_edge(battle, unit.side)
    fall_back(battle, unit, edge_point(battle, edge, leader), allowance)
    if edge_gap(battle, edge, leader.place.at) <= leader.base.reach + 0.1:
        gone = [man.id for man in able_men(battle, unit) if battle.table.gap(man.id, leader.id) <= up_to(TOGETHER)]
        for each in gone:
            battle.record(Left(each, FLED, rule="KS-3.3"))


def to_cover(battle: Battle, ask: Ask, unit: Group) -> None:
    """Retreat to the nearest cover, as far as the dice carry; in cover already, the unit stays there.  [KS-3.3]"""
    leader = guide(battle, unit)
    assert leader is not None
    goal = nearest_cover(battle, leader)
    if goal == leader.place.at:
        return
    allowance = roll_move(battle, ask, unit, pace_of(battle, unit), "retreat")
    edge = home_edge(battle, unit.side)
    fall_back(battle, unit, goal or edge_point(battle, edge, leader), allowance)


def fall_back(battle: Battle, unit: Group, goal: Point, allowance: float) -> None:
    """A forced move: the rules, not the player, say where to."""
    request = altered(move_request(battle, unit, allowance), what="retreat", rule="KS-3.3")
    walk = forced_walk(battle, request, goal)
    arrange = arrange_request(battle, unit, request, walk)
    finish(battle, unit, request, walk, arrange.default)
