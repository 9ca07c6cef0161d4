"""Small drawn tables under Camelot, and figures taking their turns by a script.

battle = camelot("red knights: al knight mounted lance 10,20", "blue foes: ed 10,18 att=2")
turn_of(battle, "al", "attack", 5, 2, 3, 4)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kktui.engine.scenario import Goal, Recruit, Scenario, Troop
from kktui.engine.turn import take_step
from kktui.rules.camelot import RULESET
from kktui.rules.camelot.acting import do_one_thing
from kktui.rules.camelot.figures import Battle, Man
from kktui.rules.camelot.turns import begin_turn
from kktui.table import Ground
from tests import drawn
from tests.drawn import OPEN, PARTIES, Script

BOOK = RULESET.book
PLAIN = "ini=3 att=3 def=3 str=4 tough=4 ranged=2 discipline=3 virtue=3 luck=3"
"""Round numbers for a figure, with a sword in hand, padded armour and a shield."""


def camelot(
    *units: str,
    ground: Ground = OPEN,
    rulings: Mapping[str, Any] | None = None,
    goals: Sequence[Goal] = (),
    turns: int = 10,
) -> Battle:
    """A battle in its first round: red acts, then blue, and there is no event."""
    battle = fresh(*units, ground=ground, rulings=rulings, goals=goals, turns=turns)
    battle.turn = 1
    notes = battle.notes
    notes.winner = notes.first = "red"
    notes.ordered, notes.order, notes.checked = 1, ("red", "blue"), True
    return battle


def fresh(
    *units: str,
    ground: Ground = OPEN,
    rulings: Mapping[str, Any] | None = None,
    goals: Sequence[Goal] = (),
    turns: int = 10,
    zones: Mapping[str, str] | None = None,
) -> Battle:
    """A battle before its first event; units named in `zones` have no fixed places but deploy there."""
    troops = tuple(_troop(words, zones or {}) for words in units)
    scenario = Scenario("drawn", "Drawn", "", ground, PARTIES, troops, tuple(goals), turns)
    battle: Battle = RULESET.muster(scenario, BOOK.with_house_rules(rulings or {}))
    return battle


def _troop(line: str, zones: Mapping[str, str]) -> Troop:
    head, _, men = line.partition(":")
    numbers = [dict(_number(word) for word in man.split() if "=" in word) for man in men.split(";")]
    plain = "; ".join(" ".join(word for word in man.split() if "=" not in word) for man in men.split(";"))
    troop = drawn.troop_of(f"{head}: {plain}")
    recruits = tuple(
        replace(recruit, overrides={BOOK.id: own}, at=None if troop.id in zones else recruit.at)
        for recruit, own in zip(troop.recruits, numbers, strict=True)
    )
    return replace(troop, recruits=recruits, leader=recruits[0].id, zone=zones.get(troop.id, ""))


def _number(word: str) -> tuple[str, Any]:
    name, _, value = word.partition("=")
    return name, int(value) if value.lstrip("-").isdigit() else value


def one(battle: Battle, key: str) -> Man:
    return battle.figures[key]


def recruit_of(words: str) -> Recruit:
    return _troop(f"red unit: al 10,10 {words}", {}).recruits[0]


def enlisted(words: str, **rulings: Any) -> Man:
    """A single man as he is mustered."""
    return camelot(f"red unit: al 10,40 {words}", "blue foes: ed 10,5", rulings=rulings).figures["al"]


class Turn(Script):
    """A script for a figure's turn, which does nothing more when it is at its end."""

    def choose(self, request: Any) -> Any:
        if request.what == "act" and not self.left:
            self.left.append("done")
        return super().choose(request)


def turn_of(battle: Battle, figure: str, *answers: Any) -> Script:
    """The whole turn of a figure. The script has to be just long enough; it need not say that he is done."""
    script = Turn(battle, *answers)
    begin_turn(battle, script, battle.figures[figure])
    while battle.notes.up:
        do_one_thing(battle, script, battle.figures[battle.notes.up])
    assert not script.left, f"the rules did not ask for {script.left}"
    return script


def steps(battle: Battle, *answers: Any) -> Script:
    """Step after step of the battle while the script lasts."""
    script = Script(battle, *answers)
    while script.left and battle.result is None:
        take_step(RULESET, battle, script)
    return script
