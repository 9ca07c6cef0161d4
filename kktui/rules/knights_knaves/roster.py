"""What the roster shows of a figure or a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Gauge
from kktui.rules.knights_knaves.command import in_command, order_words
from kktui.rules.knights_knaves.figures import Band, Battle, Man, leader_of
from kktui.rules.knights_knaves.gaits import FULL, rate
from kktui.rules.knights_knaves.troops import MOST_ARMOUR, MOST_SKILL


def gauges(battle: Battle, key: str) -> Sequence[Gauge]:
    """The numbers of a figure or of a unit, by its id."""
    if key in battle.units:
        return tuple(_unit(battle, battle.units[key]))
    return tuple(_man(battle, battle.figures[key]))


def _unit(battle: Battle, unit: Band) -> Iterator[Gauge]:
    men = battle.men(unit.id)
    yield Gauge("men", len(men), unit.strength, "KK-1.5")
    leader = leader_of(battle, unit)
    yield Gauge("leader", leader.name if leader is not None else "none", rule="KK-1.5")
    if leader is not None:
        yield Gauge("command", "in command" if in_command(battle, leader) else "out of command", rule="KK-4.1")
    routing = len([man for man in men if man.routing])
    if routing:
        yield Gauge("routing", routing, unit.strength, "KK-3.11")
    if unit.orders is not None and not unit.second:
        yield Gauge("standing order", order_words(unit.orders), rule="KK-4.5")
    if unit.hidden:
        yield Gauge("hidden", "yes", rule="KK-6.1")


def _man(battle: Battle, man: Man) -> Iterator[Gauge]:
    lord = battle.notes.lords.get(man.side) == man.id
    yield Gauge("class", f"{man.rank}, the side's lord" if lord and man.rank != "lord" else man.rank, rule="KK-1.1")
    yield Gauge("stamina", max(0, man.stamina), man.original, "KK-1.2")
    yield Gauge("armour", man.armour, MOST_ARMOUR, "KK-1.2")
    yield Gauge("morale", man.morale, rule="KK-3.8")
    yield Gauge("melee", man.melee, MOST_SKILL, "KK-1.3")
    yield Gauge("shooting", man.shooting, MOST_SKILL, "KK-1.3")
    yield Gauge("weapon", man.weapon, rule="KK-8.3")
    if man.shield != "none":
        yield Gauge("shield", man.shield, rule="KK-8.5")
    yield Gauge("move", f"{rate(battle, man, FULL):g}", rule="KK-6.3" if man.mounted else "KK-6.5")
    if man.mounted:
        yield Gauge(man.horse, max(0, man.horse_stamina), man.horse_original, "KK-1.4")
    yield from _troubles(man)


def _troubles(man: Man) -> Iterator[Gauge]:
    if man.tired or man.worn:
        yield Gauge("fatigue", f"{man.tired} temporary, {man.worn} permanent", rule="KK-9.1")
    if man.routing:
        yield Gauge("morale broken", "routing", rule="KK-3.11")
    if man.stunned:
        yield Gauge("stunned", f"{man.stunned} turns", rule="KK-8.11")
    if man.empty:
        yield Gauge("ammunition", "none", rule="KK-9.4")
    if man.stuck:
        yield Gauge("horse", "will not move", rule="KK-6.2")
    if man.order:
        yield Gauge("order", man.order.replace(":", " "), rule="KK-5.1")
