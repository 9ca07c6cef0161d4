"""A desk to test at: a bare game for a keeper, typed lines in, written lines out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from typing import Any

from kktui.engine.game import Game, Setup
from kktui.engine.requests import Refusal
from kktui.engine.ruleset import Ruleset
from kktui.engine.scenario import Scenario
from kktui.files import Shelf
from kktui.plain import Options, play
from kktui.players import LEVELS
from kktui.rules.knights_sergeants import RULESET


@dataclass
class Bare:
    """A keeper that keeps nothing."""

    game: Game
    id: str = "7"

    def step(self) -> bool:
        return self.game.step()

    def advance(self) -> None:
        self.game.advance()

    def answer(self, side: str, value: Any) -> Refusal | None:
        return self.game.answer(side, value)

    def undo(self, side: str) -> Refusal | None:
        return self.game.undo(side)


@lru_cache(maxsize=8)
def scenario(name: str) -> Scenario:
    return Shelf().scenario(name)


def bare(
    battle: str | Scenario = "meeting-at-the-ford",
    humans: Iterable[str] = ("hale",),
    seed: str = "s1",
    rules: Ruleset = RULESET,
) -> Bare:
    """A battle in which a random player answers for everybody who is no human."""
    told = scenario(battle) if isinstance(battle, str) else battle
    players = {party.id: LEVELS["random"] for party in told.parties if party.id not in set(humans)}
    return Bare(Game(Setup(rules, told, rules.book, seed), players))


def typed(keeper: Bare, lines: Iterable[str], seats: Iterable[str] = ("hale",), **options: Any) -> str:
    """What is written when these lines are typed."""
    out = StringIO()
    source = StringIO("".join(f"{line}\n" for line in lines))
    assert play(keeper, frozenset(seats), source, out, Options(echo=True, **options)) == 0
    return out.getvalue()


DEPLOYED = ("", "", "")
"""Hale's three units drawn up as proposed: with seed s1 the card of Wat Reeve's men comes up next."""
