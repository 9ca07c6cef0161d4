"""CA-3.2 Movement: the bands, the ground, charges, and moves that the rules themselves make."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import inf, sqrt

from kktui.engine.ask import Ask
from kktui.engine.check import walk_along
from kktui.engine.events import Left, Moved
from kktui.engine.flight import forced_walk
from kktui.engine.hiding import find_hidden_within
from kktui.engine.lazily import Finding
from kktui.engine.muster import edge_gap, edge_point, home_edge
from kktui.engine.nearby import foes_within
from kktui.engine.requests import Choose, Move, Option
from kktui.engine.rulebook import Chart, Rulebook
from kktui.engine.state import FLED
from kktui.rules.camelot.events import GotUp, LanceCouched
from kktui.rules.camelot.figures import Battle, Man, at_peace, divided, in_hand, unseen, up_to
from kktui.rules.camelot.leaving import depart
from kktui.table import AREA_KINDS, LINE_KINDS, Going, Walk
from kktui.table.gaps import segment_distance
from kktui.table.geometry import FOOT, GRAIN, MOUNTED, Base, Point, Pose, pose
from kktui.table.records import altered

BANDS = ("short", "medium", "long")
FRONT_TO_FRONT = "-1"
"""What a band is marked with that is measured without the base."""
LADDER = tuple(step for band in BANDS for step in (f"{band}{FRONT_TO_FRONT}", band))
"""The bands with their lesser steps, from the shortest up."""
LEAST = 1.0
"""Inches that any figure can go.  [CA-8.7]"""
AT_THE_EDGE = 0.1
MOST_TRIED = 6
"""Foes within reach to whom a way is looked for, the nearest first."""
BESIDE = 0.05
"""Inches left between two who pass each other."""
NARROW = Base(min(FOOT.half_width, MOUNTED.half_width) - BESIDE)
"""What takes up no more room than any base, however it is turned."""
NO_WAY_OVER = Going({"building": inf}, dict.fromkeys((kind for kind in LINE_KINDS if kind != "ditch"), inf))
"""Who only steps aside does not climb."""


def band_of(man: Man) -> str:
    """His move band as it stands: each poisoned wound to Move is a step down the ladder of bands.  [CA-3.2, CA-8.7]"""
    band = man.rides if man.mounted else man.walks
    if not man.poison:
        return band
    step = LADDER.index(band) - man.poison.count("Move")
    return LADDER[step] if step >= 0 else ""


def allowance(book: Rulebook, man: Man) -> float:
    """Inches that his middle goes: the band, and a base length more when it is measured front to rear.  [CA-3.2]"""
    return reach(book, band_of(man), man.base)


@lru_cache(maxsize=1024)
def reach(book: Rulebook, band: str, base: Base) -> float:
    """What a band comes to for a base; below the last band there is 1 inch, or the base.  [CA-3.2, CA-8.7]"""
    length = base_length(base)
    least = max(LEAST, length)
    if not band:
        return least
    name = band.removesuffix(FRONT_TO_FRONT)
    inches = float(book.charts["bands"].at(name)) * float(book.switch("scale"))
    return max(least, inches if band != name else inches + length)


def base_length(base: Base) -> float:
    """From the front edge to the rear edge."""
    return 2 * (base.half_length or base.half_width)


def going_for(book: Rulebook, man: Man) -> Going:
    """What the ground costs him.  [CA-3.2]"""
    return _going(book.charts["going"], "mounted" if man.mounted else "on foot")


@lru_cache(maxsize=64)
def _going(chart: Chart, how: str) -> Going:
    costs = {kind: float(chart.at(kind, how)) or inf for kind in chart.rows}
    areas = (*AREA_KINDS, "steep-slope")
    return Going(
        {kind: cost for kind, cost in costs.items() if kind in areas},
        {kind: cost for kind, cost in costs.items() if kind not in areas},
    )


# Moves that a side makes.


def move_request(battle: Battle, man: Man) -> Move:
    """The question where a figure goes; only a charge may end touching an enemy, if there is no truce with him."""
    return Move(
        man.side, "move", man.id, allowance(battle.book, man), going_for(battle.book, man), "CA-3.2",
        may_touch=peaceful(battle, man),
    )  # fmt: skip


def peaceful(battle: Battle, man: Man) -> tuple[str, ...]:
    """The enemies on the table who do not fight him, nor he them.  [CA-5.7]"""
    if not battle.notes.truces:
        return ()
    return tuple(each.id for each in battle.enemies_of(man.side) if at_peace(battle, man.id, each.id))


def move(battle: Battle, ask: Ask, man: Man) -> None:
    """He goes where his side wants, as far as his band allows.  [CA-3.2]"""
    walk = ask.place(move_request(battle, man))
    go(battle, man, walk, "moves")


def go(battle: Battle, man: Man, walk: Walk, how: str, rule: str = "CA-3.2") -> None:
    """A figure goes along a walk, and whoever it comes upon in hiding is seen."""
    if len(walk.path) > 1 or walk.end != man.place:
        battle.record(Moved(man.id, walk.path, walk.end, round(walk.cost, 3), rule, how))
        if any(unit.hidden for unit in battle.units.values()):
            find_hidden_within(battle, up_to(float(battle.book.chart("distances").at("hidden men seen"))), "CA-1.1")


def get_up(battle: Battle, ask: Ask, man: Man) -> None:
    """Who was knocked down spends his move on getting up.  [CA-3.1]"""
    battle.record(GotUp(man.id))


# Charges.


def charge_targets(battle: Battle, man: Man) -> dict[str, Move]:
    """The enemies he can come into contact with, nearest first, and the move that does it.  [CA-3.2]"""
    return dict(charges(battle, man).all())


def charges(battle: Battle, man: Man) -> Finding[tuple[str, Move]]:
    """The same, looked for no further than anybody asks."""
    key = ("charges", man.id)
    found: Finding[tuple[str, Move]] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = Finding(_charges(battle, man))
    return found


def _charges(battle: Battle, man: Man) -> Iterator[tuple[str, Move]]:
    """One charge after another, the nearest foe first; nobody is looked for that nobody asks about."""
    foes = foes_within(battle, man, up_to(allowance(battle.book, man)))
    request = altered(move_request(battle, man), what="charge", ignoring=unseen(battle, man.side)) if foes else None
    hostile = (foe for _, key, foe in foes if not at_peace(battle, man.id, key) and not battle.units[foe.unit].hidden)
    for foe in islice(hostile, MOST_TRIED):
        home = _home(battle, request, foe) if request is not None else None
        if home is not None:
            yield foe.id, home


def _home(battle: Battle, request: Move, foe: Man) -> Move | None:
    """The move that comes home on a foe, by all that his side sees: straight, or round one who stands between."""
    for path in _ways_to(battle, request, foe):
        walk = walk_along(battle, request, path)
        if foe.id in walk.touched and not divided(battle, walk.end.at, foe.place.at):
            others = (each for each in walk.touched if battle.figures[each].side != request.side)
            may_touch = tuple(dict.fromkeys((foe.id, *others)))
            return altered(request, ignoring=(), may_touch=may_touch, must_touch=True, best=path)
    return None


def _ways_to(battle: Battle, request: Move, foe: Man) -> Iterator[tuple[Point, ...]]:
    """The straight way, and by either side of a friend who stops it."""
    goal, base = foe.place.at, battle.table.bases[request.figure]
    yield (goal,)
    stopped = walk_along(battle, request, (goal,))
    bearing = stopped.path[0].bearing(goal)
    friends = [each for each in stopped.touched if battle.figures[each].side == request.side]
    for each in friends:
        between = battle.figures[each]
        near, room = stopped.path[0].to(between.place.at), between.base.reach + base.half_width + BESIDE
        aside = room * near / sqrt(near * near - room * room) if near > room else 2 * room
        for turn in (90, -90):
            spot = between.place.at.toward(bearing + turn, aside).rounded()
            if not _in_vain(battle, request, spot, foe):
                yield (spot, goal)


def _in_vain(battle: Battle, request: Move, spot: Point, foe: Man) -> bool:
    """Whether a way by a spot is plainly too long or barred, and comes nowhere near the foe before."""
    start, base, at = battle.table.poses[request.figure].at, battle.table.bases[request.figure], foe.place
    touch = base.reach + foe.base.reach + BESIDE
    if segment_distance(at, start, spot) <= touch:
        return False
    left = spot.to(at.at)
    if start.to(spot) + left > request.allowance + touch:
        return True
    part = (left - touch) / left
    near = Point(spot.x + (at.x - spot.x) * part, spot.y + (at.y - spot.y) * part)
    ignoring = (request.figure, foe.id, *request.ignoring)
    return not all(battle.table.is_free(NARROW, pose(each, 0), ignoring) for each in (spot, near))


def charge(battle: Battle, ask: Ask, man: Man) -> None:
    """A move into contact, be it with one nobody saw; a lance tells after 5 inches straight.  [CA-3.2, CA-4.1]"""
    targets = charge_targets(battle, man)
    chosen = next(iter(targets))
    if len(targets) > 1:
        options = tuple(Option(each, each) for each in targets)
        chosen = ask.choose(Choose(man.side, "charge-target", man.id, options, "CA-3.2"))
    walk = ask.place(targets[chosen])
    go(battle, man, walk, "charges")
    if lance_runs(battle.book, man, walk.straight):
        met = [each for each in walk.touched if battle.figures[each].side != man.side]
        battle.record(LanceCouched(man.id, chosen if chosen in met or not met else met[0]))


def lance_runs(book: Rulebook, man: Man, straight: float) -> bool:
    """Whether a charge of so many inches straight is one with the lance.  [CA-4.1]"""
    run = float(book.chart("distances").at("lance run"))
    return man.mounted and in_hand(book, man.weapon) == "lance" and straight >= run - GRAIN


# Moves that the rules make.


def leave_at_edge(battle: Battle, ask: Ask, man: Man) -> None:
    """One who is broken and has reached his own edge is gone.  [CA-10.1]"""
    if edge_gap(battle, home_edge(battle, man.side), man.place.at) <= man.base.reach + AT_THE_EDGE:
        depart(battle, ask, Left(man.id, FLED, rule="CA-10.1"))


def fall_back(battle: Battle, man: Man, rule: str) -> None:
    """A move toward its own edge, as far as it can; one who is knocked down gets up.  [CA-3.1, CA-6.15, CA-10.1]"""
    if man.down:
        battle.record(GotUp(man.id))
        return
    request = altered(move_request(battle, man), what="retreat", rule=rule)
    goal = edge_point(battle, home_edge(battle, man.side), man)
    go(battle, man, forced_walk(battle, request, goal), "retreats", rule)


def bolt(battle: Battle, man: Man, direction: int) -> None:
    """A spooked horse goes a medium move straight ahead, whatever is there stopping it.  [CA-6.10]"""
    book = battle.book
    goal = man.place.at.toward(direction, reach(book, "medium", man.base)).rounded()
    ground = battle.scenario.ground
    goal = Point(min(max(goal.x, 0.0), ground.width), min(max(goal.y, 0.0), ground.depth))
    walk = battle.table.walk(man.id, (goal,), going_for(book, man), reach(book, "medium", man.base))
    go(battle, man, walk, "bolts", "CA-6.10")


def step_clear(battle: Battle, man: Man, foes: list[str], rule: str) -> None:
    """An inch straight away from whom he leaves, as far as there is room.  [CA-9.1]"""
    if not foes:
        return
    start = man.place
    bearing = battle.figures[foes[0]].place.at.bearing(start.at)
    _shift(battle, man, bearing, LEAST, rule)


def close_up(battle: Battle, man: Man, foe: Man, rule: str) -> None:
    """Who comes off his horse stays in the fight: he steps up to his opponent.  [CA-5.5]"""
    _shift(battle, man, man.place.at.bearing(foe.place.at), 2 * LEAST, rule)


def _shift(battle: Battle, man: Man, bearing: int, inches: float, rule: str) -> None:
    start = man.place
    sweep = battle.table.push(man.id, bearing, inches, NO_WAY_OVER)
    if sweep.end != start.at:
        end = Pose(sweep.end.x, sweep.end.y, start.facing)
        battle.record(Moved(man.id, (start.at, sweep.end), end, rule=rule, how="steps"))
