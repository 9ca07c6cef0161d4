"""What a sensible soldier would answer, by the odds of the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kktui.engine.nearby import nearest_foe, some_foes_within
from kktui.engine.objectives import objective, time_presses
from kktui.engine.odds import chance
from kktui.engine.requests import Arrange, Choose, Move, Plan, Request
from kktui.engine.ways import find_way
from kktui.rules.schiltron.actions import BREAK, FORM, HOLD, MOVE, RING
from kktui.rules.schiltron.charge import chargers
from kktui.rules.schiltron.ending import worth_by
from kktui.rules.schiltron.figures import SCHILTRON, Battle, Company, Man, missile, steady_men
from kktui.rules.schiltron.formations import has_spear
from kktui.rules.schiltron.leaders import life_of
from kktui.rules.schiltron.melee import terms_of
from kktui.rules.schiltron.movement import guide, normal_move
from kktui.rules.schiltron.odds import Onset, approach_to, blow, flight, onset, onset_of
from kktui.rules.schiltron.shooting import LONG, NO_TARGET, SHORT, aim_at, targets
from kktui.table.geometry import Point

RISK = 0.8
"""What the loss of a man of one's own weighs beside that of an enemy."""
SURE = 0.5
"""The chance to come home without which nobody charges."""
HORSE_NEAR = 24.0
"""Inches at which horsemen make spearmen close up."""
BESET = 8.0
"""Inches within which more enemies than there are spears make them close up."""
TOO_NEAR = 10.0
"""Inches at which shooters would rather have an enemy further off."""
FEW = 6
"""Targets looked at before one is picked."""


def advise(battle: Battle, request: Request) -> Any:
    """A sensible answer to any question this ruleset asks."""
    if isinstance(request, Arrange):
        return {}
    if isinstance(request, Move):
        return where_to(battle, request)
    return CHOICES.get(request.what, first)(battle, request)


def first(battle: Battle, request: Any) -> Any:
    """The first option, which is always a fair one."""
    return request.options[0].id if isinstance(request, Choose) else {}


# Charges.


def choose_charges(battle: Battle, request: Plan) -> Mapping[str, str]:
    """Each unit at whom it promises most, if it promises anything."""
    return {key: best_charge(battle, battle.units[key], part) for key, part in request.parts.items()}


def best_charge(battle: Battle, unit: Company, part: Any) -> str:
    lead = guide(battle, unit)
    if lead is None or shoots(battle, unit) or (not lead.mounted and on_duty(battle, lead)):
        return HOLD
    worths = {option.id: charge_worth(battle, unit, option.id) for option in part.options[1:4]}
    best = max(worths, key=lambda each: worths[each])
    return best if worths[best] > 0 else HOLD


def charge_worth(battle: Battle, unit: Company, target: str) -> float:
    """Enemies it would bring down less own men lost in the first round; nobody charges who may well fall short."""
    lead = guide(battle, unit)
    if lead is None or not approach_to(battle, unit, battle.units[target], lead).open:
        return -1.0
    found = onset_of(battle, unit, battle.units[target])
    if found is None or chance("falls short", onset, found[0]) > 1 - SURE:
        return -1.0
    pairs = min(len(chargers(battle, unit)), len(battle.men(target)))
    return pairs * gain(found[0])


def gain(charge: Onset) -> float:
    """What the first round promises; a wound is a third of a man."""
    won = chance("kill", onset, charge) + chance("wound", onset, charge) / 3
    lost = chance("killed", onset, charge) + chance("wounded", onset, charge) / 3
    return won - RISK * lost


# Movement.


def choose_action(battle: Battle, request: Choose) -> str:
    """Spearmen close up against horse; shooters stand while they can shoot; who is where he should be stays there."""
    unit = battle.units[request.about]
    options = [option.id for option in request.options]
    lead = guide(battle, unit)
    if lead is None or serves_a_gun(battle, unit) or not any(True for _ in battle.enemies_of(unit.side)):
        return HOLD
    if RING in options and (horse_about(battle, lead) or beset(battle, unit, lead)):
        return RING
    if unit.formation == SCHILTRON:
        return in_ring(battle, unit, lead, options)
    if shoots(battle, unit):
        at_post = bears(battle, unit) or defends(battle, unit.side)
        return HOLD if at_post and way_out(battle, lead, unit) is None else MOVE
    return stands_fast(battle, unit, lead, options)


def stands_fast(battle: Battle, unit: Company, lead: Man, options: list[str]) -> str:
    """On the ground that has to be held a unit forms ranks and stays; else it comes on."""
    if not on_duty(battle, lead):
        return BREAK if unit.formation and BREAK in options else MOVE
    return FORM if FORM in options and not unit.formation else HOLD


def in_ring(battle: Battle, unit: Company, lead: Man, options: list[str]) -> str:
    """A ring stands while horsemen are near or where it should be; comes on slowly else; opens when there are none."""
    if on_duty(battle, lead) or any(foe.mounted for foe in some_foes_within(battle, lead, HORSE_NEAR / 2)):
        return HOLD
    if horse_about(battle, lead) or beset(battle, unit, lead) or BREAK not in options:
        return MOVE
    return BREAK


def on_duty(battle: Battle, man: Man) -> bool:
    """Whether he stands on ground that his side has to hold to the end."""
    return any(battle.table.in_zone(zone, man.place.at) for zone in posts_of(battle, man.side))


def posts_of(battle: Battle, side: str) -> list[str]:
    """The zones a side has to hold to the end."""
    goals = battle.scenario.goals
    return [goal.zone for goal in goals if goal.side == side and goal.kind == "hold-zone" and goal.by_turn]


def defends(battle: Battle, side: str) -> bool:
    """Whether a side has what it must hold to the end, and no enemy there: it lets them come."""
    key = ("defends", side)
    found: bool | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = any(_kept(battle, side, zone) for zone in posts_of(battle, side))
    return found


def _kept(battle: Battle, side: str, zone: str) -> bool:
    there = {man.side for man in battle.fielded() if battle.table.in_zone(zone, man.place.at)}
    return there == {side}


def serves_a_gun(battle: Battle, unit: Company) -> bool:
    """Whether there is a cannon to stay with."""
    return any(man.missile and missile(battle.book, man.missile) == "cannon" for man in steady_men(battle, unit))


def beset(battle: Battle, unit: Company, lead: Man) -> bool:
    """Whether there are more enemies close by than men in the unit."""
    return sum(1 for _ in some_foes_within(battle, lead, BESET)) > len(battle.men(unit.id))


def way_out(battle: Battle, man: Man, unit: Company) -> Point | None:
    """Where shooters step back to from an enemy too near: half a move if they may shoot after it, else a whole one."""
    foe = nearest_foe(battle, man)
    if foe is None or foe.missile or foe.in_ranks or on_duty(battle, man):
        return None
    if battle.table.gap(man.id, foe.id) > TOO_NEAR:
        return None
    shooter = next(each for each in battle.men(unit.id) if each.missile)
    chart, row = battle.book.chart("missiles"), missile(battle.book, shooter.missile)
    half = chart.at(row, "may move") == "half"
    if not half and shooter.ready <= battle.turn + 1:
        return None
    inches = normal_move(battle.book, man) / (2 if half else 1)
    return man.place.at.toward(foe.place.at.bearing(man.place.at), inches - 0.1)


def horse_about(battle: Battle, man: Man) -> bool:
    """Whether enemy horsemen are near."""
    return any(foe.mounted for foe in some_foes_within(battle, man, HORSE_NEAR))


def shoots(battle: Battle, unit: Company) -> bool:
    """Whether most of a unit can shoot."""
    men = battle.men(unit.id)
    return 2 * sum(bool(man.missile) for man in men) > len(men)


def bears(battle: Battle, unit: Company) -> bool:
    """Whether a good part of its shooters have somebody within reach, loaded or not."""
    men = [man for man in battle.men(unit.id) if man.missile]
    few = men[:3]
    return any(True for man in few for _ in some_foes_within(battle, man, reach_of(battle, man)))


def reach_of(battle: Battle, man: Man) -> float:
    """As far as he likes to shoot: a little beyond short range."""
    chart, row = battle.book.chart("missiles"), missile(battle.book, man.missile)
    return (float(chart.at(row, SHORT)) + float(chart.at(row, LONG))) / 2


def where_to(battle: Battle, request: Move) -> dict[str, Any]:
    """A charge goes home; bowmen stop in range, lances where they may charge from, the rest close in."""
    if request.best:
        return {"path": request.best}
    man = battle.figures[request.figure]
    goal = goal_of(battle, man, battle.units[man.unit])
    if goal is None or goal.to(man.place.at) < 0.5:
        return {"path": []}
    return {"path": find_way(battle, request, goal).path[1:]}


def goal_of(battle: Battle, man: Man, unit: Company) -> Point | None:
    """The place a unit wants to come to."""
    foe = nearest_foe(battle, man)
    wanted = objective(battle, man)
    if foe is None or (wanted is not None and time_presses(battle)):
        return wanted
    at, near = man.place.at, foe.place.at
    if shoots(battle, unit):
        back = way_out(battle, man, unit)
        if back is not None:
            return back
        reach = reach_of(battle, next(each for each in battle.men(unit.id) if each.missile))
        return near.toward(near.bearing(at), reach - 1) if at.to(near) > reach else None
    if wanted is not None and wanted.to(at) > at.to(near) and not defends(battle, man.side):
        wanted = None
    return wanted or poised(battle, man, unit, foe)


def poised(battle: Battle, man: Man, unit: Company, foe: Man) -> Point | None:
    """Just within a charge of the foe, if it can charge next turn; else at him."""
    at, near = man.place.at, foe.place.at
    rests = man.winded > battle.turn or man.in_ranks
    if rests and man.mounted:
        return near.toward(behind(foe, at), _spring(battle, man))
    if rests or (foe.mounted and not man.mounted) or (man.mounted and has_spear(battle, foe) and not unit.formation):
        return near
    away = _spring(battle, man)
    return near.toward(near.bearing(at), away) if at.to(near) > away else (None if at.to(near) > away / 2 else near)


def behind(foe: Man, at: Point) -> int:
    """The bearing from a foe to his back quarter on the side where one is: whence a charge takes him in the flank."""
    turn = (foe.place.at.bearing(at) - foe.place.facing + 180) % 360 - 180
    return round(foe.place.facing + (120 if turn >= 0 else -120))


def _spring(battle: Battle, man: Man) -> float:
    """From how far a charge is sure to come home with its run-up."""
    return normal_move(battle.book, man) + 1.0


# Shooting and melee.


def choose_targets(battle: Battle, request: Plan) -> Mapping[str, str]:
    return {key: best_shot(battle, battle.figures[key]) for key in request.parts}


def best_shot(battle: Battle, man: Man) -> str:
    """Whom a man best shoots at: the likeliest to fall, the worthier the better."""
    worth = worth_by(battle)
    best, most = NO_TARGET, 0.0
    for target in targets(battle, man)[:FEW]:
        aim, life = aim_at(battle, man, target), life_of(battle, target)
        falls = chance("kill", flight, aim, life) + chance("wound", flight, aim, life) / 3
        value = falls * (1 + worth(target) / 8)
        if value > most:
            best, most = target.id, value
    return best


def choose_pairs(battle: Battle, request: Plan) -> Mapping[str, str]:
    """Everybody for the foe with whom he fares best, but never more than three on one."""
    named: dict[str, str] = {}
    crowd = dict(request.crowded)
    for key, part in request.parts.items():
        assert isinstance(part, Choose)
        man = battle.figures[key]
        foes = [o.id for o in part.options if o.id != HOLD and crowd.get(o.id, 0) < request.at_most]
        best = max(foes, key=lambda foe: promise(battle, man, battle.figures[foe]), default=HOLD)
        crowd[best] = crowd.get(best, 0) + 1
        named[key] = best
    return named


def promise(battle: Battle, man: Man, foe: Man) -> float:
    """What a round with him promises."""
    facts = (terms_of(battle, man, foe).bout, life_of(battle, man), life_of(battle, foe))
    return chance("kill", blow, *facts) - RISK * chance("killed", blow, *facts)


CHOICES: dict[str, Any] = {
    "charges": choose_charges,
    "action": choose_action,
    "targets": choose_targets,
    "pairs": choose_pairs,
}
