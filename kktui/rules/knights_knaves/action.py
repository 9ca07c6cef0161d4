"""KK-5 Action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.hiding import reveal
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import any_within
from kktui.engine.requests import Plan
from kktui.engine.rulebook import Rulebook
from kktui.rules.knights_knaves.command import served
from kktui.rules.knights_knaves.events import Done, Marked, Turned, Uncontrolled
from kktui.rules.knights_knaves.figures import BESIDE, Band, Battle, Man, band, leader_of, mates_of
from kktui.rules.knights_knaves.orders import HOLD, chit_request
from kktui.rules.knights_knaves.troops import shoots_as
from kktui.table.geometry import GRAIN

STAY_PUT = "stay put"
REJOIN, TOWARD = "rejoin", "toward the enemy"
ARCHERS, CROSSBOWS, GUNNERS, OTHERS = (
    "archers, slingers, crossbows with latches or in teams",
    "medium or heavy crossbows",
    "handgunners",
    "others",
)
"""The rows of the uncontrolled table."""


# The phase.


def who_is_marked(battle: Battle, ask: Ask) -> str | None:
    """First the chits of all in command, both sides at once; then the dice of the rest, unit after unit."""
    if "chits" not in battle.notes.done and any(man.commanded and man.able for man in battle.figures.values()):
        return "chits"
    return next((unit.id for unit in battle.units.values() if unit.marked != battle.turn and battle.men(unit.id)), None)


def mark(battle: Battle, ask: Ask, actor: str) -> None:
    """Chits, or one unit out of command."""
    if actor == "chits":
        lay_chits(battle, ask)
    else:
        mark_unit(battle, ask, battle.units[actor])


# In command.


def lay_chits(battle: Battle, ask: Ask) -> None:
    """Each side marks its figures in command, face down and both at once; then all are turned.  [KK-5.1, KK-6.1]

    Nothing is decided between the marking and the turning, so they are turned as soon as both sides are ready.
    """
    requests = [chits_request(battle, side) for side in battle.sides]
    answers = ask.together([each for each in requests if each.parts])
    laid = {figure: chit for side in battle.sides for figure, chit in answers.get(side, {}).items()}
    battle.record(Done("chits"))
    for unit in battle.units.values():
        chits = {each: laid[each] for each in unit.figures if each in laid}
        if chits:
            turn_up(battle, unit, chits)


def chits_request(battle: Battle, side: str) -> Plan:
    """The question which chit each figure in command gets.  [KK-5.1]"""
    men = [man for man in battle.figures.values() if man.side == side and man.commanded and man.able]
    parts = {man.id: chit_request(battle, man) for man in men}
    return Plan(side, "chits", side, parts, "KK-5.1", secret=True)


def turn_up(battle: Battle, unit: Band, chits: Mapping[str, str]) -> None:
    """The chits of a unit are turned; a hidden one shows itself unless all of it holds.  [KK-6.1]"""
    if unit.hidden and any(chit != HOLD for chit in chits.values()):
        reveal(battle, unit, "acts", "KK-6.1")
    battle.record(Turned(unit.id, chits))


# Out of command.


class Impulse(NamedTuple):
    """What a figure out of command does, and the die that made it so."""

    result: str
    roll: int


class Temper(NamedTuple):
    """All that decides what a figure out of command does but the die."""

    cells: tuple[str, ...]
    """His row of the uncontrolled table."""
    bounds: tuple[str, ...]
    more: int
    strayed: bool
    natural: bool
    """By ruling: beyond the table the natural roll stands."""


def act_alone(ask: Ask, temper: Temper, who: str = "") -> Impulse:
    """A D10 with modifiers on the uncontrolled table; a stray goes back, on a natural 10 at the enemy.

    [KK-5.2, KK-5.3, KK-5.4]
    """
    roll = ask.roll("1d10", "out of command", who)
    if temper.strayed:
        return Impulse(TOWARD if roll == 10 else REJOIN, roll)
    modified = roll + temper.more
    if temper.natural and not 1 <= modified <= 10:
        modified = roll
    column = temper.bounds.index(band(temper.bounds, modified))
    return Impulse(temper.cells[column], roll)


def row_of(battle: Battle, man: Man) -> str:
    """His row by the weapon in hand; without ammunition he is one of the others.  [KK-5.2]"""
    shoots = "" if man.empty else shoots_as(battle.book, man.weapon)
    if shoots in ("medium", "heavy"):
        return ARCHERS if served(battle, man) else CROSSBOWS
    if shoots == "handgun":
        return GUNNERS
    return ARCHERS if shoots in ("short bow", "longbow", "sling", "latch") else OTHERS


def modifiers(battle: Battle, man: Man) -> Iterator[Modifier]:
    """What bears on what a figure out of command does.  [KK-5.3]"""
    rows = battle.book.chart("uncontrolled-modifiers").rows
    unit = battle.units[man.unit]
    if unit.leader_rolled and unit.leader != man.id:
        name = "leader stayed put" if unit.leader_rolled == STAY_PUT else "leader did not stay put"
        yield Modifier(name, int(rows[name]), "KK-5.3")
    if man.rank == "knight" or "berserker" in man.traits:
        yield Modifier("knight or berserker", int(rows["knight or berserker"]), "KK-5.3")
    if man.rank == "peasant" or "unreliable" in man.traits:
        yield Modifier("peasant or unreliable", int(rows["peasant or unreliable"]), "KK-5.3")
    if man.levels:
        yield Modifier("fatigue", int(rows["each level of fatigue"]) * man.levels, "KK-5.3")
    name = standing_line(battle.book, unit)
    if name:
        yield Modifier(name, int(rows[name]), "KK-5.3")


def standing_line(book: Rulebook, unit: Band) -> str:
    """The line of the modifiers that a unit's standing order brings it, if any.  [KK-5.3]"""
    if unit.orders is None or not book.switch("standing-orders"):
        return ""
    if not unit.second:
        return f"first part of {unit.orders.first} until"
    return f"second part of {unit.orders.first} until, this turn" if unit.turned else ""


def strayed(battle: Battle, man: Man) -> bool:
    """More than 2 inches from everybody of his unit.  [KK-5.4]"""
    mates = mates_of(battle, man)
    return bool(mates) and not any_within(battle, man, mates, BESIDE + GRAIN / 2)


def temper(battle: Battle, man: Man) -> tuple[Temper, tuple[Modifier, ...]]:
    """A figure out of command as it stands now, and why."""
    named = tuple(modifiers(battle, man))
    chart = battle.book.chart("uncontrolled")
    natural = battle.book.switch("beyond-the-table") == "natural"
    cells = tuple(chart.rows[row_of(battle, man)])
    return Temper(cells, chart.columns, total(named), strayed(battle, man), natural), named


def mark_unit(battle: Battle, ask: Ask, unit: Band) -> None:
    """The men of a unit whom the lord's word does not reach throw one after the other, the leader first.  [KK-5.2]"""
    men = [man for man in battle.men(unit.id) if man.able and not man.commanded]
    leader = leader_of(battle, unit)
    for man in sorted(men, key=lambda man: man is not leader):
        facts, named = temper(battle, man)
        impulse = act_alone(ask, facts, man.id)
        stirs = impulse.result != STAY_PUT
        if unit.hidden and stirs:
            reveal(battle, unit, "acts", "KK-6.1")
        rule = "KK-5.4" if facts.strayed else "KK-5.2"
        row = row_of(battle, man)
        more = () if facts.strayed else named
        battle.record(Uncontrolled(man.id, row, impulse.roll, more, impulse.result, man is leader, rule))
    battle.record(Marked(unit.id))
