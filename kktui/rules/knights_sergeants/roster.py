"""What the roster shows of a figure or a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Gauge
from kktui.rules.knights_sergeants.figures import (
    STEADY,
    Battle,
    Group,
    Man,
    hits_of,
    leader_of,
    leaderless,
)


def gauges(battle: Battle, key: str) -> Sequence[Gauge]:
    """The numbers of a figure or of a unit, by its id."""
    if key in battle.units:
        return tuple(_unit(battle, battle.units[key]))
    return tuple(_man(battle, battle.figures[key]))


def _unit(battle: Battle, unit: Group) -> Iterator[Gauge]:
    yield Gauge("men", len(battle.men(unit.id)), unit.strength, "KS-1.3")
    yield Gauge("morale", unit.morale, 10, "KS-1.1")
    if unit.mood != STEADY:
        yield Gauge("mood", unit.mood, rule="KS-3.3")
    leader = leader_of(battle, unit)
    if leader is not None and not unit.alone:
        yield Gauge("leader", leader.name, rule="KS-1.3")
    if leaderless(battle, unit):
        yield Gauge("leader", "none", rule="KS-3.5")
    if unit.hidden:
        yield Gauge("hidden", "yes", rule="KS-2.2")


def _man(battle: Battle, man: Man) -> Iterator[Gauge]:
    most = len(hits_of(battle.book, man.rank))
    yield Gauge("rank", man.rank, rule="KS-1.4")
    yield Gauge("hits left", max(0, most - man.hits), most, "KS-1.4")
    yield Gauge("armour", man.armour, 4, "KS-1.2")
    yield Gauge("weapon", man.weapon, rule="KS-7.4")
    if man.mounted:
        yield Gauge("mount", man.horse, rule="KS-6.4")
    if man.to_load:
        yield Gauge("to load", man.to_load, 2, "KS-6.2")
    if man.aimed:
        yield Gauge("aim", "taken", rule="KS-6.1")
    if man.wounded:
        yield Gauge("wounded", "yes", rule="KS-1.5")
    daze = man.daze or man.sits
    if daze:
        yield Gauge("dazed", daze, rule="KS-6.4" if daze == "thrown" else "KS-7.5")
