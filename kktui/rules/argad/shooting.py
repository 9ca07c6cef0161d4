"""AR-4 Shooting."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.events import Left
from kktui.engine.hiding import reveal
from kktui.engine.modifiers import Modifier, total
from kktui.engine.nearby import foes_within
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.state import DEAD
from kktui.engine.steering import turned
from kktui.rules.argad.cover import cover_of, same_house
from kktui.rules.argad.dice import SEVEN, natural
from kktui.rules.argad.events import ShootingDone, Shot
from kktui.rules.argad.figures import CAVALRY, CROUCHED, Battle, Man, foes_upon
from kktui.rules.argad.furtive import Showing, showing
from kktui.rules.argad.measure import HUNDREDTHS, inches, up_to
from kktui.table.geometry import Point

HOLD = "hold"


class Aim(NamedTuple):
    """What a shot is made with: all that decides it but the die."""

    needs: int
    malus: int


class Flight(NamedTuple):
    """How a shot went, and its natural die."""

    outcome: str
    roll: int


def shoot(ask: Ask, aim: Aim, who: str = "") -> Flight:
    """The die and its maluses reach the number needed, and the die is no 1: a hit, which kills.  [AR-4.2, AR-4.8]"""
    roll = natural(ask, "to hit", who)
    return Flight("kill" if roll > 1 and roll + aim.malus >= aim.needs else "miss", roll)


def row_of(battle: Battle, shooter: Man) -> str:
    """The row of the chart a man shoots by; cavalry moving on easy ground throws javelins by its own.  [AR-4.2]"""
    row = shooter.missile
    riding = shooter.arm == CAVALRY and shooter.tread is not None and shooter.tread.easy
    return "riding javelin" if row == "javelin" and riding else row


def band_of(battle: Battle, row: str, distance: float) -> int:
    """Which range of its row a distance in cm falls in, 0 the nearest; the upper bound is included.  [AR-4.2]"""
    width = int(battle.book.charts["shooting"].rows[row][0])
    return max(0, -int(-round(distance, HUNDREDTHS) // width) - 1)


def needed(battle: Battle, row: str, distance: float) -> int:
    """What the die must show at this distance in cm; 0 when it is out of range.  [AR-4.2]"""
    cells = battle.book.charts["shooting"].rows[row][1:]
    band = band_of(battle, row, distance)
    return int(cells[band]) if band < len(cells) else 0


def reach_of(battle: Battle, row: str) -> float:
    """How many cm a row reaches."""
    width, *cells = battle.book.charts["shooting"].rows[row]
    return float(width * sum(1 for cell in cells if cell))


def armour_malus(battle: Battle, row: str, distance: float, armour: int) -> int:
    """What a target's armour takes off; of a handgun's shot only at its longest range.  [AR-4.4, AR-4.9]"""
    if not armour or (row == "light handgun" and band_of(battle, row, distance) < 2):
        return 0
    return int(battle.book.charts["armour-malus"].rows[row][armour - 4])


def target_malus(
    battle: Battle, shooter: Man, target: Man, shown: Showing, busy: Container[str] = ()
) -> Iterator[Modifier]:
    """What the target causes, 2 off at the worst.  [AR-4.4, AR-4.5, AR-4.6]"""
    found = []
    armour = armour_malus(battle, row_of(battle, shooter), shown.cm, target.armour)
    if armour:
        found.append(Modifier(f"armour {target.armour}", armour, "AR-4.4"))
    cover = cover_of(battle, target, shown.at, shown.eye, busy)
    if cover is not None:
        found.append(cover)
    if shown.furtive:
        found.append(Modifier("furtive target", int(battle.book.charts["target"].rows["furtive"]), "AR-4.6"))
    yield from found
    worst = int(battle.book.charts["target"].rows["all together at worst"])
    if total(found) < worst:
        yield Modifier(f"no worse than {worst}", worst - total(found), "AR-4.6")


def shooter_malus(battle: Battle, shooter: Man) -> Iterator[Modifier]:
    """A shooter who moved or is furtive, but not with what is thrown by hand.  [AR-4.7]"""
    thrown = battle.book.charts["handling"].rows[row_of(battle, shooter)][3]
    if shooter.tread is not None and not thrown:
        yield Modifier("shooting on the move", int(battle.book.charts["shooter"].rows["moving or furtive"]), "AR-4.7")


def aim_at(
    battle: Battle, shooter: Man, target: Man, shown: Showing, busy: Container[str] = ()
) -> tuple[Aim, tuple[Modifier, ...]]:
    """A shot as it would be made now, and why."""
    named = (*target_malus(battle, shooter, target, shown, busy), *shooter_malus(battle, shooter))
    return Aim(needed(battle, row_of(battle, shooter), shown.cm), total(named)), named


def why_not_shoot(battle: Battle, man: Man) -> str:
    """Why a man may not shoot at all, or nothing.  [AR-4.2, AR-4.3]"""
    row = man.missile
    if not row:
        return "has nothing to shoot with"
    mounted, moving, _, _ = battle.book.charts["handling"].rows[row]
    reasons = (
        (man.mounted and mounted == "never", f"shoots a {row} on foot only"),
        (man.tread is not None and moving == "never", f"has moved, and a {row} is shot standing still"),
        (man.to_load > 0, f"has to stand still {man.to_load} more turn{'s' * (man.to_load > 1)} to reload"),
        (man.posture == CROUCHED, "is crouched"),
        (bool(foes_upon(battle, man)), "is in melee"),
    )
    return next((why for holds, why in reasons if holds), "")


def why_not_out(battle: Battle, shooter: Man, shown: Showing) -> str:
    """Why a weapon marked ext. does not shoot out of the building a man is in as he shoots, or nothing.  [AR-4.3]"""
    if battle.table.terrain.bare or "building" not in battle.table.kinds_at(shown.eye):
        return ""
    row = row_of(battle, shooter)
    band = band_of(battle, row, shown.cm)
    cells = battle.book.charts["exterior"].rows[row]
    inside = same_house(battle, shown.eye, shown.at)
    return "cannot be shot at from a window so" if not inside and band < len(cells) and cells[band] else ""


def why_not_shoot_at(battle: Battle, shooter: Man, target: Man) -> str:
    """Why this man may not shoot at that one, or nothing.  [AR-4.2, AR-4.3]"""
    if battle.units[target.unit].hidden:
        return "is not seen"
    stood = shooter.tread is None and target.tread is None
    if stood and _behind(battle, shooter, shooter.place.at, target.place.at):
        return "is behind him"
    shown = showing(battle, shooter, target)
    if isinstance(shown, str):
        return shown
    if not stood and _behind(battle, shooter, shown.eye, shown.at):
        return "is behind him"
    needs = needed(battle, row_of(battle, shooter), shown.cm)
    if not needs:
        return "is out of range"
    return why_not_out(battle, shooter, shown) or _why_in_vain(battle, shooter, target, shown, needs)


def _behind(battle: Battle, shooter: Man, eye: Point, at: Point) -> bool:
    """Whether a place is outside the half circle before a shooter.  [AR-4.2]"""
    return turned(shooter.place.facing, eye.bearing(at)) * 2 > int(battle.book.switch("sight"))


def _why_in_vain(battle: Battle, shooter: Man, target: Man, shown: Showing, needs: int) -> str:
    """Why not even a 7 would hit, whatever the target does, or nothing.  [AR-4.1]"""
    worst = int(battle.book.charts["target"].rows["all together at worst"])
    best = SEVEN + total(shooter_malus(battle, shooter))
    if best + worst >= needs or best + total(target_malus(battle, shooter, target, shown, (target.id,))) >= needs:
        return ""
    return "cannot be hit from here even with a 7"


def targets(battle: Battle, shooter: Man) -> Iterator[Man]:
    """Whom a man may shoot at, nearest first."""
    for foe in _about(battle, shooter):
        known = ("may shoot", shooter.id, foe.id)
        may: bool | None = battle.places.get(known)
        if may is None:
            may = battle.places[known] = not why_not_shoot_at(battle, shooter, foe)
        if may:
            yield foe


def _about(battle: Battle, shooter: Man) -> Iterator[Man]:
    """The foes a weapon reaches, or may have where one of the two showed himself on his way.  [AR-4.2, AR-4.6]"""
    reach, own = up_to(reach_of(battle, row_of(battle, shooter))), _gone(shooter)
    furthest = max(map(_gone, battle.enemies_of(shooter.side)), default=0.0)
    for gap, _, foe in foes_within(battle, shooter, reach + own + furthest):
        if gap <= reach + own + _gone(foe):
            yield foe


def _gone(man: Man) -> float:
    """How many inches a man has gone this turn."""
    return inches(man.tread.cm) if man.tread is not None else 0.0


def shooters(battle: Battle, side: str) -> list[Man]:
    """The men of a side who may shoot."""
    return [man for man in battle.fielded(side) if not why_not_shoot(battle, man)]


def who_shoots(battle: Battle, ask: Ask) -> str | None:
    """Everybody, once a turn, if anybody can.  [AR-4.2]"""
    if battle.notes.shot:
        return None
    can = any(True for side in battle.sides for man in shooters(battle, side) for _ in targets(battle, man))
    return "all" if can else None


def target_request(battle: Battle, side: str) -> Plan:
    """The question whom each man shoots at."""
    parts = {}
    for man in shooters(battle, side):
        aims = tuple(Option(foe.id, foe.id) for foe in targets(battle, man))
        if aims:
            parts[man.id] = Choose(side, "target", man.id, (*aims, Option(HOLD)), "AR-4.2")
    return Plan(side, "targets", side, parts, "AR-4.2")


def shoot_all(battle: Battle, ask: Ask, actor: str) -> None:
    """All who wish to shoot do so at once; the dead have shot like everybody else.  [AR-2.1, AR-4.8]"""
    requests = [request for side in battle.sides if (request := target_request(battle, side)).parts]
    chosen = sorted((man, foe) for plan in ask.together(requests).values() for man, foe in plan.items() if foe != HOLD)
    for unit in sorted({battle.figures[man].unit for man, _ in chosen}):
        if battle.units[unit].hidden:
            reveal(battle, battle.units[unit], "acts", "AR-3.5")
    fallen: dict[str, str] = {}
    for shot in _shots(battle, ask, chosen):
        battle.record(shot)
        if shot.outcome == "kill":
            fallen.setdefault(shot.target, shot.figure)
    for target, by in sorted(fallen.items()):
        battle.record(Left(target, DEAD, by, "AR-4.8"))
    battle.record(ShootingDone())


def _shots(battle: Battle, ask: Ask, chosen: Sequence[tuple[str, str]]) -> list[Shot]:
    """Every shot by what all stood and did when the shooting began."""
    busy = frozenset(man for man, _ in chosen)
    return [_shot(battle, ask, battle.figures[man], battle.figures[foe], busy) for man, foe in chosen]


def _shot(battle: Battle, ask: Ask, shooter: Man, target: Man, busy: Container[str]) -> Shot:
    shown = showing(battle, shooter, target)
    assert not isinstance(shown, str)
    aim, named = aim_at(battle, shooter, target, shown, busy)
    flight = shoot(ask, aim, shooter.id)
    row = row_of(battle, shooter)
    reload = int(battle.book.charts["handling"].rows[row][2])
    distance = round(shown.cm, HUNDREDTHS)
    return Shot(shooter.id, target.id, row, distance, aim.needs, named, flight.roll, flight.outcome, reload)
