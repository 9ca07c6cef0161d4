"""What the roster shows of a figure or a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.ruleset import Gauge
from kktui.rules.argad.close_order import guide
from kktui.rules.argad.cover import in_pavise_wall
from kktui.rules.argad.figures import UPRIGHT, Band, Battle, Man, in_ranks, ranks_of
from kktui.rules.argad.orders import rate


def gauges(battle: Battle, key: str) -> Sequence[Gauge]:
    """The numbers of a figure or of a unit, by its id."""
    if key in battle.units:
        return tuple(_band(battle, battle.units[key]))
    return tuple(_man(battle, battle.figures[key]))


def _band(battle: Battle, band: Band) -> Iterator[Gauge]:
    yield Gauge("men", len(battle.men(band.id)), band.strength, "AR-6.2")
    if guide(battle, band) is not None:
        ranks = [battle.figures[each] for each in ranks_of(battle, band)]
        walled = any(man.pavise and in_pavise_wall(battle, man) for man in ranks)
        yield Gauge("formation", "pavise wall" if walled else "close order", rule="AR-3.2")
    if band.hidden:
        yield Gauge("hidden", "yes", rule="AR-3.5")


def _man(battle: Battle, man: Man) -> Iterator[Gauge]:
    yield Gauge("class", man.grade, 5, "AR-1.1")
    yield Gauge("armour", man.armour or "none", rule="AR-1.1")
    yield Gauge("arm", man.arm, rule="AR-1.2")
    yield Gauge("move", f"{rate(battle, man)} cm", rule="AR-3.1")
    yield Gauge("weapon", man.weapon, rule="AR-1.3")
    missile = man.missile
    if missile:
        yield Gauge("shoots", missile, rule="AR-4.2")
    if man.to_load:
        yield Gauge("to load", man.to_load, 2, "AR-4.3")
    if man.pavise:
        yield Gauge("pavise", "yes", rule="AR-4.5")
    yield from _doing(battle, man)


def _doing(battle: Battle, man: Man) -> Iterator[Gauge]:
    if in_ranks(battle, man):
        yield Gauge("in close order", "yes", rule="AR-3.2")
    if man.posture != UPRIGHT:
        yield Gauge("crouched", "yes", rule="AR-3.5")
    if man.charging:
        yield Gauge("charging", "yes", rule="AR-5.6")
    if man.cramped and man.cramped == battle.turn - 1:
        yield Gauge("cramped", "yes", rule="AR-5.6")
