"""Playing, watching and taking up again."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import Enum

from kktui.commands import streams
from kktui.commands.breaking import Keyboard
from kktui.commands.common import battle, fit_seed, known, known_level, say, two_players
from kktui.store import Keeper, Start, Store, StoreTrouble, faults
from kktui.store.offer import Battle
from kktui.store.record import HUMAN

DEFAULT_SCENARIO = "meeting-at-the-ford"
DEMO_SCENARIO = "even-field"
DEMO_SEED = "demo"
BOTH = "both"
Opener = Callable[[], Keeper]


class Face(Enum):
    """How a battle is shown."""

    SCREEN = "the app"
    LINES = "line by line"


def face(plain: bool) -> Face:
    """The app where a terminal can show it, unless plain lines are wanted."""
    able = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return Face.SCREEN if able and not plain else Face.LINES


def play(fight: Battle, side: str | None, against: str, seed: str | None, face: Face) -> int:
    """A new battle for whoever sits at the keyboard."""
    seats = _seats(fight, side, known_level(against))
    return _keep(fight, seats, seed, face)


def watch(fight: Battle, players: str, seed: str | None, face: Face) -> int:
    """A new battle between computer players."""
    return _keep(fight, two_players(players, fight.sides), seed, face)


def resume(wanted: str, face: Face) -> int:
    """A battle taken up where it was left."""
    return _RUN[face](lambda: Keeper.open(Store(), wanted))


def title() -> int:
    """The app from its title on."""
    from kktui.tui.app import run

    return run()


def demo() -> int:
    """A short battle of the computer against itself, told and not kept."""
    from kktui import plain
    from kktui.engine.game import Game
    from kktui.store.keeper import begun, players_of
    from kktui.store.shown import Loose

    fight = battle(DEMO_SCENARIO)
    seats = two_players("soldier", fight.sides)
    _, setup = begun(Start(fight.text, fight.ruleset), DEMO_SEED, seats)
    return plain.watch(Loose("demo", Game(setup, players_of(seats))), sys.stdout, plain.Options(streams.width()))


def _seats(fight: Battle, side: str | None, against: str) -> dict[str, str]:
    if side == BOTH:
        return dict.fromkeys(fight.sides, HUMAN)
    ours = known("side", side, [*fight.sides, BOTH]) if side is not None else fight.sides[0]
    return {each: HUMAN if each == ours else against for each in fight.sides}


def _keep(fight: Battle, seats: dict[str, str], seed: str | None, face: Face) -> int:
    start = Start(fight.text, fight.ruleset, fight.house, fit_seed(seed))
    return _RUN[face](lambda: Keeper.create(Store(), start, seats))


def _on_screen(opened: Opener) -> int:
    """Play in the app. What cannot be opened is told before the screen is taken over."""
    from kktui.match import Match

    match = Match(opened, str(faults.file()))
    from kktui.tui.app import fight_first, run

    code = run(fight_first(match))
    if not match.bulletin.over:
        say(f"The game is saved; go on with: kktui resume {match.id}")
    return code


def _line_by_line(opened: Opener) -> int:
    """Play until the battle is over or somebody leaves; every step is on the disk by then."""
    from kktui import plain

    keyboard = Keyboard()
    keyboard.listen()
    keeper = opened()
    width = streams.width()
    command = f"kktui resume {keeper.id}"
    try:
        if not keeper.humans:
            return plain.watch(keeper, sys.stdout, plain.Options(width))
        options = plain.Options(width, resume=command, echo=not sys.stdin.isatty())
        return plain.play(keeper, frozenset(keeper.humans), keyboard, sys.stdout, options)
    except KeyboardInterrupt:
        say(f"\nThe game is saved; go on with: {command}")
        return keyboard.code
    except StoreTrouble as trouble:
        say(f"{trouble}; when that is mended, go on with: {command}")
        return 1
    except BrokenPipeError:
        raise
    except Exception as error:
        what = streams.refusal(error) or faults.told(error)
        say(f"kktui: {what}. The game is saved as it was before; go on with: {command}")
        return 1
    finally:
        keeper.close()


_RUN = {Face.SCREEN: _on_screen, Face.LINES: _line_by_line}
