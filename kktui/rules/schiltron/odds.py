"""What a decision is worth before it is made: the rules themselves, run over every die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.odds import odds_of
from kktui.engine.requests import Plan, Request
from kktui.engine.ruleset import Forecast
from kktui.rules.schiltron.charge import (
    HOLD,
    charge_targets,
    farthest,
    onset_request,
    runs_up,
    shortest,
    way_home,
)
from kktui.rules.schiltron.figures import Battle, Company, Man
from kktui.rules.schiltron.leaders import Life, doom, life_of
from kktui.rules.schiltron.melee import Bout, Terms, strike, terms_of
from kktui.rules.schiltron.morale import Nerve, check
from kktui.rules.schiltron.movement import Pace, distance, guide, pace_of
from kktui.rules.schiltron.rally import rally
from kktui.rules.schiltron.shooting import (
    NO_TARGET,
    Aim,
    aim_at,
    protection_against,
    shoot,
    targets,
    why_not_shoot,
)
from kktui.table.geometry import GRAIN, Pose, pose
from kktui.table.records import altered


def flight(ask: Ask, aim: Aim, life: Life) -> str:
    """How a shot ends: miss, blocked, wound or kill.  [SC-4.1, SC-4.2, SC-8.1]"""
    shot = ask.part(_shot, aim)
    return ask.part(_doomed, life) if shot == "hit" else shot


def _shot(ask: Ask, aim: Aim) -> str:
    return shoot(ask, aim).outcome


def _doomed(ask: Ask, life: Life) -> str:
    return doom(ask, life).outcome


def blow(ask: Ask, bout: Bout, life: Life, target_life: Life) -> str:
    """How a pair's round ends: kill, wound, goes on, wounded or killed.  [SC-5.1, SC-8.1]"""
    struck = ask.part(_struck, bout)
    if struck == "hit":
        return ask.part(_doomed, target_life)
    return {"kill": "killed", "wound": "wounded"}[ask.part(_doomed, life)] if struck == "is hit" else struck


def _struck(ask: Ask, bout: Bout) -> str:
    return strike(ask, bout).outcome


def stand(ask: Ask, nerve: Nerve) -> str:
    """The row of the morale chart that a check comes to.  [SC-6.3]"""
    return check(ask, nerve).row


def rallies(ask: Ask, needs: int) -> bool:
    """Whether men who need so much rally.  [SC-7.1]"""
    return rally(ask) >= needs


class Onset(NamedTuple):
    """A charge from the order to the first round."""

    pace: Pace
    needs: int
    """Whole inches to contact; more than the move can be where no straight way leads to it."""
    bout: Bout
    life: Life
    target_life: Life


def onset(ask: Ask, charge: Onset) -> str:
    """The whole chain: the die that carries it home, then the first round.  [SC-3.4, SC-5.1]"""
    if not ask.part(reaches, charge.pace, charge.needs):
        return "falls short"
    return ask.part(blow, charge.bout, charge.life, charge.target_life)


def reaches(ask: Ask, pace: Pace, needs: int) -> bool:
    """Whether a move carries so far."""
    return distance(ask, pace).total >= needs


def onset_of(battle: Battle, unit: Company, target: Company) -> tuple[Onset, Terms] | None:
    """A charge as it would be made now, against the nearest man of a unit, and the terms of its first round."""
    lead = guide(battle, unit)
    if lead is None or not battle.men(target.id):
        return None
    approach = approach_to(battle, unit, target, lead)
    terms = charging_terms(battle, lead, approach)
    pace = pace_of(battle, unit, charging=True)
    lives = life_of(battle, lead), life_of(battle, battle.figures[approach.foe])
    needs = ceil(approach.cost) if approach.open else farthest(pace) + 1
    return Onset(pace, needs, terms.bout, *lives), terms


class Approach(NamedTuple):
    """How a charge would come to the enemy."""

    foe: str
    """Whom it meets."""
    cost: float
    """The inches of a move that it takes."""
    run: float
    """The inches he goes."""
    end: Pose
    """Where he would stand then."""
    open: bool = True
    """There is such a way."""


def charging_terms(battle: Battle, man: Man, approach: Approach) -> Terms:
    """The first round at the end of a charge, from where it would be fought.  [SC-5.3, SC-5.4]"""
    charged = runs_up(battle, man, approach.run)
    there = altered(man, pose=approach.end, charged=charged, assails=True, rounds=0)
    return terms_of(battle, there, battle.figures[approach.foe])


def approach_to(battle: Battle, unit: Company, target: Company, lead: Man) -> Approach:
    """The way on which a charge would be asked to make contact with the fewest inches, as it would be made now."""
    key = ("approach", unit.id, target.id)
    found: Approach | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = _approach(battle, unit, target, lead)
    return found


def _approach(battle: Battle, unit: Company, target: Company, lead: Man) -> Approach:
    pace = pace_of(battle, unit, charging=True)
    bound, least = least_way(battle, lead, target), shortest(pace)
    found, inches = None, farthest(pace)
    while inches >= bound and (met := _met_within(battle, unit, target, inches)) is not None:
        found = met
        if inches <= least:
            break
        inches = max(least, ceil(found.cost) - 1)
    return found or _no_way(battle, target, lead)


def _met_within(battle: Battle, unit: Company, target: Company, inches: int) -> Approach | None:
    """How a charge would come home if the dice carried it so far."""
    request = onset_request(battle, unit, target, inches)
    walk = way_home(battle, request).walk
    met = next((each for each in walk.touched if each in target.figures), None)
    return Approach(met, round(walk.cost, 3), walk.length, walk.end) if met is not None else None


def least_way(battle: Battle, lead: Man, target: Company) -> float:
    """Inches that no way to contact can be shorter than: to the nearest man, less what a long base saves by turning."""
    gap = min(battle.table.gaps(lead.id, [man.id for man in battle.men(target.id)]))
    return gap - (lead.base.reach - lead.base.half_width) - 2 * GRAIN


def _no_way(battle: Battle, target: Company, lead: Man) -> Approach:
    """Something is in the way of every charge: the nearest man, as if he could be come to."""
    gap = battle.table.gap
    foe = min(battle.men(target.id), key=lambda man: (gap(lead.id, man.id), man.id))
    away, back = foe.base.reach + lead.base.reach, foe.place.at.bearing(lead.place.at)
    inches = round(gap(lead.id, foe.id), 3)
    return Approach(foe.id, inches, inches, pose(foe.place.at.toward(back, away), back + 180), open=False)


def forecast(battle: Battle, request: Request, key: str, answer: Any) -> Sequence[Forecast]:
    """The exact odds behind an option, and what the other side can do in return."""
    return tuple(_forecasts(battle, request, key, answer))


def _forecasts(battle: Battle, request: Request, key: str, answer: Any) -> Iterator[Forecast]:
    if isinstance(request, Plan) and request.what == "targets" and answer != NO_TARGET:
        yield shot_forecast(battle, battle.figures[key], battle.figures[answer])
    elif isinstance(request, Plan) and request.what == "pairs" and answer != HOLD:
        yield fight_forecast(battle, battle.figures[key], battle.figures[answer])
    elif isinstance(request, Plan) and request.what == "charges" and answer != HOLD:
        yield from charge_forecast(battle, battle.units[key], battle.units[answer])


def shot_forecast(battle: Battle, shooter: Man, target: Man) -> Forecast:
    """One shot, and the target's in return if he has one."""
    back = None
    if not why_not_shoot(battle, target) and shooter in targets(battle, target):
        back = _shot_forecast(battle, target, shooter, None)
    return _shot_forecast(battle, shooter, target, back)


def _shot_forecast(battle: Battle, shooter: Man, target: Man, back: Forecast | None) -> Forecast:
    aim, (against, steps) = aim_at(battle, shooter, target), protection_against(battle, shooter, target)
    needs = f"D12 low: {aim.needs} or less hits, {against} blocks with {aim.blocks} or less"
    title = f"{{{shooter.id}}} shoots at {{{target.id}}}"
    return Forecast(title, "SC-4.1", needs, steps, odds_of(flight, aim, life_of(battle, target)), back)


def fight_forecast(battle: Battle, man: Man, foe: Man) -> Forecast:
    """One round as both would fight it; it goes both ways at once, and may be read from either side."""
    terms = terms_of(battle, man, foe)
    back = terms_of(battle, foe, man)
    lives = life_of(battle, man), life_of(battle, foe)
    other = _bout_forecast(f"{{{foe.id}}} fights {{{man.id}}}", back, lives[::-1], None)
    return _bout_forecast(f"{{{man.id}}} fights {{{foe.id}}}", terms, lives, other)


def _bout_forecast(title: str, terms: Terms, lives: tuple[Life, ...], back: Forecast | None) -> Forecast:
    chances = odds_of(blow, terms.bout, *lives)
    return Forecast(title, "SC-5.1", _needs(terms.bout), _named(terms), chances, back)


def _needs(bout: Bout) -> str:
    return f"D12 each, high wins: by {bout.margin} he kills, by {bout.target_margin} he falls"


def _named(terms: Terms) -> tuple[Any, ...]:
    theirs = (*terms.theirs, *terms.their_adds)
    against = tuple(each._replace(name=f"their {each.name}", value=-each.value) for each in theirs)
    return (*terms.ours, *terms.our_adds, *against)


def charge_forecast(battle: Battle, unit: Company, target: Company) -> Iterator[Forecast]:
    """The whole charge, and theirs against us if they may."""
    ahead = onset_of(battle, unit, target)
    reply = onset_of(battle, target, unit) if unit in charge_targets(battle, target) else None
    back = _onset_forecast(target, unit, *reply, None) if reply is not None else None
    if ahead is not None:
        yield _onset_forecast(unit, target, *ahead, back)


def _onset_forecast(unit: Company, target: Company, charge: Onset, terms: Terms, back: Forecast | None) -> Forecast:
    way = f"{charge.needs} inches to contact" if charge.needs <= farthest(charge.pace) else "no straight way to contact"
    needs = f"{way}, then {_needs(charge.bout)}"
    chances = odds_of(onset, charge)
    return Forecast(f"{{{unit.id}}}: charge on {{{target.id}}}", "SC-3.4", needs, _named(terms), chances, back)
