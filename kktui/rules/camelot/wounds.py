"""CA-8 Wounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.modifiers import Modifier, total
from kktui.engine.rulebook import Chart, Rulebook
from kktui.engine.state import DEAD, OUT
from kktui.rules.camelot.charts import looked_up
from kktui.rules.camelot.events_fighting import Poisoned, StunRolled, Wounded
from kktui.rules.camelot.figures import CRITICAL, GRUESOME, KILLED, LADDER, LIGHT, Battle, Man
from kktui.rules.camelot.leaving import depart
from kktui.rules.camelot.morale import take_check

HEAD = "head"


@dataclass(frozen=True, slots=True, eq=False)
class WoundTable:
    """The sheet's grid and its list of doubles, as a battle plays them."""

    grid: Chart
    places: Chart
    exceptional: Chart

    def cell(self, low: int, row: int) -> str:
        """What the grid says of a place and a row.  [CA-8.1]"""
        place = looked_up(self.places.rows, low)
        return str(looked_up(self.grid.rows, row)[self.grid.columns.index(place)])

    def double(self, die: int) -> str:
        """What a double does, whatever STR and TOUGH.  [CA-8.2]"""
        return str(self.exceptional.rows[str(die)])


@lru_cache(maxsize=64)
def table_of(book: Rulebook) -> WoundTable:
    """The wound table of a rulebook."""
    return _table_of(book.charts["wounds"], book.charts["places"], book.charts["exceptional"])


@lru_cache(maxsize=64)
def _table_of(grid: Chart, places: Chart, exceptional: Chart) -> WoundTable:
    """One for each set of charts, so that odds remembered for a table are found again in every battle."""
    return WoundTable(grid, places, exceptional)


class Gash(NamedTuple):
    """One wound roll."""

    low: int
    high: int
    row: int
    place: str
    """Empty for a double, which has none."""
    result: str


def wound(ask: Ask, table: WoundTable, edge: int, who: str = "") -> Gash:
    """Two D6: low die the place, high die + STR - TOUGH the row; doubles have a list of their own.  [CA-8.1, CA-8.2]"""
    one, other = ask.roll("1d6", "wound", who), ask.roll("1d6", "wound", who)
    low, high = min(one, other), max(one, other)
    if low == high:
        return Gash(low, high, high + edge, "", table.double(low))
    return Gash(low, high, high + edge, str(looked_up(table.places.rows, low)), table.cell(low, high + edge))


def worst(ask: Ask, table: WoundTable, edge: int, rolls: int, who: str = "") -> Gash:
    """So many wound rolls, of which the better for the attacker counts.  [CA-4.2, CA-4.3]"""
    return the_worst([ask.part(wound, table, edge, who) for _ in range(rolls)])


def the_worst(gashes: Sequence[Gash]) -> Gash:
    """The best for the attacker of some wound rolls; of equal ones that in the head, for it may stun.  [CA-4.2]"""
    return max(gashes, key=lambda gash: (LADDER.index(gash.result), gash.place == HEAD))


def edge_over(book: Rulebook, strength: int, toughness: int) -> int:
    """What the high die is raised by: STR - TOUGH, or by ruling nothing.  [CA-8.1]"""
    return strength - toughness if book.switch("wound-row") == "strength" else 0


def stacked(book: Rulebook, now: str, new: str) -> str:
    """The lasting wound: a worse one replaces, an equal or lighter one steps up one; shock never does.  [CA-8.4]"""
    if not lasting(new):
        return now
    if LADDER.index(new) > LADDER.index(now):
        return new
    return LADDER[LADDER.index(now) + 1] if book.switch("stacking") == "step" else now


def lasting(result: str) -> bool:
    """Whether it is a real wound: light or worse.  [CA-8.3]"""
    return LADDER.index(result) >= LADDER.index(LIGHT)


def hurt(battle: Battle, ask: Ask, man: Man, gash: Gash, blow: Dealt) -> None:
    """A wound tells on a man, and what follows from it: death, stun, poison, fear.  [CA-8.3, CA-8.5, CA-10.1]"""
    was, becomes = man.wound, stacked(battle.book, man.wound, gash.result)
    battle.record(
        Wounded(
            figure=man.id,
            by=blow.by,
            low=gash.low,
            high=gash.high,
            strength=blow.strength,
            toughness=blow.toughness,
            row=gash.row,
            place=gash.place,
            result=gash.result,
            wound=becomes,
            besides=blow.besides,
            rule="CA-8.1" if gash.place else "CA-8.2",
        )
    )
    if becomes in (KILLED, GRUESOME):
        depart(battle, ask, Left(man.id, standing_of(man, becomes), blow.by, "CA-8.5"))
        return
    if gash.place == HEAD and battle.book.switch("stun"):
        roll_for_stun(battle, ask, man)
    if blow.poisoned and lasting(gash.result):
        poison(battle, ask, man)
    if becomes == CRITICAL != was and not man.broken:
        take_check(battle, ask, man, "critical")


class Dealt(NamedTuple):
    """What a wound was dealt with."""

    by: str
    strength: int
    toughness: int
    poisoned: bool = False
    besides: tuple[str, ...] = ()
    """The wound rolls that did not count."""


def standing_of(man: Man, wound: str) -> str:
    """Heroes are only out of action, unless it is a gruesome death; others are dead.  [CA-8.5]"""
    return OUT if man.hero and wound == KILLED else DEAD


def stun(ask: Ask, chart: Chart, bonus: int, who: str = "") -> tuple[int, int]:
    """D6 with the helm: 4 or more nothing, 3 a round, 2 1d2 rounds, 1 1d3; the die and the rounds.  [CA-8.6]"""
    roll = ask.roll("1d6", "stun", who)
    most = int(looked_up(chart.rows, roll + bonus))
    return roll, ask.roll(f"1d{most}", "rounds stunned", who) if most > 1 else most


def roll_for_stun(battle: Battle, ask: Ask, man: Man) -> None:
    """A blow to the head may stun.  [CA-8.6]"""
    worn = int(battle.book.chart("helms").at(man.helm))
    named = (Modifier(f"{man.helm} helm", worn, "CA-8.6"),) if worn else ()
    roll, rounds = stun(ask, battle.book.chart("stun"), total(named), man.id)
    battle.record(StunRolled(man.id, roll, named, rounds))


def poison(battle: Battle, ask: Ask, man: Man) -> None:
    """A poisoned wound takes 1 off something for good.  [CA-8.7]"""
    roll = ask.roll("1d6", "poison", man.id)
    battle.record(Poisoned(man.id, roll, str(battle.book.chart("poison").rows[str(roll)])))
