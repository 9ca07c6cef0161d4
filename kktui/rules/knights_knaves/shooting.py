"""KK-7 Shooting."""

from __future__ import annotations

from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.aim import MISS, Aim, aim_at, said, sight_on, targets, why_right
from kktui.rules.knights_knaves.command import armed_to_shoot
from kktui.rules.knights_knaves.events import Done
from kktui.rules.knights_knaves.events_fighting import Aimed, Shot, Volley
from kktui.rules.knights_knaves.falls import PLAIN, damage, hit_outcome, horse_outcome, loss_of
from kktui.rules.knights_knaves.fatigue import look_to_quivers
from kktui.rules.knights_knaves.figures import Battle, Man
from kktui.rules.knights_knaves.morale import check_wave, who_must_check
from kktui.rules.knights_knaves.orders import HOLD, order_of
from kktui.rules.knights_knaves.wounds import Hit, hurt, hurt_horse


class Flight(NamedTuple):
    """How a shot went; a die not thrown is 0."""

    roll: int
    at: str = ""
    """man, rider or horse; empty for a miss."""
    part: int = 0
    damage: int = 0
    loss: int = 0


def shoot(ask: Ask, aim: Aim, who: str = "") -> Flight:
    """The hit number or more hits; horse or rider; D10s of damage less armour.  [KK-7.4, KK-7.5, KK-7.6]"""
    roll = to_hit(ask, aim.needs, who)
    if roll < aim.needs:
        return Flight(roll)
    part = horse_or_rider(ask, who) if aim.horse_upto else 0
    horse = 0 < part <= aim.horse_upto
    hit = damage(ask, aim.dice, aim.more, aim.horse_armour if horse else aim.body.armour, who)
    return Flight(roll, "horse" if horse else "rider" if part else "man", part, hit.points, hit.loss)


def to_hit(ask: Ask, needs: int, who: str = "") -> int:
    """The die of a shot; none is thrown for an automatic miss.  [KK-7.4]"""
    return ask.roll("1d10", "to hit", who) if needs < MISS else 0


def horse_or_rider(ask: Ask, who: str = "") -> int:
    """Which of the two is hit.  [KK-7.6]"""
    return ask.roll("1d10", "horse or rider", who)


def hits(ask: Ask, needs: int) -> bool:
    """Whether a shot hits."""
    return to_hit(ask, needs) >= needs


def hits_horse(ask: Ask, upto: int) -> bool:
    """Whether a hit on a rider is on his horse."""
    return horse_or_rider(ask) <= upto


def shot_outcome(ask: Ask, aim: Aim) -> str:
    """How a shot ends, the fall of a rider counted in."""
    if not ask.part(hits, aim.needs):
        return "miss"
    if aim.horse_upto and ask.part(hits_horse, aim.horse_upto):
        loss = ask.part(loss_of, aim.dice, aim.more, aim.horse_armour)
        return ask.part(horse_outcome, aim.body, loss, aim.horse_stamina)
    return ask.part(hit_outcome, aim.body, ask.part(loss_of, aim.dice, aim.more, aim.body.armour), PLAIN)


# The phase.


def shooters(battle: Battle, side: str = "") -> list[Man]:
    """Those whose order lets them shoot, and who still can, of one side or of all."""
    men = [man for man in battle.fielded(side) if man.order and order_of(man).shoots]
    return [man for man in men if armed_to_shoot(battle, man)]


def who_shoots(battle: Battle, ask: Ask) -> str | None:
    """All name their targets, then shot after shot; then the hits tell, and the morale of those who saw."""
    notes = battle.notes
    if "aim" not in notes.done and shooters(battle):
        return "aim"
    if notes.shots:
        return notes.shots[0][0]
    if notes.hurts:
        return "hits"
    at_once = battle.book.switch("ammunition") == "shooting phase"
    if at_once and "quivers" not in notes.done and any(man.shot for man in battle.figures.values()):
        return "quivers"
    return who_must_check(battle)


def shooting(battle: Battle, ask: Ask, actor: str) -> None:
    """One part of the shooting phase."""
    if actor == "aim":
        take_aim(battle, ask)
    elif actor == "hits":
        hits_tell(battle, ask)
    elif actor == "quivers":
        battle.record(Done("quivers"))
        look_to_quivers(battle, ask)
    elif actor == "morale":
        check_wave(battle, ask)
    else:
        loose(battle, ask, battle.figures[actor], battle.figures[battle.notes.shots[0][1]])


def take_aim(battle: Battle, ask: Ask) -> None:
    """Everybody who may shoot names a target, both sides at once.  [KK-7.4]"""
    battle.record(Done("aim"))
    requests = [targets_request(battle, side) for side in battle.sides]
    answers = ask.together([each for each in requests if each.parts])
    shots = [pair for side in battle.sides for pair in answers.get(side, {}).items() if pair[1] != HOLD]
    if shots:
        battle.record(Aimed(tuple(sorted(shots))))


def targets_request(battle: Battle, side: str) -> Plan:
    """The question whom each man shoots at.  [KK-7.7]"""
    parts = {}
    for man in shooters(battle, side):
        if foes := targets(battle, man).all():
            options = (*(Option(foe.id, foe.id) for foe in foes), Option(HOLD))
            parts[man.id] = Choose(side, "target", man.id, options, "KK-7.7")
    return Plan(side, "targets", side, parts, "KK-7.4")


def loose(battle: Battle, ask: Ask, shooter: Man, target: Man) -> None:
    """One shot; what it hits tells when all have shot.  [KK-7.4, KK-7.5]"""
    sight, aim = sight_on(battle, shooter, target), aim_at(battle, shooter, target)
    flight = shoot(ask, aim, shooter.id)
    battle.record(
        Shot(
            figure=shooter.id,
            target=target.id,
            weapon=shooter.weapon,
            inches=said(sight.inches),
            right=why_right(battle, shooter, target),
            skill=shooter.shooting,
            modifiers=sight.modifiers,
            column=sight.column,
            needs=sight.needs,
            roll=flight.roll,
            part=flight.part,
            at=flight.at,
            dice=aim.dice if flight.at else 0,
            more=aim.more if flight.at else 0,
            damage=flight.damage,
            armour=aim.horse_armour if flight.at == "horse" else target.armour,
            loss=flight.loss,
            outcome=_called(flight),
        )
    )


def _called(flight: Flight) -> str:
    if not flight.at:
        return "miss"
    return f"{flight.at} hit" if flight.loss else f"{flight.at} unhurt"


def hits_tell(battle: Battle, ask: Ask) -> None:
    """All shots of the phase count as one volley: nobody is saved from shooting by being shot first.  [KK-7.5]"""
    hurts = battle.notes.hurts
    battle.record(Volley())
    for figure, at, loss, by in hurts:
        man = battle.figures[figure]
        if man.standing == FIELDED and at == "horse":
            hurt_horse(battle, ask, man, loss, by)
        else:
            hurt(battle, ask, man, Hit(loss, by, rule="KK-7.5"))
