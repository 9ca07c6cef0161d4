"""Whichever side is listed first, the same dice by role give the same battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kktui.engine.events import to_json
from kktui.engine.game import Game, Setup
from kktui.engine.scenario import Scenario
from kktui.players import LEVELS
from kktui.rules.argad import RULESET
from tests.battles import shelf
from tests.rules.argad.drawn import PARTIES, drawn, melee, move, phase, place, to
from tests.rules_shown import rule


def swapped(scenario: Scenario) -> Scenario:
    """The same battle with its sides, and all their units, listed the other way round."""
    first = scenario.parties[0].id
    troops = sorted(scenario.troops, key=lambda troop: troop.side == first)
    return replace(scenario, parties=scenario.parties[::-1], troops=tuple(troops))


def told(scenario: Scenario, seed: str, level: str) -> list[dict[str, Any]]:
    """All that happens from the first turn on."""
    book = RULESET.book.with_house_rules(scenario.rulings.get(RULESET.id, {}))
    game = Game(Setup(RULESET, scenario, book, seed), {party.id: LEVELS[level] for party in scenario.parties})
    game.advance()
    events = [to_json(entry.event) for entry in game.state.log]
    began = next(index for index, event in enumerate(events) if event["event"] == "TurnBegan")
    return [{**event, "units": sorted(event["units"])} if "units" in event else event for event in events[began:]]


LONGER = {"even-field": 6, "bridge-at-stoke": 6, "pavises-at-the-bridge": 5, "stakes-on-crow-hill": 6}
"""Turns of the battles that soldiers do not break off after the third; who wanders at random comes to blows later."""


@rule("AR-2.1")
@pytest.mark.parametrize("level", ["soldier", "random"])
@pytest.mark.parametrize("name", sorted(name for name, _, _ in shelf().scenarios()))
def test_a_battle_is_the_same_whichever_side_is_listed_first(name: str, level: str) -> None:
    turns = LONGER.get(name, 3) if level == "soldier" else 8
    scenario = replace(shelf().scenario(name), turns=turns)
    once, again = told(scenario, "mirror", level), told(swapped(scenario), "mirror", level)
    assert len(once) > 40
    for one, other in zip(once, again, strict=True):
        assert one == other


@rule("AR-2.1")
def test_in_which_men_are_slowed_shot_struck_and_thrown_back() -> None:
    """What the battles above have in them, or they would show nothing."""
    seen = {each["event"] for each in told(replace(shelf().scenario("even-field"), turns=8), "mirror", "soldier")}
    assert {"argad.Slowed", "argad.Shot", "argad.Struck", "argad.Recoiled", "argad.CameUpon", "AllMoved"} <= seen


@rule("AR-2.1")
def test_so_is_a_single_turn_in_which_everybody_meets_shoots_and_strikes() -> None:
    ends = []
    for parties in (PARTIES, PARTIES[::-1]):
        battle = drawn(
            "red men: al c3 20,50; bo c3 sword longbow 40,50; di c3 war-horse 60,60",
            "blue foes: cy c3 20,30; ed c3 sword longbow 40,30; flo c3 60,30",
            parties=parties,
        )
        orders = {
            "red": {"al": to((20, 34)), "di": to((60, 30))},
            "blue": {"cy": to((20, 46)), "flo": to((60, 40))},
        }
        move(battle, *(orders[party.id] for party in parties))
        shots = {"red": {"bo": "ed"}, "blue": {"ed": "bo"}}
        phase(battle, "Shooting", *(shots[party.id] for party in parties), 3, 6, 2)
        melee(battle, 2, 4, 5, 3)
        ends.append({key: (place(battle, key), figure.standing) for key, figure in battle.figures.items()})
    assert ends[0] == ends[1]
