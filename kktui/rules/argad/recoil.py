"""AR-5.6 Recoil and following up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kktui.engine.ask import Ask
from kktui.engine.events import Moved
from kktui.engine.requests import Choose, Option, Plan
from kktui.engine.state import FIELDED
from kktui.rules.argad.events import LeftRanks, Recoiled
from kktui.rules.argad.figures import Battle, Man, in_ranks
from kktui.rules.argad.ground import going_of
from kktui.rules.argad.measure import inches
from kktui.table.geometry import GRAIN, Point, pose

FOLLOW, STAY = "follow", "stay"


def recoil(battle: Battle, driven: Mapping[str, Sequence[str]]) -> list[str]:
    """Everybody made to recoil goes 2 cm straight back, or stands if he has not the room; who had it.  [AR-5.6]"""
    there = (battle.figures[key] for key in sorted(driven) if battle.figures[key].standing == FIELDED)
    return [man.id for man in there if _goes_back(battle, man, driven[man.id])]


def _goes_back(battle: Battle, man: Man, by: Sequence[str]) -> bool:
    here = man.place
    places = [battle.figures[each].place.at for each in by]
    middle = Point(sum(p.x for p in places) / len(places), sum(p.y for p in places) / len(places))
    back = inches(int(battle.book.charts["recoil"].rows["recoil"]))
    swept = battle.table.push(man.id, middle.bearing(here.at), back, going_of(battle, man))
    room = here.at.to(swept.end) >= back - 2 * GRAIN
    battle.record(Recoiled(man.id, by[0], "" if room else "cramped"))
    if room:
        _leave_ranks(battle, man)
        battle.record(Moved(man.id, (here.at, swept.end), pose(swept.end, here.facing), rule="AR-5.6", how="pushed"))
    return room


def _leave_ranks(battle: Battle, man: Man) -> None:
    if in_ranks(battle, man):
        battle.record(LeftRanks(man.id))


def follow_up(battle: Battle, ask: Ask, winners: Sequence[tuple[str, str]]) -> None:
    """Who made a foe recoil may follow him, if he stands himself.  [AR-5.6]"""
    able = [(man, foe) for man, foe in winners if may_follow(battle.figures[man], battle.figures[foe])]
    requests = [request for side in battle.sides if (request := follow_request(battle, side, able)).parts]
    if not requests:
        return
    chosen = {man: choice for plan in ask.together(requests).values() for man, choice in plan.items()}
    for man, foe in sorted(able):
        if chosen[man] == FOLLOW:
            _follow(battle, battle.figures[man], battle.figures[foe])


def may_follow(man: Man, foe: Man) -> bool:
    """Whether a winner and his foe are both there, and he has not been thrown back himself."""
    return man.standing == FIELDED and foe.standing == FIELDED and not man.thrown


def follow_request(battle: Battle, side: str, winners: Sequence[tuple[str, str]]) -> Plan:
    """The question who follows; in close order the sensible thing is to stay.  [AR-5.6]"""
    parts: dict[str, Choose] = {}
    for key, foe in winners:
        man = battle.figures[key]
        if man.side == side:
            follow, stay = Option(FOLLOW, foe), Option(STAY)
            options = (stay, follow) if in_ranks(battle, man) else (follow, stay)
            parts[key] = Choose(side, "follow", key, options, "AR-5.6")
    return Plan(side, "follow-up", side, parts, "AR-5.6")


def _follow(battle: Battle, man: Man, foe: Man) -> None:
    """As far after his foe as that one went, or until somebody is in the way.  [AR-5.6]"""
    here = man.place
    ahead = here.at.bearing(foe.place.at)
    after = inches(int(battle.book.charts["recoil"].rows["recoil"]))
    swept = battle.table.push(man.id, ahead, after, going_of(battle, man))
    if here.at.to(swept.end) > GRAIN:
        _leave_ranks(battle, man)
        battle.record(Moved(man.id, (here.at, swept.end), pose(swept.end, here.facing), rule="AR-5.6", how="follows"))
