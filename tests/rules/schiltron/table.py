"""Small drawn tables for Schiltron, as in `tests.drawn`, and its phases one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kktui.engine.scenario import RANKS, Goal, Scenario, Troop
from kktui.rules.schiltron import RULESET
from kktui.rules.schiltron.figures import Battle, Man
from kktui.rules.schiltron.turn import TURN
from kktui.table import Ground
from tests.drawn import OPEN, PARTIES, Script, change, troop_of

LEADS = RANKS[RANKS.index("sergeant") :]
PHASES = {phase.name: phase for phase in TURN}
BOOK = RULESET.book


def drawn(
    *units: str,
    ground: Ground = OPEN,
    rulings: Mapping[str, Any] | None = None,
    goals: Sequence[Goal] = (),
    turns: int = 12,
) -> Battle:
    """A battle in its first turn with these units; the first of sergeant's rank or above leads his."""
    troops = tuple(_led(troop_of(words)) for words in units)
    scenario = Scenario("drawn", "Drawn", "", ground, PARTIES, troops, tuple(goals), turns)
    battle: Battle = RULESET.muster(scenario, BOOK.with_house_rules(rulings or {}))
    battle.turn = 1
    return battle


def _led(troop: Troop) -> Troop:
    return replace(troop, leader=next((each.id for each in troop.recruits if each.rank in LEADS), ""))


def phase(battle: Battle, name: str, *answers: Any) -> Script:
    """One phase of the turn to its end. The script has to be just long enough."""
    script = Script(battle, *answers)  # type: ignore[arg-type]
    while (actor := PHASES[name].who(battle, script)) is not None:
        PHASES[name].do(battle, script, actor)
    assert not script.left, f"the rules did not ask for {script.left}"
    return script


def won_by(battle: Battle, side: str) -> Battle:
    """The side has won the initiative."""
    battle.notes.initiative = side
    return battle


def man(battle: Battle, key: str) -> Man:
    return battle.figures[key]


def ranked(battle: Battle, unit: str, formation: str) -> None:
    """A unit stands in a formation, wherever its men are."""
    change(battle, unit, formation=formation)  # type: ignore[arg-type]
    for each in battle.units[unit].figures:
        change(battle, each, in_ranks=True)  # type: ignore[arg-type]
