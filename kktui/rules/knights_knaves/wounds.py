"""KK-1.6 Losing stamina, falling, being disabled; horses that go down (KK-1.4)."""

from __future__ import annotations

from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.modifiers import Modifier
from kktui.engine.state import DEAD, FIELDED
from kktui.rules.knights_knaves.events_fighting import Disabled, Fell, HorseWounded, Tested, Unhorsed, Wounded
from kktui.rules.knights_knaves.falls import (
    DOWN,
    PLAIN,
    Body,
    Tumble,
    body_of,
    more_when_weak,
    steadiness,
    tumble,
    why_he_may_fall,
)
from kktui.rules.knights_knaves.figures import Battle, Man
from kktui.rules.knights_knaves.morale import witnesses


class Hit(NamedTuple):
    """A hit that tells: what it costs, whose it is, what of it bears on a fall, and by which rule."""

    loss: int
    by: str
    how: str = PLAIN
    rule: str = "KK-8.7"


def hurt(battle: Battle, ask: Ask, man: Man, hit: Hit) -> None:
    """A man is hit: he loses stamina, and tests for a fall at once if he has to.  [KK-1.6, KK-8.8]"""
    if man.standing != FIELDED:
        return
    body = body_of(battle, man)
    if hit.loss:
        battle.record(Wounded(man.id, hit.loss, man.stamina - hit.loss, hit.by, hit.rule))
    if man.stamina <= 0:
        disable(battle, man, hit.by)
    elif why_he_may_fall(body, hit.loss, hit.how):
        take_fall(battle, ask, man, body, hit)


def take_fall(battle: Battle, ask: Ask, man: Man, body: Body, hit: Hit) -> None:
    """The dice of a fall and what they do.  [KK-8.9, KK-8.10]"""
    fall, why = tumble(ask, body, hit.loss, man.id), why_he_may_fall(body, hit.loss, hit.how)
    seat = _seat_modifiers(battle, man, body, hit.loss)
    battle.record(Tested(man.id, fall.roll, seat, body.seat, fall.falls, why))
    if not fall.falls:
        return
    more = more_when_weak(body, body.stamina - hit.loss)
    battle.record(Fell(man.id, fall.effect, more if fall.effect else 0, fall.loss, fall.stunned, _called(fall)))
    if man.mounted:
        battle.record(Unhorsed(man.id, "waits" if battle.book.switch("riderless") == "waits" else "gone"))
    if fall.disabled:
        disable(battle, man, hit.by)


def _seat_modifiers(battle: Battle, man: Man, body: Body, loss: int) -> tuple[Modifier, ...]:
    named = list(steadiness(battle, man))
    lost = body.original - body.stamina + (loss if body.with_blow else 0)
    if lost:
        named.append(Modifier("stamina lost", body.each_point * lost, "KK-8.9"))
    return tuple(named)


def _called(fall: Tumble) -> str:
    if fall.disabled:
        return "disabled" if fall.effect else "killed"
    if fall.loss:
        return "hurt and stunned"
    return "stunned" if fall.stunned else "none the worse"


def disable(battle: Battle, man: Man, by: str) -> None:
    """He can fight no more and lies where he fell; his friends see it.  [KK-1.6, KK-3.5]"""
    beside, behind = witnesses(battle, man)
    battle.record(Disabled(man.id, by, tuple(beside), tuple(behind)))
    battle.record(Left(man.id, DEAD, by, "KK-1.6"))


def hurt_horse(battle: Battle, ask: Ask, man: Man, loss: int, by: str) -> None:
    """A horse is hit; one with no stamina left is down, and its rider tests for a fall.  [KK-1.4]"""
    if man.standing != FIELDED or not man.mounted or not loss:
        return
    body = body_of(battle, man)
    battle.record(HorseWounded(man.id, loss, man.horse_stamina - loss, by))
    if man.horse_stamina > 0:
        return
    battle.record(Unhorsed(man.id, "down", "KK-1.4"))
    if body.thrown:
        take_fall(battle, ask, man, body, Hit(0, by, DOWN))
