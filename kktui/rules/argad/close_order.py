"""AR-3.2 Close order: pavise walls and ranks of spears."""

from __future__ import annotations

from collections.abc import Sequence

from kktui.rules.argad.events import Formed
from kktui.rules.argad.figures import FEWEST, FOOT, Band, Battle, Man, foes_upon, ranks_of, weapon_length
from kktui.rules.argad.measure import up_to

LONG = 1


def may_stand_in_ranks(battle: Battle, man: Man) -> bool:
    """Close order is for men on foot with a pavise or a long weapon, and their officers.  [AR-3.2]"""
    if man.arm != FOOT:
        return False
    return man.pavise or man.officer or any(weapon_length(battle.book, each) == LONG for each in man.weapons)


def could_form(battle: Battle, band: Band) -> tuple[str, ...]:
    """The men of a unit who could form close order where they stand: those nearest together, and enough.  [AR-3.2]"""
    key = ("could form", band.id)
    found: tuple[str, ...] | None = battle.places.get(key)
    if found is None:
        found = battle.places[key] = _could_form(battle, band)
    return found


def _could_form(battle: Battle, band: Band) -> tuple[str, ...]:
    men = [man for man in battle.men(band.id) if may_stand_in_ranks(battle, man)]
    if len(men) < FEWEST or any(foes_upon(battle, man) for man in men):
        return ()
    bodies = _bodies(battle, sorted(man.id for man in men))
    most = max(bodies, key=lambda body: (band.leader in body, len(body)))
    return tuple(most) if len(most) >= FEWEST else ()


def _bodies(battle: Battle, names: list[str]) -> list[list[str]]:
    """Men who stand within 1 cm of each other, from man to man."""
    reach = up_to(battle.book.charts["close-order"].rows["from man to man"])
    left, bodies = set(names), []
    while left:
        body = [min(left)]
        left.remove(body[0])
        for each in body:
            near = sorted(other for other in left if battle.table.gap(each, other) <= reach)
            body += near
            left.difference_update(near)
        bodies.append(sorted(body))
    return bodies


def guide(battle: Battle, band: Band) -> Man | None:
    """Whom a close order's move is measured for: its leader, or the first man in it."""
    ranks = ranks_of(battle, band)
    if len(ranks) < FEWEST:
        return None
    return first_of(battle, band, ranks)


def first_of(battle: Battle, band: Band, ranks: Sequence[str]) -> Man:
    """The leader, if he stands in the ranks, or the first man of them."""
    return battle.figures[band.leader if band.leader in ranks else ranks[0]]


def form_up(battle: Battle, band: Band) -> None:
    """The men who stand together form close order, looking as their leader or first man does.  [AR-3.2]"""
    ranks = could_form(battle, band)
    if ranks:
        battle.record(Formed(band.id, ranks, first_of(battle, band, ranks).place.facing))


def break_up(battle: Battle, band: Band) -> None:
    """Every man is for himself again.  [AR-3.2]"""
    battle.record(Formed(band.id, (), 0))
