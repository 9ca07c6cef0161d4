"""What the roster shows of a figure or a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Gauge
from kktui.rules.schiltron.figures import Battle, Company, Man, formation_of, is_leader, leader_of
from kktui.rules.schiltron.movement import normal_move


def gauges(battle: Battle, key: str) -> Sequence[Gauge]:
    """The numbers of a figure or of a unit, by its id."""
    if key in battle.units:
        return tuple(_unit(battle, battle.units[key]))
    return tuple(_man(battle, battle.figures[key]))


def _unit(battle: Battle, unit: Company) -> Iterator[Gauge]:
    men = battle.men(unit.id)
    yield Gauge("men", len(men), unit.strength, "SC-1.2")
    if unit.formation:
        yield Gauge("formation", unit.formation, rule="SC-3.2")
    if unit.standard:
        yield Gauge("standard", unit.standard, rule="SC-8.2")
    leader = leader_of(battle, unit)
    if unit.leader and unit.strength > 1:
        yield Gauge("leader", leader.name if leader is not None else "lost", rule="SC-1.2")
    routed = len([man for man in men if man.routed])
    if routed:
        yield Gauge("in rout", routed, unit.strength, "SC-6.5")
    if unit.charging:
        yield Gauge("charges", battle.units[unit.charging].name, rule="SC-3.4")
    if unit.hidden:
        yield Gauge("hidden", "yes", rule="SC-2.1")


def _man(battle: Battle, man: Man) -> Iterator[Gauge]:
    yield Gauge("protection", man.protection, rule="SC-1.1")
    yield Gauge("quality", man.quality, rule="SC-1.1")
    yield Gauge("stripes", man.stripes, rule="SC-1.1")
    yield Gauge("weapon", man.weapon, rule="SC-5.4")
    yield Gauge("move", normal_move(battle.book, man), rule="SC-3.1")
    if is_leader(battle, man):
        most = int(battle.book.chart("leader-hit").at("hits that eliminate"))
        yield Gauge("hits left", max(0, most - man.hits), most, "SC-8.1")
    yield from _state(battle, man)


def _state(battle: Battle, man: Man) -> Iterator[Gauge]:
    if battle.units[man.unit].bearer == man.id:
        yield Gauge("bears", "the standard", rule="SC-1.2")
    if formation_of(battle, man):
        yield Gauge("stands", formation_of(battle, man), rule="SC-3.2")
    if man.missile:
        loading = man.ready > battle.turn and battle.book.switch("reloading") == "slow"
        yield Gauge(
            "shoots", f"{man.missile}, loading until turn {man.ready}" if loading else man.missile, rule="SC-4.1"
        )
    if man.routed:
        yield Gauge("mood", "in rout", rule="SC-6.5")
    if man.winded >= battle.turn > 0:
        yield Gauge("rests", "no charge this turn", rule="SC-3.4")
