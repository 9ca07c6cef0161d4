"""KK-6.2 Horse panic."""

from __future__ import annotations

from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.state import FIELDED
from kktui.rules.knights_knaves.events_moving import Panicked
from kktui.rules.knights_knaves.figures import Battle, Man, band

BEARS_UP = "no effect"
"""What the table says of a horse that does as its rider likes."""


class Panic(NamedTuple):
    """What a wounded horse does."""

    result: str
    roll: int


class Mount(NamedTuple):
    """All that decides what a wounded horse does but the die."""

    more: int
    bounds: tuple[str, ...]
    cells: tuple[str, ...]


def panic(ask: Ask, mount: Mount, who: str = "") -> Panic:
    """D10 and remaining stamina, 3 more for a war-horse, 3 less for a nag.  [KK-6.2]"""
    roll = ask.roll("1d10", "horse panic", who)
    return Panic(mount.cells[mount.bounds.index(band(mount.bounds, roll + mount.more))], roll)


def mount_of(battle: Battle, man: Man) -> tuple[Mount, tuple[Modifier, ...]]:
    """A wounded horse as it is now, and why.  [KK-6.2]"""
    bred = int(battle.book.chart("mounts").at(man.horse, "panic"))
    named = [Modifier("remaining stamina", man.horse_stamina, "KK-6.2")]
    if bred:
        named.append(Modifier("war-horse" if bred > 0 else "nag", bred, "KK-6.2"))
    rows = battle.book.chart("horse-panic").rows
    return Mount(total(named), tuple(rows), tuple(rows.values())), tuple(named)


def wounded_horses(battle: Battle) -> list[Man]:
    """The riders of wounded horses.  [KK-6.2]"""
    return [man for man in battle.figures.values() if hurt_under(man) and man.standing == FIELDED]


def hurt_under(man: Man) -> bool:
    return man.mounted and man.horse_stamina < man.horse_original


def look_to_horses(battle: Battle, ask: Ask) -> None:
    """Every wounded horse is thrown for before anybody moves.  [KK-6.2]"""
    for man in wounded_horses(battle):
        facts, named = mount_of(battle, man)
        result = panic(ask, facts, man.id)
        battle.record(Panicked(man.id, result.roll, named, result.result))
