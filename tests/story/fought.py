"""Battles fought to the end, to look back on."""

from __future__ import annotations

from functools import lru_cache

from kktui.engine.game import Game, Setup
from kktui.files import Shelf
from kktui.players import LEVELS
from kktui.rules import ruleset


@lru_cache(maxsize=8)
def fought(scenario: str = "meeting-at-the-ford", rules: str = "knights-sergeants", seed: str = "s1") -> Game:
    """A battle of soldier against soldier."""
    told, by = Shelf().scenario(scenario), ruleset(rules)
    game = Game(Setup(by, told, by.book, seed), {party.id: LEVELS["soldier"] for party in told.parties})
    game.advance()
    return game
