"""Small drawn tables for the tests of Argad!, in centimetres.

A unit is a line: its side, its id, perhaps a formation, and its men, each an id, words and a place.

    battle = drawn("red foot: al c3 10,40 spear; bo c2 13,40", "blue foes close-order: cy c5 a5 10,20")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kktui.engine.events import TurnBegan
from kktui.engine.scenario import (
    ARMOUR,
    FORMATIONS,
    MOUNTS,
    RANKS,
    TRAINING,
    WEAPONS,
    Goal,
    Party,
    Recruit,
    Scenario,
    Troop,
)
from kktui.rules.argad import RULESET
from kktui.rules.argad.figures import Battle, Man
from kktui.rules.argad.measure import cm, inches
from kktui.rules.argad.turn import TURN
from kktui.table import Area, Ground, Line, Point, Zone, pose
from tests.drawn import Script

PARTIES = (Party("red", "Red", "south"), Party("blue", "Blue", "north"))
FACING = {"red": 0, "blue": 180}
WIDE = 120.0
OPEN = Ground("field", "Field", inches(WIDE), inches(WIDE))


def drawn(
    *units: str,
    ground: Ground = OPEN,
    rulings: Mapping[str, Any] | None = None,
    goals: Sequence[Goal] = (),
    turns: int = 12,
    parties: Sequence[Party] = PARTIES,
) -> Battle:
    """A battle as its first turn begins; red looks north, blue south."""
    troops = tuple(_troop(words) for words in units)
    scenario = Scenario("drawn", "Drawn", "", ground, tuple(parties), troops, tuple(goals), turns)
    battle: Battle = RULESET.muster(scenario, RULESET.book.with_house_rules(rulings or {}))
    next_turn(battle)
    return battle


def _troop(line: str) -> Troop:
    head, _, men = line.partition(":")
    side, name, *words = head.split()
    recruits = tuple(_recruit(man.split(), side) for man in men.split(";"))
    formation = next((word for word in words if word in FORMATIONS), "open")
    troop = Troop(name, name, side, recruits, hidden="hidden" in words, formation=formation)
    arrives = next((int(word.removeprefix("arrives")) for word in words if word.startswith("arrives")), 0)
    return replace(troop, arrives=arrives)


def _recruit(words: Sequence[str], side: str) -> Recruit:
    name, *rest = words
    recruit = Recruit(name, name, weapons=())
    for word in rest:
        recruit = replace(recruit, **_meaning(word, recruit, side))
    return recruit if recruit.weapons else replace(recruit, weapons=("sword",))


def _meaning(word: str, so_far: Recruit, side: str) -> dict[str, Any]:
    shelves: tuple[tuple[Sequence[str], dict[str, Any]], ...] = (
        (RANKS, {"rank": word}),
        (TRAINING, {"training": word}),
        (ARMOUR, {"armour": (*so_far.armour, word)}),
        (WEAPONS, {"weapons": (*so_far.weapons, word)}),
        (MOUNTS, {"mount": word}),
        (("pavise",), {"shield": "pavise"}),
    )
    for shelf, meaning in shelves:
        if word in shelf:
            return meaning
    own = dict(so_far.overrides.get(RULESET.id, {}))
    for letter, name in (("c", "class"), ("a", "armour")):
        if word[:1] == letter and word[1:].isdigit():
            return {"overrides": {RULESET.id: {**own, name: int(word[1:])}}}
    x, y, *facing = (float(part) for part in word.split(","))
    return {"at": pose(Point(inches(x), inches(y)), facing[0] if facing else FACING[side])}


def patch(kind: str, left: float, top: float, right: float, bottom: float, **facts: Any) -> Area:
    """A rectangle of ground, in cm."""
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Area(kind, kind, tuple(Point(inches(x), inches(y)) for x, y in corners), **facts)


def across(kind: str, y: float, left: float = 0, right: float = WIDE) -> Line:
    """A line from left to right, in cm."""
    return Line(kind, kind, (Point(inches(left), inches(y)), Point(inches(right), inches(y))))


def field(*features: Area | Line | Zone) -> Ground:
    """The open field with something on it."""
    return replace(
        OPEN,
        areas=tuple(each for each in features if isinstance(each, Area)),
        lines=tuple(each for each in features if isinstance(each, Line)),
        zones=tuple(each for each in features if isinstance(each, Zone)),
    )


def to(*points: tuple[float, float], facing: int | None = None) -> dict[str, Any]:
    """An answer to the question where a man goes: way points in cm."""
    answer: dict[str, Any] = {"path": [[inches(x), inches(y)] for x, y in points]}
    return answer if facing is None else {**answer, "facing": facing}


def facing(degrees: int) -> dict[str, Any]:
    """An answer: stay, but look that way."""
    return {"path": [], "facing": degrees}


def next_turn(battle: Battle) -> None:
    """The next turn begins."""
    battle.record(TurnBegan(battle.turn + 1))
    for event in RULESET.opening(battle):
        battle.record(event)


def phase(battle: Battle, name: str, *answers: Any) -> Script:
    """One phase of the turn: orders for each side in turn, then dice. The script has to be just long enough."""
    script = Script(battle, *answers)  # type: ignore[arg-type]
    wanted = next(each for each in TURN if each.name == name)
    while (actor := wanted.who(battle, script)) is not None:
        wanted.do(battle, script, actor)
    assert not script.left, f"the rules did not ask for {script.left}"
    return script


def move(battle: Battle, *answers: Any) -> Script:
    """The movement of the turn: what red orders, what blue orders, then the slowing dice by the men's ids."""
    return phase(battle, "Movement", *answers)


def melee(battle: Battle, *answers: Any) -> Script:
    """The melee of a turn in which nobody moves any more."""
    return phase(battle, "Melee", *answers)


def place(battle: Battle, figure: str) -> tuple[float, float]:
    """Where a figure stands, in cm to a tenth."""
    at = battle.figures[figure].place
    return (round(cm(at.x), 1), round(cm(at.y), 1))


def man(battle: Battle, figure: str) -> Man:
    return battle.figures[figure]
