"""SC-8 Leaders and standards: what a hit does, capture, and the fate of a fallen standard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Event, Left
from kktui.engine.nearby import in_contact
from kktui.engine.state import CAPTURED, DEAD, FLED
from kktui.rules.schiltron.events import MustCheck, StandardFell, StandardRaised, StandardTaken
from kktui.rules.schiltron.events_fighting import Hit
from kktui.rules.schiltron.figures import FALLEN, Battle, Man, is_leader

CAPTORS = 2
"""So many enemies in contact take a leader who falls in melee.  [SC-8.2]"""
BESIDE = 0.01
"""Inches between bases that count as touching the spot where a standard fell: men in ranks leave a hair's breadth."""


class Life(NamedTuple):
    """What a hit does to a figure: a leader rolls, anybody else falls."""

    left: int
    """Hits that eliminate him, 0 for anybody who is no leader."""
    dies_on: int = 0


class Doom(NamedTuple):
    """kill or wound, and the leader's die, 0 when none was thrown."""

    outcome: str
    roll: int = 0


def doom(ask: Ask, life: Life, who: str = "") -> Doom:
    """The opponent's D12: on 1-3 a leader dies, else he has one hit; the third eliminates. Others fall.  [SC-8.1]"""
    if not life.left:
        return Doom("kill")
    roll = ask.roll("1d12", "leader's fate", who)
    return Doom("kill" if roll <= life.dies_on or life.left == 1 else "wound", roll)


def life_of(battle: Battle, man: Man) -> Life:
    """What the next hit may do to him.  [SC-8.1]"""
    if not is_leader(battle, man):
        return Life(0)
    chart = battle.book.chart("leader-hit")
    return Life(max(1, int(chart.at("hits that eliminate")) - man.hits), int(chart.at("dies on, or less")))


def take_hit(battle: Battle, ask: Ask, man: Man, by: str, *, captors: int) -> bool:
    """A hit tells on a man; True when he falls, taken alive if he leads and there are captors.  [SC-8.1, SC-8.2]"""
    life = life_of(battle, man)
    fate = doom(ask, life, by)
    if fate.roll:
        battle.record(Hit(man.id, by, fate.roll, life.dies_on, man.hits + 1, man.hits + life.left, fate.outcome))
    if fate.outcome == "wound":
        return False
    taken = is_leader(battle, man) and captors >= CAPTORS and battle.book.switch("capture") == "taken"
    fall(battle, man, CAPTURED if taken else DEAD, by)
    return True


def captors_of(battle: Battle, man: Man) -> int:
    """The enemies who touch him and are not in rout."""
    return len([each for each in in_contact(battle, man) if not battle.figures[each].routed])


def fall(battle: Battle, man: Man, standing: str, by: str) -> None:
    """A man is out of the battle, and what hangs on him: his unit's leader, its standard.  [SC-6.1, SC-8.2]"""
    unit = battle.units[man.unit]
    battle.record(Left(man.id, standing, by, why_out(battle, man, standing)))
    if unit.bearer == man.id:
        battle.record(StandardFell(unit.id, standing != FLED))
        battle.record(MustCheck(unit.id, "standard"))
    if unit.leader == man.id and standing != FLED:
        battle.record(MustCheck(unit.id, "leader"))


def why_out(battle: Battle, man: Man, standing: str) -> str:
    """The rule by which a man is out: taken, fled, fallen in melee, or shot, for nobody in contact is shot at."""
    if standing in (CAPTURED, FLED):
        return {CAPTURED: "SC-8.2", FLED: "SC-6.5"}[standing]
    return "SC-5.1" if in_contact(battle, man) else "SC-4.2"


def fallen_standards(battle: Battle) -> Iterator[Event]:
    """An enemy in contact with the spot takes a fallen standard; else one of its own takes it up again.  [SC-8.2]"""
    for unit in battle.units.values():
        if unit.standard == FALLEN and unit.fell_with:
            near = by_the_spot(battle, battle.figures[unit.fell_with])
            foes = [man for man in near if man.side != unit.side]
            own = [man for man in near if man.unit == unit.id]
            if foes:
                yield StandardTaken(unit.id, foes[0].id)
            elif own:
                yield StandardRaised(unit.id, own[0].id)


def by_the_spot(battle: Battle, fallen: Man) -> list[Man]:
    """Who touches the spot on which a man fell, his comrades shoulder to shoulder among them; none in rout."""
    gap, here = battle.table.gap_between, (fallen.base, fallen.place)
    near = [battle.figures[each] for each in battle.table.near(fallen.place.at, fallen.base.reach + BESIDE)]
    return [man for man in near if not man.routed and gap(*here, man.base, man.place) <= BESIDE]
