"""What can be begun: a scenario, a ruleset to play it by, house rules, players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kktui.engine.rulebook import Rulebook
    from kktui.engine.ruleset import Ruleset
    from kktui.engine.scenario import Scenario
    from kktui.engine.state import AnyState

FALLBACK_RULES = "knights-sergeants"
LONGEST_SEED = 200


@dataclass(frozen=True, slots=True)
class Battle:
    """A scenario with everything it takes to begin it."""

    text: str
    """The scenario and its map as one text."""
    scenario: Scenario
    ruleset: str
    house: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sides(self) -> list[str]:
        return [party.id for party in self.scenario.parties]

    @property
    def rules(self) -> Ruleset:
        from kktui.rules import ruleset

        return ruleset(self.ruleset)

    @property
    def book(self) -> Rulebook:
        """The rulebook as the scenario and the house have it; Unfit when they do not fit it."""
        return self.rules.book.with_house_rules(self.scenario.rulings.get(self.ruleset, {})).with_house_rules(
            self.house
        )

    def drawn_up(self) -> AnyState:
        """The table before turn 1 as two captains might draw up on it, and as a spectator sees it."""
        from kktui.engine.game import Game, Setup
        from kktui.store.keeper import players_of

        setup = Setup(self.rules, self.scenario, self.book, "drawn up")
        game = Game(setup, players_of(dict.fromkeys(self.sides, "soldier")))
        while not game.state.turn and game.step():
            pass
        return game.view("")

    def by(self, ruleset: str, house: Mapping[str, Any]) -> Battle:
        """The same battle by another ruleset."""
        return replace(self, ruleset=ruleset, house=house)


def offer(name: str) -> Battle:
    """The scenario of an id or a path, by its author's ruleset if there is one, or by the usual one."""
    from kktui.files import Shelf, bundle
    from kktui.rules import PACKAGES
    from kktui.store.keeper import scenario_of

    text = bundle(Shelf().scenario_path(name))
    scenario = scenario_of(text)
    return Battle(text, scenario, scenario.rules if scenario.rules in PACKAGES else FALLBACK_RULES)


def rulebooks() -> dict[str, Rulebook]:
    """The rulebook of every ruleset there is, by id."""
    from kktui.rules import PACKAGES, ruleset

    return {name: ruleset(name).book for name in PACKAGES}


def levels() -> tuple[str, ...]:
    """The computer players, the usual one first."""
    from kktui.players import LEVELS

    return tuple(sorted(LEVELS, key=lambda level: level != "soldier"))


def fits_as_seed(seed: str) -> bool:
    """Whether this can fix the dice of a battle."""
    return 0 < len(seed) <= LONGEST_SEED and seed.isprintable()
