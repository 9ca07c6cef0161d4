"""What a decision is worth before it is made: the rules themselves, run over every die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.check import settle
from kktui.engine.modifiers import Modifier
from kktui.engine.odds import odds_of
from kktui.engine.requests import Move, Plan, Request
from kktui.engine.ruleset import Forecast
from kktui.rules.argad.blows import KILL, MISS, Edge, at_once, edge_of, strike
from kktui.rules.argad.figures import CROUCHED, Battle, Man, divided, foes_upon
from kktui.rules.argad.furtive import Showing, showing
from kktui.rules.argad.ground import EASY, Slowing, footing, going_of, slow, slowing
from kktui.rules.argad.hiding import crawl
from kktui.rules.argad.measure import cm
from kktui.rules.argad.melee import foes_of
from kktui.rules.argad.movement import charges, tread_of
from kktui.rules.argad.orders import POSTURE, RANKS, rate
from kktui.rules.argad.shooting import HOLD, Aim, aim_at, shoot, targets, why_not_shoot
from kktui.table import Walk
from kktui.table.records import altered

FATES = {
    (KILL, MISS): "kill",
    (KILL, "recoil"): "kill, thrown back",
    ("recoil", MISS): "recoil",
    ("recoil", "recoil"): "both recoil",
    ("recoil", KILL): "recoil, but killed",
    (MISS, MISS): "nothing",
    (MISS, "recoil"): "thrown back",
    (MISS, KILL): "killed",
}
"""By what becomes of the foe and of himself."""
OWN_DEATH = ("killed", "recoil, but killed")
KILLING = ("kill", "kill, thrown back")


def flight(ask: Ask, aim: Aim) -> str:
    """How a shot ends."""
    return shoot(ask, aim).outcome


def exchange(ask: Ask, ours: Edge, theirs: Edge, equal: str) -> str:
    """Two strike at each other: the longer weapon first, who is hit does not reply; equal ones at once.  [AR-5.1]"""
    if ours.length == theirs.length:
        return FATES[at_once(ours, ask.part(strike, ours), theirs, ask.part(strike, theirs), equal)]
    first = ours.length < theirs.length
    opening = ask.part(strike, ours if first else theirs).outcome
    reply = ask.part(strike, theirs if first else ours).outcome if opening == MISS else MISS
    return FATES[(opening, reply) if first else (reply, opening)]


def unanswered(ask: Ask, edge: Edge) -> str:
    """One strikes at another who cannot reach him."""
    return FATES[strike(ask, edge).outcome, MISS]


def distance(ask: Ask, move: Slowing, begins: float, length: float) -> str:
    """How a way of so many cm ends, of which so many are easy: blocked, or how far one comes.  [AR-3.3]"""
    outcome = slow(ask, move)
    come = min(length, max(begins, outcome.cm))
    return "blocked" if outcome.blocked else "all the way" if come >= length else f"{come:g} cm"


def crawled(ask: Ask, least: int) -> str:
    """How far one gets who moves crouched."""
    return f"{crawl(ask, least)} cm"


# Fights.


def edges(battle: Battle, man: Man, foe: Man) -> tuple[Edge, Edge, str]:
    """All that decides an exchange but its dice."""
    return edge_of(battle, man, foe)[0], edge_of(battle, foe, man)[0], str(battle.book.switch("equal-blows"))


def chances_of(battle: Battle, man: Man, foe: Man) -> dict[str, Fraction]:
    """How an exchange between two would end."""
    return dict(odds_of(exchange, *edges(battle, man, foe)))


def chances_now(battle: Battle, man: Man, foe: Man) -> dict[str, Fraction]:
    """The same as they stand: over a friend's shoulder there is no reply.  [AR-1.3]"""
    if man.id in foes_of(battle, foe):
        return chances_of(battle, man, foe)
    return dict(odds_of(unanswered, edge_of(battle, man, foe)[0]))


def gain(battle: Battle, man: Man, foe: Man) -> float:
    """What a man may hope for from coming to blows with a foe: the foe's class by its chance, less his own."""
    return hope(man, foe, chances_of(battle, man, foe))


def hope(man: Man, foe: Man, chances: Mapping[str, Fraction]) -> float:
    """What these chances are worth to a man."""
    wins = float(sum(chances.get(each, 0) for each in KILLING)) * foe.grade
    return wins - float(sum(chances.get(each, 0) for each in OWN_DEATH)) * man.grade


def blow_forecast(battle: Battle, man: Man, foe: Man) -> Forecast:
    """A blow as they stand: an exchange, or one that cannot be returned."""
    if man.id in foes_of(battle, foe):
        return fight_forecast(battle, man, foe)
    named = edge_of(battle, man, foe)[1]
    title, needs = f"{{{man.id}}} strikes at {{{foe.id}}}", f"{_needed(foe)}; he cannot strike back over a shoulder"
    return Forecast(title, "AR-5.2", needs, named, chances_now(battle, man, foe))


def fight_forecast(battle: Battle, man: Man, foe: Man) -> Forecast:
    """One exchange, and the same as the foe sees it."""
    return _fight(battle, man, foe, _fight(battle, foe, man, None))


def _fight(battle: Battle, man: Man, foe: Man, back: Forecast | None) -> Forecast:
    _, ours = edge_of(battle, man, foe)
    _, theirs = edge_of(battle, foe, man)
    against = tuple(each._replace(name=f"their {each.name}", value=-each.value) for each in theirs)
    needs = f"{_needed(foe)}; if both strike at each other"
    title = f"{{{man.id}}} strikes at {{{foe.id}}}"
    return Forecast(title, "AR-5.2", needs, (*ours, *against), chances_of(battle, man, foe), back)


def _needed(foe: Man) -> str:
    over = f" (armour {foe.armour})" if foe.armour > foe.grade else ""
    return f"D6, above class {foe.grade}{over} kills, {foe.grade} or more makes recoil"


class Onset(NamedTuple):
    """A man as he would come upon a foe, and that foe."""

    man: Man
    foe: Man


def onset(battle: Battle, man: Man, walk: Walk) -> Onset | None:
    """Whom a walk would come upon if everybody else stood still, and how; not anew who is upon him.  [AR-5.6]"""
    friends = frozenset(each.id for each in battle.fielded(man.side))
    halted = battle.table.walk(man.id, walk.path[1:], going_of(battle, man), ignoring=friends)
    there = [battle.figures[each] for each in halted.touched if battle.figures[each].side != man.side]
    foes = [foe for foe in there if not divided(battle, halted.end.at, foe.place.at)]
    if not foes or len(halted.path) < 2:
        return None
    foe = min(foes, key=lambda each: (each.place.at.to(halted.end.at), each.id))
    tread = tread_of(battle, man, halted.path)
    if foe.id in foes_upon(battle, man):
        return Onset(altered(man, pose=halted.end, tread=tread), foe)
    come = altered(man, pose=halted.end, tread=tread, came_at=(*man.came_at, foe.id))
    return Onset(altered(come, charging=(foe.id,)) if charges(battle, come, tread, foe) else come, foe)


# Forecasts.


def forecast(battle: Battle, request: Request, key: str, answer: Any) -> Sequence[Forecast]:
    """The exact odds behind an option, and what the other side can do in return."""
    return tuple(_forecasts(battle, request, key, answer)) if isinstance(request, Plan) else ()


def _forecasts(battle: Battle, request: Plan, key: str, answer: Any) -> Iterator[Forecast]:
    if request.what == "targets" and answer != HOLD:
        shown = shot_forecast(battle, battle.figures[key], battle.figures[answer])
        yield from [shown] if shown is not None else []
    elif request.what == "blows":
        yield blow_forecast(battle, battle.figures[key], battle.figures[answer])
    elif request.what == "orders" and isinstance(part := request.parts[key], Move):
        yield from move_forecasts(battle, part, key, answer)


def shot_forecast(battle: Battle, shooter: Man, target: Man) -> Forecast | None:
    """One shot, and the target's in return if he has one: at a man who is busy shooting.  [AR-4.3, AR-4.5]"""
    shown = showing(battle, shooter, target)
    if isinstance(shown, str):
        return None
    back = None
    seen = showing(battle, target, shooter)
    if not isinstance(seen, str) and not why_not_shoot(battle, target) and shooter in targets(battle, target):
        back = _shot(target, shooter, aim_at(battle, target, shooter, seen, (shooter.id,)), seen)
    return replace(_shot(shooter, target, aim_at(battle, shooter, target, shown), shown), back=back)


def _shot(shooter: Man, target: Man, aimed: tuple[Aim, tuple[Modifier, ...]], shown: Showing) -> Forecast:
    aim, named = aimed
    needs = f"{round(shown.cm, 2):g} cm, D6, {aim.needs} or more"
    return Forecast(f"{{{shooter.id}}} shoots at {{{target.id}}}", "AR-4.2", needs, named, odds_of(flight, aim))


def move_forecasts(battle: Battle, part: Move, key: str, answer: Any) -> Iterator[Forecast]:
    """How far a move comes over hard ground, and the fight it leads to if the foe stands still."""
    walk = settle(battle, part, answer)
    if not isinstance(walk, Walk) or len(walk.path) < 2 or key.endswith((RANKS, POSTURE)):
        return
    man = battle.figures[key]
    yield from _slowing(battle, man, walk)
    met = onset(battle, man, walk)
    if met is not None:
        yield fight_forecast(battle, met.man, met.foe)


def _slowing(battle: Battle, man: Man, walk: Walk) -> Iterator[Forecast]:
    whole = rate(battle, man)
    if man.posture == CROUCHED:
        least = int(battle.book.charts["hiding"].rows["crawling, and one die"])
        needs = f"{least} cm and one die, unless he stands up"
        yield Forecast(f"{{{man.id}}} crawls", "AR-3.5", needs, (), odds_of(crawled, least))
        return
    way = footing(battle, man, walk.path)
    if way.ground != EASY:
        easy, length = round(min(cm(way.begins), whole), 1), round(cm(walk.length), 1)
        chances = odds_of(distance, slowing(battle.book, man, whole, way.ground), easy, length)
        needs = f"{cm(walk.length):.0f} cm over {way.ground} ground, which begins after {cm(way.begins):.0f}"
        yield Forecast(f"{{{man.id}}} moves", "AR-3.3", needs, (), chances)
