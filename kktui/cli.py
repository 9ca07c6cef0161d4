"""The command line: what can be asked for, and how refusals and faults are told."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from kktui import __version__
from kktui.commands import streams
from kktui.commands.common import USAGE, Unhappy, battle, say

app = typer.Typer(
    name="kktui",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

SOLDIER = "soldier"
SCENARIO = "A scenario's id, or the path of its file."
Scenario = Annotated[str | None, typer.Argument(help=SCENARIO, show_default=False)]
Rules = Annotated[str | None, typer.Option("--rules", help="The ruleset; the scenario's own unless given.")]
House = Annotated[Path | None, typer.Option("--house", help="A TOML file of house rules.", readable=False)]
Seed = Annotated[str | None, typer.Option("--seed", help="Fixes the dice; drawn by lot unless given.")]
Players = Annotated[str, typer.Option("--players", help="Computer players, one for each side in order.")]
Plain = Annotated[bool, typer.Option("--plain", help="Line by line instead of in the app.")]
Game = Annotated[str, typer.Argument(help="A game's id, or last.", show_default=False)]
GameOrFile = Annotated[str, typer.Argument(help="A game's id, last, or an exported file.")]


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> int:
    """Medieval miniature battles in a terminal.

    Without a command: the title, with everything there is; without a terminal, a short battle told as text.
    """
    if version:
        print(f"kktui {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return 0
    from kktui.commands import playing

    if playing.face(False) is playing.Face.SCREEN:
        return playing.title()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return playing.demo()
    return playing.play(battle(playing.DEFAULT_SCENARIO), None, "soldier", None, playing.Face.LINES)


@app.command()
def play(  # noqa: PLR0913, PLR0917 - one for each option
    scenario: Scenario = None,
    rules: Rules = None,
    side: Annotated[str | None, typer.Option("--side", help="The side you play, or both; the first.")] = None,
    against: Annotated[str, typer.Option("--against", help="Your enemy: random or soldier.")] = SOLDIER,
    seed: Seed = None,
    house: House = None,
    plain: Plain = False,
) -> int:
    """Play a battle against the computer, or two at one keyboard.

    Example: kktui play even-field --side blue --against random
    """
    from kktui.commands import playing

    fight = battle(playing.DEFAULT_SCENARIO if scenario is None else scenario, rules, house)
    return playing.play(fight, side, against, seed, playing.face(plain))


@app.command()
def watch(  # noqa: PLR0913, PLR0917 - one for each option
    scenario: Scenario = None,
    rules: Rules = None,
    players: Players = "soldier",
    seed: Seed = None,
    house: House = None,
    plain: Plain = False,
) -> int:
    """Watch the computer play against itself.

    Example: kktui watch even-field --players soldier,random --seed 7
    """
    from kktui.commands import playing

    fight = battle(playing.DEFAULT_SCENARIO if scenario is None else scenario, rules, house)
    return playing.watch(fight, players, seed, playing.face(plain))


@app.command()
def resume(game: Game = "last", plain: Plain = False) -> int:
    """Go on with a saved game.

    Example: kktui resume last
    """
    from kktui.commands import playing

    return playing.resume(game, playing.face(plain))


@app.command()
def games() -> int:
    """List the saved games, the last played first.

    Example: kktui games
    """
    from kktui.commands import keeping

    return keeping.games()


@app.command()
def replay(game: GameOrFile, plain: Plain = False) -> int:
    """See a battle again from its beginning.

    Example: kktui replay last
    """
    from kktui.commands import keeping, playing

    return keeping.replay(game, playing.face(plain))


@app.command()
def export(
    game: Game,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write.")] = None,
) -> int:
    """Write a game as one readable file; while it goes on, without its secrets.

    Example: kktui export last -o battle.toml
    """
    from kktui.commands import keeping

    return keeping.export(game, output)


@app.command(name="import")
def bring_in(file: Annotated[Path, typer.Argument(help="A file that kktui exported.", readable=False)]) -> int:
    """Take in a game from a file, if all of it proves true.

    Example: kktui import battle.toml
    """
    from kktui.commands import keeping

    return keeping.bring_in(file)


@app.command()
def verify(game: GameOrFile) -> int:
    """Check every die, every choice and every digest of a battle.

    Example: kktui verify battle.toml
    """
    from kktui.commands import keeping

    return keeping.verify(game)


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="Scenario and map files.", readable=False)]) -> int:
    """Check scenario and map files; each fault is told with its place.

    Example: kktui check scenarios/even-field.toml
    """
    from kktui.commands import books

    return books.check(files)


@app.command()
def rules(
    ruleset: Annotated[str | None, typer.Argument(help="A ruleset, or a rule's id.")] = None,
    rule: Annotated[str | None, typer.Argument(help="One rule's id.")] = None,
) -> int:
    """Print what rulebooks there are, one of them with its charts, or one rule.

    Example: kktui rules KS-7.2
    """
    from kktui.commands import books

    return books.rules(ruleset, rule)


@app.command()
def sim(  # noqa: PLR0913, PLR0917 - one for each option
    scenario: Annotated[str, typer.Argument(help=SCENARIO)],
    rules: Annotated[str | None, typer.Option("--rules", help="A ruleset, several with commas, or all.")] = None,
    games: Annotated[int, typer.Option("--games", help="How many battles.")] = 100,
    seed: Annotated[str, typer.Option("--seed", help="Fixes the dice of the whole series.")] = "1",
    players: Players = "soldier",
    house: House = None,
    workers: Annotated[int, typer.Option("--workers", help="How many processes.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Fight many battles without showing them, and sum them up.

    The same battle by all five rulesets side by side: kktui sim even-field --rules all

    Example: kktui sim even-field --games 200 --players soldier,random
    """
    from kktui.commands import simulating

    run = simulating.Run(games, players, seed, workers)
    fought, whole = simulating.sim(simulating.battles(scenario, rules, house), run)
    print(simulating.as_json(fought) if as_json else "\n".join(simulating.as_table(fought)))
    return 0 if whole else 130


@app.command()
def host(  # noqa: PLR0913, PLR0917 - one for each option
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port to listen on.")] = 2222,
    address: Annotated[str, typer.Option("--address", help="The address to listen on; all unless given.")] = "",
    anybody: Annotated[bool, typer.Option("--open", help="Let anybody with an ssh key in.")] = False,
    keys: Annotated[Path | None, typer.Option("--allow-keys", help="Let in the keys of this file.")] = None,
    invitation: Annotated[str, typer.Option("--invite", help="Let in whoever knows this word.")] = "",
    guests: Annotated[bool, typer.Option("--guests", help="Let people without a key look on.")] = False,
    operators: Annotated[Path | None, typer.Option("--operators", help="Keys that see the operator's page.")] = None,
    visitors: Annotated[int, typer.Option("--visitors", min=1, max=2000, help="Connections in all.")] = 200,
    per_address: Annotated[int, typer.Option("--per-address", min=1, max=2000, help="Connections of one address.")] = 5,
    knocks: Annotated[int, typer.Option("--knocks", min=1, help="New connections of one address a minute.")] = 10,
    hook: Annotated[str, typer.Option("--notify", help="A command that tells absent players.")] = "",
    log: Annotated[Path | None, typer.Option("--log", help="The file to log to; stderr unless given.")] = None,
    log_json: Annotated[bool, typer.Option("--log-json", help="Log one JSON object a line.")] = False,
) -> int:
    """Host games over ssh: friends come in with nothing but an ssh client.

    Example: kktui host --open --port 2222
    """
    from kktui.commands import hosting

    access = hosting.access_of(anybody, keys, invitation, guests, operators)
    limits = hosting.limits_of(visitors, per_address, knocks)
    return hosting.host(hosting.Place(address, port, hook, log, log_json), access, limits)


@app.command()
def web(
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="The port of the page.")] = 8000,
    address: Annotated[
        str, typer.Option("--address", help="The address of the page; this machine alone.")
    ] = "localhost",
    host_port: Annotated[int, typer.Option("--host-port", help="The port of a host that runs here already.")] = 0,
) -> int:
    """Play in a browser: the lobby of a host on a page of this machine.

    Example: kktui web --port 8000
    """
    from kktui.commands import browsing

    return browsing.web(address, port, host_port)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write; it must not exist.")]) -> int:
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
    command: Any = typer.main.get_command(app)
    try:
        with command.make_context("kktui", list(arguments)) as context:
            return int(command.invoke(context) or 0)
    except typer.Exit as leaving:
        return leaving.exit_code


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
    if hasattr(error, "format_message"):
        say(f"kktui: {' '.join(str(error.format_message()).split())}")
        return USAGE
    return _fault(error)


def _fault(error: Exception) -> int:
    """Nobody foresaw this: one sentence, the rest in a log, unless all that is wrong is where we write to."""
    from kktui.store import faults

    unwritten = streams.refusal(error)
    if unwritten:
        streams.no_more_output()
    say(f"kktui: {unwritten or faults.told(error)}")
    return 1
