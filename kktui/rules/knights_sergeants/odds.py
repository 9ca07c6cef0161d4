"""What a decision is worth before it is made: the rules themselves, run over every die."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.odds import odds_of
from kktui.engine.requests import Choose, Plan, Request
from kktui.engine.ruleset import Forecast
from kktui.rules.knights_sergeants.approach import most_inches, way_to
from kktui.rules.knights_sergeants.archery import (
    NO_TARGET,
    Aim,
    aim_at,
    aimed_part,
    shoot,
    shooters,
    targets,
    why_not_shoot,
)
from kktui.rules.knights_sergeants.charge import (
    LANCE_RUN,
    charge_targets,
    fighting,
)
from kktui.rules.knights_sergeants.figures import RETREATING, STEADY, Battle, Group, Man, guide, leaderless
from kktui.rules.knights_sergeants.melee import HOLD, THREE_TO_ONE, Bout, bout_of, pairing_request, strike
from kktui.rules.knights_sergeants.morale import Nerve, check, nerve
from kktui.rules.knights_sergeants.movement import Pace, inches, pace_of
from kktui.rules.knights_sergeants.troops import arm


def flight(ask: Ask, aim: Aim) -> str:
    """How a shot ends."""
    return shoot(ask, aim).outcome


def blow(ask: Ask, bout: Bout) -> str:
    """How one pair's round ends."""
    return strike(ask, bout).outcome


def mood(ask: Ask, tested: Nerve) -> str:
    """How a morale check ends."""
    return check(ask, tested).mood


class Onset(NamedTuple):
    """A charge from the order to the first blow."""

    own: Nerve | None
    """None when the charger has passed a check on this card already."""
    theirs: Nerve | None
    """None when the two are in melee already: then nobody receives a charge."""
    pace: Pace
    needs: int
    """Whole inches the dice must show; more than they can where no straight way leads to contact."""
    bout: Bout


def onset(ask: Ask, charge: Onset) -> str:
    """The whole chain: own courage, theirs, the dice to get there, the leader's blow.  [KS-5.1, KS-5.2, KS-7.1]"""
    if charge.own is not None and ask.part(mood, charge.own) != STEADY:
        return "dare not charge"
    if charge.theirs is not None and ask.part(mood, charge.theirs) == RETREATING:
        return "they run"
    if not ask.part(reaches, charge.pace, charge.needs):
        return "fall short"
    return ask.part(blow, charge.bout)


def reaches(ask: Ask, pace: Pace, needs: int) -> bool:
    """Whether the dice carry so far."""
    return inches(ask, pace) >= needs


def onset_of(battle: Battle, unit: Group, target: Group) -> Onset | None:
    """A charge as it would be made now, against the nearest man of a unit."""
    leader = guide(battle, unit)
    men = battle.men(target.id)
    if leader is None or not men:
        return None
    approach = way_to(battle, unit, target)
    return Onset(
        own_nerve(battle, unit),
        their_nerve(battle, unit, target),
        pace_of(battle, unit, charging=True),
        approach.needs,
        first_bout(battle, leader, battle.figures[approach.foe or nearest_of(battle, leader, men).id]),
    )


def nearest_of(battle: Battle, leader: Man, men: Sequence[Man]) -> Man:
    """The man of a unit whom a charge would come to first."""
    names = [man.id for man in men]
    return battle.figures[min(zip(battle.table.gaps(leader.id, names), names, strict=True))[1]]


def own_nerve(battle: Battle, unit: Group) -> Nerve | None:
    """What a charger has to test by, unless it has passed a check on this card already.  [KS-3.4]"""
    return None if unit.tested and battle.notes.up == unit.id else nerve(battle, unit)[0]


def their_nerve(battle: Battle, unit: Group, target: Group) -> Nerve | None:
    """What a unit charged has to test by, unless it fights the charger already.  [KS-5.1]"""
    return None if fighting(battle, unit, target) else nerve(battle, target)[0]


def first_bout(battle: Battle, leader: Man, foe: Man) -> Bout:
    """The leader's first blow at the end of a charge.

    A lance counts if his horse, turned to the foe, has room for its run.  [KS-7.4]
    """
    bout, _, _ = bout_of(battle, leader, foe)
    if not leader.mounted or arm(battle.book, leader.weapon) != "lance":
        return bout
    ahead = leader.place.facing_to(leader.place.at.bearing(foe.place.at))
    if round(battle.table.gap_between(leader.base, ahead, foe.base, foe.place), 3) < LANCE_RUN:
        return bout
    return bout._replace(bonus=bout.bonus + int(battle.book.chart("melee-modifiers").at("charging with lance")))


def forecast(battle: Battle, request: Request, key: str, answer: Any) -> Sequence[Forecast]:
    """The exact odds behind an option, and what the other side can do in return."""
    return tuple(_forecasts(battle, request, key, answer))


def _forecasts(battle: Battle, request: Request, key: str, answer: Any) -> Iterator[Forecast]:
    if isinstance(request, Plan) and request.what == "targets" and answer != NO_TARGET:
        yield shot_forecast(battle, battle.figures[key], answer)
    elif isinstance(request, Plan) and request.what == "pairs" and answer != HOLD:
        yield fight_forecast(battle, battle.figures[key], battle.figures[answer], beside_him(request, key, answer))
    elif isinstance(request, Choose) and request.what == "charge-target":
        yield from charge_forecast(battle, battle.units[request.about], battle.units[answer])
    elif isinstance(request, Choose) and request.what == "action":
        yield from action_forecasts(battle, battle.units[request.about], answer)


def shot_forecast(battle: Battle, shooter: Man, choice: str) -> Forecast:
    """One shot, and the target's shot in return if he has one."""
    target = battle.figures[choice.partition(":")[0]]
    back = _shot(battle, target, shooter, "foot") if can_shoot_back(battle, target, shooter) else None
    return _shot(battle, shooter, target, aimed_part(target, choice), back)


def can_shoot_back(battle: Battle, target: Man, shooter: Man) -> bool:
    return not why_not_shoot(battle, target) and shooter in targets(battle, target)


def _shot(battle: Battle, shooter: Man, target: Man, at: str, back: Forecast | None = None) -> Forecast:
    aim, named = aim_at(battle, shooter, target, "mounted" if target.mounted and at == "foot" else at)
    title = f"{{{shooter.id}}} shoots at {{{target.id}}}"
    return Forecast(title, "KS-6.1", "D10, 9 or more", named, odds_of(flight, aim), back)


def beside_him(pairs: Plan, man: str, foe: str) -> int:
    """How many others strike at the same foe if the rest of the pairing stands as it is proposed.  [KS-7.4]"""
    others = (part for key, part in pairs.parts.items() if key != man and isinstance(part, Choose))
    return min(THREE_TO_ONE - 1, sum(part.options[0].id == foe for part in others))


def fight_forecast(battle: Battle, man: Man, foe: Man, beside: int) -> Forecast:
    """One round with the card on our side, so many others at the same foe, and one with it on theirs."""
    return _bout(battle, man, foe, beside, _bout(battle, foe, man, 0))


def _bout(battle: Battle, man: Man, foe: Man, beside: int, back: Forecast | None = None) -> Forecast:
    bout, ours, theirs = bout_of(battle, man, foe, beside)
    against = tuple(each._replace(name=f"their {each.name}", value=-each.value) for each in theirs)
    title = f"{{{man.id}}} fights {{{foe.id}}}"
    needs = f"D10 each, higher wins; by {max(1, foe.armour)} or more hits"
    return Forecast(title, "KS-7.1", needs, (*ours, *against), odds_of(blow, bout), back)


def charge_forecast(battle: Battle, unit: Group, target: Group) -> Iterator[Forecast]:
    """The whole charge, and theirs against us if they may."""
    ahead = onset_of(battle, unit, target)
    if ahead is None:
        return
    reply = onset_of(battle, target, unit) if may_charge_back(battle, target, unit) else None
    back = None if reply is None else _onset_forecast(battle, target, unit, reply, None)
    yield _onset_forecast(battle, unit, target, ahead, back)


def may_charge_back(battle: Battle, unit: Group, foe: Group) -> bool:
    """Whether a unit could charge with a card of its own now: steady, led and near enough.  [KS-3.3, KS-3.5, KS-5.1]"""
    return unit.mood == STEADY and not leaderless(battle, unit) and foe in charge_targets(battle, unit)


def _onset_forecast(battle: Battle, unit: Group, target: Group, charge: Onset, back: Forecast | None) -> Forecast:
    ways = charge.needs <= most_inches(battle, unit)
    needs = f"{charge.needs} inches to contact" if ways else "no way to contact as far as the dice carry"
    chances: Mapping[str, Fraction] = odds_of(onset, charge)
    return Forecast(f"{{{unit.id}}}: charge on {{{target.id}}}", "KS-5.1", needs, (), chances, back)


def action_forecasts(battle: Battle, unit: Group, action: str) -> Iterator[Forecast]:
    """What an action is likely to come to: the best shot of each man, each charge that is open, each fight on hand."""
    if action == "fire":
        for man in shooters(battle, unit):
            for target in targets(battle, man)[:1]:
                yield shot_forecast(battle, man, target.id)
    elif action == "charge":
        for target_unit in charge_targets(battle, unit):
            yield from charge_forecast(battle, unit, target_unit)
    else:
        pairs = pairing_request(battle, unit)
        for key, part in pairs.parts.items():
            assert isinstance(part, Choose)
            foe = part.options[0].id
            if foe != HOLD:
                yield fight_forecast(battle, battle.figures[key], battle.figures[foe], beside_him(pairs, key, foe))
