"""SC-4 Shooting. The shooter's die and the block are both better low."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.hiding import reveal
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import foes_within, in_contact, sight_of, some_foes_within
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import FIELDED
from kktui.rules.schiltron.events import MustCheck
from kktui.rules.schiltron.events_fighting import Aimed, HitTold, Shot
from kktui.rules.schiltron.figures import Battle, Man, missile, up_to
from kktui.rules.schiltron.formations import keep_ranks
from kktui.rules.schiltron.leaders import take_hit
from kktui.rules.schiltron.movement import normal_move
from kktui.rules.schiltron.troops import PROTECTIONS

NO_TARGET = "hold"
SHORT, LONG = "short", "long"


class Aim(NamedTuple):
    """What a shot is made with: the highest die that hits, and the highest that blocks."""

    needs: int
    blocks: int


class Flight(NamedTuple):
    """How a shot went, with its dice; a block that was not thrown is 0."""

    outcome: str
    roll: int
    block: int = 0


def shoot(ask: Ask, aim: Aim, who: str = "", whom: str = "") -> Flight:
    """D12: short range hits on 1-6, long on 1-3; then the target's D12 to block.  [SC-4.1, SC-4.2]"""
    roll = ask.roll("1d12", "to hit", who)
    if roll > aim.needs:
        return Flight("miss", roll)
    block = ask.roll("1d12", "to block", whom)
    return Flight("blocked" if block <= aim.blocks else "hit", roll, block)


def range_band(book: Rulebook, weapon: str, inches: float) -> str:
    """short, long, or nothing out of range.  [SC-4.1]"""
    chart = book.chart("missiles")
    row = missile(book, weapon)
    return SHORT if inches <= up_to(chart.at(row, SHORT)) else LONG if inches <= up_to(chart.at(row, LONG)) else ""


def protection_steps(battle: Battle, shooter: Man, target: Man) -> Iterator[Modifier]:
    """What moves the target's protection up or down the scale; not for a cannon, which leaves none.  [SC-4.3]"""
    chart = battle.book.chart("protection-steps").rows
    row = missile(battle.book, shooter.missile)
    if row == "cannon":
        return
    if sight_of(battle, shooter, target).cover:
        yield Modifier("in woods or cover", chart["in woods or cover"], "SC-4.3")
    gap = battle.table.gap(shooter.id, target.id)
    if shooter.missile == "longbow" and range_band(battle.book, shooter.missile, gap) == SHORT:
        yield Modifier("longbow at short range", chart["longbow at short range"], "SC-4.3")
    if row in chart:
        yield Modifier(row, chart[row], "SC-4.3")


def protection_against(battle: Battle, shooter: Man, target: Man) -> tuple[str, tuple[Modifier, ...]]:
    """The protection that counts against a shot, which stops at the ends of the scale.  [SC-4.3]"""
    steps = tuple(protection_steps(battle, shooter, target))
    if missile(battle.book, shooter.missile) == "cannon":
        return str(battle.book.chart("protection-steps").at("cannon")), steps
    return shifted(target.protection, total(steps)), steps


def shifted(protection: str, steps: int) -> str:
    """So many levels up or down, but not beyond UA and FP.  [SC-4.3]"""
    return PROTECTIONS[max(0, min(len(PROTECTIONS) - 1, PROTECTIONS.index(protection) + steps))]


def aim_at(battle: Battle, shooter: Man, target: Man) -> Aim:
    """A shot as it would be made now.  [SC-4.1, SC-4.2]"""
    band = range_band(battle.book, shooter.missile, battle.table.gap(shooter.id, target.id))
    against, _ = protection_against(battle, shooter, target)
    return Aim(int(battle.book.chart("hits-on").at(band)), int(battle.book.chart("block").at(against)))


def why_not_shoot(battle: Battle, man: Man) -> str:
    """Why a man may not shoot at all this turn, or nothing.  [SC-4.4]"""
    if not man.missile:
        return "has nothing to shoot with"
    if man.routed:
        return "is in rout"
    if man.charged or in_contact(battle, man):
        return "is in contact with an enemy"
    if battle.book.switch("reloading") == "slow" and man.ready > battle.turn:
        return f"is loading until turn {man.ready}"
    return why_not_after_move(battle, man)


def why_not_after_move(battle: Battle, man: Man) -> str:
    """Javelin and bow shoot after half a move, as it was for them this turn; the rest only if still.  [SC-4.4]"""
    if not man.moved or battle.book.switch("moving-shots") == "free":
        return ""
    may = battle.book.chart("missiles").at(missile(battle.book, man.missile), "may move")
    if may == "half" and man.moved <= (man.whole or normal_move(battle.book, man)) / 2:
        return ""
    return "has moved more than half its move" if may == "half" else "has moved"


def targets(battle: Battle, shooter: Man) -> list[Man]:
    """Whom a man may shoot at, nearest first: in range and in sight, and in no melee.  [SC-4.1]"""
    key = ("targets", shooter.id)
    found: list[Man] | None = battle.memo.get(key)
    if found is None:
        near = (foe for _, _, foe in foes_within(battle, shooter, up_to(longest_range(battle, shooter))))
        found = battle.memo[key] = [foe for foe in near if not why_not_at(battle, shooter, foe)]
    return found


def why_not_at(battle: Battle, shooter: Man, target: Man) -> str:
    """Why a man in range may not be shot at, or nothing.  [SC-4.1]"""
    if battle.units[target.unit].hidden:
        return "is not seen"
    if in_contact(battle, target):
        return "is in melee"
    return "" if sight_of(battle, shooter, target).clear else "is out of sight"


def shooters(battle: Battle, side: str) -> list[Man]:
    """The men of a side who may shoot and have somebody to shoot at."""
    men = (man for man in battle.fielded(side) if man.missile and not why_not_shoot(battle, man))
    return [man for man in men if targets(battle, man)]


def anybody_shoots(battle: Battle) -> bool:
    """Whether there is anybody to aim at all: who may shoot, and one enemy for him."""
    return any(has_target(battle, man) for man in battle.fielded() if man.missile and not why_not_shoot(battle, man))


def has_target(battle: Battle, shooter: Man) -> bool:
    near = some_foes_within(battle, shooter, up_to(longest_range(battle, shooter)))
    return any(not why_not_at(battle, shooter, foe) for foe in near)


def longest_range(battle: Battle, shooter: Man) -> float:
    """How far his weapon carries.  [SC-4.1]"""
    return float(battle.book.chart("missiles").at(missile(battle.book, shooter.missile), LONG))


def who_shoots(battle: Battle, ask: Ask) -> str | None:
    """All aim together, then each shoots, then the hits tell.  [SC-2.1]"""
    notes = battle.notes
    if notes.shots:
        return "shot"
    if notes.hits:
        return "hit"
    return None if notes.aimed or not anybody_shoots(battle) else "aim"


def shooting(battle: Battle, ask: Ask, actor: str) -> None:
    """One step of the shooting."""
    {"aim": take_aim, "shot": one_shot, "hit": one_hit}[actor](battle, ask)


def take_aim(battle: Battle, ask: Ask) -> None:
    """Both sides name their targets face down, for all shoot together.  [SC-2.1]"""
    requests = [request for side in battle.sides if (request := fire_request(battle, side)).parts]
    answers = ask.together(requests)
    shots = [
        (shooter, target)
        for side in battle.sides
        for shooter, target in answers.get(side, {}).items()
        if target != NO_TARGET
    ]
    for unit in dict.fromkeys(battle.figures[shooter].unit for shooter, _ in shots):
        if battle.units[unit].hidden:
            reveal(battle, battle.units[unit], "acts", "SC-2.1")
    battle.record(Aimed(tuple(shots)))


def fire_request(battle: Battle, side: str) -> Plan:
    """The question whom each man shoots at."""
    parts = {
        man.id: Choose(
            side,
            "target",
            man.id,
            (*(Option(foe.id, foe.id) for foe in targets(battle, man)), Option(NO_TARGET)),
            "SC-4.1",
        )
        for man in shooters(battle, side)
    }
    return Plan(side, "targets", side, parts, "SC-4.1", secret=True)


def one_shot(battle: Battle, ask: Ask) -> None:
    """The next shot; what it hits falls when all have shot. Cannon fire tries a unit's nerve.  [SC-6.1]"""
    shooter, target = (battle.figures[each] for each in battle.notes.shots[0])
    aim = aim_at(battle, shooter, target)
    against, steps = protection_against(battle, shooter, target)
    flight = shoot(ask, aim, shooter.id, target.id)
    inches = round(battle.table.gap(shooter.id, target.id), 1)
    row = missile(battle.book, shooter.missile)
    battle.record(
        Shot(
            figure=shooter.id,
            target=target.id,
            weapon=shooter.missile,
            inches=inches,
            band=range_band(battle.book, shooter.missile, battle.table.gap(shooter.id, target.id)),
            needs=aim.needs,
            roll=flight.roll,
            protection=against,
            steps=steps if flight.block else (),
            blocks=aim.blocks,
            block=flight.block,
            outcome=flight.outcome,
            ready=battle.turn + int(battle.book.chart("missiles").at(row, "shoots every")),
        )
    )
    if row == "cannon":
        battle.record(MustCheck(target.unit, "cannon"))


def one_hit(battle: Battle, ask: Ask) -> None:
    """The next of the hits tells, if its victim still stands; losses to handguns try the nerve.  [SC-6.1]"""
    target, shooter, weapon = battle.notes.hits[0]
    man = battle.figures[target]
    battle.record(HitTold(shooter))
    if man.standing == FIELDED:
        fell = take_hit(battle, ask, man, shooter, captors=0)
        if fell and missile(battle.book, weapon) == "handgun":
            battle.record(MustCheck(man.unit, "handgun"))
    if not battle.notes.hits:
        keep_ranks(battle)
