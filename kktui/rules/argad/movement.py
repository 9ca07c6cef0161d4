"""AR-3 Movement: all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kktui.engine.ask import Ask
from kktui.engine.body import first_part
from kktui.engine.events import AllMoved
from kktui.engine.hiding import find_hidden_within, reveal
from kktui.engine.muster import exits
from kktui.engine.steering import turned
from kktui.rules.argad.close_order import break_up, form_up, guide
from kktui.rules.argad.events import CameUpon, Crawled, Slowed, TookPosture, Underway
from kktui.rules.argad.figures import (
    CAVALRY,
    CLOSE_ORDER,
    CROUCHED,
    Band,
    Battle,
    Man,
    Tread,
    foes_upon,
    in_ranks,
    ranks_of,
)
from kktui.rules.argad.ground import EASY, footing, slow, slowing, way_left
from kktui.rules.argad.halts import fallen_short
from kktui.rules.argad.hiding import crawl
from kktui.rules.argad.measure import HUNDREDTHS, cm, inches, up_to
from kktui.rules.argad.orders import FORMATION, POSTURE, RANKS, order_request, rate
from kktui.table import GRAIN, March, Marched, Walk
from kktui.table.gaps import closer
from kktui.table.geometry import Point, Pose

AHEAD = 45
"""Degrees to either side in which a foe is before a charger.  [AR-5.6]"""

Pairs = dict[str, tuple[str, ...]]
"""By man, enemies of his."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What a man, or a close order, is to do: his way, and how far of it he gets."""

    men: tuple[str, ...]
    """The first is the one the move is measured for."""
    walk: Walk
    way: tuple[Point, ...]
    """What the dice leave of it, the start included."""
    pace: float
    """Inches he would cover in the whole time of the movement."""


def who_moves(battle: Battle, ask: Ask) -> str | None:
    """Everybody, once a turn.  [AR-2.1]"""
    return None if battle.notes.moved else "all"


def move_all(battle: Battle, ask: Ask, actor: str) -> None:
    """Both sides give their orders face down, then all moves run together.  [AR-2.1]"""
    requests = [request for side in battle.sides if (request := order_request(battle, side)).parts]
    orders = {key: order for plan in ask.together(requests).values() for key, order in plan.items()}
    shown(battle, orders)
    intents = list(_intents(battle, ask, orders))
    touching = {man.id: tuple(foes_upon(battle, man)) for man in battle.fielded()}
    marched = march(battle, intents)
    battle.record(_moved(battle, intents, marched))
    find_hidden_within(battle, up_to(int(battle.book.switch("found"))), "AR-3.5")
    underway = aftermath(battle, marched, touching)
    battle.record(underway)
    met = list(contacts(underway))
    for event in (*met, *fallen_short(battle, intents, marched, met)):
        battle.record(event)
    for event in exits(battle):
        battle.record(event)


def shown(battle: Battle, orders: Mapping[str, Any]) -> None:
    """What is seen at once: who comes out of hiding, forms or breaks up, crouches or stands up.  [AR-3.2, AR-3.5]"""
    for band in sorted(battle.units.values(), key=lambda each: each.id):
        formation = orders.get(f"{band.id}:{FORMATION}")
        closed = guide(battle, band) is not None
        if formation is not None and closed != (formation == CLOSE_ORDER):
            break_up(battle, band) if closed else form_up(battle, band)
    told = ((key.removesuffix(f":{POSTURE}"), each) for key, each in sorted(orders.items()) if key.endswith(POSTURE))
    figures = battle.figures
    changed = {
        key: posture for key, posture in told if figures[key].posture != posture and not in_ranks(battle, figures[key])
    }
    for band in _revealed(battle, orders):
        reveal(battle, band, "acts", "AR-3.5")
    if changed:
        battle.record(TookPosture(changed))


def _revealed(battle: Battle, orders: Mapping[str, Any]) -> Iterator[Band]:
    """Hidden units of which somebody goes anywhere; who has formed close order or broken it up does not."""
    going = {_unit_of(battle, key) for key, order in orders.items() if _goes(order) and _may_go(battle, orders, key)}
    yield from (
        band for band in sorted(battle.units.values(), key=lambda each: each.id) if band.id in going and band.hidden
    )


def _goes(order: Any) -> bool:
    return isinstance(order, Walk) and len(order.path) > 1


def _unit_of(battle: Battle, key: str) -> str:
    """Whose walk a part of the orders is: a man's unit, or the one whose ranks go."""
    return key.removesuffix(f":{RANKS}") if key.endswith(f":{RANKS}") else battle.figures[key].unit


def _may_go(battle: Battle, orders: Mapping[str, Any], key: str) -> bool:
    """Whether a walk is carried out: not by ranks that broke up, nor by a man who formed close order.  [AR-3.2]"""
    if key.endswith(f":{RANKS}"):
        return guide(battle, battle.units[_unit_of(battle, key)]) is not None
    return not _busy_forming(battle, orders, battle.figures[key])


def _intents(battle: Battle, ask: Ask, orders: Mapping[str, Any]) -> Iterator[Intent]:
    """Everybody's way, cut to what the slowing dice leave; who forms or breaks up does not move.  [AR-3.2]"""
    for key, walk in sorted(orders.items()):
        if isinstance(walk, Walk) and _may_go(battle, orders, key):
            if key.endswith(f":{RANKS}"):
                yield _in_ranks(battle, key, walk)
            else:
                yield _alone(battle, ask, battle.figures[key], walk)


def _in_ranks(battle: Battle, key: str, walk: Walk) -> Intent:
    band = battle.units[_unit_of(battle, key)]
    lead = guide(battle, band)
    assert lead is not None
    others = (each for each in ranks_of(battle, band) if each != lead.id)
    forward = inches(battle.book.charts["close-order"].rows["forward"])
    pace = forward * walk.length / walk.cost if walk.cost else forward
    return Intent((lead.id, *others), walk, walk.path, pace)


def _busy_forming(battle: Battle, orders: Mapping[str, Any], man: Man) -> bool:
    """Whether he forms close order this turn; his own orders were for the case that he does not."""
    return orders.get(f"{man.unit}:{FORMATION}") == CLOSE_ORDER and in_ranks(battle, man)


def _alone(battle: Battle, ask: Ask, man: Man, walk: Walk) -> Intent:
    """One man's way: crawling, slowed by the ground, or free.  [AR-3.1, AR-3.3, AR-3.5]"""
    whole = inches(rate(battle, man))
    if len(walk.path) < 2:
        return Intent((man.id,), walk, walk.path, whole)
    left = crawling(battle, ask, man) if man.posture == CROUCHED else slowed(battle, ask, man, walk.path)
    if left is None:
        return Intent((man.id,), walk, walk.path, whole)
    return Intent((man.id,), walk, cut(walk.path, left), max(left, GRAIN))


def cut(path: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The first so many inches of a way, on the grid."""
    if inches <= 0:
        return tuple(path[:1])
    *before, last = first_part(path, inches)
    return (*before, last.rounded())


def crawling(battle: Battle, ask: Ask, man: Man) -> float:
    """Inches a man gets who moves crouched.  [AR-3.5]"""
    least = int(battle.book.charts["hiding"].rows["crawling, and one die"])
    total = crawl(ask, least, man.id)
    battle.record(Crawled(man.id, total - least, total))
    return inches(total)


def slowed(battle: Battle, ask: Ask, man: Man, path: Sequence[Point]) -> float | None:
    """Inches that the slowing dice leave of a move; None where the ground is easy all the way.  [AR-3.3]"""
    way = footing(battle, man, path)
    if way.ground == EASY:
        return None
    whole = rate(battle, man)
    outcome = slow(ask, slowing(battle.book, man, whole, way.ground), man.id)
    left = way_left(battle, way, outcome, whole)
    told = 0.0 if outcome.blocked else round(cm(left), HUNDREDTHS)
    battle.record(Slowed(man.id, way.ground, outcome.dice, whole, told, "blocked" if outcome.blocked else ""))
    return left


def march(battle: Battle, intents: Sequence[Intent]) -> Marched:
    """All set out together; contact halts foes both, and a close order halts as one.  [AR-2.1, AR-3.2]"""
    poses, figures = battle.table.poses, battle.figures
    marches: dict[str, March] = {}
    for intent in intents:
        if len(intent.way) < 2:
            continue
        if len(intent.men) == 1:
            marches[intent.men[0]] = March(intent.way, intent.pace, intent.walk.facings)
            continue
        start = intent.way[0]
        for each in intent.men:
            here = poses[each]
            way = tuple(Point(at.x + here.x - start.x, at.y + here.y - start.y).rounded() for at in intent.way)
            marches[each] = March(way, intent.pace, (here.facing,) * len(way))
    bodies = [intent.men for intent in intents if len(intent.men) > 1]
    return battle.table.march(marches, lambda one, two: figures[one].side != figures[two].side, bodies)


def _moved(battle: Battle, intents: Sequence[Intent], marched: Marched) -> AllMoved:
    """Where everybody stands now: who came all his way, or went nowhere, looks as he was told to."""
    ends = dict(marched.ends)
    for intent in intents:
        if intent.way == intent.walk.path:
            ends |= _faced(battle, intent, ends)
    stood = battle.table.poses
    paths = {key: way for key, way in marched.paths.items() if len(way) > 1}
    ends = {key: end for key, end in sorted(ends.items()) if end != stood[key]}
    units = tuple(sorted({battle.figures[key].unit for key in ends}))
    return AllMoved(units, ends, {key: paths[key] for key in ends if key in paths}, "AR-2.1")


def _faced(battle: Battle, intent: Intent, ends: Mapping[str, Pose]) -> dict[str, Pose]:
    """The men of an intent who came where they were to come, facing as they were to face."""
    lead, stood = intent.men[0], battle.table.poses
    end = ends.get(lead, stood[lead])
    if end.at.to(intent.walk.end.at) > 2 * GRAIN:
        return {}
    facing = intent.walk.end.facing
    if battle.figures[lead].mounted and not _room(battle, lead, end.facing_to(facing), ends):
        return {}
    return {each: ends.get(each, stood[each]).facing_to(facing) for each in intent.men}


def _room(battle: Battle, rider: str, there: Pose, ends: Mapping[str, Pose]) -> bool:
    """Whether a rider can stand so among all the others where they come to stand."""
    bases, stood = battle.table.bases, battle.table.poses
    others = ((bases[each], ends.get(each, at)) for each, at in stood.items() if each != rider)
    return not closer(bases[rider], there, others, -GRAIN / 2)


def aftermath(battle: Battle, marched: Marched, touching: Pairs) -> Underway:
    """How everybody moved, who came upon whom, and who charges; who was held at once has not moved.  [AR-5.6]"""
    treads = {key: tread_of(battle, battle.figures[key], way) for key, way in marched.paths.items() if len(way) > 1}
    came_at: Pairs = {}
    charging: Pairs = {}
    for key, tread in sorted(treads.items()):
        man = battle.figures[key]
        fresh = tuple(foe for foe in foes_upon(battle, man) if foe not in touching[key])
        if fresh:
            came_at[key] = fresh
            charged = tuple(foe for foe in fresh if charges(battle, man, tread, battle.figures[foe]))
            charging |= {key: charged} if charged else {}
    pinned = tuple(sorted(key for key, foes in touching.items() if foes))
    return Underway({key: tread for key, tread in treads.items() if tread.cm}, pinned, came_at, charging)


def contacts(underway: Underway) -> Iterator[CameUpon]:
    """Who came upon whom: charges first, and of two who met each other only one is told.  [AR-2.1, AR-5.6]"""
    told: set[tuple[str, str]] = set()
    for manner, rule, pairs in (
        ("charges", "AR-5.6", underway.charging),
        ("meets", "AR-2.1", underway.came_at),
    ):
        for key, foes in sorted(pairs.items()):
            fresh = tuple(
                foe for foe in foes if (key, foe) not in told and (manner == "charges" or (foe, key) not in told)
            )
            told.update((key, foe) for foe in fresh)
            if fresh:
                yield CameUpon(key, fresh, manner, rule)


def tread_of(battle: Battle, man: Man, way: tuple[Point, ...]) -> Tread:
    """What there is to say of a move that was made."""
    length = sum(one.to(other) for one, other in pairwise(way))
    easy = footing(battle, man, way).ground == EASY
    return Tread(round(cm(length), 2), easy, round(cm(straight(way)), 2), way)


def straight(way: Sequence[Point]) -> float:
    """Inches of the last straight stretch of a way."""
    last = way[-2].bearing(way[-1])
    inches = 0.0
    for one, other in reversed(list(pairwise(way))):
        if turned(one.bearing(other), last) > 1:
            break
        inches += one.to(other)
    return inches


def charges(battle: Battle, man: Man, tread: Tread, foe: Man) -> bool:
    """Cavalry, easy ground all the way to its foe, the last 12 cm or more straight, the foe before it.  [AR-5.6]"""
    enough = tread.easy and tread.straight >= int(battle.book.switch("charge")) - 0.01
    here, there = man.place, foe.place.at
    if man.arm != CAVALRY or not enough or turned(here.facing, here.at.bearing(there)) > AHEAD:
        return False
    return footing(battle, man, (here.at, there)).ground == EASY
