"""The command line: what can be asked for, and how refusals and faults are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kktui.commands import streams
from kktui.commands.common import USAGE, Unhappy, battle, say
from kktui.commands.parsing import Commands, flag, given, number, option

COMMANDS = Commands(
    "kktui",
    """Medieval miniature battles in a terminal.

Without a command: the title, with everything there is; without a terminal, a short battle told as text.""",
)
command = COMMANDS.command

SCENARIO = given("scenario", "a scenario's id, or the path of its file", nargs="?")
RULES = option("--rules", "the ruleset; the scenario's own unless given")
HOUSE = option("--house", "a TOML file of house rules", type=Path)
SEED = option("--seed", "fixes the dice; drawn by lot unless given")
PLAYERS = option("--players", "computer players, one for each side in order; soldier unless given", default="soldier")
PLAIN = flag("--plain", "line by line instead of in the app")
GAME = given("game", "a game's id, or last")
GAME_OR_FILE = given("game", "a game's id, last, or an exported file")
PORT = number(0, 65535)
SOME = number(1, 2000)


def title() -> int:
    """Without a command: the title, or what a terminal or a pipe can show instead."""
    from kktui.commands import playing

    if playing.face(False) is playing.Face.SCREEN:
        return playing.title()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return playing.demo()
    return playing.play(battle(playing.DEFAULT_SCENARIO), None, "soldier", None, playing.Face.LINES)


@command(
    SCENARIO,
    RULES,
    option("--side", "the side you play, or both; the first unless given"),
    option("--against", "your enemy: random or soldier; soldier unless given", default="soldier"),
    SEED,
    HOUSE,
    PLAIN,
)
def play(  # noqa: PLR0913 - one for each option
    *,
    scenario: str | None,
    rules: str | None,
    side: str | None,
    against: str,
    seed: str | None,
    house: Path | None,
    plain: bool,
) -> int:
    """Play a battle against the computer, or two at one keyboard.

    Example: kktui play even-field --side blue --against random
    """
    from kktui.commands import playing

    fight = battle(playing.DEFAULT_SCENARIO if scenario is None else scenario, rules, house)
    return playing.play(fight, side, against, seed, playing.face(plain))


@command(SCENARIO, RULES, PLAYERS, SEED, HOUSE, PLAIN)
def watch(  # noqa: PLR0913 - one for each option
    *, scenario: str | None, rules: str | None, players: str, seed: str | None, house: Path | None, plain: bool
) -> int:
    """Watch the computer play against itself.

    Example: kktui watch even-field --players soldier,random --seed 7
    """
    from kktui.commands import playing

    fight = battle(playing.DEFAULT_SCENARIO if scenario is None else scenario, rules, house)
    return playing.watch(fight, players, seed, playing.face(plain))


@command(given("game", "a game's id, or last", nargs="?", default="last"), PLAIN)
def resume(*, game: str, plain: bool) -> int:
    """Go on with a saved game.

    Example: kktui resume last
    """
    from kktui.commands import playing

    return playing.resume(game, playing.face(plain))


@command()
def games() -> int:
    """List the saved games, the last played first.

    Example: kktui games
    """
    from kktui.commands import keeping

    return keeping.games()


@command(GAME_OR_FILE, PLAIN)
def replay(*, game: str, plain: bool) -> int:
    """See a battle again from its beginning.

    Example: kktui replay last
    """
    from kktui.commands import keeping, playing

    return keeping.replay(game, playing.face(plain))


@command(GAME, option("--output -o", "the file to write; printed unless given", type=Path))
def export(*, game: str, output: Path | None) -> int:
    """Write a game as one readable file; while it goes on, without its secrets.

    Example: kktui export last -o battle.toml
    """
    from kktui.commands import keeping

    return keeping.export(game, output)


@command(given("file", "a file that kktui exported", type=Path), name="import")
def bring_in(*, file: Path) -> int:
    """Take in a game from a file, if all of it proves true.

    Example: kktui import battle.toml
    """
    from kktui.commands import keeping

    return keeping.bring_in(file)


@command(GAME_OR_FILE)
def verify(*, game: str) -> int:
    """Check every die, every choice and every digest of a battle.

    Example: kktui verify battle.toml
    """
    from kktui.commands import keeping

    return keeping.verify(game)


@command(given("files", "scenario and map files", nargs="+", type=Path))
def check(*, files: list[Path]) -> int:
    """Check scenario and map files; each fault is told with its place.

    Example: kktui check scenarios/even-field.toml
    """
    from kktui.commands import books

    return books.check(files)


@command(given("ruleset", "a ruleset, or a rule's id", nargs="?"), given("rule", "one rule's id", nargs="?"))
def rules(*, ruleset: str | None, rule: str | None) -> int:
    """Print what rulebooks there are, one of them with its charts, or one rule.

    Example: kktui rules KS-7.2
    """
    from kktui.commands import books

    return books.rules(ruleset, rule)


@command(
    given("scenario", "a scenario's id, or the path of its file"),
    option("--rules", "a ruleset, several with commas, or all"),
    option("--games", "how many battles; 100 unless given", type=number(1, 1_000_000), default=100),
    option("--seed", "fixes the dice of the whole series; 1 unless given", default="1"),
    PLAYERS,
    HOUSE,
    option("--workers", "how many processes; 1 unless given", type=number(1, 256), default=1),
    flag("--json", "print JSON", dest="as_json"),
)
def sim(  # noqa: PLR0913 - one for each option
    *,
    scenario: str,
    rules: str | None,
    games: int,
    seed: str,
    players: str,
    house: Path | None,
    workers: int,
    as_json: bool,
) -> int:
    """Fight many battles without showing them, and sum them up.

    The same battle by all five rulesets side by side: kktui sim even-field --rules all

    Example: kktui sim even-field --games 200 --players soldier,random
    """
    from kktui.commands import simulating

    run = simulating.Run(games, players, seed, workers)
    fought, code = simulating.sim(simulating.battles(scenario, rules, house), run)
    print(simulating.as_json(fought) if as_json else "\n".join(simulating.as_table(fought)))
    return code


@command(
    option("--port", "the port to listen on; 2222 unless given", type=PORT, default=2222),
    option("--address", "the address to listen on; all unless given", default=""),
    flag("--open", "let anybody with an ssh key in", dest="anybody"),
    option("--allow-keys", "let in the keys of this file", type=Path, dest="keys", metavar="FILE"),
    option("--invite", "let in whoever knows this word", dest="invitation", metavar="WORD", default=""),
    flag("--guests", "let people without a key look on"),
    option("--operators", "keys that see the operator's page", type=Path, metavar="FILE"),
    option("--visitors", "connections in all; 200 unless given", type=SOME, default=200),
    option("--per-address", "connections of one address; 5 unless given", type=SOME, default=5, dest="per_address"),
    option("--knocks", "new connections of one address a minute; 10 unless given", type=number(1), default=10),
    option("--notify", "a command that tells absent players", dest="hook", metavar="COMMAND", default=""),
    option("--log", "the file to log to; stderr unless given", type=Path, metavar="FILE"),
    flag("--log-json", "log one JSON object a line"),
)
def host(  # noqa: PLR0913 - one for each option
    *,
    port: int,
    address: str,
    anybody: bool,
    keys: Path | None,
    invitation: str,
    guests: bool,
    operators: Path | None,
    visitors: int,
    per_address: int,
    knocks: int,
    hook: str,
    log: Path | None,
    log_json: bool,
) -> int:
    """Host games over ssh: friends come in with nothing but an ssh client.

    Example: kktui host --open --port 2222
    """
    from kktui.commands import hosting

    access = hosting.access_of(anybody, keys, invitation, guests, operators)
    limits = hosting.limits_of(visitors, per_address, knocks)
    return hosting.host(hosting.Place(address, port, hook, log, log_json), access, limits)


@command(
    option("--port", "the port of the page; 8000 unless given", type=number(1, 65535), default=8000),
    option("--address", "the address of the page; this machine alone unless given", default="localhost"),
    option("--host-port", "the port of a host that runs here already", type=PORT, default=0, dest="host_port"),
)
def web(*, port: int, address: str, host_port: int) -> int:
    """Play in a browser: the lobby of a host on a page of this machine.

    Example: kktui web --port 8000
    """
    from kktui.commands import browsing

    return browsing.web(address, port, host_port)


@command(given("file", "the file to write; it must not exist", type=Path))
def backup(*, file: Path) -> int:
    """Copy all games to a file, also while they are played.

    Example: kktui backup games-2026.db
    """
    from kktui.commands import keeping

    return keeping.backup(file)


# Running a command.


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say; every refusal and every fault ends in one sentence and an exit code."""
    streams.make_sure()
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        say("\nStopped.")
        return 130
    except BrokenPipeError:
        streams.no_more_output()
        return 0
    except Exception as error:
        return _told(error)
    return code


def _invoke(arguments: Sequence[str]) -> int:
    try:
        return COMMANDS.invoke(arguments, title)
    except SystemExit as leaving:  # help was printed
        return int(leaving.code or 0)


def _told(error: Exception) -> int:
    """One sentence for what went wrong, located errors for a broken file."""
    from kktui.files import Broken, NoFile
    from kktui.store.trouble import NoGame, StoreTrouble

    if isinstance(error, Unhappy):
        say(f"kktui: {error}")
        return error.code
    if isinstance(error, Broken):
        say(str(error))
        return USAGE if isinstance(error, NoFile) else 1
    if isinstance(error, StoreTrouble):
        say(f"kktui: {error}")
        return USAGE if isinstance(error, NoGame) else 1
    return _fault(error)


def _fault(error: Exception) -> int:
    """Nobody foresaw this: one sentence, the rest in a log, unless all that is wrong is where we write to."""
    from kktui.store import faults

    unwritten = streams.refusal(error)
    if unwritten:
        streams.no_more_output()
    say(f"kktui: {unwritten or faults.told(error)}")
    return 1
