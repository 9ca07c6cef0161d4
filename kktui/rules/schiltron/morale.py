"""SC-6 Morale. The die is better high."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import any_within, in_contact, sight_of
from kktui.engine.rulebook import Rulebook
from kktui.engine.state import CAPTURED, DEAD, FIELDED
from kktui.rules.schiltron.events import GaveWay, MoraleChecked
from kktui.rules.schiltron.fallback import give_way
from kktui.rules.schiltron.figures import (
    RAISED,
    TAKEN,
    Battle,
    Company,
    Man,
    fifths,
    formation_of,
    leader_of,
    lost,
    steady_men,
    up_to,
)
from kktui.rules.schiltron.formations import keep_ranks
from kktui.rules.schiltron.troops import QUALITIES

LAST_ROW = 7


class Nerve(NamedTuple):
    """What a unit checks with: the sum of its modifiers."""

    bonus: int


class Check(NamedTuple):
    """The die and the row of the chart it comes to."""

    roll: int
    row: str


def check(ask: Ask, nerve: Nerve, who: str = "") -> Check:
    """D12 and modifiers; below 1 is the first row, 7 and more the last.  [SC-6.2, SC-6.3]"""
    roll = ask.roll("1d12", "morale", who)
    row = max(1, min(LAST_ROW, roll + nerve.bonus))
    return Check(roll, f"{row}+" if row == LAST_ROW else str(row))


def fate(book: Rulebook, row: str, column: str) -> str:
    """FB, RT or NE by the chart.  [SC-6.3]"""
    return str(book.chart("morale").at(row, column))


def causes(battle: Battle, unit: Company) -> tuple[str, ...]:
    """Why a unit must check this turn: what was noted, and a fifth lost in one turn.  [SC-6.1]"""
    heavy = fifths(unit, lost(battle, unit) - unit.lost_before) >= 1
    return (*unit.causes, "fifth") if heavy else unit.causes


def modifiers(battle: Battle, unit: Company) -> Iterator[Modifier]:
    """What bears on a unit's morale.  [SC-6.2]"""
    chart = battle.book.chart("morale-modifiers").rows
    gone = fifths(unit, lost(battle, unit))
    if gone:
        yield Modifier("fifths lost", gone * chart["each fifth lost"], "SC-6.2")
    if unit.standard == TAKEN:
        yield Modifier("standard captured", chart["standard captured"], "SC-6.2")
    leader = battle.figures.get(unit.leader)
    if leader is not None and leader.standing in (DEAD, CAPTURED):
        yield Modifier("leader killed or captured", chart["leader killed or captured"], "SC-6.2")
    if leads(battle, unit):
        yield Modifier("leader in combat or leading", chart["leader in combat or leading"], "SC-6.2")


def leads(battle: Battle, unit: Company) -> bool:
    """Whether its leader is with it, within 4 inches of one of his men, or fights; not in rout.  [SC-6.2]"""
    leader = leader_of(battle, unit)
    if leader is None or leader.routed:
        return False
    if in_contact(battle, leader) or unit.strength == 1:
        return True
    near = float(battle.book.chart("morale-levels").at("leader within"))
    return any_within(battle, leader, (man for man in battle.men(unit.id) if man is not leader), up_to(near))


def level_steps(battle: Battle, man: Man) -> Iterator[Modifier]:
    """What moves a man's column up or down.  [SC-6.4]"""
    chart = battle.book.chart("morale-levels").rows
    if formation_of(battle, man) or beside_leader(battle, man):
        yield Modifier("by a leader or in formation", chart["by a leader or in formation"], "SC-6.4")
    if not sees_standard(battle, man):
        yield Modifier("cannot see his standard", chart["cannot see his standard"], "SC-6.4")


def beside_leader(battle: Battle, man: Man) -> bool:
    """Within 4 inches of a leader of his side who is not in rout.  [SC-6.4]"""
    near = float(battle.book.chart("morale-levels").at("leader within"))
    leaders = (battle.figures[unit.leader] for unit in battle.units.values() if unit.side == man.side and unit.leader)
    here = [leader for leader in leaders if leader.standing == FIELDED and not leader.routed]
    return man in here or any_within(battle, man, here, up_to(near))


def sees_standard(battle: Battle, man: Man) -> bool:
    """Whether his unit's standard is up and in his sight; who never had one does not miss it.  [SC-6.4]"""
    unit = battle.units[man.unit]
    if not unit.standard:
        return True
    bearer = battle.figures.get(unit.bearer)
    if unit.standard != RAISED or bearer is None or bearer.standing != FIELDED:
        return False
    return man is bearer or sight_of(battle, man, bearer).clear


def column(battle: Battle, man: Man) -> str:
    """The column of the chart he reads: his quality, moved, but not beyond elite and militia.  [SC-6.3, SC-6.4]"""
    at = QUALITIES.index(man.quality) + total(level_steps(battle, man))
    return QUALITIES[max(0, min(len(QUALITIES) - 1, at))]


def fates(battle: Battle, unit: Company, row: str) -> Mapping[str, str]:
    """What one die comes to for each man of the unit who is not in rout already.  [SC-6.3]"""
    return {man.id: fate(battle.book, row, column(battle, man)) for man in steady_men(battle, unit)}


def who_checks(battle: Battle, ask: Ask) -> str | None:
    """All units check on the field as it stands; then those give way who must."""
    for unit in battle.units.values():
        if not unit.checked and steady_men(battle, unit) and causes(battle, unit):
            return unit.id
    return next((unit.id for unit in battle.units.values() if any(man.fate for man in battle.men(unit.id))), None)


def check_morale(battle: Battle, ask: Ask, actor: str) -> None:
    """One unit's check, or its men giving way.  [SC-6.1, SC-6.5]"""
    unit = battle.units[actor]
    if unit.checked:
        give_way(battle, [man for man in battle.men(unit.id) if man.fate])
        battle.record(GaveWay(unit.id))
        keep_ranks(battle)
        return
    named = tuple(modifiers(battle, unit))
    result = check(ask, Nerve(total(named)), unit.id)
    outcome = fates(battle, unit, result.row)
    why, rests = causes(battle, unit), battle.turn + 1
    battle.record(MoraleChecked(unit.id, why, result.roll, named, result.row, outcome, rests))
