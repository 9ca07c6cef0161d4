"""Battles made up for tests and for the benchmark: any number of sergeants' groups and knights on an open field."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt
from typing import Any

from kktui.engine.check import settle
from kktui.engine.dice import Luck
from kktui.engine.game import Game, Player, Setup
from kktui.engine.requests import Refusal, Request
from kktui.engine.scenario import Party, Recruit, Scenario, Troop
from kktui.players import LEVELS
from kktui.rules import ruleset
from kktui.table import Ground, Point, Zone

KS = "knights-sergeants"
GROUP = 9
"""A sergeant and eight men."""
APART = 12.0
"""Inches between the two lines, whatever the size: the same turns of marching and of fighting."""


def field_of(men: int, turns: int = 12) -> Scenario:
    """So many men a side, one in ten a knight, on a field as crowded as 20 v 20 on 48 by 48 inches."""
    side = float(ceil(48 * sqrt(men / 20)))
    ground = Ground(
        "open",
        "Open",
        side,
        side,
        zones=(_strip("south", side, side / 2 + APART / 2, side - 1), _strip("north", side, 1, side / 2 - APART / 2)),
    )
    parties = (Party("red", "Red", "south"), Party("blue", "Blue", "north"))
    troops = tuple(troop for party in parties for troop in _army(party, men))
    return Scenario(f"field-{men}", f"{men} a side", "", ground, parties, troops, turns=turns)


def _strip(name: str, side: float, top: float, bottom: float) -> Zone:
    return Zone(name, name, (Point(1, top), Point(side - 1, top), Point(side - 1, bottom), Point(1, bottom)))


def _army(party: Party, men: int) -> Iterator[Troop]:
    knights = max(1, men // 10)
    facing = 0 if party.edge == "south" else 180
    for number in range(knights):
        rider = Recruit(
            f"{party.id}-k{number}", f"Sir {party.name} {number}", "knight", "veteran", ("long-mail",), "large",
            ("lance", "sword"), "war-horse",
        )  # fmt: skip
        yield Troop(
            f"{party.id}-sir-{number}", rider.name, party.id, (rider,), rider.id, zone=party.edge, facing=facing
        )
    left, number = men - knights, 0
    while left:
        size = min(GROUP, left)
        yield _group(party, number, size, facing)
        left, number = left - size, number + 1


def _group(party: Party, number: int, size: int, facing: int) -> Troop:
    name = f"{party.id}-g{number}"
    weapons = ("longbow" if number % 3 == 1 else "spear", "short-sword")
    leader = Recruit(f"{name}-0", f"{name} sergeant", "sergeant", armour=("mail-shirt",), shield="large")
    men = tuple(
        Recruit(f"{name}-{each}", f"{name} man {each}", armour=("gambeson",), shield="large", weapons=weapons)
        for each in range(1, size)
    )
    return Troop(name, name, party.id, (leader, *men), leader.id, zone=party.edge, facing=facing)


def setup_of(scenario: Scenario, seed: str, rules: str = KS) -> Setup:
    """A scenario under a ruleset with the rulings its author wants."""
    book = ruleset(rules).book
    return Setup(ruleset(rules), scenario, book.with_house_rules(scenario.rulings.get(book.id, {})), seed)


def seats(setup: Setup, level: str) -> dict[str, Player]:
    """The same computer player on every seat."""
    return {party.id: LEVELS[level] for party in setup.scenario.parties}


def advice(game: Game, request: Request, level: str = "random") -> Any:
    """What a computer player would answer for a side that somebody else plays."""
    luck = Luck(game.key, f"{request.side}|{len(game.answers)}")
    answer = LEVELS[level].answer(game.setup.rules, game.view(request.side), request, luck)
    refused = settle(game.state, request, answer)
    return refused.nearest if isinstance(refused, Refusal) else answer


def by_hand(game: Game, level: str = "random") -> Iterator[Request]:
    """Play a game for both sides; each request is handed out before it is answered."""
    game.advance()
    while not game.over:
        request = next(iter(game.pending.values()))
        yield request
        if game.pending.get(request.side) is request:
            refused = game.answer(request.side, advice(game, request, level))
            assert refused is None, refused
        game.advance()
