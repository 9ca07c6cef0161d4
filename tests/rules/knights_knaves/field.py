"""Small drawn fields for Knights & Knaves, and dice that fall as a test wants them.

A unit is a line: its side, its id, and its men, each an id, words and a place.

    battle = drawn("red foot: al lord 10,20 sword; bo 12,20 halberd armour=6", "blue foes: cy sergeant 10,16")
    run(battle, "Melee", Says(battle, {"melee": 5, "melee al on cy": 9, "damage": 7}))
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from kktui.engine.check import settle
from kktui.engine.dice import faces_of
from kktui.engine.requests import Arrange, Choose, Move, Plan, Refusal, Request
from kktui.engine.scenario import (
    ARMOUR,
    MOUNTS,
    RANKS,
    TRAINING,
    TRAITS,
    WEAPONS,
    Goal,
    Recruit,
    Scenario,
    StandingOrder,
    Troop,
)
from kktui.rules.knights_knaves import RULESET
from kktui.rules.knights_knaves.figures import Battle, Man
from kktui.rules.knights_knaves.turn import TURN
from kktui.table import Ground, Point, pose
from tests.drawn import FACING, OPEN, PARTIES, across, at, change, events, field, last, stretch

T = TypeVar("T", bound=Hashable)
PHASES = {phase.name: index for index, phase in enumerate(TURN)}
BOOK = RULESET.book
SHORT = {
    "fine": ("helmet", "gambeson"),
    "mail": ("helmet", "mail-shirt"),
    "steel": ("closed-helm", "plate", "limb-plate"),
}


def drawn(
    *units: str,
    ground: Ground = OPEN,
    rulings: Mapping[str, Any] | None = None,
    goals: Sequence[Goal] = (),
    turns: int = 12,
) -> Battle:
    """A battle in its first turn with these units; red looks north, blue south.

    A ruling of None is one that nobody has switched.
    """
    troops = tuple(_troop(words) for words in units)
    switched = {name: value for name, value in (rulings or {}).items() if value is not None}
    scenario = Scenario("drawn", "Drawn", "", ground, PARTIES, troops, tuple(goals), turns)
    battle: Battle = RULESET.muster(scenario, BOOK.with_house_rules(switched))
    battle.turn, battle.phase = 1, 0
    return battle


def _troop(line: str) -> Troop:
    head, _, men = line.partition(":")
    side, name, *words = head.split()
    troop = Troop(name, name, side, tuple(_recruit(man.split(), side) for man in men.split(";")))
    for word in words:
        troop = replace(troop, **_unit_meaning(word))
    return troop


def _unit_meaning(word: str) -> dict[str, Any]:
    if word == "hidden":
        return {"hidden": True}
    if word.startswith("until-"):  # until-defend-turn-3-attack
        first, until, number, then = word.removeprefix("until-").replace("enemy-within", "near").split("-")
        return {"orders": StandingOrder(first, until.replace("near", "enemy-within"), float(number), then)}
    key, _, value = word.partition("=")
    return {key: int(value) if value.isdigit() else value}


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
        (tuple(SHORT), {"armour": SHORT.get(word, ())}),
        (WEAPONS, {"weapons": (*so_far.weapons, word)}),
        (MOUNTS, {"mount": word}),
        (TRAITS, {"traits": (*so_far.traits, word)}),
        (("small", "large", "pavise"), {"shield": word}),
    )
    for shelf, meaning in shelves:
        if word in shelf:
            return meaning
    if "=" in word:
        key, _, number = word.partition("=")
        return {"overrides": {BOOK.id: {**so_far.overrides.get(BOOK.id, {}), key: int(number)}}}
    x, y, *facing = (float(part) for part in word.split(","))
    return {"at": pose(Point(x, y), facing[0] if facing else FACING[side])}


class Says:
    """An Ask whose dice are named by their reason, or by reason and figure; choices by their question.

    Whatever a test does not speak of: dice show `usual`, choices take the first option, moves stay or go the best way.
    """

    def __init__(
        self, battle: Battle, dice: Mapping[str, Any] | None = None, usual: int | None = None, **answers: Any
    ) -> None:
        self.battle = battle
        self.dice = {key: list(value) if isinstance(value, list) else value for key, value in (dice or {}).items()}
        self.usual = usual
        self.answers = {key.replace("_", "-"): value for key, value in answers.items()}
        self.rolled: list[str] = []
        self.requests: list[Request] = []

    def roll(self, dice: str, why: str, who: str = "") -> int:
        self.rolled.append(f"{why} {who}".strip())
        key = f"{why} {who}" if f"{why} {who}" in self.dice else why
        value = self.dice.get(key, self.usual)
        value = value.pop(0) if isinstance(value, list) else value
        assert value is not None, f"nothing says what {dice} for {why} {who} shows"
        assert value in faces_of(dice), f"{value} cannot come up on {dice} ({why})"
        return int(value)

    def draw(self, deck: str, cards: Sequence[str]) -> str:
        raise AssertionError("there are no cards here")

    def choose(self, request: Choose | Plan) -> Any:
        self.requests.append(request)
        answer = self.answers.get(request.what)
        if isinstance(request, Plan):
            given = {key: value for key, value in (answer or {}).items() if key in request.parts}
            return self._settled(request, given)
        return self._settled(request, request.options[0].id if answer is None else answer)

    def place(self, request: Move | Arrange) -> Any:
        self.requests.append(request)
        assert isinstance(request, Move)
        answers = self.answers.get(request.what, {})
        path = answers.get(request.figure) if isinstance(answers, Mapping) else answers
        return self._settled(request, {"path": request.best if path is None else path})

    def part(self, resolve: Callable[..., T], *facts: Hashable) -> T:
        return resolve(self, *facts)

    def together(self, requests: Sequence[Request]) -> dict[str, Any]:
        return {each.side: self.choose(each) for each in requests if isinstance(each, Choose | Plan)}

    def _settled(self, request: Request, answer: Any) -> Any:
        settled = settle(self.battle, request, answer)
        assert not isinstance(settled, Refusal), str(settled)
        return settled


def run(battle: Battle, phase: str, says: Says) -> Says:
    """A whole phase of the turn."""
    battle.phase = PHASES[phase]
    step = TURN[battle.phase]
    while (actor := step.who(battle, says)) is not None:
        step.do(battle, says, actor)
    return says


def run_turn(battle: Battle, says: Says) -> Says:
    """All seven phases."""
    for phase in PHASES:
        run(battle, phase, says)
    return says


def commanded(battle: Battle, *figures: str, ready: bool = True) -> Battle:
    """As if command determination had found these in command."""
    for each in figures:
        change(battle, each, commanded=True, ready=ready)
    return battle


def ordered(battle: Battle, **orders: str) -> Battle:
    """As if these lay under these orders."""
    for each, order in orders.items():
        change(battle, each, order=order)
    return battle


def causes(battle: Battle) -> list[tuple[str, str]]:
    """Who has checked his morale so far, and why."""
    return [(each.figure, each.cause) for each in events(battle, "Checked")]


def man(battle: Battle, name: str) -> Man:
    return battle.figures[name]


__all__ = [
    "BOOK",
    "Says",
    "across",
    "at",
    "causes",
    "change",
    "commanded",
    "drawn",
    "events",
    "field",
    "last",
    "man",
    "ordered",
    "run",
    "run_turn",
    "stretch",
]
