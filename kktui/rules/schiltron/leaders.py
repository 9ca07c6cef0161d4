"""SC-8 Leaders and standards: what a hit does, capture, and the fate of a fallen standard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Event, Left
from kktui.engine.nearby import in_contact
from kktui.engine.state import CAPTURED, DEAD, FLED
from kktui.rules.schiltron.events import Hit, MustCheck, StandardFell, StandardRaised, StandardTaken
from kktui.rules.schiltron.figures import FALLEN, Battle, Man, is_leader
from kktui.table.geometry import FOOT, GRAIN

CAPTORS = 2
"""So many enemies in contact take a leader who falls in melee.  [SC-8.2]"""


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
    """A leader who is hit dies on 1-3 of D12, else has one hit; the third eliminates him. Others fall.  [SC-8.1]"""
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
    fate = doom(ask, life, man.id)
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
    battle.record(Left(man.id, standing, by, {CAPTURED: "SC-8.2", FLED: "SC-6.5"}.get(standing, "SC-5.1")))
    if unit.bearer == man.id:
        battle.record(StandardFell(unit.id, None if standing == FLED else man.place.at))
        battle.record(MustCheck(unit.id, "standard"))
    if unit.leader == man.id and standing != FLED:
        battle.record(MustCheck(unit.id, "leader"))


def fallen_standards(battle: Battle) -> Iterator[Event]:
    """An enemy in contact with the spot takes a fallen standard; else one of its own takes it up again.  [SC-8.2]"""
    for unit in battle.units.values():
        if unit.standard == FALLEN and unit.fell_at is not None:
            near = [battle.figures[each] for each in battle.table.near(unit.fell_at, FOOT.half_width + GRAIN)]
            foes = [man for man in near if man.side != unit.side and not man.routed]
            own = [man for man in near if man.unit == unit.id and not man.routed]
            if foes and not own:
                yield StandardTaken(unit.id, foes[0].id)
            elif own and not foes:
                yield StandardRaised(unit.id, own[0].id)
