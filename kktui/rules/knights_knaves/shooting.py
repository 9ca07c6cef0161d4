"""KK-7 Shooting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.command import armed_to_shoot
from kktui.rules.knights_knaves.cover import in_the_way, shelters
from kktui.rules.knights_knaves.events import Aimed, Done, Shot, Volley
from kktui.rules.knights_knaves.falls import PLAIN, Body, body_of, damage, hit_outcome, horse_outcome, loss_of
from kktui.rules.knights_knaves.fatigue import look_to_quivers
from kktui.rules.knights_knaves.figures import Battle, Man, foes_at_hand, foes_by_distance, sees, weak_line
from kktui.rules.knights_knaves.morale import check_wave, who_must_check
from kktui.rules.knights_knaves.orders import HOLD, order_of
from kktui.rules.knights_knaves.troops import THROWN, shoots_as
from kktui.rules.knights_knaves.wounds import Hit, hurt, hurt_horse

MISS = 11
"""The hit number that no D10 shows: an automatic miss."""
HIGHEST, LOWEST = 10, -7
"""Skills of the table; above counts as the first, below cannot hit.  [KK-7.3]"""
NEAR, FAR = 6.0, 20.0
"""Inches that part the bands of damage.  [KK-7.5]"""


class Aim(NamedTuple):
    """All that decides a shot but the dice."""

    needs: int
    dice: int
    more: int
    body: Body
    horse_upto: int = 0
    """The highest die that is the horse; 0 for a man on foot."""
    horse_armour: int = 0
    horse_stamina: int = 0


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
        return horse_outcome(ask.part(loss_of, aim.dice, aim.more, aim.horse_armour), aim.horse_stamina)
    return ask.part(hit_outcome, aim.body, ask.part(loss_of, aim.dice, aim.more, aim.body.armour), PLAIN)


# Skill.


def steps_down(battle: Battle, shooter: Man, target: Man) -> Iterator[Modifier]:
    """What takes steps off the shooting skill.  [KK-7.1]"""
    yield from _target_steps(battle, shooter, target)
    chart = battle.book.charts["shooter-steps"]
    if shooter.worn:
        each = int(chart.rows["permanent fatigue, each level"])
        yield Modifier("permanent fatigue", -each * shooter.worn, "KK-7.1")
    yield from weak_line(shooter, chart, "KK-7.1", -1)


def _target_steps(battle: Battle, shooter: Man, target: Man) -> Iterator[Modifier]:
    rows = battle.book.charts["target-steps"].rows
    sheltered = shelters(battle, shooter, target)
    walls = [name for name in sheltered if name != "obstructed view"]
    worst = max(walls, key=lambda name: (rows[name], name), default="")
    if worst:
        yield Modifier(worst, -int(rows[worst]), "KK-7.1")
    if len(walls) < len(sheltered) or in_the_way(battle, shooter, target):
        yield Modifier("obstructed view", -int(rows["obstructed view"]), "KK-7.1")
    if target.shield != "none":
        name = target.shield if target.shield == "pavise" else f"{target.shield} shield"
        yield Modifier(name, -int(rows[name]), "KK-7.1")
    if target.mounted:
        yield Modifier("mounted", -int(rows["mounted"]), "KK-7.1")


def skill(battle: Battle, shooter: Man, target: Man) -> tuple[int, tuple[Modifier, ...]]:
    """The modified shooting skill, and why; who moved has half of it, taken first.  [KK-7.1]"""
    named = tuple(steps_down(battle, shooter, target))
    if not halved(battle, shooter):
        return shooter.shooting + sum(each.value for each in named), named
    if battle.book.switch("moved-skill") == "first":
        lost = Modifier("moved: half the skill", shooter.shooting // 2 - shooter.shooting, "KK-7.1")
        return shooter.shooting + lost.value + sum(each.value for each in named), (lost, *named)
    whole = shooter.shooting + sum(each.value for each in named)
    return whole // 2, (*named, Modifier("moved: half the skill", whole // 2 - whole, "KK-7.1"))


def halved(battle: Battle, shooter: Man) -> bool:
    """Whether moving costs him half his skill; what is thrown is exempt.  [KK-7.1]"""
    thrown = shoots_as(battle.book, shooter.weapon) in THROWN
    return shooter.moved and (not thrown or bool(battle.book.switch("thrown-moved")))


# Range.


def columns_right(battle: Battle, shooter: Man, target: Man) -> int:
    """How far the range moves to the right in the table.  [KK-7.2]"""
    rows = battle.book.charts["columns-right"].rows
    return int(rows[shoots_as(battle.book, shooter.weapon)]) + (int(rows["target moved"]) if target.moved else 0)


def hit_number(book: Rulebook, skill_: int, inches: float, right: int) -> tuple[int, int]:
    """The hit number and the column it stands in; 11 and 0 for an automatic miss.  [KK-7.3]"""
    chart = book.charts["shooting"]
    first = next((i for i, column in enumerate(chart.columns) if inches <= float(column)), len(chart.columns))
    if skill_ < LOWEST or first + right >= len(chart.columns):
        return MISS, 0
    cell = chart.rows[str(min(HIGHEST, skill_))][first + right]
    return MISS if cell == "--" else int(cell), int(chart.columns[first + right])


def damage_dice(book: Rulebook, inches: float) -> int:
    """D10s of damage by the range as it is measured.  [KK-7.5]"""
    label = "less than 6 inches" if inches < NEAR else "6 to 20 inches" if inches <= FAR else "more than 20 inches"
    return int(book.charts["shooting-damage"].rows[label])


class Sight(NamedTuple):
    """Skill and range of a shot as it would be made now, and how they come about."""

    needs: int
    skill: int
    modifiers: tuple[Modifier, ...]
    inches: float
    column: int


def sight_on(battle: Battle, shooter: Man, target: Man) -> Sight:
    """The hit number of a shot as it would be made now, remembered until something happens.  [KK-7.1 to KK-7.3]"""
    key = ("sight on", shooter.id, target.id)
    found: Sight | None = battle.memo.get(key)
    if found is None:
        inches = battle.table.gap(shooter.id, target.id)
        modified, named = skill(battle, shooter, target)
        needs, column = hit_number(battle.book, modified, inches, columns_right(battle, shooter, target))
        found = battle.memo[key] = Sight(needs, modified, named, inches, column)
    return found


def aim_at(battle: Battle, shooter: Man, target: Man) -> Aim:
    """All that decides a shot as it would be made now.  [KK-7.3, KK-7.5, KK-7.6]"""
    book = battle.book
    needs, _, _, inches, _ = sight_on(battle, shooter, target)
    return Aim(
        needs,
        damage_dice(book, inches),
        int(book.charts["hard-hitting"].rows[shoots_as(book, shooter.weapon)]),
        body_of(battle, target),
        int(book.switch("horse-hit")) if target.mounted else 0,
        target.horse_armour,
        target.horse_stamina,
    )


# Whom one may shoot at.


def reach_of(battle: Battle, man: Man) -> float:
    """How far his weapon carries at all.  [KK-7.3, KK-7.7]"""
    shoots = shoots_as(battle.book, man.weapon)
    columns = battle.book.charts["shooting"].columns
    right = int(battle.book.charts["columns-right"].rows[shoots])
    last = float(columns[max(0, len(columns) - 1 - right)])
    return min(last, float(battle.book.charts["thrown-reach"].rows.get(shoots, last)))


def targets(battle: Battle, shooter: Man) -> list[Man]:
    """Whom a man may shoot at with any hope, nearest first.  [KK-7.3, KK-7.7]"""
    key = ("targets", shooter.id)
    found: list[Man] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = [
            foe for foe in foes_by_distance(battle, shooter) if not why_not_at(battle, shooter, foe)
        ]
    return found


def why_not_at(battle: Battle, shooter: Man, target: Man) -> str:
    """Why this man may not shoot at that one, or nothing.  [KK-7.3, KK-7.7]"""
    if not within_hope(battle, shooter, target):
        return "is out of range"
    if foes_at_hand(battle, target) and not battle.book.switch("into-melee"):
        return "is in melee"
    if not sees(battle, shooter, target):
        return "is out of sight"
    return ""


def within_hope(battle: Battle, shooter: Man, target: Man) -> bool:
    """Whether a shot could hit if nothing sheltered the target: a quick look before sight is looked into."""
    inches = battle.table.gap(shooter.id, target.id)
    if inches > reach_of(battle, shooter):
        return False
    plain = shooter.shooting // 2 if halved(battle, shooter) else shooter.shooting
    return hit_number(battle.book, plain, inches, columns_right(battle, shooter, target))[0] < MISS


# The phase.


def shooters(battle: Battle) -> list[Man]:
    """Those whose order lets them shoot, and who still can."""
    men = [man for man in battle.figures.values() if man.order and order_of(man).shoots]
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
    for man in shooters(battle):
        if man.side == side and (foes := targets(battle, man)):
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
            inches=round(sight.inches, 1),
            skill=shooter.shooting,
            modifiers=sight.modifiers,
            column=sight.column,
            needs=sight.needs,
            roll=flight.roll,
            part=flight.part,
            at=flight.at,
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
