"""CA-6 Combat events: what may happen before a side acts, or when the Wild Card comes up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kktui.engine.ask import Ask
from kktui.engine.check import walk_along
from kktui.engine.requests import Choose, Move, Option
from kktui.engine.ways import head_for
from kktui.rules.camelot.charts import looked_up
from kktui.rules.camelot.cover import cover_near, hard_to_find, in_cover
from kktui.rules.camelot.events import MovedBefore, MoveGone
from kktui.rules.camelot.events_chance import Befell, CombatEvent, EventChecked, Fizzled
from kktui.rules.camelot.events_fate import JustAScratch
from kktui.rules.camelot.figures import Battle, Man, engaged, shot_as, unseen
from kktui.rules.camelot.finds import discover
from kktui.rules.camelot.leaving import free_spots
from kktui.rules.camelot.movement import bolt, fall_back, go, move_request
from kktui.rules.camelot.reinforcements import reinforce
from kktui.table import Walk
from kktui.table.geometry import Pose

FORTUNE = "fortune's favor"
NOBODY = "nobody"
WINDS = 12
"""Directions a spooked horse may take, as on the face of a clock."""


def who_meets_event(battle: Battle, ask: Ask) -> str | None:
    """The side whose turn it is, until it has thrown; with cards the Wild Card serves instead.  [CA-6.1]"""
    notes = battle.notes
    return notes.order[0] if notes.order and not notes.checked else None


def meet_event(battle: Battle, ask: Ask, side: str) -> None:
    """Before a side acts: D6, on a 1 there is an event.  [CA-6.1]"""
    roll = ask.roll("1d6", "combat event", side)
    battle.record(EventChecked(side, roll))
    if roll <= int(battle.book.chart("happens").at("combat event")):
        roll_event(battle, ask, side)


def roll_event(battle: Battle, ask: Ask, side: str) -> None:
    """d100 on the table; spooked horses are thrown again when nobody is mounted.  [CA-6.1, CA-6.10]"""
    roll = ask.roll("1d100", "which event", side)
    event = event_of(battle, roll)
    if horses_wanting(battle, side, event):
        roll_event(battle, ask, side)
    else:
        take_event(battle, ask, side, event, roll)


def horses_wanting(battle: Battle, side: str, event: str) -> bool:
    """Whether horses would be spooked and there are none, which is told.  [CA-6.10]"""
    if event != "spooked horses" or riders(battle, side):
        return False
    battle.record(Fizzled(side, event, RULES[event]))
    return True


def event_of(battle: Battle, roll: int) -> str:
    """What a d100 means; by ruling 100 is cold feet and Fortune's Favor a card only.  [CA-6.1, CA-6.16]"""
    rows = battle.book.chart("combat-events").rows
    event = str(looked_up(rows, roll))
    return str(looked_up(rows, roll - 1)) if event == FORTUNE and battle.book.switch("fortune") == "card" else event


def take_event(battle: Battle, ask: Ask, side: str, event: str, roll: int = 0) -> None:
    """An event comes about."""
    battle.record(CombatEvent(side, roll, event, RULES[event]))
    if not EVENTS[event](battle, ask, side):
        battle.record(Fizzled(side, event, RULES[event]))


# Whom it befalls.


def drawn_lot(battle: Battle, ask: Ask, men: Sequence[Man]) -> Man | None:
    """A random figure of these.  [CA-6.1]"""
    if not men:
        return None
    return battle.figures[ask.draw("lots", sorted(man.id for man in men))]


def any_of(battle: Battle, side: str) -> list[Man]:
    """Whom a random figure is drawn from: the acting side, by ruling everybody.  [CA-6.1]"""
    return battle.fielded(side if battle.book.switch("random-figure") == "acting" else "")


def riders(battle: Battle, side: str) -> list[Man]:
    return [man for man in any_of(battle, side) if man.mounted]


def chosen(battle: Battle, ask: Ask, side: str, event: str, men: Sequence[Man]) -> Man | None:
    """The figure that a side picks for an event, or nobody.  [CA-6.1]"""
    if not men:
        return None
    options = (*(Option(man.id, man.id) for man in men), Option(NOBODY))
    picked = ask.choose(Choose(side, event.replace(" ", "-"), side, options, RULES[event]))
    return None if picked == NOBODY else battle.figures[picked]


def _befalls(battle: Battle, event: str, man: Man | None) -> bool:
    if man is None:
        return False
    battle.record(Befell(man.id, event, RULES[event]))
    return True


# The events.


def confused(battle: Battle, ask: Ask, side: str) -> bool:
    """A random figure may not act this turn.  [CA-6.2]"""
    return _befalls(battle, "confused", drawn_lot(battle, ask, any_of(battle, side)))


def accident(battle: Battle, ask: Ask, side: str) -> bool:
    """A random figure is knocked down.  [CA-6.3]"""
    return _befalls(battle, "accident", drawn_lot(battle, ask, any_of(battle, side)))


def furious_assault(battle: Battle, ask: Ask, side: str) -> bool:
    """One figure makes an extra move.  [CA-6.4]"""
    return _befalls(battle, "furious assault", chosen(battle, ask, side, "furious assault", able(battle, side)))


def seize_the_moment(battle: Battle, ask: Ask, side: str) -> bool:
    """One figure takes another action.  [CA-6.6]"""
    return _befalls(battle, "seize the moment", chosen(battle, ask, side, "seize the moment", able(battle, side)))


def able(battle: Battle, side: str) -> list[Man]:
    """Those of a side who could use a gift: not broken, stunned or just come."""
    return [m for m in battle.fielded(side) if not (m.broken or m.stunned or m.confused) and m.ready <= battle.turn]


def take_cover(battle: Battle, ask: Ask, side: str) -> bool:
    """One figure in the open may move if that ends in cover.  [CA-6.8]"""
    open_to = [man for man in able(battle, side) if not engaged(battle, man) and not man.down]
    men = [man for man in open_to if ways_to_cover(battle, man)]
    man = chosen(battle, ask, side, "take cover", men)
    if man is None:
        return False
    ways = ways_to_cover(battle, man)
    where = next(iter(ways))
    if len(ways) > 1:
        options = tuple(Option(each, each) for each in ways)
        where = ask.choose(Choose(side, "which-cover", man.id, options, "CA-6.8"))
    stood, walk = man.place, ways[where]
    if unseen(battle, side):
        walk = walk_along(battle, cover_request(battle, man), walk.path[1:])
    go(battle, man, walk, "takes cover", "CA-6.8")
    _moved_before(battle, man, stood)
    return True


def _moved_before(battle: Battle, man: Man, stood: Pose) -> None:
    """A move that an event makes spoils the aim of a turn still to come, if he went anywhere.  [CA-7.1]"""
    if not man.done and man.place.at != stood.at:
        battle.record(MovedBefore(man.id))


def ways_to_cover(battle: Battle, man: Man) -> dict[str, Walk]:
    """The pieces of cover that one move brings a figure in the open into, and how.  [CA-6.8]"""
    key = ("ways to cover", man.id)
    found: dict[str, Walk] | None = battle.memo.get(key)
    if found is None:
        found = battle.memo[key] = {} if in_cover(battle, man.place.at) else _ways_to_cover(battle, man)
    return found


def cover_request(battle: Battle, man: Man) -> Move:
    """The move that takes a figure into cover.  [CA-6.8]"""
    return replace(move_request(battle, man), what="take cover", rule="CA-6.8")


def _ways_to_cover(battle: Battle, man: Man) -> dict[str, Walk]:
    """By all that his side sees: whoever is hidden there, he runs into."""
    request = replace(cover_request(battle, man), ignoring=unseen(battle, man.side))
    found: dict[str, Walk] = {}
    for feature, spot in cover_near(battle, man.place.at):
        if man.place.at.to(spot) <= request.allowance:
            walk = head_for(battle, request, spot).walk
            touches = any(battle.figures[each].side != man.side for each in walk.touched)
            if in_cover(battle, walk.end.at) and not touches:
                found[feature] = walk
    return found


def bravery(battle: Battle, ask: Ask, side: str) -> bool:
    """One broken figure rallies.  [CA-6.9]"""
    broken = [man for man in battle.fielded(side) if man.broken]
    return _befalls(battle, "bravery", chosen(battle, ask, side, "bravery", broken))


def spooked_horses(battle: Battle, ask: Ask, side: str) -> bool:
    """A random mounted figure goes a medium move in a random direction.  [CA-6.10]"""
    man = drawn_lot(battle, ask, riders(battle, side))
    if man is None:
        return False
    battle.record(Befell(man.id, "spooked horses", "CA-6.10"))
    hour = ask.roll(f"1d{WINDS}", "direction", man.id)
    stood = man.place
    bolt(battle, man, hour * 360 // WINDS)
    _moved_before(battle, man, stood)
    return True


def fumbled(battle: Battle, ask: Ask, side: str) -> bool:
    """A random figure in melee may only defend this turn.  [CA-6.11]"""
    fighting = [man for man in any_of(battle, side) if engaged(battle, man)]
    return _befalls(battle, "fumbled", drawn_lot(battle, ask, fighting))


def rapid_fire(battle: Battle, ask: Ask, side: str) -> bool:
    """One figure with a ranged weapon shoots once more.  [CA-6.12]"""
    bows = [man for man in able(battle, side) if any(shot_as(battle.book, each) for each in man.weapons)]
    return _befalls(battle, "rapid fire", chosen(battle, ask, side, "rapid fire", bows))


def hiding_spot(battle: Battle, ask: Ask, side: str) -> bool:
    """A random figure in cover or rough ground may not be shot at in the enemy's turn.  [CA-6.13]"""
    hiding = [man for man in any_of(battle, side) if hard_to_find(battle, man.place.at)]
    return _befalls(battle, "hiding spot", drawn_lot(battle, ask, hiding))


def just_a_scratch(battle: Battle, ask: Ask, side: str) -> bool:
    """A figure taken out since last turn returns where it fell.  [CA-6.14]"""
    own = [man for man in battle.figures.values() if man.side == side and man.fell]
    fallen = [man for man in own if man.standing in ("dead", "out") and man.fell >= battle.turn - 1]
    options = (*(Option(man.id) for man in fallen), Option(NOBODY))
    picked = ask.choose(Choose(side, "just-a-scratch", side, options, "CA-6.14")) if fallen else NOBODY
    if picked == NOBODY:
        return False
    man = battle.figures[picked]
    spot = next(free_spots(battle, man.base, man.place), None)
    if spot is None:
        return False
    battle.record(JustAScratch(man.id, spot, str(battle.book.switch("scratch"))))
    return True


def cold_feet(battle: Battle, ask: Ask, side: str) -> bool:
    """A random figure must move toward its own edge.  [CA-6.15]"""
    man = drawn_lot(battle, ask, any_of(battle, side))
    if man is None:
        return False
    battle.record(Befell(man.id, "cold feet", "CA-6.15"))
    stood, lay = man.place, man.down
    fall_back(battle, man, "CA-6.15")
    if not man.done:
        battle.record(MoveGone(man.id, moved=lay or man.place.at != stood.at))
    return True


def fortunes_favor(battle: Battle, ask: Ask, side: str) -> bool:
    """The side picks any event.  [CA-6.16]"""
    options = tuple(Option(event) for event in EVENTS if event != FORTUNE)
    event = ask.choose(Choose(side, "fortune", side, options, "CA-6.16"))
    take_event(battle, ask, side, event)
    return True


EVENTS: dict[str, Callable[[Battle, Ask, str], bool]] = {
    "confused": confused,
    "accident": accident,
    "furious assault": furious_assault,
    "reinforcements": reinforce,
    "seize the moment": seize_the_moment,
    "discovery": discover,
    "take cover": take_cover,
    "bravery": bravery,
    "spooked horses": spooked_horses,
    "fumbled": fumbled,
    "rapid fire": rapid_fire,
    "hiding spot": hiding_spot,
    "just a scratch": just_a_scratch,
    "cold feet": cold_feet,
    FORTUNE: fortunes_favor,
}
"""The fifteen events, in the order of the sheet; each says whether it came to anything."""
RULES = {event: f"CA-6.{number}" for number, event in enumerate(EVENTS, 2)}
