"""A battle of four men by the smallest ruleset, always the same: its pictures change only when a screen does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kktui.engine.ask import Ask
from kktui.engine.events import Left, Moved
from kktui.engine.game import Game, Setup
from kktui.table import Point, Pose
from tests.engine.stub import BOOK, TWO_A_SIDE, rules_of, scene


def _advance(state: Any, ask: Ask) -> None:
    ask.roll("2d6", "move", "red-1")
    state.record(Moved("red-1", (Point(10, 40), Point(10, 20)), Pose(10.0, 20.0, 0)))


def _shoot(state: Any, ask: Ask) -> None:
    ask.roll("1d10", "to hit", "blue-1")
    state.record(Left("red-2", "dead", "blue-1"))


def _flee(state: Any, ask: Ask) -> None:
    ask.roll("1d10", "morale", "blue-2")
    state.record(Left("blue-2", "fled"))


def skirmish(name: str = "") -> Game:
    """The battle, fought; with a name, everybody and everything is called that."""
    told = scene(TWO_A_SIDE)
    if name:
        troops = tuple(
            replace(troop, name=name, recruits=tuple(replace(man, name=name) for man in troop.recruits))
            for troop in told.troops
        )
        parties = tuple(replace(party, name=name, brief=name) for party in told.parties)
        told = replace(told, title=name, text=name, troops=troops, parties=parties)
    book = replace(BOOK, words={"luck": {"to hit": "high", "morale": "low"}})
    game = Game(Setup(rules_of(_advance, _shoot, _flee), told, book, "stub"), {})
    game.advance()
    assert game.over
    return game
