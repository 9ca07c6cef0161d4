"""What a decision is worth before it is made: the rules themselves, run over every die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier
from kktui.engine.odds import odds_of
from kktui.engine.requests import Choose, Plan, Request
from kktui.engine.ruleset import Forecast
from kktui.rules.knights_knaves.aim import MISS, aim_at, sight_on, targets
from kktui.rules.knights_knaves.blows import Fighter, bout_outcome
from kktui.rules.knights_knaves.charge import charge_gaits, charge_targets
from kktui.rules.knights_knaves.charging import charge_walk, times_rolled
from kktui.rules.knights_knaves.command import armed_to_shoot, heed
from kktui.rules.knights_knaves.fatigue import rob
from kktui.rules.knights_knaves.figures import GALLOP, Battle, Man, foes_at_hand, leader_of
from kktui.rules.knights_knaves.gaits import costs_breath
from kktui.rules.knights_knaves.melee import Bout, bout_of
from kktui.rules.knights_knaves.morale import PASSES, ROUTS, check, nerve, runs_on
from kktui.rules.knights_knaves.orders import HOLD
from kktui.rules.knights_knaves.panic import BEARS_UP, Mount, hurt_under, mount_of, panic
from kktui.rules.knights_knaves.shooting import shot_outcome
from kktui.rules.knights_knaves.troops import arm_of
from kktui.table.geometry import Point, Pose, pose
from kktui.table.records import clone

FALLS_SHORT = "falls short"
LISTED = 12
"""Charges told of before one is declared, the nearest first."""


def courage(ask: Ask, needs: int, times: int = 1) -> str:
    """How a morale check ends; one that is rolled more than once is passed each time."""
    return PASSES if all(check(ask, needs).outcome == PASSES for _ in range(times)) else ROUTS


def heeds(ask: Ask, melee: int) -> str:
    """Whether a leader acts on his standing order."""
    return "heeded" if heed(ask, melee).heeded else "missed"


def panics(ask: Ask, mount: Mount) -> str:
    """What a wounded horse does."""
    return panic(ask, mount).result


def robbed(ask: Ask, upto: int) -> str:
    """Whether a corpse yields ammunition."""
    return "ammunition found" if rob(ask, upto).true else "nothing found"


class Onset(NamedTuple):
    """A charge from the order to the first blow."""

    own: int | None
    """What the charger's die has to be below; None when nothing frightens him."""
    theirs: int | None
    one: Fighter
    other: Fighter
    short: bool = False
    """As everybody stands now it comes upon nobody."""
    horse: Mount | None = None
    """His horse, if it is wounded and has still to be looked to."""
    times: int = 1
    """How often both check."""
    runs: bool = False
    """The foe is running already, and runs on."""


def onset(ask: Ask, charge: Onset) -> str:
    """The whole chain: his horse's panic, his courage before spears, theirs before horses, then the blow.

    [KK-6.2, KK-3.4, KK-3.7, KK-8.6]
    """
    if charge.horse is not None:
        does = ask.part(panics, charge.horse)
        if does != BEARS_UP:
            return f"horse {does}"
    if charge.own is not None and ask.part(courage, charge.own, charge.times) != PASSES:
        return "dares not charge"
    if charge.runs or (charge.theirs is not None and ask.part(courage, charge.theirs, charge.times) != PASSES):
        return "they run"
    if charge.short:
        return FALLS_SHORT
    return ask.part(bout_outcome, charge.one, charge.other)


def as_charging(man: Man, foe: Man, gait: str, at: Pose) -> Man:
    """A man as he would be at the end of a charge: where it comes home, out of breath, at its pace."""
    charging = clone(man)
    charging.pose, charging.gait, charging.foe = at, gait, foe.id
    charging.tired = man.tired + costs_breath(man, gait)
    charging.ridden_down = (foe.id,) if gait == GALLOP else ()
    return charging


def comes_home_at(battle: Battle, man: Man, foe: Man) -> Pose:
    """Where a charge straight at a foe comes to stand: slope, wood or gate count there, not where it set out."""
    if battle.table.terrain.bare:
        return man.place
    start, goal = man.place.at, foe.place.at
    ahead = man.place.facing_to(start.bearing(goal))
    share = battle.table.gap_between(man.base, ahead, foe.base, foe.place) / start.to(goal)
    return pose(Point(start.x + (goal.x - start.x) * share, start.y + (goal.y - start.y) * share), ahead.facing)


def onset_of(battle: Battle, man: Man, foe: Man, gait: str) -> tuple[Onset, Bout]:
    """A charge as it would be made now, straight at the foe with nothing in the way."""
    charging = as_charging(man, foe, gait, comes_home_at(battle, man, foe))
    bout = bout_of(battle, charging, foe, {man.id: foe.id, foe.id: man.id})
    return Onset(*nerves(battle, man, foe), bout.one, bout.other, times=times_rolled(battle)), bout


def nerves(battle: Battle, man: Man, foe: Man) -> tuple[int | None, int | None]:
    """What the dice of a charger before spears and of foot before horses have to be below; who runs does not check.

    [KK-3.4, KK-3.7, KK-3.1]
    """
    if not man.mounted or foe.mounted:
        return None, None
    own = nerve(battle, man)[0] if arm_of(battle.book, foe.weapon).spear else None
    return own, None if foe.routing else nerve(battle, foe, (man.id,))[0]


def comes_upon(battle: Battle, man: Man, foe: Man, gait: str) -> tuple[Man | None, Pose]:
    """Whom a charge meets as everybody stands now, and where: the foe, whoever is first in the way, or nobody.

    [KK-6.8]
    """
    walk = charge_walk(battle, man, foe, gait)
    met = [battle.figures[each] for each in walk.touched if battle.figures[each].side != man.side]
    return foe if foe in met else next(iter(met), None), walk.end


# Forecasts.


def forecast(battle: Battle, request: Request, key: str, answer: Any) -> Sequence[Forecast]:
    """The exact odds behind an option, and what the other side can do in return."""
    return tuple(_forecasts(battle, request, key, answer))


def _forecasts(battle: Battle, request: Request, key: str, answer: Any) -> Iterator[Forecast]:
    if isinstance(request, Plan) and request.what in PLANS:
        yield from PLANS[request.what](battle, battle.figures[key], str(answer))
    elif isinstance(request, Choose) and request.what == "signal" and answer == "signal":
        yield from signal_forecasts(battle, request.side)


def chit_forecasts(battle: Battle, man: Man, chit: str) -> Iterator[Forecast]:
    """What a chit is likely to come to: the nearest charges and shots, the fight at hand, the dead robbed."""
    if chit == "charge":
        for reach in charge_targets(battle, man, charge_gaits(man)).first(LISTED):
            yield charge_forecast(battle, man, reach.foe, reach.gait, unlooked_to(battle, man))
    elif chit == "shoot":
        for target in targets(battle, man).first(3):
            yield shot_forecast(battle, man, target)
    elif chit == "rob":
        upto = int(battle.book.chart("fatigue").at("robbing a corpse"))
        yield Forecast(f"{{{man.id}}} robs the dead", "KK-9.5", f"D10, {upto} or less", (), odds_of(robbed, upto))
    elif chit == HOLD:
        for foe in foes_at_hand(battle, man):
            yield bout_forecast(battle, man, battle.figures[foe], foe)


def declare_forecasts(battle: Battle, man: Man, answer: str) -> Iterator[Forecast]:
    foe, _, gait = answer.partition(":")
    if gait:
        yield charge_forecast(battle, man, battle.figures[foe], gait)
        return
    for target in targets(battle, man).first(3):
        yield shot_forecast(battle, man, target)


def target_forecasts(battle: Battle, man: Man, answer: str) -> Iterator[Forecast]:
    if answer != HOLD:
        yield shot_forecast(battle, man, battle.figures[answer])


def opponent_forecasts(battle: Battle, man: Man, answer: str) -> Iterator[Forecast]:
    yield bout_forecast(battle, man, battle.figures[answer.partition(":")[0]], answer)


PLANS = {
    "chits": chit_forecasts,
    "declarations": declare_forecasts,
    "targets": target_forecasts,
    "opponents": opponent_forecasts,
}


def unlooked_to(battle: Battle, man: Man) -> Mount | None:
    """A wounded horse, before the chits are turned and it is thrown for.  [KK-6.2]"""
    return mount_of(battle, man)[0] if hurt_under(man) else None


def charge_forecast(battle: Battle, man: Man, foe: Man, gait: str, horse: Mount | None = None) -> Forecast:
    """The whole charge, and its first round as the foe fights it, once it has come home.

    If another stands in the way, that is the fight, whether or not the foe runs behind him; if the way leads to
    nobody, it falls short.  [KK-6.8]
    """
    met, at = comes_upon(battle, man, foe, gait)
    other = met or foe
    charging = as_charging(man, other, gait, at)
    bout = bout_of(battle, charging, other, {man.id: other.id, other.id: man.id})
    own, theirs = nerves(battle, man, foe)
    theirs = theirs if met in (foe, None) else None
    runs, times = met is foe and runs_on(foe), times_rolled(battle)
    charge = Onset(own, theirs, bout.one, bout.other, met is None, horse, times, runs)
    title = f"{{{man.id}}} charges {{{foe.id}}} at the {gait}" if man.mounted else f"{{{man.id}}} charges {{{foe.id}}}"
    if met is None:
        return Forecast(title, "KK-6.8", "the way is not open as everybody stands now", (), odds_of(onset, charge))
    if runs:
        return Forecast(title, "KK-3.11", "the foe runs already", (), odds_of(onset, charge))
    title += f", but comes upon {{{met.id}}} first" if met is not foe else ""
    needs = "D10 and combat factor each, the higher strikes home"
    back = bout_forecast(battle, met, charging, man.id)
    return Forecast(title, "KK-8.6", needs, _both(bout), odds_of(onset, charge), back)


def shot_forecast(battle: Battle, shooter: Man, target: Man) -> Forecast:
    """One shot, and the target's shot in return if he has one."""
    able = armed_to_shoot(battle, target) and shooter in targets(battle, target).all()
    return _shot(battle, shooter, target, _shot(battle, target, shooter) if able else None)


def _shot(battle: Battle, shooter: Man, target: Man, back: Forecast | None = None) -> Forecast:
    sight = sight_on(battle, shooter, target)
    words = f"{sight.needs} or more on D10" if sight.needs < MISS else "an automatic miss"
    seen = f"skill {sight.skill}, column {sight.column}: {words}"
    chances = odds_of(shot_outcome, aim_at(battle, shooter, target))
    return Forecast(f"{{{shooter.id}}} shoots at {{{target.id}}}", "KK-7.4", seen, sight.modifiers, chances, back)


def bout_forecast(battle: Battle, man: Man, foe: Man, choice: str) -> Forecast:
    """One round of melee in which both have named each other."""
    bout = bout_of(battle, man, foe, {man.id: choice, foe.id: man.id})
    needs = f"D10 and {bout.one.factor} against D10 and {bout.other.factor}, the higher strikes home"
    title = f"{{{man.id}}} fights {{{foe.id}}}"
    return Forecast(title, "KK-8.6", needs, _both(bout), odds_of(bout_outcome, bout.one, bout.other))


def _both(bout: Bout) -> tuple[Modifier, ...]:
    return (*bout.ours, *(each._replace(name=f"their {each.name}", value=-each.value) for each in bout.theirs))


def signal_forecasts(battle: Battle, side: str) -> Iterator[Forecast]:
    """Whether each leader who waits for the signal heeds it.  [KK-4.5]"""
    for unit in battle.units.values():
        leader = leader_of(battle, unit)
        waits = unit.side == side and unit.orders is not None and unit.orders.until == "signal" and not unit.second
        if waits and leader is not None and leader.able:
            needs = f"D10, {leader.melee} or less"
            yield Forecast(f"{{{leader.id}}} heeds the signal", "KK-4.5", needs, (), odds_of(heeds, leader.melee))
