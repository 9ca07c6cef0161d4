"""CA-6.7 Discovery: something valuable in the ground, and what it turns out to be."""

from __future__ import annotations

from kktui.engine.ask import Ask
from kktui.rules.camelot.charts import looked_up
from kktui.rules.camelot.cover import nearest_in
from kktui.rules.camelot.events import PickedUp
from kktui.rules.camelot.events_chance import Discovered
from kktui.rules.camelot.events_fate import TreasureRolled
from kktui.rules.camelot.figures import Battle, Find, Man, up_to
from kktui.table.gaps import point_gap
from kktui.table.geometry import Point
from kktui.table.terrain import Area, Line

NO_HIDING_PLACE = ("road", "slope")


def discover(battle: Battle, ask: Ask, side: str) -> bool:
    """A random terrain feature in sight of a friend holds something.  [CA-6.7]"""
    seen = features_in_sight(battle, side)
    if not seen:
        return False
    feature = ask.draw("lots", sorted(seen))
    at = seen[feature]
    find = Find(f"find-{len(battle.notes.finds) + 1}", feature, at.x, at.y, "")
    battle.record(Discovered(side, find, feature))
    return True


def features_in_sight(battle: Battle, side: str) -> dict[str, Point]:
    """The features a friend sees, and the place on each that is nearest to him.  [CA-6.7]"""
    ground = battle.scenario.ground
    features: list[Area | Line] = [area for area in ground.areas if area.kind not in NO_HIDING_PLACE]
    features += ground.lines
    men = battle.fielded(side)
    found: dict[str, Point] = {}
    for feature in features:
        for man in men:
            at = nearest_in(feature, man.place.at)
            on_table = 0 <= at.x <= ground.width and 0 <= at.y <= ground.depth
            if on_table and battle.table.sight(man.place.at, at).clear:
                found[feature.id] = at
                break
    return found


def in_reach(battle: Battle, man: Man) -> list[Find]:
    """What lies within an inch of a figure.  [CA-6.7]"""
    loose = [find for find in battle.notes.finds if not find.holder]
    near = up_to(float(battle.book.chart("distances").at("pick up"))) if loose else 0.0
    return [find for find in loose if point_gap((find.x, find.y), man.base, man.place) <= near]


def pick_up(battle: Battle, ask: Ask, man: Man) -> None:
    """He takes it.  [CA-6.7]"""
    battle.record(PickedUp(man.id, in_reach(battle, man)[0].id))


def held(battle: Battle) -> list[Find]:
    """The finds that somebody has, and that nobody has looked at closely."""
    known = {find for find, _, _ in battle.notes.treasure}
    return [find for find in battle.notes.finds if find.holder and find.id not in known]


def open_treasure(battle: Battle, ask: Ask, key: str) -> None:
    """Held at the end: the holder's side throws on the treasure table.  [CA-6.7, CA-6.16]"""
    find = next(each for each in battle.notes.finds if each.id == key)
    side = battle.figures[find.holder].side
    roll = ask.roll("1d6", "treasure", side)
    what, points = looked_up(battle.book.chart("treasure").rows, roll)
    battle.record(TreasureRolled(find.id, side, roll, what, points))
