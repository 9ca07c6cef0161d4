"""What several commands need: a scenario, a ruleset, players, each refused in one sentence when unknown."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kktui.store.offer import Battle

USAGE = 2


class Unhappy(Exception):  # noqa: N818 - reads as a sentence where it is raised
    """A command that cannot be done: one sentence, and the exit code."""

    def __init__(self, sentence: str, code: int = USAGE) -> None:
        super().__init__(sentence)
        self.code = code


def extras(what: str, *names: str) -> Unhappy:
    """What a command needs that is not installed, and how to install it beside this very program."""
    needed = " and ".join(f"'{name}'" for name in names)
    install = f"{sys.executable} -m pip install 'kktui[{','.join(names)}]'"
    return Unhappy(f"{what} needs the extra{'s' * (len(names) > 1)} {needed}: {install}", 1)


def battle(name: str, rules: str | None = None, house: Path | None = None) -> Battle:
    """The battle that was asked for; an unknown name is refused, a broken file tells its places."""
    from kktui.files import UnknownName
    from kktui.store.offer import offer

    try:
        found = offer(name)
    except UnknownName as unknown:
        raise Unhappy(f"{unknown}{'' if unknown.suggestions else _instead_of(name)}") from None
    chosen = found.ruleset if rules is None else known_ruleset(rules)
    return found.by(chosen, house_rules(house, chosen))


def _instead_of(name: str) -> str:
    """What to say of a name that looks like no scenario's: it is a map's, or what there is."""
    from kktui.files import Shelf

    if name in [each for each, _, _ in Shelf().maps()]:
        return ", it is the name of a map"
    return f"; there are {', '.join(each for each, _, _ in Shelf().scenarios())}"


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
    guess = meant(nearest(name, every)) or (f"; there are {', '.join(every)}" if len(every) <= 12 else "")
    raise Unhappy(f"no {what} is called '{clean(name, 60)}'{guess}")


def house_rules(path: Path | None, chosen: str) -> dict[str, Any]:
    """The house rules of a file for this ruleset, if they fit its rulebook. The file has a table for each ruleset."""
    if path is None:
        return {}
    from kktui.files.house import read_house

    return dict(read_house(path).get(chosen, {}))


def two_players(words: str, sides: list[str]) -> dict[str, str]:
    """Levels for the sides, in their order: "soldier,random", or one word for all."""
    levels = [known_level(word.strip()) for word in words.split(",")]
    if len(levels) not in (1, len(sides)):
        raise Unhappy(f"players are given for {', '.join(sides)}, or one for all; these are {len(levels)}")
    return dict(zip(sides, levels * len(sides), strict=False))


def fit_seed(seed: str | None) -> str:
    """A seed that can be kept; none means one is drawn."""
    from kktui.store.offer import LONGEST_SEED, fits_as_seed

    if seed is not None and not fits_as_seed(seed):
        raise Unhappy(f"a seed is 1 to {LONGEST_SEED} printable characters")
    return seed or ""


def say(line: str) -> None:
    """One line to whoever runs the program, beside the results; whoever cannot be told is not."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)
