"""SC-7 Rally. The die is better high."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.engine.rulebook import Rulebook
from kktui.rules.schiltron.events import RallyRolled
from kktui.rules.schiltron.fallback import give_way
from kktui.rules.schiltron.figures import Battle


def rally(ask: Ask, who: str = "") -> int:
    """D12 for a unit: elites always, veterans on 4, average on 7, militia on 10 or more.  [SC-7.1]"""
    return ask.roll("1d12", "rally", who)


def needed(book: Rulebook, quality: str) -> int:
    """The lowest die on which men of a quality rally.  [SC-7.1]"""
    return int(book.chart("rally").at(quality))


def who_rallies(battle: Battle, ask: Ask) -> str | None:
    """Each unit with men in rout throws once a turn.  [SC-7.1]"""
    for unit in battle.units.values():
        if not unit.rallied and any(man.routed for man in battle.men(unit.id)):
            return unit.id
    return None


def rally_unit(battle: Battle, ask: Ask, actor: str) -> None:
    """Those whom the die rallies obey again; the others run on toward their edge.  [SC-7.1]"""
    unit = battle.units[actor]
    routed = [man for man in battle.men(unit.id) if man.routed]
    roll = rally(ask, unit.id)
    rallied = tuple(man.id for man in routed if roll >= needed(battle.book, man.quality))
    running = [man for man in routed if man.id not in rallied]
    needs = {man.quality: needed(battle.book, man.quality) for man in routed}
    battle.record(RallyRolled(unit.id, roll, needs, rallied, tuple(man.id for man in running), battle.turn + 1))
    give_way(battle, running)
