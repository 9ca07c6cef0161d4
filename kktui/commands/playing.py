"""Playing, watching and taking up again."""

from __future__ import annotations

import sys

from kktui.commands.common import battle, fit_seed, known, known_level, say, two_players
from kktui.store import Keeper, Start, Store, StoreTrouble
from kktui.store.offer import Battle
from kktui.store.record import HUMAN

DEFAULT_SCENARIO = "meeting-at-the-ford"
DEMO_SCENARIO = "even-field"
DEMO_SEED = "demo"
BOTH = "both"


def play(fight: Battle, side: str | None, against: str, seed: str | None) -> int:
    """A new battle for whoever sits at the keyboard."""
    seats = _seats(fight, side, known_level(against))
    return _keep(fight, seats, seed)


def watch(fight: Battle, players: str, seed: str | None) -> int:
    """A new battle between computer players."""
    return _keep(fight, two_players(players, fight.sides), seed)


def resume(wanted: str) -> int:
    """A battle taken up where it was left."""
    return _run(Keeper.open(Store(), wanted))


def demo() -> int:
    """A short battle of the computer against itself, told and not kept."""
    from kktui import plain
    from kktui.engine.game import Game
    from kktui.store.keeper import begun, players_of
    from kktui.store.shown import Loose

    fight = battle(DEMO_SCENARIO)
    seats = two_players("soldier", fight.sides)
    _, setup = begun(Start(fight.text, fight.ruleset), DEMO_SEED, seats)
    return plain.watch(Loose("demo", Game(setup, players_of(seats))), sys.stdout)


def _seats(fight: Battle, side: str | None, against: str) -> dict[str, str]:
    if side == BOTH:
        return dict.fromkeys(fight.sides, HUMAN)
    ours = known("side", side, [*fight.sides, BOTH]) if side else fight.sides[0]
    return {each: HUMAN if each == ours else against for each in fight.sides}


def _keep(fight: Battle, seats: dict[str, str], seed: str | None) -> int:
    start = Start(fight.text, fight.ruleset, fight.house, fit_seed(seed))
    return _run(Keeper.create(Store(), start, seats))


def _run(keeper: Keeper) -> int:
    """Play until the battle is over or somebody leaves; every step is on the disk by then."""
    from kktui import plain

    command = f"kktui resume {keeper.id}"
    try:
        if not keeper.humans:
            return plain.watch(keeper, sys.stdout)
        options = plain.Options(resume=command, echo=not sys.stdin.isatty())
        return plain.play(keeper, frozenset(keeper.humans), sys.stdin, sys.stdout, options)
    except KeyboardInterrupt:
        say(f"\nThe game is saved; go on with: {command}")
        return 130
    except StoreTrouble as trouble:
        say(f"{trouble}; when that is mended, go on with: {command}")
        return 1
    finally:
        keeper.close()
