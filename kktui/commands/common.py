"""What several commands need: a scenario, a ruleset, players, each refused in one sentence when unknown."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kktui.engine.scenario import Scenario

FALLBACK_RULES = "knights-sergeants"
USAGE = 2
LONGEST_SEED = 200


class Unhappy(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """A command that cannot be done: one sentence, and the exit code."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Battle:
    """A scenario with everything it takes to begin it."""

    text: str
    """The scenario and its map as one text."""
    scenario: Scenario
    ruleset: str
    house: Mapping[str, Any]

    @property
    def sides(self) -> list[str]:
        return [party.id for party in self.scenario.parties]


def battle(name: str, rules: str | None = None, house: Path | None = None) -> Battle:
    """The battle that was asked for; an unknown name is refused, a broken file tells its places."""
    from kktui.files import Shelf, UnknownName, bundle, parse_scenario

    try:
        text = bundle(Shelf().scenario_path(name))
    except UnknownName as unknown:
        raise Unhappy(f"{unknown}{_all_scenarios() if not unknown.suggestions else ''}") from None
    scenario = parse_scenario(text, name)
    chosen = known_ruleset(rules) if rules else implemented(scenario.rules)
    return Battle(text, scenario, chosen, house_rules(house, scenario, chosen))


def _all_scenarios() -> str:
    from kktui.files import Shelf

    return f"; there are {', '.join(name for name, _, _ in Shelf().scenarios())}"


def implemented(rules: str) -> str:
    """The author's ruleset if there is one, or the usual one."""
    from kktui.rules import PACKAGES

    return rules if rules in PACKAGES else FALLBACK_RULES


def known_ruleset(name: str) -> str:
    from kktui.rules import PACKAGES

    return known("ruleset", name, PACKAGES)


def known_level(name: str) -> str:
    from kktui.players import LEVELS

    return known("computer player", name, LEVELS)


def known(what: str, name: str, names: Iterable[str]) -> str:
    """The name, if it is one of these."""
    from kktui.files.problem import meant, nearest
    from kktui.text import clean

    every = list(names)
    if name in every:
        return name
    guess = meant(nearest(name, every)) or (f"; there is {', '.join(every)}" if len(every) <= 12 else "")
    raise Unhappy(f"no {what} is called '{clean(name, 60)}'{guess}")


def house_rules(path: Path | None, scenario: Scenario, chosen: str) -> dict[str, Any]:
    """The house rules of a file for this ruleset, if they fit its rulebook. The file has a table for each ruleset."""
    from kktui.engine.rulebook import Unfit
    from kktui.files import toml
    from kktui.files.schema import RULESETS
    from kktui.rules import ruleset

    tables = toml.parse(toml.read(path)) if path is not None else {}
    for name, table in tables.items():
        if name not in RULESETS or not isinstance(table, dict):
            raise Unhappy(f"{path}: '{name}' is not a table of house rules; allowed are {', '.join(RULESETS)}", 1)
    overlay: dict[str, Any] = tables.get(chosen, {})
    try:
        ruleset(chosen).book.with_house_rules(scenario.rulings.get(chosen, {})).with_house_rules(overlay)
    except Unfit as unfit:
        raise Unhappy(f"{path or scenario.id}: {unfit}", 1) from None
    return overlay


def two_players(words: str, sides: list[str]) -> dict[str, str]:
    """Levels for the sides, in their order: "soldier,random", or one word for all."""
    levels = [known_level(word.strip()) for word in words.split(",")]
    if len(levels) not in (1, len(sides)):
        raise Unhappy(f"players are given for {', '.join(sides)}, or one for all; these are {len(levels)}")
    return dict(zip(sides, levels * len(sides), strict=False))


def fit_seed(seed: str | None) -> str:
    """A seed that can be kept; none means one is drawn."""
    if seed is not None and not (0 < len(seed) <= LONGEST_SEED and seed.isprintable()):
        raise Unhappy(f"a seed is 1 to {LONGEST_SEED} printable characters")
    return seed or ""


def say(line: str) -> None:
    """One line to whoever runs the program, beside the results."""
    print(line, file=sys.stderr, flush=True)
