"""Small drawn tables for the rules tests, and a script that answers what the rules ask.

A unit is a line: its side, its id, and its men, each an id, words and a place.

    battle = drawn("red foot: al sergeant 10,20; bo 12,20 halberd", "blue foes: cy sergeant 10,16")
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from kktui.engine.ask import Ask
from kktui.engine.check import settle
from kktui.engine.dice import faces_of
from kktui.engine.odds import default
from kktui.engine.requests import Arrange, Choose, Move, Plan, Refusal, Request
from kktui.engine.scenario import (
    ARMOUR,
    MOUNTS,
    RANKS,
    TRAINING,
    TRAITS,
    WEAPONS,
    Goal,
    Party,
    Recruit,
    Scenario,
    Troop,
)
from kktui.engine.turn import take_step
from kktui.rules.knights_sergeants import RULESET
from kktui.rules.knights_sergeants.cards import turn_up
from kktui.rules.knights_sergeants.figures import Battle
from kktui.rules.knights_sergeants.turn import TURN
from kktui.table import Area, Ground, Line, Point, Zone, pose

PARTIES = (Party("red", "Red", "south"), Party("blue", "Blue", "north"))
FACING = {"red": 0, "blue": 180}
OPEN = Ground("field", "Field", 48, 48)
T = TypeVar("T", bound=Hashable)
DEFAULT = object()
"""In a script: what the request itself proposes."""


def drawn(
    *units: str,
    ground: Ground = OPEN,
    rulings: Mapping[str, Any] | None = None,
    goals: Sequence[Goal] = (),
    turns: int = 12,
) -> Battle:
    """A battle in its first turn, no card up, with these units; red looks north, blue south."""
    troops = tuple(troop_of(words) for words in units)
    scenario = Scenario("drawn", "Drawn", "", ground, PARTIES, troops, tuple(goals), turns)
    battle: Battle = RULESET.muster(scenario, RULESET.book.with_house_rules(rulings or {}))
    battle.turn, battle.decks["cards"], battle.discards["cards"] = 1, (), ()
    return battle


def troop_of(line: str) -> Troop:
    """A unit as its line tells."""
    head, _, men = line.partition(":")
    side, name, *words = head.split()
    recruits = tuple(_recruit(man.split(), side) for man in men.split(";"))
    troop = Troop(name, name, side, recruits, hidden="hidden" in words)
    for word in words:
        if word.startswith("arrives"):
            troop = replace(troop, arrives=int(word.removeprefix("arrives")))
        elif word.startswith("under-"):
            troop = replace(troop, commander=word.removeprefix("under-"))
    return troop


def _recruit(words: Sequence[str], side: str) -> Recruit:
    name, *rest = words
    recruit = Recruit(name, name, weapons=())
    for word in rest:
        recruit = replace(recruit, **_meaning(word, recruit, side))
    return recruit if recruit.weapons else replace(recruit, weapons=("sword",))


def _meaning(word: str, so_far: Recruit, side: str) -> dict[str, Any]:
    """What a word says of a man."""
    shelves: tuple[tuple[Sequence[str], dict[str, Any]], ...] = (
        (RANKS, {"rank": word}),
        (TRAINING, {"training": word}),
        (ARMOUR, {"armour": (*so_far.armour, word)}),
        (WEAPONS, {"weapons": (*so_far.weapons, word)}),
        (MOUNTS, {"mount": word}),
        (TRAITS, {"traits": (*so_far.traits, word)}),
        (("shield",), {"shield": "small"}),
        (("mounted",), {"mount": "war-horse"}),
        (("barded",), {"mount": "barded-war-horse"}),
    )
    for shelf, meaning in shelves:
        if word in shelf:
            return meaning
    if word.startswith("AR"):
        return {"overrides": {RULESET.id: {"armour": int(word[2:])}}}
    x, y, *facing = (float(part) for part in word.split(","))
    return {"at": pose(Point(x, y), facing[0] if facing else FACING[side])}


def change(battle: Battle, key: str, **facts: Any) -> None:
    """Give a figure or a unit other facts than it has, as if they had come about before."""
    record = battle.units[key] if key in battle.units else battle.figures[key]
    for name, value in facts.items():
        setattr(record, name, value)
    battle.memo.clear()
    battle.ranks.clear()
    battle.places.clear()


def stretch(kind: str, left: float, top: float, right: float, bottom: float) -> Area:
    """A rectangle of ground."""
    corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    return Area(kind, kind, corners)


def across(kind: str, y: float, left: float = 0, right: float = 48) -> Line:
    """A line from left to right."""
    return Line(kind, kind, (Point(left, y), Point(right, y)))


def field(*features: Area | Line | Zone) -> Ground:
    """The open field with something on it."""
    return replace(
        OPEN,
        areas=tuple(each for each in features if isinstance(each, Area)),
        lines=tuple(each for each in features if isinstance(each, Line)),
        zones=tuple(each for each in features if isinstance(each, Zone)),
    )


class Script:
    """An Ask that answers from a list: numbers for dice, words for choices and cards, points for a path.

    Where men are placed round their leader, and whether to wound or stun, the request's own proposal serves
    when the script says nothing about it.
    """

    def __init__(self, battle: Battle, *answers: Any) -> None:
        self.battle = battle
        self.left = list(answers)
        self.asked: list[str] = []
        self.requests: list[Request] = []

    def roll(self, dice: str, why: str, who: str = "") -> int:
        self.asked.append(f"{dice} {why}")
        total = self._next(f"{dice} {why} {who}")
        assert total in faces_of(dice), f"{total} cannot come up on {dice} ({why})"
        return int(total)

    def draw(self, deck: str, cards: Sequence[str]) -> str:
        self.asked.append(f"draw of {len(cards)}")
        card = self._next(f"a card of {', '.join(cards)}")
        assert card in cards, f"{card} is not in the deck: {cards}"
        return str(card)

    def choose(self, request: Choose | Plan) -> Any:
        self.asked.append(request.what)
        self.requests.append(request)
        if request.what == "wound-or-stun" and self.left[:1] not in (["wound"], ["stun"]):
            return default(request)
        return self._settled(request, self._next(request.what))

    def place(self, request: Move | Arrange) -> Any:
        self.asked.append(request.what)
        self.requests.append(request)
        if isinstance(request, Arrange):
            return self._settled(request, self.left.pop(0) if self._places_next() else {})
        path = self._next(request.what)
        return self._settled(request, {"path": request.best if path is DEFAULT else path})

    def part(self, resolve: Callable[..., T], *facts: Hashable) -> T:
        return resolve(self, *facts)

    def together(self, requests: Sequence[Request]) -> dict[str, Any]:
        return {each.side: self.choose(each) for each in requests if isinstance(each, Choose | Plan)}

    def _places_next(self) -> bool:
        return bool(self.left) and isinstance(self.left[0], dict)

    def _next(self, question: str) -> Any:
        assert self.left, f"the script has no answer to: {question}"
        return self.left.pop(0)

    def _settled(self, request: Request, answer: Any) -> Any:
        settled = settle(self.battle, request, default(request) if answer is DEFAULT else answer)
        assert not isinstance(settled, Refusal), str(settled)
        return settled


def card(battle: Battle, unit: str, *answers: Any) -> Script:
    """The whole card of a unit: morale, action, melee. The script has to be just long enough."""
    script = Script(battle, *answers)
    turn_up(battle, battle.units[unit])
    for phase in TURN[1:]:
        while (actor := phase.who(battle, _ask(script))) is not None:
            phase.do(battle, _ask(script), actor)
    assert not script.left, f"the rules did not ask for {script.left}"
    return script


def steps(battle: Battle, *answers: Any) -> Script:
    """Step after step of the battle while the script lasts."""
    script = Script(battle, *answers)
    while script.left and battle.result is None:
        take_step(RULESET, battle, _ask(script))
    return script


def step(battle: Battle) -> None:
    """One step in which nobody is asked anything."""
    take_step(RULESET, battle, _ask(Script(battle)))


def _ask(script: Script) -> Ask:
    return script


def events(battle: Battle, name: str) -> list[Any]:
    """The events of a kind so far, by the name of their class."""
    return [entry.event for entry in battle.log if type(entry.event).__name__ == name]


def last(battle: Battle, name: str) -> Any:
    """The latest event of a kind."""
    return events(battle, name)[-1]


def at(battle: Battle, figure: str) -> tuple[float, float]:
    """Where a figure stands."""
    place = battle.figures[figure].pose
    assert place is not None
    return (place.x, place.y)
