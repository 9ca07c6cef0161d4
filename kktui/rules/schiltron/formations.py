"""SC-3.2 Formations: ranks and the schiltron ring, how they are formed and lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, hypot, pi, sin
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.nearby import nearest_foe
from kktui.engine.placing import reachable
from kktui.engine.requests import Arrange
from kktui.engine.steering import ARRIVED
from kktui.engine.turn import Phase
from kktui.rules.schiltron.events import FormationLost, FormedUp, UnitDone
from kktui.rules.schiltron.figures import FORMED, SCHILTRON, SHOULDER, Battle, Company, Man, in_formation, wields
from kktui.rules.schiltron.movement import going_for, guide, movers, normal_move, on_rough
from kktui.table import Walk
from kktui.table.geometry import FOOT, Point, Pose, pose

RANKS = 2
NEAR = 6.0
"""Who is further from the guide than this does not fall in."""
DRAWN_UP = {"close-order": FORMED, "schiltron": SCHILTRON}
"""What a scenario's words for a formation mean here."""
TRIED = ((0.0, 0), *((inches, turn) for inches in (1.5, 3.0) for turn in range(0, 360, 45)))
"""Where the middle of a formation is tried, from the middle of its men."""


def why_not_form(battle: Battle, unit: Company, formation: str) -> str:
    """Why a unit may not form ranks or a ring here, or nothing.  [SC-3.2]"""
    men, needed = members(battle, unit), int(battle.book.chart("formations").at(formation, "men"))
    if unit.formation == formation and len(men) <= len(in_formation(battle, unit)):
        return "it stands so already"
    if any(man.mounted for man in men):
        return "horsemen form neither ranks nor a schiltron"
    if len(counted(battle, men, formation)) < needed:
        spears = " with spear or pike" if formation == SCHILTRON else ""
        return f"it needs {needed} men{spears} who stand together and are free to move"
    if any(on_rough(battle, man.place.at) for man in men):
        return "there are men of it on rough ground"
    return "" if form_places(battle, unit, formation, float(pace(battle, men))) else "there is no room for it here"


def counted(battle: Battle, men: Sequence[Man], formation: str) -> list[Man]:
    """The men who make a formation what it is: for a schiltron those with spear or pike.  [SC-3.2]"""
    return [man for man in men if formation != SCHILTRON or has_spear(battle, man)]


def has_spear(battle: Battle, man: Man) -> bool:
    """Whether he fights with spear or pike."""
    return wields(battle.book, man) == "spear/pike"


def members(battle: Battle, unit: Company) -> list[Man]:
    """The men who would fall in: all who can go and are near the guide."""
    key = ("members", unit.id)
    found: list[Man] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = _members(battle, unit)
    return found


def _members(battle: Battle, unit: Company) -> list[Man]:
    lead = guide(battle, unit)
    if lead is None:
        return []
    x, y, _ = lead.place
    places = ((man, man.place) for man in movers(battle, unit))
    return [man for man, at in places if man is lead or hypot(x - at[0], y - at[1]) <= NEAR]


def pace(battle: Battle, men: Sequence[Man]) -> int:
    """How far the slowest of them goes to fall in."""
    return min((normal_move(battle.book, man) for man in men), default=0)


def form_places(battle: Battle, unit: Company, formation: str, allowance: float) -> dict[str, Pose]:
    """Where each man of a formation comes to stand, or nothing where there is no room; remembered."""
    key = ("form", unit.id, formation, allowance)
    found: dict[str, Pose] | None = battle.memo.get(key)
    if found is None:
        ways = (_fall_in(battle, unit, formation, middle, allowance) for middle in _middles(battle, unit))
        found = battle.memo[key] = next((places for places in ways if places), {})
    return found


def _middles(battle: Battle, unit: Company) -> Iterator[Point]:
    men = members(battle, unit)
    middle = Point(sum(m.place.x for m in men) / len(men), sum(m.place.y for m in men) / len(men))
    return (middle.toward(turn, inches) for inches, turn in TRIED)


def _fall_in(battle: Battle, unit: Company, formation: str, middle: Point, allowance: float) -> dict[str, Pose]:
    """Everybody to his place about one middle, if all places are open and within his reach."""
    men = members(battle, unit)
    bodies = ring(battle, men, middle) if formation == SCHILTRON else ranks(battle, men, middle)
    places = [place for body in bodies for place in body.places]
    moving = tuple(man.id for man in men)
    plain = all_open(battle, [*(man.place for man in men), *places], moving)
    if not plain and not _room_at(battle, places, moving):
        return {}
    spots = [spot for body in bodies for spot in _nearest(*body)]
    if plain:
        near = all(man.place.at.to(spot.at) <= allowance + ARRIVED for man, spot in spots)
        return {man.id: spot for man, spot in spots} if near else {}
    lead = men[0]
    request = Arrange(
        side=unit.side,
        what="form",
        about=unit.id,
        figures=moving,
        default={},
        leader=lead.id,
        lead=_standing(lead),
        going=going_for(battle, men),
        allowances=dict.fromkeys(moving, allowance),
    )
    if all(reachable(battle, request, man.id, spot) for man, spot in spots):
        return {man.id: spot for man, spot in spots}
    return {}


def _room_at(battle: Battle, places: Sequence[Pose], moving: Sequence[str]) -> bool:
    """Whether there is room for a man at each place of a formation, and no rough ground."""
    if any(not battle.table.is_free(FOOT, place, moving) for place in places):
        return False
    return not any(on_rough(battle, place.at) or "building" in battle.table.kinds_at(place.at) for place in places)


def all_open(battle: Battle, places: Sequence[Pose], moving: Sequence[str]) -> bool:
    """Whether nothing at all is where they stand and where they go: then no place and no way need be looked at."""
    xs, ys, ground = [each[0] for each in places], [each[1] for each in places], battle.scenario.ground
    wide = FOOT.half_width
    left, top, right, bottom = min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide
    if left < 0 or top < 0 or right > ground.width or bottom > ground.depth:
        return False
    return battle.table.is_plain((left, top, right, bottom)) and battle.table.clear_box(
        left, top, right, bottom, moving
    )


def _standing(man: Man) -> Walk:
    """No walk at all: everybody goes straight to his place."""
    return Walk(man.place, (man.place.at,), 0.0, 0.0, (), "", (), (), 0.0)


class Body(NamedTuple):
    """Men of a formation, and the places for as many of them, whoever takes which."""

    men: Sequence[Man]
    places: Sequence[Pose]


def ring(battle: Battle, men: Sequence[Man], middle: Point) -> tuple[Body, ...]:
    """Shoulder to shoulder facing outward; who has no spear stands in the middle while there is room.  [SC-3.2]"""
    spears = [man for man in men if has_spear(battle, man)]
    others = [man for man in men if man not in spears]
    inside = others
    while inside and not _room_within(len(men) - len(inside), len(inside)):
        inside = inside[:-1]
    outer = [man for man in men if man not in inside]
    inner = _round(middle, len(inside)) if len(inside) > 1 else [pose(middle, 0)] * len(inside)
    return Body(outer, _round(middle, len(outer))), Body(inside, inner)


def _round(middle: Point, number: int) -> list[Pose]:
    away = _radius(number)
    turns = [360 * each / number for each in range(number)]
    return [pose(middle.toward(turn, away), turn) for turn in turns]


def _radius(number: int) -> float:
    return SHOULDER / 2 / sin(pi / number) if number > 1 else 0.0


def _room_within(outer: int, inner: int) -> bool:
    return outer > 2 and _radius(outer) >= _radius(inner) + SHOULDER


def ranks(battle: Battle, men: Sequence[Man], middle: Point) -> tuple[Body, ...]:
    """Two ranks, each man touching his neighbours, facing the nearest enemy.  [SC-3.2]"""
    foe = nearest_foe(battle, men[0])
    facing = middle.bearing(foe.place.at) if foe is not None else men[0].place.facing
    wide = ceil(len(men) / RANKS)
    middles = [middle.toward(facing, SHOULDER * ((RANKS - 1) / 2 - rank)) for rank in range(RANKS)]
    spots = [
        pose(middles[number // wide].toward(facing + 90, SHOULDER * (number % wide - (wide - 1) / 2)), facing)
        for number in range(len(men))
    ]
    return (Body(men, spots),)


def _nearest(men: Sequence[Man], spots: Sequence[Pose]) -> list[tuple[Man, Pose]]:
    """Each man to the nearest place that is left, the shortest ways first."""
    places = [(i, *man.place[:2]) for i, man in enumerate(men)]
    goals = [(j, spot[0], spot[1]) for j, spot in enumerate(spots)]
    ways = sorted([(hypot(u - x, v - y), i, j) for i, x, y in places for j, u, v in goals])
    placed: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in ways:
        if i not in placed and j not in taken:
            placed[i] = j
            taken.add(j)
            if len(placed) == len(men):
                break
    return [(men[i], spots[j]) for i, j in sorted(placed.items())]


def form_up(battle: Battle, ask: Ask, unit: Company, formation: str) -> None:
    """Falling in takes the whole move.  [SC-3.2]"""
    men = members(battle, unit)
    places = form_places(battle, unit, formation, float(pace(battle, men)))
    whole = {key: float(normal_move(battle.book, battle.figures[key])) for key in places}
    battle.record(FormedUp(unit.id, formation, places))
    battle.record(UnitDone(unit.id, whole, rule="SC-3.2"))


def break_up(battle: Battle, unit: Company, why: str) -> None:
    """A formation is given up.  [SC-3.2]"""
    battle.record(FormationLost(unit.id, unit.formation, why))


def keep_ranks(battle: Battle) -> None:
    """A formation with too few men left in it is one no longer.  [SC-3.2]"""
    for unit in battle.units.values():
        if unit.formation:
            needed = int(battle.book.chart("formations").at(unit.formation, "men"))
            if len(counted(battle, in_formation(battle, unit), unit.formation)) < needed:
                break_up(battle, unit, "too few")


def who_falls_in(battle: Battle, ask: Ask) -> str | None:
    """Before turn 1: the next unit that the scenario wants formed."""
    for troop in battle.scenario.troops:
        unit = battle.units.get(troop.id)
        if unit is not None and troop.formation in DRAWN_UP and not unit.drilled and members(battle, unit):
            return troop.id
    return None


def fall_in(battle: Battle, ask: Ask, actor: str) -> None:
    """The unit forms where it was drawn up, if it has the men and the room.  [SC-3.2]"""
    unit = battle.units[actor]
    troop = next(each for each in battle.scenario.troops if each.id == actor)
    formation = DRAWN_UP[troop.formation]
    open_to = not why_not_form(battle, unit, formation)
    places = form_places(battle, unit, formation, float(pace(battle, members(battle, unit)))) if open_to else {}
    battle.record(FormedUp(unit.id, formation, places))


FALLING_IN = (Phase("Formations", who_falls_in, fall_in, "SC-3.2"),)
