"""What the roster shows of a figure or a unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kktui.engine.modifiers import total
from kktui.engine.ruleset import Gauge
from kktui.rules.camelot.figures import NOTHING, Battle, Company, Man, hurts, initiative, strength, toughness
from kktui.rules.camelot.melee import defence_modifiers
from kktui.rules.camelot.movement import allowance, band_of
from kktui.rules.camelot.ranged import still_loading


def gauges(battle: Battle, key: str) -> Sequence[Gauge]:
    """The numbers of a figure or of a unit, by its id."""
    if key in battle.units:
        return tuple(_unit(battle, battle.units[key]))
    return tuple(_man(battle, battle.figures[key]))


def _unit(battle: Battle, unit: Company) -> Iterator[Gauge]:
    men = battle.men(unit.id)
    yield Gauge("men", len(men), unit.strength, "CA-3.1")
    leader = battle.figures[unit.leader]
    if leader in men and unit.strength > 1:
        yield Gauge("leader", leader.name, rule="CA-10.1")
    broken = sum(man.broken for man in men)
    if broken:
        yield Gauge("broken", broken, len(men), "CA-10.1")
    if unit.hidden:
        yield Gauge("hidden", "yes", rule="CA-1.1")


def _man(battle: Battle, man: Man) -> Iterator[Gauge]:
    book = battle.book
    defence = total(defence_modifiers(battle, man)) if man.pose is not None and man.standing == "fielded" else man.dfn
    yield Gauge("kind", man.kind, rule="CA-3.1")
    yield Gauge("INI", initiative(book, man), rule="CA-2.2")
    yield Gauge("ATT", man.att + total(hurts(book, man, "ATT and DEF")), rule="CA-4.1")
    yield Gauge("DEF", defence, rule="CA-4.1")
    yield Gauge("STR", strength(book, man), rule="CA-4.1")
    yield Gauge("TOUGH", toughness(man), rule="CA-8.1")
    yield Gauge("Ranged", man.ranged + total(hurts(book, man, "Ranged")), rule="CA-7.1")
    yield Gauge("Discipline", man.discipline, rule="CA-10.1")
    yield Gauge("Virtue Level", man.virtue, rule="CA-5.2")
    yield Gauge("Luck", man.luck, 6, "CA-5.3")
    yield Gauge("move", f'{band_of(man) or "least"} ({allowance(book, man):g}")', rule="CA-3.2")
    yield Gauge("weapon", man.weapon, rule="CA-4.1")
    yield from _state(battle, man)


def _state(battle: Battle, man: Man) -> Iterator[Gauge]:
    """What has happened to him."""
    if man.wound != NOTHING:
        yield Gauge("wound", man.wound, rule="CA-8.3")
    if man.shocked:
        yield Gauge("shocked", "yes", rule="CA-8.3")
    if man.poison:
        yield Gauge("poisoned", ", ".join(man.poison), rule="CA-8.7")
    if man.stunned:
        yield Gauge("stunned", man.stunned, 3, "CA-8.6")
    marks = (
        ("mounted", man.mounted, "CA-3.1"),
        ("shield", man.shield, "CA-4.1"),
        ("down", man.down, "CA-6.3"),
        ("broken", man.broken, "CA-10.1"),
        ("confused", man.confused, "CA-6.2"),
        ("only defends", man.fumbled, "CA-6.11"),
        ("in a hiding spot", man.sheltered > 0, "CA-6.13"),
        ("no attack", man.tried, "CA-9.1"),
        ("loading", still_loading(battle, man), "CA-7.1"),
        ("out of ammunition", man.weapon in man.spent, "CA-7.3"),
        ("carries a find", any(find.holder == man.id for find in battle.notes.finds), "CA-6.7"),
    )
    yield from (Gauge(name, "yes", rule=rule) for name, there, rule in marks if there)
