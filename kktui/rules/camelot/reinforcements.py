"""CA-6.5 Reinforcements: who comes, and where along the own edge."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.events import Joined
from kktui.engine.hiding import facts_of
from kktui.engine.muster import home_edge
from kktui.engine.requests import Choose, Option
from kktui.engine.state import FIELDED
from kktui.rules.camelot.charts import looked_up
from kktui.rules.camelot.events_chance import SupportRolled
from kktui.rules.camelot.figures import Battle, seen_foes, up_to
from kktui.rules.camelot.leaving import stands
from kktui.rules.camelot.support import RECRUITS, newcomers
from kktui.table.gaps import point_gap
from kktui.table.geometry import FOOT, MOUNTED, Base, Point, Pose, pose

APART = 4.0
"""Inches from one spot offered to the next."""
FACING = {"north": 180, "east": 270, "south": 0, "west": 90}
"""Into the table from each edge."""


def reinforce(battle: Battle, ask: Ask, side: str) -> bool:
    """A spot on the own edge more than 8 inches from enemies, then the support table.  [CA-6.5]"""
    spots = edge_spots(battle, side)
    if not spots:
        return False
    options = tuple(Option(each) for each in spots)
    where = ask.choose(Choose(side, "where-to-arrive", side, options, "CA-6.5"))
    roll = ask.roll("1d6", "support", side)
    number, kind = looked_up(battle.book.chart("support").rows, roll)
    base = FOOT if RECRUITS[kind].mount == "none" else MOUNTED
    beside = beside_each_other(battle, spots[where], base, number)
    unit, men = newcomers(battle, side, kind, [RECRUITS[kind].name] * len(beside))
    battle.record(SupportRolled(side, roll, f"{len(beside)} {kind}"))
    for man, place in zip(men, beside, strict=True):
        man.pose, man.standing = place, FIELDED
    battle.record(Joined(unit.id, facts_of(unit, men), "CA-6.5"))
    return True


def edge_spots(battle: Battle, side: str) -> dict[str, Pose]:
    """The places offered along a side's own edge, by where they are, those in the middle first.  [CA-6.5]"""
    ground, edge = battle.scenario.ground, home_edge(battle, side)
    along, deep = (ground.width, ground.depth) if edge in ("north", "south") else (ground.depth, ground.width)
    inset = MOUNTED.reach if edge in ("north", "west") else deep - MOUNTED.reach
    steps = int(along // APART)
    ticks = sorted((along * (2 * i + 1) / (2 * steps) for i in range(steps)), key=lambda tick: abs(tick - along / 2))
    points = [Point(tick, inset) if edge in ("north", "south") else Point(inset, tick) for tick in ticks]
    spots = [pose(at, FACING[edge]) for at in points]
    return {f"{spot.x:g} {spot.y:g}": spot for spot in spots if _far_off(battle, side, spot)}


def _far_off(battle: Battle, side: str, spot: Pose) -> bool:
    """Room for anybody, and no enemy that is seen within 8 inches."""
    near = up_to(float(battle.book.chart("distances").at("reinforcements from enemies")))
    if not stands(battle, MOUNTED, spot):
        return False
    return all(point_gap(spot.at, foe.base, foe.place) > near for foe in seen_foes(battle, side))


def beside_each_other(battle: Battle, spot: Pose, base: Base, number: int) -> list[Pose]:
    """So many places side by side at a spot, as far as there is room; there is for one."""
    apart = [2 * base.half_width * (place - (number - 1) / 2) for place in range(number)]
    places = [pose(spot.at.toward(spot.facing - 90, aside), spot.facing) for aside in apart]
    return [each for each in places if stands(battle, base, each)] or [spot]
