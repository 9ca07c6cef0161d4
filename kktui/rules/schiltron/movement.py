"""SC-3 Movement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from kktui.engine.ask import Ask
from kktui.engine.body import places_after
from kktui.engine.events import UnitMoved
from kktui.engine.formation import follow, press_home
from kktui.engine.nearby import in_contact, near_foes
from kktui.engine.requests import Arrange, Move
from kktui.engine.rulebook import Rulebook
from kktui.rules.schiltron.events import CameUp, Closed, MoveRolled, UnitDone
from kktui.rules.schiltron.figures import SCHILTRON, Battle, Company, Man, formation_of, free_men, missile
from kktui.table import Going, Walk
from kktui.table.geometry import Point, Pose
from kktui.table.records import altered

TOGETHER = 6.0
"""Inches from him for whom a move is measured within which his unit is placed.  [SC-3.1]"""
ON_FOOT, ON_HORSE, IN_RANKS = "foot", "mounted", "formed"


class Pace(NamedTuple):
    """What a move is made with."""

    inches: int
    """The usual move, 0 where a die is the whole of it."""
    die: int = 0
    """The kind of die that is the whole move on rough ground."""
    adds: int = 0
    """D6 that a charge adds."""


class Gone(NamedTuple):
    """How far a move may go, with its die."""

    total: int
    roll: int = 0


def distance(ask: Ask, pace: Pace, who: str = "") -> Gone:
    """The chart's inches; charging adds 1D6; from rough ground a die is the whole move.  [SC-3.1, SC-3.3, SC-3.4]"""
    if pace.die:
        roll = ask.roll(dice(pace), "move", who)
        return Gone(roll, roll)
    if pace.adds:
        roll = ask.roll(dice(pace), "charge", who)
        return Gone(pace.inches + roll, roll)
    return Gone(pace.inches)


def dice(pace: Pace) -> str:
    """What is thrown for a move."""
    return f"1d{pace.die}" if pace.die else f"{pace.adds}d6"


def normal_move(book: Rulebook, man: Man) -> int:
    """By protection, on foot or on horseback, barded or not.  [SC-3.1, SC-3.2]"""
    if man.mounted:
        return int(book.chart("horse-movement").at(man.protection, "barded" if man.barded else "unbarded"))
    return int(book.chart("foot-movement").at(man.protection, "move"))


def rough_die(book: Rulebook, man: Man) -> int:
    """The die in parentheses.  [SC-3.3]"""
    chart = book.chart("horse-movement" if man.mounted else "foot-movement")
    return int(chart.at(man.protection, "rough die"))


def on_rough(battle: Battle, at: Point) -> bool:
    """Whether a place is on rough ground; a road is not.  [SC-3.3]"""
    kinds = battle.table.kinds_at(at)
    if not kinds or "road" in kinds:
        return False
    return any(kind in rough_kinds(battle.book) for kind in kinds)


def rough_kinds(book: Rulebook) -> list[str]:
    """The kinds of ground that count as rough.  [SC-3.3]"""
    return [kind for kind, going in book.chart("ground").rows.items() if going == "rough"]


def pace_of(battle: Battle, unit: Company, *, charging: bool = False) -> Pace:
    """The pace of the slowest man who moves; formed 6, in schiltron 4.  [SC-3.1, SC-3.2, SC-3.3, SC-3.4]"""
    men, lead = movers(battle, unit), guide(battle, unit)
    if lead is not None and on_rough(battle, lead.place.at):
        return Pace(0, min(rough_die(battle.book, man) for man in men))
    if lead is not None and lead.in_ranks:
        return Pace(int(battle.book.chart("formations").at(unit.formation, "move")))
    adds = int(battle.book.chart("charge").at("D6 added")) if charging else 0
    return Pace(min((normal_move(battle.book, man) for man in men), default=0), 0, adds)


def movers(battle: Battle, unit: Company) -> list[Man]:
    """The men who can go: a formation is held when one of it is, and a cannon stays where it is.  [SC-3.2, SC-4.4]"""
    key = ("movers", unit.id)
    found: list[Man] | None = battle.memo.get(key)
    if found is None:
        book = battle.book
        free = [man for man in free_men(battle, unit) if not man.missile or missile(book, man.missile) != "cannon"]
        held = unit.formation and any(man.in_ranks and in_contact(battle, man) for man in battle.men(unit.id))
        found = battle.memo[key] = [man for man in free if not man.in_ranks] if held else free
    return found


def guide(battle: Battle, unit: Company) -> Man | None:
    """Whom a move is measured for: the leader, or the first man who can go, one in the ranks before others."""
    men = movers(battle, unit)
    ranked = ([man for man in men if man.in_ranks] or men) if unit.formation else men
    return next((man for man in ranked if man.id == unit.leader), ranked[0] if ranked else None)


def going_for(battle: Battle, men: list[Man]) -> Going:
    """What the ground costs them: formations cross nothing rough, horses less than men.  [SC-3.2]"""
    kind = IN_RANKS if men[0].in_ranks else ON_HORSE if any(man.mounted for man in men) else ON_FOOT
    found: Going | None = battle.ranks.get(("going", kind))
    if found is None:
        found = battle.ranks["going", kind] = _going_by(battle.book, kind)
    return found


def _going_by(book: Rulebook, kind: str) -> Going:
    ground, lines = book.chart("ground").rows, book.chart("obstacles").rows
    column = "foot" if kind == IN_RANKS else kind
    at = book.chart("obstacles").columns.index(column)
    return _going(kind, tuple(ground.items()), tuple((name, cells[at]) for name, cells in lines.items()))


@lru_cache(maxsize=64)
def _going(kind: str, ground: tuple[tuple[str, str], ...], lines: tuple[tuple[str, float | str], ...]) -> Going:
    shut = ("closed", "rough") if kind == IN_RANKS else ("closed",)
    areas = {name: inf for name, what in ground if what in shut}
    costs = {name: inf if inches == "no" or (kind == IN_RANKS and inches) else float(inches) for name, inches in lines}
    return Going(areas, {name: inches for name, inches in costs.items() if inches})


def roll_move(battle: Battle, ask: Ask, unit: Company, pace: Pace) -> Gone:
    """How far a unit may go; a die that was thrown for it is written down."""
    gone = distance(ask, pace, unit.id)
    if gone.roll:
        rule, why = ("SC-3.3", "rough") if pace.die else ("SC-3.4", "charge")
        battle.record(MoveRolled(unit.id, dice(pace), gone.roll, gone.total, why, rule))
    return gone


def move(battle: Battle, ask: Ask, unit: Company) -> None:
    """Measure for the leader, then place the others: a formation keeps its shape, the rest come along.  [SC-3.1]"""
    pace = pace_of(battle, unit)
    gone = roll_move(battle, ask, unit, pace)
    request = move_request(battle, unit, gone.total)
    walk = ask.place(request)
    loose = [man for man in movers(battle, unit) if man.id != request.figure and man.id not in request.body]
    if request.body:
        finish(battle, unit, request, walk, {})
    arrange = arrange_request(battle, request, walk, allowances(battle, loose, pace, gone))
    places = ask.place(arrange) if arrange.figures else {}
    if not request.body:
        finish(battle, unit, request, walk, places)
    elif places:
        battle.record(CameUp(unit.id, places, _inches(battle, places)))
        close_in(battle, places)


def move_request(battle: Battle, unit: Company, allowance: float) -> Move:
    """The question where a unit goes. Any move may end in contact; by ruling only a charge.  [SC-3.1]"""
    lead, men = guide(battle, unit), movers(battle, unit)
    assert lead is not None
    body = tuple(man.id for man in men if man is not lead and man.in_ranks)
    foes = foes_to_touch(battle, lead, allowance) if battle.book.switch("contact") == "any-move" else ()
    return Move(
        side=unit.side,
        what="move",
        figure=lead.id,
        allowance=allowance,
        going=going_for(battle, [lead, *men]),
        rule="SC-3.2" if lead.in_ranks else "SC-3.1",
        ignoring=() if lead.in_ranks else tuple(man.id for man in men if man is not lead),
        may_touch=foes,
        body=body,
    )


def foes_to_touch(battle: Battle, man: Man, inches: float) -> tuple[str, ...]:
    """The enemies in sight of his side that a move of so many inches, and his men's, might come to."""
    near = near_foes(battle, man, inches + 2 * TOGETHER)
    return tuple(foe.id for foe in near if not battle.units[foe.unit].hidden)


def arrange_request(battle: Battle, request: Move, walk: Walk, may_go: Mapping[str, float]) -> Arrange:
    """The question where the loose men of a unit stand: within 6 inches of their guide, no further than they go."""
    others = [battle.figures[each] for each in may_go]
    bare = Arrange(
        side=request.side,
        what="group",
        about=battle.figures[request.figure].unit,
        figures=tuple(may_go),
        default={},
        rule="SC-3.1",
        leader=request.figure,
        lead=walk,
        radius=TOGETHER,
        going=going_for(battle, others) if others else request.going,
        may_touch=request.may_touch,
        allowances=may_go,
    )
    if not others:
        return bare
    followed = altered(bare, default=follow(battle, bare))
    closing = any(each in request.may_touch for each in walk.touched)
    return press_home(battle, followed) if closing else followed


def allowances(battle: Battle, men: Sequence[Man], pace: Pace, gone: Gone) -> dict[str, float]:
    """How far each may go himself: what the die says on rough ground, else his own move and what a charge adds."""
    if pace.die:
        return {man.id: float(gone.total) for man in men}
    return {man.id: float(normal_move(battle.book, man) + gone.roll) for man in men}


def finish(battle: Battle, unit: Company, request: Move, walk: Walk, places: Mapping[str, Pose]) -> None:
    """Write a move down: where all stand, how far each went, and who has closed with the enemy."""
    lead = battle.figures[request.figure]
    ends = {lead.id: walk.end, **places_after(battle, request, walk)}
    if formation_of(battle, lead) == SCHILTRON:
        ends = {key: end.facing_to(battle.figures[key].place.facing) for key, end in ends.items()}
    elif request.body:
        ends = {key: end.facing_to(walk.end.facing) for key, end in ends.items()}
    ends |= places
    inches = {**_inches(battle, ends), lead.id: round(walk.length, 3)}
    how = "charges" if request.what == "charge" else "moves"
    whole = request.allowance if lead.in_ranks or on_rough(battle, lead.place.at) else 0.0
    battle.record(UnitMoved(unit.id, lead.id, walk.path, ends, round(walk.cost, 3), request.rule, how))
    battle.record(UnitDone(unit.id, inches, whole))
    close_in(battle, ends)


def _inches(battle: Battle, ends: Mapping[str, Pose]) -> dict[str, float]:
    return {key: round(battle.figures[key].place.at.to(end.at), 3) for key, end in ends.items()}


def close_in(battle: Battle, ends: Mapping[str, Pose]) -> None:
    """Who ends a move of his own in contact is noted as having come to the enemy.  [SC-5.3]"""
    touching = tuple(key for key in ends if in_contact(battle, battle.figures[key]))
    if touching:
        battle.record(Closed(touching))
